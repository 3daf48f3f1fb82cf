"""Calendars of files and addresses: events in local time, recurring ones, and hostile calendars within limits."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from deskpet.app.turn_context import settings_dependencies
from deskpet.chat.permission import Reads
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.config.keys import KeyStore
from deskpet.config.settings import Settings
from deskpet.features.calendar import sources, tools
from deskpet.features.calendar.sources import Calendars
from deskpet.features.calendar.tools import CALENDAR_TOOLS
from deskpet.processes.child_kinds import CALENDAR
from tests.llm.replay_server import ReplayServer, Reply
from tests.network.loopback_network import PUBLIC, LoopbackNetwork
from tests.support.folders import PROJECT

tool = tools.calendar_list
# There is no such file; the system says so in its own words.
FILE = str(PROJECT / "me.ics")
with pytest.raises(FileNotFoundError) as _caught:
    Path(FILE).stat()
MISSING = _caught.value.strerror


class Clock:
    def now(self, zone=None):
        return datetime(2026, 11, 23, 14, 0).astimezone(zone)


@pytest.fixture
def berlin(monkeypatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("this system's time zone can't be set")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def ics(*events: str, head: str = "") -> str:
    described = (f"BEGIN:VEVENT\nUID:{n}\n{each.strip()}\nEND:VEVENT\n" for n, each in enumerate(events))
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{head}{''.join(described)}END:VCALENDAR\n"


def event(start: str, end: str = "", title: str = "Tea", *more: str) -> str:
    return "\n".join(filter(None, [f"DTSTART{start}", end and f"DTEND{end}", f"SUMMARY:{title}", *more]))


async def call(places: tuple[str, ...], network: LoopbackNetwork | None = None, **arguments: Any) -> Any:
    network = network or LoopbackNetwork({}, {})
    box = Toolbox(CALENDAR_TOOLS, calendars=Calendars.of(places), network=network, clock=Clock())
    return await box.call("calendar_list", arguments)


async def listed(text: str | bytes, tmp_path: Path, **arguments: Any) -> Any:
    file = tmp_path / "Work.ics"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    outcome = await call((str(file),), **arguments)
    assert outcome.error is None, outcome.error
    return outcome.output


def times(output: list[Any]) -> list[tuple[str, str, str]]:
    return [(each["title"], each["start"], each["end"]) for each in output]


@pytest.mark.usefixtures("berlin")
async def test_an_event_has_title_times_place_and_calendar(tmp_path):
    text = event(";TZID=Asia/Tokyo:20261124T090000", ";TZID=Asia/Tokyo:20261124T103000", "Call", "LOCATION:Room\\, 5")
    output = await listed(ics(text, head="X-WR-CALNAME:Team\n"), tmp_path)
    note = "2026-11-24 01:00 – 02:30 · Room, 5 · Team"
    start, end = "2026-11-24T01:00+01:00", "2026-11-24T02:30+01:00"
    assert output == [
        {"title": "Call", "note": note, "start": start, "end": end, "place": "Room, 5", "calendar": "Team"}
    ]


@pytest.mark.usefixtures("berlin")
async def test_a_zone_may_have_properties_that_the_libraries_do_not_know(tmp_path):
    zone = (
        "BEGIN:VTIMEZONE\nTZID:/tea.example/Tea/Land\nTZID-ALIAS-OF:/tea.example/\n Tea/Shire\n"
        "TZUNTIL:20300101T000000Z\nX-LIC-LOCATION:Tea/Land\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0500\nTZOFFSETTO:+0500\n"
        "TZNAME:TEA\nTEA-LEAVES:2\nEND:STANDARD\nEND:VTIMEZONE\n"
    )
    text = event(";TZID=/tea.example/Tea/Land:20261124T090000", "")
    expected = "2026-11-24T05:00+01:00"
    assert times(await listed(ics(text, head=zone), tmp_path)) == [("Tea", expected, expected)]


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (":20261124T090000Z", ":20261124T100000Z", ("2026-11-24T10:00+01:00", "2026-11-24T11:00+01:00")),
        (":20261124T090000", ":20261124T100000", ("2026-11-24T09:00+01:00", "2026-11-24T10:00+01:00")),
        (";VALUE=DATE:20261124", ";VALUE=DATE:20261125", ("2026-11-24", "2026-11-24")),
        (";VALUE=DATE:20261124", "", ("2026-11-24", "2026-11-24")),
        (";VALUE=DATE:20261121", ";VALUE=DATE:20261124", ("2026-11-21", "2026-11-23")),
        (";TZID=W. Europe Standard Time:20261124T090000", "", ("2026-11-24T09:00+01:00", "2026-11-24T09:00+01:00")),
        (";TZID=Nowhere/Land:20261124T090000", "", ("2026-11-24T09:00+01:00", "2026-11-24T09:00+01:00")),
        (";TZID=../../etc/passwd:20261124T090000", "", ("2026-11-24T09:00+01:00", "2026-11-24T09:00+01:00")),
        (":20261122T230000Z", ":20261123T010000Z", ("2026-11-23T00:00+01:00", "2026-11-23T02:00+01:00")),
        (":20261130T225900Z", "", ("2026-11-30T23:59+01:00", "2026-11-30T23:59+01:00")),
    ],
)
async def test_times_are_local(tmp_path, start, end, expected):
    assert times(await listed(ics(event(start, end)), tmp_path)) == [("Tea", *expected)]


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        (":20261122T215900Z", ":20261122T230000Z"),
        (":20261130T230000Z", ""),
        (";VALUE=DATE:20261122", ""),
        (";VALUE=DATE:20261201", ""),
        (":20261124T090000Z\nSTATUS:CANCELLED", ""),
    ],
)
async def test_what_is_on_other_days_or_cancelled_is_not_listed(tmp_path, start, end):
    assert await listed(ics(event(start, end)), tmp_path) == []


@pytest.mark.usefixtures("berlin")
async def test_recurring_events_keep_their_local_time_and_their_exceptions(tmp_path):
    rule = "RRULE:FREQ=WEEKLY;BYDAY=MO"
    out = "EXDATE;TZID=Europe/Berlin:20261019T090000"
    weekly = event(";TZID=Europe/Berlin:20261005T090000", ";TZID=Europe/Berlin:20261005T093000", "Stand-up", rule, out)
    moved = event(":20261029T120000Z", "", "Moved", "RECURRENCE-ID;TZID=Europe/Berlin:20261026T090000")
    text = ics(weekly).replace("END:VCALENDAR\n", "") + ics(moved).partition("PRODID:x\n")[2]
    output = await listed(text, tmp_path, from_date="2026-10-12", to_date="2026-11-02")
    assert [(each["title"], each["start"]) for each in output] == [
        ("Stand-up", "2026-10-12T09:00+02:00"),
        ("Moved", "2026-10-29T13:00+01:00"),
        ("Stand-up", "2026-11-02T09:00+01:00"),
    ]


async def test_only_events_with_all_words_are_listed_in_any_case_and_width(tmp_path):
    one = event(":20261124T090000", "", "Ｄｅｎｔｉｓｔ", "LOCATION:Hauptstraße 5")
    other = event(":20261124T080000", "", "Tea", "DESCRIPTION:with the dentist")
    text = ics(one, other)
    assert [each["title"] for each in await listed(text, tmp_path, words="DENTIST")] == ["Tea", "Ｄｅｎｔｉｓｔ"]
    assert len(await listed(text, tmp_path, words="dentist STRASSE")) == 1
    assert await listed(text, tmp_path, words="dentist otter") == []


@pytest.mark.usefixtures("berlin")
async def test_the_time_zone_of_a_whole_calendar_holds_for_times_without_one(tmp_path):
    text = ics(event(":20261124T090000", "", "Tea", "RRULE:FREQ=DAILY;COUNT=1"), head="X-WR-TIMEZONE:Asia/Tokyo\n")
    assert [each["start"] for each in await listed(text, tmp_path)] == ["2026-11-24T01:00+01:00"]


async def test_several_calendars_are_merged_in_order_and_a_broken_one_is_named(tmp_path):
    (tmp_path / "a.ics").write_text(ics(event(":20261125T090000", "", "Later")), encoding="utf-8")
    (tmp_path / "b.ics").write_text(ics(event(":20261124T090000", "", "Sooner")), encoding="utf-8")
    (tmp_path / "c.ics").write_text("hello", encoding="utf-8")
    outcome = await call(tuple(str(tmp_path / f"{name}.ics") for name in "abcd"))
    assert [each if isinstance(each, str) else each["title"] for each in outcome.output] == [
        "Sooner",
        "Later",
        "Not read: c: that is no calendar (.ics) that can be read.",
        f"Not read: d: {MISSING}.",
    ]


async def test_if_nothing_can_be_read_the_call_fails(tmp_path):
    outcome = await call((str(tmp_path / "a.ics"),))
    assert (outcome.error.code, outcome.error.message) == ("unreadable", f"a: {MISSING}.")


@pytest.mark.parametrize(
    "dates",
    [
        {"from_date": "tomorrow"},
        {"from_date": "2026-11-24", "to_date": "2026-11-23"},
        {"from_date": "2026-01-01", "to_date": "2027-06-01"},
        {"from_date": "0001-01-01"},
        {"to_date": "9999-12-31"},
        {"from_date": "2026-02-30"},
    ],
)
async def test_dates_that_are_none(dates):
    assert (await call(("/a.ics",), **dates)).error.code == "invalid_dates"


HOSTILE = {
    "nothing": b"",
    "zeros": b"\0" * 100_000,
    "no end": b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\n" * 100_000,
    "deep": b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\n" * 2_000 + b"END:VEVENT\n" * 2_000 + b"END:VCALENDAR\n",
    "one long line": b"BEGIN:VCALENDAR\nX:" + b"a" * 4_000_000,
    "each second": ics(event(":19700101T000000Z", "", "x", "RRULE:FREQ=SECONDLY")).encode(),
    "never": ics(event(":20260101T000000Z", "", "x", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")).encode(),
    "a hundred thousand": ics(*(event(f":20261124T09{n % 60:02}00") for n in range(50_000))).encode(),
    "a million": b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\nDTSTART:20261124\nEND:VEVENT\n" * 120_000 + b"END:VCALENDAR\n",
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_calendar_is_an_error_or_a_list_in_time(tmp_path, name, monkeypatch):
    monkeypatch.setattr(tools, "CALENDAR", replace(CALENDAR, seconds=1.0))
    file = tmp_path / "x.ics"
    file.write_bytes(HOSTILE[name])
    outcome = await call((str(file),))
    if outcome.error:
        assert outcome.error.code in ("no_calendar", "timed_out", "unreadable")
    else:
        assert len(outcome.output) <= tools.MAX_EVENTS + 1


@pytest.mark.parametrize(
    "text",
    [
        event(":99991231T235959Z"),
        event(":00010101T000000Z", ":99991231T235959Z"),
        event(":nonsense"),
        event(":20261124T090000Z", ":20261123T090000Z"),
        event(":20261124T090000Z", "", "x", "RRULE:FREQ=NEVER"),
        event(":20261124T090000Z", "", "x", "RRULE:FREQ=DAILY;INTERVAL=0"),
        event(":20261124T090000Z", "", "x", "DURATION:-P99999999D"),
        "SUMMARY:without a time",
        "DTSTART:20261124T090000Z\nSUMMARY:a\nSUMMARY:b\nLOCATION:c\nLOCATION:d",
    ],
)
@pytest.mark.parametrize("head", ["", "X-WR-TIMEZONE:/etc/passwd\n"])
async def test_an_odd_event_does_not_hide_the_others(tmp_path, text, head):
    output = await listed(ics(text, event(":20261125T090000Z", "", "Good"), head=head), tmp_path)
    assert "Good" in [each["title"] for each in output]


async def test_long_and_many_texts_are_cut(tmp_path):
    many = (event(f":20261124T09{n % 60:02}00", "", "t" * 5000, "LOCATION:" + "p" * 5000) for n in range(300))
    output = await listed(ics(*many, head=f"X-WR-CALNAME:{'n' * 500}\n"), tmp_path)
    assert output[-1].startswith("200 later events")
    assert len(output) == tools.MAX_EVENTS + 1
    assert len(str(output)) < 200_000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
async def test_a_pipe_a_folder_a_device_and_a_large_file_are_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "MAX_BYTES", 100)
    os.mkfifo(tmp_path / "pipe.ics")
    (tmp_path / "large.ics").write_bytes(b"x" * 101)
    places = (str(tmp_path / "pipe.ics"), str(tmp_path), "/dev/zero", str(tmp_path / "large.ics"))
    for place in places:
        assert (await call((place,))).error.code == "unreadable"


SECRET = "private-1234"


@pytest.mark.usefixtures("berlin")
async def test_a_calendar_is_downloaded_from_its_address(tmp_path):
    async with ReplayServer(Reply(ics(event(":20261124T090000Z")).encode())) as server:
        network = LoopbackNetwork({}, {"127.0.0.1": server})
        outcome = await call((f"http://127.0.0.1:{server.url.split(':')[2].split('/')[0]}/{SECRET}.ics",), network)
    assert times(outcome.output) == [("Tea", "2026-11-24T10:00+01:00", "2026-11-24T10:00+01:00")]
    assert [each.path for each in server.requests] == [f"/{SECRET}.ics"]
    assert SECRET not in str(outcome)


@pytest.mark.parametrize(
    ("location", "follows"),
    [
        ("/moved.ics", True),
        ("http://127.0.0.1:8088/moved.ics", True),
        ("http://127.0.0.1:9/moved.ics", False),
        ("http://127.0.0.2:8088/moved.ics", False),
        ("http://10.0.0.1/moved.ics", False),
        ("http://169.254.169.254/latest/meta-data", False),
        ("https://evil.example/", False),
        ("file:///etc/passwd", False),
    ],
)
async def test_redirects_stay_at_the_server_that_the_user_named(location, follows):
    moved = Reply(b"", 302, {"Location": location})
    async with ReplayServer(moved, Reply(ics(event(":20261124T090000Z")).encode())) as server:
        network = LoopbackNetwork({"evil.example": [[PUBLIC]]}, {"127.0.0.1": server})
        outcome = await call((f"http://127.0.0.1:8088/{SECRET}.ics",), network)
    assert (outcome.error is None) is follows
    assert network.connected == ["127.0.0.1"] * (2 if follows else 1)
    assert SECRET not in str(outcome)


@pytest.mark.parametrize("reply", [Reply(b"", 404), Reply(b"x" * 5_100_000), Reply(b"x", ending="abort")])
async def test_errors_of_a_server_do_not_tell_the_address(reply):
    async with ReplayServer(reply) as server:
        network = LoopbackNetwork({}, {"127.0.0.1": server})
        outcome = await call((f"http://127.0.0.1:8088/{SECRET}.ics",), network)
    assert outcome.error.message.startswith("127.0.0.1: ")
    assert SECRET not in str(outcome)


async def test_an_unencrypted_address_of_the_internet_is_not_used():
    network = LoopbackNetwork({"tea.org": [[PUBLIC]]}, {})
    assert (await call((f"http://tea.org/{SECRET}.ics",), network)).error.code == "unencrypted"
    assert (network.resolved, network.connected) == ([], [])


async def test_webcal_means_https():
    network = LoopbackNetwork({}, {})
    assert (await call(("webcal://tea.org/me.ics",), network)).error.code == "not_reached"
    assert network.connected == ["tea.org"]


def test_it_reads_the_users_calendars_which_strangers_write_into():
    assert tool.reads == {Reads.PRIVATE, Reads.FOREIGN}
    assert (tool.policy, tool.sends) == (Policy.ALLOW, False)


def test_without_the_extra_or_a_calendar_it_is_not_told_to_a_model(monkeypatch):
    def box(*places: str) -> Toolbox:
        settings = Settings.model_validate({"tools": {"calendars": places}})
        return Toolbox(CALENDAR_TOOLS, **settings_dependencies(settings, KeyStore()), clock=Clock())

    assert [each.name for each in box(FILE).specs()] == ["calendar_list"]
    assert box().specs() == ()
    assert "Add a calendar" in box().missing(tool)
    monkeypatch.setattr(tools, "find_spec", lambda name: None)
    assert box(FILE).specs() == ()
    assert "deskpet[calendar]" in box(FILE).missing(tool)


@pytest.mark.parametrize(
    ("place", "is_accepted"),
    [
        (FILE, True),
        ("https://example.org/a.ics?key=1", True),
        ("webcal://example.org/a.ics", True),
        ("http://[::1]:5232/a.ics", True),
        ("a.ics", False),
        ("https://me:secret@example.org/a.ics", False),
        ("https://example.org\\@evil.org/a.ics", False),
        ("https://exa mple.org/a", False),
        ("ftp://example.org/a.ics", False),
        ("", False),
    ],
)
def test_what_the_settings_accept(place, is_accepted):
    try:
        Settings.model_validate({"tools": {"calendars": [place]}})
    except ValueError:
        assert not is_accepted
    else:
        assert is_accepted
