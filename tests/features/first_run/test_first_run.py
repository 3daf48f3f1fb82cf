"""First-run assistant: shown once to a new user, with or without connecting a model."""

import asyncio
import shutil
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app import session_persistence
from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.config import settings_file
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.features.connection.controllers.requests import ConnectionController
from deskpet.features.connection.controllers.saved_connections import SavedConnections
from deskpet.features.first_run.ui.introduction import Introduction
from deskpet.features.first_run.ui.window import FirstRun
from deskpet.features.voice.playback.player import Player
from deskpet.llm.catalog import PRESETS
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.model_list import LocalServer
from deskpet.ui.widgets import theme
from tests.app.running_pet import introduction_of, running, write_settings
from tests.features.voice.outputs import Outputs
from tests.llm.replay_server import ReplayServer, Reply
from tests.support.connections import model_servers
from tests.support.waiting import until

pytestmark = pytest.mark.window

ENTER, ESCAPE, TAB = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab
OLLAMA = next(preset for preset in PRESETS if preset.name == "Ollama")


@pytest.fixture
def form(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> FirstRun:
    theme.apply(qapp)
    form = FirstRun("Mikan", Settings())
    SavedConnections(form.connection, model_servers(tmp_path))
    qtbot.addWidget(form)
    form.resize(448, 628)
    with qtbot.waitExposed(form):
        form.show()
    return form


def texts(form: FirstRun) -> str:
    """Return all that can be read in the form."""
    return "\n".join(label.text() for label in form.findChildren(QLabel) if label.isVisible())


def new_file(folder: Path) -> Path:
    """Write a settings file that sets nothing."""
    file = folder / "settings.toml"
    file.write_text("# mine\n", encoding="utf-8")
    return file


async def welcomed(pet: PetController) -> tuple[asyncio.Task[int], ChatController, Introduction]:
    """Start the pet for the first time; wait until she is visible and the first step is complete."""
    life = asyncio.ensure_future(pet.run())
    await until(lambda: bool(pet.chat_controller and introduction_of(pet.chat_controller)))
    assert pet.chat_controller
    welcome = introduction_of(pet.chat_controller)
    assert welcome
    await until(lambda: welcome.window.isVisible() and len(welcome.form.meet.cards) == 2)
    return life, pet.chat_controller, welcome


async def assert_nobody_is_welcomed(file: Path, *, offline: bool = False) -> None:
    """Check that a start with these settings does not show the assistant."""
    pet = PetController(file, offline=offline)
    async with running(pet) as talk:
        assert introduction_of(talk) is None


def said(form: FirstRun) -> str:
    words = form.findChild(QLabel, "first_run_words")
    assert isinstance(words, QLabel)
    return words.text()


def title(form: FirstRun) -> str:
    words = form.findChild(QLabel, "first_run_title")
    assert isinstance(words, QLabel)
    return words.text()


def tab_to(form: FirstRun, wanted: QWidget) -> None:
    """Press Tab until the field has the focus."""
    for _ in range(40):
        if form.focusWidget() is wanted:
            return
        QTest.keyClick(form.focusWidget() or form, TAB)
    raise AssertionError(f"{wanted} is not reached by Tab")


async def test_she_greets_somebody_new_at_once_and_moves_while_she_talks(tmp_path: Path):
    pet = PetController(new_file(tmp_path), offline=False)
    moved: list[str] = []
    pet.stage.motion_requested.connect(lambda group, _: moved.append(group))
    life, talk, welcome = await welcomed(pet)
    assert not talk.chat.isVisible()
    assert title(welcome.form) == "Hi, I'm Mikan!"
    await until(lambda: said(welcome.form).startswith("Hello!") and "Wave" in moved)
    # The introduction is not saved as a conversation.
    assert talk.conversation.messages == ()
    pet.quit()
    await life


async def test_a_new_user_is_welcomed_even_if_the_database_opens_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_persistence, "_START_SECONDS", 0.0)
    pet = PetController(new_file(tmp_path), offline=False)
    life, *_ = await welcomed(pet)
    pet.quit()
    await life


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")
async def test_she_says_hello_aloud_and_speaks_from_then_on_if_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    outputs = Outputs()
    monkeypatch.setattr("deskpet.features.voice.playback.player.Player", partial(Player, outputs))
    file = new_file(tmp_path)
    pet = PetController(file, offline=False)
    life, _, welcome = await welcomed(pet)
    hello = welcome.form.hello
    hello.button.click()
    await until(lambda: hello.banner.message is not None)
    assert len(outputs.heard) > 48_000
    assert not settings_file.load(file).voice.enabled
    hello.banner.button.click()
    assert pet.settings_store
    assert pet.settings_store.current.voice.enabled
    pet.quit()
    await life


