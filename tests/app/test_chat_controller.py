"""The chat of the whole pet in real windows, against a chat server on loopback."""

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from deskpet.app import turn_context
from deskpet.app.pet_controller import PetController
from deskpet.chat.events import event_name
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Notice, ToolUse
from deskpet.config import settings, settings_file
from deskpet.pet.mood import GestureRole, MoodActivity
from deskpet.ui.chat.typing_indicator import TypingIndicator
from deskpet.ui.markdown.code_preferences import code_wrap
from tests.app.running_pet import (
    SELDOM_DRAWN,
    ChatServer,
    running,
    running_with_server,
    screenshot,
    type_and_send,
    visible_cards,
    visible_chips,
    write_settings,
)
from tests.llm.replay_server import ReplayServer, Reply
from tests.support.waiting import until
from tests.ui.active_window import active
from tests.ui.fake_browser import FakeBrowser

pytestmark = pytest.mark.window


async def test_a_typed_question_grows_into_one_message_and_the_character_moves_in_mid_sentence(tmp_path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    happened: list[str] = []
    pet.stage.expression_requested.connect(lambda name: happened.append(f"face {name}"))
    pet.stage.motion_requested.connect(lambda group, index: happened.append(f"move {group} {index}"))
    async with running(pet, upstream) as talk:
        talk.conversation.listen(on_event=lambda event, _: happened.append(event_name(event)))

        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests))
        where = talk.chat.geometry()
        before = screenshot(where)
        upstream.delta(content="Hello, I am so ")
        await until(lambda: "text_appended" in happened)
        await until(lambda: screenshot(where) != before)
        assert talk.conversation.is_running

        upstream.begin_call("live2d_expression")
        await until(lambda: len(visible_chips(talk)) == 1)
        assert "tool_finished" not in happened
        upstream.arguments('{"name": "happy"}')
        upstream.delta(content="glad ")
        await until(lambda: "face happy" in happened)
        upstream.begin_call("live2d_motion")
        upstream.arguments('{"group": "Wave"}')
        upstream.delta(content="to see you")
        await until(lambda: "move Wave 0" in happened)
        upstream.answer(".")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer(" What now?")
        await until(lambda: not talk.conversation.is_running)

        question, answer = talk.conversation.messages
        assert question.text == "hello"
        assert answer.text == "Hello, I am so glad to see you. What now?"
        assert [b.status for b in answer.blocks if isinstance(b, ToolUse)] == ["success", "success"]
        last_words = len(happened) - 1 - happened[::-1].index("text_appended")
        assert happened.index("face happy") < happened.index("move Wave 0") < last_words
        assert len(visible_chips(talk)) == 2
        # The sentence is one paragraph, with the gestures in it.
        assert not visible_cards(talk)
        text = talk.chat.transcript.rows[-1].message_selection.texts[0]
        await until(lambda: text.plain_text() == "Hello, I am so glad to see you.")


async def test_escape_stops_closes_the_connection_and_the_next_question_is_answered(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "go on forever")
        upstream.delta(content="one two ")
        await until(lambda: bool(talk.conversation.messages) and talk.conversation.messages[-1].text == "one two ")
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Escape)
        await until(upstream.disconnected.is_set)
        await until(lambda: not talk.conversation.is_running)
        stopped = talk.conversation.messages[-1]
        assert stopped.ended == "cancelled"
        assert talk.conversation.offers(stopped.id, "continue")
        type_and_send(talk, "again")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("fine")
        await until(lambda: talk.conversation.messages[-1].ended == "stop")


