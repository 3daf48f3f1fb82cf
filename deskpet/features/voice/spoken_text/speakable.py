"""Turn streamed markdown into the pieces that are spoken, one sentence or so each, with their place in the source.

What nobody would read aloud is left out: code, tables, formulas, pictures, addresses, tags, emoji and logs. The text is
parsed only where a piece may end, and an open block only after it has grown by a share of itself, so the work is in
proportion to the length of the text. These places depend on the text alone, not on how it is divided into deltas.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from deskpet.features.voice.spoken_text.inline_text import InlineText
from deskpet.features.voice.spoken_text.language import Language, has_kana, language_of
from deskpet.features.voice.spoken_text.mapped_text import MappedText
from deskpet.features.voice.spoken_text.paragraphs import Paragraph, paragraphs
from deskpet.features.voice.spoken_text.sentences import next_cut, without_leading_marks
from deskpet.features.voice.spoken_text.symbols import without_symbols
from deskpet.markdown.splitter import Blocks, Splitter

_SENTENCE_MARKS = frozenset(".!?…‥。！？｡．\n")
_CLAUSE_MARKS = _SENTENCE_MARKS | frozenset(",;:，、；：､—―─–-")
_CLOSERS = frozenset("\"'”’)]」』｣）】》〉*_~`")
# A short open block is parsed at each place, a longer one when it has grown by an eighth, so that the work for a block
# is in proportion to its length; one full of marks after more, so that a character takes 50 microseconds at most.
_SHORT_BLOCK, _GROWTH = 200, 8
_WORK_PER_CHARACTER = 5
# Text without any mark is parsed after so many characters.
_LONGEST_STEP = 400


class _State(Enum):
    NONE = auto()
    ENDED = auto()  # a mark, and perhaps closing quotes
    BLANK = auto()  # and blanks


class ParseSchedule:
    """Finds the places in the text that was not parsed. Each depends only on the text before it.

    A place is behind the character that follows a mark, and behind the first one of the next word.
    """

    def __init__(self) -> None:
        self._state = _State.NONE
        self._length = 0  # of the text that was looked at

    def next(self, text: str, start: int, due: int, *, with_clauses: bool) -> int | None:
        """Return how much of the text behind `start` to parse now, or None if there is too little of it.

        start: the last place, or the beginning. due: the least length. with_clauses: clauses end a piece as well.
        """
        marks = _CLAUSE_MARKS if with_clauses else _SENTENCE_MARKS
        longest = max(_LONGEST_STEP, due)
        while start + self._length < len(text):
            letter = text[start + self._length]
            self._length += 1
            is_place = self._state is _State.ENDED or (self._state is _State.BLANK and not letter.isspace())
            self._state = self._after(letter, marks)
            if (is_place and self._length >= due) or self._length >= longest:
                place, self._length = self._length, 0
                return place
        return None

    def _after(self, letter: str, marks: frozenset[str]) -> _State:
        if letter in marks or (self._state is _State.ENDED and letter in _CLOSERS):
            return _State.ENDED
        return _State.BLANK if self._state is not _State.NONE and letter.isspace() else _State.NONE


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text that is spoken as a whole.

    `start` and `end` are the offsets in the markdown of what it is spoken for. Pieces are in order and never overlap.
    """

    text: str
    language: Language
    start: int
    end: int


