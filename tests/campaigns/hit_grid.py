"""Click on a grid of points over the character at each scale, and print who got the clicks.

    python -m tests.campaigns.hit_grid --step 20
    python -m tests.campaigns.hit_grid --windows

On X11 each point is clicked for real, at four scales of one screen, and where she is on two screens of different
scales. With --windows the Windows program asks WindowFromPoint, under Wine (`make test-windows` installs it). A
mismatch is a point inside her silhouette that is not hers, or one outside of it whose click does not reach the window
behind. Needs a display.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass

from tests.support.folders import PROJECT
from tests.ui.pet.hit_grid import STEP, Result
from tests.ui.pet.monitors import monitors

FACTORS = ("1", "1.25", "1.5", "2")
LIMIT_S = 300
# Mismatches of a case that are listed.
PRINTED = 10


@dataclass(frozen=True, slots=True)
class Case:
    """Where she is: her variables of the environment, and arguments of tests.ui.pet.hit_grid.

    screens: the widths of the monitors in physical pixels, the first one to the left; none for the display's own.
    """

    name: str
    variables: dict[str, str]
    arguments: tuple[str, ...] = ()
    screens: tuple[int, ...] = ()


ONE_SCREEN = tuple(Case(f"scale {factor}", {"QT_SCALE_FACTOR": factor}) for factor in FACTORS)
TWO_SCREENS = (
    Case("on both of 1 | 1.5", {"QT_SCREEN_SCALE_FACTORS": "0=1;1=1.5"}, ("--at", "800", "300"), (960, 960)),
    Case("on the right of 2 | 1", {"QT_SCREEN_SCALE_FACTORS": "0=2;1=1"}, ("--at", "1200", "300"), (960, 960)),
    Case("on both of 1.25 | 2", {"QT_SCREEN_SCALE_FACTORS": "0=1.25;1=2"}, ("--at", "600", "200"), (960, 960)),
)


def run(case: Case, step: int, *, on_windows: bool = False) -> Result:
    """Measure one case in a process of its own."""
    python = [sys.executable, str(PROJECT / ".setup" / "wine.py"), "python"] if on_windows else [sys.executable]
    with tempfile.TemporaryDirectory() as cache, monitors() if case.screens else nullcontext() as display:
        for number, width in enumerate(case.screens):
            assert display is not None
            display.plug_in(str(number), number * case.screens[0], width, 1080)
        folder = f"Z:{cache}" if on_windows else cache
        # Wine's programs get none of Qt's variables.
        scale = ("--scale", case.variables["QT_SCALE_FACTOR"]) if on_windows else ()
        command = [*python, "-m", "tests.ui.pet.hit_grid", folder, "--step", str(step), *case.arguments, *scale]
        done = subprocess.run(
            command,
            cwd=PROJECT,
            env=os.environ | {"PYTHONPATH": str(PROJECT)} | case.variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        sys.exit(f"{case.name}: no result. It printed:\n{done.stdout}{done.stderr}")
    return Result(**json.loads(lines[-1]))


def main() -> int:
    """Print the table. Returns 1 if there is a mismatch."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=hit-grid", description=__doc__)
    parser.add_argument("--step", type=int, default=STEP, help="distance of the points, in logical pixels")
    parser.add_argument("--windows", action="store_true", help="the Windows program, under Wine")
    arguments = parser.parse_args()
    print(f"{'':24} {'points':>7} {'inside':>7} {'at edges':>9} {'mismatches':>11}", flush=True)
    count = 0
    for case in ONE_SCREEN if arguments.windows else (*ONE_SCREEN, *TWO_SCREENS):
        result = run(case, arguments.step, on_windows=arguments.windows)
        found = result.mismatches
        print(f"{case.name:24} {result.points:7} {result.inside:7} {result.edges:9} {len(found):11}", flush=True)
        for x, y, wanted, got in found[:PRINTED]:
            print(f"    {x}, {y}: {wanted}, but the click went to {got}")
        count += len(found)
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
