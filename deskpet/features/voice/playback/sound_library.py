"""Import miniaudio, the library of the extra `voice`, and share code of sound outputs and inputs.

miniaudio uses PulseAudio, ALSA, WASAPI and Core Audio directly.
"""

import atexit
import contextlib
import ctypes
import functools
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from types import ModuleType
from typing import Any, cast

from deskpet.features.voice.sound import SpeechError
from deskpet.translation import tr

NULL_BACKEND = "Null"
"""Name of the library's null backend, used on a computer without a sound system."""
# snd_lib_error_handler_t: file, line, function, error, format. The global name keeps it alive.
_IGNORE_ALSA_ERROR = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
)(lambda *_: None)


class Direction(Enum):
    """Whether a device plays or records."""

    OUTPUT = auto()
    INPUT = auto()


@dataclass(frozen=True, slots=True)
class RunningDevice:
    """A device of the library that plays or records."""

    device: Any

    def close(self) -> None:
        """Close the device. Blocks for some milliseconds."""
        atexit.unregister(self.device.close)
        self.device.close()


def miniaudio() -> ModuleType:
    """Return the module miniaudio. Raises SpeechError if it is not installed or can't be loaded."""
    try:
        with _numpy_hidden():
            import miniaudio as library
    except ImportError as error:
        raise SpeechError(
            "no_sound_library",
            tr("She has no voice yet"),
            tr("The package miniaudio, which plays sound, can't be loaded: {reason}.", reason=str(error).rstrip(".")),
            tr("Type: {command}", command="python -m pip install 'deskpet[voice]'"),
        ) from error
    _silence_alsa()
    return library


def list_devices(direction: Direction) -> dict[str, Any]:
    """Return the identifiers of the sound outputs or inputs by their names, of several with one name the first.

    Blocks. Raises SpeechError without the library, and MiniaudioError.
    """
    devices = miniaudio().Devices()
    if devices.backend == NULL_BACKEND:
        return {}
    found: dict[str, Any] = {}
    for each in devices.get_playbacks() if direction is Direction.OUTPUT else devices.get_captures():
        found.setdefault(each["name"], each["id"])
    return found


def is_without_device(direction: Direction) -> bool:
    """Return whether the computer has no sound output or input; False if that can't be found out. Blocks.

    Call it after a device could not be opened: some systems give no reason for a missing one.
    """
    try:
        return not list_devices(direction)
    except miniaudio().MiniaudioError:
        return False


def start_device(device: Any, callback: Generator[Any, Any, None]) -> None:
    """Start an open device. Raises MiniaudioError.

    callback: receives the number of frames to yield, or the recorded sound. It runs in the thread of the device.
    """
    # The library asks for a generator that was started.
    next(callback)
    device.start(callback)
    # The library would wait forever for its thread, which Python ends at the end of the program.
    atexit.register(device.close)


@functools.cache
def _silence_alsa() -> None:
    """Silence ALSA, which writes dozens of lines to standard error without a sound card."""
    if sys.platform != "linux":
        return
    # OSError, AttributeError: without ALSA there are no lines either.
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_IGNORE_ALSA_ERROR)


@contextmanager
def _numpy_hidden() -> Generator[None]:
    """Hide numpy during an import.

    miniaudio imports numpy if it is installed, for a kind of argument that is not used here. That
    takes 0.3 s and 17 MB at the first sound.
    """
    modules = cast("dict[str, Any]", sys.modules)
    if "miniaudio" in modules or "numpy" in modules:
        yield
        return
    modules["numpy"] = None
    try:
        yield
    finally:
        del modules["numpy"]
