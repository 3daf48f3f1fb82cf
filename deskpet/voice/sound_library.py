"""Imports miniaudio, the library of the extra `voice`, when it is first needed."""

from types import ModuleType

from deskpet.voice.speech_error import SpeechError
from deskpet.words import tr


def miniaudio() -> ModuleType:
    """Return the module miniaudio. Raises SpeechError if it is not installed or can't be loaded."""
    try:
        import miniaudio as library
    except ImportError as error:
        raise SpeechError(
            "no_sound_library",
            tr("She has no voice yet"),
            tr("The package miniaudio, which plays sound, can't be loaded: {reason}.", reason=str(error).rstrip(".")),
            tr("Type: {command}", command="python -m pip install 'deskpet[voice]'"),
        ) from error
    return library
