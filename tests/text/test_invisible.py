"""Characters that are not seen are escaped wherever a person decides about a text."""

import sys
import unicodedata

import pytest

from deskpet.features.callers.calls import plain_line
from deskpet.text.invisible import escape_invisible, mark_invisible
from deskpet.tools.files.path_names import printable
from deskpet.tools.files.unified_diff import unified_diff

# Formats of scripts, which are drawn or change how their letters are drawn, and are no place to hide anything.
_DRAWN_FORMATS = ("ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN")
HIDDEN = [
    pytest.param("\u202e", id="right-to-left override"),
    pytest.param("\u061c", id="Arabic letter mark"),
    pytest.param("\u00ad", id="soft hyphen"),
    pytest.param("\u200b", id="zero width space"),
    pytest.param("\u3164", id="Hangul filler"),
    pytest.param("\ufe01", id="variation selector"),
    pytest.param("\U000e0041", id="tag"),
    pytest.param("\U000e0101", id="supplementary variation selector"),
    pytest.param("\x1b", id="escape"),
]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_hidden_character_is_seen_in_each_text_that_is_approved(hidden: str) -> None:
    text = f"rm{hidden} -r"
    diff = unified_diff("", f"{text}\n", "a")
    for shown in (escape_invisible(text), printable(text), mark_invisible(text), diff):
        assert hidden not in shown
        assert f"{ord(hidden):x}" in shown.lower() or "x1b" in shown
    assert hidden not in plain_line(text, 100)


def test_no_character_of_format_or_control_is_left() -> None:
    characters = map(chr, range(sys.maxunicode + 1))
    hidden = [char for char in characters if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]
    left = [char for char in hidden if escape_invisible(char) == char]
    assert [char for char in left if not unicodedata.name(char, "").startswith(_DRAWN_FORMATS)] == ["\t", "\n"]


def test_an_emoji_keeps_its_selector_and_a_letter_does_not() -> None:
    assert escape_invisible("❤\ufe0f") == "❤\ufe0f"
    assert escape_invisible("a\ufe0f") == "a\\ufe0f"
    assert escape_invisible("\ufe0f") == "\\ufe0f"
