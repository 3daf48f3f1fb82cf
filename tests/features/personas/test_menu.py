"""The menu of personas at the face in the chat's header."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from deskpet.app.pet_controller import PetController
from deskpet.config import paths
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from tests.app.running_pet import SELDOM_DRAWN, running
from tests.support.waiting import until

pytestmark = pytest.mark.window


async def opened_menu(face) -> QMenu:
    QTest.mouseClick(face, Qt.MouseButton.LeftButton)
    await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


async def test_a_persona_is_chosen_by_two_clicks_and_the_character_again(tmp_path: Path) -> None:
    saved = Personas(paths.data_folder() / "personas").save(Persona("Ann & Bo"))
    file = tmp_path / "settings.toml"
    file.write_text(SELDOM_DRAWN, encoding="utf-8")
    pet = PetController(file, offline=True)
    async with running(pet) as talk:
        store, face = pet.settings_store, talk.chat.header.face
        assert store
        for chosen, entry in ((saved.id, 1), ("", 0)):
            menu = await opened_menu(face)
            assert [each.text() for each in menu.actions()] == ["Mikan", "Ann && Bo", "", "Personas…"]
            QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[entry]).center())
            await until(lambda chosen=chosen: store.current.persona.chosen == chosen)


async def test_a_double_click_opens_one_menu(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(SELDOM_DRAWN, encoding="utf-8")
    async with running(PetController(file, offline=True)) as talk:
        face = talk.chat.header.face
        QTest.mouseClick(face, Qt.MouseButton.LeftButton)
        menu = await opened_menu(face)
        assert face.findChildren(QMenu) == [menu]
        menu.close()


async def test_the_last_entry_leads_to_the_page_of_personas(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(SELDOM_DRAWN, encoding="utf-8")
    async with running(PetController(file, offline=True)) as talk:
        menu = await opened_menu(talk.chat.header.face)
        menu.actions()[-1].trigger()
        await until(lambda: bool(talk.settings_window) and talk.settings_window.page == "persona")
        menu.close()
