"""Drawings below the head: shadow, tail, legs, hoodie, arms, paws and scarf."""

# fmt: off

from .paint import CENTRE, Ink, Point, ellipse, fade, falling, glow, smooth, symmetric, veil
from .palette import Palette, mix

SILHOUETTE = 8.5
INNER = 4.5

HOODIE = symmetric(
    [
        (500, 826), (440, 838), (394, 866), (366, 926), (340, 1010), (316, 1100), (308, 1150), (336, 1186),
        (410, 1202), (500, 1206),
    ]
)
TAIL: list[Point] = [
    (552, 1128), (630, 1196), (720, 1226), (806, 1220, "c"), (786, 1204, "c"), (844, 1172),
    (894, 1112, "c"), (872, 1110, "c"), (908, 1040), (924, 952, "c"), (906, 966, "c"), (916, 872),
    (894, 776), (836, 694, "c"), (838, 760), (816, 826), (790, 880), (752, 946), (704, 996), (646, 1036),
    (576, 1056),
]
SLEEVE: list[Point] = [
    (416, 880), (388, 868), (358, 886), (334, 940), (296, 1030), (266, 1104), (300, 1142), (352, 1150),
    (392, 1136), (412, 1060), (424, 990), (428, 930), (426, 900),
]
"""From the collar side of the shoulder over its top, down to the cuff and back up."""
SHOULDER = (392.0, 908.0)
WRIST = (326.0, 1122.0)


def shadow(ink: Ink, p: Palette) -> None:
    """A soft pool of shade on the ground."""
    ink.painter.save()
    ink.painter.translate(CENTRE + 10, 1380)
    ink.painter.scale(1, 0.13)
    stops = [(0, p.line, 0.42), (0.55, p.line, 0.26), (1, p.line, 0.0)]
    ink.fill(ellipse(0, 0, 270, 270), glow(0, 0, 270, stops))
    ink.painter.restore()


def tail(ink: Ink, p: Palette) -> None:
    """A big brush with a cream tip."""
    shape = smooth(TAIL)
    ink.fill(shape, fade(620, 1120, 880, 820, [(0, p.hair_shade), (0.35, p.hair), (1, p.hair_light)]))
    with ink.inside(shape):
        ink.fill(
            smooth(
                [
                    (540, 1140), (660, 1146), (780, 1104), (858, 1010), (884, 900), (960, 900), (960, 1120),
                    (800, 1270), (540, 1250),
                ]
            ),
            p.hair_shade,
        )
        tip = smooth(
            [
                (700, 660), (752, 900, "c"), (792, 856, "c"), (804, 928, "c"), (838, 876, "c"),
                (856, 952, "c"), (884, 896, "c"), (926, 968, "c"), (970, 860), (940, 660),
            ]
        )
        ink.fill(tip, p.cream)
        with ink.inside(tip):
            ink.fill(smooth([(862, 680), (880, 800), (868, 980), (970, 980), (970, 680)]), p.cream_shade)
        ink.outline(tip, 3.5, p.hair_line)
        ink.stroke([(610, 1080), (710, 1040), (784, 950)], 13, veil(p.hair_glow, 0.85))
        ink.stroke([(650, 1140), (730, 1116), (796, 1066)], 5, p.hair_line)
        ink.stroke([(716, 1178), (790, 1140), (838, 1086)], 5, p.hair_line)
        ink.stroke([(806, 840), (836, 800), (844, 746)], 4, p.cream_line)
        ink.stroke([(846, 862), (868, 820), (870, 780)], 4, p.cream_line)
    ink.outline(shape, SILHOUETTE, p.line)


