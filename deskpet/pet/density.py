"""Measure the texture density of a model: texels for each unit of its canvas.

Live2D's core gives the vertex positions but not the UV coordinates, so these are read from the moc3 file itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import floor, log, sqrt
from pathlib import Path
from statistics import fmean, median

# The share of the drawn area that may be coarser than the result; this is mostly soft shading.
COARSE_SHARE = 0.15
# A mesh below this share of the median density is a plain colour or an invisible hit area, and is ignored.
PLAIN_SHARE = 0.25
# The factor between two texture sizes. It is less than 2, so that there is never much more than one texel for each
# pixel: texels that fall between pixels are not drawn, which turns edges into steps.
SHRINK_FACTOR = sqrt(2)
# Minimum number of texels for each pixel; exactly one would blur positions between two texels.
MIN_TEXELS_PER_PIXEL = 1.1

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class MeshTexture:
    """The texture index of a mesh and its UV coordinates, 0..1 from the upper left corner."""

    texture: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Density:
    """A model's texture density: `texels` for each unit of the canvas, and the size of the `canvas` in units."""

    texels: float
    canvas: tuple[float, float]

    def shrinks(self, size: tuple[int, int], ratio: float) -> int:
        """Return how often the textures can be shrunk by SHRINK_FACTOR with MIN_TEXELS_PER_PIXEL still left.

        `size` is the window size in logical pixels, `ratio` its device pixel ratio.
        """
        pixels = min(size[0] / self.canvas[0], size[1] / self.canvas[1]) * ratio
        return max(0, floor(log(self.texels / pixels / MIN_TEXELS_PER_PIXEL, SHRINK_FACTOR)))


def read_mesh_textures(moc: Path) -> tuple[MeshTexture, ...]:
    """Read the texture coordinates of all meshes from a checked moc3 file, in the core's order."""
    # Not needed for the first frame.
    from deskpet.pet.moc_tables import Count, MocTable, MocTables

    tables = MocTables.read(moc)
    count = tables.count(Count.MESHES)
    uvs = tables.numbers(MocTable.UVS, tables.count(Count.UVS), "f")
    rows = (tables.integers(table, count) for table in (MocTable.TEXTURES, MocTable.VERTEX_COUNTS, MocTable.UV_BEGINS))
    return tuple(
        MeshTexture(texture, tuple(points(uvs[begin:][: 2 * vertices])))
        for texture, vertices, begin in zip(*rows, strict=True)
    )


def points(flat: Sequence[float]) -> list[tuple[float, float]]:
    """Return the points of a mesh, whose coordinates alternate in `flat`."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def texels_per_unit(cut: Sequence[MeshTexture], posed: Sequence[Points], sizes: Sequence[tuple[int, int]]) -> float:
    """Return the texels for each unit of the canvas, ignoring the coarsest meshes (COARSE_SHARE of the area).

    `posed` are the vertices of each mesh on the canvas, `sizes` the texture sizes in texels. Raises ValueError if no
    mesh can be measured.
    """
    ranked = sorted(_densities(cut, posed, sizes))
    if not ranked:
        raise ValueError("no mesh has an area")
    plain = PLAIN_SHARE * median(texels for texels, _ in ranked)
    drawn = [(texels, area) for texels, area in ranked if texels >= plain]
    sums = list(accumulate(area for _, area in drawn))
    return next(texels for (texels, _), area in zip(drawn, sums, strict=True) if area >= COARSE_SHARE * sums[-1])


def _densities(
    cut: Sequence[MeshTexture], posed: Sequence[Points], sizes: Sequence[tuple[int, int]]
) -> Iterable[tuple[float, float]]:
    """Yield the density of each mesh and its weight, an area. The RMS radius does not change when a mesh is rotated."""
    for mesh, points in zip(cut, posed, strict=True):
        on_canvas = _rms_radius(points)
        if on_canvas > 0 and 0 <= mesh.texture < len(sizes):
            width, height = sizes[mesh.texture]
            yield _rms_radius([(x * width, y * height) for x, y in mesh.points]) / on_canvas, on_canvas**2


def _rms_radius(points: Points) -> float:
    """Return the root mean square distance of the points from their centre."""
    if len(points) < 3:
        return 0.0
    x, y = (fmean(axis) for axis in zip(*points, strict=True))
    return sqrt(fmean((a - x) ** 2 + (b - y) ** 2 for a, b in points))
