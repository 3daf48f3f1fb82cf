"""What is found out about agents that tell nothing: an interruption, and the end of their process."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.config.choices import Agent
from deskpet.features.agents.activity import ActivityWatch, Watched, interruptions
from deskpet.features.agents.agent_process import AgentProcess, describe
from deskpet.features.agents.events import EventKind
from deskpet.features.agents.sessions import AgentSession

AT = "2026-11-29T08:28:57.165Z"
SECONDS = 1795940937.165
# The last lines of the real files after Esc.
CLAUDE = {
    "type": "user",
    "message": {"role": "user", "content": [{"type": "text", "text": "[Request interrupted by user for tool use]"}]},
    "timestamp": AT,
    "sessionId": "s1",
}
GEMINI = {"id": "fb640e5c", "timestamp": AT, "type": "info", "content": "Request cancelled."}
CODEX = {
    "timestamp": AT,
    "ordinal": 14,
    "type": "event_msg",
    "payload": {"type": "turn_aborted", "turn_id": "01a2266d", "reason": "interrupted", "duration_ms": 6773},
}
LINES = {Agent.CLAUDE: CLAUDE, Agent.CODEX: CODEX, Agent.GEMINI: GEMINI}


def line(values: object) -> bytes:
    return json.dumps(values).encode() + b"\n"


@pytest.mark.parametrize("agent", LINES)
def test_the_mark_of_an_interruption_is_found_once(agent: Agent, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(line({"type": "user", "message": {"role": "user", "content": "go"}, "timestamp": AT}))
    watch = ActivityWatch()
    session = AgentSession(agent, "s1", is_in_turn=True, transcript=str(file), event_at=SECONDS - 5)
    watched = [Watched(session, None)]
    assert watch.look(watched, SECONDS) == []
    with file.open("ab") as opened:
        opened.write(line(LINES[agent])[:-9])
        opened.flush()
        # The line is not whole.
        assert watch.look(watched, SECONDS) == []
        opened.write(line(LINES[agent])[-9:])
    (found,) = watch.look(watched, SECONDS)
    assert (found.kind, found.session, round(found.at, 3)) == (EventKind.INTERRUPTED, "s1", SECONDS)
    assert watch.look(watched, SECONDS) == []


def test_an_interruption_before_the_last_event_is_none(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(line(CLAUDE))
    session = AgentSession(Agent.CLAUDE, "s1", is_in_turn=True, transcript=str(file), event_at=SECONDS + 1)
    assert ActivityWatch().look([Watched(session, None)], SECONDS + 2) == []


@pytest.mark.parametrize(
    "entry",
    [
        CLAUDE | {"message": {"role": "user", "content": "[Request interrupted by user for tool use]"}},
        CLAUDE | {"type": "assistant"},
        CLAUDE | {"message": {"content": [{"type": "text", "text": "why [Request interrupted by user]?"}]}},
        CLAUDE | {"message": {"content": [{"text": "[Request interrupted by user]"}, {"text": "more"}]}},
        CLAUDE | {"timestamp": 5},
        CLAUDE | {"timestamp": "[Request interrupted by user"},
        {"note": "[Request interrupted by user"},
        ["[Request interrupted by user"],
        CLAUDE | {"padding": "x" * 20_000},
    ],
)
def test_words_that_look_like_a_mark_are_none(entry: object) -> None:
    """A prompt and an answer may hold the same words."""
    assert list(interruptions(Agent.CLAUDE, [line(entry)])) == []


@given(st.sampled_from(list(LINES)), st.lists(st.binary(max_size=200)), st.integers(0, 400))
def test_any_line_is_read_without_an_error(agent: Agent, lines: list[bytes], cut: int) -> None:
    marked = line(LINES[agent])
    list(interruptions(agent, [*lines, marked[:cut], b"[" * 9000 + marked, *(marked + each for each in lines)]))
    assert len(list(interruptions(agent, [marked]))) == 1


@pytest.mark.parametrize("name", ["missing", "folder", "\0", "pipe"])
def test_what_is_no_file_is_not_waited_for(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    session = AgentSession(Agent.CLAUDE, "s1", is_in_turn=True, transcript=f"{tmp_path}/{name}")
    assert ActivityWatch().look([Watched(session, None)], 1.0) == []


def test_the_start_of_a_long_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(line(CLAUDE) + line({"content": "x" * 100_000}))
    session = AgentSession(Agent.CLAUDE, "s1", is_in_turn=True, transcript=str(file))
    assert ActivityWatch().look([Watched(session, None)], SECONDS) == []


@contextmanager
def drawing() -> Generator[tuple["subprocess.Popen[bytes]", AgentProcess]]:
    """A process with a terminal that writes as many bytes as the number on each line of its input."""
    code = "import sys\nfor line in sys.stdin: print('x' * int(line), file=sys.stderr); print(flush=True)"
    ours, theirs = os.openpty()
    words = [sys.executable, "-u", "-c", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs) as running:
        # It has been started when it answers.
        draw(running, 0)
        process = describe(running.pid)
        assert process
        # Its output is the test's, its errors go to the terminal.
        yield running, replace(process, has_terminal=True)
        running.communicate()
    os.close(ours)
    os.close(theirs)


def draw(running: "subprocess.Popen[bytes]", count: int) -> None:
    assert running.stdin
    assert running.stdout
    running.stdin.write(f"{count}\n".encode())
    running.stdin.flush()
    running.stdout.readline()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process writes")
@pytest.mark.parametrize(
    ("drawn", "is_over"),
    [
        ([900, 900, 900, 0, 0, 0, 0], True),
        # It has drawn its prompt only: an agent that never draws may think.
        ([900, 0, 0, 0, 0, 0, 0], False),
        ([0, 0, 0, 0, 0, 0, 0], False),
        ([900, 900, 0, 0, 0, 900, 0, 0, 0], False),
        ([900, 900, 0, 0, 0, 900, 0, 0, 0, 0], True),
        # A clock and a cursor that blinks.
        ([900, 900, 30, 30, 30, 30], True),
    ],
)
def test_an_agent_that_draws_no_more_rests(drawn: list[int], is_over: bool) -> None:
    session = AgentSession(Agent.CLAUDE, "s1", is_in_turn=True)
    with drawing() as (running, process):
        watch, found = ActivityWatch(), []
        watched = [Watched(session, process)]
        assert watch.look(watched, 1.0) == []
        for at, count in enumerate(drawn, 2):
            draw(running, count)
            found += watch.look(watched, float(at))
    assert [each.kind for each in found] == [EventKind.INTERRUPTED] * is_over


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process writes")
@pytest.mark.parametrize(
    "session",
    [
        AgentSession(Agent.CLAUDE, "s1", is_in_turn=True, is_input_awaited=True),
        AgentSession(Agent.CLAUDE, "s1", is_stopped=True, background=1),
    ],
    ids=["a dialog", "a task in the background"],
)
def test_an_agent_that_has_no_reason_to_draw_is_left_alone(session: AgentSession) -> None:
    with drawing() as (running, process):
        watch, found = ActivityWatch(), []
        for at, count in enumerate([900, 900, 900, 0, 0, 0, 0, 0], 1):
            draw(running, count)
            found += watch.look([Watched(session, process)], float(at))
    assert found == []


def test_the_end_of_a_process_ends_its_session() -> None:
    words = [sys.executable, "-c", "print(flush=True); input()"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout
        running.stdout.readline()
        process = describe(running.pid)
        assert process
        watched = [Watched(AgentSession(Agent.CODEX, "s1", is_in_turn=True), process)]
        assert ActivityWatch().look(watched, 1.0) == []
        running.communicate(b"\n")
    (found,) = ActivityWatch().look(watched, 2.0)
    assert found.kind is EventKind.SESSION_ENDED
