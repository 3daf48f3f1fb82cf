"""The file of what has to be remembered to speak rarely: kept, damaged, and written with a wrong clock."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deskpet.features.proactive import state_file
from deskpet.features.proactive.occasions import Occasion, OccasionKind
from deskpet.features.proactive.proactive_state import ProactiveMessage, ProactiveState

NOW = 1_772_600_000.0
STATE = ProactiveState(
    NOW - 60,
    (ProactiveMessage(NOW - 9000, is_model=True), ProactiveMessage(NOW - 50)),
    NOW + 600,
    712,
    "2026-03-04",
    ("f1",),
)


def test_everything_is_kept_but_what_waits(tmp_path: Path):
    file = tmp_path / "speaking.json"
    waiting = (Occasion(OccasionKind.EVENT, NOW, "the exam", "f2"),)
    assert state_file.save(file, ProactiveState(**{**vars_of(STATE), "waiting": waiting}))
    assert state_file.load(file, NOW) == STATE
    assert "exam" not in file.read_text(encoding="utf-8")


def vars_of(state: ProactiveState) -> dict[str, object]:
    return {name: getattr(state, name) for name in state.__slots__}


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b'{"active_at": 1e999}', b'{"spoken": [{"at": 1e300}]}', b"\xff\x00"]
)
def test_a_file_that_can_t_be_used_is_replaced(tmp_path: Path, content: bytes):
    file = tmp_path / "speaking.json"
    file.write_bytes(content)
    assert state_file.load(file, NOW) == ProactiveState()
    assert state_file.save(file, STATE)
    assert state_file.load(file, NOW) == STATE


def test_what_lies_in_the_future_was_written_with_a_wrong_clock(tmp_path: Path):
    file = tmp_path / "speaking.json"
    state_file.save(file, STATE)
    early = state_file.load(file, NOW - 1e6)
    assert (early.active_at, early.spoken, early.postponed_until) == (None, (), 0.0)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400) | st.text(max_size=100).map(str.encode))
def test_no_content_makes_it_fail(tmp_path: Path, content: bytes):
    file = tmp_path / "speaking.json"
    file.write_bytes(content)
    state_file.load(file, NOW)
