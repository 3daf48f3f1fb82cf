"""How finely a model's textures are drawn: texels for each unit of its canvas, mesh by mesh.

Live2D's core gives the posed vertices but not where in the texture they are; that is read from the moc3 file itself.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import floor, log, sqrt
from pathlib import Path
from statistics import fmean, median

# Of the area that is drawn, so much may lie in meshes that are coarser than the result: soft shades, mostly.
COARSE_SHARE = 0.15
# Coarser than this share of what is usual is a plain colour, or an area that is there to be touched and not seen.
PLAIN_SHARE = 0.25
# What a texture's side is divided by to make it smaller. By less than a half, so that there is never much more than a
# texel for a pixel: what falls between pixels is not drawn, and edges turn into steps.
SHRINK = sqrt(2)
# Texels for a pixel, at least: with exactly one, what lies between two of them would be blurred.
LEAST = 1.1

# Places in the moc3's table of offsets, which follows the header of 64 bytes; the first names the counts.
_COUNTS, _TEXTURES, _VERTEX_COUNTS, _UV_BEGINS, _UVS = 0, 41, 43, 44, 78
_HEADER = 64
# Places among the counts.
_MESH_COUNT, _UV_COUNT = 4, 15

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class MeshTexture:
    """Which texture a mesh is cut from, and where its vertices are in it: 0..1 from the upper left corner."""

    texture: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Density:
    """What is known of a model's textures: `texels` to a unit of its canvas, which is so many units large."""

    texels: float
    canvas: tuple[float, float]

    def shrinks(self, size: tuple[int, int], ratio: float) -> int:
        """How often the textures can be made smaller by SHRINK before a pixel of a window has hardly more than a texel.

        `size` is the window's in logical pixels, `ratio` how many physical ones each of them has.
        """
        pixels = min(size[0] / self.canvas[0], size[1] / self.canvas[1]) * ratio
        return max(0, floor(log(self.texels / pixels / LEAST, SHRINK)))


def meshes(moc: Path) -> tuple[MeshTexture, ...]:
    """The meshes of a checked moc3 file, in the core's order."""
    data = moc.read_bytes()
    order = ">" if data[5] else "<"

    def numbers(place: int, count: int, kind: str) -> tuple[float, ...]:
        (offset,) = struct.unpack_from(f"{order}I", data, _HEADER + 4 * place)
        return struct.unpack_from(f"{order}{count}{kind}", data, offset)

    counts = numbers(_COUNTS, _UV_COUNT + 1, "I")
    count = int(counts[_MESH_COUNT])
    uvs = numbers(_UVS, int(counts[_UV_COUNT]), "f")
    rows = (numbers(place, count, "i") for place in (_TEXTURES, _VERTEX_COUNTS, _UV_BEGINS))
    return tuple(
        _mesh(int(texture), uvs[int(begin) :][: 2 * int(vertices)])
        for texture, vertices, begin in zip(*rows, strict=True)
    )


def _mesh(texture: int, uvs: Sequence[float]) -> MeshTexture:
    return MeshTexture(texture, tuple(zip(uvs[::2], uvs[1::2], strict=True)))


def of(cut: Sequence[MeshTexture], posed: Sequence[Points], sizes: Sequence[tuple[int, int]]) -> float:
    """Texels for each unit of the canvas, in all but the coarsest few of the meshes.

    `posed` are the meshes' vertices on the canvas, `sizes` those of the textures. Raises ValueError where no mesh
    can be measured.
    """
    return _coarse(_spreads(cut, posed, sizes))


def _spreads(
    cut: Sequence[MeshTexture], posed: Sequence[Points], sizes: Sequence[tuple[int, int]]
) -> Iterable[tuple[float, float]]:
    """Texels to the unit, and how much of the canvas counts for it. However a mesh is turned, its spread stays."""
    for mesh, points in zip(cut, posed, strict=True):
        on_canvas = _spread(points)
        if on_canvas > 0 and 0 <= mesh.texture < len(sizes):
            width, height = sizes[mesh.texture]
            yield _spread([(x * width, y * height) for x, y in mesh.points]) / on_canvas, on_canvas**2


def _spread(points: Points) -> float:
    """The root mean square distance from the middle."""
    if len(points) < 3:
        return 0.0
    x, y = (fmean(axis) for axis in zip(*points, strict=True))
    return sqrt(fmean((a - x) ** 2 + (b - y) ** 2 for a, b in points))


def _coarse(weighed: Iterable[tuple[float, float]]) -> float:
    ranked = sorted(weighed)
    if not ranked:
        raise ValueError("no mesh has an area")
    plain = PLAIN_SHARE * median(texels for texels, _ in ranked)
    drawn = [(texels, weight) for texels, weight in ranked if texels >= plain]
    sums = list(accumulate(weight for _, weight in drawn))
    return next(texels for (texels, _), so_far in zip(drawn, sums, strict=True) if so_far >= COARSE_SHARE * sums[-1])
