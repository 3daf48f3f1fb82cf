"""Where clicks land, as values: any silhouette, on any screens, at any scale, for each window system.

A physical pixel of the desktop is followed the way of each system: X11 compares it with boxes in physical pixels of the
window, Wayland with a region in logical ones, and Windows asks for the pixel below the pointer.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRect, QSize

from deskpet.ui.pet import placement, silhouette
from deskpet.ui.pet.click_through import GRAIN
from deskpet.ui.pet.placement import Screen, Screens
from deskpet.ui.pet.silhouette import Picture
from deskpet.ui.pet.still_window import scaled
from deskpet.ui.platform import wayland

RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0)


def screen(name: str, x: int, y: int, pixels: tuple[int, int], ratio: float) -> Screen:
    """A screen with a panel of 40 logical pixels at its lower edge; its corner is in physical pixels, as Qt has it."""
    whole = QRect(QPoint(x, y), QSize(*pixels) / ratio)
    return Screen(name, whole, whole.adjusted(0, 0, 0, -40), ratio)


@st.composite
def desktops(draw: st.DrawFn) -> Screens:
    """One to three screens in a row, each of any scale; others are to the right or to the left of the primary one."""
    width = draw(st.sampled_from([1920, 2560, 3840]))
    found = [screen("0", 0, 0, (width, width * 9 // 16), draw(st.sampled_from(RATIOS)))]
    left, right = 0, width
    for number in range(draw(st.integers(0, 2))):
        width, ratio, y = (
            draw(st.sampled_from([1920, 3840])),
            draw(st.sampled_from(RATIOS)),
            draw(st.integers(-300, 300)),
        )
        is_left = draw(st.booleans())
        x = left - width if is_left else right
        left, right = (x, right) if is_left else (left, right + width)
        found.append(screen(str(number + 1), x, y, (width, width * 9 // 16), ratio))
    return tuple(found)


ellipses = st.builds(QRect, st.integers(20, 120), st.integers(20, 200), st.integers(60, 160), st.integers(60, 220))


def frame(size: QSize, ratio: float, body: QRect) -> Picture:
    """A frame with an ellipse; `body` is in logical pixels, in a window of 300 x 450."""
    pixels = size * ratio
    factor = pixels.width() / 300
    x, y, rx, ry = (
        factor * each for each in (body.center().x(), body.center().y(), body.width() / 2, body.height() / 2)
    )
    rows = bytearray()
    for row in reversed(range(pixels.height())):
        reach = 1 - ((row + 0.5 - y) / ry) ** 2
        half = rx * math.sqrt(reach) if reach > 0 else -1.0
        first = max(0, min(pixels.width(), math.ceil(x - half))) if half >= 0 else 0
        last = max(first, min(pixels.width(), math.floor(x + half))) if half >= 0 else 0
        rows += bytes(4 * first) + b"\xff" * (4 * (last - first)) + bytes(4 * (pixels.width() - last))
    return Picture(bytes(rows), pixels.width(), pixels.height())


def covered(picture: Picture, x: int, y: int, reach: int) -> bool | None:
    """Whether the pixels of a frame within `reach` of one are covered; None for an edge between them."""
    seen = {
        0 <= px < picture.width
        and 0 <= py < picture.height
        and picture.pixels[4 * ((picture.height - 1 - py) * picture.width + px) + 3] > 0
        for px in range(x - reach, x + reach + 1)
        for py in range(y - reach, y + reach + 1)
    }
    return seen.pop() if len(seen) == 1 else None


def takes_click(pixel: QPoint, corner: QPointF, picture: Picture, own: Screen, screens: Screens) -> set[bool]:
    """Return what each system answers for a physical pixel of the desktop. corner: of the window, in the same unit."""
    boxes = silhouette.boxes(picture, max(1, round(GRAIN * own.ratio)))
    at = QPointF(pixel) - corner + QPointF(0.5, 0.5)
    x11 = any(QRect(*box).contains(QPoint(math.floor(at.x()), math.floor(at.y()))) for box in boxes)
    local = at / own.ratio
    on_wayland = wayland.region_of(boxes, own.ratio).contains(QPoint(math.floor(local.x()), math.floor(local.y())))
    # What Qt tells of the pointer, by the screen that it is on, and what the program makes of it.
    below = next((each for each in screens if each.pixels.contains(pixel)), screens[0])
    pointer = below.from_pixels(QPointF(pixel) + QPointF(0.5, 0.5))
    point = placement.point_in(pointer, own.from_pixels(corner).toPoint(), own, screens) * own.ratio
    windows = covered(picture, math.floor(point.x()), math.floor(point.y()), 0)
    return {x11, on_wayland, bool(windows)}


@given(screens=desktops(), body=ellipses, scale=st.sampled_from([0.5, 1.0, 1.3]), data=st.data())
def test_inside_the_silhouette_is_hers_and_outside_is_not(
    screens: Screens, body: QRect, scale: float, data: st.DataObject
):
    own, size = data.draw(st.sampled_from(screens)), scaled(scale)
    # Up to half of the window may be beyond any edge, also on a screen of another scale.
    x = data.draw(st.integers(-size.width() // 2, own.whole.width() - size.width() // 2))
    y = data.draw(st.integers(0, own.whole.height() - size.height() // 2))
    corner = own.to_pixels(QPointF(own.whole.topLeft() + QPoint(x, y)))
    picture = frame(size, own.ratio, body)
    reach = math.ceil((GRAIN + 1) * own.ratio)
    for _ in range(40):
        px, py = data.draw(st.integers(0, picture.width - 1)), data.draw(st.integers(0, picture.height - 1))
        pixel = QPoint(round(corner.x()) + px, round(corner.y()) + py)
        # Where no screen is, no pointer is.
        if any(each.pixels.contains(pixel) for each in screens):
            truth = covered(picture, px, py, reach)
            assert truth is None or takes_click(pixel, corner, picture, own, screens) == {truth}


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_frame_has_as_many_rows_as_the_window(ratio: float):
    """Python rounds 562.5 to 562, and Qt to 563: the shape would be a row beside the picture."""
    body = QRect(50, 60, 200, 389)
    picture = frame(scaled(1), ratio, body)
    assert (picture.width, picture.height) == (scaled(1) * ratio).toTuple()
    boxes = silhouette.boxes(picture, 1)
    assert boxes[0][1] == pytest.approx(60 * ratio, abs=2)
    assert boxes[-1][1] + boxes[-1][3] == pytest.approx(449 * ratio, abs=2)


@given(before=desktops(), after=desktops(), scale=st.sampled_from([0.5, 1.0, 1.5]), data=st.data())
def test_after_any_change_of_screens_she_is_within_the_work_area(
    before: Screens, after: Screens, scale: float, data: st.DataObject
):
    """The changes of a dock, a resolution, a scale, or of a sleep during which screens went."""
    size, own = scaled(scale), data.draw(st.sampled_from(before))
    x = data.draw(st.integers(own.free.left(), own.free.right() + 1 - size.width()))
    y = data.draw(st.integers(own.free.top(), max(own.free.top(), own.free.bottom() + 1 - size.height())))
    place = placement.placement_of(QRect(QPoint(x, y), size), before)
    assert placement.top_left(place, size, before) == QPoint(x, y)
    box = QRect(placement.top_left(place, size, after), size)
    free = placement.screen_of(box, after).free
    assert (free.left(), free.top()) <= (box.left(), box.top())
    assert free.contains(box) or box.height() > free.height()
    # The same screens again, as after a sleep: she is back where she was.
    assert placement.top_left(place, size, before) == QPoint(x, y)


class Window:
    """A window as Qt moves it: its size in physical pixels follows the screen with its middle."""

    def __init__(self, corner: QPoint, size: QSize, own: Screen, screens: Screens) -> None:
        self.size, self.own, self.screens = size, own, screens
        self.corner = own.to_pixels(QPointF(corner))

    def move(self, position: QPoint) -> None:
        by = placement._converts(QRect(position, self.size), self.own, self.screens)
        self.corner = by.to_pixels(QPointF(position))
        middle = (self.corner + QPointF(self.size.width() - 1, self.size.height() - 1) * self.own.ratio / 2).toPoint()
        self.own = next((each for each in (self.own, *self.screens) if each.pixels.contains(middle)), self.own)


@given(screens=desktops(), data=st.data())
def test_a_drag_keeps_the_same_point_of_her_below_the_pointer(screens: Screens, data: st.DataObject):
    """Across screens of different scales she changes her size once, and never jumps away from the pointer."""
    start, end = data.draw(st.sampled_from(screens)), data.draw(st.sampled_from(screens))
    size = scaled(1)
    grab = QPointF(data.draw(st.integers(40, 260)), data.draw(st.integers(60, 400)))
    window = Window(start.whole.topLeft() + QPoint(100, 100), size, start, screens)
    first = window.corner + grab * start.ratio
    last = end.to_pixels(QPointF(end.whole.topLeft()) + QPointF(end.whole.width() * 0.7, end.whole.height() * 0.6))
    owners, pixel = [start.name], first
    for step in range(201):
        pixel = QPointF((first + (last - first) * step / 200).toPoint())
        below = next((each for each in screens if each.pixels.contains(pixel.toPoint())), None)
        if below is None:
            continue
        window.move(placement.dragged(below.from_pixels(pixel), grab, size, window.own, screens))
        if window.own.name != owners[-1]:
            owners.append(window.own.name)
            window.move(placement.dragged(below.from_pixels(pixel), grab, size, window.own, screens))
        reached = (pixel - window.corner) / window.own.ratio
        # She lags behind by a half at most, while her middle is kept on the pointer's screen.
        assert QRect(QPoint(), size).adjusted(-2, -2, 2, 2).contains(reached.toPoint())
    assert (pixel - window.corner - grab * window.own.ratio).manhattanLength() <= 4
    assert window.own == end
    assert len(owners) == len(set(owners))
