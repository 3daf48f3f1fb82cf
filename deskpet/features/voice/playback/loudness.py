"""The mouth's opening from the loudness of her voice."""

import math
from array import array

from deskpet.features.voice.sound import SAMPLE_BYTES

SILENCE_DB = -90.0
# Loudness at which the mouth is shut, and at which it is open.
_SHUT_DB, _OPEN_DB = -45.0, -15.0
# Seconds from shut to open, and from open to shut.
ATTACK, RELEASE = 0.03, 0.09
# A pause that is shorter lies between two syllables: the mouth stays open a little.
_SYLLABLE_PAUSE, _SYLLABLE_OPENING = 0.12, 0.08
_FULL_SCALE = 32768.0


def loudness(samples: bytes) -> float:
    """Return the root mean square of 16-bit samples in dB of full scale. Every second sample is enough."""
    values = array("h")
    values.frombytes(samples[: len(samples) // SAMPLE_BYTES * SAMPLE_BYTES])
    values = values[::2]
    if not values:
        return SILENCE_DB
    mean = math.sqrt(sum(value * value for value in values) / len(values))
    return max(20 * math.log10(mean / _FULL_SCALE), SILENCE_DB) if mean else SILENCE_DB


class MouthOpening:
    """Follows the loudness of consecutive blocks: opens fast and closes slowly."""

    def __init__(self) -> None:
        self._opening = 0.0
        self._quiet_seconds = math.inf

    def add(self, level: float, seconds: float) -> float:
        """Return the opening, 0..1, at the end of a block of `seconds` with the loudness `level` in dB."""
        self._quiet_seconds = 0.0 if level > _SHUT_DB else self._quiet_seconds + seconds
        target = min(max((level - _SHUT_DB) / (_OPEN_DB - _SHUT_DB), 0.0), 1.0)
        if self._quiet_seconds < _SYLLABLE_PAUSE:
            target = max(target, _SYLLABLE_OPENING)
        step = seconds / (ATTACK if target > self._opening else RELEASE)
        self._opening += min(max(target - self._opening, -step), step)
        return self._opening
