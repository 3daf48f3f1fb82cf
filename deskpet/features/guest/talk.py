"""Two characters answer one another: what one has said goes to the other as a message, one turn at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from deskpet.features.host import SpeakingCharacter

if TYPE_CHECKING:
    from deskpet.chat.messages import Message


@dataclass(frozen=True, slots=True)
class TalkLimits:
    """When a talk ends by itself: after so many answers, or when it has taken so many tokens."""

    answers: int
    tokens: int


class TalkEnd(Enum):
    """Why a talk has ended."""

    LIMIT = auto()
    """It has had all its answers or its tokens."""
    STOPPED = auto()
    """The user has stopped it, or has said something, or another turn runs."""
    FAILED = auto()
    """An answer failed, which can be asked for again."""
    NOTHING_SAID = auto()
    """There is no answer to pass on."""
    PRIVATE = auto()
    """One of the conversations is private, the other is not: nothing of it may be kept there."""


class Talk:
    """The talk of two characters, in a conversation of each.

    answers, tokens: how many there were. speaker: the one who answers now, or was the last one to.
    """

    def __init__(
        self,
        first: SpeakingCharacter,
        second: SpeakingCharacter,
        limits: TalkLimits,
        on_turn: Callable[["Talk"], object] = lambda _: None,
    ) -> None:
        """on_turn: called before each answer."""
        self._both, self.limits, self._on_turn = (first, second), limits, on_turn
        self.answers = self.tokens = 0
        self.speaker = first
        self._is_stopped = False

    def other(self, character: SpeakingCharacter) -> SpeakingCharacter:
        """Return the one who stands beside a character."""
        first, second = self._both
        return second if character is first else first

    def stop(self) -> None:
        """End the talk, and the answer that is being written or read aloud."""
        self.end_after_answer()
        for each in self._both:
            each.silence()
        if self.speaker.conversation.is_running:
            self.speaker.conversation.stop()

    def end_after_answer(self) -> None:
        """End the talk after the answer that is being written: the user has said something."""
        self._is_stopped = True

    async def run(self, last: SpeakingCharacter, *, again: bool = False) -> TalkEnd:
        """Pass the last answer of one to the other, and so on, until something ends it.

        again: the other one has answered, and is to answer once more, as that failed.
        """
        sessions = {id(each): each.conversation.session for each in self._both}
        while True:
            listener = self.other(last)
            if (end := self._end_before(last)) is not None:
                return end
            self.speaker = listener
            self._on_turn(self)
            await last.heard()
            # Another conversation may have been opened meanwhile.
            is_elsewhere = any(sessions[id(each)] not in ("", each.conversation.session) for each in self._both)
            if self._is_stopped or is_elsewhere or listener.is_busy:
                return TalkEnd.STOPPED
            if (end := self._end_before(last)) is not None:
                return end
            if again:
                answer, tokens = await listener.ask_again()
            else:
                said, reads = f"{last.name}: {_last_words(last)}", tuple(sorted(last.conversation.reads))
                answer, tokens = await listener.ask(said, reads)
            again = False
            sessions = {id(each): each.conversation.session for each in self._both}
            self.answers, self.tokens = self.answers + 1, self.tokens + tokens
            if (end := self._end_after(answer)) is not None:
                return end
            last = listener

    def _end_before(self, last: SpeakingCharacter) -> TalkEnd | None:
        """Return why what a character has said last is not passed on; None if it is."""
        if len({each.conversation.is_private for each in self._both}) > 1:
            return TalkEnd.PRIVATE
        return None if _last_words(last) else TalkEnd.NOTHING_SAID

    def _end_after(self, answer: "Message | None") -> TalkEnd | None:
        if answer is None or self._is_stopped:
            return TalkEnd.STOPPED
        if answer.ended != "stop":
            return TalkEnd.FAILED
        is_over = self.answers >= self.limits.answers or self.tokens >= self.limits.tokens
        return TalkEnd.LIMIT if is_over else None


def _last_words(character: SpeakingCharacter) -> str:
    """Return what a character has said last, empty if somebody else has."""
    messages = character.conversation.messages
    is_hers = bool(messages) and messages[-1].role == "assistant" and messages[-1].ended == "stop"
    # Some models imitate the form in which the other one's words reach them.
    return messages[-1].text.strip().removeprefix(f"{character.name}:").lstrip() if is_hers else ""
