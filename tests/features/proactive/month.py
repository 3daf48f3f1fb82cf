"""A simulated month of a person at a computer, and how often she speaks in it.

`python -m tests.features.proactive.month` prints the figures.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from deskpet.config.choices import SpeakingLevel
from deskpet.config.settings import SpeakingSettings
from deskpet.features.proactive.decision import DecisionContext, Gate, ProactiveDecision, decide
from deskpet.features.proactive.occasions import Occasion, OccasionKind
from deskpet.features.proactive.proactive_state import ProactiveState
from deskpet.ui.platform.user_presence import UserPresence

DAYS, STEP_S = 30, 30
ZONE = timezone(timedelta(hours=9))
BEGINNING = datetime(2026, 3, 1, tzinfo=ZONE)
TOKENS = 700
QUIET_HOURS = "22:00-08:00"
# What the user does in a step, with how likely it is while he is there.
DOINGS = (
    "typing",
    "pausing",
    "film",
    "call",
    "do_not_disturb",
    "saving",
    "unknown",
    "turn",
    "private",
    "hides",
    "closes",
)
WEIGHTS = (45, 35, 5, 5, 3, 3, 2, 2, 2, 2, 1)


@dataclass
class Person:
    """Who answers what she says with a probability, or says "Not now"."""

    name: str
    answers: float
    postpones: float = 0.0


@dataclass
class Result:
    """What happened in the month."""

    spoken: list[tuple[datetime, DecisionContext, ProactiveDecision]] = field(default_factory=list)
    gates: Counter[Gate] = field(default_factory=Counter)
    silenced_at: datetime | None = None
    tokens: int = 0

    @property
    def most_on_a_day(self) -> int:
        return max(Counter(now.date() for now, _, _ in self.spoken).values(), default=0)

    @property
    def by_model(self) -> int:
        return sum(decision.is_model for _, _, decision in self.spoken)


PEOPLE = (Person("answers always", 1.0), Person("answers every second time", 0.5, 0.2), Person("never answers", 0.0))


def simulate(level: SpeakingLevel, person: Person, seed: int = 1) -> Result:
    """Run a month with the rules of the program; the level becomes Quiet as in the program when she is ignored."""
    choices = random.Random(seed)
    rules = SpeakingSettings(level=level, quiet_hours=QUIET_HOURS, daily_tokens=20 * TOKENS)
    state, result = ProactiveState(), Result()
    answers_at: datetime | None = None
    closed_at: float | None = None
    for now, presence, doing in life(choices):
        state = state.seen(presence, now)
        if answers_at and now >= answers_at and presence.idle_seconds == 0.0:
            state, answers_at = state.answered(), None
        if now.minute == now.second == 0 and now.hour in {11, 15} and presence.idle_seconds is not None:
            kind = OccasionKind.EVENT if now.hour == 11 and now.day % 6 == 0 else OccasionKind.AGENT_DONE
            state = state.expecting(Occasion(kind, now.timestamp(), "something", f"{now:%d %H}"))
        closed_at = now.timestamp() if doing == "closes" else closed_at
        moment = DecisionContext(
            now,
            presence,
            is_turn_running=doing == "turn",
            is_private=doing == "private",
            is_visible=doing != "hides",
            chat_closed_at=closed_at,
        )
        decision = decide(rules, state, moment, has_model=True)
        if decision.gate:
            result.gates[decision.gate] += 1
        if decision.gate is Gate.IGNORED:
            result.silenced_at = now
            rules = rules.model_copy(update={"level": SpeakingLevel.QUIET})
        if decision.occasion is None:
            continue
        result.spoken.append((now, moment, decision))
        state = state.spoke(decision.occasion, now.timestamp(), is_model=decision.is_model)
        if decision.is_model:
            state = state.with_tokens(TOKENS, now.date().isoformat())
            result.tokens += TOKENS
        if choices.random() < person.postpones:
            state = state.postponed(now.timestamp())
        elif choices.random() < person.answers:
            answers_at = now + timedelta(minutes=choices.randrange(1, 90))
    return result


def life(choices: random.Random) -> Iterator[tuple[datetime, UserPresence, str]]:
    """Yield what the computer tells of the person, every STEP_S seconds. There is a weekend away, and late nights."""
    idle = 8 * 3600.0
    for day in range(DAYS):
        here = hours_of(choices, day)
        doing = "pausing"
        for step in range(86_400 // STEP_S):
            now = BEGINNING + timedelta(days=day, seconds=step * STEP_S)
            if not here[now.hour]:
                idle += STEP_S
                # Nothing changes meanwhile.
                if now.minute == now.second == 0:
                    yield now, UserPresence(idle, idle > 600, False, False, False, False), "away"
                continue
            if choices.random() < 0.1:
                doing = choices.choices(DOINGS, WEIGHTS)[0]
            idle = 0.0 if doing == "typing" or idle > 90 else idle + STEP_S
            yield now, presence_of(doing, idle), doing


def hours_of(choices: random.Random, day: int) -> list[bool]:
    """Return in which hours of a day the person is at the computer."""
    if day % 14 in {12, 13}:
        return [False] * 24
    start, lunch, end = choices.randrange(6, 10), choices.randrange(11, 14), choices.choice((18, 21, 23, 24))
    long_lunch = choices.random() < 0.3
    return [start <= hour < end and not lunch <= hour < lunch + (5 if long_lunch else 1) for hour in range(24)]


def presence_of(doing: str, idle: float) -> UserPresence:
    """Return what the computer tells while the person does something."""
    return UserPresence(
        idle_seconds=idle,
        is_locked=False,
        is_disturbance_refused=doing == "do_not_disturb",
        has_full_screen=doing == "film",
        is_microphone_used=None if doing == "unknown" else doing == "call",
        is_battery_low=doing == "saving",
    )


def table() -> str:
    """Return the results of all levels and people as a table, and how often each gate was closed."""
    lines = [f"{'level':8} {'person':26} {'spoken':>6} {'by model':>8} {'most a day':>10} {'tokens':>7}  silent since"]
    gates: Counter[Gate] = Counter()
    for level in SpeakingLevel:
        for person in PEOPLE:
            found = simulate(level, person)
            gates += found.gates
            since = f"{found.silenced_at:%d %B %H:%M}" if found.silenced_at else "-"
            counts = f"{len(found.spoken):6} {found.by_model:8} {found.most_on_a_day:10} {found.tokens:7}"
            lines.append(f"{level:8} {person.name:26} {counts}  {since}")
    lines += ["", "gate            looks at which it was the first closed one"]
    lines += [f"{gate:15} {gates[gate]}" for gate in Gate]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
