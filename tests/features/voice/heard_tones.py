"""What was heard of tones that stand for sentences, each with a pitch of its own."""

from array import array
from dataclasses import dataclass
from itertools import groupby, pairwise

LOUD = 300
"""A sample above it is sound."""
# A silence that is longer is a gap; zero crossings are shorter.
_GAP_SECONDS = 0.004
# How far the length of a cycle may be off, as a share.
_TOLERANCE = 0.025
# A shorter tone is none.
_SHORTEST_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class HeardTone:
    """A tone by its number, and for how long it was heard."""

    number: int
    seconds: float


def frequency_of(number: int) -> int:
    """Returns the pitch of the sentence with this number; there are ten of them."""
    return 300 + 50 * (number % 10)


def heard_tones(samples: array, rate: int) -> list[HeardTone]:
    """Returns the tones in the order in which they were heard. Silences between and within them count for nothing."""
    ups = [n for n, (before, after) in enumerate(pairwise(samples)) if before < 0 <= after]
    numbers = [(_number_of((end - start) / rate), (end - start) / rate) for start, end in pairwise(ups)]
    runs = _merged([HeardTone(number, seconds) for number, seconds in numbers if number is not None])
    # Where two tones meet, or a gap cuts one, some cycles look like those of a third.
    return _merged([each for each in runs if each.seconds > _SHORTEST_SECONDS])


def _merged(tones: list[HeardTone]) -> list[HeardTone]:
    """Returns one tone for equal ones in a row."""
    return [
        HeardTone(number, sum(each.seconds for each in run)) for number, run in groupby(tones, lambda each: each.number)
    ]


def _number_of(cycle_seconds: float) -> int | None:
    number = round((1 / cycle_seconds - 300) / 50)
    is_close = 0 <= number <= 9 and abs(cycle_seconds * frequency_of(number) - 1) < _TOLERANCE
    return number if is_close else None


def first_loud(samples: array) -> int | None:
    """Returns where the first sound begins, or None."""
    return next((n for n, value in enumerate(samples) if abs(value) > LOUD), None)


def gaps(samples: array, rate: int) -> list[float]:
    """Returns the silences between two sounds, in seconds."""
    loud = [n for n, value in enumerate(samples) if abs(value) > LOUD]
    return [(b - a) / rate for a, b in pairwise(loud) if (b - a) / rate > _GAP_SECONDS]
