"""The protocol of speech engines, and the limits that hold for all of them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from deskpet.features.voice.pcm import Pcm
from deskpet.features.voice.spoken_text.language import Language

MAX_TEXT = 4_000
"""Characters that are sent to an engine at once, the limit of OpenAI's server."""
MAX_BYTES = 32 * 1024 * 1024
"""Bytes of sound, or of a compressed file with it, that are read for one text."""
_BASE_SECONDS, _SECONDS_PER_CHARACTER, _MAX_SECONDS = 15.0, 1.0, 600.0


@dataclass(frozen=True, slots=True)
class EngineTimeouts:
    """Timeouts in seconds: to connect, until the first byte, and between two pieces of the sound."""

    connect: float = 10.0
    first_byte: float = 60.0
    idle: float = 15.0


DEFAULT_TIMEOUTS = EngineTimeouts()


class SpeechEngine(Protocol):
    """Makes sound of text."""

    @property
    def identity(self) -> tuple[str, ...]:
        """All values that determine the sound of a text: engine, server, model, voice and speed."""
        ...

    def synthesize(self, text: str, language: Language) -> AsyncIterator[Pcm]:
        """Yield the sound of `text` in pieces, as soon as they are known.

        Close the iterator to end the work. Raises SpeechError, also after some pieces.
        """
        ...

    async def aclose(self) -> None:
        """Close the connections. It can be used again."""
        ...


def max_seconds(text: str) -> float:
    """Return how long the sound of `text` may be; a longer one is a mistake of the engine."""
    return min(_BASE_SECONDS + _SECONDS_PER_CHARACTER * len(text), _MAX_SECONDS)
