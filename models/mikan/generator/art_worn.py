"""Drawings of what can be worn on the head and around the neck."""

# fmt: off

import math

from .paint import CENTRE, Ink, Point, ellipse, fade, falling, glow, smooth, symmetric, veil
from .palette import Palette, mix

HAT = symmetric(
    [(500, 188), (410, 200), (334, 244), (286, 322), (270, 404), (276, 452), (370, 414), (500, 400)]
)
"""The dome of the knitted hat, between the ears."""
BRIM: list[Point] = [
    (258, 408), (250, 458), (270, 486), (374, 440), (500, 426), (626, 440), (730, 486), (750, 458), (742, 408),
    (632, 364), (500, 350), (368, 364),
]
POMPOM = (500.0, 170.0, 66.0)
"""Where its middle is, and its radius."""
LENS = (386.0, 690.0, 92.0, 88.0)
"""The middle of the lens on the left of the picture, and its half axes."""


def neckline(ink: Ink, p: Palette) -> None:
    """What a scarf hides: the throat, and the soft collar around it."""
    collar = symmetric([(500, 816), (416, 820), (378, 848), (390, 892), (440, 928), (500, 946)])
    shape = smooth(collar)
    ink.fill(shape, fade(400, 830, 600, 930, [(0, p.cloth_light), (0.5, p.cloth), (1, p.cloth_shade)]))
    with ink.inside(shape):
        ink.edge(shape, -10, -16, p.cloth_shade, 0.7, soft=True)
        throat = smooth([(430, 820), (446, 862), (500, 908, "c"), (554, 862), (570, 820)])
        ink.fill(throat, p.skin)
        with ink.inside(throat):
            ink.fill(smooth([(420, 810), (446, 852), (500, 872), (554, 852), (580, 810)]), p.skin_shade)
        ink.outline(throat, 5, p.cloth_line)
        for side in (-1, 1):
            ink.stroke([(CENTRE + side * 98, 862), (CENTRE + side * 70, 900), (CENTRE + side * 22, 924)], 4.5,
                       p.cloth_line, falling)
    ink.outline(shape, 7, p.line)


def glasses(ink: Ink, p: Palette) -> None:
    """Round spectacles."""
    x, y, rx, ry = LENS
    bow: list[Point] = [(x + rx - 6, y - 14), (CENTRE, y - 32), (2 * CENTRE - x - rx + 6, y - 14)]
    for side in (-1, 1):
        cx = CENTRE + side * (CENTRE - x)
        lens = ellipse(cx, y, rx, ry)
        ink.fill(lens, veil("#ffffff", 0.1))
        with ink.inside(lens):
            ink.stroke([(cx - 66, y + 30), (cx - 34, y - 26), (cx + 6, y - 72)], 17, veil("#ffffff", 0.42))
            ink.stroke([(cx - 34, y + 52), (cx - 4, y), (cx + 34, y - 50)], 8, veil("#ffffff", 0.34))
        ink.even_line(lens, 11, p.eye_dark)
        ink.even_line(ellipse(cx - 1.5, y - 2, rx, ry), 3, mix(p.eye_light, p.eye_dark, 0.4))
        ink.stroke([(cx + side * (rx - 4), y - 22), (cx + side * (rx + 22), y - 34), (cx + side * (rx + 42), y - 38)],
                   11, p.eye_dark, lambda t: 1 - 0.4 * t)
    ink.stroke(bow, 11, p.eye_dark, lambda t: 1)


