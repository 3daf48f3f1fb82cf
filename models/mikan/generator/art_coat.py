"""What Yuki wears: a cape coat with a collar of fur, its bow and pompoms."""

# fmt: off

import math

from .paint import CENTRE, Ink, Point, ellipse, fade, falling, glow, smooth, symmetric, veil
from .palette import Palette

SILHOUETTE = 8.5
INNER = 3.6

COAT = symmetric(
    [
        (500, 826), (440, 838), (392, 866), (358, 930), (326, 1020), (298, 1110), (284, 1166), (322, 1196),
        (410, 1212), (500, 1216),
    ]
)


def coat(ink: Ink, p: Palette) -> None:
    """A cape coat that flares, buttoned in two rows, hemmed with fur."""
    shape = smooth(COAT)
    ink.fill(shape, fade(370, 860, 620, 1190, [(0, p.cloth_light), (0.35, p.cloth), (1, p.cloth)]))
    with ink.inside(shape):
        ink.edge(shape, -70, -14, p.cloth_shade, 0.75, soft=True)
        ink.fill(smooth([(360, 820), (380, 930), (450, 990), (550, 990), (620, 930), (640, 820)]), p.cloth_shade)
        ink.fill(smooth([(640, 900), (612, 1000), (624, 1080), (600, 1230), (740, 1230), (740, 900)]), p.cloth_shade)
        other_side = [(370, 900), (398, 1000), (372, 1100), (390, 1210), (270, 1210), (270, 900)]
        ink.fill(smooth(other_side), veil(p.cloth_shade, 0.8))
        for pleat in (
            [(420, 1160), (426, 1090), (434, 1030)], [(580, 1160), (574, 1090), (566, 1030)],
            [(366, 1150), (384, 1090), (398, 1050)], [(634, 1150), (616, 1090), (602, 1050)],
        ):
            ink.stroke([(x + 5, y) for x, y in pleat], 12, p.cloth_shade, falling)
            ink.stroke(pleat, 5, p.cloth_line, falling)
        ink.stroke([(500, 930), (502, 1050), (500, 1180)], 6, p.cloth_line, lambda t: 1)
        ink.stroke([(508, 930), (510, 1050), (508, 1180)], 3, veil(p.cloth_light, 0.9), lambda t: 1)
        _stars(ink, p)
        hem = smooth(_ragged(270, 730, 1144, 1160, 34, 250, 1260))
        ink.fill(hem, fade(300, 0, 690, 0, [(0, p.cream), (0.5, p.cream), (1, p.cream_shade)]))
        with ink.inside(hem):
            ink.edge(shape, 0, -20, p.cream_shade, 0.7, soft=True)
        ink.outline(hem, INNER, p.cream_line)
    for x, y in ((464, 1010), (464, 1078), (536, 1010), (536, 1078)):
        _button(ink, p, x, y)
    ink.edge(shape, -8, 0, p.back_light, 0.6)
    ink.outline(shape, SILHOUETTE, p.line)


def _button(ink: Ink, p: Palette, x: float, y: float) -> None:
    gold = glow(x - 4, y - 5, 20, [(0, p.fruit_light), (0.6, p.fruit), (1, p.boot_shade)])
    ink.fill(ellipse(x + 2, y + 3, 14, 14), p.cloth_line)
    ink.fill(ellipse(x, y, 13, 13), gold)
    ink.fill(ellipse(x - 4, y - 5, 4, 3), veil("#ffffff", 0.9))
    ink.outline(ellipse(x, y, 13, 13), 3.5, p.line)


def _stars(ink: Ink, p: Palette) -> None:
    """A line of stitched stars above the hem."""
    for x in range(330, 700, 48):
        if abs(x - CENTRE) < 30:
            continue
        y = 1120 - 0.0007 * (x - CENTRE) ** 2
        for turn in (0, 60, 120):
            dx, dy = 8 * math.cos(math.radians(turn)), 8 * math.sin(math.radians(turn))
            ink.even_line(smooth([(x - dx, y - dy), (x + dx, y + dy)], closed=False), 3, p.hair_light)


