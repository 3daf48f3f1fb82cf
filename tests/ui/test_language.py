"""The languages: each complete, put in use everywhere at once, and no text forgotten in any window."""

import base64
import re
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path

import httpx
import pytest
from PySide6.QtCore import QBuffer, QLocale, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assets.translations import collect
from deskpet import translation
from deskpet.app.character_chat import look_of
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import (
    Image,
    LaterRun,
    Message,
    Notice,
    Progress,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
)
from deskpet.chat.messages import user_message as asked
from deskpet.config.settings import Settings
from deskpet.features.about.ui import versions
from deskpet.features.first_run.ui.introduction import GREETING
from deskpet.features.first_run.ui.meet import SUGGESTIONS as MORE_SUGGESTIONS
from deskpet.features.first_run.ui.window import FirstRun
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.features.personas.ui.page import PersonaPage
from deskpet.llm import errors, network_errors, refusal_notices
from deskpet.llm.catalog import PRESETS
from deskpet.llm.companion import AnswerText, CompanionQuestion, detect_language, write_answer
from deskpet.llm.refusals import RefusalKind
from deskpet.pet.character import Character
from deskpet.ui.blocks.argument_view import ArgumentsView
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.blocks.value_tree import ValueTree
from deskpet.ui.chat.turn_details import TurnDetails
from deskpet.ui.chat.window import SUGGESTIONS, ChatWindow
from deskpet.ui.pet.activity import activity_of
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.meter import Meter
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.form import FormRow
from tests.app.running_pet import running, write_settings
from tests.support.settings_window import connection_of, gallery_of
from tests.support.waiting import until
from tests.ui import pseudolocale
from tests.ui.chat.test_turn_details import SENT, TURN
from tests.ui.settings.all_pages import show_all_pages

# What is called so in every language: characters, providers, models, coding agents, formats, requests, units of
# measure.
NAMES = (
    *("Mikan", "Yuki", "deskpet", "Live2D", "Cubism", "JSON", "PNG", "Markdown", "English", "XML", "POST", "kB"),
    *(preset.name for preset in PRESETS),
    *("test-model", "llama3.2", "Aria", "alloy", "gpt-4o-mini-tts", "gpt-4o-mini-transcribe"),
    *("Claude Code", "Codex", "Gemini CLI", "Qwen Code", "opencode"),
)
# Addresses, JSON, paths and keys.
DATA = (
    r"(?:https?|socks5)://\S*",
    r'\{"[\w-]+": (?:\d+|"\w+")\}',
    r'\{"mcpServers": .*\}',
    r"(?:\b[A-Z]:)?(?:[/\\][^/\\\s]+){2,}[/\\]?",
    r"\b(?:Ctrl|Alt|Shift|Esc|Del|F\d+)\b(?:\+\w+)*",
)
# These say what others wrote: a model, a tool.
QUOTES = (DocumentView, ValueTree, ArgumentsView)
NOW = datetime(2026, 3, 5, 14, 7)  # noqa: DTZ001 (the clock on the wall)


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    translation.set_translator(None)
    language.set_language("en")


@pytest.fixture
def chat(qapp: QApplication, qtbot: QtBot) -> Iterator[ChatWindow]:
    theme.apply(qapp)
    chat = ChatWindow("Mikan", look_of)
    chat.set_side_panel(HistoryPanel)
    qtbot.addWidget(chat)
    chat.place_beside(QRect(60, 300, 200, 300), QRect(0, 0, 1000, 800))
    with qtbot.waitExposed(chat):
        chat.show()
    yield chat
    while popup := QApplication.activePopupWidget():
        popup.close()


def data(*names: str) -> re.Pattern[str]:
    """Return texts that need no translation, with `names`."""
    known = sorted((*NAMES, *filter(None, names)), key=len, reverse=True)
    return re.compile("|".join((*DATA, *(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known))))


def forgotten(*windows: QWidget, names: tuple[str, ...] = ()) -> list[str]:
    """The texts in these windows that are in no language."""
    return pseudolocale.untranslated(windows, data(*names), QUOTES)


def names_of(character: Character) -> tuple[str, ...]:
    """Return a model's names and descriptions of faces and motions, in the language of their author."""
    motions = character.motions
    said = (*character.expressions, *character.expressions.values())
    return (*said, *motions, *(group.description for group in motions.values()))


