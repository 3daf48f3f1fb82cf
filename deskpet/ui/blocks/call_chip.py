"""The small button of a tool call in the sentence in which the character makes a gesture."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import ToolUse
from deskpet.text.invisible import mark_invisible
from deskpet.translation import tr
from deskpet.ui.blocks.base import ToolLook
from deskpet.ui.blocks.call_format import preview_of, state_name
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.spinner import Spinner

# In logical pixels. A line of text keeps its height with a chip in it.
_HEIGHT, _ICON, _PAD, _MOST_TEXT = 19, 12, 6, 150
# Colour roles of background, edge and text by state; icons of the states that differ from the tool's.
_DEFAULT_ROLES = ("accent_soft", "inset_edge", "accent_text")
_ROLES = {
    CallState.WAITING: ("warning_soft", "warning_edge", "warning"),
    CallState.ERROR: ("error_soft", "error_edge", "error"),
    CallState.REFUSED: ("inset", "inset_edge", "muted"),
    CallState.CANCELLED: ("inset", "inset_edge", "muted"),
}
_ICONS = {
    CallState.WAITING: "ask",
    CallState.ERROR: "cross",
    CallState.REFUSED: "refused",
    CallState.CANCELLED: "cancelled",
}
_SPINNING = {CallState.WRITING, CallState.QUEUED, CallState.RUNNING}


class CallChip(FoldHeader):
    """A button as high as a line of text, with the icon and the argument of a call; checked while the card is open.

    renamed: Emitted when its text, and so its size, changes.
    """

    renamed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._look, self._state = ToolLook("", "tool"), CallState.WRITING
        self._spinner = Spinner(self)
        self._measured, self._size = ("", 0), QSize()

    def show_call(self, call: ToolUse, look: ToolLook) -> None:
        """Show this state of the call."""
        self._look, self._state = look, state_of(call)
        preview = mark_invisible(preview_of(call, look.preview))
        name = preview or ("…" if self._state is CallState.WRITING else look.title)
        full = f"{look.title}: {preview}" if preview else look.title
        self.setAccessibleName(f"{full}, {state_name(call)}")
        self.setAccessibleDescription(tr("A tool call. Press to show or hide its details."))
        self._spinner.set_running(self._state in _SPINNING)
        if name != self.text():
            self.setText(name)
            self.renamed.emit()
        self.update()

    def nextCheckState(self) -> None:
        """Leave the state to the card, which may have to stay open."""

    def sizeHint(self) -> QSize:
        # Measured once: each change of the paragraph asks for it.
        if (key := (self.text(), theme.scaled(_MOST_TEXT))) != self._measured:
            self._measured = key
            room = min(QFontMetricsF(self._font()).horizontalAdvance(self.text()), theme.scaled(_MOST_TEXT))
            self._size = QSize(round(2 * _PAD + _ICON + 4 + room), theme.scaled(_HEIGHT))
        return self._size

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._spinner.set_running(self._state in _SPINNING)
        if event.type() in {QEvent.Type.Enter, QEvent.Type.Leave}:
            self.update()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, edge, text = _ROLES.get(self._state, _DEFAULT_ROLES)
        is_marked = self.hasFocus() or self.underMouse() or self.isChecked()
        painter.setPen(look.colour("accent" if self.hasFocus() else text if is_marked else edge))
        painter.setBrush(look.colour(ground))
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        spot = QRectF(_PAD, (self.height() - _ICON) / 2, _ICON, _ICON)
        if self._state in _SPINNING:
            self._spinner.paint(painter, spot.adjusted(1, 1, -1, -1), look.colour("teal"))
        else:
            icons.paint(painter, _ICONS.get(self._state, self._look.icon), text, spot)
        words = QRectF(spot.right() + 4, 0, self.width() - spot.right() - 4 - _PAD + 1, self.height())
        painter.setFont(self._font())
        painter.setPen(look.colour(text))
        shown = QFontMetricsF(self._font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)

    def _font(self) -> QFont:
        return theme.ui_font(theme.SMALL)
