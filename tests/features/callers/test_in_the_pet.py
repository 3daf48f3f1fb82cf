"""Agents that call the running pet by `deskpet mcp`: the SDK's client, the real command, and the real window."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

pytest.importorskip("mcp")


import mcp_types as types

from deskpet.app.pet_controller import PetController
from deskpet.config import paths
from deskpet.config.choices import Agent as HookedAgent
from deskpet.features.callers.caller_rules import CallerDecision, CallerRule, CallerRules
from deskpet.features.callers.calls import Caller, CallKind, digest_of
from deskpet.features.callers.controller import CAPACITY, TOKENS_PER_SECOND, AgentCalls, CallersController
from deskpet.features.callers.pet_client import PetClient
from deskpet.features.callers.rate_limit import CallerLimits
from deskpet.features.callers.ui.bubbles import CallerIntroduction, CallerQuestion, CallerWords
from deskpet.features.callers.ui.page import CallersPage
from deskpet.processes.instance_lock import InstanceLock
from deskpet.ui.widgets import click_guard, theme
from tests.app.running_pet import quiet_hours_now, running, write_settings
from tests.features.agents.hook_command import PROMPT, patient_command
from tests.features.callers.mcp_client import connected
from tests.support.folders import PROJECT
from tests.support.waiting import until

pytestmark = pytest.mark.window

ON = "[agents]\nmcp_server = true\n"
KNOWN = CallerRule(Caller("claude-code", "Claude Code"), CallerDecision.ALWAYS, 0.0)
LUNCH = {"question": "Which one?", "choices": ["the red one", "the blue one"]}


class Called:
    """A visible pet that accepts calls."""

    def __init__(self, pet: PetController) -> None:
        self.pet = pet

    @property
    def callers(self) -> CallersController:
        assert self.pet.chat_controller
        return self.pet.chat_controller.features.running("callers")

    @property
    def calls(self) -> AgentCalls:
        assert self.callers.calls
        return self.callers.calls

    def refill(self) -> None:
        """Give all callers their tokens back."""
        self.calls._limits = CallerLimits(CAPACITY, TOKENS_PER_SECOND, self.calls._clock())

    async def bubble(self) -> CallerQuestion | CallerIntroduction:
        """The question on screen, once its buttons react."""
        await until(lambda: self.calls.prompts.bubble is not None)
        bubble = self.calls.prompts.bubble
        assert isinstance(bubble, CallerQuestion | CallerIntroduction)
        await until(lambda: all(each.isEnabled() for each in bubble.findChildren(QPushButton)))
        return bubble

    async def press(self, name: str) -> None:
        button = (await self.bubble()).findChild(QPushButton, name)
        assert button
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@asynccontextmanager
async def called_pet(folder: Path, settings: str = ON, *rules: CallerRule) -> AsyncGenerator[Called]:
    """A running pet with these settings and decisions about callers."""
    lock = InstanceLock(paths.data_folder())
    lock.acquire()
    pet = PetController(write_settings(folder, "http://127.0.0.1:9/v1", settings), offline=True, lock=lock)
    for rule in rules:
        CallerRules(paths.data_folder() / "callers.json").decide(rule)
    async with running(pet):
        called = Called(pet)
        await until(lambda: called.callers or "true" not in settings)
        yield called
    lock.release()


@pytest.mark.slow_variants
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_new_caller_is_asked_about_and_then_moves_her(tmp_path: Path, mode: str) -> None:
    async with called_pet(tmp_path) as called, connected(mode=mode) as agent:
        assert "happy" in await agent.names("show_expression", "expression")
        shown: list[str] = []
        called.pet.stage.expression_requested.connect(shown.append)
        calling = asyncio.ensure_future(agent.call("show_expression", expression="happy"))
        bubble = await called.bubble()
        assert isinstance(bubble, CallerIntroduction)
        assert bubble.windowTitle() == "Claude Code (claude-code)"
        assert shown == []
        await called.press("caller_now")
        assert await calling == {"shown": True}
        assert shown == ["happy"]
        # For now: without a question, and not kept.
        assert await agent.call("play_motion", motion="Greet") == {"shown": True}
        assert not (paths.data_folder() / "callers.json").read_text().strip("[]\n")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_names_follow_the_character(tmp_path: Path, mode: str) -> None:
    async with called_pet(tmp_path, ON, KNOWN) as called, connected(mode=mode) as agent:
        assert "happy" in await agent.names("show_expression", "expression")
        error = await agent.call("show_expression", expression="furious")
        assert (error["code"], "happy" in error["available"]) == ("unknown_expression", True)
        assert await agent.call("show_expression", expression="HAPPY") == {"shown": True}
        assert await agent.call("play_motion", motion="greet") == {"shown": True}
        error = await agent.call("play_motion", motion="Greet", variant=99)
        assert error["code"] == "unknown_variant"
        async with agent.expect_change():
            stage = called.pet.stage
            stage.character = replace(stage.character, expressions={"furious": "very angry"})
        assert await agent.names("show_expression", "expression") == ["furious"]
        assert await agent.call("show_expression", expression="furious") == {"shown": True}


async def test_words_are_shown_as_the_callers_and_are_no_part_of_the_conversation(
    tmp_path: Path, qapp: QApplication
) -> None:
    async with called_pet(tmp_path, ON, KNOWN) as called, connected() as agent:
        chat = called.pet.chat_controller
        assert chat
        before, focus = chat.conversation.messages, qapp.focusWindow()
        assert await agent.call("say", text="The build is <b>green</b>\u202e.\n\nReally.") == {"shown": True}
        prompts = called.calls.prompts
        await until(lambda: prompts.words is not None and prompts.words.isVisible())
        words = prompts.words
        assert words
        assert words.text.toPlainText() == "The build is <b>green</b>.\nReally."
        assert words.accessibleName().startswith("Claude Code (claude-code), an agent says: ")
        assert words.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
        assert qapp.focusWindow() is focus
        # Others wait, and each is shown.
        assert await agent.call("say", text="Second.") == {"shown": True}
        assert prompts.words is words
        QTest.mouseClick(words.close_button, Qt.MouseButton.LeftButton)
        assert prompts.words
        assert prompts.words.text.toPlainText() == "Second."
        prompts.words._on_timeout()
        await until(lambda: prompts.words is None)
        assert chat.conversation.messages == before


def test_long_words_are_shown_whole_and_scroll_only_if_they_are_many(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    for text in ("word" * 90, "Many words. " * 30, "line\n" * 4):
        words = CallerWords(Caller("codex"), text)
        qtbot.addWidget(words)
        words.place_beside(QRect(0, 0, 300, 400), QRect(0, 0, 1920, 1080))
        with qtbot.waitExposed(words):
            words.show()
        assert words.text.verticalScrollBar().maximum() == 0
    many = CallerWords(Caller("codex"), "line\n" * 40)
    qtbot.addWidget(many)
    many.place_beside(QRect(0, 0, 300, 400), QRect(0, 0, 1920, 1080))
    with qtbot.waitExposed(many):
        many.show()
    assert many.height() < 400
    assert many.text.verticalScrollBar().maximum() > 0


async def test_a_stray_click_answers_no_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click_guard, "DEAD_MS", 60_000)
    async with called_pet(tmp_path, ON, KNOWN) as called, connected() as agent:
        asking = asyncio.ensure_future(agent.call("ask", **LUNCH))
        await until(lambda: called.calls.prompts.bubble is not None)
        bubble = called.calls.prompts.bubble
        assert isinstance(bubble, CallerQuestion)
        first = bubble.findChild(QPushButton, "caller_choice_0")
        assert first
        assert not first.isEnabled()
        QTest.mouseClick(first, Qt.MouseButton.LeftButton)
        QTest.mouseClick(bubble.close_button, Qt.MouseButton.LeftButton)
        assert await asking == {"answered": False, "reason": "dismissed"}


async def test_a_question_is_answered_dismissed_taken_back_or_times_out(tmp_path: Path) -> None:
    async with called_pet(tmp_path, ON, KNOWN) as called, connected() as agent:
        prompts = called.calls.prompts
        asking = asyncio.ensure_future(agent.call("ask", **LUNCH))
        await called.press("caller_choice_1")
        assert await asking == {"answered": True, "choice": "the blue one", "index": 1}
        assert prompts.bubble is None

        asking = asyncio.ensure_future(agent.call("ask", **LUNCH))
        QTest.mouseClick((await called.bubble()).close_button, Qt.MouseButton.LeftButton)
        assert await asking == {"answered": False, "reason": "dismissed"}

        called.refill()
        asking = asyncio.ensure_future(agent.call("ask", **LUNCH))
        await called.bubble()
        prompts._prompts[0]._limit.start(0)
        assert await asking == {"answered": False, "reason": "timed_out"}

        asking = asyncio.ensure_future(agent.call("ask", **LUNCH))
        await called.bubble()
        asking.cancel()
        await until(lambda: prompts.bubble is None)

        called.refill()
        asking = asyncio.ensure_future(agent.call("ask", **LUNCH))
        await called.bubble()
        called.pet.window.hide()
        assert await asking == {"answered": False, "reason": "hidden"}
        assert await agent.call("say", text="Hello") == {"shown": False, "reason": "hidden"}
        assert await agent.call("show_expression", expression="happy") == {"shown": False, "reason": "hidden"}


async def test_in_quiet_hours_nothing_is_shown_and_off_nothing_is_accepted(tmp_path: Path) -> None:
    async with called_pet(tmp_path, ON + quiet_hours_now()) as called, connected() as agent:
        assert await agent.call("ask", **LUNCH) == {"answered": False, "reason": "quiet_hours"}
        assert await agent.call("say", text="Hello") == {"shown": False, "reason": "quiet_hours"}
        assert called.calls.prompts.count == 0
        store = called.pet.settings_store
        assert store
        store.change("agents", quiet_hours="")
        asking = asyncio.ensure_future(agent.call("ask", **LUNCH))
        await called.bubble()
        store.change("agents", mcp_server=False)
        error = await asking
        assert (error["code"], "Settings" in error["message"]) == ("switched_off", True)
        assert (await agent.call("say", text="Hello"))["code"] == "switched_off"
        assert called.callers.calls is None
        store.change("agents", shown=(HookedAgent.CLAUDE,))
        # Hooks are heard, and calls are not.
        assert (await agent.call("say", text="Hello"))["code"] == "switched_off"


async def test_a_page_that_was_open_before_shows_what_is_decided_later(tmp_path: Path) -> None:
    async with called_pet(tmp_path, "[agents]\nmcp_server = false\n") as called:
        chat, store = called.pet.chat_controller, called.pet.settings_store
        assert chat
        assert store
        chat.open_settings("agents")
        window = chat.settings_window
        assert window
        page = window.findChild(CallersPage)
        assert page
        assert called.callers is None
        store.change("agents", mcp_server=True)
        called.callers.rules.decide(KNOWN)
        assert "Claude Code (claude-code)" in [each.text() for each in page.findChildren(QLabel)]


async def test_two_callers_are_told_apart_and_decisions_can_be_taken_back(tmp_path: Path) -> None:
    codex = types.Implementation(name="codex\u202e\n" + "x" * 500, title=None, version="1")
    async with called_pet(tmp_path) as called, connected() as claude, connected(codex) as other:
        first = asyncio.ensure_future(claude.call("ask", **LUNCH))
        await called.bubble()
        second = asyncio.ensure_future(other.call("say", text="Hello"))
        await until(lambda: called.calls.prompts.count == 2)
        await called.press("caller_always")
        # The next is asked about before the question of the first, which it was there before.
        bubble = await called.bubble()
        assert isinstance(bubble, CallerIntroduction)
        assert bubble.windowTitle().startswith("codex xxx")
        assert len(bubble.windowTitle()) < 60
        await called.press("caller_no")
        assert (await second)["code"] == "refused"
        assert (await other.call("say", text="Hello"))["code"] == "refused"
        assert isinstance(await called.bubble(), CallerQuestion)
        saved = json.loads((paths.data_folder() / "callers.json").read_text(encoding="utf-8"))
        assert [each["decision"] for each in saved] == ["always", "refused"]
        rules = called.callers.rules
        rules.revoke(rules.all[0])
        assert (await first)["code"] == "refused"
        assert called.calls.prompts.bubble is None


async def test_a_decision_that_cant_be_stored_holds_and_is_said(tmp_path: Path) -> None:
    async with called_pet(tmp_path) as called:
        (paths.data_folder() / "callers.json").mkdir()
        assert called.pet.chat_controller
        causes: list[str] = []
        called.pet.chat_controller.notices.shown.connect(causes.append)
        client = PetClient(InstanceLock(paths.data_folder()))
        calling = asyncio.ensure_future(client.call(Caller("codex"), CallKind.SAY, {"text": "Hello"}))
        await called.press("caller_always")
        assert await calling == {"shown": True}
        assert len(causes) == 1


@pytest.mark.slow
async def test_a_hostile_caller_costs_a_few_words(tmp_path: Path) -> None:
    async with called_pet(tmp_path, ON, KNOWN) as called, connected() as agent, connected() as twin:
        results = await asyncio.gather(*(agent.call("show_expression", expression="happy") for _ in range(40)))
        refused = [each for each in results if each.get("code") == "rate_limited"]
        assert len(refused) >= 28
        assert all(1 <= each["retry_after_seconds"] <= 5 for each in refused)
        # Its name is limited, not its process.
        assert (await twin.call("say", text="Hello"))["code"] == "rate_limited"
        assert (await agent.call("say", text="x" * 10_000_000))["code"] == "too_long"
        thousand = [str(number) for number in range(1000)]
        assert (await agent.call("ask", question="?", choices=thousand))["code"] == "invalid_arguments"
        assert called.calls.prompts.count == 0


async def test_a_caller_that_changes_its_name_asks_three_times(tmp_path: Path) -> None:
    async with called_pet(tmp_path) as called:
        client = PetClient(InstanceLock(paths.data_folder()))
        calls = [
            asyncio.ensure_future(client.call(Caller(f"name-{number}"), CallKind.SAY, {"text": "Hello"}))
            for number in range(12)
        ]
        await until(lambda: sum(each.done() for each in calls) == 9)
        codes = [str(getattr(each.exception(), "code", "")) for each in calls if each.done()]
        assert codes == ["rate_limited"] * 9
        assert called.calls.prompts.count == 3
        for call in calls:
            call.cancel()
        await until(lambda: called.calls.prompts.count == 0)


async def test_waiting_calls_leave_room_for_hooks(tmp_path: Path) -> None:
    settings = ON + 'shown = ["claude"]\n'
    async with called_pet(tmp_path, settings) as called:
        client = PetClient(InstanceLock(paths.data_folder()))
        known = digest_of(called.calls._description())
        watching = [
            asyncio.ensure_future(client.call(Caller(""), CallKind.DESCRIBE, {"known": known})) for _ in range(30)
        ]
        await until(lambda: sum(each.done() for each in watching) == 22)
        assert called.pet.chat_controller
        agents = called.pet.chat_controller.features.running("agents")
        program = await asyncio.create_subprocess_exec(
            *patient_command("claude"), stdin=asyncio.subprocess.PIPE, cwd=PROJECT, env=os.environ
        )
        await program.communicate(json.dumps(PROMPT).encode())
        await until(lambda: agents.agents.sessions)
        for each in watching:
            each.cancel()


OFF = (
    "deskpet.features.callers.mcp_server",
    "deskpet.features.callers.controller",
    "deskpet.features.callers.caller_rules",
    "deskpet.features.callers.calls",
    "deskpet.features.callers.ui.bubbles",
    "deskpet.features.callers.ui.prompts",
    "mcp",
)


async def test_off_nothing_of_it_is_imported(tmp_path: Path) -> None:
    """In a process of its own, with hooks: the tests of hooks prove that there is no socket without them either."""
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1", '[agents]\nshown = ["claude"]\n')
    code = f"""
import asyncio, sys
from pathlib import Path
from deskpet.config import paths
from deskpet.app import pet_controller
from deskpet.processes.instance_lock import InstanceLock
from deskpet.ui.platform import event_loop
from tests.support.waiting import until

async def look():
    life = asyncio.ensure_future(pet.run())
    await until(lambda: pet.chat_controller and pet.chat_controller.features.running("agents"))
    print(sorted(set({OFF!r}) & set(sys.modules)))
    pet.quit()
    return await life

qt = pet_controller.new_application()
lock = InstanceLock(paths.data_folder())
lock.acquire()
pet = pet_controller.PetController(Path({str(file)!r}), offline=True, lock=lock)
sys.exit(event_loop.run(qt, look()))
"""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE, cwd=PROJECT, env=os.environ
    )
    out, _ = await program.communicate()
    assert out.decode().splitlines()[-1:] == ["[]"]
