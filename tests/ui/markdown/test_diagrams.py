"""Tests of diagrams: drawn in place of their complete source, copied as source, bounded whatever they are."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QTextBlock
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.processes.child_kinds import DIAGRAM
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.text_decorations import code_box_at
from deskpet.ui.markdown.diagrams import MAX_LENGTH, diagram_renderer, request_for
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.marks import Mark, code_lines, code_text
from deskpet.ui.markdown.source_places import document_place, position_of
from deskpet.ui.widgets import theme
from tests.support.waiting import LIMIT_MS
from tests.ui.markdown.drawn_documents import document_of, drawn, text_of

FLOW = "graph TD\n  A[Start] --> B{Rain?}\n  B -->|yes| C[Umbrella]\n  B -->|no| D[Walk]"
FENCE = f"```mermaid\n{FLOW}\n```"
WIDE = "```mermaid\ngraph LR\n" + "\n".join(f"n{number} --> n{number + 1}" for number in range(20)) + "\n```"


@pytest.fixture(autouse=True)
def usual_looks(qapp: QApplication) -> None:
    theme.apply(qapp)


def test_a_complete_diagram_is_drawn_and_copied_as_its_source(qtbot: QtBot) -> None:
    source = f"Here:\n\n{FENCE}\n\nand after it"
    content = document_of(source)
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=LIMIT_MS)
    assert text_of(content) == f"Here:\n\n{FLOW}\n\nand after it"
    assert code_text(content.document, 1) == FLOW


def test_the_text_goes_on_behind_a_diagram_that_is_drawn_while_it_streams(qtbot: QtBot) -> None:
    content = MarkdownDocument()
    content.grow(f"{FENCE}\n\nand **af")
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=LIMIT_MS)
    for piece in ("ter** it", "\n\n- a list\n\n", "  ```py\n  x = 1\n  ```\n", "\nend"):
        content.grow(piece)
    content.finish()
    assert text_of(content) == f"{FLOW}\n\nand after it\n\n- a list\n\nx = 1\n\nend"
    assert code_text(content.document, 2) == "x = 1"


def test_an_open_one_and_what_is_no_diagram_stay_source(qtbot: QtBot) -> None:
    content = MarkdownDocument()
    content.grow(f"```mermaid\nno diagram at all\n```\n\n```mermaid\n{'x' * MAX_LENGTH}\n```\n\n{FENCE[:-3]}")
    answers: list[object] = []
    diagram_renderer().render(request_for("no diagram at all"), answers.append)
    qtbot.waitUntil(lambda: answers == [None], timeout=LIMIT_MS)
    assert drawn(content) == 0


def test_where_the_libraries_are_missing_the_source_offers_them_and_is_drawn_once_they_are_there(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer = diagram_renderer()
    monkeypatch.setattr(renderer, "_libraries", ("no_such_library",))
    monkeypatch.setattr(renderer, "is_available", False)
    # A picture that was drawn before is shown all the same.
    fence = FENCE.replace("Start", "Missing")
    content = document_of(f"{fence}\n\n```py\nx = 1\n```\n")
    view = DocumentView(content)
    qtbot.addWidget(view)
    view.resize(500, view.fit(500))
    view.show()
    assert drawn(content) == 0
    box, other = (code_box_at(block_of(content, number), QRectF(view.rect()), 500) for number in (1, 2))
    assert "down" not in other.controls
    with qtbot.waitSignal(view.diagrams_wanted, timeout=LIMIT_MS):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=box.controls["down"].center().toPoint())
    monkeypatch.setattr(renderer, "_libraries", ("merman", "resvg_py"))
    with qtbot.assertNotEmitted(view.diagrams_wanted):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=box.controls["down"].center().toPoint())
    later = document_of(fence)
    qtbot.waitUntil(lambda: drawn(content) == drawn(later) == 1, timeout=LIMIT_MS)


def block_of(content: MarkdownDocument, number: int) -> QTextBlock:
    """Return the first line of a block of code."""
    block = content.document.begin()
    while block.blockFormat().intProperty(Mark.CODE) != number:
        block = block.next()
    return block


def test_another_theme_draws_it_in_other_colours(qapp: QApplication, qtbot: QtBot) -> None:
    content = document_of(FENCE)
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=LIMIT_MS)
    pictures: list[object] = []
    for name in ("light", "dark"):
        theme.apply(qapp, name)
        diagram_renderer().render(request_for(FLOW), pictures.append)
    qtbot.waitUntil(lambda: len(pictures) == 2, timeout=LIMIT_MS)
    assert pictures[0] != pictures[1]
    content.rebuild()
    assert drawn(content) == 1
    assert text_of(content) == FLOW


@pytest.mark.window
@pytest.mark.parametrize(("source", "scrolls"), [(WIDE, True), (FENCE, False)])
def test_a_wide_diagram_is_made_smaller_and_scrolls_before_it_can_not_be_read(
    source: str, scrolls: bool, qtbot: QtBot
) -> None:
    content = document_of(source)
    view = DocumentView(content)
    qtbot.addWidget(view)
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=LIMIT_MS)
    view.resize(300, view.fit(300))
    with qtbot.waitExposed(view):
        view.show()
    before = view.grab().toImage()
    assert view.scroll_areas(200) is scrolls
    assert (view.grab().toImage() == before) is not scrolls
    accent = theme.current().colour("accent_soft")
    assert any(before.pixelColor(x, before.height() // 2) == accent for x in range(300))


@pytest.mark.window
def test_the_button_copies_the_source_of_a_diagram(qtbot: QtBot) -> None:
    content = document_of(FENCE)
    view = DocumentView(content)
    qtbot.addWidget(view)
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=LIMIT_MS)
    view.resize(400, view.fit(400))
    with qtbot.waitExposed(view):
        view.show()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(400 - 16, 15))
    assert QGuiApplication.clipboard().text() == FLOW


@pytest.mark.window
def test_a_button_shows_the_source_of_a_diagram_and_draws_it_again(qtbot: QtBot) -> None:
    content = document_of(f"{FENCE}\n\nand\n\n```py\nx = 1\n```\n\n{FENCE}")
    view = DocumentView(content)
    qtbot.addWidget(view)
    qtbot.waitUntil(lambda: drawn(content) == 2, timeout=LIMIT_MS)
    view.resize(400, view.fit(400))
    with qtbot.waitExposed(view):
        view.show()
    assert controls(view, 1) == ["copy", "save", "code"]
    assert controls(view, 2) == ["copy", "save", "wrap", "numbers"]
    height = view.height()
    resized: list[bool] = []
    content.resized = lambda: resized.append(True)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(400 - 64, 15))
    assert resized
    assert content.document.firstBlock().text() == "graph TD"
    assert drawn(content) == 1
    assert controls(view, 1) == ["copy", "save", "code", "wrap", "numbers"]
    assert (code_text(content.document, 1), code_text(content.document, 3)) == (FLOW, FLOW)
    # It stays source in another theme, and the other one a picture.
    content.rebuild()
    assert (drawn(content), controls(view, 1)[2], view.source_label(3)) == (1, "code", "Show the source of the diagram")
    view.resize(400, view.fit(400))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(400 - 64, 15))
    assert (drawn(content), view.fit(400), controls(view, 1)) == (2, height, ["copy", "save", "code"])


def controls(view: DocumentView, number: int) -> list[str]:
    (first, *_) = code_lines(view.content.document, number)
    return list(code_box_at(first, QRectF(view.rect()), view.width()).controls)


def test_a_rewritten_text_has_its_diagrams_and_formulas_at_once(qtbot: QtBot) -> None:
    source = f"{FENCE}\n\nso $x^2$ is\n\n{FENCE}\n\nand $y_1$"
    content = document_of(source)
    qtbot.waitUntil(lambda: drawn(content) == 4, timeout=LIMIT_MS)
    content.rebuild()
    assert drawn(content) == 4
    assert text_of(content) == f"{FLOW}\n\nso $x^2$ is\n\n{FLOW}\n\nand $y_1$"


def test_a_place_behind_a_diagram_is_found(qtbot: QtBot) -> None:
    source = f"one\n\n{FENCE}\n\ntwo three"
    content = document_of(source)
    place = document_place(source, source.index("three"))
    assert place
    whole = position_of(content.document, place)
    assert content.document.toRawText()[whole:] == "three"
    qtbot.waitUntil(lambda: drawn(content) == 1, timeout=LIMIT_MS)
    assert content.document.toRawText()[position_of(content.document, place) :] == "three"


HOSTILE = {
    "complete": "graph TD\n" + "\n".join(f"n{i}-->n{j}" for i in range(40) for j in range(40)),
    "subgraphs": "graph TD\n" + "\n".join(f"subgraph s{i}" for i in range(900)) + "\nA\n" + "end\n" * 900,
    "product": f"graph TD\n{' & '.join(f'a{i}' for i in range(400))} --> {' & '.join(f'b{i}' for i in range(400))}",
    "nested": "mindmap\n" + "\n".join(" " * i + "x" for i in range(190)),
    "brackets": "graph TD\nA" + "[" * 9000 + "]" * 9000,
    "label": "graph TD\nA[" + "x" * 19000 + "]",
    "messages": "sequenceDiagram\n" + "\n".join(f"A->>B{i}: hi" for i in range(1000)),
    "days": "gantt\ndateFormat YYYY-MM-DD\nA: 0001-01-01, 300000000d",
    "file": 'flowchart TD\n A@{ img: "file:///etc/hostname", label: "x", h: 60 }',
    "page": 'flowchart TD\n A@{ img: "http://127.0.0.1:9/x.png", label: "x", h: 60 }',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_diagram_ends_in_time_and_the_next_one_is_drawn(name: str, qtbot: QtBot) -> None:
    answers: list[object] = []
    for source in (HOSTILE[name][:MAX_LENGTH], f"graph TD\nafter --> {name}"):
        diagram_renderer().render(request_for(source), answers.append)
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=int(1000 * (DIAGRAM.seconds + DIAGRAM.start_seconds)))
    assert answers[1]
    if name in {"file", "page"}:
        assert answers[0] is None


LARGE = {
    # 2,800 x 840 pixels: drawn at a lower zoom.
    "wide": "sequenceDiagram\n" + "".join(f"A{i}->>A{i + 1}: hi\n" for i in range(13)),
    # More layout than the library's profile for unchecked input allows.
    "architecture": "architecture-beta\n"
    + "".join(f"service a{i}(server)[A{i}]\n" for i in range(12))
    + "".join(f"a{i}:R --> L:a{i + 1}\n" for i in range(11)),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_diagram_is_drawn_as_large_as_its_text_asks(name: str, qtbot: QtBot) -> None:
    request = request_for(LARGE[name])
    pictures: list = []
    for each in (request, replace(request, zoom=request.zoom / 2)):
        diagram_renderer().render(each, pictures.append)
    qtbot.waitUntil(lambda: len(pictures) == 2, timeout=LIMIT_MS)
    assert all(pictures)
    one, half = (each.deviceIndependentSize() for each in pictures)
    assert abs(one.width() - 2 * half.width()) <= 4
    assert pictures[0].width() * pictures[0].height() <= 6_000_000


def test_a_picture_is_as_sharp_as_the_text_is_large(qapp: QApplication, qtbot: QtBot) -> None:
    request = request_for(FLOW)
    pictures: list = []
    for each in (request, replace(request, zoom=2 * request.zoom)):
        diagram_renderer().render(each, pictures.append)
    qtbot.waitUntil(lambda: len(pictures) == 2, timeout=LIMIT_MS)
    assert abs(pictures[1].width() - 2 * pictures[0].width()) <= 2
