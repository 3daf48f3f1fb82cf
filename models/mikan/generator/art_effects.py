"""Drawings that come and go with an expression: tears, sweat, anger mark, sleep, thoughts, sparkles."""

# fmt: off

from .paint import Ink, Point, ellipse, fade, glow, smooth, veil
from .palette import Palette


def tear_stream(ink: Ink, p: Palette) -> None:
    """A stream of tears under the eye on the left of the picture."""
    shape = smooth(
        [
            (352, 722), (344, 766), (348, 800), (340, 826), (372, 842), (402, 830), (396, 800), (402, 766),
            (404, 726), (378, 734),
        ]
    )
    ink.fill(shape, fade(0, 720, 0, 850, [(0, p.tear, 0.55), (0.6, p.tear, 0.85), (1, "#d9f5ff", 0.95)]))
    with ink.inside(shape):
        ink.stroke([(364, 744), (360, 790), (362, 836)], 8, veil("#ffffff", 0.9))
        ink.stroke([(388, 760), (384, 800), (386, 834)], 4, veil("#ffffff", 0.8))
    ink.outline(shape, 3.5, p.tear_line)


def tear_drop(ink: Ink, p: Palette) -> None:
    """One bead at the outer corner of the eye on the left of the picture."""
    _drop(ink, p, 312, 732, 21)


def _drop(ink: Ink, p: Palette, x: float, y: float, size: float) -> None:
    shape = smooth(
        [
            (x, y - 1.7 * size, "c"),
            (x + 0.85 * size, y - 0.1 * size),
            (x + 0.7 * size, y + 0.75 * size),
            (x, y + size),
            (x - 0.7 * size, y + 0.75 * size),
            (x - 0.85 * size, y - 0.1 * size),
        ]
    )
    ink.fill(shape, fade(0, y - 1.6 * size, 0, y + size, [(0, "#ffffff"), (0.5, "#c9f0fc"), (1, p.tear)]))
    ink.fill(ellipse(x - 0.3 * size, y + 0.25 * size, 0.18 * size, 0.32 * size), veil("#ffffff", 0.95))
    ink.outline(shape, 4, p.tear_line)


def sweat(ink: Ink, p: Palette) -> None:
    """A big drop beside the temple."""
    _drop(ink, p, 838, 470, 46)


def anger(ink: Ink, p: Palette) -> None:
    """The crossed veins of a cartoon."""
    for turn in (0, 90, 180, 270):
        ink.painter.save()
        ink.painter.translate(300, 420)
        ink.painter.rotate(turn + 12)
        points: list[Point] = [(12, 50), (16, 20), (50, 12)]
        ink.stroke(points, 26, "#ffffff", lambda t: 1)
        ink.stroke(points, 15, p.anger, lambda t: 0.6 + 0.4 * (1 - abs(2 * t - 1)))
        ink.painter.restore()


def sleep(ink: Ink, p: Palette) -> None:
    """Three letters Z that grow as they rise."""
    for x, y, s in ((826, 430, 17), (866, 360, 25), (908, 270, 34)):
        points: list[Point] = [
            (x - s, y - s, "c"), (x + s, y - s, "c"), (x - s, y + s, "c"), (x + s, y + s, "c"),
        ]
        path = smooth(points, closed=False)
        ink.outline(path, s * 0.95, "#ffffff")
        ink.outline(path, s * 0.46, p.teal_shade)


def thought(ink: Ink, p: Palette) -> None:
    """A thought bubble with three dots."""
    cloud = smooth(
        [(776, 300), (790, 238), (850, 214), (908, 232), (944, 280), (930, 340), (876, 366), (812, 354)]
    )
    for shape in (ellipse(812, 430, 10, 9), ellipse(830, 396, 16, 14), cloud):
        ink.fill(shape, "#ffffff")
        ink.outline(shape, 6, p.line)
    for x in (820, 860, 900):
        ink.fill(ellipse(x, 292, 11, 11), p.teal)


def sparkles(ink: Ink, p: Palette) -> None:
    """Little lights beside the face."""
    for x, y, r in ((886, 330, 48), (930, 420, 26), (850, 236, 22)):
        q = r * 0.2
        shape = smooth(
            [
                (x, y - r, "c"),
                (x + q, y - q),
                (x + r * 0.8, y, "c"),
                (x + q, y + q),
                (x, y + r, "c"),
                (x - q, y + q),
                (x - r * 0.8, y, "c"),
                (x - q, y - q),
            ]
        )
        ink.fill(shape, glow(x, y, r, [(0, "#ffffff"), (0.6, p.star)]))
        ink.outline(shape, 5, p.fruit)


def startle(ink: Ink, p: Palette) -> None:
    """Three strokes that burst from the head."""
    for points in ([(826, 420), (886, 392)], [(812, 360), (862, 300)], [(846, 480), (910, 474)]):
        ink.stroke(points, 30, "#ffffff", lambda t: 0.5 + 0.5 * t)
        ink.stroke(points, 19, p.fruit, lambda t: 0.35 + 0.65 * t)
        ink.outline(smooth(points, closed=False), 0.01, p.fruit)


def nose_bubble(ink: Ink, p: Palette) -> None:
    """The bubble at the nose of someone who dozes."""
    shape = ellipse(562, 762, 46, 43)
    ink.fill(shape, glow(552, 752, 64, [(0, "#ffffff", 0.55), (0.6, p.tear, 0.45), (1, p.tear, 0.8)]))
    ink.fill(ellipse(545, 745, 9, 12), veil("#ffffff", 0.95))
    ink.fill(ellipse(586, 782, 5, 6), veil("#ffffff", 0.8))
    ink.outline(shape, 4, p.tear_line)
