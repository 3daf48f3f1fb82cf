"""A bad day: what happens to a running pet, and how it is judged."""

import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from virtual_display import missing_programs

from tests.bad_days.clock import has_compiler
from tests.bad_days.disks import is_root
from tests.bad_days.surroundings import MOST_PROCESSOR, Failed, Pet, Surroundings, expect, surroundings

_NOISE = re.compile(r"^(?!.*(Traceback|Error\b|ERROR|CRITICAL|Fatal|core dumped)).*$")


@dataclass(frozen=True)
class Day:
    """`happen` starts the pet, does the damage, and raises Failed if what is seen is wrong.

    Afterwards the pet must answer again, use little processor time, end with code 0, and have kept every word, unless
    `is_last`: then the day has ended the pet itself. `may_log` is a pattern of the lines that it may log as errors.
    disk: the folder of the home that is a small disk of its own. needs_root: whether only root can make such a day.
    """

    name: str
    happen: Callable[[Surroundings], object]
    screen: str = "1920x1080x24"
    disk: str = ""
    needs_root: bool = False
    has_clock: bool = False
    is_last: bool = False
    may_log: str = ""

    @property
    def obstacle(self) -> str:
        """Why this day can't happen here, or an empty string."""
        if sys.platform != "linux" or missing_programs():
            return "needs Linux with Xvfb, openbox and picom"
        if (self.disk or self.needs_root) and not is_root():
            return "needs root"
        return "needs a C compiler" if self.has_clock and not has_compiler() else ""


@dataclass
class Outcome:
    """The judgement of a day. `lost` counts characters that were shown and are not on disk."""

    problem: str = ""
    said: tuple[str, ...] = ()
    seconds: float = 0.0
    lost: int = 0
    processor: float = 0.0
    errors: str = field(default="", repr=False)


def spend(day: Day) -> Outcome:
    """Live through a day, and return what came of it."""
    outcome, began = Outcome(), time.monotonic()
    try:
        with surroundings(screen=day.screen, has_clock=day.has_clock, disk=day.disk) as place:
            try:
                lost = day.happen(place)
                outcome.lost = lost if isinstance(lost, int) else 0
                if not day.is_last:
                    _go_on(place, outcome)
            finally:
                outcome.errors = "\n".join(pet.errors for pet in place.pets)
        logged = unexpected_lines(outcome.errors, day.may_log)
        expect(not logged, f"it logged {logged[:1]}")
    except Failed as failure:
        outcome.problem = str(failure)
    outcome.seconds = time.monotonic() - began
    return outcome


def _go_on(place: Surroundings, outcome: Outcome) -> None:
    """The pet goes on as if nothing had happened, quits, and has kept everything."""
    pet = place.pet
    place.network.restore()
    place.network.pace = 0.0
    state = pet.ask("and now?")
    expect(state["texts"][-1] == place.network.answer, f"the next answer is {state['texts'][-1][:60]!r}")
    outcome.said = tuple(notice["title"] for notice in state["notices"])
    outcome.processor = pet.processor_share()
    expect(outcome.processor < MOST_PROCESSOR, f"it uses {outcome.processor:.0%} of a processor at rest")
    expect(_draws(pet), "the character does not move")
    shown = pet.state["texts"]
    expect((code := pet.end()) == 0, f"it ended with {code}")
    outcome.lost = place.lost(shown)
    expect(not outcome.lost, f"{outcome.lost} characters are not on disk")


def _draws(pet: Pet) -> bool:
    before = pet.state["frames"]
    pet.until(lambda state: state["frames"] > before + 2, "frames of the character")
    return True


def unexpected_lines(errors: str, allowed: str = "") -> list[str]:
    """Return the lines of standard error that report an error of the program, without those that `allowed` matches."""
    lines = (line for line in errors.splitlines() if not _NOISE.match(line))
    return [line for line in lines if not (allowed and re.search(allowed, line))]