@pytest.mark.skipif(sys.platform != "linux", reason="other systems bring a voice")
async def test_without_a_voice_the_command_that_installs_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr("deskpet.features.voice.playback.player.Player", partial(Player, Outputs()))
    pet = PetController(new_file(tmp_path), offline=False)
    life, _, welcome = await welcomed(pet)
    hello = welcome.form.hello
    hello.button.click()
    await until(lambda: hello.banner.message is not None)
    assert hello.banner.message
    assert "apt-get install espeak-ng" in hello.banner.message.text
    pet.quit()
    await life


async def test_another_character_comes_at_a_key_and_greets_herself(tmp_path: Path):
    file = new_file(tmp_path)
    pet = PetController(file, offline=False)
    life, _, welcome = await welcomed(pet)
    yuki = next(card for card in welcome.form.meet.cards if card.content.title == "Yuki")
    assert not yuki.isChecked()
    await until(lambda: said(welcome.form).startswith("Hello!"))
    tab_to(welcome.form, yuki)
    # Her own greeting, with her own motions.
    moved: list[str] = []
    pet.stage.motion_requested.connect(lambda group, _: moved.append(title(welcome.form)))
    QTest.keyClick(yuki, ENTER)
    await until(lambda: title(welcome.form) == "Hi, I'm Yuki!")
    assert yuki.isChecked()
    pet.settings_store.flush()
    assert settings_file.load(file).character.folder == "yuki"
    await until(lambda: title(welcome.form) in moved and said(welcome.form).startswith("Hello!"))
    chip = next(each for each in welcome.form.findChildren(QPushButton) if each.text() == "What time is it?")
    chip.setFocus()
    QTest.keyClick(chip, ENTER)
    await until(lambda: said(welcome.form).startswith("Let me look"))
    pet.quit()
    await life


async def test_all_three_steps_are_gone_through_by_keyboard_and_never_come_again(tmp_path: Path):
    file = new_file(tmp_path)
    pet = PetController(file, offline=False)
    life, talk, welcome = await welcomed(pet)
    form = welcome.form
    assert form.focusWidget() is form.next
    QTest.keyClick(form.next, ENTER)
    assert (form.step, form.next.text()) == (1, "Stay offline")
    tab_to(form, form.next)
    QTest.keyClick(form.next, ENTER)
    assert (form.step, form.next.text()) == (2, "Start talking")
    name = form.focusWidget()
    assert isinstance(name, QLineEdit)
    QTest.keyClicks(name, "Ada")
    assert "Ctrl+Alt+P" in texts(form)
    tab_to(form, form.next)
    QTest.keyClick(form.next, ENTER)
    await until(lambda: talk.chat.isVisible() and not welcome.window.isVisible())
    pet.settings_store.flush()
    kept = settings_file.load(file)
    assert (kept.persona.user, kept.chat.mode, kept.endpoint.base_url) == ("Ada", Settings().chat.mode, "")
    assert file.read_text(encoding="utf-8").startswith("# mine\n")
    pet.quit()
    await life
    file.write_text("", encoding="utf-8")
    await assert_nobody_is_welcomed(file)


async def test_escape_passes_over_everything_and_the_chat_takes_its_place(tmp_path: Path):
    file = new_file(tmp_path)
    pet = PetController(file, offline=False)
    life, talk, welcome = await welcomed(pet)
    QTest.keyClick(welcome.form.focusWidget() or welcome.form.next, ESCAPE)
    await until(lambda: talk.chat.isVisible() and not welcome.window.isVisible())
    pet.settings_store.flush()
    assert settings_file.load(file) == Settings()
    pet.quit()
    await life
    await assert_nobody_is_welcomed(file)


@pytest.mark.parametrize("start_seconds", [30.0, 0.0], ids=["", "and the database opens slowly"])
async def test_who_quits_in_the_middle_is_made_welcome_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_seconds: float
):
    file = new_file(tmp_path)
    pet = PetController(file, offline=False)
    life, _, welcome = await welcomed(pet)
    yuki = next(card for card in welcome.form.meet.cards if card.content.title == "Yuki")
    QTest.keyClick(yuki, ENTER)
    await until(lambda: pet.settings_store.current.character.folder == "yuki")
    pet.quit()
    await life
    monkeypatch.setattr(session_persistence, "_START_SECONDS", start_seconds)
    again = PetController(file, offline=False)
    life, _, welcome = await welcomed(again)
    # The choices made so far are kept.
    assert [card.content.title for card in welcome.form.meet.cards if card.isChecked()] == ["Yuki"]
    again.quit()
    await life


async def test_who_has_settings_of_his_own_or_starts_offline_is_not_new(tmp_path: Path):
    (tmp_path / "own").mkdir()
    for file, offline in ((write_settings(tmp_path / "own", ""), False), (new_file(tmp_path), True)):
        await assert_nobody_is_welcomed(file, offline=offline)


@pytest.mark.usefixtures("quick_companion")
async def test_who_has_talked_before_is_not_new(tmp_path: Path):
    file = new_file(tmp_path)
    pet = PetController(file, offline=True)
    async with running(pet) as talk:
        await talk.conversation.send("hello")
    await assert_nobody_is_welcomed(file)


