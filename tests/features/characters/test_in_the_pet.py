"""Other models at run time: brought in, chosen, described and taken away, in real windows."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QSlider, QWidget

from deskpet.app.pet_controller import PetController
from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths, settings_file
from deskpet.features.characters import controller
from deskpet.pet import model_file, model_notes
from deskpet.pet.sprite_file import ROWS
from deskpet.tools.character import CHARACTER_TOOLS
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.model_card import ModelCard
from tests.pet.test_motion_sounds import add_sound
from tests.support.folders import shared_folder
from tests.support.settings_window import gallery_of, model_page_of
from tests.support.sprites import NAME, write_sprites
from tests.support.waiting import until

pytestmark = pytest.mark.window

SCRIPT = Path(__file__).with_name("model_switches.py")
# Megabytes, after two rounds of all models, in which the last things are loaded that are loaded once: one atlas that
# stays alive would be 16 for each switch. What a driver still holds of the last model makes a single figure rise now
# and then, but not the mean of a round.
MOST_GROWTH, MOST_MEAN_GROWTH, ROUND = 36, 10, 6


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """The built-in model, as one from elsewhere, with a file missing that can be done without."""
    folder = tmp_path / "Outside"
    ignored = shutil.ignore_patterns("generator", "character.json")
    shutil.copytree(model_file.built_in_folder() / "mikan", folder, ignore=ignored)
    (folder / "mikan.model3.json").rename(folder / "Outside.model3.json")
    (folder / "expressions" / "smug.exp3.json").unlink()
    return folder


class House:
    """A pet with its settings file, and the notices that were said."""

    def __init__(self, folder: Path, text: str = "") -> None:
        self.file = folder / "settings.toml"
        self.file.write_text(text, encoding="utf-8")
        self.pet = PetController(self.file, offline=True)
        self.told: list[str] = []
        self._life: asyncio.Task[int] | None = None

    async def open(self) -> None:
        self._life = asyncio.ensure_future(self.pet.run())
        await until(lambda: self.pet.window.is_alive and self.pet.chat_controller is not None)
        chat = self.pet.chat_controller
        assert chat
        await until(lambda: chat.store is not None)
        chat.notices.shown.connect(self.told.append)

    async def close(self) -> None:
        assert self._life
        self.pet.quit()
        assert await self._life == 0

    def page(self) -> SettingsWindow:
        talk = self.pet.chat_controller
        assert talk
        talk.open_settings("character")
        assert talk.settings_window
        return talk.settings_window

    async def card(self, title: str) -> ModelCard:
        page = self.page()
        await until(lambda: any(card.content.title == title for card in gallery_of(page).cards))
        return next(card for card in gallery_of(page).cards if card.content.title == title)

    @property
    def name(self) -> str:
        return self.pet.stage.character.name

    @property
    def choice(self) -> str:
        if self.pet.settings_store:
            self.pet.settings_store.flush()
        return settings_file.load(self.file).character.folder


class Carried:
    """A file or folder held over the character."""

    def __init__(self, pet: PetController, path: Path) -> None:
        self._pet, self._mime = pet, QMimeData()
        self._mime.setUrls([QUrl.fromLocalFile(str(path))])
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QDragEnterEvent(QPoint(150, 300), Qt.DropAction.CopyAction, self._mime, left, none)
        QApplication.sendEvent(pet.window, event)
        self.is_welcome = event.isAccepted()

    def drop(self) -> None:
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QDropEvent(QPointF(150, 300), Qt.DropAction.CopyAction, self._mime, left, none)
        QApplication.sendEvent(self._pet.window, event)


async def test_a_folder_dropped_on_the_character_is_taken_in_and_put_on(tmp_path, outside):
    house = House(tmp_path)
    await house.open()
    carried = Carried(house.pet, outside)
    assert carried.is_welcome
    await until(lambda: house.pet.window.animator.current_expression == "excited")
    carried.drop()
    await until(lambda: house.name == "Outside" and house.pet.window.is_alive)
    assert Path(house.choice).parent.name == "models"
    assert any("mended" in words for words in house.told)
    assert (await house.card("Outside")).isChecked()
    await house.close()
    again = House(tmp_path, house.file.read_text(encoding="utf-8"))
    await again.open()
    assert again.name == "Outside"
    await again.close()


@pytest.mark.slow
async def test_a_zip_dropped_on_the_gallery_is_taken_in(tmp_path, outside):
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as file:
        for path in outside.rglob("*"):
            file.write(path, path.relative_to(outside.parent))
    house = House(tmp_path)
    await house.open()
    page = house.page()
    await house.card("Mikan")
    gallery_of(page).import_requested.emit(packed)
    await until(lambda: gallery_of(page).banner.message is not None)
    assert gallery_of(page).banner.message.level == "success"
    await until(lambda: house.name == "Outside" and house.pet.window.is_alive)
    await house.close()


async def test_sprites_come_by_drop_move_by_tools_and_go_with_undo(tmp_path, monkeypatch):
    monkeypatch.setattr(controller, "UNDO_MS", 600_000)
    house = House(tmp_path)
    await house.open()
    Carried(house.pet, write_sprites(tmp_path / "blob")).drop()
    await until(lambda: house.name == NAME and house.pet.window.is_alive)
    card = await house.card(NAME)
    assert card.isChecked()
    assert card.content.entry.thumbnail
    assert house.pet.window.living_model.still.y == 1.0
    tools = Toolbox(CHARACTER_TOOLS, stage=house.pet.stage)
    told = str(tools.specs())
    assert all(row in told for row in ROWS)
    assert "live2d.expression" not in told
    page = model_page_of(house.page())
    # Its rows are created when the page is on screen.
    await until(lambda: page.findChild(IconButton, "try_failed"))
    page.findChild(IconButton, "try_failed").click()
    await until(lambda: house.pet.window.living_model.animator.mood.moving_until > 0)
    # The gallery replaces its cards when it has read the new one from disk.
    QTest.keyClick(await house.card(NAME), Qt.Key.Key_Delete)
    await until(lambda: house.name != NAME and house.pet.window.is_alive)
    gallery_of(house.page()).banner.button.click()
    await until(lambda: house.name == NAME and house.pet.window.is_alive)
    await house.close()


async def test_a_broken_model_is_refused_in_plain_words_and_the_present_one_stays(tmp_path, outside):
    shutil.rmtree(outside / "textures")
    house = House(tmp_path)
    await house.open()
    page = house.page()
    Carried(house.pet, outside).drop()
    await until(
        lambda: gallery_of(page).banner.message is not None and gallery_of(page).banner.message.level == "error"
    )
    assert "missing" in gallery_of(page).banner.message.text
    assert any("missing" in words for words in house.told)
    assert (house.name, house.choice) == ("Mikan", "mikan")
    assert house.pet.window.is_alive
    assert [card.content.title for card in gallery_of(page).cards if not card.content.entry.is_built_in] == []
    await house.close()


async def test_a_wrong_model_in_the_settings_file_is_told_and_the_present_one_stays(tmp_path):
    house = House(tmp_path)
    await house.open()
    house.file.write_text('[character]\nfolder = "nobody"\n', encoding="utf-8")
    await until(lambda: any("no such model" in words for words in house.told))
    assert house.name == "Mikan"
    assert house.pet.window.is_alive
    house.file.write_text('[character]\nfolder = "mikan"\nscale = 0.5\n', encoding="utf-8")
    await until(lambda: house.pet.window.width() == 150)
    assert house.name == "Mikan"
    await house.close()


@pytest.mark.slow
async def test_a_removed_model_can_be_called_back_and_is_else_gone(tmp_path, outside, monkeypatch):
    # A slow machine may need longer for the next model than the time to undo.
    monkeypatch.setattr(controller, "UNDO_MS", 600_000)
    house = House(tmp_path)
    await house.open()
    page = house.page()
    gallery_of(page).import_requested.emit(outside)
    await until(lambda: house.name == "Outside" and house.pet.window.is_alive)
    kept = Path(house.choice).exists
    QTest.keyClick(await house.card("Outside"), Qt.Key.Key_Delete)
    await until(lambda: house.name != "Outside" and house.pet.window.is_alive)
    assert not any(card.content.title == "Outside" for card in gallery_of(page).cards)
    gallery_of(page).banner.button.click()
    await until(lambda: house.name == "Outside" and house.pet.window.is_alive)
    assert kept()
    QTest.keyClick(await house.card("Outside"), Qt.Key.Key_Delete)
    await until(lambda: house.name != "Outside")
    await house.close()
    assert not kept()


@pytest.mark.slow
async def test_a_model_removed_before_another_does_not_come_back(tmp_path, outside):
    other = tmp_path / "Other"
    shutil.copytree(outside, other)
    (other / "Outside.model3.json").rename(other / "Other.model3.json")
    house = House(tmp_path)
    await house.open()
    page = house.page()
    for folder in (outside, other):
        gallery_of(page).import_requested.emit(folder)
        await until(lambda title=folder.name: house.name == title and house.pet.window.is_alive)
    for folder in (outside, other):
        QTest.keyClick(await house.card(folder.name), Qt.Key.Key_Delete)
    assert {card.content.title for card in gallery_of(page).cards}.isdisjoint({"Outside", "Other"})
    await house.close()


async def test_what_is_said_of_an_expression_holds_for_tools_at_once_and_is_kept(tmp_path):
    house = House(tmp_path)
    await house.open()
    page = model_page_of(house.page())
    await house.card("Mikan")
    words = page.findChild(QLineEdit, "words_happy")
    words.clear()
    QTest.keyClicks(words, "beams like the sun")
    page.findChild(IconButton, "hide_smug").click()
    await until(lambda: house.pet.stage.character.expressions["happy"] == "beams like the sun")
    told = str(Toolbox(CHARACTER_TOOLS, stage=house.pet.stage).specs())
    assert "beams like the sun" in told
    assert "smug" not in told
    await house.close()
    again = House(tmp_path)
    await again.open()
    assert again.pet.stage.character.expressions["happy"] == "beams like the sun"
    assert "smug" not in again.pet.stage.character.expressions
    await again.close()


async def test_a_card_that_is_clicked_comes_to_the_desktop_and_into_the_settings(tmp_path):
    house = House(tmp_path)
    await house.open()
    await house.card("Mikan")
    other = next(card for card in gallery_of(house.page()).cards if card.content.title != "Mikan")
    QTest.mouseClick(other, Qt.MouseButton.LeftButton)
    await until(lambda: house.name == other.content.title and house.pet.window.is_alive)
    assert house.choice == other.content.entry.choice
    assert house.page().windowTitle()
    assert house.pet.menus.tray.toolTip() == other.content.title
    assert house.pet.chat_controller.chat.windowTitle() == other.content.title
    await house.close()


async def test_a_larger_character_fills_her_window(tmp_path):
    house = House(tmp_path)
    await house.open()

    def seen(point: QPoint) -> QColor:
        corner = house.pet.window.geometry().topLeft() + point
        shot = QGuiApplication.primaryScreen().grabWindow(0, corner.x(), corner.y(), 1, 1)
        return shot.toImage().pixelColor(0, 0)

    def is_filled() -> bool:
        return seen(QPoint(12, 200)) != seen(QPoint(1, 1))

    # The shadow of the chat falls on her window.
    assert house.pet.chat_controller
    house.pet.chat_controller.chat.close()
    await until(lambda: not is_filled())
    await house.card("Mikan")
    model_page_of(house.page()).findChild(QWidget, "model_scale").findChild(QSlider).setValue(36)
    await until(is_filled)
    await house.close()


@pytest.mark.slow_variants
@pytest.mark.parametrize("is_installed", [True, False])
async def test_a_model_with_sounds_says_what_they_need(tmp_path, outside, monkeypatch, is_installed):
    if not is_installed:
        # Python's own way to say that a module can't be imported.
        monkeypatch.setitem(sys.modules, "miniaudio", None)
    add_sound(outside, "sounds/hello.wav")
    house = House(tmp_path)
    await house.open()
    page = house.page()
    # The characters of the program have none.
    assert not model_page_of(page).sound_note.text()
    gallery_of(page).import_requested.emit(outside)
    await until(lambda: house.name == "Outside" and house.pet.window.is_alive)
    assert house.pet.stage_controller.model.has_sounds
    assert ("deskpet[voice]" in model_page_of(page).sound_note.text()) is not is_installed
    assert model_page_of(page).sound_note.isVisibleTo(page) is not is_installed
    # It plays without them.
    house.pet.window.living_model.play_motion("Wave")
    await house.close()


async def test_the_program_ends_while_a_model_is_on_its_way(tmp_path, outside):
    house = House(tmp_path)
    await house.open()
    Carried(house.pet, outside).drop()
    await until(lambda: bool(house.told))
    await house.close()


async def test_a_face_and_a_motion_are_tried_on_the_living_character(tmp_path):
    house = House(tmp_path)
    await house.open()
    page = model_page_of(house.page())
    await house.card("Mikan")
    page.findChild(IconButton, "try_angry").click()
    await until(lambda: house.pet.window.animator.current_expression == "angry")
    await until(lambda: house.pet.window.animator.current_expression != "angry")
    before = house.pet.window.animator.mood.moving_until
    page.motion_preview_requested.emit(next(iter(house.pet.stage.character.motions)), 0)
    assert house.pet.window.animator.mood.moving_until > before
    await house.close()


def models() -> list[str]:
    """Return the built-in models, and the sample models if there are any."""
    built_in = sorted(file.parent.name for file in model_file.built_in_folder().glob("*/*.model3.json"))
    others = sorted(str(folder) for folder in (shared_folder() / "models").glob("*") if folder.is_dir())
    return [*built_in, *others]


# As long as its process may take.
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_thirty_switches_leave_nothing_behind(tmp_path):
    file = tmp_path / "settings.toml"
    file.touch()
    command = [sys.executable, str(SCRIPT), str(file), *models()]
    place = {"PYTHONPATH": str(SCRIPT.parent.parent.parent), "PYTHONUNBUFFERED": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | place, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout.splitlines()[-1])
    sys.stdout.writelines(f"{number:3} {figure}\n" for number, figure in enumerate(figures, 1))
    assert [figure["error"] for figure in figures] == [0] * 30
    taken = [figure["megabytes"] for figure in figures]
    assert taken[-1] - taken[2 * ROUND - 1] < MOST_GROWTH
    assert sum(taken[-ROUND:]) / ROUND - sum(taken[2 * ROUND : 3 * ROUND]) / ROUND < MOST_MEAN_GROWTH
    alike = [figure for figure in figures[5:] if figure["model"] == figures[5]["model"]]
    for kind in ("programs", "textures", "buffers"):
        assert len({figure[kind] for figure in alike}) == 1, kind


async def test_an_import_is_cancelled_and_leaves_nothing_behind(outside: Path, tmp_path: Path) -> None:
    house = House(tmp_path)
    await house.open()
    page = house.page()
    gallery_of(page).import_requested.emit(outside)
    button = gallery_of(page).findChild(IconButton, "cancel_import")
    assert button
    await until(button.isVisible)
    button.click()
    await until(lambda: not button.isVisible())
    assert "The import of Outside was cancelled" in gallery_of(page).banner.accessibleName()
    assert list((paths.data_folder() / "models").glob("*")) == []
    assert house.name == "Mikan"
    await house.close()


async def test_what_a_tool_puts_on_stays_and_is_on_her_page(tmp_path):
    house = House(tmp_path)
    await house.open()
    house.pet.stage.request_thing("cup", True)
    house.pet.stage.request_thing("glasses", True)
    # In place of the cup, which is held as well.
    house.pet.stage.request_thing("book", True)
    assert model_notes.load(house.pet.stage_controller.model).worn == {"book", "glasses"}
    things = model_page_of(house.page()).things
    await until(lambda: {name for name, box in things.boxes.items() if box.isChecked()} == {"book", "glasses"})
    house.pet.stage.request_thing("book", False)
    assert not things.boxes["book"].isChecked()
    things.put_away.click()
    assert model_notes.load(house.pet.stage_controller.model).worn == frozenset()
    await house.close()
