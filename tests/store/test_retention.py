"""Deleted messages are erased after a day, even if the program never restarts."""

from base64 import b64encode
from collections.abc import Callable

import pytest

from deskpet.chat.messages import Image, Message, StreamingText, Text, user_message
from deskpet.store import DeletedSession, Store, rows

DAY = 24 * 3600.0
CANARY = "canary-77e0"


def traces(folder) -> list[str]:
    return [file.name for file in folder.iterdir() if CANARY.encode() in file.read_bytes()]


async def test_daily_maintenance_erases_old_deletions(tmp_path):
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    store.save_message("gone", user_message(f"{CANARY} " * 300, 1.0), None, None)
    store.save_message("stays", user_message("hello", 2.0), None, None)
    await store.maintain("stays")
    store.delete("gone")
    now[0] += DAY / 2
    await store.maintain("stays")
    assert traces(tmp_path) != []
    now[0] += DAY
    await store.maintain("stays")
    assert traces(tmp_path) == []
    assert [each.id for each in await store.sessions()] == ["stays"]
    store.close()


async def test_a_deleted_conversation_is_erased_now_and_no_other(tmp_path):
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    store.save_message("gone", user_message(f"{CANARY} " * 300, 1.0), None, None)
    store.save_message("later", user_message("good bye", 2.0), None, None)
    store.save_message("stays", user_message("hello", 3.0), None, None)
    await store.maintain("stays")
    store.delete("gone")
    now[0] += 10
    store.delete("later")
    later, gone = await store.query(rows.read_deleted_sessions)
    assert later == DeletedSession("later", "good bye", 1e9 + 10)
    assert (gone.id, gone.deleted_at) == ("gone", 1e9)
    # One that is not deleted stays.
    await store.erase_deleted("stays")
    await store.erase_deleted("gone")
    assert traces(tmp_path) == []
    assert [each.id for each in await store.query(rows.read_deleted_sessions)] == ["later"]
    store.undo_delete("later")
    assert {each.id for each in await store.sessions()} == {"later", "stays"}
    assert await store.query(rows.read_deleted_sessions) == ()
    store.close()


async def test_maintenance_keeps_deleted_messages_of_the_open_conversation(tmp_path):
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    said = [user_message(f"{number} {CANARY}", 1.0 + number) for number in range(3)]
    parent = None
    for message in said:
        store.save_message("s", message, parent, message.id)
        parent = message.id
    store.save_path("s", said[2].id, deleted=[said[1].id])
    now[0] += 2 * DAY
    await store.maintain("s")
    # Its parent is the deleted message, which the open conversation still has.
    later = user_message("later", 9.0)
    store.save_message("s", later, said[1].id, later.id)
    assert [node.parent for node in (await store.load("s")).nodes] == [None, said[0].id, said[1].id, said[1].id]
    await store.maintain(None)
    nodes = (await store.load("s")).nodes
    assert [node.message.id for node in nodes] == [said[0].id, said[2].id, later.id]
    assert [node.parent for node in nodes] == [None, said[0].id, said[0].id]
    store.close()


async def test_maintenance_deletes_drafts_of_sessions_that_are_gone(tmp_path):
    store = Store(tmp_path / "talks.db")
    store.save_message("s", user_message("hello", 1.0), None, None)
    for session, draft in ((None, "new"), ("s", "half"), ("gone", CANARY), ("open", "open")):
        store.save_draft(session, draft)
    store.save_draft_attachments("gone", [Image("image/png", b64encode(CANARY.encode()).decode())])
    await store.maintain("open")
    assert [(await store.draft(each)).text for each in (None, "s", "gone", "open")] == ["new", "half", "", "open"]
    store.close()
    assert traces(tmp_path) == []


async def titled(
    tmp_path, name: Callable[[Store], object] = lambda store: None, clock: Callable[[], float] = lambda: 1e9
) -> tuple[Store, list[Message]]:
    """A conversation of two questions with answers, the first of which has the canary; `name` may set its title."""
    tmp_path.mkdir(exist_ok=True)
    store = Store(tmp_path / "talks.db", clock=clock)
    said = [
        user_message(f"my PIN is {CANARY}", 1.0),
        Message("assistant", (Text(StreamingText("ok")),), created_at=2.0, ended="stop"),
        user_message("what is the weather", 3.0),
        Message("assistant", (Text(StreamingText("fine")),), created_at=4.0, ended="stop"),
    ]
    parent = None
    for message in said:
        store.save_message("s", message, parent, message.id)
        parent = message.id
    name(store)
    return store, said


async def title_of(store: Store) -> str:
    (session,) = await store.sessions()
    return session.title


async def test_an_erased_message_leaves_no_words_in_the_automatic_title(tmp_path):
    now = [1e9]
    store, said = await titled(tmp_path, clock=lambda: now[0])
    assert CANARY in await title_of(store)
    store.save_path("s", said[3].id, deleted=[said[0].id])
    assert await title_of(store) == "what is the weather"
    store.save_path("s", said[3].id, restored=[said[0].id])
    assert CANARY in await title_of(store)
    store.save_path("s", said[3].id, deleted=[said[0].id])
    now[0] += 2 * DAY
    await store.maintain()
    assert traces(tmp_path) == []
    store.close()


async def test_a_title_of_the_model_goes_with_the_exchange_that_it_is_about(tmp_path):
    def suggest(store: Store) -> object:
        return store.suggest_title("s", f"The PIN {CANARY}")

    for deleted in (0, 1):
        store, said = await titled(tmp_path / str(deleted), suggest)
        store.save_path("s", said[3].id, deleted=[said[3].id])
        assert CANARY in await title_of(store)
        store.save_path("s", said[2].id, deleted=[said[deleted].id])
        assert "The PIN" not in await title_of(store)
        store.close()


async def test_a_title_of_the_user_stays(tmp_path):
    store, said = await titled(tmp_path, lambda store: store.rename("s", "Mine"))
    store.save_path("s", said[3].id, deleted=[said[0].id])
    assert await title_of(store) == "Mine"
    store.close()


async def test_erasing_everything_deletes_all_copies_beside_the_file(tmp_path):
    store = Store(tmp_path / "talks.db")
    for kind in ("damaged-20260101-000000", "damaged-20260101-000000-wal", "foreign-log-20260101-000000"):
        (tmp_path / f"talks.db.{kind}").write_text(CANARY, encoding="utf-8")
    (tmp_path / "talks.db.unsaved-20260101-000000").write_text(CANARY, encoding="utf-8")
    await store.erase()
    assert traces(tmp_path) == []
    store.close()


CUT_OFF = (
    "talks.db.day.20260101-000000.part",
    "talks.db.day.20260101-000000.backup.part-journal",
    "talks.db.v6.1.part",
)


@pytest.mark.parametrize("is_backup_due", [True, False])
async def test_maintenance_deletes_backups_that_were_cut_off(tmp_path, is_backup_due):
    store = Store(tmp_path / "talks.db")
    if not is_backup_due:
        await store.maintain()
    for name in CUT_OFF:
        (tmp_path / name).write_text(CANARY, encoding="utf-8")
    (tmp_path / "talks.json.part").write_text("of another file", encoding="utf-8")
    await store.maintain()
    store.close()
    assert traces(tmp_path) == []
    assert (tmp_path / "talks.json.part").exists()


async def test_erasing_everything_deletes_backups_that_were_cut_off(tmp_path):
    store = Store(tmp_path / "talks.db")
    for name in CUT_OFF:
        (tmp_path / name).write_text(CANARY, encoding="utf-8")
    await store.erase()
    store.close()
    assert traces(tmp_path) == []
