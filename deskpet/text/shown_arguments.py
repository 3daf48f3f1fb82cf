"""Show the arguments of a tool call to the person who decides: in full, line by line, and what could mislead in them.

Every place that asks for an approval shows these lines: cards, bubbles, the settings and the terminal. Each character
of the arguments can be told from the lines. They are made one after the other, so that megabytes block nothing.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from deskpet.text.invisible import NEW_LINE, RETURN, mark_invisible, repeated, visible_line
from deskpet.translation import tr

GUTTER = "│ "
"""Stands before a line that continues a text after a line end, so that it looks like no argument of its own."""
MAX_PART = 2_000
"""Longest part of a line; a longer line continues in the next part."""
MAX_NOTES = 8
"""The most notes about servers, and the most about letters; a last one says that there are more."""

_STEP, _MOST_STEPS = 2, 12
# Empty lines in a row, above which only their number is shown.
_MOST_LINE_ENDS = 3
_PLAIN_KEY = re.compile(r"[\w-]+", re.ASCII)
# A text that looks like a number or a word of JSON, or that is quoted, is quoted.
_LIKE_A_VALUE = re.compile(r"-?[0-9][0-9.eE+-]*|true|false|null|NaN|-?Infinity|\[\]|\{\}|")
_LONGEST_WORD = 400
_LINE_ENDS = re.compile(r"(?:\r?\n){1,1000}")
_AUTHORITY = re.compile(r"(?:(?<=//)|(?<=@))[^\s/?#\\\"'<>()\[\]{}@,;]+", re.IGNORECASE)
_USER = re.compile(r"//([^\s/?#\\]*)@([^\s/?#\\@]+)")
_HOST_KEYS = frozenset(("host", "hostname", "domain", "server"))
_WORD = re.compile(r"[^\W\d_]{2,}")
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_PORT = re.compile(r":\d*$")
_RIGHT_TO_LEFT = frozenset(("R", "AL"))
_EAST_ASIAN = frozenset(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"))
# Signs whose names have no script, and which look like no other letters.
_SIGNS = frozenset(("MICRO", "FEMININE", "MASCULINE", "MODIFIER"))
_MAX_SHOWN_WORD = 60
# Longest name of a host, and more.
_MAX_NAME = 300
# Python writes no larger number in decimal digits.
_MAX_BITS = 14_000

Value: TypeAlias = "str | float | bool | Sequence[Value] | Mapping[str, Value] | None"


class LinePart(Enum):
    """The place of a line in its value: its first one, one after a line end, or more of a long line."""

    FIRST = "first"
    NEXT = "next"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class ArgumentLine:
    """A line, or a part of a long one. depth: of the value, from 0. key: the name or the number of the value."""

    depth: int
    key: str
    text: str
    part: LinePart = LinePart.FIRST

    @property
    def lead(self) -> str:
        """Text before the line itself: the indentation, and the key or the sign of a continued text."""
        indentation = " " * (_STEP * min(self.depth, _MOST_STEPS))
        match self.part:
            case LinePart.FIRST:
                return f"{indentation}{self.key} " if self.key else indentation
            case LinePart.NEXT:
                return f"{indentation}{GUTTER}"
            case LinePart.REST:
                return ""


@dataclass(slots=True)
class ShownArguments:
    """Makes the lines of a value, and collects notes about what could mislead in it.

    servers: notes about names of hosts in the lines made so far, each a sentence. letters: all other notes. Many of one
    kind don't displace those of the other.
    """

    value: Value
    servers: list[str] = field(default_factory=list[str])
    letters: list[str] = field(default_factory=list[str])

    @property
    def notes(self) -> tuple[str, ...]:
        """All notes about the lines made so far, those about servers first."""
        return (*_limited(self.servers), *_limited(self.letters))

    def lines(self) -> Iterator[ArgumentLine]:
        """Yield all lines. Arguments begin with their names, any other value without one."""
        if isinstance(self.value, Mapping | list | tuple) and self.value:
            yield from self._members(self.value)
        else:
            yield from self._leaf(0, "", "", self.value)

    def _members(self, root: Value) -> Iterator[ArgumentLine]:
        # Not recursive, because nothing limits the depth of the arguments.
        open_values = [_entries(root)]
        while open_values:
            entry = next(open_values[-1], None)
            if entry is None:
                open_values.pop()
                continue
            shown_key, key, value = entry
            depth = len(open_values) - 1
            self._note(key)
            if isinstance(value, Mapping | list | tuple) and value:
                yield ArgumentLine(depth, shown_key, "")
                open_values.append(_entries(value))
            else:
                yield from self._leaf(depth, shown_key, key, value)

    def _leaf(self, depth: int, shown_key: str, key: str, value: Value) -> Iterator[ArgumentLine]:
        if isinstance(value, str) and key.lower() in _HOST_KEYS:
            self._note_host(value.strip())
        part = LinePart.FIRST
        for text, next_part in _parts(_quoted(value) if isinstance(value, str) else _word(value), self._note):
            yield ArgumentLine(depth, shown_key, text, part)
            part = next_part

    def _note(self, text: str) -> None:
        """Collect what could mislead in a part of a text."""
        if len(self.servers) > MAX_NOTES and len(self.letters) > MAX_NOTES:
            return
        for found in _USER.finditer(text) if "@" in text else ():
            user, host = _short(found[1]), mark_invisible(found[2])
            _add(self.servers, tr("“{user}” is only a name before the @; the server is {host}.", user=user, host=host))
        is_ascii = text.isascii()
        if not is_ascii or "xn--" in text.lower():
            for found in _AUTHORITY.finditer(text):
                self._note_host(found[0])
        if not is_ascii:
            self._note_letters(text)

    def _note_host(self, host: str) -> None:
        host = _PORT.sub("", host).rstrip(".")[:_MAX_NAME]
        plain, readable = ascii_host(host), ".".join(map(_decoded, _DOTS.split(host.lower())))
        if plain != readable:
            shown = mark_invisible(readable)
            _add(
                self.servers,
                tr("The server {name} is {ascii} in plain letters.", name=shown, ascii=mark_invisible(plain)),
            )

    def _note_letters(self, text: str) -> None:
        for word in dict.fromkeys(_WORD.findall(text)):
            if not word.isascii() and (scripts := _mixed_scripts(word)):
                _add(
                    self.letters,
                    tr("“{word}” mixes letters of {scripts}.", word=_short(word), scripts=tr(", ").join(scripts)),
                )
        if any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in set(text) if not char.isascii()):
            _add(
                self.letters,
                tr("Some letters are written from right to left, so they may seem to be in another order."),
            )


def _add(notes: list[str], note: str) -> None:
    # One more than are shown, so that it is known whether there are more.
    if note not in notes and len(notes) <= MAX_NOTES:
        notes.append(note)


def _limited(notes: Sequence[str]) -> Sequence[str]:
    if len(notes) <= MAX_NOTES:
        return notes
    return [*notes[:MAX_NOTES], tr("There are more such places.")]


def shown_text(value: Value) -> str:
    """Return all lines of a value as one text."""
    lines = ShownArguments(value).lines()
    text = "".join(f"{'' if line.part is LinePart.REST else chr(10)}{line.lead}{line.text}" for line in lines)
    return text.removeprefix("\n")


def text_with_notes(value: Value) -> str:
    """Return all lines of a value, and then what could mislead in them, as one text."""
    return "\n".join((shown_text(value), *notes_of(value)))


def notes_of(value: Value) -> tuple[str, ...]:
    """Return what could mislead in a value."""
    shown = ShownArguments(value)
    for _ in shown.lines():
        pass
    return shown.notes


def ascii_host(host: str) -> str:
    """Return a host's name in ASCII, as it is looked up (RFC 3492)."""
    labels = (unicodedata.normalize("NFKC", label).lower() for label in _DOTS.split(host))
    # A lone surrogate can't be encoded, and is the name of no host.
    return ".".join(
        label if label.isascii() else f"xn--{label.encode('punycode', 'replace').decode('ascii')}" for label in labels
    )


