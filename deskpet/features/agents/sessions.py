"""State of the coding agents' sessions: a pure reducer over their events.

Hooks of one session run beside each other, so that events arrive out of order, twice or not at all. An older event only
ends what it ends. Where the agent tells the turn of its events, the first of a turn begins it, whichever that is.
Sessions and calls whose end is never reported expire.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from deskpet.config.choices import Agent
from deskpet.features.agents.events import AgentEvent, EventKind

# The session that has been silent for longest is dropped beyond this number, and the oldest call of a session.
MAX_SESSIONS, MAX_CALLS = 32, 64
# Turns of a session whose ids are kept: events of an earlier turn may still arrive, and begin nothing.
_MAX_TURNS = 8
# How long a session may be silent while it thinks, while a tool or a task runs or the user is awaited, and when
# nothing runs, in seconds. Compilers and tests are silent for long.
THINKING_SECONDS, RUNNING_SECONDS, RESTING_SECONDS = 600.0, 3600.0, 600.0

_READING = ("read", "grep", "glob", "list", "ls", "search", "web", "fetch", "google_web")


class AgentState(IntEnum):
    """The state of a session, the most important last."""

    IDLE = 0
    THINKING = 1
    READING = 2
    TYPING = 3
    TIDYING = 4
    DONE = 5
    FAILED = 6
    WAITING = 7


@dataclass(frozen=True, slots=True)
class AgentCall:
    """A tool call that has not ended; `subagent` is the id of the subagent that made it, or ""."""

    call_id: str
    fingerprint: str
    subagent: str
    is_reading: bool
    detail: str


@dataclass(frozen=True, slots=True)
class AgentSession:
    """One session of one agent.

    heard_at: when its last event arrived, on the clock of the caller; event_at: when that happened, on the agent's.
    turns: the ids of its last turns, the newest last. transcript: the file to which the agent writes the session.
    awaited: the fingerprint of the call that the user is asked about in the terminal, "" if it is unknown.
    asked: fingerprints of open permission requests by their ids; the hook of each is still connected.
    """

    agent: Agent
    session: str
    project: str = ""
    heard_at: float = 0.0
    event_at: float = 0.0
    since: float = 0.0
    turns: tuple[str, ...] = ()
    transcript: str = ""
    is_in_turn: bool = False
    is_stopped: bool = False
    is_failed: bool = False
    is_tidying: bool = False
    is_input_awaited: bool = False
    awaited: str = ""
    calls: tuple[AgentCall, ...] = ()
    subagents: frozenset[str] = frozenset()
    background: int = 0
    asked: tuple[tuple[str, str], ...] = ()
    detail: str = ""

    @property
    def key(self) -> tuple[Agent, str]:
        """Identifies the session among those of all agents."""
        return self.agent, self.session

    @property
    def state(self) -> AgentState:
        """Return the state that the agent is shown in; DONE only if no call, subagent or background command runs."""
        working = AgentState.READING if self.calls and self.calls[-1].is_reading else AgentState.TYPING
        rules = (
            (self.asked or self.is_input_awaited, AgentState.WAITING),
            (self.is_failed, AgentState.FAILED),
            (self.is_tidying, AgentState.TIDYING),
            (self.calls or self.subagents or self.background, working),
            (self.is_stopped, AgentState.DONE),
            (self.is_in_turn, AgentState.THINKING),
        )
        return next((state for applies, state in rules if applies), AgentState.IDLE)

    @property
    def expires_after(self) -> float:
        """Maximum silence in its state, in seconds."""
        match self.state:
            case AgentState.THINKING | AgentState.TIDYING:
                return THINKING_SECONDS
            case AgentState.READING | AgentState.TYPING | AgentState.WAITING:
                return RUNNING_SECONDS
            case AgentState.IDLE | AgentState.DONE | AgentState.FAILED:
                return RESTING_SECONDS


@dataclass(frozen=True, slots=True)
class Agents:
    """The sessions of all agents, in the order of their first events."""

    sessions: tuple[AgentSession, ...] = ()

    def find(self, agent: Agent, session: str) -> AgentSession | None:
        """Return a session, None if there is none."""
        return next((each for each in self.sessions if each.key == (agent, session)), None)

    @property
    def open_requests(self) -> frozenset[str]:
        """The ids of the permission requests that are not answered."""
        return frozenset(request for each in self.sessions for request, _ in each.asked)

    def without(self, excluded: Iterable[Agent]) -> "Agents":
        """Return the sessions of the other agents."""
        left_out = frozenset(excluded)
        return Agents(tuple(each for each in self.sessions if each.agent not in left_out))

    @property
    def state(self) -> AgentState:
        """The most important state of all sessions."""
        return max((each.state for each in self.sessions), default=AgentState.IDLE)

    @property
    def expires_at(self) -> float | None:
        """Time at which the next session expires; None without sessions."""
        return min((each.heard_at + each.expires_after for each in self.sessions), default=None)


def apply(agents: Agents, event: AgentEvent, now: float) -> Agents:
    """Return the agents after an event that arrived at `now`, on the clock of `expire`."""
    known = agents.find(event.agent, event.session)
    if event.kind is EventKind.SESSION_ENDED:
        is_late = known is not None and event.at < known.event_at
        return agents if known is None or is_late else Agents(tuple(e for e in agents.sessions if e is not known))
    before = known or AgentSession(event.agent, event.session, since=now)
    after = _with_certain(before, event)
    if event.at >= before.event_at:
        after = _heard(_begun(_in_its_turn(after, event), event), event)
    after = replace(after, heard_at=now, since=before.since if after.state is before.state else now)
    if known:
        return Agents(tuple(after if each is known else each for each in agents.sessions))
    return Agents(_bounded((*agents.sessions, after)))


def release(agents: Agents, request_id: str) -> Agents:
    """Return the agents without a permission request: it was answered, or its hook is gone."""
    return Agents(tuple(_without_request(each, request_id) for each in agents.sessions))


def expire(agents: Agents, now: float) -> Agents:
    """Return the agents without the sessions that have been silent for too long.

    One that seemed to work becomes idle first: its process may have been killed.
    """
    kept: list[AgentSession] = []
    for each in agents.sessions:
        if now - each.heard_at < each.expires_after:
            kept.append(each)
        elif each.state not in {AgentState.IDLE, AgentState.DONE, AgentState.FAILED}:
            idle = AgentSession(each.agent, each.session, each.project, now, each.event_at, now)
            kept.append(idle)
    return Agents(tuple(kept))


def _bounded(sessions: tuple[AgentSession, ...]) -> tuple[AgentSession, ...]:
    if len(sessions) <= MAX_SESSIONS:
        return sessions
    oldest = min(sessions[:-1], key=lambda each: each.heard_at)
    return tuple(each for each in sessions if each is not oldest)


def _with_certain(session: AgentSession, event: AgentEvent) -> AgentSession:
    """Return the session after the part of `event` that also holds if it arrives late: what it ends.

    A hook that waits for an answer does so now, whenever its agent has started it.
    """
    match event.kind:
        case EventKind.PERMISSION_ASKED if event.request_id:
            return replace(session, asked=(*session.asked, (event.request_id, event.fingerprint))[-MAX_CALLS:])
        case EventKind.TOOL_ENDED | EventKind.TOOL_FAILED | EventKind.PERMISSION_ANSWERED:
            calls = tuple(each for each in session.calls if not _is_call(each, event))
            return replace(session, calls=calls, asked=_without(session.asked, event))
        case EventKind.SUBAGENT_ENDED:
            return _without_subagent(session, event.subagent)
        case _:
            # Every other event begins something, or is only true if nothing newer has happened.
            return session


def _without_request(session: AgentSession, request_id: str) -> AgentSession:
    left = tuple(pair for pair in session.asked if pair[0] != request_id)
    # An agent that asks in its terminal at the same time may have told of that as well.
    is_last = len(left) < len(session.asked) and not left
    return replace(session, asked=left, is_input_awaited=session.is_input_awaited and not is_last)


def _is_call(call: AgentCall, event: AgentEvent) -> bool:
    # Not every agent gives its calls ids.
    if call.call_id and event.call_id:
        return call.call_id == event.call_id
    return call.fingerprint == event.fingerprint


def _without(asked: tuple[tuple[str, str], ...], event: AgentEvent) -> tuple[tuple[str, str], ...]:
    if event.request_id:
        return tuple(pair for pair in asked if pair[0] != event.request_id)
    # opencode does not tell which of its requests was answered.
    answers_all = event.kind is EventKind.PERMISSION_ANSWERED and not event.fingerprint
    return tuple(pair for pair in asked if not answers_all and pair[1] != event.fingerprint)


def _without_subagent(session: AgentSession, subagent: str) -> AgentSession:
    known = subagent in session.subagents
    # A task that outlives its turn is counted by its end only.
    background = session.background if known else max(0, session.background - 1)
    calls = tuple(each for each in session.calls if not subagent or each.subagent != subagent)
    return replace(session, subagents=session.subagents - {subagent}, background=background, calls=calls)


def _heard(session: AgentSession, event: AgentEvent) -> AgentSession:
    turns = session.turns if event.turn in {"", *session.turns} else (*session.turns, event.turn)[-_MAX_TURNS:]
    return replace(
        session,
        event_at=event.at,
        turns=turns,
        transcript=event.transcript or session.transcript,
        project=event.project or session.project,
        detail=event.detail or session.detail,
    )


def _in_its_turn(session: AgentSession, event: AgentEvent) -> AgentSession:
    """Return the session in the turn of its newest event: its prompt may come after it."""
    # A subagent may outlive the turn that has started it.
    if not event.turn or event.subagent or event.turn in session.turns:
        return session
    return _prompted(session)


def _prompted(session: AgentSession) -> AgentSession:
    """Return the session at the beginning of a turn. The hooks that wait for an answer go on waiting."""
    return replace(_at_rest(session), is_in_turn=True, background=session.background, asked=session.asked)


def _begun(session: AgentSession, event: AgentEvent) -> AgentSession:
    """Return the session after an event that is its newest."""
    match event.kind:
        case EventKind.SESSION_STARTED | EventKind.PROMPT | EventKind.RESTED:
            after = _between_turns(session, event)
        case EventKind.INTERRUPTED | EventKind.SESSION_ENDED:
            after = _at_rest(session)
        case EventKind.STOPPED:
            after = _stopped(session, event)
        case EventKind.FAILED:
            after = replace(_at_rest(session), is_failed=True)
        case EventKind.TOOL_STARTED:
            after = _with_call(_working(session, event.fingerprint), event)
        case EventKind.TOOL_ENDED | EventKind.TOOL_FAILED | EventKind.PERMISSION_ANSWERED:
            after = _working(session)
        case EventKind.PERMISSION_ASKED | EventKind.INPUT_AWAITED:
            after = session if event.request_id else _awaiting(session, event)
        case EventKind.SUBAGENT_STARTED | EventKind.SUBAGENT_ENDED:
            after = _with_subagent(session, event)
        case EventKind.COMPACTION_STARTED | EventKind.COMPACTION_ENDED:
            after = replace(session, is_tidying=event.kind is EventKind.COMPACTION_STARTED)
    return after


def _between_turns(session: AgentSession, event: AgentEvent) -> AgentSession:
    """Return the session after the event that begins it or a turn, or says that the agent waits for a prompt."""
    if event.kind is EventKind.RESTED:
        return session if session.is_stopped or session.is_failed else _at_rest(session)
    # They may come late: after other events of the turn, or, when it has been summed up, within it.
    is_late = event.kind is EventKind.SESSION_STARTED or event.turn in session.turns
    return session if is_late else _prompted(session)


def _with_subagent(session: AgentSession, event: AgentEvent) -> AgentSession:
    if event.kind is EventKind.SUBAGENT_ENDED or len(session.subagents) >= MAX_CALLS:
        return session
    return replace(session, subagents=session.subagents | {event.subagent})


def _at_rest(session: AgentSession) -> AgentSession:
    return replace(
        session,
        is_in_turn=False,
        is_stopped=False,
        is_failed=False,
        is_tidying=False,
        is_input_awaited=False,
        awaited="",
        calls=(),
        subagents=frozenset(),
        background=0,
        asked=(),
        detail="",
    )


def _working(session: AgentSession, started: str = "") -> AgentSession:
    """Return the session while it works. `started` is the fingerprint of a call that begins."""
    # After the end of a turn, only its background tasks still call tools.
    is_in_turn = not session.is_stopped or session.is_in_turn
    working = replace(session, is_in_turn=is_in_turn, is_failed=False, is_tidying=False)
    # What is asked about a call may arrive before its start.
    is_asked = bool(started) and session.awaited == started
    return working if is_asked else replace(working, is_input_awaited=False, awaited="")


def _awaiting(session: AgentSession, event: AgentEvent) -> AgentSession:
    # A notification does not say what it is about.
    return replace(session, is_input_awaited=True, awaited=event.fingerprint or session.awaited)


def _with_call(session: AgentSession, event: AgentEvent) -> AgentSession:
    is_reading = event.tool.lower().startswith(_READING)
    call = AgentCall(event.call_id, event.fingerprint, event.subagent, is_reading, event.detail)
    others = tuple(each for each in session.calls if not _is_call(each, event))
    return replace(session, calls=(*others, call)[-MAX_CALLS:])


def _stopped(session: AgentSession, event: AgentEvent) -> AgentSession:
    """The turn is over; what the agent says to run, or a subagent that has not ended, goes on."""
    subagents = session.subagents if event.running is None else frozenset[str]()
    calls = tuple(each for each in session.calls if each.subagent in subagents)
    background = 0 if event.running is None else event.running
    over = replace(_at_rest(session), is_stopped=True, subagents=subagents, calls=calls, background=background)
    return replace(over, detail=session.detail)
