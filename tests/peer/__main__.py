"""Compare the pet with the same model in a browser page, one after the other on one display.

`make campaign NAME=peer` runs it. Both draw the same size with the same OpenGL driver. Each median is printed with the
minimum and the maximum of the rounds, which include other load of the machine. ARGS=MODEL takes another model than the
built-in one: a folder or a file, as in the setting.
"""

import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import psutil

from deskpet.pet import model_file
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.still_window import HEIGHT, WIDTH
from tests.bench.figures import Figure, table
from tests.bench.paced_process import held
from tests.bench.program import cpu_seconds, memory
from tests.peer import page

ROUNDS = 3
SETTLE_S, MEASURED_S = 6.0, 8.0
FULL, IN_VIEW = 60, CharacterLook().frame_rate
# Without rasterising: the rest is about the CPU time that remains with a graphics card.
NO_DRAWING = {"GALLIUM_NOOP": "1"}


@dataclass(frozen=True)
class Cost:
    """The CPU use of one side in percent of one core, and its real frames per second."""

    share: float
    frames: float


@dataclass(frozen=True)
class Side:
    """The costs of one side in view and idle, and its memory (PSS of all its processes, MiB)."""

    in_view: Cost
    left_alone: Cost
    memory: float


def main(arguments: Sequence[str]) -> int:
    """Measure both sides in alternating rounds, and print them beside the targets."""
    model = model_file.find(arguments[0] if arguments else CharacterLook().folder)
    print(
        f"deskpet {commit()}, {model.name}, {WIDTH} x {HEIGHT}; median of {ROUNDS} rounds, of one core where it says %"
    )
    print(
        f"the machine was busy with {psutil.getloadavg()[0]:.1f} tasks on {psutil.cpu_count()} cores before the first"
    )
    drawn = [(pet_side(model, {}), page_side(model, {})) for _ in range(ROUNDS)]
    undrawn = [(pet_side(model, NO_DRAWING), page_side(model, NO_DRAWING)) for _ in range(ROUNDS)]
    print(table([*equal(drawn, "", 0.6), *equal(undrawn, ", without rasterising", 0.2), *by_default(drawn)]))
    return 0


def commit() -> str:
    """Return the git commit that is measured."""
    asked = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, encoding="utf-8", check=False
    )
    return asked.stdout.strip() or "outside of git"


Pairs = Sequence[tuple[Side, Side]]


def equal(pairs: Pairs, how: str, target: float) -> list[Figure]:
    """Compare both sides at the same frame rate, with the ratio."""

    def share(side: Side) -> float:
        return side.in_view.share

    return [
        *frames(pairs, how),
        *beside(pairs, f"CPU at {IN_VIEW} frames a second{how}", share, "%", target),
    ]


def frames(pairs: Pairs, how: str) -> list[Figure]:
    """Return the frames per second of each side: the ratio is only valid if they are equal."""
    return [
        median(f"{name}: frames a second{how}", [pair[at].in_view.frames for pair in pairs], "fps")
        for at, name in enumerate(("pet", "page"))
    ]


def by_default(pairs: Pairs) -> list[Figure]:
    """Compare both sides with their defaults: the idle pet, and the page with pixi's ticker."""
    return [
        *beside(pairs, "CPU left alone, by default", lambda side: side.left_alone.share, "%", 0.25),
        *beside(pairs, "memory (PSS), the pet's with its chat open", lambda side: side.memory, "MiB", 0.5),
    ]


def beside(pairs: Pairs, what: str, value: Callable[[Side], float], unit: str, target: float) -> list[Figure]:
    """Return a figure of both sides, and their ratio by pairs."""
    return [
        median(f"pet: {what}", [value(mine) for mine, _ in pairs], unit),
        median(f"page: {what}", [value(theirs) for _, theirs in pairs], unit),
        median(f"ratio: {what}", [value(mine) / value(theirs) for mine, theirs in pairs], "x", target),
    ]


def median(what: str, values: Sequence[float], unit: str, target: float | None = None) -> Figure:
    """Return the median, with the minimum and the maximum in its name."""
    return Figure(f"{what} ({min(values):.3g} to {max(values):.3g})", statistics.median(values), unit, target)


def pet_side(model: Path, variables: dict[str, str]) -> Side:
    """Measure the whole program with its chat open, idle and in view."""
    with held(model, variables) as pet:
        left_alone = cost(pet.process, lambda: pet.frames)
        pet.hold("in_view")
        return Side(cost(pet.process, lambda: pet.frames), left_alone, memory(pet.process))


def page_side(model: Path, variables: dict[str, str]) -> Side:
    """Measure the page at the ticker's own rate and at the pet's."""
    with page.shown(model, (WIDTH, HEIGHT), variables) as (server, browser):
        server.rate = FULL
        left_alone = cost(browser, lambda: server.frames)
        server.rate = IN_VIEW
        return Side(cost(browser, lambda: server.frames), left_alone, memory(browser))


def cost(process: psutil.Process, frames: Callable[[], int]) -> Cost:
    """Measure a process and its children after they have settled."""
    sleep(SETTLE_S)
    began, seconds, drawn = monotonic(), cpu_seconds(process), frames()
    sleep(MEASURED_S)
    passed = monotonic() - began
    return Cost(100 * (cpu_seconds(process) - seconds) / passed, (frames() - drawn) / passed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
