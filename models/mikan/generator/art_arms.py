"""Drawings of the arms on the left of the picture: sleeves, mittens, open hands; the other side is their reflection.

A cuff is what tells one outfit's sleeve from another's, so it is handed in.
"""

# fmt: off

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QPainterPath

from .paint import Ink, Point, capsule, ellipse, fade, falling, glow, smooth, veil
from .palette import Palette, Ribbon, cloth_contour, mix

SILHOUETTE = 8.5
INNER = 3.6

SLEEVE: list[Point] = [
    (416, 880), (388, 868), (358, 886), (334, 940), (296, 1030), (266, 1104), (300, 1142), (352, 1150),
    (392, 1136), (412, 1060), (424, 990), (428, 930), (426, 900),
]
"""From the collar side of the shoulder over its top, down to the cuff and back up."""
SHOULDER = (392.0, 908.0)
WRIST = (326.0, 1122.0)
FRAME = (226.0, 836.0, 236.0, 340.0)
"""The whole sleeve: left, top, width, height."""
LENGTH = math.hypot(WRIST[0] - SHOULDER[0], WRIST[1] - SHOULDER[1])
DOWN = ((WRIST[0] - SHOULDER[0]) / LENGTH, (WRIST[1] - SHOULDER[1]) / LENGTH)
"""The direction of the hanging arm."""
ARM_LEAN = 17.0
"""Degrees by which it points away from the body."""
ELBOW, CUFF = 107.0, 166.0
"""How far from the shoulder its elbow is, and how far the cuff begins."""
UPPER, FOREARM = 52.0, 140.0
"""Pixels by which upper arm and forearm of a raised arm are longer: her head is larger than her arms are long."""
RAISED_FRAME = (156.0, 470.0)
RAISED_SHOULDER = (78.0, 44.0)
"""Size of the drawing of a raised sleeve, which is straight, and where its shoulder is."""
SEAM = 100.0
"""How far down that drawing it comes before the head; what is above lies below scarf and hair."""
PAW: list[Point] = [
    (288, 1116), (262, 1144), (260, 1182), (290, 1212), (332, 1214), (358, 1194), (364, 1178), (392, 1166),
    (388, 1142), (366, 1128), (354, 1114),
]
FOLDED_SLEEVE: list[Point] = [
    (418, 870, "c"), (392, 864), (356, 888), (330, 950), (318, 1010), (348, 1052), (400, 1050), (452, 990),
    (486, 930), (466, 884, "c"), (428, 866, "c"),
]
FOLDED_CUFF: list[Point] = [
    (408, 914), (438, 928), (462, 972), (520, 960), (510, 890), (466, 862), (428, 846), (424, 880),
]


def in_arm(x: float, y: float) -> tuple[float, float]:
    """A point of the hanging arm in pixels across, towards the body, and down from the shoulder."""
    dx, dy = x - SHOULDER[0], y - SHOULDER[1]
    return dx * DOWN[1] - dy * DOWN[0], dx * DOWN[0] + dy * DOWN[1]


def on_canvas(across: float, down: float) -> tuple[float, float]:
    """The reverse of `in_arm`."""
    return (
        SHOULDER[0] + across * DOWN[1] + down * DOWN[0],
        SHOULDER[1] - across * DOWN[0] + down * DOWN[1],
    )


def lengthened(down: float, upper: float, forearm: float) -> float:
    """How far down a point of the arm is when these many pixels are added above and below the elbow.

    The cuff keeps its length.
    """
    return down + min(1.0, down / ELBOW) * upper + ramp_up(down, ELBOW, CUFF) * forearm


def shortened(down: float) -> float:
    """Where a point of the drawing of a raised arm is on the hanging one."""
    if down <= ELBOW + UPPER:
        return down * ELBOW / (ELBOW + UPPER)
    below = down - ELBOW - UPPER
    bare = CUFF - ELBOW
    return ELBOW + min(below, bare + FOREARM) * bare / (bare + FOREARM) + max(0.0, below - bare - FOREARM)


def ramp_up(value: float, start: float, end: float) -> float:
    """0 before start, 1 after end, straight in between."""
    return min(1.0, max(0.0, (value - start) / (end - start)))


