"""A child process that answers lines: replies by their requests, events, limits, and how it ends."""

import queue
from pathlib import Path

import pytest

from deskpet.processes.child_kinds import ChildKind
from deskpet.processes.line_process import Ending, LineProcess
from deskpet.processes.lines import Message
from tests.support.waiting import wait_until

KIND = ChildKind(name="test", seconds=60, reply_size=2000)
SECONDS = 60
ECHO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"event": "got"}), flush=True)
    for each in request.get("parts", ()):
        print(json.dumps({"id": request["id"], "part": each}), flush=True)
    if "silent" not in request:
        print(json.dumps({"id": request["id"], "result": request.get("text")}), flush=True)
"""


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Start a program of the test's own, with a queue of its events, which has its Ending at last."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    running: list[LineProcess] = []

    def started(text: str = ECHO, **options: float) -> "tuple[LineProcess, queue.SimpleQueue[Message | Ending]]":
        (tmp_path / "lines_program.py").write_text(text, encoding="utf-8")
        events: queue.SimpleQueue[Message | Ending] = queue.SimpleQueue()
        process = LineProcess(KIND, "lines_program", events.put, **options)
        process.start(events.put)
        running.append(process)
        return process, events

    yield started
    for each in running:
        each.kill()


def test_each_request_gets_its_replies_until_the_last(start) -> None:
    process, events = start()
    replies: queue.SimpleQueue[Message | Ending] = queue.SimpleQueue()
    number = process.open(replies.put)
    process.send({"id": number, "parts": [1, 2], "text": "おはよう"})
    assert [replies.get(timeout=SECONDS) for _ in range(3)] == [
        {"id": number, "part": 1},
        {"id": number, "part": 2},
        {"id": number, "result": "おはよう"},
    ]
    assert events.get(timeout=SECONDS) == {"event": "got"}
    assert not process.forget(number)


def test_a_request_that_was_forgotten_gets_no_reply(start) -> None:
    process, _ = start()
    replies: queue.SimpleQueue[Message | Ending] = queue.SimpleQueue()
    number = process.open(replies.put)
    assert process.forget(number)
    assert process.is_stuck_at(number)
    process.send({"id": number})
    assert process.ask({"text": "next"}, SECONDS) == {"id": number + 1, "result": "next"}
    assert replies.empty()


def test_a_request_without_a_reply_in_time_ends_the_process(start) -> None:
    process, events = start()
    waiting: queue.SimpleQueue[Message | Ending] = queue.SimpleQueue()
    assert process.open(waiting.put)
    assert process.ask({"silent": True}, 0.3) is None
    ending = waiting.get(timeout=SECONDS)
    assert isinstance(ending, Ending)
    assert process.is_closed
    assert process.open(waiting.put) is None
    while (last := events.get(timeout=SECONDS)) == {"event": "got"}:
        pass
    assert last == ending


@pytest.mark.parametrize("line", ["hello", "[1]", "x" * 3000])
def test_a_child_that_breaks_the_rules_of_the_lines_is_ended(start, line: str) -> None:
    process, _ = start(f"import time; print({line!r}, flush=True); time.sleep(600)")
    assert process.ask({}, SECONDS) is None


def test_the_end_has_the_code_and_the_last_words(start) -> None:
    _, events = start("import sys; sys.exit('the reason')")
    assert events.get(timeout=SECONDS) == Ending(1, "the reason\n")


def test_the_end_of_its_input_ends_a_child(start) -> None:
    process, events = start()
    process.close_input()
    assert events.get(timeout=SECONDS) == Ending(0, "")


def test_a_child_without_a_request_is_ended(start) -> None:
    process, events = start(idle_seconds=0.2)
    assert process.ask({"text": "a"}, SECONDS)
    wait_until(lambda: process.is_closed)
    assert events.get(timeout=SECONDS) == {"event": "got"}
    assert isinstance(events.get(timeout=SECONDS), Ending)
