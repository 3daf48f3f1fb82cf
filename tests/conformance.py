"""Provider by provider: how many recordings are read exactly as independent clients read them.

python -m tests.conformance [FOLDER]     FOLDER holds streams/index.json
"""

import sys
from collections import defaultdict
from pathlib import Path

from deskpet.inspector import gather
from tests.folders import shared_folder
from tests.llm.recordings import Recording, deltas, random_cuts, recordings

_CUTS = (10**9, 1361, 7, 1)


def failures(recording: Recording) -> list[str]:
    """What differs from the expected values, with the cut it differs at."""
    body = recording.body
    cuts = {str(cut): [body[start : start + cut] for start in range(0, len(body), cut)] for cut in _CUTS}
    cuts["random"] = list(random_cuts(body, 1))
    wrong: list[str] = []
    for cut, pieces in cuts.items():
        seen = gather(iter(deltas(recording.family, pieces)))
        found = {
            "text": seen.text,
            "reasoning": seen.reasoning,
            "tools": [list(tool) for tool in seen.tools],
            "finish": seen.finish,
            "error": seen.error,
        }
        wrong += [f"{name} (cut {cut})" for name, value in found.items() if value != recording.expected[name]]
    return wrong


def main(arguments: list[str]) -> int:
    """Print the table; 1 when anything differs, 2 without recordings."""
    folder = Path(arguments[0]) if arguments else shared_folder()
    if not (folder / "streams" / "index.json").is_file():
        sys.stderr.write(f"no recordings at {folder}: name their folder, or set DESKPET_SHARED\n")
        return 2
    passed: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for recording in recordings(folder):
        wrong = failures(recording)
        passed[recording.family, recording.provider].append(not wrong)
        if wrong:
            _say(f"{recording.file}: {', '.join(wrong)}")
    _print_table(passed)
    return 0 if all(all(results) for results in passed.values()) else 1


def _print_table(passed: dict[tuple[str, str], list[bool]]) -> None:
    _say(f"{'wire format':<12} {'provider':<18} {'read exactly':>12}")
    for (family, provider), results in sorted(passed.items()):
        _say(f"{family:<12} {provider:<18} {sum(results):>6} / {len(results)}")
    everything = [result for results in passed.values() for result in results]
    _say(f"{'':<12} {'all':<18} {sum(everything):>6} / {len(everything)}  (each whole, and cut at 1361, 7, 1, random)")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
