"""Parsed markdown into a QTextDocument: text with formats, and marks on blocks for what the view paints itself."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextList,
    QTextListFormat,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from deskpet.ui import theme
from deskpet.ui.markdown import Blocks, FenceClosed, FenceGrew, FenceOpened, Piece, Splitter

if TYPE_CHECKING:
    from markdown_it.token import Token

LINE_HEIGHT, CODE_LINE_HEIGHT = 21, 19
INDENT = 22
QUOTE_STEP = 14
CODE_PAD, CODE_HEAD = 10, 26
GAP = {"paragraph": 8, "item": 4, "heading": 14, "code": 10, "rule": 12, "table": 10}
_TASK = re.compile(r"\[([ xX])\]\s+")
GAP_AFTER = {"rule": GAP["rule"], "code": GAP["code"] + CODE_PAD, "table": GAP["table"] + 2}
HEADING_SIZES = (19, 17, 16, 14, 14, 14)
LINE_BREAK = "\u2028"


class Mark(IntEnum):
    """Properties of block and character formats that the view paints."""

    CODE = QTextFormat.Property.UserProperty + 1  # the number of the code block, from 1
    LANGUAGE = QTextFormat.Property.UserProperty + 2
    QUOTE = QTextFormat.Property.UserProperty + 3  # how deep
    RULE = QTextFormat.Property.UserProperty + 4
    HAS_CODE_SPAN = QTextFormat.Property.UserProperty + 5
    CODE_SPAN = QTextFormat.Property.UserProperty + 6
    BULLET = QTextFormat.Property.UserProperty + 7
    TASK = QTextFormat.Property.UserProperty + 8  # 1 open, 2 done


@dataclass(frozen=True, slots=True)
class _Place:
    """Where to go on writing: everything that the next block's format depends on."""

    position: int = 0
    is_fresh: bool = True
    after: str = ""
    code: int = 0
    open_language: str | None = None
    needs_line: bool = False


class PlainDocument:
    """A QTextDocument that shows text as it was typed."""

    def __init__(self) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self._source: list[str] = []
        self.rebuild()

    def feed(self, text: str) -> None:
        self._source.append(text)
        self._insert(text)

    def finish(self) -> None:
        """No more text will come."""

    def show_tail(self) -> None:
        """All of the text is shown already."""

    def rebuild(self) -> None:
        self.document.setDefaultFont(theme.ui_font())
        self.document.clear()
        form = QTextBlockFormat()
        form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        QTextCursor(self.document).setBlockFormat(form)
        self._insert("".join(self._source))

    def _insert(self, text: str) -> None:
        chars = QTextCharFormat()
        chars.setForeground(theme.current().colour("user_text"))
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text, chars)


class MarkdownDocument:
    """A QTextDocument that shows growing markdown. `feed` it, `show_tail` before painting, `finish` at the end."""

    def __init__(self) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self.document.setIndentWidth(INDENT)
        self.document.setDefaultFont(theme.ui_font())
        self._source: list[str] = []
        self._finished = False
        self._start({})

    def feed(self, text: str) -> None:
        """Take more of the text."""
        self._source.append(text)
        self._write(self._splitter.feed(text))

    def finish(self) -> None:
        """No more text will come."""
        self._finished = True
        self._write(self._splitter.finish())
        if self._splitter.stale:
            self.rebuild()

    def show_tail(self) -> None:
        """Bring the document up to date with all text so far."""
        if self._splitter.stale:
            self.rebuild()
        self._drop_tail()
        if piece := self._splitter.tail():
            self._writer.write(piece)
            self._has_tail = True

    def rebuild(self) -> None:
        """Write everything again: a link got its target, or the theme changed."""
        self.document.clear()
        self.document.setDefaultFont(theme.ui_font())
        self._start(self._splitter.references)
        self._write(self._splitter.feed("".join(self._source)))
        if self._finished:
            self._write(self._splitter.finish())

    def _start(self, references: dict[str, object]) -> None:
        self._splitter = Splitter(references)
        self._writer = Writer(self.document)
        self._place = self._writer.place()
        self._has_tail = False

    def _write(self, pieces: list[Piece]) -> None:
        if not pieces:
            return
        self._drop_tail()
        for piece in pieces:
            self._writer.write(piece)
        self._place = self._writer.place()

    def _drop_tail(self) -> None:
        if self._has_tail:
            self._writer.go_back(self._place)
            self._has_tail = False


