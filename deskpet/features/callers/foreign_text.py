"""Make the text of other programs short and plain: remove invisible characters and those that reorder text."""

import re

from deskpet.text.invisible import INVISIBLE

# They join emoji and letters, and choose how an emoji is drawn.
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_SURROGATE = re.compile("[\ud800-\udfff]")


def plain_line(text: str, longest: int) -> str:
    """Return the text as one line of at most `longest` characters, without invisible ones."""
    # A caller may send megabytes; more than this is cut off anyway.
    start = _SURROGATE.sub("\ufffd", text[: 8 * longest])
    line = " ".join(INVISIBLE.sub(" ", start).split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def plain_lines(text: str) -> str:
    """Return the text without invisible characters and empty lines. Joiners of emoji are kept."""
    plain = INVISIBLE.sub(lambda found: found[0] if found[0] in _JOINERS else "", _SURROGATE.sub("\ufffd", text))
    return "\n".join(filter(None, (" ".join(line.split()) for line in plain.split("\n"))))