@lru_cache(maxsize=1024)
def _mixed_scripts(word: str) -> tuple[str, ...]:
    """Return the names of a word's scripts if they are seldom mixed; empty if it is plain."""
    scripts = {script for char in set(word) if (script := _script(char))}
    is_plain = len(scripts - _EAST_ASIAN) <= 1
    return () if is_plain else tuple(sorted(script.capitalize() for script in scripts))


@lru_cache(maxsize=8192)
def _script(char: str) -> str:
    """Return the script of a letter, in capitals; empty if it has none."""
    first = unicodedata.name(char, "?").split(" ")[0]
    return "" if first in _SIGNS else first


def _decoded(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


def _entries(value: Value) -> Iterator[tuple[str, str, Value]]:
    """Yield each member as the key that is shown, its key, and its value."""
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield f"{_shown_key(key)}:", key, member
    elif isinstance(value, list | tuple):
        for number, member in enumerate(value, 1):
            yield f"{number}.", "", member


def _shown_key(key: str) -> str:
    """Return a key; one that is no plain word is quoted, and its quotes and colons are escaped."""
    if _PLAIN_KEY.fullmatch(key) and not key.isdigit():
        return key
    shown = visible_line(key).replace('"', "⟨U+0022⟩").replace(":", "⟨U+003A⟩")
    return f'"{shown}"'


def _word(value: Value) -> str:
    """Return a number, a word of JSON, or an empty list or object."""
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        return hex(value)
    return json.dumps(value)


def _quoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return f'"{text}"' if is_quoted or (len(text) <= _LONGEST_WORD and _LIKE_A_VALUE.fullmatch(text)) else text


def _parts(text: str, note: Callable[[str], None]) -> Iterator[tuple[str, LinePart]]:
    """Yield the parts of a text as they are shown, each with the place of the one that follows.

    note: called with pieces of the text as they are.
    """
    at = start = noted = 0
    while True:
        line_end = text.find("\n", at, at + MAX_PART)
        is_last = line_end < 0 and len(text) - at <= MAX_PART
        until = line_end if line_end >= 0 else len(text) if is_last else _border(text, at)
        if is_last or until - noted >= MAX_PART:
            # With what precedes it, so that a name on a border is seen as a whole.
            note(text[max(noted - _MAX_NAME, 0) : until])
            noted = until
        if line_end < 0:
            yield visible_line(text[at:until], begins=at == start, ends=is_last), LinePart.REST
            if is_last:
                return
            at = until
            continue
        has_return = until > at and text[until - 1] == "\r"
        ends = _LINE_ENDS.match(text, until - has_return)
        assert ends
        shown = visible_line(text[at : ends.start()], begins=at == start)
        yield shown + _shown_line_ends(ends[0]), LinePart.NEXT
        at = start = ends.end()


def _border(text: str, start: int) -> int:
    """Return where the first part of a long line ends: after a space near the limit, or at the limit."""
    space = text.rfind(" ", start + MAX_PART // 2, start + MAX_PART)
    # A single space between two words stays within the part.
    return space + 1 if space > 0 and text[space + 1] != " " else start + MAX_PART


def _shown_line_ends(ends: str) -> str:
    symbol = RETURN + NEW_LINE if ends.startswith("\r") else NEW_LINE
    count = ends.count("\n")
    is_uniform = ends in ("\n" * count, "\r\n" * count)
    if count > _MOST_LINE_ENDS and is_uniform:
        return repeated(symbol, count)
    return "".join(RETURN if char == "\r" else NEW_LINE for char in ends)


def _short(word: str) -> str:
    shown = mark_invisible(word)
    return shown if len(shown) <= _MAX_SHOWN_WORD else f"{shown[:_MAX_SHOWN_WORD]}…"
