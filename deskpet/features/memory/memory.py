"""The memory of facts about the user, as turns, tools and views use it: recall, remember, search, forget and learn."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import chain, zip_longest
from sqlite3 import Connection

from deskpet.chat.messages import Message
from deskpet.chat.model import ChatModel
from deskpet.chat.permission import Reads
from deskpet.chat.recollection import Recollection
from deskpet.chat.reduce import Clock
from deskpet.features.memory import extraction, prompt_block
from deskpet.features.memory.access import has_secret
from deskpet.features.memory.extraction import Source, is_said, normalized_about
from deskpet.features.memory.prompt_block import Budget
from deskpet.store import SearchHit, Store, StoreError, facts
from deskpet.store.facts import Fact, FactKind
from deskpet.text.local_time import parse_local_time
from deskpet.translation import tr

MAX_HITS = 8
LONGEST_TEXT = 500
# Hits that are read before those outside of the wanted time are left out.
_MAX_READ = 100
_LONGEST_QUERY = 200
_MAX_AGE_SECONDS = 7 * 24 * 3600


class NotRemembered(Exception):
    """A fact can't be kept. `code` is for programs; the message tells a model the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class OpenConversation:
    """The conversation that is open: its messages, its id, its persona as in Fact, and the values of its Reads.

    server: the address of the server that answers in it.
    """

    messages: tuple[Message, ...] = ()
    session: str = ""
    persona: str | None = None
    reads: frozenset[str] = frozenset()
    server: str = ""


# Events among which those of today are looked for.
_MAX_EVENTS = 100

Hit = Fact | SearchHit