class SpeakableText:
    """Takes markdown as it streams, and returns the pieces to speak: with `feed`, or for long texts step by step.

    The first piece ends at the first clause of some words, or at any sentence, to be heard early. Any division of a
    text into deltas gives the same pieces.
    """

    def __init__(
        self, language: Language | None = None, *, stage_directions: bool = False, is_continued: bool = False
    ) -> None:
        """Begin a text.

        language: what a piece is spoken in if its script doesn't tell.
        stage_directions: speak `*waves*` and （笑） as well.
        is_continued: the text is a later part of an answer, as behind a tool call; its first piece is not cut early.
        """
        self._language: Language | None = language
        self._stage_directions = stage_directions
        self._splitter = Splitter()
        self._places = ParseSchedule()
        self._due = 1  # the least text to parse next
        self._line_ends = _LineEnds()
        self._pending, self._parsed = "", 0  # text, and how much of it the splitter has got
        self._last_start = self._spoken_until = 0  # where the last piece begins and ends
        self._is_first = not is_continued
        self._had_kana = False

    def feed(self, text: str) -> list[Piece]:
        """Take more text, and return the pieces that are certain now."""
        self.append(text)
        pieces: list[Piece] = []
        while (found := self.step()) is not None:
            pieces += found
        return pieces

    def append(self, text: str) -> None:
        """Take more text, for `step`."""
        self._pending = self._pending[self._parsed :] + self._line_ends.normalized(text)
        self._parsed = 0

    def step(self) -> list[Piece] | None:
        """Parse the next part of the text, which takes some milliseconds, and return the pieces that are certain then.

        Returns None if there is too little text.
        """
        place = self._places.next(self._pending, self._parsed, self._due, with_clauses=self._is_first)
        if place is None:
            return None
        start, self._parsed = self._parsed, self._parsed + place
        return self._take(self._pending[start : self._parsed])

    def finish(self) -> list[Piece]:
        """Return the pieces of the rest at the end of the text."""
        pieces = self.feed("\n" if self._line_ends.take_carriage_return() else "")
        blocks = [*self._splitter.feed(self._pending[self._parsed :]), *self._splitter.finish()]
        self._pending, self._parsed = "", 0
        return [*pieces, *(piece for each in blocks if isinstance(each, Blocks) for piece in self._speak(each))]

    def _take(self, text: str) -> list[Piece]:
        """Parse more text with the open block, and return what is certain."""
        blocks = [each for each in self._splitter.feed(text) if isinstance(each, Blocks)]
        pieces = [piece for each in blocks for piece in self._speak(each)]
        if rest := self._splitter.open_blocks():
            pieces += self._speak(rest, is_open=True)
        # Units of work are of about ten microseconds.
        length, work = self._splitter.tail_length, self._splitter.tail_work()
        growth = length // _GROWTH if length > _SHORT_BLOCK else 1
        self._due = max(growth, work // _WORK_PER_CHARACTER)
        return pieces

    def _speak(self, blocks: Blocks, *, is_open: bool = False) -> Iterator[Piece]:
        for paragraph in paragraphs(blocks, self._spoken_until, is_open=is_open):
            yield from self._speak_paragraph(paragraph)

    def _speak_paragraph(self, paragraph: Paragraph) -> Iterator[Piece]:
        inline = InlineText(paragraph, stage_directions=self._stage_directions)
        # What the last piece was made of decides how the text behind it is read; what was before does not.
        text = without_symbols(inline.spoken.after(self._last_start), stage_directions=self._stage_directions)
        if inline.hold is not None:
            text = text.before(inline.hold)
        text = text.after(self._spoken_until)
        while text and (end := next_cut(text.text, is_first=self._is_first, is_final=not paragraph.is_open)):
            if piece := self._piece(text.part(0, end)):
                self._is_first = False
                self._last_start, self._spoken_until = text.starts[0], text.ends[end - 1]
                yield piece
            text = text.part(end)

    def _piece(self, text: MappedText) -> Piece | None:
        """Return the piece of a text, or None if it has nothing to say."""
        text = text.part(len(text.text) - len(without_leading_marks(text.text)), len(text.text.rstrip()))
        if not any(map(str.isalnum, text.text)):
            return None
        language = language_of(text.text, self._language, is_after_kana=self._had_kana)
        self._had_kana |= has_kana(text.text)
        start, end = self._line_ends.original(text.starts[0]), self._line_ends.original(text.ends[-1] - 1) + 1
        return Piece(text.text.replace("\n", " "), language, start, end)


def speakable(markdown: str, language: Language | None = None, *, stage_directions: bool = False) -> list[Piece]:
    """Return the pieces in which a whole markdown text is spoken."""
    stream = SpeakableText(language, stage_directions=stage_directions)
    return [*stream.feed(markdown), *stream.finish()]


class _LineEnds:
    """Makes line feeds of all line ends, and finds where a character was before."""

    def __init__(self) -> None:
        self._length = 0  # of the normal text
        self._shortened: list[int] = []  # where two characters became one
        self._has_carriage_return = False

    def normalized(self, text: str) -> str:
        """Return more text with line feeds. A carriage return at its end is kept for the next call."""
        if not text:
            return text
        text = "\r" * self._has_carriage_return + text
        self._has_carriage_return = text.endswith("\r")
        lines = text.removesuffix("\r").split("\r\n")
        for line in lines[:-1]:
            self._length += len(line)
            self._shortened.append(self._length)
            self._length += 1
        self._length += len(lines[-1])
        return "\n".join(lines).replace("\r", "\n").replace("\0", "\ufffd")

    def take_carriage_return(self) -> bool:
        """Return whether the text ended with a carriage return, and forget it."""
        had, self._has_carriage_return = self._has_carriage_return, False
        return had

    def original(self, offset: int) -> int:
        """Return the offset in the text as it was."""
        return offset + bisect_left(self._shortened, offset)
