"""Measures what is heard of her voice on a sound server without a sound card, and prints the targets beside.

    python -m tests.voice.bench [--picture FILE.svg]

Times include the delay of the recording, a few milliseconds.
"""

import argparse
import asyncio
import functools
import os
import re
import statistics
import time
from array import array
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from deskpet.threads import run_in_thread
from deskpet.voice.engine import SpeechEngine
from deskpet.voice.loudness import MouthOpening, loudness
from deskpet.voice.openai_speech import OpenAiSpeech, OpenAiVoice
from deskpet.voice.player import CLOSE_AFTER_SECONDS, Player
from deskpet.voice.sound_file import read_sound
from deskpet.voice.speakable import speakable
from deskpet.voice.speaker import Speaker
from deskpet.voice.speech_queue import SpeechQueue
from deskpet.voice.system_voice import SystemVoice
from tests.voice.picture import curve_picture
from tests.voice.sound_server import RATE, Recording, null_sink
from tests.voice.sounds import crossings, tone, wav
from tests.voice.speech_server import Answer, SpeechServer, in_pieces, speech_server

_ROUNDS = 8
_TOKENS_PER_SECOND, _TOKENS, _TOKENS_PER_SENTENCE = 1000, 3000, 12
_TONE_SECONDS, _HEARD_SECONDS = 0.5, 12.0
_SENTENCE = "The quick brown fox jumps over the lazy dog, and then it sleeps in the sun for a while."
# A sample above it is sound; a silence that is longer is a gap.
_LOUD, _GAP_SECONDS = 300, 0.004
_BLOCK = RATE // 50


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. limit: the target, or None; unit: of both."""

    name: str
    value: float
    unit: str
    limit: float | None = None

    def __str__(self) -> str:
        target = "" if self.limit is None else f"<= {self.limit:g} {self.unit}"
        verdict = "" if self.limit is None else ("ok" if self.value <= self.limit else "MISSED")
        return f"{self.name:<58} {self.value:>8.1f} {self.unit:<4} {target:<12} {verdict}"


@dataclass
class Bench:
    """A running recording. `server` speaks tones by `engine`; `player` plays them. silent_at: when she last stopped."""

    recording: Recording
    server: SpeechServer
    engine: SpeechEngine
    player: Player
    silent_at: float = 0.0

    def heard(self, since: float) -> array:
        """Returns the samples from a time until now."""
        return array("h", bytes(self.recording.samples[self.recording.sample_at(since) * 2 :]))

    async def first_sound(self, since: float) -> float:
        """Waits for sound after a time, and returns when it was played."""
        start = self.recording.sample_at(since)
        while (found := _first_loud(self.heard(since))) is None:
            await asyncio.sleep(0.005)
        return self.recording.time_of(start + found)


def _token(number: int) -> str:
    """Returns a token of sentences that have twelve, with their number."""
    sentence, word = divmod(number, _TOKENS_PER_SENTENCE)
    return (
        f"Sentence {sentence + 1}"
        if word == 0
        else (" is **spoken**.\n" if word == _TOKENS_PER_SENTENCE - 1 else " still")
    )


def _first_loud(samples: array) -> int | None:
    return next((n for n, value in enumerate(samples) if abs(value) > _LOUD), None)


def _gaps(samples: array) -> list[float]:
    """Returns the silences between two sounds, in seconds."""
    loud = [n for n, value in enumerate(samples) if abs(value) > _LOUD]
    return [(b - a) / RATE for a, b in pairwise(loud) if (b - a) / RATE > _GAP_SECONDS]


async def order_and_gaps(bench: Bench) -> list[Row]:
    """Speaks an answer of which a thousand tokens a second arrive."""
    speaker = Speaker(bench.engine, bench.player)
    began, held, starved = time.monotonic(), 0.0, bench.player.starved_seconds
    tokens = 0
    while tokens < _TOKENS:
        due = min(int((time.monotonic() - began) * _TOKENS_PER_SECOND) + 1, _TOKENS)
        before = time.thread_time()
        for token in range(tokens, due):
            speaker.feed(_token(token))
        tokens = due
        await asyncio.sleep(0.001)
        held = max(held, time.thread_time() - before)
    start = await bench.first_sound(began)
    await asyncio.sleep(max(start + _HEARD_SECONDS - time.monotonic(), 0))
    samples = bench.heard(start)[: int((_HEARD_SECONDS - 1) * RATE)]
    speaker.stop()
    size = round(_TONE_SECONDS * RATE)
    tones = [samples[at : at + size] for at in range(0, len(samples) - size, size)]
    numbers = [round((crossings(each.tobytes(), RATE) - 300) / 50) for each in tones]
    wrong = sum(number != expected % 10 for number, expected in zip(numbers, count(1), strict=False))
    found = _gaps(samples)
    starved = bench.player.starved_seconds - starved
    return [
        Row(f"sentences heard out of order, of {len(numbers)}", wrong, "", 0),
        Row("gaps while 1,000 tokens a second arrive", len(found), "", 0),
        Row("longest of the gaps", max(found, default=0) * 1000, "ms"),
        Row("silence because the engine was slow", starved * 1000, "ms"),
        Row("longest work of the event loop in one turn then", held * 1000, "ms", 12),
    ]


async def first_byte_to_sound(bench: Bench, *, is_cold: bool) -> Row:
    """Measures from the engine's first byte until the sound is heard."""
    delays: list[float] = []
    for _ in range(_ROUNDS):
        if is_cold:
            await bench.player.close()
        else:
            await bench.player.open()
        await asyncio.sleep(0.3)
        queue = SpeechQueue(bench.engine, bench.player)
        began = time.monotonic()
        queue.add("1", "en")
        queue.end()
        sound_at = await bench.first_sound(began)
        delays.append(sound_at - bench.server.first_byte_at[-1])
        await queue.finished()
    name = "the device was closed" if is_cold else "the device is open"
    return Row(f"engine's first byte -> sound, {name} (median)", statistics.median(delays) * 1000, "ms", 100)


