"""Reasoning written into the text: `<think>...</think>`, as R1 and its kin send it where the server does not tell the
reasoning from the words.

A tag opens a thought at the start of an answer, and after one such thought also at the start of a line. An end without
a beginning is that of a thought which the request itself began, as the templates of R1 and QwQ do: all before it was
reasoning. In code no tag counts; nor does an end in the middle of a line, or one whose beginning is spoken of before.
"""

import re
from collections.abc import Iterable
from enum import Enum, auto

from deskpet.chat.model import TextDelta, TextWasThinkingDelta, ThinkingDelta, ThinkingWasTextDelta

ThoughtDelta = TextDelta | ThinkingDelta | TextWasThinkingDelta | ThinkingWasTextDelta

_CLOSERS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<reasoning>": "</reasoning>",
    # Gemini's compatible endpoint.
    "<thought>": "</thought>",
    # Seed, Magistral and Kimi.
    "<seed:think>": "</seed:think>",
    "[think]": "[/think]",
    "◁think▷": "◁/think▷",
}
_TAGS = (*_CLOSERS, *_CLOSERS.values())
_LONGEST = max(map(len, _TAGS))
# ASCII: else a dotless i would do for an i, and the name found would be none of the above.
_ANY_TAG = re.compile("|".join(map(re.escape, _TAGS)), re.IGNORECASE | re.ASCII)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
# How much of a line's start may have to be seen again.
_LINE_START = 80
# After one of these, a tag that its line goes on after is one that is spoken of.
_BEFORE_QUOTED = " \t\"'`(<“‘„«「『（《"


class _State(Enum):
    """Where in the answer the words have come to. EXPECTED: in a thought that no tag has begun."""

    START = auto()
    EXPECTED = auto()
    THOUGHT = auto()
    WORDS = auto()


class ThinkTags:
    """Tells the reasoning from the words, piece by piece, in any cuts; tags in any case.

    `said` are the words so far, `before` all that came while there were none. Where the endpoint is known to begin in a
    thought, `expected`, all is one until an end comes.
    """

    def __init__(self, *, expected: bool = False) -> None:
        self.said: list[str] = []
        self.before: list[str] = []
        self._held = ""
        self._state = _State.START
        # Whether the state is WORDS and nothing is held back: asked for every few letters of an answer.
        self._in_words = False
        self._after_start = _State.EXPECTED if expected else _State.WORDS
        self._closer = ""
        self._has_thought = False
        self._names_opener = False
        self._prose = _Prose()
        self._looked_at = 0

    def takes(self, words: str) -> bool:
        """Whether these are plain words, as nearly all are: then they are kept as said, and nothing is in them."""
        if self._in_words and "<" not in words and "[" not in words and "◁" not in words:
            self.said.append(words)
            return True
        return False

    def feed(self, text: str) -> list[ThoughtDelta]:
        """The deltas in `text`; what may still become a tag is held back."""
        if not self.said:
            self.before.append(text)
        self._held += text
        return self._read(is_last=False)

    def let_go(self) -> list[ThoughtDelta]:
        """What is held back, where something else than words follows."""
        return self._read(is_last=True) if self._held and self._state is not _State.START else []

    def told_apart(self) -> list[ThoughtDelta]:
        """The server sends the reasoning by itself: none is expected in the words."""
        out: list[ThoughtDelta] = []
        if self._state is _State.EXPECTED:
            self._state = _State.WORDS
            out.append(ThinkingWasTextDelta())
        self._after_start = _State.WORDS
        return out

    def close(self, *, is_whole: bool) -> list[ThoughtDelta]:
        """What was held back when the answer ended; `is_whole` where it was not broken off."""
        out = self._read(is_last=True)
        if self._state is _State.EXPECTED and is_whole:
            out.append(ThinkingWasTextDelta())
        return out

    def _read(self, *, is_last: bool) -> list[ThoughtDelta]:
        out: list[ThoughtDelta] = []
        if self._state is _State.START and not self._begin(is_last=is_last):
            return out
        at = 0
        for tag in _ANY_TAG.finditer(self._held):
            before, name = self._held[at : tag.start()], tag[0].lower()
            if self._state is not _State.WORDS:
                self._tell_thought(before, out)
                at = tag.start()
                if self._ends_thought(name):
                    self._end_thought()
                    at = tag.end()
                continue
            self._tell_words(before, out)
            at = tag.start()
            after = self._held[tag.end() : tag.end() + 1]
            if not after and not is_last and name not in _CLOSERS:
                # What follows may have to be known.
                break
            if self._turns(name, after, out):
                at = tag.end()
        end = len(self._held) - (0 if is_last else _undecided(self._held[at:]))
        (self._tell_words if self._state is _State.WORDS else self._tell_thought)(self._held[at:end], out)
        self._held = self._held[end:]
        self._in_words = self._state is _State.WORDS and not self._held
        return out

    def _begin(self, *, is_last: bool) -> bool:
        """Whether it is known how the answer begins."""
        begun = self._held.lstrip()
        if not is_last and (not begun or (len(begun) < _LONGEST and _may_become(begun, _CLOSERS))):
            return False
        tag = _ANY_TAG.match(begun)
        self._state = self._after_start
        if tag and tag[0].lower() in _CLOSERS:
            self._state, self._closer = _State.THOUGHT, _CLOSERS[tag[0].lower()]
            self._held = begun[tag.end() :]
        return True

    def _ends_thought(self, tag: str) -> bool:
        return tag == self._closer if self._state is _State.THOUGHT else tag in _CLOSERS.values()

    def _end_thought(self) -> None:
        self._state = _State.WORDS
        self._has_thought = True
        self._prose, self._looked_at = _Prose(), len(self.said)

    def _turns(self, tag: str, after: str, out: list[ThoughtDelta]) -> bool:
        """Whether `tag`, in the words, begins a thought, or ends one that nobody had begun."""
        self._prose.feed("".join(self.said[self._looked_at :]))
        self._looked_at = len(self.said)
        if tag in _CLOSERS:
            if self._has_thought and self._prose.at_line_start:
                self._state, self._closer = _State.THOUGHT, _CLOSERS[tag]
                return True
            self._names_opener = True
        elif not (self._has_thought or self._names_opener or self._prose.is_quoted(after)):
            if self.said:
                out.append(TextWasThinkingDelta())
            self._end_thought()
            return True
        return False

    def _tell_words(self, words: str, out: list[ThoughtDelta]) -> None:
        if words:
            self.said.append(words)
            out.append(TextDelta(words))

    def _tell_thought(self, thought: str, out: list[ThoughtDelta]) -> None:
        if thought:
            out.append(ThinkingDelta(thought))


