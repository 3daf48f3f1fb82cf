"""Write the inline tokens of a block into a QTextDocument, as text with character formats."""

import re
from collections.abc import Callable, Sequence
from itertools import count, takewhile
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextFormat

from deskpet.ui.markdown.marks import LINE_BREAK, OBJECT, WIDGET_TYPE, Mark, shown_length, split_widgets
from deskpet.ui.widgets import theme

if TYPE_CHECKING:
    from markdown_it.token import Token

_CODE = {"code_inline", "kbd_open"}
"""The tokens that are written on the ground of code."""
# Formulas of a paragraph that are drawn: each is laid out on its own. More stay source.
MAX_FORMULAS = 100
_formula_numbers = count(1)
_TASK = re.compile(r"\[([ xX])\]\s+")


class InlineWriter:
    """Writes inline tokens at a cursor; markup tokens change the character format."""

    def __init__(
        self,
        cursor: QTextCursor,
        chars: QTextCharFormat,
        widgets: dict[int, QTextCursor] | None = None,
        *,
        task_may_begin: bool = False,
    ) -> None:
        """`chars` is the base format. task_may_begin: a leading `[ ]` or `[x]` is a task's check box.

        widgets: gets the place of each widget, by its number.
        """
        self._cursor, self._formats = cursor, [chars]
        self._theme = theme.current()
        self._is_item_start = self._task_may_begin = task_may_begin
        self._children: Sequence[Token] = ()
        self._starts: list[int] = []  # document position of each child
        self._formula_count = 0
        self._widgets: dict[int, QTextCursor] = {} if widgets is None else widgets

    def write(self, token: "Token") -> None:
        """Write an inline token's children."""
        self._children = token.children or ()
        self._write(self._children)

    def amend(self, token: "Token") -> int | None:
        """Replace the last written token, which must end the document, rewriting only the text that differs.

        Returns the position of the first change, or None without a change if the beginning already differs.
        """
        before, now = self._children, token.children or ()
        kept = common_prefix(before, now)
        start = self._starts[kept] if kept < len(before) else self._cursor.position()
        rest = _text_change(before[kept : kept + 1], now[kept : kept + 1], is_item=self._is_item_start and not kept)
        if rest is None:
            return None
        beginning, end = rest
        position = start + shown_length(beginning)
        self._drop(position, before[kept:], is_code_kept=any(child.type in _CODE for child in now[:kept]))
        del self._starts[kept:], self._formats[1:]
        self._formula_count = sum(child.type == "maths" for child in now[:kept])
        for child in now[:kept]:
            if child.nesting and (handler := self._handlers.get(child.type)):
                handler(self, child)
        self._children = now
        if beginning:
            self._starts.append(start)
            self._insert(end)
            kept += 1
        self._write(now[kept:])
        return position

    def move_behind(self, position: int, change: int) -> None:
        """Correct the positions behind `position` after text there got longer by `change`."""
        self._starts = [start + change if start > position else start for start in self._starts]

    def _write(self, children: "Sequence[Token]") -> None:
        for child in children:
            self._starts.append(self._cursor.position())
            if handler := self._handlers.get(child.type):
                handler(self, child)
                self._task_may_begin = False

    def _drop(self, position: int, dropped: "Sequence[Token]", *, is_code_kept: bool) -> None:
        self._cursor.setPosition(position)
        self._cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        self._cursor.removeSelectedText()
        if not is_code_kept and any(child.type in _CODE for child in dropped):
            form = self._cursor.blockFormat()
            form.clearProperty(Mark.HAS_CODE_SPAN)
            self._cursor.setBlockFormat(form)

    def _insert(self, text: str, form: QTextCharFormat | None = None) -> None:
        chars = form or self._formats[-1]
        if OBJECT not in text:
            self._cursor.insertText(text, chars)
            return
        for part in split_widgets(text):
            if isinstance(part, int):
                self._insert_widget(part)
            else:
                self._cursor.insertText(part, chars)

    def _insert_widget(self, number: int) -> None:
        form = QTextCharFormat(self._formats[-1])
        form.setObjectType(WIDGET_TYPE)
        form.setProperty(Mark.WIDGET, number)
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        self._cursor.insertText(OBJECT, form)
        place = self._widgets[number] = QTextCursor(self._cursor)
        place.setPosition(self._cursor.position() - 1)

    def _text(self, token: "Token") -> None:
        text = token.content
        if self._task_may_begin and (task := _TASK.match(text)):
            form = self._cursor.blockFormat()
            form.clearProperty(Mark.BULLET)
            form.setProperty(Mark.TASK, 1 if task[1] == " " else 2)
            self._cursor.setBlockFormat(form)
            text = text[task.end() :]
        self._insert(text)

    def _maths(self, token: "Token") -> None:
        """Write the source of a formula; `Formulas` replaces it."""
        text = "".join(part for part in split_widgets(token.content) if isinstance(part, str)).replace("\n", LINE_BREAK)
        self._formula_count += 1
        if self._formula_count > MAX_FORMULAS:
            self._insert(text)
            return
        form = QTextCharFormat(self._formats[-1])
        # Equal formulas side by side would be one fragment.
        form.setProperty(Mark.FORMULA, next(_formula_numbers))
        self._cursor.insertText(text, form)

    def _footnote(self, token: "Token") -> None:
        """Write the mark of a footnote as `[1]`, so that a copied text has it as well."""
        form = QTextCharFormat(self._formats[-1])
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        form.setForeground(self._theme.colour("accent"))
        self._insert(f"[{token.content}]", form)

    def _break(self, _: "Token") -> None:
        self._insert(LINE_BREAK)

    def _push(self, token: "Token") -> None:
        """Begin the text within strong, em, s, sub, sup, kbd or link."""
        form = QTextCharFormat(self._formats[-1])
        match token.type:
            case "strong_open":
                form.setFontWeight(QFont.Weight.Bold)
            case "em_open":
                form.setFontItalic(True)
            case "s_open":
                form.setFontStrikeOut(True)
            case "sub_open":
                form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSubScript)
            case "sup_open":
                form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
            case "kbd_open":
                self._as_code(form)
            case _:
                self._as_link(form, str(token.attrs.get("href", "")))
        self._formats.append(form)

    def _as_link(self, form: QTextCharFormat, target: str) -> None:
        form.setAnchor(True)
        form.setAnchorHref(target)
        form.setForeground(self._theme.colour("link"))
        form.setFontUnderline(True)

    def _pop(self, _: "Token") -> None:
        self._formats.pop()

    def _code_span(self, token: "Token") -> None:
        form = QTextCharFormat(self._formats[-1])
        self._as_code(form)
        self._insert(token.content, form)

    def _as_code(self, form: QTextCharFormat) -> None:
        font = theme.mono_font()
        form.setFontFamilies(font.families())
        form.setFontFixedPitch(True)
        # Scale the monospace font with the surrounding text, for example in a heading.
        around = self._formats[-1].intProperty(QTextFormat.Property.FontPixelSize) or theme.ui_font().pixelSize()
        size = round(font.pixelSize() * around / theme.ui_font().pixelSize())
        form.setProperty(QTextFormat.Property.FontPixelSize, size)
        form.setForeground(self._theme.colour("code_text"))
        form.setProperty(Mark.CODE_SPAN, True)
        block = self._cursor.blockFormat()
        block.setProperty(Mark.HAS_CODE_SPAN, True)
        self._cursor.setBlockFormat(block)

    def _image(self, token: "Token") -> None:
        """Write a picture as a link: pictures in an answer are never fetched."""
        form = QTextCharFormat(self._formats[-1])
        self._as_link(form, str(token.attrs.get("src", "")))
        self._insert(token.content or str(token.attrs.get("src", "")), form)

    _handlers: ClassVar[dict[str, Callable[["InlineWriter", "Token"], None]]] = {
        "text": _text,
        "maths": _maths,
        "footnote": _footnote,
        **dict.fromkeys(("softbreak", "hardbreak", "break_tag"), _break),
        "code_inline": _code_span,
        **dict.fromkeys(("strong_open", "em_open", "s_open", "sub_open", "sup_open", "kbd_open", "link_open"), _push),
        **dict.fromkeys(
            ("strong_close", "em_close", "s_close", "sub_close", "sup_close", "kbd_close", "link_close"), _pop
        ),
        "image": _image,
    }


