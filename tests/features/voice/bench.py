"""Measures what is heard of her voice on a sound server without a sound card, and prints the targets beside.

    python -m tests.features.voice.bench [--quick]

Times include the delay of the recording, a few milliseconds. The quick part takes half a minute and fails only on what
a busy machine can't cause: a sentence that is lost, said twice or out of order, and a silence so long that somebody
takes it for the end. Each such limit is several times what two cores with a load of five each showed.
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
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.playback.loudness import MouthOpening, loudness
from deskpet.features.voice.playback.player import CLOSE_AFTER_SECONDS, Player
from deskpet.features.voice.playback.sound_device import outputs
from deskpet.features.voice.playback.sound_file import read_sound
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.speaker import Speaker
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.speakable import speakable
from deskpet.features.voice.synthesis.engine import SpeechEngine
from deskpet.features.voice.synthesis.http_speech import SpeechClient
from deskpet.features.voice.synthesis.speech_servers import ServerVoice
from deskpet.features.voice.synthesis.system_voice import SystemVoice
from deskpet.processes.threads import run_in_thread
from tests.features.voice.heard_tones import LOUD, HeardTone, first_loud, frequency_of, gaps, heard_tones
from tests.features.voice.sound_server import RATE, Recording, add_sink, null_sink, remove_module
from tests.features.voice.sounds import tone, wav
from tests.features.voice.speech_server import Answer, SpeechServer, in_pieces, speech_server

_ROUNDS, _QUICK_ROUNDS = 8, 3
_TOKENS_PER_SECOND, _TOKENS, _TOKENS_PER_SENTENCE = 1000, 3000, 12
_TONE_SECONDS, _HEARD_SECONDS, _QUICK_SECONDS = 0.5, 12.0, 6.0
# Of each sentence so much may be missing, where a cycle is cut at its ends; and while other programs let the recording
# miss a part, which is no fault of the player. A sentence that is said twice is longer by all of it.
_CUT_SECONDS, _QUICK_CUT_SECONDS = 0.02, 0.2
_SENTENCE = "The quick brown fox jumps over the lazy dog, and then it sleeps in the sun for a while."
_BLOCK = RATE // 50


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. limit: the target, or None. quick_limit: that of the quick part. unit: of all three."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    quick_limit: float | None = None

    def line(self, *, is_quick: bool) -> str:
        """Returns the line with its limit and what came of it."""
        limit = self.quick_limit if is_quick else self.limit
        target = "" if limit is None else f"<= {limit:g} {self.unit}"
        verdict = "" if limit is None else ("MISSED" if self.is_missed(is_quick=is_quick) else "ok")
        return f"{self.name:<66} {self.value:>8.1f} {self.unit:<4} {target:<12} {verdict}"

    def is_missed(self, *, is_quick: bool) -> bool:
        limit = self.quick_limit if is_quick else self.limit
        return limit is not None and self.value > limit


@dataclass
class Bench:
    """A running recording. `server` speaks tones by `engine`; `player` plays them. silent_at: when she last stopped."""

    recording: Recording
    server: SpeechServer
    engine: SpeechEngine
    player: Player
    is_quick: bool
    silent_at: float = 0.0

    @property
    def rounds(self) -> int:
        """How often a time is measured."""
        return _QUICK_ROUNDS if self.is_quick else _ROUNDS

    def wrong(self, tones: list[HeardTone]) -> int:
        """Returns how many tones are not the next number, or not as long as they were sent."""
        cut = _QUICK_CUT_SECONDS if self.is_quick else _CUT_SECONDS
        return sum(
            tone.number != expected % 10 or abs(tone.seconds - _TONE_SECONDS) > cut
            for expected, tone in enumerate(tones, 1)
        )

    def heard(self, since: float) -> array:
        """Returns the samples from a time until now."""
        return array("h", bytes(self.recording.samples[self.recording.sample_at(since) * 2 :]))

    async def first_sound(self, since: float) -> float:
        """Waits for sound after a time, and returns when it was played."""
        start = self.recording.sample_at(since)
        while (found := first_loud(self.heard(since))) is None:
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


async def order_and_gaps(bench: Bench) -> list[Row]:
    """Speaks an answer of which a thousand tokens a second arrive."""
    speaker = Speaker(bench.engine, bench.player)
    began, starved = time.monotonic(), bench.player.buffer.starved_frames / RATE
    held = await _feed_tokens(speaker, began)
    start = await bench.first_sound(began)
    seconds = _QUICK_SECONDS if bench.is_quick else _HEARD_SECONDS
    await asyncio.sleep(max(start + seconds - time.monotonic(), 0))
    samples = bench.heard(start)[: int((seconds - 1) * RATE)]
    speaker.stop()
    # The last one was cut off.
    tones = heard_tones(samples, RATE)[:-1]
    found = gaps(samples, RATE)
    starved = bench.player.buffer.starved_frames / RATE - starved
    return [
        Row(f"sentences out of order, lost, cut or twice, of {len(tones)}", bench.wrong(tones), "", 0, 0),
        Row("gaps while 1,000 tokens a second arrive", len(found), "", 0),
        Row("longest of the gaps", max(found, default=0) * 1000, "ms", None, 500),
        Row("silence because the engine was slow", starved * 1000, "ms"),
        Row("longest work of the event loop in one turn then", held * 1000, "ms", 12),
    ]


async def _feed_tokens(speaker: Speaker, began: float) -> float:
    """Gives the tokens to the speaker as they arrive. Returns the longest turn of the event loop, in seconds."""
    tokens, held = 0, 0.0
    while tokens < _TOKENS:
        due = min(int((time.monotonic() - began) * _TOKENS_PER_SECOND) + 1, _TOKENS)
        before = time.thread_time()
        for token in range(tokens, due):
            speaker.feed(_token(token))
        tokens = due
        await asyncio.sleep(0.001)
        held = max(held, time.thread_time() - before)
    return held


async def pause(bench: Bench) -> list[Row]:
    """Pauses in a sentence for a second, as when the user seems to speak, and goes on."""
    queue = SpeechQueue(bench.engine, bench.player)
    began = time.monotonic()
    for number in range(1, 7):
        queue.add(str(number), "en")
    queue.end()
    await bench.first_sound(began)
    await asyncio.sleep(1.2)
    queue.pause()
    await asyncio.sleep(1.0)
    queue.resume()
    await queue.finished()
    await asyncio.sleep(0.3)
    tones = heard_tones(bench.heard(began), RATE)
    silence = max(gaps(bench.heard(began), RATE), default=0.0)
    missing = abs(len(tones) - 6)
    return [
        Row("sentences around a pause that were lost, cut or said twice", bench.wrong(tones) + missing, "", 0, 0),
        Row("the pause of 1 s is shorter by", max(1 - silence, 0) * 1000, "ms", 150, 300),
    ]


async def lost_output(bench: Bench) -> list[Row]:
    """Speaks by a loudspeaker that goes away in a sentence: that of the system goes on."""
    module = add_sink("headset")
    told: list[SpeechError] = []
    player = Player(output=next(name for name in outputs() if "headset" in name.lower()), on_fallback=told.append)
    queue = SpeechQueue(bench.engine, player)
    try:
        # Nothing waits for the end of the answer, which goes on.
        queue.add("long", "en")
        while player.buffer.position() is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        lost = time.monotonic()
        await asyncio.to_thread(remove_module, module)
        async with asyncio.timeout(20):
            found = await bench.first_sound(lost)
    finally:
        queue.stop()
        await player.close()
    # As long as a device may hesitate before it counts as lost, and what it takes to open another one.
    silence = Row("a loudspeaker goes away -> the one of the system goes on", found - lost, "s", 5, 15)
    return [silence, Row("notices about it, more or less than one", abs(len(told) - 1), "", 0, 0)]


async def first_byte_to_sound(bench: Bench, *, is_cold: bool) -> Row:
    """Measures from the engine's first byte until the sound is heard."""
    delays: list[float] = []
    for _ in range(bench.rounds):
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
    return Row(f"engine's first byte -> sound, {name} (median)", statistics.median(delays) * 1000, "ms", 100, 1000)


