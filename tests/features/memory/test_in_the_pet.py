"""Memory in the running pet: nothing while it is off; told, learned, remembered and forgotten while it is on."""

import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.config import paths
from deskpet.config.choices import MemoryMode
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import facts
from deskpet.store.facts import Fact
from deskpet.ui.chat.turn_details import DetailsPanel
from tests.app.running_pet import ChatServer, converse, running, running_with_server, type_and_send, write_settings
from tests.support.deskpet_process import data_folder, start
from tests.support.waiting import until

pytestmark = pytest.mark.window

# No request for a title, so that each request of the tests is counted.
PLAIN = 'titles = "first_line"\n'
AUTOMATIC = f'{PLAIN}[memory]\nremember = "automatic"\n'
TEA = Fact("Drinks green tea", "user.drink", "preference", "tea", said_at=1.78e9, valid_from=1.78e9)


def kept() -> list[Fact]:
    with closing(sqlite3.connect(paths.data_folder() / "conversations.db")) as database:
        return list(facts.read(database))


async def keep(talk: ChatController, *known: Fact) -> None:
    await until(lambda: talk.persistence.store is not None)
    store = talk.persistence.store
    assert store
    for fact in known:
        await store.change(lambda database, fact=fact: facts.add(database, fact))


def prompt_of(upstream: ChatServer, number: int = -1) -> str:
    return upstream.requests[number]["messages"][0]["content"]


def tools_of(upstream: ChatServer) -> Iterator[str]:
    return (each["function"]["name"] for each in upstream.requests[-1].get("tools", ()))


def said_below(talk: ChatController) -> list[str]:
    """Return the quiet lines under the conversation."""
    return [line.text() for line in talk.chat.pane.status_lines.lines]


def follow(talk: ChatController, label: str, number: int = 0) -> None:
    """Click on a link of the quiet lines."""
    lines = talk.chat.pane.status_lines
    links = [each for each in lines.findChildren(QPushButton) if each.isVisibleTo(lines)]
    QTest.mouseClick([each for each in links if each.text() == label][number], Qt.MouseButton.LeftButton)


def learned(*items: dict[str, object]) -> str:
    return json.dumps({"facts": items})


async def test_off_nothing_is_told_offered_or_asked_for(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, upstream):
        await keep(talk, TEA)
        for number in range(5):
            await converse(talk, upstream, f"My name is Ana, {number}", "Hi.")
        talk._start_conversation()
        await converse(talk, upstream, "hello", "Hi.")
        assert talk.features.running("memory") is None
        assert len(upstream.requests) == 6
        assert not any(
            "green tea" in json.dumps(each) or "remember" in prompt_of(upstream) for each in upstream.requests
        )
        assert not [name for name in tools_of(upstream) if name.startswith("memory")]
    assert kept() == [TEA]


async def test_kept_facts_are_told_after_the_stable_part_and_shown_as_sent(tmp_path, qtbot):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, upstream):
        await keep(talk, TEA)
        await converse(talk, upstream, "What do I drink?", "Tea.")
        assert prompt_of(upstream).endswith("Likes and habits:\n- Drinks green tea (2026-05)")
        assert {"memory_remember", "memory_search", "memory_forget"} <= set(tools_of(upstream))
        answer = talk.conversation.messages[-1]
        assert answer.reads == ("private",)
        details = talk.chat.transcript._details.get(answer.id)
        assert details.told == ("Drinks green tea (2026-05)",)
        panel = DetailsPanel(details, talk._look_of, talk.chat.transcript)
        lists = [
            each.toPlainText()
            for each in panel.findChildren(QPlainTextEdit)
            if each.accessibleName() == "Memories sent"
        ]
        assert lists == ["Drinks green tea (2026-05)"]
        panel.deleteLater()


async def test_without_facts_an_answer_is_not_marked(tmp_path):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, upstream):
        await converse(talk, upstream, "hello", "Hi.")
        assert talk.conversation.messages[-1].reads == ()
        assert "remember of the user" not in prompt_of(upstream)


