"""The pet follows the conversation: with her mood, her eyes, the line below her, and the chat's place beside her."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message
from deskpet.pet.mood import MoodActivity
from deskpet.pet.turn_reactions import react
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.activity import ActivityLine, activity_of
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.widgets import language


class PetLink:
    """Joins the pet to the conversation and to the chat. `activity` is the line below her."""

    def __init__(
        self, pet: PetWindow, chat: ChatWindow, conversation: Conversation, look_of: Callable[[str], ToolLook]
    ) -> None:
        self._pet, self._chat, self._look_of = pet, chat, look_of
        self.activity = ActivityLine()
        self._answer: Message | None = None  # the one that grows
        conversation.listen(lambda _: None, self._hear)
        chat.composer.field.textChanged.connect(pet.presence.note_typing)
        pet.set_chat_locator(self._what_to_look_at)
        pet.moved.connect(self._follow)
        chat.resized.connect(self.stand_together)
        language.keep_translated(self.activity, self._tell)

    def stand_together(self) -> None:
        """Put the chat beside the pet, and the line below her."""
        self._follow(self._pet.geometry())

    def close(self) -> None:
        """Nothing is told of any more."""
        self.activity.close()

    def _hear(self, event: TurnEvent, answer: Message) -> None:
        react(self._pet.presence, event, answer)
        self._answer = answer
        self._tell()

    def _tell(self) -> None:
        answer = self._answer if self._pet.isVisible() else None
        self.activity.tell(activity_of(answer, self._look_of) if answer else None)

    def _what_to_look_at(self) -> QRect | None:
        """The card of a tool that runs or asks, or else the chat as a whole; None where it is put away."""
        if not self._chat.isVisible():
            return None
        if self._pet.presence.mood.doing is MoodActivity.WATCHING:
            for card in self._chat.findChildren(ToolUseView):
                if card.property("state") in {"running", "waiting"} and card.isVisible():
                    return QRect(card.mapToGlobal(QPoint(0, 0)), card.size())
        return self._chat.geometry()

    def _follow(self, pet: QRect) -> None:
        screen = self._pet.screen() or QGuiApplication.primaryScreen()
        self._chat.place_beside(pet, screen.availableGeometry())
        self.activity.place_below(pet, screen.availableGeometry())
