import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from deskpet.features.listening.recognition.hands_free import HandsFree
from deskpet.features.listening.recognition.listener import ListenerState
from deskpet.features.listening.recognition.recognizer import RecognitionError
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.sound import Pcm
from tests.features.listening.inputs import Inputs
from tests.features.listening.room import room
from tests.features.listening.scripted_recognizer import REFUSED, ScriptedRecognizer
from tests.features.listening.speech import SENTENCE, key_clicks, noise, spoken
from tests.features.listening.test_microphone import needs_sound_server
from tests.support.waiting import until

OPENING, LISTENING, TRANSCRIBING, ENDED = ListenerState
SPEECH = spoken(SENTENCE)
SPEECH_SECONDS = len(SPEECH) / 32_000


class Run:
    """Hands-free listening with what it told and yielded."""

    def __init__(self, recognizer: ScriptedRecognizer, inputs: Inputs | None, **options) -> None:
        self.states: list[ListenerState] = []
        self.texts: list[str] = []
        self.words: list[str] = []
        options.setdefault("on_error", print)
        self.hands_free = HandsFree(
            recognizer, on_text=self.texts.append, on_state=self.states.append, open_input=inputs, **options
        )
        self.task = asyncio.ensure_future(self._collect())

    async def end(self) -> None:
        self.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await self.task

    async def _collect(self) -> None:
        utterances: AsyncIterator[str] = self.hands_free.utterances()
        async for words in utterances:
            self.words.append(words)


async def test_each_utterance_is_recognized_in_order():
    recognizer, inputs = ScriptedRecognizer(["One.", "Two.", "Three."]), Inputs((noise(1) + SPEECH + noise(1.2)) * 3)
    run = Run(recognizer, inputs, language="en")
    await until(lambda: len(run.words) == 3)
    assert run.words == ["One.", "Two.", "Three."]
    assert run.states[:4] == [OPENING, LISTENING, TRANSCRIBING, LISTENING]
    await run.end()
    assert run.states[-1] is ENDED
    assert inputs.is_closed
    for stream in recognizer.streams:
        assert stream.is_closed
        assert stream.language == "en"
        # The sound from 0.3 s before the first word until 0.8 s after the last one.
        assert len(stream.heard) / 32_000 == pytest.approx(SPEECH_SECONDS + 0.8, abs=0.5)


async def test_utterances_go_on_while_the_words_of_one_are_awaited():
    recognizer = ScriptedRecognizer(["One.", "Two."])
    recognizer.may_finish.clear()
    run = Run(recognizer, Inputs((SPEECH + noise(1.2)) * 2))
    await until(lambda: len(recognizer.streams) == 2)
    assert run.words == []
    recognizer.may_finish.set()
    await until(lambda: run.words == ["One.", "Two."])
    await run.end()


async def test_typing_and_silence_are_not_recognized():
    recognizer, inputs = ScriptedRecognizer(), Inputs(key_clicks(3) + noise(3) + SPEECH + noise(1.2))
    run = Run(recognizer, inputs)
    await until(lambda: run.words)
    assert len(recognizer.streams) == 1
    await run.end()


async def test_an_utterance_without_words_is_not_yielded():
    run = Run(ScriptedRecognizer(["", "Two."]), Inputs((SPEECH + noise(1.2)) * 2))
    await until(lambda: run.words)
    assert run.words == ["Two."]
    await run.end()


@pytest.mark.slow
async def test_an_endless_voice_is_cut_into_utterances():
    recognizer = ScriptedRecognizer()
    run = Run(recognizer, Inputs(SPEECH * 40))
    await until(lambda: len(run.words) >= 2)
    assert len(recognizer.streams[0].heard) / 32_000 == pytest.approx(60, abs=0.1)
    await run.end()


async def test_nothing_is_heard_while_she_speaks_and_shortly_after():
    recognizer = ScriptedRecognizer()
    inputs = Inputs(SPEECH * 1000, pace=0.02)
    run = Run(recognizer, inputs)
    run.hands_free.set_deaf(True)
    await until(lambda: LISTENING in run.states)
    await asyncio.sleep(1)
    assert recognizer.streams == []
    assert run.hands_free.level == 0
    run.hands_free.set_deaf(False)
    ended = time.monotonic()
    await until(lambda: recognizer.streams)
    assert time.monotonic() - ended > 0.3
    await run.end()


async def test_an_utterance_is_dropped_when_she_begins_to_speak():
    recognizer = ScriptedRecognizer()
    run = Run(recognizer, Inputs(SPEECH * 1000, pace=0.02))
    await until(lambda: recognizer.streams)
    run.hands_free.set_deaf(True)
    await until(lambda: recognizer.streams[0].is_closed)
    assert not recognizer.streams[0].is_finished
    assert run.texts[-1] == ""
    await run.end()


async def test_an_error_is_told_and_it_listens_on():
    told: list[RecognitionError] = []
    recognizer = ScriptedRecognizer([REFUSED, REFUSED, "Three."])
    run = Run(recognizer, Inputs((SPEECH + noise(1.2)) * 3), on_error=told.append)
    await until(lambda: run.words)
    assert told == [REFUSED, REFUSED]
    await run.end()


async def test_the_third_error_in_a_row_ends_it():
    told: list[RecognitionError] = []
    inputs = Inputs((SPEECH + noise(1.2)) * 4)
    run = Run(ScriptedRecognizer([REFUSED]), inputs, on_error=told.append)
    with pytest.raises(RecognitionError, match="refused"):
        await run.task
    assert len(told) == 2
    assert inputs.is_closed
    assert run.states[-1] is ENDED


async def test_a_lost_microphone_ends_it_after_the_words_that_are_awaited():
    inputs = Inputs(SPEECH + noise(1.2))
    recognizer = ScriptedRecognizer(["One."])
    recognizer.may_finish.clear()
    run = Run(recognizer, inputs)
    await until(lambda: TRANSCRIBING in run.states)
    inputs.lose()
    recognizer.may_finish.set()
    with pytest.raises(RecognitionError, match="went away"):
        await run.task
    assert run.words == ["One."]
    assert run.states[-1] is ENDED


async def test_a_microphone_that_suppresses_silence_is_not_blocked():
    run = Run(ScriptedRecognizer(), Inputs(bytes(32_000 * 6) + SPEECH + noise(1.2)))
    await until(lambda: run.words)
    await run.end()


async def test_zeros_for_ten_seconds_are_a_blocked_microphone():
    with pytest.raises(RecognitionError, match="blocked"):
        await Run(ScriptedRecognizer(), Inputs(bytes(32_000 * 12))).task


@pytest.mark.slow
@needs_sound_server
async def test_she_never_hears_herself():
    recognizer = ScriptedRecognizer()
    with room() as running:
        running.echo()
        run = Run(recognizer, None)
        await until(lambda: LISTENING in run.states)
        player = Player()
        run.hands_free.set_deaf(True)
        await player.open()
        player.buffer.write(Pcm(16_000, SPEECH), "answer")
        player.buffer.end_piece("answer")
        await player.drained()
        run.hands_free.set_deaf(False)
        await asyncio.sleep(2)
        assert recognizer.streams == []
        # Without that, the echo is heard.
        player.buffer.write(Pcm(16_000, SPEECH), "answer")
        player.buffer.end_piece("answer")
        await until(lambda: run.words)
        await run.end()
        await player.close()
