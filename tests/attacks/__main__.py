"""Attack the program in every known way and with tries of its own; print a table of the tries and what got through.

python -m tests.attacks                        every attack, up to 200 tries each
python -m tests.attacks terminal --count 5000  the attacks whose name has this word
"""

import argparse
import os
import sys
import time

DEFAULT_COUNT = 200


def main() -> int:
    """Print a row for each attack. Returns 1 if anything got through, 2 if no attack has that name."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=attacks")
    parser.add_argument("words", nargs="*", metavar="WORD", help="a part of an attack's name")
    parser.add_argument("--count", type=int, default=DEFAULT_COUNT, help="the most tries of each attack")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from deskpet.app.pet_controller import new_application
    from tests.attacks.campaign import attacks, run

    # Some attacks show windows.
    application = new_application()
    chosen = [each for each in attacks().values() if all(word in each.name for word in options.words)]
    if not chosen:
        print("no such attack:", *options.words)
        return 2
    tries, through = 0, 0
    print(f"{'attack':44} {'tries':>6} {'got through':>12} {'seconds':>8}", flush=True)
    for attack in chosen:
        began = time.perf_counter()
        outcome = run(attack, seed=options.seed, most=options.count)
        tries += outcome.tries
        through += len(outcome.got_through)
        seconds = time.perf_counter() - began
        print(f"{attack.name:44} {outcome.tries:6,} {len(outcome.got_through):12,} {seconds:8.1f}", flush=True)
        for text in outcome.got_through[:5]:
            print(f"  {text[:300]!r}")
    print(f"{tries:,} tries of {len(chosen)} attacks: {through:,} got through")
    application.processEvents()
    return 1 if through else 0


if __name__ == "__main__":
    sys.exit(main())