class Memory:
    """The facts of a store, seen from the open conversation. Methods raise StoreError unless they say otherwise."""

    def __init__(
        self, store: Callable[[], Store | None], conversation: Callable[[], OpenConversation], clock: Clock = time.time
    ) -> None:
        """`store` returns the open store, or None while it is opened."""
        self._find_store, self._conversation, self._clock = store, conversation, clock

    @property
    def _store(self) -> Store:
        if store := self._find_store():
            return store
        raise StoreError(tr("The conversations are not open yet. Try again soon."))

    async def recall(self, question: str, budget: Budget) -> Recollection:
        """Return the facts for the request that answers `question`. Does not raise."""
        persona = self._conversation().persona
        try:
            return await self._store.query(
                partial(prompt_block.recollect, question=question, persona=persona, budget=budget)
            )
        except StoreError as error:
            return Recollection(problem=str(error))

    async def events(self) -> tuple[Fact, ...]:
        """Return the newest facts about events that hold and that the present persona knows."""
        return await self._store.query(partial(facts.events, persona=self._conversation().persona, limit=_MAX_EVENTS))

    async def texts(self, fact_ids: Sequence[str]) -> tuple[str, ...]:
        """Return the texts of those facts that are still there."""

        def read(database: Connection) -> tuple[str, ...]:
            found = (facts.find_id(database, fact_id) for fact_id in fact_ids)
            return tuple(fact.text for fact in found if fact)

        return await self._store.query(read)

    async def remember(self, text: str, quote: str, about: str = "", kind: FactKind = "other") -> Fact:
        """Keep a fact that the user asked for, which `quote`, the user's own words, has to state.

        In a conversation that has read foreign text it only waits for the user's confirmation. Raises NotRemembered.
        """
        conversation, text = self._conversation(), " ".join(text.split())
        if not text or len(text) > LONGEST_TEXT:
            raise NotRemembered("invalid_text", f"A fact has 1 to {LONGEST_TEXT} characters.")
        if has_secret(text, about, quote):
            raise NotRemembered(
                "secret", "Passwords, keys and numbers of cards are never remembered. Tell the user so."
            )
        questions = (each for each in reversed(conversation.messages) if each.is_by_user)
        source = next(
            (each for each in questions if quote.strip() and is_said(quote.strip(), each.text, may_ask=True)), None
        )
        if source is None:
            reason = "The quote is not a statement of the user's. Copy it letter by letter from the user's message."
            raise NotRemembered("not_said", reason)
        fact = Fact(
            text,
            normalized_about(about),
            kind,
            persona=None if kind == "identity" else conversation.persona,
            quote=quote.strip(),
            session=conversation.session,
            message=source.id,
            said_at=source.created_at or self._clock(),
            state="proposed" if Reads.FOREIGN.value in conversation.reads else "kept",
            reads=tuple(sorted(conversation.reads)),
        )
        if not await self._store.change(partial(facts.add, fact=fact)):
            raise NotRemembered("known", "This is known already.")
        return fact

    async def undo_remember(self, fact_id: str) -> bool:
        """Erase a fact, and let the one hold again that it replaced. Returns whether it was there."""
        return await self._store.change(partial(facts.undo_add, fact_id=fact_id))

    async def change(self, work: Callable[[Connection], object]) -> None:
        """Change the facts, for example with `undo_learn`."""
        await self._store.change(work)

    async def forget(self, fact_id: str) -> Fact | None:
        """Hide a fact, which is erased after a day, and return it; None if there is none. `restore` reverts it."""
        at = self._clock()

        def work(database: Connection) -> Fact | None:
            fact = facts.find_id(database, fact_id)
            return fact if fact and facts.mark_deleted(database, fact_id, at) else None

        return await self._store.change(work)

    async def restore(self, fact_id: str) -> bool:
        """Restore a forgotten fact. Returns whether it was still there."""
        return await self._store.change(partial(facts.mark_deleted, fact_id=fact_id, at=None))

    async def search(self, words: str, since: str = "", until: str = "") -> tuple[Hit, ...]:
        """Return the facts and the messages of other conversations that match, the best of each in turn.

        since, until: the first and the last day, or moment, in ISO 8601; empty for no limit.
        """
        words, conversation = words[:_LONGEST_QUERY], self._conversation()
        first, last = _moment(since), _moment(until, is_end=True)
        found = await self._store.query(
            partial(facts.find, text=words, persona=conversation.persona, limit=_MAX_READ, with_past=True)
        )
        said = [
            each for each in await self._messages(words) if each.message_id and each.session_id != conversation.session
        ]
        in_facts = [each for each in found if (first or 0.0) <= each.said_at <= (last or each.said_at)]
        in_messages = [each for each in said if (first or 0.0) <= each.at <= (last or each.at)]
        pairs = chain.from_iterable(zip_longest(in_facts, in_messages))
        return tuple(each for each in pairs if each is not None)[:MAX_HITS]

    async def _messages(self, words: str) -> list[SearchHit]:
        """Return the messages with all of the words, or else with any of them."""
        hits = await self._store.search(words, _MAX_READ)
        if hits or len(words.split()) < 2:
            return list(hits)
        each_word = [await self._store.search(word, MAX_HITS) for word in words.split()[:MAX_HITS]]
        return list({hit.message_id: hit for found in each_word for hit in found}.values())

    async def learn(
        self, model: ChatModel, conversation: OpenConversation, *, asks: bool = False, least: int = 1
    ) -> tuple[Fact, ...]:
        """Learn from the user's new messages of a conversation. Raises NoAnswer.

        Returns the new facts, and those that are past by now, which have `valid_to`. A deleted conversation and
        messages of more than a week ago teach nothing: who opens an old conversation expects no request. If one of the
        messages or all memories are erased while the model answers, nothing is learned.

        asks: each fact waits for the user's confirmation. least: with fewer new messages nothing is done.
        """
        oldest = self._clock() - _MAX_AGE_SECONDS
        said = (each for each in conversation.messages if each.is_by_user and each.created_at >= oldest)
        questions = {each.id: each for each in said}
        unlearned = partial(facts.unlearned, message_ids=tuple(questions), session=conversation.session)
        new = await self._store.query(unlearned)
        if len(new) < max(least, 1):
            return ()
        text = "\n".join(questions[each].text for each in questions if each in new)
        known = await self._store.query(
            partial(_nearest, text=text[-_LONGEST_QUERY * 10 :], persona=conversation.persona)
        )
        source = Source(conversation.messages, new, conversation.session, conversation.persona, conversation.reads)
        learned = await extraction.learn(model, source, known, asks=asks)
        at = self._clock()

        def work(database: Connection) -> tuple[Fact, ...]:
            if unlearned(database) != new:
                return ()
            facts.mark_learned(database, new)
            ended = (facts.end(database, fact_id, at) for fact_id in learned.ended)
            return (*(fact for fact in ended if fact), *facts.learn(database, learned.facts))

        return await self._store.change(work)


def undo_learn(database: Connection, learned: Sequence[Fact]) -> None:
    """Erase facts that `Memory.learn` returned, and let those hold again that it ended."""
    for fact in learned:
        undo = facts.undo_add if fact.valid_to is None else facts.undo_end
        undo(database, fact.id)


def _nearest(database: Connection, text: str, persona: str | None) -> tuple[Fact, ...]:
    """Return the known facts that a text is most likely about."""
    most = extraction.MAX_KNOWN
    found = (*facts.find(database, text, persona, most), *facts.newest(database, persona, most))
    return tuple({fact.id: fact for fact in found}.values())[:most]


def _moment(text: str, *, is_end: bool = False) -> float | None:
    """Return the Unix time of a day or a moment; the end of the day if it `is_end`. None if the text is no such."""
    moment = parse_local_time(text)
    if moment is None:
        return None
    is_day = len(text.strip()) <= len("2026-01-01")
    return (moment + timedelta(days=1) if is_end and is_day else moment).timestamp()
