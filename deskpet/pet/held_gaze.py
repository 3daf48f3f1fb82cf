"""A gaze that was requested: a direction, held for some seconds."""

import math
from dataclasses import dataclass
from typing import Literal

Direction = tuple[float, float]
"""A gaze direction: -1..1 to the right and up; (0, 0) is straight ahead."""

AHEAD: Direction = (0.0, 0.0)

GazeName = Literal["left", "right", "up", "down", "ahead", "user", "chat", "away", "point"]
"""A direction as the user sees it. `user` is the pointer, and `point` a point of the screen."""

_FIXED: dict[GazeName, Direction] = {
    "left": (-0.95, 0.0),
    "right": (0.95, 0.0),
    "up": (0.0, 0.9),
    "down": (0.0, -0.9),
    "ahead": AHEAD,
}
# The direction away from what is straight ahead or to the left; mirrored for the other side.
_AWAY: Direction = (0.85, 0.2)


@dataclass(frozen=True, slots=True)
class GazeRequest:
    """A direction to look in for some seconds. `x` and `y` are a point: fractions of the screen from its top left."""

    name: GazeName
    seconds: float
    x: float = 0.5
    y: float = 0.5


@dataclass(frozen=True, slots=True)
class HeldGaze:
    """A request that is carried out until a time; `point` is the direction of the requested point."""

    name: GazeName
    point: Direction
    until: float = -math.inf

    def direction(self, pointer: Direction | None, chat: Direction | None) -> Direction:
        """Return the direction, from those of the pointer and the chat; None if they are unknown."""
        match self.name:
            case "point":
                return self.point
            case "user":
                return pointer or AHEAD
            case "chat":
                return chat or AHEAD
            case "away":
                avoided = pointer or chat or AHEAD
                return (-_AWAY[0] if avoided[0] > 0 else _AWAY[0], _AWAY[1])
            case fixed:
                return _FIXED[fixed]
