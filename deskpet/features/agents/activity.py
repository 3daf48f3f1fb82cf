"""Find out what agents do not tell: that the user has pressed Esc, or that an agent's process has ended.

Most agents have no event for Esc. Some write it to the file of the session. All of them draw to their terminal while
they work, and nothing while they wait for a prompt. Of a file, only the mark of an interruption counts, and nothing is
kept.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from deskpet.config.choices import Agent
from deskpet.features.agents.agent_process import AgentProcess, is_running, written
from deskpet.features.agents.events import AgentEvent, EventKind
from deskpet.features.agents.sessions import AgentSession, AgentState
from deskpet.filesystem.bounded import open_regular

# A working agent draws at least so many bytes a second. Measured: working 690 to 13,000, at rest below 150.
_DRAWN = 300.0
# It works after so many looks with drawing, and rests after so many without.
_DRAWING_LOOKS, _STILL_LOOKS = 2, 4
# How much of a file is read at once, and at first.
_MAX_READ, _FIRST_READ = 1 << 20, 1 << 16
_MARKS = {
    Agent.CLAUDE: b"[Request interrupted by user",
    # Its event has only a second's time.
    Agent.CODEX: b"turn_aborted",
    Agent.GEMINI: b"Request cancelled.",
}
_MAX_LINE = 1 << 14

WORKING = (AgentState.THINKING, AgentState.READING, AgentState.TYPING, AgentState.TIDYING)


@dataclass(frozen=True, slots=True)
class Watched:
    """A session that seems to work or to wait, and the agent's process if it was found."""

    session: AgentSession
    process: AgentProcess | None


class ActivityWatch:
    """Looks again and again at the same sessions. Its methods may block for as long as reading a file takes."""

    def __init__(self) -> None:
        self._drawings: dict[tuple[Agent, str], _Drawing] = {}
        self._transcripts: dict[tuple[Agent, str], _Transcript] = {}

    def look(self, watched: Sequence[Watched], now: float) -> list[AgentEvent]:
        """Return what has happened, at `now` in seconds since 1970. What is not `watched` any more is forgotten."""
        keys = {each.session.key for each in watched}
        self._drawings = {key: each for key, each in self._drawings.items() if key in keys}
        self._transcripts = {key: each for key, each in self._transcripts.items() if key in keys}
        return [event for each in watched if (event := self._look_at(each, now))]

    def _look_at(self, watched: Watched, now: float) -> AgentEvent | None:
        session, process = watched.session, watched.process
        if process and not is_running(process):
            return AgentEvent(session.agent, session.session, EventKind.SESSION_ENDED, now)
        at = self._interrupted_at(session)
        if at is None and process and self._rests(session, process, now):
            at = now
        return None if at is None else AgentEvent(session.agent, session.session, EventKind.INTERRUPTED, at)

    def _interrupted_at(self, session: AgentSession) -> float | None:
        if not session.transcript or session.agent not in _MARKS:
            return None
        transcript = self._transcripts.get(session.key)
        if transcript is None or transcript.path != session.transcript:
            transcript = self._transcripts[session.key] = _Transcript(session.transcript)
        times = list(interruptions(session.agent, transcript.new_lines()))
        return max((at for at in times if at > session.event_at), default=None)

    def _rests(self, session: AgentSession, process: AgentProcess, now: float) -> bool:
        # After a turn, what works is a task in the background. While the user is awaited, nothing is drawn.
        if session.state not in WORKING or session.is_stopped or not process.has_terminal:
            self._drawings.pop(session.key, None)
            return False
        total = written(process)
        drawing = self._drawings.setdefault(session.key, _Drawing())
        return total is not None and drawing.is_over(total, now)


@dataclass(slots=True)
class _Drawing:
    """How an agent draws to its terminal."""

    total: int = 0
    at: float = 0.0
    drawing_looks: int = 0
    still_looks: int = 0

    def is_over(self, total: int, now: float) -> bool:
        """Return whether the agent, which has written `total` bytes until now, has drawn and draws no more."""
        is_first, seconds, drawn = not self.at, max(now - self.at, 1e-3), total - self.total
        self.total, self.at = total, now
        if is_first:
            return False
        is_drawing = drawn / seconds >= _DRAWN
        self.drawing_looks += is_drawing
        self.still_looks = 0 if is_drawing else self.still_looks + 1
        return self.drawing_looks >= _DRAWING_LOOKS and self.still_looks >= _STILL_LOOKS


class _Transcript:
    """The file to which an agent writes a session, a JSON object a line. Every line is read once."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._offset: int | None = None

    def new_lines(self) -> list[bytes]:
        """Return the whole lines that were written since the last call; none if there is no such file any more."""
        try:
            size = Path(self.path).stat().st_size
            return self._read(size) if size != self._offset else []
        except (OSError, ValueError):
            return []

    def _read(self, size: int) -> list[bytes]:
        if self._offset is None or self._offset > size:
            self._offset = max(0, size - _FIRST_READ)
        with open_regular(Path(self.path)) as file:
            file.seek(self._offset)
            data = file.read(_MAX_READ)
        # A line that is longer than what is read at once is skipped.
        end = data.rfind(b"\n") + 1 or (len(data) if len(data) == _MAX_READ else 0)
        self._offset += end
        return data[:end].splitlines()


def interruptions(agent: Agent, lines: Iterable[bytes]) -> Iterable[float]:
    """Yield when the user has interrupted the agent, by the lines of a session's file, in seconds since 1970."""
    mark = _MARKS[agent]
    for line in lines:
        if mark in line and len(line) <= _MAX_LINE and (at := _interrupted_at(agent, line)) is not None:
            yield at


def _interrupted_at(agent: Agent, line: bytes) -> float | None:
    try:
        values: object = json.loads(line)
        entry = cast("dict[str, Any]", values) if isinstance(values, dict) else {}
        # The words may also be in what the user or the model has written.
        is_mark = _said(agent, entry).startswith(_MARKS[agent].decode())
        return datetime.fromisoformat(entry["timestamp"]).timestamp() if is_mark else None
    except (ValueError, KeyError, TypeError, OverflowError, OSError, RecursionError):
        return None


def _said(agent: Agent, entry: dict[str, Any]) -> str:
    """Return the text of an entry that the program itself has written; "" for others."""
    if agent is Agent.GEMINI:
        return str(entry["content"]) if entry["type"] == "info" else ""
    if agent is Agent.CODEX:
        return str(entry["payload"]["type"]) if entry["type"] == "event_msg" else ""
    # A prompt is a text of its own; the program's notes are blocks.
    content: object = entry["message"]["content"] if entry["type"] == "user" else ""
    blocks = cast("list[dict[str, Any]]", content) if isinstance(content, list) else []
    return str(blocks[0].get("text", "")) if len(blocks) == 1 else ""
