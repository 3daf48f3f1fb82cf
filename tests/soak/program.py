"""The pet in a child process, used by a Player for a limited time, or number of switches.

Started by `python -m tests.soak`. Prints JSON lines: a sample at each rest, and at the end the delays of the GUI
thread. Ends with the pet's own exit code, after a normal quit.
"""

import argparse
import asyncio
import faulthandler
import json
import logging
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from deskpet.app import pet_controller
from deskpet.config import paths
from deskpet.ui.pet.saved_look import CharacterLook, save
from deskpet.ui.platform import event_loop
from tests.soak import meters
from tests.soak.meters import HoldUps
from tests.soak.player import Player

CYCLE_S, WARM_UP = 18.0, 3
SWITCHES_PER_SAMPLE = 20
PATIENCE_S = 60.0


class ErrorLines(logging.Handler):
    """Prints every logged error as a JSON line."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        tell("error", text=f"{record.name}: {record.getMessage()}\n{trace}".strip())


def tell(kind: str, **values: object) -> None:
    """Print one line for the parent process."""
    sys.stdout.write(json.dumps({"kind": kind, **values}) + "\n")
    sys.stdout.flush()


def on_qt_message(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
    if kind not in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}:
        tell("error", text=f"Qt: {text}")


def next_models(models: Sequence[str], switches: int, seed: int) -> list[str]:
    """Return the models of the next SWITCHES_PER_SAMPLE switches: at first every one, later chosen at random."""
    chance = random.Random(f"{seed} {switches}")
    every = [*models[1:], models[0]] if switches == 0 else []
    return [*every, *chance.choices(models, k=max(0, SWITCHES_PER_SAMPLE - len(every)))]


async def soak(pet: pet_controller.PetController, options: argparse.Namespace) -> int:
    """Run the pet, use it for the given time, and quit as a user does."""
    life = asyncio.ensure_future(pet.run())
    async with asyncio.timeout(PATIENCE_S):
        while pet.chat_controller is None or not pet.window.is_alive:
            await asyncio.sleep(0.05)
    player = Player(pet, options.models, options.url, options.seed)
    hold_ups = HoldUps(lambda: player.doing)
    ends, before, rests = time.monotonic() + options.seconds, Counter[str](), 0
    while (player.switches < options.switches) if options.switches else (time.monotonic() < ends):
        if options.switches:
            await player.replace_models(next_models(options.models, player.switches, options.seed))
        else:
            await player.play(min(CYCLE_S, max(1.0, ends - time.monotonic())))
        await player.rest()
        tell("sample", **meters.as_line(meters.sample()), deeds=player.done, switches=player.switches)
        if options.details:
            now = meters.census()
            rests += 1
            before = now if rests <= WARM_UP else before
            tell("details", risen=(now - before).most_common(40))
        hold_ups.skip()
    late = sorted(hold_ups.beats)
    share = {"p50": statistics.median(late), "p99": late[round(0.99 * (len(late) - 1))], "max": late[-1]}
    most = {"handles": hold_ups.most_handles, "threads": hold_ups.most_threads}
    tell("held", **share, most=most, longest=sorted(hold_ups.longest, reverse=True)[:12], deeds=player.done)
    player.doing = "quit"
    pet.quit()
    return await life


def main() -> int:
    """Start the pet with the given settings."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--settings", type=Path, required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--switches", type=int, default=0)
    parser.add_argument("--details", action="store_true")
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    faulthandler.enable()
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    logging.basicConfig(level=logging.WARNING, handlers=[console, ErrorLines()])
    qInstallMessageHandler(on_qt_message)
    sys.excepthook = lambda kind, error, trace: logging.getLogger("soak").error("", exc_info=(kind, error, trace))
    qt = pet_controller.new_application()
    save(paths.state_folder() / "look.json", CharacterLook(folder=options.models[0]))
    return event_loop.run(qt, soak(pet_controller.PetController(options.settings, offline=False), options))


if __name__ == "__main__":
    sys.exit(main())
