"""Data page of the settings: storage locations, export, compaction, erasure."""

import json
import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QFrame, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import user_message
from deskpet.config import paths
from deskpet.features.data.backup_file import Part, open_backup
from deskpet.features.data.locations import StorageLocation, measure
from deskpet.features.data.ui.page import DataPage
from deskpet.filesystem import private_files
from deskpet.store import Store
from deskpet.tools.files.undo_copies import ChangeRecord, UndoCopies
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.icons import IconButton
from tests.app.kept_files import files_with
from tests.app.running_pet import ChatServer, running, write_settings
from tests.support.waiting import until
from tests.ui.fake_browser import FakeBrowser

ENTER, ESCAPE, TAB = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot) -> DataPage:
    theme.apply(qapp)
    page = DataPage()
    qtbot.addWidget(page)
    page.show_conversations(3, 4_200_000)
    with qtbot.waitExposed(page):
        page.show()
    return page


async def on_the_data_page(talk: ChatController) -> DataPage:
    talk.open_settings("data")
    assert talk.settings_window
    page = talk.settings_window.findChild(DataPage)
    assert page
    await until(lambda: page.isVisible() and page.summary.text() != "")
    return page


def said(page: DataPage) -> str:
    return page.banner.message.title if page.banner.message else ""


def confirm(page: DataPage) -> None:
    QTest.mouseClick(page.erase, Qt.MouseButton.LeftButton)
    assert page.confirmation.isVisible()
    QTest.mouseClick(page.confirmation.confirm_button, Qt.MouseButton.LeftButton)


def test_a_place_is_as_large_as_all_that_is_in_it(tmp_path: Path):
    (tmp_path / "models" / "a").mkdir(parents=True)
    (tmp_path / "models" / "a" / "x").write_bytes(b"1" * 700)
    (tmp_path / "one").write_bytes(b"1" * 300)
    place = StorageLocation("Both", "", (tmp_path / "models", tmp_path / "one", tmp_path / "nowhere"))
    assert measure(place).size == 1000
    assert place.folder == tmp_path / "models"
    assert StorageLocation("File", "", (tmp_path / "one",)).folder == tmp_path


def test_a_folder_is_opened_from_its_row(page: DataPage, browser: FakeBrowser, tmp_path: Path):
    page.show_locations((StorageLocation("Settings", "To be read.", (tmp_path / "settings.toml",), 2500),))
    (row,) = page.locations.rows
    assert row.accessibleName() == f"Settings, 2.5 kB, {tmp_path / 'settings.toml'}"
    QTest.keyClick(row.button("open_folder"), Qt.Key.Key_Space)
    assert browser.opened == [tmp_path.as_uri()]


def test_everything_is_exported_into_a_file_that_is_picked(page: DataPage, qtbot: QtBot, tmp_path: Path):
    page.export.click()
    dialog = page.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    with qtbot.waitSignal(page.export_requested) as wanted:
        dialog.fileSelected.emit(str(tmp_path / "all.json"))
    dialog.close()
    assert wanted.args == [tmp_path / "all.json"]


def test_the_file_is_made_smaller_by_its_button(page: DataPage, qtbot: QtBot):
    with qtbot.waitSignal(page.compact.triggered):
        page.compact.click()


def test_erasing_is_asked_for_first_and_enter_or_escape_keep_everything(page: DataPage, qtbot: QtBot):
    for key in (ENTER, ESCAPE):
        page.erase.setFocus()
        with qtbot.assertNotEmitted(page.erase_requested):
            QTest.keyClick(page.erase, Qt.Key.Key_Space)
            assert page.confirmation.isVisible()
            assert page.confirmation.accessibleName() == "Erase all 3 conversations for good?"
            assert page.focusWidget() is page.confirmation.cancel_button
            QTest.keyClick(page.confirmation.cancel_button, key)
        assert not page.confirmation.isVisible()
        assert page.focusWidget() is page.erase
    QTest.keyClick(page.erase, Qt.Key.Key_Space)
    QTest.keyClick(page.confirmation.cancel_button, TAB)
    with qtbot.waitSignal(page.erase_requested):
        QTest.keyClick(page.confirmation.confirm_button, ENTER)


