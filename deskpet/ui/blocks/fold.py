"""Base of block views with a header that is always visible and a body that folds."""

from PySide6.QtCore import QEasingCurve, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QAccessible, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from deskpet.ui.blocks.base import BlockView, Context
from deskpet.ui.blocks.text import TextView
from deskpet.ui.widgets import accessibility, animation, icons, theme


class FoldHeader(QAbstractButton):
    """The header; a click, Space or Enter folds and unfolds the body."""

    accessible_role = QAccessible.Role.Button

    def __init__(self) -> None:
        super().__init__()
        self.openness = 0.0  # of the chevron: 0 folded, 1 unfolded
        self.setCheckable(True)
        self.toggled.connect(lambda: accessibility.notify_expanded(self))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paint_chevron(self, painter: QPainter, centre_x: float, size: int = 14) -> None:
        painter.save()
        painter.translate(centre_x, self.height() / 2)
        painter.rotate(90 * self.openness)
        icons.paint(painter, "chevron", "faint", QRectF(-size / 2, -size / 2, size, size))
        painter.restore()


class FoldView(BlockView):
    """Base of foldable cards. A subclass provides the header, and the body's markdown or its own `update_body`."""

    head_height = 36
    body_margins = (12, 4, 12, 10)  # left, top, right, bottom

    def __init__(self, context: Context, head: FoldHeader, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._head = head
        head.setParent(self)
        head.toggled.connect(self._on_toggled)
        self._body: BlockView | None = None
        self._body_source = ""
        self._clip = QWidget(self)
        self._clip.hide()
        self._openness = 0.0
        self._animation = QVariantAnimation(self, duration=animation.duration(theme.SOFT), startValue=0.0, endValue=1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._on_animated)
        self._animation.finished.connect(self._on_animation_finished)

    def body_source(self) -> str:
        """Return the body's markdown."""
        raise NotImplementedError

    def is_unfolded(self) -> bool:
        return self._head.isChecked()

    def unfold(self) -> None:
        self._head.blockSignals(True)
        self._head.setChecked(True)
        self._head.blockSignals(False)
        self._openness = self._head.openness = 1.0
        self._clip.show()
        self.refresh_body()
        self.resized.emit()

    def refresh_body(self) -> None:
        """Update the body if it is visible."""
        if self._clip.isVisibleTo(self):
            self.update_body()

    def update_body(self) -> None:
        """Show the current `body_source`."""
        if (source := self.body_source()) == self._body_source:
            return
        self._body_source = source
        body = self.new_body(source)
        body.settle()
        while body.is_behind():
            body.flush()

    def new_body(self, source: str) -> TextView:
        """Replace the body by a new one with this source."""
        if self._body:
            self._body.deleteLater()
        self._body = body = TextView(self.context, self._clip)
        body.link_activated.connect(self.link_activated)
        body.reading_started.connect(self.reading_started)
        body.resized.connect(self.resized)
        body.append(source)
        body.show()
        return body

    def fit(self, width: int) -> int:
        self._head.setGeometry(0, 0, width, self.head_height)
        if not self._body or not self._clip.isVisibleTo(self):
            return self.head_height
        left, top, right, bottom = self.body_margins
        inner = max(width - left - right, 40)
        height = self._body.fit(inner)
        self._body.setGeometry(left, top, inner, height)
        shown = round((height + top + bottom) * self._openness)
        self._clip.setGeometry(0, self.head_height, width, shown)
        return self.head_height + shown

    def _on_toggled(self, opened: bool) -> None:
        if opened:
            self.reading_started.emit()
            self._clip.show()
            self.refresh_body()
        self._animation.stop()
        self._animation.setStartValue(self._openness)
        self._animation.setEndValue(1.0 if opened else 0.0)
        self._animation.start()

    def _on_animated(self, value: float) -> None:
        self._openness = self._head.openness = value
        self._head.update()
        self.resized.emit()

    def _on_animation_finished(self) -> None:
        if not self._head.isChecked():
            self._clip.hide()
            self.resized.emit()

    def retheme(self) -> None:
        if self._body:
            self._body.retheme()
        self.update()


def paint_card(widget: QWidget, event: QPaintEvent, ground: str, edge: str) -> None:
    """Paint the rounded background of a card; `ground` and `edge` are colour roles of the theme."""
    look = theme.current()
    painter = QPainter(widget)
    painter.setClipRect(event.rect())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(look.colour(edge))
    painter.setBrush(look.colour(ground))
    rect = QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(rect, theme.RADIUS_CARD, theme.RADIUS_CARD)
