"""The rectangles covered by a frame, from pixels made by hand."""

import pytest
from PySide6.QtCore import QRect

from deskpet.ui.pet import silhouette
from deskpet.ui.pet.silhouette import MIN_ALPHA, Picture

SEEN, FAINT, NOTHING = 255, round(MIN_ALPHA * 255) - 1, 0


def picture(*rows: str) -> Picture:
    """Create a picture from rows, top first: `#` is opaque, `.` is below MIN_ALPHA."""
    alpha = {"#": SEEN, ".": FAINT, " ": NOTHING}
    # OpenGL returns the bottom row first.
    pixels = b"".join(bytes((9, 9, 9, alpha[dot])) for row in reversed(rows) for dot in row)
    return Picture(pixels, len(rows[0]), len(rows))


def test_equal_rows_are_merged_into_one_band() -> None:
    seen = picture(
        "      ",
        " ## ##",
        " ## ##",
        "  .#  ",
    )
    assert silhouette.boxes(seen, 1) == ((1, 1, 2, 2), (4, 1, 2, 2), (3, 3, 1, 1))


@pytest.mark.parametrize(
    ("row", "expected"), [("    ", ()), ("####", ((0, 0, 4, 1),)), ("#  #", ((0, 0, 1, 1), (3, 0, 1, 1)))]
)
def test_a_single_row(row: str, expected: tuple[object, ...]) -> None:
    assert silhouette.boxes(picture(row), 1) == expected


def test_a_coarser_grain_samples_fewer_pixels() -> None:
    seen = picture(
        "#   ##",
        "      ",
        "  # # ",
        "      ",
        "      ",
    )
    assert silhouette.boxes(seen, 2) == ((0, 0, 2, 2), (4, 0, 2, 2), (2, 2, 4, 2))


def test_the_outline_has_the_outer_edges_of_each_row() -> None:
    seen = picture("    ", " #  ", "# ##", "    ")
    assert list(silhouette.outline(seen).rows[8::16]) == [None, (0.25, 0.5), (0.0, 1.0), None]


def test_an_outline_is_placed_in_the_window() -> None:
    outline = silhouette.Outline((None, (0.25, 0.5), (0.0, 1.0), None))
    assert outline.on(QRect(100, 200, 40, 80)) == (QRect(110, 220, 10, 20), QRect(100, 240, 40, 20))
