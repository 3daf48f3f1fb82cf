"""The text of a paragraph as it could be spoken, from its inline tokens, with the source of each character.

markdown-it's inline tokens have no positions; they are found by walking the source along with the tokens.
"""

import re
from html import unescape
from typing import TYPE_CHECKING, ClassVar
from unicodedata import lookup

from deskpet.features.voice.spoken_text.language import CJK
from deskpet.features.voice.spoken_text.mapped_text import MappedText
from deskpet.features.voice.spoken_text.paragraphs import Paragraph
from deskpet.features.voice.spoken_text.symbols import LINE_MARK, UNSPOKEN_TAG, is_address, reads_as_words

if TYPE_CHECKING:
    from markdown_it.token import Token

_ENTITY = re.compile(r"&(?:#[xX]?[0-9a-fA-F]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")
_TASK = re.compile(r"\[[ xX]\](?=\s)")
_IS_CJK = re.compile(f"[{CJK}]")
_SENTENCE_END = re.compile(r"[.!?…。！？｡♪~～\n][\"'”’)\]）」』*_]*\s*$")
_OPENING_MARK = re.compile(r"[`*_\[<$(（【\\]")
# How far a mark that may open something holds back what follows it, in characters, while its end may still come.
_HOLDS = {
    "`": 200,
    "*": 200,
    "_": 200,
    "[": 200,
    "<": 100,
    "$": 80,
    "$$": 2000,
    "\\[": 2000,
    "\\(": 200,
    "\\begin": 2000,
} | dict.fromkeys("(（【", 24)
_LONGEST_HOLD = max(_HOLDS.values())
_CLOSING = {"(": ")", "（": "）)", "【": "】", "[": "]", "<": ">"}


# Greek letters whose names are the same in LaTeX and Unicode.
_GREEK = "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega"
_ONE_NAME = re.compile(
    rf"(?:\$\$?|\\[(\[])\s*(?P<name>[A-Za-z]|\d+(?:[.,]\d+)?|\\(?P<greek>{_GREEK}))\s*(?:\$\$?|\\[)\]])"
)


