"""The words of one block: parsed inline markdown into text with formats."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextFormat

from deskpet.ui import theme
from deskpet.ui.markdown.marks import Mark

if TYPE_CHECKING:
    from markdown_it.token import Token

LINE_BREAK = "\u2028"
_TASK = re.compile(r"\[([ xX])\]\s+")


class Words:
    """Writes words at a cursor, in a format that the marks among them change."""

    def __init__(self, cursor: QTextCursor, chars: QTextCharFormat, *, task_may_begin: bool = False) -> None:
        """task_may_begin: a `[x]` before all other words is no word but the box of a task."""
        self._cursor, self._formats = cursor, [chars]
        self._look = theme.current()
        self._task_may_begin = task_may_begin

    def write(self, token: "Token") -> None:
        """Write an inline token's words."""
        for child in token.children or ():
            if handler := self._handlers.get(child.type):
                handler(self, child)
                self._task_may_begin = False

    def _insert(self, text: str) -> None:
        self._cursor.insertText(text, self._formats[-1])

    def _text(self, token: "Token") -> None:
        text = token.content
        if self._task_may_begin and (task := _TASK.match(text)):
            form = self._cursor.blockFormat()
            form.clearProperty(Mark.BULLET)
            form.setProperty(Mark.TASK, 1 if task[1] == " " else 2)
            self._cursor.setBlockFormat(form)
            text = text[task.end() :]
        self._insert(text)

    def _break(self, _: "Token") -> None:
        self._insert(LINE_BREAK)

    def _push(self, change: Callable[[QTextCharFormat], None]) -> None:
        form = QTextCharFormat(self._formats[-1])
        change(form)
        self._formats.append(form)

    def _strong(self, _: "Token") -> None:
        self._push(lambda form: form.setFontWeight(QFont.Weight.Bold))

    def _emphasis(self, _: "Token") -> None:
        self._push(lambda form: form.setFontItalic(True))

    def _struck(self, _: "Token") -> None:
        self._push(lambda form: form.setFontStrikeOut(True))

    def _link(self, token: "Token") -> None:
        self._push(lambda form: self._as_link(form, str(token.attrs.get("href", ""))))

    def _as_link(self, form: QTextCharFormat, target: str) -> None:
        form.setAnchor(True)
        form.setAnchorHref(target)
        form.setForeground(self._look.colour("link"))
        form.setFontUnderline(True)

    def _pop(self, _: "Token") -> None:
        self._formats.pop()

    def _code_span(self, token: "Token") -> None:
        form = QTextCharFormat(self._formats[-1])
        font = theme.mono_font()
        form.setFontFamilies(font.families())
        form.setFontFixedPitch(True)
        form.setProperty(QTextFormat.Property.FontPixelSize, font.pixelSize())
        form.setForeground(self._look.colour("code_text"))
        form.setProperty(Mark.CODE_SPAN, True)
        self._cursor.insertText(token.content, form)
        block = self._cursor.blockFormat()
        block.setProperty(Mark.HAS_CODE_SPAN, True)
        self._cursor.setBlockFormat(block)

    def _image(self, token: "Token") -> None:
        """Pictures in an answer are never fetched: they are links."""
        form = QTextCharFormat(self._formats[-1])
        self._as_link(form, str(token.attrs.get("src", "")))
        self._cursor.insertText(token.content or str(token.attrs.get("src", "")), form)

    _handlers: ClassVar[dict[str, Callable[["Words", "Token"], None]]] = {
        "text": _text,
        "softbreak": _break,
        "hardbreak": _break,
        "code_inline": _code_span,
        "strong_open": _strong,
        "em_open": _emphasis,
        "s_open": _struck,
        "link_open": _link,
        "strong_close": _pop,
        "em_close": _pop,
        "s_close": _pop,
        "link_close": _pop,
        "image": _image,
    }