def test_every_control_has_a_name(page: DataPage):
    page.show_locations((StorageLocation("Settings", "To be read.", (Path("/nowhere"),)),))
    page.erase.click()
    controls = [
        each for each in page.findChildren(QWidget) if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert controls
    for control in controls:
        spoken = QAccessible.queryAccessibleInterface(control)
        assert spoken.text(QAccessible.Text.Name), control


@pytest.mark.window
@pytest.mark.usefixtures("quick_companion")
async def test_everything_is_exported_and_then_erased_for_good(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, ""), offline=True)
    async with running(pet) as talk:
        await talk.conversation.send("hello")
        talk.chat.header.new.click()
        await talk.conversation.send("what is the secret word")
        page = await on_the_data_page(talk)
        await until(lambda: page.summary.text().startswith("2 conversations, "))
        assert page.locations.row("Settings").record.path == str(tmp_path / "settings.toml")
        await until(lambda: page.locations.row("Conversations").record.figure not in {"…", "0 kB"})

        file = tmp_path / "all.json"
        page.export_requested.emit(file)
        await until(lambda: said(page) == "2 conversations are in all.json")
        assert "what is the secret word" in json.dumps(json.loads(file.read_text(encoding="utf-8")))

        confirm(page)
        await until(lambda: said(page) == "Every conversation is erased")
        await until(lambda: page.summary.text() == "No conversation is kept.")
        assert talk.conversation.messages == ()
        assert not page.confirmation.isVisible()
        kept = b"".join(each.read_bytes() for each in paths.data_folder().glob("conversations.db*"))
        assert b"secret" not in kept
        # New messages are saved again.
        await talk.conversation.send("hello again")
        page.looked_at.emit()
        await until(lambda: page.summary.text().startswith("1 conversation, "))


@pytest.mark.window
@pytest.mark.usefixtures("quick_companion")
async def test_deleted_conversations_are_restored_or_erased_now(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, ""), offline=True)
    async with running(pet) as talk:
        store = talk.store
        assert store
        for question in ("the first secret", "the second one"):
            await talk.conversation.send(question)
            store.delete(talk.persistence.recorder.session)
            talk.chat.header.new.click()
        page = await on_the_data_page(talk)

        def titles() -> list[str]:
            rows = page.deleted.findChildren(QFrame, "reminder_row")
            return [each.accessibleName().split(",")[0] for each in rows if each.isVisible()]

        await until(lambda: titles() == ["the second one", "the first secret"])
        page.deleted.findChildren(IconButton, "restore")[0].click()
        await until(lambda: titles() == ["the first secret"])
        assert [each.title for each in await store.sessions()] == ["the second one"]
        erase = page.deleted.findChild(IconButton, "revoke")
        assert erase.accessibleName() == "Erase “the first secret” now"
        erase.click()
        assert page.purge_confirmation.accessibleName() == "Erase “the first secret” for good?"
        assert titles() == ["the first secret"]
        page.purge_confirmation.confirm_button.click()
        await until(lambda: not titles())
        kept = b"".join(each.read_bytes() for each in paths.data_folder().glob("conversations.db*"))
        assert b"second" in kept
        assert b"secret" not in kept


@pytest.mark.window
@pytest.mark.usefixtures("quick_companion")
async def test_what_is_being_typed_and_files_before_changes_are_erased_with_the_conversations(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, ""), offline=True)
    async with running(pet) as talk:
        await talk.conversation.send("hello")
        QTest.keyClicks(talk.chat.composer.field, "my secret words")
        talk.save_now()
        assert files_with("my secret words")
        UndoCopies(paths.undo_folder()).add(ChangeRecord("/", ("a",), before="1"), b"my secret words")
        page = await on_the_data_page(talk)
        confirm(page)
        await until(lambda: said(page) == "Every conversation is erased")
        talk.save_now()
        assert talk.chat.composer.draft_text() == ""
        assert files_with("my secret words") == []


