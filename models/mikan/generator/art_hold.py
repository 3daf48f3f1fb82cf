"""Drawings of the arm on the left of the picture that holds something, and of what hands can hold.

The forearm comes towards the viewer; its fist lies before what it holds, its sleeve behind.
"""

# fmt: off

from collections.abc import Callable

from PySide6.QtGui import QPainterPath

from .paint import CENTRE, Ink, Point, capsule, ellipse, fade, falling, glow, smooth, veil
from .palette import Drawing, Palette, cloth_contour, mix

SILHOUETTE = 8.0
INNER = 3.6

FIST = (414.0, 1020.0)
"""The middle of the fist that holds a thing with both hands."""
EMBLEM = (CENTRE, 996.0)
"""Where a laptop has its maker's sign."""
SLEEVE: list[Point] = [
    (430, 884), (396, 866), (362, 884), (336, 936), (312, 992), (300, 1042), (318, 1080), (362, 1090),
    (404, 1080), (430, 1056), (434, 1018), (422, 984, "c"), (398, 986), (380, 976, "c"), (408, 940), (436, 904),
]
CUFF: list[Point] = [(398, 966), (402, 996), (406, 1034), (396, 1094), (450, 1094), (450, 966)]


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> QPainterPath:
    shape = QPainterPath()
    shape.addRoundedRect(left, top, right - left, bottom - top, radius, radius)
    return shape


def ribbed_cuff(ink: Ink, p: Palette) -> None:
    """A knitted band."""
    band = smooth(CUFF)
    ink.fill(band, fade(390, 980, 430, 1080, [(0, p.hair_light), (0.5, p.hair), (1, p.hair_shade)]))
    for y in (994, 1012, 1030, 1048, 1064):
        ink.stroke([(390, y), (412, y + 1), (440, y - 2)], 3, p.hair_line, lambda t: 0.8)
    ink.outline(band, INNER + 1, mix(p.line, p.hair, 0.3))


def fur_cuff(ink: Ink, p: Palette) -> None:
    """A band of fur with a ragged edge."""
    band = smooth([(400, 960), (388, 988, "c"), (402, 998), (390, 1016, "c"), (404, 1026), (390, 1044, "c"),
                   (402, 1056), (384, 1074, "c"), (392, 1100), (450, 1100), (450, 960)])
    ink.fill(band, fade(390, 980, 430, 1080, [(0, p.cream), (0.5, p.cream), (1, p.cream_shade)]))
    ink.outline(band, INNER, p.cream_line)


def sleeve(ink: Ink, p: Palette, cuff: Callable[[Ink, Palette], None]) -> None:
    """The bent sleeve from its shoulder over the elbow to the cuff."""
    shape = smooth(SLEEVE)
    ink.fill(shape, fade(320, 890, 420, 1080, [(0, p.cloth_light), (0.45, p.cloth), (1, p.cloth)]))
    with ink.inside(shape):
        under: list[Point] = [(300, 1060), (350, 1072), (400, 1056), (424, 960), (450, 940), (450, 1110), (300, 1110)]
        ink.haze(smooth(under), 14, p.cloth_shade, 0.9)
        ink.edge(shape, -8, -22, mix(p.cloth_shade, p.cloth_line, 0.25), 0.5, soft=True)
        ink.haze(smooth([(392, 972), (370, 990), (350, 1032), (362, 1036), (384, 1000)]), 8, p.cloth_shade, 0.85)
        ink.haze(smooth([(306, 1012), (330, 1022), (352, 1040), (322, 1038)]), 7, p.cloth_shade, 0.8)
        fold = mix(p.cloth_line, p.cloth_shade, 0.2)
        for line, width in (
            ([(388, 976), (366, 998), (350, 1034)], 5.0), ([(308, 1024), (332, 1028), (354, 1044)], 4.5),
            ([(322, 980), (342, 990), (356, 1006)], 3.5), ([(396, 1004), (384, 1016), (380, 1032)], 3.5),
            ([(398, 1060), (386, 1050), (382, 1036)], 3.5), ([(400, 888), (386, 910), (382, 940)], 3.5),
        ):
            ink.stroke(line, width, fold, falling)
        cuff(ink, p)
    ink.edge(shape, 9, 5, p.rim, 0.6)
    contour = cloth_contour(p)
    ink.outline(smooth(SLEEVE[1:14], closed=False), SILHOUETTE, contour)
    ink.stroke(SLEEVE[13:], SILHOUETTE * 0.8, contour, lambda t: 0.35 + 0.65 * (1 - t) ** 0.5)
    ink.erase(440, 890, 40)


