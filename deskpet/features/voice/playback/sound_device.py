"""Open the sound output."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from deskpet.features.voice.playback.sound_library import (
    NULL_BACKEND,
    Direction,
    RunningDevice,
    is_without_device,
    list_devices,
    miniaudio,
    start_device,
)
from deskpet.features.voice.sound import SpeechError
from deskpet.translation import tr

TakeFrames = Callable[[int], bytes]
"""Returns this number of samples. Called by the thread of the device."""
PERIOD_MS, PERIODS = 40, 2
"""Shorter periods had gaps on a busy machine."""
# The latency of PulseAudio.
_NICENESS = -11
# Measured with PulseAudio, from taking a sample until it is heard; nearly two periods, whatever their number. The
# library does not tell what other systems add to its own buffer.
_LATENCY_SECONDS = 0.07


@dataclass(frozen=True, slots=True)
class OutputDevice(RunningDevice):
    """An open output. latency: seconds from taking a sample until it is heard."""

    latency: float
    backend: str


def outputs() -> dict[str, Any]:
    """Return the identifiers of the sound outputs by their names. Blocks; raises SpeechError."""
    library = miniaudio()
    try:
        return list_devices(Direction.OUTPUT)
    except library.MiniaudioError as error:
        raise _no_device(tr("The sound outputs can't be listed: {reason}.", reason=error.args[0])) from error


def open_output(take: TakeFrames, rate: int, name: str = "", *, is_silent: bool = False) -> OutputDevice:
    """Open an output, which begins to call `take`. Blocks; raises SpeechError.

    name: one of `outputs`, or empty for that of the system. is_silent: take the sound at its pace without a sound card,
    for tests.
    """
    library = miniaudio()
    device_id = _device_id(name)
    backends = [library.Backend.NULL] if is_silent else None
    try:
        device = library.PlaybackDevice(
            output_format=library.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=rate,
            buffersize_msec=PERIOD_MS,
            callback_periods=PERIODS,
            device_id=device_id,
            backends=backends,
            app_name="deskpet",
        )
        # Without a sound card, the library plays into nothing.
        if device.backend == NULL_BACKEND and not is_silent:
            device.close()
            raise _no_output()
        start_device(device, _frames(take))
    except library.MiniaudioError as error:
        if is_without_device(Direction.OUTPUT):
            raise _no_output() from error
        raise _no_device(tr("The sound output can't be opened: {reason}.", reason=error.args[0])) from error
    return OutputDevice(device, _LATENCY_SECONDS, device.backend)


def _device_id(name: str) -> Any:
    if not name:
        return None
    found = outputs()
    if not found:
        raise _no_output()
    if name not in found:
        raise SpeechError(
            "unknown_output",
            tr("She speaks by another loudspeaker"),
            tr("“{name}” is not connected.", name=name),
            tr("Connect it, or choose another one in the settings, under Voice."),
        )
    return found[name]


def _frames(take: TakeFrames) -> Generator[bytes, int, None]:
    """Yield the samples of as many frames as the library sends the number of."""
    frames = yield b""
    if sys.platform == "linux":
        # As the sound server does for its own thread, if the user is permitted to.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
    while True:
        frames = yield take(frames)


def _no_output() -> SpeechError:
    return _no_device(tr("This computer has no sound output."))


def _no_device(cause: str) -> SpeechError:
    title = tr("She can't be heard")
    return SpeechError("no_sound_device", title, cause, tr("Check the sound output of the system, then try again."))
