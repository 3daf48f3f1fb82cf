"""A backup is restored in the settings window of a running pet."""

import asyncio
import json
import os
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.config import paths
from deskpet.config.prompts import Prompt
from deskpet.features.data.backup_file import Part, Places, write_backup
from deskpet.features.data.ui.page import DataPage
from deskpet.features.data.ui.restore_card import RestoreCard
from tests.app.running_pet import converse, running_with_server
from tests.features.data.test_backup import new_places
from tests.features.data.test_backup import talk as write_talk
from tests.features.data.test_page import on_the_data_page
from tests.support.waiting import until

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def there(tmp_path: Path) -> Places:
    """Return the data of another computer."""
    places = new_places(tmp_path / "there")
    write_talk(places, "elsewhere", "hello from there")
    lists = {
        "notes.json": [{"number": 1, "text": "milk"}, {"number": 2}],
        "prompts.json": [{"name": "Poem", "text": "A poem"}],
        "reminders.json": [{"number": 1, "due": time.time() + 9999, "text": "call home"}],
        "rules.json": [],
    }
    for name, records in lists.items():
        (places.data / name).write_text(json.dumps(records))
    places.settings.write_text('[chat]\ntitles = "first_line"\n')
    (places.data / "personas").mkdir()
    (places.data / "personas" / "pirate.json").write_text(json.dumps({"name": "Pirate", "description": "Says arr."}))
    return places


async def card_of(talk: ChatController) -> RestoreCard:
    page: DataPage = await on_the_data_page(talk)
    return page.restore_card


def click(button: QPushButton) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)


async def choose(card: RestoreCard, file: Path) -> None:
    """Choose a file in the dialog of the system."""
    click(card.choose)
    await until(lambda: card.findChild(QFileDialog, "restore_file") is not None)
    dialog = card.findChild(QFileDialog, "restore_file")
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(file))
    dialog.close()


def cells(card: RestoreCard) -> list[str]:
    return [each.text() for each in card._table.findChildren(QLabel) if each.isVisible()]


async def compared(card: RestoreCard, file: Path) -> None:
    await choose(card, file)
    await until(card.restore.isVisible)


async def test_both_sides_are_shown_and_what_is_chosen_is_in_use_at_once(tmp_path: Path, there: Places) -> None:
    file = tmp_path / "b.deskpet-backup"
    write_backup(file, Part, there)
    async with running_with_server(tmp_path, 'titles = "first_line"\n') as (talk, upstream):
        await converse(talk, upstream, "here", "yes")
        card = await card_of(talk)
        await compared(card, file)
        assert cells(card)[7:13] == ["1", "1", "1", "0", "0", "0"]
        assert card.boxes[Part.CONVERSATIONS].accessibleDescription() == (
            "In the file: 1, Here: 1, New: 1, Newer: 0, Same: 0, Older: 0"
        )
        assert "Notes: 1 is left out" in card._notes.text()
        assert [part for part, box in card.boxes.items() if not box.isChecked()] == [
            *(Part.MEMORY, Part.TOGETHER, Part.CHARACTERS),
            *(Part.CONNECTIONS, Part.SETTINGS, Part.RULES),
        ]
        card.boxes[Part.PERSONAS].click()
        click(card.restore)
        await until(lambda: card.banner.message is not None)
        assert card.banner.message
        assert card.banner.message.title == "Restored: 4 added, 0 replaced"
        assert "Notes: 1 is left out" in card.banner.message.text
        assert talk.store
        assert {each.title for each in await talk.store.sessions()} == {"here", "hello from there"}
        assert talk._host.prompts.all == (Prompt("Poem", "A poem"),)
        assert [each.text for each in talk.features.running("reminders").reminders.all] == ["call home"]
        assert talk.personas.files.all() == ()
        # The card can be used again: the same file has nothing new, and the part that was left out.
        await compared(card, file)
        click(card.restore)
        await until(lambda: card.banner.message is not None)
        assert [each.name for each in talk.personas.files.all()] == ["Pirate"]


