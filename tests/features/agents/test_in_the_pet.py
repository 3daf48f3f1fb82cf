"""Coding agents in the whole: events from hooks, chips, the mood, and requests that only the user answers."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QImage, QRegion
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import PetController
from deskpet.app.settings_store import SettingsStore
from deskpet.config import paths
from deskpet.config.choices import Agent
from deskpet.features.agents import controller as agents_controller
from deskpet.features.agents.controller import AgentsController
from deskpet.features.agents.events import AgentEvent, EventKind, to_line
from deskpet.features.agents.payload import read_payload
from deskpet.features.agents.sessions import AgentState
from deskpet.features.agents.ui.permission_bubble import AgentPermissionBubble
from deskpet.pet.mood import AgentsActivity, MoodActivity
from deskpet.processes.instance_lock import InstanceLock
from deskpet.ui.widgets import click_guard
from tests.app.running_pet import quiet_hours_now, running, write_settings
from tests.features.agents.hook_command import ASKED, patient_command
from tests.features.agents.hooked_agent import hooked_agent
from tests.features.agents.small_host import small_host
from tests.support.folders import PROJECT
from tests.support.waiting import until
from tests.ui.pet.scene import Scene

pytestmark = pytest.mark.window

EVENT = AgentEvent(Agent.CLAUDE, "s1", EventKind.PROMPT, 1.0, project="/home/me/website")
REQUEST = replace(
    EVENT,
    kind=EventKind.PERMISSION_ASKED,
    at=2.0,
    tool="Bash",
    fingerprint="f1",
    request="rm -rf build\ndescription: \u202eClean",
    request_id="id-1",
)


class Hooks:
    """The controller of a visible pet, and hooks that connect with it."""

    def __init__(self, qtbot: QtBot, scene: Scene, folder: Path, settings: str) -> None:
        file = folder / "settings.toml"
        file.write_text(f"[agents]\n{settings}\n", encoding="utf-8")
        self.qtbot, self.scene, self.now = qtbot, scene, 100.0
        self.store = SettingsStore(file)
        self.lock = InstanceLock(paths.data_folder())
        self.lock.acquire()
        self.host = small_host(scene, self.store, self.lock)
        self.controller = AgentsController(self.host, clock=lambda: self.now, wall_clock=lambda: self.now)

    @property
    def address(self) -> str:
        running = self.lock.running()
        return running.agents if running else ""

    def send(self, event: AgentEvent) -> QLocalSocket:
        """A hook that has told `event`."""
        client = QLocalSocket(self.controller)
        client.connectToServer(self.address)
        client.write(to_line(event))
        return client

    def tell(self, **changes: object) -> None:
        """Tell an event and wait until it is handled; the events of a test have rising times."""
        self.now += 1
        event = replace(EVENT, at=self.now, **changes)  # pyright: ignore[reportArgumentType]
        client = self.send(event)
        self.qtbot.waitUntil(lambda: is_closed(client))

    def ask(self, request_id: str = "id-1", fingerprint: str = "f1", **changes: object) -> QLocalSocket:
        """A hook whose request is on screen, or waits for that."""
        self.now += 1
        asked = replace(REQUEST, at=self.now, request_id=request_id, fingerprint=fingerprint)
        client = self.send(replace(asked, **changes))  # pyright: ignore[reportArgumentType]
        self.qtbot.waitUntil(lambda: request_id in self.controller.agents.open_requests)
        return client

    def button(self, name: str) -> QPushButton:
        assert self.controller.question
        button = self.controller.question.findChild(QPushButton, f"agent_{name}")
        assert button
        return button

    def press(self, name: str) -> None:
        """Press a button of the question as soon as it reacts."""
        button = self.button(name)
        self.qtbot.waitUntil(lambda: button.isEnabled() and button.isVisible())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def close(self) -> None:
        self.controller.close()
        self.store.close()
        self.lock.release()


def is_closed(client: QLocalSocket) -> bool:
    return client.state() is QLocalSocket.LocalSocketState.UnconnectedState


def answer(hooks: Hooks, client: QLocalSocket) -> str:
    """What a hook has received when its connection is closed."""
    hooks.qtbot.waitUntil(lambda: is_closed(client))
    data = client.readAll().data()
    return str(json.loads(data)["decision"]) if data else ""


@pytest.fixture
def opened(qtbot: QtBot, living: Scene, tmp_path: Path) -> Generator[Callable[..., Hooks]]:
    """Starts a controller with these settings."""
    created: list[Hooks] = []

    def start(settings: str = 'shown = ["claude", "codex"]') -> Hooks:
        created.append(Hooks(qtbot, living, tmp_path, settings))
        return created[-1]

    yield start
    for each in created:
        each.close()


def test_sessions_are_shown_as_chips_and_in_her_mood(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    animator = hooks.scene.pet.animator
    hooks.tell(kind=EventKind.PROMPT)
    assert hooks.controller.chips.texts == ["website"]
    assert hooks.controller.chips.isVisible()
    assert animator.mood.agents is AgentsActivity.THINKING
    hooks.tell(kind=EventKind.TOOL_STARTED, tool="Bash", call_id="c1")
    hooks.tell(session="s2", project="C:\\work\\shop", agent=Agent.CODEX)
    assert hooks.controller.chips.texts == ["website", "shop"]
    assert animator.mood.agents is AgentsActivity.WORKING
    hooks.tell(kind=EventKind.STOPPED)
    assert animator.mood.agents is AgentsActivity.THINKING
    assert animator.mood.agents_done_at > 0
    hooks.tell(session="s2", agent=Agent.CODEX, kind=EventKind.SESSION_ENDED)
    hooks.tell(kind=EventKind.SESSION_ENDED)
    assert not hooks.controller.chips.isVisible()
    assert animator.mood.agents is AgentsActivity.NOTHING
    assert animator.mood.doing is MoodActivity.NOTHING


def test_many_sessions_are_counted(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    for number in range(7):
        hooks.tell(session=f"s{number}", project=f"/p/project-{number}")
    hooks.tell(session="s6", kind=EventKind.INPUT_AWAITED, project="/p/project-6")
    texts = hooks.controller.chips.texts
    assert (texts[0], texts[-1], len(texts)) == ("project-6", "3 more", 5)


def test_agents_that_are_not_shown_are_not_listened_to(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.tell(agent=Agent.GEMINI)
    assert hooks.controller.agents.sessions == ()
    client = hooks.send(replace(REQUEST, agent=Agent.QWEN))
    assert answer(hooks, client) == ""


def test_without_an_agent_there_is_no_socket_until_the_settings_name_one(opened: Callable[..., Hooks]) -> None:
    hooks = opened("")
    assert hooks.address == ""
    assert not hooks.host.local_lines._server.isListening()
    hooks.store.change("agents", shown=(Agent.CLAUDE,))
    hooks.tell()
    hooks.store.change("agents", shown=())
    assert hooks.address == ""
    assert hooks.controller.agents.sessions == ()
    assert not hooks.controller.chips.isVisible()


def test_after_its_end_the_window_may_go(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.tell()
    assert hooks.controller.findChild(QTimer).isActive()  # pyright: ignore[reportOptionalMemberAccess]
    hooks.controller.close()
    hooks.scene.pet.hide()
    hooks.scene.pet.show()
    assert not any(timer.isActive() for timer in hooks.controller.findChildren(QTimer))
    assert not hooks.controller.chips.isVisible()


@pytest.mark.parametrize(("name", "decision"), [("allow", "allow"), ("deny", "deny"), ("terminal", "")])
def test_the_users_answer_is_brought_back(opened: Callable[..., Hooks], name: str, decision: str) -> None:
    hooks = opened()
    hooks.tell()
    client = hooks.ask()
    assert hooks.scene.pet.animator.mood.agents is AgentsActivity.ASKING
    question = hooks.controller.question
    assert question
    hooks.press(name)
    assert answer(hooks, client) == decision
    assert hooks.controller.question is None
    state = hooks.controller.agents.state
    # In the terminal the agent asks again.
    assert state is (AgentState.WAITING if name == "terminal" else AgentState.THINKING)


def test_the_whole_command_is_shown_with_its_invisible_characters(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.ask()
    assert hooks.controller.question
    field = hooks.controller.question.findChild(QPlainTextEdit)
    assert field
    assert field.toPlainText() == "rm -rf build\ndescription: ⟨U+202E⟩Clean"


def test_a_question_takes_no_focus_and_decides_nothing_by_a_stray_click(
    opened: Callable[..., Hooks], qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(click_guard, "DEAD_MS", 60_000)
    hooks = opened()
    before = qapp.focusWindow()
    client = hooks.ask()
    question = hooks.controller.question
    assert question
    hooks.qtbot.waitUntil(question.isVisible)
    assert question.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    for name in ("allow", "deny"):
        assert not hooks.button(name).isEnabled()
        QTest.mouseClick(hooks.button(name), Qt.MouseButton.LeftButton)
    assert not is_closed(client)
    assert hooks.controller.question is question
    assert qapp.focusWindow() is before


def test_requests_are_asked_one_after_the_other(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    first, second = hooks.ask("id-1"), hooks.ask("id-2", "f2", session="s2", project="/p/shop")
    hooks.press("allow")
    assert answer(hooks, first) == "allow"
    assert not is_closed(second)
    hooks.press("deny")
    assert answer(hooks, second) == "deny"


def test_the_next_request_holds_back_as_well(opened: Callable[..., Hooks], monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = opened()
    first, second = hooks.ask("id-1"), hooks.ask("id-2", "f2", session="s2", project="/p/shop")
    monkeypatch.setattr(click_guard, "DEAD_MS", 60_000)
    hooks.press("deny")
    assert answer(hooks, first) == "deny"
    assert not is_closed(second)
    assert not hooks.button("allow").isEnabled()


@pytest.mark.parametrize("kind", [EventKind.TOOL_ENDED, EventKind.STOPPED, EventKind.SESSION_ENDED])
def test_a_request_that_was_answered_in_the_terminal_goes_away(opened: Callable[..., Hooks], kind: EventKind) -> None:
    hooks = opened()
    client = hooks.ask()
    hooks.tell(kind=kind, fingerprint="f1")
    assert answer(hooks, client) == ""
    assert hooks.controller.question is None


def test_a_prompt_that_arrives_after_the_request_takes_nothing_away(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    client = hooks.ask(turn="t1")
    hooks.tell(kind=EventKind.SESSION_STARTED)
    hooks.tell(kind=EventKind.PROMPT, turn="t1")
    assert not is_closed(client)
    assert hooks.controller.agents.state is AgentState.WAITING
    hooks.press("allow")
    assert answer(hooks, client) == "allow"


def test_an_answer_ends_the_waiting_that_the_agent_has_told(opened: Callable[..., Hooks]) -> None:
    """Claude Code tells that it waits after some seconds; the hook that tells it may be late."""
    hooks = opened()
    hooks.tell(kind=EventKind.TOOL_STARTED, tool="Bash", call_id="c1", fingerprint="f1")
    client = hooks.ask()
    hooks.tell(kind=EventKind.INPUT_AWAITED)
    told_at = hooks.now
    hooks.now += 3
    hooks.press("allow")
    assert answer(hooks, client) == "allow"
    assert hooks.controller.agents.state is AgentState.TYPING
    late = hooks.send(replace(EVENT, kind=EventKind.INPUT_AWAITED, at=told_at))
    hooks.qtbot.waitUntil(lambda: is_closed(late))
    assert hooks.controller.agents.state is AgentState.TYPING


def test_a_request_that_is_not_answered_in_time_is_left_to_the_terminal(
    opened: Callable[..., Hooks], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agents_controller, "_ANSWER_MS", 50)
    hooks = opened()
    assert answer(hooks, hooks.send(REQUEST)) == ""
    hooks.qtbot.waitUntil(lambda: hooks.controller.question is None)
    assert hooks.controller.agents.state is AgentState.WAITING


def test_a_request_that_an_editor_asks_is_only_shown(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    with hooked_agent("--acp") as (_, hook):
        client = hooks.send(replace(REQUEST, hook=hook))
        assert answer(hooks, client) == ""
        assert hooks.controller.question is None
        bubble = hooks.controller.shown_request
        assert bubble
        assert bubble.isVisible()
        assert bubble.text.toPlainText().startswith("rm -rf build")
        names = {each.objectName() for each in bubble.findChildren(QPushButton)}
        assert names == {"agent_close"}
        assert hooks.controller.agents.state is AgentState.WAITING
        hooks.tell(kind=EventKind.TOOL_ENDED, fingerprint="f1")
        assert hooks.controller.shown_request is None


@pytest.mark.parametrize("way", ["close", "hide"])
def test_a_request_that_is_only_shown_can_be_closed(opened: Callable[..., Hooks], way: str) -> None:
    hooks = opened()
    with hooked_agent("acp") as (_, hook):
        assert answer(hooks, hooks.send(replace(REQUEST, hook=hook))) == ""
        bubble = hooks.controller.shown_request
        assert bubble
        if way == "hide":
            hooks.scene.pet.hide()
        else:
            button = bubble.findChild(QPushButton, "agent_close")
            assert button
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert hooks.controller.shown_request is None
        assert hooks.controller.agents.state is AgentState.WAITING


@pytest.mark.parametrize(("agent", "says_how"), [(Agent.CODEX, True), (Agent.QWEN, True), (Agent.CLAUDE, False)])
def test_the_bubble_says_where_the_terminal_shows_nothing(
    opened: Callable[..., Hooks], agent: Agent, says_how: bool
) -> None:
    hooks = opened('shown = ["claude", "codex", "qwen"]')
    hooks.ask(agent=agent)
    assert hooks.controller.question
    texts = [each.text() for each in hooks.controller.question.findChildren(QLabel) if each.isVisible()]
    assert any("Esc there refuses it" in text for text in texts) is says_how


def test_esc_is_found_in_the_file_of_the_session(opened: Callable[..., Hooks], tmp_path: Path) -> None:
    hooks = opened()
    file = tmp_path / "session.jsonl"
    file.touch()
    hooks.tell(kind=EventKind.INPUT_AWAITED, transcript=str(file))
    blocks = [{"type": "text", "text": "[Request interrupted by user for tool use]"}]
    entry = {"type": "user", "message": {"content": blocks}, "timestamp": "2026-11-29T08:28:57.165Z"}
    file.write_text(json.dumps(entry) + "\n", "utf-8")
    hooks.qtbot.waitUntil(lambda: hooks.controller.agents.state is AgentState.IDLE)
    assert hooks.controller.chips.texts == ["website"]


def test_the_chip_of_an_agent_that_was_killed_goes(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    with hooked_agent() as (_, hook):
        hooks.tell(hook=hook)
        assert hooks.controller.chips.texts == ["website"]
    hooks.qtbot.waitUntil(lambda: not hooks.controller.chips.isVisible())


def test_a_question_goes_away_with_its_hook(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    first, second = hooks.ask("id-1"), hooks.ask("id-2", "f2")
    first.abort()
    hooks.qtbot.waitUntil(lambda: hooks.controller.agents.open_requests == frozenset({"id-2"}))
    assert hooks.controller.question
    second.abort()
    hooks.qtbot.waitUntil(lambda: hooks.controller.question is None)


@pytest.mark.parametrize(
    "settings",
    [
        'shown = ["claude"]\nmuted = ["claude"]',
        'shown = ["claude"]\nanswer_requests = false',
        'shown = ["claude"]\n' + quiet_hours_now(),
    ],
    ids=["muted", "unwanted", "quiet"],
)
def test_muted_quiet_and_unwanted_requests_are_left_to_the_terminal(
    opened: Callable[..., Hooks], settings: str
) -> None:
    hooks = opened(settings)
    client = hooks.send(REQUEST)
    assert answer(hooks, client) == ""
    assert hooks.controller.question is None
    assert hooks.controller.agents.state is AgentState.WAITING
    is_shown = hooks.scene.pet.animator.mood.agents is AgentsActivity.ASKING
    assert is_shown is ("answer_requests" in settings)


def test_a_hidden_pet_and_new_settings_release_what_is_asked(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    client = hooks.ask()
    hooks.store.change("agents", muted=(Agent.CLAUDE,))
    assert answer(hooks, client) == ""
    hooks.store.change("agents", muted=())
    client = hooks.ask("id-2")
    hooks.scene.pet.hide()
    assert answer(hooks, client) == ""
    assert hooks.controller.question is None
    assert not hooks.controller.chips.isVisible()


def test_a_closing_pet_decides_nothing(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    client = hooks.ask()
    hooks.controller.close()
    assert answer(hooks, client) == ""


def test_silent_sessions_are_forgotten(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.tell()
    hooks.now += 3600
    hooks.controller._expiry.timeout.emit()
    assert hooks.controller.agents.state is AgentState.IDLE
    hooks.now += 3600
    hooks.controller._expiry.timeout.emit()
    assert not hooks.controller.chips.isVisible()


def test_a_click_on_a_chip_says_more_and_mutes(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.tell(kind=EventKind.TOOL_STARTED, tool="Bash", detail="npm test && npm run build")
    chips = hooks.controller.chips.findChildren(QAbstractButton)
    (chip,) = [each for each in chips if each.isVisible()]
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    menu = hooks.controller.chips.findChild(QMenu)
    assert menu
    words = [each.text() for each in menu.actions()]
    assert words[:4] == [
        "Claude Code · website",
        "working, just now",
        "/home/me/website",
        "npm test &&&& npm run build",
    ]
    next(each for each in menu.actions() if each.text() == "Mute Claude Code").trigger()
    menu.close()
    assert hooks.store.current.agents.muted == (Agent.CLAUDE,)
    assert hooks.scene.pet.animator.mood.agents is AgentsActivity.NOTHING
    assert hooks.controller.chips.texts == ["website"]


LONG = "/home/me/" + "very-long-folder-name-" * 16


def test_the_details_of_a_chip_are_one_short_line_each(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.tell(kind=EventKind.TOOL_STARTED, tool="Bash", detail="make\tall\n" * 20, project=LONG)
    hooks.controller._open_details(hooks.controller.agents.sessions[0], QPoint(900, 100))
    menu = hooks.controller.chips.findChild(QMenu)
    assert menu
    assert menu.sizeHint().width() < 600
    assert not any(set("\t\n") & set(each.text()) for each in menu.actions())
    assert menu.actions()[2].text().startswith("/home/me/very")
    menu.close()


def test_the_name_of_a_folder_is_one_line_that_hides_nothing(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.tell(project="/p/one\ntwo\u202eeerht")
    assert hooks.controller.chips.texts == ["one two⟨U+202E⟩eerht"]


def test_a_chip_under_the_pointer_is_opaque(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.tell()
    (chip,) = [each for each in hooks.controller.chips.findChildren(QAbstractButton) if each.isVisible()]
    chip.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    image = QImage(chip.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    chip.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    assert image.pixelColor(chip.width() - 16, chip.height() // 2).alpha() == 255


def test_long_names_of_tools_and_folders_are_not_cut_off_in_a_question(opened: Callable[..., Hooks]) -> None:
    hooks = opened()
    hooks.ask(tool="mcp__" + "averylongtool_" * 12, project=LONG, request="rm -rf /\n" * 60)
    hooks.ask("id-2", "f2", session="s2")
    question = hooks.controller.question
    assert question
    labels = question.findChildren(QLabel)
    hooks.qtbot.waitUntil(lambda: all(each.wordWrap() or each.width() >= each.sizeHint().width() for each in labels))
    for label in labels:
        assert label.height() >= (label.heightForWidth(label.width()) if label.wordWrap() else 0)
    assert question.text.geometry().bottom() < hooks.button("allow").geometry().top()


SCREEN = QRect(0, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("pet", "chat"),
    [
        (QRect(1590, 680, 310, 400), QRect(1200, 630, 440, 450)),
        (QRect(20, 680, 310, 400), QRect(290, 630, 440, 450)),
        (QRect(1590, 980, 100, 100), QRect(1200, 630, 380, 450)),
        (QRect(800, 300, 310, 400), QRect()),
    ],
)
def test_a_question_covers_neither_her_nor_the_chat(qtbot: QtBot, pet: QRect, chat: QRect) -> None:
    question = AgentPermissionBubble(replace(REQUEST, request="x\n" * 12))
    qtbot.addWidget(question)
    question.place_beside(pet, SCREEN, chat)
    place = question.geometry()
    assert SCREEN.contains(place)
    assert not place.intersects(chat)
    assert not place.intersects(pet.adjusted(16, 0, -16, 0))


async def test_the_real_command_asks_the_whole_pet(tmp_path: Path) -> None:
    lock = InstanceLock(paths.data_folder())
    lock.acquire()
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1", '[agents]\nshown = ["claude"]\n')
    pet = PetController(file, offline=True, lock=lock)
    async with running(pet):
        chat = pet.chat_controller
        assert chat
        await until(lambda: chat.features.running("agents"))
        program = await asyncio.create_subprocess_exec(
            *patient_command("claude"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=PROJECT,
            env=os.environ,
        )
        talking = asyncio.ensure_future(program.communicate(json.dumps(ASKED).encode()))
        agents: AgentsController = chat.features.running("agents")
        await until(lambda: agents.question is not None)
        assert agents.question
        button = agents.question.findChild(QPushButton, "agent_allow")
        assert button
        await until(button.isEnabled)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        out, _ = await talking
        assert program.returncode == 0
        assert json.loads(out)["hookSpecificOutput"]["decision"] == {"behavior": "allow"}
    lock.release()


OFF = ("deskpet.features.agents.controller", "deskpet.features.agents.sessions")


@pytest.mark.slow
async def test_off_nothing_is_imported_and_no_socket_exists(tmp_path: Path) -> None:
    """In a process of its own, because the tests have imported everything."""
    code = f"""
