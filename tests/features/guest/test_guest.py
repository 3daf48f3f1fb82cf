"""A second character in the whole pet, with a server whose answers a test writes."""

import asyncio
import gc
import weakref
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from deskpet.app.chat_controller import ChatController
from deskpet.chat.messages import Message, StreamingText, Text, ToolUse
from deskpet.config import paths
from deskpet.features.guest.controllers.placing import body_of
from deskpet.features.guest.controllers.visit import Visit
from deskpet.features.host import SpeakingCharacter
from deskpet.features.roaming.world import Box
from deskpet.personas.persona import Persona
from deskpet.pet import model_notes
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.speech_bubble import SpeechBubble
from tests.app.controlled_process import PetProcess
from tests.app.running_pet import ChatServer, running_with_server, type_and_send, write_settings
from tests.support.waiting import LIMIT_S, until

pytestmark = pytest.mark.window

PRESENT = "[guest]\npresent = true\n"


@asynccontextmanager
async def both(folder: Path, more: str = "") -> AsyncGenerator[tuple[ChatController, Visit, ChatServer]]:
    """A pet with a second character, both on screen."""
    async with running_with_server(folder, PRESENT + more) as (talk, upstream):
        yield talk, await arrived(talk), upstream


async def arrived(talk: ChatController) -> Visit:
    """Wait until the second character is on screen, and can be spoken to: the first time, all of her is imported."""
    guest = talk.features.running("guest")
    await until(
        lambda: guest.visit is not None and guest.visit.talk is not None and guest.visit.window.is_alive, 3 * LIMIT_S
    )
    return guest.visit


def texts(character: SpeakingCharacter) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in character.conversation.messages]


def lines(character: SpeakingCharacter) -> list[str]:
    return [line.text() for line in character.chat.pane.status_lines.lines]


async def ask(chat: ChatController | SpeakingCharacter, upstream: ChatServer, question: str, answer: str) -> None:
    """Send a question in a chat, and wait for the end of its turn."""
    type_and_send(chat, question)
    upstream.answer(answer)
    await until(
        lambda: (
            not chat.conversation.is_running
            and chat.conversation.messages
            and chat.conversation.messages[-1].text == answer
        )
    )


def shown_bubbles() -> list[SpeechBubble]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, SpeechBubble) and each.isVisible()]


def follow(character: SpeakingCharacter, label: str) -> None:
    """Follow the link with this label under a conversation."""
    all_lines = character.chat.pane.status_lines.lines
    next(link for line in all_lines for link in line.links if link.label == label).act()


