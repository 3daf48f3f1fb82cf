"""Files of former schema versions: they are upgraded without a loss, after a backup."""

import json
import re
import sqlite3
from base64 import b64decode
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from deskpet.chat import messages
from deskpet.chat.messages import Action, Image, Message, Notice, StreamingText, Text, ToolUse, user_message
from deskpet.store import Draft, Session, Store, StoreError
from deskpet.store.database_files import backups
from deskpet.store.schema import VERSION

# The exact schema of version 1.
V1 = """
CREATE TABLE sessions (id INTEGER PRIMARY KEY, begun_at REAL NOT NULL);
CREATE TABLE messages (
    session INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (session, position)
);
"""
# The exact schema of version 2.
V2 = """
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    is_named INTEGER NOT NULL DEFAULT 0,
    is_pinned INTEGER NOT NULL DEFAULT 0,
    begun_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    leaf TEXT,
    deleted_at REAL
) WITHOUT ROWID;
CREATE INDEX sessions_by_age ON sessions (changed_at);
-- `number` is the order in which messages were begun. `body` is the whole message as it was when it last ended.
CREATE TABLE messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    parent TEXT,
    role TEXT NOT NULL,
    body TEXT NOT NULL,
    deleted_at REAL
);
CREATE INDEX messages_of_session ON messages (session, number);
CREATE INDEX messages_deleted ON messages (deleted_at) WHERE deleted_at IS NOT NULL;
-- What happened to a message since its body was written: lists of events, in order. Empty for all that ended well.
CREATE TABLE journal (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    message INTEGER NOT NULL REFERENCES messages (number) ON DELETE CASCADE,
    events TEXT NOT NULL
);
CREATE INDEX journal_of_message ON journal (message, number);
-- Pictures, each once however often it is sent.
CREATE TABLE blobs (hash TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE pictures (
    message INTEGER NOT NULL REFERENCES messages (number) ON DELETE CASCADE,
    hash TEXT NOT NULL REFERENCES blobs (hash),
    PRIMARY KEY (message, hash)
) WITHOUT ROWID;
CREATE INDEX pictures_by_hash ON pictures (hash);
-- What is being written and not sent yet; session '' is the one that is not begun.
CREATE TABLE drafts (session TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
-- Three letters at a time, so that words are found in languages that put no spaces between them.
CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram');
CREATE TRIGGER forget_words AFTER DELETE ON messages BEGIN DELETE FROM words WHERE rowid = old.number; END;
CREATE TRIGGER forget_draft AFTER DELETE ON sessions BEGIN DELETE FROM drafts WHERE session = old.id; END;
"""
# The exact additions of version 3.
V3 = """
-- What the one was called who said it; empty where nobody knows any more, and for the person.
ALTER TABLE messages ADD COLUMN speaker TEXT NOT NULL DEFAULT '';
-- The pictures that wait beside a draft.
CREATE TABLE draft_pictures (
    session TEXT NOT NULL,
    position INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (session, position)
);
CREATE TRIGGER forget_draft_pictures AFTER DELETE ON sessions BEGIN
    DELETE FROM draft_pictures WHERE session = old.id;
END;
"""
# Takes version 8 back.
BEFORE_V8 = """
DROP TRIGGER forget_whole_words;
DROP TABLE whole_words;
ALTER TABLE sessions DROP COLUMN folder;
ALTER TABLE sessions DROP COLUMN archived_at;
ALTER TABLE sessions DROP COLUMN preview;
"""
SAID = (
    user_message("你好\nhow are you", 11.0, [Image("image/png", "aGVsbG8=")]),
    Message(
        "assistant",
        (Text(StreamingText("fine ")), ToolUse("t", "c1", "success", StreamingText("{}"), {}, "ok"), Text()),
        created_at=12.0,
        ended="stop",
    ),
    user_message("and you", 13.0),
    Message("assistant", (Text(StreamingText("cut")),), created_at=14.0, ended=None),
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


def write_v2(file: Path, said: tuple[Message, ...] = SAID) -> None:
    """Write a named, pinned session with a picture, a draft, an edited question, and an unfinished answer."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(f"BEGIN; {V2} PRAGMA user_version = 2; COMMIT;")
        database.execute("INSERT INTO sessions VALUES ('s', 'Named', 1, 1, 10.0, 14.0, ?, NULL)", (said[-1].id,))
        parent = None
        for number, message in enumerate(said, 1):
            value = messages.to_json(message)
            for block in value["blocks"]:
                if block["kind"] == "image":
                    picture = b64decode(block["data"])
                    block["data"] = f"blob:{sha256(picture).hexdigest()}"
                    database.execute("INSERT INTO blobs VALUES (?, ?)", (block["data"][5:], picture))
            body = json.dumps(value, ensure_ascii=False)
            row = (number, message.id, "s", parent, message.role, body, None)
            database.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            if message.ended:
                database.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, message.text))
            for name in re.findall("blob:([0-9a-f]+)", body):
                database.execute("INSERT INTO pictures VALUES (?, ?)", (number, name))
            parent = message.id
        grown = json.dumps([{"event": "text_appended", "block": 0, "text": " off"}])
        database.execute("INSERT INTO journal (message, events) VALUES (?, ?)", (len(said), grown))
        database.execute("INSERT INTO drafts VALUES ('s', 'not sent')")
        database.commit()


def write_v3(file: Path, said: tuple[Message, ...] = SAID) -> None:
    """Write the data of version 2, with the name of the assistant and a picture in the draft."""
    write_v2(file, said)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(f"BEGIN; {V3} PRAGMA user_version = 3; COMMIT;")
        database.execute("UPDATE messages SET speaker = 'Mikan' WHERE role = 'assistant'")
        database.execute("INSERT INTO draft_pictures VALUES ('s', 0, 'image/png', ?)", (b"hello",))
        database.commit()


def write_v4(file: Path, said: tuple[Message, ...] = SAID) -> None:
    """Write the data of version 3; version 4 has the same tables."""
    write_v3(file, said)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 4")


_WRITERS = [(1, lambda file: write_v1(file, SAID)), (2, write_v2), (3, write_v3), (4, write_v4)]
FORMER = pytest.mark.parametrize(("version", "write"), _WRITERS)


async def test_everything_of_version_2_is_kept(tmp_path):
    file = tmp_path / "talks.db"
    write_v2(file)
    store = Store(file)
    (session,) = await store.sessions()
    assert session == Session("s", "Named", True, True, 10.0, 14.0, preview="and you")
    saved = await store.load("s")
    whole = replace(SAID[-1], blocks=(Text(StreamingText("cut off")),))
    assert tuple(node.message for node in saved.nodes) == (*SAID[:-1], whole)
    assert [node.parent for node in saved.nodes] == [None, *(message.id for message in SAID[:3])]
    assert (saved.leaf, saved.draft, saved.speakers) == (SAID[-1].id, Draft("not sent"), {})
    assert [hit.message_id for hit in await store.search("how are")] == [SAID[0].id]
    store.save_draft_attachments("s", [Image("image/png", "aGVsbG8=")])
    store.save_message("s", Message("assistant", (), "new", 15.0, "stop"), saved.leaf, "new", 15.0, "Mikan")
    saved = await store.load("s")
    assert saved.draft == Draft("not sent", (Image("image/png", "aGVsbG8="),))
    assert saved.speakers == {"new": "Mikan"}
    store.close()


async def test_everything_of_version_3_is_kept_and_settled_notices_fold(tmp_path):
    file = tmp_path / "talks.db"
    went_on = Notice("error", "cut", "Interrupted", actions=(Action("continue", "Continue"),))
    still_open = Notice("error", "cut", "Refused", actions=(Action("retry", "Try again"),))
    answer = Message(
        "assistant",
        (Text(StreamingText("begun ")), went_on, Text(StreamingText("and ended")), still_open),
        created_at=12.0,
        ended="error",
    )
    said = (SAID[0], answer)
    write_v3(file, said)
    # Version 3 had no resolutions.
    with closing(sqlite3.connect(file)) as database:
        (body,) = database.execute("SELECT body FROM messages WHERE number = 2").fetchone()
        value = json.loads(body)
        for block in value["blocks"]:
            block.pop("resolution", None)
        old_body = json.dumps(value, ensure_ascii=False)
        database.execute("UPDATE messages SET body = ? WHERE number = 2", (old_body,))
        database.execute("DELETE FROM journal")
        database.execute(
            "INSERT INTO messages (id, session, role, body) VALUES ('bad', 's', 'assistant', CAST(x'22FF' AS TEXT))"
        )
        database.commit()
    store = Store(file)
    saved = await store.load("s")
    store.close()
    folded = replace(answer, blocks=(answer.blocks[0], replace(went_on, resolution="continued"), *answer.blocks[2:]))
    assert [node.message for node in saved.nodes[:2]] == [said[0], folded]
    assert saved.nodes[2].message.blocks[0].kind == "notice"
    assert saved.speakers == {answer.id: "Mikan"}
    assert saved.draft == Draft("not sent", (Image("image/png", "aGVsbG8="),))
    (copy,) = backups(file)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (3,)
        assert database.execute("SELECT body FROM messages WHERE number = 2").fetchone() == (old_body,)


async def test_everything_of_version_1_is_kept(tmp_path):
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
        assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert database.execute("SELECT data FROM blobs").fetchall() == [(b"hello",)]
        assert "aGVsbG8=" not in database.execute("SELECT body FROM messages WHERE id = ?", (SAID[0].id,)).fetchone()[0]
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    assert not {name for name in names if name.endswith("_1") and not name.startswith("sqlite_")}


@FORMER
def test_an_upgraded_file_has_the_schema_of_a_new_one(tmp_path, version, write):
    write(tmp_path / "old.db")
    tables = []
    for name in ("old.db", "new.db"):
        Store(tmp_path / name).close()
        with closing(sqlite3.connect(tmp_path / name)) as database:
            tables.append(database.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall())
    assert tables[0] == tables[1]


@FORMER
def test_a_backup_is_made_before_an_upgrade(tmp_path, version, write):
    file = tmp_path / "talks.db"
    write(file)
    before = _content(file)
    Store(file).close()
    Store(file).close()
    (copy,) = backups(file)
    assert copy.name.startswith(f"talks.db.v{version}.")
    assert _content(copy) == before
    # In place of the file, the backup opens like that.
    copy.replace(file)
    store = Store(file)
    assert len(store.last().nodes) == len(SAID)
    store.close()


def test_only_the_newest_backups_are_kept(tmp_path):
    file = tmp_path / "talks.db"
    for day in range(5):
        (tmp_path / f"talks.db.v0.2020010{day}-000000.backup").write_bytes(b"old")
    write_v1(file, SAID)
    Store(file).close()
    assert len(backups(file)) == 3
    assert backups(file)[-1].name.startswith("talks.db.v1.")


async def test_an_unreadable_message_of_version_1_is_copied_unchanged(tmp_path):
    file = tmp_path / "talks.db"
    write_v1(file, SAID)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE messages SET body = 'broken {' WHERE position = 1")
        # The same message twice: ids were not unique then.
        database.execute("INSERT INTO messages SELECT session, 9, body FROM messages WHERE position = 2")
    store = Store(file)
    said = [node.message for node in store.last().nodes]
    assert [message.role for message in said] == ["user", "assistant", "user", "assistant", "user"]
    assert said[1].blocks[0].details == "broken {"
    assert said[4].text == said[2].text
    assert len({message.id for message in said}) == 5
    store.close()


# The first table that an upgrade from each version creates and that the file can have already.
@pytest.mark.parametrize(
    ("version", "write", "table"), [(*each, "draft_pictures" if each[0] < 3 else "calls") for each in _WRITERS]
)
def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path, version, write, table):
    file = tmp_path / "talks.db"
    write(file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(f"CREATE TABLE {table} (theirs)")
    before = _content(file)
    with pytest.raises(StoreError, match=f"{table} already exists"):
        Store(file)
    assert _content(file) == before
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(f"DROP TABLE {table}")
    store = Store(file)
    assert len(store.last().nodes) == 4
    store.close()


def _content(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [*database.iterdump(), str(database.execute("PRAGMA user_version").fetchone())]
