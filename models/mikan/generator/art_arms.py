"""Drawings of the arms on the left of the picture: sleeves, mittens, open hands; the other side is their reflection.

A cuff is what tells one outfit's sleeve from another's, so it is handed in.
"""

# fmt: off

from collections.abc import Callable

from PySide6.QtGui import QPainterPath

from .paint import Ink, Point, capsule, ellipse, fade, falling, smooth, veil
from .palette import Palette, mix

SILHOUETTE = 8.5
INNER = 3.6

SLEEVE: list[Point] = [
    (416, 880), (388, 868), (358, 886), (334, 940), (296, 1030), (266, 1104), (300, 1142), (352, 1150),
    (392, 1136), (412, 1060), (424, 990), (428, 930), (426, 900),
]
"""From the collar side of the shoulder over its top, down to the cuff and back up."""
SHOULDER = (392.0, 908.0)
WRIST = (326.0, 1122.0)
ELBOW = (366.0, 1012.0)
FRAME = (190.0, 840.0, 290.0, 470.0)
"""The whole arm with its open hand: left, top, width, height."""
CUFF = 0.74
"""How far down the arm the cuff begins."""
ARM_LEAN = 17.0
"""Degrees by which the hanging arm points away from the body."""
PAW: list[Point] = [
    (288, 1116), (262, 1144), (260, 1182), (290, 1212), (332, 1214), (358, 1194), (364, 1178), (392, 1166),
    (388, 1142), (366, 1128), (354, 1114),
]
FOLDED_SLEEVE: list[Point] = [
    (430, 880), (392, 864), (356, 888), (330, 950), (318, 1010), (348, 1052), (400, 1050), (452, 990),
    (486, 930), (466, 884, "c"), (424, 866, "c"), (424, 900),
]
FOLDED_CUFF: list[Point] = [
    (402, 850), (440, 892), (500, 908), (520, 960), (482, 948), (424, 924), (386, 880),
]


def along(x: float, y: float) -> float:
    """How far down the hanging arm a point is: 0 at the shoulder, 1 at the wrist."""
    across, down = WRIST[0] - SHOULDER[0], WRIST[1] - SHOULDER[1]
    return ((x - SHOULDER[0]) * across + (y - SHOULDER[1]) * down) / (across**2 + down**2)


def lengthened(share: float, upper: float, forearm: float) -> tuple[float, float]:
    """How far a point of the arm moves along it when upper arm and forearm grow by these shares of their length.

    The cuff keeps its length.
    """
    elbow = along(*ELBOW)
    bare = min(1.0, max(0.0, share - elbow) / (CUFF - elbow))
    more = min(share, elbow) * upper + bare * (1 - elbow) * forearm
    return (WRIST[0] - SHOULDER[0]) * more, (WRIST[1] - SHOULDER[1]) * more


Cuff = Callable[[Ink, Palette, bool], None]
"""Paints the end of a sleeve, clipped to it; True when the arm is folded."""


def sleeve(ink: Ink, p: Palette, cuff: Cuff) -> None:
    """The sleeve; it hangs from its shoulder."""
    shape = smooth(SLEEVE)
    ink.fill(shape, fade(300, 900, 420, 1100, [(0, p.cloth_light), (0.45, p.cloth), (1, p.cloth)]))
    with ink.inside(shape):
        ink.fill(
            smooth([(450, 880), (404, 960), (384, 1040), (362, 1170), (440, 1170), (470, 960)]), p.cloth_shade
        )
        # Folds lie above the elbow, for what is below it is drawn longer when the arm is raised.
        ink.fill(smooth([(408, 986), (366, 982), (336, 994), (376, 1006), (404, 1030)]), p.cloth_shade)
        fold = mix(p.cloth_line, p.cloth_shade, 0.3)
        ink.stroke([(418, 1002), (388, 990), (350, 996)], 5, fold, falling)
        ink.stroke([(318, 970), (340, 978), (356, 998)], 4.5, fold)
        ink.stroke([(398, 884), (382, 910), (380, 950)], 4.5, fold, falling)
        ink.fill(smooth([(270, 1062), (326, 1092), (408, 1092), (420, 1120), (240, 1120)]), veil(p.cloth_line, 0.28))
        ink.edge(shape, -26, -8, p.cloth_shade, 0.55, soft=True)
        cuff(ink, p, False)
    ink.edge(shape, 9, 5, p.rim, 0.6)
    ink.outline(smooth(SLEEVE[1:10], closed=False), SILHOUETTE, p.line)
    # It ends in the armpit: raised, it would be a line across the chest.
    ink.stroke(SLEEVE[8:12], SILHOUETTE, p.line, lambda t: (1 - t) ** 0.4)
    ink.erase(432, 892, 52)


