"""Opens the sound input. miniaudio speaks to PulseAudio, ALSA, WASAPI and Core Audio itself."""

import atexit
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from deskpet.recognition.recognition_error import RecognitionError
from deskpet.recognition.recognizer import RATE
from deskpet.voice.sound_device import silence_alsa
from deskpet.voice.sound_library import miniaudio
from deskpet.voice.speech_error import SpeechError
from deskpet.words import tr

GiveSound = Callable[[bytes], None]
"""Takes samples. Called by the thread of the device."""
PERIOD_MS, PERIODS = 32, 3
# The result codes of miniaudio, from its header.
_ACCESS_DENIED, _NO_BACKEND, _NO_DEVICE, _DOES_NOT_EXIST = -6, -203, -204, -7
_NULL_BACKEND = "Null"


@dataclass(frozen=True, slots=True)
class InputDevice:
    """An open input."""

    device: Any

    def close(self) -> None:
        """Close the device. Blocks for some milliseconds."""
        atexit.unregister(self.device.close)
        self.device.close()


def microphones() -> list[str]:
    """Return the names of the sound inputs, each once. Blocks; raises RecognitionError."""
    return list(dict.fromkeys(name for name, _ in _captures(sound_library())))


def open_input(give: GiveSound, on_lost: Callable[[], None], name: str = "") -> InputDevice:
    """Open an input, which begins to call `give` with sound at RATE. Blocks; raises RecognitionError.

    on_lost: called by a thread of the device, on some systems only, when the device goes away. name: one of
    `microphones`, or empty for that of the system.
    """
    library = sound_library()
    device_id = _device_id(library, name)
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
        if device.backend == _NULL_BACKEND:
            device.close()
            raise no_microphone()
        device.stop_callback = on_lost
        device.start(_blocks(give))
        # The library would wait for ever for its thread, which Python ends at the end of the program.
        atexit.register(device.close)
    except library.MiniaudioError as error:
        failure = _open_failed(error)
        # Some systems name no reason for a device that is not there.
        is_missing = failure.code != "blocked_microphone" and not _captures(library)
        raise (no_microphone() if is_missing else failure) from error
    return InputDevice(device)


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
        library = miniaudio()
    except SpeechError as error:
        raise RecognitionError(error.code, tr("She can't hear you"), error.cause, error.next_step) from error
    silence_alsa()
    return library


def _captures(library: ModuleType) -> list[tuple[str, Any]]:
    """Return names and identifiers of the inputs. Raises RecognitionError."""
    try:
        devices = library.Devices()
        if devices.backend == _NULL_BACKEND:
            return []
        return [(each["name"], each["id"]) for each in devices.get_captures()]
    except library.MiniaudioError as error:
        raise _open_failed(error) from error


def _device_id(library: ModuleType, name: str) -> Any:
    if not name:
        return None
    captures = _captures(library)
    for found, identifier in captures:
        if found == name:
            return identifier
    if not captures:
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
    if code in {_NO_DEVICE, _NO_BACKEND, _DOES_NOT_EXIST}:
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
    """Return a generator that is sent the samples, as the library gives them; it is started already."""

    def generate() -> Generator[None, bytearray, None]:
        while True:
            give(bytes((yield)))

    generator = generate()
    next(generator)
    return generator