async def test_the_open_conversation_goes_on_where_it_was_restored(tmp_path: Path, there: Places) -> None:
    file = tmp_path / "b.deskpet-backup"
    async with running_with_server(tmp_path, 'titles = "first_line"\n') as (talk, upstream):
        await converse(talk, upstream, "here", "yes")
        session = talk.persistence.session or ""
        late = time.time() + 60
        await asyncio.to_thread(lambda: write_talk(there, session, "here", "it went on elsewhere", at=late))
        write_backup(file, (Part.CONVERSATIONS, Part.SETTINGS), there)
        card = await card_of(talk)
        await compared(card, file)
        card.boxes[Part.SETTINGS].click()
        os.utime(tmp_path / "settings.toml", (1.0, 1.0))
        click(card.restore)
        await until(lambda: card.banner.message is not None)
        await until(lambda: talk.chat.transcript.messages[1].text == "it went on elsewhere")
        assert [each.text for each in talk.conversation.messages[:2]] == ["here", "it went on elsewhere"]
        # The settings of the other computer name no server.
        await until(lambda: not talk._settings_store.current.endpoint.base_url)


async def test_a_passphrase_is_asked_for_until_it_opens_the_file(tmp_path: Path, there: Places) -> None:
    pytest.importorskip("pyrage")
    file = tmp_path / "b.deskpet-backup"
    write_backup(file, (Part.CONVERSATIONS,), there, "correct horse")
    async with running_with_server(tmp_path) as (talk, _):
        card = await card_of(talk)
        worst, stop = [0.0], asyncio.Event()
        watching = asyncio.ensure_future(worst_pause(worst, stop))
        await choose(card, file)
        await until(card.passphrase.isVisible)
        assert card.banner.message is None
        QTest.keyClicks(card.passphrase, "battery")
        QTest.keyClick(card.passphrase, Qt.Key.Key_Return)
        await until(lambda: card.banner.message is not None)
        assert card.banner.message
        assert "does not open" in card.banner.message.title
        QTest.keyClicks(card.passphrase, "correct horse")
        click(card.open)
        await until(card.restore.isVisible)
        stop.set()
        await watching
        # A key is made of a passphrase in a process of its own: in this one it would take two seconds.
        assert worst[0] < 1.0
        click(card.cancel)
        assert card.choose.isVisible()
        assert card.passphrase.text() == ""


async def worst_pause(worst: list[float], stop: asyncio.Event) -> None:
    """Note the most processor time in seconds for which this process has held up the event loop."""
    last = time.process_time()
    while not stop.is_set():
        await asyncio.sleep(0.005)
        now = time.process_time()
        worst[0], last = max(worst[0], now - last), now


async def test_a_restore_that_is_cancelled_changes_nothing(tmp_path: Path, there: Places) -> None:
    file = tmp_path / "b.deskpet-backup"
    models = there.data / "models" / "big"
    models.mkdir(parents=True)
    for number in range(60):
        (models / f"{number}.bin").write_bytes(os.urandom(1 << 20))
    write_backup(file, Part, there)
    async with running_with_server(tmp_path) as (talk, _):
        card = await card_of(talk)
        await compared(card, file)
        click(card.restore)
        await until(card.progress.isVisible)
        click(card.progress.button)
        await until(lambda: card.banner.message is not None)
        assert card.banner.message
        assert card.banner.message.title == "Cancelled: nothing was restored"
        assert talk.store
        assert await talk.store.sessions() == ()
        assert not (paths.data_folder() / "models" / "big").exists()
        assert not (paths.data_folder() / ".restoring.new").exists()


async def test_a_file_that_is_no_backup_is_refused_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "b.deskpet-backup"
    file.write_bytes(b"PK")
    async with running_with_server(tmp_path) as (talk, _):
        card = await card_of(talk)
        await choose(card, file)
        await until(lambda: card.banner.message is not None)
        assert card.banner.message
        assert (card.banner.message.level, card.choose.isVisible()) == ("error", True)
        assert "choose another file" in card.banner.message.text
