"""Markdown becomes what a person would say, in any division into deltas, with its place in the source."""

import sys
import unicodedata
from itertools import pairwise
from types import FrameType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deskpet.features.voice.spoken_text.speakable import Piece, SpeakableText, speakable
from tests.features.voice.golden_texts import GoldenText, golden_texts
from tests.support.examples import examples
from tests.ui.markdown.hostile_text import FAMILIES

TEXTS = golden_texts()
PARTS = [
    *(text.markdown for text in TEXTS),
    *(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "  \n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "```\n",
        "~~~",
        "    ",
        "\t",
        "***\n",
        "=\n",
        "-\n",
    ),
    *(
        "*",
        "**",
        "_",
        "`",
        "``",
        "[",
        "](",
        "](https://e.org) ",
        "![",
        "<",
        ">",
        "$",
        "$$\n",
        "\\(",
        "\\[",
        "|",
        "|-|\n",
        "\\",
    ),
    *(
        "(",
        ")",
        "（",
        "）",
        "「",
        "」",
        "“",
        "”",
        '"',
        "Dr. ",
        "p.m. ",
        "...",
        "…",
        "。",
        "？",
        ", ",
        "、",
        "~",
        "\u2028",
        "\0",
        "\ud800",
    ),
    *(
        "word ",
        "a",
        "字",
        "かな",
        "ｶﾞ",
        "Ａ",
        "1",
        "😀",
        "👩‍👩‍👧‍👦",
        "&amp;",
        "&#x41;",
        "[^1]",
        "[^1]: note\n",
        "https://e.org/a_b ",
    ),
    *("<details>\n", "<details open><summary>One. Two</summary>\n", "<summary>", "</details>", "<kbd>F1</kbd> "),
]
markdown = st.lists(st.sampled_from(PARTS), max_size=12).map("".join) | st.text(max_size=80)
thorough = settings(max_examples=examples(300))

COUNTED = ("items", "quoted lines", "emphasis that never closes", "words", "han", "noise of marks")


def spoken(*deltas: str) -> list[Piece]:
    stream = SpeakableText()
    return [*(piece for delta in deltas for piece in stream.feed(delta)), *stream.finish()]


def cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_a_text_is_spoken_as_a_person_would_say_it(text: GoldenText) -> None:
    pieces = speakable(text.markdown, text.language, stage_directions=text.stage_directions)
    assert tuple(piece.text for piece in pieces) == text.pieces
    assert tuple(piece.language for piece in pieces) == text.languages


def test_there_are_200_golden_texts() -> None:
    assert len(TEXTS) >= 200
    assert len({text.name for text in TEXTS}) == len(TEXTS)


@thorough
@given(text=markdown, places=st.lists(st.integers(0, 5000), max_size=12))
@example(text="Hi.** there", places=[4])
@example(text="a\r\nb. c\r", places=[2])
def test_any_division_gives_the_same_pieces(text: str, places: list[int]) -> None:
    whole = spoken(text)
    assert spoken(*cut(text, places)) == whole
    assert spoken(*text) == whole


@given(text=markdown)
def test_steps_give_the_same_pieces(text: str) -> None:
    stream = SpeakableText()
    stream.append(text)
    pieces: list[Piece] = []
    while (found := stream.step()) is not None:
        pieces += found
    assert [*pieces, *stream.finish()] == spoken(text)


@thorough
@given(text=markdown)
@example(text="Before the li\r" + "\x0c" * 60 + "ere.Let us count up. One. Two.")
def test_pieces_are_in_order_and_said_for_their_place_in_the_source(text: str) -> None:
    end = 0
    for piece in spoken(text):
        assert end <= piece.start < piece.end <= len(text)
        assert piece.text == piece.text.strip()
        assert "\n" not in piece.text
        end = piece.end
        # Entities and formulas are said in letters that are not in the source.
        if not set("&$\\").intersection(text):
            letters = iter(normal(text[piece.start : piece.end]))
            assert all(letter in letters for letter in normal(piece.text) if letter.isalnum())


def normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def test_a_summary_is_said_without_its_tags_and_keys_by_their_names() -> None:
    text = "<details>\n<summary><b>How to *save*</b></summary>\n\nPress <kbd>Ctrl</kbd>.\n</details>\n"
    assert [piece.text for piece in speakable(text)] == ["How to save", "Press Ctrl."]


def test_the_place_of_a_piece_is_exact() -> None:
    text = "> Hello **there**.\r\n> It is\r\n> [late](https://e.org/a).\r\n\r\n* `Good` &amp; so on.\r\n"
    places = [text[piece.start : piece.end] for piece in speakable(text)]
    assert places == ["Hello **there**.", "It is\r\n> [late](https://e.org/a).", "Good` &amp; so on."]


def test_a_sentence_is_spoken_as_soon_as_the_next_character_is_there() -> None:
    stream = SpeakableText()
    assert stream.feed("Hello there.") == []
    assert [piece.text for piece in stream.feed(" ")] == ["Hello there."]
    assert stream.feed("How are") == []
    assert [piece.text for piece in stream.feed(" you today?\n")] == ["How are you today?"]
    assert [piece.text for piece in stream.feed("# A title\n")] == []
    assert [piece.text for piece in stream.feed("And ")] == ["A title"]


def test_an_item_of_a_list_is_spoken_when_the_next_one_begins() -> None:
    stream = SpeakableText()
    assert stream.feed("- one thing\n- ") == []
    assert [piece.text for piece in stream.feed("two things\n- t")] == ["one thing"]
    assert [piece.text for piece in stream.feed("hree\n\nAnd then we go. ")] == [
        "two things",
        "three",
        "And then we go.",
    ]


def test_the_first_piece_ends_at_its_first_clause_of_twelve_letters() -> None:
    stream = SpeakableText()
    assert stream.feed("Well, of course,") == []
    assert [piece.text for piece in stream.feed(" ")] == ["Well, of course,"]
    assert stream.feed("I can do that for you, or you can do it, ") == []


def test_the_first_piece_of_a_later_part_is_a_whole_sentence() -> None:
    stream = SpeakableText(is_continued=True)
    assert [piece.text for piece in stream.feed("So it is done, and I can go on. ")] == [
        "So it is done, and I can go on."
    ]


@pytest.mark.parametrize(
    "opening",
    [
        "*waves. ",
        "`x. ",
        "[a link. ",
        "(^_^. ",
        "$x. ",
        "\\(x. ",
        "<b title='. ",
        "<code>x. ",
        "\\begin{a} x. ",
        "\n\n| a. ",
        "\n\n[^1]: Note. ",
    ],
)
def test_what_an_open_mark_may_still_change_is_not_spoken_yet(opening: str) -> None:
    assert [piece.text for piece in SpeakableText().feed(f"First this. {opening}")] == ["First this."]


def test_a_mark_that_never_closes_does_not_silence_her() -> None:
    stream = SpeakableText()
    pieces = [piece for delta in ["Take **this. ", *["And some more words. "] * 20] for piece in stream.feed(delta)]
    assert len(pieces) >= 15


def test_characters_of_two_languages_are_read_in_the_one_of_the_conversation() -> None:
    assert [piece.language for piece in speakable("了解。")] == ["zh"]
    assert [piece.language for piece in speakable("了解。", "ja")] == ["ja"]
    assert [piece.language for piece in speakable("はい、そうです。了解。")] == ["ja", "ja"]
    assert [piece.language for piece in speakable("123")] == ["en"]
    assert [piece.language for piece in speakable("123", "zh")] == ["zh"]


@pytest.mark.slow_variants
@pytest.mark.parametrize("family", COUNTED)
def test_twice_the_text_is_at_most_twice_the_work(family: str) -> None:
    short, long = (calls(FAMILIES[family](size)) for size in (3_000, 6_000))
    assert long < 2.4 * short


def calls(text: str) -> int:
    """Return how many functions are called while a text streams in words."""
    count = 0

    def note(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        spoken(*(text[start : start + 5] for start in range(0, len(text), 5)))
    finally:
        sys.setprofile(None)
    return count
