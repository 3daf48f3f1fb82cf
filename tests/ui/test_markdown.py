"""Growing markdown: whatever the cuts, it ends as the whole text shown at once."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.ui import theme
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.marks import Mark, code_lines, code_of
from deskpet.ui.markdown.splitter import CAP, Blocks, Splitter, parser
from deskpet.ui.markdown.writer import Writer

PIECES = [
    *("word ", "**bold** ", "*so* ", "`code` ", "~~gone~~ ", "[a link](https://example.org) ", "[ref] ", "[Ref][ref] "),
    *("\n", "\n\n", "\n\n", "# Title\n", "===\n", "---\n", "* * *\n", "> quote\n", ">> deeper\n", "![pic](x.png)"),
    *("- item\n", "- [x] done\n", "  - nested\n", "1. one\n", "3) three\n", "   in item\n", "x" * 70 + "\n"),
    *("```python\n", "```\n", "~~~\n", "  ```\n", "    indented\n", "x = 1\n", "\t", "<b>raw</b>", "&amp; ", "\\*"),
    *("| a | b |\n", "|--:|:-:|\n", "| 1 | 2 |\n", "|", "中文字，", "日本語\n", "\r\n", "\r", "-", "`", "*"),
    *("[ref]: https://example.org/ref\n", "[ref]: /other 'title'\n", "'title'\n"),
]

markdown = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
unhurried = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def shown(*pieces: str, finish: bool = True) -> MarkdownDocument:
    document = MarkdownDocument()
    for piece in pieces:
        document.feed(piece)
        document.show_tail()
    if finish:
        document.finish()
    return document


def cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


@unhurried
@given(text=markdown, places=st.lists(st.integers(0, 5000), max_size=25))
def test_any_cuts_end_in_the_document_of_the_whole_text(qapp: QApplication, text: str, places: list[int]) -> None:
    grown, whole = shown(*cut(text, places)), shown(text)
    assert grown.document.toHtml() == whole.document.toHtml()


@unhurried
@given(text=markdown)
def test_the_blocks_given_out_one_by_one_are_those_of_the_whole_text(qapp: QApplication, text: str) -> None:
    at_once = QTextDocument()
    at_once.setDefaultFont(theme.ui_font())
    normal = text.replace("\r\n", "\n").replace("\r", "\n")
    ended = normal if normal.endswith("\n") else normal + "\n"
    Writer(at_once).write(Blocks(tuple(parser().parse(ended))))
    assert shown(*text).document.toHtml() == at_once.toHtml()


@pytest.mark.parametrize(
    "unit",
    ["word " * 3000, "中文" * 4000, "- item of a list\n" * 900, "| a | b |\n|---|---|\n" + "| cell | cell |\n" * 800,
     "- one\n\n  ```\n" + "  code\n" * 4000 + "  ```\n\nafter", "> quoted words\n" * 1500, "```\n" + "x" * 20_000],
    ids=["paragraph", "no spaces", "list", "table", "fence in an item", "quote", "line of code"],
)  # fmt: skip
def test_a_long_block_is_cut_at_the_same_places_whatever_the_pieces(qapp: QApplication, unit: str) -> None:
    pieces = [unit[start : start + 1777] for start in range(0, len(unit), 1777)]
    assert shown(*pieces).document.toHtml() == shown(unit).document.toHtml()


def test_the_tail_that_is_parsed_again_stays_short() -> None:
    splitter = Splitter()
    longest = 0
    for _ in range(3000):
        splitter.feed("some words in one paragraph ")
        tail = splitter.tail()
        assert isinstance(tail, Blocks)
        longest = max(longest, sum(len(token.content) for token in tail.tokens))
    assert longest <= CAP + 30


def test_a_late_definition_turns_earlier_words_into_a_link(qapp: QApplication) -> None:
    document = shown("See [the page][p].\n\nMore.\n\n", "[p]: https://example.org/page\n")
    assert "https://example.org/page" in document.document.toHtml()


def test_half_written_marks_are_shown_as_they_will_most_likely_end(qapp: QApplication) -> None:
    assert shown("Some **bol", finish=False).document.toPlainText() == "Some bol"
    assert shown("A list\n- ", finish=False).document.toPlainText() == "A list"
    assert shown("see [docs](https://exa", finish=False).document.toPlainText() == "see docs"


def test_raw_html_is_text_and_pictures_are_links(qapp: QApplication) -> None:
    document = shown("<script>x</script> ![cat](http://example.org/cat.png)").document
    assert document.toPlainText() == "<script>x</script> cat"
    assert "<img" not in document.toHtml()


def test_a_task_list_has_boxes_in_place_of_marks(qapp: QApplication) -> None:
    document = shown("- [x] done\n- [ ] open\n- plain [x] words").document
    assert document.toPlainText() == "done\nopen\nplain [x] words"
    blocks = [document.findBlockByNumber(number).blockFormat() for number in range(3)]
    assert [form.intProperty(Mark.TASK) for form in blocks] == [2, 1, 0]


def test_code_keeps_its_lines_and_blank_lines(qapp: QApplication) -> None:
    source = "```python\ndef f():\n\n    return 1\n\n```\nafter"
    document = shown(source[:20], source[20:]).document
    assert code_of(document, 1) == "def f():\n\n    return 1\n"
    assert document.begin().blockFormat().stringProperty(Mark.LANGUAGE) == "python"
    assert document.lastBlock().text() == "after"


def colours_of(document: QTextDocument, number: int) -> set[str]:
    """The colours that the lines of a code block are painted in, besides the plain one."""
    found: set[str] = set()
    for line in code_lines(document, number):
        found |= {each.format.foreground().color().name() for each in line.layout().formats()}
    return found


def test_closed_code_is_coloured_later_and_an_open_fence_is_not(qapp: QApplication, qtbot: QtBot) -> None:
    document = shown("```python\ndef f():\n    return 'x'  # why\n", finish=False)
    document.feed("```\n\n```python\nclass Open:\n")
    document.show_tail()
    look = theme.current()
    wanted = {look.code_keyword, look.code_name, look.code_string, look.code_comment}
    qtbot.waitUntil(lambda: wanted <= colours_of(document.document, 1))
    assert not colours_of(document.document, 2)
    document.finish()
    qtbot.waitUntil(lambda: bool(colours_of(document.document, 2)))


def test_colours_leave_the_text_as_it_is(qapp: QApplication, qtbot: QtBot) -> None:
    source = "```js\nconst s = `${'😀中'}`; // 好\nlet t = 1;\n```\n\n> - in\n>   ```py\n>   x = 'y'\n>   ```\n"
    document = shown(source)
    before = document.document.toHtml()
    qtbot.waitUntil(lambda: bool(colours_of(document.document, 1)) and bool(colours_of(document.document, 2)))
    assert document.document.toHtml() == before
    line = code_lines(document.document, 1)[0]
    comment = line.layout().formats()[-1]
    assert line.text().encode("utf-16-le")[comment.start * 2 :].decode("utf-16-le") == "// 好"


def test_code_in_a_language_that_nobody_knows_stays_plain(qapp: QApplication, qtbot: QtBot) -> None:
    document = shown("```klingon\nqapla'\n```\n\n```python\nx = 'y'\n```\n")
    qtbot.waitUntil(lambda: bool(colours_of(document.document, 2)))
    assert not colours_of(document.document, 1)


def test_another_theme_colours_code_anew(qapp: QApplication, qtbot: QtBot) -> None:
    document = shown("```python\nx = 'y'\n```\n")
    qtbot.waitUntil(lambda: theme.LIGHT.code_string in colours_of(document.document, 1))
    theme.apply(qapp, "dark")
    document.rebuild()
    qtbot.waitUntil(lambda: theme.DARK.code_string in colours_of(document.document, 1))
    theme.apply(qapp)
