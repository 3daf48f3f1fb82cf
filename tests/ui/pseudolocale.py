"""A pseudolocale: each translated text is enclosed in ⟦ and ⟧, so that untranslated texts can be found."""

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

from deskpet import translation

_BRACKETS = re.compile(r"[⟦⟧]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"<[^>]*>")
_TEXT_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)


def install() -> None:
    """Use the pseudolocale from now on, also in visible windows."""
    translation.set_translator(lambda text: f"⟦{text}⟧")
    QApplication.sendEvent(QCoreApplication.instance(), QEvent(QEvent.Type.LanguageChange))
    QCoreApplication.sendPostedEvents()


@dataclass(frozen=True, slots=True)
class WidgetText:
    """A text of a widget. `source` is where the widget shows it, such as `tooltip`."""

    widget: QWidget
    source: str
    text: str

    def __str__(self) -> str:
        name = self.widget.objectName()
        return f"{type(self.widget).__name__}{f' {name}' if name else ''}, {self.source}: {self.text!r}"


def untranslated(
    windows: Iterable[QWidget], data: re.Pattern[str], quotes: tuple[type[QWidget], ...] = ()
) -> list[str]:
    """Describe the texts in these windows that have a word outside of the brackets.

    data: matches what is never translated, such as names and addresses. quotes: classes of widgets that show texts of
    others.
    """
    texts = (text for window in windows for widget in _with_children(window) for text in _texts_of(widget))
    found = (text for text in texts if not isinstance(text.widget, quotes) and is_untranslated(text.text, data))
    return sorted(set(map(str, found)))


def is_untranslated(text: str, data: re.Pattern[str]) -> bool:
    """Return whether a word of the text is not translated."""
    return bool(_WORD.search(data.sub(" ", _outside(_TAG.sub(" ", text)))))


def _outside(text: str) -> str:
    """Return the text outside of the brackets."""
    plain, depth, at = "", 0, 0
    for bracket in _BRACKETS.finditer(text):
        plain += text[at : bracket.start()] if depth == 0 else " "
        depth += 1 if bracket[0] == "⟦" else -1
        at = bracket.end()
    return plain + text[at:]


def _with_children(window: QWidget) -> Iterator[QWidget]:
    yield window
    yield from window.findChildren(QWidget)


def _texts_of(widget: QWidget) -> Iterator[WidgetText]:
    texts = {
        "name": widget.accessibleName(),
        "description": widget.accessibleDescription(),
        "tooltip": widget.toolTip(),
        "title": widget.windowTitle() if widget.isWindow() else "",
        "text": _text_of(widget),
    }
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
        texts["placeholder"] = widget.placeholderText()
    yield from (WidgetText(widget, source, text) for source, text in texts.items() if text)
    for action in widget.actions():
        # The shortcut follows the tab.
        yield WidgetText(widget, "action", action.text().partition("\t")[0])
    if isinstance(widget, QAbstractItemView | QComboBox):
        yield from _item_texts(widget)


def _text_of(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text().replace("&", "")
    return widget.title() if isinstance(widget, QMenu) else ""


def _item_texts(view: QAbstractItemView | QComboBox) -> Iterator[WidgetText]:
    model = view.model()
    for row in range(model.rowCount() if model else 0):
        for role in _TEXT_ROLES:
            text = model.index(row, 0).data(role)
            if isinstance(text, str):
                yield WidgetText(view, "item", text)
