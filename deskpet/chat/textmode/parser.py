"""Incremental parser that finds tool calls in the text of an answer.

In text mode, calls are parsed in every dialect of `dialects.py`, whichever was asked for, and as JSON with
`tool_calls` (bare at the start of a line, or as the whole content of a ```json fence). In native mode, only the
dialects are, and only calls of tools that exist. Other text is passed through unchanged; a possible start of a marker
is held back until it is decided. An answer that is nothing but calls without marks counts in both modes, see
`whole_answer.py`.

A call within which the answer was cut off is dropped, and its source is not shown. What can't be told from other text
at the cut stays text: less than six characters of a marker; a marker within a line before a blank and a word, or in an
open code span; and among other text, JSON before the key `tool_calls`.

Examples are no calls: what stands in a fence (CommonMark 4.5, at any indentation, in a quote or a list), in a code
span on one line, or on a line of a quotation. <think> at the start of a line contains none either. A marker that no
call follows is ordinary text.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from deskpet.chat.call_collector import CallArguments, CallBegan, CallCompleted, CallNamed
from deskpet.chat.messages import Notice
from deskpet.chat.model import NoticeDelta, TextDelta
from deskpet.chat.textmode import marks
from deskpet.chat.textmode.call_format import (
    BlockState,
    IsTool,
    Keys,
    TextCall,
    TextCallEvent,
    WordMatch,
    canonical,
    match_word,
)
from deskpet.chat.textmode.dialects import OPENING_BEGINS, Opening, may_begin_opening, opening_at
from deskpet.chat.textmode.json_call import JsonCallParser, JsonEnclosure
from deskpet.chat.textmode.line_context import LineContext
from deskpet.chat.textmode.possible_block import PossibleBlock
from deskpet.chat.textmode.python_call import PythonCallParser, PythonMarks
from deskpet.chat.textmode.section import BlockParser
from deskpet.chat.textmode.whole_answer import BEGINS, WholeAnswer
from deskpet.translation import tr_noop

ParsedItem = TextDelta | NoticeDelta | TextCallEvent
HeldItem = TextDelta | CallBegan | CallNamed | CallArguments

# Maximum number of characters held back, marker included, before it is known whether they are a call.
_MAX_UNDECIDED = 2_000

_SPECIAL = re.compile(rf"\{{|`|~|{OPENING_BEGINS}")
_BLANKS = re.compile(r"\s*")
_TICKS = re.compile(r"`{1,64}|~{1,64}")
_JSON_INFO = re.compile(r"[ \t]{0,9}json[ \t]{0,9}\r?\n", re.IGNORECASE)
# The fewest characters of a marker that can't be anything else.
_MIN_CUT_MARKER = 6
# What follows a marker that a sentence mentions.
_NEXT_WORD = re.compile(r"[ \t]+(?:\w|\Z)")
_PYTHON_INFO = re.compile(r"tool_code[ \t]{0,9}\r?\n")
_INCOMPLETE_PYTHON_INFO = re.compile(r"(?:t|to|too|tool|tool_|tool_c|tool_co|tool_cod|tool_code[ \t]{0,9}\r?)?\Z")
_INCOMPLETE_JSON_INFO = re.compile(r"[ \t]{0,9}(?:j|js|jso|json[ \t]{0,9}\r?)?\Z", re.IGNORECASE)

_UNCLOSED = Notice(
    "warning",
    "unclosed_call",
    tr_noop("A tool call was not finished"),
    tr_noop("The model began to write a call, but did not close it as it must, so nothing was run."),
    tr_noop("What it wrote is shown as text. Ask again, or try another form of text_protocol in the settings."),
)


class _Mode(Enum):
    TEXT = auto()
    BLOCK = auto()
    FENCE_INFO = auto()
    FENCE = auto()
    THINK = auto()
    ENDED = auto()


@dataclass(slots=True)
class _Seen:
    """What came so far, as far as it decides about the marks of templates.

    has_text, last: whether there was text, and its last character. expects_role: a mark asks for the name of a role.
    has_hidden: a mark was left out. is_turn_over: the model's turn has ended, so only marks follow.
    shown_tags, hidden_tags: the opening tags in the text, and those around the answer that were left out.
    """

    has_text: bool = False
    last: str = ""
    expects_role: bool = False
    has_hidden: bool = False
    is_turn_over: bool = False
    shown_tags: set[str] = field(default_factory=set[str])
    hidden_tags: set[str] = field(default_factory=set[str])


class TextCallParser:
    """Finds the calls in the text of one answer. Pass every piece to `feed`, then call `close`.

    The items do not depend on how the text is split, except for the splits of text and arguments.
    """

    def __init__(
        self,
        is_tool: IsTool = lambda name: False,
        *,
        is_native: bool = False,
        hides_marks: bool = False,
        json_in_lines: bool = False,
        is_lenient: bool = False,
        begins_tool: IsTool = lambda beginning: False,
        keys: Keys | None = None,
    ) -> None:
        """`is_tool` returns whether a tool of this name exists. `is_native`: calls in text were not asked for.

        hides_marks: whether the marks that `marks.py` describes are left out of the text.
        json_in_lines: whether `tool_calls` with a tool that exists count in the middle of a line, too.
        is_lenient: whether an answer that is nothing but calls may name tools that do not exist, or lack the last
            brackets.
        begins_tool: whether the name of a tool begins so.
        """
        self._is_tool, self._is_native = is_tool, is_native
        self._hides_marks, self._json_in_lines = hides_marks, json_in_lines
        self._seen = _Seen()
        self._keys = keys or Keys()
        self._buffer, self._position = "", 0
        self._is_at_end, self._is_cut, self._is_unclosed, self._mode = False, False, False, _Mode.TEXT
        # `_plain`: text passed through of which it is not noted yet what it ends with.
        self._items, self._pending_text, self._plain = list[ParsedItem](), list[str](), list[str]()
        # In native mode blank lines at the start are emitted at once: nothing is held back without a marker.
        self._leading_blank: list[str] | None = None if is_native else []
        self._line, self._fence = LineContext(), ""
        self._trailing: tuple[str, ...] = ()
        self._block: PossibleBlock | None = None
        # Set until the answer is known to be more than calls.
        self._whole: WholeAnswer | None = WholeAnswer(
            is_tool, is_native=is_native, is_lenient=is_lenient, begins_tool=begins_tool
        )

    def feed(self, text: str) -> list[ParsedItem]:
        """Parse a piece of text; return text, call events and notices in order."""
        return self._feed_whole(self._whole, text) if self._whole else self._feed(text)

    def _feed_whole(self, whole: WholeAnswer, text: str) -> list[ParsedItem]:
        if not whole.source:
            words = text.lstrip()
            if not words:
                return self._feed(text)
            if words[0] not in BEGINS:
                self._whole = None
                return self._feed(text)
        if not whole.feed(text):
            return self._release_whole(whole)
        if not whole.early_end:
            return []
        # Nothing of use follows the calls.
        items = self._end_whole(whole, whole.complete_events(self._keys))
        self._end_early(whole.early_end)
        return [*items, *self._parse()]

    def _release_whole(self, whole: WholeAnswer) -> list[ParsedItem]:
        """Read the text that was held back as any other."""
        self._whole = None
        return self._feed(whole.source) if whole.source else []

    def _end_whole(self, whole: WholeAnswer, events: list[TextCallEvent]) -> list[ParsedItem]:
        """Return the events of the calls that are all of the answer, or its text that was held back."""
        if not whole.source:
            return []
        if not events:
            return self._release_whole(whole)
        self._whole = None
        blanks = "".join(self._leading_blank or ()) + whole.source[: -len(whole.source.lstrip())]
        self._leading_blank = []
        return [*([TextDelta(blanks)] if blanks else []), *events]

    def _feed(self, text: str) -> list[ParsedItem]:
        if self._is_plain(text):
            self._plain.append(text)
            return [TextDelta(text)]
        # Where the text begins that may still be passed through.
        start = self._block.start if self._block and not self._block.is_decided else self._position
        self._buffer = self._buffer[start:] + text
        self._position -= start
        if self._block:
            self._block.start = 0
        return self._parse()

    def close(self, *, is_complete: bool = False, is_cut: bool = False) -> list[ParsedItem]:
        """Return what was held back. The source of an open block becomes text, with a notice at the end.

        is_complete: the answer ended normally. A whole call then counts although its closing mark is missing.
        is_cut: the answer was cut off. A call within which that happened is dropped, and its source is left out. If
            the answer is nothing but calls, those before the cut count.
        """
        released = self._close_whole(self._whole, is_complete=is_complete, is_cut=is_cut) if self._whole else []
        self._is_at_end, self._is_cut = True, is_cut
        items = released + self._parse()
        while self._block:
            if is_cut and self._is_cut_call(self._block):
                self._cut_block(self._block)
            elif self._block.is_decided:
                self._close_block(self._block, is_complete=is_complete)
            else:
                self._abandon_block(self._block)
            items += self._parse()
        if self._leading_blank:
            items.append(TextDelta("".join(self._leading_blank)))
        if self._is_unclosed:
            items.append(NoticeDelta(_UNCLOSED))
        self._leading_blank, self._is_unclosed = [], False
        return items

    def _close_whole(self, whole: WholeAnswer, *, is_complete: bool, is_cut: bool) -> list[ParsedItem]:
        if is_cut:
            return self._end_whole(whole, whole.cut_events(self._keys))
        return self._end_whole(whole, whole.events(self._keys) if is_complete else [])

    def pass_held_text(self) -> list[ParsedItem]:
        """Return what was held back, because something other than text follows. A call that has begun stays open."""
        released = self._close_whole(self._whole, is_complete=True, is_cut=False) if self._whole else []
        if self._position == len(self._buffer) and not self._block:
            return released
        self._is_at_end = True
        items = released + self._parse()
        while self._block and not self._block.is_decided:
            self._abandon_block(self._block)
            items += self._parse()
        self._is_at_end = False
        return items

    def take_held(self) -> list[HeldItem]:
        """Return what was held back after an early end. Calls stay open, and are shown as far as they came."""
        return [item for item in self.close(is_cut=True) if isinstance(item, HeldItem)]

    def _is_plain(self, text: str) -> bool:
        """Return whether nothing is held back and `text` has no character that may begin a marker."""
        return (
            self._mode is _Mode.TEXT
            and self._position == len(self._buffer)
            and self._leading_blank is None
            and not self._seen.expects_role
            and not self._seen.is_turn_over
            and not self._trailing
            and text != ""
            and _SPECIAL.search(text) is None
        )

    def _parse(self) -> list[ParsedItem]:
        if self._plain:
            self._note_text("".join(self._plain))
            self._plain.clear()
        while self._position < len(self._buffer) and self._step():
            pass
        self._flush_text()
        items, self._items = self._items, []
        return items

    def _step(self) -> bool:
        """Read one step; return False if more text is needed."""
        match self._mode:
            case _Mode.TEXT:
                return self._read_text()
            case _Mode.BLOCK:
                return self._read_block()
            case _Mode.FENCE_INFO:
                return self._read_fence_info()
            case _Mode.FENCE:
                return self._read_fence()
            case _Mode.THINK:
                return self._read_think()
            case _Mode.ENDED:
                self._position = len(self._buffer)
                return True

    def _pass_through(self, end: int) -> bool:
        """Pass the text before `end` through. Return True."""
        self._add_text(self._buffer[self._position : end])
        self._position = end
        return True

    def _add_text(self, text: str) -> None:
        self._note_text(text)
        if self._leading_blank is not None:
            # Leading blank lines are emitted together with the first word, so that splits do not matter.
            self._leading_blank.append(text)
            if not text.strip():
                return
            text, self._leading_blank = "".join(self._leading_blank), None
        self._pending_text.append(text)

    def _note_text(self, text: str) -> None:
        """Remember what the text ends with."""
        self._line.add(text)
        self._seen.last = text[-1:] or self._seen.last
        self._seen.has_text = self._seen.has_text or bool(text.strip())

    def _flush_text(self) -> None:
        if text := "".join(self._pending_text):
            self._items.append(TextDelta(text))
        self._pending_text.clear()

    def _read_text(self) -> bool:
        """Read up to the next character that may begin a marker."""
        text, at = self._buffer, self._position
        if self._trailing and (skipped := self._skip_trailing()) is not None:
            return skipped
        self._trailing = ()
        if self._seen.expects_role:
            return self._skip_role()
        if self._seen.is_turn_over and (read := self._read_after_turn()) is not None:
            return read
        match = _SPECIAL.search(text, at)
        if match is None or match.start() > at:
            return self._pass_through(match.start() if match else len(text))
        results = self._read_results(at)
        return self._read_special(at) if results is None else results

    def _read_special(self, at: int) -> bool:
        if self._buffer[at] == "{":
            return self._read_brace(at)
        return self._read_ticks() if self._buffer[at] in "`~" else self._read_opening()

    def _read_results(self, at: int) -> bool | None:
        """End the answer where the model writes the results of its own calls itself; return None if it does not."""
        if self._is_native or not self._keys.used or not self._line.is_blank:
            return None
        if marks.RESULTS.match(self._buffer, at):
            return self._end_early(marks.LEFT_ROLE)
        return False if not self._is_at_end and marks.INCOMPLETE_RESULTS.match(self._buffer, at) else None

    def _read_brace(self, at: int) -> bool:
        """Read a brace, which begins a call at the start of a line."""
        if self._is_native or not (self._line.is_blank or self._json_in_lines):
            return self._pass_through(at + 1)
        parser = JsonCallParser(JsonEnclosure.BARE, self._keys)
        if self._line.is_blank:
            return self._set_block(parser, at + 1, at)
        return self._begin_outside_code(at + 1, lambda end: self._set_block(parser, end, at, known_tool=self._is_tool))

    def _skip_trailing(self) -> bool | None:
        """Skip more of an end marker that was longer than required; return None if there is no more of it."""
        matches = [match_word(self._buffer, self._position, each) for each in self._trailing]
        if WordMatch.FULL in matches:
            self._position += len(self._trailing[matches.index(WordMatch.FULL)])
            return True
        if WordMatch.PARTIAL not in matches or (self._is_at_end and not self._is_cut):
            return None
        # The answer was cut off within the end marker.
        self._position = len(self._buffer) if self._is_cut else self._position
        return self._is_cut

    def _read_opening(self) -> bool:
        text, at = self._buffer, self._position
        if opening := opening_at(text, at):
            # It may also be the beginning of a longer one.
            is_known = opening.is_followed(text) and not may_begin_opening(text, at)
            if not is_known and not self._is_at_end:
                return False
            return self._begin_outside_code(opening.end, lambda end: self._begin_block(opening))
        think = match_word(text, at, "<think>") if self._line.is_blank else WordMatch.NONE
        if think is WordMatch.FULL:
            self._mode = _Mode.THINK
            return self._pass_through(at + len("<think>"))
        if not self._is_at_end and (think is WordMatch.PARTIAL or may_begin_opening(text, at)):
            return False
        if self._is_cut and len(text) - at >= _MIN_CUT_MARKER and may_begin_opening(text, at):
            return self._begin_outside_code(len(text), self._cut_marker)
        return self._read_possible_mark(at) if self._hides_marks else self._pass_through(at + 1)

    def _read_after_turn(self) -> bool | None:
        """Read what follows the end of the model's turn: anything but blanks and marks ends the answer.

        Returns None if it is a mark.
        """
        text, at = self._buffer, self._position
        words = _BLANKS.match(text, at)
        assert words
        if words.end() > at:
            return self._pass_through(words.end())
        if marks.mark_at(text, at):
            return None
        is_possible = text[at] in "<[" and marks.may_begin_mark(text, at)
        return self._read_possible_mark(at) if is_possible else self._end_early(marks.LEFT_ROLE)

    def _end_early(self, notice: Notice) -> bool:
        """End the answer: what follows is left out."""
        self._flush_text()
        self._items.append(NoticeDelta(notice))
        self._mode = _Mode.ENDED
        return True

    def _read_possible_mark(self, at: int) -> bool:
        if mark := marks.mark_at(self._buffer, at):
            return self._read_mark(mark)
        if not marks.may_begin_mark(self._buffer, at) or (self._is_at_end and not self._seen.has_hidden):
            return self._pass_through(at + 1)
        if self._is_at_end:
            # The answer was cut off within one more mark.
            self._position = len(self._buffer)
        return self._is_at_end

    def _read_mark(self, mark: marks.TemplateMark) -> bool:
        """Leave out a mark, unless the text means it."""
        text = self._buffer
        spaces = marks.SPACES.match(text, mark.end)
        after = spaces.end() if spaces else mark.end
        if after == len(text) and not self._is_at_end:
            return False
        role = (
            marks.following_role(text, mark.end, is_at_end=self._is_at_end)
            if mark.before_role
            else marks.FollowingRole.NOBODY_ELSE
        )
        if role is marks.FollowingRole.UNKNOWN:
            return False
        is_meant = role is marks.FollowingRole.PERHAPS_OTHER or self._is_explained(mark, text[after : after + 1])
        is_leftover = self._seen.is_turn_over or (self._is_leftover(mark, text[after : after + 1]) and not is_meant)
        if role is not marks.FollowingRole.OTHER and not is_leftover:
            return self._pass_opening(mark.end)
        is_other = mark.is_other_role or role in (marks.FollowingRole.OTHER, marks.FollowingRole.PERHAPS_OTHER)
        return self._begin_outside_code(
            mark.end, lambda end: self._end_early(marks.LEFT_ROLE) if is_other else self._hide(mark)
        )

    def _is_explained(self, mark: marks.TemplateMark, after: str) -> bool:
        """Return whether a line of the text begins with the mark and goes on after a blank, as in a list of marks."""
        has_blank = self._buffer[mark.end : mark.end + 1] in (" ", "\t")
        return mark.ends_turn and self._seen.has_text and self._line.is_empty and has_blank and after.isalnum()

    def _is_leftover(self, mark: marks.TemplateMark, after: str) -> bool:
        if mark.is_opening:
            return mark.around_answer and not self._seen.has_text and after != "<"
        if mark.opening in self._seen.shown_tags or (mark.around_answer and mark.opening not in self._seen.hidden_tags):
            return False
        return mark.in_text or not marks.is_mentioned("" if self._line.is_empty else self._seen.last, after)

    def _hide(self, mark: marks.TemplateMark) -> bool:
        if mark.is_opening:
            self._seen.hidden_tags.add(mark.opening)
        self._position, self._seen.expects_role, self._seen.has_hidden = mark.end, mark.before_role, True
        self._seen.is_turn_over = self._seen.is_turn_over or (
            mark.ends_turn and (self._seen.has_text or self._keys.used > 0)
        )
        return True

    def _skip_role(self) -> bool:
        """Leave out the role or the channel after a mark."""
        end = marks.role_end(self._buffer, self._position, is_at_end=self._is_at_end)
        if end is None:
            return False
        self._position, self._seen.expects_role = end, False
        return True

    def _pass_opening(self, end: int) -> bool:
        """Pass an opening tag through that begins no call."""
        self._seen.shown_tags.add(canonical(self._buffer[self._position : end]).rstrip("> ="))
        return self._pass_through(end)

    def _begin_outside_code(self, end: int, begin: Callable[[int], bool]) -> bool:
        """Begin the block of a marker that ends at `end`, unless it is in a code span or a quotation.

        A code span that is still open where the answer was cut off counts as one.
        """
        if self._line.is_quotation:
            return self._pass_opening(end)
        match self._line.is_in_code_span(self._buffer, end, is_at_end=self._is_at_end and not self._is_cut):
            case None:
                return self._is_cut and self._pass_opening(end)
            case True:
                return self._pass_opening(end)
            case False:
                return begin(end)

    def _read_ticks(self) -> bool:
        match = _TICKS.match(self._buffer, self._position)
        assert match
        run, end = match[0], match.end()
        if end == len(self._buffer) and len(run) < 64 and not self._is_at_end:
            return False
        if len(run) >= 3 and self._line.may_begin_fence:
            return self._begin_fence(run, end)
        if run[0] == "`":
            # It opens a code span, or closes the open one of the same length.
            is_end = len(run) == self._line.open_ticks
            self._line.open_ticks = 0 if is_end else self._line.open_ticks or len(run)
        return self._pass_through(end)

    def _begin_fence(self, run: str, end: int) -> bool:
        self._fence = run
        if info := _PYTHON_INFO.match(self._buffer, end):
            # Gemma 3: no other text has code of this language.
            parser = PythonCallParser(PythonMarks(ends=(run,), is_atomic=True), self._keys)
            return self._set_block(parser, info.end(), info.end(), in_fence=True, is_marked=True)
        if _INCOMPLETE_PYTHON_INFO.match(self._buffer, end) and not self._is_at_end:
            return False
        if (info := _JSON_INFO.match(self._buffer, end)) and not self._is_native:
            json_parser = JsonCallParser(JsonEnclosure.FENCE, self._keys, run)
            return self._set_block(json_parser, info.end(), info.end(), in_fence=True)
        if not self._is_native and _INCOMPLETE_JSON_INFO.match(self._buffer, end) and not self._is_at_end:
            return False
        self._mode = _Mode.FENCE_INFO
        return self._pass_through(end)

    def _read_fence_info(self) -> bool:
        """Read the rest of a fence's first line. A backtick in it means that it was a code span."""
        text, at = self._buffer, self._position
        end = text.find("\n", at) + 1
        tick = text.find("`", at, end or len(text)) if self._fence[0] == "`" else -1
        if tick >= 0:
            self._mode, self._line.open_ticks = _Mode.TEXT, len(self._fence)
            return self._pass_through(tick)
        if end:
            self._mode = _Mode.FENCE
        return self._pass_through(end or len(text))

    def _read_fence(self) -> bool:
        """Read up to the end of a line. Only a line that consists of the fence ends the code."""
        text, at = self._buffer, self._position
        if self._line.is_empty:
            tick = self._fence[0]
            match = re.compile(rf"[ \t>]{{0,40}}{tick}{{0,80}}[ \t]{{0,40}}\r?").match(text, at)
            end = match.end() if match else at
            if end == len(text) and not self._is_at_end:
                return False
            if text[at:end].count(tick) >= len(self._fence) and text[end : end + 1] in ("\n", ""):
                self._mode = _Mode.TEXT
                return self._pass_through(min(end + 1, len(text)))
        return self._pass_through(text.find("\n", at) + 1 or len(text))

    def _read_think(self) -> bool:
        text, at = self._buffer, self._position
        tag = text.find("<", at)
        if tag != at:
            return self._pass_through(len(text) if tag < 0 else tag)
        match match_word(text, at, "</think>"):
            case WordMatch.PARTIAL if not self._is_at_end:
                return False
            case WordMatch.FULL:
                self._mode = _Mode.TEXT
                return self._pass_through(at + len("</think>"))
            case _:
                return self._pass_through(at + 1)

    def _begin_block(self, opening: Opening) -> bool:
        dialect = opening.dialect(self._buffer)
        if dialect is None and self._is_cut and not opening.is_followed(self._buffer):
            # Any of them would have been cut off before the name.
            dialect = opening.dialects[0]
        if dialect is None:
            return self._pass_opening(opening.end)
        begin = self._position if dialect.reads_opening else opening.end
        return self._set_block(dialect.parser(self._keys, self._is_tool), opening.end, begin, is_marked=True)

    def _set_block(
        self,
        parser: BlockParser,
        opening_end: int,
        begin: int,
        *,
        in_fence: bool = False,
        is_marked: bool = False,
        known_tool: IsTool | None = None,
    ) -> bool:
        """Begin a possible block at `begin`. If it has no call, its text up to `opening_end` is passed through."""
        start, self._position = self._position, begin
        known_tool = self._is_tool if self._is_native else known_tool
        self._block = PossibleBlock(
            parser, start, opening_end - start, self._keys.used, known_tool, in_fence=in_fence, is_marked=is_marked
        )
        self._mode = _Mode.BLOCK
        return True

    def _read_block(self) -> bool:
        block, at = self._block, self._position
        assert block
        if not block.is_decided:
            return self._read_undecided_block(block)
        self._position = block.parser.feed(self._buffer, at)
        block.source.append(self._buffer[at : self._position])
        return self._update_block(block) or self._position > at

    def _read_undecided_block(self, block: PossibleBlock) -> bool:
        """Read on until it is known whether the block has a call."""
        at, limit = self._position, block.start + _MAX_UNDECIDED
        self._position = block.parser.feed(self._buffer[:limit], at)
        is_call = block.decide()
        if is_call:
            block.source.append(self._buffer[block.start : self._position])
            self._update_block(block)
            return True
        is_at_limit = len(self._buffer) >= limit and self._position == at
        if is_call is False or block.parser.state is not BlockState.OPEN or is_at_limit:
            self._abandon_block(block)
            return True
        return self._position > at

    def _abandon_block(self, block: PossibleBlock) -> None:
        """Leave the block without a call: its opening is text, and what follows is read again."""
        self._block, self._mode = None, _Mode.FENCE if block.in_fence else _Mode.TEXT
        self._keys.used = block.keys_used
        self._position = block.start
        self._pass_opening(block.start + block.opening_length)

    def _is_cut_call(self, block: PossibleBlock) -> bool:
        """Return whether the answer was cut off within a call, rather than within a mention of a marker."""
        if block.is_decided or block.has_begun:
            return True
        follows = self._buffer[block.start + block.opening_length :]
        is_mention = not self._line.is_blank and _NEXT_WORD.match(follows) is not None
        return block.is_marked and not is_mention

    def _cut_block(self, block: PossibleBlock) -> None:
        """Leave the block that was cut off. Its cards show what came of it."""
        self._position = len(self._buffer)
        self._block, self._mode = None, _Mode.TEXT
        self._emit_events(block.cut_events(self._keys))

    def _cut_marker(self, end: int) -> bool:
        """Leave out a marker within which the answer was cut off: a call was begun."""
        self._position = end
        events: list[TextCallEvent] = []
        TextCall(next(self._keys), events).drop(is_cut=True)
        self._emit_events(events)
        return True

    def _close_block(self, block: PossibleBlock, *, is_complete: bool) -> None:
        block.source.append(self._buffer[self._position :])
        self._position = len(self._buffer)
        block.parser.close(is_complete=is_complete)
        self._update_block(block)

    def _update_block(self, block: PossibleBlock) -> bool:
        """Emit the block's events and leave the block if it has ended. Return whether it has."""
        parser = block.parser
        if any(isinstance(event, CallCompleted) for event in parser.events):
            # Only a later call of the block can still turn out to be text.
            block.source.clear()
        self._emit_events(parser.events)
        parser.events.clear()
        if parser.state is BlockState.OPEN:
            return False
        self._block, self._mode = None, _Mode.TEXT
        if parser.state is BlockState.CLOSED:
            self._line.reset()
            self._trailing = parser.trailing
            return True
        if block.in_fence:
            self._mode = _Mode.FENCE
        self._is_unclosed = True
        self._add_text("".join(block.source))
        return True

    def _emit_events(self, events: list[TextCallEvent]) -> None:
        if not events:
            return
        if self._leading_blank:
            self._pending_text += self._leading_blank
        self._flush_text()
        self._leading_blank = []
        self._items += events
