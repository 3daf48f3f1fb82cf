"""Child process that finds the events of a calendar: its recurring rules could be calculated for ever.

The request is a JSON object on a line (`begin` and `end` in ISO 8601 with offset, `words` in lower case), and the
calendar after it. The reply has `name`, `events` and `left`, the number of events that were left out.
Each event has `title`, `place`, `start` and `end`: dates for whole days, UTC times, or times without an offset, which
are local everywhere. Only what confines the process is imported from the program.
"""

import json
import re
import sys
import unicodedata
import warnings
import zoneinfo
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Any, cast

import recurring_ical_events
from icalendar import Calendar, Component, Event, vRecur

from deskpet.processes.child_kinds import CALENDAR
from deskpet.processes.serving import serve_once

_MAX_EVENTS, _MAX_TEXT, _MAX_NAME = 1000, 300, 80
# What the libraries raise for properties that contradict each other.
_ODD = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError)
# A time zone of the file's own, and its properties that the libraries don't know, such as TZID-ALIAS-OF and TZUNTIL of
# RFC 7808: they would refuse the whole calendar.
_ZONE = re.compile(r"^BEGIN:VTIMEZONE\b.*?^END:VTIMEZONE\b", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_UNKNOWN_IN_ZONE = re.compile(
    r"^(?!(?:BEGIN|END|DTSTART|TZ(?:ID|URL|NAME|OFFSETFROM|OFFSETTO)|LAST-MODIFIED|COMMENT|EXRULE|RRULE|RDATE|EXDATE"
    r"|X-[A-Z0-9-]+)[;:])[A-Z0-9-]+[;:].*\n(?:[ \t].*\n)*",
    re.MULTILINE | re.IGNORECASE,
)
# Loads what the libraries import later, when no file can be opened any more.
_SAMPLE_REQUEST = b'{"begin": "2026-01-01T00:00:00+00:00", "end": "2026-01-09T00:00:00+00:00", "words": ["x"]}\n'
_SAMPLE = b"""BEGIN:VCALENDAR
BEGIN:VTIMEZONE
TZID:Sample
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1
DTSTART;TZID=Sample:20260105T100000
DTEND;TZID=Sample:20260105T110000
RRULE:FREQ=DAILY
EXDATE;TZID=Sample:20260106T100000
SUMMARY:Sample
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTART;TZID=W. Europe Standard Time:20260105T100000
DURATION:PT1H
RDATE;VALUE=DATE:20260107
END:VEVENT
BEGIN:VEVENT
UID:3
DTSTART;VALUE=DATE:20260105
END:VEVENT
END:VCALENDAR
"""


def main() -> None:
    """Load what is imported late, and answer one request."""
    warnings.simplefilter("ignore")
    # The cache of the module keeps the zones only while something refers to them.
    _zones = [zoneinfo.ZoneInfo(name) for name in sorted(zoneinfo.available_timezones())]
    _answer(_SAMPLE_REQUEST + _SAMPLE)
    _forget_zone_files()
    serve_once(CALENDAR, _answer)


def _forget_zone_files() -> None:
    """End the search for an unknown zone without opening a file, which fails in another way when confined."""
    zoneinfo.reset_tzpath(())
    loaded = [name for name in sys.modules if name.partition(".")[0] == "tzdata"]
    for name in ("tzdata", *loaded):
        # Documented: the import of such a module raises ModuleNotFoundError.
        sys.modules[name] = None  # pyright: ignore[reportArgumentType]


def _answer(task: bytes) -> dict[str, Any]:
    head, _, data = task.partition(b"\n")
    request: dict[str, Any] = json.loads(head)
    begin, end = datetime.fromisoformat(request["begin"]), datetime.fromisoformat(request["end"])
    text = _ZONE.sub(lambda zone: _UNKNOWN_IN_ZONE.sub("", zone[0]), data.decode("utf-8-sig", "replace"))
    calendars = [each for each in Calendar.from_ical(text, multiple=True) if each.name == "VCALENDAR"]
    if not calendars:
        return {"name": "", "events": None, "left": 0}
    found: list[tuple[datetime, dict[str, str]]] = []
    for calendar in calendars:
        found += _described(_events(calendar, begin, end), request["words"])
    found.sort(key=lambda each: each[0])
    name = _line(calendars[0].get("X-WR-CALNAME"), _MAX_NAME)
    return {
        "name": name,
        "events": [fields for _, fields in found[:_MAX_EVENTS]],
        "left": max(len(found) - _MAX_EVENTS, 0),
    }


def _events(calendar: Calendar, begin: datetime, end: datetime) -> list[Component]:
    """Return the events of a calendar, each as often as it takes place. Leaves out what can't be understood."""
    if not _is_zone(str(calendar.get("X-WR-TIMEZONE", ""))):
        calendar.pop("X-WR-TIMEZONE", None)
    for event in calendar.events:
        # With an interval of 0, the libraries would look for the next time without end.
        if not all(
            isinstance(each, vRecur) and 0 not in each.get("INTERVAL", ()) for each in _values(event.get("RRULE"))
        ):
            event.pop("RRULE")
    try:
        return recurring_ical_events.of(calendar, skip_bad_series=True).between(begin, end)
    except _ODD:
        series: dict[str, list[Component]] = {}
        for event in calendar.events:
            series.setdefault(str(event.get("UID")), []).append(event)
        return [each for events in series.values() for each in _events_of_series(events, begin, end)]


def _is_zone(name: str) -> bool:
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return False
    return True


def _events_of_series(events: list[Component], begin: datetime, end: datetime) -> list[Component]:
    """Return the events with the same UID, each as often as it takes place; none if they can't be understood."""
    calendar = Calendar()
    calendar.subcomponents = events
    try:
        return recurring_ical_events.of(calendar, skip_bad_series=True).between(begin, end)
    except _ODD:
        return []


def _described(events: Iterable[Component], words: list[str]) -> Iterator[tuple[datetime, dict[str, str]]]:
    """Yield the events that take place and contain all words, each after the moment that it is sorted by."""
    for event in events:
        if not isinstance(event, Event):
            continue
        title, place = _line(event.get("SUMMARY"), _MAX_TEXT), _line(event.get("LOCATION"), _MAX_TEXT)
        text = _comparable(f"{title}\n{place}\n{_text(event.get('DESCRIPTION'))}")
        if str(event.get("STATUS", "")).upper() == "CANCELLED" or not all(word in text for word in words):
            continue
        try:
            start, end = event.start, event.end
            times = {"start": _time_text(start), "end": _time_text(end)}
            yield _moment(start), {"title": title, "place": place, **times}
        except _ODD:
            # An event without a time that can be used takes place at none.
            continue


def _moment(time: date) -> datetime:
    if not isinstance(time, datetime):
        return datetime(time.year, time.month, time.day, tzinfo=UTC)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _time_text(time: date) -> str:
    if isinstance(time, datetime) and time.tzinfo is not None:
        return time.astimezone(UTC).isoformat()
    return time.isoformat()


def _text(value: object) -> str:
    return "\n".join(map(str, _values(value)))


def _values(value: object) -> list[Any]:
    """Return the values of a property, which is a list if it stands more than once."""
    if value is None:
        return []
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _line(value: object, limit: int) -> str:
    line = " ".join(_text(value).split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _comparable(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


if __name__ == "__main__":
    main()
