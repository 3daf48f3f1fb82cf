"""What the sessions of agents do, by their events in any order."""

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.config.choices import Agent
from deskpet.features.agents import sessions
from deskpet.features.agents.events import AgentEvent, EventKind
from deskpet.features.agents.sessions import MAX_SESSIONS, Agents, AgentState, apply, expire, release


def event(kind: str, at: float = 0.0, **fields: object) -> AgentEvent:
    return AgentEvent(Agent.CLAUDE, "s1", EventKind(kind), at, **fields)  # pyright: ignore[reportArgumentType]


def after(*events: AgentEvent) -> Agents:
    """The agents after events that arrive a second after each other."""
    agents = Agents()
    for at, each in enumerate(events):
        agents = apply(agents, each if each.at else replace(each, at=float(at)), float(at))
    return agents


def state(*events: AgentEvent) -> AgentState:
    return after(*events).state


BASH = {"tool": "Bash", "call_id": "c1", "fingerprint": "f1"}
READ = {"tool": "Read", "call_id": "c2", "fingerprint": "f2"}


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((event("session_started"),), AgentState.IDLE),
        ((event("prompt"),), AgentState.THINKING),
        ((event("prompt"), event("tool_started", **BASH)), AgentState.TYPING),
        ((event("prompt"), event("tool_started", **READ)), AgentState.READING),
        ((event("prompt"), event("tool_started", **BASH), event("tool_ended", **BASH)), AgentState.THINKING),
        ((event("prompt"), event("tool_started", **BASH), event("tool_failed", **BASH)), AgentState.THINKING),
        # Two calls at once: one is still running.
        (
            (
                event("prompt"),
                event("tool_started", **BASH),
                event("tool_started", **READ),
                event("tool_ended", **READ),
            ),
            AgentState.TYPING,
        ),
        ((event("prompt"), event("permission_asked", request_id="r1", **BASH)), AgentState.WAITING),
        ((event("prompt"), event("permission_asked", **BASH)), AgentState.WAITING),
        # The terminal was faster.
        (
            (event("prompt"), event("permission_asked", request_id="r1", **BASH), event("tool_ended", **BASH)),
            AgentState.THINKING,
        ),
        ((event("prompt"), event("permission_asked", request_id="r1", **BASH), event("stopped")), AgentState.DONE),
        (
            (event("prompt"), event("permission_asked", request_id="r1", **BASH), event("permission_answered")),
            AgentState.THINKING,
        ),
        ((event("prompt"), event("input_awaited"), event("tool_started", **BASH)), AgentState.TYPING),
        ((event("prompt"), event("stopped")), AgentState.DONE),
        ((event("prompt"), event("stopped", running=1)), AgentState.TYPING),
        ((event("prompt"), event("stopped", running=1), event("subagent_ended", subagent="a")), AgentState.DONE),
        ((event("prompt"), event("subagent_started", subagent="a"), event("stopped")), AgentState.TYPING),
        (
            (
                event("prompt"),
                event("subagent_started", subagent="a"),
                event("stopped"),
                event("subagent_ended", subagent="a"),
            ),
            AgentState.DONE,
        ),
        ((event("prompt"), event("compaction_started")), AgentState.TIDYING),
        ((event("prompt"), event("compaction_started"), event("compaction_ended")), AgentState.THINKING),
        ((event("prompt"), event("failed", detail="rate_limit")), AgentState.FAILED),
        ((event("prompt"), event("failed"), event("prompt")), AgentState.THINKING),
        ((event("prompt"), event("tool_started", **BASH), event("interrupted")), AgentState.IDLE),
        ((event("prompt"), event("session_ended")), AgentState.IDLE),
        # The agent waits for the next prompt: after Esc, or after the end of a turn.
        ((event("prompt"), event("input_awaited"), event("rested")), AgentState.IDLE),
        ((event("prompt"), event("stopped"), event("rested")), AgentState.DONE),
        ((event("prompt"), event("failed"), event("rested")), AgentState.FAILED),
        ((event("prompt"), event("stopped", running=1), event("rested")), AgentState.TYPING),
        # A session starts after its first prompt, or again when it has been summed up.
        ((event("prompt"), event("session_started")), AgentState.THINKING),
        ((event("prompt"), event("tool_started", **BASH), event("session_started")), AgentState.TYPING),
        # The agent asks in its terminal before the start of the call is known; then another call starts.
        ((event("prompt"), event("permission_asked", **BASH), event("tool_started", **BASH)), AgentState.WAITING),
        ((event("prompt"), event("permission_asked", **BASH), event("tool_started", **READ)), AgentState.READING),
        # A hook that waits for an answer waits on, whatever is typed in the terminal.
        ((event("permission_asked", request_id="r1", **BASH), event("prompt")), AgentState.WAITING),
    ],
)
def test_the_state_after_events(events: tuple[AgentEvent, ...], expected: AgentState) -> None:
    assert state(*events) is expected


