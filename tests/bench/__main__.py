"""Benchmarks: print each figure beside its target as soon as it is measured.

`make bench` runs all, which is to take ten minutes on two quiet cores, `make bench ARGS=quick` those of QUICK in two,
and `make bench ARGS="program answers"` those that are named.
"""

import sys
from collections.abc import Callable, Iterable
from time import perf_counter

from PySide6.QtWidgets import QApplication

from deskpet.ui.pet import startup
from tests.bench import (
    answer_tools,
    answers,
    appearance,
    blocking_markdown,
    blocking_results,
    formulas,
    frame_pace,
    history,
    hostile_wire,
    idle_usage,
    importing,
    long_uptime,
    memory,
    model_menu,
    palette,
    parse,
    program,
    quit_time,
    readers,
    scaling,
    servers,
    settings_slider,
    settings_window,
    spoken_text,
    stops,
    token_path,
    tools,
    transcript,
    year,
)
from tests.bench.figures import Figure, row

MEASURES: dict[str, Callable[[QApplication], Iterable[Figure]]] = {
    "answers": answers.measure,
    "stops": stops.measure,
    "token_path": token_path.measure,
    "transcript": transcript.measure,
    "blocking_markdown": blocking_markdown.measure,
    "blocking_results": blocking_results.measure,
    "formulas": formulas.measure,
    "answer_tools": answer_tools.measure,
    "spoken_text": spoken_text.measure,
    "hostile_wire": hostile_wire.measure,
    "history": history.measure,
    "year": year.measure,
    "importing": importing.measure,
    "memory": memory.measure,
    "model_menu": model_menu.measure,
    "parse": parse.measure,
    "palette": palette.measure,
    "tools": tools.measure,
    "servers": servers.measure,
    "scaling": scaling.measure,
    "readers": readers.measure,
    "program": program.measure,
    "idle_usage": idle_usage.measure,
    "frame_pace": frame_pace.measure,
    "quit_time": quit_time.measure,
    "long_uptime": long_uptime.measure,
    "settings_slider": settings_slider.measure,
    "appearance": appearance.measure,
    # Last: the windows of its four pets stay in the process, and would be styled by a change of appearance.
    "settings_window": settings_window.measure,
}

QUICK = ("program", "answers", "token_path", "transcript")
ELSEWHERE = """
Other targets have commands of their own: `make campaign NAME=peer` (beside a page in a browser), `make campaign
NAME=soak` (half an hour of use), `make test-voice`. Not measured yet: the signal of a call with 200 tools and five
servers, the tokens of a request before the first word.
"""


def main(names: list[str]) -> int:
    """Run the named measurements, or all of them. Returns 2 if a name is unknown."""
    chosen = [each for name in names or MEASURES for each in (QUICK if name == "quick" else (name,))]
    unknown = set(chosen) - set(MEASURES)
    if unknown:
        print(f"no such measure: {', '.join(sorted(unknown))}; there are quick, {', '.join(MEASURES)}")
        return 2
    app, began = startup.new_application(), perf_counter()
    figures: list[Figure] = []
    for number, name in enumerate(chosen, 1):
        print(f"\n{name}, {number} of {len(chosen)}, after {perf_counter() - began:.0f} s: {about(name)}", flush=True)
        for figure in MEASURES[name](app):
            figures.append(figure)
            print(row(figure), flush=True)
    missed = sum(each.verdict == "MISSED" for each in figures)
    print(f"\n{len(figures)} figures in {perf_counter() - began:.0f} s, {missed} beyond their targets")
    if not names:
        print(ELSEWHERE)
    return 0


def about(name: str) -> str:
    """Return the first line of the documentation of a measurement's module."""
    return (sys.modules[MEASURES[name].__module__].__doc__ or "").partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
