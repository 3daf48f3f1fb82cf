"""The workspace in a real window: the tree, the file that is worked on, and what can be done with it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QTextBlock
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat import reduce
from deskpet.chat.events import (
    ApprovalAsked,
    ArgumentsAppended,
    BlockStarted,
    ToolFinished,
    ToolReady,
    ToolStarted,
    ToolUndone,
    TurnEvent,
)
from deskpet.chat.messages import DisplayValue, Message, ToolUse
from deskpet.features.workspace.file_activity import FileActivity, FileState
from deskpet.features.workspace.folder_access import MAX_ENTRIES, Entry, FolderAccess, FolderRoot, Listing
from deskpet.features.workspace.streaming_diff import DiffLine, LineKind, StreamingDiff
from deskpet.features.workspace.ui.file_view import FileView
from deskpet.features.workspace.ui.folder_model import STATE_ROLE, FolderModel
from deskpet.features.workspace.ui.workspace_view import WorkspaceView
from deskpet.tools.files.workspace import Workspace
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.widgets import theme
from tests.ui.fake_browser import FakeBrowser

pytestmark = pytest.mark.window

NOTES = "# Notes\nBuy milk\nCall Ada on Tuesday\n"


class Project:
    """A chosen folder with a workspace beside it, and an answer that works in it."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder, self._qtbot = folder, qtbot
        (folder / "notes.md").write_text(NOTES, encoding="utf-8")
        (folder / "src" / "deep").mkdir(parents=True)
        (folder / "src" / "deep" / "code.py").write_text(
            "".join(f"value_{number} = {number}\n" for number in range(1, 3001)), encoding="utf-8"
        )
        (folder / ".git").mkdir()
        self.message = Message("assistant", id="m")
        self.activity = FileActivity(str(folder))
        self.view = WorkspaceView()
        self.view.set_folders(FolderAccess(Workspace([folder], folder.parent / "scratch")), self.activity)
        qtbot.addWidget(self.view)
        self.view.resize(420, 700)
        with qtbot.waitExposed(self.view):
            self.view.show()
        self.wait(lambda: "notes.md" in self.rows())

    def wait(self, condition: Callable[[], object]) -> None:
        self._qtbot.waitUntil(condition)

    def emit(self, event: TurnEvent) -> None:
        self.message = reduce.apply(self.message, event)
        self.activity.apply(event, self.message)
        self.view.note_change()

    def call(self, name: str, *pieces: str) -> int:
        self.emit(BlockStarted(len(self.message.blocks), ToolUse(name, "")))
        block = len(self.message.blocks) - 1
        for piece in pieces:
            self.emit(ArgumentsAppended(block, piece))
        return block

    def done(self, name: str, **arguments: object) -> int:
        block = self.call(name, json.dumps(arguments))
        self.emit(ToolReady(block, "id", dict(arguments)))  # pyright: ignore[reportArgumentType]
        self.emit(ToolStarted(block, 1.0))
        self.emit(ToolFinished(block, 2.0))
        return block

    def rows(self, parent: QModelIndex | None = None) -> dict[str, FileState | None]:
        """The shown rows of the first root with their states."""
        model = self.view.tree.folders
        index = parent or model.index(0, 0)
        found: dict[str, FileState | None] = {}
        for row in range(model.rowCount(index)):
            child = model.index(row, 0, index)
            found[child.data()] = child.data(STATE_ROLE)
            if self.view.tree.isExpanded(child):
                found |= self.rows(child)
        return found

    def index(self, *names: str) -> QModelIndex:
        return self.view.tree.folders.find(str(self.folder.joinpath(*names)))

    def click(self, *names: str) -> None:
        tree = self.view.tree
        place = tree.visualRect(self.index(*names)).center()
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def pane_message(self) -> str:
        label = self.view.pane.findChild(QLabel, "workspace_message")
        return label.text() if label and label.isVisible() else ""

    def lines(self) -> list[tuple[str, str]]:
        return [(line.kind.value, line.text) for line in self.view.pane.view.lines]

    def text(self) -> str:
        return self.view.pane.view.toPlainText()


