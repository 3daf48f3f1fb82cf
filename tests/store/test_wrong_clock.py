"""The clock of the computer is set while conversations are kept, or was wrong before."""

import os
import time

from deskpet.chat.messages import user_message
from deskpet.store import Store
from deskpet.store.database_files import backups

DAY = 24 * 3600.0


def say(store: Store, session: str, text: str, at: float) -> None:
    message = user_message(text, at)
    store.save_message(session, message, None, message.id, at).result()


async def test_the_last_conversation_is_shown_again_after_the_clock_was_set_back(tmp_path):
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    say(store, "old", "before", now[0])
    now[0] -= 365 * DAY
    say(store, "new", "after", now[0])
    store.close()
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    last = await store.load_last()
    assert last is not None
    assert last.session.id == "new"
    store.close()


async def test_a_conversation_from_a_wrong_clock_has_the_right_time_after_its_next_message(tmp_path):
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    say(store, "wrong", "from the future", now[0] + 3650 * DAY)
    say(store, "right", "hello", now[0])
    assert (await store.load_last()).session.id == "right"
    now[0] += DAY
    say(store, "wrong", "from now", now[0])
    assert [(each.id, each.changed_at) for each in await store.sessions()] == [("wrong", 1e9 + DAY), ("right", 1e9)]
    store.close()


async def test_what_was_deleted_with_a_wrong_clock_is_erased_a_day_after_it_is_right(tmp_path):
    now = [1e9 + 3650 * DAY]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    say(store, "gone", "canary-5521", 1.0)
    store.delete("gone").result()
    now[0] = 1e9
    await store.maintain()
    store.undo_delete("gone").result()
    assert [each.id for each in await store.sessions()] == ["gone"]
    store.delete("gone").result()
    now[0] += 2 * DAY
    await store.maintain()
    store.close()
    assert not any(b"canary-5521" in file.read_bytes() for file in tmp_path.iterdir())


async def test_a_backup_from_a_wrong_clock_keeps_no_backup_from_being_made_and_goes_first(tmp_path):
    file = tmp_path / "talks.db"
    future = time.time() + 3650 * DAY
    for day in range(7):
        copy = tmp_path / f"talks.db.day.2040010{day}-000000.backup"
        copy.write_bytes(b"from the future")
        os.utime(copy, (future + day * DAY, future + day * DAY))
    store = Store(file)
    store.save_draft(None, "words").result()
    await store.maintain()
    await store.maintain()
    copies = backups(file, "day")
    assert [copy.read_bytes() == b"from the future" for copy in copies] == [False] + [True] * 6
    store.close()