def fist(ink: Ink, p: Palette) -> None:
    """A closed mitten: fingers curled around what it holds, the thumb on top."""
    x, y = FIST
    shape = smooth([(x - 30, y - 30), (x + 4, y - 40), (x + 34, y - 28), (x + 42, y + 4), (x + 32, y + 34),
                    (x, y + 42), (x - 30, y + 32), (x - 38, y)])
    ink.fill(shape, fade(x - 20, y - 36, x + 20, y + 40, [(0, p.paw_light), (0.45, p.paw), (1, p.paw)]))
    with ink.inside(shape):
        ink.edge(shape, -8, -12, p.paw_shade, 0.7, soft=True)
        ink.fill(ellipse(x - 12, y - 24, 12, 6), veil(p.paw_light, 0.95))
    for dy, reach in ((-10, 40), (12, 38)):
        ink.stroke([(x + reach, y + dy), (x + 16, y + dy + 3), (x - 2, y + dy + 2)], 5, p.line, falling)
    ink.outline(shape, 7.5, p.line)
    thumb = capsule((x - 14, y - 26), (x + 14, y - 34), 24)
    ink.fill(thumb, fade(x - 14, y - 44, x + 10, y - 18, [(0, p.paw_light), (1, p.paw)]))
    ink.outline(thumb, 5.5, p.line)


def cup(ink: Ink, p: Palette) -> None:
    """A mug of something hot; the hand on the right of the picture has its handle."""
    for x, sway in ((506, 10), (538, -9)):
        ink.stroke([(x, 934), (x + sway, 914), (x - sway, 894), (x + sway * 0.4, 872)], 10, veil("#ffffff", 0.72))
    handle = ellipse(566, 1004, 32, 30)
    ink.even_line(handle, 21, p.line)
    ink.even_line(handle, 10, p.cream_shade)
    shape = smooth([(474, 952), (476, 1010), (484, 1046), (522, 1056), (560, 1046), (568, 1010), (570, 952)])
    ink.fill(shape, fade(480, 960, 570, 1050, [(0, p.cream), (0.55, p.cream), (1, p.cream_shade)]))
    with ink.inside(shape):
        ink.fill(smooth([(548, 940), (546, 1000), (530, 1070), (590, 1070), (590, 940)]), p.cream_shade)
        ink.fill(smooth([(470, 990), (522, 1004), (574, 990), (574, 1022), (522, 1036), (470, 1022)]), p.teal)
        ink.fill(smooth([(544, 998), (574, 990), (574, 1022), (538, 1034)]), p.teal_shade)
        for x in (492, 522, 550):
            ink.fill(ellipse(x, 1014 - abs(x - 522) * 0.14, 5.5, 6), p.fruit_light)
    ink.edge(shape, 7, 3, p.rim, 0.8)
    ink.outline(shape, 7, p.line)
    rim = ellipse(522, 950, 48, 13)
    ink.fill(rim, p.cream)
    ink.fill(ellipse(522, 952, 38, 8.5), p.boot_shade)
    ink.fill(ellipse(512, 953, 18, 4), veil(p.boot_light, 0.9))
    ink.outline(rim, 6, p.line)


def _widened(ink: Ink, share: float) -> None:
    ink.painter.translate(CENTRE, 0)
    ink.painter.scale(share, 1)
    ink.painter.translate(-CENTRE, 0)


def book(ink: Ink, p: Palette) -> None:
    """An open book, seen from behind: two covers, the back between them, pages above."""
    ink.painter.translate(0, -34)
    _widened(ink, 1.14)
    for side in (-1, 1):
        pages = smooth([(CENTRE, 930), (CENTRE + side * 40, 916), (CENTRE + side * 98, 914, "c"),
                        (CENTRE + side * 98, 950, "c"), (CENTRE, 960)])
        ink.fill(pages, p.cream if side < 0 else p.cream_shade)
        ink.stroke([(CENTRE, 940), (CENTRE + side * 44, 926), (CENTRE + side * 96, 924)], 3, p.cream_line)
        ink.outline(pages, 6, p.line)
        cover = smooth([(CENTRE, 942, "c"), (CENTRE + side * 46, 928), (CENTRE + side * 110, 926, "c"),
                        (CENTRE + side * 106, 1058, "c"), (CENTRE + side * 46, 1062), (CENTRE, 1076, "c")])
        stops = [(0, p.teal_light), (0.5, p.teal), (1, p.teal)] if side < 0 else [(0, p.teal), (1, p.teal_shade)]
        ink.fill(cover, fade(CENTRE - 100, 930, CENTRE + 100, 1060, stops))
        with ink.inside(cover):
            ink.edge(cover, -6, -12, p.teal_shade, 0.8, soft=True)
            inner = smooth([(CENTRE + side * 24, 954, "c"), (CENTRE + side * 92, 944, "c"),
                            (CENTRE + side * 90, 1042, "c"), (CENTRE + side * 24, 1050, "c")])
            ink.even_line(inner, 3.5, p.fruit_light)
        ink.edge(cover, 6, 5, p.teal_light, 0.8)
        ink.outline(cover, 7, p.teal_line)
    ink.fill(_rounded(CENTRE - 10, 940, CENTRE + 10, 1078, 8), p.teal_shade)
    ink.outline(_rounded(CENTRE - 10, 940, CENTRE + 10, 1078, 8), 5, p.teal_line)
    star = ellipse(CENTRE - 58, 994, 17, 17)
    ink.fill(star, glow(CENTRE - 64, 988, 24, [(0, p.fruit_light), (1, p.fruit)]))
    ink.outline(star, 4.5, p.teal_line)