def _text_change(before: "Sequence[Token]", now: "Sequence[Token]", *, is_item: bool) -> tuple[str, str] | None:
    """Return the beginning that two texts have in common and the new end, or None if the text must be rewritten.

    At the beginning of a list item, both need the same task box, or none.
    """
    if before and now and before[0].type == now[0].type == "text":
        texts = before[0].content, now[0].content
        tasks = [_TASK.match(text) if is_item else None for text in texts]
        marks = [task[0] if task else "" for task in tasks]
        if marks[0] != marks[1]:
            return None
        old, new = (text.removeprefix(mark) for text, mark in zip(texts, marks, strict=True))
        kept = _common_prefix(old, new)
        if kept or not is_item:
            return kept, new[len(kept) :]
        return None
    return None if is_item else ("", "")


def _common_prefix(old: str, new: str) -> str:
    """Return the common prefix of two texts, most often all of the old one."""
    if new.startswith(old):
        return old
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[:middle] == new[:middle]:
            low = middle
        else:
            high = middle - 1
    return old[:low]


def common_prefix(some: "Sequence[Token]", others: "Sequence[Token]") -> int:
    """Return the number of leading tokens that render the same, regardless of their source lines."""
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _renders_same(*pair), pairs))


def _renders_same(one: "Token", other: "Token") -> bool:
    if (one.type, one.content, one.markup, one.info) != (other.type, other.content, other.markup, other.info):
        return False
    if one.hidden != other.hidden or one.attrs != other.attrs:
        return False
    ours, theirs = one.children or (), other.children or ()
    return len(ours) == len(theirs) == common_prefix(ours, theirs)
