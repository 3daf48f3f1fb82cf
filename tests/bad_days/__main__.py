"""Let every bad day happen to the pet, and print what came of it.

python -m tests.bad_days [PART OF A DAY'S NAME]
"""

import sys

from tests.bad_days.day import Day, Outcome, spend
from tests.bad_days.days import DAYS


def main(part: str = "") -> int:
    """Print the table. Returns 0 if every day that can happen here went as it should."""
    sys.stdout.write("| day | s | lost | processor | said | verdict |\n|---|---|---|---|---|---|\n")
    chosen = [day for day in DAYS if part in day.name and not day.obstacle]
    outcomes = [_tell(day) for day in chosen]
    passed = sum(not outcome.problem for outcome in outcomes)
    worst, lost = max((outcome.seconds for outcome in outcomes), default=0.0), sum(outcome.lost for outcome in outcomes)
    sys.stdout.write(f"\n{passed} of {len(chosen)} days passed, worst time {worst:.1f} s, {lost} characters lost\n")
    for day in DAYS:
        if day.obstacle:
            sys.stdout.write(f"left out: {day.name}: {day.obstacle}\n")
    return 0 if passed == len(chosen) else 1


def _tell(day: Day) -> Outcome:
    outcome = spend(day)
    said = " / ".join(dict.fromkeys(outcome.said)).replace("|", "\\|")
    cells = (day.name, f"{outcome.seconds:.1f}", str(outcome.lost), f"{outcome.processor:.0%}", said)
    sys.stdout.write(f"| {' | '.join(cells)} | {outcome.problem or 'good'} |\n")
    sys.stdout.flush()
    if outcome.problem:
        sys.stderr.write(outcome.errors[-3000:] + "\n")
    return outcome


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
