"""Show bubbles beside her: what she says outside of the chat, one at a time, and those of other programs."""

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt

from deskpet.listeners import End
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow

if TYPE_CHECKING:
    from deskpet.ui.pet.floating_bubble import FloatingBubble
    from deskpet.ui.pet.speech_bubble import SpeechBubble


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
            changed.connect(self._place)
            changed.connect(self.place)
        pet.hidden.connect(self.close)

    @property
    def is_reminding(self) -> bool:
        """Whether the bubble is of something that the user has asked for."""
        return bool(self.bubble and self.bubble.is_asked_for)

    def show(self, bubble: "SpeechBubble") -> None:
        """Show a bubble in place of the one before."""
        self.close()
        self.bubble = bubble
        bubble.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        bubble.gone.connect(self.close)
        self._place()
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
        bubble.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.place()
        bubble.show()

        def end() -> None:
            if shown in self._others:
                self._others.remove(shown)
                bubble.close()

        return end

    def place(self) -> None:
        """Place the bubbles of other programs where they cover neither the chat nor each other."""
        pet, taken = self._pet.geometry(), [self._chat_geometry()]
        for _, bubble in self._others:
            bubble.place_beside(pet, free_area(pet), *taken)
            taken.append(bubble.geometry())

    def _place(self) -> None:
        if self.bubble:
            pet = self._pet.geometry()
            self.bubble.place_beside(pet, free_area(pet), self._chat_geometry())
