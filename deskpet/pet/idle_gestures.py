"""Small gestures of a good mood while nothing happens: a smile or a nod now and then, joy where the mood is best."""

import math
import random

from deskpet.pet.mood import GestureRole

# Below this valence she is calm, and makes none.
LEAST_VALENCE = 0.15
# The mean pause at a valence of 1, in seconds, which grows as the valence falls, and how much each one varies.
_PAUSE, _VARIATION = 90.0, (0.6, 1.4)
# The share of joyful gestures at a valence of 1.
_JOYFUL_SHARE = 0.5


class IdleGestures:
    """Decides when the next gesture comes, and which. Times are seconds of one clock."""

    def __init__(self, chance: random.Random) -> None:
        self._random = chance
        self._valence = 0.0
        self._next_at = math.inf

    def set_valence(self, valence: float, now: float) -> None:
        """Set how good the mood is, from 0 for calm to 1."""
        self._valence = valence
        if valence < LEAST_VALENCE:
            self._next_at = math.inf
        elif self._next_at == math.inf:
            self._next_at = now + self._pause()

    def take(self, now: float) -> GestureRole | None:
        """Return the role of a gesture that is due, None if none is. Call it only while nothing happens."""
        if now < self._next_at:
            return None
        self._next_at = now + self._pause()
        is_joyful = self._random.random() < _JOYFUL_SHARE * self._valence
        return GestureRole.JOYFUL if is_joyful else GestureRole.CONTENT

    def _pause(self) -> float:
        return _PAUSE / self._valence * self._random.uniform(*_VARIATION)
