"""The open microphone: blocks of sound from the thread of the device to the event loop, and their level.

Nothing of it is written anywhere. At most a few seconds wait in memory while the event loop is busy.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncGenerator, Callable
from typing import Protocol

from deskpet.features.listening.recognition import input_device
from deskpet.features.listening.recognition.input_device import GiveSound, blocked_microphone, lost_microphone
from deskpet.features.listening.recognition.recognizer import RATE, SAMPLE_BYTES
from deskpet.features.voice.playback.loudness import loudness
from deskpet.processes.threads import run_in_thread

BLOCK_SAMPLES = 512
"""Samples of a block: 32 ms, what the voice activity detector takes at once."""
BLOCK_SECONDS = BLOCK_SAMPLES / RATE
_BLOCK_BYTES = BLOCK_SAMPLES * SAMPLE_BYTES
# Sound that waits for a busy event loop; older sound is lost.
_MAX_WAITING = round(5 / BLOCK_SECONDS)
# Time without sound after which the device counts as lost, for example a headset that went away.
_LOST_SECONDS = 3.0
# Loudness of an empty meter and of a full one.
_EMPTY_DB, _FULL_DB = -60.0, -12.0


class SoundInput(Protocol):
    """An open input."""

    def close(self) -> None: ...


OpenInput = Callable[[GiveSound, Callable[[], None], str], SoundInput]
"""Opens the input of a name. The callbacks get samples, and a notice if the device was removed."""


class Microphone:
    """A sound input that is open from `open` to `close`.

    name: one of `microphones()`, or empty for that of the system. max_zeros: seconds after which a microphone that has
    given nothing but zeros since it was opened counts as blocked. level: the loudness of the last block, 0..1.
    """

    def __init__(self, name: str = "", *, max_zeros: float = 2.0, open_input: OpenInput | None = None) -> None:
        self._name, self._max_zeros = name, max_zeros
        self._open_input = open_input or input_device.open_input
        self._input: SoundInput | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        # Filled by the thread of the device, emptied by the event loop.
        self._chunks: deque[bytes] = deque(maxlen=_MAX_WAITING)
        self._arrived = asyncio.Event()
        self._is_waking = self._is_lost = self._is_closing = False
        self.level = 0.0

    @property
    def waiting_seconds(self) -> float:
        """The seconds of sound that the device has given, and that `blocks` has not yielded."""
        # A copy at once: the thread of the device may append meanwhile.
        return sum(map(len, tuple(self._chunks))) / (RATE * SAMPLE_BYTES)

    async def open(self) -> None:
        """Open the input in a thread. Raises RecognitionError."""
        self._loop = asyncio.get_running_loop()
        # An input that nobody waits for any more is closed.
        self._input = await run_in_thread(
            lambda: self._open_input(self._give, self._on_lost, self._name), lambda each: each.close()
        )

    async def blocks(self) -> AsyncGenerator[bytes]:
        """Yield blocks of BLOCK_SAMPLES until `close`. Raises RecognitionError if the device is blocked or lost."""
        pending, silent, zeros = bytearray(), True, 0.0
        while not self._is_closing:
            await self._next_chunks()
            while self._chunks:
                pending += self._chunks.popleft()
            while len(pending) >= _BLOCK_BYTES:
                block = bytes(pending[:_BLOCK_BYTES])
                del pending[:_BLOCK_BYTES]
                silent = silent and not any(block)
                zeros = zeros + BLOCK_SECONDS if silent else 0.0
                if zeros >= self._max_zeros:
                    raise blocked_microphone(self._max_zeros)
                self.level = meter_level(loudness(block))
                yield block

    async def close(self) -> None:
        """Close the input, in a thread."""
        self._is_closing = True
        self._arrived.set()
        self.level = 0.0
        opened, self._input = self._input, None
        if opened is not None:
            await run_in_thread(opened.close)
        self._chunks.clear()

    async def _next_chunks(self) -> None:
        """Wait until the device has given something, or is closed. Raises RecognitionError if it was lost."""
        self._arrived.clear()
        if self._chunks or self._is_closing:
            return
        try:
            async with asyncio.timeout(_LOST_SECONDS):
                await self._arrived.wait()
        except TimeoutError:
            raise lost_microphone() from None
        if self._is_lost and not self._is_closing:
            raise lost_microphone()

    def _give(self, samples: bytes) -> None:
        """Take samples from the thread of the device."""
        self._chunks.append(samples)
        self._wake()

    def _on_lost(self) -> None:
        # The library also reports a device that is closed.
        if not self._is_closing:
            self._is_lost = True
            self._wake()

    def _wake(self) -> None:
        """Wake the event loop, unless it has been woken and not come to it yet."""
        if not self._is_waking and self._loop is not None:
            self._is_waking = True
            # RuntimeError: the event loop has closed meanwhile.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._woken)

    def _woken(self) -> None:
        self._is_waking = False
        self._arrived.set()


def meter_level(decibels: float) -> float:
    """Return how full a meter is, 0..1, at a loudness in dB of full scale."""
    return min(max((decibels - _EMPTY_DB) / (_FULL_DB - _EMPTY_DB), 0.0), 1.0)
