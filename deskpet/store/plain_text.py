"""Texts in markdown with formulas as one plain line: the titles, previews and snippets of the list of conversations."""

import re

from deskpet.text.formulas import without_formulas

PREVIEW_LENGTH = 160
"""The characters of a preview, at most."""

# How much of a text is read for its preview, in characters.
_READ = 4 * PREVIEW_LENGTH
_MAY_MARK = re.compile(r"[*_`$\\#>~\[|\n]|^\s*[-+]\s")
# Lines that say how the next ones are set: fences of code, rules, and the line below the head of a table.
_RULES = re.compile(
    r"^[ \t>]*(?:(?:`{3,}|~{3,})[^\n`]*|(?:[-*_][ \t]*){3,}|\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t:-]*)$", re.MULTILINE
)
# Headings, quotes, lists and boxes to tick, also within each other.
_BEGINS = re.compile(r"^[ \t]*(?:(?:#{1,6}|>|[-*+](?:[ \t]+\[[ xX]\])?)[ \t]+|>|#{1,6}$)+", re.MULTILINE)
_LINKS = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*(?:[ \t]\"[^\"\n]*\")?\)")
# Emphasis has no space within; two stars or more are no multiplication.
_PAIRS = re.compile(r"(\*{1,3}|~~|`+|(?<!\w)_{1,3}(?=\w))(?=\S)([^\n]*?\S)\1(?![\w*_]|(?<=_)\w)|\*{2,}|`+|~~")


def without_marks(text: str) -> str:
    """Return a text without the marks of markdown, and with plain formulas; its lines stay."""
    # Before emphasis: a formula has stars and underscores of its own.
    text = without_formulas(text)
    text = _LINKS.sub(r"\1", _BEGINS.sub("", _RULES.sub("", text)))
    # Emphasis within emphasis takes another turn.
    for _ in range(3):
        before, text = text, _PAIRS.sub(lambda found: found[2] or "", text)
        if text == before:
            break
    return text


def plain_line(text: str) -> str:
    """Return a title or a preview as it is shown, in one plain line; itself if nothing is left of it."""
    # Most have none; a list of thousands is read at once.
    return " ".join(without_marks(text).split()) or text if _MAY_MARK.search(text) else text


def preview(text: str) -> str:
    """Return the beginning of a text in one plain line."""
    line = " ".join(without_marks(text[:_READ]).split())
    return line if len(line) <= PREVIEW_LENGTH else f"{line[: PREVIEW_LENGTH - 1].rstrip()}…"


def first_line(text: str, longest: int = 80) -> str:
    """Return the first line of `text` that is not blank, cut to `longest` characters: the default title."""
    line = next((line.strip() for line in without_marks(text[:_READ]).splitlines() if line.strip()), "")
    line = line or next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
