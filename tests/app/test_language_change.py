"""Tests of a language change while windows are open: texts are replaced, or the window is created again."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

import pytest
from pydantic import ValidationError
from PySide6.QtCore import SIGNAL, QEvent
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from assets.translations import collect
from deskpet import translation
from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.config.choices import Policy
from deskpet.config.settings import PersonaSettings, Settings, fields_of, problem_in
from deskpet.features.first_run.ui.window import FirstRun
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.pet import character, model_file
from deskpet.pet.library import Library
from deskpet.store import Session
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.activity import ActivityLine
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.form import row_for
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.features.first_run.test_first_run import new_file, welcomed
from tests.support.settings_window import gallery_of
from tests.support.waiting import until

# What is called so in every language.
NAMES = {
    "SearXNG",
    "Brave",
    "Tavily",
    "GPT-SoVITS",
    "JSON",
    "XML",
    "OpenAI",
    "Gemini",
    "Anthropic",
    *language.LANGUAGES.values(),
}


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    language.set_language("en")


def title(form: FirstRun) -> str:
    shown = form.findChild(QLabel, "first_run_title")
    assert isinstance(shown, QLabel)
    return shown.text()


@pytest.mark.window
async def test_the_first_run_goes_on_in_another_language_where_it_was(tmp_path: Path) -> None:
    said = collect.translations("zh")
    pet = PetController(new_file(tmp_path), offline=False)
    life, _, welcome = await welcomed(pet)
    welcome.form.show_step(1)
    assert title(welcome.form) == "Connect a model"
    assert pet.settings_store
    saved = pet.settings_store.current
    look = saved.appearance.model_copy(update={"language": type(saved.appearance.language)("zh")})
    pet.settings_store.apply(saved.model_copy(update={"appearance": look}))
    await until(lambda: title(welcome.form) == said["Connect a model"] and welcome.window.isVisible())
    assert welcome.form.step == 1
    await until(lambda: len(welcome.form.meet.cards) == 2)
    assert welcome.form.meet.cards[0].content.about == said["Cheerful little fox spirit"]
    pet.quit()
    await life


@pytest.mark.window
async def test_what_settings_showed_in_the_last_language_is_asked_no_more(tmp_path: Path) -> None:
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:
        assert pet.settings_store
        talk.open_settings()
        old = talk.settings_window
        assert old
        for page in (*old.pages[1:], "connection"):
            talk.open_settings(page)
        await until(lambda: len(gallery_of(old).cards) == 2)
        saved = pet.settings_store.current
        look = saved.appearance.model_copy(update={"language": type(saved.appearance.language)("zh")})
        pet.settings_store.apply(saved.model_copy(update={"appearance": look}))
        await until(lambda: not isValid(old))
        # Each of these changes what one of its pages listed.
        character = replace(pet.settings_store.current.character, folder="yuki")
        tools = pet.settings_store.current.tools.model_copy(update={"policies": {"time.now": Policy.ASK}})
        changes = {"character": character, "tools": tools, "persona": PersonaSettings(user="Ken")}
        pet.settings_store.apply(pet.settings_store.current.model_copy(update=changes))
        await until(lambda: pet.stage_controller.model.folder.name == "yuki")
        assert talk.settings_window
        assert not talk.settings_window.has_created("character")
        talk.open_settings("character")
        await until(lambda: len(gallery_of(talk.settings_window).cards) == 2)


@pytest.mark.window
async def test_settings_windows_that_are_gone_leave_no_listeners(tmp_path: Path) -> None:
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    listeners: list[int] = []
    async with running(pet) as talk:
        store, stage = pet.settings_store, pet.stage_controller
        assert store
        # What starts after a while listens, too.
        talk._settling.timeout.emit()
        talk._settling.stop()
        for code in ("zh", "en") * 4:
            talk.open_settings()
            old = talk.settings_window
            assert old
            for page in old.pages:
                talk.open_settings(page)
            look = store.current.appearance
            look = look.model_copy(update={"language": type(look.language)(code)})
            store.apply(store.current.model_copy(update={"appearance": look}))
            await until(lambda old=old: not isValid(old))
            of_settings = store.receivers(SIGNAL("changed(PyObject,PyObject)"))
            listeners.append(of_settings + stage.receivers(SIGNAL("model_changed()")))
    assert len(set(listeners[1:])) == 1, listeners


def test_the_list_of_conversations_is_told_anew(qapp: QApplication, qtbot: QtBot) -> None:
    panel = HistoryPanel(None)  # pyright: ignore[reportArgumentType]
    qtbot.addWidget(panel)
    panel.show_sessions((Session("1", "", is_named=False, is_pinned=True, begun_at=0.0, changed_at=0.0),), None)
    shown = panel.view.model()
    told = [shown.data(shown.index(row, 0)) for row in range(2)]
    assert told == ["Pinned", "New conversation"]
    translation.set_translator({"Pinned": "置顶", "New conversation": "新建会话", "Search": "搜索"}.get)
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    assert [shown.data(shown.index(row, 0)) for row in range(2)] == ["置顶", "新建会话"]
    assert panel.field.placeholderText() == "搜索"


@pytest.mark.slow
def test_every_choice_in_the_settings_is_called_by_a_word_that_is_translated(qapp: QApplication, qtbot: QtBot) -> None:
    known = collect.collected().keys() | NAMES
    for section in Settings.model_fields:
        for field in fields_of(section).values():
            if isinstance(field.annotation, type) and issubclass(field.annotation, StrEnum):
                row = row_for(field, lambda value: None)
                qtbot.addWidget(row)
                assert {button.text() for button in row.findChildren(QPushButton)} <= known


def test_what_the_built_in_characters_are_is_translated(tmp_path: Path) -> None:
    known = collect.collected()
    built_in = [entry for entry in Library().all() if entry.is_built_in]
    assert built_in
    for entry in built_in:
        assert character.from_model(model_file.load(entry.choice, tmp_path)).description in known


def test_characters_that_are_shared_are_drawn_as_the_language_does(qapp: QApplication) -> None:
    fonts = {"zh": "Noto Sans CJK SC", "ja": "Noto Sans CJK JP"}
    if not set(fonts.values()) <= set(QFontDatabase.families()):
        pytest.skip("needs the fonts of both languages")
    theme.apply(qapp)
    for code, other in (("ja", "zh"), ("zh", "ja")):
        language.set_language(code)
        for drawn in (qapp.font(), theme.ui_font(), theme.mono_font()):
            assert drawn.families().index(fonts[code]) < drawn.families().index(fonts[other])


def test_what_is_wrong_with_a_value_is_told_in_the_language_in_use() -> None:
    translation.set_translator({"Has to be at most {le}": "不能大于 {le}", " or ": " 或 "}.get)
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({"chat": {"max_rounds": 1000}})
    assert problem_in(caught.value.errors()[0]) == "不能大于 100"
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({"chat": {"mode": "magic"}})
    assert problem_in(caught.value.errors()[0]).endswith("'native', 'text' 或 'auto'")


@pytest.mark.window
def test_what_was_just_done_is_told_anew(qapp: QApplication, qtbot: QtBot) -> None:
    chat = ChatWindow("Mikan")
    qtbot.addWidget(chat)
    chat.show_toast(lambda: translation.tr("Copied"), lambda: None)
    language.set_language("zh")
    QApplication.sendEvent(chat.pane.toast, QEvent(QEvent.Type.LanguageChange))
    assert chat.pane.toast.accessibleName() == collect.translations("zh")["Copied"]
    assert [label.text() for label in chat.pane.toast.findChildren(QLabel)] == [chat.pane.toast.accessibleName()]


@pytest.mark.window
async def test_what_goes_on_is_told_anew(tmp_path: Path) -> None:
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "hello")
        await until(lambda: bool(spoken_below(talk)))
        assert spoken_below(talk) == "waiting for the answer…"
        assert pet.settings_store
        saved = pet.settings_store.current
        look = saved.appearance.model_copy(update={"language": type(saved.appearance.language)("zh")})
        pet.settings_store.apply(saved.model_copy(update={"appearance": look}))
        said = collect.translations("zh")["waiting for the answer…"]
        await until(lambda: spoken_below(talk) == said)
        upstream.end()


def spoken_below(talk: ChatController) -> str:
    """Return the text of the activity line below the character."""
    lines = [each for each in QApplication.topLevelWidgets() if isinstance(each, ActivityLine) and each.activity]
    return lines[0].activity.words if lines and lines[0].activity else ""
