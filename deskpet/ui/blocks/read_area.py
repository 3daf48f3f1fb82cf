"""Part of a card with a limited height, which tells when its content has been read to the end."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from deskpet.translation import tr
from deskpet.ui.blocks.argument_view import ArgumentsView
from deskpet.ui.blocks.base import Fitted
from deskpet.ui.widgets import theme

# In logical pixels: what may be missing at the edges, and the distance of the button from the lower edge.
_NEAR, _EDGE = 6, 6


class _ScrollArea(QScrollArea):
    accessible_role = QAccessible.Role.Grouping


class ReadArea(Fitted):
    """Shows its content, and scrolls it if it is higher than `most`. A button leads to the end.

    read: Emitted once, when the beginning and the end of the whole content have been visible.
    """

    read = Signal()

    def __init__(self, content: Fitted, most: int, parent: QWidget | None = None) -> None:
        """most: the largest height, in logical pixels at text size 1."""
        super().__init__(parent)
        self._content, self._most = content, most
        self._has_begun = self.is_read = False
        self._area = _ScrollArea(self)
        self._area.setAccessibleName(tr("What it would do"))
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self._area.setWidget(content)
        self._area.verticalScrollBar().setAccessibleName(tr("Scroll what it would do"))
        content.setAutoFillBackground(False)
        content.resized.connect(self._on_content_resized)
        content.installEventFilter(self)
        self._button = QPushButton(tr("To the end"), self)
        self._button.setObjectName("read_on")
        self._button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._button.clicked.connect(self.scroll_to_end)
        self._button.hide()
        self._area.verticalScrollBar().valueChanged.connect(self._place_button)
        self._area.verticalScrollBar().rangeChanged.connect(self._place_button)

    @property
    def content(self) -> Fitted:
        """The content that is scrolled."""
        return self._content

    @property
    def is_scrolled(self) -> bool:
        """Whether the content is higher than what is shown of it, or may become so."""
        return not self._is_whole or self._content.height() > self._area.height()

    @property
    def _is_whole(self) -> bool:
        return not isinstance(self._content, ArgumentsView) or self._content.is_complete

    def scroll_to_end(self) -> None:
        """Show the end of the content."""
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _on_content_resized(self) -> None:
        if self.height() >= theme.scaled(self._most):
            # Only what is scrolled becomes longer.
            self.fit(self.width())
        else:
            self.resized.emit()

    def fit(self, width: int) -> int:
        # Room for the scroll bar, even without one: nothing is laid out twice.
        height = self._content.fit(width - theme.SCROLL_BAR)
        self._content.resize(width - theme.SCROLL_BAR, height)
        shown = min(height, theme.scaled(self._most))
        self._area.setGeometry(0, 0, width, shown)
        self._area.setFocusPolicy(Qt.FocusPolicy.TabFocus if height > shown else Qt.FocusPolicy.NoFocus)
        self._place_button()
        return shown

    def _place_button(self) -> None:
        bar = self._area.verticalScrollBar()
        self._button.setVisible(bar.maximum() - bar.value() > _NEAR)
        self._button.adjustSize()
        place = QRect(QPoint(), self._button.size())
        place.moveBottomRight(self._area.geometry().bottomRight() - QPoint(theme.SCROLL_BAR + _EDGE, _EDGE))
        self._button.setGeometry(place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._content and event.type() == QEvent.Type.Paint:
            self._note_visible()
        return False

    def _note_visible(self) -> None:
        seen = self._content.visibleRegion().boundingRect()
        if self.is_read or not self._is_whole or seen.isEmpty():
            return
        # What needs no scrolling here begins right above its end, in the same card.
        is_short = self._content.height() <= self._area.height()
        self._has_begun = self._has_begun or is_short or seen.top() <= _NEAR
        if self._has_begun and seen.bottom() >= self._content.height() - 1 - _NEAR:
            self.is_read = True
            self.read.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.colour("code_edge")))
        painter.setBrush(look.colour("code"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
