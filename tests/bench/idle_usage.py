"""Continuous cost of the whole program with its chat open and idle, pace by pace."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic, sleep
from types import MappingProxyType

from deskpet.ui.pet.saved_look import CharacterLook
from tests.bench.figures import Figure
from tests.bench.paced_process import CACHES, Held, held
from tests.bench.program import cpu_seconds, memory

# Seconds until greetings are over and the slower paces are reached.
SETTLE_S = 8.0
MEASURED_S = 12.0
HIDDEN_S = 25.0
PACES: Mapping[str, str] = MappingProxyType(
    {
        "lively": "touched or talking",
        "in_view": "in view",
        "idle": "left alone",
        "asleep": "asleep",
    }
)


@dataclass(frozen=True)
class Stay:
    """Some seconds at one pace: the share of one core in percent, and frames per second."""

    share: float
    frames: float


def measure(_: object = None) -> list[Figure]:
    """Run the program twice: once without its caches, and once through all paces."""
    shutil.rmtree(CACHES, ignore_errors=True)
    with held(CharacterLook().folder, {}) as first:
        sleep(SETTLE_S)
        begun = memory(first.process)
    with held(CharacterLook().folder, {}) as pet:
        figures = [figure for pace, words in PACES.items() for figure in at(pet, pace, words)]
        figures.append(Figure("memory (PSS) with the chat open, first start", begun, "MiB"))
        figures.append(Figure("memory (PSS) with the chat open", memory(pet.process), "MiB"))
        pet.hold("hidden")
        return [*figures, Figure("hidden, of one core", stay(pet, HIDDEN_S).share, "%", 0.04)]


def at(pet: Held, pace: str, words: str) -> list[Figure]:
    """Measure one pace, and check that it is kept."""
    pet.hold(pace)
    cost = stay(pet, MEASURED_S)
    return [
        Figure(f"{words}: frames a second", cost.frames, "fps"),
        Figure(f"{words}: of one core", cost.share, "%"),
    ]


def stay(pet: Held, seconds: float) -> Stay:
    """Measure the program for some time after it has settled."""
    sleep(SETTLE_S)
    began, worked, drawn = monotonic(), cpu_seconds(pet.process), pet.frames
    sleep(seconds)
    passed = monotonic() - began
    return Stay(100 * (cpu_seconds(pet.process) - worked) / passed, (pet.frames - drawn) / passed)