@pytest.fixture
def project(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Project:
    theme.apply(qapp)
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(folder, qtbot)


def test_the_tree_shows_the_chosen_folder_without_protected_names(project: Project) -> None:
    assert project.rows() == {"src": None, "notes.md": None}
    project.click("src")
    project.wait(lambda: "deep" in project.rows())
    project.click("src")
    assert "deep" not in project.rows()


def test_a_file_that_is_read_is_lit_and_opened_at_its_lines(project: Project) -> None:
    block = project.call("read_file", '{"path": "src/deep/code.py", "offset": 2000, "limit": 20')
    project.wait(lambda: project.rows().get("code.py") is FileState.READING)
    assert project.rows()["deep"] is project.rows()["src"] is FileState.READING
    project.emit(ToolReady(block, "id", {"path": "src/deep/code.py", "offset": 2000, "limit": 20}))
    view = project.view.pane.view
    project.wait(lambda: "value_2000 = 2000" in project.text())
    first = view.firstVisibleBlock().text()
    assert first == "value_1997 = 1997"
    assert view.firstVisibleBlock().userState() == 1997
    ground = theme.current().colour("accent_soft")
    lit = [line.text() for line in _blocks(view) if line.blockFormat().background().color() == ground]
    assert (lit[0], lit[-1], len(lit)) == ("value_2000 = 2000", "value_2019 = 2019", 20)
    assert view.blockCount() < 2_000
    project.emit(ToolStarted(block, 1.0))
    project.emit(ToolFinished(block, 2.0, "text"))
    project.wait(lambda: project.rows().get("code.py") is FileState.READ)
    # The code gets its colours a moment later.
    project.wait(lambda: any(line.layout().formats() for line in _blocks(view)))


def _blocks(view: FileView) -> Iterator[QTextBlock]:
    block = view.document().begin()
    while block.isValid():
        yield block
        block = block.next()


def test_what_is_written_streams_in_as_a_difference(project: Project) -> None:
    block = project.call("write_file", '{"path": "notes.md", "content": "# Notes\\nBuy oat')
    project.wait(lambda: project.rows().get("notes.md") is FileState.WRITING)
    project.wait(lambda: project.text() == "# Notes\nBuy oat")
    assert project.lines() == [("same", "# Notes")]
    project.emit(ArgumentsAppended(block, " milk\\nCall Ada on Tue"))
    project.wait(lambda: project.text().endswith("Call Ada on Tue"))
    assert project.lines() == [("same", "# Notes"), ("added", "Buy oat milk")]
    project.emit(ArgumentsAppended(block, 'sday\\n"}'))
    content = "# Notes\nBuy oat milk\nCall Ada on Tuesday\n"
    project.emit(ToolReady(block, "id", {"path": "notes.md", "content": content}))
    project.emit(
        ApprovalAsked(
            block, 1.0, DisplayValue("diff", "--- a\n+++ b\n@@ -1,3 +1,3 @@\n # Notes\n-Buy milk\n+Buy oat milk\n")
        )
    )
    project.wait(lambda: project.rows().get("notes.md") is FileState.WAITING)
    project.wait(lambda: ("removed", "Buy milk") in project.lines())
    (project.folder / "notes.md").write_text(content, encoding="utf-8")
    project.emit(ToolStarted(block, 2.0))
    project.emit(ToolFinished(block, 3.0, {"undo": "1"}))
    project.wait(lambda: project.rows().get("notes.md") is FileState.WRITTEN)
    assert ("added", "Buy oat milk") in project.lines()
    # The text instead of the change, and back.
    pane = project.view.pane
    QTest.mouseClick(pane.compare_button, Qt.MouseButton.LeftButton)
    project.wait(lambda: project.text() == content.removesuffix("\n"))
    QTest.mouseClick(pane.compare_button, Qt.MouseButton.LeftButton)
    project.wait(lambda: ("removed", "Buy milk") in project.lines())


def test_a_new_file_is_in_the_tree_before_it_is_on_disk(project: Project) -> None:
    block = project.call("write_file", '{"path": "src/new/plan.md", "content": "One')
    project.wait(lambda: project.rows().get("plan.md") is FileState.WRITING)
    project.wait(lambda: project.text() == "One")
    project.emit(ToolReady(block, "id", None))
    (project.folder / "src" / "new").mkdir()
    (project.folder / "src" / "new" / "plan.md").write_text("One", encoding="utf-8")
    project.emit(ToolReady(block, "id", {"path": "src/new/plan.md", "content": "One"}))
    project.emit(ToolStarted(block, 1.0))
    project.emit(ToolFinished(block, 2.0))
    project.wait(lambda: project.rows().get("plan.md") is FileState.WRITTEN)


def test_what_changes_on_disk_is_kept_up_with_while_folders_stay_open(project: Project) -> None:
    project.click("src")
    project.wait(lambda: "deep" in project.rows())
    project.click("src", "deep")
    project.wait(lambda: "code.py" in project.rows())
    # A file above the open folders comes, another one goes, and a file takes the place of a folder.
    (project.folder / "a.md").write_text("a", encoding="utf-8")
    (project.folder / "notes.md").unlink()
    project.done("write_file", path="b.md", content="b")
    project.wait(lambda: "a.md" in project.rows() and "notes.md" not in project.rows())
    assert "code.py" in project.rows()
    (project.folder / "src" / "deep" / "code.py").unlink()
    (project.folder / "src" / "deep").rmdir()
    (project.folder / "src" / "deep").write_text("file", encoding="utf-8")
    project.done("write_file", path="src/c.md", content="c")
    project.wait(lambda: "code.py" not in project.rows() and "c.md" in project.rows())
    project.click("src", "deep")
    project.wait(lambda: project.text() == "file")


def test_reverting_is_decided_as_on_the_card_and_shown(project: Project, qtbot: QtBot) -> None:
    block = project.done("edit_file", path="notes.md", old_text="Buy milk", new_text="Buy tea")
    pane = project.view.pane
    # The pane opens from no height.
    project.wait(lambda: not pane.revert_button.visibleRegion().isEmpty())
    with qtbot.waitSignal(project.view.pane.call_decided) as decided:
        QTest.mouseClick(pane.revert_button, Qt.MouseButton.LeftButton)
    assert decided.args == ["m", block, CallDecision.UNDO]
    project.emit(ToolUndone(block, 3.0, "It is as it was."))
    project.wait(lambda: project.rows().get("notes.md") is FileState.REVERTED)
    assert not pane.revert_button.isVisible()


def test_a_click_opens_a_file_and_ends_following(project: Project, browser: FakeBrowser) -> None:
    project.done("read_file", path="src/deep/code.py")
    project.wait(lambda: project.view.pane.path.endswith("code.py"))
    project.click("notes.md")
    project.wait(lambda: project.text() == NOTES.removesuffix("\n"))
    assert not project.view.is_following
    project.done("read_file", path="src/deep/code.py", offset=5)
    project.wait(lambda: project.rows().get("code.py") is FileState.READ)
    assert project.view.pane.path.endswith("notes.md")
    QTest.mouseClick(project.view.pane.open_button, Qt.MouseButton.LeftButton)
    assert browser.opened[-1].endswith("notes.md")
    QTest.mouseClick(project.view.follow_button, Qt.MouseButton.LeftButton)
    project.wait(lambda: project.view.pane.path.endswith("code.py"))


def test_where_she_looks_is_the_file_while_it_is_worked_on(project: Project) -> None:
    assert project.view.work_rect() is None
    block = project.call("write_file", '{"path": "notes.md", "content": "a')
    project.wait(lambda: project.text() == "a")
    pane = project.view.pane
    rect = project.view.work_rect()
    assert rect
    assert rect.size() == pane.size()
    assert rect.topLeft() == pane.mapToGlobal(pane.rect().topLeft())
    project.emit(ToolReady(block, "id", {"path": "notes.md", "content": "a"}))
    project.emit(ToolStarted(block, 1.0))
    project.emit(ToolFinished(block, 2.0))
    assert project.view.work_rect() is None


def test_what_goes_wrong_is_told(project: Project) -> None:
    project.done("delete_file", path="notes.md")
    (project.folder / "notes.md").unlink()
    project.wait(lambda: project.rows().get("notes.md") is FileState.DELETED)
    project.click("notes.md")
    project.wait(lambda: project.pane_message() == "It is not there")
    (project.folder / "picture.bin").write_bytes(b"\0\1\2")
    project.done("read_file", path="picture.bin")
    project.view.follow()
    project.wait(lambda: project.pane_message() == "This is no text")


def test_a_folder_that_is_emptied_and_filled_again_has_all_its_rows(qapp: QApplication) -> None:
    model = FolderModel(qapp)
    model.set_roots([FolderRoot("/p", "p")])
    for names in (("a",), (), ("b", "c"), (), ("a",)):
        model.set_listing("/p", Listing(tuple(Entry(name, is_folder=False) for name in names)))
        root = model.index(0, 0)
        rows = [model.index(row, 0, root).data() for row in range(model.rowCount(root))]
        assert rows == list(names or ("Nothing is in here",))


def test_ten_thousand_files_and_five_megabytes_stay_bounded(project: Project) -> None:
    many = project.folder / "many"
    many.mkdir()
    for number in range(10_000):
        (many / f"{number:05}.txt").touch()
    (project.folder / "huge.txt").write_text("x" * 400 + "\n" * 50 + "word " * 900_000, encoding="utf-8")
    project.done("write_file", path="many/00000.txt", content="a")
    project.wait(lambda: "00000.txt" in project.rows())
    index = project.index("many")
    assert project.view.tree.folders.rowCount(index) == MAX_ENTRIES + 1
    assert "… 9,000 more" in project.rows()
    project.done("read_file", path="huge.txt")
    project.wait(lambda: project.view.pane.path.endswith("huge.txt") and project.text().startswith("xxx"))
    assert len(project.text()) < 100_000


@pytest.mark.slow
def test_five_megabytes_of_arguments_end_at_their_last_lines(project: Project) -> None:
    content = "".join(f"line {number} of many\n" for number in range(260_000))
    assert len(content) > 5_000_000
    project.call("write_file", '{"path": "notes.md", "content": ', json.dumps(content))
    project.wait(lambda: "line 259999 of many" in project.text())
    assert project.view.pane.view.blockCount() < 2_100


def test_keys_move_in_the_tree_and_open_files(project: Project) -> None:
    tree = project.view.tree
    tree.setFocus()
    tree.setCurrentIndex(project.index("src"))
    QTest.keyClick(tree, Qt.Key.Key_Right)
    project.wait(lambda: "deep" in project.rows())
    # Below it stands her own folder.
    QTest.keyClick(tree, Qt.Key.Key_End)
    QTest.keyClick(tree, Qt.Key.Key_Up)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    project.wait(lambda: project.text() == NOTES.removesuffix("\n"))
    assert tree.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) == "notes.md"


