"""A whole task on files in the whole pet: watched beside the conversation, approved, reverted, and looked at."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QSplitter

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import Action, Approval, Message, Notice, ToolUse, to_json, user_message
from deskpet.config import settings_file
from deskpet.features.workspace.controller import WorkspaceController
from deskpet.features.workspace.file_activity import FileState
from deskpet.features.workspace.ui.workspace_view import WorkspaceView
from deskpet.pet.mood import MoodActivity
from deskpet.ui.blocks.base import CallDecision
from tests.app.running_pet import ChatServer, running, type_and_send, visible_cards, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window

NOTES = "# Notes\nBuy milk\nCall Ada\n"


def chosen_folder(tmp_path: Path) -> tuple[Path, str]:
    """A folder with a file, and the settings that choose it."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    return folder, f"[tools]\nfolders = [{json.dumps(str(folder))}]\n"


def calls(talk: ChatController) -> list[ToolUse]:
    return [block for message in talk.conversation.messages for block in message.blocks if isinstance(block, ToolUse)]


def workspace(talk: ChatController) -> WorkspaceController:
    return talk.features.running("workspace")


def view(talk: ChatController) -> WorkspaceView:
    shown = workspace(talk).view
    assert shown
    return shown


def states(talk: ChatController) -> dict[str, FileState]:
    return {Path(path).name: file.state for path, file in view(talk).activity.files.items()}


async def answer_call(upstream: ChatServer, number: int, name: str, arguments: dict[str, object]) -> None:
    """Answer the request `number`, from 1, with a call."""
    await until(lambda: len(upstream.requests) == number)
    upstream.begin_call(name)
    upstream.arguments(json.dumps(arguments))
    upstream.end()


async def press(talk: ChatController, text: str) -> None:
    """Press the button with this text on a card, when its dead time is over."""

    def is_pressed() -> bool:
        buttons = [each for each in (talk.chat.full or talk.chat).findChildren(QPushButton) if each.text() == text]
        for button in buttons:
            if button.isVisible() and button.isEnabled():
                button.click()
        return state_of(calls(talk)[-1]) is not CallState.WAITING

    await until(is_pressed)


async def test_a_whole_task_is_watched_in_one_answer(tmp_path: Path) -> None:
    folder, settings = chosen_folder(tmp_path)
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start(), settings), offline=False)
    async with running(pet, upstream) as talk:
        full = talk.chat.expand()
        type_and_send(talk, "change my notes")
        await answer_call(upstream, 1, "read_file", {"path": "notes.md"})
        await until(lambda: workspace(talk).view is not None and workspace(talk).view.isVisible())
        assert full.isAncestorOf(view(talk))
        await until(lambda: states(talk) == {"notes.md": FileState.READ})
        await until(lambda: view(talk).pane.view.toPlainText() == NOTES.removesuffix("\n"))
        await until(lambda: len(upstream.requests) == 2)
        # The change streams in before the call is complete, and she looks at it.
        upstream.begin_call("write_file")
        upstream.arguments('{"path": "notes.md", "content": "# Notes\\nBuy tea')
        await until(lambda: view(talk).pane.view.toPlainText() == "# Notes\nBuy tea")
        assert states(talk) == {"notes.md": FileState.WRITING}
        upstream.arguments("!")
        await until(lambda: pet.window.animator.mood.doing is MoodActivity.WATCHING)
        looked_at = pet.window.living_model.gaze.chat()
        assert looked_at
        assert looked_at == view(talk).work_rect()
        upstream.arguments('\\nCall Ada\\n"}')
        upstream.end()
        await until(lambda: states(talk) == {"notes.md": FileState.WAITING})
        lines = view(talk).pane.view
        await until(lambda: [line.text for line in lines.lines if line.kind.value == "removed"] == ["Buy milk"])
        await press(talk, "Run")
        await until(lambda: states(talk) == {"notes.md": FileState.WRITTEN})
        assert (folder / "notes.md").read_text(encoding="utf-8") == "# Notes\nBuy tea!\nCall Ada\n"
        await answer_call(upstream, 3, "read_file", {"path": "notes.md"})
        await until(lambda: len(upstream.requests) == 4)
        upstream.answer("Done.")
        await until(lambda: not talk.conversation.is_running)
        assert [state_of(call) for call in calls(talk)] == [CallState.SUCCESS] * 3
        assert len([message for message in talk.conversation.messages if message.role == "assistant"]) == 1
        assert pet.window.living_model.gaze.chat() is None
        # And back.
        QTest.mouseClick(view(talk).pane.revert_button, Qt.MouseButton.LeftButton)
        await until(lambda: states(talk) == {"notes.md": FileState.REVERTED})
        assert (folder / "notes.md").read_text(encoding="utf-8") == NOTES


