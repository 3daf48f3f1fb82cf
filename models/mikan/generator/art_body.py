"""Drawings below the head: shadow, tail, legs, hoodie and scarf."""

# fmt: off

import math

from .paint import CENTRE, Ink, Point, ellipse, fade, falling, glow, smooth, symmetric, veil
from .palette import Palette, cloth_contour, hair_contour, mix

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
        under: list[Point] = [
            (540, 1150), (660, 1160), (780, 1120), (866, 1030), (894, 900), (960, 900), (960, 1120), (800, 1270),
            (540, 1250),
        ]
        ink.haze(smooth(under), 22, p.hair_shade, 0.95)
        tip = smooth(
            [
                (700, 660), (752, 900, "c"), (792, 856, "c"), (804, 928, "c"), (838, 876, "c"),
                (856, 952, "c"), (884, 896, "c"), (926, 968, "c"), (970, 860), (940, 660),
            ]
        )
        ink.fill(tip, fade(0, 700, 0, 930, [(0, p.rim), (0.5, p.cream), (1, mix(p.cream, p.hair_light, 0.45))]))
        with ink.inside(tip):
            ink.haze(smooth([(878, 680), (892, 800), (876, 980), (970, 980), (970, 680)]), 14, p.cream_shade, 0.9)
        ink.outline(tip, 3.5, mix(p.hair_line, p.hair, 0.35))
        ink.stroke([(610, 1080), (710, 1040), (784, 950)], 15, veil(p.hair_glow, 0.85))
        ink.stroke([(640, 1110), (738, 1076), (812, 990)], 5, veil(p.hair_glow, 0.6))
        ink.stroke([(650, 1140), (730, 1116), (796, 1066)], 5, p.hair_line)
        ink.stroke([(716, 1178), (790, 1140), (838, 1086)], 5, p.hair_line)
        for tuft in (
            [(806, 846), (836, 800), (844, 746)], [(850, 868), (872, 820), (874, 770)],
            [(884, 900), (898, 862), (898, 820)],
        ):
            ink.stroke(tuft, 4, p.cream_line, falling)
        for tuft in (
            [(670, 1060), (716, 1042), (752, 1012)], [(744, 1090), (794, 1054), (826, 1006)],
            [(826, 1148), (862, 1100), (876, 1052)], [(690, 1196), (744, 1184), (786, 1160)],
        ):
            ink.stroke(tuft, 6, mix(p.hair_shade, p.hair_deep, 0.4))
        ink.edge(shape, -30, -22, p.hair_deep, 0.4, soft=True)
    ink.edge(shape, -11, -4, p.back_light, 0.6, soft=True)
    ink.edge(shape, 9, 6, p.rim, 0.35)
    ink.outline(shape, SILHOUETTE, hair_contour(p))


def leg(ink: Ink, p: Palette) -> None:
    """The leg on the left of the picture, with its boot."""
    shape = smooth([(398, 1150), (394, 1220), (400, 1290), (506, 1290), (506, 1220), (506, 1150)])
    ink.fill(shape, p.stocking)
    with ink.inside(shape):
        ink.haze(smooth([(380, 1140), (520, 1140), (510, 1216), (450, 1208), (380, 1216)]), 14, p.stocking_shade, 0.95)
        ink.haze(smooth([(480, 1150), (490, 1220), (480, 1290), (510, 1290), (510, 1150)]), 12, p.stocking_shade, 0.8)
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
        ink.stroke([(372, 1340), (390, 1324), (420, 1318)], 11, veil(p.hair_glow, 0.75))
        ink.stroke([(428, 1320), (436, 1320), (444, 1322)], 6, veil(p.hair_glow, 0.6))
        ink.haze(smooth([(376, 1290), (442, 1296), (506, 1290), (506, 1306), (376, 1306)]), 12, p.boot_shade, 0.7)
        ink.stroke([(354, 1358), (420, 1372), (502, 1358)], 4, p.line, lambda t: 0.5 + 0.5 * math.sin(math.pi * t))
        ink.stroke([(360, 1366), (410, 1378), (452, 1380)], 4, veil(p.boot_light, 0.5))
    ink.edge(boot, -8, -4, p.back_light, 0.4, soft=True)
    ink.outline(boot, 8, p.line)
    cuff = smooth(
        [
            (376, 1254), (370, 1280), (378, 1302, "c"), (398, 1290, "c"), (412, 1308, "c"),
            (434, 1292, "c"), (454, 1309, "c"), (472, 1291, "c"), (494, 1302, "c"), (508, 1278),
            (504, 1254), (442, 1242),
        ]
    )
    ink.fill(cuff, fade(372, 0, 508, 0, [(0, p.cream), (0.55, p.cream), (1, p.cream_shade)]))
    with ink.inside(cuff):
        # The hem's shade above, and the hollow between the legs.
        top: list[Point] = [(366, 1228), (442, 1234), (512, 1228), (512, 1248), (442, 1252), (366, 1246)]
        ink.haze(smooth(top), 10, p.cream_shade, 0.7)
        ink.edge(cuff, -22, 0, p.cream_shade, 0.6, soft=True)
        for x, lean in ((398, -4), (424, -2), (452, 2), (476, 4)):
            ink.stroke([(x, 1292), (x - lean * 0.4, 1280), (x - lean, 1266)], 3, p.cream_line, falling)
    ink.outline(cuff, 5.5, mix(p.line, p.cream_line, 0.3))


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
    ink.edge(shape, -9, 0, p.back_light, 0.6, soft=True)
    ink.outline(shape, SILHOUETTE, cloth_contour(p))


