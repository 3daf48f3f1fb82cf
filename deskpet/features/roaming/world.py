"""The desktop as she walks on it: values without a window system. All lengths are logical pixels.

A position is that of her feet. She is where her whole body is within an area; she stands on the lower edges of areas
and on the visible parts of the upper edges of windows.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

FLOOR = 0
"""The owner of a ledge that is the lower edge of an area."""
# The share of her width that stands on a ledge.
_FOOT = 0.4


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `right` and `bottom` are the first pixels beyond it."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def overlaps(self, other: "Box") -> bool:
        """Return whether both have a part in common, not only an edge."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def grown(self, margin: float) -> "Box":
        """Return the box with a margin on all sides."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def has(self, x: float, y: float) -> bool:
        """Return whether a point is within."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def without(self, other: "Box") -> "tuple[Box, ...]":
        """Return the parts that `other` does not cover."""
        if not self.overlaps(other):
            return (self,)
        top, bottom = max(self.top, other.top), min(self.bottom, other.bottom)
        parts = (
            Box(self.left, self.top, self.right, top),
            Box(self.left, top, other.left, bottom),
            Box(other.right, top, self.right, bottom),
            Box(self.left, bottom, self.right, self.bottom),
        )
        return tuple(part for part in parts if part.width > 0 and part.height > 0)


