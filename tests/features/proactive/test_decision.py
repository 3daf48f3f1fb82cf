"""Whether she may speak: every gate, an unknown presence, a simulated month, and what is ignored."""

from dataclasses import fields, replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.config.choices import SpeakingLevel
from deskpet.config.settings import SpeakingSettings
from deskpet.features.proactive.decision import (
    DecisionContext,
    Gate,
    ProactiveDecision,
    closed_gate,
    decide,
    may_use_model,
)
from deskpet.features.proactive.occasions import Occasion, OccasionKind
from deskpet.features.proactive.proactive_state import ProactiveMessage, ProactiveState
from deskpet.ui.platform.user_presence import UserPresence
from tests.features.proactive.month import BEGINNING, PEOPLE, QUIET_HOURS, ZONE, Result, simulate

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=ZONE)
AT = NOON.timestamp()
HOUR = 3600.0
FREE = UserPresence(60.0, False, False, False, False, False)
RULES = SpeakingSettings(level=SpeakingLevel.TALKS, quiet_hours=QUIET_HOURS)
RETURN = Occasion(OccasionKind.RETURN, AT - 10)
STATE = ProactiveState(active_at=AT - 60, waiting=(RETURN,))
MOMENT = DecisionContext(NOON, FREE)


def spoken(*hours_ago: float, **more: bool) -> tuple[ProactiveMessage, ...]:
    return tuple(ProactiveMessage(AT - hours * HOUR, **more) for hours in hours_ago)


def test_with_all_gates_open_she_speaks():
    assert decide(RULES, STATE, MOMENT, has_model=True) == ProactiveDecision(None, RETURN, is_model=True)
    assert decide(RULES, STATE, MOMENT, has_model=False) == ProactiveDecision(None, RETURN, is_model=False)
    greets = RULES.model_copy(update={"level": SpeakingLevel.GREETS})
    assert decide(greets, STATE, MOMENT, has_model=True) == ProactiveDecision(None, RETURN, is_model=False)
    assert decide(RULES, replace(STATE, waiting=()), MOMENT, has_model=True) == ProactiveDecision()


CLOSED = [
    (Gate.LEVEL, RULES.model_copy(update={"level": SpeakingLevel.QUIET}), STATE, MOMENT),
    (Gate.IGNORED, RULES, replace(STATE, spoken=spoken(60, 40, 20)), MOMENT),
    (Gate.POSTPONED, RULES, replace(STATE, postponed_until=AT + 1), MOMENT),
    (Gate.QUIET_HOURS, RULES, STATE, replace(MOMENT, now=NOON.replace(hour=7, minute=59))),
    (Gate.DAILY_LIMIT, RULES, replace(STATE, spoken=spoken(3, 2, 1, is_answered=True)), MOMENT),
    (Gate.UNANSWERED, RULES, replace(STATE, spoken=spoken(5.9)), MOMENT),
    (Gate.TURN_RUNNING, RULES, STATE, replace(MOMENT, is_turn_running=True)),
    (Gate.PRIVATE, RULES, STATE, replace(MOMENT, is_private=True)),
    (Gate.HIDDEN, RULES, STATE, replace(MOMENT, is_visible=False)),
    (Gate.CHAT_CLOSED, RULES, STATE, replace(MOMENT, chat_closed_at=AT - 1799)),
    (Gate.LOCKED, RULES, STATE, replace(MOMENT, presence=replace(FREE, is_locked=True))),
    (Gate.FULL_SCREEN, RULES, STATE, replace(MOMENT, presence=replace(FREE, has_full_screen=True))),
    (Gate.NOT_DISTURBED, RULES, STATE, replace(MOMENT, presence=replace(FREE, is_disturbance_refused=True))),
    (Gate.MICROPHONE, RULES, STATE, replace(MOMENT, presence=replace(FREE, is_microphone_used=True))),
    (Gate.BATTERY, RULES, STATE, replace(MOMENT, presence=replace(FREE, is_battery_low=True))),
    (Gate.AWAY, RULES, STATE, replace(MOMENT, presence=replace(FREE, idle_seconds=121.0))),
    (Gate.TYPING, RULES, STATE, replace(MOMENT, presence=replace(FREE, idle_seconds=19.0))),
]