class PaintedIndicators(QObject):
    """Records the names of the indicators as they are painted: a look now and then misses some on a busy machine."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, TypingIndicator):
            self.names.add(watched.accessibleName())
        return False


@pytest.fixture
def painted(qapp: QApplication) -> Generator[PaintedIndicators]:
    painted = PaintedIndicators()
    qapp.installEventFilter(painted)
    yield painted
    qapp.removeEventFilter(painted)


async def test_the_wait_for_the_next_attempt_is_counted_down(tmp_path, painted):
    async with ReplayServer(Reply(b"{}", 503, {"Retry-After": "10"})) as server:
        pet = PetController(write_settings(tmp_path, server.url), offline=False)
        async with running(pet) as talk:
            type_and_send(talk, "is anybody there")
            # Any two of the ten: a busy machine may miss some seconds.
            counted = {f"Trying again in {left} s" for left in range(1, 11)}
            await until(lambda: len(counted & painted.names) >= 2)
            QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Escape)
            await until(lambda: not talk.conversation.is_running)
            await until(lambda: not any(each.isVisible() for each in talk.chat.findChildren(TypingIndicator)))


async def test_stop_pressed_before_the_answer_has_begun_keeps_the_question_and_sends_nothing(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        # As at the start, before what a request needs is imported.
        await talk._turn_factory.aclose()
        talk._turn_factory._endpoints = None
        type_and_send(talk, "hello")
        talk.chat.composer.stop_requested.emit()
        await until(lambda: bool(talk.conversation.messages) and not talk.is_answering)
        assert [each.text for each in talk.conversation.messages] == ["hello", ""]
        assert talk.conversation.messages[-1].ended == "cancelled"
        assert upstream.requests == []


async def test_a_message_typed_during_an_answer_is_sent_after_it(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "first")
        await until(lambda: len(upstream.requests) == 1)
        for text in ("second", "third"):
            type_and_send(talk, text)
        assert [message.text for message in talk.chat.composer.queue.messages] == ["second", "third"]
        for number, word in enumerate(("one", "two", "three"), 1):
            await until(lambda number=number: len(upstream.requests) == number)
            upstream.answer(word)
        await until(lambda: not talk.conversation.is_running and not talk.chat.composer.queue.messages)
        said = [message.text for message in talk.conversation.messages]
        assert said == ["first", "one", "second", "two", "third", "three"]


async def test_after_a_stop_a_waiting_message_stays_and_is_in_the_draft_at_the_next_start(tmp_path):
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start())
    async with running(PetController(file, offline=False), upstream) as talk:
        type_and_send(talk, "first")
        await until(lambda: len(upstream.requests) == 1)
        type_and_send(talk, "second")
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Escape)
        await until(lambda: not talk.conversation.is_running and talk.conversation.messages[-1].ended == "cancelled")
        assert [message.text for message in talk.chat.composer.queue.messages] == ["second"]
        assert len(upstream.requests) == 1
    async with running(PetController(file, offline=False)) as talk:
        await until(lambda: talk.chat.composer.text() == "second")


async def test_the_conversation_is_there_again_at_the_next_start(tmp_path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        type_and_send(talk, "is anybody there")
        await until(lambda: bool(talk.conversation.messages) and talk.conversation.messages[-1].ended is not None)
        said = talk.conversation.messages
    again = PetController(file, offline=False)
    async with running(again) as talk:
        await until(lambda: talk.conversation.messages == said)


async def test_a_mistake_in_the_settings_file_is_told_and_the_last_good_settings_stay(tmp_path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        told: list[str] = []
        talk.notices.shown.connect(told.append)
        file.write_text('[chat]\nmode = "magic"\n', encoding="utf-8")
        await until(lambda: bool(told))
        assert "line 2" in told[0]
        assert pet.settings_store
        assert pet.settings_store.effective.endpoint.model == "test-model"


async def test_the_notice_of_a_broken_settings_file_opens_it_stands_once_and_goes(tmp_path: Path, browser: FakeBrowser):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    good = file.read_text(encoding="utf-8")
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        told: list[str] = []
        talk.notices.shown.connect(told.append)

        def notices() -> list[Notice]:
            return [
                block
                for message in talk.chat.transcript.messages
                for block in message.blocks
                if isinstance(block, Notice)
            ]

        for number, mistake in enumerate(("magic", "magic", "wand"), 1):
            # A comment of another length, so that each write is a change.
            file.write_text(f'[chat]\nmode = "{mistake}" {"#" * number}\n', encoding="utf-8")
            await until(lambda number=number: len(told) == number)
        assert len(notices()) == 1
        assert "wand" in notices()[0].cause

        def buttons() -> list[QPushButton]:
            found = talk.chat.findChildren(QPushButton)
            return [each for each in found if each.isVisible() and each.text() == "Open the file"]

        await until(lambda: len(buttons()) == 1)
        buttons()[0].click()
        assert browser.opened == [QUrl.fromLocalFile(str(file)).toString()]
        file.write_text(good, encoding="utf-8")
        await until(lambda: not notices())
        assert talk.chat.pane.is_empty


async def test_ctrl_comma_opens_the_settings_from_the_chat_the_history_and_the_pet(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=True)
    async with running(pet) as talk:

        async def opens() -> None:
            await until(lambda: talk.settings_window and talk.settings_window.isVisible())
            assert talk.settings_window
            talk.settings_window.close()

        async def types(window: QWidget, field: QWidget) -> None:
            await until(active(window))
            QTest.keyClick(field, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
            await opens()

        await types(talk.chat, talk.chat.composer.field)
        # For a QWindow, QTest.keyClick runs the event loop, which must not be nested in a task.
        pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier, ",")
        QApplication.sendEvent(pet.window, pressed)
        await opens()
        full = talk.chat.expand()
        await types(full, full.side_panel.field)
        assert talk.chat.composer.text() == ""


async def test_the_mode_chosen_in_the_settings_holds_from_the_next_message(tmp_path):
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start())
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        talk.open_settings()
        assert talk.settings_window
        choice = talk.settings_window.findChild(QPushButton, "mode_text")
        assert isinstance(choice, QPushButton)
        await until(choice.isVisible)
        QTest.mouseClick(choice, Qt.MouseButton.LeftButton)
        await until(lambda: pet.settings_store.current.chat.mode is settings.Mode.TEXT)
        pet.settings_store.flush()
        assert settings_file.load(file).chat.mode is settings.Mode.TEXT
        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests))
        assert "tools" not in upstream.requests[0]
        assert "<<<[TOOL_REQUEST]>>>" in upstream.requests[0]["messages"][0]["content"]
        upstream.delta(content="Hi <<<[TOOL_REQUEST]>>> tool_name:「始」live2d.expression「末」 name:「始」happy「末」")
        await until(lambda: len(visible_chips(talk)) == 1)
        upstream.answer(" <<<[END_TOOL_REQUEST]>>> there")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("!")
        await until(lambda: not talk.conversation.is_running)
        assert "TOOL" not in talk.conversation.messages[-1].text


async def test_the_mode_chosen_beside_the_models_name_is_the_setting(tmp_path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        chip = talk.chat.header.model
        assert chip.mode_label.text() == "Native"
        chip.click()
        chip.menu.mode_chosen.emit(settings.Mode.TEXT)
        chip.menu.close()
        await until(lambda: chip.mode_label.text() == "Text")
        pet.settings_store.flush()
        assert settings_file.load(file).chat.mode is settings.Mode.TEXT
        file.write_text(file.read_text(encoding="utf-8").replace('"text"', '"auto"'), encoding="utf-8")
        await until(lambda: chip.mode_label.text() == "Auto")


async def test_a_server_that_refuses_tools_offers_the_switch_to_text_with_one_click(tmp_path):
    upstream = ChatServer()
    upstream.refusal = b'{"error": {"message": "this model does not support tools"}}'
    file = write_settings(tmp_path, await upstream.start())
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests) and not talk.conversation.is_running)
        notice = talk.conversation.messages[-1].blocks[-1]
        assert isinstance(notice, Notice)
        assert notice.code == "tools_refused"
        assert settings_file.load(file).chat.mode is settings.Mode.NATIVE
        upstream.refusal = b""
        buttons = talk.chat.findChildren(QPushButton)
        switch = next(button for button in buttons if button.text() == notice.actions[0].label)
        QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
        await until(lambda: len(upstream.requests) == 2)
        assert "tools" not in upstream.requests[1]
        upstream.answer("Hello!")
        await until(lambda: not talk.conversation.is_running)
        assert len(talk.conversation.messages) == 2
        assert talk.conversation.messages[-1].text == "Hello!"
        pet.settings_store.flush()
        assert settings_file.load(file).chat.mode is settings.Mode.TEXT


async def test_try_again_pressed_before_the_turn_is_over_is_done_when_it_is(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "hello")
        await until(lambda: len(upstream.requests) == 1 and len(talk.conversation.messages) == 2)
        talk.chat.transcript.action_requested.emit(talk.conversation.messages[-1].id, "retry")
        # Pressed twice in haste, it is done once.
        talk.chat.transcript.action_requested.emit(talk.conversation.messages[-1].id, "retry")
        assert talk.conversation.is_running
        upstream.end()
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Hello!")
        await until(lambda: not talk.conversation.is_running)
        assert len(talk.conversation.messages) == 2
        assert talk.conversation.messages[-1].text == "Hello!"
        assert len(upstream.requests) == 2


async def test_the_settings_change_the_character_at_once(tmp_path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    async with running(pet):
        before = pet.window.size()
        look = f"{SELDOM_DRAWN}scale = 1.5\n"
        file.write_text(file.read_text(encoding="utf-8").replace(SELDOM_DRAWN, look), encoding="utf-8")
        await until(lambda: pet.window.size() == before * 1.5)


async def test_the_character_feels_along_with_the_answer(tmp_path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        animator = pet.window.animator
        type_and_send(talk, "hello")
        await until(lambda: animator.mood.typed_at > 0 and animator.mood.doing is MoodActivity.WAITING)
        roles: list[GestureRole | None] = []
        pet.window.frameSwapped.connect(lambda: roles.append(animator.role))
        await until(lambda: GestureRole.THINK in roles)
        upstream.delta(content="Well, ")
        await until(lambda: roles[-1] is GestureRole.TALK)
        upstream.end()
        await until(lambda: not talk.conversation.is_running and roles[-1] is None)
        assert animator.mood.doing is MoodActivity.NOTHING


async def test_a_size_chosen_in_the_menu_is_kept(tmp_path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    async with running(pet):
        before = pet.window.size()
        pet.menus.tray.menu.sizes.actions()[0].trigger()
        await until(lambda: pet.window.size() == before / 2)
        pet.settings_store.flush()
        assert settings_file.load(file).character.scale == 0.5
        pet.window.menu.behavior.actions()[0].trigger()
        pet.settings_store.flush()
        character = settings_file.load(file).character
        assert (character.scale, character.hold_position) == (0.5, True)
    again = PetController(file, offline=False)
    assert again.window.size() == before / 2
    async with running(again):
        pass


async def test_code_wraps_as_the_switch_was_left_and_as_the_settings_say(tmp_path):
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=True)
    async with running(pet):
        assert pet.settings_store
        code_wrap().toggle()
        assert pet.settings_store.current.appearance.wrap_code
    assert settings_file.load(file).appearance.wrap_code
    code_wrap().set_on(False)
    pet = PetController(file, offline=True)
    async with running(pet):
        assert code_wrap().is_on
        assert pet.settings_store
        saved = pet.settings_store.current
        look = saved.appearance.model_copy(update={"wrap_code": False})
        pet.settings_store.apply(saved.model_copy(update={"appearance": look}))
        assert not code_wrap().is_on


@pytest.mark.parametrize("reports", [True, False])
async def test_the_end_of_a_call_in_the_background_is_told_in_a_message_if_wished(tmp_path, monkeypatch, reports):
    gate = asyncio.Event()

    @tool("build", title="Build", background=True)
    async def build() -> str:
        """Build something that takes long."""
        await gate.wait()
        return "built"

    monkeypatch.setattr(turn_context, "TOOLS", (*turn_context.TOOLS, build))
    upstream = ChatServer()
    setting = f"report_background = {str(reports).lower()}\n"
    pet = PetController(write_settings(tmp_path, await upstream.start(), setting), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "build it")
        await until(lambda: bool(upstream.requests))
        upstream.begin_call("build")
        upstream.arguments("{}")
        upstream.answer("I build.")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer(" It runs.")
        await until(lambda: not talk.conversation.is_running and len(talk.conversation.background.running) == 1)
        assert talk.chat.header.running.text() == "1 running"
        gate.set()
        await until(lambda: not talk.conversation.background.running)
        if not reports:
            await asyncio.sleep(0)
            assert not talk.conversation.is_running
            return
        await until(lambda: len(upstream.requests) == 3)
        assert "built" in str(upstream.requests[-1]["messages"])
        upstream.answer("It is built.")
        await until(lambda: not talk.conversation.is_running)
        assert talk.conversation.messages[-1].text == "It is built."
        assert talk.conversation.messages[-1].is_background_report