async def test_a_conversation_that_rests_is_learned_from_once_and_can_be_undone(tmp_path):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, upstream):
        await converse(talk, upstream, "I moved to Bergen.", "Nice.")
        controller = talk.features.running("memory")
        controller._rest.setInterval(0)
        controller._rest.start()
        await until(lambda: len(upstream.requests) == 2)
        assert not upstream.requests[1].get("stream")
        assert "tools" not in upstream.requests[1]
        upstream.answer(learned({"about": "user.home", "text": "Lives in Bergen", "quote": "I moved to Bergen"}))
        await until(lambda: [each.text for each in kept()] == ["Lives in Bergen"])
        (fact,) = kept()
        assert fact.message == talk.conversation.messages[0].id
        lines = talk.chat.pane.status_lines
        await until(lambda: said_below(talk) == ["Remembered: Lives in Bergen"])
        assert lines.geometry().bottom() < talk.chat.composer.y()
        assert lines.y() >= talk.chat.transcript.geometry().bottom()
        follow(talk, "Undo")
        assert said_below(talk) == []
        await until(lambda: not kept())
        # The same messages are not learned from again.
        controller._rest.start()
        await until(lambda: not controller._rest.isActive() and controller._task.done())
        assert len(upstream.requests) == 2


async def test_a_proposal_is_kept_or_dismissed_under_the_conversation(tmp_path):
    async with running_with_server(tmp_path, f'{PLAIN}[memory]\nremember = "ask"\n') as (talk, upstream):
        await converse(talk, upstream, "I moved to Bergen. I play the cello.", "Nice.")
        talk.features.running("memory").learn_now()
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer(
            learned(
                {"about": "user.home", "text": "Lives in Bergen", "quote": "I moved to Bergen"},
                {"about": "user.music", "text": "Plays the cello", "quote": "I play the cello"},
            )
        )
        await until(lambda: said_below(talk) == ["Remember “Lives in Bergen”?", "Remember “Plays the cello”?"])
        await converse(talk, upstream, "Where do I live?", "I don't know.")
        assert "Bergen" not in prompt_of(upstream)
        follow(talk, "Keep", 0)
        follow(talk, "Dismiss", 0)
        await until(lambda: [(each.text, each.state) for each in kept()] == [("Lives in Bergen", "kept")])
        assert said_below(talk) == []
        await converse(talk, upstream, "Where do I live?", "In Bergen.")
        assert "Bergen" in prompt_of(upstream)


async def test_a_line_about_what_was_learned_goes_when_the_conversation_goes_on_and_leads_to_all(tmp_path):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, upstream):
        talk.features.running("memory").lines.show_learned((TEA, replace(TEA, text="Lives in Oslo", valid_to=1.79e9)))
        assert said_below(talk) == ["Remembered: Drinks green tea", "No longer true: Lives in Oslo"]
        follow(talk, "Show all", 0)
        assert talk.settings_window.page == "memory"
        assert len(said_below(talk)) == 2
        await converse(talk, upstream, "hello", "Hi.")
        assert said_below(talk) == []


async def test_another_server_is_asked_about_once_under_the_conversation(tmp_path):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, _):
        await keep(talk, TEA)
        # The name of a host that is not on this computer, for a server that is.
        address, name = talk._settings_store.effective.endpoint.base_url, socket.gethostname()
        other = address.replace("127.0.0.1", name)
        talk.features.running("memory").lines.ask_about(other)
        talk.features.running("memory").lines.ask_about(other)
        assert said_below(talk) == [f"May {urlsplit(other).netloc} see what she remembers of you?"]
        follow(talk, "Refuse")
        assert talk._settings_store.effective.memory.hidden_from == (other,)
        talk._settings_store.change("endpoint", base_url=other)
        assert talk.features.access["memory"].problem.startswith("The settings don't let this server")


async def test_a_conversation_of_four_messages_is_learned_from_when_it_is_left(tmp_path):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, upstream):
        for number in range(3):
            await converse(talk, upstream, f"hello {number}", f"Hi {number}.")
        await converse(talk, upstream, "I play the cello.", "Nice.")
        talk._start_conversation()
        await until(lambda: len(upstream.requests) == 5)
        upstream.answer(learned({"about": "user.music", "text": "Plays the cello", "quote": "I play the cello"}))
        await until(lambda: [each.text for each in kept()] == ["Plays the cello"])


