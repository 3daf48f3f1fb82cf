"""Measures how the user is heard in a room without a sound card, and prints the targets beside.

python -m tests.features.listening.bench [--quick]
"""

import argparse
import asyncio
import statistics
import time
from array import array
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from deskpet.features.listening.recognition.hands_free import HandsFree
from deskpet.features.listening.recognition.listener import Listener, ListenerState
from deskpet.features.listening.recognition.microphone import BLOCK_SECONDS
from deskpet.features.listening.recognition.openai_transcription import OpenAiTranscription
from deskpet.features.listening.recognition.recognizer import RATE
from deskpet.features.listening.recognition.voice_activity import VoiceActivity
from tests.features.listening.room import Room, room
from tests.features.listening.speech import SENTENCE, key_clicks, noise, spoken
from tests.features.listening.test_voice_activity import blocks, detected
from tests.features.listening.transcription_server import transcription_server, words_answer
from tests.features.voice.bench import Row
from tests.features.voice.speech_server import Answer
from tests.support.waiting import until

_ROUNDS, _QUICK_ROUNDS = 8, 2
_IDLE_SECONDS, _QUICK_IDLE_SECONDS = 20.0, 5.0
_NOISE_SECONDS = 60
# A sample above it is sound.
_LOUD = 300


@dataclass
class Times:
    """When states were entered and recordings arrived, on the clock of time.monotonic."""

    entered: list[tuple[ListenerState, float]] = field(default_factory=list)
    uploaded: list[float] = field(default_factory=list)

    def enter(self, state: ListenerState) -> None:
        self.entered.append((state, time.monotonic()))

    def last(self, state: ListenerState) -> float:
        """Returns when a state was last entered; 0 if never."""
        return max((moment for each, moment in self.entered if each is state), default=0.0)

    def upload(self, _fields: object) -> Answer:
        self.uploaded.append(time.monotonic())
        return words_answer(SENTENCE)


def voice_activity() -> list[Row]:
    """Measures the detector without a microphone."""
    began = time.perf_counter()
    VoiceActivity()
    loaded = time.perf_counter() - began
    onsets = [_onset(text) for text in ("No.", "Hello.", SENTENCE, "Yes, please.", "What time is it?")]
    false = sum(_speech_blocks(sound) for sound in (noise(_NOISE_SECONDS, 300), key_clicks(_NOISE_SECONDS)))
    return [
        Row("speech detector: load, the first time", loaded * 1000, "ms", 250),
        Row("speech detector: processor for a second of speech", _cost(spoken(SENTENCE) * 5), "ms", 15),
        Row("speech detector: processor for a second of silence", _cost(noise(15)), "ms", 3),
        Row("beginning of a word -> found (worst of 5)", max(onsets) * 1000, "ms", 150),
        Row("seconds of noise and typing taken for speech, of 120", false * BLOCK_SECONDS, "s", 0, 0),
    ]


def _speech_blocks(sound: bytes) -> int:
    return sum(map(VoiceActivity().is_speech, blocks(sound)))


def _cost(sound: bytes) -> float:
    """Returns the milliseconds of processor time that a second of a sound takes."""
    finder, found = VoiceActivity(), blocks(sound)
    began = time.process_time()
    for block in found:
        finder.is_speech(block)
    return (time.process_time() - began) * 1000 / (len(found) * BLOCK_SECONDS)


def _onset(text: str) -> float:
    """Returns the seconds from the first sample that is loud until the utterance has begun."""
    speech = spoken(text)
    sound = noise(1) + speech
    _, heard = detected(sound, lead_seconds=0)
    loud = next(n for n, value in enumerate(array("h", speech)) if abs(value) > _LOUD)
    return (sound.index(heard) + 2 * len(blocks(heard)[0])) / 32_000 - 1 - loud / RATE


async def push_to_talk(running: Room, recognizer: OpenAiTranscription, times: Times, rounds: int) -> list[Row]:
    """Measures from the press of the key until it hears, and from its release until the recording is sent."""
    opened: list[float] = []
    sent: list[float] = []
    for _ in range(rounds):
        pressed = time.monotonic()
        listener = Listener(on_text=lambda _: None, on_state=times.enter)
        listening = asyncio.ensure_future(listener.run(recognizer))
        await until(lambda start=pressed: times.last(ListenerState.LISTENING) > start)
        opened.append(times.last(ListenerState.LISTENING) - pressed)
        await asyncio.to_thread(running.say, spoken("Hello."))
        released = time.monotonic()
        listener.finish()
        await listening
        sent.append(times.uploaded[-1] - released)
    return [
        Row("key pressed -> the microphone hears (median)", statistics.median(opened) * 1000, "ms", 150),
        Row("key released -> recording sent (median)", statistics.median(sent) * 1000, "ms", 250),
        Row("key released -> recording sent (worst)", max(sent) * 1000, "ms", 400),
    ]


async def hands_free(running: Room, recognizer: OpenAiTranscription, times: Times, *, is_quick: bool) -> list[Row]:
    """Measures the open microphone: its cost in silence, and how long after the last word the recording is sent."""
    words: list[str] = []
    listening = HandsFree(recognizer, on_text=lambda _: None, on_state=times.enter, on_error=print)

    async def collect() -> None:
        async for each in listening.utterances():
            words.append(each)  # noqa: PERF401 - a cancelled list comprehension keeps nothing

    began = time.monotonic()
    task = asyncio.ensure_future(collect())
    await until(lambda: times.last(ListenerState.LISTENING) > began)
    before, cpu = len(times.uploaded), time.process_time()
    idle = _QUICK_IDLE_SECONDS if is_quick else _IDLE_SECONDS
    await asyncio.sleep(idle)
    used, uploaded = (time.process_time() - cpu) / idle, len(times.uploaded) - before
    await asyncio.to_thread(running.say, spoken(SENTENCE))
    said = time.monotonic()
    await until(lambda: words)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return [
        Row("hands-free: processor while nobody speaks, of one core", used * 100, "%", 3),
        Row("hands-free: recordings sent while nobody speaks", uploaded, "", 0, 0),
        Row("hands-free: end of the sentence -> recording sent", (times.uploaded[-1] - said) * 1000, "ms", 1100),
    ]


@asynccontextmanager
async def _running():
    times = Times()
    async with transcription_server(times.upload) as server:
        recognizer = OpenAiTranscription(server.base_url, "whisper-1")
        with room() as running:
            try:
                yield running, recognizer, times
            finally:
                await recognizer.aclose()


async def measure(*, is_quick: bool) -> list[Row]:
    """Returns the rows of the table."""
    rows = voice_activity()
    async with _running() as (running, recognizer, times):
        rows += await push_to_talk(running, recognizer, times, _QUICK_ROUNDS if is_quick else _ROUNDS)
        rows += await hands_free(running, recognizer, times, is_quick=is_quick)
    return rows


def main() -> int:
    """Prints the table. Returns 1 if a target was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, and delays are no failure")
    is_quick = parser.parse_args().quick
    rows = asyncio.run(measure(is_quick=is_quick))
    for row in rows:
        print(row.line(is_quick=is_quick))
    return int(any(row.is_missed(is_quick=is_quick) for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