async def test_it_goes_and_comes_with_the_pet_and_stands_beside_her(tmp_path: Path):
    pet = PetController(new_file(tmp_path), offline=False)
    life, talk, welcome = await welcomed(pet)
    panel = welcome.form.mapToGlobal(welcome.form.rect().topLeft()).x() + welcome.form.width()
    # It may cover the transparent edge of her window, but not her.
    await until(lambda: bool(pet.window.body))
    assert panel <= min(row.left() for row in pet.window.body)
    pet.window.hide()
    await until(lambda: not welcome.window.isVisible())
    pet.window.show()
    await until(welcome.window.isVisible)
    assert not talk.chat.isVisible()
    pet.quit()
    await life


def test_a_server_found_on_this_computer_is_connected_with_one_click(form: FirstRun, qtbot: QtBot):
    form.show_step(1)
    assert not form.connection.model_row.isVisible()
    with qtbot.waitSignal(form.connection.provider_row.search.triggered):
        QTest.mouseClick(form.connection.provider_row.search, Qt.MouseButton.LeftButton)
    form.connection.provider_row.show_servers((LocalServer(OLLAMA, ("qwen3", "llama3.2")),))
    found = form.connection.provider_row.findChild(QWidget, "found_server")
    assert found
    with qtbot.waitSignal(form.applied) as applied:
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    assert (applied.args[0].endpoint.base_url, applied.args[0].endpoint.model) == (OLLAMA.base_url, "qwen3")
    assert form.connection.model_row.isVisible()
    assert form.connection.test_panel.isVisible()
    assert form.next.text() == "Continue"


def test_a_step_that_grows_longer_than_the_window_keeps_its_width(form: FirstRun, qtbot: QtBot):
    """A scroll bar that takes its room from the fields moves all of them."""
    form.show_step(1)
    before = form.connection.provider_row.width()
    form.connection.provider_row.show_servers((LocalServer(OLLAMA, ("qwen3",)),))
    found = form.connection.provider_row.findChild(QWidget, "found_server")
    assert found
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    area = form.findChild(QScrollArea, "first_run_step_2")
    assert isinstance(area, QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    assert form.connection.provider_row.width() == before


@pytest.mark.parametrize("base_url", ["", "http://127.0.0.1:9/v1"])
def test_the_last_step_asks_for_the_mode_only_if_there_is_a_model(qapp: QApplication, qtbot: QtBot, base_url: str):
    form = FirstRun("Mikan", Settings(endpoint=EndpointSettings(base_url=base_url)))
    qtbot.addWidget(form)
    form.show()
    form.show_step(2)
    mode = form.findChild(QPushButton, "mode_text")
    assert isinstance(mode, QPushButton)
    assert mode.isVisible() is bool(base_url)
    assert ("how a model moves her" in texts(form)) is bool(base_url)
    assert "A click on Mikan opens the chat at any time, and so do the keys Ctrl+Alt+P." in texts(form)


def test_a_wrong_address_is_told_and_goes_nowhere(form: FirstRun):
    form.show_step(1)
    row = form.findChild(QWidget, "endpoint_base_url")
    assert row
    QTest.keyClicks(row.findChildren(QLineEdit)[0], "localhost")
    told = row.findChild(QLabel, "field_error")
    assert isinstance(told, QLabel)
    assert "http" in told.text()
    QTest.keyClick(form.next, ENTER)
    assert form.settings.endpoint.base_url == ""


async def test_a_connection_is_tested_before_one_goes_on(tmp_path: Path, qtbot: QtBot):
    refused = Reply(b'{"error":{"message":"no such key"}}', 401, {"Content-Type": "application/json"})
    async with ReplayServer({"/v1/chat/completions": refused}) as server:
        own = Settings.model_validate({"endpoint": {"base_url": f"{server.url}/v1", "model": "tiny"}})
        form, endpoints = FirstRun("Mikan", own), Endpoints()
        qtbot.addWidget(form)
        ConnectionController(form.connection, model_servers(tmp_path, endpoints))
        form.resize(448, 560)
        form.show()
        form.show_step(1)
        QTest.mouseClick(form.connection.test_panel.button, Qt.MouseButton.LeftButton)
        await until(lambda: form.connection.test_panel.status.text() == "It does not work yet.")
        found = form.findChild(QWidget, "trial_results")
        assert found
        await until(lambda: found.visibleRegion().boundingRect().height() == found.height())
        await endpoints.aclose()


def test_every_control_has_a_name_and_is_reached_in_every_step(form: FirstRun):
    for step in range(3):
        form.show_step(step)
        controls = [
            each
            for each in form.findChildren(QWidget)
            if each.isVisible() and each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        assert form.next in controls
        for control in controls:
            spoken = QAccessible.queryAccessibleInterface(control)
            assert spoken.text(QAccessible.Text.Name), control