@dataclass(frozen=True, slots=True)
class Figure:
    """How large she is and how she walks.

    left, right, height: how far her body reaches from the middle of her feet. stride: the length of a step.
    speed: how fast she walks, in pixels per second. hop: how high she hops with each step, 0 if she has feet that walk.
    """

    left: float
    right: float
    height: float
    stride: float
    speed: float
    hop: float = 0.0

    def at(self, x: float, y: float) -> Box:
        """Return what her body covers with her feet at a point."""
        return Box(x - self.left, y - self.height, x + self.right, y)

    def peeking(self, side: int, depth: float) -> "Figure":
        """Return her without what is hidden while she peeks from a side, -1 or 1, a share `depth` of her width."""
        hidden = depth * (self.left + self.right)
        return replace(self, left=self.left - hidden) if side < 0 else replace(self, right=self.right - hidden)


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the desktop in which she may be: the free part of a screen, or the fence in it.

    outer: the sides, -1 and 1, beyond which there is nothing, so that she can peek from there.
    """

    box: Box
    outer: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DesktopWindow:
    """A window of another program, by any number but FLOOR. is_ledge: whether she may stand on it."""

    number: int
    box: Box
    is_ledge: bool = True


@dataclass(frozen=True, slots=True)
class World:
    """The desktop at one moment.

    windows: the topmost first. kept_clear: what she does not go before. pointer: where the mouse is, if that is known.
    is_free: whether she may set off by herself.
    """

    areas: tuple[Area, ...]
    windows: tuple[DesktopWindow, ...] = ()
    kept_clear: tuple[Box, ...] = ()
    pointer: tuple[float, float] | None = None
    is_free: bool = True


@dataclass(frozen=True, slots=True)
class Ledge:
    """Where her feet may stand: from `left` to `right` at the height `y`, on a window or FLOOR."""

    owner: int
    y: float
    left: float
    right: float

    def has(self, x: float) -> bool:
        """Return whether her feet at `x` are on it."""
        return self.left <= x <= self.right

    def nearest(self, x: float) -> float:
        """Return the place on it that is nearest to `x`."""
        return max(self.left, min(self.right, x))


def is_inside(body: Box, areas: Iterable[Area]) -> bool:
    """Return whether a body is within the areas, of which it may stand across several."""
    remaining: tuple[Box, ...] = (body,)
    for area in areas:
        remaining = tuple(part for each in remaining for part in each.without(area.box))
    return not remaining


def nearest_inside(x: float, y: float, figure: Figure, areas: Iterable[Area]) -> tuple[float, float] | None:
    """Return the nearest position at which her body is within one area; None if none is large enough."""
    found: list[tuple[float, float]] = []
    for box in (area.box for area in areas):
        left, right, top = box.left + figure.left, box.right - figure.right, box.top + figure.height
        if left <= right and top <= box.bottom:
            found.append((max(left, min(right, x)), max(top, min(box.bottom, y))))
    return min(found, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2, default=None)


def ledges(world: World, figure: Figure) -> tuple[Ledge, ...]:
    """Return everything on which she can stand, the floors first."""
    return _ledges(world.areas, world.windows, figure)


@lru_cache(maxsize=8)
def _ledges(areas: tuple[Area, ...], windows: tuple[DesktopWindow, ...], figure: Figure) -> tuple[Ledge, ...]:
    return (*_floors(areas, figure), *_tops(areas, windows, figure))


def _floors(areas: Iterable[Area], figure: Figure) -> list[Ledge]:
    joined: list[Ledge] = []
    for box in sorted((area.box for area in areas), key=lambda box: (box.bottom, box.left)):
        last = joined[-1] if joined else None
        if box.height < figure.height:
            continue
        if last and last.y == box.bottom and last.right == box.left:
            joined[-1] = replace(last, right=box.right)
        else:
            joined.append(Ledge(FLOOR, box.bottom, box.left, box.right))
    return [kept for each in joined if (kept := _narrowed(each, figure.left, figure.right))]


def _tops(areas: tuple[Area, ...], windows: tuple[DesktopWindow, ...], figure: Figure) -> list[Ledge]:
    """Return the visible parts of the upper edges of windows above which there is room for her."""
    found: list[Ledge] = []
    for index, window in enumerate(windows):
        edge = Box(window.box.left, window.box.top, window.box.right, window.box.top + 1)
        if not window.is_ledge:
            continue
        parts: tuple[Box, ...] = (edge,)
        for above in windows[:index]:
            parts = tuple(rest for part in parts for rest in part.without(above.box))
        for part in parts:
            ledge = Ledge(window.number, edge.top, part.left, part.right)
            standing = _narrowed(ledge, _FOOT * figure.left, _FOOT * figure.right)
            found += _within_areas(standing, figure, areas) if standing else ()
    return found


def _within_areas(ledge: Ledge, figure: Figure, areas: Iterable[Area]) -> list[Ledge]:
    found: list[Ledge] = []
    for box in (area.box for area in areas):
        left, right = max(ledge.left, box.left + figure.left), min(ledge.right, box.right - figure.right)
        # The lower edge itself is the floor.
        if left <= right and box.top + figure.height <= ledge.y < box.bottom:
            found.append(replace(ledge, left=left, right=right))
    return found


def _narrowed(ledge: Ledge, left: float, right: float) -> Ledge | None:
    narrowed = replace(ledge, left=ledge.left + left, right=ledge.right - right)
    return narrowed if narrowed.left <= narrowed.right else None


def support(x: float, y: float, world: World, figure: Figure) -> Ledge | None:
    """Return what she stands on with her feet at a point; None if there is nothing below them."""
    return next((each for each in ledges(world, figure) if each.y == y and each.has(x)), None)


def free_parts(ledge: Ledge, world: World, figure: Figure) -> tuple[Ledge, ...]:
    """Return the parts of a ledge on which she is before nothing that is kept clear, from the left."""
    parts = [ledge]
    for clear in world.kept_clear:
        if not (clear.top < ledge.y and ledge.y - figure.height < clear.bottom):
            continue
        left, right = clear.left - figure.right, clear.right + figure.left
        parts = [
            part
            for each in parts
            for part in (replace(each, right=min(each.right, left)), replace(each, left=max(each.left, right)))
            if part.left <= part.right
        ]
    return tuple(sorted(set(parts), key=lambda part: part.left))


def free_part(x: float, y: float, world: World, figure: Figure) -> Ledge | None:
    """Return the part of what she stands on to which she may walk; None where she is before what is kept clear."""
    ledge = support(x, y, world, figure)
    return next((part for part in free_parts(ledge, world, figure) if part.has(x)), None) if ledge else None
