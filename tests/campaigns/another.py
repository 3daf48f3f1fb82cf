"""Measure any program with windows as docs/peers.md does: `make campaign NAME=another ARGS="PROGRAM ARGUMENT ..."`.

Each start gets an empty home. The program counts as drawn when 300 pixels of the screen differ from the empty one. Time
of the processor is that of all its processes, and memory the sum of their proportional set sizes.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from operator import ne
from pathlib import Path

import psutil
from PySide6.QtGui import QGuiApplication, QImage

from tests.bench.program import Moment, environment, family, memory

DRAWN_PIXELS = 300
DRAWN_LIMIT_S = 90.0
CALM_S = 3.0
# What a program still does after its start does not count as being left alone.
SETTLE_S, SAMPLE_S = 15.0, 5.0


def main() -> int:
    """Parse the command line, start the program several times, and print what was measured."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=another", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="the folder in which it is started")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it is left alone after the last start")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the program with its arguments")
    wanted = parser.parse_args()
    screen, moments = QGuiApplication([]), list[Moment]()
    for number in range(1, wanted.starts + 1):
        before, began = calm_picture(screen), time.perf_counter()
        with running(wanted.command, wanted.folder) as program:
            wait_until_drawn(screen, before)
            moments.append(Moment(time.perf_counter() - began, work(program)))
            if number == wanted.starts:
                share, most = left_alone(program, wanted.seconds)
                print(f"left alone: {share:.2f} % of a core, at most {most:.0f} MiB")
    for what, values in (
        ("seconds until drawn", [each.seconds for each in moments]),
        ("the processor's part of them", [each.work for each in moments]),
    ):
        print(f"{what}: {' '.join(f'{value:.2f}' for value in sorted(values))}")
    return 0


def calm_picture(screen: QGuiApplication) -> QImage:
    """Return the picture of the screen as soon as it has not changed for some time."""
    before, since = picture(screen), time.perf_counter()
    while time.perf_counter() - since < CALM_S:
        time.sleep(0.1)
        if (now := picture(screen)) != before:
            before, since = now, time.perf_counter()
    return before


def wait_until_drawn(screen: QGuiApplication, before: QImage) -> None:
    """Wait until enough pixels differ from a picture. Raises TimeoutError."""
    end = time.perf_counter() + DRAWN_LIMIT_S
    while changed_pixels(before, picture(screen)) < DRAWN_PIXELS:
        if time.perf_counter() > end:
            raise TimeoutError(f"nothing was drawn within {DRAWN_LIMIT_S:.0f} s")
        time.sleep(0.005)


def picture(screen: QGuiApplication) -> QImage:
    """Grab the whole screen, with four bytes for a pixel."""
    return screen.primaryScreen().grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)


def changed_pixels(before: QImage, now: QImage) -> int:
    """Return how many pixels of two pictures of one size differ."""
    old, new, line = before.constBits(), now.constBits(), now.bytesPerLine()
    if old == new:
        return 0
    rows = ((old[at : at + line], new[at : at + line]) for at in range(0, len(new), line))
    return sum(sum(map(ne, a.cast("I"), b.cast("I"))) for a, b in rows if a != b)


def work(program: psutil.Process) -> float:
    """Return the seconds of the processor that a program and its children have used, also those that have ended."""
    return sum(sum(one.cpu_times()[:4]) for one in family(program))


def left_alone(program: psutil.Process, seconds: float) -> tuple[float, float]:
    """Return the program's share of a core in percent, and its most memory in MiB, after it has settled."""
    time.sleep(SETTLE_S)
    began, used, most = time.perf_counter(), work(program), 0.0
    while (passed := time.perf_counter() - began) < seconds:
        time.sleep(SAMPLE_S)
        most = max(most, memory(program))
    return 100 * (work(program) - used) / passed, most


@contextmanager
def running(command: Sequence[str], folder: Path) -> Generator[psutil.Popen]:
    """Run a program in an empty home, and end it with all that it has started."""
    with tempfile.TemporaryDirectory(prefix="deskpet-another-", ignore_cleanup_errors=True) as home:
        program = psutil.Popen(
            command, cwd=folder, env=environment(home), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        try:
            yield program
        finally:
            for each in reversed(family(program)):
                with suppress(psutil.NoSuchProcess):
                    each.kill()
            program.wait()


if __name__ == "__main__":
    sys.exit(main())
