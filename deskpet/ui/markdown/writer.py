"""Write markdown tokens into a QTextDocument, block by block, with format properties for the view's own painting."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextList,
    QTextListFormat,
)

from deskpet.markdown.splitter import Blocks, FenceClosed, FenceGrew, FenceOpened, Piece
from deskpet.translation import tr
from deskpet.ui.markdown.code_preferences import code_numbers, code_wrap
from deskpet.ui.markdown.folds import Folds
from deskpet.ui.markdown.inline_writer import InlineWriter, common_prefix
from deskpet.ui.markdown.marks import (
    CODE_FOOT,
    CODE_GUTTER,
    CODE_HEAD,
    CODE_LINE_HEIGHT,
    CODE_PAD,
    FOLD_STEP,
    INDENT,
    LINE_HEIGHT,
    LONGEST_LINE,
    QUOTE_STEP,
    Mark,
)
from deskpet.ui.markdown.tables import Table
from deskpet.ui.widgets import theme

if TYPE_CHECKING:
    from markdown_it.token import Token

# Space above a block, and minimum space below some, in logical pixels.
GAP = {"paragraph": 8, "item": 4, "heading": 14, "code": 10, "rule": 12, "table": 10}
GAP_AFTER = {"rule": GAP["rule"], "code": GAP["code"] + CODE_FOOT, "table": GAP["table"] + 2}
_AS_WRITTEN: Mapping[int, bool] = MappingProxyType({})
# Font sizes in pixels, by heading level.
HEADING_SIZES = (19, 17, 16, 14, 14, 14)


@dataclass(frozen=True, slots=True)
class WritePosition:
    """State of the writer: everything that the next block's format depends on."""

    position: int = 0
    form: QTextBlockFormat | None = None
    chars: QTextCharFormat | None = None
    is_fresh: bool = True
    after: str = ""
    code: int = 0
    tables: int = 0
    open_language: str | None = None
    needs_line: bool = False
    folds: Folds = field(default_factory=Folds)


