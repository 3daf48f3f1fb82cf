"""How often the character is drawn: as often as it shows, and no oftener."""

from enum import Enum, auto

LIVELY_MOST, ASLEEP = 60, 5


class Pace(Enum):
    """How much there is to see, from little to much. Hidden, nothing is drawn at all."""

    ASLEEP = auto()
    IDLE = auto()
    IN_VIEW = auto()
    LIVELY = auto()


def frames(pace: Pace, in_view: int) -> int:
    """Frames a second at a pace, for a user who wants `in_view` of them: 30 makes 5, 15, 30 and 60."""
    match pace:
        case Pace.ASLEEP:
            return min(ASLEEP, in_view)
        case Pace.IDLE:
            return max(min(ASLEEP, in_view), in_view // 2)
        case Pace.IN_VIEW:
            return in_view
        case Pace.LIVELY:
            return max(in_view, min(LIVELY_MOST, 2 * in_view))
