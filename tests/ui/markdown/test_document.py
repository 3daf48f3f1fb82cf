"""Tests of incremental markdown: any division into pieces gives the document of the whole text."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextDocument, QTextTable
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.markdown.parser import parser
from deskpet.markdown.splitter import CAP, Blocks, Splitter
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.formulas import Formulas
from deskpet.ui.markdown.marks import INDENT, QUOTE_STEP, Mark, code_blocks, code_lines, code_text, fragments
from deskpet.ui.markdown.plain_text import to_plain_text
from deskpet.ui.markdown.table_order import Sorting, written_tables
from deskpet.ui.markdown.writer import Writer
from deskpet.ui.widgets import theme
from tests.support.examples import examples

PIECES = [
    *("word ", "**bold** ", "*so* ", "`code` ", "~~gone~~ ", "[a link](https://example.org) ", "[ref] ", "[Ref][ref] "),
    *("\n", "\n\n", "\n\n", "# Title\n", "===\n", "---\n", "* * *\n", "> quote\n", ">> deeper\n", "![pic](x.png)"),
    *("- item\n", "- [x] done\n", "  - nested\n", "1. one\n", "3) three\n", "   in item\n", "x" * 70 + "\n"),
    *("```python\n", "```\n", "~~~\n", "  ```\n", "    indented\n", "x = 1\n", "\t", "<b>raw</b>", "&amp; ", "\\*"),
    *("| a | b |\n", "|--:|:-:|\n", "| 1 | 2 |\n", "|", "中文字，", "日本語\n", "\r\n", "\r", "-", "`", "*"),
    *("[ref]: https://example.org/ref\n", "[ref]: /other 'title'\n", "'title'\n"),
]
# Complete constructs that users and models write, so that their ends are generated often.
WHOLE = [
    *("- loose\n\n- list\n\n  of paragraphs\n", "1. one\n\n4. four\n10. ten\n", "- a\n  1. b\n     - c\n\n       d\n"),
    *("````md\n```py\nx\n```\n````\n", "- ~~~\n  in an item\n\n  ~~~\n", "```\n````\n~~~\n```\n"),
    *("> ```\n> quoted\n> ```\n", "Head of\ntwo lines\n=====\n", "Less\n-\n", "> | q |\n> |---|\n> | 1 |\n"),
    *("| a \\| b | `c|d` |\n|---|:-:|\n| 1 |\n| 1 | 2 | 3 |\n", "> - item\n>   more\nlazy\n", "> quote\n\n> another\n"),
    *("- > quote\n  > in item\n\n  after\n", "<div>\n\n*raw*\n</div>\n", "<!-- a\n\ncomment -->\n"),
    *("[late] and [Late][]\n\n[late]:\n  /where\n  'title'\n", "*over\nlines* and **half\n\n** end\n"),
    *("\tcode\n\n\tcode\n", "-\ttab\n\n\tin item\n", "hard  \nbreak\\\nhere\n"),
    *("one\r\n- two\r\n\r\n```\r\nx\r\n```\r\n", "<https://e.org> ", "https://e.org\n"),
    *(
        "👩‍👩‍👧‍👦 é🇯🇵 ",
        "مرحبا ",
        "한국어 문장. ",
        "a\u2028b\n",
        "form\x0cfeed\x0bline\n",
        "next\x85line\x1c\n",
        "\u2029",
        "nul\0 ",
    ),
    *("<br>", "a<br />\n", "x<sub>1</sub>", "<sup>*a*", "<su", "<kbd>Ctrl</kbd>+<kbd>C</kbd> ", "<kbd>"),
    *("<details>\n", "<details open><summary>**More** `x`</summary>\n", "<summary><b>A</b></summary>", "</details>\n"),
    *("$a_1 * b$ ", "\\(x_1\\) ", "$$\na\n= b\n- c\n$$\n", "\\[\n> x\n\\]\n", "$5 and $6 ", "$$ open\n", "\\["),
]

# Pieces that may need no parsing.
WORDS = [
    "word",
    " word",
    "word ",
    ",",
    " ",
    "don't",
    " so. ",
    "!",
    "中文",
    "，",
    "1",
    ".",
    "_",
    "*",
    "\n",
    ": ",
    "//e.org",
]

markdown = st.lists(st.sampled_from(PIECES) | st.sampled_from(WHOLE), max_size=40).map("".join)
unhurried = settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])


def shown(*pieces: str, finish: bool = True) -> MarkdownDocument:
    document = MarkdownDocument()
    for piece in pieces:
        document.feed(piece)
        document.show_tail()
    if finish:
        document.finish()
    return document


def grown(*pieces: str, finish: bool = True) -> MarkdownDocument:
    document = MarkdownDocument()
    for piece in pieces:
        document.grow(piece)
    if finish:
        document.finish()
    return document


def cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


@unhurried
@given(text=markdown, places=st.lists(st.integers(0, 5000), max_size=25))
@example(text="a\u2028b\n- item\n1. one\n", places=[9])
@example(text=">" * 20 + "\n[\n-\n-\n", places=[22, 23])
def test_any_division_gives_the_document_of_the_whole_text(qapp: QApplication, text: str, places: list[int]) -> None:
    pieces, whole = cut(text, places), shown(text).document.toHtml()
    assert shown(*pieces).document.toHtml() == whole
    assert grown(*pieces).document.toHtml() == whole


@settings(unhurried, max_examples=examples(50))
@given(before=st.lists(st.sampled_from(PIECES), max_size=6), words=st.lists(st.sampled_from(WORDS), max_size=6))
@example(before=["abc", "\n"], words=["===", "\n", "def"])
@example(before=["[a](b", "c"], words=["d", " e"])
@example(before=["**bold"], words=[" words", ", and", "** more"])
@example(before=["word "], words=[" ", "word"])
@example(before=["```\nword", "\n"], words=["word", " more"])
@example(before=["word\n\n", "word"], words=["", " more"])
@example(before=["see https://e.org/a"], words=[".", "html", " more"])
@example(before=["word\n\n(https://e.org/a"], words=["?", "b", "c"])
def test_words_are_shown_as_if_they_were_parsed(qapp: QApplication, before: list[str], words: list[str]) -> None:
    document = grown(*before, finish=False)
    for number, piece in enumerate(words, 1):
        document.grow(piece)
        whole = shown("".join([*before, *words[:number]]), finish=False)
        assert document.document.toHtml() == whole.document.toHtml()


@pytest.mark.parametrize("word", ["a" * 3000, "的" * 3000, "ab " * 1000, "a,b." * 700])
@pytest.mark.parametrize("end", ["1", "\n", " 7", "*"])
def test_a_long_piece_of_words_is_told_from_others_at_once(qapp: QApplication, word: str, end: str) -> None:
    """The answer of a search that tries every division of the letters would take longer than the test may."""
    assert grown("A", word + end).document.toHtml() == shown("A", word + end).document.toHtml()


@unhurried
@given(text=markdown)
def test_final_blocks_equal_those_of_the_whole_text(qapp: QApplication, text: str) -> None:
    at_once = QTextDocument()
    at_once.setDocumentMargin(0)
    at_once.setDefaultFont(theme.ui_font())
    normal = text.replace("\r\n", "\n").replace("\r", "\n")
    ended = normal if normal.endswith("\n") else normal + "\n"
    Writer(at_once).write(Blocks(tuple(parser().parse(ended))))
    # Formulas that are kept since an earlier test are drawn at once.
    Formulas(at_once, lambda position, change: None).add(0, at_once.characterCount())
    assert shown(*text).document.toHtml() == at_once.toHtml()


@pytest.mark.parametrize(
    "unit",
    ["word " * 3000, "中文" * 4000, "- item of a list\n" * 900, "| a | b |\n|---|---|\n" + "| cell | cell |\n" * 800,
     "- one\n\n  ```\n" + "  code\n" * 4000 + "  ```\n\nafter", "> quoted words\n" * 1500, "```\n" + "x" * 20_000],
    ids=["paragraph", "no spaces", "list", "table", "fence in an item", "quote", "line of code"],
)  # fmt: skip
def test_a_long_block_is_cut_at_the_same_places_for_any_division(qapp: QApplication, unit: str) -> None:
    pieces = [unit[start : start + 1777] for start in range(0, len(unit), 1777)]
    assert shown(*pieces).document.toHtml() == shown(unit).document.toHtml()


def test_the_reparsed_tail_stays_short() -> None:
    splitter = Splitter()
    longest = 0
    for _ in range(3000):
        splitter.feed("some words in one paragraph ")
        tail = splitter.tail()
        assert isinstance(tail, Blocks)
        longest = max(longest, sum(len(token.content) for token in tail.tokens))
    assert longest <= CAP + 30


def test_a_late_link_definition_turns_earlier_text_into_a_link(qapp: QApplication) -> None:
    document = shown("See [the page][p].\n\nMore.\n\n", "[p]: https://example.org/page\n")
    assert "https://example.org/page" in document.document.toHtml()


def test_open_markers_are_closed_for_display(qapp: QApplication) -> None:
    assert shown("Some **bol", finish=False).document.toPlainText() == "Some bol"
    assert shown("A list\n- ", finish=False).document.toPlainText() == "A list"
    assert shown("see [docs](https://exa", finish=False).document.toPlainText() == "see docs"


def test_breaks_and_letters_above_and_below_the_line_are_drawn(qapp: QApplication) -> None:
    source = "H<sub>2</sub>O, x<sup>2</sup><BR />next <sub>open `<br>` <u>under</u>"
    content = MarkdownDocument()
    for letter in source:
        content.grow(letter)
    content.finish()
    assert content.document.toPlainText() == "H2O, x2\nnext <sub>open <br> <u>under</u>"
    align = QTextCharFormat.VerticalAlignment
    found = [(each.text(), each.charFormat().verticalAlignment()) for each in fragments(content.document.begin())]
    assert found[1] == ("2", align.AlignSubScript)
    assert found[3] == ("2", align.AlignSuperScript)
    table = MarkdownDocument()
    table.grow("| a |\n|---|\n| one<br>two |\n")
    table.finish()
    assert "one\ntwo" in table.document.toPlainText()


def test_words_are_added_to_the_last_paragraph_without_parsing(qapp: QApplication) -> None:
    splitter = Splitter()
    splitter.feed("# One\n\nA *paragraph*.\n\nAnd")
    splitter.tail()
    assert splitter.add_words(" another") == " another"
    # What is behind a link definition, an item or a quote is no paragraph's.
    for source in ("Text\n\n[ref]: /wher", "Text\n\n- item", "> quote", "Text\n\n"):
        other = Splitter()
        other.feed(source)
        other.tail()
        assert other.add_words("e") is None
    assert grown("Text\n\n[ref]: /wher", "e", finish=False).document.toPlainText() == "Text"


def test_keys_are_drawn_like_code_and_copied_as_they_read(qapp: QApplication) -> None:
    content = shown("Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, not <kbd>this\n\n|k|\n|-|\n|<kbd>F1</kbd>|\n")
    block = content.document.begin()
    assert block.text() == "Press Ctrl+C, not <kbd>this"
    spans = [each.text() for each in fragments(block) if each.charFormat().boolProperty(Mark.CODE_SPAN)]
    assert (spans, block.blockFormat().boolProperty(Mark.HAS_CODE_SPAN)) == (["Ctrl", "C"], True)
    assert "F1" in content.document.toPlainText()
    assert shown("<kbd>&uarr;</kbd> x<sup>&minus;1</sup>").document.toPlainText() == "↑ x−1"
    assert "<kbd>F1" not in content.document.toPlainText()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "<details>\n<summary>How it *works*</summary>\n\nIt **does**.\n\n</details>\n\nEnd",
            "How it works\nEnd",
        ),
        (
            "So\n<details open><summary><strong>Why</strong></summary>\nIt rains.\n</details>\nEnd",
            "So\nWhy\nIt rains.\nEnd",
        ),
        ("> <details>\n> <summary>In a quote</summary>\n> text\n> </details>\n\nEnd", "In a quote\nEnd"),
        # A list or quote ends what began in it, as HTML has it; so does a tag behind the last word.
        ("- <details>\n  <summary>Item</summary>\n\n  text\n- next", "Item\nnext"),
        ("<details><summary>A</summary>\n42.</details>\n\nEnd", "A\nEnd"),
        ("<details>\ntext\n\n```\ncode\n```\n</details>\nEnd", "Details\nEnd"),
        ("<details>\n\n```\ncode\n```\n\n</details>\nEnd", "Details\nEnd"),
        (
            "<details open>\n<summary>A</summary>\n<details>\n<summary>B</summary>\nb\n</details>\na\n</details>\nEnd",
            "A\nB\na\nEnd",
        ),
        ("<details>\n<summary>Cut off</summary>\n\n| a |\n|---|\n| 1 |", "Cut off"),
        # A summary of several lines; one without an end ends like a paragraph.
        (
            "<details>\n<summary>\n<b>How</b>\nit works\n</summary>\n\ntext\n\n</details>\nEnd",
            "<b>How</b> it works\nEnd",
        ),
        ("> <details><summary>How it\n> works</summary>\n> text\n> </details>\n\nEnd", "How it works\nEnd"),
        ("<details>\n<summary>How\nit", "How it"),
        ("<details>\n<summary>How\n</details>\nEnd", "How\nEnd"),
        ("<details>\n<summary>How\n\ntext\n</details>\nEnd", "How\nEnd"),
        ("<details>\n<summary>\nHow</summary> it\ntext\n</details>\nEnd", "How it\nEnd"),
        # A list or quote that began in what is folded is a part of it, also if the tag is within.
        ("<details>\n<summary>A</summary>\n\n- one\n- two</details>\n\nEnd", "A\nEnd"),
        ("<details>\n<summary>A</summary>\n\n> one\n> </details>\n\n- End", "A\nEnd"),
        # Anything else that HTML has stays text.
        ("<details onclick='x'>\n<summary>A</summary> b", "<details onclick='x'>\n<summary>A</summary> b"),
        ("    <details>", "<details>"),
        ("`<details>`", "<details>"),
        ("<summary><script>x</script></summary>", "<script>x</script>"),
    ],
)
def test_what_is_folded_in_html_is_hidden_below_its_summary(source: str, text: str, qapp: QApplication) -> None:
    for content in (shown(source), grown(*source)):
        assert content.document.toPlainText() == text


def test_what_is_folded_is_shown_and_hidden_again_while_the_text_grows(qapp: QApplication) -> None:
    content = grown(*"<details>\n<summary>A</summary>\n\none\n\n<details>\n<summary>B</summary>\n\n`two` wo")
    assert content.document.toPlainText() == "A"
    content.toggle_fold(1)
    assert content.document.toPlainText() == "A\none\nB"
    for letter in "rds\n\nthree\n\n</details>\n\nfour":
        content.grow(letter)
    assert content.document.toPlainText() == "A\none\nB\nfour"
    content.toggle_fold(2)
    content.finish()
    assert content.document.toPlainText() == "A\none\nB\ntwo words\nthree\nfour"
    content.toggle_fold(1)
    assert content.document.toPlainText() == "A"
    content.toggle_fold(1)
    assert content.document.toPlainText() == "A\none\nB\ntwo words\nthree\nfour"


def test_what_is_folded_is_copied(qapp: QApplication) -> None:
    content = shown("Start\n\n<details>\n<summary>A</summary>\n\n- one\n\n| a |\n|---|\n| 1 |\n\n</details>\n\nEnd")
    whole = QTextCursor(content.document)
    whole.select(QTextCursor.SelectionType.Document)
    text = "Start\n\nA\n\n- one\n\na\n1\n\nEnd"
    assert to_plain_text(whole, folded_text=content.folded_text) == text
    content.toggle_fold(1)
    whole.select(QTextCursor.SelectionType.Document)
    assert to_plain_text(whole, folded_text=content.folded_text).replace("\n\n", "\n") == text.replace("\n\n", "\n")


def test_what_is_cut_off_in_a_folded_part_is_copied(qapp: QApplication) -> None:
    content = shown("<details>\n<summary>A</summary>\n\none\n\n<details>\n<summary>B</summary>\n\ntwo")
    whole = QTextCursor(content.document)
    whole.select(QTextCursor.SelectionType.Document)
    assert to_plain_text(whole, folded_text=content.folded_text) == "A\n\none\n\nB\n\ntwo"


def test_what_has_a_word_in_it_is_unfolded_at_once(qapp: QApplication) -> None:
    part = "<details>\n<summary>{0}</summary>\n\n{1} words\n\n</details>\n\n"
    content, rewritten = (
        shown(part.format("A", "one\n\n" + part.format("B", "deep")) + part.format("C", "other") * 30),
        [],
    )
    content.resized = lambda: rewritten.append(True)
    assert not content.unfold(["nowhere"])
    assert content.unfold(["OTHER"])
    assert content.document.toPlainText().count("other") == 30
    assert not content.unfold(["other"])
    assert content.unfold(["deep"])
    assert "deep" in content.document.toPlainText()
    assert len(rewritten) == 2


def test_a_table_and_code_keep_their_state_when_a_part_above_them_is_folded(qapp: QApplication) -> None:
    table = "| n |\n|---|\n| 1 |\n| 2 |\n\n"
    folded = f"<details open>\n<summary>A</summary>\n\n{table}```\nx\n```\n\n</details>\n\n"
    content = MarkdownDocument()
    content.toggle_source(2)
    content.feed(f"{folded}{table}```mermaid\ny\n```")
    content.finish()
    down, up = Sorting(0, is_descending=True), Sorting(0)
    content.sort_table(0, down)
    content.sort_table(1, up)
    for sorted_by, numbers in (([up], [2]), ([down, up], [1, 2])):
        content.toggle_fold(1)
        assert [each.sorting for each in written_tables(content.document)] == sorted_by
        assert [number for number, _ in code_blocks(content.document)] == numbers
        first = code_lines(content.document, 2)[0]
        assert first.blockFormat().boolProperty(Mark.AS_SOURCE)


def test_a_summary_is_bold(qapp: QApplication) -> None:
    content = shown("<details open>\n<summary>Steps `one`</summary>\n\ntext\n\n</details>")
    first, second = content.document.begin(), content.document.lastBlock()
    assert [each.charFormat().fontWeight() for each in fragments(first)] == [QFont.Weight.Bold] * 2
    assert [each.charFormat().fontWeight() for each in fragments(second)] == [QFont.Weight.Normal]


def test_raw_html_is_text_and_pictures_are_links(qapp: QApplication) -> None:
    document = shown("<script>x</script> ![cat](http://example.org/cat.png)").document
    assert document.toPlainText() == "<script>x</script> cat"
    assert "<img" not in document.toHtml()


@pytest.mark.parametrize(
    ("source", "shown_as"),
    [
        (r"so \(x_1 * y\) and $a_1*b*c$, $\{1\}$.", r"so \(x_1 * y\) and $a_1*b*c$, $\{1\}$."),
        ("Then:\n$$\na_1\n= b_2\n- *c*\n$$\nand *so* on", "Then:\n$$\na_1\n= b_2\n- *c*\n$$\nand so on"),
        ("- \\[\n  a_1\n  =\n  b\n  \\]\n- two", "\\[\na_1\n=\nb\n\\]\ntwo"),
        (r"it costs $5 and $6 *or* so, \$7", "it costs $5 and $6 or so, $7"),
        ("`$a*` and $ *b* $", "$a* and $ b $"),
        ("$$ open\n\n- item", "$$ open\nitem"),
    ],
)
def test_mathematics_is_kept_verbatim_and_prices_are_text(qapp: QApplication, source: str, shown_as: str) -> None:
    assert shown(source).document.toPlainText().replace("\u2028", "\n") == shown_as


def formats_of(document: QTextDocument) -> dict[str, QTextCharFormat]:
    """Return the character format of each fragment, by its text."""
    found: dict[str, QTextCharFormat] = {}
    block = document.begin()
    while block.isValid():
        each = block.begin()
        while not each.atEnd():
            found[each.fragment().text()] = each.fragment().charFormat()
            each += 1
        block = block.next()
    return found


def test_inline_markup_sets_character_formats(qapp: QApplication) -> None:
    source = "**bold** *slanted* ~~gone~~ `code` [link](https://example.org) plain"
    formats = formats_of(shown(source).document)
    assert formats["bold"].fontWeight() == QFont.Weight.Bold
    assert formats["slanted"].fontItalic()
    assert formats["gone"].fontStrikeOut()
    assert formats["code"].fontFixedPitch()
    assert formats["link"].anchorHref() == "https://example.org"
    plain = formats[" plain"]
    assert not any((plain.fontItalic(), plain.fontStrikeOut(), plain.isAnchor()))


def test_headings_are_larger_the_higher_they_are(qapp: QApplication) -> None:
    formats = formats_of(shown("# one\n\n### three\n\nTwo\n---\n\nwords").document)
    sizes = [formats[words].font().pixelSize() for words in ("one", "Two", "three", "words")]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 4


def test_tables_become_text_tables_with_formatted_cells(qapp: QApplication) -> None:
    document = shown("before\n\n| left | right |\n|---|--:|\n| **1** | a \\| b |\n| 2 |\n\nafter").document
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    (table,) = tables
    cells = [[table.cellAt(row, column) for column in range(table.columns())] for row in range(table.rows())]
    words = [[cell.firstCursorPosition().block().text() for cell in row] for row in cells]
    assert words == [["left", "right"], ["1", "a | b"], ["2", ""]]
    assert formats_of(document)["1"].fontWeight() == QFont.Weight.Bold
    assert cells[1][1].firstCursorPosition().blockFormat().alignment() & Qt.AlignmentFlag.AlignRight


def test_lists_nest_and_count_from_their_start_number(qapp: QApplication) -> None:
    document = shown("- a\n  1. b\n     - c\n\n3. three\n4. four").document
    lists = [document.findBlockByNumber(number).textList() for number in range(5)]
    assert [each.format().indent() for each in lists] == [1, 2, 3, 1, 1]
    assert lists[3].format().start() == 3
    assert lists[3].itemNumber(document.findBlockByNumber(4)) == 1


def test_quotes_store_their_depth(qapp: QApplication) -> None:
    document = shown("> one\n>> two\n\nnone").document
    depths = [document.findBlockByNumber(number).blockFormat().intProperty(Mark.QUOTE) for number in range(3)]
    assert depths == [1, 2, 0]


def test_the_bar_of_a_quote_is_at_its_left_edge(qapp: QApplication) -> None:
    document = shown("- item\n\n  > in it\n\n> - item\n>   > deeper").document
    blocks = [document.findBlockByNumber(number).blockFormat() for number in range(4)]
    lefts = [form.stringProperty(Mark.QUOTE_LEFTS).split() for form in blocks]
    assert lefts == [[], [str(INDENT)], ["0"], ["0", str(QUOTE_STEP + INDENT)]]


def test_task_list_items_have_boxes_instead_of_bullets(qapp: QApplication) -> None:
    document = shown("- [x] done\n- [ ] open\n- plain [x] words").document
    assert document.toPlainText() == "done\nopen\nplain [x] words"
    blocks = [document.findBlockByNumber(number).blockFormat() for number in range(3)]
    assert [form.intProperty(Mark.TASK) for form in blocks] == [2, 1, 0]


def test_code_keeps_its_lines_and_blank_lines(qapp: QApplication) -> None:
    source = "```python\ndef f():\n\n    return 1\n\n```\nafter"
    document = shown(source[:20], source[20:]).document
    assert code_text(document, 1) == "def f():\n\n    return 1\n"
    assert document.begin().blockFormat().stringProperty(Mark.LANGUAGE) == "python"
    assert document.lastBlock().text() == "after"


def colours_of(document: QTextDocument, number: int) -> set[str]:
    """Return the highlighting colours in a code block, without the default one."""
    found: set[str] = set()
    for line in code_lines(document, number):
        found |= {each.format.foreground().color().name() for each in line.layout().formats()}
    return found


def test_complete_code_is_highlighted_later_and_an_open_fence_is_not(qapp: QApplication, qtbot: QtBot) -> None:
    document = shown("```python\ndef f():\n    return 'x'  # why\n", finish=False)
    document.feed("```\n\n```python\nclass Open:\n")
    document.show_tail()
    look = theme.current()
    wanted = {look.code_keyword, look.code_name, look.code_string, look.code_comment}
    qtbot.waitUntil(lambda: wanted <= colours_of(document.document, 1))
    assert not colours_of(document.document, 2)
    document.finish()
    qtbot.waitUntil(lambda: bool(colours_of(document.document, 2)))


def test_highlighting_does_not_change_the_text(qapp: QApplication, qtbot: QtBot) -> None:
    source = "```js\nconst s = `${'😀中'}`; // 好\nlet t = 1;\n```\n\n> - in\n>   ```py\n>   x = 'y'\n>   ```\n"
    document = shown(source)
    before = document.document.toHtml()
    qtbot.waitUntil(lambda: bool(colours_of(document.document, 1)) and bool(colours_of(document.document, 2)))
    assert document.document.toHtml() == before
    line = code_lines(document.document, 1)[0]
    comment = line.layout().formats()[-1]
    assert line.text().encode("utf-16-le")[comment.start * 2 :].decode("utf-16-le") == "// 好"


def test_code_in_an_unknown_language_is_not_highlighted(qapp: QApplication, qtbot: QtBot) -> None:
    document = shown("```klingon\nqapla'\n```\n\n```python\nx = 'y'\n```\n")
    qtbot.waitUntil(lambda: bool(colours_of(document.document, 2)))
    assert not colours_of(document.document, 1)


def test_a_theme_change_highlights_code_again(qapp: QApplication, qtbot: QtBot) -> None:
    document = shown("```python\nx = 'y'\n```\n")
    qtbot.waitUntil(lambda: theme.LIGHT.code_string in colours_of(document.document, 1))
    theme.apply(qapp, "dark")
    document.rebuild()
    qtbot.waitUntil(lambda: theme.DARK.code_string in colours_of(document.document, 1))
    theme.apply(qapp)
