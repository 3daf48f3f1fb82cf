"""From canvas pixels to a model: coordinate spaces, deformers and meshes.

Every rig function speaks in pixels of the drawing at rest; a `Space` knows how its deformer sees a point.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .atlas import Atlas, Region
from .moc import (
    ROOT,
    Binding,
    Canvas,
    Mesh,
    MeshForm,
    MocWriter,
    Pose,
    Rotation,
    RotationForm,
    Warp,
    WarpForm,
)
from .parameters import KEYS

Spot = tuple[float, float]
Move = Callable[[Pose, float, float], Spot]
"""Where a point of the rest pose goes, in canvas pixels."""
Surface = Callable[[Pose, float, float], Spot]
"""Where a point (x, y) of a ribbon's drawing lies on the canvas."""
Value = Callable[[Pose], float]

DOUBLE_SIDED, MULTIPLIED = 4, 2


def keyed(*parameters: str) -> tuple[Binding, ...]:
    """Key forms at the usual values of these parameters."""
    return tuple((parameter, KEYS[parameter]) for parameter in parameters)


def stay(_pose: Pose, x: float, y: float) -> Spot:
    """A point that does not move."""
    return x, y


@dataclass(frozen=True, slots=True)
class Space:
    """What a deformer's children are measured in."""

    index: int
    to_local: Callable[[float, float], Spot]
    under_rotation: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """How the drawing stands on the canvas: `spot` of the drawing comes to `target` of the canvas."""

    scale: float
    spot: Spot
    target: Spot


