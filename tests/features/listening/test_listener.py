import asyncio
import threading

import pytest

from deskpet.features.listening.recognition import listener as listener_module
from deskpet.features.listening.recognition.listener import Listener, ListenerState
from deskpet.features.listening.recognition.openai_transcription import OpenAiTranscription
from deskpet.features.listening.recognition.recognizer import RecognitionError, SpeechRecognizer
from deskpet.features.listening.recognition.voice_activity import speech_finder
from tests.features.listening.inputs import Inputs
from tests.features.listening.room import room
from tests.features.listening.scripted_recognizer import REFUSED, ScriptedRecognizer
from tests.features.listening.speech import SENTENCE, key_clicks, noise, spoken
from tests.features.listening.test_microphone import needs_sound_server
from tests.features.listening.transcription_server import transcription_server, words_answer
from tests.support.waiting import until

OPENING, LISTENING, TRANSCRIBING, ENDED = ListenerState
SPEECH = noise(0.5) + spoken(SENTENCE) + noise(0.3)
SPEECH_SECONDS = len(spoken(SENTENCE)) / 32_000


class Run:
    """A listener with what it told."""

    def __init__(self, recognizer: SpeechRecognizer, inputs: Inputs | None, **options) -> None:
        self.states: list[ListenerState] = []
        self.texts: list[str] = []
        self.inputs = inputs
        self.listener = Listener(on_text=self.texts.append, on_state=self.states.append, open_input=inputs, **options)
        self.task = asyncio.ensure_future(self.listener.run(recognizer))

    async def until_state(self, state: ListenerState) -> None:
        await until(lambda: state in self.states)


async def test_a_released_key_ends_the_utterance_and_its_words_are_returned():
    recognizer, inputs = ScriptedRecognizer(), Inputs(SPEECH)
    run = Run(recognizer, inputs, language="ja")
    await until(lambda: len(recognizer.streams) and len(recognizer.streams[0].heard) > 40_000)
    assert run.listener.level > 0
    run.listener.finish()
    assert await run.task == "Hello."
    assert run.states == [OPENING, LISTENING, TRANSCRIBING, ENDED]
    numbers = [int(text.removesuffix(" blocks")) for text in run.texts]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert recognizer.streams[0].language == "ja"
    assert inputs.is_closed
    assert run.listener.level == 0


async def test_what_was_said_while_the_detector_was_loaded_is_heard_although_the_key_is_up(monkeypatch):
    may_load = threading.Event()

    def slow_finder():
        may_load.wait(60)
        return speech_finder()

    monkeypatch.setattr(listener_module, "speech_finder", slow_finder)
    recognizer, inputs = ScriptedRecognizer(), Inputs(SPEECH)
    run = Run(recognizer, inputs)
    await until(lambda: bool(inputs.opened) and inputs.opened[0].seconds > 3)
    run.listener.finish()
    may_load.set()
    assert await run.task == "Hello."


async def test_the_words_are_given_from_a_second_before_the_first_one():
    recognizer = ScriptedRecognizer()
    run = Run(recognizer, Inputs(noise(5) + spoken(SENTENCE)), ends_after_silence=True)
    assert await run.task == "Hello."
    assert len(recognizer.streams[0].heard) / 32_000 == pytest.approx(1 + SPEECH_SECONDS + 0.5, abs=0.5)


async def test_the_microphone_is_closed_while_the_words_are_awaited():
    recognizer, inputs = ScriptedRecognizer(), Inputs(SPEECH)
    recognizer.may_finish.clear()
    run = Run(recognizer, inputs, ends_after_silence=True)
    await run.until_state(TRANSCRIBING)
    assert inputs.is_closed
    recognizer.may_finish.set()
    assert await run.task == "Hello."


@pytest.mark.parametrize("sound", [noise(0.5), key_clicks(3)], ids=["silence", "typing"])
async def test_nothing_is_recognized_without_speech(sound):
    async with transcription_server(words_answer("Thank you for watching!")) as server:
        engine = OpenAiTranscription(server.base_url, "whisper-1")
        run = Run(engine, Inputs(sound))
        await run.until_state(LISTENING)
        run.listener.finish()
        assert await run.task == ""
        await engine.aclose()
    assert server.requests == []
    assert run.states == [OPENING, LISTENING, ENDED]


async def test_a_switched_on_listener_ends_when_nothing_is_said():
    run = Run(ScriptedRecognizer(), Inputs(), ends_after_silence=True)
    assert await run.task == ""


async def test_a_held_listener_waits_through_a_pause():
    recognizer = ScriptedRecognizer()
    run = Run(recognizer, Inputs(SPEECH + noise(3) + spoken(SENTENCE)))
    await until(lambda: recognizer.streams and len(recognizer.streams[0].heard) > 32_000 * (2 * SPEECH_SECONDS + 3))
    run.listener.finish()
    assert await run.task == "Hello."


@pytest.mark.parametrize("state", [OPENING, LISTENING, TRANSCRIBING])
async def test_a_cancelled_task_closes_everything(state):
    recognizer, inputs = ScriptedRecognizer(), Inputs(SPEECH)
    recognizer.may_finish.clear()
    run = Run(recognizer, inputs, ends_after_silence=True)
    await run.until_state(state)
    run.task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run.task
    await until(lambda: inputs.is_closed)
    assert run.states[-1] is ENDED
    assert all(each.is_closed for each in recognizer.streams)


async def test_an_error_of_the_recognizer_is_raised():
    run = Run(ScriptedRecognizer([REFUSED]), Inputs(SPEECH), ends_after_silence=True)
    with pytest.raises(RecognitionError, match="refused"):
        await run.task
    assert run.states[-1] is ENDED


async def test_an_error_of_the_microphone_is_raised():
    recognizer, inputs = ScriptedRecognizer(), Inputs(bytes(32_000 * 5))
    run = Run(recognizer, inputs)
    with pytest.raises(RecognitionError, match="blocked"):
        await run.task
    assert inputs.is_closed
    assert recognizer.streams[0].is_closed


async def test_the_longest_recording_ends_and_tells_so(monkeypatch):
    monkeypatch.setattr(listener_module, "MAX_SECONDS", 2)
    run = Run(ScriptedRecognizer(), Inputs(spoken(SENTENCE) * 5))
    assert await run.task == "Hello."
    assert run.listener.has_reached_limit


@needs_sound_server
async def test_a_file_in_the_microphone_becomes_words():
    async with transcription_server(words_answer(SENTENCE)) as server:
        engine = OpenAiTranscription(server.base_url, "whisper-1")
        with room() as running:
            run = Run(engine, None)
            await run.until_state(LISTENING)
            await asyncio.to_thread(running.say, spoken(SENTENCE))
            run.listener.finish()
            assert await run.task == SENTENCE
        await engine.aclose()
    # 44 bytes are the header.
    assert len(server.requests[0]["file"]) / 32_000 > SPEECH_SECONDS
