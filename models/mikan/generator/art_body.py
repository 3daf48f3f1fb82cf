"""Drawings below the head: shadow, tail, legs, hoodie and scarf."""

# fmt: off

from .paint import CENTRE, Ink, Point, ellipse, fade, falling, glow, smooth, symmetric, veil
from .palette import Palette, mix

SILHOUETTE = 8.5
INNER = 3.6

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
        ink.stroke([(610, 1080), (710, 1040), (784, 950)], 15, veil(p.hair_glow, 0.85))
        ink.stroke([(640, 1110), (738, 1076), (812, 990)], 5, veil(p.hair_glow, 0.6))
        ink.stroke([(650, 1140), (730, 1116), (796, 1066)], 5, p.hair_line)
        ink.stroke([(716, 1178), (790, 1140), (838, 1086)], 5, p.hair_line)
        ink.stroke([(806, 840), (836, 800), (844, 746)], 4, p.cream_line)
        ink.stroke([(846, 862), (868, 820), (870, 780)], 4, p.cream_line)
        ink.edge(shape, -30, -22, p.hair_deep, 0.4, soft=True)
    ink.edge(shape, -9, -3, p.back_light, 0.65)
    ink.edge(shape, 9, 6, p.rim, 0.35)
    ink.outline(shape, SILHOUETTE, p.line)


def leg(ink: Ink, p: Palette) -> None:
    """The leg on the left of the picture, with its boot."""
    shape = smooth([(398, 1150), (394, 1220), (400, 1290), (506, 1290), (506, 1220), (506, 1150)])
    ink.fill(shape, p.stocking)
    with ink.inside(shape):
        ink.fill(smooth([(380, 1140), (520, 1140), (510, 1226), (450, 1218), (380, 1226)]), p.stocking_shade)
        ink.fill(smooth([(470, 1150), (480, 1220), (470, 1290), (510, 1290), (510, 1150)]), p.stocking_shade)
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
        ink.edge(boot, -22, -10, p.boot_shade, 0.8, soft=True)
        ink.fill(ellipse(394, 1328, 20, 9), veil(p.hair_glow, 0.75))
        ink.fill(ellipse(424, 1326, 6, 5), veil(p.hair_glow, 0.75))
        ink.stroke([(354, 1358), (420, 1372), (502, 1358)], 4, p.line, lambda t: 1)
    ink.edge(boot, -6, -3, p.back_light, 0.45)
    ink.outline(boot, 8, p.line)
    cuff = smooth(
        [
            (376, 1254), (370, 1280), (378, 1302, "c"), (398, 1290, "c"), (412, 1308, "c"),
            (434, 1292, "c"), (454, 1309, "c"), (472, 1291, "c"), (494, 1302, "c"), (508, 1278),
            (504, 1254), (442, 1242),
        ]
    )
    ink.fill(cuff, fade(372, 0, 508, 0, [(0, p.cream), (0.55, p.cream), (1, p.cream_shade)]))
    ink.edge(cuff, 0, 14, p.cream_shade, 0.8)
    ink.outline(cuff, 5.5, p.line)


def leg_other(ink: Ink, p: Palette) -> None:
    """The same leg on the other side."""
    ink.painter.translate(2 * CENTRE, 0)
    ink.painter.scale(-1, 1)
    leg(ink, p)


