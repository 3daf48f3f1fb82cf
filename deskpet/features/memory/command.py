"""`deskpet memory`: list, search, add and erase facts. A running pet makes the changes for the command."""

import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from deskpet.config import paths
from deskpet.features.feature import RequestRefused
from deskpet.features.memory.access import has_secret
from deskpet.features.memory.memory import LONGEST_TEXT
from deskpet.processes import console, interruptible
from deskpet.processes.console import ExitCode
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.statistics.log import json_line
from deskpet.store import Store, StoreError, facts
from deskpet.store.facts import Fact
from deskpet.store.opening import query_file
from deskpet.text.invisible import escape_line
from deskpet.text.local_time import local_time
from deskpet.translation import tr

_MAX_FOUND = 50
_NO_FACTS: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """A fact as `deskpet memory --json` prints it. `said_at` is in Unix seconds; `state` is `kept` or `proposed`."""

    id: str
    text: str
    about: str
    said_at: float
    pinned: bool
    state: str

    @classmethod
    def of(cls, fact: Fact) -> "MemoryLine":
        """Return the line of a fact."""
        return cls(fact.id, fact.text, fact.about, fact.said_at, fact.is_pinned, fact.state)


async def edit(store: Store, action: str, argument: str) -> tuple[Fact, ...]:
    """Add a fact of the text `argument`, or erase the one of this id, and return the added one.

    Raises StoreError and RequestRefused.
    """
    if action == "add":
        return (await _add(store, argument),)
    if action != "erase":
        raise RequestRefused(tr("There is no action {name}.", name=repr(action)))
    await _erase(store, argument)
    return ()


async def _add(store: Store, text: str) -> Fact:
    """Keep a fact that all personas know."""
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_TEXT:
        raise RequestRefused(tr("A fact has 1 to {most} characters.", most=LONGEST_TEXT))
    if has_secret(text):
        raise RequestRefused(tr("This looks like a password, a key or the number of a card, which are never kept."))
    fact = Fact(text, said_at=round(time.time(), 3))
    if not await store.change(partial(facts.add, fact=fact)):
        raise RequestRefused(tr("This is known already."))
    return fact


async def _erase(store: Store, fact_id: str) -> None:
    """Erase a fact from the database and its backups."""
    count = await store.change(partial(facts.erase, fact_ids=[fact_id]))
    await store.clear_traces()
    if not count:
        raise RequestRefused(tr("There is no fact {id}. `deskpet memory list` has the ids.", id=repr(fact_id)))


def run(action: str, argument: str, *, as_json: bool) -> int:
    """Carry out an action, print the facts that it finds or adds, and return the exit code."""
    try:
        found = _found(action, argument)
    except (StoreError, RequestRefused) as error:
        console.report(error)
        return ExitCode.FAILED
    out = console.output()
    lines = (json_line(asdict(each), encoding=out.encoding) for each in found) if as_json else _table(found)
    out.writelines(f"{line}\n" for line in lines)
    return ExitCode.OK


def _found(action: str, argument: str) -> tuple[MemoryLine, ...]:
    match action:
        case "list":
            found = query_file(_file(), facts.read, _NO_FACTS)
        case "search":
            find = partial(facts.find, text=argument, persona=None, limit=_MAX_FOUND, is_anybodys=True)
            found = query_file(_file(), find, _NO_FACTS)
        case _:
            return _changed(action, argument)
    return tuple(map(MemoryLine.of, found))


def _changed(action: str, argument: str) -> tuple[MemoryLine, ...]:
    """Add or erase a fact, and return the added one. Raises StoreError and RequestRefused."""
    lock = InstanceLock(paths.data_folder())
    if lock.acquire() is LockResult.TAKEN:
        return _changed_by_pet(lock, action, argument)
    # A pet that is started meanwhile reports which process has the conversations open.
    lock.publish("")
    try:
        store = Store(_file())
        try:
            return tuple(map(MemoryLine.of, interruptible.run(edit(store, action, argument))))
        finally:
            store.close()
    finally:
        lock.release()


def _changed_by_pet(lock: InstanceLock, action: str, argument: str) -> tuple[MemoryLine, ...]:
    """Ask the running pet to change the facts. Raises RequestRefused."""
    from deskpet.ui.platform.local_server import ask

    running = lock.running()
    request = json.dumps({"action": action, "argument": argument}).encode()
    reply = ask(running.address, "memory", request) if running and running.address else None
    if reply is None:
        raise RequestRefused(tr("deskpet runs, has the conversations and does not answer. Quit it, and try again."))
    value = json.loads(reply)
    if "error" in value:
        raise RequestRefused(str(value["error"]))
    return tuple(MemoryLine(**each) for each in value["facts"])


def _table(found: Iterable[MemoryLine]) -> Iterable[str]:
    for fact in found:
        said = local_time(fact.said_at)
        notes = [tr("pinned")] * fact.pinned + [tr("waits until you confirm it")] * (fact.state == "proposed")
        note = f"  ({tr(', ').join(notes)})" if notes else ""
        yield f"{fact.id}  {f'{said:%Y-%m-%d}' if said else '':10}  {escape_line(fact.text)}{note}"


def _file() -> Path:
    return paths.data_folder() / "conversations.db"
