"""Ports to the conversation: what is said in it, by whom, with what in mind, and where it is kept."""

from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message
from deskpet.chat.read_marks import marks_of
from deskpet.features.host.program import Live
from deskpet.listeners import End, Listen, Listeners

if TYPE_CHECKING:
    from pathlib import Path

    from deskpet.chat.conversation import Conversation
    from deskpet.chat.messages import Notice
    from deskpet.chat.permission import Reads
    from deskpet.chat.proactive_answer import ProactiveTurn
    from deskpet.chat.recollection import Recall, Recollection
    from deskpet.config.settings import EndpointSettings
    from deskpet.llm.connections import Connection, ModelChoice
    from deskpet.store.facts import Fact

# Number of answers whose private facts can be shown.
_MAX_SENT = 50


class ConversationPort:
    """The conversation in the chat."""

    def __init__(
        self,
        conversation: "Conversation",
        session: Callable[[], str | None],
        prompt_reads: "Callable[[], Iterable[Reads]]",
        may_have_history: Callable[[], bool],
    ) -> None:
        """session: returns the id under which it is stored. prompt_reads: returns the marks of the prompt.

        may_have_history: returns whether a last conversation that can't be read yet may have messages.
        """
        self._conversation, self._session = conversation, session
        self._prompt_reads, self._may_have_history = prompt_reads, may_have_history
        self.add_message, self.amend, self.stop = conversation.add_message, conversation.amend_now, conversation.stop
        self.add_variant, self.choose = conversation.add_variant, conversation.choose
        self.listen_to = conversation.listen

    @property
    def messages(self) -> tuple[Message, ...]:
        """The shown messages, oldest first."""
        return self._conversation.messages

    @property
    def session(self) -> str:
        """The id under which it is stored; empty while it is not."""
        return self._session() or ""

    @property
    def reads(self) -> frozenset[str]:
        """The values of Reads that its answers may have read, with those of the prompt."""
        return frozenset({*marks_of(self.messages), *(each.value for each in self._prompt_reads())})

    @property
    def is_private(self) -> bool:
        """Whether nothing of it is kept."""
        return self._conversation.is_private

    @property
    def is_running(self) -> bool:
        """Whether an answer is being written."""
        return self._conversation.is_running

    @property
    def has_history(self) -> bool | None:
        """Whether the last conversation, which begins a start, has messages; None while it can't be read yet."""
        return None if not self.messages and self._may_have_history() else bool(self.messages)

    def listen(self, events: Mapping[type[TurnEvent], Callable[[Message], None]]) -> End:
        """Call a function with the answer after each event of its type."""
        return self._conversation.listen(on_event=lambda event, answer: events[type(event)](answer), events=events)


class PromptPort:
    """What the requests contain of the user, after the persona: facts, and lines that go with them.

    recall_by: returns before each turn the function that finds private facts for it; None for no facts.
    private_lines: return lines that go with the private facts, and only with them; an empty one adds nothing.
    """

    def __init__(self) -> None:
        self.recall_by: Callable[[], Recall | None] = lambda: None
        self.private_lines: list[Callable[[], str]] = []
        self._last: tuple[str, ...] = ()
        # By the ids of the answers, the oldest first. Kept in memory only, like the requests.
        self._sent: dict[str, tuple[str, ...]] = {}

    @property
    def recall(self) -> "Recall | None":
        """The port through which a turn reads facts; None while nothing may be told."""
        find = self.recall_by()
        if find is None:
            return None

        async def recall(question: str) -> "Recollection":
            found = await find(question)
            for line in self.private_lines:
                found = found.with_line(line())
            self._last = found.lines
            return found

        return recall

    def on_facts_included(self, _: TurnEvent, answer: Message) -> None:
        """Keep what was told for an answer."""
        self._sent[answer.id] = self._last
        for message_id in tuple(self._sent)[:-_MAX_SENT]:
            del self._sent[message_id]

    def sent(self, message_id: str) -> tuple[str, ...]:
        """Return what the request of an answer contained of the user, one line each; none if it is too long ago."""
        return self._sent.get(message_id, ())


@dataclass(frozen=True, slots=True)
class GreetingSentences:
    """Translated sentences for a greeting of the present moment.

    day: of a day that is special, for the first greeting of it; else empty. mood: those that fit her mood, none while
    she is calm.
    """

    day: str = ""
    mood: tuple[str, ...] = ()


