"""Sprites and the texture they are packed into.

Each sprite is painted at twice its final size and averaged down, cropped to what it covers, and packed on
shelves. Transparent texels take the colour of their neighbours, else edges would darken when filtered.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from .paint import Ink

SIZE = 2048
"""Width of the texture; it is as high as needed."""
ROW_STEP = 64
GAP = 6
SUPERSAMPLING = 2
CROP_SCALE = 0.25
BLEED_STEPS = 6


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture painted in its own coordinates, `density` texels per unit.

    `area` is the frame (x, y, width, height) it may paint in; what it leaves empty is cropped away unless
    `keep_frame` is set.
    """

    name: str
    paint: Callable[[Ink], None]
    area: tuple[float, float, float, float]
    density: float
    keep_frame: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """Where a sprite ended up: its frame in its own coordinates and its place in the texture (texels)."""

    x: float
    y: float
    width: float
    height: float
    left: int
    top: int
    density: float

    def texel(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the sprite is in the texture."""
        return self.left + (x - self.x) * self.density, self.top + (y - self.y) * self.density


@dataclass(frozen=True, slots=True)
class Atlas:
    """The texture as RGBA rows and the regions by sprite name."""

    pixels: np.ndarray
    regions: dict[str, Region]

    def uv(self, region: Region, x: float, y: float) -> tuple[float, float]:
        """Texture coordinates, 0..1, of a point of a sprite."""
        column, row = region.texel(x, y)
        return column / self.pixels.shape[1], row / self.pixels.shape[0]

    def is_empty(self, region: Region, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether a rectangle of the sprite shows nothing."""
        left, top = region.texel(x0, y0)
        right, bottom = region.texel(x1, y1)
        columns = slice(max(0, int(left) - 1), math.ceil(right) + 1)
        cut = self.pixels[max(0, int(top) - 1) : math.ceil(bottom) + 1, columns, 3]
        return not (cut > 3).any()

    def image(self) -> QImage:
        """The texture as a straight-alpha image."""
        data = np.ascontiguousarray(self.pixels[..., [2, 1, 0, 3]]).tobytes()
        rows, columns = self.pixels.shape[:2]
        return QImage(data, columns, rows, columns * 4, QImage.Format.Format_ARGB32).copy()


def _painted(sprite: Sprite, frame: tuple[float, float, float, float], scale: float) -> np.ndarray:
    """Premultiplied BGRA of the frame at `scale` pixels per unit."""
    x, y, width, height = frame
    columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
    image = QImage(columns, rows, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setClipRect(QRectF(0, 0, columns, rows))
    painter.scale(scale, scale)
    painter.translate(-x, -y)
    sprite.paint(Ink(painter))
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(rows, columns, 4).copy()


def _frame(sprite: Sprite) -> tuple[float, float, float, float]:
    """The part of the sprite's area that is not empty, on whole texels."""
    if sprite.keep_frame:
        return sprite.area
    alpha = _painted(sprite, sprite.area, CROP_SCALE)[..., 3]
    ys, xs = np.nonzero(alpha)
    x0, y0, step = sprite.area[0], sprite.area[1], 1 / CROP_SCALE
    left, top = x0 + (xs.min() - 1) * step, y0 + (ys.min() - 1) * step
    right, bottom = x0 + (xs.max() + 2) * step, y0 + (ys.max() + 2) * step
    return left, top, right - left, bottom - top


def _rendered(sprite: Sprite, frame: tuple[float, float, float, float]) -> np.ndarray:
    """Straight-alpha RGBA floats of the frame at the sprite's density."""
    columns, rows = math.ceil(frame[2] * sprite.density), math.ceil(frame[3] * sprite.density)
    padded = (frame[0], frame[1], columns / sprite.density, rows / sprite.density)
    fine = _painted(sprite, padded, sprite.density * SUPERSAMPLING).astype(np.float32)
    s = SUPERSAMPLING
    fine = fine[: rows * s, : columns * s]
    small = fine.reshape(rows, s, columns, s, 4).mean((1, 3))
    alpha = small[..., 3:]
    colour = np.divide(small[..., :3] * 255, alpha, out=np.zeros_like(small[..., :3]), where=alpha > 0)
    return np.concatenate([colour[..., ::-1], alpha], axis=2)


def _shelves(sizes: Sequence[tuple[str, int, int]]) -> tuple[dict[str, tuple[int, int]], int]:
    """Top left corners of boxes (name, width, height), tallest first, and the rows they need.

    Raises ValueError when they do not fit.
    """
    x = y = GAP
    shelf = 0
    places: dict[str, tuple[int, int]] = {}
    for name, width, height in sorted(sizes, key=lambda s: (-s[2], s[0])):
        if x + width + GAP > SIZE:
            x, y, shelf = GAP, y + shelf + GAP, 0
        places[name] = (x, y)
        x, shelf = x + width + GAP, max(shelf, height)
    rows = math.ceil((y + shelf + GAP) / ROW_STEP) * ROW_STEP
    if rows > SIZE:
        raise ValueError(f"the sprites need {rows} rows, a texture has {SIZE}")
    return places, rows


def _bled(pixels: np.ndarray) -> np.ndarray:
    """Transparent texels coloured by their neighbours, a few steps outwards."""
    colour, known = pixels[..., :3].copy(), pixels[..., 3] > 0
    for _ in range(BLEED_STEPS):
        total, count = np.zeros_like(colour), np.zeros(known.shape, np.float32)
        for shift, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
            neighbour = np.roll(known, shift, axis)
            total += np.roll(colour, shift, axis) * neighbour[..., None]
            count += neighbour
        fresh = ~known & (count > 0)
        colour[fresh] = total[fresh] / count[fresh][:, None]
        known = known | fresh
    return np.concatenate([colour, pixels[..., 3:]], axis=2)


def _compressible(pixels: np.ndarray) -> np.ndarray:
    """Whole numbers, colours in even steps: nobody sees it, and the file is an eighth smaller."""
    colour = (pixels[..., :3] / 2).round() * 2
    return np.concatenate([colour, pixels[..., 3:].round()], axis=2).clip(0, 255).astype(np.uint8)


def pack(sprites: Sequence[Sprite]) -> Atlas:
    """Paint all sprites into one texture."""
    frames = {sprite.name: _frame(sprite) for sprite in sprites}
    pictures = {sprite.name: _rendered(sprite, frames[sprite.name]) for sprite in sprites}
    places, height = _shelves([(name, p.shape[1], p.shape[0]) for name, p in pictures.items()])
    texture = np.zeros((height, SIZE, 4), np.float32)
    regions: dict[str, Region] = {}
    for sprite in sprites:
        (left, top), picture = places[sprite.name], pictures[sprite.name]
        rows, columns = picture.shape[:2]
        texture[top : top + rows, left : left + columns] = picture
        regions[sprite.name] = Region(*frames[sprite.name], left, top, sprite.density)
    return Atlas(_compressible(_bled(texture)), regions)
