"""What is erased is in no file of the program any more; what stays was named in the question before."""

import json
import os
import time
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.config import paths
from deskpet.features.data.erasure import NotErasedError, erase_files
from deskpet.features.data.ui.page import DataPage
from deskpet.features.notes.tools import Notes
from deskpet.features.reminders.reminders import Reminders
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.store import Store, facts, together_days, unsaved
from deskpet.store.facts import Fact
from deskpet.tools.files.undo_copies import MAX_AGE_S, ChangeRecord, UndoCopies, delete_lost_copies
from tests.app.kept_files import files_with
from tests.app.running_pet import ChatServer, converse, running_with_server, type_and_send
from tests.app.test_tools import calls, says
from tests.support import ordinary_user
from tests.support.waiting import until

CANARY, KEPT = "canary-41d7", "kept-9c20"
DAY = 24 * 3600.0


async def let_her_write(talk: ChatController, upstream: ChatServer, tool: str, **arguments: str) -> None:
    """Let the model call a tool in her own folder, which needs no approval."""
    number, requests = len(calls(talk)), len(upstream.requests)
    type_and_send(talk, CANARY)
    await until(lambda: len(upstream.requests) == requests + 1)
    says(upstream, tool, arguments)
    await until(lambda: len(upstream.requests) == requests + 2)
    upstream.answer(f"Done: {CANARY}.")
    await until(lambda: not talk.conversation.is_running)
    assert calls(talk)[number].error is None


async def fill(store: Store) -> None:
    """Fill the stores that no conversation of the test fills, and the files that bad days leave."""
    fact = Fact(f"Likes {CANARY}", "", "preference", CANARY, said_at=1.0, valid_from=1.0)
    await store.change(lambda database: facts.add(database, fact))
    await store.change(lambda database: together_days.add(database, "", date(2026, 1, 1)))
    await store.change(lambda database: together_days.write_note(database, "", date(2026, 1, 1), CANARY, ()))
    await store.maintain()
    data, state = paths.data_folder(), paths.state_folder()
    for name in ("damaged-1", "foreign-log-1", "day.1.backup.part"):
        (data / f"conversations.db.{name}").write_text(CANARY, encoding="utf-8")
    unsaved.save_session(store.file, "u", (), None, CANARY)
    for left in (data / ".rules.json.012345678901.new", state / ".look.json.012345678901.new"):
        left.parent.mkdir(parents=True, exist_ok=True)
        left.write_text(CANARY, encoding="utf-8")


def keep_what_stays(outside: Path) -> None:
    """Write what the question names as staying, and a link to a file outside into her own folder."""
    data = paths.data_folder()
    Notes(data / "notes.json")
    (data / "notes.json").write_text(json.dumps([{"number": 1, "title": "", "text": KEPT, "at": 1.0}]))
    Reminders(data / "reminders.json").add(time.time() + DAY, KEPT)
    Personas(data / "personas").save(Persona("Ann", KEPT))
    outside.write_text(KEPT, encoding="utf-8")
    (paths.scratch_folder() / "link").symlink_to(outside)


