"""Unix times as local dates, on every system and for whatever number a file may hold.

Windows knows no local time before 1970 or after the year 3000, and raises OSError for one; here there is none then on
any system.
"""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The start of the year 3001.
_MOST_SECONDS = 32_535_216_000
_DAY_SECONDS = 86_400


def local_time(seconds: float) -> datetime | None:
    """The local date and time of `seconds` after 1970; None for "never" (0) and for what is no such time."""
    # Written so that NaN, of which no comparison is true, is none either. A day on both sides leaves room for any zone.
    if not _DAY_SECONDS < seconds < _MOST_SECONDS - _DAY_SECONDS:
        return None
    return (_EPOCH + timedelta(seconds=seconds)).astimezone()
