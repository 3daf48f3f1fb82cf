"""How often the character is drawn: as often as it shows, and no oftener."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

LIVELY_MOST, ASLEEP = 60, 5


class FrameRate(Enum):
    """How much there is to see, from little to much. Hidden, nothing is drawn at all."""

    ASLEEP = auto()
    IDLE = auto()
    IN_VIEW = auto()
    LIVELY = auto()


# The most frames a second while power is saved.
SAVING: Mapping[FrameRate, int] = MappingProxyType(
    {FrameRate.ASLEEP: 2, FrameRate.IDLE: 8, FrameRate.IN_VIEW: 15, FrameRate.LIVELY: 30}
)


def frames(pace: FrameRate, in_view: int, *, saving: bool = False) -> int:
    """Frames a second at a pace, for a user who wants `in_view` of them: 30 makes 5, 15, 30 and 60.

    `saving` power, no more than 2, 8, 15 and 30.
    """
    wanted = _wanted(pace, in_view)
    return min(wanted, SAVING[pace]) if saving else wanted


def _wanted(pace: FrameRate, in_view: int) -> int:
    match pace:
        case FrameRate.ASLEEP:
            return min(ASLEEP, in_view)
        case FrameRate.IDLE:
            return max(min(ASLEEP, in_view), in_view // 2)
        case FrameRate.IN_VIEW:
            return in_view
        case FrameRate.LIVELY:
            return max(in_view, min(LIVELY_MOST, 2 * in_view))