import sys
from deskpet.app import pet_controller
from deskpet.processes.instance_lock import InstanceLock
from deskpet.config import paths
from deskpet.ui.platform import event_loop
from tests.support.waiting import until

async def look():
    import asyncio
    life = asyncio.ensure_future(pet.run())
    await until(lambda: pet.chat_controller is not None and pet.chat_controller.chat.isVisible())
    print(sorted(set({OFF!r}) & set(sys.modules)), lock.running().agents == "")
    pet.quit()
    return await life

qt = pet_controller.new_application()
lock = InstanceLock(paths.data_folder())
lock.acquire()
pet = pet_controller.PetController(paths.data_folder() / "settings.toml", offline=True, lock=lock)
sys.exit(event_loop.run(qt, look()))
"""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE, cwd=PROJECT, env=os.environ
    )
    out, _ = await program.communicate()
    assert out.decode().splitlines()[-1:] == ["[] True"]


def test_the_end_of_a_task_is_told_with_the_time_that_it_took(opened: Callable[..., Hooks]) -> None:
    hooks = opened('shown = ["claude"]')
    ended: list[tuple[str, str, float]] = []
    hooks.host.occasions.work_ended.add(lambda *told: ended.append(told))
    hooks.tell()
    hooks.now += 900
    hooks.tell(kind=EventKind.TOOL_STARTED, tool="Bash", call_id="c1")
    hooks.tell(kind=EventKind.STOPPED)
    assert ended == [("Claude Code", "website", 902.0)]


RECORDINGS = PROJECT / "tests" / "features" / "agents" / "recordings"
_IDLE, _THINKING, _TYPING = AgentState.IDLE, AgentState.THINKING, AgentState.TYPING
_DONE, _WAITING = AgentState.DONE, AgentState.WAITING


def played(hooks: Hooks, agent: Agent, name: str, folder: Path) -> list[AgentState]:
    """The states that are shown one after the other when a recording of a real agent is played back.

    Its lines are payloads in the order in which they arrived, with the time when their hooks were started; what the
    user did; that the agent ended the hook of its request; and what it then wrote to the file of its session.
    """
    file, asking, states = folder / "session.jsonl", QLocalSocket(), [AgentState.IDLE]
    file.touch()
    for line in (RECORDINGS / f"{agent}_{name}.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if "payload" in entry:
            hooks.now = entry["at"]
            event = read_payload(agent, entry["payload"] | {"transcript_path": str(file)}, entry["at"])
            if event and event.kind is EventKind.PERMISSION_ASKED:
                asking = hooks.send(replace(event, request_id="id-1"))
                hooks.qtbot.waitUntil(lambda: hooks.controller.question is not None)
            elif event:
                client = hooks.send(event)
                hooks.qtbot.waitUntil(lambda client=client: is_closed(client))
        elif "transcript" in entry:
            file.write_text(json.dumps(entry["transcript"]) + "\n", "utf-8")
            hooks.qtbot.waitUntil(lambda: hooks.controller.agents.state is AgentState.IDLE)
        elif "gone" in entry:
            asking.abort()
            hooks.qtbot.waitUntil(lambda: hooks.controller.question is None)
        elif entry["user"] != "esc":
            hooks.press(entry["user"])
            assert answer(hooks, asking) == ("allow" if entry["user"] == "allow" else "")
        state = hooks.controller.agents.state
        states += [state] * (state is not states[-1])
    return states


@pytest.mark.parametrize(
    ("agent", "name", "states"),
    [
        (Agent.CODEX, "asks_before_its_session_starts", [_IDLE, _THINKING, _WAITING, _TYPING, _THINKING, _DONE]),
        (Agent.CODEX, "starts_its_call_before_its_prompt", [_IDLE, _TYPING, _WAITING, _TYPING, _THINKING, _DONE]),
        (
            Agent.CLAUDE,
            "is_allowed_after_it_has_told_that_it_waits",
            [_IDLE, _THINKING, _TYPING, _WAITING, _TYPING, _THINKING, _DONE],
        ),
        (Agent.CODEX, "is_left_to_its_terminal", [_IDLE, _THINKING, _TYPING, _WAITING]),
        (Agent.QWEN, "is_left_to_its_terminal", [_IDLE, _THINKING, _WAITING]),
        (Agent.CLAUDE, "esc_while_asked", [_IDLE, _THINKING, _TYPING, _WAITING, _TYPING, _IDLE]),
        (Agent.CODEX, "esc_while_asked", [_IDLE, _THINKING, _TYPING, _WAITING, _TYPING, _IDLE]),
        (Agent.QWEN, "esc_while_asked", [_IDLE, _THINKING, _WAITING, _THINKING, _IDLE]),
        (Agent.QWEN, "esc_in_a_question", [_IDLE, _THINKING, _WAITING, _IDLE]),
        (Agent.CLAUDE, "esc_in_a_question", [_IDLE, _THINKING, _WAITING, _IDLE]),
        (Agent.CLAUDE, "esc_while_a_command_runs", [_IDLE, _THINKING, _TYPING, _IDLE]),
        (Agent.GEMINI, "esc_in_its_dialog", [_IDLE, _THINKING, _TYPING, _WAITING, _IDLE]),
        (Agent.GEMINI, "esc_in_a_question", [_IDLE, _THINKING, _WAITING, _IDLE]),
    ],
)
def test_a_recorded_order_of_events(
    opened: Callable[..., Hooks], tmp_path: Path, agent: Agent, name: str, states: list[AgentState]
) -> None:
    hooks = opened('shown = ["claude", "codex", "qwen", "gemini", "opencode"]')
    assert played(hooks, agent, name, tmp_path) == states
