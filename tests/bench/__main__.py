"""Benchmarks: run the measurements and print each figure beside its target (`make bench`, ARGS="program" for one)."""

import sys
from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from deskpet.ui.pet import startup
from tests.bench import (
    answers,
    appearance,
    blocking_markdown,
    blocking_results,
    formulas,
    history,
    hostile_wire,
    idle_usage,
    long_uptime,
    memory,
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
)
from tests.bench.figures import Figure, table

MEASURES: dict[str, Callable[[QApplication], list[Figure]]] = {
    "answers": answers.measure,
    "stops": stops.measure,
    "token_path": token_path.measure,
    "transcript": transcript.measure,
    "blocking_markdown": blocking_markdown.measure,
    "blocking_results": blocking_results.measure,
    "formulas": formulas.measure,
    "spoken_text": spoken_text.measure,
    "hostile_wire": hostile_wire.measure,
    "history": history.measure,
    "memory": memory.measure,
    "parse": parse.measure,
    "tools": tools.measure,
    "servers": servers.measure,
    "scaling": scaling.measure,
    "readers": readers.measure,
    "program": program.measure,
    "idle_usage": idle_usage.measure,
    "quit_time": quit_time.measure,
    "long_uptime": long_uptime.measure,
    "settings_slider": settings_slider.measure,
    "appearance": appearance.measure,
    # Last: the windows of its four pets stay in the process, and would be styled by a change of appearance.
    "settings_window": settings_window.measure,
}


def main(names: list[str]) -> int:
    """Run the named measurements, or all of them, and print one table."""
    unknown = set(names) - set(MEASURES)
    if unknown:
        print(f"no such measure: {', '.join(sorted(unknown))}; there are {', '.join(MEASURES)}")
        return 2
    app = startup.new_application()
    figures = [figure for name in names or MEASURES for figure in MEASURES[name](app)]
    print(table(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