class Writer:
    """Appends pieces to a document; `place` and `go_back` take back what was written since."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._cursor = QTextCursor(document)
        self._state = _Place()
        self._look = theme.current()
        self._quote = 0
        self._lists: list[QTextListFormat] = []
        self._started: list[QTextList | None] = []
        self._item_waits = False
        self._task_may_begin = False
        self._heading = 0
        self._table: list[list[Token]] | None = None
        self._formats: list[QTextCharFormat] = []
        self._kept = QTextBlockFormat()

    def place(self) -> _Place:
        """Where the document ends now."""
        self._kept = self._cursor.blockFormat()
        self._kept_chars = self._cursor.blockCharFormat()
        return replace(self._state, position=self._cursor.position())

    def go_back(self, place: _Place) -> None:
        """Remove everything behind `place`, the newest one asked for."""
        self._cursor.setPosition(place.position)
        self._cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        self._cursor.removeSelectedText()
        self._cursor.setBlockFormat(self._kept)
        self._cursor.setBlockCharFormat(self._kept_chars)
        self._state = place

    def write(self, piece: Piece) -> None:
        self._cursor.beginEditBlock()
        match piece:
            case Blocks(tokens):
                self._write_tokens(tokens)
            case FenceOpened(language):
                self._open_code(language)
            case FenceGrew(text):
                self._grow_code(text)
            case FenceClosed():
                self._close_code()
        self._cursor.endEditBlock()

    def _write_tokens(self, tokens: "tuple[Token, ...]") -> None:
        for token in tokens:
            if self._table is not None and token.type != "table_close":
                self._collect(token)
            elif handler := self._blocks.get(token.type):
                handler(self, token)

    # Blocks

    def _begin(self, kind: str, **margins: float) -> None:
        """Start a block of text of some kind at the end of the document."""
        form = QTextBlockFormat()
        after, fresh_start = self._state.after, not self._state.after
        gap = 0 if fresh_start else max(GAP[kind], GAP_AFTER.get(after, 0))
        if kind == "item" and after not in {"", "item"}:
            gap = max(gap, GAP["paragraph"])
        form.setTopMargin(gap + margins.get("top", 0))
        form.setLeftMargin(self._quote * QUOTE_STEP + margins.get("left", 0))
        form.setRightMargin(margins.get("right", 0))
        form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        if self._quote:
            form.setProperty(Mark.QUOTE, self._quote)
        form.setIndent(len(self._lists))
        chars = QTextCharFormat()
        chars.setForeground(self._look.colour("muted" if self._quote else "text"))
        if self._state.is_fresh:
            self._cursor.setBlockFormat(form)
            self._cursor.setBlockCharFormat(chars)
        else:
            self._cursor.insertBlock(form, chars)
        self._formats = [chars]
        self._task_may_begin = False
        self._state = replace(self._state, is_fresh=False, after=kind)
        if self._item_waits:
            self._join_list()

    def _join_list(self) -> None:
        self._item_waits, self._task_may_begin = False, True
        if started := self._started[-1]:
            started.add(self._cursor.block())
        else:
            self._started[-1] = self._cursor.createList(self._lists[-1])
        form = self._cursor.blockFormat()
        form.setIndent(0)
        if self._lists[-1].style() == QTextListFormat.Style.ListStyleUndefined:
            form.setProperty(Mark.BULLET, True)
        self._cursor.setBlockFormat(form)

    def _paragraph(self, token: "Token") -> None:
        tight_item = bool(self._lists) and (token.hidden or self._item_waits)
        self._begin("item" if tight_item else "paragraph")

    def _heading_open(self, token: "Token") -> None:
        self._heading = int(token.tag[1])
        self._begin("heading")
        chars = self._formats[-1]
        font = theme.ui_font(HEADING_SIZES[self._heading - 1])
        font.setWeight(QFont.Weight.Bold)
        chars.setFont(font)
        self._cursor.setBlockCharFormat(chars)

    def _rule(self, _: "Token") -> None:
        self._begin("rule")
        form = self._cursor.blockFormat()
        form.setProperty(Mark.RULE, True)
        form.setLineHeight(2, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        self._cursor.setBlockFormat(form)

    def _quote_open(self, _: "Token") -> None:
        self._quote += 1

    def _quote_close(self, _: "Token") -> None:
        self._quote -= 1

    def _list_open(self, token: "Token") -> None:
        if self._item_waits:
            self._begin("item")
        form = QTextListFormat()
        if token.type == "ordered_list_open":
            form.setStyle(QTextListFormat.Style.ListDecimal)
            form.setStart(int(token.attrs.get("start", 1)))
        else:
            # The view paints the bullet: Qt's own one stands too close to the words.
            form.setStyle(QTextListFormat.Style.ListStyleUndefined)
        form.setIndent(len(self._lists) + 1)
        self._lists.append(form)
        self._started.append(None)

    def _list_close(self, _: "Token") -> None:
        self._lists.pop()
        self._started.pop()

    def _item_open(self, _: "Token") -> None:
        self._item_waits = True

    def _item_close(self, _: "Token") -> None:
        if self._item_waits:
            self._begin("item")

    # Code: a text block per line, so that a long one is laid out line by line

    def _fence(self, token: "Token") -> None:
        words = token.info.split()
        self._open_code(words[0] if words else "")
        self._grow_code(token.content)
        self._close_code()

    def _open_code(self, language: str) -> None:
        number = self._state.code + 1
        self._state = replace(self._state, code=number, open_language=language, needs_line=False)
        self._code_line(first=True)

    def _code_line(self, *, first: bool) -> None:
        margins = {"left": CODE_PAD + 2, "right": CODE_PAD + 2, "top": CODE_PAD + CODE_HEAD if first else 0}
        self._begin("code", **margins)
        form = self._cursor.blockFormat()
        if not first:
            form.setTopMargin(0)
        form.setBottomMargin(CODE_PAD)
        form.setLineHeight(CODE_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        form.setProperty(Mark.CODE, self._state.code)
        form.setProperty(Mark.LANGUAGE, self._state.open_language)
        self._cursor.setBlockFormat(form)
        chars = QTextCharFormat()
        chars.setFont(theme.mono_font())
        chars.setForeground(self._look.colour("code_text"))
        self._cursor.setBlockCharFormat(chars)

    def _grow_code(self, text: str) -> None:
        """A line's block is begun by what stands on it: the line feed at the end of the code makes no empty line."""
        for number, line in enumerate(text.split("\n")):
            if number:
                if self._state.needs_line:
                    self._next_code_line()
                self._state = replace(self._state, needs_line=True)
            if line:
                if self._state.needs_line:
                    self._next_code_line()
                    self._state = replace(self._state, needs_line=False)
                self._cursor.insertText(line, self._cursor.blockCharFormat())

    def _next_code_line(self) -> None:
        form = self._cursor.blockFormat()
        form.setBottomMargin(0)
        self._cursor.setBlockFormat(form)
        self._code_line(first=False)

    def _close_code(self) -> None:
        self._state = replace(self._state, open_language=None)

    # Tables

    def _table_open(self, _: "Token") -> None:
        if self._item_waits:
            self._begin("item")
        self._table = []

    def _collect(self, token: "Token") -> None:
        assert self._table is not None
        if token.type == "tr_open":
            self._table.append([])
        elif token.type in {"th_open", "td_open"}:
            self._aligned = str(token.attrs.get("style", ""))
        elif token.type == "inline":
            token.meta["align"] = self._aligned
            self._table[-1].append(token)

    def _table_close(self, _: "Token") -> None:
        rows, self._table = self._table or [], None
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        if not self._state.is_fresh:
            self._cursor.insertBlock(_spacer(GAP["table"] - 2), QTextCharFormat())
        else:
            self._cursor.setBlockFormat(_spacer(0))
        table = self._cursor.insertTable(len(rows), columns, self._table_format())
        for y, row in enumerate(rows):
            for x, token in enumerate(row):
                self._cell(table, y, x, token)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.setBlockFormat(_spacer(0))
        self._state = replace(self._state, is_fresh=False, after="table")

    def _table_format(self) -> QTextTableFormat:
        form = QTextTableFormat()
        form.setBorder(0)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        form.setCellSpacing(0)
        form.setCellPadding(0)
        form.setLeftMargin(self._quote * QUOTE_STEP + len(self._lists) * INDENT)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setHeaderRowCount(1)
        return form

    def _cell(self, table: QTextTable, y: int, x: int, token: "Token") -> None:
        cell = table.cellAt(y, x)
        form = QTextTableCellFormat()
        form.setPadding(5)
        form.setLeftPadding(8)
        form.setRightPadding(8)
        form.setBottomBorder(1)
        form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(QBrush(self._look.colour("code_edge")))
        if y == 0:
            form.setBackground(self._look.colour("code"))
        cell.setFormat(form)
        cursor, outer = cell.firstCursorPosition(), self._cursor
        aligned = token.meta["align"].rpartition(":")[2]
        block = QTextBlockFormat()
        block.setAlignment(_ALIGNMENTS.get(aligned, Qt.AlignmentFlag.AlignLeft))
        cursor.setBlockFormat(block)
        chars = QTextCharFormat()
        chars.setForeground(self._look.colour("text"))
        if y == 0:
            chars.setFontWeight(QFont.Weight.Bold)
        self._cursor, self._formats = cursor, [chars]
        self._inline(token)
        self._cursor = outer

    # Words

    def _inline(self, token: "Token") -> None:
        for child in token.children or ():
            if handler := self._words.get(child.type):
                handler(self, child)

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
        self._task_may_begin = False
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

    _blocks: ClassVar[dict[str, Callable[["Writer", "Token"], None]]] = {
        "paragraph_open": _paragraph,
        "heading_open": _heading_open,
        "inline": _inline,
        "hr": _rule,
        "fence": _fence,
        "code_block": _fence,
        "blockquote_open": _quote_open,
        "blockquote_close": _quote_close,
        "bullet_list_open": _list_open,
        "ordered_list_open": _list_open,
        "bullet_list_close": _list_close,
        "ordered_list_close": _list_close,
        "list_item_open": _item_open,
        "list_item_close": _item_close,
        "table_open": _table_open,
        "table_close": _table_close,
    }
    _words: ClassVar[dict[str, Callable[["Writer", "Token"], None]]] = {
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


def _spacer(height: int) -> QTextBlockFormat:
    """The empty block that a table needs before and behind it, with no more height than asked."""
    form = QTextBlockFormat()
    form.setLineHeight(max(height, 1), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return form


def code_of(document: QTextDocument, number: int) -> str:
    """The text of the code block `number`."""
    lines: list[str] = []
    block: QTextBlock = document.begin()
    while block.isValid():
        if block.blockFormat().intProperty(Mark.CODE) == number:
            lines.append(block.text())
        block = block.next()
    return "\n".join(lines)


_ALIGNMENTS = {"right": Qt.AlignmentFlag.AlignRight, "center": Qt.AlignmentFlag.AlignHCenter}
