"""Scenes of the workspace: a file that is read, one that is written, a change that waits, and what was done."""

import json
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication

from deskpet.app.character_chat import look_of
from deskpet.chat.messages import Message, StreamingText, ToolError, ToolUse
from deskpet.config.paths import bundled_path
from deskpet.config.settings import Settings
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.features.workspace.file_activity import FileActivity
from deskpet.features.workspace.folder_access import FolderAccess
from deskpet.features.workspace.ui.workspace_view import WorkspaceView
from deskpet.tools.files.workspace import Workspace
from deskpet.ui.chat.window import ChatWindow
from tests.gallery import samples
from tests.gallery.sample_texts import said
from tests.gallery.samples import answer, asked
from tests.gallery.screenshots import Scene, Shot, Studio, around
from tests.support.waiting import until

_CODE = '''"""Greetings for the garden."""

from dataclasses import dataclass


@dataclass
class Plant:
    """A plant, and how many days it can wait for water."""

    name: str
    days: int = 3

    def is_thirsty(self, waited: int) -> bool:
        """Return whether it needs water now."""
        return waited >= self.days


def thirsty(plants: list[Plant], waited: int) -> list[str]:
    # The thirstiest come first.
    found = [plant for plant in plants if plant.is_thirsty(waited)]
    return [plant.name for plant in sorted(found, key=lambda plant: plant.days)]
'''
_CHANGED = _CODE.replace("waited >= self.days", "waited > self.days").replace(
    "    name: str\n", '    name: str\n    place: str = "balcony"\n'
)


def _project(home: Path) -> Path:
    folder = home / "garden"
    for name, text in {
        "README.md": "# Garden\n",
        "garden/plants.py": _CODE,
        "garden/weather.py": "# Rain\n",
        "notes/tomatoes.md": "Water them.\n",
        "notes/old.md": "Done.\n",
        "watering.csv": "plant,days\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _use(name: str, raw: str = "", **arguments: object) -> ToolUse:
    """Return a call with these arguments, or with the text `raw` of them so far."""
    text = StreamingText(raw or json.dumps(arguments))
    return ToolUse(name, name, input_text=text, input=None if raw else dict(arguments))  # pyright: ignore[reportArgumentType]


def _read(path: str, **lines: int) -> ToolUse:
    return replace(_use("read_file", path=path, **lines), started_at=time.time() - 2)


def _edited(path: str) -> ToolUse:
    old, new = "waited >= self.days", "waited > self.days"
    return samples.done(_use("edit_file", path=path, old_text=old, new_text=new), {"undo": "1"})


def _written(path: str) -> ToolUse:
    return samples.done(_use("write_file", path=path, content="Plan\n\n- sow\n- water\n"), {"undo": "2"})


_PET, _LARGEST = QRect(300, 420, 300, 450), 1.4


class _Stage:
    """The full window with a workspace beside a conversation."""

    def __init__(self, studio: Studio) -> None:
        folder = _project(studio.home)
        self.chat = ChatWindow("Mikan", look_of)
        self.chat.set_side_panel(HistoryPanel)
        self.chat.show_character("Mikan", bundled_path("models") / "mikan")
        self.chat.header.set_status("llama3.2")
        self.chat.place_beside(_PET, QGuiApplication.primaryScreen().availableGeometry())
        self.activity = FileActivity(str(folder))
        self.window = self.chat.expand()
        self.window.side_panel.show_sessions(samples.sessions(), "session-1")
        self.view = WorkspaceView()
        self.view.set_folders(FolderAccess(Workspace([folder], studio.home / "scratch")), self.activity)

    def show(self, *uses: ToolUse | str, ended: str | None = None) -> None:
        messages: list[Message] = [asked(said().question), answer(*uses, ended=ended)]
        self.chat.show_path(messages)
        self.activity.show(messages)
        self.window.show_workspace(self.view, Settings().appearance.workspace_width)
        self.view.note_change()

    def is_shown(self, words: str) -> bool:
        rows = self.chat.transcript.rows
        return words in self.view.pane.view.toPlainText() and not any(row.is_behind for row in rows)


async def workspace(studio: Studio) -> AsyncIterator[Shot]:
    """The workspace of the full window."""
    stage = _Stage(studio)
    await studio.show(stage.window)
    stage.show(said().look_up, _read("garden/plants.py", offset=14, limit=5))
    await until(lambda: stage.is_shown("is_thirsty"))
    await until(lambda: any(_formats(stage.view)))
    yield Shot("workspace-reading", "A file that is read, at its lines", around(stage.window), moves=True)
    before, cut = samples.done(_read("garden/plants.py"), "text"), _CHANGED.index("thirstiest")
    raw = json.dumps({"path": "garden/plants.py", "content": _CHANGED[:cut]})[:-2]
    stage.show(said().look_up, before, _use("write_file", raw))
    await until(lambda: stage.is_shown("The "))
    yield Shot("workspace-writing", "A file while it is written, as a difference", around(stage.window), moves=True)
    waiting = replace(_use("write_file", path="garden/plants.py", content=_CHANGED), asked_at=samples.NOON)
    stage.show(said().look_up, before, waiting)
    await until(lambda: stage.is_shown("balcony"))
    yield Shot("workspace-waiting", "A change that waits for an approval", around(stage.window), moves=True)
    failed = replace(_use("read_file", path="watering.csv"), status="error", error=ToolError("x", "x"))
    (studio.home / "garden" / "notes" / "old.md").unlink()
    deleted = samples.done(_use("delete_file", path="notes/old.md"), {"deleted": "notes/old.md"})
    done = (before, failed, _written("notes/plan.md"), deleted, _edited("garden/plants.py"))
    stage.show(said().look_up, *done, said().reply, ended="stop")
    # The change before this one has the same line.
    await until(lambda: stage.is_shown("waited > self.days") and not stage.is_shown("balcony"))
    yield Shot("workspace-done", "Files that were written, deleted and changed; one failed", around(stage.window))
    stage.view.tree.setFocus(Qt.FocusReason.TabFocusReason)
    stage.view.pane.compare_button.click()
    await until(lambda: stage.is_shown("Greetings"))
    yield Shot("workspace-text", "The same file without its change", around(stage.window))
    stage.chat.deleteLater()


async def workspace_alone(studio: Studio) -> AsyncIterator[Shot]:
    """The workspace without a folder, and in large text."""
    view = WorkspaceView()
    view.set_folders(FolderAccess(Workspace([], studio.home / "scratch")), FileActivity(""))
    view.resize(380, 300)
    await studio.show(view)
    yield Shot("workspace-empty", "No folder is chosen", around(view))
    await studio.put_away()
    if not studio.is_thorough:
        return
    studio.scale = _LARGEST
    stage = _Stage(studio)
    await studio.show(stage.window)
    stage.show(said().look_up, _read("garden/plants.py", offset=14, limit=5))
    await until(lambda: stage.is_shown("is_thirsty"))
    yield Shot("large-workspace", "The workspace, in large text", around(stage.window), moves=True)
    stage.chat.deleteLater()


def _formats(view: WorkspaceView) -> list[object]:
    document = view.pane.view.document()
    return [document.findBlockByNumber(number).layout().formats() for number in range(document.blockCount())]


WORKSPACE: tuple[Scene, ...] = (workspace, workspace_alone)
