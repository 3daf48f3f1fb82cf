"""A second character in the whole pet, with a server whose answers a test writes."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from deskpet.app.chat_controller import ChatController
from deskpet.chat.messages import Message, StreamingText, Text, ToolUse
from deskpet.config import paths
from deskpet.features.guest.controllers.placing import body_of
from deskpet.features.guest.controllers.visit import Visit
from deskpet.features.host import SpeakingCharacter
from deskpet.personas.persona import Persona
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.pet.placement_tracker import free_area
from tests.app.running_pet import ChatServer, running_with_server, type_and_send
from tests.support.waiting import until

pytestmark = pytest.mark.window

PRESENT = "[guest]\npresent = true\n"


@asynccontextmanager
async def both(folder: Path, more: str = "") -> AsyncGenerator[tuple[ChatController, Visit, ChatServer]]:
    """A pet with a second character, both on screen."""
    async with running_with_server(folder, PRESENT + more) as (talk, upstream):
        yield talk, await arrived(talk), upstream


async def arrived(talk: ChatController) -> Visit:
    """Wait until the second character is on screen, and can be spoken to."""
    guest = talk.features.running("guest")
    await until(lambda: guest.visit is not None and guest.visit.talk is not None and guest.visit.window.is_alive)
    return guest.visit


def texts(character: SpeakingCharacter) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in character.conversation.messages]


def lines(character: SpeakingCharacter) -> list[str]:
    return [line.text() for line in character.chat.pane.status_lines.lines]


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
        await until(lambda: "Yuki has heard it, too." in lines(first))
        follow(first, "Let her answer")
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


async def test_after_a_crash_each_goes_on_with_her_own_conversation(tmp_path: Path, home: Path) -> None:
    """Nothing was noted at the end, and the last word was the second one's."""
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        type_and_send(talk, "Hi Mikan")
        upstream.answer("Hi!")
        await until(lambda: len(talk.conversation.messages) == 2 and not talk.is_answering)
        type_and_send(guest, "Hi Yuki")
        upstream.answer("Hello!")
        await until(lambda: len(guest.conversation.messages) == 2 and not guest.is_busy)
        noted = (paths.state_folder() / "session.json").read_bytes()
    (paths.state_folder() / "session.json").write_bytes(noted)
    async with both(tmp_path) as (talk, visit, _):
        assert [each.text for each in talk.conversation.messages] == ["Hi Mikan", "Hi!"]
        assert texts(visit.chat.character) == [("user", "Hi Yuki"), ("assistant", "Hello!")]


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
        assert guest.conversation.messages[0].reads == ("foreign",)
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


async def test_she_walks_round_the_other_one(tmp_path: Path) -> None:
    async with both(tmp_path, '[roaming]\nlevel = "little"\n') as (talk, visit, _):
        talk._settling.timeout.emit()
        roaming = talk.features.running("roaming")
        body = body_of(visit.window)
        await until(lambda: bool(visit.window.body))
        roaming._looked_at = 0.0
        clear = roaming._look(is_free=True).kept_clear
        assert any((each.left, each.bottom) == (body.left(), body.bottom() + 1) for each in clear)


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
