"""Calls that a model writes into its text, found while the text arrives.

Three forms are understood, whichever was asked for: a TOOL_REQUEST block, JSON with `tool_calls` (by itself at the
start of a line, or as all of a ```json fence), and JSON in <tool_call> or <tool_code>. The text around the calls
goes on as it is; what may still become a marker is held back until that is known.

Nothing in code is a call: not in a fence (CommonMark 4.5, at any indentation, in a quote or a list) and not
between backticks on one line. Nor is what stands in <think> at the start of a line.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from itertools import count

from deskpet.chat.messages import Notice
from deskpet.chat.model import NoticeDelta, TextDelta
from deskpet.chat.textmode.call_format import Found, State, WrittenEvent, stands_at
from deskpet.chat.textmode.json_call import TAGS, JsonCallParser, JsonEnclosure
from deskpet.chat.textmode.tool_request import REQUEST, ToolRequestParser, angles_end, marker_at
from deskpet.words import later

Item = TextDelta | NoticeDelta | WrittenEvent

# A marker after a lone backtick is held back until its line ends, or so many characters.
_POSSIBLE_CODE = 400
# What may stand before a fence or an object at the start of a line.
_LINE_START = 40

_CODE_ENDS = re.compile(r"\n|`{1,64}")
_SPECIAL = re.compile(r"[<{`~]")
_TICKS = re.compile(r"`{1,64}|~{1,64}")
_BEFORE_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?[ \t]*")
_JSON_INFO = re.compile(r"[ \t]{0,9}json[ \t]{0,9}\r?\n", re.IGNORECASE)
_HALF_JSON_INFO = re.compile(r"[ \t]{0,9}(?:j|js|jso|json[ \t]{0,9}\r?)?\Z", re.IGNORECASE)

_UNCLOSED = Notice(
    "warning",
    "unclosed_call",
    later("A tool call was not finished"),
    later("The model began to write a call, but did not close it as it must, so nothing was run."),
    later("What it wrote is shown as text. Ask again, or try another form of text_protocol in the settings."),
)


class _Mode(Enum):
    WORDS = auto()
    BLOCK = auto()
    FENCE_INFO = auto()
    FENCE = auto()
    THINK = auto()


class TextCallParser:
    """Finds the calls in one answer's text. Feed it every piece, and close it at the end.

    The same text gives the same items in any cut, but for where the cuts of text and arguments are. The keys of
    its calls count down from -1: they never meet those of calls that the server sends by itself.
    """

    def __init__(self, keys: Iterator[int] | None = None) -> None:
        self._keys = keys or count(-1, -1)
        self._text = ""
        self._at = 0
        self._is_last = self._is_unclosed = False
        self._mode = _Mode.WORDS
        self._out: list[Item] = []
        self._words: list[str] = []
        self._blank: list[str] | None = []
        self._line = ""
        self._code = 0
        self._fence = ""
        self._swallowed = ""
        self._block: ToolRequestParser | JsonCallParser | None = None
        self._start = 0
        self._opening = 0
        self._source: list[str] = []

    def feed(self, text: str) -> list[Item]:
        """What `text` brings: words, the events of calls, notices, in order."""
        kept = self._start if self._block and self._block.state is State.POSSIBLE else self._at
        self._text = self._text[kept:] + text
        self._start, self._at = 0, self._at - kept
        return self._read()

    def close(self) -> list[Item]:
        """What was held back. A block that is still open is text; a notice at the end tells of such blocks."""
        self._is_last = True
        out = self._read()
        while self._block:
            self._close_block(self._block)
            out += self._read()
        if self._blank:
            out.append(TextDelta("".join(self._blank)))
        if self._is_unclosed:
            out.append(NoticeDelta(_UNCLOSED))
        self._blank, self._is_unclosed = [], False
        return out

    def started_over(self) -> tuple[list[Item], "TextCallParser"]:
        """What was held back, where all words so far turned out to be none; and who reads those that follow."""
        found: list[Item] = [item for item in self.close() if not isinstance(item, NoticeDelta)]
        return found, TextCallParser(self._keys)

    def held(self) -> list[TextDelta]:
        """The words that are held back, where the reading ends early; a block that is open keeps its card."""
        if self._block and self._block.state is State.OPEN:
            return []
        kept = self._start if self._block else self._at
        words, self._text, self._at = self._text[kept:], "", 0
        return [TextDelta("".join(self._blank or ()) + words)] if words else []

    def _read(self) -> list[Item]:
        while self._at < len(self._text) and self._step():
            pass
        self._say()
        out, self._out = self._out, []
        return out

    def _step(self) -> bool:
        """Read on a little. False: more text is needed to know what comes."""
        match self._mode:
            case _Mode.WORDS:
                return self._in_words()
            case _Mode.BLOCK:
                return self._in_block()
            case _Mode.FENCE_INFO:
                return self._in_fence_info()
            case _Mode.FENCE:
                return self._in_fence()
            case _Mode.THINK:
                return self._in_thought()

    def _release(self, end: int) -> bool:
        """What stands before `end` is words."""
        self._add_words(self._text[self._at : end])
        self._at = end
        return True

    def _add_words(self, text: str) -> None:
        _, newline, line = text.rpartition("\n")
        self._line = (line if newline else self._line + line)[: _LINE_START + 1]
        if newline:
            self._code = 0
        if self._blank is not None:
            # Blank lines before the first word go with it, however they were cut.
            self._blank.append(text)
            if not text.strip():
                return
            text, self._blank = "".join(self._blank), None
        self._words.append(text)

    def _say(self) -> None:
        if text := "".join(self._words):
            self._out.append(TextDelta(text))
        self._words.clear()

    def _in_words(self) -> bool:
        """Up to the next character that may begin something."""
        text, at = self._text, self._at
        if self._swallowed and text[at] == self._swallowed:
            # A marker that is longer than it must be.
            self._at += 1
            return True
        self._swallowed = ""
        found = _SPECIAL.search(text, at)
        if found is None or found.start() > at:
            return self._release(found.start() if found else len(text))
        match text[at]:
            case "<":
                return self._angle()
            case "{":
                is_possible = not self._line.strip() and len(self._line) <= _LINE_START
                return self._begin_json(JsonEnclosure.BARE, at, 1) if is_possible else self._release(at + 1)
            case _:
                return self._ticks()

    def _angle(self) -> bool:
        text, at = self._text, self._at
        end = angles_end(text, at)
        found, after = marker_at(text, at, REQUEST)
        if found is Found.NOTHING and end - at > 1:
            return self._release(end - 1)
        if found is Found.WHOLE:
            return self._begin_outside_code(after, self._begin_request)
        tags = [stands_at(text, at, f"<{tag}>") for tag in TAGS]
        if Found.WHOLE in tags:
            after = at + len(f"<{TAGS[0]}>")
            return self._begin_outside_code(after, self._begin_tag)
        return self._think_tag(found is Found.PART or Found.PART in tags)

    def _think_tag(self, is_possible: bool) -> bool:
        thinks = stands_at(self._text, self._at, "<think>") if not self._line.strip() else Found.NOTHING
        if thinks is Found.WHOLE:
            self._mode = _Mode.THINK
            return self._release(self._at + len("<think>"))
        is_possible = is_possible or thinks is Found.PART
        return False if is_possible and not self._is_last else self._release(self._at + 1)

    def _begin_outside_code(self, end: int, begin: Callable[[int], bool]) -> bool:
        """Begin the block of a marker that ends at `end`, unless it stands between backticks."""
        match self._is_code(end):
            case None:
                return False
            case True:
                return self._release(end)
            case False:
                return begin(end)

    def _is_code(self, end: int) -> bool | None:
        """Whether the backticks before this place have others after it, on the same line; None: not known yet."""
        if not self._code:
            return False
        text, limit = self._text, end + _POSSIBLE_CODE
        for found in _CODE_ENDS.finditer(text, end, limit):
            if found[0] == "\n":
                return False
            is_whole = found.end() < min(len(text), limit) or self._is_last
            if is_whole and len(found[0]) == self._code:
                return True
        return False if self._is_last or len(text) > limit else None

    def _ticks(self) -> bool:
        found = _TICKS.match(self._text, self._at)
        assert found
        run, end = found[0], found.end()
        if end == len(self._text) and len(run) < 64 and not self._is_last:
            return False
        begins_line = len(self._line) <= _LINE_START and _BEFORE_FENCE.fullmatch(self._line)
        if len(run) >= 3 and begins_line:
            return self._begin_fence(run, end)
        if run[0] == "`":
            self._code = 0 if len(run) == self._code else self._code or len(run)
        return self._release(end)

    def _begin_fence(self, run: str, end: int) -> bool:
        self._fence = run
        if info := _JSON_INFO.match(self._text, end):
            return self._begin_json(JsonEnclosure.FENCE, info.end(), info.end() - self._at)
        if _HALF_JSON_INFO.match(self._text, end) and not self._is_last:
            return False
        self._mode = _Mode.FENCE_INFO
        return self._release(end)

    def _in_fence_info(self) -> bool:
        """The rest of a fence's first line. A backtick in it means that it was code within a line."""
        text, at = self._text, self._at
        end = text.find("\n", at) + 1
        tick = text.find("`", at, end or len(text)) if self._fence[0] == "`" else -1
        if tick >= 0:
            self._mode, self._code = _Mode.WORDS, len(self._fence)
            return self._release(tick)
        if end:
            self._mode = _Mode.FENCE
        return self._release(end or len(text))

    def _in_fence(self) -> bool:
        """Up to the end of a line. Only a line of nothing but fence ends the code."""
        text, at = self._text, self._at
        if not self._line:
            tick = self._fence[0]
            found = re.compile(rf"[ \t>]{{0,40}}{tick}{{0,80}}[ \t]{{0,40}}\r?").match(text, at)
            end = found.end() if found else at
            if end == len(text) and not self._is_last:
                return False
            if text[at:end].count(tick) >= len(self._fence) and text[end : end + 1] in ("\n", ""):
                self._mode = _Mode.WORDS
                return self._release(min(end + 1, len(text)))
        return self._release(text.find("\n", at) + 1 or len(text))

    def _in_thought(self) -> bool:
        text, at = self._text, self._at
        tag = text.find("<", at)
        if tag != at:
            return self._release(len(text) if tag < 0 else tag)
        match stands_at(text, at, "</think>"):
            case Found.PART if not self._is_last:
                return False
            case Found.WHOLE:
                self._mode = _Mode.WORDS
                return self._release(at + len("</think>"))
            case _:
                return self._release(at + 1)

    def _begin_request(self, end: int) -> bool:
        self._block = ToolRequestParser(self._keys)
        self._mode = _Mode.BLOCK
        self._source = [self._text[self._at : end]]
        self._at = end
        self._tell(self._block)
        return True

    def _begin_tag(self, end: int) -> bool:
        return self._begin_json(JsonEnclosure.TAG, end, end - self._at)

    def _begin_json(self, place: JsonEnclosure, begin: int, opening: int) -> bool:
        """A block of JSON may begin at `begin`; if it is none, its first `opening` characters are only words."""
        self._block = JsonCallParser(place, self._keys, self._fence)
        self._mode = _Mode.BLOCK
        self._start, self._opening, self._at = self._at, opening, begin
        return True

    def _in_block(self) -> bool:
        block = self._block
        assert block
        before, at = block.state, self._at
        self._at = block.feed(self._text, at)
        if before is State.OPEN:
            self._source.append(self._text[at : self._at])
        elif block.state is State.OPEN:
            self._source = [self._text[self._start : self._at]]
        return self._settle(block, before) or self._at > at

    def _close_block(self, block: ToolRequestParser | JsonCallParser) -> None:
        before = block.state
        if before is State.OPEN:
            self._source.append(self._text[self._at :])
            self._at = len(self._text)
        block.close()
        self._settle(block, before)

    def _settle(self, block: ToolRequestParser | JsonCallParser, before: State) -> bool:
        """Tell what the block found, and leave it when it has ended; whether it has."""
        self._tell(block)
        if block.state in (State.POSSIBLE, State.OPEN):
            return False
        self._block = None
        self._mode = _Mode.WORDS
        if block.state is State.CLOSED:
            self._line, self._code = "", 0
            self._swallowed = block.more
            return True
        if isinstance(block, JsonCallParser) and block.place is JsonEnclosure.FENCE:
            self._mode = _Mode.FENCE
        if before is State.POSSIBLE:
            self._at = self._start
            return self._release(self._start + self._opening)
        self._is_unclosed = True
        self._add_words("".join(self._source))
        return True

    def _tell(self, block: ToolRequestParser | JsonCallParser) -> None:
        if not block.events:
            return
        if self._blank:
            self._words += self._blank
        self._say()
        self._blank = []
        self._out += block.events
        block.events.clear()
