"""Views of tool results, chosen by the tool's result kind; a value of another type is shown as a tree."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from pydantic import JsonValue
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetrics, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Image, StreamingText, Text
from deskpet.chat.tool import ResultKind
from deskpet.translation import tr
from deskpet.ui.blocks.base import Context, Fitted
from deskpet.ui.blocks.call_format import truncate
from deskpet.ui.blocks.image import ImageView
from deskpet.ui.blocks.text import TextView
from deskpet.ui.blocks.value_tree import ValueTree
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.painting import paint_box, paint_disc, smooth_painter

MAX_TEXT, MAX_ITEMS, MAX_DIFF_LINES = 20_000, 100, 600
# Limits for single items and lines, and for all lines of a diff together.
MAX_ITEM_TEXT, MAX_LINE_TEXT, MAX_DIFF_TEXT = 200, 500, 60_000
_WRAP = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
_ANYWHERE = Qt.TextFlag.TextWrapAnywhere


def view_of_result(kind: ResultKind, output: JsonValue, parent: QWidget) -> Fitted:
    """Create the view of a result."""
    match kind, output:
        case ResultKind.DIFF, str():
            return DiffView(output, parent)
        case ResultKind.IMAGE, {"media_type": str(media_type), "data": str(data)}:
            view = ImageView(Context(), parent)
            view.show_block(Image(media_type, data))
            return view
        case (ResultKind.LIST, list()) | (ResultKind.FILE, {"path": str()}) if items := _items(output):
            return ItemsView(items, parent)
        case ResultKind.PARTS, list() if output:
            return PartsView(output[:MAX_ITEMS], parent)
        case _, str() if kind is ResultKind.TEXT or "\n" in output:
            return text_view(output, parent)
        case _:
            tree = ValueTree(tr("Result"), parent)
            tree.show_value(output)
            return tree


def text_view(text: str, parent: QWidget) -> TextView:
    """Create a view of plain text that can be selected and copied."""
    view = TextView(Context(markdown=False), parent)
    view.show_block(Text(StreamingText(truncate(text, MAX_TEXT, "\n"))))
    view.settle()
    while view.is_behind():
        view.flush()
    return view


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list with an optional note."""

    title: str
    note: str = ""


def _items(output: JsonValue) -> list[Item]:
    """Return the items of a list, or a file as the only item; empty if some element is not an item."""
    if isinstance(output, dict):
        path = str(output["path"])
        return [Item(path.replace("\\", "/").rpartition("/")[2], path)]
    found: list[Item] = []
    if not isinstance(output, list):
        return found
    for each in output[:MAX_ITEMS]:
        match each:
            case str():
                found.append(Item(truncate(each, MAX_ITEM_TEXT)))
            case {"title": str(title)}:
                note = each.get("note")
                shown = truncate(note, MAX_ITEM_TEXT) if isinstance(note, str) else ""
                found.append(Item(truncate(title, MAX_ITEM_TEXT), shown))
            case _:
                return []
    if len(output) > MAX_ITEMS:
        found.append(Item(tr("… {n:,} more", n=len(output) - MAX_ITEMS)))
    return found


