"""Port to a second character: a chat and a conversation of her own, in the same program."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from deskpet.features.host.program import Live

if TYPE_CHECKING:
    from pathlib import Path

    from deskpet.chat.messages import Message
    from deskpet.features.host.conversation import ConversationPort
    from deskpet.ui.chat.window import ChatWindow
    from deskpet.ui.pet.window import PetWindow
    from deskpet.ui.stage import Stage


@dataclass(frozen=True, kw_only=True)
class SpeakingCharacter:
    """A character who answers in a chat."""

    name: Live[str] = Live()
    """The name of the one who speaks."""
    window: "PetWindow"
    """Her window."""
    stage: "Stage"
    """Her expressions and motions."""
    chat: "ChatWindow"
    """Her chat."""
    conversation: "ConversationPort"
    """The conversation in it."""
    is_busy: Live[bool] = Live()
    """Whether a turn runs in it, or is about to."""
    ask: "Callable[[str, tuple[str, ...]], Coroutine[Any, Any, tuple[Message | None, int]]]"
    """Send what the other one has said, with its values of Reads; return the answer with its tokens.

    None if a turn runs already, or if the answer was stopped. She has no tools but those that move her.
    """
    heard: Callable[[], Coroutine[Any, Any, None]]
    """Wait until her answer was heard, if she reads it aloud."""
    silence: Callable[[], object]
    """Stop reading it aloud."""
    ask_again: "Callable[[], Coroutine[Any, Any, tuple[Message | None, int]]]"
    """Answer the last question once more, as `ask`."""


class GuestChatPort(Protocol):
    """The chat of the second character."""

    @property
    def character(self) -> SpeakingCharacter:
        """Return the character who answers in it."""
        ...

    def show_character(self) -> None:
        """Show her name, her face and who answers."""
        ...

    async def close(self) -> None:
        """Stop her answer, write what has to be kept, and close the chat."""
        ...


@dataclass(frozen=True, slots=True)
class GuestsPort:
    """What a second character is made of, who stands beside the first one.

    first: the first one. open: opens a chat for a second one, with her window, her stage, and the folder of her model;
    her persona is that of the settings. Call it only with an open store, and for one at a time.
    """

    first: SpeakingCharacter
    open: "Callable[[PetWindow, Stage, Path], Coroutine[Any, Any, GuestChatPort]]"