def hat(ink: Ink, p: Palette) -> None:
    """A knitted hat with a turned-up brim."""
    dome = smooth(HAT)
    ink.fill(dome, fade(350, 210, 620, 420, [(0, p.teal_light), (0.4, p.teal), (1, p.teal_shade)]))
    with ink.inside(dome):
        ink.edge(dome, -30, -8, p.teal_shade, 0.7, soft=True)
        for k in range(-4, 5):
            rib: list[Point] = [(CENTRE + k * 60, 440), (CENTRE + k * 50, 310), (CENTRE + k * 14, 196)]
            ink.stroke(rib, 5, p.teal_line, falling)
        for k, y in ((0, 286), (1, 324)):
            band: list[Point] = []
            for i in range(17):
                x = 260 + i * 30
                band.append((x, y + 0.0005 * (x - CENTRE) ** 2 + (9 if (i + k) % 2 else -9)))
            ink.stroke(band, 8, p.cream, lambda t: 1)
    ink.edge(dome, 8, 7, p.rim, 0.5)
    ink.outline(dome, 8.5, p.line)
    brim = smooth(BRIM)
    ink.fill(brim, fade(280, 350, 690, 480, [(0, p.cream), (0.5, p.cream), (1, p.cream_shade)]))
    with ink.inside(brim):
        ink.edge(brim, -8, -18, p.cream_shade, 0.8, soft=True)
        for k in range(-7, 8):
            x = CENTRE + k * 33
            ink.stroke([(x, 348 + abs(k) * 6), (x + k, 396 + abs(k) * 5), (x + k * 1.6, 486)], 4, p.cream_line)
    ink.edge(brim, 6, 5, p.rim, 0.8)
    ink.outline(brim, 8.5, p.line)


def pompom(ink: Ink, p: Palette) -> None:
    """The ball of wool on the hat."""
    x, y, r = POMPOM
    fluff: list[Point] = []
    for k in range(26):
        reach = r * (1.08 if k % 2 else 0.93)
        angle = k * math.pi / 13
        fluff.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    ball = smooth(fluff)
    ink.fill(ball, glow(x - 20, y - 22, r * 1.5, [(0, p.rim), (0.45, p.cream), (1, p.cream_deep)]))
    for k in range(9):
        angle = k * 2.4
        cx, cy = x + r * 0.55 * math.cos(angle), y + r * 0.55 * math.sin(angle)
        ink.stroke([(cx - 9, cy + 3), (cx, cy - 5), (cx + 9, cy + 1)], 3.6, p.cream_line)
    ink.outline(ball, 8, p.line)


def _flower(ink: Ink, x: float, y: float, size: float, petal: str, shade: str, heart: str, line: str) -> None:
    ink.painter.save()
    ink.painter.translate(x, y)
    ink.painter.scale(size, size)
    for k in range(5):
        ink.painter.save()
        ink.painter.rotate(72 * k + x % 40)
        leaf = smooth([(0, 4, "c"), (-17, -14), (-13, -36), (0, -40), (13, -36), (17, -14)])
        ink.fill(leaf, fade(0, -40, 0, 4, [(0, petal), (0.55, petal), (1, shade)]))
        ink.outline(leaf, 5, line)
        ink.painter.restore()
    ink.fill(ellipse(0, 0, 11, 11), glow(-3, -4, 15, [(0, "#fff6c4"), (1, heart)]))
    ink.outline(ellipse(0, 0, 11, 11), 4, line)
    ink.painter.restore()


def flower_crown(ink: Ink, p: Palette, petal: str, shade: str) -> None:
    """A wreath of leaves, blossoms and little fruit around the crown."""

    def spot(share: float) -> tuple[float, float]:
        x = CENTRE + 250 * share
        return x, 340 + 116 * share * share

    line = mix(p.line, p.leaf_line, 0.35)
    ink.even_line(smooth([spot(k / 8) for k in range(-8, 9)], closed=False), 12, p.leaf_line)
    for k in range(-9, 10):
        x, y = spot(k / 9.2)
        ink.painter.save()
        ink.painter.translate(x, y)
        ink.painter.rotate(k * 7 + (38 if k % 2 else 142))
        leaf = smooth([(0, 0, "c"), (20, -16), (58, -5, "c"), (22, 15)])
        ink.fill(leaf, fade(0, -12, 0, 12, [(0, p.leaf_light), (0.55, p.leaf), (1, p.leaf)]))
        ink.stroke([(8, 0), (28, -1), (48, -4)], 3, p.leaf_line)
        ink.outline(leaf, 5.5, p.leaf_line)
        ink.painter.restore()
    for share in (-0.66, -0.22, 0.22, 0.66):
        x, y = spot(share)
        berry = ellipse(x, y + 10, 16, 16)
        ink.fill(berry, glow(x - 5, y + 4, 24, [(0, p.fruit_light), (0.6, p.fruit), (1, p.boot_light)]))
        ink.outline(berry, 5, line)
    for share, size in ((-0.88, 1.0), (-0.44, 1.14), (0.0, 1.3), (0.44, 1.14), (0.88, 1.0)):
        _flower(ink, *spot(share), size, petal, shade, p.fruit, line)
