"""Databases corrupted in many ways, and what the store recovers of each.

Run as `python -m tests.store.corrupt` to print a table. Every loss has to be reported with its number; the corrupt
file has to be kept; and later messages have to be stored.
"""

import asyncio
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from deskpet.chat.messages import Image, Message, StreamingText, Text, user_message
from deskpet.store import CallRecord, Salvage, Store, StoreError

MESSAGES = 120
PICTURE = "aGVsbG8gd29ybGQ="
Break = Callable[[Path], object]


@dataclass(frozen=True)
class Outcome:
    """Numbers of recovered messages and of notices in place of lost ones, and the reports of the store."""

    readable: int
    marked: int
    salvage: Salvage | None
    refused: str = ""

    @property
    def is_right(self) -> bool:
        """Whether nothing is lost without a report."""
        missing = MESSAGES - self.readable
        # Nothing tells that an empty file without a backup ever held anything.
        return bool(self.refused) or missing in {0, MESSAGES} or self.marked > 0 or self.salvage is not None


def fill(file: Path, *, backed_up: bool = False) -> None:
    """Write two conversations with long answers, a picture and drafts."""
    store = Store(file)
    for number in range(MESSAGES // 2):
        session, parent = f"s{number % 2}", f"a{number - 2}" if number > 1 else None
        pictures = [Image("image/png", PICTURE)] if number == 4 else []
        question = user_message(f"question {number}", float(number + 1), pictures)
        question = Message("user", question.blocks, f"q{number}", question.created_at, "stop")
        said = f"answer {number} " + "words and more words " * (1 + number * 7 % 90)
        answer = Message("assistant", (Text(StreamingText(said)),), f"a{number}", number + 1.5, "stop")
        store.save_message(session, question, parent, question.id, number + 1.0)
        store.save_message(session, answer, question.id, answer.id, number + 1.5)
        record = CallRecord(number + 1.2, session, f"a{number}", 0, "read_file", {"path": said}, "rule", "success", 2e9)
        store.record_calls(session, [record])
    store.save_draft("s0", "not sent").result()
    if backed_up:
        asyncio.run(store.maintain())
    store.close()


def sql(*statements: str) -> Break:
    """Return a damage that runs SQL statements."""

    def work(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA writable_schema = ON")
            for statement in statements:
                database.execute(statement)
            database.commit()

    return work


def page_of(kind: int, nth: int = 0, fill_with: bytes = b"\xa5") -> Break:
    """Overwrite the nth page of a kind: 10 is a leaf of an index, 13 a leaf of a table, 5 an inner page of a table."""

    def work(file: Path) -> None:
        data = bytearray(file.read_bytes())
        size = int.from_bytes(data[16:18], "big")
        starts = [at for at in range(size, len(data), size) if data[at] == kind]
        at = starts[nth % len(starts)]
        data[at : at + size] = (fill_with * size)[:size]
        file.write_bytes(data)

    return work


def truncated(part: float) -> Break:
    """Truncate the file after this fraction of its pages."""

    def work(file: Path) -> None:
        size = file.stat().st_size
        with file.open("rb+") as cut:
            cut.truncate(int(size * part) // 512 * 512)

    return work


def noise(seed: int, count: int) -> Break:
    """Change this number of bytes at random places behind the first page."""

    def work(file: Path) -> None:
        data, chance = bytearray(file.read_bytes()), random.Random(seed)
        for _ in range(count):
            data[chance.randrange(4096, len(data))] = chance.randrange(256)
        file.write_bytes(data)

    return work


def beside(end: str, data: bytes) -> Break:
    """Write a file with this content beside the database."""
    return lambda file: file.with_name(file.name + end).write_bytes(data)


def foreign_log(file: Path) -> None:
    other = file.with_name("other.db")
    with closing(sqlite3.connect(other)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE theirs (x)")
        database.execute("INSERT INTO theirs VALUES (1)")
        database.commit()
        shutil.copy(other.with_name("other.db-wal"), file.with_name(f"{file.name}-wal"))


BREAKS: dict[str, Break] = {
    "not broken": lambda file: None,
    "a body is no UTF-8": sql("UPDATE messages SET body = CAST(x'7bfffe7d' AS TEXT) WHERE id = 'a7'"),
    "a title is no UTF-8": sql("UPDATE sessions SET title = CAST(x'fffe' AS TEXT) WHERE id = 's1'"),
    "a body is no JSON": sql("UPDATE messages SET body = '{broken' WHERE id = 'a7'"),
    "a body is JSON of something else": sql("UPDATE messages SET body = '[1, 2]' WHERE id = 'q8'"),
    "a body of 100,000 brackets": sql(
        "UPDATE messages SET body = replace(hex(zeroblob(50000)), '0', '[') WHERE id = 'a7'"
    ),
    "a body is a number": sql("UPDATE messages SET body = 5 WHERE id = 'a7'"),
    "a body is a blob": sql("UPDATE messages SET body = x'00ff' WHERE id = 'a7'"),
    "a block of an unknown kind": sql(
        'UPDATE messages SET body = replace(body, \'"kind": "text"\', \'"kind": "song"\') WHERE id = \'a7\''
    ),
    "a role nobody has": sql("UPDATE messages SET role = 'ghost', body = '' WHERE id = 'a7'"),
    "the question of a picture lost its blob": sql("PRAGMA foreign_keys = OFF", "DELETE FROM blobs"),
    "a blob is text": sql("UPDATE blobs SET data = 'text'"),
    "a row in the middle is gone": sql("DELETE FROM messages WHERE id = 'a6'"),
    "a session's row is gone": sql("PRAGMA foreign_keys = OFF", "DELETE FROM sessions WHERE id = 's1'"),
    "an event that is no JSON": sql("INSERT INTO journal (message, events) VALUES (4, '{{{')"),
    "an event that is no UTF-8": sql("INSERT INTO journal (message, events) VALUES (4, CAST(x'5bff5d' AS TEXT))"),
    "the calls are of other types": sql(
        "UPDATE calls SET at = 'then', tool = x'fffe', arguments = '[{', outcome = 7, decision = CAST(x'ff' AS TEXT)"
    ),
    "the calls are gone": sql("DROP TABLE calls"),
    "times are words": sql("UPDATE sessions SET changed_at = 'yesterday', begun_at = 'then'"),
    "the leaf leads nowhere": sql("UPDATE sessions SET leaf = 'nobody'"),
    "parents in a circle": sql("UPDATE messages SET parent = 'a9' WHERE id = 'q9'"),
    "user_version is -1": sql("PRAGMA user_version = -1"),
    "user_version is 99": sql("PRAGMA user_version = 99"),
    "user_version is 0": sql("PRAGMA user_version = 0"),
    "empty": truncated(0),
    "only the first page": lambda file: file.write_bytes(file.read_bytes()[:4096]),
    "half of the first page": lambda file: file.write_bytes(file.read_bytes()[:2048]),
    "cut off at a third": truncated(0.34),
    "cut off at two thirds": truncated(0.67),
    "the last page is gone": truncated(0.99),
    "not a database": lambda file: file.write_text("Dear diary, " * 2000, encoding="utf-8"),
    "the first page is noise": lambda file: file.write_bytes(b"\x5a" * 4096 + file.read_bytes()[4096:]),
    "a leaf of a table is noise": page_of(13, 3),
    "another leaf of a table is zeros": page_of(13, 9, b"\0"),
    "an inner page of a table is noise": page_of(5),
    "a leaf of an index is noise": page_of(10, 1),
    "another leaf of an index is zeros": page_of(10, 2, b"\0"),
    "200 bytes are others": noise(1, 200),
    "2,000 bytes are others": noise(2, 2000),
    "a log of another database": foreign_log,
    "a log of noise": beside("-wal", b"\x37\x7f\x06\x82" + b"\x11" * 9000),
    "an shm of noise": beside("-shm", b"\x99" * 32768),
    "the index of words is noise": sql("UPDATE words_data SET block = x'ffffffff'"),
    "the index of words is gone": sql("DELETE FROM sqlite_master WHERE name = 'words_data'"),
}


async def outcome(file: Path) -> Outcome:
    """Open the corrupt file, use every function of the store on it, and return what was recovered."""
    found: list[Salvage] = []
    try:
        store = Store(file, on_salvage=found.append)
    except StoreError as error:
        return Outcome(0, 0, None, str(error))
    try:
        for name in ("s0", "s1"):
            await _nodes(store, name)
        await store.sessions()
        await store.search("question")
        await store.calls(500)
        await store.export_json(file.with_name("all.json"))
        await store.maintain()
        nodes = [node for name in ("s0", "s1") for node in await _nodes(store, name)]
        store.save_message("s0", user_message("and now?"), None, None).result()
    finally:
        store.close()
    said = [node.message for node in nodes if node.message.text.startswith(("question ", "answer "))]
    marked = [node for node in nodes if any(block.kind == "notice" for block in node.message.blocks)]
    return Outcome(len(said), len(marked), found[-1] if found else None)


async def _nodes(store: Store, session: str) -> tuple:
    try:
        return (await store.load(session)).nodes
    except StoreError as error:
        # A single missing row is found at the next integrity check.
        print(f"    {error}") if "-v" in sys.argv else None  # noqa: T201
        return ()


def broken(folder: Path, name: str, *, backed_up: bool) -> Outcome:
    """Corrupt a new database in this way, and open it."""
    file = folder / "conversations.db"
    fill(file, backed_up=backed_up)
    before = None
    BREAKS[name](file)
    if "user_version is 99" in name:
        before = file.read_bytes()
    result = asyncio.run(outcome(file))
    assert before is None or file.read_bytes() == before
    if result.salvage:
        assert result.salvage.aside.is_file()
    return result


def main() -> None:
    """Print the table. The exit code is 1 if anything is lost without a report."""
    wrong = 0
    print(f"{'what is broken':44} {'there':>7} {'marked':>7}  said (of {MESSAGES} messages; | with a backup)")  # noqa: T201
    for name in BREAKS:
        cells = []
        for backed_up in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                result = broken(Path(folder), name, backed_up=backed_up)
            saved = result.salvage
            said = f"read {saved.read}, restored {saved.restored}, lost {saved.lost}" if saved else result.refused[-60:]
            cells.append(f"{result.readable:>7} {result.marked:>7}  {said or 'nothing lost'}")
            wrong += not result.is_right
        print(f"{name:44} {cells[0]}  |{cells[1]}")  # noqa: T201
    print(f"{len(BREAKS)} broken databases, {wrong} lost something without a word")  # noqa: T201
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
