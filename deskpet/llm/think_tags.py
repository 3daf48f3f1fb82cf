"""Separates reasoning in `<think>...</think>` tags from the text, for servers that don't do so themselves.

An opening tag counts at the start of an answer, and after one thought also at the start of a line. A closing tag
without an opening one ends a thought that the chat template opened in the request, as those of R1 and QwQ do:
everything before it is reasoning. Tags in code are ignored, as are a closing tag in the middle of a line and one whose
opening tag was mentioned in the text before.

The channels of gpt-oss (harmony) and Gemma 4 are read alike; as special tokens they count anywhere outside of code.
The marks of the other channels stay in the text: they belong to calls, or are hidden later.
"""

import re
from collections.abc import Iterable
from enum import Enum, auto

from deskpet.chat.model import TextDelta, TextWasThinkingDelta, ThinkingDelta, ThinkingWasTextDelta

ThinkTagDelta = TextDelta | ThinkingDelta | TextWasThinkingDelta | ThinkingWasTextDelta

# The next message of harmony ends a thought as well, and is read again.
_HARMONY_CLOSERS = ("<|end|>", "<|start|>assistant", "<|channel|>", "<|return|>")
_CLOSERS = {
    "<think>": ("</think>",),
    "<thinking>": ("</thinking>",),
    "<reasoning>": ("</reasoning>",),
    # Gemini's compatible endpoint.
    "<thought>": ("</thought>",),
    # Seed, Magistral and Kimi.
    "<seed:think>": ("</seed:think>",),
    "[think]": ("[/think]",),
    "◁think▷": ("◁/think▷",),
    # Cohere.
    "<|start_thinking|>": ("<|end_thinking|>",),
    "<|channel>thought": ("<channel|>",),
    "<|channel|>analysis<|message|>": _HARMONY_CLOSERS,
    "<|start|>assistant<|channel|>analysis<|message|>": _HARMONY_CLOSERS,
}
_CHANNELS = {tag for tag in _CLOSERS if tag.startswith("<|")}
# These end only a thought that their own mark began.
_CHANNEL_CLOSERS = {closer for tag in _CHANNELS for closer in _CLOSERS[tag]}
_READ_AGAIN = {"<|start|>assistant", "<|channel|>"}
_ALONE = {closer for closers in _CLOSERS.values() for closer in closers} - _CHANNEL_CLOSERS
# The longest first: some are the beginning of others.
_TAGS = tuple(sorted({*_CLOSERS, *_ALONE, *_CHANNEL_CLOSERS}, key=len, reverse=True))
_MAX_TAG_LENGTH = max(map(len, _TAGS))
_TAG_BEGIN = re.compile("[<[◁]")
# ASCII: otherwise IGNORECASE matches a dotless i, and the tag is not a key of _CLOSERS.
_ANY_TAG = re.compile("|".join(map(re.escape, _TAGS)), re.IGNORECASE | re.ASCII)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
# Characters kept of the start of a line, to recognise a fence.
_MAX_LINE_START = 80
# A tag after one of these is quoted if its line continues after the tag.
_QUOTING_CHARACTERS = " \t\"'`(<“‘„«「『（《"


class _State(Enum):
    """The state of the parser. EXPECTED: in a thought without an opening tag."""

    START = auto()
    EXPECTED = auto()
    THOUGHT = auto()
    TEXT = auto()


