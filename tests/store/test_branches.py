"""Random actions on branches: the shown, the stored and the reopened conversation are the same."""

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import Deletion, MessageTree
from deskpet.chat.messages import Message
from deskpet.store import Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with
from tests.support.examples import examples

DAYS = 3 * 24 * 3600
ACTIONS = ("send", "edit", "regenerate", "choose", "delete", "undo", "reopen")
# Start with a few questions; a short conversation has few cases.
STEPS = st.builds(
    lambda begun, then: [("send", number) for number in range(begun)] + then,
    st.integers(0, 4),
    st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 1000)), max_size=20),
)


class Person:
    """Performs the steps that are possible in the present conversation."""

    def __init__(self, file: Path) -> None:
        self.now = 0.0
        self.file = file
        self.deletions: list[Deletion] = []
        self.open()

    def clock(self) -> float:
        self.now += 1
        return self.now

    def open(self) -> None:
        self.store = Store(self.file, clock=self.clock)
        self.talk: Conversation = conversation_with(EchoModel(), self.clock)
        self.recorder = Recorder(self.store, self.talk, self.clock)
        if saved := self.store.last():
            self.recorder.show(saved)

    def close(self) -> None:
        self.recorder.flush()
        self.store.close()

    async def do(self, step: str, number: int) -> None:
        said = self.talk.messages
        one = said[number % len(said)] if said else None
        match step:
            case "send":
                await self.talk.send(f"question {number}")
            case "edit" if one:
                await self.talk.edit(said[number % len(said) // 2 * 2].id, f"edited {number}")
            case "regenerate" if one:
                await self.talk.regenerate(said[number % len(said) // 2 * 2 + 1].id)
            case "choose" if one:
                ids = self.talk.variants_of(one.id).ids
                self.talk.choose(ids[number % len(ids)])
            case "delete" if one:
                self.deletions.append(self.talk.delete(one.id))
            case "undo" if self.deletions:
                with suppress(ValueError):
                    self.talk.undo(self.deletions.pop(number % len(self.deletions)))
            case "reopen":
                self.close()
                self.open()
            case _:
                pass

    async def check(self) -> None:
        """Check that the shown path is valid, and equal to the stored one."""
        said = self.talk.messages
        assert [message.role for message in said] == ["user", "assistant"] * (len(said) // 2)
        self.recorder.flush()
        if self.recorder.session:
            saved = await self.store.load(self.recorder.session)
            kept = MessageTree(saved.nodes, saved.leaf)
            assert kept.path == said
            assert [kept.variants(each.id) for each in said] == self.places(said)

    def places(self, said: tuple[Message, ...]) -> list:
        return [self.talk.variants_of(each.id) for each in said]


@settings(max_examples=examples(60))
@given(STEPS)
def test_shown_stored_and_reopened_conversations_are_equal(steps):
    async def life(folder: Path) -> None:
        person = Person(folder / "talks.db")
        for step, number in steps:
            await person.do(step, number)
            await person.check()
        said = person.talk.messages
        places = person.places(said)
        person.close()
        # Deleted messages are purged by now, which does not change the others.
        person.now += DAYS
        person.open()
        assert person.talk.messages == said
        assert person.places(said) == places
        person.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(life(Path(folder)))


@settings(max_examples=examples(60))
@given(STEPS)
def test_a_deletion_undone_at_once_changes_nothing(steps):
    async def life(folder: Path) -> None:
        person = Person(folder / "talks.db")
        for step, number in steps:
            await person.do(step, number)
            said = person.talk.messages
            places = person.places(said)
            if said:
                person.talk.undo(person.talk.delete(said[number % len(said)].id))
                assert person.talk.messages == said
                assert person.places(said) == places
        await person.check()
        person.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(life(Path(folder)))