def picture() -> Image:
    image, buffer = QImage(40, 30, QImage.Format.Format_RGB32), QBuffer()
    image.fill(Qt.GlobalColor.darkCyan)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportCallIssue,reportArgumentType]
    return Image("image/png", base64.b64encode(bytes(buffer.data().data())).decode())


def every_call() -> list[ToolUse]:
    """A tool call in each of its states."""
    ran = {"started_at": 100.0, "ended_at": 101.5}
    again = (LaterRun(103.0, 104.0, "7"), LaterRun(105.0, 106.0, error=ToolError("failed", "42")))
    return [
        ToolUse("live2d.motion", "1", input_text=StreamingText('{"group": "7')),
        ToolUse("live2d.motion", "2", input={"group": "7"}, asked_at=99.0),
        ToolUse("time.now", "3", input={}, asked_at=99.0, answered_at=99.5),
        ToolUse("time.now", "4", input={}, started_at=100.0, progress=Progress(0.4, "7")),
        ToolUse("reminder.set", "5", "success", input={"minutes": 90, "text": "7"}, output=[], **ran),
        ToolUse("time.now", "6", "error", input={}, error=ToolError("failed", "42", ("7",)), **ran),
        ToolUse("reminder.list", "7", "error", input={}, error=ToolError("refused", "42")),
        ToolUse("reminder.cancel", "8", "error", input={"number": 7}, error=ToolError("cancelled", "42"), **ran),
        ToolUse("7", "9", "success", input={}, output={"7": list(range(90)), "8": "x" * 200, "9": {}}, **ran),
        ToolUse("7", "10", "success", input={}, output="7", later_runs=again, **ran),
    ]


def every_notice() -> Iterator[Notice]:
    """Return every notice about the network and the model; the server's own words are not translated."""
    refused = httpx.ConnectError("42")
    statuses = [errors.http_status(code, "", 7.0, "") for code in (400, 401, 403, 404, 429, 500)]
    for told in (
        errors.cut_stream(),
        errors.EMPTY_BODY.notice(),
        errors.invalid_json("7"),
        errors.HTML_PAGE.notice("<"),
        errors.TOO_LONG.notice(what="7"),
        errors.stream_error({}, {}),
        errors.abnormal_finish("7"),
        errors.SECOND_ANSWER.notice("7"),
        errors.blocked("7"),
        errors.server_tool("7", 7),
        *(refusal_notices.refusal_notice(kind, "42", "", "7") for kind in RefusalKind),
        refusal_notices.FIELD_REFUSED.notice("", "42", field="7"),
        refusal_notices.TOOLS_LEFT_OUT.notice("", "42", names="7"),
        refusal_notices.VALUE_CHANGED.notice("", "42", field="7", value=7),
        refusal_notices.REASONING_LEFT_OUT.notice("", "42"),
        refusal_notices.REASONING_SUSPENDED.notice("", "42"),
        errors.NEEDS_HTTPS.notice("7"),
        network_errors.connection_failed(refused, "http://7/v1", ""),
        network_errors.connection_failed(httpx.ConnectTimeout("42"), "http://7/v1", ""),
        network_errors.connection_failed(httpx.RemoteProtocolError("42"), "http://7/v1", ""),
        network_errors.connection_failed(httpx.ReadError("42"), "http://7/v1", ""),
        network_errors.timed_out("http://7/v1", 7.0, has_started=True),
        network_errors.timed_out("http://7/v1", 7.0, has_started=False),
        network_errors.with_attempts(errors.cut_stream(), 3),
        network_errors.request_failed(httpx.InvalidURL("7"), "7", ""),
        *statuses,
    ):
        yield told.notice


def every_block() -> list[Message]:
    """Messages with each kind of block in each of its states."""
    thought = Thinking(StreamingText("7"), 100.0, 170.0)
    pictures = (picture(), Image("image/png", "7"))
    answers = [
        *(Message("assistant", (call,), ended=None if call.status == "running" else "stop") for call in every_call()),
        *(Message("assistant", (notice,), ended="stop") for notice in every_notice()),
    ]
    return [
        asked("7"),
        Message("assistant", (thought, Text(StreamingText("7")), *pictures), ended="stop"),
        Message("assistant", (Thinking(StreamingText("7"), 100.0),)),
        *answers,
    ]


# Complete


@pytest.mark.parametrize("code", collect.COMPLETE)
def test_every_text_is_there_in_every_language(code: str) -> None:
    assert collect.faults(code) == []