def phone(ink: Ink, p: Palette) -> None:
    """A phone, seen from behind, upright in the hand on the right of the picture."""
    ink.painter.save()
    ink.painter.translate(576, 968)
    ink.painter.rotate(9)
    shape = _rounded(-39, -78, 39, 78, 16)
    ink.fill(shape, fade(-30, -70, 34, 70, [(0, p.hair_light), (0.35, p.hair), (1, p.hair_shade)]))
    with ink.inside(shape):
        ink.edge(shape, -10, -10, p.hair_deep, 0.5, soft=True)
        ink.stroke([(-26, 20), (6, -20), (34, -64)], 16, veil(p.hair_glow, 0.5))
    ink.edge(shape, 5, 4, p.rim, 0.8)
    ink.outline(shape, 7, p.line)
    plate = _rounded(-30, -69, 4, -34, 11)
    ink.fill(plate, p.cream_shade)
    ink.outline(plate, 4, p.line)
    for x, y in ((-20, -58), (-7, -45)):
        ink.fill(ellipse(x, y, 6.5, 6.5), p.eye_dark)
        ink.fill(ellipse(x - 2, y - 2, 2.2, 2.2), "#ffffff")
    ink.painter.restore()


def pen(ink: Ink, p: Palette) -> None:
    """A long pencil, its point up, held in the fist on the right of the picture."""
    ink.painter.save()
    ink.painter.translate(572, 1000)
    ink.painter.rotate(-24)
    shaft = _rounded(-12, -96, 12, 84, 3)
    ink.fill(shaft, fade(-12, 0, 12, 0, [(0, p.fruit_light), (0.45, p.fruit), (1, p.boot_light)]))
    ink.even_line(smooth([(4, -94), (4, 64)], closed=False), 2.5, p.boot)
    tip = smooth([(-13, -94, "c"), (0, -134, "c"), (13, -94, "c"), (6, -88), (0, -94, "c"), (-6, -88)])
    ink.fill(tip, p.hair_tip)
    ink.fill(smooth([(-5, -118, "c"), (0, -134, "c"), (5, -118, "c")]), p.line)
    ink.outline(tip, 6, p.line)
    ink.outline(shaft, 6.5, p.line)
    for band, colour in ((_rounded(-14, 64, 14, 80, 3), p.cream_shade), (_rounded(-13, 80, 13, 104, 9), p.ear_inside)):
        ink.fill(band, colour)
        ink.outline(band, 5.5, p.line)
    ink.painter.restore()


def mandarin(ink: Ink, p: Palette) -> None:
    """The fruit on a laptop's lid."""
    x, y = EMBLEM
    ink.fill(ellipse(x, y, 26, 25), glow(x - 8, y - 10, 36, [(0, p.fruit_light), (0.6, p.fruit), (1, p.hair_shade)]))
    ink.outline(ellipse(x, y, 26, 25), 4.5, p.hair_line)
    leaf = smooth([(x, y - 26, "c"), (x + 12, y - 44), (x + 36, y - 44, "c"), (x + 24, y - 26)])
    ink.fill(leaf, p.leaf)
    ink.outline(leaf, 4, p.leaf_line)


def laptop(ink: Ink, p: Palette, emblem: Drawing) -> None:
    """A laptop, seen from behind: its lid, and the edge of the part that she types on."""
    ink.painter.translate(0, -32)
    _widened(ink, 1.12)
    base = smooth([(372, 1074, "c"), (628, 1074, "c"), (640, 1092), (620, 1102), (380, 1102), (360, 1092)])
    ink.fill(base, fade(0, 1072, 0, 1102, [(0, p.cream_shade), (1, p.cream_deep)]))
    ink.outline(base, 7, p.line)
    lid = _rounded(386, 934, 614, 1078, 16)
    ink.fill(lid, fade(400, 940, 600, 1070, [(0, p.cream), (0.4, p.cream), (1, p.cream_shade)]))
    with ink.inside(lid):
        ink.fill(smooth([(560, 930), (520, 1090), (640, 1090), (640, 930)]), veil(p.cream_deep, 0.35))
        ink.edge(lid, -8, -10, p.cream_deep, 0.6, soft=True)
    ink.edge(lid, 6, 5, p.rim, 0.9)
    ink.outline(lid, 7.5, p.line)
    emblem(ink, p)


def folded_hands(ink: Ink, p: Palette) -> None:
    """Two mittens laid into one another before the body."""
    for x, tilt in ((534, -1), (470, 1)):
        shape = smooth([(x - 36, 1000), (x, 984), (x + 36, 1000), (x + 44, 1030), (x + 26, 1060), (x - 26, 1060),
                        (x - 44, 1030)])
        ink.fill(shape, fade(x - 20, 984, x + 20, 1060, [(0, p.paw_light), (0.45, p.paw), (1, p.paw)]))
        with ink.inside(shape):
            ink.edge(shape, -6, -12, p.paw_shade, 0.7, soft=True)
        for dx in (-14, 10):
            ink.stroke([(x + dx, 1058), (x + dx + 2 * tilt, 1042), (x + dx + 4 * tilt, 1026)], 5, p.line, falling)
        ink.outline(shape, 7.5, p.line)
