"""Continuous cost of the whole program with its chat open and idle, pace by pace."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import monotonic, sleep
from types import MappingProxyType

from deskpet.ui.pet.saved_look import CharacterLook
from tests.bench.figures import Figure
from tests.bench.paced_process import CACHES, Held, held
from tests.bench.program import cpu_seconds, memory

# Seconds until greetings are over, and until another pace is reached; asleep, after nodding off for 4.5 s, it is both.
SLOW_S, SETTLE_S = 8.0, 4.0
# A tick of the processor's clock is 0.17 % of the first, and 0.04 % of the other.
MEASURED_S, HIDDEN_S = 6.0, 25.0
# Pace -> its words, and its target in percent of a core.
PACES: Mapping[str, tuple[str, float | None]] = MappingProxyType(
    {
        "lively": ("touched or talking", 30),
        "in_view": ("in view", None),
        "idle": ("left alone", 8),
        "asleep": ("asleep", 2),
    }
)


@dataclass(frozen=True)
class Stay:
    """Some seconds at one pace: the share of one core in percent, and frames per second."""

    share: float
    frames: float


def measure(_: object = None) -> Iterator[Figure]:
    """Run the program twice: once without its caches, and once through all paces."""
    shutil.rmtree(CACHES, ignore_errors=True)
    with held(CharacterLook().folder, {}) as first:
        sleep(SLOW_S)
        yield Figure("memory (PSS) with the chat open, first start", memory(first.process), "MiB")
    with held(CharacterLook().folder, {}) as pet:
        sleep(SLOW_S - SETTLE_S)
        for pace, (words, target) in PACES.items():
            yield from at(pet, pace, words, target)
        yield Figure("memory (PSS) with the chat open", memory(pet.process), "MiB", 150)
        pet.hold("hidden")
        yield Figure("hidden, of one core", stay(pet, HIDDEN_S).share, "%", 0.04)


def at(pet: Held, pace: str, words: str, target: float | None) -> Iterator[Figure]:
    """Measure one pace, and check that it is kept."""
    pet.hold(pace)
    sleep(SLOW_S if pace == "asleep" else 0)
    cost = stay(pet, MEASURED_S)
    yield Figure(f"{words}: frames a second", cost.frames, "fps")
    yield Figure(f"{words}: of one core", cost.share, "%", target)


def stay(pet: Held, seconds: float) -> Stay:
    """Measure the program for some time after it has settled."""
    sleep(SETTLE_S)
    began, worked, drawn = monotonic(), cpu_seconds(pet.process), pet.frames
    sleep(seconds)
    passed = monotonic() - began
    return Stay(100 * (cpu_seconds(pet.process) - worked) / passed, (pet.frames - drawn) / passed)