@pytest.mark.parametrize("code", collect.LANGUAGES)
def test_what_the_program_reads_is_made_of_what_translators_write(code: str, tmp_path: Path) -> None:
    made = tmp_path / "made.qm"
    collect.release(code, made)
    assert collect.source_of(code).with_suffix(".qm").read_bytes() == made.read_bytes()


def test_every_language_has_its_own_name() -> None:
    assert language.LANGUAGES["en"] == "English"
    assert language.LANGUAGES["ja"] == "日本語"


# In use


def test_a_language_has_one_form_for_any_number_of_things() -> None:
    translation.set_translator({"{n} files": "{n}個"}.get)
    assert [translation.tr_plural(n, "one file", "{n} files") for n in (1, 2)] == ["1個", "2個"]


def test_a_text_that_is_not_translated_is_said_in_english() -> None:
    translation.set_translator({}.get)
    assert translation.tr("Hello, {name}", name="you") == "Hello, you"


@pytest.mark.parametrize("code", collect.COMPLETE)
def test_a_language_that_is_worn_is_spoken(qapp: QApplication, code: str) -> None:
    text = "Message {name}…"
    language.set_language(code)
    assert language.current() == code
    assert translation.tr(text, name="Yuki") == collect.translations(code)[text].format(name="Yuki")
    assert qapp.translate("QLineEdit", "&Copy") != "&Copy"
    language.set_language("en")
    assert translation.tr(text, name="Yuki") == "Message Yuki…"
    assert qapp.translate("QLineEdit", "&Copy") == "&Copy"


def test_the_system_speaks_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().appearance.language.value == "system"
    for preferred, code in ((["ja-JP"], "ja"), (["fr-FR", "zh-Hans-CN", "en"], "zh"), (["xx"], "en"), ([], "en")):
        monkeypatch.setattr(QLocale, "uiLanguages", lambda _locale, said=preferred: said)
        assert language.resolve_code("system") == code
    assert language.resolve_code("ja") == "ja"


@pytest.mark.window
def test_open_windows_follow_at_once_and_keep_what_is_in_them(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.show_path([asked("7"), *(Message("assistant", (call,), ended="stop") for call in every_call()[-2:])])
    qtbot.waitUntil(lambda: bool(chat.transcript.findChildren(ToolUseView)))
    chat.transcript.findChildren(ToolUseView)[-1].unfold()
    chat.composer.set_text("half a thought")
    menu, meter = PetMenu(), Meter()
    qtbot.addWidget(menu)
    qtbot.addWidget(meter)
    pseudolocale.install()
    qtbot.waitUntil(lambda: chat.composer.field.placeholderText() == "⟦Message Mikan…⟧")
    assert menu.quit.text() == "⟦Quit⟧"
    assert meter.windowTitle() == "⟦Resource meter⟧"
    assert chat.composer.text() == "half a thought"
    qtbot.waitUntil(lambda: chat.transcript.rows[0].accessibleName() == "⟦You⟧")
    assert chat.transcript.findChildren(ToolUseView)[-1].is_unfolded()


@pytest.mark.window
async def test_the_program_follows_its_settings(tmp_path: Path) -> None:
    said = collect.translations("ja")
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=True)
    async with running(pet) as talk:
        status = talk.chat.findChild(QLabel, "status")
        assert isinstance(status, QLabel)
        assert status.text() == "Offline companion"
        talk.open_settings("appearance")
        before, kept = talk.settings_window, pet.settings_store
        assert before
        assert kept
        row = before.findChild(FormRow, "appearance_language")
        assert row
        choice = row.findChild(QPushButton, "choice_ja")
        assert isinstance(choice, QPushButton)
        choice.click()
        await until(lambda: talk.settings_window is not before and status.text() == said["Offline companion"])
        assert talk.settings_window
        assert talk.settings_window.windowTitle() == said["Settings"]
        assert talk.settings_window.page == "appearance"
        await until(lambda: talk.chat.composer.button.accessibleName() == said["Send"])
        assert pet.menus.tray.menu.quit.text() == said["Quit"]
        assert kept.current.appearance.language.value == "ja"


@pytest.mark.parametrize("code", collect.COMPLETE)
def test_the_offline_companion_understands_what_is_suggested_and_answers_in_that_language(code: str) -> None:
    translation.set_translator(collect.translations(code).get, code)
    for text in {*SUGGESTIONS, *MORE_SUGGESTIONS, GREETING}:
        answer, unknown = (answered(asked, code) for asked in (translation.tr(text), "?"))
        assert detect_language(answer) == code
        assert answer != unknown


