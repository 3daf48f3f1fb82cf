"""Settings form: edits are validated at once, and only valid settings are emitted."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from deskpet.config.settings import Mode, Settings
from deskpet.features.characters.ui.page import ModelPageCard
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import theme
from tests.support.settings_window import connection_of, gallery_of, settings_window, show_page
from tests.ui.active_window import active
from tests.ui.settings.all_pages import show_all_pages


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> SettingsWindow:
    theme.apply(qapp)
    window = settings_window()
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def row(window: SettingsWindow, name: str) -> QWidget:
    found = window.findChild(QWidget, name)
    assert found
    return found


def line(window: SettingsWindow, name: str) -> QLineEdit:
    return row(window, name).findChildren(QLineEdit)[0]


def error_below(window: SettingsWindow, name: str) -> str:
    label = row(window, name).findChild(QLabel, "field_error")
    assert isinstance(label, QLabel)
    return label.text() if label.isVisible() else ""


def test_what_is_typed_is_applied_after_a_moment(window: SettingsWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.applied) as applied:
        QTest.keyClicks(line(window, "endpoint_base_url"), "http://localhost:8080/v1")
    assert applied.args[0].endpoint.base_url == "http://localhost:8080/v1"
    assert window.settings == applied.args[0]


def test_only_those_are_called_whose_settings_have_changed(window: SettingsWindow, qtbot: QtBot) -> None:
    calls: list[str] = []
    window.follow(lambda settings: calls.append(settings.endpoint.model), "endpoint.model", "chat")
    window.follow(lambda _: calls.append("voice"), "voice")
    with qtbot.waitSignal(window.applied):
        QTest.keyClicks(line(window, "endpoint_base_url"), "http://localhost:8080/v1")
    assert calls == []
    with qtbot.waitSignal(window.applied):
        QTest.keyClicks(line(window, "endpoint_model"), "tiny")
    assert calls == ["tiny"]
    # What is shown anew is shown by all.
    window.show_settings(Settings())
    assert calls == ["tiny", "", "voice"]


def test_a_wrong_address_is_told_below_its_field_and_not_applied(window: SettingsWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(line(window, "endpoint_base_url"), "localhost")
    assert "http" in error_below(window, "endpoint_base_url")
    with qtbot.waitSignal(window.applied) as applied:
        QTest.keyClicks(line(window, "endpoint_model"), "tiny")
    assert applied.args[0].endpoint.model == "tiny"
    assert applied.args[0].endpoint.base_url == ""
    line(window, "endpoint_base_url").clear()
    QTest.keyClicks(line(window, "endpoint_base_url"), "http://a/v1")
    assert error_below(window, "endpoint_base_url") == ""


def test_leaving_a_field_applies_it_at_once(window: SettingsWindow, qtbot: QtBot) -> None:
    edit = line(window, "endpoint_model")
    qtbot.waitUntil(active(window))
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    QTest.keyClicks(edit, "tiny")
    line(window, "endpoint_base_url").setFocus()
    assert window.settings.endpoint.model == "tiny"


@pytest.mark.parametrize("mode", list(Mode))
def test_the_mode_is_a_choice_of_three(qtbot: QtBot, qapp: QApplication, mode: Mode) -> None:
    other = Mode.TEXT if mode is not Mode.TEXT else Mode.NATIVE
    before = Settings()
    window = settings_window(before.model_copy(update={"chat": before.chat.model_copy(update={"mode": other})}))
    qtbot.addWidget(window)
    button = window.findChild(QPushButton, f"mode_{mode}")
    assert isinstance(button, QPushButton)
    assert button.accessibleDescription()
    with qtbot.waitSignal(window.applied) as applied:
        button.click()
    assert applied.args[0].chat.mode is mode


def test_the_key_is_masked_and_leaves_by_its_own_signal(window: SettingsWindow, qtbot: QtBot) -> None:
    key = window.findChild(QLineEdit, "api_key")
    assert isinstance(key, QLineEdit)
    assert key.echoMode() == QLineEdit.EchoMode.Password
    with qtbot.assertNotEmitted(window.applied), qtbot.waitSignal(connection_of(window).key_changed) as changed:
        QTest.keyClicks(key, "sk-test")
    assert changed.args == ["sk-test"]


def test_sliders_keep_to_the_bounds_of_the_model(window: SettingsWindow, qtbot: QtBot) -> None:
    show_page(window, "character")
    slider = row(window, "character_scale").findChild(QSlider)
    assert isinstance(slider, QSlider)
    with qtbot.waitSignal(window.applied):
        slider.setValue(slider.maximum())
    assert window.settings.character.scale == 4.0
    with qtbot.waitSignal(window.applied):
        slider.setValue(slider.minimum())
    assert window.settings.character.scale == 0.25


# The gallery and the lists of personas, tools and agents set these. The variable of the key is set only in
# the file, because it depends on how the program is started.
CHOSEN_ELSEWHERE = {
    ("character", "folder"),
    ("persona", "chosen"),
    ("tools", "policies"),
    ("endpoint", "connection"),
    ("agents", "shown"),
    ("agents", "muted"),
}


def test_every_setting_has_its_field(window: SettingsWindow) -> None:
    show_all_pages(window)
    settings = {(section, key) for section, keys in Settings().model_dump().items() for key in keys}
    missing = {place for place in settings if not window.findChild(QWidget, "_".join(place))}
    assert missing == CHOSEN_ELSEWHERE


@pytest.mark.parametrize(
    ("section", "engine", "shown", "hidden"),
    [
        ("voice", "system", (), ("server_url", "speech_model", "key_env", "model_folder")),
        ("voice", "gpt_sovits", ("server_url", "speech_model", "key_env"), ("model_folder",)),
        ("voice", "local", ("model_folder",), ("server_url", "speech_model", "key_env")),
        ("listening", "openai", ("server_url", "recognition_model", "key_env"), ("model_folder",)),
        ("listening", "local", ("model_folder",), ("server_url", "recognition_model", "key_env")),
    ],
)
def test_rows_are_shown_for_the_engine_that_uses_them(
    window: SettingsWindow, section: str, engine: str, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    show_page(window, "voice")
    choice = row(window, f"{section}_engine").findChild(QAbstractButton, f"choice_{engine}")
    assert isinstance(choice, QAbstractButton)
    choice.click()
    for key, is_shown in (dict.fromkeys(shown, True) | dict.fromkeys(hidden, False)).items():
        assert row(window, f"{section}_{key}").isVisible() is is_shown


def test_a_number_says_what_it_counts_and_what_is_wrong_with_it(window: SettingsWindow, qtbot: QtBot) -> None:
    show_page(window, "appearance")
    unit = row(window, "appearance_fold_after_seconds").findChild(QLabel, "field_unit")
    assert isinstance(unit, QLabel)
    assert unit.text() == "seconds"
    edit = line(window, "appearance_fold_after_seconds")
    edit.selectAll()
    QTest.keyClicks(edit, "soon")
    assert "whole number" in error_below(window, "appearance_fold_after_seconds")
    edit.selectAll()
    with qtbot.waitSignal(window.applied) as applied:
        QTest.keyClicks(edit, "20")
    assert applied.args[0].appearance.fold_after_seconds == 20


def test_all_pages_are_of_one_width(window: SettingsWindow, qtbot: QtBot) -> None:
    """Pages with and without a scroll bar have the same width, so that switching moves nothing."""
    widths: set[int] = set()
    scrolls: set[bool] = set()
    for page in ("connection", "tools", "reminders", "about"):
        window.show_page(page)
        area = window.findChild(QScrollArea, f"page_{page}")
        assert isinstance(area, QScrollArea)
        qtbot.waitUntil(area.isVisible)
        widths.add(area.viewport().width())
        scrolls.add(area.verticalScrollBar().maximum() > 0)
    assert len(widths) == 1
    assert scrolls == {True, False}


def test_larger_text_has_a_wider_window(window: SettingsWindow, qapp: QApplication) -> None:
    window.resize(window.minimumSize())
    before = window.width()
    theme.apply(qapp, "light", 1.4)
    assert window.width() > before
    theme.apply(qapp)


def test_the_persona_is_edited(window: SettingsWindow, qtbot: QtBot) -> None:
    window.show_page("persona")
    edit = row(window, "persona_prompt").findChild(QPlainTextEdit)
    assert isinstance(edit, QPlainTextEdit)
    with qtbot.waitSignal(window.applied) as applied:
        edit.setPlainText("You are a cat.")
    assert applied.args[0].persona.prompt == "You are a cat."


def test_settings_from_elsewhere_are_shown_without_an_echo(window: SettingsWindow, qtbot: QtBot) -> None:
    changed = Settings.model_validate({"endpoint": {"model": "other"}, "chat": {"mode": "text"}})
    with qtbot.assertNotEmitted(window.applied, wait=600):
        window.show_settings(changed)
    assert line(window, "endpoint_model").text() == "other"


def test_a_setting_the_form_does_not_show_is_kept(window: SettingsWindow, qtbot: QtBot) -> None:
    window.show_settings(Settings.model_validate({"chat": {"max_rounds": 3}}))
    with qtbot.waitSignal(window.applied) as applied:
        QTest.keyClicks(line(window, "endpoint_model"), "tiny")
    assert applied.args[0].chat.max_rounds == 3


def test_the_form_is_reached_by_keyboard_and_named(window: SettingsWindow) -> None:
    show_all_pages(window)
    kinds = (QLineEdit, QAbstractButton, QSlider, QPlainTextEdit)
    # Qt gives each table a button for a corner between headers, which are not shown.
    found = [field for kind in kinds for field in window.findChildren(kind)]
    fields = [field for field in found if field.objectName() != "qt_tableview_cornerbutton"]
    assert len(fields) >= 80
    for field in fields:
        assert field.accessibleName()
        # Arrow keys move within a button group; Tab moves to its checked button.
        is_other = isinstance(field, QAbstractButton) and field.group() and not field.isChecked()
        assert is_other or field.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_page_of_characters_is_asked_for_by_name(window: SettingsWindow) -> None:
    assert not window.has_created("character")
    show_page(window, "character")
    assert gallery_of(window).isVisible()
    assert row(window, "character_scale").isVisible()
    window.findChild(ModelPageCard).title.setText("Haru")
    assert "Haru" in [label.text() for label in window.findChildren(QLabel, "card_title")]


def test_the_wheel_changes_no_slider_that_the_page_is_scrolled_past(window: SettingsWindow) -> None:
    """Scrolling a page with the pointer over the sliders once made the character almost invisible."""
    show_page(window, "character")
    slider = row(window, "character_opacity").findChildren(QSlider)[0]
    value, centre, down = slider.value(), QPointF(slider.rect().center()), QPoint(0, -120)
    button, modifier, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    turned = QWheelEvent(centre, slider.mapToGlobal(centre), QPoint(), down, button, modifier, phase, False)
    QApplication.sendEvent(slider, turned)
    assert slider.value() == value
    # The page gets the event.
    assert not turned.isAccepted()


def test_a_page_is_created_when_it_is_first_shown(window: SettingsWindow) -> None:
    told: list[str] = []
    window.when_created("connection", lambda window: told.append(window.page))
    assert told == ["connection"]
    window.when_created("voice", lambda window: told.append(window.page))
    window.show_settings(Settings.model_validate({"voice": {"voice": "sky"}}))
    assert (told, window.findChild(QWidget, "voice_voice")) == (["connection"], None)
    for page in ("voice", "about", "voice"):
        window.show_page(page)
    assert told == ["connection", "voice"]
    # What was changed before the page was created is in it.
    assert line(window, "voice_voice").text() == "sky"


def test_a_new_page_takes_nothing_from_what_is_typed_on_another(window: SettingsWindow) -> None:
    QTest.keyClicks(line(window, "endpoint_base_url"), "localhost")
    assert error_below(window, "endpoint_base_url")
    for page in window.pages[1:]:
        window.show_page(page)
    window.show_page("connection")
    assert line(window, "endpoint_base_url").text() == "localhost"
    assert error_below(window, "endpoint_base_url")