def leg(ink: Ink, p: Palette) -> None:
    """The leg on the left of the picture, with its boot."""
    shape = smooth([(398, 1150), (394, 1220), (400, 1290), (506, 1290), (506, 1220), (506, 1150)])
    ink.fill(shape, p.paw)
    with ink.inside(shape):
        ink.fill(smooth([(380, 1140), (520, 1140), (510, 1226), (450, 1218), (380, 1226)]), p.paw_shade)
        ink.fill(smooth([(470, 1150), (480, 1220), (470, 1290), (510, 1290), (510, 1150)]), p.paw_shade)
    ink.outline(shape, 7, p.line)
    boot = smooth(
        [
            (384, 1268), (376, 1306), (350, 1340), (352, 1374), (396, 1388), (464, 1388), (498, 1376),
            (502, 1330), (500, 1268),
        ]
    )
    ink.fill(boot, fade(370, 1260, 500, 1388, [(0, p.boot_light), (0.45, p.boot), (1, p.boot_shade)]))
    with ink.inside(boot):
        ink.fill(smooth([(340, 1362), (420, 1376), (520, 1360), (520, 1400), (340, 1400)]), p.boot_shade)
        ink.fill(ellipse(396, 1330, 18, 9), veil(p.hair_glow, 0.6))
        ink.stroke([(354, 1358), (420, 1372), (502, 1358)], 4, p.line, lambda t: 1)
    ink.outline(boot, 8, p.line)
    cuff = smooth(
        [
            (376, 1254), (370, 1280), (378, 1302, "c"), (398, 1290, "c"), (412, 1308, "c"),
            (434, 1292, "c"), (454, 1309, "c"), (472, 1291, "c"), (494, 1302, "c"), (508, 1278),
            (504, 1254), (442, 1242),
        ]
    )
    ink.fill(cuff, fade(372, 0, 508, 0, [(0, p.cream), (0.55, p.cream), (1, p.cream_shade)]))
    ink.outline(cuff, 5.5, p.line)


def leg_other(ink: Ink, p: Palette) -> None:
    """The same leg on the other side."""
    ink.painter.translate(2 * CENTRE, 0)
    ink.painter.scale(-1, 1)
    leg(ink, p)


def hoodie(ink: Ink, p: Palette) -> None:
    """An oversized cream hoodie with a pocket and a mandarin on it."""
    shape = smooth(HOODIE)
    ink.fill(
        shape,
        fade(360, 850, 640, 1190, [(0, p.cloth), (0.5, p.cloth), (1, mix(p.cloth, p.cloth_shade, 0.55))]),
    )
    with ink.inside(shape):
        ink.fill(
            smooth([(370, 820), (396, 906), (460, 956), (540, 956), (604, 906), (630, 820)]), p.cloth_shade
        )
        ink.fill(
            smooth([(630, 900), (606, 1000), (618, 1080), (590, 1220), (720, 1220), (720, 900)]),
            p.cloth_shade,
        )
        ink.fill(
            smooth([(370, 900), (394, 1000), (372, 1100), (392, 1200), (280, 1200), (280, 900)]),
            veil(p.cloth_shade, 0.7),
        )
        for fold in ([(418, 1118), (404, 1080), (408, 1040)], [(586, 1124), (602, 1084), (598, 1040)]):
            ink.stroke(fold, 4.5, p.cloth_line, falling)
        hem = smooth(
            [(280, 1122), (400, 1156), (500, 1164), (600, 1156), (720, 1122), (720, 1240), (280, 1240)]
        )
        ink.fill(hem, fade(310, 0, 690, 0, [(0, p.hair), (0.4, p.hair_light), (1, p.hair_shade)]))
        with ink.inside(hem):
            for x in range(332, 690, 24):
                lean = (x - CENTRE) * 0.03
                ink.stroke([(x, 1126), (x + lean, 1214)], 3, p.hair_line, lambda t: 0.8)
        ink.outline(hem, INNER, p.line)
    _pocket(ink, p)
    ink.outline(shape, SILHOUETTE, p.line)


