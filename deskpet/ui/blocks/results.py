"""What a tool gave, in the view that the tool's result kind asks for; a value that does not fit it is a tree."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from pydantic import JsonValue
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Image, Text
from deskpet.chat.streaming_text import StreamingText
from deskpet.chat.tool import ResultKind
from deskpet.ui.blocks.base import BlockView, Context
from deskpet.ui.blocks.call_words import beginning_of
from deskpet.ui.blocks.fitted import Fitted
from deskpet.ui.blocks.image import ImageView
from deskpet.ui.blocks.text import TextView
from deskpet.ui.blocks.value_tree import ValueTree
from deskpet.ui.widgets import theme
from deskpet.words import tr

SHOWN, MOST_ITEMS, MOST_DIFF_LINES = 20_000, 100, 600
# Of all items or lines together about as much is shown as of a text; every one has its beginning.
LONGEST_ITEM, LONGEST_LINE, MOST_DIFF_TEXT = 200, 500, 60_000
_WRAP = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
_ANYWHERE = Qt.TextFlag.TextWrapAnywhere


def view_of_result(kind: ResultKind, output: JsonValue, parent: QWidget) -> Fitted | BlockView:
    """A view of what a tool gave."""
    match kind, output:
        case ResultKind.DIFF, str():
            return DiffView(output, parent)
        case ResultKind.IMAGE, {"media_type": str(media_type), "data": str(data)}:
            return _picture(media_type, data, parent)
        case ResultKind.LIST, list() if items := _items(output):
            return ItemsView(items, parent)
        case ResultKind.TEXT, str():
            return text_view(output, parent)
        case _, str() if "\n" in output:
            return text_view(output, parent)
        case _:
            tree = ValueTree(tr("Result"), parent)
            tree.show_value(output)
            return tree


def text_view(text: str, parent: QWidget) -> TextView:
    """Words as they are, to be selected and copied."""
    left_out = len(text) - SHOWN
    shown = f"{text[:SHOWN]}\n{tr('… {n:,} more characters', n=left_out)}" if left_out > 0 else text
    view = TextView(Context(markdown=False), parent)
    view.show_block(Text(StreamingText(shown)))
    view.settle()
    while view.is_behind():
        view.flush()
    return view


def _picture(media_type: str, data: str, parent: QWidget) -> ImageView:
    view = ImageView(Context(), parent)
    view.show_block(Image(media_type, data))
    return view


@dataclass(frozen=True, slots=True)
class Item:
    """One of a list: what it is, and a word about it."""

    title: str
    note: str = ""


def _items(output: list[JsonValue]) -> list[Item]:
    """The items of a list; empty when they are not all such."""
    found: list[Item] = []
    for each in output[:MOST_ITEMS]:
        match each:
            case str():
                found.append(Item(beginning_of(each, LONGEST_ITEM)))
            case {"title": str(title), "note": str(note)}:
                found.append(Item(beginning_of(title, LONGEST_ITEM), beginning_of(note, LONGEST_ITEM)))
            case {"title": str(title)}:
                found.append(Item(beginning_of(title, LONGEST_ITEM)))
            case _:
                return []
    if len(output) > MOST_ITEMS:
        found.append(Item(tr("… {n:,} more", n=len(output) - MOST_ITEMS)))
    return found


class ItemsView(Fitted):
    """A list of short things."""

    accessible_role = QAccessible.Role.List

    _LEFT, _GAP = 16, 7

    def __init__(self, items: list[Item], parent: QWidget) -> None:
        super().__init__(parent)
        self._items = items
        told = "; ".join(f"{item.title}, {item.note}" if item.note else item.title for item in items)
        self.setAccessibleName(tr("Result: {value}", value=told)[:2_000])

    def fit(self, width: int) -> int:
        heights = [self._height(item, width) for item in self._items]
        return sum(heights) + self._GAP * max(len(heights) - 1, 0)

    def _rect(self, text: str, font: QFont, width: int) -> QRect:
        return QFontMetrics(font).boundingRect(QRect(0, 0, max(width - self._LEFT, 40), 100_000), _WRAP, text)

    def _height(self, item: Item, width: int) -> int:
        height = self._rect(item.title, theme.ui_font(theme.SMALL + 1), width).height()
        return height + (self._rect(item.note, theme.ui_font(theme.SMALL), width).height() if item.note else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, y = QPainter(self), theme.current(), 0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for item in self._items:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent"))
            painter.drawEllipse(QRectF(4, y + 6, 5, 5))
            for text, font, role in (
                (item.title, theme.ui_font(theme.SMALL + 1), "text"),
                (item.note, theme.ui_font(theme.SMALL), "muted"),
            ):
                if text:
                    rect = self._rect(text, font, self.width()).translated(self._LEFT, y)
                    painter.setFont(font)
                    painter.setPen(look.colour(role))
                    painter.drawText(rect.adjusted(0, 0, 2, 2), int(_WRAP.value), text)
                    y += rect.height()
            y += self._GAP


class DiffView(Fitted):
    """A unified diff: what came is green, what went is red."""

    accessible_role = QAccessible.Role.StaticText

    _PAD = 8

    def __init__(self, diff: str, parent: QWidget) -> None:
        super().__init__(parent)
        lines = diff.splitlines()
        self._lines = _first_lines(lines)
        if (more := len(lines) - len(self._lines)) > 0:
            self._lines.append(tr("… {n:,} more lines", n=more))
        came, went = (_count_lines(diff, mark) - _count_lines(diff, mark * 3) for mark in "+-")
        told = tr("Result: a change, {came} lines added, {went} removed", came=came, went=went)
        self.setAccessibleName(told)
        self.setAccessibleDescription(diff[:2_000])
        self._tops = [self._PAD]
        # It may be painted before anyone asks for its height.
        self.fit(self.width())

    def fit(self, width: int) -> int:
        metrics = QFontMetrics(theme.mono_font(theme.SMALL))
        room = QRect(0, 0, max(width - 2 * self._PAD, 40), 100_000)
        shortest = room.width() // max(metrics.horizontalAdvance("m"), 1)

        def height(line: str) -> int:
            fits = line.isascii() and len(line) <= shortest
            return metrics.height() if fits else metrics.boundingRect(room, _ANYWHERE, line).height()

        self._tops = list(
            accumulate((max(height(line), metrics.height()) + 2 for line in self._lines), initial=self._PAD)
        )
        return self._tops[-1] + self._PAD

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.colour("code_edge"))
        painter.setBrush(look.colour("code"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setFont(theme.mono_font(theme.SMALL))
        first = max(bisect_right(self._tops, event.rect().top()) - 1, 0)
        for index, line in enumerate(self._lines[first:], first):
            y, height = self._tops[index], self._tops[index + 1] - self._tops[index]
            if y > event.rect().bottom():
                break
            ground, ink = _tints(line)
            if ground:
                painter.fillRect(QRectF(1, y, self.width() - 2, height), look.colour(ground))
            painter.setPen(look.colour(ink))
            room = QRect(self._PAD, y + 1, self.width() - 2 * self._PAD, height)
            painter.drawText(room, int(_ANYWHERE.value), line)


def _first_lines(lines: list[str]) -> list[str]:
    """The beginnings of as many lines as are laid out in an instant."""
    found: list[str] = []
    room = MOST_DIFF_TEXT
    for line in lines[:MOST_DIFF_LINES]:
        found.append(beginning_of(line, LONGEST_LINE).expandtabs(4))
        room -= len(found[-1])
        if room < 0:
            break
    return found


def _count_lines(diff: str, beginning: str) -> int:
    return diff.count(f"\n{beginning}") + diff.startswith(beginning)


def _tints(line: str) -> tuple[str, str]:
    """The roles of a diff line's ground, empty for none, and of its words."""
    if line.startswith(("+++", "---", "@@", "diff ", "index ")):
        return "", "muted"
    if line.startswith("+"):
        return "info_soft", "success"
    return ("error_soft", "error") if line.startswith("-") else ("", "code_text")