class Writer:
    """Appends pieces to a document. `place` and `go_back` undo writing, `amend` changes the last text.

    `code_closed` is called with the number of each complete code block.

    widgets: the places of widgets, by their numbers; one may have been removed since.
    summaries: the places of the lines above what folds, by the numbers of the folds.
    fold_ends: where the folds begin and end that have ended, by their numbers.
    """

    def __init__(
        self,
        document: QTextDocument,
        code_closed: Callable[[int], None] = lambda _: None,
        folds: Mapping[int, bool] = _AS_WRITTEN,
    ) -> None:
        """folds: whether a fold is open, by its number; of others the text decides."""
        self._code_closed, self._are_open = code_closed, folds
        self._cursor = QTextCursor(document)
        self._state = WritePosition()
        self._theme = theme.current()
        self._quote_lefts: list[str] = []
        self._list_formats: list[QTextListFormat] = []
        self._lists_written: list[QTextList | None] = []
        self._is_item_pending = False
        self._task_may_begin = False
        self._table: Table | None = None
        self._char_format = QTextCharFormat()
        self._last_inline: tuple[Token, InlineWriter] | None = None  # last written inline token and its writer
        self._is_in_summary = False
        self.widgets: dict[int, QTextCursor] = {}
        self.summaries: dict[int, QTextCursor] = {}
        self.fold_ends: dict[int, tuple[int, int]] = {}

    def place(self) -> WritePosition:
        """Return the present end of the document, for `go_back`."""
        cursor = self._cursor
        return replace(
            self._state, position=cursor.position(), form=cursor.blockFormat(), chars=cursor.blockCharFormat()
        )

    @property
    def position(self) -> int:
        """The present end of the document."""
        return self._cursor.position()

    @property
    def code_count(self) -> int:
        """The number of code blocks."""
        return self._state.code

    def move_behind(self, position: int, change: int) -> None:
        """Correct the positions behind `position` after text there got longer by `change`."""
        if self._last_inline:
            self._last_inline[1].move_behind(position, change)

    def go_back(self, place: WritePosition) -> None:
        """Remove everything after `place`."""
        self._cursor.setPosition(place.position)
        self._cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        self._cursor.removeSelectedText()
        if place.form and place.chars:
            if place.form.intProperty(Mark.CODE):
                # The preference may have changed since.
                place.form.setNonBreakableLines(not code_wrap().is_on)
                place.form.setLeftMargin(place.form.intProperty(Mark.QUOTE) * QUOTE_STEP + code_margin())
            self._cursor.setBlockFormat(place.form)
            self._cursor.setBlockCharFormat(place.chars)
        self._state = place
        for number in [each for each in self.summaries if each > place.folds.count]:
            del self.summaries[number]

    def amend(self, before: Piece, now: Piece) -> int | None:
        """Turn the last written piece into `now` by changing its last inline text.

        Returns the position of the first change, or None without a change if the pieces differ elsewhere.
        """
        if not isinstance(before, Blocks) or not isinstance(now, Blocks) or not self._last_inline:
            return None
        token, inline = self._last_inline
        at = common_prefix(before.tokens, now.tokens)
        behind = before.tokens[at + 1 :]
        is_last = at < len(before.tokens) and before.tokens[at] is token and all(each.nesting < 0 for each in behind)
        is_same_shape = len(before.tokens) == len(now.tokens) and now.tokens[at].type == token.type
        if not is_last or not is_same_shape or common_prefix(behind, now.tokens[at + 1 :]) < len(behind):
            return None
        self._cursor.beginEditBlock()
        position = inline.amend(now.tokens[at])
        self._cursor.endEditBlock()
        if position is not None:
            self._last_inline = now.tokens[at], inline
        return position

    def add_words(self, words: str) -> int:
        """Append words to the last written piece, a paragraph. Returns the position where they begin."""
        position = self._cursor.position()
        if not self._state.folds.is_hidden:
            self._cursor.insertText(words)
        return position

    def write(self, piece: Piece) -> None:
        self._cursor.beginEditBlock()
        if not isinstance(piece, Blocks):
            self._follow_folds(0)
        match piece:
            case Blocks(tokens):
                self._write_tokens(tokens)
            case _ if self._state.folds.is_hidden:
                self._count_hidden("fence" if isinstance(piece, FenceOpened) else "")
            case FenceOpened(language):
                self._open_code(language)
            case FenceGrew(text):
                self._grow_code(text)
            case FenceClosed():
                self._close_code()
        self._cursor.endEditBlock()

    def _write_tokens(self, tokens: "tuple[Token, ...]") -> None:
        for token in tokens:
            self._follow_folds(token.level, token.type, token.info, is_close=token.nesting < 0)
            if self._state.folds.is_hidden:
                self._count_hidden(token.type)
            elif self._table is not None and token.type != "table_close":
                self._table.take(token)
            elif handler := self._handlers.get(token.type):
                handler(self, token)
            if token.type == "summary_close":
                self._end_summary()
            elif token.type == "inline" and self._state.folds.around and not self._is_in_summary:
                self._end_fold_behind(token.content)

    # What folds: its summary stands above it; while it is folded, nothing of it is written

    def _follow_folds(self, level: int, kind: str = "", info: str = "", *, is_close: bool = False) -> None:
        """Note before a token which folds begin and end there, and write the line above a fold without a summary."""
        folds = self._state.folds
        if not folds.around and kind not in {"details_tag", "summary_open"}:
            return
        is_summary = self._is_in_summary or (kind == "summary_open" and not info)
        if folds.is_pending and not is_summary and (kind != "details_tag" or info):
            self._write_summary(tr("Details"))
        self._set_folds(self._state.folds.at(level, is_close=is_close))
        if kind in {"details_tag", "summary_open"} and info in {"folded", "unfolded"}:
            number = self._state.folds.count + 1
            is_open = self._are_open.get(number, info == "unfolded")
            self._set_folds(self._state.folds.begun(level, is_open=is_open))
        elif kind == "details_tag" and info == "end":
            self._set_folds(self._state.folds.ended())
        self._is_in_summary = kind == "summary_open" or self._is_in_summary

    def _count_hidden(self, kind: str) -> None:
        """Count code and tables that are not written: the numbers of the others do not depend on what is folded."""
        self._last_inline = None
        if kind in {"fence", "code_block"}:
            self._state = replace(self._state, code=self._state.code + 1)
        elif kind == "table_open":
            self._state = replace(self._state, tables=self._state.tables + 1)

    def end_folds(self) -> None:
        """End at the end of the text the folds that it leaves open."""
        self._set_folds(replace(self._state.folds, around=()))

    def _set_folds(self, folds: Folds) -> None:
        for fold in self._state.folds.around[len(folds.around) :]:
            first, _ = self.fold_ends.get(fold.number, (self._cursor.position(), 0))
            self.fold_ends[fold.number] = first, self._cursor.position()
        self._state = replace(self._state, folds=folds)

    def _end_fold_behind(self, text: str) -> None:
        """End the innermost fold where the tag stands at the end of its last line."""
        if text.rstrip().lower().endswith("</details>"):
            self._set_folds(self._state.folds.ended())

    def _write_summary(self, words: str) -> None:
        if not self._state.folds.is_hidden:
            self._begin_summary("paragraph")
            self._cursor.insertText(words)
        self._end_summary()

    def _begin_summary(self, kind: str) -> None:
        """Begin the line above what folds, or another summary."""
        fold = self._state.folds.around[-1] if self._state.folds.is_pending else None
        self._begin(kind, left=FOLD_STEP if fold else 0)
        self._char_format.setFontWeight(QFont.Weight.Bold)
        self._cursor.setBlockCharFormat(self._char_format)
        if fold:
            form = self._cursor.blockFormat()
            form.setProperty(Mark.FOLD, fold.number)
            form.setProperty(Mark.FOLDED, not fold.is_open)
            self._cursor.setBlockFormat(form)
            place = self.summaries[fold.number] = QTextCursor(self._cursor)
            place.setPosition(self._cursor.block().position())
            place.setKeepPositionOnInsert(True)

    def _end_summary(self) -> None:
        self._is_in_summary = False
        if self._state.folds.is_pending:
            self._set_folds(self._state.folds.summarized())
            self.fold_ends[self._state.folds.around[-1].number] = self._cursor.position(), self._cursor.position()

    def _begin(self, kind: str, **margins: float) -> None:
        """Start a text block at the end of the document. `kind` is a key of `GAP`; margins in logical pixels."""
        form = QTextBlockFormat()
        after, is_first = self._state.after, not self._state.after
        gap = 0 if is_first else max(GAP[kind], GAP_AFTER.get(after, 0))
        if kind == "item" and after not in {"", "item"}:
            gap = max(gap, GAP["paragraph"])
        form.setTopMargin(gap + margins.get("top", 0))
        form.setLeftMargin(len(self._quote_lefts) * QUOTE_STEP + margins.get("left", 0))
        form.setRightMargin(margins.get("right", 0))
        form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        if self._quote_lefts:
            form.setProperty(Mark.QUOTE, len(self._quote_lefts))
            form.setProperty(Mark.QUOTE_LEFTS, " ".join(self._quote_lefts))
        form.setIndent(len(self._list_formats))
        chars = QTextCharFormat()
        chars.setForeground(self._theme.colour("muted" if self._quote_lefts else "text"))
        if self._state.is_fresh:
            self._set_top_margin(margins.get("top", 0))
            self._cursor.setBlockFormat(form)
            self._cursor.setBlockCharFormat(chars)
        else:
            self._cursor.insertBlock(form, chars)
        self._char_format = chars
        self._task_may_begin = False
        self._state = replace(self._state, is_fresh=False, after=kind)
        if self._is_item_pending:
            self._join_list()

    def _set_top_margin(self, room: float) -> None:
        """Set the room above the first block in logical pixels: Qt ignores the block's own top margin."""
        frame = self._cursor.document().rootFrame()
        form = frame.frameFormat()
        if form.topMargin() != room:
            form.setTopMargin(room)
            frame.setFrameFormat(form)

    def _inline(self, token: "Token") -> None:
        inline = InlineWriter(self._cursor, self._char_format, self.widgets, task_may_begin=self._task_may_begin)
        inline.write(token)
        self._last_inline = token, inline
        self._task_may_begin = False

    def _paragraph(self, token: "Token") -> None:
        self._begin(self._paragraph_kind(token))

    def _paragraph_kind(self, token: "Token") -> str:
        is_tight_item = bool(self._list_formats) and (token.hidden or self._is_item_pending)
        return "item" if is_tight_item else "paragraph"

    def _summary_open(self, token: "Token") -> None:
        self._begin_summary(self._paragraph_kind(token))

    def _heading_open(self, token: "Token") -> None:
        self._begin("heading")
        font = theme.ui_font(HEADING_SIZES[int(token.tag[1]) - 1])
        font.setWeight(QFont.Weight.Bold)
        self._char_format.setFont(font)
        self._cursor.setBlockCharFormat(self._char_format)

    def _rule(self, _: "Token") -> None:
        self._begin("rule")
        form = self._cursor.blockFormat()
        form.setProperty(Mark.RULE, True)
        form.setLineHeight(2, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        self._cursor.setBlockFormat(form)
        self._cursor.setBlockCharFormat(_tiny_chars())

    def _quote_open(self, _: "Token") -> None:
        self._quote_lefts.append(str(len(self._quote_lefts) * QUOTE_STEP + len(self._list_formats) * INDENT))

    def _quote_close(self, _: "Token") -> None:
        self._quote_lefts.pop()

    def _join_list(self) -> None:
        self._is_item_pending, self._task_may_begin = False, True
        if existing := self._lists_written[-1]:
            existing.add(self._cursor.block())
        else:
            self._lists_written[-1] = self._cursor.createList(self._list_formats[-1])
        form = self._cursor.blockFormat()
        form.setIndent(0)
        if self._list_formats[-1].style() == QTextListFormat.Style.ListStyleUndefined:
            form.setProperty(Mark.BULLET, True)
        self._cursor.setBlockFormat(form)

    def _list_open(self, token: "Token") -> None:
        if self._is_item_pending:
            self._begin("item")
        form = QTextListFormat()
        if token.type == "ordered_list_open":
            form.setStyle(QTextListFormat.Style.ListDecimal)
            form.setStart(int(token.attrs.get("start", 1)))
        else:
            # The view paints the bullet: Qt's own is too close to the text.
            form.setStyle(QTextListFormat.Style.ListStyleUndefined)
        form.setIndent(len(self._list_formats) + 1)
        self._list_formats.append(form)
        self._lists_written.append(None)

    def _list_close(self, _: "Token") -> None:
        self._list_formats.pop()
        self._lists_written.pop()

    def _item_open(self, _: "Token") -> None:
        self._is_item_pending = True

    def _item_close(self, _: "Token") -> None:
        if self._is_item_pending:
            self._begin("item")

    # Code: one text block per line, so that Qt lays out long code line by line

    def _fence(self, token: "Token") -> None:
        info = token.info.split()
        self._open_code(info[0] if info else "")
        self._grow_code(token.content)
        self._close_code()

    def _open_code(self, language: str) -> None:
        number = self._state.code + 1
        self._state = replace(self._state, code=number, open_language=language, needs_line=False)
        self._code_line(first=True)

    def _code_line(self, *, first: bool) -> None:
        line = 1 if first else self._cursor.blockFormat().intProperty(Mark.LINE) + 1
        margins = {"left": code_margin(), "right": CODE_PAD + 2, "top": CODE_PAD + CODE_HEAD if first else 0}
        self._begin("code", **margins)
        form = self._cursor.blockFormat()
        if not first:
            form.setTopMargin(0)
        form.setBottomMargin(CODE_FOOT)
        form.setLineHeight(CODE_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        form.setProperty(Mark.CODE, self._state.code)
        form.setProperty(Mark.LANGUAGE, self._state.open_language)
        form.setProperty(Mark.LINE, line)
        form.setNonBreakableLines(not code_wrap().is_on)
        self._cursor.setBlockFormat(form)
        chars = QTextCharFormat()
        chars.setFont(theme.mono_font())
        chars.setForeground(self._theme.colour("code_text"))
        self._cursor.setBlockCharFormat(chars)

    def _grow_code(self, text: str) -> None:
        """Append code. Starts a line's block at its first character, so that a final line feed adds no empty line."""
        for number, line in enumerate(text.split("\n")):
            if number:
                if self._state.needs_line:
                    self._next_code_line()
                self._state = replace(self._state, needs_line=True)
            if line:
                if self._state.needs_line:
                    self._next_code_line()
                    self._state = replace(self._state, needs_line=False)
                self._write_code(line)

    def _write_code(self, text: str) -> None:
        """Append to the last line of code; splits it into blocks of at most `LONGEST_LINE`."""
        while text:
            room = LONGEST_LINE - self._cursor.block().length() + 1
            if room <= 0:
                self._next_code_line()
                form = self._cursor.blockFormat()
                form.setProperty(Mark.GOES_ON, True)
                form.setProperty(Mark.LINE, form.intProperty(Mark.LINE) - 1)
                self._cursor.setBlockFormat(form)
                continue
            self._cursor.insertText(text[:room], self._cursor.blockCharFormat())
            text = text[room:]

    def _next_code_line(self) -> None:
        form = self._cursor.blockFormat()
        form.setBottomMargin(0)
        self._cursor.setBlockFormat(form)
        self._code_line(first=False)

    def _close_code(self) -> None:
        self._state = replace(self._state, open_language=None)
        self._code_closed(self._state.code)

    def _table_open(self, _: "Token") -> None:
        if self._is_item_pending:
            self._begin("item")
        self._table = Table()

    def _table_close(self, _: "Token") -> None:
        table, self._table = self._table, None
        if not table or not table.columns:
            return
        gap = 0 if self._state.is_fresh else GAP["table"]
        if self._state.is_fresh:
            self._set_top_margin(0)
            self._cursor.setBlockFormat(_spacer_format())
            self._cursor.setBlockCharFormat(_tiny_chars())
        else:
            self._cursor.insertBlock(_spacer_format(), _tiny_chars())
        number, indent = self._state.tables + 1, len(self._quote_lefts) * QUOTE_STEP + len(self._list_formats) * INDENT
        table.write(self._cursor, number, indent, gap)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.setBlockFormat(_spacer_format())
        self._cursor.setBlockCharFormat(_tiny_chars())
        self._state = replace(self._state, is_fresh=False, after="table", tables=number)

    _handlers: ClassVar[dict[str, Callable[["Writer", "Token"], None]]] = {
        "paragraph_open": _paragraph,
        "summary_open": _summary_open,
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


def code_margin() -> int:
    """Return the room at the left of code in its box, in logical pixels."""
    return CODE_PAD + 2 + (CODE_GUTTER if code_numbers().is_on else 0)


def _tiny_chars() -> QTextCharFormat:
    """Return the format of a block without text, whose selection must not be higher than the block."""
    chars = QTextCharFormat()
    chars.setProperty(QTextFormat.Property.FontPixelSize, 1)
    return chars


def _spacer_format() -> QTextBlockFormat:
    """Return the format of the empty block that Qt requires before and after a table, with minimum height."""
    form = QTextBlockFormat()
    form.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    form.setProperty(Mark.SPACER, True)
    return form
