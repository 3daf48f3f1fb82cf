"""`deskpet memory`, and what `deskpet ask` tells of it."""

import asyncio
import json
import sqlite3
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import Store, facts
from deskpet.store.facts import Fact
from tests.support.deskpet_process import data_folder, start

CANARY = "quokkafarm"


def run(*arguments: str, code: int = 0) -> tuple[list[dict[str, Any]], str]:
    program = start(*arguments)
    out, err = program.communicate(timeout=60)
    assert program.returncode == code, err
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")], err or out


def memory(*arguments: str, code: int = 0) -> list[dict[str, Any]]:
    return run("memory", *arguments, "--json", code=code)[0]


async def keep(*known: Fact) -> None:
    store = Store(data_folder() / "conversations.db")
    for fact in known:
        await store.change(partial(facts.add, fact=fact))
    store.close()


def test_what_is_added_is_listed_found_and_erased() -> None:
    assert memory("list") == []
    (added,) = memory("add", "Drinks  green tea")
    assert list(added) == ["id", "text", "about", "said_at", "pinned", "state"]
    assert (added["text"], added["pinned"], added["state"]) == ("Drinks green tea", False, "kept")
    (other,) = memory("add", "对花生过敏")
    assert memory("list") == [other, added]
    assert memory("search", "花生") == [other]
    assert memory("search", "tea") == [added]
    assert "known already" in run("memory", "add", "drinks green tea", code=1)[1]
    assert memory("erase", added["id"]) == []
    assert memory("list") == [other]
    assert added["id"] in run("memory", "erase", added["id"], code=1)[1]


def test_an_erased_fact_is_in_no_file() -> None:
    (added,) = memory("add", f"Has a {CANARY}")
    folder = data_folder()
    assert [each.name for each in folder.iterdir() if CANARY.encode() in each.read_bytes()]
    memory("erase", added["id"])
    assert not [each.name for each in folder.iterdir() if CANARY.encode() in each.read_bytes()]
    assert list(folder.glob("*.backup"))


@pytest.mark.parametrize("text", ["", "  ", "The password is hunter2", "x" * 501])
def test_what_is_no_fact_or_a_secret_is_refused(text: str) -> None:
    assert memory("add", text, code=1) == []
    assert memory("list") == []


def test_a_missing_action_is_a_wrong_use() -> None:
    assert "required" in run("memory", code=2)[1]


@pytest.mark.slow
def test_beside_a_process_that_does_not_answer_it_only_reads() -> None:
    asyncio.run(keep(Fact("Drinks tea", id="t", persona="knight"), Fact("Lives in Oz", state="proposed")))
    lock = InstanceLock(data_folder())
    assert lock.acquire() is LockResult.HELD
    lock.publish("")
    store = Store(data_folder() / "conversations.db")
    assert [each["state"] for each in memory("list")] == ["proposed", "kept"]
    assert [each["id"] for each in memory("search", "tea")] == ["t"]
    for action in ("add", "Drinks rum"), ("erase", "t"):
        assert "deskpet runs" in run("memory", *action, code=1)[1]
    store.close()
    lock.release()
    assert [each["id"] for each in memory("search", "tea")] == ["t"]


def test_a_file_of_an_older_version_has_no_facts_and_is_left_alone() -> None:
    file = data_folder() / "conversations.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 5")
    assert memory("list") == []
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (5,)
