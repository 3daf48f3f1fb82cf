"""Start Wayland compositors, click on a grid over the character in each, and take a picture of her with her chat.

    python -m tests.campaigns.wayland --step 20 --pictures build/wayland

KWin, sway, Weston, Mutter and GNOME's shell run in a window of the display. In each she is a native window; in KWin
and GNOME also one of XWayland, with a Wayland window behind. One that is not installed is left out. Needs a display and
xdotool.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import ImageGrab

from tests.campaigns.hit_grid import PRINTED, Case, run
from tests.support.compositors import PACKAGES, Compositor, compositor, is_missing
from tests.ui.pet.hit_grid import STEP

# Time until the chat is open, in seconds; the machine may be busy.
OPEN_S = 12


def case(running: Compositor, name: str, *, native: bool = True) -> Case:
    """Return how the grid is measured in a compositor."""
    nested = ("--nested", running.outer_display)
    if native:
        return Case(name, running.native, nested)
    return Case(name, running.xwayland, (*nested, "--foreign"))


def take_picture(running: Compositor, file: Path) -> None:
    """Start the program with the offline companion, and save what the compositor shows."""
    with tempfile.TemporaryDirectory() as home:
        homes = {"HOME": home, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": ""}
        environment = os.environ | running.native | homes
        program = subprocess.Popen([sys.executable, "-m", "deskpet", "--offline"], env=environment)
        time.sleep(OPEN_S)
        file.parent.mkdir(parents=True, exist_ok=True)
        ImageGrab.grab(xdisplay=running.outer_display).save(file)
        program.terminate()
        program.wait()


def report(each: Case, step: int) -> int:
    """Measure and print one line. Returns the number of mismatches."""
    result = run(each, step)
    found = result.mismatches
    lost = sum(wanted == "hers" for _, _, wanted, _ in found)
    print(f"{each.name:36} {result.points:7} {result.inside:7} {lost:13} {len(found) - lost:18}", flush=True)
    for x, y, wanted, got in found[:PRINTED]:
        print(f"    {x}, {y}: {wanted}, but the click went to {got}")
    return len(found)


def main() -> int:
    """Print the table. Returns 2 if no compositor is installed."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=wayland", description=__doc__)
    parser.add_argument("--step", type=int, default=STEP, help="distance of the points, in logical pixels")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each compositor")
    arguments = parser.parse_args()
    names = [name for name in PACKAGES if not is_missing(name)]
    for name in PACKAGES.keys() - set(names):
        print(f"{name} is not installed; on Debian: apt-get install --no-install-recommends {PACKAGES[name][1]}")
    print(f"{'':36} {'points':>7} {'inside':>7} {'hers, not got':>13} {'behind, not got':>18}", flush=True)
    for name in names:
        with compositor(name) as running:
            report(case(running, f"{name}, native"), arguments.step)
            if name in {"kwin", "gnome"}:
                report(case(running, f"{name}, XWayland above a Wayland window", native=False), arguments.step)
            if arguments.pictures:
                take_picture(running, arguments.pictures / f"{name}.png")
    return 0 if names else 2


if __name__ == "__main__":
    sys.exit(main())
