"""Measure the branch coverage of the tests, and print it by package. Lines and branches count alike."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from coverage import Coverage


def totals(report: dict) -> dict[str, Counter[str]]:
    """Add up the figures of a JSON report by package, such as `deskpet/ui/chat`."""
    packages: dict[str, Counter[str]] = {}
    for file, values in sorted(report["files"].items()):
        packages.setdefault(Path(file).parent.as_posix(), Counter()).update(values["summary"])
    packages["total"] = Counter(report["totals"])
    return packages


def row(package: str, summary: Counter[str]) -> str:
    """Format the share that was executed, and how many lines and branches were not."""
    executed = summary["covered_lines"] + summary["covered_branches"]
    possible = summary["num_statements"] + summary["num_branches"]
    percent = 100 * executed / possible if possible else 100.0
    missing = f"{summary['missing_lines']:>6} {summary['missing_branches']:>9}"
    return f"{package:<28} {percent:>6.1f} % {missing}"


def main(arguments: list[str]) -> int:
    """Run pytest with the arguments, combine the data of all processes and print the table. Returns pytest's code."""
    Coverage().erase()
    tested = subprocess.run([sys.executable, "-m", "coverage", "run", "-m", "pytest", *arguments], check=False)
    if tested.returncode:
        return tested.returncode
    measured = Coverage()
    measured.combine()
    measured.save()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        measured.json_report(outfile=str(file))
        report = json.loads(file.read_text(encoding="utf-8"))
    print(f"{'package':<28} {'executed':>8} {'lines':>6} {'branches':>9} missing")
    for package, summary in totals(report).items():
        print(row(package, summary))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