async def test_the_workspace_is_closed_opened_again_and_keeps_its_width(tmp_path: Path) -> None:
    _, settings = chosen_folder(tmp_path)
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start(), settings), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "read my notes")
        await answer_call(upstream, 1, "read_file", {"path": "notes.md"})
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Read.")
        await until(lambda: not talk.conversation.is_running)
        # Beside the pet there is no room for it, and nothing is made.
        assert workspace(talk).view is None
        full = talk.chat.expand()
        before = full.width()
        await until(lambda: workspace(talk).view is not None and workspace(talk).view.isVisible())
        await until(lambda: states(talk) == {"notes.md": FileState.READ})
        button = talk.chat.header.files
        assert button.property("on")
        await until(lambda: view(talk).width() > 300)
        width = view(talk).width()
        QTest.mouseClick(view(talk).close_button, Qt.MouseButton.LeftButton)
        await until(lambda: not view(talk).isVisible())
        assert not button.property("on")
        # It stays closed in this conversation.
        type_and_send(talk, "again")
        await answer_call(upstream, 3, "read_file", {"path": "notes.md", "offset": 2})
        await until(lambda: len(upstream.requests) == 4)
        upstream.answer("Read.")
        await until(lambda: not talk.conversation.is_running)
        assert not view(talk).isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        await until(lambda: view(talk).isVisible() and view(talk).width() == width)
        assert sum(len(each.calls) for each in view(talk).activity.files.values()) == 2
        # The panel beside the pet and back.
        talk.chat.shrink()
        await until(lambda: bool(visible_cards(talk)))
        talk.chat.expand()
        await until(lambda: view(talk).isVisible() and view(talk).width() == width)
        assert full.width() >= before


async def test_another_conversation_shows_its_own_files(tmp_path: Path) -> None:
    _, settings = chosen_folder(tmp_path)
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start(), settings), offline=False)
    async with running(pet, upstream) as talk:
        talk.chat.expand()
        type_and_send(talk, "read my notes")
        await answer_call(upstream, 1, "read_file", {"path": "notes.md"})
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Read.")
        await until(lambda: not talk.conversation.is_running and bool(workspace(talk).view))
        await until(lambda: states(talk) == {"notes.md": FileState.READ})
        talk.chat.header.new.click()
        await until(lambda: states(talk) == {})


async def test_chosen_folders_are_shown_when_they_change(tmp_path: Path) -> None:
    folder, settings = chosen_folder(tmp_path)
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start(), settings), offline=False)
    async with running(pet, upstream) as talk:
        talk.chat.expand()
        QTest.mouseClick(talk.chat.header.files, Qt.MouseButton.LeftButton)
        await until(lambda: workspace(talk).view is not None and workspace(talk).view.isVisible())
        model = view(talk).tree.folders
        roots = [model.index(row, 0).data() for row in range(model.rowCount())]
        assert roots == ["project", "Her own folder"]
        pet.settings_store.change("tools", folders=())
        await until(lambda: model.rowCount() == 1)
        assert folder.is_dir()


async def test_the_files_take_room_of_the_conversation_and_lead_to_the_folders(tmp_path: Path) -> None:
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:
        full = talk.chat.expand()
        width = full.width()
        talk.chat.header.files.click()
        await until(lambda: view(talk).isVisible() and view(talk).width() >= 240)
        assert full.width() == width
        assert talk.chat.pane.width() >= 400
        talk.chat.header.files.click()
        # A window that is too narrow grows, and shrinks again.
        full.resize(800, full.height())
        talk.chat.header.files.click()
        await until(lambda: full.width() > 900)
        QTest.mouseClick(view(talk).choose_button, Qt.MouseButton.LeftButton)
        assert talk.settings_window
        assert talk.settings_window.page == "sources"
        talk.chat.header.files.click()
        await until(lambda: full.width() == 800)


