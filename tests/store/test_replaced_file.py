"""The file is deleted or replaced while the program runs: the open session is written to the new one."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from deskpet.store import Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows deletes no file that is open")


class Kept:
    """A conversation in a store; `replaced` counts the detected replacements of the file."""

    def __init__(self, file: Path) -> None:
        self.file, self.replaced, self.problems = file, 0, []
        self.store = Store(file, on_replaced=self._count, on_trouble=self.problems.append)
        self.conversation = conversation_with(EchoModel())
        self.recorder = Recorder(self.store, self.conversation, speaker=lambda: "Mikan")

    def _count(self) -> None:
        self.replaced += 1

    async def ask(self, text: str) -> None:
        await self.conversation.send(text)
        self.recorder.flush()
        await self.store.sessions()
        if self.replaced:
            self.recorder.rewrite_session()

    def on_disk(self) -> list[str]:
        """Close the store, and return the texts of the newest conversation in the file."""
        self.store.close()
        return self.newest()

    def newest(self) -> list[str]:
        """Return the texts of the newest conversation in the file."""
        store = Store(self.file)
        saved = store.last()
        store.close()
        assert set(saved.speakers.values()) == {"Mikan"}
        return [node.message.text for node in saved.nodes]


def delete(file: Path) -> None:
    file.unlink()


def delete_all(file: Path) -> None:
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()


def put_copy_in_place(file: Path) -> None:
    """Replace the file by a former copy, beside the log of the open one."""
    copy = file.with_name("copy")
    shutil.copyfile(file, copy)
    copy.replace(file)


def begin_another(file: Path) -> None:
    another = file.with_name("another")
    Store(another).close()
    another.replace(file)


@pytest.mark.parametrize("change", [delete_all, begin_another])
async def test_the_store_lacks_the_open_session_at_every_moment_until_it_is_written_again(tmp_path, change):
    kept = Kept(tmp_path / "talks.db")
    await kept.ask("one")
    change(kept.file)
    written, seen = kept.store.rename(kept.recorder.session, "a title"), []
    while not written.done():
        seen.append(kept.store.lacks_open_session)
    assert seen
    assert all(seen)
    kept.recorder.rewrite_session()
    assert kept.on_disk() == ["one", "answer 1 to one"]
    assert not kept.store.lacks_open_session


@pytest.mark.parametrize("change", [delete, delete_all, put_copy_in_place, begin_another])
async def test_the_open_conversation_is_written_to_the_new_file(tmp_path, change):
    kept = Kept(tmp_path / "talks.db")
    await kept.ask("one")
    change(kept.file)
    await kept.ask("two")
    assert kept.replaced == 1
    await kept.ask("three")
    said = [message.text for message in kept.conversation.messages]
    assert len(said) == 6
    assert kept.on_disk() == said
    assert [each for each in kept.problems if each] == []
    with closing(sqlite3.connect(kept.file)) as database:
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)


async def test_writes_while_no_file_can_be_created_are_repeated_later(tmp_path):
    kept = Kept(tmp_path / "talks.db")
    await kept.ask("one")
    kept.recorder.flush()
    delete_all(kept.file)
    kept.file.mkdir()
    await kept.conversation.send("two")
    kept.recorder.flush()
    await until(lambda: bool(kept.problems))
    kept.store.wait_until_written(20)
    assert "talks.db can't be" in str(kept.problems[-1])
    kept.file.rmdir()
    await kept.ask("three")
    assert kept.on_disk() == [message.text for message in kept.conversation.messages]


@pytest.mark.parametrize("is_tried_before", [False, True])
async def test_writes_at_the_end_while_no_file_can_be_created_are_kept_beside_it(tmp_path, *, is_tried_before: bool):
    kept = Kept(tmp_path / "talks.db")
    await kept.ask("one")
    delete_all(kept.file)
    kept.file.mkdir()
    await kept.conversation.send("two")
    kept.recorder.flush()
    if is_tried_before:
        kept.store.wait_until_written(20)
    kept.store.close()
    kept.file.rmdir()
    assert kept.newest() == [message.text for message in kept.conversation.messages]
    assert [each.name for each in tmp_path.iterdir() if "unsaved" in each.name] == []