async def stop_to_silence(bench: Bench) -> list[Row]:
    """Measures from stop until silence."""
    delays: list[float] = []
    for number in range(bench.rounds):
        queue = SpeechQueue(bench.engine, bench.player)
        began = time.monotonic()
        queue.add("long", "en")
        await bench.first_sound(began)
        await asyncio.sleep(0.3 + number * 0.013)
        stopped = time.monotonic()
        queue.stop()
        await asyncio.sleep(0.4)
        samples = bench.heard(stopped)
        last = max((n for n, value in enumerate(samples) if abs(value) > LOUD), default=0)
        delays.append(last / RATE)
    return [
        Row("stop -> silence (median)", statistics.median(delays) * 1000, "ms", 120),
        Row("stop -> silence (worst)", max(delays) * 1000, "ms", 120, 390),
    ]


async def mouth_against_sound(bench: Bench) -> list[Row]:
    """Compares the mouth at 60 Hz with the mouth that the recorded sound itself would have."""
    queue = SpeechQueue(SystemVoice(platform="linux"), bench.player)
    cpu, began = time.process_time(), time.monotonic()
    queue.add(_SENTENCE, "en")
    queue.end()
    task = asyncio.ensure_future(queue.finished())
    mouth: list[tuple[float, float]] = []
    while not task.done():
        mouth.append((time.monotonic(), bench.player.buffer.opening_now()))
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
    lag = _lag(mouth, wanted, bench.recording.time_of(start))
    return [
        Row(
            f"mouth against sound (best fit of the curves): {'late' if lag > 0 else 'early'}",
            abs(lag) * 1000,
            "ms",
            40,
            150,
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
                bench.player.buffer.write(pcm, file)
            bench.player.buffer.end_piece(file)
            while bench.player.buffer.opening_now() == 0:
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
    return _tone_answer(frequency_of(number), _TONE_SECONDS, 960, 0.006)


@functools.cache
def _tone_answer(frequency: int, seconds: float, size: int, pause: float) -> Answer:
    return Answer(in_pieces(tone(frequency, seconds), size, pause))


@asynccontextmanager
async def _running(environment: dict[str, str], *, is_quick: bool):
    async with speech_server(_answer) as server:
        recording, player = Recording(environment), Player()
        client = SpeechClient()
        settings = VoiceSettings(engine=VoiceEngine.OPENAI, server_url=server.base_url, voice="tones")
        engine = ServerVoice(settings, "", client)
        # The tones take time to make, which is none of the program's.
        for text in ("long", *map(str, range(10))):
            _answer({"input": text})
        # The markdown parser is warm in a running program.
        speakable("Warm.")
        try:
            yield Bench(recording, server, engine, player, is_quick)
        finally:
            await client.aclose()
            await player.close()
            recording.close()


async def measure(environment: dict[str, str], *, is_quick: bool) -> list[Row]:
    """Returns the rows of the table."""
    async with _running(environment, is_quick=is_quick) as bench:
        return [
            await first_byte_to_sound(bench, is_cold=True),
            await first_byte_to_sound(bench, is_cold=False),
            *await order_and_gaps(bench),
            *await stop_to_silence(bench),
            *await pause(bench),
            *await mouth_against_sound(bench),
            *([] if is_quick else [await closing(bench)]),
            *await lost_output(bench),
            *([] if is_quick else await sound_of_motion(bench, is_cold=True)),
            *([] if is_quick else await sound_of_motion(bench, is_cold=False)),
            Row("load of this machine, for each processor", os.getloadavg()[0] / (os.cpu_count() or 1), ""),
        ]


def main() -> int:
    """Prints the table. Returns 1 if a limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="half a minute; fails only on what load can't cause")
    options = parser.parse_args()
    with null_sink() as environment:
        os.environ.update(environment)
        rows = asyncio.run(measure(environment, is_quick=options.quick))
    for row in rows:
        print(row.line(is_quick=options.quick))
    return int(any(row.is_missed(is_quick=options.quick) for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