def _pocket(ink: Ink, p: Palette) -> None:
    pocket = smooth(
        [(434, 1040, "c"), (500, 1048), (566, 1040, "c"), (602, 1118, "c"), (500, 1134), (398, 1118, "c")]
    )
    ink.fill(pocket, p.cloth)
    with ink.inside(pocket):
        ink.fill(smooth([(380, 1108), (500, 1120), (620, 1108), (620, 1150), (380, 1150)]), p.cloth_shade)
    ink.outline(pocket, INNER, p.cloth_line)
    x, y = CENTRE, 1086
    slice_ = ellipse(x, y, 29, 29)
    ink.fill(slice_, p.fruit)
    ink.fill(ellipse(x, y, 23, 23), p.hair_tip)
    for k in range(8):
        ink.painter.save()
        ink.painter.translate(x, y)
        ink.painter.rotate(k * 45 + 22.5)
        ink.fill(smooth([(0, -3, "c"), (6.6, -16), (0, -20.5), (-6.6, -16)]), p.fruit)
        ink.painter.restore()
    ink.outline(slice_, 3.5, p.hair_line)


def sleeve(ink: Ink, p: Palette) -> None:
    """The sleeve on the left of the picture; it hangs from its shoulder."""
    shape = smooth(SLEEVE)
    ink.fill(shape, p.cloth)
    with ink.inside(shape):
        ink.fill(
            smooth([(450, 900), (404, 960), (384, 1040), (362, 1170), (440, 1170), (470, 960)]), p.cloth_shade
        )
        ink.stroke([(412, 1034), (384, 1022), (358, 1030)], 4.5, p.cloth_line)
        ink.stroke([(330, 1000), (346, 1012), (354, 1030)], 4, p.cloth_line)
        cuff = smooth([(276, 1074), (326, 1104), (404, 1104), (420, 1160), (310, 1190), (236, 1110)])
        ink.fill(cuff, fade(270, 1080, 400, 1130, [(0, p.hair_light), (0.5, p.hair), (1, p.hair_shade)]))
        ink.outline(cuff, INNER, p.line)
        for x, y in ((288, 1092), (308, 1104), (330, 1110), (353, 1112), (376, 1110)):
            ink.stroke([(x, y), (x - 6, y + 42)], 3, p.hair_line, lambda t: 0.8)
    ink.outline(smooth(SLEEVE[1:10], closed=False), SILHOUETTE, p.line)
    ink.stroke(SLEEVE[8:], SILHOUETTE, p.line, lambda t: 0.35 + 0.65 * (1 - t) ** 0.5)
    ink.outline(smooth([*SLEEVE[11:], *SLEEVE[:2]], closed=False), 4, p.cloth_line)


PAW: list[Point] = [
    (288, 1116), (262, 1144), (260, 1182), (290, 1212), (332, 1214), (358, 1194), (364, 1178), (392, 1166),
    (388, 1142), (366, 1128), (354, 1114),
]


def paw(ink: Ink, p: Palette) -> None:
    """The mitten at the end of that sleeve."""
    shape = smooth(PAW)
    ink.fill(shape, p.paw)
    with ink.inside(shape):
        ink.fill(
            smooth([(370, 1100), (346, 1140), (346, 1180), (310, 1230), (400, 1230), (410, 1110)]),
            p.paw_shade,
        )
        ink.fill(ellipse(280, 1158, 8, 16), veil(p.boot_light, 0.75))
    ink.outline(shape, 8, p.line)


def paw_toes(ink: Ink, p: Palette) -> None:
    """The lines between the toes, seen from the back of the hand."""
    for x, y in ((292, 1206), (318, 1212)):
        ink.stroke([(x, y), (x - 1, y - 24)], 5, p.line, falling)


def paw_pads(ink: Ink, p: Palette) -> None:
    """What shows when the palm is turned to the viewer."""
    for x, y, rx, ry in (
        (314, 1158, 24, 19), (279, 1180, 9.5, 11), (302, 1196, 10, 11), (330, 1194, 9.5, 11),
    ):
        ink.fill(ellipse(x, y, rx, ry), p.pad)
        ink.fill(ellipse(x - rx * 0.25, y - ry * 0.3, rx * 0.4, ry * 0.3), veil("#ffffff", 0.45))


