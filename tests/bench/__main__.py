"""Benchmarks: run the measurements and print each figure beside its target (`make bench`, ARGS="program" for one)."""

import sys
from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from deskpet.ui.pet import startup
from tests.bench import (
    answers,
    held_cards,
    held_markdown,
    history,
    hostile_wire,
    leaving,
    months,
    parse,
    program,
    rest,
    scaling,
    stops,
    token_path,
    transcript,
)
from tests.bench.figures import Figure, table

MEASURES: dict[str, Callable[[QApplication], list[Figure]]] = {
    "answers": answers.measure,
    "stops": stops.measure,
    "token_path": token_path.measure,
    "transcript": transcript.measure,
    "held_markdown": held_markdown.measure,
    "held_cards": held_cards.measure,
    "hostile_wire": hostile_wire.measure,
    "history": history.measure,
    "parse": parse.measure,
    "scaling": scaling.measure,
    "program": program.measure,
    "rest": rest.measure,
    "leaving": leaving.measure,
    "months": months.measure,
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
