"""Coding agents' own programs beside the pet, with a scripted model: what is shown, and that they take the answers.

`make test-real` installs Claude Code, Codex, Qwen Code, Gemini CLI and opencode; DESKPET_AGENTS names their folder.
Every configuration is in a home of the test's own.
"""

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.exceptions import TimeoutError as QtTimeoutError
from pytestqt.qtbot import QtBot

from deskpet.app.settings_store import SettingsStore
from deskpet.config import paths
from deskpet.config.choices import Agent
from deskpet.features.agents.controller import AgentsController
from deskpet.features.agents.events import AgentEvent, from_line
from deskpet.features.agents.sessions import AgentSession, AgentState
from deskpet.listeners import End
from deskpet.processes.instance_lock import InstanceLock
from deskpet.ui.platform.local_server import LocalConnection, LocalSocketServer
from tests.features.agents.small_host import small_host
from tests.real.agent_programs import (
    PROGRAMS,
    SECONDS,
    AgentHome,
    Terminal,
    in_terminal,
    led_by_editor,
    opencode_server,
    program,
)
from tests.real.scripted_model import Script, serving
from tests.ui.pet.scene import Scene

pytestmark = [
    pytest.mark.real_server,
    pytest.mark.window,
    pytest.mark.timeout(400),
    pytest.mark.skipif(os.name == "nt", reason="needs a terminal of Unix"),
]

ESC, ENTER = b"\x1b", b"\r"
IN_TERMINAL = (Agent.CLAUDE, Agent.CODEX, Agent.QWEN, Agent.GEMINI)
ANSWERED = (Agent.CLAUDE, Agent.CODEX, Agent.QWEN, Agent.OPENCODE)
# What an agent's own dialog says, without spaces.
DIALOGS = {
    Agent.CLAUDE: "Doyouwanttoproceed?",
    Agent.CODEX: "Wouldyouliketorunthefollowingcommand?",
    Agent.QWEN: "Allowexecution",
    Agent.GEMINI: "Allowexecution",
}
# How soon the state is to be right after Esc, in seconds: the processors may be busy with other tests.
SOON = 15


@dataclass
class Room:
    """The visible pet, the agent's home, and what the pet has been told."""

    qtbot: QtBot
    controller: AgentsController
    home: AgentHome
    events: list[AgentEvent]
    states: list[AgentState]

    @property
    def session(self) -> AgentSession | None:
        return next(iter(self.controller.agents.sessions), None)

    @property
    def state(self) -> AgentState | None:
        return self.session.state if self.session else None

    def wait(self, condition: Callable[[], object], seconds: float = SECONDS) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=round(seconds * 1000))

    def wait_for(self, *states: AgentState, seconds: float = SECONDS) -> None:
        self.wait(lambda: self.state in states, seconds)

    def press(self, name: str) -> None:
        """Press a button of the bubble as soon as it reacts."""
        self.wait(lambda: self.controller.question)
        assert self.controller.question
        button = self.controller.question.findChild(QPushButton, f"agent_{name}")
        assert button
        self.wait(button.isEnabled)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def room(request: pytest.FixtureRequest, qtbot: QtBot, living: Scene, home: Path, tmp_path: Path) -> Generator[Room]:
    """The parameter is the agent."""
    agent: Agent = request.param
    if not program(agent):
        pytest.skip(f"{agent} is not in the folder that {PROGRAMS} names")
    settings = tmp_path / "settings.toml"
    settings.touch()
    agent_home = AgentHome(agent, home, settings)
    store, lock = SettingsStore(settings), InstanceLock(paths.data_folder())
    lock.acquire()
    events, states = list[AgentEvent](), list[AgentState]()

    def note(line: bytes) -> None:
        events.append(from_line(line))
        states.append(controller.agents.state)

    controller = AgentsController(small_host(living, store, lock, NotedLines(lock, note)))
    yield Room(qtbot, controller, agent_home, events, states)
    controller.close()
    store.close()
    lock.release()
    agent_home.uninstall()


class NotedLines(LocalSocketServer):
    """The socket, which tells of each line when it has been handled."""

    def __init__(self, lock: InstanceLock, note: Callable[[bytes], None]) -> None:
        super().__init__(lock)
        self._note = note

    def listen(self, prefix: bytes, heard: Callable[[LocalConnection], None]) -> End:
        def on_line(connection: LocalConnection) -> None:
            heard(connection)
            self._note(connection.line)

        return super().listen(prefix, on_line)


