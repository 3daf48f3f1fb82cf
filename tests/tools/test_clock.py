"""The clock as a tool."""

from datetime import UTC, datetime

import pytest

from deskpet.chat.toolbox import Toolbox
from deskpet.tools.clock import now


class FixedClock:
    """It is always the same time."""

    def now(self, zone=None):
        return datetime(2026, 11, 22, 23, 30, tzinfo=UTC).astimezone(zone or UTC)


BOX = Toolbox((now,), clock=FixedClock())


async def test_the_time_here():
    assert (await BOX.call("time.now", {})).output == "Sunday, 2026-11-22 23:30:00 (UTC, UTC+0000)"


async def test_the_time_elsewhere():
    told = (await BOX.call("time_now", {"zone": "Asia/Tokyo"})).output
    assert told == "Monday, 2026-11-23 08:30:00 (JST, UTC+0900)"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "/etc/localtime", "Asia", "\0", "x" * 500])
async def test_a_zone_that_is_not_there_is_an_error_that_says_what_to_do(zone):
    error = (await BOX.call("time.now", {"zone": zone})).error
    assert error.code == "unknown_zone"
    assert "Europe/Berlin" in error.message


def test_it_only_reads_and_so_runs_beside_others():
    assert now.concurrent
    assert now.preview
    assert now.preview({"zone": "America/New_York"}) == "New York"