@pytest.mark.window
@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
async def test_folders_that_others_may_read_are_warned_of(tmp_path: Path):
    async with running(PetController(write_settings(tmp_path, ""), offline=True)) as talk:
        private_files.close(paths.own_folders())
        page = await on_the_data_page(talk)
        page.looked_at.emit()
        await until(lambda: page.exposure.message is None)

        def is_warned_of() -> bool:
            # The start narrows the folders once more, perhaps only now.
            if not page.exposure.message:
                paths.data_folder().chmod(0o755)
                page.looked_at.emit()
            return page.exposure.message is not None

        await until(is_warned_of)
        assert page.exposure.message
        assert page.exposure.message.title == "Others may read what is kept here"
        assert str(paths.data_folder()) in page.exposure.message.text
        assert "Move the folder" in page.exposure.message.text
        paths.data_folder().chmod(0o700)
        page.looked_at.emit()
        await until(lambda: page.exposure.message is None)


@pytest.mark.window
async def test_nothing_is_erased_while_an_answer_is_written(tmp_path: Path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        page = await on_the_data_page(talk)
        talk.chat.composer.submitted.emit("hello", ())
        upstream.delta(content="Well, ")
        await until(lambda: bool(talk.conversation.messages) and talk.conversation.messages[-1].text == "Well, ")
        confirm(page)
        await until(lambda: said(page) == "Nothing was erased")
        assert talk.conversation.messages[-1].text == "Well, "
        upstream.end()
        await until(lambda: not talk.conversation.is_running)


@pytest.mark.window
async def test_a_file_that_cannot_be_written_is_told_with_its_cause(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, ""), offline=True)
    async with running(pet) as talk:
        page = await on_the_data_page(talk)
        page.export_requested.emit(tmp_path / "no such folder" / "all.json")
        await until(lambda: said(page) == "This can't be exported")
        assert page.banner.message
        assert "no such folder" in page.banner.message.text


async def test_the_file_shrinks_by_what_was_deleted_while_it_is_in_use(tmp_path: Path):
    file = tmp_path / "conversations.db"
    now = [0.0]
    store = Store(file, clock=lambda: now[0])
    for number in range(40):
        store.save_message(f"s{number}", user_message("words " * 5000, 1.0), None, None, at=1.0)
    for number in range(39):
        store.delete(f"s{number}")
    await store.sessions()
    store.close()
    # A day later the deleted ones are purged.
    now[0] = 1e6
    store = Store(file, clock=lambda: now[0])
    before = await store.size()
    await store.compact()
    assert await store.size() < before / 4
    assert [each.id for each in await store.sessions()] == ["s39"]
    store.save_message("later", user_message("hello", 2.0), None, None, at=2.0).result()
    assert len(await store.sessions()) == 2
    store.close()


def test_the_buttons_are_off_while_the_conversations_cant_be_used(page: DataPage) -> None:
    buttons = page.export, page.compact, page.erase
    page.show_unavailable("locked")
    page.show_result()
    page.show_unavailable("locked")
    assert not any(button.isEnabled() for button in buttons)
    page.show_conversations(3, 4_200_000)
    assert all(button.isEnabled() for button in buttons)


async def test_everything_is_backed_up(tmp_path: Path) -> None:
    async with running(PetController(write_settings(tmp_path, ""), offline=True)) as talk:
        page = await on_the_data_page(talk)
        file = tmp_path / "all.deskpet-backup"
        page.backup.backup_requested.emit(file, (Part.CONVERSATIONS, Part.SETTINGS), "")
        await until(lambda: page.backup.banner.message is not None)
        with open_backup(file) as backup:
            assert backup.parts == (Part.CONVERSATIONS, Part.SETTINGS)