def test_a_prompt_that_arrives_within_its_turn_begins_nothing() -> None:
    turn = {"turn": "t1"}
    asked = event("permission_asked", request_id="r1", **BASH, **turn)
    agents = after(event("session_started"), asked, event("tool_started", **BASH, **turn), event("prompt", **turn))
    assert agents.open_requests == {"r1"}
    assert agents.state is AgentState.WAITING
    assert release(agents, "r1").state is AgentState.TYPING


def test_the_first_event_of_a_turn_ends_what_the_last_one_has_left() -> None:
    old = (event("prompt", turn="t1"), event("tool_started", turn="t1", **READ), event("stopped", turn="t1"))
    assert state(*old, event("tool_started", turn="t2", **BASH)) is AgentState.TYPING
    begun = after(*old, event("tool_started", turn="t2", **BASH), event("tool_ended", turn="t2", **BASH))
    assert begun.state is AgentState.THINKING
    # What is late of the old turn, or of a subagent with a turn of its own, begins none.
    late = apply(begun, event("tool_started", 9.0, turn="t1", **READ), 9.0)
    assert [each.is_in_turn for each in late.sessions] == [True]
    other = apply(begun, event("tool_ended", 9.0, turn="t9", subagent="a", **READ), 9.0)
    assert other.state is AgentState.THINKING


@given(st.permutations(range(5)))
def test_a_request_is_waited_for_in_whatever_order_the_events_of_its_turn_arrive(order: list[int]) -> None:
    turn = (
        event("session_started", 1.0),
        event("prompt", 2.0, turn="t1"),
        event("tool_started", 3.0, turn="t1", **BASH),
        event("permission_asked", 4.0, turn="t1", request_id="r1", **BASH),
        event("input_awaited", 5.0, turn="t1"),
    )
    # The hooks have noted their own starts, in any order.
    agents = after(*(replace(turn[index], at=float(at)) for at, index in enumerate(order, 1)))
    assert agents.state is AgentState.WAITING
    assert agents.open_requests == {"r1"}
    assert release(agents, "r1").state is AgentState.TYPING


def test_an_answer_ends_what_the_agent_has_told_of_its_waiting() -> None:
    asked = (event("prompt"), event("permission_asked", request_id="r1", **BASH), event("input_awaited"))
    answered = release(after(*asked), "r1")
    assert answered.state is AgentState.THINKING
    # The one of two requests that is answered is not the one that has the same text.
    both = apply(after(*asked), event("permission_asked", 9.0, request_id="r2", **BASH), 9.0)
    assert apply(both, event("permission_answered", 10.0, request_id="r1", **BASH), 10.0).open_requests == {"r2"}


def test_the_end_of_a_call_that_arrives_before_its_start_leaves_nothing_running() -> None:
    agents = after(event("prompt", 1.0), event("tool_ended", 3.0, **BASH), event("tool_started", 2.0, **BASH))
    assert agents.state is AgentState.THINKING


def test_a_late_end_still_ends_its_call() -> None:
    agents = after(
        event("prompt", 1.0),
        event("tool_started", 2.0, **BASH),
        event("tool_started", 3.0, **READ),
        event("tool_ended", 5.0, **READ),
        event("tool_ended", 4.0, **BASH),
    )
    assert agents.state is AgentState.THINKING


@given(st.permutations(range(6)), st.integers(0, 5))
def test_a_turn_is_done_in_whatever_order_its_events_arrive(order: list[int], twice: int) -> None:
    turn = (
        event("prompt", 1.0),
        event("tool_started", 2.0, **BASH),
        event("tool_ended", 3.0, **BASH),
        event("tool_started", 4.0, **READ),
        event("tool_ended", 5.0, **READ),
        event("stopped", 6.0),
    )
    assert after(*(turn[index] for index in [*order, twice])).state is AgentState.DONE


