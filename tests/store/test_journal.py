"""The journal of tool calls: what is recorded, read, erased and kept."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.permission import Decision, Rule
from deskpet.chat.permission_check import PermissionCheck
from deskpet.chat.rerun import Rerun
from deskpet.chat.tool import ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import Policy
from deskpet.store import CallRecord, Recorder, Store
from deskpet.store.call_journal import KEPT_SECONDS
from tests.llm.scripted_server import ScriptedServer, call, words

CANARY = "canary-41d8"
DAY = 24 * 3600.0


@tool("notes.read", title="Read")
async def read(name: str) -> str:
    """Read."""
    if name == "missing":
        raise ToolFailed("not_found", "There is none.")
    return name


@tool("notes.write", title="Write", policy=Policy.ASK)
async def write(name: str) -> str:
    """Write."""
    return name


@tool("notes.send", title="Send", policy=Policy.REFUSE)
async def send(name: str) -> str:
    """Send."""
    return name


BOX = Toolbox((read, write, send))


def one(tool_name: str, name: str = "a") -> list[object]:
    return [call(tool_name.replace(".", "_"), f'{{"name": "{name}"}}')]


def record(message: str, at: float = 1.0, **changes: object) -> CallRecord:
    values: dict = {"tool": "notes.read", "arguments": {"name": CANARY}, "decision": "allowed", "outcome": "success"}
    return CallRecord(at, "s", message, 0, ended_at=at + 1, **(values | changes))


async def talked(store: Store, *rounds: object, **setup: object) -> Conversation:
    server = ScriptedServer(*rounds)
    conversation = Conversation(lambda: TurnSetup(server.model(), BOX, **setup))
    Recorder(store, conversation)
    await conversation.send("go")
    return conversation


async def test_every_call_is_recorded_with_who_allowed_it(tmp_path: Path) -> None:
    answers = iter([Decision(approved=True), Decision(approved=False)])

    async def approve(*_: object) -> Decision:
        return next(answers)

    store = Store(tmp_path / "talks.db")
    rounds = [
        one("notes.read"),
        one("notes.read", "missing"),
        one("notes.write"),
        one("notes.write"),
        one("notes.send"),
    ]
    conversation = await talked(store, *rounds, [words("ok")], approve=approve)
    found = [(each.tool, each.decision, each.outcome) for each in reversed(await store.calls(10))]
    assert found == [
        ("notes.read", "allowed", "success"),
        ("notes.read", "allowed", "not_found"),
        ("notes.write", "asked", "success"),
        ("notes.write", "refused", "refused"),
        ("notes.send", "refused", "refused"),
    ]
    newest = (await store.calls(1))[0]
    assert (newest.message, newest.arguments) == (conversation.messages[-1].id, {"name": "a"})
    store.close()


async def test_a_call_that_a_rule_allows_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path / "talks.db")
    rule = Rule("notes.write", None, 1.0)
    await talked(store, one("notes.write"), [words("ok")], rules=lambda: (rule,))
    assert [each.decision for each in await store.calls(10)] == ["rule"]
    store.close()


async def test_a_call_stopped_while_it_asks_is_recorded(tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def approve(*_: object) -> Decision:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    store = Store(tmp_path / "talks.db")
    turn = asyncio.ensure_future(talked(store, one("notes.write"), approve=approve))
    await asked.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert [(each.decision, each.outcome) for each in await store.calls(10)] == [("asked", "cancelled")]
    store.close()


@pytest.mark.parametrize(
    ("policy", "decision", "outcome"), [(Policy.ALLOW, "manual", "success"), (Policy.REFUSE, "refused", "refused")]
)
async def test_a_call_that_the_user_runs_again_is_recorded(
    tmp_path: Path, policy: Policy, decision: str, outcome: str
) -> None:
    async def never_asked() -> Decision:
        raise AssertionError

    store = Store(tmp_path / "talks.db")
    conversation = await talked(store, one("notes.read"), [words("ok")])
    answer = conversation.messages[-1]
    used = answer.blocks[0]
    assert isinstance(used, ToolUse)
    rerun = Rerun(used, 0, lambda event: conversation.amend(answer.id, event), lambda: 5e9, never_asked)
    await rerun.run(PermissionCheck(Toolbox((read,), lambda _: policy), tuple, tuple))
    assert [(each.at, each.decision, each.outcome) for each in await store.calls(1)] == [(5e9, decision, outcome)]
    store.close()


async def test_a_call_that_the_end_of_the_program_cut_off_is_recorded_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "talks.db")
    question = user_message("go", 1.0)
    running = ToolUse("notes.read", "c", input={"name": "a"}, started_at=2.0)
    store.save_message("s", question, None, question.id)
    store.save_message("s", Message("assistant", (running,), "m", 1.5), question.id, "m")
    for _ in range(2):
        recorder = Recorder(store, Conversation(lambda: TurnSetup(ScriptedServer().model(), BOX)))
        recorder.show(store.last())
    assert [(each.at, each.message, each.outcome) for each in await store.calls(10)] == [(2.0, "m", "cancelled")]
    store.close()


async def test_hostile_arguments_are_recorded_cut(tmp_path: Path) -> None:
    store = Store(tmp_path / "talks.db")
    deep: list = []
    for _ in range(500):
        deep = [deep]
    hostile = {"text": "x" * 5_000_000, "\ud800": "\udfff", "deep": deep, "number": 10**5000, "k" * 9000: None}
    store.record_calls("s", [record("m", tool="t" * 9000, arguments=hostile)]).result()
    with closing(sqlite3.connect(tmp_path / "talks.db")) as database:
        (size,) = database.execute("SELECT length(arguments) + length(tool) FROM calls").fetchone()
    assert size < 20_000
    store.save_message("s", Message("assistant", (), "m", 1.0, "stop"), None, "m")
    (found,) = await store.calls(1)
    assert isinstance(found.arguments, dict)
    assert str(found.arguments["text"]).startswith("xxx")
    store.close()


def traces(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if CANARY.encode() in file.read_bytes()]


async def test_an_erased_message_takes_its_arguments_out_of_the_journal(tmp_path: Path) -> None:
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    for session in ("gone", "stays"):
        store.save_message(session, user_message("hello", 1.0), None, None)
        message = Message("assistant", (), f"m-{session}", 1e9, "stop")
        store.save_message(session, message, None, message.id)
    store.record_calls("gone", [record("m-gone", 1e9)])
    store.record_calls("stays", [record("m-stays", 1e9, arguments={"name": "b"})])
    await store.maintain("stays")
    store.delete("gone")
    # It can still be restored, and is not shown.
    assert [each.arguments for each in await store.calls(9)] == [{"name": "b"}, None]
    store.undo_delete("gone")
    assert [each.arguments for each in await store.calls(9)] == [{"name": "b"}, {"name": CANARY}]
    store.delete("gone")
    now[0] += 2 * DAY
    await store.maintain("stays")
    assert traces(tmp_path) == []
    kept = [(each.tool, each.at, each.outcome, each.arguments) for each in await store.calls(9)]
    assert kept == [("notes.read", 1e9, "success", {"name": "b"}), ("notes.read", 1e9, "success", None)]
    store.close()


async def test_erasing_everything_leaves_only_tool_time_and_outcome(tmp_path: Path) -> None:
    store = Store(tmp_path / "talks.db")
    store.save_message("s", Message("assistant", (), "m", 1.0, "stop"), None, "m")
    store.record_calls("s", [record("m")])
    await store.erase()
    assert traces(tmp_path) == []
    assert [(each.tool, each.outcome, each.arguments) for each in await store.calls(9)] == [
        ("notes.read", "success", None)
    ]
    store.close()


async def test_calls_are_kept_for_90_days_also_when_a_clock_was_wrong(tmp_path: Path) -> None:
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    store.record_calls("s", [record("old", 1e9), record("later", 1e9 + DAY), record("future", 5e9)])
    now[0] += KEPT_SECONDS + 1
    await store.maintain()
    assert [each.message for each in await store.calls(9)] == ["future", "later"]
    now[0] += KEPT_SECONDS + 1
    await store.maintain()
    assert await store.calls(9) == ()
    store.close()


async def test_calls_survive_a_restart_and_are_not_exported(tmp_path: Path) -> None:
    file = tmp_path / "talks.db"
    store = Store(file)
    await talked(store, one("notes.read"), [words("ok")])
    store.close()
    store = Store(file)
    assert len(await store.calls(9)) == 1
    await store.export_json(tmp_path / "all.json")
    store.close()
    other = Store(tmp_path / "other.db")
    await other.import_json(tmp_path / "all.json")
    assert (len(await other.sessions()), await other.calls(9)) == (1, ())
    other.close()


async def test_calls_of_a_locked_file_are_merged_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "talks.db"
    store = Store(file, clock=lambda: 9.0, wait=0.01)
    store.save_message("s", Message("assistant", (), "m", 1.0, "stop"), None, "m")
    store.record_calls("s", [record("m")]).result()
    with closing(sqlite3.connect(file)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        store.record_calls("s", [record("m", 2.0)])
        store.close()
    store = Store(file, clock=lambda: 9.0)
    assert [each.at for each in await store.calls(9)] == [2.0, 1.0]
    store.close()