async def test_files_open_by_themselves_only_where_there_is_room_and_she_is_not_on_them(tmp_path: Path) -> None:
    _, settings = chosen_folder(tmp_path)
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start(), settings), offline=False)
    async with running(pet, upstream) as talk:
        full = talk.chat.expand()
        full.resize(800, full.height())
        type_and_send(talk, "read my notes")
        await answer_call(upstream, 1, "read_file", {"path": "notes.md"})
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Read.")
        await until(lambda: not talk.conversation.is_running)
        assert (workspace(talk).view, full.width()) == (None, 800)
        # Where she stands on the files, the window makes room, or she steps aside.
        full.resize(1000, full.height())
        window = pet.window
        window.setPosition(full.geometry().topRight() - QPoint(window.width(), 0))
        await until(lambda: any(row.intersects(full.geometry()) for row in window.body))
        talk.chat.header.files.click()
        await until(lambda: full.workspace_rect.width() >= 240)
        await until(lambda: not any(row.intersects(full.workspace_rect) for row in window.body))


async def test_the_width_of_the_files_is_kept(tmp_path: Path) -> None:
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1", "[appearance]\nworkspace_width = 300\n")
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        full = talk.chat.expand()
        talk.chat.header.files.click()
        await until(lambda: view(talk).isVisible() and view(talk).width() == 300)
        splitter = full.findChild(QSplitter)
        assert splitter
        handle = splitter.handle(2)
        QTest.mousePress(handle, Qt.MouseButton.LeftButton)
        QTest.mouseMove(handle, handle.rect().center() - QPoint(60, 0))
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton)
        width = view(talk).width()
        assert width > 340
        await until(lambda: pet.settings_store.current.appearance.workspace_width == width)
        pet.settings_store.flush()
    assert settings_file.load(file).appearance.workspace_width == width


async def test_an_imported_conversation_touches_no_file_and_runs_nothing_that_is_refused(tmp_path: Path) -> None:
    folder, settings = chosen_folder(tmp_path)
    settings += 'policies = {"write_file" = "refuse", "read_file" = "ask"}\n'
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start(), settings), offline=False)
    path = str(folder / "notes.md")
    written = ToolUse("write_file", "c1", "success", input={"path": path, "content": "x"}, output={"undo": "1"})
    waiting = ToolUse("write_file", "c2", input={"path": path, "content": "x"}, asked_at=1.0, approval=Approval())
    read = ToolUse("read_file", "c3", "success", input={"path": path}, output="words")
    notice = Notice("error", "internal", "Fix it", actions=(Action("use_text_mode", "Fix"),))
    answer = Message("assistant", (written, waiting, read, notice), "answer", ended="waiting")
    entries = [
        {"parent": None, "message": to_json(replace(user_message("hi"), id="question"))},
        {"parent": "question", "message": to_json(answer)},
    ]
    session = {"title": "T", "is_named": True, "is_pinned": False, "begun_at": 1.0, "changed_at": 2.0}
    session |= {"leaf": "answer", "messages": entries}
    file = tmp_path / "export.json"
    file.write_text(json.dumps({"format": "deskpet conversations", "version": 1, "sessions": [session]}))
    async with running(pet, upstream) as talk:
        talk.chat.expand()
        store, recorder = talk.persistence.store, talk.persistence.recorder
        assert store
        assert recorder
        await recorder.open((await store.import_json(file)).new[0])
        await until(lambda: len(talk.conversation.messages) == 2)
        assert [state_of(call) for call in calls(talk)] == [CallState.SUCCESS, CallState.CANCELLED, CallState.SUCCESS]
        for wish in (CallDecision.APPROVE, CallDecision.ALWAYS, CallDecision.UNDO, CallDecision.AGAIN):
            for index in range(2):
                talk.approvals.on_decided("answer", index, wish)
        await until(lambda: all(len(call.later_runs) == 1 and call.later_runs[0].error for call in calls(talk)[:2]))
        assert [run.error.code for call in calls(talk) for run in call.later_runs if run.error] == ["refused"] * 2
        assert (folder / "notes.md").read_text(encoding="utf-8") == NOTES
        # To read asks as for any call.
        talk.approvals.on_decided("answer", 2, CallDecision.AGAIN)
        await until(lambda: state_of(calls(talk)[2]) is CallState.WAITING)
        await press(talk, "Run")
        await until(lambda: calls(talk)[2].later_runs[0].ended_at is not None)
        assert calls(talk)[2].later_runs[0].error is None
        assert workspace(talk).view is None
        assert not upstream.requests
