"""The menu of models in the running pet: what a choice changes, and which model then answers."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from deskpet.app.chat_controller import ChatController
from deskpet.chat.messages import Image
from deskpet.config import paths, settings_file
from deskpet.config.choices import MemoryMode
from deskpet.config.settings import EndpointSettings, Titles
from deskpet.llm.capabilities import ModelAddress, ModelCapabilities, PictureSupport
from deskpet.llm.connections import MOST_CONNECTIONS, Connection, Connections
from tests.app.running_pet import converse, two_servers
from tests.support.waiting import until

pytestmark = pytest.mark.window
PICTURE = Image(
    "image/png", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
)


def choose(talk: ChatController, name: str) -> None:
    """Choose an entry of the menu with two clicks."""
    chip = talk.chat.header.model
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.menu
    row = [entry.title for entry in chip.menu.entries.found].index(name)
    box = chip.menu.list.visualRect(chip.menu.entries.index(row))
    QTest.mouseClick(chip.menu.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, box.center().y()))


async def test_two_clicks_let_another_server_answer_and_two_the_one_before(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (pet, talk, first, second):
        before = pet.settings_store.current.endpoint
        choose(talk, "small")
        endpoint = pet.settings_store.current.endpoint
        assert (endpoint.connection, endpoint.model, endpoint.temperature) == ("w1", "small", 0.2)
        await converse(talk, second, "hello", "Hi.")
        assert (second.requests[0]["model"], second.requests[0]["temperature"]) == ("small", 0.2)
        assert first.requests == []
        own = Connections(paths.connections_file()).all[-1]
        choose(talk, own.name)
        await until(lambda: pet.settings_store.current.endpoint.base_url == before.base_url)
        assert pet.settings_store.current.endpoint == before.model_copy(update={"connection": own.id})
        choose(talk, "Work")
        # A connection remembers its last model.
        assert pet.settings_store.current.endpoint.model == "small"
        choose(talk, "Offline companion")
        assert pet.settings_store.current.endpoint == EndpointSettings()
        pet.settings_store.flush()
        assert settings_file.load(pet.settings_store.file).endpoint == EndpointSettings()


async def test_a_conversation_keeps_the_model_that_it_was_switched_to(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (pet, talk, first, second):
        chip = talk.chat.header.model
        choose(talk, "small")
        await converse(talk, second, "hello", "Hi.")
        assert talk.persistence.recorder
        session = talk.persistence.recorder.session
        talk.chat.header.new.click()
        own = Connections(paths.connections_file()).all[-1]
        choose(talk, own.name)
        await converse(talk, first, "and here", "Here.")
        assert session
        await talk.sessions.open(session)
        await until(lambda: "small" in chip.accessibleName())
        await converse(talk, second, "again", "Again.")
        assert second.requests[1]["model"] == "small"
        # The settings stay as they are, and what is changed there counts from then on.
        assert pet.settings_store.current.endpoint.model == "test-model"
        pet.settings_store.change("endpoint", model="other")
        await converse(talk, first, "and now", "Now.")
        assert first.requests[-1]["model"] == "other"


async def test_what_one_server_was_told_is_not_learned_from_by_another(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (pet, talk, first, second):
        pet.settings_store.change("memory", remember=MemoryMode.AUTOMATIC)
        choose(talk, "small")
        for number in range(4):
            await converse(talk, second, f"I play the cello {number}.", "Nice.")
        talk.chat.header.new.click()
        own = Connections(paths.connections_file()).all[-1]
        choose(talk, own.name)
        await converse(talk, first, "hello", "Hi.")
        talk.features.running("memory").learn_now()
        await until(lambda: len(first.requests) == 2)
        assert "cello" not in json.dumps(first.requests)
        first.answer('{"facts": []}')
        await until(talk.features.running("memory")._task.done)


async def test_a_star_is_kept_with_the_connection(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (_, talk, _first, _second):
        chip = talk.chat.header.model
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
        assert chip.menu
        names = [entry.title for entry in chip.menu.entries.found]
        assert "embed" not in names
        chip.menu.starred.emit(next(entry.key for entry in chip.menu.entries.found if entry.title == "small"))
        assert [entry.title for entry in chip.menu.entries.found][:2] == ["Favourites", "small"]
        chip.menu.close()
        assert Connections(paths.connections_file()).all[0].favourites == ("small",)


async def test_a_picture_goes_to_the_model_for_pictures_while_the_own_one_is_blind(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (pet, talk, first, second):
        store = pet.settings_store
        store.change("roles", pictures="w1/big", titles="w1/small")
        blind = ModelCapabilities().with_pictures(PictureSupport.REFUSED, 1.0)
        talk.capabilities.learn(ModelAddress(store.current.endpoint.base_url, "test-model"), blind)
        talk._turns.send("what is this", (PICTURE,))
        await until(lambda: bool(second.requests))
        second.answer("A star.")
        await until(lambda: not talk.conversation.is_running)
        assert second.requests[0]["model"] == "big"
        assert "image_url" in str(second.requests[0]["messages"][-1])
        await converse(talk, first, "and its colour", "Yellow.")
        assert "image_url" not in str(first.requests[0]["messages"])
        store.change("chat", titles=Titles.MODEL)
        talk.chat.header.new.click()
        await converse(talk, first, "hello", "Hi.")
        await until(lambda: bool(second.title_requests))
        assert second.title_requests[0]["model"] == "small"
        second.title("Hello")


async def test_connections_that_cannot_be_read_are_set_aside_before_others_are_kept(tmp_path: Path) -> None:
    file = paths.connections_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('[{"id": "x", "colour": 1}]', encoding="utf-8")
    kept = Connections(file)
    assert kept.all == ()
    made = kept.keep(Connection("", "Work", EndpointSettings(base_url="http://localhost:1/v1")))
    assert Connections(file).all == (replace(made),)
    assert "colour" in file.with_suffix(".unreadable.json").read_text(encoding="utf-8")


async def test_a_further_connection_is_refused_and_none_is_dropped(tmp_path: Path) -> None:
    endpoint = EndpointSettings(base_url="http://localhost:1/v1")
    more = (Connection("", f"C{number}", endpoint) for number in range(MOST_CONNECTIONS - 1))
    async with two_servers(tmp_path, *more) as (pet, talk, _, _second):
        before = pet.settings_store.current.endpoint
        # The connection in use is not saved, and would be lost.
        choose(talk, "small")
        assert pet.settings_store.current.endpoint == before
        assert any("200 connections are saved" in each.text() for each in talk.chat.pane.toast.findChildren(QLabel))
        assert len(Connections(paths.connections_file()).all) == MOST_CONNECTIONS


async def test_an_entry_of_the_menu_reads_a_list_while_it_stays_open(tmp_path: Path) -> None:
    silent = Connection("", "Silent", EndpointSettings(base_url="http://127.0.0.1:9/v1", model="m"))
    async with two_servers(tmp_path, silent) as (_, talk, _first, _second):
        chip = talk.chat.header.model
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
        assert chip.menu
        menu = chip.menu
        QTest.keyClicks(menu.field, "silent read")
        assert [each.title for each in menu.entries.found] == ["Silent", "Read the list of its models"]
        QTest.keyClick(menu.field, Qt.Key.Key_Return)
        assert menu.isVisible()
        await until(lambda: menu.entries.found[0].note not in ("is asked…", "No list was read yet"))
        assert menu.isVisible()
