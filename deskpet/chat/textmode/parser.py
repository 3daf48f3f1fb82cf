"""Incremental parser that finds tool calls in the text of an answer.

Three formats are parsed, whichever was asked for: a TOOL_REQUEST block, JSON with `tool_calls` (bare at the start of
a line, or as the whole content of a ```json fence), and JSON in <tool_call> or <tool_code>. Other text is passed
through unchanged; a possible start of a marker is held back until it is decided.

Code contains no calls: neither a fence (CommonMark 4.5, at any indentation, in a quote or a list) nor a code span on
one line. <think> at the start of a line contains none either.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from itertools import count

from deskpet.chat.messages import Notice
from deskpet.chat.model import NoticeDelta, TextDelta
from deskpet.chat.textmode.call_format import BlockState, TextCallEvent, WordMatch, match_word
from deskpet.chat.textmode.json_call import TAGS, JsonCallParser, JsonEnclosure
from deskpet.chat.textmode.tool_request import REQUEST, ToolRequestParser, angles_end, marker_at
from deskpet.words import tr_noop

ParsedItem = TextDelta | NoticeDelta | TextCallEvent

# A marker after an unpaired backtick is held back until the line ends, or for this many characters.
_MAX_CODE_SPAN = 400
# Maximum length of the indentation and list markers before a fence or an object.
_MAX_LINE_PREFIX = 40

_CODE_ENDS = re.compile(r"\n|`{1,64}")
_SPECIAL = re.compile(r"[<{`~]")
_TICKS = re.compile(r"`{1,64}|~{1,64}")
_BEFORE_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?[ \t]*")
_JSON_INFO = re.compile(r"[ \t]{0,9}json[ \t]{0,9}\r?\n", re.IGNORECASE)
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


class TextCallParser:
    """Finds the calls in the text of one answer. Pass every piece to `feed`, then call `close`.

    The items do not depend on how the text is split, except for the splits of text and arguments. The keys of its
    calls count down from -1, so they never equal those of native calls, which count up from 0.
    """

    def __init__(self, keys: Iterator[int] | None = None) -> None:
        self._keys = keys or count(-1, -1)
        self._buffer = ""
        self._position = 0
        self._is_at_end = self._is_unclosed = False
        self._mode = _Mode.TEXT
        self._items: list[ParsedItem] = []
        self._pending_text: list[str] = []
        self._leading_blank: list[str] | None = []
        self._line = ""
        self._code_ticks = 0
        self._fence = ""
        self._trailing_character = ""
        self._block: ToolRequestParser | JsonCallParser | None = None
        self._block_start = 0
        self._opening_length = 0
        self._block_source: list[str] = []

    def feed(self, text: str) -> list[ParsedItem]:
        """Parse a piece of text; return text, call events and notices in order."""
        start = self._block_start if self._block and self._block.state is BlockState.POSSIBLE else self._position
        self._buffer = self._buffer[start:] + text
        self._block_start, self._position = 0, self._position - start
        return self._parse()

    def close(self) -> list[ParsedItem]:
        """Return what was held back. The source of an open block becomes text, with a notice at the end."""
        self._is_at_end = True
        items = self._parse()
        while self._block:
            self._close_block(self._block)
            items += self._parse()
        if self._leading_blank:
            items.append(TextDelta("".join(self._leading_blank)))
        if self._is_unclosed:
            items.append(NoticeDelta(_UNCLOSED))
        self._leading_blank, self._is_unclosed = [], False
        return items

    def restart(self) -> tuple[list[ParsedItem], "TextCallParser"]:
        """Close after the text turned out to be reasoning; return what was held back and the parser to use next."""
        held: list[ParsedItem] = [item for item in self.close() if not isinstance(item, NoticeDelta)]
        return held, TextCallParser(self._keys)

    def take_held_text(self) -> list[TextDelta]:
        """Return the text held back after an early end. The source of an open block is dropped: its card shows it."""
        if self._block and self._block.state is BlockState.OPEN:
            return []
        start = self._block_start if self._block else self._position
        text, self._buffer, self._position = self._buffer[start:], "", 0
        return [TextDelta("".join(self._leading_blank or ()) + text)] if text else []

    def _parse(self) -> list[ParsedItem]:
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

    def _pass_through(self, end: int) -> bool:
        """Pass the text before `end` through. Return True."""
        self._add_text(self._buffer[self._position : end])
        self._position = end
        return True

    def _add_text(self, text: str) -> None:
        _, newline, line = text.rpartition("\n")
        self._line = (line if newline else self._line + line)[: _MAX_LINE_PREFIX + 1]
        if newline:
            self._code_ticks = 0
        if self._leading_blank is not None:
            # Leading blank lines are emitted together with the first word, so that splits do not matter.
            self._leading_blank.append(text)
            if not text.strip():
                return
            text, self._leading_blank = "".join(self._leading_blank), None
        self._pending_text.append(text)

    def _flush_text(self) -> None:
        if text := "".join(self._pending_text):
            self._items.append(TextDelta(text))
        self._pending_text.clear()

    def _read_text(self) -> bool:
        """Read up to the next character that may begin a marker."""
        text, at = self._buffer, self._position
        if self._trailing_character and text[at] == self._trailing_character:
            # The end marker was longer than required.
            self._position += 1
            return True
        self._trailing_character = ""
        match = _SPECIAL.search(text, at)
        if match is None or match.start() > at:
            return self._pass_through(match.start() if match else len(text))
        match text[at]:
            case "<":
                return self._read_angle()
            case "{":
                is_possible = not self._line.strip() and len(self._line) <= _MAX_LINE_PREFIX
                return self._begin_json(JsonEnclosure.BARE, at, 1) if is_possible else self._pass_through(at + 1)
            case _:
                return self._read_ticks()

    def _read_angle(self) -> bool:
        text, at = self._buffer, self._position
        end = angles_end(text, at)
        match, after = marker_at(text, at, REQUEST)
        if match is WordMatch.NONE and end - at > 1:
            return self._pass_through(end - 1)
        if match is WordMatch.FULL:
            return self._begin_outside_code(after, self._begin_request)
        tags = [match_word(text, at, f"<{tag}>") for tag in TAGS]
        if WordMatch.FULL in tags:
            after = at + len(f"<{TAGS[0]}>")
            return self._begin_outside_code(after, self._begin_tag)
        return self._read_think_tag(match is WordMatch.PARTIAL or WordMatch.PARTIAL in tags)

    def _read_think_tag(self, is_possible: bool) -> bool:
        match = match_word(self._buffer, self._position, "<think>") if not self._line.strip() else WordMatch.NONE
        if match is WordMatch.FULL:
            self._mode = _Mode.THINK
            return self._pass_through(self._position + len("<think>"))
        is_possible = is_possible or match is WordMatch.PARTIAL
        return False if is_possible and not self._is_at_end else self._pass_through(self._position + 1)

    def _begin_outside_code(self, end: int, begin: Callable[[int], bool]) -> bool:
        """Begin the block of a marker that ends at `end`, unless it is in a code span."""
        match self._is_in_code(end):
            case None:
                return False
            case True:
                return self._pass_through(end)
            case False:
                return begin(end)

    def _is_in_code(self, end: int) -> bool | None:
        """Return whether the open backticks are closed after `end` on the same line; None if not known yet."""
        if not self._code_ticks:
            return False
        text, limit = self._buffer, end + _MAX_CODE_SPAN
        for match in _CODE_ENDS.finditer(text, end, limit):
            if match[0] == "\n":
                return False
            is_complete = match.end() < min(len(text), limit) or self._is_at_end
            if is_complete and len(match[0]) == self._code_ticks:
                return True
        return False if self._is_at_end or len(text) > limit else None

    def _read_ticks(self) -> bool:
        match = _TICKS.match(self._buffer, self._position)
        assert match
        run, end = match[0], match.end()
        if end == len(self._buffer) and len(run) < 64 and not self._is_at_end:
            return False
        begins_line = len(self._line) <= _MAX_LINE_PREFIX and _BEFORE_FENCE.fullmatch(self._line)
        if len(run) >= 3 and begins_line:
            return self._begin_fence(run, end)
        if run[0] == "`":
            self._code_ticks = 0 if len(run) == self._code_ticks else self._code_ticks or len(run)
        return self._pass_through(end)

    def _begin_fence(self, run: str, end: int) -> bool:
        self._fence = run
        if info := _JSON_INFO.match(self._buffer, end):
            return self._begin_json(JsonEnclosure.FENCE, info.end(), info.end() - self._position)
        if _INCOMPLETE_JSON_INFO.match(self._buffer, end) and not self._is_at_end:
            return False
        self._mode = _Mode.FENCE_INFO
        return self._pass_through(end)

    def _read_fence_info(self) -> bool:
        """Read the rest of a fence's first line. A backtick in it means that it was a code span."""
        text, at = self._buffer, self._position
        end = text.find("\n", at) + 1
        tick = text.find("`", at, end or len(text)) if self._fence[0] == "`" else -1
        if tick >= 0:
            self._mode, self._code_ticks = _Mode.TEXT, len(self._fence)
            return self._pass_through(tick)
        if end:
            self._mode = _Mode.FENCE
        return self._pass_through(end or len(text))

    def _read_fence(self) -> bool:
        """Read up to the end of a line. Only a line that consists of the fence ends the code."""
        text, at = self._buffer, self._position
        if not self._line:
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

    def _begin_request(self, end: int) -> bool:
        self._block = ToolRequestParser(self._keys)
        self._mode = _Mode.BLOCK
        self._block_source = [self._buffer[self._position : end]]
        self._position = end
        self._emit_events(self._block)
        return True

    def _begin_tag(self, end: int) -> bool:
        return self._begin_json(JsonEnclosure.TAG, end, end - self._position)

    def _begin_json(self, enclosure: JsonEnclosure, begin: int, opening: int) -> bool:
        """Begin a possible JSON block at `begin`. If it is rejected, its first `opening` characters are text."""
        self._block = JsonCallParser(enclosure, self._keys, self._fence)
        self._mode = _Mode.BLOCK
        self._block_start, self._opening_length, self._position = self._position, opening, begin
        return True

    def _read_block(self) -> bool:
        block = self._block
        assert block
        previous_state, at = block.state, self._position
        self._position = block.feed(self._buffer, at)
        if previous_state is BlockState.OPEN:
            self._block_source.append(self._buffer[at : self._position])
        elif block.state is BlockState.OPEN:
            self._block_source = [self._buffer[self._block_start : self._position]]
        return self._update_block(block, previous_state) or self._position > at

    def _close_block(self, block: ToolRequestParser | JsonCallParser) -> None:
        previous_state = block.state
        if previous_state is BlockState.OPEN:
            self._block_source.append(self._buffer[self._position :])
            self._position = len(self._buffer)
        block.close()
        self._update_block(block, previous_state)

    def _update_block(self, block: ToolRequestParser | JsonCallParser, previous_state: BlockState) -> bool:
        """Emit the block's events and leave the block if it has ended. Return whether it has."""
        self._emit_events(block)
        if block.state in (BlockState.POSSIBLE, BlockState.OPEN):
            return False
        self._block = None
        self._mode = _Mode.TEXT
        if block.state is BlockState.CLOSED:
            self._line, self._code_ticks = "", 0
            self._trailing_character = block.trailing_character
            return True
        if isinstance(block, JsonCallParser) and block.enclosure is JsonEnclosure.FENCE:
            self._mode = _Mode.FENCE
        if previous_state is BlockState.POSSIBLE:
            self._position = self._block_start
            return self._pass_through(self._block_start + self._opening_length)
        self._is_unclosed = True
        self._add_text("".join(self._block_source))
        return True

    def _emit_events(self, block: ToolRequestParser | JsonCallParser) -> None:
        if not block.events:
            return
        if self._leading_blank:
            self._pending_text += self._leading_blank
        self._flush_text()
        self._leading_blank = []
        self._items += block.events
        block.events.clear()
