"""Make the text of other programs safe to show: remove invisible characters and those that reorder text."""

import re

# Invisible characters, and those that change the order of the others; line ends and tabs are kept.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
# They join emoji and letters, and choose how an emoji is drawn.
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_SURROGATE = re.compile("[\ud800-\udfff]")


def visible_text(text: str) -> str:
    """Return the text with its invisible characters written as their numbers."""
    return _INVISIBLE.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def plain_line(text: str, longest: int) -> str:
    """Return the text as one line of at most `longest` characters, without invisible ones."""
    # A caller may send megabytes; more than this is cut off anyway.
    start = _SURROGATE.sub("\ufffd", text[: 8 * longest])
    line = " ".join(_INVISIBLE.sub(" ", start).split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def plain_lines(text: str) -> str:
    """Return the text without invisible characters and empty lines. Joiners of emoji are kept."""
    plain = _INVISIBLE.sub(lambda found: found[0] if found[0] in _JOINERS else "", _SURROGATE.sub("\ufffd", text))
    return "\n".join(filter(None, (" ".join(line.split()) for line in plain.split("\n"))))
