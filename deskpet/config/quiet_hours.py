"""Quiet hours: a daily span such as 22:00-07:00, which may go over midnight."""

import re
from datetime import datetime

_SPAN = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-3]):([0-5]\d)")


def is_valid(span: str) -> bool:
    """Return whether `span` is empty or two times."""
    return not span or _SPAN.fullmatch(span) is not None


def is_quiet_now(span: str) -> bool:
    """Return whether the present local time is within `span`."""
    now = datetime.now().astimezone()
    return is_quiet(span, now.hour, now.minute)


def is_quiet(span: str, hour: int, minute: int) -> bool:
    """Return whether the time is within `span`; never within an empty or invalid one."""
    found = _SPAN.fullmatch(span)
    if not found:
        return False
    first_hour, first_minute, last_hour, last_minute = map(int, found.groups())
    first, last, now = first_hour * 60 + first_minute, last_hour * 60 + last_minute, hour * 60 + minute
    return first <= now < last if first <= last else now >= first or now < last