@pytest.mark.parametrize(("gate", "rules", "state", "moment"), CLOSED, ids=[each[0].value for each in CLOSED])
def test_each_gate_alone_keeps_her_silent(gate, rules, state, moment):
    assert decide(rules, state, moment, has_model=True) == ProactiveDecision(gate)


def test_there_is_a_case_for_every_gate():
    assert [each[0] for each in CLOSED] == list(Gate)


@pytest.mark.parametrize("field", [field.name for field in fields(UserPresence)])
def test_what_the_system_does_not_tell_counts_as_busy(field):
    moment = replace(MOMENT, presence=replace(FREE, **{field: None}))
    assert decide(RULES, STATE, moment, has_model=True).gate is not None


answers = st.sampled_from([True, False, None])
presences = st.builds(UserPresence, st.none() | st.floats(0, 1000), answers, answers, answers, answers, answers)
histories = st.lists(
    st.builds(ProactiveMessage, st.floats(AT - 100 * HOUR, AT), st.booleans(), st.booleans()), max_size=8
).map(lambda found: tuple(sorted(found, key=lambda each: each.at)))
states = st.builds(
    ProactiveState,
    active_at=st.just(AT),
    spoken=histories,
    postponed_until=st.floats(AT - HOUR, AT + HOUR),
    tokens=st.integers(0, 20_000),
    tokens_day=st.sampled_from(["2026-03-04", "2026-03-03"]),
    waiting=st.just((RETURN, Occasion(OccasionKind.EVENT, AT - 5, "the exam", "1"))),
)
rules = st.builds(
    SpeakingSettings,
    level=st.sampled_from(SpeakingLevel),
    per_day=st.integers(1, 3),
    quiet_hours=st.sampled_from(["", QUIET_HOURS, "11:00-13:00"]),
)
moments = st.builds(
    DecisionContext, st.just(NOON), presences, st.booleans(), st.booleans(), st.none() | st.floats(AT - HOUR, AT)
)


@given(rules, states, moments, st.booleans())
def test_she_never_speaks_through_a_closed_gate(rules, state, moment, has_model):
    found = decide(rules, state, moment, has_model=has_model)
    if found.occasion is None:
        return
    presence = moment.presence
    flags = [getattr(presence, field.name) for field in fields(presence) if field.name != "idle_seconds"]
    assert flags == [False] * 5
    assert 20 <= (presence.idle_seconds or 0) <= 120
    assert not moment.is_turn_running
    assert moment.is_visible
    assert moment.chat_closed_at is None or AT - moment.chat_closed_at >= 1800
    assert rules.level is not SpeakingLevel.QUIET
    assert rules.quiet_hours != "11:00-13:00"
    assert state.postponed_until <= AT
    today = [each for each in state.spoken if each.at >= NOON.replace(hour=0).timestamp()]
    assert len(today) < rules.per_day
    assert not state.spoken or state.spoken[-1].is_answered or AT - state.spoken[-1].at >= 6 * HOUR
    if found.is_model:
        assert rules.level is SpeakingLevel.TALKS
        assert state.tokens_on("2026-03-04") < 10_000
        assert not (state.spoken and state.spoken[-1].is_model and not state.spoken[-1].is_answered)
    else:
        assert not found.occasion.needs_model


def test_twice_ignored_she_speaks_half_as_often_and_three_times_never():
    twice = replace(STATE, spoken=(*spoken(40, is_answered=True), *spoken(30, 13.5)))
    assert twice.ignored(AT) == 2
    # Six hours were enough before; now it has to be twelve.
    assert closed_gate(RULES, twice, replace(MOMENT, now=NOON - timedelta(hours=2))) is Gate.UNANSWERED
    assert closed_gate(RULES, twice, MOMENT) is None
    # And there is one a day instead of three.
    today = replace(STATE, spoken=(*spoken(30), *spoken(11.9)))
    assert closed_gate(RULES, today, MOMENT) is Gate.DAILY_LIMIT
    assert closed_gate(RULES, replace(twice, spoken=spoken(50, 30, 13)), MOMENT) is Gate.IGNORED
    # Any answer makes it good again.
    assert closed_gate(RULES, replace(twice, spoken=spoken(50, 30, 13)).answered(), MOMENT) is None