@pytest.mark.window
async def test_erasing_everything_leaves_no_word_in_any_file(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, 'titles = "first_line"\n') as (talk, upstream):
        await converse(talk, upstream, f"hello {CANARY}", f"Hi {CANARY}.")
        file = paths.scratch_folder() / "poems" / "a.txt"
        await let_her_write(talk, upstream, "write_file", path=str(file), content=f"first {CANARY}")
        await let_her_write(talk, upstream, "edit_file", path=str(file), old_text="first", new_text="second")
        store = talk.store
        assert store
        await fill(store)
        keep_what_stays(tmp_path / "outside.txt")
        exported = paths.data_folder() / "mine.json"
        exported.write_text(KEPT, encoding="utf-8")
        QTest.keyClicks(talk.chat.composer.field, f"typing {CANARY}")
        talk.save_now()
        found = {each.name for each in files_with(CANARY)}
        assert {"conversations.db", "a.txt"} <= found
        assert any(name.endswith(".copy") for name in found)
        assert any(name.endswith(".backup") for name in found)
        page = await on_the_data_page(talk)
        QTest.mouseClick(page.erase, Qt.MouseButton.LeftButton)
        said = page.confirmation.accessibleDescription()
        assert all(word in said for word in ("own folder", "Undo", "notes", "reminders", "personas", "exported stay"))
        QTest.mouseClick(page.confirmation.confirm_button, Qt.MouseButton.LeftButton)
        await until(lambda: page.banner.message is not None)
        assert page.banner.message
        assert page.banner.message.title == "Every conversation is erased"
        talk.save_now()
        assert files_with(CANARY) == []
        assert [*paths.scratch_folder().iterdir(), *paths.undo_folder().iterdir()] == []
        stays = {each.name for each in files_with(KEPT)}
        assert stays == {"notes.json", "reminders.json", "ann.json", "mine.json"}
        assert (tmp_path / "outside.txt").read_text(encoding="utf-8") == KEPT
    assert files_with(CANARY) == []


async def on_the_data_page(talk: ChatController) -> DataPage:
    talk.open_settings("data")
    assert talk.settings_window
    page = talk.settings_window.findChild(DataPage)
    assert page
    await until(lambda: page.isVisible() and page.summary.text() != "")
    return page


def age(folder: Path, seconds: float) -> None:
    for each in folder.iterdir():
        os.utime(each, (time.time() - seconds,) * 2)


async def test_undo_copies_end_with_the_message_that_could_undo(tmp_path: Path) -> None:
    now = [time.time()]
    store, copies = Store(tmp_path / "a.db", clock=lambda: now[0]), UndoCopies(tmp_path / "undo")
    numbers = [copies.add(ChangeRecord("/", (CANARY,), before="1"), b"before") for _ in range(4)]
    for session, number in zip(("gone", "stays"), numbers, strict=False):
        use = ToolUse("edit_file", "c", "success", output={"undo": number})
        store.save_message(session, Message("assistant", (use,), created_at=1.0, ended="stop"), None, None)
        store.save_message(session, user_message("hello", 1.0), None, None)
    store.delete("gone")
    now[0] += DAY / 2
    await store.maintain()
    age(tmp_path / "undo", DAY / 2)
    # Nothing is lost while the deletion can be undone, and a call that just ran may not be on disk yet.
    await delete_lost_copies(store, copies)
    assert len(list((tmp_path / "undo").iterdir())) == 8
    now[0] += DAY
    await store.maintain()
    age(tmp_path / "undo", 1.5 * DAY)
    recent = copies.add(ChangeRecord("/", ("b",)), None)
    (tmp_path / "undo" / ".cut.off.new").touch()
    await delete_lost_copies(store, copies)
    left = {each.name for each in (tmp_path / "undo").iterdir()}
    assert left == {f"{numbers[1]}.json", f"{numbers[1]}.copy", f"{recent}.json", ".cut.off.new"}
    age(tmp_path / "undo", MAX_AGE_S + 1)
    await delete_lost_copies(store, copies)
    assert list((tmp_path / "undo").iterdir()) == []
    store.close()


ERASE = """
import sys
from pathlib import Path
from deskpet.features.data.erasure import NotErasedError, erase_files
folder = Path(sys.argv[1])
try:
    erase_files((folder,), ())
except NotErasedError as error:
    print(*(f"{path.name}: {why}" for path, why in error.reasons.items()))
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_what_can_not_be_deleted_is_named_and_the_rest_is(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir()
    for file in (tmp_path / "a", tmp_path / "locked" / "b"):
        file.touch()
    (tmp_path / "locked").chmod(0o500)
    assert ordinary_user.run(ERASE, str(tmp_path)) == "locked: Permission denied\n"
    assert [each.name for each in tmp_path.iterdir()] == ["locked"]
    (tmp_path / "locked").chmod(0o700)
    erase_files((tmp_path, tmp_path / "missing"), (tmp_path,))
    assert list(tmp_path.iterdir()) == []
    assert issubclass(NotErasedError, OSError)
