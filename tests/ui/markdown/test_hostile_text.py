"""Text made to hold up the screen: no step of it does more than a bounded piece of work, and nothing of it is lost."""

import re

import pytest
from PySide6.QtWidgets import QApplication

from deskpet.chat.messages import StreamingText, Text, Thinking
from deskpet.markdown.parse_budget import MAX_WORK, affordable_length, estimate_work
from deskpet.markdown.splitter import CAP, Blocks, Splitter
from deskpet.ui.blocks import Context
from deskpet.ui.blocks.text import MAX_FLUSH, MAX_FLUSH_WORK, TextView
from deskpet.ui.blocks.thinking import ThinkingView
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import LONGEST_LINE, code_text
from tests.ui.markdown.hostile_text import FAMILIES

SIZE = 5_000
# What a reader sees of a text are its letters; markdown takes marks and blanks away, and a table leaves cells out.
_LETTERS = re.compile(r"[^\W\d_]")
_LEAVES_OUT = {
    "a table of one row", "definitions", "entities", "one open backtick per word", "labels that nobody defines",
    "zalgo", "combining marks",
}  # fmt: skip


def view_of(text: str, *, markdown: bool = True) -> TextView:
    view = TextView(Context(markdown=markdown))
    view.append(text)
    view.settle()
    for _ in range(len(text) + 1):
        if not view.is_behind():
            break
        view.flush()
    return view


@pytest.mark.parametrize("name", FAMILIES)
def test_every_piece_of_a_hostile_text_is_bounded(name: str) -> None:
    text, splitter = FAMILIES[name](SIZE), Splitter()
    pieces = [piece for start in range(0, SIZE, 130) for piece in splitter.feed(text[start : start + 130])]
    pieces += [tail for tail in (splitter.tail(),) if tail]
    pieces += splitter.finish()
    assert len(pieces) <= len(text) + 2
    for piece in pieces:
        if isinstance(piece, Blocks):
            content = "".join(token.content for token in piece.tokens)
            rows = sum(token.type in {"tr_open", "list_item_open", "paragraph_open"} for token in piece.tokens)
            cells = sum(token.type in {"td_open", "th_open"} for token in piece.tokens)
            assert len(content) <= 4 * CAP + 100
            assert rows <= MAX_WORK // 4
            assert cells <= MAX_WORK // 4


@pytest.mark.slow_variants
@pytest.mark.parametrize("name", FAMILIES)
def test_a_hostile_text_is_shown_without_losing_a_letter(qapp: QApplication, name: str) -> None:
    text = FAMILIES[name](SIZE)
    shown = view_of(text, markdown=False).view.plain_text()
    assert _bare(shown) == _bare(text)
    rich = view_of(text).view.plain_text()
    if name not in _LEAVES_OUT:
        assert len(_LETTERS.findall(rich)) >= 0.5 * len(_LETTERS.findall(_visible(text)))


def _bare(text: str) -> str:
    """Without line ends, of which Qt knows one kind only."""
    return re.sub(r"[\s\u2028\u2029\0\ufffd]", "", text)


def _visible(text: str) -> str:
    return re.sub(r"```+\w*|\]\([^)]*\)", "", text)


@pytest.mark.parametrize("text", ["|a|\n|-|\n|" + "a|" * 5_000, "|a|b|\n|-|-|\n|" + "x" * 9_000 + "|1|\n|2|3|\n"])
def test_a_row_without_end_does_not_repeat_the_table_for_ever(qapp: QApplication, text: str) -> None:
    splitter = Splitter()
    pieces = splitter.feed(text)
    assert len(pieces) < 60
    splitter.finish()


def test_a_bite_is_bounded_in_characters_and_in_work() -> None:
    for name, family in FAMILIES.items():
        text = family(50_000)
        end = affordable_length(text, MAX_FLUSH, MAX_FLUSH_WORK)
        assert 0 < end <= MAX_FLUSH, name
        assert end == 1 or estimate_work(text[:end]) <= MAX_FLUSH_WORK, name
        assert end == min(MAX_FLUSH, len(text)) or estimate_work(text[: end + 1]) > MAX_FLUSH_WORK, name


def test_prose_is_taken_in_whole() -> None:
    prose = "A sentence with **bold** words and [a link](https://example.org).\n\n" * 30
    assert affordable_length(prose, CAP) == len(prose)


def test_a_line_without_end_is_kept_in_short_blocks_and_copied_whole(qapp: QApplication) -> None:
    line = "x" * 50_000
    document = PlainDocument()
    for start in range(0, len(line), 1_777):
        document.feed(line[start : start + 1_777])
    assert longest_block(document) <= LONGEST_LINE + 1
    assert view_of(line + "\nmore", markdown=False).view.plain_text() == line + "\nmore"


def test_a_line_of_code_without_end_is_copied_whole(qapp: QApplication) -> None:
    line = "f(" * 20_000
    document = MarkdownDocument()
    document.grow(f"```python\n{line}\nnext\n```\n")
    document.finish()
    assert longest_block(document) <= LONGEST_LINE + 1
    assert code_text(document.document, 1) == f"{line}\nnext"


def longest_block(content: PlainDocument | MarkdownDocument) -> int:
    block, longest = content.document.begin(), 0
    while block.isValid():
        longest = max(longest, block.length())
        block = block.next()
    return longest


def test_a_late_definition_does_not_show_a_long_text_again() -> None:
    splitter = Splitter()
    splitter.feed("[ref]\n\n" + "some words\n\n" * 5_000)
    splitter.feed("[ref]: https://example.org\n\nend\n\n")
    assert not splitter.is_stale


def test_long_thinking_is_shown_to_its_end(qapp: QApplication) -> None:
    view = ThinkingView(Context())
    view.show_block(Thinking(StreamingText("words of a thought " * 2_000), 1.0, 2.0))
    view.settle()
    view.show()
    view.unfold()
    for _ in range(100):
        if not view.is_behind():
            break
        view.flush()
    body = view.findChildren(TextView)[0]
    assert body.view.plain_text().count("thought") == 2_000


def test_an_answer_takes_bounded_bites_when_it_is_opened(qapp: QApplication) -> None:
    view = TextView(Context())
    view.show_block(Text(StreamingText("- a\n" * 5_000)))
    view.settle()
    view.flush()
    assert view.is_behind()
    assert view.view.plain_text().count("a") <= MAX_FLUSH_WORK // 10 + 1
