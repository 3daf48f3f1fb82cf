"""Print a table of hostile files: the program's message, the time and the peak memory of each.

The memory is that of the reading process, in addition to what it had before, and of its largest child process.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.hostile_files.cases import CASES, outcome

LIMIT_S, LIMIT_MB = 20.0, 1_500


def main() -> int:
    """Read each file in a child process. Returns 1 if one took too long, too much memory, or gave no message."""
    bad = 0
    for number, case in enumerate(CASES):
        command = [sys.executable, "-m", "tests.hostile_files", str(number)]
        began = time.perf_counter()
        try:
            ended = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=3 * LIMIT_S, check=False)
            told = ended.stdout.strip() or ended.stderr.strip().rpartition("\n")[2]
            is_good = ended.returncode == 0
        except subprocess.TimeoutExpired:
            told, is_good = "did not end", False
        seconds = time.perf_counter() - began
        bad += not is_good
        print(f"{'ok ' if is_good else 'BAD'} {case.name:42} {seconds:5.1f} s  {told[:150]}", flush=True)
    print(f"{len(CASES) - bad} of {len(CASES)} with nothing lost or a plain sentence")
    return 1 if bad else 0


def one(number: int) -> int:
    """Read one file in this process, and print the message."""
    case = CASES[number]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with tempfile.TemporaryDirectory(prefix="deskpet-hostile-") as folder:
        began = time.perf_counter()
        told = outcome(case, Path(folder))
        seconds = time.perf_counter() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(f"{seconds:5.1f} s {grown:5} MB, child {child:4} MB  {told.splitlines()[0]}")
    is_sentence = told == "read" if case.is_good else told != "read" and len(told.split()) > 3
    return 0 if is_sentence and seconds < LIMIT_S and max(grown, child) < LIMIT_MB else 1


if __name__ == "__main__":
    sys.exit(one(int(sys.argv[1])) if len(sys.argv) > 1 else main())
