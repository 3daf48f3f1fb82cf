"""Characters that are not seen, or that reorder those beside them: show them in a text that a person decides about.

They could hide a part of what is approved ("Trojan Source", CVE-2021-42574), or carry words in tag characters. There
are three forms: `escape_invisible` for code and names, `mark_invisible` for short texts of other programs, and
`visible_line` for what an approval is about: each character can be told from it.
"""

import json
import re
import unicodedata
from functools import lru_cache

# Control characters but tabs and line feeds, soft hyphen, fillers, widths of zero, directions, line separators,
# variation selectors, annotations, lone surrogates and tags.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Those of them that a terminal obeys, or that end a line for some programs; lone surrogates can't be encoded.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# They choose how the symbol before them is drawn: in colours or not.
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_SHAPING = ("\u200c", "\u200d", "\ufe0e", "\ufe0f", "\ufe0f\u200d")
_INVISIBLE_ROW = re.compile(f"(?:{INVISIBLE.pattern})+")
_MIN_HIDDEN = 4

MARK, MARK_END = "⟨", "⟩"
"""Between them stands a code point, or a symbol and how often it would be shown."""
SPACE, TAB, RETURN, NEW_LINE = "⋅", "⇥", "␍", "↵"
"""Stand for a space that could be overlooked, a tab, a carriage return before a line feed, and a line feed."""
_MOST_SPACES = 8
# A letter with more marks above and below it covers its neighbours.
_MOST_COMBINING = 2
# The marks themselves, when the text contains them; and characters that look like a space, beyond those of INVISIBLE.
_OWN = frozenset(f"{MARK}{SPACE}{TAB}{RETURN}{NEW_LINE}")
_BLANK = frozenset("\u2800\U0001d159")
_HIDDEN_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"))
_COMBINING = frozenset(("Mn", "Me"))
_WHITE = re.compile(" {2,}|^ | $|\t+")
# A single wide space can't be mistaken: two usual ones are never shown as they are.
_WIDE_SPACE = "\u3000"
_UNCLEAR_WIDE_SPACE = re.compile("^\u3000|(?<=[ \u3000])\u3000|\u3000(?=[ \u3000]|$)")


def escape_invisible(text: str) -> str:
    """Write invisible characters as Python's escapes. Tabs, line feeds and the selectors after an emoji stay."""
    return INVISIBLE.sub(_escape, text)


def mark_invisible(text: str) -> str:
    """Write invisible characters as their numbers, such as ⟨U+202E⟩. Does not change a text that it returned."""
    return INVISIBLE.sub(lambda found: _code_point(found[0]), text)


def visible_line(text: str, *, begins: bool = True, ends: bool = True) -> str:
    """Write a line so that each of its characters can be told from what is shown.

    Spaces that could be overlooked and tabs become symbols, long runs of them their number; what is invisible or blank
    becomes its code point, and so do the symbols of this function themselves. A line feed in `text` becomes its code
    point. `begins`, `ends`: whether this part of a line begins and ends it.
    """
    if not text.isascii():
        text = _visible_letters(text)
    elif not text.isprintable():
        text = "".join(char if char == "\t" or char.isprintable() else _code_point(char) for char in text)
    # Most lines have none, and looking is faster than the pattern.
    if "  " not in text and "\t" not in text and text[:1] != " " and text[-1:] != " ":
        return text
    return _WHITE.sub(lambda found: _visible_run(found, len(text), begins=begins, ends=ends), text)


def repeated(symbol: str, count: int) -> str:
    """Return what stands for a symbol that would be shown `count` times."""
    return f"{MARK}{symbol}×{count}{MARK_END}"


def _visible_letters(text: str) -> str:
    if not any(map(_needs_care, set(text))):
        return text
    shown: list[str] = []
    combining = _MOST_COMBINING  # without a letter before it, a mark is drawn over what precedes the text
    for char in text:
        category = "" if char.isascii() else _category(char)
        combining = combining + 1 if category in _COMBINING else 0
        is_hidden = combining > _MOST_COMBINING or (char != "\t" and _is_hidden(char, category))
        shown.append(_code_point(char) if is_hidden else char)
    return _UNCLEAR_WIDE_SPACE.sub(lambda found: _code_point(found[0]), "".join(shown))


@lru_cache(maxsize=65_536)
def _needs_care(char: str) -> bool:
    category = _category(char)
    return char == _WIDE_SPACE or category in _COMBINING or _is_hidden(char, "" if char.isascii() else category)


@lru_cache(maxsize=4096)
def _category(char: str) -> str:
    return unicodedata.category(char)


def _is_hidden(char: str, category: str) -> bool:
    if not category:
        return not char.isprintable()
    is_blank = category in _HIDDEN_CATEGORIES and char != _WIDE_SPACE
    return is_blank or char in _OWN or char in _BLANK or INVISIBLE.match(char) is not None


def _visible_run(found: re.Match[str], length: int, *, begins: bool, ends: bool) -> str:
    symbol, count = (TAB if found[0][0] == "\t" else SPACE), len(found[0])
    is_plain = found[0] == " " and not ((begins and found.start() == 0) or (ends and found.end() == length))
    if is_plain:
        return " "
    return symbol * count if count <= _MOST_SPACES else repeated(symbol, count)


def _code_point(char: str) -> str:
    return f"{MARK}U+{ord(char):04X}{MARK_END}"


def escape_line(text: str) -> str:
    """Write invisible characters, line feeds and tabs as Python's escapes, for a text that has one line."""
    return escape_invisible(text).replace("\n", "\\n").replace("\t", "\\t")


def escape_controls(text: str) -> str:
    """Write control characters but tabs and line feeds as Python's escapes."""
    return CONTROLS.sub(_escape, text)


def escape_in_json(text: str) -> str:
    """Write invisible characters of a JSON text as JSON's escapes, which keeps its meaning."""
    return INVISIBLE.sub(lambda found: json.dumps(found[0])[1:-1], text)


def without_invisible(text: str) -> tuple[str, int]:
    """Return a text without invisible characters, and how many of them stood in rows of four or more.

    Single ones are usual in typeset text; a row can hold words. Joiners and selectors stay where they shape an emoji or
    a letter of a script that has joiners.
    """
    hidden = 0

    def seen(found: re.Match[str]) -> str:
        nonlocal hidden
        hidden += len(found[0]) if len(found[0]) >= _MIN_HIDDEN and not CONTROLS.match(found[0]) else 0
        before = found.string[found.start() - 1 : found.start()]
        return found[0] if found[0] in _SHAPING and before and _is_shaped(before) else ""

    return _INVISIBLE_ROW.sub(seen, text.replace("\r\n", "\n").replace("\r", "\n")), hidden


def _is_shaped(character: str) -> bool:
    """Return whether a joiner or a selector after a character may change how it is drawn."""
    # Arabic to Myanmar have joined letters.
    return unicodedata.category(character) in {"So", "Sk"} or "\u0600" <= character <= "\u109f"


def _escape(found: re.Match[str]) -> str:
    before = found.string[found.start() - 1 : found.start()]
    if found[0] in _EMOJI_SELECTORS and before and unicodedata.category(before) == "So":
        return found[0]
    return ascii(found[0])[1:-1]
