"""Opens the sound input."""

import sys
from collections.abc import Callable, Generator
from types import ModuleType
from typing import Any

from deskpet.features.listening.recognition.recognizer import RATE, RecognitionError
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

GiveSound = Callable[[bytes], None]
"""Takes samples. Called by the thread of the device."""
PERIOD_MS, PERIODS = 32, 3
# The result codes of miniaudio, from its header.
_ACCESS_DENIED, _NO_BACKEND, _NO_DEVICE, _DOES_NOT_EXIST = -6, -203, -204, -7


def microphones() -> dict[str, Any]:
    """Return the identifiers of the sound inputs by their names. Blocks; raises RecognitionError."""
    library = sound_library()
    try:
        return list_devices(Direction.INPUT)
    except library.MiniaudioError as error:
        raise _open_failed(error) from error


def open_input(give: GiveSound, on_lost: Callable[[], None], name: str = "") -> RunningDevice:
    """Open an input, which begins to call `give` with sound at RATE. Blocks; raises RecognitionError.

    on_lost: called by a thread of the device, on some systems only, when the device goes away. name: one of
    `microphones`, or empty for that of the system.
    """
    library = sound_library()
    device_id = _device_id(name)
    try:
        device = library.CaptureDevice(
            input_format=library.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=RATE,
            buffersize_msec=PERIOD_MS,
            callback_periods=PERIODS,
            device_id=device_id,
            app_name="deskpet",
        )
        # Without a sound card, the library records silence from nothing.
        if device.backend == NULL_BACKEND:
            device.close()
            raise no_microphone()
        device.stop_callback = on_lost
        start_device(device, _blocks(give))
    except library.MiniaudioError as error:
        raise _open_failed(error) from error
    return RunningDevice(device)


def no_microphone() -> RecognitionError:
    """Return the error of a computer that has no sound input."""
    return RecognitionError(
        "no_microphone",
        tr("She can't hear you"),
        tr("This computer has no microphone."),
        tr("Connect one, then try again."),
    )


def blocked_microphone(seconds: float) -> RecognitionError:
    """Return the error of an input that gave nothing but zeros for `seconds`."""
    return RecognitionError(
        "blocked_microphone",
        tr("The microphone is blocked"),
        tr("It gave complete silence for {seconds:g} seconds.", seconds=seconds),
        _how_to_allow(),
    )


def lost_microphone() -> RecognitionError:
    """Return the error of an input that stopped while it was used."""
    return RecognitionError(
        "lost_microphone",
        tr("The microphone went away"),
        tr("It stopped giving sound."),
        tr("Connect it again, or choose another one in the settings, under Voice."),
    )


def sound_library() -> ModuleType:
    """Return miniaudio. Raises RecognitionError if it is not installed or can't be loaded."""
    try:
        return miniaudio()
    except SpeechError as error:
        raise RecognitionError(error.code, tr("She can't hear you"), error.cause, error.next_step) from error


def _device_id(name: str) -> Any:
    if not name:
        return None
    found = microphones()
    if name in found:
        return found[name]
    if not found:
        raise no_microphone()
    raise RecognitionError(
        "unknown_microphone",
        tr("She can't hear you"),
        tr("The microphone “{name}” is not connected.", name=name),
        tr("Connect it, or choose another one in the settings, under Voice."),
    )


def _open_failed(error: Exception) -> RecognitionError:
    reason, code = (*error.args, 0, 0)[:2]
    if code == _ACCESS_DENIED:
        title, cause = tr("The microphone is blocked"), tr("The system does not let deskpet use it.")
        return RecognitionError("blocked_microphone", title, cause, _how_to_allow())
    if code in {_NO_DEVICE, _NO_BACKEND, _DOES_NOT_EXIST} or is_without_device(Direction.INPUT):
        return no_microphone()
    cause = tr("The microphone can't be opened: {reason} ({code}).", reason=reason, code=code)
    step = tr("Close other programs that use it, or choose another one in the settings, under Voice.")
    return RecognitionError("microphone_failed", tr("She can't hear you"), cause, step)


def _how_to_allow() -> str:
    if sys.platform == "win32":
        return tr("Allow it: Windows settings, Privacy and security, Microphone, Let desktop apps access it.")
    if sys.platform == "darwin":
        return tr("Allow it: System Settings, Privacy & Security, Microphone.")
    return tr("Check that it is not muted in the sound settings of the system or by a switch on the device.")


def _blocks(give: GiveSound) -> Generator[None, bytearray, None]:
    """Give the samples that the library sends."""
    while True:
        give(bytes((yield)))
