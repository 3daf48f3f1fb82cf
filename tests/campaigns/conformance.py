"""Counts for each provider the recordings that are parsed exactly as by independent clients, for each dialect of calls
in text the samples that are understood, and the streams of gateways that are read right.

Streams after public reports are read as whole turns with tools, if the folder has them.

python -m tests.campaigns.conformance [FOLDER]     FOLDER holds streams/index.json
"""

import json
import sys
from collections import defaultdict
from itertools import chain
from pathlib import Path

from deskpet.chat.call_collector import CallCompleted
from deskpet.chat.model import NoticeDelta, TextDelta
from deskpet.chat.textmode.parser import TextCallParser
from deskpet.cli.inspector import gather
from tests.chat.textmode.dialect_samples import DIALECTS, Calls, Dialect
from tests.llm.fronts import FRONTS
from tests.llm.fronts import differences as front_differences
from tests.llm.recordings import CAPTURES, Recording, deltas, random_cuts, recordings, recordings_in
from tests.llm.reported_streams import differences as reported_differences
from tests.llm.reported_streams import reported_streams
from tests.support.folders import shared_folder

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


_AROUND = ("So I wave.\n", " And now <b>this</b>: [a](b) & more.")
_SAMPLES: tuple[Calls, ...] = (
    [("clock_now", {})],
    [("live2d_motion", {"group": "TapBody", "text": "if a < b & c: 「x」\n  é"})],
    [("live2d_expression", {"name": "happy"}), ("live2d_motion", {"group": "Wave"})],
)


def understands(dialect: Dialect, calls: Calls, cut: int, *, native: bool) -> bool:
    """Returns whether calls in a text that arrives in pieces of `cut` characters are read, and the text is kept."""
    before, after = _AROUND
    text = before + dialect(calls) + after
    parser = TextCallParser(lambda name: name.startswith(("functions.", "live2d_", "clock_")), is_native=native)
    items = [item for at in range(0, len(text), cut) for item in parser.feed(text[at : at + cut])] + parser.close()
    read = [(item.name, json.loads(item.arguments or "{}")) for item in items if isinstance(item, CallCompleted)]
    shown = "".join(item.text for item in items if isinstance(item, TextDelta))
    is_kept = shown.startswith(before) and shown.endswith(after) and len(shown.split()) == len((before + after).split())
    is_silent = not any(isinstance(item, NoticeDelta) for item in items)
    return is_kept and is_silent and [(name.removeprefix("functions."), values) for name, values in read] == calls


def _print_dialects() -> bool:
    """Print how many samples of each dialect are understood in each mode. Returns whether all are."""
    _print(f"{'dialect':<31} {'text mode':>10} {'native mode':>12}")
    is_complete = True
    for dialect in DIALECTS:
        counts: list[str] = []
        for native in (False, True):
            results = [understands(dialect, calls, cut, native=native) for calls in _SAMPLES for cut in _CHUNK_SIZES]
            is_complete = is_complete and all(results)
            counts.append(f"{sum(results)} / {len(results)}")
        _print(f"{dialect.__name__:<31} {counts[0]:>10} {counts[1]:>12}")
    return is_complete


def main(arguments: list[str]) -> int:
    """Print the table. Returns 1 if anything differs, 2 without recordings."""
    folder = Path(arguments[0]) if arguments else shared_folder()
    if not (folder / "streams" / "index.json").is_file():
        sys.stderr.write(f"no recordings at {folder}: name their folder, or set DESKPET_SHARED\n")
        return 2
    passed: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for recording in chain(recordings(folder), recordings_in(CAPTURES)):
        differences = failures(recording)
        passed[recording.family, recording.provider].append(not differences)
        if differences:
            _print(f"{recording.file}: {', '.join(differences)}")
    _print_table(passed)
    understands_all, reads_fronts = _print_dialects(), _print_fronts()
    reads_reported = _print_reported(folder)
    return (
        0
        if understands_all and reads_fronts and reads_reported and all(all(results) for results in passed.values())
        else 1
    )


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


def _print_reported(folder: Path) -> bool:
    """Print how many streams after public reports are read right. Returns whether all are."""
    results: list[bool] = []
    for reported in reported_streams(folder):
        found = reported_differences(reported)
        results.append(not found)
        for difference in found:
            _print(f"{reported.file}: {difference}")
    if results:
        _print(f"{'streams after public reports':<31} {sum(results):>6} / {len(results)}")
    return all(results)


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