async def test_she_is_invited_by_the_menu_and_let_go_by_hers(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        guest = talk.features.running("guest")
        entry = next(each for each in talk.menus[0].actions() if each.text() == "Invite another character")
        entry.trigger()
        visit = await arrived(talk)
        assert visit.window.character.name == "Yuki"
        assert talk._settings_store.current.guest.present
        assert entry.text() == "Let the other character go"
        own = next(each for each in visit.window.menu.actions() if each.text() == "Let her go")
        own.trigger()
        await until(lambda: guest.visit is None)
        assert not talk._settings_store.current.guest.present


async def test_both_answer_in_a_chat_of_their_own_and_are_told_of_one_another(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(guest, "Who are you?")
        upstream.answer("I am Yuki.")
        await until(lambda: texts(guest) == [("user", "Who are you?"), ("assistant", "I am Yuki.")])
        system = upstream.requests[0]["messages"][0]["content"]
        assert "You are Yuki." in system
        assert "Mikan, another character" in system
        assert talk.conversation.messages == ()
        type_and_send(talk, "And you?")
        upstream.answer("Mikan.")
        await until(lambda: len(upstream.requests) == 2)
        assert "Yuki, another character" in upstream.requests[1]["messages"][0]["content"]


async def test_what_one_says_goes_to_the_other_until_the_answers_are_used_up(tmp_path: Path) -> None:
    async with both(tmp_path, "answers = 3\n") as (talk, visit, upstream):
        first, guest = talk._host.guests.first, visit.chat.character
        type_and_send(talk, "Talk to Yuki.")
        upstream.answer("Hello Yuki!")
        await until(lambda: lines(first) == ["Yuki has heard it, too."])
        follow(first, "Let them talk")
        await until(lambda: len(upstream.requests) == 2)
        assert upstream.requests[1]["messages"][-1] == {"role": "user", "content": "Mikan: Hello Yuki!"}
        assert lines(first) == lines(guest) == ["Yuki answers: 1 of 3, 0 of 30000 tokens so far."]
        names = {each["function"]["name"] for each in upstream.requests[1]["tools"]}
        assert "live2d_expression" in names
        assert not any(name.startswith("files") for name in names)
        upstream.answer("Hello Mikan!")
        await until(lambda: len(upstream.requests) == 3)
        assert upstream.requests[2]["messages"][-1] == {"role": "user", "content": "Yuki: Hello Mikan!"}
        upstream.answer("How are you?")
        await until(lambda: len(upstream.requests) == 4)
        upstream.answer("Fine.")
        await until(lambda: lines(guest) != [] and lines(guest)[0].startswith("3 answers,"))
        assert texts(guest)[-2:] == [("user", "Mikan: How are you?"), ("assistant", "Fine.")]
        assert len(upstream.requests) == 4


async def test_a_click_on_her_opens_her_chat_in_place_of_the_bubble_with_her_words(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        type_and_send(talk, "Talk to Yuki.")
        upstream.answer("Hello Yuki!")
        await until(lambda: lines(talk._host.guests.first) == ["Yuki has heard it, too."])
        follow(talk._host.guests.first, "Let her answer")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Hello Mikan!")
        await until(lambda: [each.windowTitle() for each in shown_bubbles()] == ["Yuki"])
        visit.window.tapped.emit()
        await until(lambda: visit.chat.character.chat.is_shown and not shown_bubbles())


async def test_the_user_ends_the_talk_by_a_word_and_by_the_link(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        first, guest = talk._host.guests.first, visit.chat.character
        type_and_send(talk, "Talk.")
        upstream.answer("Hello!")
        await until(lambda: "Yuki has heard it, too." in lines(first))
        follow(first, "Let them talk")
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="Hel")
        await until(lambda: texts(guest)[-1:] == [("assistant", "Hel")])
        follow(guest, "Stop")
        await until(lambda: visit.talk.talk is None)
        assert guest.conversation.messages[-1].ended == "cancelled"
        assert len(upstream.requests) == 2
        upstream._answer_chunks = asyncio.Queue()

        visit.talk.start(first, 6)
        await until(lambda: len(upstream.requests) == 3)
        type_and_send(guest, "Wait, both of you.")
        upstream.answer("Yes?")
        await until(lambda: visit.talk.talk is None)
        upstream.answer("I wait.")
        await until(lambda: texts(guest)[-1:] == [("assistant", "I wait.")])
        assert texts(guest)[-2] == ("user", "Wait, both of you.")
        assert talk.conversation.messages[-1].text == "Hello!"


async def test_an_answer_that_fails_is_named_and_asked_for_again(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        first, guest = talk._host.guests.first, visit.chat.character
        type_and_send(talk, "Talk.")
        upstream.answer("Hello!")
        await until(lambda: "Yuki has heard it, too." in lines(first))
        upstream.refusal = b"no such model"
        follow(first, "Let her answer")
        await until(lambda: lines(first) == ["Yuki could not answer; her chat tells why."])
        upstream.refusal = b""
        follow(guest, "Try again")
        upstream.answer("Hello Mikan!")
        await until(lambda: texts(guest)[-1:] == [("assistant", "Hello Mikan!")])
        assert texts(guest)[-2] == ("user", "Mikan: Hello!")
        assert len(texts(guest)) == 2
        visit.talk.stop()


async def test_nothing_of_a_private_conversation_is_passed_on(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        first, guest = talk._host.guests.first, visit.chat.character
        talk.sessions.begin(is_private=True)
        type_and_send(talk, "A secret.")
        upstream.answer("I keep it.")
        await until(lambda: [each.text for each in talk.conversation.messages] == ["A secret.", "I keep it."])
        await until(lambda: not talk.is_answering)
        assert lines(first) == []
        visit.let_answer()
        await until(lambda: any("private" in line for line in lines(first)))
        assert guest.conversation.messages == ()
        assert len(upstream.requests) == 1


async def test_she_comes_back_with_her_conversation_and_the_first_one_with_hers(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(talk, "Hi Mikan")
        upstream.answer("Hi!")
        await until(lambda: len(talk.conversation.messages) == 2 and not talk.is_answering)
        type_and_send(guest, "Hi Yuki")
        upstream.answer("Hello!")
        await until(lambda: len(guest.conversation.messages) == 2 and not guest.is_busy)
        guest.chat.composer.field.setPlainText("not sent")
    async with both(tmp_path) as (talk, visit, upstream):
        assert [each.text for each in talk.conversation.messages] == ["Hi Mikan", "Hi!"]
        await until(lambda: texts(visit.chat.character) == [("user", "Hi Yuki"), ("assistant", "Hello!")])
        await until(lambda: visit.chat.character.chat.composer.text() == "not sent")
        assert talk.chat.composer.text() == ""


async def test_a_conversation_is_open_in_one_chat_only(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(guest, "Hi Yuki")
        upstream.answer("Hello!")
        await until(lambda: len(guest.conversation.messages) == 2 and not guest.is_busy)
        session = guest.conversation.session
        await talk.sessions.open(session)
        assert talk.sessions.shown != session
        assert guest.chat.is_shown
        # A hit of the search is looked for there, too.
        await talk.sessions.open_at(session, "deleted meanwhile", "Yuki")
        assert guest.chat.pane.toast.accessibleName() == "This message is not there any more."
        assert not talk.chat.pane.toast.isVisible()
        talk._host.sessions.leave([session])
        assert guest.conversation.messages == ()
        assert guest.conversation.session != session


async def test_they_do_not_stand_in_one_another(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, _):
        first, second = talk._host.guests.first.window, visit.window
        await until(lambda: bool(first.body) and bool(second.body))
        await until(lambda: not body_of(first).intersects(body_of(second)))
        second.setPosition(first.position())
        await until(lambda: second.position() == first.position())
        await until(lambda: not body_of(first).intersects(body_of(second)))
        assert free_area(first.geometry()).contains(body_of(second))


async def test_a_model_that_cant_be_used_is_named_and_the_first_one_goes_on(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, '[guest]\npresent = true\nfolder = "/nowhere"\n') as (talk, upstream):
        await until(lambda: "The other character can't be shown" in str(talk.chat.transcript.messages))
        assert talk.features.running("guest").visit is None
        type_and_send(talk, "Are you there?")
        upstream.answer("Yes.")
        await until(lambda: [each.text for each in talk.conversation.messages] == ["Are you there?", "Yes."])


async def test_after_a_crash_each_goes_on_with_her_own_conversation(tmp_path: Path) -> None:
    """Nothing is noted at the end, and the last words were in a conversation that the second one began meanwhile."""
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start(), PRESENT)
    for _ in range(3):
        upstream.answer("Yes.")
    pet = PetProcess("both", tmp_path, "--settings", str(file))
    try:
        await until(lambda: "ready" in pet.lines, 3 * LIMIT_S)
    finally:
        pet.process.kill()
        pet.process.communicate()
        await upstream.close()
    async with both(tmp_path) as (talk, visit, _):
        assert [each.text for each in talk.conversation.messages] == ["Hi Mikan", "Yes."]
        assert texts(visit.chat.character) == [("user", "Once more"), ("assistant", "Yes.")]


async def test_the_program_ends_in_the_middle_of_a_talk_and_keeps_both_sides(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        first, guest = talk._host.guests.first, visit.chat.character
        type_and_send(talk, "Talk.")
        upstream.answer("Hello!")
        await until(lambda: "Yuki has heard it, too." in lines(first))
        follow(first, "Let them talk")
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="Hel")
        await until(lambda: texts(guest)[-1:] == [("assistant", "Hel")])
    async with both(tmp_path) as (talk, visit, _):
        assert [each.text for each in talk.conversation.messages] == ["Talk.", "Hello!"]
        assert texts(visit.chat.character) == [("user", "Mikan: Hello!"), ("assistant", "Hel")]


async def test_a_call_that_needs_approval_asks_in_the_chat_of_the_one_who_answers(tmp_path: Path) -> None:
    async with both(tmp_path, '[tools.policies]\n"time.now" = "ask"\n') as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(guest, "What time is it?")
        await until(lambda: len(upstream.requests) == 1)
        upstream.begin_call("time_now")
        upstream.arguments("{}")
        upstream.end()
        await until(lambda: bool(guest.chat.findChildren(ToolUseView)) and guest.chat.isVisible())
        assert not talk.chat.findChildren(ToolUseView)
        message = guest.conversation.messages[-1]
        block = next(number for number, each in enumerate(message.blocks) if isinstance(each, ToolUse))
        guest.chat.transcript.call_decided.emit(message.id, block, CallDecision.APPROVE, "")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Noon.")
        await until(lambda: texts(guest)[-1][1].endswith("Noon."))


async def test_what_one_has_read_from_strangers_counts_for_the_other(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        first, guest = talk._host.guests.first, visit.chat.character
        words = Message("assistant", (Text(StreamingText("A page said so.")),), ended="stop", reads=("foreign",))
        talk.conversation.add_message(words)
        visit.talk.start(first, 1)
        upstream.answer("Oh?")
        await until(lambda: texts(guest)[-1:] == [("assistant", "Oh?")])
        assert guest.conversation.messages[0].reads == ("character", "foreign")
        assert "foreign" in guest.conversation.reads


async def test_all_is_erased_in_both_chats(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(guest, "Hi Yuki")
        upstream.answer("Hello!")
        await until(lambda: len(guest.conversation.messages) == 2 and not guest.is_busy)
        await talk._host.sessions.erase()
        assert guest.conversation.messages == ()
        assert await talk.store.sessions() == ()
        type_and_send(guest, "Again")
        upstream.answer("Hello again!")
        await until(lambda: len(guest.conversation.messages) == 2 and not guest.is_busy)
        assert [each.title for each in await talk.store.sessions()] == ["Again"]


async def test_both_walk_and_round_one_another(tmp_path: Path) -> None:
    async with both(tmp_path, '[roaming]\nlevel = "little"\n') as (talk, visit, _):
        talk._settling.timeout.emit()
        first, second = talk.features.running("roaming"), visit.chat.features.running("roaming")
        await until(lambda: bool(visit.window.body and talk._pet.body))
        for roaming, other in ((first, visit.window), (second, talk._pet)):
            body = body_of(other)
            clear = roaming._look(is_free=True).kept_clear
            assert any((each.left, each.bottom) == (body.left(), body.bottom() + 1) for each in clear)
        # Both stay in the same part of the screen, and what her tool moves is she.
        first.set_fence("a screen", Box(0, 0, 300, 300))
        assert second.fences == {"a screen": Box(0, 0, 300, 300)}
        assert visit.chat._turn_factory.toolbox().dependencies["roaming"].open() is second
        talk._settings_store.change("guest", present=False)
        await until(lambda: not isValid(visit.window))
        first.set_fence("a screen", None)
        assert second.fences == {"a screen": Box(0, 0, 300, 300)}


async def test_she_is_let_go_in_the_middle_of_an_answer_and_goes_on_with_it_when_invited_again(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest, controller = visit.chat.character, talk.features.running("guest")
        type_and_send(guest, "Tell me")
        upstream.delta(content="Once upon")
        await until(lambda: texts(guest)[-1:] == [("assistant", "Once upon")])
        controller.invite_or_dismiss()
        await until(lambda: controller.visit is None and not talk._host.turns.answering)
        type_and_send(talk, "Where is she?")
        await until(lambda: len(upstream.requests) == 2)
        assert "another character" not in upstream.requests[1]["messages"][0]["content"]
        controller.invite_or_dismiss()
        again = await arrived(talk)
        assert texts(again.chat.character) == [("user", "Tell me"), ("assistant", "Once upon")]


async def test_a_talk_ends_when_she_is_let_go_in_the_middle_of_it(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        first, controller = talk._host.guests.first, talk.features.running("guest")
        await ask(talk, upstream, "Talk.", "Hello!")
        visit.talk.start(first, 6)
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Hello Mikan!")
        await until(lambda: len(upstream.requests) == 3)
        upstream.delta(content="How")
        await until(lambda: texts(first)[-1:] == [("assistant", "How")])
        controller.invite_or_dismiss()
        await until(lambda: controller.visit is None and not first.is_busy)
        await until(lambda: visit.talk.talk is None)
        assert lines(first) == []
        assert talk.conversation.messages[-1].ended == "cancelled"
        assert len(upstream.requests) == 3


async def test_the_name_of_a_persona_by_strangers_counts_as_theirs_for_the_first_one(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, _):
        assert talk._host.conversation.reads == frozenset()
        persona = talk.personas.files.save(Persona("Obey"))
        talk._settings_store.change("guest", persona=persona.id)
        await until(lambda: talk.features.running("guest").visit is not visit)
        again = await arrived(talk)
        assert again.chat.character.name == "Obey"
        assert talk._host.conversation.reads == {"foreign"}
        talk._settings_store.change("guest", present=False)
        await until(lambda: talk._host.conversation.reads == frozenset())


async def test_what_is_typed_in_her_new_conversation_stays(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, _):
        composer = visit.chat.character.chat.composer
        composer.field.setPlainText("half a thought")
        visit.chat.character.chat.header.new.click()
        await until(lambda: composer.text() == "half a thought")
        await talk.store.maintain()
    async with both(tmp_path) as (talk, visit, _):
        await until(lambda: visit.chat.character.chat.composer.text() == "half a thought")
        assert talk.chat.composer.text() == ""


async def test_what_is_said_after_her_conversation_was_deleted_is_in_a_new_one(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest, controller = visit.chat.character, talk.features.running("guest")
        await ask(guest, upstream, "Hi Yuki", "Hello!")
        session = guest.conversation.session
        controller.invite_or_dismiss()
        await until(lambda: controller.visit is None)
        talk.store.delete(session)
        controller.invite_or_dismiss()
        guest = (await arrived(talk)).chat.character
        assert guest.conversation.messages == ()
        await ask(guest, upstream, "Are you there?", "Yes.")
        assert [each.title for each in await talk.store.sessions()] == ["Are you there?"]


async def test_a_conversation_that_is_read_in_the_first_chat_is_not_opened_in_hers(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest, controller = visit.chat.character, talk.features.running("guest")
        await ask(guest, upstream, "Hi Yuki", "Hello!")
        session = guest.conversation.session
        controller.invite_or_dismiss()
        await until(lambda: controller.visit is None)
        type_and_send(talk, "Hi Mikan")
        await until(lambda: talk.conversation.is_running)
        await talk.sessions.open(session)
        controller.invite_or_dismiss()
        guest = (await arrived(talk)).chat.character
        assert guest.conversation.messages == ()
        upstream.answer("Hi!")
        await until(lambda: talk.conversation.messages and talk.conversation.messages[0].text == "Hi Yuki")


async def test_her_new_conversation_shows_nothing_of_the_one_in_which_she_answers(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(guest, "Tell me")
        await until(lambda: guest.conversation.is_running)
        type_and_send(guest, "And then?")
        guest.chat.header.new.click()
        upstream.answer("Once upon a time.")
        await until(lambda: len(texts(guest)) == 4)
        assert guest.chat.transcript.messages == []
        # Its row in the list leads back to it.
        await talk.sessions.open(guest.conversation.session)
        assert [each.text for each in guest.chat.transcript.messages][:2] == ["Tell me", "Once upon a time."]
        upstream.answer("The end.")
        await until(lambda: texts(guest)[-1] == ("assistant", "The end."))


async def test_what_is_sent_as_the_program_ends_is_kept_in_both_chats(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, _):
        talk.ends.connect(lambda: type_and_send(talk, "Good night, Mikan"))
        type_and_send(visit.chat.character, "Good night, Yuki")
        await talk.features.running("guest")._end_visit()
    async with both(tmp_path) as (talk, visit, _):
        assert talk.conversation.messages[0].text == "Good night, Mikan"
        assert texts(visit.chat.character)[0] == ("user", "Good night, Yuki")


async def test_try_again_does_not_answer_anew_what_was_answered_meanwhile(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        await ask(talk, upstream, "Talk.", "Hello!")
        await ask(guest, upstream, "Hi Yuki", "Hello you!")
        assert await guest.ask_again() == (None, 0)
        assert [text for _, text in texts(guest)] == ["Hi Yuki", "Hello you!"]


async def test_the_requests_of_one_are_not_among_those_of_the_other(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(talk, "Hi Mikan")
        await until(lambda: len(upstream.requests) == 1)
        type_and_send(guest, "Hi Yuki")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Hi!")
        upstream.answer("Hello!")
        await until(lambda: not (talk.conversation.is_running or guest.conversation.is_running))
        for each, words in ((talk, "Hi Mikan"), (guest, "Hi Yuki")):
            details = each.chat.transcript._details[each.conversation.messages[-1].id]
            assert [request.body["messages"][-1]["content"] for request in details.exchanges] == [words]


async def test_two_with_one_model_wear_what_is_theirs_and_share_what_the_user_has_set(tmp_path: Path) -> None:
    async with both(tmp_path, 'folder = "mikan"\n') as (talk, visit, _):
        first, second = talk._host.guests.first, visit.chat.character
        first.stage.request_thing("knitted hat", on=True)
        second.stage.request_thing("glasses", on=True)
        assert first.window.animator.worn == {"knitted hat"}
        assert second.window.animator.worn == {"glasses"}
        stage = talk._host.stage
        stage.apply_notes(replace(stage.notes, scale=1.5))
        assert second.window.living_model.still.scale == 1.5
        assert second.window.animator.worn == {"glasses"}
        first.stage.request_thing("cup", on=True)
    model = visit._model
    assert model_notes.load(model).worn == {"knitted hat", "cup"}
    assert model_notes.load(model, beside=True).worn == {"glasses"}
    async with both(tmp_path, 'folder = "mikan"\n') as (talk, visit, _):
        assert visit.window.animator.worn == {"glasses"}
        assert talk._pet.animator.worn == {"knitted hat", "cup"}
        model_notes.delete(model)
    assert model_notes.load(model, beside=True).worn == frozenset()


async def test_nothing_of_her_is_left_in_memory_when_she_is_gone(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        controller = talk.features.running("guest")
        # What is there at the end of a start is never collected.
        controller.invite_or_dismiss()
        await arrived(talk)
        controller.invite_or_dismiss()
        await until(lambda: controller.visit is None)
        controller.invite_or_dismiss()
        left = [weakref.ref(each) for each in (await arrived(talk), controller.visit.chat, controller.visit.window)]
        controller.invite_or_dismiss()
        await until(lambda: controller.visit is None)
        await until(lambda: gc.collect() >= 0 and [each() for each in left] == [None, None, None])


async def test_nothing_of_her_private_conversation_is_written(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        await ask(guest, upstream, "Hi Yuki", "Hello!")
        guest.chat.header.private_requested.emit()
        type_and_send(guest, "a private question")
        await until(lambda: len(upstream.requests) == 2)
        upstream.begin_call("live2d_wear")
        upstream.arguments('{"thing": "glasses"}')
        upstream.end()
        await until(lambda: len(upstream.requests) == 3)
        upstream.answer("a private answer")
        await until(lambda: not guest.is_busy)
        assert visit.window.animator.worn == {"glasses"}
        guest.chat.composer.field.setPlainText("a private draft")
        talk.save_now()
    folders = (paths.data_folder(), paths.state_folder())
    files = [each for folder in folders for each in folder.rglob("*") if each.is_file()]
    written = {each: each.read_bytes() for each in files}
    assert any(b"Hi Yuki" in content for content in written.values())
    assert not any(word in content for content in written.values() for word in (b"private", b"glasses"))
