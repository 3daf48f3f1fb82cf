"""Words that were erased are read from the disk: of any store, erased in any way, in any order."""

import asyncio
import os
import random
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from deskpet.chat.messages import Image, Message, StreamingText, Text, ToolUse, user_message
from deskpet.features.data.erasure import erase_files
from deskpet.store import Store, call_journal, facts, together_days, unsaved
from deskpet.store.facts import Fact
from deskpet.tools.files.undo_copies import ChangeRecord, UndoCopies, delete_lost_copies
from tests.attacks.attack import Attack, GotThroughError, Try

_DAY = 24 * 3600.0
# A file system in memory: most of the time of a try is spent on waiting for the disk.
_MEMORY = "/dev/shm"


@dataclass
class _Stores:
    """A data folder with everything in it that holds words; `words` tells which words each conversation has."""

    folder: Path
    generator: random.Random
    now: float = field(default_factory=time.time)
    words: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    messages: dict[str, str] = field(default_factory=dict[str, str])
    """The words of each message that can be deleted alone, by its id."""

    def __post_init__(self) -> None:
        self.file, self.scratch = self.folder / "conversations.db", self.folder / "scratch"
        self.copies = UndoCopies(self.folder / "undo")
        self.store = Store(self.file, clock=lambda: self.now)

    def word(self, session: str) -> str:
        """Return new words that belong to a session; an empty one stands for none."""
        word = f"canary{self.generator.getrandbits(80):020x}"
        self.words.setdefault(session, []).append(word)
        return word

    async def fill(self, session: str) -> None:
        """Write a conversation with a call that changed a file, a picture, a draft and a fact that rests on it."""
        store, asked = self.store, self.word(session)
        question = user_message(f"{asked} {'tea ' * self.generator.randrange(200)}", 1.0)
        picture = Image("image/png", b64encode(self.word(session).encode()).decode())
        question = Message("user", (*question.blocks, picture), created_at=1.0)
        store.save_message(session, question, None, question.id)
        before = self.word(session)
        number = self.copies.add(ChangeRecord("/", (self.word(session),), before="1"), before.encode())
        use = ToolUse(
            "edit_file",
            "c",
            "success",
            input={"old_text": before},
            output={"undo": number},
            started_at=2.0,
            ended_at=3.0,
        )
        answer = Message("assistant", (use, Text(StreamingText(self.word(session)))), created_at=2.0, ended="stop")
        store.save_message(session, answer, question.id, answer.id)
        store.record_calls(session, call_journal.ended_calls(session, answer))
        last = user_message(self.word(session), 4.0)
        store.save_message(session, last, answer.id, last.id)
        self.messages[last.id] = last.text
        store.rename(session, self.word(session))
        store.save_draft(session, self.word(session))

    async def fill_beside(self) -> None:
        """Write facts, days, and the files beside the database that a bad day leaves."""
        fact = Fact(self.word(""), "", "other", self.word(""), said_at=1.0, valid_from=1.0)
        await self.store.change(lambda database: facts.add(database, fact))
        note = self.word("")
        await self.store.change(lambda database: together_days.add(database, "", date(2026, 1, 1)))
        await self.store.change(lambda database: together_days.write_note(database, "", date(2026, 1, 1), note, ()))
        for name in ("damaged-1", "foreign-log-1", "day.x.backup.part"):
            self.file.with_name(f"{self.file.name}.{name}").write_text(self.word(""))
        for path in (self.scratch / "a" / "b.txt", self.folder / ".notes.json.0123456789ab.new", self.scratch / ".c"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.word(""))
        unsaved.save_session(self.file, "u", (), None, self.word(""))

    def found(self, words: list[str]) -> list[str]:
        """Return the files that hold one of these words."""
        encoded = [form for word in words for form in (word.encode(), b64encode(word.encode()))]
        content = {each: each.read_bytes() for each in self.folder.rglob("*") if each.is_file()}
        names = {each.name: each for each in self.folder.rglob("*")}
        return [
            each.name
            for each, data in content.items()
            if any(form in data for form in encoded) or any(word in name for word in words for name in names)
        ]

    async def after_a_day(self) -> None:
        """Let the maintenance of the next days happen."""
        self.now += 1.1 * _DAY
        for each in (self.folder / "undo").iterdir():
            os.utime(each, (time.time() - 1.1 * _DAY,) * 2)
        await self.store.maintain()
        await delete_lost_copies(self.store, self.copies)


def _require_gone(stores: _Stores, words: list[str]) -> None:
    if found := stores.found(words):
        raise GotThroughError(f"erased words are in {', '.join(found)}")


def _require_kept(stores: _Stores, words: list[str]) -> None:
    if lost := [number for number, word in enumerate(words) if not stores.found([word])]:
        raise GotThroughError(f"words were erased that should stay: {lost} of {len(words)}")


async def _erase(kind: str, stores: _Stores) -> None:
    """Fill the stores, erase in one way, and look for the words."""
    generator, store = stores.generator, stores.store
    sessions = [f"s{number}" for number in range(generator.randint(2, 3))]
    for session in sessions:
        await stores.fill(session)
        if generator.random() < 0.5:
            await store.maintain()
    kept = [word for session in sessions[1:] for word in stores.words[session]]
    gone = stores.words[sessions[0]]
    match kind:
        case "conversation":
            store.delete(sessions[0])
        case "fact":
            gone = [stores.word("") for _ in range(2)]
            fact = Fact(gone[0], "", "other", gone[1], said_at=1.0, valid_from=1.0)
            await store.change(lambda database: facts.add(database, fact))
            await store.maintain()
            await store.change(lambda database: facts.erase(database, [fact.id]))
            await store.clear_traces()
        case "message":
            deleted = next(message for message, text in stores.messages.items() if text in gone)
            gone = [stores.messages[deleted]]
            store.save_path(sessions[0], None, deleted=[deleted])
        case _:
            await stores.fill_beside()
            await store.erase()
            erase_files((stores.folder / "undo", stores.scratch), (stores.folder,))
            kept, gone = [], [word for words in stores.words.values() for word in words]
    # Waits until everything is written.
    await store.sessions()
    if kind in {"conversation", "message"}:
        # Until then it can be undone.
        _require_kept(stores, gone)
        await stores.after_a_day()
    _require_gone(stores, gone)
    _require_kept(stores, kept)


def _check(kind: str, seed: float) -> None:
    with tempfile.TemporaryDirectory(dir=_MEMORY if Path(_MEMORY).is_dir() else None) as temporary:
        stores = _Stores(Path(temporary), random.Random(seed))
        try:
            asyncio.run(_erase(kind, stores))
        finally:
            stores.store.close()


def _tries(generator: random.Random) -> Iterator[Try]:
    while True:
        for kind in ("all", "conversation", "message", "fact"):
            seed = generator.random()
            yield Try(f"{kind} {seed}", partial(_check, kind, seed))


ATTACKS = (Attack("erased words", "no file holds words that were erased", _tries),)
