"""Local times for every number that a file may hold, within the range of Windows."""

import math
import time
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.config.list_file import ListFileError
from deskpet.features.reminders.reminders import Reminders
from deskpet.store.markdown import as_markdown
from deskpet.store.records import SavedConversation, Session
from deskpet.text.local_time import local_time

# Never, before 1970, near it, far in the future, and not a number.
NO_TIMES = [0.0, -1.0, -1e300, 1.0, 3600.0, 1e11, 1e20, 1e300, math.inf, -math.inf, math.nan]


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv("TZ", request.param)
    if hasattr(time, "tzset"):
        time.tzset()
    yield
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.mark.parametrize("seconds", NO_TIMES)
def test_what_is_no_known_time_is_none(zone: None, seconds: float) -> None:
    assert local_time(seconds) is None


def test_a_time_is_the_local_one(zone: None) -> None:
    seconds = datetime(2026, 7, 1, 12, 30, tzinfo=UTC).timestamp()
    when = local_time(seconds)
    assert when is not None
    assert when.timestamp() == seconds
    assert when.timetuple()[:6] == time.localtime(seconds)[:6]


@given(st.floats())
def test_no_number_raises(seconds: float) -> None:
    when = local_time(seconds)
    assert when is None or f"{when:%A, %Y-%m-%d %H:%M:%S}"


def test_no_time_is_asked_for_that_windows_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows' `localtime` fails before 1970 and after 3000."""
    for seconds in (86_401.0, 32_535_129_599.0):
        when = local_time(seconds)
        assert when is not None
        assert 1970 <= when.year <= 3000


@pytest.mark.parametrize("at", NO_TIMES)
def test_an_export_of_a_conversation_without_a_known_time_is_written(at: float) -> None:
    message = Message("user", (Text(StreamingText("hello")),), created_at=at)
    saved = SavedConversation(Session("s", "A title", True, False, at, at), (Node(message, None),), message.id)
    assert as_markdown(saved).startswith("# A title\n\n## You")


@pytest.mark.parametrize("due", ["NaN", "Infinity", "-Infinity"])
def test_a_reminder_for_no_time_is_refused_with_what_to_do(tmp_path: Path, due: str) -> None:
    file = tmp_path / "reminders.json"
    file.write_text(f'[{{"number": 1, "due": {due}, "text": "tea"}}]', encoding="utf-8")
    with pytest.raises(ListFileError, match="Move it away"):
        Reminders(file)
