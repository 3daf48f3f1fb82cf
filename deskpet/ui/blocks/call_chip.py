"""The small button of a tool call in the sentence in which the character makes a gesture."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QFontMetricsF, QPaintEvent

from deskpet.chat.call_state import CallState
from deskpet.chat.messages import ToolUse
from deskpet.ui.blocks.base import ToolLook
from deskpet.ui.blocks.call_format import STATE_ICONS
from deskpet.ui.blocks.fold import CallHeader
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import paint_box, smooth_painter

# In logical pixels. A line of text keeps its height with a chip in it.
_HEIGHT, _ICON, _PAD, _MOST_TEXT = 19, 12, 6, 150
# Colour roles of background, edge and text by state. A chip in one of these states has its icon, another the tool's.
_DEFAULT_ROLES = ("accent_soft", "inset_edge", "accent_text")
_ROLES = {
    CallState.WAITING: ("warning_soft", "warning_edge", "warning"),
    CallState.ERROR: ("error_soft", "error_edge", "error"),
    CallState.REFUSED: ("inset", "inset_edge", "muted"),
    CallState.CANCELLED: ("inset", "inset_edge", "muted"),
}


class CallChip(CallHeader):
    """A button as high as a line of text, with the icon and the argument of a call; checked while the card is open.

    renamed: Emitted when its text, and so its size, changes.
    """

    renamed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.hover_changed.connect(self.update)
        self._measured, self._size = ("", 0), QSize()

    def show_call(self, call: ToolUse, look: ToolLook) -> None:
        """Show this state of the call."""
        self.set_call(call, look)
        name = self._preview or ("…" if self._state is CallState.WRITING else look.title)
        if name != self.text():
            self.setText(name)
            self.renamed.emit()

    def nextCheckState(self) -> None:
        """Leave the state to the card, which may have to stay open."""

    def sizeHint(self) -> QSize:
        # Measured once: each change of the paragraph asks for it.
        if (key := (self.text(), theme.scaled(_MOST_TEXT))) != self._measured:
            self._measured = key
            words = QFontMetricsF(theme.ui_font(theme.SMALL)).horizontalAdvance(self.text())
            room = min(words, theme.scaled(_MOST_TEXT))
            self._size = QSize(round(2 * _PAD + _ICON + 4 + room), theme.scaled(_HEIGHT))
        return self._size

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        ground, edge, text = _ROLES.get(self._state, _DEFAULT_ROLES)
        is_marked = self.hasFocus() or self.underMouse() or self.isChecked()
        edge = "accent" if self.hasFocus() else text if is_marked else edge
        paint_box(painter, QRectF(self.rect()), (self.height() - 1) / 2, ground, edge)
        if self.hasFocus():
            paint_box(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), (self.height() - 3) / 2, edge=edge)
        spot = QRectF(_PAD, (self.height() - _ICON) / 2, _ICON, _ICON)
        if self.is_spinning:
            self.spinner.paint(painter, spot.adjusted(1, 1, -1, -1), theme.current().colour("teal"))
        else:
            icon = STATE_ICONS[self._state][0] if self._state in _ROLES else self._look.icon
            icons.paint(painter, icon, text, spot)
        words = QRectF(spot.right() + 4, 0, self.width() - spot.right() - 4 - _PAD + 1, self.height())
        paint_line(painter, self.text(), words, text, theme.ui_font(theme.SMALL))
