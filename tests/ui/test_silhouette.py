"""Where a frame is covered, in boxes, from pixels made by hand."""

import pytest

from deskpet.ui.pet import silhouette
from deskpet.ui.pet.silhouette import LEAST_ALPHA, Picture

SEEN, FAINT, NOTHING = 255, round(LEAST_ALPHA * 255) - 1, 0


def picture(*rows: str) -> Picture:
    """A picture from its rows from above: `#` is seen, `.` is faint."""
    alpha = {"#": SEEN, ".": FAINT, " ": NOTHING}
    # OpenGL gives the lowest row first.
    pixels = b"".join(bytes((9, 9, 9, alpha[dot])) for row in reversed(rows) for dot in row)
    return Picture(pixels, len(rows[0]), len(rows))


def test_equal_rows_are_one_band_and_each_run_in_it_a_box() -> None:
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
def test_nothing_and_everything(row: str, expected: tuple[object, ...]) -> None:
    assert silhouette.boxes(picture(row), 1) == expected


def test_a_coarser_grain_looks_at_fewer_pixels() -> None:
    seen = picture(
        "#   ##",
        "      ",
        "  # # ",
        "      ",
        "      ",
    )
    assert silhouette.boxes(seen, 2) == ((0, 0, 2, 2), (4, 0, 2, 2), (2, 2, 4, 2))
