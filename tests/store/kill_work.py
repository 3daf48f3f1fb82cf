"""Work that is killed at random moments, and what has to be there afterwards: an import, an upgrade, saved files."""

import asyncio
import itertools
import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskpet.chat import messages
from deskpet.chat.messages import Message, StreamingText, Text, user_message
from deskpet.config import settings_file
from deskpet.config.list_file import ListFileError
from deskpet.config.settings_file import SettingsError
from deskpet.features.reminders.reminders import Reminders
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError
from deskpet.store import Store, StoreError
from deskpet.store.schema import VERSION
from tests.store.test_migrations import write_v1

# What the readers raise for a file that can't be used.
REFUSALS = (StoreError, PersonaError, ListFileError, SettingsError)
SESSIONS, EXCHANGES = 40, 5
# Longest work without an end of its own, in seconds.
SAVING_SECONDS = 0.3
# Some kills come after the end, so that those before it are spread over all of the work on a busy machine too.
_MARGIN = 1.5


@dataclass(frozen=True, slots=True)
class Work:
    """`prepare` writes into a new folder, `run` works there until it is killed.

    `check` returns whether the kill came after a first result was there, and raises AssertionError if anything is lost
    or mixed.
    """

    prepare: Callable[[Path], None]
    run: Callable[[Path], None]
    check: Callable[[Path], bool]


def _said(session: int) -> tuple[Message, ...]:
    texts = (f"{who} {session}.{number}" for number in range(EXCHANGES) for who in ("question", "answer"))
    return tuple(
        user_message(text, 1.0) if number % 2 == 0 else Message("assistant", (Text(StreamingText(text)),), ended="stop")
        for number, text in enumerate(texts)
    )


def _texts(session: int) -> tuple[str, ...]:
    return tuple(message.text for message in _said(session))


def _stored(folder: Path) -> set[tuple[str, ...]]:
    """Return the texts of every session."""

    async def read() -> set[tuple[str, ...]]:
        store = Store(folder / "talks.db")
        try:
            every = [await store.load(session.id) for session in await store.sessions()]
        finally:
            store.close()
        return {tuple(node.message.text for node in saved.nodes) for saved in every}

    return asyncio.run(read())


def _prepare_import(folder: Path) -> None:
    def session(number: int) -> dict[str, Any]:
        said = _said(number)
        parents = (None, *(message.id for message in said))
        entries = [
            {"parent": parent, "message": messages.to_json(message)}
            for parent, message in zip(parents, said, strict=False)
        ]
        head: dict[str, Any] = {"title": "t", "is_named": False, "is_pinned": False, "begun_at": 1.0, "changed_at": 2.0}
        return head | {"leaf": said[-1].id, "messages": entries}

    sessions = [session(number) for number in range(1, SESSIONS + 1)]
    text = json.dumps({"format": "deskpet conversations", "version": 1, "sessions": sessions})
    (folder / "all.json").write_text(text, encoding="utf-8")
    (folder / "first.json").write_text(
        json.dumps({"format": "deskpet conversations", "version": 1, "sessions": [session(0)]}), encoding="utf-8"
    )
    asyncio.run(_import(folder, "first.json"))


async def _import(folder: Path, name: str) -> None:
    store = Store(folder / "talks.db")
    try:
        await store.import_json(folder / name)
    finally:
        store.close()


def _check_import(folder: Path) -> bool:
    found, every = _stored(folder), set(map(_texts, range(SESSIONS + 1)))
    # All or nothing, beside what was there; a second import completes it and doubles nothing.
    assert found in ({_texts(0)}, every), f"{len(found)} of {len(every)} sessions"
    asyncio.run(_import(folder, "all.json"))
    assert _stored(folder) == every
    return found == every


def _check_upgrade(folder: Path) -> bool:
    with closing(sqlite3.connect(folder / "talks.db")) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
    assert version in (1, VERSION)
    assert _stored(folder) == set(map(_texts, range(1, SESSIONS + 1)))
    return version == VERSION


def _save(folder: Path) -> None:
    """Save settings, a persona and reminders over and over, and note each save that is done."""
    personas, reminders = Personas(folder / "personas"), Reminders(folder / "reminders.json")
    note = os.open(folder / "saved", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for number in itertools.count(1):
        settings_file.update(folder / "settings.toml", {("persona", "user"): f"user {number}"})
        os.write(note, f"settings {number}\n".encode())
        personas.save(Persona("Ada", prompt=f"prompt {number} " * 50, id="ada"))
        os.write(note, f"persona {number}\n".encode())
        reminders.add(4e9, f"reminder {number}")
        os.write(note, f"reminders {number}\n".encode())


def _check_saved(folder: Path) -> bool:
    """Check that each file has the last value that was noted, or the one being saved."""
    lines = (folder / "saved").read_text(encoding="ascii").splitlines() if (folder / "saved").exists() else []
    noted = {"settings": 0, "persona": 0, "reminders": 0} | {
        name: int(number) for name, number in (line.split() for line in lines)
    }
    file = folder / "settings.toml"
    user = settings_file.load(file).persona.user if file.exists() else ""
    ada = Personas(folder / "personas").get("ada")
    prompt = ada.prompt.split() if ada else []
    assert len(prompt) in (0, 100)
    found = {
        "settings": int(user.split()[-1]) if user else 0,
        "persona": int(prompt[1]) if prompt else 0,
        "reminders": len(Reminders(folder / "reminders.json").all),
    }
    assert all(noted[name] <= number <= noted[name] + 1 for name, number in found.items()), f"{noted} {found}"
    return any(noted.values())


WORKS: Mapping[str, Work] = {
    "importing": Work(_prepare_import, lambda folder: asyncio.run(_import(folder, "all.json")), _check_import),
    "migrating": Work(
        lambda folder: write_v1(folder / "talks.db", *map(_said, range(1, SESSIONS + 1))),
        lambda folder: Store(folder / "talks.db").close(),
        _check_upgrade,
    ),
    "saving": Work(lambda folder: None, _save, _check_saved),
}


def kill(work: Work, root: Path, count: int, seed: int) -> None:
    """Start the work in `count` new folders of `root`, and kill each at a random moment of it."""
    moments = random.Random(seed)
    longest = SAVING_SECONDS if work.run is _save else _MARGIN * _duration(work, root / "whole")
    for number in range(count):
        folder = root / str(number)
        folder.mkdir()
        work.prepare(folder)
        pid = _start(work, folder)
        time.sleep(moments.uniform(0, longest))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _duration(work: Work, folder: Path) -> float:
    folder.mkdir()
    work.prepare(folder)
    began = time.monotonic()
    os.waitpid(_start(work, folder), 0)
    return time.monotonic() - began


def _start(work: Work, folder: Path) -> int:
    """Start the work in a forked process, and return its id."""
    if pid := os.fork():
        return pid
    try:
        work.run(folder)
    finally:
        # Skips the cleanup of this copy of the parent process.
        os._exit(0)


if __name__ == "__main__":
    kill(WORKS[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[4]), int(sys.argv[3]))
