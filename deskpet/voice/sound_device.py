"""Opens the sound output. miniaudio speaks to PulseAudio, ALSA, WASAPI and Core Audio itself."""

import atexit
import contextlib
import ctypes
import functools
import os
import sys
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from deskpet.voice.sound_library import miniaudio
from deskpet.voice.speech_error import SpeechError
from deskpet.words import tr

TakeFrames = Callable[[int], bytes]
"""Returns so many samples. Called by the thread of the device."""
PERIOD_MS, PERIODS = 40, 2
"""Shorter periods had gaps on a busy machine."""
# That of PulseAudio.
_NICENESS = -11
# Measured with PulseAudio, from taking a sample until it is heard; nearly two periods, whatever their number. The
# library does not tell what other systems add to its own buffer.
_LATENCY_SECONDS = 0.07
_NULL_BACKEND = "Null"
# snd_lib_error_handler_t: file, line, function, error, format. The global name keeps it alive.
_IGNORE_ALSA_ERROR = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
)(lambda *_: None)


@dataclass(frozen=True, slots=True)
class OutputDevice:
    """An open output. latency: seconds from taking a sample until it is heard."""

    device: Any
    latency: float
    backend: str

    def close(self) -> None:
        """Close the device. Blocks for some milliseconds."""
        atexit.unregister(self.device.close)
        self.device.close()


def outputs() -> list[str]:
    """Return the names of the sound outputs. Blocks; raises SpeechError."""
    return [name for name, _ in _outputs(miniaudio())]


def open_output(take: TakeFrames, rate: int, name: str = "", *, is_silent: bool = False) -> OutputDevice:
    """Open an output, which begins to call `take`. Blocks; raises SpeechError.

    name: one of `outputs`, or empty for that of the system. is_silent: take the sound at its pace without a sound card,
    for tests.
    """
    library = miniaudio()
    silence_alsa()
    backends = [library.Backend.NULL] if is_silent else None
    try:
        device = library.PlaybackDevice(
            output_format=library.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=rate,
            buffersize_msec=PERIOD_MS,
            callback_periods=PERIODS,
            device_id=_device_id(library, name),
            backends=backends,
            app_name="deskpet",
        )
        # Without a sound card, the library plays into nothing.
        if device.backend == _NULL_BACKEND and not is_silent:
            device.close()
            raise _no_device(tr("This computer has no sound output."))
        device.start(_frames(take))
        # The library would wait for ever for its thread, which Python ends at the end of the program.
        atexit.register(device.close)
    except library.MiniaudioError as error:
        raise _no_device(tr("The sound output can't be opened: {reason}.", reason=error.args[0])) from error
    return OutputDevice(device, _LATENCY_SECONDS, device.backend)


def _outputs(library: ModuleType) -> list[tuple[str, Any]]:
    """Return names and identifiers of the outputs. Raises SpeechError."""
    silence_alsa()
    try:
        devices = library.Devices()
        if devices.backend == _NULL_BACKEND:
            return []
        return [(each["name"], each["id"]) for each in devices.get_playbacks()]
    except library.MiniaudioError as error:
        raise _no_device(tr("The sound outputs can't be listed: {reason}.", reason=error.args[0])) from error


def _device_id(library: ModuleType, name: str) -> Any:
    if not name:
        return None
    found = next((identifier for each, identifier in _outputs(library) if each == name), None)
    if found is None:
        raise SpeechError(
            "unknown_output",
            tr("She speaks by another loudspeaker"),
            tr("“{name}” is not connected.", name=name),
            tr("Connect it, or choose another one in the settings, under Voice."),
        )
    return found


@functools.cache
def silence_alsa() -> None:
    """Let ALSA not write dozens of lines to standard error when there is no sound card."""
    if sys.platform != "linux":
        return
    # OSError, AttributeError: without ALSA there are no lines either.
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_IGNORE_ALSA_ERROR)


def _frames(take: TakeFrames) -> Generator[bytes, int, None]:
    """Return a generator that is sent the number of samples, as the library asks for; it is started already."""

    def generate() -> Generator[bytes, int, None]:
        frames = yield b""
        _raise_priority()
        while True:
            frames = yield take(frames)

    generator = generate()
    next(generator)
    return generator


def _raise_priority() -> None:
    """Let the thread of the device come before others, as the sound server does, where the user may do that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _no_device(cause: str) -> SpeechError:
    title = tr("She can't be heard")
    return SpeechError("no_sound_device", title, cause, tr("Check the sound output of the system, then try again."))
