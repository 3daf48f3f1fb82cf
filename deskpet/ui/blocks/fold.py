"""Base of block views with a header that is always visible and a body that folds."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import ToolUse
from deskpet.text.invisible import mark_invisible
from deskpet.translation import tr
from deskpet.ui.blocks.base import BlockView, Context, ToolLook
from deskpet.ui.blocks.call_format import SPINNING, preview_of, state_name
from deskpet.ui.blocks.text import TextView
from deskpet.ui.widgets import accessibility, icons, theme
from deskpet.ui.widgets.animation import ValueAnimation
from deskpet.ui.widgets.buttons import EnterButton
from deskpet.ui.widgets.painting import paint_box, paint_disc, smooth_painter
from deskpet.ui.widgets.spinner import Spinner


class FoldHeader(EnterButton):
    """The header; a click, Space or Enter folds and unfolds the body.

    spinner: for the subclass to paint while `is_spinning`.

    hover_changed: Emitted when the pointer enters or leaves.
    """

    accessible_role = QAccessible.Role.Button

    hover_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.openness = 0.0  # of the chevron: 0 folded, 1 unfolded
        self.spinner, self.is_spinning = Spinner(self), False
        self.setCheckable(True)
        self.toggled.connect(lambda: accessibility.notify_expanded(self))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_spinning(self, spinning: bool) -> None:
        """Let the spinner turn while the header is visible, or stop it."""
        self.is_spinning = spinning
        self.spinner.set_running(spinning)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self.spinner.set_running(self.is_spinning)
        if event.type() in {QEvent.Type.Enter, QEvent.Type.Leave}:
            self.hover_changed.emit()
        return super().event(event)

    def paint_badge(self, painter: QPainter, icon: str) -> None:
        """Paint the icon of a card on its disc."""
        middle = self.height() / 2
        paint_disc(painter, QRectF(8, middle - 11, 22, 22), "accent_soft")
        icons.paint(painter, icon, "accent", QRectF(12, middle - 7, 14, 14))

    def paint_focus(self, painter: QPainter, radius: float) -> None:
        """Paint a ring in the header if it has the focus."""
        if self.hasFocus():
            paint_box(painter, QRectF(self.rect()), radius, "", "accent")

    def paint_chevron(self, painter: QPainter, centre_x: float, size: int = 14) -> None:
        painter.save()
        painter.translate(centre_x, self.height() / 2)
        painter.rotate(90 * self.openness)
        icons.paint(painter, "chevron", "faint", QRectF(-size / 2, -size / 2, size, size))
        painter.restore()


class CallHeader(FoldHeader):
    """A header that stands for a tool call."""

    def __init__(self) -> None:
        super().__init__()
        self._call, self._look, self._preview = ToolUse("", ""), ToolLook("", "tool"), ""
        self._state = CallState.WRITING
        self.setAccessibleDescription(tr("A tool call. Press to show or hide its details."))

    def set_call(self, call: ToolUse, look: ToolLook) -> None:
        """Note this state of the call, and tell assistive tools."""
        self._call, self._look = call, look
        self._preview, self._state = mark_invisible(preview_of(call, look.preview)), state_of(call)
        name = f"{look.title}: {self._preview}" if self._preview else look.title
        self.setAccessibleName(f"{name}, {state_name(call)}")
        self.set_spinning(self._state in SPINNING)


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
        self._openness = ValueAnimation(self, self._show_openness, theme.SOFT)
        self._openness.finished.connect(self._on_animation_finished)

    def body_source(self) -> str:
        """Return the body's markdown."""
        raise NotImplementedError

    def is_unfolded(self) -> bool:
        return self._head.isChecked()

    def unfold(self) -> None:
        self._head.blockSignals(True)
        self._head.setChecked(True)
        self._head.blockSignals(False)
        self._clip.show()
        self.refresh_body()
        self._openness.at_once(1.0)

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
        shown = round((height + top + bottom) * self._openness.value)
        self._clip.setGeometry(0, self.head_height, width, shown)
        return self.head_height + shown

    def _on_toggled(self, opened: bool) -> None:
        if opened:
            self.reading_started.emit()
            self._clip.show()
            self.refresh_body()
        self._openness.to(1.0 if opened else 0.0)

    def _show_openness(self, openness: float) -> None:
        self._head.openness = openness
        self._head.update()
        self.resized.emit()

    def _on_animation_finished(self) -> None:
        if not self._head.isChecked():
            self._clip.hide()
            self.resized.emit()

    def on_style_changed(self) -> None:
        if self._body:
            self._body.on_style_changed()
        self.update()


def paint_card(widget: QWidget, event: QPaintEvent, ground: str, edge: str) -> None:
    """Paint the rounded background of a card; `ground` and `edge` are colour roles of the theme."""
    painter = smooth_painter(widget)
    painter.setClipRect(event.rect())
    paint_box(painter, QRectF(widget.rect()), theme.RADIUS_CARD, ground, edge)