def hoodie(ink: Ink, p: Palette) -> None:
    """An oversized hoodie with a pocket and a mandarin on it."""
    shape = smooth(HOODIE)
    stops = [(0, p.cloth_light), (0.4, p.cloth), (1, mix(p.cloth, p.cloth_shade, 0.5))]
    ink.fill(shape, fade(380, 860, 620, 1190, stops))
    with ink.inside(shape):
        _hoodie_shades(ink, p)
        hem = smooth(
            [(280, 1122), (400, 1156), (500, 1164), (600, 1156), (720, 1122), (720, 1240), (280, 1240)]
        )
        ink.fill(hem, fade(310, 0, 690, 0, [(0, p.hair), (0.4, p.hair_light), (1, p.hair_shade)]))
        with ink.inside(hem):
            for x in range(332, 690, 24):
                lean = (x - CENTRE) * 0.03
                ink.stroke([(x, 1126), (x + lean, 1214)], 3, p.hair_line, lambda t: 0.8)
            ink.edge(shape, -34, 0, p.hair_deep, 0.45, soft=True)
        ink.outline(hem, INNER + 1, mix(p.line, p.hair, 0.3))
    _pocket(ink, p)
    for x, length in ((462, 74), (536, 88)):
        ink.even_line(smooth([(x, 930), (x + 2, 930 + length)], closed=False), 7, p.cloth_line)
        ink.even_line(smooth([(x, 930), (x + 2, 930 + length)], closed=False), 3.5, p.cream)
        ink.outline(ellipse(x + 2, 934 + length, 4, 7), 4.5, p.teal_line)
        ink.fill(ellipse(x + 2, 934 + length, 4, 7), p.teal)
    ink.edge(shape, -9, 0, p.back_light, 0.8)
    ink.outline(shape, SILHOUETTE, p.line)


def _hoodie_shades(ink: Ink, p: Palette) -> None:
    """What scarf, arms and the bend of the body keep from the light, soft and hard, and the folds."""
    ink.edge(shape := smooth(HOODIE), -60, -14, p.cloth_shade, 0.5, soft=True)
    ink.fill(smooth([(370, 820), (396, 916), (460, 972), (540, 972), (604, 916), (630, 820)]), p.cloth_shade)
    ink.fill(
        smooth([(636, 900), (612, 1000), (624, 1080), (596, 1220), (720, 1220), (720, 900)]), p.cloth_shade
    )
    ink.fill(
        smooth([(370, 900), (400, 1000), (376, 1100), (394, 1200), (280, 1200), (280, 900)]),
        veil(p.cloth_shade, 0.8),
    )
    # What scarf and chin keep from the light, hard below and soft above.
    ink.fill(smooth([(380, 820), (404, 900), (462, 952), (548, 956), (602, 900), (620, 820)]), veil(p.cloth_line, 0.42))
    for fold in (
        [(398, 1140), (412, 1104), (398, 1066), (388, 1040)],
        [(602, 1144), (590, 1104), (604, 1068), (612, 1042)],
        [(430, 1146), (440, 1138), (444, 1128)],
        [(566, 1148), (558, 1140), (554, 1130)],
    ):
        ink.stroke([(x + 4, y) for x, y in fold], 13, p.cloth_shade)
        ink.stroke(fold, 4.5, mix(p.cloth_line, p.cloth_shade, 0.25), falling)
    ink.edge(shape, 0, -10, p.cloth_shade, 0.5, soft=True)


def _pocket(ink: Ink, p: Palette) -> None:
    pocket = smooth(
        [(434, 1040, "c"), (500, 1048), (566, 1040, "c"), (602, 1118, "c"), (500, 1134), (398, 1118, "c")]
    )
    ink.fill(pocket, p.cloth)
    with ink.inside(pocket):
        ink.fill(smooth([(380, 1108), (500, 1120), (620, 1108), (620, 1150), (380, 1150)]), p.cloth_shade)
    ink.edge(pocket, 0, 7, p.cloth_light, 0.9)
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
        ink.edge(shape, -14, -16, p.teal_shade, 0.6, soft=True)
    ink.outline(shape, 7, p.teal_line)


def scarf_end(ink: Ink, p: Palette) -> None:
    """The loose end with its fringe; it hangs from (575, 900)."""
    shape = smooth(
        [
            (544, 900), (544, 970), (552, 1036, "c"), (568, 1026, "c"), (578, 1044, "c"), (592, 1028, "c"),
            (608, 1044, "c"), (616, 1026, "c"), (636, 1030, "c"), (630, 970), (612, 898), (576, 884),
        ]
    )
    # Its shade on the hoodie goes with it.
    ink.fill(shape.translated(5, 9), veil(p.cloth_line, 0.3))
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