def _ragged(left: float, right: float, middle: float, dip: float, step: float, far: float, floor: float) -> list[Point]:
    """A band with a scalloped upper edge; `dip` - `middle` is how deep the scallops are."""
    points: list[Point] = []
    x = left
    while x < right:
        sag = 24 * math.cos((x - CENTRE) / 460 * math.pi)
        points += [(x, middle + sag, "c"), (x + step / 2, dip + sag)]
        x += step
    return [*points, (right + 40, floor), (far, floor)]


def collar(ink: Ink, p: Palette) -> None:
    """A collar of fur, wound around the neck."""
    outer: list[Point] = []
    for k in range(25):
        angle = math.pi * (1.06 + k / 24 * -1.12)
        r = 1.0 if k % 2 else 1.16
        x, y = CENTRE + 116 * r * math.cos(angle), 866 + 66 * r * math.sin(angle)
        outer.append((x, y) if k % 2 else (x, y, "c"))
    shape = smooth([*outer, (596, 826), (500, 812), (404, 826)])
    ink.fill(shape, fade(390, 830, 600, 950, [(0, p.cream), (0.5, p.cream), (1, p.cream_shade)]))
    with ink.inside(shape):
        ink.fill(smooth([(360, 800), (400, 866), (500, 892), (600, 866), (640, 800)]), veil(p.cream_deep, 0.8))
        ink.edge(shape, -8, -18, p.cream_shade, 0.8, soft=True)
        for points in (
            [(420, 884), (428, 906), (444, 916)], [(470, 904), (482, 924), (498, 926)],
            [(540, 908), (548, 922), (566, 920)], [(578, 886), (584, 902), (580, 912)],
        ):
            ink.stroke(points, 4, p.cream_line)
    ink.outline(shape, 7, p.line)


def pompoms(ink: Ink, p: Palette) -> None:
    """Two pompoms on cords below a bow; they hang from (540, 910)."""
    for points in ([(536, 914), (528, 960), (520, 1000)], [(552, 914), (568, 970), (574, 1024)]):
        ink.even_line(smooth(points, closed=False), 9, p.teal_line)
        ink.even_line(smooth(points, closed=False), 4.5, p.teal)
    for x, y, r in ((518, 1014, 25), (576, 1040, 27)):
        fluff: list[Point] = []
        for k in range(20):
            reach = r * (1.12 if k % 2 else 0.94)
            fluff.append((x + reach * math.cos(k * math.pi / 10), y + reach * math.sin(k * math.pi / 10)))
        ball = smooth(fluff)
        ink.fill(ball, glow(x - 8, y - 9, r * 1.5, [(0, "#ffffff"), (0.5, p.cream), (1, p.cream_deep)]))
        ink.outline(ball, 5.5, p.line)
    bow(ink, p, 544, 912, 0.7)


def bow(ink: Ink, p: Palette, x: float, y: float, size: float) -> None:
    """A bow with two loops; its knot is at (x, y)."""
    ink.painter.save()
    ink.painter.translate(x, y)
    ink.painter.scale(size, size)
    for side in (-1, 1):
        ink.painter.save()
        ink.painter.scale(side, 1)
        end = smooth([(4, 6), (30, 34), (36, 66, "c"), (52, 50), (72, 54, "c"), (54, 20), (18, 0)])
        ink.fill(end, fade(0, 0, 60, 60, [(0, p.teal_shade), (1, p.teal)]))
        ink.outline(end, 6, p.teal_line)
        loop = smooth([(2, -2), (22, -34), (60, -46), (84, -24), (78, 14), (46, 24), (14, 14)])
        ink.fill(loop, fade(10, -40, 60, 30, [(0, p.teal_light), (0.45, p.teal), (1, p.teal_shade)]))
        ink.stroke([(8, 2), (32, -8), (56, -4)], 6, p.teal_line, falling)
        ink.edge(loop, 7, 8, p.teal_light, 0.8)
        ink.outline(loop, 6.5, p.teal_line)
        ink.painter.restore()
    knot = ellipse(0, 0, 17, 19)
    ink.fill(knot, glow(-5, -6, 24, [(0, p.teal_light), (0.6, p.teal), (1, p.teal_shade)]))
    ink.outline(knot, 6, p.teal_line)
    ink.painter.restore()