async def stop_to_silence(bench: Bench) -> list[Row]:
    """Measures from stop until silence."""
    delays: list[float] = []
    for number in range(_ROUNDS):
        queue = SpeechQueue(bench.engine, bench.player)
        began = time.monotonic()
        queue.add("long", "en")
        await bench.first_sound(began)
        await asyncio.sleep(0.3 + number * 0.013)
        stopped = time.monotonic()
        queue.stop()
        await asyncio.sleep(0.4)
        samples = bench.heard(stopped)
        last = max((n for n, value in enumerate(samples) if abs(value) > _LOUD), default=0)
        delays.append(last / RATE)
    return [
        Row("stop -> silence (median)", statistics.median(delays) * 1000, "ms", 120),
        Row("stop -> silence (worst)", max(delays) * 1000, "ms", 120),
    ]


async def mouth_against_sound(bench: Bench, picture: Path | None) -> list[Row]:
    """Compares the mouth at 60 Hz with the mouth that the recorded sound itself would have."""
    queue = SpeechQueue(SystemVoice(platform="linux"), bench.player)
    cpu, began = time.process_time(), time.monotonic()
    queue.add(_SENTENCE, "en")
    queue.end()
    task = asyncio.ensure_future(queue.finished())
    mouth: list[tuple[float, float]] = []
    while not task.done():
        mouth.append((time.monotonic(), bench.player.opening_now()))
        await asyncio.sleep(1 / 60)
    bench.silent_at = time.monotonic()
    used = (time.process_time() - cpu) / (time.monotonic() - began)
    await asyncio.sleep(0.2)
    start = bench.recording.sample_at(began)
    samples, follower = bench.heard(began), MouthOpening()
    # The opening at the end of each block, as the mouth has it when the block is heard.
    wanted = [
        follower.add(loudness(samples[at : at + _BLOCK].tobytes()), 0.02)
        for at in range(0, len(samples) - _BLOCK, _BLOCK)
    ]
    at_blocks = [
        _value_at(mouth, bench.recording.time_of(start + n * _BLOCK + _BLOCK // 2)) for n in range(len(wanted))
    ]
    lag = _lag(mouth, wanted, bench.recording.time_of(start))
    if picture is not None:
        picture.write_text(curve_picture(samples, at_blocks, RATE), encoding="utf-8")
    return [
        Row(
            f"mouth against sound (best fit of the curves): {'late' if lag > 0 else 'early'}", abs(lag) * 1000, "ms", 40
        ),
        Row("processor while she speaks, of one core", used * 100, "%"),
    ]


def _value_at(mouth: list[tuple[float, float]], moment: float) -> float:
    """Returns the opening at a time, between two frames."""
    for (before, first), (after, second) in pairwise(mouth):
        if before <= moment < after:
            return first + (second - first) * (moment - before) / (after - before)
    return 0.0


def _lag(mouth: list[tuple[float, float]], wanted: list[float], start: float) -> float:
    """Returns by how many seconds the mouth is late: the shift at which the curves differ least."""

    def difference(shift: float) -> float:
        shown = [_value_at(mouth, start + n * 0.02 + 0.01 + shift) for n in range(len(wanted))]
        return sum((a - b) ** 2 for a, b in zip(shown, wanted, strict=True))

    return min((n * 0.005 for n in range(-40, 41)), key=difference)


async def sound_of_motion(bench: Bench, *, is_cold: bool) -> list[Row]:
    """Plays the file of a motion's sound: from its start until it is heard, and until the mouth opens."""
    delays, mouth_delays = list[float](), list[float]()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "sound.wav"
        file.write_bytes(wav(tone(440, _TONE_SECONDS), 24_000))
        for _ in range(_ROUNDS):
            if is_cold:
                await bench.player.close()
            else:
                await bench.player.open()
            await asyncio.sleep(0.3)
            began = time.monotonic()
            pieces = await run_in_thread(functools.partial(read_sound, file))
            await bench.player.open()
            for pcm in pieces:
                bench.player.write(pcm, file)
            bench.player.end_piece(file)
            while bench.player.opening_now() == 0:
                await asyncio.sleep(1 / 60)
            opened = time.monotonic()
            sound_at = await bench.first_sound(began)
            delays.append(sound_at - began)
            mouth_delays.append(abs(opened - sound_at))
            await bench.player.drained()
    name = "the device was closed" if is_cold else "the device is open"
    return [
        Row(f"motion -> its sound, {name} (median)", statistics.median(delays) * 1000, "ms", 100),
        Row(f"mouth against a motion's sound, {name} (median)", statistics.median(mouth_delays) * 1000, "ms", 40),
    ]


async def closing(bench: Bench) -> Row:
    """Measures how long the device stays open after the last word."""
    while bench.player.is_open:
        await asyncio.sleep(0.02)
    return Row("the device is closed after silence", time.monotonic() - bench.silent_at, "s", CLOSE_AFTER_SECONDS + 1)


def _answer(body: dict[str, str]) -> Answer:
    """Speaks a number as a tone of its own, three times faster than it is heard, in pieces of 20 ms."""
    if body["input"] == "long":
        return _tone_answer(440, 30, 48_000, 0)
    number = int(re.sub(r"\D", "", body["input"]))
    return _tone_answer(300 + 50 * (number % 10), _TONE_SECONDS, 960, 0.006)


@functools.cache
def _tone_answer(frequency: int, seconds: float, size: int, pause: float) -> Answer:
    return Answer(in_pieces(tone(frequency, seconds), size, pause))


@asynccontextmanager
async def _running(environment: dict[str, str]):
    async with speech_server(_answer) as server:
        recording, player = Recording(environment), Player()
        engine = OpenAiSpeech(OpenAiVoice(server.base_url, "tts-1", "tones"))
        # The tones take time to make, which is none of the program's.
        for text in ("long", *map(str, range(10))):
            _answer({"input": text})
        # The markdown parser is warm in a running program.
        speakable("Warm.")
        try:
            yield Bench(recording, server, engine, player)
        finally:
            await engine.aclose()
            await player.close()
            recording.close()


async def measure(environment: dict[str, str], picture: Path | None) -> list[Row]:
    """Returns the rows of the table."""
    async with _running(environment) as bench:
        return [
            await first_byte_to_sound(bench, is_cold=True),
            await first_byte_to_sound(bench, is_cold=False),
            *await order_and_gaps(bench),
            *await stop_to_silence(bench),
            *await sound_of_motion(bench, is_cold=True),
            *await sound_of_motion(bench, is_cold=False),
            *await mouth_against_sound(bench, picture),
            await closing(bench),
            Row("load of this machine, for each processor", os.getloadavg()[0] / (os.cpu_count() or 1), ""),
        ]


def main() -> int:
    """Prints the table. Returns 1 if a target was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", type=Path, help="draw the sound with the mouth's curve below it into this file")
    options = parser.parse_args()
    with null_sink() as environment:
        os.environ.update(environment)
        rows = asyncio.run(measure(environment, options.picture))
    print(*rows, sep="\n")
    return int(any(row.limit is not None and row.value > row.limit for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
