"""Tests of the results of the recipes. Collected only in a copy to which the recipes were applied."""

import tomllib
from pathlib import Path

import httpx
import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from deskpet import translation
from deskpet.app.pet_controller import make_ready
from deskpet.app.turn_context import turn_setup
from deskpet.chat.messages import Citation, Message, from_json, to_json, user_message
from deskpet.chat.model import ChatRequest, TextDelta
from deskpet.config.settings import Settings
from deskpet.config.settings_file import changed_values, load, update
from deskpet.llm.catalog import find_preset, open_model
from deskpet.llm.endpoints import Endpoints
from deskpet.pet.character import Character
from deskpet.ui.blocks import Context
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.platform import event_loop
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import language, theme
from tests.app.running_pet import running_with_server
from tests.support.deskpet_process import PROJECT, started, wait_until_callable
from tests.support.settings_window import settings_window, show_page
from tests.support.waiting import until
from tests.ui.active_window import active


async def test_the_tool_is_offered_and_answers() -> None:
    endpoints = Endpoints()
    try:
        toolbox = turn_setup(Settings(), Stage(Character("Mikan")), endpoints).toolbox
    finally:
        await endpoints.aclose()
    (spec,) = (each for each in toolbox.specs() if each.name == "dice_roll")
    assert spec.parameters["properties"]["sides"]["description"] == "the number of sides."
    assert (await toolbox.call("dice_roll", {"sides": 1})).output == "It shows 1."


async def test_the_provider_is_a_preset_that_reads_a_stream() -> None:
    body = b'data: {"choices": [{"index": 0, "delta": {"content": "Hi"}}]}\n\ndata: [DONE]\n\n'
    preset = find_preset("https://api.example.com/v1")
    assert preset
    transport = httpx.MockTransport(lambda _: httpx.Response(200, stream=httpx.ByteStream(body)))
    async with httpx.AsyncClient(transport=transport) as client:
        model = open_model(client, preset.family, preset.base_url, "example-1", "key")
        deltas = [each async for each in model.stream(ChatRequest((user_message("Hello"),)))]
    assert [each.text for each in deltas if isinstance(each, TextDelta)] == ["Hi"]


def test_the_setting_is_in_the_form_and_in_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    window = settings_window()
    qtbot.addWidget(window)
    window.show_page("appearance")
    row = window.findChild(QWidget, "appearance_steady_cursor")
    assert row
    with qtbot.waitSignal(window.applied) as applied:
        row.button.click()
    file = tmp_path / "settings.toml"
    file.write_text((PROJECT / "settings.toml").read_text(encoding="utf-8"), encoding="utf-8")
    update(file, changed_values(Settings(), applied.args[0]))
    assert load(file).appearance.steady_cursor
    assert tomllib.loads(file.read_text(encoding="utf-8"))["appearance"]["steady_cursor"] is True


@pytest.mark.window
def test_the_setting_and_the_page_act_in_the_pet(qapp: QApplication, tmp_path: Path) -> None:
    blinking = qapp.styleHints().cursorFlashTime()

    async def use() -> int:
        async with running_with_server(tmp_path) as (talk, _):
            assert qapp.styleHints().cursorFlashTime() == blinking > 0
            talk._settings_store.change("appearance", steady_cursor=True)
            assert qapp.styleHints().cursorFlashTime() == 0
            talk._settings_store.change("appearance", steady_cursor=False)
            assert qapp.styleHints().cursorFlashTime() == blinking
            talk.open_settings("mouse")
            window = talk.settings_window
            assert window
            await until(active(window))
            window.findChild(QWidget, "mouse_try").click()
            await until(talk.chat.composer.field.hasFocus)
        return 0

    make_ready(qapp)
    event_loop.run(qapp, use())


@pytest.mark.window
def test_the_page_opens(qtbot: QtBot) -> None:
    window = settings_window()
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    show_page(window, "mouse")
    assert window.page == "mouse"
    assert any(label.isVisible() and "dropped" in label.text() for label in window.findChildren(QLabel))


@pytest.mark.window
def test_the_block_is_kept_and_drawn(qapp: object, qtbot: QtBot) -> None:
    message = Message("assistant", (Citation("Live2D manual", "https://docs.live2d.com"),), ended="stop")
    assert from_json(to_json(message)) == message
    theme.apply(qapp)
    transcript = Transcript(Context())
    qtbot.addWidget(transcript)
    transcript.resize(396, 420)
    with qtbot.waitExposed(transcript):
        transcript.show()
    transcript.show_path([message])
    qtbot.waitUntil(lambda: any("Live2D manual" in each.text() for each in transcript.findChildren(QLabel)))
    (label,) = (each for each in transcript.findChildren(QLabel) if "Live2D manual" in each.text())
    assert label.isVisible()
    assert label.height() > 0


def test_the_language_has_its_name_and_its_texts(qapp: object) -> None:
    assert language.LANGUAGES["de"] == "Deutsch"
    language.set_language("de")
    try:
        assert translation.tr("Send") == "[Send]"
    finally:
        language.set_language("en")


@pytest.mark.window
def test_the_program_starts_in_the_language(qapp: object, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[appearance]\nlanguage = "de"\n', encoding="utf-8")
    with started("--offline", "--settings", str(settings)) as program:
        wait_until_callable(program)
