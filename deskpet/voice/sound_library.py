"""Imports miniaudio, the library of the extra `voice`, when it is first needed."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, cast

from deskpet.voice.speech_error import SpeechError
from deskpet.words import tr


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
    return library


@contextmanager
def _numpy_hidden() -> Generator[None]:
    """Let an import take its way without numpy.

    miniaudio imports numpy where another package has brought it, for a kind of argument that is not used here. That
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
