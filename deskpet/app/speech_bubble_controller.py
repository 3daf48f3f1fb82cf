"""Show what she says outside of the chat in a bubble beside her, one at a time."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt

from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow

if TYPE_CHECKING:
    from deskpet.ui.pet.speech_bubble import SpeechBubble


class SpeechBubbleController(QObject):
    """Places the bubble beside the character, and closes it with her. `bubble` is on screen, or None."""

    def __init__(self, pet: PetWindow, chat_geometry: Callable[[], QRect]) -> None:
        """chat_geometry: returns where the chat is on the desktop, an empty rectangle while it is hidden."""
        super().__init__()
        self._pet, self._chat_geometry = pet, chat_geometry
        self.bubble: SpeechBubble | None = None
        for changed in (pet.moved, pet.outline_changed, pet.placement.repositioned):
            changed.connect(self._place)
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

    def _place(self) -> None:
        if self.bubble:
            pet = self._pet.geometry()
            self.bubble.place_beside(pet, free_area(pet), self._chat_geometry())
