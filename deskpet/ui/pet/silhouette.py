"""Computes what the character covers of a frame: rectangles for the window's input shape, and its outline."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage

from deskpet.ui.platform.x11 import Box

# Minimum alpha, 0..1, of a pixel that belongs to the character.
MIN_ALPHA = 0.12
_MIN_BYTE = round(MIN_ALPHA * 255)
_COVERED = re.compile(rb"[\x%02x-\xff]+" % _MIN_BYTE)
# The feet are opaque; a shadow below them is not.
_OPAQUE = re.compile(rb"[\x80-\xff]")
# Number of rows of an outline.
_ROWS = 64

Runs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame as read from OpenGL: RGBA, rows from bottom to top; width and height in physical pixels."""

    pixels: bytes | bytearray
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The outer edges of the character in rows of equal height, the topmost first.

    Each is left and right as fractions of the window's width, or None if the row is empty. foot: where she stands, as
    a fraction of the window's height.
    """

    rows: tuple[tuple[float, float] | None, ...]
    foot: float = 1.0

    def on(self, window: QRect) -> tuple[QRect, ...]:
        """Return the rows that are not empty as rectangles, for a character in the rectangle `window`."""
        height = window.height() / max(1, len(self.rows))
        found: list[QRect] = []
        for number, row in enumerate(self.rows):
            if row is not None:
                top, bottom = round(number * height), round((number + 1) * height)
                left, right = (round(edge * window.width()) for edge in row)
                found.append(QRect(window.left() + left, window.top() + top, right - left, bottom - top))
        return tuple(found)


def picture_of(image: QImage) -> Picture:
    """Return an image in the format ARGB32, premultiplied or not, as a frame. The order of the colours is not kept."""
    flipped = image.flipped(Qt.Orientation.Vertical)
    # Its bits go with it.
    return Picture(bytes(flipped.constBits()), image.width(), image.height())


def outline(picture: Picture) -> Outline:
    """Return the outline of a frame."""

    def edges(runs: Runs) -> tuple[float, float] | None:
        return (runs[0][0] / picture.width, runs[-1][1] / picture.width) if runs else None

    middles = (int((number + 0.5) * picture.height / _ROWS) for number in range(_ROWS))
    lowest = _OPAQUE.search(picture.pixels[3::4])
    below = lowest.start() // picture.width if lowest else 0
    return Outline(tuple(edges(_runs(picture, y, 1)) for y in middles), 1 - below / picture.height)


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
