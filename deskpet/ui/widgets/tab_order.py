"""The Tab key goes as an eye reads, also through what came into a window later than its neighbours."""

from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

# Of two heights, how much has to be shared for a line to be the same.
_SAME_LINE = 0.6


def tidy(container: QWidget) -> None:
    """Put all stops of the Tab key in `container` in the order of reading. Called before the focus goes on."""
    for before, after in pairwise(_in_order(_stops(container), container)):
        QWidget.setTabOrder(before, after)


def _stops(container: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in container.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(container)
    ]


def _in_order(stops: list[QWidget], container: QWidget) -> list[QWidget]:
    """The stops line by line; those within another stop come right after it."""
    within: dict[QWidget | None, list[QWidget]] = {}
    known = set(stops)
    for stop in stops:
        within.setdefault(_stop_around(stop, known, container), []).append(stop)

    def read(around: QWidget | None) -> list[QWidget]:
        return [each for stop in _by_lines(within.get(around, []), container) for each in (stop, *read(stop))]

    return read(None)


def _stop_around(stop: QWidget, known: set[QWidget], container: QWidget) -> QWidget | None:
    around = stop.parentWidget()
    while around and around is not container and around not in known:
        around = around.parentWidget()
    return None if around is container else around


def _by_lines(stops: list[QWidget], container: QWidget) -> list[QWidget]:
    places = {stop: QRect(stop.mapTo(container, QPoint()), stop.size()) for stop in stops}
    lines: list[list[QWidget]] = []
    for stop in sorted(stops, key=lambda each: places[each].top()):
        if lines and _is_same_line(places[lines[-1][0]], places[stop]):
            lines[-1].append(stop)
        else:
            lines.append([stop])
    return [stop for line in lines for stop in sorted(line, key=lambda each: places[each].left())]


def _is_same_line(one: QRect, other: QRect) -> bool:
    shared = min(one.bottom(), other.bottom()) - max(one.top(), other.top()) + 1
    return shared > _SAME_LINE * min(one.height(), other.height())