class OccasionsPort:
    """What she may speak of first.

    event_sources: return remembered events, and are asked from time to time. sentences: returns what a greeting may
    choose from, besides the sentences for the hour. greeted: called after each greeting. work_ended: called with the
    names of a coding agent and of its folder, and the seconds that its task took.
    """

    def __init__(self) -> None:
        self.event_sources: list[Callable[[], Awaitable[Sequence[Fact]]]] = []
        self.sentences: Callable[[], GreetingSentences] = GreetingSentences
        self.greeted, self.work_ended = Listeners[[]](), Listeners[[str, str, float]]()

    async def events(self) -> "list[Fact]":
        """Return the remembered events of all sources. Raises StoreError."""
        return [fact for source in self.event_sources for fact in await source()]


@dataclass(frozen=True, kw_only=True)
class TurnsPort:
    """What she says without a question."""

    has_model: Live[bool] = Live()
    """Whether a model can be asked for words; the offline companion has none."""
    endpoint: "Live[EndpointSettings]" = Live()
    """The server and the model that answer in the open conversation."""
    choose_model: "Callable[[ModelChoice], object]"
    """Let another model answer in the open conversation, as the menu of the models does."""
    read_models: "Callable[[Connection], Coroutine[Any, Any, str]]"
    """Read the list of a connection's models; it returns why that failed, or an empty text."""
    is_busy: Live[bool] = Live()
    """Whether a turn runs, or something stands in the chat's place."""
    listen_ended: "Listen[[]]"
    """Calls a function after each turn, before one that waits begins."""
    speak: "Callable[[str, Notice, tuple[str, ...]], Coroutine[Any, Any, ProactiveTurn]]"
    """Run a turn without a question, unless another turn runs.

    It gets the reason, which stands in the prompt, the notice that her message begins with, and the values of Reads of
    the reason.
    """
    new_conversation: "Callable[[ModelChoice | None], tuple[Conversation, str]]"
    """Return another conversation, and the id under which it is stored; empty if it is not.

    It gets another model, whose conversation is not stored; None is the model that answers. While the conversation on
    screen is private, the other one is private too. Calls that need an approval are refused in it.
    """
    answering: Live[frozenset[str]] = Live()
    """The ids of the stored conversations besides the open one in which she answers."""
    listen_to_answering: Listen[[]]
    """Call a function when `answering` has changed, or such an answer has ended."""
    new_companion_conversation: "Callable[[], Conversation]"
    """Return a conversation with the offline companion, who introduces herself and moves while she talks.

    It is not stored, and no endpoint is used.
    """


@dataclass(frozen=True, kw_only=True)
class SessionsPort:
    """The stored conversations, of which one is shown."""

    speaker: Live[str] = Live()
    """The name of the one whose conversations are listed; empty if all are."""
    shown: Live[str] = Live()
    """The id of the one on screen, empty while it is not stored. She may be answering in another, open one."""
    is_private: Live[bool] = Live()
    """Whether nothing of the one on screen is kept."""
    listen_to_reading: Listen[[]]
    """Call a function when another one than the open one is put on screen, or no longer is."""
    begin: Callable[[], object]
    """Begin a new conversation, as the button of the chat does."""
    begin_private: Callable[[], object]
    """Begin a private conversation."""
    leave: Callable[[Collection[str]], object]
    """Let another character begin a new one where she has one of these open."""
    open: Callable[[str], Coroutine[Any, Any, None]]
    """Open one with its draft. While she answers in another one, it is only read. Raises StoreError."""
    show: Callable[[str], object]
    """Open one in the background; a toast tells of an error."""
    open_at: Callable[[str, str, str], Coroutine[Any, Any, None]]
    """Open one at a message with these words highlighted, or say that it is gone. Raises StoreError."""
    flush: Callable[[], object]
    """Queue the writes of all that waits, with the draft. Call it only with an open store."""
    reload: Callable[[], Coroutine[Any, Any, None]]
    """Show the open conversation as it is stored now, after it was changed there. Raises StoreError.

    While she answers in it, that is done after the answer.
    """
    export: "Callable[[Path], Coroutine[Any, Any, None]]"
    """Write all to a JSON file, also what is open. Raises StoreError. Call it only with an open store."""
    erase: Callable[[], Coroutine[Any, Any, None]]
    """Erase all for good, with drafts and backups, also what is open. Call it only with an open store.

    Raises StoreError if the file can't be written, and RuntimeError while an answer streams.
    """
