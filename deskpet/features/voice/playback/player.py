"""Plays her voice: one output stream, opened for the first word and closed after ten seconds of silence."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Protocol

from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.playback import sound_device
from deskpet.features.voice.playback.playback_buffer import RATE, PlaybackBuffer
from deskpet.features.voice.playback.sound_device import TakeFrames
from deskpet.features.voice.sound import SAMPLE_BYTES, SpeechError
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr

CLOSE_AFTER_SECONDS = 10.0
# Time without a request for samples after which the device counts as lost, for example a headset that went away.
_LOST_SECONDS = 3.0
_CLOSING_SECONDS = 2.0


class SoundOutput(Protocol):
    """An open output. latency: seconds from taking a sample until it is heard."""

    @property
    def latency(self) -> float: ...

    def close(self) -> None: ...


OpenOutput = Callable[[TakeFrames, int, str], SoundOutput]
"""Opens the output of a name, empty for that of the system, to take samples at a rate. Blocks; raises SpeechError."""


class Player:
    """Plays the pieces of sound that are written into its `buffer`, to an open device.

    volume: 0..1. close_after: seconds of silence after which the device is closed. output: name of the output, empty
    for that of the system. delay: seconds by which it sounds later than the system says. on_fallback: called with the
    reason when the output of the system is used instead.
    """

    def __init__(
        self,
        open_output: OpenOutput = sound_device.open_output,
        *,
        volume: float = 1.0,
        close_after: float = CLOSE_AFTER_SECONDS,
        output: str = "",
        delay: float = 0.0,
        on_fallback: Callable[[SpeechError], None] = lambda _: None,
    ) -> None:
        self._open_output, self._close_after = open_output, close_after
        self._name, self._delay, self._on_fallback = output, delay, on_fallback
        self._is_fallback_told = False
        # The clock of the device when it was replaced last, and why there is none.
        self._replaced_at: int | None = None
        self._lost: SpeechError | None = None
        self._check: asyncio.TimerHandle | None = None
        self._replacing: asyncio.Task[None] | None = None
        self._openings = 0
        self.buffer = PlaybackBuffer(self._on_taken, volume=volume)
        self._output: SoundOutput | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._device_lock = asyncio.Lock()
        self._closing_task: asyncio.Task[None] | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._taken = asyncio.Event()
        self._is_waited_for = False
        self._opened_at = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the device is open."""
        return self._output is not None

    async def open(self) -> None:
        """Open the device in a thread, unless it is open. Raises SpeechError."""
        self._opened_at = time.monotonic()
        async with self._device_lock:
            if self._output is None:
                await self._open()
        self._plan_closing()

    def stop(self) -> None:
        """Be silent at once: drop everything that the device has not taken."""
        self.buffer.stop()
        self._taken.set()

    async def taken(self) -> None:
        """Wait until the device has taken some sound or silence. Raises SpeechError if it stops doing so."""
        given = self.buffer.given
        while self.buffer.given == given:
            await self._wait_for_device()

    async def drained(self) -> None:
        """Wait until everything was heard. Raises SpeechError if the device stops taking sound."""
        while self.buffer.is_playing:
            await self._wait_for_device()

    async def close(self) -> None:
        """Be silent, and close the device."""
        self.stop()
        if self._replacing is not None:
            self._replacing.cancel()
        await self._close_output()

    async def _open(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            output = await self._open_named(self._name)
        except SpeechError as error:
            if not self._name:
                raise
            output = await self._open_named("")
            if not self._is_fallback_told:
                self._is_fallback_told = True
                self._on_fallback(error)
        self.buffer.latency = output.latency + self._delay
        self._output, self._lost = output, None
        self._plan_check()

    async def _open_named(self, name: str) -> SoundOutput:
        self._openings += 1
        number = self._openings

        def take(frames: int) -> bytes:
            # A device that was lost may come back when another one is open.
            return self.buffer.take(frames) if number == self._openings else bytes(frames * SAMPLE_BYTES)

        # An output that nobody waits for any more is closed.
        return await run_in_thread(lambda: self._open_output(take, RATE, name), lambda each: each.close())

    async def _close_output(self) -> None:
        for timer in (self._closing, self._check):
            if timer is not None:
                timer.cancel()
        self._closing = self._check = None
        async with self._device_lock:
            output, self._output = self._output, None
            if output is not None:
                # That of a device that is gone may never come back.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_CLOSING_SECONDS):
                        await run_in_thread(output.close)

    def _plan_closing(self, delay: float | None = None) -> None:
        loop = asyncio.get_running_loop()
        if self._closing is None and self._output is not None:
            self._closing = loop.call_later(self._close_after if delay is None else delay, self._close_if_silent)

    def _close_if_silent(self) -> None:
        self._closing = None
        silent = min(self.buffer.silent_seconds, time.monotonic() - self._opened_at)
        left = self._close_after - silent
        if left > 0:
            self._plan_closing(left)
        else:
            self._closing_task = asyncio.ensure_future(self._close_output())

    def _on_taken(self) -> None:
        """Wake the event loop, if it waits. Called by the thread of the device."""
        if self._is_waited_for and self._loop is not None:
            self._is_waited_for = False
            # RuntimeError: the event loop has closed meanwhile.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._taken.set)

    async def _wait_for_device(self) -> None:
        """Wait until the device takes samples. Raises SpeechError if it is lost and there is no other one."""
        if self._lost is None:
            self._taken.clear()
            self._is_waited_for = True
            await self._taken.wait()
        if self._lost is not None:
            raise self._lost

    def _plan_check(self) -> None:
        loop = asyncio.get_running_loop()
        self._check = loop.call_later(_LOST_SECONDS, self._check_device, self.buffer.given)

    def _check_device(self, given: int) -> None:
        """Look for another device if this one has taken nothing since its clock was `given`."""
        self._check = None
        if self.buffer.given == given:
            self._replacing = asyncio.ensure_future(self._replace(given))
        else:
            self._plan_check()

    async def _replace(self, given: int) -> None:
        """Open another device instead of the one that takes nothing."""
        await self._close_output()
        try:
            # The one before took nothing either.
            if self._replaced_at == given:
                raise SpeechError(
                    "sound_device_lost",
                    tr("She can't be heard"),
                    tr("The sound output stopped taking sound."),
                    tr("Check the sound output of the system, then try again."),
                )
            self._replaced_at = given
            await self.open()
        except SpeechError as error:
            self._lost = error
            self._taken.set()


def player_of(settings: VoiceSettings, volume: int, on_fallback: Callable[[SpeechError], None]) -> Player:
    """Return a player for the loudspeaker of the settings. volume: 0 to 100."""
    return Player(
        volume=volume / 100, output=settings.output, delay=settings.output_delay / 1000, on_fallback=on_fallback
    )
