"""Files of former versions: everything in them is there, and a copy of the old file too."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from deskpet.chat import messages
from deskpet.chat.growing import GrowingText
from deskpet.chat.messages import Image, Message, Text, ToolUse, user_message
from deskpet.store import Store, StoreError
from deskpet.store.opening import backups

# As version 1 wrote them, word for word.
V1 = """
CREATE TABLE sessions (id INTEGER PRIMARY KEY, begun_at REAL NOT NULL);
CREATE TABLE messages (
    session INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (session, position)
);
"""
SAID = (
    user_message("你好\nhow are you", 11.0, [Image("image/png", "aGVsbG8=")]),
    Message(
        "assistant",
        (Text(GrowingText("fine ")), ToolUse("t", "c1", "success", GrowingText("{}"), {}, "ok"), Text()),
        created_at=12.0,
        ended="stop",
    ),
    user_message("and you", 13.0),
    Message("assistant", (Text(GrowingText("cut")),), created_at=14.0, ended=None),
)


def write_v1(file: Path, *sessions: tuple[Message, ...]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(f"BEGIN; {V1} PRAGMA user_version = 1; COMMIT;")
        for number, said in enumerate(sessions, 1):
            database.execute("INSERT INTO sessions (begun_at) VALUES (?)", (number * 10.0,))
            for position, message in enumerate(said):
                body = json.dumps(messages.to_json(message), ensure_ascii=False)
                database.execute("INSERT INTO messages VALUES (?, ?, ?)", (number, position, body))
        database.commit()


async def test_what_version_1_kept_is_all_there(tmp_path):
    file = tmp_path / "talks.db"
    older = (user_message("an older question", 1.0), Message("assistant", (), created_at=2.0, ended="stop"))
    write_v1(file, older, (), SAID)
    store = Store(file)
    first, second = await store.sessions()
    assert (first.title, first.begun_at, first.changed_at) == ("你好", 30.0, 30.0)
    assert (second.title, second.begun_at, second.changed_at) == ("an older question", 10.0, 10.0)
    saved = await store.load(first.id)
    assert tuple(node.message for node in saved.nodes) == SAID
    assert [node.parent for node in saved.nodes] == [None, *(message.id for message in SAID[:3])]
    assert saved.leaf == SAID[-1].id
    assert store.last() == saved
    assert [hit.message_id for hit in await store.search("how are")] == [SAID[0].id]
    assert tuple(node.message for node in (await store.load(second.id)).nodes) == older
    store.close()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
        assert database.execute("SELECT data FROM blobs").fetchall() == [(b"hello",)]
        assert "aGVsbG8=" not in database.execute("SELECT body FROM messages WHERE id = ?", (SAID[0].id,)).fetchone()[0]
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    assert not {name for name in names if name.endswith("_1") and not name.startswith("sqlite_")}


def test_a_migrated_file_is_like_one_that_was_begun_in_this_version(tmp_path):
    write_v1(tmp_path / "old.db", SAID)
    tables = []
    for name in ("old.db", "new.db"):
        Store(tmp_path / name).close()
        with closing(sqlite3.connect(tmp_path / name)) as database:
            tables.append(database.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall())
    assert tables[0] == tables[1]


def test_before_that_a_copy_is_laid_beside_the_file(tmp_path):
    file = tmp_path / "talks.db"
    write_v1(file, SAID)
    Store(file).close()
    Store(file).close()
    (copy,) = backups(file)
    assert copy.name.startswith("talks.db.v1.")
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        bodies = database.execute("SELECT body FROM messages ORDER BY position").fetchall()
    assert [messages.from_json(json.loads(body)) for (body,) in bodies] == list(SAID)


def test_only_the_last_copies_are_kept(tmp_path):
    file = tmp_path / "talks.db"
    for day in range(5):
        (tmp_path / f"talks.db.v0.2020010{day}-000000.backup").write_bytes(b"old")
    write_v1(file, SAID)
    Store(file).close()
    assert len(backups(file)) == 3
    assert backups(file)[-1].name.startswith("talks.db.v1.")


async def test_a_message_that_version_1_left_broken_is_brought_along_as_it_is(tmp_path):
    file = tmp_path / "talks.db"
    write_v1(file, SAID)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE messages SET body = 'broken {' WHERE position = 1")
        # The same message twice: ids were no key then.
        database.execute("INSERT INTO messages SELECT session, 9, body FROM messages WHERE position = 2")
    store = Store(file)
    said = [node.message for node in store.last().nodes]
    assert [message.role for message in said] == ["user", "assistant", "user", "assistant", "user"]
    assert said[1].blocks[0].details == "broken {"
    assert said[4].text == said[2].text
    assert len({message.id for message in said}) == 5
    store.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path):
    file = tmp_path / "talks.db"
    write_v1(file, SAID)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE journal (theirs)")
    before = _content(file)
    with pytest.raises(StoreError, match="journal already exists"):
        Store(file)
    assert _content(file) == before
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TABLE journal")
    store = Store(file)
    assert len(store.last().nodes) == 4
    store.close()


def _content(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [*database.iterdump(), str(database.execute("PRAGMA user_version").fetchone())]