class _Prose:
    """How far markdown has come, as much as it takes to know whether the next word is code."""

    def __init__(self) -> None:
        self._line = ""
        self._last = ""
        self._ticks = 0
        self._fence = ""

    @property
    def at_line_start(self) -> bool:
        """Whether nothing stands before the next word on its line, and it is not in a fence."""
        return not self._fence and not self._line.strip()

    def is_quoted(self, after: str) -> bool:
        """Whether the next word, with `after` behind it, is in code or in the middle of a sentence.

        Code is what is in a fence, or behind a backtick on its line that none has closed.
        """
        in_code = bool(self._fence) or self._ticks % 2 == 1
        in_sentence = bool(self._line.strip()) and self._last in _BEFORE_QUOTED and after not in ("", "\r", "\n")
        return in_code or in_sentence

    def feed(self, text: str) -> None:
        """More words. Costs what they are worth."""
        line, *others = text.split("\n")
        self._go_on(line)
        for line in others:
            self._end_line()
            self._go_on(line)

    def _go_on(self, text: str) -> None:
        self._line = (self._line + text)[:_LINE_START]
        self._last = text[-1:] or self._last
        self._ticks += text.count("`")

    def _end_line(self) -> None:
        if found := _FENCE.match(self._line):
            if not self._fence:
                self._fence = found[1]
            elif found[1].startswith(self._fence) and not self._line[found.end() :].strip():
                self._fence = ""
        self._line, self._ticks = "", 0


def _may_become(text: str, tags: Iterable[str]) -> bool:
    start = text.lower()
    return any(tag.startswith(start) and tag != start for tag in tags)


def _undecided(text: str) -> int:
    """How many characters at the end of `text` are a tag that nothing follows yet, or may be the beginning of one."""
    end = text[-_LONGEST:].lower()
    return next((len(end) - at for at in range(len(end)) if _may_become(end[at:], _TAGS) or end[at:] in _TAGS), 0)
