"""QTextDocuments filled incrementally: from markdown, or from plain text."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from deskpet.markdown.splitter import Blocks, FenceOpened, Piece, Splitter, top_level_blocks
from deskpet.ui.markdown.code_preferences import code_wrap
from deskpet.ui.markdown.diagrams import Diagrams
from deskpet.ui.markdown.formulas import Formulas
from deskpet.ui.markdown.highlighting import CodeHighlighter, import_lexer
from deskpet.ui.markdown.inline_writer import common_prefix
from deskpet.ui.markdown.marks import INDENT, LINE_HEIGHT, LONGEST_LINE, QUOTE_STEP, Mark, code_ranges
from deskpet.ui.markdown.table_order import Sorting, WrittenTable, written_tables
from deskpet.ui.markdown.unfolded import UnfoldedText
from deskpet.ui.markdown.writer import WritePosition, Writer, code_margin
from deskpet.ui.widgets import theme

# Characters at which QTextCursor.insertText begins a new block.
_LINE_ENDS = re.compile("\r\n|[\n\r\u2029]")


class PlainDocument:
    """A QTextDocument of plain text. Has the same methods as MarkdownDocument.

    unchanged_until: position up to which the last `grow` left the document as it was.
    resized: never called here.
    """

    code_count, has_areas, is_finished = 0, False, False
    wide_formulas: Sequence[QTextCursor] = ()
    summaries: Mapping[int, QTextCursor] = MappingProxyType({})
    folds: Mapping[int, bool] = MappingProxyType({})

    def __init__(self) -> None:
        self.resized: Callable[[], None] = lambda: None
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self._source: list[str] = []
        self.unchanged_until = 0
        self.rebuild()

    @property
    def source(self) -> str:
        """All text so far."""
        return "".join(self._source)

    def feed(self, text: str) -> None:
        self._source.append(text)
        self._insert(text)

    def finish(self) -> None:
        """Mark the end of the text; has no effect here."""

    def grow(self, text: str) -> None:
        """Append text and show it at once."""
        self.unchanged_until = self.document.characterCount() - 1
        self.feed(text)

    def show_tail(self) -> None:
        """Do nothing: all text is shown already."""

    def take_changed(self) -> int | None:
        """Return None: no code is measured here."""

    def folded_text(self, number: int) -> str:
        """Return nothing: nothing is folded here."""
        return ""

    def unfold(self, words: Iterable[str]) -> bool:
        """Return that nothing was unfolded."""
        return False

    def rebuild(self) -> None:
        self.document.setDefaultFont(theme.ui_font())
        self.document.clear()
        QTextCursor(self.document).setBlockFormat(_line_format(goes_on=False))
        self._insert("".join(self._source))

    def _insert(self, text: str) -> None:
        chars = QTextCharFormat()
        chars.setForeground(theme.current().colour("user_text"))
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for number, line in enumerate(_LINE_ENDS.split(text)):
            if number:
                cursor.insertBlock(_line_format(goes_on=False))
            self._append(cursor, line, chars)
        cursor.endEditBlock()

    def _append(self, cursor: QTextCursor, line: str, chars: QTextCharFormat) -> None:
        """Append to the last line; splits it into blocks of at most `LONGEST_LINE`."""
        while line:
            room = LONGEST_LINE - cursor.block().length() + 1
            if room <= 0:
                cursor.insertBlock(_line_format(goes_on=True))
                continue
            cursor.insertText(line[:room], chars)
            line = line[room:]


def _line_format(*, goes_on: bool) -> QTextBlockFormat:
    form = QTextBlockFormat()
    form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    if goes_on:
        form.setProperty(Mark.GOES_ON, True)
    return form


@dataclass(frozen=True, slots=True)
class _Part:
    """A written top-level block, or a part of an open code block."""

    piece: Piece
    place: WritePosition  # writer state before it
    closed: tuple[int, ...]  # numbers of the complete code blocks in it


class MarkdownDocument:
    """A QTextDocument of streamed markdown: call `grow` for each piece and `finish` at the end.

    Several `feed` calls, followed by `show_tail` before painting, have the same result.

    is_finished: whether all text is there.
    unchanged_until: position up to which the last change left the document as it was.
    resized: called when formulas or diagrams are drawn in place of their sources.
    folds: whether the user folded or unfolded a part that folds, by its number.
    """

    def __init__(self) -> None:
        self.folds: dict[int, bool] = {}
        self._unfolded: tuple[int, UnfoldedText] | None = None  # that of so many pieces of the source
        self._sortings: dict[int, Sorting] = {}  # of tables, also of those that are folded, by `WrittenTable.number`
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self.document.setIndentWidth(INDENT)
        self.document.setDefaultFont(theme.ui_font())
        self._source: list[str] = []
        self.is_finished = False
        self._highlighter = CodeHighlighter(self.document)
        self._formulas = Formulas(self.document, self._on_drawn, self._on_batch_put)
        self._diagrams = Diagrams(self.document, self._on_drawn, self._on_batch_put)
        self.resized: Callable[[], None] = lambda: None
        self.unchanged_until = 0
        self._changed_from: int | None = None
        self._reset({})

    def grow(self, text: str) -> None:
        """Append text and show it at once."""
        self._source.append(text)
        if (words := self._splitter.add_words(text)) is not None:
            self.unchanged_until = self._writer.add_words(words)
            self._note_change(self.unchanged_until)
            return
        final = self._splitter.feed(text)
        if self._splitter.is_stale:
            self.rebuild()
            self.show_tail()
            self.unchanged_until = 0
        else:
            self._write(final, self._splitter.tail())

    def feed(self, text: str) -> None:
        """Append text and show its final blocks."""
        self._source.append(text)
        if final := self._splitter.feed(text):
            self._write(final)

    def finish(self) -> None:
        """Mark the end of the text and show the rest as final."""
        self.is_finished = True
        self._write(self._splitter.finish())
        if self._splitter.is_stale:
            self.rebuild()

    def open_paragraph_level(self) -> int | None:
        """Return the nesting level of the paragraph that more text would continue, 0 before all text; None if none."""
        return self._splitter.open_paragraph_level() if self._source else 0

    @property
    def block_end(self) -> str:
        """The markdown that ends an open block, so that more text begins another one."""
        return self._splitter.block_end

    @property
    def source(self) -> str:
        """All text so far, with the sources of widgets."""
        return "".join(self._source)

    def widget_position(self, number: int) -> int | None:
        """Return the position of a widget; None if the text does not show it, as in the address of a link."""
        if not (place := self._writer.widgets.get(number)):
            return None
        at = QTextCursor(place)
        at.movePosition(QTextCursor.MoveOperation.Right)
        return place.position() if at.charFormat().intProperty(Mark.WIDGET) == number else None

    def show_tail(self) -> None:
        """Show all text, including the tail that may still change."""
        if self._splitter.is_stale:
            self.rebuild()
        self._write([], self._splitter.tail())

    @property
    def has_areas(self) -> bool:
        """Whether there are tables, code blocks or long formulas, which may be wider than the text."""
        return bool(self._writer.code_count > 0 or self._formulas.wide or self.document.rootFrame().childFrames())

    @property
    def wide_formulas(self) -> Sequence[QTextCursor]:
        """The places of formulas that may be wider than the text."""
        return self._formulas.wide

    @property
    def code_count(self) -> int:
        """The number of code blocks."""
        return self._writer.code_count

    def take_changed(self) -> int | None:
        """Return the position up to which the document is as it was at the last call; None if all of it is."""
        changed, self._changed_from = self._changed_from, None
        return changed

    def apply_code_preferences(self) -> None:
        """Wrap and number the lines of all code blocks or none, after a preference changed."""
        if not self.code_count:
            return
        form = QTextBlockFormat()
        form.setNonBreakableLines(not code_wrap().is_on)
        with self._edit_block():
            for first, last in code_ranges(self.document):
                cursor = QTextCursor(first)
                cursor.setPosition(last.position(), QTextCursor.MoveMode.KeepAnchor)
                form.setLeftMargin(first.blockFormat().intProperty(Mark.QUOTE) * QUOTE_STEP + code_margin())
                cursor.mergeBlockFormat(form)
        self._note_change(0)
        self.resized()

    def toggle_source(self, number: int) -> None:
        """Show the source of a drawn diagram, by the number of its code block, or draw it again."""
        self._diagrams.toggle_source(number)
        self.rewrite()

    @property
    def summaries(self) -> Mapping[int, QTextCursor]:
        """The places of the lines above what folds, by the numbers of the folds."""
        return self._writer.summaries

    def is_folded(self, number: int) -> bool:
        """Return whether what stands below summary `number` is hidden."""
        return self.summaries[number].block().blockFormat().boolProperty(Mark.FOLDED)

    def toggle_fold(self, number: int) -> None:
        """Hide or show what stands below summary `number`."""
        self.folds[number] = self.is_folded(number)
        self.rewrite()

    def unfold(self, words: Iterable[str]) -> bool:
        """Show all that has one of these words in it. Returns whether anything of that was folded."""
        if not self.summaries:
            return False
        found = self._whole_text().folds_with(words)
        hidden = {number for number in found if number not in self.summaries or self.is_folded(number)}
        if hidden:
            self.folds |= dict.fromkeys(hidden, True)
            self.rewrite()
        return bool(hidden)

    def folded_text(self, number: int) -> str:
        """Return what is hidden below summary `number`, in the form for the clipboard."""
        return self._whole_text().text_of(number)

    def _whole_text(self) -> UnfoldedText:
        if self._unfolded is None or self._unfolded[0] != len(self._source):
            self._unfolded = len(self._source), UnfoldedText(self.source)
        return self._unfolded[1]

    def rewrite(self) -> None:
        """Rewrite the document while it is shown."""
        self.rebuild()
        self.show_tail()
        self.resized()

    def sort_table(self, number: int, sorting: Sorting | None) -> None:
        """Sort the rows of a table of a finished text by a column; None restores their order."""
        table = written_tables(self.document)[number]
        self._sort(table, sorting)
        self.resized()

    def _sort(self, table: WrittenTable, sorting: Sorting | None) -> None:
        if sorting:
            self._sortings[table.number] = sorting
        else:
            self._sortings.pop(table.number, None)
        with self._edit_block():
            table.sort(sorting)
        # Sources that are still being set moved away from their formulas.
        self._formulas.add(table.first_position, table.last_position)
        self._note_change(table.first_position)

    def rebuild(self) -> None:
        """Rewrite the document, after a link definition arrived or the theme changed."""
        self._highlighter.cancel()
        self._formulas.cancel()
        self._diagrams.cancel()
        self.document.clear()
        self.document.setDefaultFont(theme.ui_font())
        self._reset(self._splitter.references)
        self._write(self._splitter.feed("".join(self._source)))
        if self.is_finished:
            self._write(self._splitter.finish())
        for table in written_tables(self.document) if self._sortings else ():
            if sorting := self._sortings.get(table.number):
                self._sort(table, sorting)

    def _reset(self, references: dict[str, object]) -> None:
        self._splitter = Splitter(references)
        self._closed: list[int] = []
        self._writer = Writer(self.document, self._closed.append, self.folds)
        self._tail: list[_Part] = []  # written parts that may still change
        self._note_change(0)

    def _note_change(self, position: int) -> None:
        self._changed_from = position if self._changed_from is None else min(self._changed_from, position)

    def _write(self, final: list[Piece], tail: Piece | None = None) -> None:
        """Show the final pieces and the tail behind them; keeps the unchanged part of the previous tail."""
        final = [part for piece in final for part in _top_level_blocks(piece)]
        pieces = final if tail is None else [*final, *_top_level_blocks(tail)]
        with self._edit_block():
            parts = self._keep(pieces)
            for piece in pieces[len(parts) :]:
                parts.append(self._append(piece))
        self._note_change(self.unchanged_until)
        self._tail = parts[len(final) :]
        # Highlight final code only.
        for part in parts[: len(final)]:
            if isinstance(part.piece, FenceOpened):
                import_lexer(part.piece.language)
            for number in part.closed:
                self._highlighter.add(number)
        self._add_formulas(parts, len(final))
        # After the formulas, whose places they would move.
        for part in parts[: len(final)]:
            for number in part.closed:
                self._diagrams.add(number)

    def _add_formulas(self, parts: list[_Part], count: int) -> None:
        """Draw the formulas of the first `count` parts, the last ones first: drawing moves the text behind."""
        if not count:
            return
        ends = [*(part.place.position for part in parts[1:]), self._writer.position]
        for part, end in reversed(list(zip(parts[:count], ends, strict=False))):
            tokens = part.piece.tokens if isinstance(part.piece, Blocks) else ()
            if any(child.type == "maths" for token in tokens for child in token.children or ()):
                self._formulas.add(part.place.position, end)

    def _on_drawn(self, position: int, change: int) -> None:
        """Correct the positions behind what was drawn: those of the tail, which may still be rewritten."""
        self._tail = [self._moved(part, position, change) for part in self._tail]
        self._writer.move_behind(position, change)
        self.unchanged_until = min(self.unchanged_until, position)
        self._note_change(position)

    def _moved(self, part: _Part, position: int, change: int) -> _Part:
        """Return a part with its place behind what was drawn: a formula that stands alone centres its block."""
        if part.place.position <= position:
            return part
        place = replace(part.place, position=part.place.position + change)
        block = self.document.findBlock(place.position)
        return replace(part, place=replace(place, form=block.blockFormat()) if block.contains(position) else place)

    def _on_batch_put(self) -> None:
        self.resized()

    def _keep(self, pieces: list[Piece]) -> list[_Part]:
        """Return the parts of the tail that stay as the first pieces, amended if possible, and remove the others."""
        parts, old = list[_Part](), self._tail
        while len(parts) < min(len(old), len(pieces)) and _is_same(old[len(parts)].piece, pieces[len(parts)]):
            parts.append(old[len(parts)])
        self.unchanged_until = self._writer.position
        if len(parts) == len(old):
            return parts
        first = old[len(parts)]
        if len(parts) + 1 == len(old) and len(parts) < len(pieces):
            piece = pieces[len(parts)]
            if (position := self._writer.amend(first.piece, piece)) is not None:
                self.unchanged_until = position
                return [*parts, replace(first, piece=piece)]
        self.unchanged_until = first.place.position
        self._writer.go_back(first.place)
        return parts

    def _append(self, piece: Piece) -> _Part:
        place = self._writer.place()
        self._closed.clear()
        self._writer.write(piece)
        return _Part(piece, place, tuple(self._closed))

    @contextmanager
    def _edit_block(self) -> Generator[None, None, None]:
        """Group changes into one edit block, so that Qt lays out the document once."""
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        yield
        cursor.endEditBlock()


def _top_level_blocks(piece: Piece) -> Iterator[Piece]:
    """Split a piece into its top-level blocks."""
    if isinstance(piece, Blocks):
        yield from map(Blocks, top_level_blocks(piece.tokens))
    else:
        yield piece


def _is_same(one: Piece, other: Piece) -> bool:
    """Whether two pieces render the same."""
    if isinstance(one, Blocks) and isinstance(other, Blocks):
        return len(one.tokens) == len(other.tokens) == common_prefix(one.tokens, other.tokens)
    return one == other