Cuff = Callable[[Ink, Palette, bool], None]
"""Paints the end of a sleeve, clipped to it; True when the arm is folded."""
RaisedCuff = Callable[[Ink, Palette], None]


def sleeve(ink: Ink, p: Palette, cuff: Cuff) -> None:
    """The sleeve; it hangs from its shoulder."""
    shape = smooth(SLEEVE)
    ink.fill(shape, fade(300, 900, 420, 1100, [(0, p.cloth_light), (0.45, p.cloth), (1, p.cloth)]))
    with ink.inside(shape):
        ink.haze(
            smooth([(450, 880), (412, 960), (394, 1040), (372, 1170), (440, 1170), (470, 960)]), 14, p.cloth_shade, 0.95
        )
        ink.edge(shape, -30, -8, mix(p.cloth_shade, p.cloth_line, 0.25), 0.4, soft=True)
        for wedge in (
            [(420, 990), (378, 984), (344, 994), (380, 1006), (412, 1022)],
            [(416, 1024), (392, 1030), (366, 1046), (394, 1046), (412, 1048)],
            [(316, 992), (330, 1010), (352, 1018), (326, 1024), (306, 1020)],
        ):
            ink.haze(smooth(wedge), 8, p.cloth_shade, 0.8)
        fold = mix(p.cloth_line, p.cloth_shade, 0.2)
        for line, width in (
            ([(420, 1000), (388, 990), (352, 996)], 4.5), ([(414, 1040), (392, 1038), (370, 1048)], 3.5),
            ([(310, 1004), (326, 1012), (350, 1014)], 4.0), ([(402, 886), (388, 910), (384, 948)], 4.0),
            ([(346, 930), (344, 950), (350, 968)], 3.0), ([(318, 1094), (322, 1074), (334, 1056)], 4.0),
            ([(364, 1100), (366, 1082), (374, 1066)], 3.5),
        ):
            ink.stroke(line, width, fold, falling)
        ink.haze(smooth([(250, 1064), (326, 1098), (420, 1098), (420, 1130), (240, 1130)]), 14, p.cloth_line, 0.4)
        cuff(ink, p, False)
    ink.edge(shape, 9, 5, p.rim, 0.6)
    ink.outline(smooth(SLEEVE[1:10], closed=False), SILHOUETTE, cloth_contour(p))
    # It ends in the armpit.
    ink.stroke(SLEEVE[8:12], SILHOUETTE * 0.8, cloth_contour(p), lambda t: (1 - t) ** 0.6)
    ink.erase(432, 892, 52)


def ribbed_cuff(ink: Ink, p: Palette, folded: bool) -> None:
    """A knitted band."""
    if folded:
        band = smooth(FOLDED_CUFF)
        ink.fill(band, fade(410, 880, 480, 950, [(0, p.hair_light), (0.5, p.hair), (1, p.hair_shade)]))
        ribs = [((424, 916), (438, 872)), ((441, 926), (462, 886)),
                ((452, 944), (473, 904)), ((460, 962), (482, 924))]
    else:
        band = smooth([(276, 1074), (326, 1104), (404, 1104), (420, 1160), (310, 1190), (236, 1110)])
        ink.fill(band, fade(270, 1080, 400, 1130, [(0, p.hair_light), (0.5, p.hair), (1, p.hair_shade)]))
        ribs = [((x, y), (x - 6, y + 42)) for x, y in
                ((288, 1092), (308, 1104), (330, 1110), (353, 1112), (376, 1110))]
    for start, end in ribs:
        ink.stroke([start, end], 3, p.hair_line, lambda t: 0.8)
    ink.outline(band, INNER + 1, mix(p.line, p.hair, 0.3))


