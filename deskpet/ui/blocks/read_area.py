"""Part of a card with a limited height, which tells when its content has been read to the end."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from deskpet.translation import tr
from deskpet.ui.blocks.argument_view import ArgumentsView
from deskpet.ui.blocks.base import Fitted
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.painting import paint_box, smooth_painter

# In logical pixels: what may be missing at the edges, and the distance of the button from the lower edge.
_NEAR, _EDGE = 6, 6


class _ScrollArea(QScrollArea):
    """The area itself, which a screen reader takes for a group."""

    accessible_role = QAccessible.Role.Grouping


class ReadArea(Fitted):
    """Shows `content`, and scrolls it if it is higher than `most`. A button leads to the end.

    read: Emitted once, when the beginning and the end of the whole content have been visible.
    """

    read = Signal()

    def __init__(self, content: Fitted, most: int, parent: QWidget | None = None) -> None:
        """most: the largest height, in logical pixels at text size 1."""
        super().__init__(parent)
        self.content, self._most = content, most
        self._has_begun = self.is_read = False
        self._area = _ScrollArea(self)
        self._area.setAccessibleName(tr("What it would do"))
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self._area.setWidget(content)
        self._area.installEventFilter(self)
        content.setAutoFillBackground(False)
        content.resized.connect(self._on_content_resized)
        content.installEventFilter(self)
        self._button = QPushButton(tr("To the end"), self)
        self._button.setObjectName("read_on")
        self._button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._button.hide()
        bar = self._area.verticalScrollBar()
        bar.setAccessibleName(tr("Scroll what it would do"))
        bar.valueChanged.connect(self._place_button)
        bar.rangeChanged.connect(self._place_button)
        self._button.clicked.connect(self.scroll_to_end)

    @property
    def is_scrolled(self) -> bool:
        """Whether the content is higher than what is shown of it, or may become so."""
        return not self._is_whole or self.content.height() > self._area.height()

    @property
    def _is_whole(self) -> bool:
        return not isinstance(self.content, ArgumentsView) or self.content.is_complete

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
        height = self.content.fit(width - theme.SCROLL_BAR)
        self.content.resize(width - theme.SCROLL_BAR, height)
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
        if watched is self.content and event.type() == QEvent.Type.Paint:
            self._note_visible()
        elif watched is self._area and event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            # The edge shows the focus.
            self.update()
        return False

    def _note_visible(self) -> None:
        seen = self.content.visibleRegion().boundingRect()
        if self.is_read or not self._is_whole or seen.isEmpty():
            return
        # What needs no scrolling here begins right above its end, in the same card.
        is_short = self.content.height() <= self._area.height()
        self._has_begun = self._has_begun or is_short or seen.top() <= _NEAR
        if self._has_begun and seen.bottom() >= self.content.height() - 1 - _NEAR:
            self.is_read = True
            self.read.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_box(
            smooth_painter(self), QRectF(self.rect()), 8, "code", "accent" if self._area.hasFocus() else "code_edge"
        )
