"""Widgets of the gallery and the model page: display, clicks, typing, drag and drop."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QColor, QDragEnterEvent, QDropEvent, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLineEdit, QSlider, QWidget
from pytestqt.qtbot import QtBot

from deskpet.features.characters.ui.gallery import Gallery
from deskpet.features.characters.ui.model_page import AnchorPicker, ModelPage
from deskpet.pet.character import Character, MotionGroup
from deskpet.pet.library import LibraryEntry
from deskpet.pet.model_notes import Anchor, ModelNotes
from deskpet.pet.things import Thing
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import MenuButton
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.model_card import CardContent

PLAIN = Character(
    "Mikan",
    expressions={"happy": "smiles", "F01": "f 01"},
    motions={"Wave": MotionGroup("waves", 1), "Idle": MotionGroup("stands", 3)},
    default_expression="happy",
    idle_group="Idle",
)


def entry(name: str, folder: Path, *, is_built_in: bool = False, thumbnail: Path | None = None) -> LibraryEntry:
    return LibraryEntry(name, folder / name, folder / name / f"{name}.model3.json", is_built_in, thumbnail)


@pytest.fixture
def gallery(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Gallery:
    theme.apply(qapp)
    gallery = Gallery()
    qtbot.addWidget(gallery)
    gallery.resize(520, 400)
    mikan, haru = entry("mikan", tmp_path, is_built_in=True), entry("Haru", tmp_path)
    offers = (
        CardContent(mikan, "Mikan", "Built in", "12 expressions."),
        CardContent(haru, "Haru", "Your own", is_removable=True),
    )
    gallery.show_cards(offers, "mikan")
    with qtbot.waitExposed(gallery):
        gallery.show()
    return gallery


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot) -> ModelPage:
    theme.apply(qapp)
    page = ModelPage()
    qtbot.addWidget(page)
    page.show_character(PLAIN, ModelNotes())
    with qtbot.waitExposed(page):
        page.show()
    return page


def carried(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def hold(widget: QWidget, mime: QMimeData) -> bool:
    """Drag over the widget; returns whether it accepts the drop."""
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, mime, left, none)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def part(page: QWidget, kind: type, name: str):
    found = page.findChild(kind, name)
    assert found is not None, name
    return found


def test_the_card_of_the_one_on_the_desktop_is_marked(gallery: Gallery) -> None:
    assert [card.isChecked() for card in gallery.cards] == [True, False]
    haru = gallery.cards[1].content.entry.choice
    gallery.show_cards(tuple(card.content for card in gallery.cards), haru)
    assert [card.isChecked() for card in gallery.cards] == [False, True]


def test_a_click_and_the_return_key_choose(gallery: Gallery, qtbot: QtBot) -> None:
    haru = gallery.cards[1]
    with qtbot.waitSignal(gallery.chosen) as chosen:
        QTest.mouseClick(haru, Qt.MouseButton.LeftButton)
    assert chosen.args[0].name == "Haru"
    with qtbot.waitSignal(gallery.chosen) as chosen:
        QTest.keyClick(gallery.cards[0], Qt.Key.Key_Return)
    assert chosen.args[0].name == "mikan"
    assert [card.isChecked() for card in gallery.cards] == [True, False]


def test_only_the_users_own_can_be_removed(gallery: Gallery, qtbot: QtBot) -> None:
    mikan, haru = gallery.cards
    assert [action.text() for action in mikan.menu.actions()] == ["Open folder"]
    assert [action.text() for action in haru.menu.actions()] == ["Open folder", "Remove"]
    with qtbot.assertNotEmitted(gallery.remove_requested):
        QTest.keyClick(mikan, Qt.Key.Key_Delete)
    with qtbot.waitSignal(gallery.remove_requested) as removed:
        QTest.keyClick(haru, Qt.Key.Key_Delete)
    assert removed.args[0].name == "Haru"


def test_every_control_has_a_name_and_is_reached_by_the_keyboard(gallery: Gallery, page: ModelPage) -> None:
    for owner in (gallery, page):
        controls = [*owner.findChildren(QAbstractButton), *owner.findChildren(QLineEdit), *owner.findChildren(QSlider)]
        assert len(controls) > 4
        for control in controls:
            spoken = QAccessible.queryAccessibleInterface(control)
            assert spoken.text(QAccessible.Text.Name), control
            assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control


def test_what_is_dropped_is_brought_if_it_may_be_a_model(gallery: Gallery, qtbot: QtBot, tmp_path: Path) -> None:
    packed = tmp_path / "Haru.zip"
    # Qt does not own the mime data.
    song, mime = carried(tmp_path / "song.mp3"), carried(packed)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    assert not hold(gallery, song)
    assert hold(gallery, mime)
    with qtbot.waitSignal(gallery.import_requested) as brought:
        event = QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, mime, left, none)
        QApplication.sendEvent(gallery, event)
    assert brought.args[0] == packed


def test_one_that_arrives_has_a_card_until_it_is_there(gallery: Gallery) -> None:
    card = part(gallery, QWidget, "arriving_model")
    assert not card.isVisible()
    gallery.show_import_progress("Haru.zip", "Checked.")
    assert card.isVisible()
    assert "Haru.zip" in card.accessibleName()
    gallery.show_import_progress("")
    assert not card.isVisible()


def test_an_import_is_cancelled_on_its_card(gallery: Gallery, qtbot: QtBot) -> None:
    gallery.show_import_progress("Haru.zip", "Checked.")
    button = part(gallery, IconButton, "cancel_import")
    with qtbot.waitSignal(gallery.import_card.cancel_requested):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isEnabled()
    assert part(gallery, QWidget, "arriving_model").accessibleName() == "Haru.zip: Cancelling…"
    gallery.show_import_progress("Yuki.zip", "Checked.")
    assert button.isEnabled()


def test_cards_find_room_in_any_width(gallery: Gallery, qtbot: QtBot) -> None:
    for width in (320, 520, 900):
        gallery.resize(width, 400)
        qtbot.waitUntil(lambda width=width: gallery.width() == width)
        cards = [*gallery.cards, gallery.add]
        boxes = [card.geometry() for card in cards]
        assert not any(one.intersects(other) for one in boxes for other in boxes if one is not other)
        assert all(card.parentWidget().rect().contains(card.geometry()) for card in cards)


def test_a_card_shows_the_picture_of_its_model(gallery: Gallery, tmp_path: Path) -> None:
    picture = QImage(64, 64, QImage.Format.Format_ARGB32)
    picture.fill(QColor("#2060c0"))
    file = tmp_path / "portrait.png"
    picture.save(str(file))
    shown = CardContent(entry("Haru", tmp_path, thumbnail=file), "Haru")
    gallery.show_cards((shown,), "")
    card = gallery.cards[0]
    middle = card.grab().toImage().pixelColor(card.width() // 2, card.height() // 2)
    assert middle == QColor("#2060c0")


def test_a_missing_picture_is_no_matter(gallery: Gallery, tmp_path: Path) -> None:
    gallery.show_cards((CardContent(entry("Haru", tmp_path, thumbnail=tmp_path / "gone.png"), "Haru"),), "")
    assert not gallery.cards[0].grab().isNull()


def test_a_face_and_a_motion_are_tried_at_a_click(page: ModelPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.expression_preview_requested) as tried:
        part(page, IconButton, "try_happy").click()
    assert tried.args == ["happy"]
    tries: list[tuple[str, int]] = []
    page.motion_preview_requested.connect(lambda group, index: tries.append((group, index)))
    for _ in range(4):
        part(page, IconButton, "try_Idle").click()
    assert tries == [("Idle", 0), ("Idle", 1), ("Idle", 2), ("Idle", 0)]


def test_words_that_are_typed_become_notes(page: ModelPage, qtbot: QtBot) -> None:
    edit = part(page, QLineEdit, "words_F01")
    assert edit.text() == ""
    with qtbot.waitSignal(page.changed) as changed:
        QTest.keyClicks(edit, "winks")
    assert changed.args[0].expressions == {"F01": "winks"}


def test_words_as_the_model_has_them_are_no_notes(page: ModelPage, qtbot: QtBot) -> None:
    edit = part(page, QLineEdit, "words_happy")
    assert edit.text() == "smiles"
    edit.setText("beams")
    edit.textEdited.emit("beams")
    page.settle()
    assert page.notes.expressions == {"happy": "beams"}
    edit.setText("smiles")
    edit.textEdited.emit("smiles")
    page.settle()
    assert page.notes.expressions == {}


def test_what_is_hidden_can_be_offered_again(page: ModelPage, qtbot: QtBot) -> None:
    eye = part(page, IconButton, "hide_Wave")
    with qtbot.waitSignal(page.changed) as changed:
        eye.click()
    assert changed.args[0].hidden_motions == {"Wave"}
    assert "again" in eye.accessibleName()
    with qtbot.waitSignal(page.changed) as changed:
        eye.click()
    assert changed.args[0].hidden_motions == frozenset()


def test_the_face_and_the_motions_at_rest_are_chosen(page: ModelPage, qtbot: QtBot) -> None:
    face_button, idle_button = page.findChildren(MenuButton)
    assert face_button.text() == "Automatic (Happy)"
    with qtbot.waitSignal(page.changed) as changed:
        next(action for action in face_button.menu_below.actions() if action.text() == "F01").trigger()
    assert changed.args[0].default_expression == "F01"
    with qtbot.waitSignal(page.changed) as changed:
        next(action for action in idle_button.menu_below.actions() if action.text() == "Wave").trigger()
    assert changed.args[0].idle_group == "Wave"
    with qtbot.waitSignal(page.changed) as changed:
        face_button.menu_below.actions()[0].trigger()
    assert changed.args[0].default_expression is None


def test_size_and_anchor_are_notes(page: ModelPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.changed) as changed:
        part(page, QSlider, "").setValue(30)
    assert changed.args[0].scale == 1.5
    picker = part(page, AnchorPicker, "model_anchor")
    with qtbot.waitSignal(page.changed) as changed:
        QTest.keyClick(picker, Qt.Key.Key_Up)
    assert changed.args[0].anchor == Anchor(0.5, 0.0)
    with qtbot.waitSignal(page.changed) as changed:
        QTest.mouseClick(picker, Qt.MouseButton.LeftButton, pos=QPoint(picker.width() - 4, picker.height() - 4))
    assert changed.args[0].anchor == Anchor(1.0, 1.0)


def test_notes_on_names_that_are_gone_are_kept(page: ModelPage) -> None:
    told = ModelNotes(expressions={"gone": "was here"}, hidden_motions=frozenset({"old"}))
    page.show_character(PLAIN, told)
    part(page, IconButton, "hide_Wave").click()
    page.settle()
    assert page.notes.expressions == {"gone": "was here"}
    assert page.notes.hidden_motions == {"old", "Wave"}


def test_another_character_takes_the_page_over(page: ModelPage, qtbot: QtBot) -> None:
    other = Character("Haru", expressions={"F02": "f 02"})
    with qtbot.assertNotEmitted(page.changed, wait=600):
        page.show_character(other, ModelNotes(expressions={"F02": "laughs"}))
    assert part(page, QLineEdit, "words_F02").text() == "laughs"
    assert not any(edit.isVisible() for edit in page.findChildren(QLineEdit, "words_happy"))


def test_a_file_or_a_folder_is_picked_in_a_dialog(gallery: Gallery, qtbot: QtBot, tmp_path: Path) -> None:
    for wanted, mode in (
        (gallery.add.file_requested, QFileDialog.FileMode.ExistingFile),
        (gallery.add.folder_requested, QFileDialog.FileMode.Directory),
    ):
        wanted.emit()
        dialog = part(gallery, QFileDialog, "pick_model")
        assert dialog.fileMode() == mode
        with qtbot.waitSignal(gallery.import_requested) as brought:
            dialog.fileSelected.emit(str(tmp_path))
        assert brought.args[0] == tmp_path
        dialog.reject()
        qtbot.waitUntil(lambda: gallery.findChild(QFileDialog, "pick_model") is None)


def test_words_that_are_being_typed_stay_when_something_is_put_on(page: ModelPage) -> None:
    edit = part(page, QLineEdit, "words_happy")
    edit.clear()
    QTest.keyClicks(edit, "beams")
    page.show_character(PLAIN, replace(page.notes, worn=frozenset({"cup"})))
    assert (page.notes.expressions, page.notes.worn, edit.text()) == ({"happy": "beams"}, {"cup"}, "beams")


def test_things_are_chosen_one_of_each_kind_and_put_away(page: ModelPage, qtbot: QtBot, tmp_path: Path) -> None:
    assert page.things.isHidden()
    things = {name: Thing(place, {}, name) for name, place in (("cup", "hands"), ("book", "hands"), ("hat", "head"))}
    pictures = QPixmap(3 * 20, 20)
    pictures.fill("red")
    assert pictures.save(str(tmp_path / "things.png"))
    notes = ModelNotes(worn=frozenset({"gone"}))
    page.show_character(replace(PLAIN, things=things), notes, tmp_path / "things.png")
    assert page.things.isVisible()
    boxes = page.things.boxes
    assert not any(box.icon().isNull() for box in boxes.values())
    for box in (boxes["cup"], boxes["hat"], boxes["book"]):
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Space)
    assert page.notes.worn == {"book", "hat", "gone"}
    assert not boxes["cup"].isChecked()
    assert boxes["book"].isChecked()
    with qtbot.waitSignal(page.changed):
        page.things.put_away.click()
    assert page.notes.worn == {"gone"}
    assert not page.things.put_away.isEnabled()
    assert not any(box.icon().isNull() for box in page.things.boxes.values())
    # Those of a model without pictures are not shown by these.
    page.show_character(replace(PLAIN, things=things, name="Another"), notes)
    assert all(box.icon().isNull() for box in page.things.boxes.values())
