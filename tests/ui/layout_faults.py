"""Find texts that are cut off, widgets that overlap, and rows whose controls differ, in visible windows."""

import re
from collections.abc import Iterator
from itertools import combinations

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from deskpet.ui.widgets.elided_label import ElidedLabel

# Buttons that wrap their texts, so that the size hint, of one line, tells nothing.
_WRAPPING = {"_Choice", "_Tile"}
# Chips that stand alone on the desktop cover one another's shadows; tabs of a small window are lower.
_CLOSE = {"_Chip", "_Tab"}


def layout_faults(window: QWidget) -> list[str]:
    """Describe the faults in what is visible of a window."""
    widgets = [each for each in window.findChildren(QWidget) if each.isVisible() and not each.visibleRegion().isEmpty()]
    found = [fault for widget in widgets for fault in _faults_of(widget)]
    for parent in {each.parentWidget() for each in widgets}:
        found += _faults_of_neighbours([each for each in widgets if each.parentWidget() is parent])
    return found


def _faults_of(widget: QWidget) -> Iterator[str]:
    text, hint = _text_of(widget), widget.sizeHint()
    if not text or type(widget).__name__ in _CLOSE or isinstance(widget, ElidedLabel | QLineEdit):
        return
    if isinstance(widget, QLabel) and widget.wordWrap():
        needed = widget.heightForWidth(widget.width())
        if needed > widget.height() + 1:
            yield f"{_name(widget)} needs a height of {needed}, has {widget.height()}"
    elif type(widget).__name__ in _WRAPPING:
        if widget.heightForWidth(widget.width()) > widget.height() + 1:
            yield f"{_name(widget)} is cut off at its bottom"
    elif hint.isValid() and (hint.width() > widget.width() + 1 or hint.height() > widget.height() + 2):
        yield f"{_name(widget)} needs {hint.toTuple()}, has {widget.size().toTuple()}"
    parent = widget.parentWidget()
    if parent and not isinstance(parent.parentWidget(), QAbstractScrollArea) and _is_beyond(widget, parent):
        yield f"{_name(widget)} is beyond {_name(parent)}"


def _is_beyond(widget: QWidget, parent: QWidget) -> bool:
    return not parent.rect().adjusted(-1, -1, 1, 1).contains(widget.geometry())


def _faults_of_neighbours(widgets: list[QWidget]) -> Iterator[str]:
    """Yield what is wrong between widgets with one parent."""
    texts = [each for each in widgets if _text_of(each) and type(each).__name__ not in _CLOSE]
    for one, other in combinations(texts, 2):
        common = one.geometry() & other.geometry()
        if common.width() > 2 and common.height() > 2:
            yield f"{_name(one)} covers {_name(other)}"
    controls = [each for each in widgets if isinstance(each, QPushButton | QLineEdit | QComboBox)]
    for one, other in combinations(controls, 2):
        mine, its = one.geometry(), other.geometry()
        if mine.top() >= its.bottom() or its.top() >= mine.bottom():
            continue
        if abs(mine.center().y() - its.center().y()) > 1:
            yield f"{_name(one)} and {_name(other)} are not level"
        if one.objectName() == other.objectName() and mine.height() != its.height():
            yield f"{_name(one)} and {_name(other)} are of different heights"


def _text_of(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QLabel | QAbstractButton | QLineEdit) else ""


def _name(widget: QWidget) -> str:
    text = re.sub(r"\s+", " ", _text_of(widget))[:40]
    return f"{type(widget).__name__} {widget.objectName()} {text!r}"
