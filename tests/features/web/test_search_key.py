"""The key of the search engine: typed on the page of tools, kept in the keyring, never in the settings file."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from PySide6.QtTest import QTest

from deskpet.app.pet_controller import PetController
from deskpet.config.choices import SearchEngine
from deskpet.config.keys import KeyStore
from deskpet.config.settings import ToolSettings
from deskpet.features.web.ui import SearchKeyRow
from deskpet.features.web.web_search import SearchAccess
from tests.app.running_pet import running, write_settings
from tests.config.test_keys import Ring
from tests.support.waiting import until

pytestmark = pytest.mark.window

KEY = "sk-search-1"


@pytest.fixture
def ring() -> Iterator[Ring]:
    before, ring = keyring.get_keyring(), Ring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


async def test_a_typed_search_key_is_kept_in_the_keyring_and_used(tmp_path: Path, ring: Ring) -> None:
    file = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        talk.open_settings("sources")
        window = talk.settings_window
        assert window
        row = window.findChild(SearchKeyRow)
        assert row.isHidden()
        pet.settings_store.change("tools", search_engine=SearchEngine.BRAVE)
        await until(lambda: not row.isHidden())
        QTest.keyClicks(row.edit, KEY)
        access = SearchAccess(ToolSettings(search_engine=SearchEngine.BRAVE), KeyStore())
        await until(lambda: row.edit.placeholderText() == "A key is kept for this server")
        assert (await access.query("tea")).key == KEY
        # A key of one engine is not used for another.
        pet.settings_store.change("tools", search_engine=SearchEngine.TAVILY)
        await until(lambda: row.edit.text() == "")
        other = SearchAccess(ToolSettings(search_engine=SearchEngine.TAVILY), KeyStore())
        assert not (await asyncio.wait_for(other.keys.find(other.endpoint), 10)).text
        pet.settings_store.flush()
    assert KEY not in file.read_text(encoding="utf-8")
