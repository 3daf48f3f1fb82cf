"""Tab order in reading order, also for widgets that were added later than their neighbours."""

from collections.abc import Container
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

# Fraction of the smaller height by which two widgets overlap vertically if they are on the same line.
_SAME_LINE = 0.6


def apply_reading_order(container: QWidget) -> None:
    """Set the tab order of `container` to the reading order. To be called before the focus moves."""
    for before, after in pairwise(_reading_order(container)):
        QWidget.setTabOrder(before, after)


def _reading_order(container: QWidget) -> list[QWidget]:
    """Return the focusable widgets line by line; those inside another one follow right after it."""
    children: dict[QWidget | None, list[QWidget]] = {}
    focusable = {
        widget: None
        for widget in container.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(container)
    }
    for stop in focusable:
        children.setdefault(_focusable_parent(stop, focusable, container), []).append(stop)

    def flatten(parent: QWidget | None) -> list[QWidget]:
        return [each for stop in _line_by_line(children.get(parent, []), container) for each in (stop, *flatten(stop))]

    return flatten(None)


def _focusable_parent(stop: QWidget, focusable: Container[QWidget], container: QWidget) -> QWidget | None:
    parent = stop.parentWidget()
    while parent and parent is not container and parent not in focusable:
        parent = parent.parentWidget()
    return None if parent is container else parent


def _line_by_line(stops: list[QWidget], container: QWidget) -> list[QWidget]:
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
