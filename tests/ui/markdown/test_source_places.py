"""Tests of places in markdown: where the document shows them."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from deskpet.features.voice.spoken_text.speakable import speakable
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.marks import OBJECT
from deskpet.ui.markdown.source_places import DocumentPlace, document_place, position_of
from tests.features.voice.golden_texts import golden_texts
from tests.ui.markdown.test_document import markdown, shown, unhurried


def before(document: MarkdownDocument, place: DocumentPlace) -> str:
    """Return the shown text before a place, in one line."""
    text = document.document.toRawText().encode("utf-16-le")
    return " ".join(text[: 2 * position_of(document.document, place)].decode("utf-16-le").split())


@pytest.mark.parametrize(
    ("source", "heard", "expected"),
    [
        ("Hello there, friend", "Hello there,", "Hello there,"),
        ("Hello **old friend** of mine", "Hello **old friend", "Hello old friend"),
        ("# Title\n\n- one\n- *two* three\n", "# Title\n\n- one\n- *two", "Title one two"),
        ("See [the page](https://example.org/x) now", "See [the page](https://example.org/x) now"[:10], "See the p"),
        ("See [the page][x] now\n\n[x]: /there", "See [the page][x] now", "See the page now"),
        ("你好，世界。再见。", "你好，世界。", "你好，世界。"),
        ("🍅 good. Bye", "🍅 good.", "🍅 good."),
        ("One.\r\n\r\nTwo. Three.", "One.\r\n\r\nTwo.", "One. Two."),
        ("Before\n\n```\nx = 1\n```\n\nBehind it all", "Before\n\n```\nx = 1\n```\n\nBehind", "Before x = 1 Behind"),
        ("Nothing", "", ""),
    ],
)
def test_a_place_in_the_source_is_found_in_the_document(qtbot: QtBot, source: str, heard: str, expected: str) -> None:
    assert source.startswith(heard)
    place = document_place(source, len(heard))
    assert place is not None
    assert before(shown(source), place) == expected


def test_a_place_moves_when_a_formula_is_drawn(qtbot: QtBot) -> None:
    source = "So $a^2 + b^2 = c^2$ is true. And more."
    place = document_place(source, source.index(" And"))
    assert place is not None
    document = shown(source)
    assert before(document, place).endswith("is true.")
    qtbot.waitUntil(lambda: OBJECT in document.document.toPlainText())
    assert before(document, place) == f"So {OBJECT} is true."


def test_every_piece_that_is_spoken_has_its_end_in_the_document(qtbot: QtBot) -> None:
    for golden in golden_texts():
        document = shown(golden.markdown)
        for number in document.summaries:
            document.toggle_fold(number)
        for piece in speakable(golden.markdown):
            place = document_place(golden.markdown, piece.end, document.folds)
            assert place is not None
            # What is not spoken, such as an address, may stand behind the last word.
            word = re.findall(r"\w", piece.text)[-1]
            shown_text = unicodedata.normalize("NFKC", before(document, place))
            assert word in shown_text[-40:], (golden.markdown, piece)


@unhurried
@given(markdown, st.integers(0, 2000))
def test_any_place_of_any_text_is_inside_of_the_document(qtbot: QtBot, source: str, offset: int) -> None:
    document = shown(source)
    place = document_place(source, min(offset, len(source)))
    if place is not None:
        assert 0 <= position_of(document.document, place) < max(document.document.characterCount(), 1)


def test_a_place_that_is_folded_is_at_the_end_of_the_line_above_it(qtbot: QtBot) -> None:
    source = "Five.\n\n<details>\n<summary>How I count</summary>\n\nTwo otters. Three seals.\n\n</details>\n\nAsk on."
    document = shown(source)
    for offset in (source.index(" Three"), source.index("</details>")):
        place = document_place(source, offset)
        assert place is not None
        assert before(document, place) == "Five. How I count"
    document.toggle_fold(1)
    place = document_place(source, source.index(" Three"), document.folds)
    assert place is not None
    assert before(document, place) == "Five. How I count Two otters."


def test_a_place_behind_a_very_long_text_is_not_looked_for(qtbot: QtBot) -> None:
    assert document_place("word " * 10_000, 40_000) is None
