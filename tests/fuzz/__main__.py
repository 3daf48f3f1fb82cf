"""Search for inputs that break a reader of deskpet, and print a table of what was found.

    python -m tests.fuzz                          every target, three seconds each
    python -m tests.fuzz sse card --seconds 600   these targets, ten minutes in all
    python -m tests.fuzz --keep                   also keep what reaches new code, in tests/fuzz/corpus

An input that breaks a target is left in build/fuzz, and the exit code is 1. Needs atheris, which
`make campaign NAME=fuzz` installs.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.fuzz import corpus
from tests.support.folders import PROJECT

FOUND = PROJECT / "build" / "fuzz"
SECONDS_EACH = 3
HEADING = f"{'':14} {'runs':>10} {'coverage':>9} {'known':>6} {'new':>6} {'slowest':>8} {'memory':>9}"


def main() -> int:
    """Search through the targets one after another, and print a row for each."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Every formula and diagram stays source: a process that draws them would outlive the forked one.
    sys.modules["ziamath"] = sys.modules["merman"] = None  # pyright: ignore[reportArgumentType]
    from tests.fuzz.search import chosen_inputs, search
    from tests.fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(prog="make campaign NAME=fuzz")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, help=f"for all targets together; by default {SECONDS_EACH} each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the inputs that reach new code")
    options = parser.parse_args()
    if unknown := set(options.targets) - TARGETS.keys():
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    chosen = [TARGETS[name] for name in options.targets] or [*TARGETS.values()]
    seconds = max((options.seconds or SECONDS_EACH * len(chosen)) // len(chosen), 1)
    print(HEADING, flush=True)
    broken = 0
    for target in chosen:
        found = FOUND / target.name
        shutil.rmtree(found, ignore_errors=True)
        found.mkdir(parents=True)
        with tempfile.TemporaryDirectory(prefix="deskpet-fuzz-") as name:
            result = search(target, seconds, options.seed, Path(name), found)
            print(f"{target.name:14} {result.row()}", flush=True)
            if result.breaking or not result.ran:
                broken += 1
                print(f"BROKEN: {target.invariant}", *result.breaking, result.output[-5000:], sep="\n", flush=True)
            elif options.keep:
                corpus.write(target.name, chosen_inputs(target, Path(name)))
    print(f"{len(chosen) - broken} of {len(chosen)} targets hold")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
