"""Make the planner's world of screens, fences and windows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from deskpet.features.roaming.fences import MIN_SIDE, Fences
from deskpet.features.roaming.world import Area, Box, DesktopWindow, World


@dataclass(frozen=True, slots=True)
class ScreenSpace:
    """A screen in logical pixels. free: without taskbars and panels."""

    name: str
    whole: Box
    free: Box


@dataclass(frozen=True, slots=True)
class SeenWindow:
    """A window of another program, in logical pixels. is_active: it has the keyboard, and so the text cursor.

    fills_screen: as a film, or a game.
    """

    number: int
    box: Box
    is_active: bool = False
    fills_screen: bool = False


def area_of(screen: ScreenSpace, fences: Fences) -> Box:
    """Return the part of a screen in which she may be: the fence, or all that is free."""
    fence = fences.get(screen.name)
    if fence is None:
        return screen.free
    left, top, free = screen.whole.left, screen.whole.top, screen.free
    moved = Box(fence.left + left, fence.top + top, fence.right + left, fence.bottom + top)
    clipped = Box(
        max(moved.left, free.left),
        max(moved.top, free.top),
        min(moved.right, free.right),
        min(moved.bottom, free.bottom),
    )
    # The screen may have become smaller since.
    return clipped if min(clipped.width, clipped.height) >= MIN_SIDE else free


def world_of(screens: Iterable[ScreenSpace], fences: Fences, windows: Iterable[SeenWindow]) -> World:
    """Return the desktop. She keeps off screens that a window fills, and the window that is used.

    In a fence she may walk before any window: the user has given her that place.
    """
    screens, windows = tuple(screens), tuple(windows)
    boxes = {screen: area_of(screen, fences) for screen in screens}
    areas = tuple(Area(box, _outer_sides(screen, box, screens)) for screen, box in boxes.items())
    filled = [window.box for window in windows if window.fills_screen]
    used = [window.box for window in windows if window.is_active and not window.fills_screen]
    for screen in screens:
        if screen.name in fences:
            used = [part for each in used for part in each.without(boxes[screen])]
    # What fills a screen lies before its fence as well.
    ledges = tuple(DesktopWindow(each.number, each.box, not each.fills_screen) for each in windows)
    return World(areas, ledges, (*filled, *used))


def is_used(windows: Iterable[SeenWindow], fences: Iterable[Box]) -> bool:
    """Return whether the window that is used reaches into a fence."""
    return any(window.is_active and window.box.overlaps(fence) for window in windows for fence in fences)


def _outer_sides(screen: ScreenSpace, area: Box, screens: tuple[ScreenSpace, ...]) -> frozenset[int]:
    """Return the sides at which the area ends with the screen, and no other screen begins."""
    whole, found = screen.whole, set[int]()
    for side, edge, end in ((-1, area.left, whole.left), (1, area.right, whole.right)):
        strip = Box(end - 1, whole.top, end + 1, whole.bottom)
        if edge == end and not any(other.whole.overlaps(strip) for other in screens if other is not screen):
            found.add(side)
    return frozenset(found)


def with_pointer(world: World, pointer: tuple[float, float], *, is_free: bool) -> World:
    """Return the world at this moment."""
    return replace(world, pointer=pointer, is_free=is_free)