def test_the_change_of_a_theme_keeps_what_is_shown(project: Project, qapp: QApplication) -> None:
    project.done("edit_file", path="notes.md", old_text="Buy milk", new_text="Buy tea")
    project.wait(lambda: ("added", "Buy tea") in project.lines())
    try:
        theme.apply(qapp, "dark", 1.2)
        project.wait(lambda: "Buy tea" in project.text())
        added = next(block for block in _blocks(project.view.pane.view) if block.text() == "Buy tea")
        assert added.blockFormat().background().color() == theme.DARK.colour("info_soft")
        assert LineKind.ADDED in {line.kind for line in project.view.pane.view.lines}
    finally:
        theme.apply(qapp)


def test_a_change_has_the_line_numbers_of_the_new_text(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    view = FileView(window)
    kinds = (LineKind.SAME, LineKind.REMOVED, LineKind.ADDED, LineKind.SAME)
    view.show_lines([DiffLine(kind, "x", number) for kind, number in zip(kinds, (7, 8, 8, 9), strict=True)])
    numbers = [view.document().findBlockByNumber(line).userState() for line in range(view.blockCount())]
    assert numbers == [7, 0, 8, 9]


def test_no_number_is_repeated_while_a_change_streams(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    view, diff = FileView(window), StreamingDiff(["line 1", "line 2", "line 3"])
    text = "line 1\nnew\nline 3\nline 4\nline 5\n"
    for at in range(0, len(text), 4):
        view.append_lines(diff.append(text[at : at + 4]), diff.partial)
        numbers = [block.userState() for block in _blocks(view) if block.userState() > 0]
        assert numbers == list(range(1, len(numbers) + 1))
