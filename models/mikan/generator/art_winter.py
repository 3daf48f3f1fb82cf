"""Yuki's own drawings: long hair with braids and red bows, round ears, a tail like a snowdrift.

Whatever is not here she shares with Mikan, in her own colours.
"""

# fmt: off

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from . import art_arms, art_coat, art_head, art_hold, art_mittens
from .paint import CENTRE, Ink, Point, ellipse, fade, falling, mirrored, smooth, symmetric, veil
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
    art_coat.bow(ink, p, 216, 916, 0.72)


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
    art_coat.bow(ink, p, 0, 0, 1.02)
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


def _other(draw: Drawing, ink: Ink, p: Palette) -> None:
    """A drawing's reflection."""
    ink.painter.translate(2 * CENTRE, 0)
    ink.painter.scale(-1, 1)
    draw(ink, p)


def _dyed(draw: Drawing, colours: Mapping[str, str], ink: Ink, p: Palette) -> None:
    """A drawing in other colours: what is held in red mittens is not red."""
    draw(ink, replace(p, **colours))


_VIOLET = {"teal": "#7a68c8", "teal_light": "#a99bee", "teal_shade": "#574596", "teal_line": "#2b2256"}
_ICE = {"fruit": "#6cc3ee", "fruit_light": "#d9f3ff", "boot_light": "#3d8acb", "boot": "#2a5f9e"}
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
    "Hoodie": art_coat.coat,
    "Sleeve": partial(art_arms.sleeve, cuff=art_arms.fur_cuff),
    "FoldedArm": partial(art_mittens.folded_arm, cuff=art_arms.fur_cuff),
    "Paw": art_mittens.paw,
    "OpenHand": art_mittens.open_hand,
    "Fist": art_mittens.fist,
    "FoldedHands": art_mittens.folded_hands,
    "Book": partial(_dyed, art_hold.book, _VIOLET),
    "Pen": partial(_dyed, art_hold.pen, _ICE),
    "Scarf": art_coat.collar,
    "ScarfEnd": art_coat.pompoms,
}
"""By the name of the sprite."""