def each_of(*agents: Agent) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("room", agents, ids=lambda value: value, indirect=True)


def open_script(command: str = "", *, is_silent: bool = False) -> Script:
    """A script whose answers come at once."""
    script = Script(command, is_silent=is_silent)
    script.gate.set()
    return script


@contextmanager
def started(room: Room, script: Script) -> Generator[Terminal | None]:
    """Run the agent with a prompt during the block: opencode as a server, the others in a terminal."""
    with serving(script) as model:
        if room.home.agent is Agent.OPENCODE:
            with opencode_server(room.home, model):
                yield None
            return
        with in_terminal(room.home.configure(model), room.home.project, room.home.environment) as terminal:
            yield terminal


@each_of(*ANSWERED)
@pytest.mark.parametrize("decision", ["allow", "deny", "terminal"])
def test_an_agent_asks_and_takes_the_answer(room: Room, decision: str) -> None:
    with started(room, open_script(f"touch {room.home.made}")) as terminal:
        room.wait(lambda: room.controller.question)
        assert room.state is AgentState.WAITING
        (asked,) = [event for event in room.events if event.request_id]
        assert asked.request.startswith(f"touch {room.home.made}")
        room.press(decision)
        if decision == "terminal":
            room.wait(lambda: terminal is None or DIALOGS[room.home.agent] in terminal.printed)
            assert room.state is AgentState.WAITING
            assert room.controller.question is None
        else:
            room.wait_for(AgentState.DONE, AgentState.IDLE)
    assert room.home.made.exists() is (decision == "allow")


@each_of(*IN_TERMINAL)
def test_esc_while_it_thinks(room: Room) -> None:
    with serving(Script(is_silent=True)) as model:
        words = room.home.configure(model)
        with in_terminal(words, room.home.project, room.home.environment) as terminal:
            room.wait_for(AgentState.THINKING)
            room.wait(lambda: model.requests)
            _let_it_draw(room, terminal)
            terminal.press(ESC)
            # Gemini CLI tells that its turn has ended.
            room.wait_for(
                AgentState.IDLE, *([AgentState.DONE] if room.home.agent is Agent.GEMINI else []), seconds=SOON
            )


@each_of(*IN_TERMINAL)
def test_esc_in_its_own_dialog(room: Room) -> None:
    with started(room, open_script(f"touch {room.home.made}")) as terminal:
        assert terminal
        if room.home.agent is not Agent.GEMINI:
            room.press("terminal")
        _wait_for_dialog(room, terminal)
        room.wait_for(AgentState.WAITING)
        _press_and_wait(room, terminal, lambda: room.state is AgentState.IDLE)
    assert not room.home.made.exists()


@each_of(Agent.CLAUDE, Agent.CODEX, Agent.QWEN)
def test_esc_while_the_bubble_asks(room: Room) -> None:
    with started(room, open_script(f"touch {room.home.made}")) as terminal:
        assert terminal
        room.wait(lambda: room.controller.question)
        _press_and_wait(room, terminal, lambda: room.state is AgentState.IDLE)
        assert room.controller.question is None
    assert not room.home.made.exists()


@each_of(Agent.CLAUDE, Agent.GEMINI)
def test_esc_while_a_command_runs(room: Room) -> None:
    with started(room, open_script("tail -f /dev/null")) as terminal:
        assert terminal
        if room.home.agent is Agent.GEMINI:
            _wait_for_dialog(room, terminal)
            terminal.press(ENTER)
        else:
            room.press("allow")
            room.wait_for(AgentState.TYPING)
        _let_it_draw(room, terminal)
        _press_and_wait(room, terminal, lambda: room.state is AgentState.IDLE)


@each_of(Agent.OPENCODE)
def test_an_aborted_turn_of_opencode(room: Room) -> None:
    with serving(Script(is_silent=True)) as model, opencode_server(room.home, model) as server:
        room.wait_for(AgentState.THINKING)
        room.wait(lambda: model.requests)
        server.abort()
        room.wait_for(AgentState.IDLE, seconds=SOON)


@each_of(Agent.CLAUDE, Agent.QWEN, Agent.GEMINI)
@pytest.mark.parametrize("key", [ESC, ENTER], ids=["esc", "enter"])
def test_a_question_waits_for_the_user(room: Room, key: bytes) -> None:
    with started(room, open_script()) as terminal:
        assert terminal
        room.wait(lambda: "Whichcolour?" in terminal.printed)
        room.wait_for(AgentState.WAITING)
        assert room.controller.question is None
        after = AgentState.IDLE if key == ESC else AgentState.DONE
        _press_and_wait(room, terminal, lambda: room.state is after, key)