def ribbed_cuff(ink: Ink, p: Palette, folded: bool) -> None:
    """A knitted band."""
    if folded:
        band = smooth(FOLDED_CUFF)
        ink.fill(band, fade(400, 880, 490, 930, [(0, p.hair_light), (0.5, p.hair), (1, p.hair_shade)]))
        ribs = [((408, 868), (412, 900)), ((430, 888), (436, 916)), ((456, 902), (462, 930)),
                ((482, 912), (490, 940))]
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


def paw(ink: Ink, p: Palette) -> None:
    """The hand at rest: a mitten seen from its back, with the lines between the fingers."""
    shape = smooth(PAW)
    ink.fill(shape, fade(270, 1130, 370, 1210, [(0, p.paw_light), (0.4, p.paw), (1, p.paw)]))
    with ink.inside(shape):
        ink.fill(
            smooth([(370, 1100), (346, 1140), (346, 1180), (310, 1230), (400, 1230), (410, 1110)]),
            p.paw_shade,
        )
        ink.edge(shape, 0, -16, p.paw_shade, 0.6, soft=True)
        ink.fill(smooth([(250, 1100), (290, 1140), (350, 1154), (400, 1150), (400, 1100)]), veil(p.paw_shade, 0.8))
        ink.fill(ellipse(279, 1170, 7, 15), veil(p.paw_light, 0.95))
    for x, y in ((292, 1207), (318, 1212)):
        ink.stroke([(x, y), (x - 1, y - 26)], 5.5, p.line, falling)
    ink.outline(shape, 8, p.line)


def open_hand(ink: Ink, p: Palette) -> None:
    """The hand of a raised arm: palm to the viewer, three fingers and a thumb spread, with pads."""
    ink.painter.save()
    ink.painter.translate(*WRIST)
    ink.painter.rotate(ARM_LEAN)
    shape = _spread_hand()
    ink.fill(shape, fade(-60, 20, 60, 150, [(0, p.paw_light), (0.35, p.paw), (1, p.paw)]))
    ink.edge(shape, -9, -7, p.paw_shade, 0.9)
    ink.edge(shape, 6, 5, p.paw_light, 0.7)
    for x, y, rx, ry, turn in (
        (0, 66, 29, 24, 0), (-57, 62, 11, 13, 68), (-42, 122, 12.5, 14, 20), (0, 140, 13, 14.5, 0),
        (41, 122, 12.5, 14, -20),
    ):
        ink.painter.save()
        ink.painter.translate(x, y)
        ink.painter.rotate(turn)
        ink.fill(ellipse(0, 0, rx, ry), p.pad)
        ink.fill(ellipse(-rx * 0.25, -ry * 0.3, rx * 0.42, ry * 0.32), veil("#ffffff", 0.5))
        ink.painter.restore()
    ink.outline(shape, 8, p.line)
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
    hand = smooth(
        [(430, 890), (412, 858), (420, 818), (440, 802), (470, 800), (500, 814), (512, 850), (498, 888), (470, 904)]
    )
    ink.fill(hand, fade(420, 810, 510, 880, [(0, p.paw_light), (0.4, p.paw), (1, p.paw)]))
    with ink.inside(hand):
        ink.fill(smooth([(480, 800), (488, 850), (466, 920), (540, 920), (540, 800)]), p.paw_shade)
        ink.fill(ellipse(432, 842, 7, 13), veil(p.paw_light, 0.9))
    for x in (448, 476):
        ink.stroke([(x, 801), (x + 2, 832)], 5.5, p.line, falling)
    ink.outline(hand, 8, p.line)
    shape = smooth(FOLDED_SLEEVE)
    ink.fill(shape, fade(330, 880, 440, 1040, [(0, p.cloth_light), (0.45, p.cloth), (1, p.cloth)]))
    with ink.inside(shape):
        ink.fill(
            smooth([(300, 1000), (360, 1022), (420, 1000), (480, 900), (520, 940), (440, 1080), (300, 1080)]),
            p.cloth_shade,
        )
        ink.edge(shape, -10, -20, mix(p.cloth_shade, p.cloth_line, 0.25), 0.5, soft=True)
        cuff(ink, p, True)
        ink.stroke([(420, 900), (398, 956), (362, 1004)], 7, p.line, falling)
        ink.stroke([(352, 930), (362, 960), (362, 990)], 4, p.cloth_line)
    ink.edge(shape, 9, 5, p.rim, 0.6)
    ink.outline(smooth(FOLDED_SLEEVE, closed=False), SILHOUETTE, p.line)
