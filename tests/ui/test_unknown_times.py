"""Tests of unknown times: events that never happened or come from damaged files are shown without a time."""

import math
from datetime import datetime

import pytest

from deskpet.config.settings import Mode
from deskpet.features.connection.ui.rows import endpoint_note, mode_note
from deskpet.features.history.ui.session_list import Heading, group_by_time
from deskpet.llm.capabilities import ModelCapabilities, ToolSupport
from deskpet.store import Session
from deskpet.ui.blocks.call_format import format_duration, format_time
from deskpet.ui.widgets import language

UNKNOWN = [0.0, -1.0, -1e300, 3600.0, 1e20, 1e300, math.inf, -math.inf, math.nan]


@pytest.mark.parametrize("at", UNKNOWN)
@pytest.mark.parametrize(
    ("tools", "said"),
    [
        (ToolSupport.WORK, "Native tools worked with this endpoint."),
        (ToolSupport.ACCEPTED, "This endpoint accepted native tools in a test; none was called yet."),
        (ToolSupport.REFUSED, "This endpoint refused native tools."),
    ],
)
def test_what_is_known_of_an_endpoint(at: float, tools: ToolSupport, said: str) -> None:
    assert mode_note(ModelCapabilities(tools, tools_at=at), Mode.NATIVE)[1] == said
    assert endpoint_note(ModelCapabilities(reasons=True, learned_at=at)) == "This endpoint: sends its reasoning."


@pytest.mark.parametrize("at", UNKNOWN)
def test_messages_calls_and_conversations(at: float) -> None:
    now = datetime(2026, 7, 1, 12, 0).astimezone()
    assert language.format_timestamp(at, now) == ""
    assert format_time(at) == ""
    assert isinstance(format_duration(at, at + 10, now.timestamp()), str)
    assert isinstance(format_duration(at, None, now.timestamp()), str)
    headings = [
        item
        for item in group_by_time((Session("s", "title", True, False, at, at),), now.date())
        if isinstance(item, Heading)
    ]
    assert headings == [Heading("Earlier")]