class ThinkTagParser:
    """Incremental parser of reasoning tags; the text may be cut anywhere, and tags are matched case-insensitively.

    `texts` are the pieces of text outside thoughts, `unclassified` all pieces received before the first of them.
    If `expected`, the endpoint is known to start in a thought without an opening tag.
    """

    def __init__(self, *, expected: bool = False) -> None:
        self.texts: list[str] = []
        self.unclassified: list[str] = []
        self._buffer = ""
        self._state = _State.START
        # Whether the state is TEXT and the buffer is empty; cached because it is read for each token.
        self._is_plain_text = False
        self._after_start = _State.EXPECTED if expected else _State.TEXT
        self._closers: tuple[str, ...] = ()
        self._has_thought = False
        self._has_mentioned_opener = False
        self._markdown = _MarkdownScanner()
        self._scanned_count = 0

    def accept_plain(self, text: str) -> bool:
        """Fast path: if `text` can't contain a tag, record it as text and return True."""
        if self._is_plain_text and "<" not in text and "[" not in text and "◁" not in text:
            self.texts.append(text)
            return True
        return False

    def leave_fast_path(self) -> None:
        """Let `accept_plain` refuse the next text, so that it is passed to `feed`."""
        self._is_plain_text = False

    def feed(self, text: str) -> list[ThinkTagDelta]:
        """Return the deltas in `text`; buffers the end if it may be the start of a tag."""
        if not self.texts:
            self.unclassified.append(text)
        self._buffer += text
        return self._parse(is_last=False)

    def flush(self) -> list[ThinkTagDelta]:
        """Return the buffered text as deltas, before a delta of another kind."""
        return self._parse(is_last=True) if self._buffer and self._state is not _State.START else []

    def expect_no_thought(self) -> list[ThinkTagDelta]:
        """Stop expecting reasoning in the text, because the server sends it in a field of its own."""
        out: list[ThinkTagDelta] = []
        if self._state is _State.EXPECTED:
            self._state = _State.TEXT
            out.append(ThinkingWasTextDelta())
        self._after_start = _State.TEXT
        return out

    def close(self, *, is_complete: bool) -> list[ThinkTagDelta]:
        """End the answer and returns the buffered deltas; `is_complete` is False if the answer was cut off."""
        out = self._parse(is_last=True)
        if self._state is _State.EXPECTED and is_complete:
            out.append(ThinkingWasTextDelta())
        return out

    def _parse(self, *, is_last: bool) -> list[ThinkTagDelta]:
        out: list[ThinkTagDelta] = []
        if self._state is _State.START and not self._detect_start(is_last=is_last):
            return out
        position = 0
        for tag in _ANY_TAG.finditer(self._buffer):
            if not is_last and _is_tag_prefix(self._buffer[tag.start() :], _TAGS):
                # It may be the beginning of a longer one.
                break
            before, name = self._buffer[position : tag.start()], tag[0].lower()
            if self._state is not _State.TEXT:
                self._add_thought(before, out)
                position = tag.start()
                if not self._ends_thought(name):
                    continue
                self._end_thought()
                if name not in _READ_AGAIN and name not in _CLOSERS:
                    position = tag.end()
                    continue
                before = ""
            self._add_text(before, out)
            position = tag.start()
            after = self._buffer[tag.end() : tag.end() + 1]
            if not after and not is_last and name not in _CLOSERS:
                # The next character decides if this tag is quoted.
                break
            if self._switch_on_tag(name, after, out):
                position = tag.end()
        end = len(self._buffer) - (0 if is_last else _pending_length(self._buffer[position:]))
        (self._add_text if self._state is _State.TEXT else self._add_thought)(self._buffer[position:end], out)
        self._buffer = self._buffer[end:]
        self._is_plain_text = self._state is _State.TEXT and not self._buffer
        return out

    def _detect_start(self, *, is_last: bool) -> bool:
        """Set the first state. Returns False if more text is needed for that."""
        start = self._buffer.lstrip()
        if not is_last and (not start or (len(start) < _MAX_TAG_LENGTH and _is_tag_prefix(start, _CLOSERS))):
            return False
        tag = _ANY_TAG.match(start)
        self._state = self._after_start
        if tag and tag[0].lower() in _CLOSERS:
            self._state, self._closers = _State.THOUGHT, _CLOSERS[tag[0].lower()]
            self._buffer = start[tag.end() :]
        return True

    def _ends_thought(self, tag: str) -> bool:
        if self._state is not _State.THOUGHT:
            return tag in _ALONE
        # A new channel ends one of harmony.
        return tag in self._closers or (tag in _CHANNELS and self._closers == _HARMONY_CLOSERS)

    def _end_thought(self) -> None:
        self._state = _State.TEXT
        self._has_thought = True
        self._markdown, self._scanned_count = _MarkdownScanner(), len(self.texts)

    def _switch_on_tag(self, tag: str, after: str, out: list[ThinkTagDelta]) -> bool:
        """Change the state if `tag`, found in text, opens a thought or closes one that no tag opened."""
        self._markdown.feed("".join(self.texts[self._scanned_count :]))
        self._scanned_count = len(self.texts)
        if tag in _CLOSERS:
            is_channel = tag in _CHANNELS and not self._markdown.is_quoted(after)
            if is_channel or (self._has_thought and self._markdown.is_at_line_start):
                self._state, self._closers = _State.THOUGHT, _CLOSERS[tag]
                return True
            self._has_mentioned_opener = True
        elif tag in _ALONE and not (self._has_thought or self._has_mentioned_opener or self._markdown.is_quoted(after)):
            if self.texts:
                out.append(TextWasThinkingDelta())
            self._end_thought()
            return True
        return False

    def _add_text(self, text: str, out: list[ThinkTagDelta]) -> None:
        if text:
            self.texts.append(text)
            out.append(TextDelta(text))

    def _add_thought(self, thought: str, out: list[ThinkTagDelta]) -> None:
        if thought:
            out.append(ThinkingDelta(thought))


class _MarkdownScanner:
    """Scans Markdown as far as needed to tell if the next word is in code or quoted."""

    def __init__(self) -> None:
        self._line = ""
        self._last = ""
        self._ticks = 0
        self._fence = ""

    @property
    def is_at_line_start(self) -> bool:
        """Whether the next word starts a line outside a fence."""
        return not self._fence and not self._line.strip()

    def is_quoted(self, after: str) -> bool:
        """Whether the next word, followed by `after`, is in code or in the middle of a sentence.

        Code is a fenced block, or the text after an unpaired backtick on the line.
        """
        in_code = bool(self._fence) or self._ticks % 2 == 1
        in_sentence = bool(self._line.strip()) and self._last in _QUOTING_CHARACTERS and after not in ("", "\r", "\n")
        return in_code or in_sentence

    def feed(self, text: str) -> None:
        """Scan more text, in time proportional to its length."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self._end_line()
            self._line = (self._line + line)[:_MAX_LINE_START]
            self._last = line[-1:] or self._last
            self._ticks += line.count("`")

    def _end_line(self) -> None:
        if fence := _FENCE.match(self._line):
            if not self._fence:
                self._fence = fence[1]
            elif fence[1].startswith(self._fence) and not self._line[fence.end() :].strip():
                self._fence = ""
        self._line, self._ticks = "", 0


def _is_tag_prefix(text: str, tags: Iterable[str]) -> bool:
    start = text.lower()
    return any(tag.startswith(start) and tag != start for tag in tags)


def _pending_length(text: str) -> int:
    """Return the length of the end of `text` that is a tag, or may be the start of one."""
    end = text[-_MAX_TAG_LENGTH:].lower()
    return next(
        (
            len(end) - begin.start()
            for begin in _TAG_BEGIN.finditer(end)
            if _is_tag_prefix(end[begin.start() :], _TAGS) or end[begin.start() :] in _TAGS
        ),
        0,
    )
