"""Remember which model the open conversation was switched to."""

from collections.abc import Callable

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message
from deskpet.listeners import End, Listeners
from deskpet.llm.connections import ModelChoice, RememberedModels


class ConversationModel:
    """The choice of the open conversation. That of a new one is kept with its first message, of a private one never."""

    def __init__(self, conversation: Conversation, kept: RememberedModels, session: Callable[[], str | None]) -> None:
        """`session` returns the id of the open conversation, None for one that is not kept (yet)."""
        self._conversation, self._kept, self._session = conversation, kept, session
        self._choice: ModelChoice | None = None
        # The id of the first message tells conversations apart: a session has its id only after it was opened.
        self._first_message = ""
        self._is_read = False
        self._changed = Listeners[[]]()
        conversation.listen(self._on_begun, on_path=self._on_path)

    def listen(self, on_changed: Callable[[], object]) -> End:
        """Call `on_changed` when another choice may apply. Returns what ends that."""
        return self._changed.add(on_changed)

    @property
    def choice(self) -> ModelChoice | None:
        """The choice of the open conversation; None if it follows the settings."""
        session = self._session()
        if session and not self._is_read:
            self._is_read = True
            self._choice = self._choice or self._kept.choice_of(session)
        return self._choice

    def choose(self, choice: ModelChoice | None) -> None:
        """Remember a choice for the open conversation; None lets it follow the settings."""
        self._choice, self._is_read = choice, True
        self._keep()
        self._changed()

    def forget_all(self) -> None:
        """Forget the choices of all conversations, which were erased."""
        self._kept.forget_all()
        self._choice = None
        self._changed()

    def _keep(self) -> None:
        session = self._session()
        if session and not self._conversation.is_private:
            self._kept.remember(session, self._choice)

    def _on_begun(self, message: Message) -> None:
        if not self._first_message:
            self._first_message = message.id
            if self._choice:
                self._keep()

    def _on_path(self, messages: tuple[Message, ...]) -> None:
        first = messages[0].id if messages else ""
        if not first or first != self._first_message:
            self._first_message, self._choice, self._is_read = first, None, False
            self._changed()
