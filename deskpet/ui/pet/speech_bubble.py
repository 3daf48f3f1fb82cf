"""Bubble beside the character for what she says outside of the chat. It takes no focus and fades by itself."""

from collections.abc import Callable
from enum import IntEnum

from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout

from deskpet.listeners import End
from deskpet.translation import tr
from deskpet.ui.pet.floating_bubble import FloatingBubble, bubble_button
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.animation import FadeAnimation
from deskpet.ui.widgets.form import text_label

# How long it is shown, in ms: a fixed time, and more for each character.
_SHOWN_MS, _CHARACTER_MS, _LONGEST_MS = 12_000, 80, 40_000
# While the pointer is over it, it stays.
_HOVER_MS = 2000
# Longer words are read in the chat.
_MAX_TEXT = 280


class SpeechBubble(FloatingBubble):
    """Her words; a click opens the chat.

    opened: Emitted if the user clicks the words.
    postponed: Emitted by "Not now".
    lessened: Emitted by "Less often".
    gone: Emitted when it is faded or closed.
    """

    opened = Signal()
    postponed = Signal()
    lessened = Signal()
    gone = Signal()
    accessible_role = QAccessible.Role.Notification
    content_width = 270

    def __init__(self, name: str, text: str, *, is_asked_for: bool = False) -> None:
        """name: of the one who speaks. is_asked_for: the user wants it, so that there is no "Not now"."""
        super().__init__("spoken_bubble", "accent")
        self.is_asked_for = is_asked_for
        shown = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT].rstrip()}…"
        self.setWindowTitle(name)
        self.setAccessibleName(tr("{name} says: {text}", name=name, text=shown))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tr("Open the chat"))
        self._fade = FadeAnimation(self, self.setWindowOpacity, theme.SLOW)
        self._fade.gone.connect(self.gone)
        self.column.addLayout(self._head(name))
        self.column.addWidget(text_label(shown, "spoken_text"))
        if not is_asked_for:
            self.column.addLayout(self._buttons())
        length = min(_SHOWN_MS + len(shown) * _CHARACTER_MS, _LONGEST_MS)
        self._time = QTimer(self, singleShot=True, interval=length)
        self._time.timeout.connect(self._on_timeout)
        self._time.start()

    def _head(self, name: str) -> QHBoxLayout:
        line = QHBoxLayout()
        self.close_button = icons.IconButton("close", tr("Close"), self)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.close_button.clicked.connect(self.gone)
        line.addWidget(text_label(name, "spoken_name"), 1)
        line.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def _buttons(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        self.later_button = bubble_button("spoken_later", tr("Not now"), "link", tr("She says nothing for some hours"))
        self.less_button = bubble_button("spoken_less", tr("Less often"), "link", tr("She speaks first less often"))
        self.later_button.clicked.connect(self.postponed)
        self.less_button.clicked.connect(self.lessened)
        line.addStretch(1)
        line.addWidget(self.later_button)
        line.addWidget(self.less_button)
        return line

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.opened.emit()
        super().mouseReleaseEvent(event)

    def _on_timeout(self) -> None:
        if self.underMouse():
            self._time.start(_HOVER_MS)
        else:
            self._fade.to(0.0)


class BubbleRank(IntEnum):
    """Which bubble gets the place beside her first, where several are shown."""

    PERMISSION = 1
    """A request of an agent that the user answers."""
    NOTE = 2
    """A request that is answered elsewhere."""
    QUESTION = 3
    """A question of another program."""
    WORDS = 4
    """Words of another program."""


class Bubbles(QObject):
    """Places the bubbles beside the character, and closes her own with her. `bubble` is on screen, or None.

    It is a port of the host.
    """

    def __init__(self, pet: PetWindow, chat_geometry: Callable[[], QRect]) -> None:
        """chat_geometry: returns where the chat is on the desktop, an empty rectangle while it is hidden."""
        super().__init__()
        self._pet, self._chat_geometry = pet, chat_geometry
        self.bubble: SpeechBubble | None = None
        self._others: list[tuple[BubbleRank, FloatingBubble]] = []
        for changed in (pet.moved, pet.outline_changed, pet.placement.repositioned):
            changed.connect(self.place)
        pet.hidden.connect(self.close)

    @property
    def is_reminding(self) -> bool:
        """Whether the bubble is of something that the user has asked for."""
        return bool(self.bubble and self.bubble.is_asked_for)

    @property
    def is_any_shown(self) -> bool:
        """Whether a bubble is on screen, also one of another program."""
        return self.bubble is not None or bool(self._others)

    def show(self, bubble: "SpeechBubble") -> None:
        """Show a bubble in place of the one before."""
        self.close()
        self.bubble, bubble.character = bubble, self._pet
        bubble.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        bubble.gone.connect(self.close)
        self.place()
        bubble.show()

    def close(self) -> None:
        """Close the bubble, if there is one."""
        bubble, self.bubble = self.bubble, None
        if bubble:
            bubble.close()

    def show_beside(self, bubble: "FloatingBubble", rank: BubbleRank) -> End:
        """Show a bubble of another program; those of a later rank make room for it. The end closes it."""
        shown = (rank, bubble)
        self._others = sorted([*self._others, shown], key=lambda other: other[0])
        bubble.character = self._pet
        bubble.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.place()
        bubble.show()

        def end() -> None:
            if shown in self._others:
                self._others.remove(shown)
                bubble.close()

        return end

    def place(self) -> None:
        """Place her bubble beside the chat, and those of other programs where they don't cover each other either."""
        pet, taken = self._pet.geometry(), [self._chat_geometry()]
        if self.bubble:
            self.bubble.place_beside(pet, free_area(pet), *taken)
        for _, bubble in self._others:
            bubble.place_beside(pet, free_area(pet), *taken)
            taken.append(bubble.geometry())