def folded_arm(ink: Ink, p: Palette) -> None:
    """The arm on the left of the picture, bent so that the paw touches the chin."""
    sleeve_: list[Point] = [
        (430, 880), (392, 864), (356, 888), (330, 950), (318, 1010), (348, 1052), (400, 1050), (452, 990),
        (486, 930), (466, 884, "c"), (424, 866, "c"), (424, 900),
    ]
    shape = smooth(sleeve_)
    hand = smooth(
        [(430, 890), (414, 858), (424, 820), (456, 806), (492, 820), (506, 850), (496, 888), (470, 904)]
    )
    ink.fill(hand, p.paw)
    with ink.inside(hand):
        ink.fill(smooth([(470, 800), (480, 850), (460, 920), (540, 920), (540, 800)]), p.paw_shade)
        ink.fill(ellipse(436, 842, 8, 14), veil(p.boot_light, 0.75))
        for x in (452, 476):
            ink.stroke([(x, 806), (x + 1, 832)], 5, p.line, falling)
    ink.outline(hand, 8, p.line)
    ink.fill(shape, p.cloth)
    with ink.inside(shape):
        ink.fill(
            smooth([(300, 1000), (360, 1022), (420, 1000), (480, 900), (520, 940), (440, 1080), (300, 1080)]),
            p.cloth_shade,
        )
        cuff = smooth([(402, 850), (440, 892), (500, 908), (520, 960), (482, 948), (424, 924), (386, 880)])
        ink.fill(cuff, fade(400, 880, 490, 930, [(0, p.hair_light), (0.5, p.hair), (1, p.hair_shade)]))
        ink.outline(cuff, INNER, p.line)
        ink.stroke([(420, 900), (398, 956), (362, 1004)], 7, p.line, falling)
    ink.outline(smooth(sleeve_, closed=False), SILHOUETTE, p.line)


def scarf(ink: Ink, p: Palette) -> None:
    """A teal scarf, wound once around the neck."""
    shape = smooth(
        [
            (394, 846), (392, 886), (428, 926), (500, 940), (572, 926), (608, 886), (606, 846), (560, 822),
            (440, 822),
        ]
    )
    ink.fill(shape, fade(380, 830, 600, 940, [(0, p.teal_light), (0.35, p.teal), (1, p.teal_shade)]))
    with ink.inside(shape):
        ink.fill(
            smooth([(360, 820), (400, 872), (500, 898), (600, 872), (640, 820)]), veil(p.teal_shade, 0.85)
        )
        ink.stroke([(402, 880), (446, 908), (520, 917)], 4.5, p.teal_line)
        ink.stroke([(600, 884), (566, 910), (530, 919)], 4, p.teal_line)
        ink.stroke([(398, 872), (406, 894), (428, 914)], 6, veil("#ffffff", 0.5))
    ink.outline(shape, 7, p.teal_line)


def scarf_end(ink: Ink, p: Palette) -> None:
    """The loose end with its fringe; it hangs from (575, 900)."""
    shape = smooth(
        [
            (544, 900), (544, 970), (552, 1036, "c"), (568, 1026, "c"), (578, 1044, "c"), (592, 1028, "c"),
            (608, 1044, "c"), (616, 1026, "c"), (636, 1030, "c"), (630, 970), (612, 898), (576, 884),
        ]
    )
    ink.fill(shape, fade(546, 900, 630, 1030, [(0, p.teal_shade), (0.3, p.teal), (1, p.teal_light)]))
    with ink.inside(shape):
        ink.fill(
            smooth([(606, 880), (604, 960), (614, 1050), (660, 1050), (650, 880)]), veil(p.teal_shade, 0.75)
        )
        for y in (976, 994):
            ink.stroke([(540, y), (588, y + 7), (636, y - 3)], 7, p.cream, lambda t: 1)
    ink.outline(shape, 6.5, p.teal_line)
    knot = smooth([(546, 882), (538, 906), (558, 934), (598, 932), (618, 906), (608, 878), (576, 870)])
    ink.fill(knot, fade(550, 870, 606, 936, [(0, p.teal_light), (0.5, p.teal), (1, p.teal_shade)]))
    ink.stroke([(566, 892), (576, 910), (574, 924)], 4, p.teal_line)
    ink.stroke([(552, 892), (550, 908), (558, 922)], 5, veil("#ffffff", 0.5))
    ink.outline(knot, 6.5, p.teal_line)