class ItemsView(Fitted):
    """A bulleted list of short items."""

    accessible_role = QAccessible.Role.List

    _LEFT, _GAP = 16, 7

    def __init__(self, items: list[Item], parent: QWidget) -> None:
        super().__init__(parent)
        self._items = items
        summary = "; ".join(f"{item.title}, {item.note}" if item.note else item.title for item in items)
        self.setAccessibleName(tr("Result: {value}", value=summary)[:2_000])

    def fit(self, width: int) -> int:
        heights = [self._height(item, width) for item in self._items]
        return sum(heights) + self._GAP * max(len(heights) - 1, 0)

    def _text_rect(self, text: str, font: QFont, width: int) -> QRect:
        return QFontMetrics(font).boundingRect(QRect(0, 0, max(width - self._LEFT, 40), 100_000), _WRAP, text)

    def _height(self, item: Item, width: int) -> int:
        height = self._text_rect(item.title, theme.ui_font(theme.SMALL + 1), width).height()
        return height + (self._text_rect(item.note, theme.ui_font(theme.SMALL), width).height() if item.note else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, y = smooth_painter(self), theme.current(), 0
        for item in self._items:
            paint_disc(painter, QRectF(4, y + 6, 5, 5), "accent")
            for text, font, role in (
                (item.title, theme.ui_font(theme.SMALL + 1), "text"),
                (item.note, theme.ui_font(theme.SMALL), "muted"),
            ):
                if text:
                    rect = self._text_rect(text, font, self.width()).translated(self._LEFT, y)
                    painter.setFont(font)
                    painter.setPen(look.colour(role))
                    painter.drawText(rect.adjusted(0, 0, 2, 2), int(_WRAP.value), text)
                    y += rect.height()
            y += self._GAP


class PartsView(Fitted):
    """Results of several kinds, one below the other: texts, pictures, files and other values."""

    _GAP = 8

    def __init__(self, parts: list[JsonValue], parent: QWidget) -> None:
        super().__init__(parent)
        self._views = [view_of_result(_kind_of_part(part), part, self) for part in parts]
        for view in self._views:
            view.resized.connect(self.resized)

    def fit(self, width: int) -> int:
        y = -self._GAP
        for view in self._views:
            y = view.place(y + self._GAP, width)
        return y


def _kind_of_part(part: JsonValue) -> ResultKind:
    match part:
        case str():
            return ResultKind.TEXT
        case {"media_type": str(), "data": str()}:
            return ResultKind.IMAGE
        case {"path": str()}:
            return ResultKind.FILE
        case _:
            return ResultKind.TREE


class DiffView(Fitted):
    """A unified diff: added lines are green, removed lines are red."""

    accessible_role = QAccessible.Role.StaticText

    _PAD = 8

    def __init__(self, diff: str, parent: QWidget, *, is_framed: bool = True) -> None:
        super().__init__(parent)
        self._is_framed = is_framed
        self._lines = shown_lines(diff.splitlines())
        added, removed = (_count_lines(diff, mark) - _count_lines(diff, mark * 3) for mark in "+-")
        summary = tr("Result: a change, {came} lines added, {went} removed", came=added, went=removed)
        self.setAccessibleName(summary)
        self.setAccessibleDescription(diff[:2_000])
        self._tops = [self._PAD]
        # A paint event may come before the next fit().
        self.fit(self.width())

    def fit(self, width: int) -> int:
        metrics = QFontMetrics(theme.mono_font(theme.SMALL))
        room = QRect(0, 0, max(width - 2 * self._PAD, 40), 100_000)
        # Unrounded: a line taken for shorter than it is would lose its end.
        columns = int(room.width() / max(QFontMetricsF(metrics).horizontalAdvance("m"), 1))

        def height(line: str) -> int:
            fits = line.isascii() and len(line) <= columns
            return metrics.height() if fits else metrics.boundingRect(room, _ANYWHERE, line).height()

        self._tops = list(
            accumulate((max(height(line), metrics.height()) + 2 for line in self._lines), initial=self._PAD)
        )
        return self._tops[-1] + self._PAD

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = smooth_painter(self), theme.current()
        if self._is_framed:
            paint_box(painter, QRectF(self.rect()), 8, "code", "code_edge")
        painter.setFont(theme.mono_font(theme.SMALL))
        first = max(bisect_right(self._tops, event.rect().top()) - 1, 0)
        for index, line in enumerate(self._lines[first:], first):
            y, height = self._tops[index], self._tops[index + 1] - self._tops[index]
            if y > event.rect().bottom():
                break
            background, text_role = _line_colours(line)
            if background:
                painter.fillRect(QRectF(1, y, self.width() - 2, height), look.colour(background))
            painter.setPen(look.colour(text_role))
            room = QRect(self._PAD, y + 1, self.width() - 2 * self._PAD, height)
            painter.drawText(room, int(_ANYWHERE.value), line)


def shown_lines(lines: list[str]) -> list[str]:
    """Return the first and the last lines, limited so that layout stays fast; between them, how many are left out."""
    half = MAX_DIFF_LINES // 2
    if len(lines) <= MAX_DIFF_LINES and sum(map(len, lines)) <= MAX_DIFF_TEXT:
        return [_shown_line(line) for line in lines]
    first = _within(lines[:half], MAX_DIFF_TEXT // 2)
    last = _within(lines[max(len(lines) - half, len(first)) :][::-1], MAX_DIFF_TEXT // 2)[::-1]
    more = len(lines) - len(first) - len(last)
    return [*first, *([tr("… {n:,} more lines", n=more)] if more else []), *last]


def _within(lines: list[str], room: int) -> list[str]:
    """Return the lines up to the one that exceeds so many characters."""
    found: list[str] = []
    for line in lines:
        found.append(_shown_line(line))
        room -= len(found[-1])
        if room < 0:
            break
    return found


def _shown_line(line: str) -> str:
    """Return a line, or the beginning and the end of a long one."""
    if len(line) > MAX_LINE_TEXT:
        half = MAX_LINE_TEXT // 2
        line = f"{line[:half]} … {line[-half:]}"
    return line.expandtabs(4)


def _count_lines(diff: str, beginning: str) -> int:
    return diff.count(f"\n{beginning}") + diff.startswith(beginning)


def _line_colours(line: str) -> tuple[str, str]:
    """Return the colour roles of a diff line's background, empty for none, and of its text."""
    if line.startswith(("+++", "---", "@@", "diff ", "index ")):
        return "", "muted"
    if line.startswith("+"):
        return "info_soft", "success"
    return ("error_soft", "error") if line.startswith("-") else ("", "code_text")
