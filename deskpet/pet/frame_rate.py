"""Choose the frame rate of the character from how much there is to see."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

# Upper bounds of two levels, in frames per second.
MAX_LIVELY, MAX_ASLEEP = 60, 3


class FrameRate(Enum):
    """Frame rate levels, from the lowest to the highest. A hidden character is not drawn at all."""

    ASLEEP = auto()
    IDLE = auto()
    IN_VIEW = auto()
    LIVELY = auto()


# Maximum frames per second in power saving mode.
POWER_SAVING_LIMITS: Mapping[FrameRate, int] = MappingProxyType(
    {FrameRate.ASLEEP: 2, FrameRate.IDLE: 8, FrameRate.IN_VIEW: 15, FrameRate.LIVELY: 30}
)


def frames_per_second(level: FrameRate, in_view: int, *, saving: bool = False) -> int:
    """Return the frames per second of a level; `in_view` is the user's setting for IN_VIEW.

    A setting of 30 gives 3, 15, 30 and 60 for the four levels, and at most 2, 8, 15 and 30 if `saving` power.
    """
    match level:
        case FrameRate.ASLEEP:
            rate = min(MAX_ASLEEP, in_view)
        case FrameRate.IDLE:
            rate = max(min(MAX_ASLEEP, in_view), in_view // 2)
        case FrameRate.IN_VIEW:
            rate = in_view
        case FrameRate.LIVELY:
            rate = max(in_view, min(MAX_LIVELY, 2 * in_view))
    return min(rate, POWER_SAVING_LIMITS[level]) if saving else rate
