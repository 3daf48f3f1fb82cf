"""`deskpet ask --session` beside a running pet, which keeps the conversation for the command."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import Store
from deskpet.store.message_handover import MessageHandover, insert, read
from deskpet.store.records import StoreError
from tests.app.running_pet import ChatServer, converse, running, type_and_send, write_settings
from tests.support.deskpet_process import data_folder, start
from tests.support.waiting import until

pytestmark = pytest.mark.window

SETTINGS = 'titles = "first_line"\n'


class Scene:
    """A pet that commands can call, and the server of both."""

    def __init__(self, talk: ChatController, pet: PetController, upstream: ChatServer, settings: Path) -> None:
        self.talk, self.pet, self.upstream, self._settings = talk, pet, upstream, settings

    def start(self, text: str, name: str):
        return start("ask", text, "--session", name, "--settings", str(self._settings))

    async def ask(self, text: str, name: str, answer: str) -> None:
        """Run the command to its end, which succeeds."""
        number = len(self.upstream.requests) + 1
        program = self.start(text, name)
        await until(lambda: len(self.upstream.requests) == number or program.poll() is not None)
        self.upstream.answer(answer)
        assert (await ended(program))[:2] == (0, f"{answer}\n")

    async def texts(self, name: str) -> list[str]:
        """Return the path of the conversation of this name."""
        assert self.talk.store
        (session,) = [each for each in await self.talk.store.sessions() if each.title == name]
        return [node.message.text for node in (await self.talk.store.load(session.id)).nodes]


async def ended(program) -> tuple[int, str, str]:
    await until(lambda: program.poll() is not None)
    out, err = program.communicate()
    return program.returncode, out, err


@asynccontextmanager
async def scene(folder: Path) -> AsyncGenerator[Scene]:
    lock, upstream = InstanceLock(data_folder()), ChatServer()
    assert lock.acquire() is LockResult.HELD
    settings = write_settings(folder, await upstream.start(), SETTINGS)
    pet = PetController(settings, offline=False, lock=lock)
    try:
        async with running(pet, upstream) as talk:
            await until(lambda: talk.store is not None)
            yield Scene(talk, pet, upstream, settings)
    finally:
        lock.release()


async def test_a_conversation_of_the_command_goes_on_and_is_kept_by_the_pet(tmp_path: Path) -> None:
    async with scene(tmp_path) as it:
        await it.ask("My name is Ada", "Trip to Kyoto", "Hello Ada.")
        await it.ask("Who am I?", "trip to kyoto", "You are Ada.")
        said = [each["content"] for each in it.upstream.requests[-1]["messages"] if each["role"] != "system"]
        assert said == ["My name is Ada", "Hello Ada.", "Who am I?"]
        assert await it.texts("Trip to Kyoto") == ["My name is Ada", "Hello Ada.", "Who am I?", "You are Ada."]
        # What the user talks about with her meanwhile is not touched.
        assert it.talk.conversation.messages == ()


async def test_what_is_added_to_the_open_conversation_is_shown(tmp_path: Path) -> None:
    async with scene(tmp_path) as it:
        await converse(it.talk, it.upstream, "Hello", "Hi.")
        it.talk.chat.composer.set_text("a draft")
        await it.ask("And how are you?", "Hello", "Fine.")
        expected = ["Hello", "Hi.", "And how are you?", "Fine."]
        await until(lambda: [each.text for each in it.talk.conversation.messages] == expected)
        assert [each.text for each in it.talk.chat.transcript.messages] == expected
        assert it.talk.chat.composer.text() == "a draft"
        it.talk.chat.composer.set_text("")
        await converse(it.talk, it.upstream, "Good", "Yes.")
        assert await it.texts("Hello") == [*expected, "Good", "Yes."]


@pytest.mark.slow
async def test_where_she_is_answering_nothing_is_asked(tmp_path: Path) -> None:
    async with scene(tmp_path) as it:
        type_and_send(it.talk, "Hello")
        await until(lambda: len(it.upstream.requests) == 1)
        code, out, err = await ended(it.start("And?", "Hello"))
        assert (code, out) == (2, "")
        assert "She is answering in this conversation" in err
        assert len(it.upstream.requests) == 1
        it.upstream.answer("Hi.")
        await until(lambda: not it.talk.is_answering)


@pytest.mark.slow
async def test_what_she_is_told_meanwhile_and_what_the_command_adds_are_both_kept(tmp_path: Path) -> None:
    async with scene(tmp_path) as it:
        await converse(it.talk, it.upstream, "Hello", "Hi.")
        other = ChatServer()
        (tmp_path / "other").mkdir()
        settings = write_settings(tmp_path / "other", await other.start())
        program = start("ask", "From the terminal", "--session", "Hello", "--settings", str(settings))
        await until(lambda: len(other.requests) == 1)
        type_and_send(it.talk, "From the window")
        await until(lambda: len(it.upstream.requests) == 2)
        # She is still answering when the command hands over what was said.
        other.answer("Yes.")
        assert (await ended(program))[:2] == (0, "Yes.\n")
        await other.close()
        it.upstream.answer("Yes.")
        await until(lambda: not it.talk.is_answering)
        assert [each.text for each in it.talk.conversation.messages] == ["Hello", "Hi.", "From the window", "Yes."]
        assert sorted(await it.texts("Hello")) == sorted(
            ["Hello", "Hi.", "From the terminal", "Yes.", "From the window", "Yes."]
        )


async def test_a_pet_that_ends_meanwhile_leaves_the_writing_to_the_command(tmp_path: Path) -> None:
    lock, upstream = InstanceLock(data_folder()), ChatServer()
    assert lock.acquire() is LockResult.HELD
    settings = write_settings(tmp_path, await upstream.start(), SETTINGS)
    async with running(PetController(settings, offline=False, lock=lock)) as talk:
        await until(lambda: talk.store is not None)
        program = start("ask", "Hello", "--session", "Trip", "--settings", str(settings))
        await until(lambda: len(upstream.requests) == 1)
    lock.release()
    upstream.answer("Hi.")
    assert (await ended(program))[:2] == (0, "Hi.\n")
    await upstream.close()
    store = Store(data_folder() / "conversations.db")
    saved = store.last()
    store.close()
    assert saved
    assert (saved.session.title, [each.message.text for each in saved.nodes]) == ("Trip", ["Hello", "Hi."])


@pytest.mark.parametrize("content", [b"", b"{}", b'{"session": 1}', b"\xff\xfe", b"[" * 5000])
def test_a_file_without_messages_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.json").write_bytes(content)
    with pytest.raises(StoreError, match=r"m\.json"):
        read(tmp_path / "m.json")


async def test_nothing_is_added_to_a_conversation_that_is_gone(tmp_path: Path) -> None:
    store = Store(tmp_path / "c.db")
    with pytest.raises(StoreError, match="not there any more"):
        await store.change(lambda database: insert(database, MessageHandover("s", "T", "parent", ()), 1.0))
    store.close()