def fur_cuff(ink: Ink, p: Palette, folded: bool) -> None:
    """A band of fur with a ragged edge."""
    points: list[Point] = (
        [(380, 866), (396, 896, "c"), (412, 902), (424, 926, "c"), (440, 918), (458, 942, "c"), (474, 930),
         (490, 954, "c"), (530, 950), (530, 880), (440, 840)]
        if folded
        else [(250, 1070), (282, 1062), (296, 1084, "c"), (312, 1078), (328, 1100, "c"), (344, 1088),
              (362, 1106, "c"), (378, 1090), (396, 1106, "c"), (430, 1090), (430, 1180), (240, 1180)]
    )
    band = smooth(points)
    ink.fill(band, fade(280, 1080, 410, 1130, [(0, p.cream), (0.6, p.cream), (1, p.cream_shade)]))
    ink.outline(band, INNER, p.cream_line)


def _raised_contour() -> tuple[list[Point], list[Point]]:
    """The sides of a raised sleeve: that of the elbow's crease, and that of its point."""
    crease: list[Point] = [
        (28, 8), (31, 84), (30, 140), (32, 178), (37, 205), (28, 238), (21, 292), (19, 344), (27, 386),
        (37, 404, "c"), (33, 424), (35, 446), (46, 462),
    ]
    point: list[Point] = [
        (128, 8), (123, 84), (123, 140), (130, 182), (132, 204), (125, 232), (133, 290), (137, 344), (129, 386),
        (119, 404, "c"), (123, 424), (121, 446), (110, 462),
    ]
    return crease, point


def raised_shoulder(ink: Ink, p: Palette) -> None:
    """The beginning of a raised sleeve, which goes below what is worn around the neck."""
    _raised(ink, p, lambda _ink, _p: None)


def raised_sleeve(ink: Ink, p: Palette, cuff: RaisedCuff) -> None:
    """The rest of a raised sleeve, which goes before head and hair."""
    ink.painter.translate(0, -SEAM)
    _raised(ink, p, cuff)


def _raised(ink: Ink, p: Palette, cuff: RaisedCuff) -> None:
    """A sleeve, straight: cloth lies in folds at the elbow and gathers above the cuff."""
    crease, point = _raised_contour()
    shape = smooth([*crease, (78, 468), *reversed(point), (78, 2)])
    ink.fill(shape, fade(23, 0, 134, 0, [(0, p.cloth_light), (0.4, p.cloth), (1, p.cloth)]))
    with ink.inside(shape):
        ink.edge(shape, -46, 0, p.cloth_shade, 0.85, soft=True)
        ink.fill(smooth([(136, 0), (106, 60), (108, 150), (119, 196), (161, 210), (161, 0)]), veil(p.cloth_shade, 0.8))
        ink.fill(smooth([(142, 222), (116, 256), (119, 330), (106, 404), (161, 404)]), veil(p.cloth_shade, 0.8))
        # The crease, and the wedges of shade between its folds.
        for wedge, strength in (
            ([(30, 190), (76, 202), (106, 196), (83, 218), (34, 216)], 0.95),
            ([(21, 164), (55, 172), (76, 166), (57, 182), (27, 180)], 0.6),
            ([(16, 240), (50, 236), (76, 226), (57, 246), (23, 254)], 0.6),
        ):
            ink.haze(smooth(wedge), 8, p.cloth_shade, strength)
        fold = mix(p.cloth_line, p.cloth_shade, 0.2)
        for line, width in (
            ([(39, 204), (71, 213), (101, 204)], 6.0), ([(30, 178), (55, 180), (76, 172)], 4.5),
            ([(27, 242), (53, 238), (76, 226)], 4.5), ([(131, 196), (119, 190), (112, 180)], 4.0),
            ([(129, 216), (117, 224), (112, 238)], 4.0), ([(106, 258), (99, 290), (106, 322)], 3.5),
        ):
            ink.stroke(line, width, fold, falling)
        ink.haze(smooth([(0, 392), (78, 398), (156, 392), (156, 420), (0, 420)]), 14, p.cloth_line, 0.4)
        for gather in (
            [(48, 404), (54, 382), (50, 356)], [(76, 406), (78, 374), (86, 346)], [(103, 404), (107, 384), (103, 366)],
        ):
            ink.stroke(gather, 5, fold, falling)
        cuff(ink, p)
    ink.edge(shape, 7, 0, p.rim, 0.55)
    for side in (crease, point):
        ink.outline(smooth(side, closed=False), SILHOUETTE, cloth_contour(p))
    ink.outline(smooth([crease[-1], (78, 468), point[-1]], closed=False), SILHOUETTE, cloth_contour(p))
    ink.thin(0, 4, 156, 46)