@each_of(Agent.OPENCODE)
def test_a_question_of_opencode_waits_for_the_user(room: Room) -> None:
    with serving(open_script()) as model, opencode_server(room.home, model):
        room.wait_for(AgentState.WAITING)
        assert room.controller.question is None


@each_of(Agent.CODEX)
def test_a_question_of_codex_is_told(room: Room) -> None:
    """Outside of its plan mode, Codex refuses it by itself and goes on."""
    with started(room, open_script()):
        room.wait_for(AgentState.DONE)
    assert AgentState.WAITING in room.states


@each_of(Agent.CLAUDE, Agent.CODEX)
def test_a_bubble_outlives_the_prompt_that_arrives_after_it(room: Room) -> None:
    """The model answers at once, and the hooks of the turn run beside each other."""
    with started(room, open_script(f"touch {room.home.made}")):
        room.wait(lambda: {"prompt", "session_started", "tool_started"} <= {each.kind for each in room.events})
        room.wait(lambda: room.controller.question)
        assert room.state is AgentState.WAITING
        room.press("allow")
        room.wait(room.home.made.exists)
        room.wait_for(AgentState.DONE)


@each_of(Agent.CLAUDE)
def test_allow_after_claude_code_has_told_that_it_waits(room: Room) -> None:
    """It does so after about six seconds."""
    with started(room, open_script("tail -f /dev/null")):
        room.wait(lambda: room.session and room.session.is_input_awaited)
        room.press("allow")
        room.wait_for(AgentState.TYPING, seconds=SOON)


@each_of(Agent.CODEX)
def test_codex_asks_in_its_own_window_after_a_while(room: Room) -> None:
    with started(room, open_script(f"touch {room.home.made}")) as terminal:
        assert terminal
        room.wait(lambda: room.controller.question)
        room.wait(lambda: room.controller.question is None, 115)
        room.wait(lambda: DIALOGS[Agent.CODEX] in terminal.printed, SOON)
        assert room.state is AgentState.WAITING


@each_of(Agent.GEMINI)
def test_gemini_cli_is_not_summing_up(room: Room) -> None:
    with started(room, open_script(is_silent=True)):
        room.wait_for(AgentState.DONE)
    assert AgentState.TIDYING not in room.states


@each_of(Agent.QWEN, Agent.OPENCODE)
def test_where_an_editor_asks_the_bubble_only_shows(room: Room) -> None:
    with serving(open_script(f"touch {room.home.made}")) as model, led_by_editor(room.home, model) as editor:
        room.wait(lambda: room.controller.shown_request)
        shown_at = time.monotonic()
        room.wait(lambda: editor.asked)
        assert editor.asked_at - shown_at < SOON
        assert room.controller.question is None
        assert room.state is AgentState.WAITING
        editor.allow()
        room.wait(room.home.made.exists)
        room.wait(lambda: room.controller.shown_request is None)


@each_of(Agent.CLAUDE)
def test_the_chip_goes_with_the_agents_process(room: Room) -> None:
    with serving(Script(is_silent=True)) as model:
        words = room.home.configure(model)
        with in_terminal(words, room.home.project, room.home.environment):
            room.wait_for(AgentState.THINKING)
        room.wait(lambda: room.session is None, SOON)


def _let_it_draw(room: Room, terminal: Terminal) -> None:
    """Wait until the agent has drawn for as long as it takes to see that it works."""
    deadline, before = time.monotonic() + 5, len(terminal.printed)
    room.wait(lambda: time.monotonic() > deadline)
    assert len(terminal.printed) > before


def _wait_for_dialog(room: Room, terminal: Terminal) -> None:
    """Wait until the agent shows its own dialog and reads keys."""
    words = DIALOGS[room.home.agent]
    room.wait(lambda: words in terminal.printed)
    if room.home.agent is Agent.CODEX:
        # It stops reading keys after it has drawn the dialog, and draws again when it reads them, about 15 ms later.
        # A key in between may be lost, with those of the next seconds.
        room.wait(lambda: terminal.frames_since(words))


def _press_and_wait(room: Room, terminal: Terminal, condition: Callable[[], bool], key: bytes = ESC) -> None:
    """Press a key once, and wait for what it leads to."""
    terminal.press(key)
    try:
        room.wait(condition, SOON)
    except QtTimeoutError:
        assert condition(), f"{room.state}, {room.events[-1]}: {terminal.printed[-400:]}"