async def test_a_left_conversation_is_learned_from_later_if_an_answer_begins(tmp_path):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, upstream):
        for number in range(3):
            await converse(talk, upstream, f"hello {number}", f"Hi {number}.")
        await converse(talk, upstream, "I play the cello.", "Nice.")
        talk._start_conversation()
        await until(lambda: len(upstream.requests) == 5)
        type_and_send(talk, "hello again")
        await until(lambda: upstream.disconnected.is_set() and len(upstream.requests) == 6)
        upstream.answer("Hi.")
        await until(lambda: not talk.conversation.is_running)
        talk.features.running("memory").learn_now()
        await until(lambda: len(upstream.requests) == 7)
        assert "I play the cello." in json.dumps(upstream.requests[6])
        upstream.answer(learned({"about": "user.music", "text": "Plays the cello", "quote": "I play the cello"}))
        await until(lambda: [each.text for each in kept()] == ["Plays the cello"])
        await until(lambda: len(upstream.requests) == 8)
        upstream.answer(learned())
        await until(talk.features.running("memory")._task.done)


async def test_a_new_message_ends_the_learning(tmp_path):
    async with running_with_server(tmp_path, AUTOMATIC) as (talk, upstream):
        await converse(talk, upstream, "I play the cello.", "Nice.")
        talk.features.running("memory").learn_now()
        await until(lambda: len(upstream.requests) == 2)
        type_and_send(talk, "and I sing")
        await until(lambda: upstream.disconnected.is_set() and len(upstream.requests) == 3)
        upstream.answer("Good.")
        await until(lambda: not talk.conversation.is_running)
    assert kept() == []


async def test_what_the_user_asks_to_remember_is_kept_told_and_undone(tmp_path):
    async with running_with_server(tmp_path, f'{PLAIN}[memory]\nremember = "on_request"\n') as (talk, upstream):
        type_and_send(talk, "Can you remember that I like mint tea?")
        await until(lambda: len(upstream.requests) == 1)
        upstream.begin_call("memory_remember")
        upstream.arguments(json.dumps({"text": "Likes mint tea", "quote": "I like mint tea", "about": "user.drink"}))
        upstream.end()
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("I will.")
        await until(lambda: not talk.conversation.is_running)
        assert [each.text for each in kept()] == ["Likes mint tea"]
        await converse(talk, upstream, "What do I like?", "Tea.")
        assert "- Likes mint tea" in prompt_of(upstream)
        call = next(block for block in talk.conversation.messages[1].blocks if block.kind == "tool_use")
        outcome = await talk._turn_factory.toolbox().undo(call.tool_name, call.input, call.output)
        assert outcome.error is None
        assert kept() == []
        # Only on request: a rest sends nothing.
        talk.features.running("memory").learn_now()
        assert talk.features.running("memory")._task is None


async def test_memory_can_be_turned_on_and_off_while_the_pet_runs(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, upstream):
        await keep(talk, TEA)
        talk._settings_store.change("memory", remember=MemoryMode.AUTOMATIC)
        await converse(talk, upstream, "hello", "Hi.")
        assert "green tea" in prompt_of(upstream)
        talk._settings_store.change("memory", remember=MemoryMode.OFF)
        await converse(talk, upstream, "hello", "Hi again.")
        assert "green tea" not in prompt_of(upstream)
        assert not [name for name in tools_of(upstream) if name.startswith("memory")]
        talk.features.running("memory").learn_now()
        assert talk.features.running("memory")._task is None


async def command(*words: str) -> tuple[int, list[dict[str, object]], str]:
    """Run `deskpet memory` while the pet's event loop goes on."""
    program = start("memory", *words, "--json")
    await until(lambda: program.poll() is not None)
    out, err = program.communicate()
    return program.returncode, [json.loads(line) for line in out.splitlines()], err


@pytest.mark.slow
async def test_the_command_line_lets_the_running_pet_change_what_is_remembered(tmp_path):
    lock = InstanceLock(data_folder())
    assert lock.acquire() is LockResult.HELD
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=True, lock=lock)
    async with running(pet) as talk:
        await until(lambda: talk.store is not None)
        code, (added,), _ = await command("add", "Drinks green tea")
        assert code == 0
        assert list(added) == ["id", "text", "about", "said_at", "pinned", "state"]
        assert [fact.text for fact in await talk.store.query(facts.read)] == ["Drinks green tea"]
        assert await command("list") == (0, [added], "")
        code, _, problem = await command("add", "My password is hunter2")
        assert (code, "never kept" in problem) == (1, True)
        assert await command("erase", str(added["id"])) == (0, [], "")
        assert await talk.store.query(facts.read) == ()
        code, _, problem = await command("erase", str(added["id"]))
        assert (code, "There is no fact" in problem) == (1, True)
    lock.release()
