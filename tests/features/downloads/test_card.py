"""The card of the parts: what it shows of each, and what its buttons do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.features.downloads import part_folders
from deskpet.features.downloads.catalogue import OptionalPart
from deskpet.features.downloads.controller import PartsController
from deskpet.features.downloads.ui.card import PartsList
from deskpet.ui.widgets.form import column_in
from tests.features.downloads.conftest import wheel
from tests.network.file_server import FileServer
from tests.support.waiting import until

pytestmark = pytest.mark.window


@pytest.fixture
def card(qapp: QApplication, part: OptionalPart) -> Iterator[PartsList]:
    page, card = QWidget(), PartsList()
    column_in(page, 0, card)
    PartsController(page, (part,))
    page.show()
    yield card
    if shiboken6.isValid(page):
        shiboken6.delete(page)


def press(card: PartsList, button: str) -> None:
    card.records.row("javascript").button(button).click()


@pytest.mark.usefixtures("installed")
async def test_a_part_is_downloaded_and_removed_by_its_buttons(
    card: PartsList, part: OptionalPart, server: FileServer
) -> None:
    row = card.records.row("javascript").record
    assert row.lines[2][1] == f"Download {part.size} B, on the disk 1.0 kB. Licence: MIT."
    server.files["toy-1.whl"].status = 503
    press(card, "add")
    await until(lambda: card.records.banner.message is not None and "503" in card.records.banner.message.text)
    server.files["toy-1.whl"].status = 0
    press(card, "add")
    await until(lambda: part_folders.is_added(part) and not card.bar.isVisible())
    assert card.records.banner.message.title == "“JavaScript” was added, and can be used now."
    press(card, "remove")
    assert not part_folders.is_added(part)
    assert card.records.row("javascript").button("add").isVisible()


@pytest.mark.usefixtures("installed")
async def test_a_download_is_stopped_and_ends_with_its_page(
    card: PartsList, part: OptionalPart, server: FileServer
) -> None:
    server.files["toy-1.whl"].pause_s = 60
    press(card, "add")
    await until(lambda: len(server.requests) == 1 and card.stop.isVisible())
    card.stop.click()
    await until(lambda: not card.stop.isVisible())
    press(card, "add")
    await until(lambda: len(server.requests) == 2)
    shiboken6.delete(card.window())
    assert not part_folders.is_added(part)


@pytest.mark.usefixtures("installed")
async def test_a_part_is_added_from_chosen_files(card: PartsList, part: OptionalPart, tmp_path: Path) -> None:
    (tmp_path / "toy.whl").write_bytes(wheel())
    card.files_chosen.emit(part, [tmp_path / "toy.whl"])
    await until(lambda: part_folders.is_added(part))


async def test_a_checkout_shows_the_command_for_pip(card: PartsList) -> None:
    record = card.records.row("javascript").record
    assert record.lines[2][1] == "With pip: python -m pip install 'deskpet[code]'"
    assert record.actions == ()
