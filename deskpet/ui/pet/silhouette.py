"""Computes the rectangles of a frame that the character covers, for the window's input shape."""

import re
from dataclasses import dataclass

from deskpet.ui.platform.x11 import Box

# Minimum alpha, 0..1, of a pixel that belongs to the character.
MIN_ALPHA = 0.12
_MIN_BYTE = round(MIN_ALPHA * 255)
_COVERED = re.compile(rb"[\x%02x-\xff]+" % _MIN_BYTE)

Runs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame as read from OpenGL: RGBA, rows from bottom to top; width and height in physical pixels."""

    pixels: bytes | bytearray
    width: int
    height: int


def boxes(picture: Picture, grain: int) -> tuple[Box, ...]:
    """Return the covered rectangles in bands from top to bottom, in physical pixels.

    grain: sampling step in physical pixels; every `grain`-th pixel of every `grain`-th row is tested.
    """
    found: list[Box] = []
    start, runs = 0, _runs(picture, 0, grain)
    for y in range(grain, picture.height, grain):
        if (row := _runs(picture, y, grain)) != runs:
            found += _band(runs, start, y, grain)
            start, runs = y, row
    found += _band(runs, start, picture.height, grain)
    return tuple(found)


def _runs(picture: Picture, y: int, grain: int) -> Runs:
    """Return the covered runs of the row `y`, counted from the top, as start and end in units of `grain`."""
    stride = 4 * picture.width
    end = len(picture.pixels) - y * stride
    return [found.span() for found in _COVERED.finditer(picture.pixels[end - stride + 3 : end : 4 * grain])]


def _band(runs: Runs, top: int, bottom: int, grain: int) -> list[Box]:
    return [(left * grain, top, (right - left) * grain, bottom - top) for left, right in runs]
