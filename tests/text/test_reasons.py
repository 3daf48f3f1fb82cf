"""Why something failed."""

import pytest

from deskpet.text.reasons import reason_of


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (FileNotFoundError(2, "No such file or directory", "a.txt"), "No such file or directory"),
        (OSError("no number"), "no number"),
        (ValueError("bad value"), "bad value"),
    ],
)
def test_the_system_s_reason_is_said_without_the_path_and_else_the_message(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason
