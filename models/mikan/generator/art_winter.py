"""Yuki's own drawings: long hair with braids, round ears, a cape coat with fur, red bows and pompoms.

Whatever is not here she shares with Mikan, in her own colours.
"""

# fmt: off

import math
from functools import partial

from . import art_arms, art_head
from .paint import CENTRE, Ink, Point, ellipse, fade, falling, glow, mirrored, smooth, symmetric, veil
from .palette import Drawing, Palette, mix

SILHOUETTE = 9.0
INNER = 3.6

BACK_HAIR = symmetric(
    [
        (500, 340), (340, 350), (236, 440), (184, 590), (160, 720), (148, 800), (128, 872), (80, 930, "c"),
        (136, 930), (172, 906, "c"), (164, 940), (132, 976, "c"), (206, 966), (250, 922, "c"),
        (272, 950), (312, 966, "c"), (336, 930), (400, 940), (500, 940),
    ]
)
CAP: list[Point] = [
    (216, 672, "c"), (188, 630), (180, 560), (194, 470), (246, 372), (346, 298), (440, 270), (524, 266),
    (644, 296), (750, 366), (806, 470), (820, 560), (812, 630), (784, 672, "c"),
]
FRINGE: list[Point] = [
    (786, 650), (772, 578, "c"), (770, 640), (740, 690, "c"), (708, 626), (694, 546, "c"), (684, 604),
    (648, 640, "c"), (612, 590), (600, 500, "c"), (590, 582), (556, 622, "c"), (526, 584), (514, 492, "c"),
    (500, 590), (462, 634, "c"), (434, 580), (424, 504, "c"), (412, 576), (372, 622, "c"), (344, 588),
    (332, 526, "c"), (322, 612), (268, 688, "c"), (252, 628), (244, 566, "c"), (228, 646),
]
EAR: list[Point] = [
    (250, 470), (208, 380), (186, 292), (194, 216), (232, 190), (300, 220), (384, 282), (452, 362),
]
EAR_HOLLOW: list[Point] = [
    (284, 440), (246, 368), (224, 296), (228, 244), (256, 236), (306, 264), (368, 314), (416, 372),
]
COAT = symmetric(
    [
        (500, 826), (440, 838), (392, 866), (358, 930), (326, 1020), (298, 1110), (284, 1166), (322, 1196),
        (410, 1212), (500, 1216),
    ]
)

TAIL: list[Point] = [
    (552, 1128), (640, 1204), (738, 1232), (826, 1220, "c"), (812, 1204, "c"), (874, 1168),
    (916, 1104, "c"), (900, 1100, "c"), (936, 1020), (946, 930, "c"), (930, 938, "c"), (938, 846),
    (914, 756), (864, 694), (816, 672), (766, 682, "c"), (800, 716), (810, 770), (798, 830), (776, 884),
    (742, 942), (700, 992), (646, 1034), (576, 1056),
]


def back_hair(ink: Ink, p: Palette) -> None:
    """Long hair behind face and coat, its ends curling outwards."""
    shape = smooth(BACK_HAIR)
    stops = [(0, p.hair_deep), (0.5, p.hair_shade), (0.85, p.hair), (1, p.hair_light)]
    ink.fill(shape, fade(0, 420, 0, 1010, stops))
    with ink.inside(shape):
        hollow = symmetric([(500, 400), (300, 500), (262, 760), (290, 960), (400, 990), (500, 990)])
        ink.fill(smooth(hollow), p.hair_deep)
        strands: list[list[Point]] = [
            [(150, 944), (182, 850), (196, 720)], [(206, 960), (222, 870), (226, 780)],
            [(270, 944), (254, 890), (252, 840)],
        ]
        for points in strands:
            ink.stroke(points, 5, p.hair_line, falling)
            ink.stroke(mirrored(points), 5, p.hair_line, falling)
        ink.stroke([(114, 920), (162, 850), (178, 740)], 12, veil(p.hair_glow, 0.8))
        ink.edge(shape, -24, 0, p.hair_deep, 0.35, soft=True)
    ink.edge(shape, -8, 0, p.back_light, 0.8)
    ink.outline(shape, SILHOUETTE, p.line)


def ear(ink: Ink, p: Palette) -> None:
    """The small round ear on the left of the picture."""
    shape = smooth(EAR)
    ink.fill(shape, fade(220, 200, 380, 420, [(0, p.hair_light), (0.4, p.hair), (1, p.hair_shade)]))
    ink.edge(shape, 0, 22, p.hair_shade, 0.5, soft=True)
    hollow = smooth(EAR_HOLLOW)
    ink.fill(hollow, fade(230, 250, 380, 420, [(0, p.ear_inside), (1, mix(p.ear_inside, p.hair_deep, 0.5))]))
    with ink.inside(hollow):
        fluff = smooth(
            [
                (262, 480), (236, 390), (240, 330, "c"), (262, 350), (256, 284, "c"), (288, 324),
                (300, 268, "c"), (322, 330), (350, 296, "c"), (362, 356), (402, 344, "c"), (430, 480),
            ]
        )
        ink.fill(fluff, p.cream)
        ink.fill(smooth([(330, 480), (334, 400), (362, 356), (402, 344, "c"), (430, 480)]), p.cream_shade)
        ink.outline(fluff, 3, p.cream_line)
    ink.outline(hollow, INNER, p.hair_line)
    ink.edge(shape, 10, 7, p.rim, 0.8)
    ink.outline(shape, SILHOUETTE, p.line)


def front_hair(ink: Ink, p: Palette) -> None:
    """The crown and straight bangs that end above the eyes."""
    shape = smooth([*CAP, *FRINGE])
    ink.fill(shape, fade(440, 270, 540, 690, [(0, p.hair_light), (0.35, p.hair), (0.75, p.hair), (1, p.hair_light)]))
    with ink.inside(shape):
        tips = [q for q in FRINGE if len(q) == 3]
        for gap, tip in zip(tips[0::2], tips[1::2], strict=False):
            ink.fill(
                smooth([(gap[0] - 2, gap[1] - 70), (gap[0], gap[1] + 20), (tip[0], tip[1] + 6, "c"),
                        (tip[0] + 14, tip[1] - 60), (tip[0] + 22, tip[1] - 110)]),
                p.hair_shade,
            )
        for x, y, top in ((770, 584, 400), (692, 552, 350), (602, 514, 310), (512, 508, 300), (422, 514, 310),
                          (330, 536, 350), (244, 566, 410)):
            bend = (x - CENTRE) * 0.34
            ink.stroke([(x, y), (x - bend * 0.3, (y + top) / 2), (x - bend, top)], 5.5, p.hair_line, falling)
            ink.stroke([(x - 34, y + 20), (x - 30, y - 40), (x - 26 - bend * 0.2, y - 90)], 9, veil(p.hair_glow, 0.8))
        ink.edge(shape, -46, -6, p.hair_shade, 0.6, soft=True)
        ink.stroke([(202, 590), (222, 460), (290, 356), (400, 296)], 11, veil(p.hair_glow, 0.95))
    ink.edge(shape, -7, 3, p.back_light, 0.8)
    ink.outline(smooth(CAP, closed=False), SILHOUETTE, p.line)
    ink.outline(smooth([CAP[-1], *FRINGE, CAP[0]], closed=False), 5.5, p.hair_line)


def halo(ink: Ink, p: Palette) -> None:
    """The ring of light around the crown, ragged below."""
    upper: list[Point] = [(244, 476, "c"), (310, 404), (400, 366), (500, 354), (600, 364), (690, 400), (758, 474, "c")]
    lower: list[Point] = []
    for k in range(9):
        x = 720 - k * 54
        y = 396 + 0.0009 * (x - CENTRE) ** 2
        lower += [(x + 20, y), (x, y + (44 if k % 2 else 26), "c")]
    band = smooth([*upper, *lower])
    stops = [(0, p.hair_glow, 0.1), (0.25, p.hair_glow), (0.65, p.hair_glow), (1, p.hair_glow, 0.2)]
    ink.fill(band, fade(250, 0, 756, 0, stops))


def braid(ink: Ink, p: Palette) -> None:
    """The braid before the cheek on the left of the picture, tied with a bow; it hangs from (240, 580)."""
    strand = smooth([(206, 560), (190, 640), (188, 712), (270, 712), (280, 640), (270, 556)])
    ink.fill(strand, fade(190, 0, 276, 0, [(0, p.hair_light), (0.5, p.hair), (1, p.hair_shade)]))
    with ink.inside(strand):
        ink.stroke([(214, 570), (206, 640), (212, 720)], 10, veil(p.hair_glow, 0.9))
        ink.stroke([(252, 570), (252, 650), (242, 720)], 5, p.hair_line, falling)
    ink.outline(smooth([(206, 560), (190, 640), (188, 712)], closed=False), 7.5, p.line)
    ink.outline(smooth([(270, 556), (280, 640), (270, 712)], closed=False), 7.5, p.line)
    tuft = smooth([(196, 900), (170, 944), (178, 1000, "c"), (202, 976), (214, 1012, "c"), (234, 972), (262, 992, "c"),
                   (262, 938), (236, 900)])
    ink.fill(tuft, fade(0, 910, 0, 1000, [(0, p.hair_shade), (0.5, p.hair), (1, p.hair_tip)]))
    ink.stroke([(214, 996), (214, 956), (216, 920)], 4, p.hair_line, falling)
    ink.outline(tuft, 7, p.line)
    for k in reversed(range(6)):
        side = 1 if k % 2 else -1
        _braid_link(ink, p, 230 - k * 2.4 + side * 13, 706 + k * 38, side, 1.12 - 0.035 * k)
    _bow(ink, p, 216, 916, 0.72)


def _braid_link(ink: Ink, p: Palette, x: float, y: float, side: int, size: float) -> None:
    ink.painter.save()
    ink.painter.translate(x, y)
    ink.painter.scale(size * side, size)
    link = smooth([(30, -34), (44, -10), (34, 18), (6, 34), (-26, 40, "c"), (-34, 16), (-18, -10), (4, -26)])
    ink.fill(link, fade(-24, 30, 34, -28, [(0, p.hair_shade), (0.4, p.hair), (1, p.hair_light)]))
    ink.stroke([(30, -18), (24, 4), (2, 18)], 8, veil(p.hair_glow, 0.95))
    ink.stroke([(8, -14), (-4, 4), (-20, 20)], 3.5, p.hair_line)
    ink.outline(link, 6.5, p.line)
    ink.painter.restore()


def _bow(ink: Ink, p: Palette, x: float, y: float, size: float) -> None:
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


def curl(ink: Ink, p: Palette) -> None:
    """Two thin locks that stand up on the crown; they grow from (505, 300)."""
    for points in (
        [(520, 304, "c"), (540, 262), (582, 246), (612, 262, "c"), (580, 268), (556, 286), (548, 306, "c")],
        [(476, 304, "c"), (486, 250), (456, 206), (404, 200, "c"), (458, 178), (512, 206), (528, 258), (524, 306, "c")],
    ):
        shape = smooth(points)
        ink.fill(shape, fade(0, 180, 0, 300, [(0, p.hair_glow), (0.5, p.hair_light), (1, p.hair)]))
        ink.edge(shape, -10, 2, p.hair_shade, 0.8)
        ink.outline(smooth(points, closed=False), 7.5, p.line)


def hairpin(ink: Ink, p: Palette) -> None:
    """A red bow with a snowflake on its knot, pinned to the hair."""
    ink.painter.save()
    ink.painter.translate(694, 462)
    ink.painter.rotate(14)
    _bow(ink, p, 0, 0, 1.02)
    ink.painter.restore()
    snowflake(ink, p, (692, 462), 39)


def snowflake(ink: Ink, p: Palette, at: tuple[float, float], size: float) -> None:
    """A star of ice around a point."""
    x, y = at
    for width, colour in ((15, p.line), (8, "#ffffff")):
        for k in range(6):
            ink.painter.save()
            ink.painter.translate(x, y)
            ink.painter.rotate(k * 60 + 12)
            ink.even_line(smooth([(0, 0), (0, -size)], closed=False), width * size / 40, colour)
            twig: list[Point] = [(-size * 0.3, -size * 0.86), (0, -size * 0.58, "c"), (size * 0.3, -size * 0.86)]
            ink.even_line(smooth(twig, closed=False), width * size / 46, colour)
            ink.painter.restore()
    ink.fill(ellipse(x, y, size * 0.16, size * 0.16), p.eye_light)


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
    ink.outline(shape, SILHOUETTE - 0.5, p.line)


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


def tail(ink: Ink, p: Palette) -> None:
    """A tail like a snowdrift: thick, its tip curled inwards and white."""
    shape = smooth(TAIL)
    ink.fill(shape, fade(620, 1120, 880, 820, [(0, p.hair_shade), (0.35, p.hair), (1, p.hair_light)]))
    with ink.inside(shape):
        ink.fill(
            smooth(
                [
                    (540, 1140), (660, 1150), (784, 1108), (868, 1016), (900, 900), (980, 900), (980, 1130),
                    (800, 1270), (540, 1250),
                ]
            ),
            p.hair_shade,
        )
        tip = smooth(
            [
                (700, 620), (744, 872, "c"), (784, 838, "c"), (800, 906, "c"), (834, 862, "c"),
                (858, 936, "c"), (892, 884, "c"), (930, 944, "c"), (990, 840), (960, 620),
            ]
        )
        ink.fill(tip, p.cream)
        with ink.inside(tip):
            ink.fill(smooth([(852, 640), (896, 780), (884, 960), (990, 960), (990, 640)]), p.cream_shade)
            ink.fill(smooth([(740, 660), (800, 690), (832, 750), (822, 700), (780, 650)]), p.cream_shade)
        ink.outline(tip, 3.5, p.hair_line)
        for tick in (
            [(650, 1146), (738, 1120), (806, 1066)], [(720, 1188), (800, 1146), (852, 1086)],
            [(770, 1020), (812, 970), (828, 930)],
        ):
            ink.stroke(tick, 5, p.hair_line)
        for tick in ([(812, 838), (838, 800), (846, 756)], [(862, 852), (880, 812), (878, 770)]):
            ink.stroke(tick, 4, p.cream_line)
        ink.stroke([(610, 1080), (710, 1040), (784, 950)], 15, veil(p.hair_glow, 0.9))
        ink.edge(shape, -34, -24, p.hair_deep, 0.4, soft=True)
    ink.edge(shape, -9, -3, p.back_light, 0.8)
    ink.edge(shape, 9, 6, p.rim, 0.5)
    ink.outline(shape, SILHOUETTE - 0.5, p.line)


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
    _bow(ink, p, 544, 912, 0.7)


def _other(draw: Drawing, ink: Ink, p: Palette) -> None:
    """A drawing's reflection."""
    ink.painter.translate(2 * CENTRE, 0)
    ink.painter.scale(-1, 1)
    draw(ink, p)


DRAWINGS = {
    "Tail": tail,
    "BackHair": back_hair,
    "EarR": ear,
    "EarL": partial(_other, ear),
    "FringeShade": partial(art_head.fringe_shade, fringe=FRINGE),
    "FrontHair": front_hair,
    "Gloss": halo,
    "SideLockR": braid,
    "SideLockL": partial(_other, braid),
    "Sprig": curl,
    "Clip": hairpin,
    "Hoodie": coat,
    "Sleeve": partial(art_arms.sleeve, cuff=art_arms.fur_cuff),
    "FoldedArm": partial(art_arms.folded_arm, cuff=art_arms.fur_cuff),
    "Scarf": collar,
    "ScarfEnd": pompoms,
}
"""By the name of the sprite."""
