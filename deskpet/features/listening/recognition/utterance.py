"""Cuts utterances out of the sound of a microphone: where speech begins, and where it ends."""

from collections import deque

from deskpet.features.listening.recognition.microphone import BLOCK_SECONDS
from deskpet.features.listening.recognition.voice_activity import SpeechFinder

SILENCE_SECONDS = 0.8
"""Silence that ends an utterance."""
LEAD_SECONDS = 0.3
"""Sound before its onset that belongs to an utterance, because a word often begins without a voice."""
# A single block of speech is a noise.
_ONSET_BLOCKS = 2


class UtteranceDetector:
    """Finds one utterance in consecutive blocks of sound.

    lead_seconds: sound before the onset that belongs to it. silence_seconds: what ends it.
    """

    def __init__(
        self, finder: SpeechFinder, *, lead_seconds: float = LEAD_SECONDS, silence_seconds: float = SILENCE_SECONDS
    ) -> None:
        self._finder = finder
        self._lead: deque[bytes] = deque(maxlen=round(lead_seconds / BLOCK_SECONDS) + _ONSET_BLOCKS)
        self._silence_seconds = silence_seconds
        self._speech_blocks = 0
        self._has_begun = False
        self._silent_seconds = 0.0
        self._finder.reset()

    @property
    def has_begun(self) -> bool:
        """Whether there was speech."""
        return self._has_begun

    @property
    def has_ended(self) -> bool:
        """Whether there was speech, and silence after it."""
        return self._has_begun and self._silent_seconds >= self._silence_seconds

    @property
    def silent_seconds(self) -> float:
        """The silence since the last speech, or since the first block."""
        return self._silent_seconds

    def feed(self, block: bytes) -> list[bytes]:
        """Return the blocks that are now known to belong to the utterance, in their order."""
        is_speech = self._finder.is_speech(block)
        self._silent_seconds = 0.0 if is_speech else self._silent_seconds + BLOCK_SECONDS
        if self._has_begun:
            return [block]
        self._lead.append(block)
        self._speech_blocks = self._speech_blocks + 1 if is_speech else 0
        if self._speech_blocks < _ONSET_BLOCKS:
            return []
        self._has_begun = True
        blocks = list(self._lead)
        self._lead.clear()
        return blocks
