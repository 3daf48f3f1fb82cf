"""Secrets are recognised, and days are none."""

import pytest

from deskpet.features.memory.access import has_secret


@pytest.mark.parametrize(
    "text",
    [
        "Has an exam on 2026-03-04",
        "Has an exam on 2026-03-04 09:00",
        "Flies on 2026-03-04 9 am, back on 2026-03-11",
        "在2026-03-04有考试",
        "Born on 1990-12-31",
    ],
)
def test_a_day_is_no_secret(text):
    assert not has_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-04-1234-5678",
        "4111 2026-03-04",
        "4111-2026-03-04 1234",
        "2026-03-04 1234 5678",
        "2026-03-04 12 34 56 78",
        "2026-13-04 1",
        "DE89 3704 0044 0532 0130 00 since 2026-03-04",
        "+49 170 1234567",
    ],
)
def test_a_number_that_looks_like_a_day_is_one(text):
    assert has_secret(text)
