"""Tests of formulas: drawn in place of their source when they are set, copied as source, bounded whatever they are."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.formula_renderer import MAX_LENGTH, Request, formula_renderer, request_of
from deskpet.ui.markdown.formulas import MAX_AT_ONCE
from deskpet.ui.markdown.inline_writer import MAX_FORMULAS
from deskpet.ui.markdown.marks import OBJECT
from deskpet.ui.markdown.plain_text import to_plain_text
from deskpet.ui.widgets import theme
from tests.support.waiting import LIMIT_MS
from tests.ui.markdown.drawn_documents import document_of, drawn, text_of
from tests.ui.scripted_turn import begin

QUADRATIC = r"\frac{-b\pm\sqrt{b^2-4ac}}{2a}"
# Takes the library minutes.
ENDLESS = r"\frac{" * 30 + "a" + "}{b}" * 30
PATIENCE = LIMIT_MS


@pytest.fixture(autouse=True)
def usual_looks(qapp: QApplication) -> None:
    theme.apply(qapp)


@pytest.mark.parametrize(
    ("source", "latex"),
    [
        ("$x$", "x"),
        ("$$x$$", "x"),
        (r"\(x\)", "x"),
        ("\\[\nx\n\\]", "x"),
        ("$5 and 10$", None),
        ("$3,000 dollars or 4$", None),
        ("$2x + 3y$", "2x + 3y"),
        ("$" + "x" * (MAX_LENGTH + 1) + "$", None),
    ],
)
def test_the_source_without_its_delimiters_is_set(source: str, latex: str | None) -> None:
    request = request_of(source, 15)
    assert (request.latex if request else None) == latex


SOURCE = rf"""So ${QUADRATIC}$ it is, and \(E=mc^2\).

$$
\int_0^\infty e^{{-x^2}}\,dx = \frac{{\sqrt{{\pi}}}}{{2}}
$$

| a | b |
|---|---|
| $x_1$ | 2 |

- \[\sum_{{n=1}}^\infty n\] done"""


def test_formulas_are_drawn_and_copied_as_their_source(qtbot: QtBot) -> None:
    content = document_of(SOURCE)
    assert text_of(content).count("\\frac") == 2
    before = text_of(content)
    qtbot.waitUntil(lambda: drawn(content) == 5, timeout=PATIENCE)
    assert text_of(content) == before
    part = QTextCursor(content.document)
    part.setPosition(2)
    part.setPosition(6, QTextCursor.MoveMode.KeepAnchor)
    assert to_plain_text(part) == f" ${QUADRATIC}$ i"


def test_a_formula_that_is_kept_is_drawn_at_once(qtbot: QtBot) -> None:
    first = document_of("$a+b$")
    qtbot.waitUntil(lambda: drawn(first) == 1, timeout=PATIENCE)
    assert drawn(document_of("Here is $a+b$ once more")) == 1


def test_many_formulas_are_drawn_in_batches(qtbot: QtBot) -> None:
    first = document_of("$a+b$")
    qtbot.waitUntil(lambda: drawn(first) == 1, timeout=PATIENCE)
    content = document_of("$a+b$\n\n" * 100)
    assert drawn(content) == MAX_AT_ONCE
    qtbot.waitUntil(lambda: drawn(content) == 100, timeout=PATIENCE)
    assert text_of(content) == "\n\n".join(["$a+b$"] * 100)
    crowded = document_of("$a+b$, " * 110)
    qtbot.waitUntil(lambda: drawn(crowded) == MAX_FORMULAS, timeout=PATIENCE)
    assert text_of(crowded) == ("$a+b$, " * 110).strip()


@pytest.mark.parametrize("seed", range(8))
def test_any_cut_gives_the_same_text_while_formulas_arrive(qtbot: QtBot, seed: int) -> None:
    whole = document_of(SOURCE)
    qtbot.waitUntil(lambda: drawn(whole) == 5, timeout=PATIENCE)
    dice, content, at = random.Random(seed), MarkdownDocument(), 0
    while at < len(SOURCE):
        step = dice.randint(1, 12)
        content.grow(SOURCE[at : at + step])
        at += step
    content.finish()
    assert (drawn(content), text_of(content)) == (5, text_of(whole))
    assert content.document.toRawText() == whole.document.toRawText()


def test_a_late_formula_takes_nothing_of_the_text_that_follows_it(qtbot: QtBot) -> None:
    content = MarkdownDocument()
    for piece in ("$$\\sqrt{a+b+c}$$\n", "\n", "| a |\n|", "---|\n| 1 |\n", "\n```\ncode\n```\n", "End"):
        content.grow(piece)
    content.finish()
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=PATIENCE)
    assert text_of(content) == "$$\\sqrt{a+b+c}$$\n\na\n1\n\ncode\n\nEnd"


def test_the_source_is_shown_until_the_formula_is_whole(qtbot: QtBot) -> None:
    content = document_of("$a+b$")
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=PATIENCE)
    streamed = MarkdownDocument()
    streamed.grow("So $a+b")
    assert (drawn(streamed), text_of(streamed)) == (0, "So $a+b")


@pytest.mark.parametrize("source", ["It costs $5 and $10.", "From $5 to 10$ or so", "`$x$`", r"\$x\$"])
def test_prices_and_code_stay_text(qtbot: QtBot, source: str) -> None:
    content, other = document_of(source), document_of("$c+d$")
    qtbot.waitUntil(lambda: drawn(other) == 1, timeout=PATIENCE)
    assert drawn(content) == 0


def test_a_formula_that_can_not_be_set_stays_source_and_the_next_one_is_drawn(qtbot: QtBot) -> None:
    broken, endless, good = document_of(r"$\frac{a$"), document_of(f"${ENDLESS}$"), document_of("$e+f$")
    qtbot.waitUntil(lambda: drawn(good) == 1, timeout=PATIENCE)
    assert text_of(broken) == r"$\frac{a$"
    assert (drawn(broken), drawn(endless), text_of(endless)) == (0, 0, f"${ENDLESS}$")


DRAWABLE = (
    r"\begin{pmatrix} a & b \\[1ex] c & d \end{pmatrix}",
    r"f(x) = \begin{cases} x & \text{当 $x > 0$} \\ -x & \text{否则 (a < b)} \end{cases}",
    r"\begin{align} a &= b \label{eq:a} \\ &= -c \tag{1} \end{align}",
    r"a &= b \\ c &= d \\",
    r"\begin{alignedat}{2} a &= 1 & b &= 2 \end{alignedat}",
    r"\hat\theta = \mathop{\mathrm{argmax}}_\theta P \not= \binom{n + \frac{1}{2}}{k} % why",
    r"\left(\sum_i x_i\right)^2 \bmod p, \quad x \in \R",
)
# The library draws them as something else: the names of their commands, or without a part.
NOT_DRAWABLE = (
    r"x \foo y",
    r"\ce{H2O}",
    r"\begin{CD} A @>a>> B \end{CD}",
    r"\begin{pmatrix*}[r] -1 & 2 \end{pmatrix*}",
    r"\tag{1} x \mathrlap{y}",
    r"\text{a {b} c}",
    "\\text{\U0001f600\u0e01}",
)


def test_a_formula_is_drawn_as_what_it_is_or_shown_as_source(qtbot: QtBot) -> None:
    drawable, others = (document_of(*(f"$$\n{each}\n$$\n\n" for each in some)) for some in (DRAWABLE, NOT_DRAWABLE))
    last = document_of("$g+h$")
    qtbot.waitUntil(lambda: drawn(last) == 1, timeout=PATIENCE)
    qtbot.waitUntil(lambda: drawn(drawable) == len(DRAWABLE), timeout=PATIENCE)
    assert drawn(others) == 0
    assert text_of(others) == "\n\n".join(f"$$\n{each}\n$$" for each in NOT_DRAWABLE)


def test_a_displayed_formula_stands_in_the_middle_while_text_streams_behind_it(qtbot: QtBot) -> None:
    first = document_of("$$i+j$$")
    qtbot.waitUntil(lambda: drawn(first) == 1, timeout=PATIENCE)
    content = MarkdownDocument()
    for piece in ("So\n\n$$i+j$$\n\n", "and *", "then* on", "\n\n- \\[i+j\\]\n"):
        content.grow(piece)
    content.finish()
    blocks = [content.document.findBlockByNumber(number) for number in range(4)]
    centred = [bool(block.blockFormat().alignment() & Qt.AlignmentFlag.AlignHCenter) for block in blocks]
    assert (drawn(content), centred) == (2, [False, True, False, False])


@pytest.mark.window
@pytest.mark.parametrize("source", ["${}$ end", "$$\n{}\n$$", "> - $$ {} $$"])
def test_a_formula_is_made_smaller_and_scrolls_before_it_can_not_be_read(source: str, qtbot: QtBot) -> None:
    view = DocumentView(MarkdownDocument())
    qtbot.addWidget(view)
    view.append(source.format("+".join("abcdefghijklmnopqrstuvwxyz")))
    view.content.finish()
    qtbot.waitUntil(lambda: drawn(view.content) == 1, timeout=PATIENCE)
    for width, scrolls in ((800, False), (650, False), (300, True)):
        view.resize(width, view.fit(width))
        before = view.grab().toImage()
        assert view.scroll_areas(1000) is scrolls
        # The end of it comes into view.
        assert (view.grab().toImage() != before) is scrolls


def test_a_formula_in_a_table_is_no_wider_than_the_text(qtbot: QtBot) -> None:
    view = DocumentView(MarkdownDocument())
    qtbot.addWidget(view)
    view.append("| a |\n|---|\n| $" + "+".join("abcdefghijklmnopqrstuvwxyz") + "$ |\n")
    view.content.finish()
    qtbot.waitUntil(lambda: drawn(view.content) == 1, timeout=PATIENCE)
    view.fit(200)
    assert view.content.document.size().width() <= 600


@pytest.mark.window
def test_a_message_grows_when_its_formula_is_drawn(transcript: Transcript, qtbot: QtBot) -> None:
    source = r"$$\begin{pmatrix}p\\q\\r\\s\\t\end{pmatrix}$$"
    turn = begin(transcript, qtbot)
    turn.say(f"So\n\n{source}\n\nis it")
    turn.end()
    row = transcript.rows[-1]
    text = row.message_selection.texts[0]
    qtbot.waitUntil(lambda: OBJECT in text.content.document.toRawText(), timeout=PATIENCE)
    qtbot.waitUntil(lambda: text.height() >= text.content.document.size().height())
    assert row.height() > 5 * 15
    assert row.message_selection.plain_text() == f"So\n\n{source}\n\nis it"
    message = Message("assistant", (Text(StreamingText(source)),), ended="stop")
    transcript.show_message(message)
    qtbot.waitUntil(lambda: transcript.rows[-1].message is message and transcript.rows[-1].height() > 5 * 15)


def test_the_same_formula_is_set_once(qtbot: QtBot) -> None:
    answers: list[object] = []
    request = Request("g+h", 20, is_inline=True)
    for _ in range(3):
        formula_renderer().render(request, answers.append)
    qtbot.waitUntil(lambda: len(answers) == 3, timeout=PATIENCE)
    assert answers[0] is not None
    assert answers[0] is answers[1] is answers[2]


@pytest.mark.window
def test_a_removed_row_may_change_its_size(transcript: Transcript, qtbot: QtBot) -> None:
    begin(transcript, qtbot).end()
    row = transcript.rows[-1]
    transcript.show_path([])
    row.resized.emit()
    assert transcript.rows == []


def test_formulas_may_arrive_after_their_message_was_removed(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("$r+s$\n\n" * 60)
    turn.end()
    content = transcript.rows[-1].message_selection.texts[0].content
    qtbot.waitUntil(lambda: drawn(content) > 0, timeout=PATIENCE)
    before = drawn(content)
    # The document is still referenced here, as a traceback or a cycle would do.
    transcript.show_path([])
    qtbot.waitUntil(lambda: drawn(content) > before, timeout=PATIENCE)