def raised_ribbed_cuff(ink: Ink, p: Palette) -> None:
    """A knitted band, drawn in."""
    band = smooth([(11, 402, "c"), (78, 410), (145, 402, "c"), (145, 470, "c"), (11, 470, "c")])
    ink.fill(band, fade(32, 0, 124, 0, [(0, p.hair_light), (0.45, p.hair), (1, p.hair_shade)]))
    for k in range(-3, 4):
        ink.stroke([(78 + 12.5 * k, 409 - abs(k)), (78 + 11 * k, 466)], 3, p.hair_line, lambda t: 0.8)
    ink.outline(smooth([(32, 404), (78, 411), (124, 404)], closed=False), INNER + 1, mix(p.line, p.hair, 0.3))


def raised_fur_cuff(ink: Ink, p: Palette) -> None:
    """A band of fur with a ragged edge."""
    band = smooth([(4, 392), (25, 386), (39, 402, "c"), (57, 392), (76, 408, "c"), (96, 392), (115, 404, "c"),
                   (136, 388), (154, 394), (154, 474), (4, 474)])
    ink.fill(band, fade(32, 0, 124, 0, [(0, p.cream), (0.55, p.cream), (1, p.cream_shade)]))
    ink.outline(band, INNER, p.cream_line)


def paw(ink: Ink, p: Palette) -> None:
    """The hand at rest: a mitten seen from its back, with the lines between the fingers."""
    shape = smooth(PAW)
    ink.fill(shape, fade(270, 1130, 370, 1210, [(0, p.paw_light), (0.4, p.paw), (1, p.paw)]))
    with ink.inside(shape):
        ink.edge(shape, -14, -20, p.paw_shade, 0.8, soft=True)
        # The cuff's shade, and the hollow between thumb and palm.
        ink.haze(smooth([(250, 1100), (290, 1134), (350, 1146), (400, 1140), (400, 1100)]), 14, p.paw_shade, 0.7)
        ink.haze(smooth([(362, 1176), (352, 1160), (340, 1154), (348, 1174), (352, 1190)]), 6, p.paw_shade, 0.8)
        ink.stroke([(272, 1184), (274, 1166), (286, 1152)], 11, veil(p.paw_light, 0.9))
    ink.stroke([(364, 1178), (354, 1166), (340, 1160)], 5, p.line, falling)
    for x, y, reach in ((286, 1207, 22), (310, 1213, 26), (334, 1211, 20)):
        ink.stroke([(x, y), (x - 1, y - reach)], 4.5, p.line, falling)
    ink.outline(shape, 8, p.line)


def open_hand(ink: Ink, p: Palette) -> None:
    """The hand of a raised arm: palm to the viewer, three fingers and a thumb spread, with pads."""
    ink.painter.save()
    ink.painter.translate(*WRIST)
    ink.painter.rotate(ARM_LEAN)
    shape = _spread_hand()
    ink.fill(shape, fade(-60, 20, 60, 150, [(0, p.paw_light), (0.35, p.paw), (1, p.paw)]))
    ink.edge(shape, -12, -9, p.paw_shade, 0.6, soft=True)
    ink.edge(shape, 6, 5, p.paw_light, 0.7)
    shade = mix(p.pad, p.paw_shade, 0.35)
    for x, y, rx, ry, turn in (
        (0, 66, 29, 24, 0), (-57, 62, 11, 13, 68), (-42, 122, 12.5, 14, 20), (0, 140, 13, 14.5, 0),
        (41, 122, 12.5, 14, -20),
    ):
        ink.painter.save()
        ink.painter.translate(x, y)
        ink.painter.rotate(turn)
        ink.fill(ellipse(0, 0, rx, ry), glow(-rx * 0.3, -ry * 0.4, rx * 1.7, [(0, p.pad), (0.5, p.pad), (1, shade)]))
        ink.fill(ellipse(-rx * 0.25, -ry * 0.3, rx * 0.42, ry * 0.32), veil("#ffffff", 0.5))
        ink.painter.restore()
    ink.outline(shape, 6.5, p.line)
    ink.painter.restore()


