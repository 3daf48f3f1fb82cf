"""Figures of a turn as texts."""

import pytest

from deskpet.chat.events import IncludedDocument
from deskpet.ui.chat.turn_details import document_share_line, format_duration


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "none"),
        (0.0004, "0.4 ms"),
        (0.0419, "42 ms"),
        (0.9996, "1.00 s"),
        (59.0, "59.00 s"),
        (83.0, "1 min 23 s"),
    ],
)
def test_durations_are_short(seconds: float | None, words: str) -> None:
    assert format_duration(seconds) == words


@pytest.mark.parametrize(
    ("is_whole", "pages", "count", "words"),
    [
        (True, (1, 2), 2, "plan.pdf: all of it"),
        (False, (1,), 1, "plan.pdf: the parts that match the question"),
        (False, (1, 3, 4, 5, 9), 12, "plan.pdf: parts of pages 1, 3–5, 9 of 12"),
    ],
)
def test_what_was_told_of_a_document_is_a_line(is_whole: bool, pages: tuple[int, ...], count: int, words: str) -> None:
    assert document_share_line(IncludedDocument("plan.pdf", is_whole, pages, count)) == words
