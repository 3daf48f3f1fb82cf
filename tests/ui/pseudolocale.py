"""A language that nobody speaks: each translated text stands between ⟦ and ⟧, so that what was forgotten stands out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from deskpet import words

_BRACKETS = re.compile(r"[⟦⟧]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"<[^>]*>")
_SAID_BY_ITEMS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)


def speak() -> None:
    """Speak it from now on, also where something is shown already."""
    words.set_translator(lambda text: f"⟦{text}⟧")
    QApplication.sendEvent(QCoreApplication.instance(), QEvent(QEvent.Type.LanguageChange))
    QCoreApplication.sendPostedEvents()


@dataclass(frozen=True, slots=True)
class Said:
    """A text with the widget that says it."""

    by: QWidget
    how: str
    text: str

    def __str__(self) -> str:
        name = self.by.objectName()
        return f"{type(self.by).__name__}{f' {name}' if name else ''}, {self.how}: {self.text!r}"


def forgotten(windows: Iterable[QWidget], data: re.Pattern[str], quotes: tuple[type[QWidget], ...] = ()) -> list[str]:
    """What is said in these windows and in no language: whatever has a word outside of the brackets.

    `data` matches what is nobody's language (names, addresses); widgets of the kinds `quotes` say what others wrote.
    """
    every = (said for window in windows for widget in _with_children(window) for said in _said_by(widget))
    found = (said for said in every if not isinstance(said.by, quotes) and is_forgotten(said.text, data))
    return sorted(set(map(str, found)))


def is_forgotten(text: str, data: re.Pattern[str]) -> bool:
    """Whether a word of it is in no language."""
    return bool(_WORD.search(data.sub(" ", _outside(_TAG.sub(" ", text)))))


def _outside(text: str) -> str:
    """What of it is not translated."""
    plain, depth, at = "", 0, 0
    for bracket in _BRACKETS.finditer(text):
        plain += text[at : bracket.start()] if depth == 0 else " "
        depth += 1 if bracket[0] == "⟦" else -1
        at = bracket.end()
    return plain + text[at:]


def _with_children(window: QWidget) -> Iterator[QWidget]:
    yield window
    yield from window.findChildren(QWidget)


def _said_by(widget: QWidget) -> Iterator[Said]:
    told = {
        "name": widget.accessibleName(),
        "description": widget.accessibleDescription(),
        "tooltip": widget.toolTip(),
        "title": widget.windowTitle() if widget.isWindow() else "",
        "text": _text_of(widget),
    }
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
        told["placeholder"] = widget.placeholderText()
    yield from (Said(widget, how, text) for how, text in told.items() if text)
    for action in widget.actions():
        # Behind the tab stand the keys.
        yield Said(widget, "action", action.text().partition("\t")[0])
    if isinstance(widget, QAbstractItemView | QComboBox):
        yield from _said_by_items(widget)


def _text_of(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text().replace("&", "")
    return widget.title() if isinstance(widget, QMenu) else ""


def _said_by_items(view: QAbstractItemView | QComboBox) -> Iterator[Said]:
    model = view.model()
    for row in range(model.rowCount() if model else 0):
        for role in _SAID_BY_ITEMS:
            text = model.index(row, 0).data(role)
            if isinstance(text, str):
                yield Said(view, "item", text)