@dataclass(slots=True)
class Rig:
    """Builds a model from the sprites of an atlas. Coordinates are those of the drawing."""

    canvas: Canvas
    placement: Placement
    writer: MocWriter
    atlas: Atlas
    part: int = 0

    @property
    def root(self) -> Space:
        """The canvas itself, in model units."""
        (x0, y0), (x1, y1), c = self.placement.spot, self.placement.target, self.canvas

        def to_local(x: float, y: float) -> Spot:
            return (x - x0) * self._unit + (x1 - c.origin_x) / c.pixels_per_unit, (
                (y - y0) * self._unit + (y1 - c.origin_y) / c.pixels_per_unit
            )

        return Space(ROOT, to_local, False)

    @property
    def _unit(self) -> float:
        """Model units per pixel of the drawing."""
        return self.placement.scale / self.canvas.pixels_per_unit

    def begin_part(self, name: str) -> None:
        """Objects added from now on belong to this part."""
        self.part = self.writer.add_part(name)

    def warp(
        self,
        name: str,
        parent: Space,
        frame: tuple[float, float, float, float],
        cells: int,
        bindings: tuple[Binding, ...],
        move: Move,
        opacity: Value = lambda pose: 1.0,
        rows: int | None = None,
    ) -> Space:
        """A grid of cells x cells, or of cells x rows, over frame (x, y, width, height).

        Children lie in 0..1 of it and fade with it.
        """
        left, top, width, height = frame
        rows = rows or cells

        def form(pose: Pose) -> WarpForm:
            points: list[float] = []
            for j in range(rows + 1):
                for i in range(cells + 1):
                    points += parent.to_local(*move(pose, left + width * i / cells, top + height * j / rows))
            return WarpForm(points, opacity(pose))

        index = self.writer.add_deformer(Warp(name, self.part, parent.index, rows, cells, bindings, form))
        return Space(index, lambda x, y: ((x - left) / width, (y - top) / height), parent.under_rotation)

    def rotation(
        self,
        name: str,
        parent: Space,
        pivot: Spot,
        bindings: tuple[Binding, ...],
        angle: Value,
        scale: Value = lambda pose: 1.0,
        opacity: Value = lambda pose: 1.0,
    ) -> Space:
        """A pivot; children are pixels from it and fade with it. `angle` in degrees, clockwise."""
        unit = 1.0 if parent.under_rotation else self._unit

        def form(pose: Pose) -> RotationForm:
            return RotationForm(angle(pose), *parent.to_local(*pivot), scale(pose) * unit, opacity(pose))

        index = self.writer.add_deformer(Rotation(name, self.part, parent.index, bindings, form))
        return Space(index, lambda x, y: (x - pivot[0], y - pivot[1]), True)

    def picture(
        self,
        name: str,
        parent: Space,
        order: float | Value,
        bindings: tuple[Binding, ...] = (),
        move: Move = stay,
        opacity: Value = lambda pose: 1.0,
        masks: Sequence[int] = (),
        cell: float = 56,
        sprite: str | None = None,
        mirror: float | None = None,
        multiplied: bool = False,
    ) -> int:
        """A mesh that shows a sprite in place, or its reflection on the vertical line x = mirror.

        It is seen inside of the meshes `masks` alone; multiplied, it darkens what lies below it.
        """
        region = self.atlas.regions[sprite or name]

        def place(pose: Pose, x: float, y: float) -> Spot:
            return move(pose, x if mirror is None else 2 * mirror - x, y)

        columns = max(1, round(region.width / cell))
        rows = max(1, round(region.height / cell))
        flags = MULTIPLIED if multiplied else 0
        return self._mesh(name, region, parent, order, bindings, place, opacity, masks, columns, rows, flags)

    def ribbon(
        self,
        name: str,
        sprite: str,
        parent: Space,
        order: float | Value,
        bindings: tuple[Binding, ...],
        surface: Surface,
        opacity: Value = lambda pose: 1.0,
        masks: Sequence[int] = (),
        columns: int = 20,
        rows: int = 3,
    ) -> int:
        """A mesh that lays a straight drawing on a surface."""
        region = self.atlas.regions[sprite]
        return self._mesh(name, region, parent, order, bindings, surface, opacity, masks, columns, rows)

    def hit_area(self, name: str, parent: Space, frame: tuple[float, float, float, float]) -> int:
        """An invisible rectangle (x, y, width, height) that moves with its parent."""
        left, top, width, height = frame
        corners = [(left + width * i, top + height * j) for j in (0, 1) for i in (0, 1)]
        points = [v for corner in corners for v in parent.to_local(*corner)]
        return self.writer.add_mesh(
            Mesh(
                name,
                self.part,
                parent.index,
                [0.0] * 8,
                [0, 1, 2, 1, 3, 2],
                (),
                lambda pose: MeshForm(points, 0.0, 0),
                DOUBLE_SIDED,
                (),
            )
        )

    def _mesh(
        self,
        name: str,
        region: Region,
        parent: Space,
        order: float | Value,
        bindings: tuple[Binding, ...],
        place: Move,
        opacity: Value,
        masks: Sequence[int],
        columns: int,
        rows: int,
        flags: int = 0,
    ) -> int:
        vertices, triangles = self._grid(region, columns, rows)

        def form(pose: Pose) -> MeshForm:
            points = [v for x, y in vertices for v in parent.to_local(*place(pose, x, y))]
            return MeshForm(points, opacity(pose), order(pose) if callable(order) else order)

        uvs = [v for x, y in vertices for v in self.atlas.uv(region, x, y)]
        return self.writer.add_mesh(
            Mesh(
                f"Art{name}",
                self.part,
                parent.index,
                uvs,
                triangles,
                bindings,
                form,
                DOUBLE_SIDED | flags,
                tuple(masks),
            )
        )

    def _grid(self, region: Region, columns: int, rows: int) -> tuple[list[Spot], list[int]]:
        """Vertices and triangles of a grid over the region, without the cells that show nothing."""

        def shows(i: int, j: int) -> bool:
            return not self.atlas.is_empty(region, xs[i], ys[j], xs[i + 1], ys[j + 1])

        xs = [region.x + region.width * i / columns for i in range(columns + 1)]
        ys = [region.y + region.height * j / rows for j in range(rows + 1)]
        corners: dict[tuple[int, int], int] = {}
        triangles: list[int] = []
        for j in range(rows):
            for i in range(columns):
                if shows(i, j):
                    a, b, c, d = (
                        corners.setdefault(corner, len(corners))
                        for corner in ((i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1))
                    )
                    triangles += (a, b, c, b, d, c)
        return [(xs[i], ys[j]) for i, j in corners], triangles


def turned_about(x: float, y: float, pivot: Spot, degrees: float) -> Spot:
    """A point turned clockwise about a pivot."""
    s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    dx, dy = x - pivot[0], y - pivot[1]
    return pivot[0] + dx * c - dy * s, pivot[1] + dx * s + dy * c


def ramp(value: float, start: float, end: float) -> float:
    """0 before start, 1 after end, smooth in between; start may lie after end."""
    t = min(1.0, max(0.0, (value - start) / (end - start)))
    return t * t * (3 - 2 * t)
