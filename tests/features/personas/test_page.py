"""Persona page of the settings: choose, create, import, drop, edit, delete and undo."""

from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from deskpet import translation
from deskpet.app.feature_host import settings_port
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config import settings_file
from deskpet.config.settings import Settings
from deskpet.features.host.current_persona import CurrentPersona
from deskpet.features.personas.ui.page import OwnPromptRow, PersonaPage, shown_prompt
from deskpet.features.personas.ui.page_controller import PersonaPageController
from deskpet.features.personas.ui.persona_editor import GreetingsRow, PortraitRow
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.store import Store, facts, together_days
from deskpet.store.facts import Fact
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormRow
from tests.features.personas.cards import card, coded, png, text
from tests.llm.scripted_server import ScriptedServer
from tests.support.connections import connections, model_servers
from tests.support.connections import facts as model_facts
from tests.support.waiting import until

ARIA = Persona("Aria", prompt="A fox.", greeting="Hello {{user}}, I'm {{char}}.")


class Scene:
    """The page, its controller, and the stored personas and settings."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.file = folder / "settings.toml"
        self.file.write_text("", encoding="utf-8")
        self.kept = SettingsStore(self.file)
        self.personas = Personas(folder / "personas")
        self.store: Store | None = None
        self.speakers = CurrentPersona(settings_port(self.kept), folder / "personas", lambda: "Mikan")
        self.page = PersonaPage()
        self.servers = model_servers(folder)

    def serve(self) -> None:
        PersonaPageController(self.page, settings_port(self.kept), self.speakers, self.servers, lambda: self.store)

    def open(self) -> None:
        self.serve()
        self._qtbot.waitUntil(lambda: bool(self.names()))

    async def open_in_app(self) -> None:
        self.serve()
        await until(lambda: bool(self.names()))

    @property
    def saved(self) -> Settings:
        self.kept.flush()
        return settings_file.load(self.file)

    def names(self) -> list[str]:
        entries = [each for each in self.page.list.findChildren(QAbstractButton) if each.isCheckable()]
        return [
            each.accessibleName() for each in entries if not each.isHidden() and each.parent().isVisibleTo(self.page)
        ]

    def entry(self, name: str) -> QAbstractButton:
        return self.button(name, "")

    def button(self, persona_id: str, name: str) -> QAbstractButton:
        rows = [row for row in self.page.findChildren(QWidget, f"persona_{persona_id}") if row.isVisibleTo(self.page)]
        buttons = rows[-1].findChildren(QAbstractButton)
        return next(each for each in buttons if (each.objectName() == name if name else each.isCheckable()))

    def said(self) -> str:
        return self.page.banner.message.title if self.page.banner.message else ""

    def press(self, name: str) -> None:
        button = self.page.findChild(QAbstractButton, name)
        assert isinstance(button, QAbstractButton)
        button.click()


@pytest.fixture
def scene(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Scene:
    theme.apply(qapp)
    scene = Scene(tmp_path, qtbot)
    qtbot.addWidget(scene.page)
    with qtbot.waitExposed(scene.page):
        scene.page.show()
    return scene


def test_the_character_herself_comes_first_and_speaks_by_default(scene: Scene) -> None:
    scene.personas.save(ARIA)
    scene.open()
    assert scene.names() == ["Mikan", "Aria"]
    assert scene.entry("own").isChecked()
    assert scene.speakers.persona is None


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_persona_is_chosen_by_keyboard_and_kept(scene: Scene, key: Qt.Key) -> None:
    scene.personas.save(ARIA)
    scene.open()
    QTest.keyClick(scene.entry("aria"), key)
    assert scene.saved.persona.chosen == "aria"
    assert scene.entry("aria").isChecked()
    assert not scene.entry("own").isChecked()
    assert scene.speakers.persona == replace(ARIA, id="aria")


def test_a_new_persona_is_edited_at_once(scene: Scene, qtbot: QtBot) -> None:
    scene.open()
    scene.press("new_persona")
    name = scene.page.findChild(QWidget, "persona_field_name").findChild(QLineEdit)
    prompt = scene.page.findChild(QWidget, "persona_field_prompt").findChild(QPlainTextEdit)
    assert isinstance(name, QLineEdit)
    assert isinstance(prompt, QPlainTextEdit)
    name.selectAll()
    QTest.keyClicks(name, "Bria")
    prompt.setPlainText("A crow.")
    qtbot.waitUntil(lambda: scene.names() == ["Mikan", "Bria"])
    (kept,) = scene.personas.all()
    assert (kept.name, kept.prompt) == ("Bria", "A crow.")


def test_the_voice_of_a_persona_is_edited_and_a_wrong_speed_told(scene: Scene, qtbot: QtBot) -> None:
    scene.personas.save(ARIA)
    scene.open()
    scene.page.edit("aria")
    for key, typed in (("voice", "nova"), ("voice_volume", "40"), ("voice_speed", "9")):
        field = scene.page.findChild(QWidget, f"persona_field_{key}").findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        QTest.keyClicks(field, typed)
    row = scene.page.findChild(QWidget, "persona_field_voice_speed")
    assert isinstance(row, FormRow)
    assert "2" in row.error.text()
    qtbot.waitUntil(lambda: scene.personas.get("aria").voice == "nova")
    assert (scene.personas.get("aria").voice_volume, scene.personas.get("aria").voice_speed) == (40, None)
    speed = row.findChild(QLineEdit)
    assert isinstance(speed, QLineEdit)
    QTest.keyClick(speed, Qt.Key.Key_Backspace)
    QTest.keyClicks(speed, "1.1")
    qtbot.waitUntil(lambda: scene.personas.get("aria").voice_speed == 1.1)
    assert not row.error.text()


def test_a_persona_without_a_name_is_not_kept_and_that_is_said(scene: Scene, qtbot: QtBot) -> None:
    scene.personas.save(ARIA)
    scene.open()
    scene.button("aria", "edit").click()
    row = scene.page.findChild(QWidget, "persona_field_name")
    name, error = row.findChild(QLineEdit), row.findChild(QLabel, "field_error")
    assert isinstance(name, QLineEdit)
    assert isinstance(error, QLabel)
    name.selectAll()
    QTest.keyClick(name, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "needs a name" in error.text())
    assert scene.personas.all()[0].name == "Aria"
    QTest.keyClicks(name, "Cleo")
    qtbot.waitUntil(lambda: scene.personas.all()[0].name == "Cleo")
    assert error.text() == ""


def test_what_was_typed_last_is_kept_when_the_editor_closes(scene: Scene) -> None:
    scene.personas.save(ARIA)
    scene.open()
    scene.button("aria", "edit").click()
    model = scene.page.findChild(QWidget, "persona_field_model").findChild(QLineEdit)
    assert isinstance(model, QLineEdit)
    QTest.keyClicks(model, "tiny-fox")
    scene.press("persona_done")
    assert scene.personas.all()[0].model == "tiny-fox"


def test_two_clicks_choose_connection_and_model_of_a_persona(scene: Scene, tmp_path: Path) -> None:
    connections(tmp_path, 10, 5, 10)
    scene.servers = model_servers(tmp_path)
    scene.personas.save(replace(ARIA, connection="Gone", model="gone"))
    scene.open()
    scene.page.edit("aria")
    button = scene.page.editor.models
    for row, expected in ((0, ("", "")), (-1, ("Work", model_facts(8).name))):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert button.picker
        index = button.picker.entries.index(row % len(button.picker.entries.found))
        button.picker.list.scrollTo(index)
        spot = button.picker.list.visualRect(index).center()
        QTest.mouseClick(button.picker.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        kept = scene.personas.get("aria")
        assert (kept.connection, kept.model) == expected
        assert scene.page.findChild(QWidget, "persona_field_connection").findChild(QLineEdit).text() == expected[0]


def test_deleting_can_be_undone_and_the_chosen_one_speaks_again(scene: Scene) -> None:
    kept = scene.personas.save(ARIA)
    scene.open()
    scene.entry("aria").click()
    scene.button("aria", "delete").click()
    assert scene.names() == ["Mikan"]
    assert (scene.saved.persona.chosen, scene.personas.all()) == ("", ())
    assert scene.said() == "Aria was deleted."
    scene.press("banner_button")
    assert scene.names() == ["Mikan", "Aria"]
    assert scene.personas.all() == (kept,)
    assert scene.saved.persona.chosen == "aria"


async def test_what_a_persona_remembered_goes_with_it_and_comes_back(scene: Scene, tmp_path: Path) -> None:
    scene.personas.save(ARIA)
    store = scene.store = Store(tmp_path / "conversations.db")
    for told in ("likes tea", "has two cats"):
        await store.change(partial(facts.add, fact=Fact(told, persona="aria", said_at=1.0)))
    await store.change(partial(together_days.add, persona="aria", day=date(2026, 3, 2)))
    await scene.open_in_app()
    scene.button("aria", "delete").click()
    await until(lambda: bool(scene.said()))
    said = "Aria was deleted. 2 memories were deleted with it. One day in its diary was deleted too."
    assert scene.said() == said
    assert await store.query(facts.read) == ()
    # Another persona of that name would get the same id.
    assert scene.personas.save(ARIA).id == "aria"
    scene.personas.remove("aria")
    changes = list[bool]()
    store.listen(lambda: changes.append(True))
    scene.press("banner_button")
    await until(lambda: bool(changes))
    assert scene.names() == ["Mikan", "Aria"]
    assert len(await store.query(facts.read)) == 2
    assert await store.query(partial(together_days.count, persona="aria", until=date(2026, 3, 3))) == 1
    store.close()


async def test_memories_that_cannot_be_deleted_are_told(scene: Scene, tmp_path: Path) -> None:
    kept = scene.personas.save(ARIA)
    store = scene.store = Store(tmp_path / "conversations.db")
    await store.change(lambda database: database.execute("DROP TABLE together_days"))
    await scene.open_in_app()
    scene.button("aria", "delete").click()
    await until(lambda: bool(scene.said()))
    assert scene.said().startswith("Aria was deleted. What it remembered is still there: ")
    scene.press("banner_button")
    assert scene.personas.all() == (kept,)
    store.close()


async def test_cards_are_imported_and_broken_ones_explained(scene: Scene, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.png"
    good.write_bytes(png(text("chara", coded(card(name="Rook", group_only_greetings=["x"])))))
    bad.write_bytes(png())
    await scene.open_in_app()
    scene.page.import_requested.emit([good, bad])
    await until(lambda: bool(scene.said()) and scene.names() == ["Mikan", "Rook"])
    assert "Rook was added" in scene.said()
    assert "Left out: greetings for groups" in scene.said()
    assert "bad.png: This picture holds no character." in scene.said()


def portrait_card(file: Path, colour: str, **data: object) -> Path:
    """Return a character card in a large picture of one colour."""
    picture, packed = QImage(1400, 2100, QImage.Format.Format_RGB32), QBuffer()
    picture.fill(QColor(colour))
    packed.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(packed, "PNG")  # pyright: ignore[reportCallIssue,reportArgumentType]
    plain = bytes(packed.data().data())
    file.write_bytes(plain[:33] + text("chara", coded(card(**data))) + plain[33:])
    return file


async def test_the_picture_of_a_card_becomes_its_portrait_and_comes_back_with_it(scene: Scene, tmp_path: Path) -> None:
    file = portrait_card(tmp_path / "rook.png", "#3b7dd8", name="Rook", description="secret " * 999)
    await scene.open_in_app()
    scene.page.import_requested.emit([file])
    await until(lambda: scene.names() == ["Mikan", "Rook"])
    (rook,) = scene.personas.all()
    kept = scene.speakers.files.portrait(rook.id)
    assert kept
    picture = QImage(str(kept))
    assert (picture.width(), picture.height()) == (426, 640)
    assert picture.pixelColor(200, 300) == QColor("#3b7dd8")
    assert picture.textKeys() == []
    assert kept.stat().st_size < 20_000
    disc = scene.entry("rook").grab().toImage()
    assert disc.pixelColor(28, disc.height() // 2) == QColor("#3b7dd8")
    scene.button("rook", "delete").click()
    assert scene.speakers.files.portrait(rook.id) is None
    scene.press("banner_button")
    assert scene.speakers.files.portrait(rook.id) == kept


async def test_a_portrait_is_chosen_and_taken_away_in_the_editor(scene: Scene, tmp_path: Path) -> None:
    aria = scene.personas.save(ARIA)
    file, broken = portrait_card(tmp_path / "any.png", "#aa3344"), tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    await scene.open_in_app()
    scene.button("aria", "edit").click()
    row = scene.page.findChild(PortraitRow)
    assert isinstance(row, PortraitRow)
    remove = row.findChild(QAbstractButton, "remove_portrait")
    assert not remove.isVisible()
    row.change(file)
    await until(lambda: scene.speakers.files.portrait(aria.id) is not None and remove.isVisible())
    row.change(broken)
    await until(lambda: "The picture can't be read" in scene.said())
    assert scene.speakers.files.portrait(aria.id)
    remove.click()
    await until(lambda: scene.speakers.files.portrait(aria.id) is None)
    await until(lambda: not remove.isVisible())


def test_greetings_are_added_and_removed_in_the_editor(scene: Scene) -> None:
    scene.personas.save(ARIA)
    scene.open()
    scene.button("aria", "edit").click()
    row = scene.page.findChild(GreetingsRow)
    assert isinstance(row, GreetingsRow)
    row.findChild(QAbstractButton, "add_greeting").click()
    row.edit.setPlainText("Oh!")
    row.findChild(QAbstractButton, "add_greeting").click()
    row.edit.setPlainText("Ah!")
    scene.press("persona_done")
    assert scene.personas.all()[0].greetings == ("Oh!", "Ah!")
    scene.button("aria", "edit").click()
    assert row.edit.toPlainText() == ARIA.greeting
    row.findChild(QAbstractButton, "remove_greeting").click()
    scene.press("persona_done")
    (kept,) = scene.personas.all()
    assert (kept.greeting, kept.greetings) == ("Oh!", ("Ah!",))


def dropped(page: PersonaPage, *files: Path) -> bool:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPointF(5, 5).toPoint(), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(page, entered)
    if not entered.isAccepted():
        return False
    assert page.property("state") == "drop"
    QApplication.sendEvent(page, QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))
    assert page.property("state") == ""
    return True


async def test_a_card_that_is_dropped_is_imported(scene: Scene, tmp_path: Path) -> None:
    file = tmp_path / "Rook.PNG"
    file.write_bytes(png(text("chara", coded(card(name="Rook")))))
    await scene.open_in_app()
    assert dropped(scene.page, file)
    await until(lambda: scene.names() == ["Mikan", "Rook"])
    assert not dropped(scene.page, tmp_path / "movie.mp4")


def test_cards_are_picked_in_a_dialog(scene: Scene, qtbot: QtBot, tmp_path: Path) -> None:
    scene.press("import_persona")
    dialog = scene.page.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    with qtbot.waitSignal(scene.page.import_requested) as brought:
        dialog.filesSelected.emit([str(tmp_path / "a.png"), str(tmp_path / "b.json")])
    dialog.close()
    assert brought.args == [[tmp_path / "a.png", tmp_path / "b.json"]]


def test_a_broken_file_is_told_when_the_page_opens(scene: Scene, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "personas").mkdir()
    (tmp_path / "personas" / "bad.json").write_text("{", encoding="utf-8")
    scene.open()
    qtbot.waitUntil(lambda: "bad.json is no persona" in scene.said())


def test_a_chosen_persona_whose_file_is_gone_leaves_the_character_herself(scene: Scene) -> None:
    scene.kept.apply(Settings.model_validate({"persona": {"chosen": "gone"}}))
    scene.open()
    assert scene.entry("own").isChecked()
    assert scene.speakers.persona is None


def test_the_names_are_filled_in_in_the_list(scene: Scene, qtbot: QtBot) -> None:
    persona = Persona("Aria", prompt="{{char}} is a fox, and {{user}} is <USER>.", id="aria")
    own = Persona("Mikan", prompt="{{ Char }} likes oranges.")
    page = PersonaPage()
    qtbot.addWidget(page)
    for user, shown in (("", "you is you"), ("Ken", "Ken is Ken")):
        page.show_personas(own, (persona,), "", user=user)
        entries = page.list.findChildren(QAbstractButton)
        about = [entry.accessibleDescription() for entry in entries if entry.isCheckable() and not entry.isHidden()]
        assert about[-2:] == ["Mikan likes oranges.", f"Aria is a fox, and {shown}."]


def test_the_greeting_begins_a_conversation_and_only_then(scene: Scene) -> None:
    scene.personas.save(ARIA)
    scene.kept.apply(Settings.model_validate({"persona": {"chosen": "aria", "user": "Ken"}}))
    conversation = Conversation(lambda: TurnSetup(ScriptedServer().model(), Toolbox()))
    scene.speakers.greet(conversation)
    scene.speakers.greet(conversation)
    assert [message.text for message in conversation.messages] == ["Hello Ken, I'm Aria."]
    assert conversation.messages[0].reads == ("foreign",)


def test_another_persona_greets_in_place_of_the_one_before(scene: Scene) -> None:
    scene.personas.save(ARIA)
    scene.personas.save(Persona("Rook", greeting="Ahoy!"))
    conversation = Conversation(lambda: TurnSetup(ScriptedServer().model(), Toolbox()))
    scene.speakers.chosen.connect(lambda: scene.speakers.greet(conversation))
    scene.open()
    shown: list[list[str]] = []
    for name in ("aria", "rook", "own"):
        scene.entry(name).click()
        shown.append([message.text for message in conversation.messages])
    assert shown == [["Hello you, I'm Aria."], ["Ahoy!"], []]


def test_of_several_greetings_one_is_chosen_in_the_conversation(scene: Scene) -> None:
    scene.personas.save(replace(ARIA, greetings=("Oh, {{user}}!", "Again?")))
    scene.kept.apply(Settings.model_validate({"persona": {"chosen": "aria", "user": "Ken"}}))
    conversation = Conversation(lambda: TurnSetup(ScriptedServer().model(), Toolbox()))
    scene.speakers.greet(conversation)
    (first,) = conversation.messages
    variants = conversation.variants_of(first.id)
    assert (first.text, variants.index, len(variants.ids)) == ("Hello Ken, I'm Aria.", 0, 3)
    conversation.choose(variants.ids[1])
    assert [message.text for message in conversation.messages] == ["Oh, Ken!"]
    assert scene.speakers.has_only_greeted(conversation)
    scene.kept.apply(Settings.model_validate({"persona": {"chosen": ""}}))
    scene.speakers.greet(conversation)
    assert conversation.messages == ()


def test_the_page_is_named_and_reached_by_keyboard(scene: Scene) -> None:
    scene.personas.save(ARIA)
    scene.open()
    scene.button("aria", "edit").click()
    for field in [*scene.page.findChildren(QAbstractButton), *scene.page.findChildren(QLineEdit)]:
        assert field.accessibleName()
        # Arrow keys move within a button group; Tab moves to its checked button.
        is_other = isinstance(field, QAbstractButton) and field.group() and not field.isChecked()
        assert is_other or field.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_built_in_words_are_shown_translated_and_kept_until_they_are_changed(qtbot: QtBot) -> None:
    field, kept = field_of("persona", "prompt"), list[str]()
    translation.set_translator(lambda text: f"訳：{text}")
    try:
        row = OwnPromptRow(field, kept.append)
        qtbot.addWidget(row)
        row.show_value(field.default)
        assert row.edit.toPlainText() == f"訳：{field.default}"
        row.edit.appendPlainText("And tall.")
        row.edit.setPlainText(f"訳：{field.default}")
        assert kept == [f"訳：{field.default}\nAnd tall.", field.default]
        row.show_value("A fox.")
        assert row.edit.toPlainText() == shown_prompt("A fox.") == "A fox."
    finally:
        translation.set_translator(None)
