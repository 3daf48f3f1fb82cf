"""The .moc3 container: parts, deformers and art meshes go in, bytes come out.

py-moc3 lays the sections out; this file knows what belongs into them. Everything here is in model units:
canvas pixels are turned into parent space by `rigging` before they arrive.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from moc3 import Moc3
from moc3._core import SECTION_LAYOUT, ElemType

Binding = tuple[str, tuple[float, ...]]
"""A parameter id and the values at which key forms exist, ascending."""
Pose = Mapping[str, float]
"""Parameter values at one key form."""

WARP, ROTATION = 0, 1
ROOT = -1
POSITION_ALIGNMENT = 16
"""The core reads key form positions in blocks of this many floats."""
PRECISION = 6
"""Decimals kept of a position: machines whose sines differ in the last bit write the same bytes."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The drawing area in pixels and how it maps to model units."""

    width: float
    height: float
    pixels_per_unit: float
    origin_x: float
    origin_y: float


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value a motion, an expression or physics can move."""

    id: str
    minimum: float
    maximum: float
    default: float
    name: str


@dataclass(frozen=True, slots=True)
class WarpForm:
    """Grid points of a warp in parent space, x and y alternating, row by row."""

    points: Sequence[float]
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class RotationForm:
    """Clockwise angle in degrees, pivot in parent space, scale of the children."""

    angle: float
    origin_x: float
    origin_y: float
    scale: float
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class MeshForm:
    """Vertices of a mesh in parent space, x and y alternating."""

    points: Sequence[float]
    opacity: float
    draw_order: float


@dataclass(frozen=True, slots=True)
class Warp:
    """A grid that bends what it carries."""

    id: str
    part: int
    parent: int
    rows: int
    columns: int
    bindings: tuple[Binding, ...]
    form: Callable[[Pose], WarpForm]


@dataclass(frozen=True, slots=True)
class Rotation:
    """A pivot that turns and scales what it carries."""

    id: str
    part: int
    parent: int
    bindings: tuple[Binding, ...]
    form: Callable[[Pose], RotationForm]


@dataclass(frozen=True, slots=True)
class Mesh:
    """A textured triangle mesh; `masks` are indices of earlier meshes."""

    id: str
    part: int
    parent: int
    uvs: Sequence[float]
    triangles: Sequence[int]
    bindings: tuple[Binding, ...]
    form: Callable[[Pose], MeshForm]
    flags: int
    masks: tuple[int, ...]


def poses(bindings: Sequence[Binding]) -> Iterator[Pose]:
    """Every combination of keys; the first binding varies fastest, as the format wants it."""
    names = [name for name, _ in bindings]
    for values in itertools.product(*(keys for _, keys in reversed(bindings))):
        yield dict(zip(names, reversed(values), strict=True))


@dataclass(slots=True)
class MocWriter:
    """Collects the objects of a model and lays them out."""

    canvas: Canvas
    parameters: list[Parameter] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    deformers: list[Warp | Rotation] = field(default_factory=list)
    meshes: list[Mesh] = field(default_factory=list)

    def add_part(self, name: str) -> int:
        """The index of a new part."""
        self.parts.append(name)
        return len(self.parts) - 1

    def add_deformer(self, deformer: Warp | Rotation) -> int:
        """The index of a new deformer; its parent must have been added before."""
        assert deformer.parent < len(self.deformers), deformer.id
        self.deformers.append(deformer)
        return len(self.deformers) - 1

    def add_mesh(self, mesh: Mesh) -> int:
        """The index of a new mesh."""
        assert len(mesh.id.encode()) <= 63, mesh.id
        self.meshes.append(mesh)
        return len(self.meshes) - 1

    def to_bytes(self) -> bytes:
        """The finished container, format version 1."""
        return _Layout(self).to_bytes()


class _Layout:
    """One pass over a model that fills the container's parallel arrays."""

    def __init__(self, model: MocWriter) -> None:
        self.model = model
        self.sections: dict[str, list[Any]] = {
            entry.name: [] for entry in SECTION_LAYOUT if entry.elem_type != ElemType.RUNTIME
        }
        self.binding_index: dict[Binding, int] = {}
        self.band_index: dict[tuple[int, ...], int] = {}

    def to_bytes(self) -> bytes:
        self._bindings()
        self._parameters()
        self._band(())
        self._parts()
        for deformer in self.model.deformers:
            self._deformer(deformer)
        orders = [order for mesh in self.model.meshes for order in self._mesh(mesh)]
        self._draw_order_group(orders)
        return self._container().to_bytes()

    def _put(self, table: str, **columns: object) -> None:
        for column, value in columns.items():
            self.sections[f"{table}.{column}"].append(value)

    def _bindings(self) -> None:
        order = {parameter.id: i for i, parameter in enumerate(self.model.parameters)}
        used = {b for item in (*self.model.deformers, *self.model.meshes) for b in item.bindings}
        for name, keys in sorted(used, key=lambda b: (order[b[0]], b[1])):
            assert list(keys) == sorted(keys), (name, keys)
            self.binding_index[name, keys] = len(self.binding_index)
            self._put("keyform_binding", keys_begin_indices=len(self.sections["keys.values"]))
            self._put("keyform_binding", keys_counts=len(keys))
            self.sections["keys.values"] += keys

    def _parameters(self) -> None:
        for parameter in self.model.parameters:
            mine = [i for (name, _), i in self.binding_index.items() if name == parameter.id]
            self._put(
                "parameter",
                ids=parameter.id,
                max_values=parameter.maximum,
                min_values=parameter.minimum,
                default_values=parameter.default,
                repeats=False,
                decimal_places=3,
                keyform_binding_begin_indices=mine[0] if mine else -1,
                keyform_binding_counts=len(mine),
            )

    def _band(self, bindings: Sequence[Binding]) -> int:
        members = tuple(self.binding_index[binding] for binding in bindings)
        if members not in self.band_index:
            self.band_index[members] = len(self.band_index)
            begin = len(self.sections["keyform_binding_index.indices"]) if members else 0
            self._put("keyform_binding_band", begin_indices=begin, counts=len(members))
            self.sections["keyform_binding_index.indices"] += members
        return self.band_index[members]

    def _parts(self) -> None:
        for index, name in enumerate(self.model.parts):
            self._put(
                "part",
                ids=name,
                keyform_binding_band_indices=0,
                keyform_begin_indices=index,
                keyform_counts=1,
                visibles=True,
                enables=True,
                parent_part_indices=-1,
            )
            self._put("part_keyform", draw_orders=500.0)

    def _positions(self, points: Sequence[float]) -> int:
        xys = self.sections["keyform_position.xys"]
        begin = len(xys)
        xys += (round(v, PRECISION) for v in points)
        xys += [0.0] * (-len(xys) % POSITION_ALIGNMENT)
        return begin

    def _deformer(self, deformer: Warp | Rotation) -> None:
        band = self._band(deformer.bindings)
        table = "warp_deformer" if isinstance(deformer, Warp) else "rotation_deformer"
        self._put(
            "deformer",
            ids=deformer.id,
            keyform_binding_band_indices=band,
            visibles=True,
            enables=True,
            parent_part_indices=deformer.part,
            parent_deformer_indices=deformer.parent,
            types=WARP if isinstance(deformer, Warp) else ROTATION,
            specific_indices=len(self.sections[f"{table}.keyform_counts"]),
        )
        keys = list(poses(deformer.bindings))
        self._put(
            table,
            keyform_binding_band_indices=band,
            keyform_counts=len(keys),
            keyform_begin_indices=len(self.sections[f"{table}_keyform.opacities"]),
        )
        if isinstance(deformer, Warp):
            self._warp_forms(deformer, keys)
        else:
            self._rotation_forms(deformer, keys)

    def _warp_forms(self, warp: Warp, keys: Sequence[Pose]) -> None:
        vertices = (warp.rows + 1) * (warp.columns + 1)
        self._put("warp_deformer", vertex_counts=vertices, rows=warp.rows, cols=warp.columns)
        for pose in keys:
            form = warp.form(pose)
            assert len(form.points) == 2 * vertices, warp.id
            begin = self._positions(form.points)
            self._put("warp_deformer_keyform", opacities=form.opacity, keyform_position_begin_indices=begin)

    def _rotation_forms(self, rotation: Rotation, keys: Sequence[Pose]) -> None:
        self._put("rotation_deformer", base_angles=0.0)
        for pose in keys:
            form = rotation.form(pose)
            self._put(
                "rotation_deformer_keyform",
                opacities=form.opacity,
                angles=form.angle,
                origin_xs=form.origin_x,
                origin_ys=form.origin_y,
                scales=form.scale,
                reflect_xs=False,
                reflect_ys=False,
            )

    def _mesh(self, mesh: Mesh) -> list[float]:
        keys = list(poses(mesh.bindings))
        # py-moc3 names these two the wrong way round: position_index_counts holds the number of vertices,
        # vertex_counts the number of indices.
        self._put("art_mesh", position_index_counts=len(mesh.uvs) // 2, vertex_counts=len(mesh.triangles))
        self._put(
            "art_mesh",
            ids=mesh.id,
            keyform_binding_band_indices=self._band(mesh.bindings),
            keyform_begin_indices=len(self.sections["art_mesh_keyform.opacities"]),
            keyform_counts=len(keys),
            visibles=True,
            enables=True,
            parent_part_indices=mesh.part,
            parent_deformer_indices=mesh.parent,
            texture_indices=0,
            drawable_flags=mesh.flags,
            uv_begin_indices=len(self.sections["uv.xys"]),
            position_index_begin_indices=len(self.sections["position_index.indices"]),
            mask_begin_indices=len(self.sections["drawable_mask.art_mesh_indices"]),
            mask_counts=len(mesh.masks),
        )
        self.sections["uv.xys"] += mesh.uvs
        self.sections["position_index.indices"] += mesh.triangles
        self.sections["drawable_mask.art_mesh_indices"] += mesh.masks
        return [self._mesh_form(mesh, pose) for pose in keys]

    def _mesh_form(self, mesh: Mesh, pose: Pose) -> float:
        form = mesh.form(pose)
        assert len(form.points) == len(mesh.uvs), mesh.id
        self._put(
            "art_mesh_keyform",
            opacities=form.opacity,
            draw_orders=form.draw_order,
            keyform_position_begin_indices=self._positions(form.points),
        )
        return form.draw_order

    def _draw_order_group(self, orders: Sequence[float]) -> None:
        count = len(self.model.meshes)
        # These two names are swapped in py-moc3 as well; unswapped, the core crashes at load.
        self._put("draw_order_group", min_draw_orders=int(max(orders)), max_draw_orders=int(min(orders)))
        self._put("draw_order_group", object_begin_indices=0, object_counts=count, object_total_counts=count)
        for index in range(count):
            self._put("draw_order_group_object", types=0, indices=index, group_indices=-1)

    def _container(self) -> Moc3:
        moc = Moc3()
        moc.header.version = 1
        for entry in SECTION_LAYOUT:
            if entry.elem_type != ElemType.RUNTIME:
                values = self.sections[entry.name]
                assert moc.counts[entry.count_idx] in (0, len(values)), entry.name
                moc.counts[entry.count_idx] = len(values)
                moc[entry.name] = values
        canvas = self.model.canvas
        moc.canvas.pixels_per_unit = canvas.pixels_per_unit
        moc.canvas.origin_x, moc.canvas.origin_y = canvas.origin_x, canvas.origin_y
        moc.canvas.canvas_width, moc.canvas.canvas_height = canvas.width, canvas.height
        return moc