def _hoodie_shades(ink: Ink, p: Palette) -> None:
    """What scarf, arms and the bend of the body keep from the light, soft and hard, and the folds."""
    deep = mix(p.cloth_shade, p.cloth_line, 0.3)
    ink.edge(smooth(HOODIE), -60, -14, p.cloth_shade, 0.5, soft=True)
    side: list[Point] = [(640, 890), (618, 1000), (630, 1080), (604, 1220), (720, 1220), (720, 890)]
    ink.haze(smooth(side), 16, p.cloth_shade, 0.8)
    other: list[Point] = [(365, 890), (386, 1000), (368, 1100), (380, 1200), (280, 1200), (280, 890)]
    ink.haze(smooth(other), 16, p.cloth_shade, 0.5)
    # What scarf and chin keep from the light, deepest where they lie on it.
    ink.fill(smooth([(370, 820), (396, 912), (460, 964), (540, 968), (604, 912), (630, 820)]), p.cloth_shade)
    ink.haze(smooth([(380, 820), (404, 890), (462, 936), (548, 940), (602, 890), (620, 820)]), 26, deep, 0.9)
    for wedge in (
        [(382, 1036), (398, 1066), (414, 1104), (404, 1136), (392, 1100), (376, 1070)],
        [(620, 1036), (604, 1066), (588, 1104), (600, 1136), (612, 1100), (628, 1070)],
        [(420, 976), (404, 1004), (378, 1016), (400, 1020), (424, 1000)],
        [(580, 976), (596, 1004), (622, 1016), (600, 1020), (576, 1000)],
    ):
        ink.haze(smooth(wedge), 9, p.cloth_shade, 0.85)
    line = mix(p.cloth_line, p.cloth_shade, 0.2)
    for fold, width in (
        ([(402, 1142), (412, 1104), (398, 1066), (384, 1036)], 4.0),
        ([(598, 1142), (590, 1104), (604, 1066), (618, 1036)], 4.0),
        ([(430, 968), (408, 1000), (380, 1014)], 3.5), ([(572, 968), (592, 1000), (620, 1014)], 3.5),
        ([(446, 1154), (444, 1142), (434, 1134)], 3.0), ([(548, 1156), (552, 1144), (562, 1136)], 3.0),
    ):
        ink.stroke(fold, width, line, falling)
    # The cloth swells over the hem.
    swell: list[Point] = [(280, 1116), (400, 1150), (500, 1158), (600, 1150), (720, 1116), (720, 1160), (280, 1160)]
    ink.haze(smooth(swell), 14, deep, 0.5)


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
        ink.haze(smooth([(360, 810), (400, 858), (500, 884), (600, 858), (640, 810)]), 16, p.teal_shade, 0.9)
        ink.haze(smooth([(360, 800), (400, 838), (500, 860), (600, 838), (640, 800)]), 18, p.teal_line, 0.6)
        for x, lean in ((424, 12), (444, 10), (466, 7), (490, 3), (514, -2), (586, -12)):
            ink.stroke([(x, 934), (x - lean * 0.3, 916), (x - lean, 892)], 3, veil(p.teal_line, 0.55), falling)
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
        ink.haze(smooth([(612, 880), (610, 960), (620, 1050), (660, 1050), (650, 880)]), 10, p.teal_shade, 0.8)
        ink.haze(smooth([(530, 880), (650, 880), (640, 936), (580, 944), (540, 936)]), 12, p.teal_line, 0.5)
        for x in (558, 576, 594, 612):
            ink.stroke([(x, 1036), (x, 1020), (x - 2, 1002)], 3, veil(p.teal_line, 0.6), falling)
        for y in (976, 994):
            ink.stroke([(540, y), (588, y + 7), (636, y - 3)], 7, p.cream, lambda t: 1)
    ink.outline(shape, 6.5, p.teal_line)
    knot = smooth([(546, 882), (538, 906), (558, 934), (598, 932), (618, 906), (608, 878), (576, 870)])
    ink.fill(knot, fade(550, 870, 606, 936, [(0, p.teal_light), (0.5, p.teal), (1, p.teal_shade)]))
    ink.stroke([(566, 892), (576, 910), (574, 924)], 4, p.teal_line)
    ink.stroke([(552, 892), (550, 908), (558, 922)], 5, veil("#ffffff", 0.5))
    ink.outline(knot, 6.5, p.teal_line)
