"""Characters that are not seen, or that reorder those beside them: escape them in a text that a person decides about.

They could hide a part of what is approved ("Trojan Source", CVE-2021-42574), or carry words in tag characters.
"""

import json
import re
import unicodedata

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


def escape_invisible(text: str) -> str:
    """Write invisible characters as Python's escapes. Tabs, line feeds and the selectors after an emoji stay."""
    return INVISIBLE.sub(_escape, text)


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
