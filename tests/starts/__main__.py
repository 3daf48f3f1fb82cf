"""Start the program under every condition of `cases`, and print the results.

python -m tests.starts [PART OF A CONDITION'S NAME]
"""

import sys

from tests.starts.cases import CASES, Case, faults
from tests.starts.program import Start, can_be_limited, home, installation, start


def main(part: str = "") -> int:
    """Print the table. Returns 0 if every start gave the expected result."""
    if not can_be_limited():
        sys.exit("These starts need an ordinary user, or setpriv to be like one.")
    failed = 0
    sys.stdout.write("| start | first frame or exit | s | said | verdict |\n|---|---|---|---|---|\n")
    with installation() as installed:
        for case in (case for case in CASES if part in case.name):
            with home(installed) as place:
                case.prepare(place)
                begun = start(place)
            wrong = faults(case, begun)
            failed += bool(wrong)
            sys.stdout.write(_row(case, begun, wrong) + "\n")
            sys.stdout.flush()
            if wrong:
                sys.stderr.write(begun.errors[-3000:] + "\n")
    sys.stdout.write(f"\n{failed} of {len(CASES)} did not go as they should\n")
    return 1 if failed else 0


def _row(case: Case, begun: Start, wrong: list[str]) -> str:
    seen = f"exit {begun.code}" if case.code else "first frame" if begun.is_on_screen else "chat" * begun.is_ready
    said = " / ".join(begun.errors.splitlines() if case.code else begun.notices)
    cells = (case.name, seen, f"{begun.seconds:.1f}", said.replace("|", "\\|"), "; ".join(wrong) or "good")
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