class InlineText:
    """Walks the tokens of one paragraph.

    spoken: the text, with a line feed where a piece has to end.
    hold: offset in all text from which on the meaning may still change, or None. Only set for an open paragraph.
    """

    def __init__(self, paragraph: Paragraph, *, stage_directions: bool) -> None:
        """Walk a paragraph. stage_directions: keep them."""
        self._source, self._offsets = paragraph.source, paragraph.offsets
        self._is_open, self._stage_directions = paragraph.is_open, stage_directions
        self._at = 0
        self._letters: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._opened: list[int] = []  # number of letters where open emphasis or links begin
        self._marks: list[tuple[int, str]] = []  # literal marks that may open something, and where
        self._undecided: int | None = None  # where a stage direction begins that may be none
        task = _TASK.match(paragraph.source) if paragraph.is_item else None
        self._task_end = task.end() if task else 0
        self._before: Token | None = None
        for token in paragraph.children:
            if handler := self._handlers.get(token.type):
                handler(self, token)
            self._before = token
        self.spoken = self._mapped(paragraph.blank)
        holds = [paragraph.hold, self._hold() if paragraph.is_open else None]
        self.hold = min((hold for hold in holds if hold is not None), default=None)

    def _mapped(self, blank: int | None) -> MappedText:
        text, offsets = "".join(self._letters), self._offsets
        starts = tuple(map(offsets.__getitem__, self._starts))
        ends = tuple(offsets[end - 1] + 1 for end in self._ends)
        if blank is None:
            return MappedText(text, starts, ends)
        return MappedText(f"{text} ", (*starts, blank), (*ends, blank + 1))

    def _add(self, letter: str, start: int, end: int) -> None:
        if start >= self._task_end:
            self._letters.append(letter)
            self._starts.append(start)
            self._ends.append(max(end, start + 1))

    def _text(self, token: "Token") -> None:
        if "&" not in token.content and self._source.startswith(token.content, self._at):
            self._verbatim(token.content)
            return
        for letter in token.content:
            start, end = self._find(letter)
            is_escaped = end - start > 1
            if letter == "\\" and self._source.startswith("\\begin{", start):
                self._marks.append((start, "\\begin"))
            elif letter in "`*_[<$(（【" and not (is_escaped and letter not in "(["):
                self._marks.append((start, f"\\{letter}" if is_escaped else letter))
            self._add(letter, start, end)
            self._at = end

    def _verbatim(self, content: str) -> None:
        """Add text that stands in the source as it is, which most text does."""
        start, self._at = self._at, self._at + len(content)
        for match in _OPENING_MARK.finditer(content):
            place = start + match.start()
            if match[0] != "\\":
                self._marks.append((place, match[0]))
            elif self._source.startswith("\\begin{", place):
                self._marks.append((place, "\\begin"))
        first = max(start, self._task_end)
        self._letters += content[first - start :]
        self._starts += range(first, self._at)
        self._ends += range(first + 1, self._at + 1)

    def _find(self, letter: str) -> tuple[int, int]:
        """Return where the source of the next letter begins and ends."""
        text, at = self._source, self._at
        entity = _ENTITY.match(text, at) if text[at : at + 1] == "&" else None
        if entity and unescape(entity[0]).startswith(letter):
            return at, entity.end()
        if text[at : at + 1] == letter:
            return at, at + 1
        if text[at : at + 2] == f"\\{letter}":
            return at, at + 2
        found = text.find(letter, at, at + 40)
        at = found if found >= 0 else min(at, len(text) - 1)
        return at, at + (found >= 0)

    def _break(self, token: "Token") -> None:
        text = self._source
        start = max(text.find("\n", self._at), self._at)
        self._at = start + 1
        while text[self._at : self._at + 1] == " ":
            self._at += 1
        is_line = token.type == "hardbreak" or LINE_MARK.match(text, self._at)
        if start < len(text):
            self._add("\n" if is_line else " ", start, start + 1)

    def _break_tag(self, token: "Token") -> None:
        start = self._at
        self._skip(token.markup)
        self._add("\n", start, self._at)

    def _open(self, token: "Token") -> None:
        self._skip(token.markup)
        self._opened.append(len(self._letters))

    def _close(self, token: "Token") -> None:
        self._opened.pop()
        self._skip(token.markup)

    def _skip(self, markup: str) -> None:
        found = self._source.find(markup, self._at)
        self._at = found + len(markup) if found >= 0 else self._at

    def _close_emphasis(self, token: "Token") -> None:
        first = self._opened[-1]
        self._close(token)
        if not self._stage_directions and self._is_stage_direction(first):
            self._drop_from(first)

    def _is_stage_direction(self, first: int) -> bool:
        """Whether the emphasis from the letter `first` on stands alone, as `*waves* Hi!`, unlike `I *do* hope so`."""
        before, inside = "".join(self._letters[max(first - 8, 0) : first]), "".join(self._letters[first:]).strip()
        is_strong = self._before is not None and self._before.type == "strong_close"
        if not inside or is_strong or (before.strip() and not _SENTENCE_END.search(before)):
            return False
        rest = self._source[self._at :]
        following = rest.lstrip(" ")
        if not following:
            if self._is_open:
                self._undecided = self._starts[first]
            return True
        if not rest[0].isspace():
            return rest[0] in '.!?。！？…“「『"'
        is_lower = following[0].islower() and not _IS_CJK.match(inside)
        return not is_lower or inside[0].islower()

    def _drop_from(self, first: int) -> None:
        del self._letters[first:], self._starts[first:], self._ends[first:]

    def _open_link(self, _: "Token") -> None:
        self._opened.append(len(self._letters))
        self._at += self._source.startswith(("[", "<"), self._at)

    def _close_link(self, token: "Token") -> None:
        first = self._opened.pop()
        self._at = int(token.meta.get("end", self._at))
        text = "".join(self._letters[first:])
        if is_address(text) or text.startswith("^"):
            # A footnote is a link whose text begins so.
            self._drop_from(first)

    def _image(self, token: "Token") -> None:
        self._at = int(token.meta.get("end", self._at))

    def _code(self, token: "Token") -> None:
        text, markup, content = self._source, token.markup, token.content
        start = self._at + len(markup)
        is_padded = not text.startswith(markup, start + len(content)) or text[start : start + 1] in {" ", "\n"}
        start += is_padded and text[start : start + 1] in {" ", "\n"} and not content.startswith(" ")
        if reads_as_words(content):
            for number, letter in enumerate(content):
                self._add(letter, start + number, start + number + 1)
        self._at = start + len(content)
        self._skip(markup)

    def _maths(self, token: "Token") -> None:
        """Add a formula that is one letter or number; others are not read aloud."""
        start = self._source.find(token.content, self._at)
        if start >= 0 and (name := _ONE_NAME.fullmatch(token.content)):
            first = start + name.start("name")
            if name["greek"]:
                self._add(lookup(f"GREEK SMALL LETTER {name['greek'].upper()}"), first, start + name.end("name"))
            else:
                for number, letter in enumerate(name["name"]):
                    self._add(letter, first + number, first + number + 1)
        self._skip(token.content)

    def _footnote(self, token: "Token") -> None:
        self._skip(f"[^{token.content}]")

    def _hold(self) -> int | None:
        """Return the offset of the first mark whose end may still come."""
        places = [place for place, mark in self._marks if self._may_open(place, mark)]
        if self._undecided is not None:
            places.append(self._undecided)
        return self._offsets[min(places)] if places else None

    def _may_open(self, place: int, mark: str) -> bool:
        text = self._source
        if len(text) - place > _LONGEST_HOLD:
            return False
        end = place + len(mark)
        before, following = text[max(place - 1, 0) : place], text[end : end + 200]
        if mark == "$" and (before == "$" or following.startswith("$")):
            mark = "$$"
        if len(text) - place > _HOLDS[mark]:
            return False
        if mark == "\\begin":
            return "\\end{" not in self._source[place:]
        if mark in _CLOSING:
            return _is_unclosed(mark, following)
        if mark in {"*", "_", "$"}:
            is_inside_word = mark == "_" and before.isalnum()
            return not following[:1].isspace() and not is_inside_word
        return True

    _handlers: ClassVar = {
        "text": _text,
        "softbreak": _break,
        "hardbreak": _break,
        "break_tag": _break_tag,
        **dict.fromkeys(("sub_open", "sup_open", "kbd_open"), _open),
        **dict.fromkeys(("sub_close", "sup_close", "kbd_close"), _close),
        "em_open": _open,
        "em_close": _close_emphasis,
        "strong_open": _open,
        "strong_close": _close,
        "s_open": _open,
        "s_close": _close,
        "link_open": _open_link,
        "link_close": _close_link,
        "image": _image,
        "code_inline": _code,
        "maths": _maths,
        "footnote": _footnote,
    }


def _is_unclosed(mark: str, following: str) -> bool:
    """Return whether the bracket `mark` may still be closed, or become a link or a stage direction by what comes."""
    if mark == "<" and following[:1] and not re.match(r"[A-Za-z/!]", following):
        return False
    if mark == "<" and (tag := UNSPOKEN_TAG.match(following)):
        return f"</{tag[1]}" not in following
    ends = [found for closing in _CLOSING[mark] if (found := following.find(closing)) >= 0]
    if not ends:
        return True
    rest = following[min(ends) + 1 :]
    if mark == "[" and rest[:1] in {"(", "["}:
        return (")" if rest[0] == "(" else "]") not in rest
    return not rest.strip()
