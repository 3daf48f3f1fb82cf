"""What of a frame the character covers, in boxes: where its window takes clicks, on platforms that know of that."""

import re
from dataclasses import dataclass

from deskpet.ui.platform.x11 import Box

# Fainter than this share of opacity is not seen as part of the character.
LEAST_ALPHA = 0.12
_LEAST = round(LEAST_ALPHA * 255)
_COVERED = re.compile(rb"[\x%02x-\xff]+" % _LEAST)

Runs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame as OpenGL gives it: RGBA, its rows from below; width and height in physical pixels."""

    pixels: bytes | bytearray
    width: int
    height: int


def boxes(picture: Picture, grain: int) -> tuple[Box, ...]:
    """The covered parts in bands from above, in physical pixels; one pixel in `grain` to each side is looked at."""
    found: list[Box] = []
    begun, before = 0, _runs(picture, 0, grain)
    for y in range(grain, picture.height, grain):
        if (runs := _runs(picture, y, grain)) != before:
            found += _band(before, begun, y, grain)
            begun, before = y, runs
    found += _band(before, begun, picture.height, grain)
    return tuple(found)


def _runs(picture: Picture, y: int, grain: int) -> Runs:
    """Where the row `y` from above is covered: from and to, in grains."""
    row = 4 * picture.width
    end = len(picture.pixels) - y * row
    return [found.span() for found in _COVERED.finditer(picture.pixels[end - row + 3 : end : 4 * grain])]


def _band(runs: Runs, top: int, bottom: int, grain: int) -> list[Box]:
    return [(left * grain, top, (right - left) * grain, bottom - top) for left, right in runs]