_ANY = st.builds(
    AgentEvent,
    st.sampled_from([Agent.CLAUDE, Agent.CODEX]),
    st.sampled_from(["s1", "s2"]),
    st.sampled_from(list(EventKind)),
    st.floats(0, 50),
    subagent=st.sampled_from(["", "a", "b"]),
    tool=st.sampled_from(["Bash", "Read"]),
    call_id=st.sampled_from(["", "c1", "c2"]),
    fingerprint=st.sampled_from(["f1", "f2"]),
    request_id=st.sampled_from(["", "r1", "r2"]),
    turn=st.sampled_from(["", "t1", "t2"]),
    running=st.sampled_from([None, 0, 2]),
)


@given(st.lists(_ANY, max_size=30))
def test_done_means_that_nothing_runs_and_every_session_is_forgotten_in_the_end(events: list[AgentEvent]) -> None:
    agents = Agents()
    for now, each in enumerate(events):
        agents = apply(agents, each, float(now))
        for session in agents.sessions:
            if session.state is AgentState.DONE:
                assert not session.calls
                assert not session.subagents
                assert not session.background
                assert not session.asked
            assert session.heard_at <= now
        assert len({session.key for session in agents.sessions}) == len(agents.sessions) <= 4
    for now in itertools.count(len(events), 1000):
        if not agents.sessions:
            break
        agents = expire(agents, float(now))
        assert now < 20_000


@given(st.lists(_ANY, max_size=20), st.randoms())
def test_sessions_do_not_change_each_other(events: list[AgentEvent], order: random.Random) -> None:
    """The events of two sessions may be mixed in any way; those of one keep their order here."""
    queues = [[each for each in events if each.session == session] for session in ("s1", "s2")]
    mixed: list[AgentEvent] = []
    while any(queues):
        mixed.append(order.choice([queue for queue in queues if queue]).pop(0))

    def result(stream: list[AgentEvent], session: str) -> list[AgentState]:
        agents = Agents()
        for each in stream:
            agents = apply(agents, each, 0.0)
        return sorted(each.state for each in agents.sessions if each.session == session)

    for session in ("s1", "s2"):
        assert result(mixed, session) == result([each for each in events if each.session == session], session)


def test_a_released_request_is_awaited_no_longer() -> None:
    agents = after(event("prompt"), event("permission_asked", request_id="r1", **BASH))
    assert agents.open_requests == {"r1"}
    assert release(agents, "r1").state is AgentState.THINKING
    assert release(agents, "r2") == agents


def test_a_long_command_is_not_taken_for_silence() -> None:
    agents = after(event("prompt"), event("tool_started", **BASH))
    assert expire(agents, 50 * 60.0).state is AgentState.TYPING
    silent = expire(agents, 61 * 60.0)
    assert [each.state for each in silent.sessions] == [AgentState.IDLE]
    assert expire(silent, 72 * 60.0) == Agents()


def test_the_session_that_was_silent_longest_makes_room() -> None:
    agents = Agents()
    for number in range(MAX_SESSIONS + 3):
        agents = apply(agents, replace(event("prompt", 1.0), session=f"s{number}"), float(number))
    assert [each.session for each in agents.sessions] == [f"s{n}" for n in range(3, MAX_SESSIONS + 3)]


def test_what_waits_for_the_user_comes_first_of_all_sessions() -> None:
    agents = after(event("prompt"), event("stopped"))
    other = replace(event("permission_asked", 5.0, request_id="r1", **BASH), agent=Agent.CODEX)
    assert apply(agents, other, 5.0).state is AgentState.WAITING
    assert apply(agents, other, 5.0).without([Agent.CODEX]).state is AgentState.DONE


def test_the_time_of_a_state_begins_when_it_changes() -> None:
    agents = after(event("prompt"), event("tool_started", **BASH), event("tool_started", **READ | {"tool": "Edit"}))
    assert [(each.since, each.heard_at) for each in agents.sessions] == [(1.0, 2.0)]
    assert sessions.apply(agents, event("stopped", 9.0), 9.0).sessions[0].since == 9.0
