"""Conversion between Unix times, local dates and ISO 8601 text, for any value that a file or a model may give.

Windows raises OSError for local times before 1970 or after the year 3000; here they are None on all systems.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The start of the year 3001.
_MAX_SECONDS = 32_535_216_000
_DAY_SECONDS = 86_400
MAX_LOCAL_TIME = _MAX_SECONDS - _DAY_SECONDS
"""The Unix time from which on `local_time` returns None."""


def local_time(seconds: float, zone: tzinfo | None = None) -> datetime | None:
    """Return the date and time of a Unix time in a zone (None: the local one); None if it is 0 or out of range."""
    # Written as `not a < b` so that NaN gives None too. The day on both sides leaves room for any time zone.
    if not _DAY_SECONDS < seconds < MAX_LOCAL_TIME:
        return None
    return (_EPOCH + timedelta(seconds=seconds)).astimezone(zone)


def begin_of_day(day: date) -> float:
    """Return the Unix time at which a day of these years begins in the local time zone."""
    return datetime.combine(day, time()).astimezone().timestamp()


def parse_local_time(text: str) -> datetime | None:
    """Return the moment that an ISO 8601 text names, in the local time zone if it names none; None if it is no such."""
    try:
        moment = datetime.fromisoformat(text.strip())
        # The offset from UTC at that time may differ from the present one.
        return moment if moment.tzinfo else moment.astimezone()
    except (ValueError, OverflowError, OSError):
        return None
