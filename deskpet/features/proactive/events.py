"""Create occasions from remembered events: facts with a date, asked about on the evening of that day."""

import re
from datetime import date, datetime, time

from deskpet.features.proactive.occasions import Occasion, OccasionKind
from deskpet.text.local_time import local_time

# The hour of the event's day from which she asks about it.
_HOUR = 18
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"({'|'.join(_MONTHS)})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\b\.?"
# Not `\b`: Chinese and Japanese have no spaces, and their characters are word characters as well.
_ISO = re.compile(r"(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])")
_CJK = re.compile(r"(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]")
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?(?:\s+(\d{{4}}))?\b", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}}))?", re.IGNORECASE)


def date_in(text: str, said: date) -> date | None:
    """Return the date in a text such as "exam on 2026-03-04", "3月4日" or "March 4"; None if there is no date.

    A date without a year is the next one after the day on which it was `said`.
    """
    if found := _ISO.search(text) or _CJK.search(text):
        year, month, day = found.groups()
    elif found := _DAY_FIRST.search(text):
        day, month, year = found.groups()
    elif found := _MONTH_FIRST.search(text):
        month, day, year = found.groups()
    else:
        return None
    number = int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1
    return _date(int(year), number, int(day)) if year else _next(number, int(day), said)


def occasion_of_event(
    fact_id: str, text: str, said_at: float, reads: tuple[str, ...], now: datetime
) -> Occasion | None:
    """Return the occasion to ask about an event. Returns None if it has no date, is not over, or ended too long ago.

    said_at: in Unix seconds. reads: the values of Reads of the fact. now: the local time.
    """
    said = local_time(said_at, now.tzinfo)
    day = date_in(text, said.date()) if said else None
    if day is None:
        return None
    at = datetime.combine(day, time(_HOUR), now.tzinfo).timestamp()
    # The user mentioned the event after it had happened.
    if said_at >= at:
        return None
    found = Occasion(OccasionKind.EVENT, at, text, fact_id, reads)
    return None if found.is_over(now.timestamp()) else found


def _next(month: int, day: int, said: date) -> date | None:
    # Eight years hold a 29 February in any case.
    candidates = (_date(said.year + more, month, day) for more in range(9))
    return next((each for each in candidates if each and each >= said), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
