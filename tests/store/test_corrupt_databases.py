"""Corrupt databases: every loss is reported. Erased text is in no file any more. Daily backups."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from deskpet.chat.messages import Image, Message, StreamingText, Text, user_message
from deskpet.features.history import exporting
from deskpet.features.history.export_form import ExportForm
from deskpet.store import Store
from deskpet.store.database_files import backups
from tests.store import corrupt

CANARY = "canary-5d1f"


@pytest.mark.parametrize("name", corrupt.BREAKS)
def test_every_loss_in_a_corrupt_database_is_reported(tmp_path, name):
    result = corrupt.broken(tmp_path, name, backed_up=False)
    assert result.is_right
    if "body" in name or "row in" in name or "block" in name:
        assert (result.readable, result.marked) == (corrupt.MESSAGES - 1, 1)


@pytest.mark.parametrize(
    "name",
    ["empty", "not a database", "cut off at a third", "an inner page of a table is noise", "2,000 bytes are others"],
)
def test_lost_rows_are_restored_from_the_backup(tmp_path, name):
    result = corrupt.broken(tmp_path, name, backed_up=True)
    assert result.readable == corrupt.MESSAGES
    assert result.salvage.lost == 0


def test_the_log_of_another_database_is_moved_aside_and_not_applied(tmp_path):
    result = corrupt.broken(tmp_path, "a log of another database", backed_up=False)
    assert (result.readable, result.salvage, result.refused) == (corrupt.MESSAGES, None, "")
    assert len(list(tmp_path.glob("conversations.db.foreign-log-*"))) == 1


async def test_an_unreadable_row_is_not_changed(tmp_path):
    file = tmp_path / "conversations.db"
    await asyncio.to_thread(corrupt.fill, file)
    corrupt.BREAKS["a body is no UTF-8"](file)
    store = Store(file)
    saved = store.last()
    marked = [node for node in saved.nodes if node.message.blocks[0].kind == "notice"]
    assert [node.message.blocks[0].details for node in marked] == ["{\\xff\\xfe}"]
    exporting.write(tmp_path / "all.md", ExportForm.MARKDOWN, (await store.load(saved.session.id),))
    store.close()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT hex(body) FROM messages WHERE id = 'a7'").fetchone() == ("7BFFFE7D",)
    assert "question 59" in (tmp_path / "all.md").read_text(encoding="utf-8")


def keep_canary(store: Store) -> str:
    said = Text(StreamingText(f"{CANARY} {'and more ' * 400}"))
    message = Message("assistant", (Image("image/png", "Y2FuYXJ5LTVkMWY="), said), ended="stop")
    store.save_message("doomed", user_message(f"ask {CANARY}", 1.0), None, None)
    store.save_message("doomed", message, None, message.id, 1.0)
    store.save_message("stays", user_message("harmless", 1.0), None, None).result()
    return message.id


def files_with_canary(folder: Path) -> list[str]:
    return [
        file.name
        for file in folder.iterdir()
        if CANARY.encode() in file.read_bytes() or CANARY[:6].encode() in file.read_bytes()
    ]


async def test_messages_deleted_a_day_ago_are_erased_from_file_and_backups(tmp_path):
    now = [1000.0]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    keep_canary(store)
    await store.maintain()
    assert len(files_with_canary(tmp_path)) >= 2
    store.delete("doomed").result()
    store.close()
    now[0] += 25 * 3600
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    await store.maintain()
    assert files_with_canary(tmp_path) == []
    (copy,) = backups(tmp_path / "talks.db", "*")
    assert b"harmless" in copy.read_bytes()
    store.close()
    assert files_with_canary(tmp_path) == []


async def test_a_recent_deletion_can_be_undone(tmp_path):
    store = Store(tmp_path / "talks.db")
    keep_canary(store)
    store.delete("doomed")
    await store.maintain()
    store.undo_delete("doomed")
    assert len((await store.load("doomed")).nodes) == 2
    store.close()


async def test_erasing_everything_deletes_backups_and_damaged_files(tmp_path):
    store = Store(tmp_path / "talks.db")
    keep_canary(store)
    await store.maintain()
    (tmp_path / "talks.db.damaged-20260101-000000").write_text(CANARY, encoding="utf-8")
    await store.erase()
    assert files_with_canary(tmp_path) == []
    store.close()


async def test_a_backup_is_made_once_a_day_where_something_changed_and_seven_are_kept(tmp_path):
    file = tmp_path / "talks.db"
    store = Store(file)
    for day in range(9):
        old = tmp_path / f"talks.db.day.2020010{day}-000000.backup"
        old.write_bytes(b"old")
        os.utime(old, (1.0 + day, 1.0 + day))
    store.save_draft(None, "words").result()
    await store.maintain()
    await store.maintain()
    copies = backups(file, "day")
    assert len(copies) == 7
    assert sum(copy.read_bytes() != b"old" for copy in copies) == 1
    store.close()


async def test_a_damaged_file_makes_no_backup_and_is_salvaged_while_the_program_runs(tmp_path):
    file = tmp_path / "conversations.db"
    await asyncio.to_thread(corrupt.fill, file)
    found = []
    corrupt.BREAKS["a leaf of an index is noise"](file)
    store = Store(file, on_salvage=found.append)
    await store.maintain()
    (saved,) = found
    assert (saved.read, saved.lost) == (corrupt.MESSAGES, 0)
    assert backups(file, "*") == []
    await store.maintain()
    assert len(backups(file, "day")) == 1
    store.close()