def answered(text: str, code: str) -> str:
    """Return the offline companion's answer of a character without faces and motions."""
    plan = write_answer(CompanionQuestion(text, NOW, moves=("Wave",), spoken=code))
    return "".join(step.text for steps in plan for step in steps if isinstance(step, AnswerText))


# Nothing forgotten


def closed_popup() -> list[str]:
    """Close the open menu or panel, and return its untranslated texts."""
    popup = QApplication.activePopupWidget()
    assert popup
    found = forgotten(popup)
    popup.close()
    return found


@pytest.mark.window
def test_no_block_forgets_a_text(chat: ChatWindow, qtbot: QtBot) -> None:
    pseudolocale.install()
    found: list[str] = []
    for message in every_block():
        chat.show_path([message])
        qtbot.waitUntil(lambda said=message: [row.message for row in chat.transcript.rows] == [said])
        for view in chat.transcript.rows[0].views:
            view.unfold()
        found += forgotten(chat)
        if activity := activity_of(message, look_of):
            found += [activity.words] if pseudolocale.is_untranslated(activity.words, data()) else []
    assert not found, "\n".join(sorted(set(found)))


@pytest.mark.window
def test_no_part_of_the_chat_forgets_a_text(chat: ChatWindow, qtbot: QtBot) -> None:
    pseudolocale.install()
    found = forgotten(chat)
    chat.show_path([asked("7"), answer := Message("assistant", (Text(StreamingText("7")),), ended="stop")])
    chat.transcript.set_details(answer.id, TurnDetails(TURN, SENT))
    qtbot.waitUntil(lambda: len(chat.transcript.rows) == 2)
    for row in chat.transcript.rows:
        row.attention_changed.emit(True)
        found += forgotten(chat)
        place = row.bubble().center().toPoint()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, row.mapToGlobal(place))
        QApplication.sendEvent(row, event)
        found += closed_popup()
    chat.transcript.toolbar.details_requested.emit(chat.transcript.rows[-1], chat.pane.header.settings)
    panel = QApplication.activePopupWidget()
    assert panel
    sent = next(button for button in panel.findChildren(QPushButton) if "What was sent" in button.text())
    found += forgotten(panel)
    sent.click()
    found += closed_popup()
    chat.transcript.rows[0].edit()
    chat.show_toast(lambda: translation.tr("Copied"), lambda: None)
    found += forgotten(chat, chat.expand())
    assert not found, "\n".join(sorted(set(found)))


@pytest.mark.window
def test_no_menu_and_no_small_window_forgets_a_text(qtbot: QtBot) -> None:
    menu, meter = PetMenu(), Meter()
    qtbot.addWidget(menu)
    qtbot.addWidget(meter)
    pseudolocale.install()
    menu.show_hidden(False)
    menu.show_hide_duration(10)
    assert forgotten(menu, menu.sizes, menu.opacities, menu.clicks, menu.behavior, meter) == []


@pytest.mark.window
def test_no_step_of_the_first_run_forgets_a_text(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    pseudolocale.install()
    form, found = FirstRun("Mikan", Settings()), list[str]()
    qtbot.addWidget(form)
    form.show()
    for step in range(3):
        form.show_step(step)
        found += forgotten(form)
    assert not found, "\n".join(sorted(set(found)))


@pytest.mark.window
async def test_no_page_of_the_settings_and_no_window_of_the_program_forgets_a_text(tmp_path: Path) -> None:
    found: list[str] = []
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:
        said = (*names_of(pet.stage.character), *chain(*versions()), Settings().persona.prompt)
        pseudolocale.install()
        talk.open_settings()
        window = talk.settings_window
        assert window
        show_all_pages(window)
        await until(lambda: bool(gallery_of(window).cards and connection_of(window).test_panel.isVisible()))
        for page in window.pages:
            talk.open_settings(page)
            await until(window.widget_of(page).isVisible)
            found.extend(forgotten(window, names=said))
        talk.open_settings("persona")
        window.findChild(PersonaPage).edit("")
        found.extend(forgotten(window, names=said))
        talk.chat.expand()
        shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
        found.extend(forgotten(*shown, names=said))
    assert not found, "\n".join(sorted(set(found)))
