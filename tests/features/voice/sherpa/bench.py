"""Measures a voice and a recogniser in a folder: `python -m tests.features.voice.sherpa.bench [VOICE [RECOGNIZER]]`.

Without folders, the small models of the tests: what is measured then is deskpet's own part, as they compute nothing.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from deskpet.features.listening.recognition.local_recognizer import LocalRecognizer
from deskpet.features.listening.recognition.recognizer import RATE
from deskpet.features.voice.synthesis.local_voice import LocalVoice
from tests.features.voice.sherpa import models
from tests.features.voice.sherpa.processes import children
from tests.features.voice.sounds import tone
from tests.support.waiting import until

TEXT = "Hello there, my friend. How are you today?"
BLOCK_SECONDS = 0.032
ROUNDS = 20


async def measure_voice(folder: Path) -> None:
    """Prints the first sound, the real-time factor and the memory of a voice."""
    voice = LocalVoice(str(folder))
    firsts, factors = [], []
    for _ in range(ROUNDS + 1):
        started, seconds = time.monotonic(), 0.0
        first = None
        async for pcm in voice.synthesize(TEXT, "en"):
            first = first or time.monotonic() - started
            seconds += pcm.seconds
        firsts.append(first)
        factors.append((time.monotonic() - started) / seconds)
    (process,) = children()
    print(f"first sound, with the start of the process: {1000 * firsts[0]:.0f} ms")
    print(f"first sound, model loaded: {1000 * sorted(firsts[1:])[ROUNDS // 2]:.0f} ms (median of {ROUNDS})")
    print(f"real-time factor: {sorted(factors[1:])[ROUNDS // 2]:.4f}")
    print(f"memory of the process: {process.memory_info().rss / 2**20:.0f} MB")
    await voice.aclose()


async def measure_recognizer(folder: Path) -> None:
    """Prints the delay of words, the processor time per second of sound and the memory of a recogniser."""
    recognizer = LocalRecognizer(folder)
    sound = bytes(RATE) + b"".join(tone(each, 0.5, RATE) + bytes(RATE) for each in (300, 4000) * 5)
    size = int(RATE * BLOCK_SECONDS) * 2
    for name in ("with the start of the process", "model loaded"):
        stream, loop = recognizer.begin("en"), asyncio.get_running_loop()
        own = time.thread_time()
        for start in range(0, len(sound), size):
            stream.feed(sound[start : start + size])
        own = time.thread_time() - own
        released = loop.time()
        await stream.finish()
        delay = 1000 * (loop.time() - released)
        print(f"{len(sound) / RATE / 2:.0f} s of sound at once, words after ({name}): {delay:.0f} ms")
    (process,) = children()
    print(f"feeding takes the loop {1000 * own / (len(sound) / size):.3f} ms a block of 32 ms")
    stream, before = recognizer.begin("en"), process.cpu_times().user
    for start in range(0, len(sound), size):
        stream.feed(sound[start : start + size])
        await asyncio.sleep(BLOCK_SECONDS)
    released = asyncio.get_running_loop().time()
    await stream.finish()
    print(f"as it is spoken: words {1000 * (asyncio.get_running_loop().time() - released):.0f} ms after the end")
    used = process.cpu_times().user - before
    print(f"processor: {1000 * used / (len(sound) / RATE / 2):.1f} ms a second of sound")
    print(f"memory of the process: {process.memory_info().rss / 2**20:.0f} MB")
    await recognizer.aclose()
    await until(lambda: not children())


async def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        voice = Path(arguments[0]) if arguments else models.piper_voice(Path(folder) / "voice")
        await measure_voice(voice)
        recognizer = Path(arguments[1]) if arguments[1:] else models.streaming_recognizer(Path(folder) / "recognizer")
        await measure_recognizer(recognizer)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
