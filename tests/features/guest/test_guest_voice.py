"""Both characters read their answers aloud, one at a time."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from deskpet.app.chat_controller import ChatController
from deskpet.features.guest.controllers.visit import Visit
from deskpet.features.voice.playback.player import Player
from tests.app.running_pet import ChatServer, type_and_send
from tests.features.guest.test_guest import both, lines, texts
from tests.features.voice.outputs import Outputs
from tests.features.voice.sounds import tone
from tests.features.voice.speech_server import Answer, SpeechServer, speech_server
from tests.support.waiting import until

pytestmark = pytest.mark.window

TEXT = "The first sentence is here. The second one follows it. And the third one ends it all."


@asynccontextmanager
async def both_aloud(
    folder: Path, monkeypatch: pytest.MonkeyPatch, outputs: Outputs
) -> AsyncGenerator[tuple[ChatController, Visit, ChatServer, SpeechServer]]:
    """A pet with a second character, of which both read their answers aloud."""
    monkeypatch.setattr("deskpet.features.voice.playback.player.Player", partial(Player, outputs))
    async with speech_server(Answer((tone(220, 0.6),))) as speech:
        voice = f'[voice]\nenabled = true\nengine = "openai"\nvoice = "alloy"\nserver_url = "{speech.base_url}"\n'
        async with both(folder, voice) as parts:
            yield *parts, speech


async def test_one_waits_until_the_other_was_heard_and_so_does_their_talk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = Outputs()
    async with both_aloud(tmp_path, monkeypatch, outputs) as (talk, visit, upstream, speech):
        first, guest = talk._host.guests.first, visit.chat.character
        own, hers = talk.speech.own, visit.chat.speech.own
        outputs.may_take.clear()
        type_and_send(talk, "Hello")
        upstream.answer(TEXT)
        await until(lambda: own.is_audible)
        type_and_send(guest, "Hello, too")
        upstream.answer("I speak after her.")
        await until(lambda: texts(guest)[-1:] == [("assistant", "I speak after her.")] and not guest.is_busy)
        assert own.is_audible
        assert hers.is_speaking
        assert not hers.is_audible
        assert talk.speech.voice.is_audible
        # The next answer of a talk is asked for when the last one was heard.
        visit.talk.start(guest, 1)
        end = talk.speech.audibility_changed.add(lambda _: outputs.may_take.clear() if hers.is_audible else None)
        outputs.may_take.set()
        await until(lambda: hers.is_audible)
        end()
        assert not own.is_speaking
        assert len(upstream.requests) == 2
        # The button of the first chat stops nothing of hers.
        talk.chat.composer.stop_requested.emit()
        assert hers.is_audible
        # The user speaks.
        assert talk.speech.voice.pause()
        assert not hers.is_audible
        talk.speech.voice.resume()
        outputs.may_take.set()
        await until(lambda: len(upstream.requests) == 3)
        assert not hers.is_speaking
        assert upstream.requests[2]["messages"][-1]["content"] == "Yuki: I speak after her."
        outputs.may_take.clear()
        upstream.answer("And I again.")
        await until(lambda: own.is_audible)
        visit.talk.stop()
        talk.speech.voice.silence()
        assert not own.is_speaking
        assert first.conversation.messages[-1].text == "And I again."
    assert "I speak after her." in [each["input"] for each in speech.requests]


async def test_private_words_are_not_passed_on_to_a_conversation_that_is_kept_and_was_begun_while_they_were_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = Outputs()
    async with both_aloud(tmp_path, monkeypatch, outputs) as (talk, visit, upstream, _):
        first, guest = talk._host.guests.first, visit.chat.character
        outputs.may_take.clear()
        for each in (first, guest):
            each.chat.header.private_requested.emit()
        type_and_send(talk, "A secret.")
        upstream.answer(TEXT)
        await until(lambda: talk.speech.own.is_audible and not talk.is_answering)
        visit.talk.start(first, 1)
        await until(lambda: any("Yuki answers" in each for each in lines(guest)))
        guest.chat.header.new.click()
        assert not guest.conversation.is_private
        talk.speech.own.silence()
        await until(lambda: visit.talk.talk is None)
        assert any("private" in each for each in lines(guest))
        assert guest.conversation.messages == ()
        assert len(upstream.requests) == 1


async def test_who_waits_does_not_begin_where_the_user_stops_the_other_and_who_thinks_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = Outputs()
    async with both_aloud(tmp_path, monkeypatch, outputs) as (talk, visit, upstream, _):
        heard, order = list[bool](), talk.speech.order
        outputs.may_take.clear()
        type_and_send(talk, "Hello")
        await until(lambda: len(upstream.requests) == 1)
        assert talk.speech.own.is_speaking
        order.take_turn(lambda: heard.append(True))()
        assert heard == [True]
        upstream.answer(TEXT)
        await until(lambda: talk.speech.own.is_audible and not talk.is_answering)
        type_and_send(visit.chat.character, "Hello, too")
        upstream.answer(TEXT)
        await until(lambda: visit.chat.speech.own.is_speaking and not visit.chat.character.is_busy)
        heard.clear()
        talk.speech.audibility_changed.add(heard.append)
        assert talk.speech.voice.silence()
        assert heard == [False]
