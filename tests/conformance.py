"""Counts for each provider the recordings that are parsed exactly as by independent clients, then gateways' streams.

python -m tests.conformance [FOLDER]     FOLDER holds streams/index.json
"""

import sys
from collections import defaultdict
from pathlib import Path

from deskpet.inspector import gather
from tests.folders import shared_folder
from tests.llm.fronts import FRONTS
from tests.llm.fronts import differences as front_differences
from tests.llm.recordings import Recording, deltas, random_cuts, recordings

_CHUNK_SIZES = (10**9, 1361, 7, 1)


def failures(recording: Recording) -> list[str]:
    """Returns the fields that differ from the expected values, with the chunk size at which they differ."""
    body = recording.body
    chunkings = {
        str(size): [body[start : start + size] for start in range(0, len(body), size)] for size in _CHUNK_SIZES
    }
    chunkings["random"] = list(random_cuts(body, 1))
    differences: list[str] = []
    for size, pieces in chunkings.items():
        inspection = gather(iter(deltas(recording.family, pieces)))
        actual = {
            "text": inspection.text,
            "reasoning": inspection.reasoning,
            "tools": [list(tool) for tool in inspection.tools],
            "finish": inspection.finish,
            "error": inspection.error,
        }
        differences += [f"{name} (cut {size})" for name, value in actual.items() if value != recording.expected[name]]
    return differences


def main(arguments: list[str]) -> int:
    """Print the table. Returns 1 if anything differs, 2 without recordings."""
    folder = Path(arguments[0]) if arguments else shared_folder()
    if not (folder / "streams" / "index.json").is_file():
        sys.stderr.write(f"no recordings at {folder}: name their folder, or set DESKPET_SHARED\n")
        return 2
    passed: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for recording in recordings(folder):
        differences = failures(recording)
        passed[recording.family, recording.provider].append(not differences)
        if differences:
            _print(f"{recording.file}: {', '.join(differences)}")
    _print_table(passed)
    reads_fronts = _print_fronts()
    return 0 if reads_fronts and all(all(results) for results in passed.values()) else 1


def _print_fronts() -> bool:
    """Print how many streams of each gateway are read right. Returns whether all are."""
    passed: defaultdict[str, list[bool]] = defaultdict(list)
    for front in FRONTS:
        found = front_differences(front)
        passed[front.gateway].append(not found)
        for difference in found:
            _print(f"{front.gateway}, {front.what}: {difference}")
    _print(f"{'gateway':<31} {'read right':>12}")
    for gateway, results in passed.items():
        _print(f"{gateway:<31} {sum(results):>6} / {len(results)}")
    return all(all(results) for results in passed.values())


def _print_table(passed: dict[tuple[str, str], list[bool]]) -> None:
    _print(f"{'wire format':<12} {'provider':<18} {'read exactly':>12}")
    for (family, provider), results in sorted(passed.items()):
        _print(f"{family:<12} {provider:<18} {sum(results):>6} / {len(results)}")
    all_results = [result for results in passed.values() for result in results]
    _print(
        f"{'':<12} {'all':<18} {sum(all_results):>6} / {len(all_results)}  (each whole, and cut at 1361, 7, 1, random)"
    )


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
