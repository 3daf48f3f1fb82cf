"""Let the pet follow the conversation: mood, gaze, activity line, and the chat's position beside the pet."""

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
    """Connects the pet with the conversation and the chat window. `activity` is the line below the pet."""

    def __init__(
        self, pet: PetWindow, chat: ChatWindow, conversation: Conversation, look_of: Callable[[str], ToolLook]
    ) -> None:
        self._pet, self._chat, self._look_of = pet, chat, look_of
        self.activity = ActivityLine()
        self._answer: Message | None = None
        conversation.listen(lambda _: None, self._on_event)
        chat.composer.field.textChanged.connect(pet.presence.note_typing)
        pet.set_chat_locator(self._gaze_rect)
        pet.moved.connect(self._place_windows)
        chat.resized.connect(self.place_windows)
        language.keep_translated(self.activity, self._show_activity)

    def place_windows(self) -> None:
        """Place the chat beside the pet, and the activity line below it."""
        self._place_windows(self._pet.geometry())

    def close(self) -> None:
        """Close the activity line."""
        self.activity.close()

    def _on_event(self, event: TurnEvent, answer: Message) -> None:
        react(self._pet.presence, event, answer)
        self._answer = answer
        self._show_activity()

    def _show_activity(self) -> None:
        answer = self._answer if self._pet.isVisible() else None
        self.activity.tell(activity_of(answer, self._look_of) if answer else None)

    def _gaze_rect(self) -> QRect | None:
        """Return the global rectangle of the running or waiting tool card, else of the chat; None if it is hidden."""
        if not self._chat.isVisible():
            return None
        if self._pet.presence.mood.doing is MoodActivity.WATCHING:
            for card in self._chat.findChildren(ToolUseView):
                if card.property("state") in {"running", "waiting"} and card.isVisible():
                    return QRect(card.mapToGlobal(QPoint(0, 0)), card.size())
        return self._chat.geometry()

    def _place_windows(self, pet: QRect) -> None:
        screen = self._pet.screen() or QGuiApplication.primaryScreen()
        self._chat.place_beside(pet, screen.availableGeometry())
        self.activity.place_below(pet, screen.availableGeometry())