def test_a_model_never_speaks_twice_without_an_answer_but_greetings_go_on():
    state = replace(STATE, spoken=spoken(13, is_model=True))
    assert not may_use_model(RULES, state, NOON)
    assert decide(RULES, state, MOMENT, has_model=True) == ProactiveDecision(None, RETURN, is_model=False)
    assert may_use_model(RULES, state.answered(), NOON)
    assert may_use_model(RULES, replace(state, spoken=(*state.spoken, *spoken(2, is_answered=True))), NOON)


def test_a_return_is_greeted_once():
    away = UserPresence(5 * HOUR, False, False, False, False, False)
    state = ProactiveState(active_at=AT - 5 * HOUR).seen(away, NOON)
    assert state.waiting == ()
    back = state.seen(replace(FREE, idle_seconds=3.0), NOON)
    assert [each.kind for each in back.waiting] == [OccasionKind.RETURN]
    spoke = back.spoke(back.waiting[0], AT, is_model=False)
    later = NOON + timedelta(minutes=5)
    assert spoke.seen(replace(FREE, idle_seconds=30.0), later).waiting == ()
    # Whoever comes back and is busy until it is too late is not greeted.
    assert back.seen(replace(FREE, idle_seconds=0.0), NOON + timedelta(minutes=31)).waiting == ()


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (NOON - timedelta(hours=3.9), []),
        (NOON - timedelta(hours=4), [OccasionKind.RETURN]),
        (NOON - timedelta(hours=14), [OccasionKind.FIRST_START]),
        (NOON - timedelta(days=3), [OccasionKind.LONG_ABSENCE]),
    ],
)
def test_the_kind_of_a_return_depends_on_the_pause(last, expected):
    state = ProactiveState(active_at=last.timestamp()).seen(replace(FREE, idle_seconds=0.0), NOON)
    assert [each.kind for each in state.waiting] == expected


def test_an_occasion_with_a_key_comes_once_and_the_most_important_first():
    exam, done = Occasion(OccasionKind.EVENT, AT, "exam", "f1"), Occasion(OccasionKind.AGENT_DONE, AT, "build", "a1")
    state = ProactiveState().expecting(done, exam, RETURN).expecting(exam)
    assert state.waiting == (exam, RETURN, done)
    spoke = state.spoke(exam, AT, is_model=True)
    assert spoke.waiting == (done,)
    assert spoke.expecting(exam).waiting == (done,)


def test_not_now_holds_for_hours_and_is_no_ignored_word():
    state = replace(STATE, spoken=spoken(0.1)).postponed(AT)
    assert closed_gate(RULES, state, replace(MOMENT, now=NOON + timedelta(hours=3.9))) is Gate.POSTPONED
    assert closed_gate(RULES, state, replace(MOMENT, now=NOON + timedelta(hours=4))) is None
    assert state.ignored(AT + 20 * HOUR) == 0


@pytest.mark.slow_variants
@pytest.mark.parametrize(
    ("level", "person"),
    [
        # Who is never spoken to has nothing to answer.
        (SpeakingLevel.QUIET, PEOPLE[0]),
        *((level, person) for level in SpeakingLevel if level is not SpeakingLevel.QUIET for person in PEOPLE),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_in_a_simulated_month_she_speaks_rarely_and_through_no_closed_gate(level, person):
    result = simulate(level, person)
    for now, moment, _ in result.spoken:
        assert 8 <= now.hour < 22
        assert not moment.is_turn_running
        assert moment.is_visible
        assert replace(moment.presence, idle_seconds=0.0) == UserPresence(0.0, False, False, False, False, False)
        assert 20 <= (moment.presence.idle_seconds or 0.0) <= 120
    assert result.most_on_a_day <= 3
    if level is SpeakingLevel.QUIET:
        assert not result.spoken
    elif person.answers == 0:
        assert len(result.spoken) == 3
        assert result.silenced_at
        assert result.silenced_at < BEGINNING + timedelta(days=10)
        assert result.by_model <= 1
    elif person.answers == 1:
        assert len(result.spoken) > 15
        assert result.silenced_at is None
    assert (result.tokens > 0) is (result.by_model > 0)
    assert level is SpeakingLevel.TALKS or result.by_model == 0
    check_gates(result)


def check_gates(result: Result) -> None:
    """The month has all that keeps her from speaking, so that the test means something."""
    if result.silenced_at is None and result.spoken:
        tested = set(Gate) - {Gate.LEVEL, Gate.IGNORED, Gate.POSTPONED, Gate.UNANSWERED, Gate.DAILY_LIMIT}
        assert tested <= set(result.gates)