def _spread_hand() -> QPainterPath:
    shape = ellipse(0, 62, 50, 48)
    for start, end, width in (
        ((-20, 70), (-64, 60), 44), ((-20, 80), (-44, 126), 45), ((0, 84), (0, 144), 46),
        ((20, 80), (43, 126), 45), ((0, -10), (0, 60), 66),
    ):
        shape = shape.united(capsule(start, end, width))
    return shape.simplified()


def folded_arm(ink: Ink, p: Palette, cuff: Cuff) -> None:
    """The arm bent so that the hand touches the chin."""
    _chin_hand(ink, p)
    shape = smooth(FOLDED_SLEEVE)
    ink.fill(shape, fade(330, 880, 440, 1040, [(0, p.cloth_light), (0.45, p.cloth), (1, p.cloth)]))
    with ink.inside(shape):
        under: list[Point] = [
            (300, 1010), (350, 1036), (410, 1012), (470, 920), (520, 940), (440, 1080), (300, 1080),
        ]
        ink.haze(smooth(under), 14, p.cloth_shade, 0.95)
        ink.edge(shape, -10, -24, mix(p.cloth_shade, p.cloth_line, 0.25), 0.5, soft=True)
        # The forearm lies before the upper arm, whose cloth is pushed together in the bend.
        bend: list[Point] = [(420, 900), (402, 946), (366, 1000), (356, 988), (388, 940), (408, 900)]
        ink.haze(smooth(bend), 9, p.cloth_shade, 0.85)
        ink.haze(smooth([(330, 984), (352, 990), (372, 984), (358, 1000), (334, 996)]), 7, p.cloth_shade, 0.8)
        fold = mix(p.cloth_line, p.cloth_shade, 0.2)
        for line, width in (
            ([(326, 986), (348, 990), (368, 980)], 4.5), ([(334, 952), (352, 960), (372, 954)], 3.5),
            ([(352, 904), (356, 922), (352, 940)], 3.0), ([(336, 1030), (356, 1020), (370, 1004)], 4.0),
            ([(426, 990), (412, 978), (408, 960)], 3.5), ([(432, 946), (424, 958), (410, 966)], 3.0),
        ):
            ink.stroke(line, width, fold, falling)
        cuff(ink, p, True)
        ink.stroke([(424, 872), (408, 940), (364, 1002)], 6.5, cloth_contour(p), falling)
    ink.edge(shape, 9, 5, p.rim, 0.6)
    ink.outline(smooth(FOLDED_SLEEVE, closed=False), SILHOUETTE, cloth_contour(p))


def _chin_hand(ink: Ink, p: Palette) -> None:
    hand = smooth(
        [(430, 890), (412, 858), (420, 818), (440, 802), (470, 800), (500, 814), (512, 850), (498, 888), (470, 904)]
    )
    ink.fill(hand, fade(420, 810, 510, 880, [(0, p.paw_light), (0.4, p.paw), (1, p.paw)]))
    with ink.inside(hand):
        ink.edge(hand, -16, -10, p.paw_shade, 0.85, soft=True)
        ink.haze(smooth([(410, 880), (450, 884), (500, 904), (440, 920)]), 10, p.paw_shade, 0.6)
        ink.stroke([(424, 856), (428, 834), (440, 818)], 10, veil(p.paw_light, 0.9))
    for x, reach in ((442, 30), (466, 36), (488, 30)):
        ink.stroke([(x, 802 + abs(x - 464) * 0.2), (x + 3, 802 + reach)], 4.5, p.line, falling)
    ink.outline(hand, 8, p.line)


RIBBONS = {
    "RaisedShoulder": Ribbon(RAISED_FRAME[0], SEAM + 14, 0, raised_shoulder, 0.8),
    "RaisedSleeve": Ribbon(
        RAISED_FRAME[0], RAISED_FRAME[1] - SEAM, 0, partial(raised_sleeve, cuff=raised_ribbed_cuff), 0.8
    ),
}
