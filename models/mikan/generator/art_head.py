"""Drawings of the head: hair at the back and front, ears, the face's skin, the hair clip."""

# fmt: off

import math

from .paint import (
    CENTRE,
    Ink,
    Point,
    down,
    ellipse,
    fade,
    falling,
    glow,
    mirrored,
    smooth,
    symmetric,
    veil,
)
from .palette import Palette, hair_contour, mix

SILHOUETTE = 9.0
INNER = 3.6

FACE = symmetric(
    [
        (500, 330), (360, 350), (272, 450), (254, 560), (258, 664), (284, 752), (356, 818), (440, 842),
        (500, 846),
    ]
)
BACK_HAIR = symmetric(
    [
        (500, 340), (340, 350), (232, 440), (182, 590), (164, 710), (146, 790), (112, 852, "c"), (150, 842),
        (176, 820, "c"), (164, 876), (132, 924, "c"), (190, 910), (226, 876, "c"), (236, 912),
        (262, 946, "c"), (306, 910), (330, 880, "c"), (400, 888), (500, 880),
    ]
)
EAR: list[Point] = [(244, 470), (204, 350), (184, 236), (198, 140, "c"), (290, 180), (388, 258), (452, 346)]
EAR_HOLLOW: list[Point] = [
    (280, 440), (240, 346), (222, 262), (222, 190, "c"), (290, 226), (362, 290), (410, 362),
]

CAP: list[Point] = [
    (202, 690, "c"), (184, 640), (184, 596, "c"), (154, 622, "c"), (178, 548), (194, 476), (246, 372),
    (346, 298), (440, 270), (524, 266), (644, 296), (750, 366), (806, 470), (822, 556), (852, 634, "c"),
    (818, 606, "c"), (814, 650), (798, 690, "c"),
]
"""The hair's outer contour from one temple over the crown to the other."""
FRINGE: list[Point] = [
    (784, 640), (772, 570, "c"), (778, 630), (752, 684, "c"), (716, 616), (698, 530, "c"), (698, 572),
    (672, 612, "c"), (622, 560), (588, 474, "c"), (586, 556), (562, 612), (522, 644, "c"), (516, 590),
    (502, 520, "c"), (494, 566), (452, 610, "c"), (430, 566), (416, 500, "c"), (408, 566), (352, 616, "c"),
    (340, 570), (334, 516, "c"), (324, 606), (264, 688, "c"), (252, 630), (246, 560, "c"), (228, 640),
]
"""The bangs' lower edge from right to left: tips and the gaps between them; parted above the right brow."""
SIDE_LOCK: list[Point] = [
    (204, 556), (184, 660), (172, 760), (186, 850), (176, 902), (146, 952, "c"), (206, 938),
    (252, 890, "c"), (256, 926), (250, 968, "c"), (290, 906), (300, 830), (288, 700), (268, 556),
]
SPRIG: list[Point] = [
    (474, 304, "c"), (466, 252), (488, 196), (540, 160), (606, 166, "c"), (562, 186), (534, 220),
    (530, 262), (540, 304, "c"),
]
SPRIG_SMALL: list[Point] = [
    (456, 304, "c"), (440, 268), (392, 250, "c"), (444, 236), (484, 258), (502, 304, "c"),
]



def back_hair(ink: Ink, p: Palette) -> None:
    """The bob behind face and ears, its ends as pale as the tail's."""
    shape = smooth(BACK_HAIR)
    ink.fill(
        shape,
        fade(0, 420, 0, 945, [(0, p.hair_deep), (0.55, p.hair_shade), (0.82, p.hair), (1, p.hair_light)]),
    )
    with ink.inside(shape):
        hollow = smooth(symmetric([(500, 400), (300, 500), (250, 760), (270, 870), (400, 900), (500, 900)]))
        ink.fill(hollow, fade(0, 730, 0, 910, [(0, mix(p.hair_deep, p.line, 0.55)), (1, p.hair_deep)]))
        for x, lean in ((318, -16), (352, -10), (392, -4)):
            for way, colour in ((0, mix(p.hair_deep, p.hair_shade, 0.7)), (9, mix(p.hair_deep, p.line, 0.5))):
                strand: list[Point] = [(x + way, 908), (x + way - lean * 0.4, 860), (x + way - lean, 790)]
                ink.stroke(strand, 6, colour, falling)
                ink.stroke(mirrored(strand), 6, colour, falling)
        for points in ([(176, 852), (190, 770), (206, 700)], [(244, 896), (240, 810), (246, 740)]):
            ink.stroke(points, 5, p.hair_line, falling)
            ink.stroke(mirrored(points), 5, p.hair_line, falling)
        ink.edge(shape, -26, 0, p.hair_deep, 0.4, soft=True)
    ink.edge(shape, -10, 2, p.back_light, 0.5, soft=True)
    ink.outline(shape, SILHOUETTE, hair_contour(p))


def ear(ink: Ink, p: Palette) -> None:
    """The fox ear on the left of the picture."""
    shape = smooth(EAR)
    ink.fill(shape, fade(220, 200, 380, 420, [(0, p.hair_shade), (0.3, p.hair), (1, p.hair_light)]))
    with ink.inside(shape):
        ink.stroke([(232, 170), (310, 212), (420, 310)], 9, veil(p.hair_glow, 0.85))
        tip = smooth(
            [
                (160, 110), (178, 262, "c"), (198, 232, "c"), (210, 256, "c"), (226, 222, "c"),
                (252, 238, "c"), (262, 206, "c"), (296, 204, "c"), (260, 110),
            ]
        )
        ink.fill(tip, p.paw)
        ink.stroke([(214, 150), (236, 164), (262, 178)], 7, veil(p.boot_light, 0.9))
        ink.edge(shape, 0, 26, p.hair_shade, 0.4, soft=True)
    hollow = smooth(EAR_HOLLOW)
    ink.fill(hollow, down(200, 420, mix(p.ear_inside, p.rim, 0.25), mix(p.ear_inside, p.hair_deep, 0.5)))
    with ink.inside(hollow):
        fluff = smooth(
            [
                (262, 470), (242, 380), (250, 322, "c"), (268, 346), (266, 268, "c"), (294, 316),
                (306, 252, "c"), (324, 318), (350, 288, "c"), (362, 350), (400, 340, "c"), (420, 470),
            ]
        )
        ink.edge(hollow, 0, 26, mix(p.ear_inside, p.hair_deep, 0.6), 0.5, soft=True)
        ink.fill(fluff, p.cream)
        ink.haze(smooth([(344, 480), (346, 400), (370, 360), (400, 340, "c"), (430, 470)]), 10, p.cream_shade, 0.9)
        for tuft in (
            [(296, 426), (294, 374), (298, 322)], [(322, 430), (326, 384), (336, 340)],
            [(270, 430), (268, 390), (262, 352)],
        ):
            ink.stroke(tuft, 4, p.cream_shade, falling)
        ink.outline(fluff, 3, p.cream_line)
    ink.outline(hollow, INNER, p.hair_line)
    ink.outline(shape, SILHOUETTE, hair_contour(p))


def ear_other(ink: Ink, p: Palette) -> None:
    """The same ear on the other side."""
    ink.painter.translate(2 * CENTRE, 0)
    ink.painter.scale(-1, 1)
    ear(ink, p)


def face(ink: Ink, p: Palette) -> None:
    """Skin, shaded at the jaw, and a breath of colour on the nose."""
    shape = smooth(FACE)
    ink.fill(shape, p.skin)
    with ink.inside(shape):
        jaw = smooth(
            [
                (230, 700), (300, 776), (390, 828), (500, 840), (610, 828), (700, 776), (770, 700),
                (770, 870), (230, 870),
            ]
        )
        ink.haze(jaw, 22, p.skin_shade, 0.8)
        ink.edge(shape, -34, -14, p.skin_shade, 0.5, soft=True)
        # What the side locks keep from the light.
        lock: list[Point] = [(230, 560), (276, 620), (282, 720), (300, 790), (230, 790)]
        for side in (lock, mirrored(lock)):
            ink.haze(smooth(side), 16, p.skin_shade, 0.6)
        ink.painter.save()
        ink.painter.translate(500, 738)
        ink.painter.scale(1, 0.55)
        ink.fill(ellipse(0, 0, 46, 46), glow(0, 0, 46, [(0, p.blush, 0.28), (0.5, p.blush, 0.12), (1, p.blush, 0)]))
        ink.painter.restore()
    ink.outline(shape, 7, mix(p.line, p.skin_line, 0.6))


def fringe_shade(ink: Ink, p: Palette, fringe: list[Point] = FRINGE) -> None:
    """The shade of the bangs, whose lower edge is `fringe`: a warm colour that the rig multiplies with the skin."""
    for drop in range(60, 26, -3):
        share = 0.1 + 0.6 * ((60 - drop) / 33) ** 2
        cast: list[Point] = [(q[0] + 5, q[1] + drop, *q[2:]) for q in fringe]  # type: ignore[misc]
        ink.fill(smooth([(776, 420), (764, 690), *cast, (236, 690), (224, 420)]), veil(p.skin_shade, share))


def nose(ink: Ink, p: Palette) -> None:
    """A small rounded triangle with a shine on it."""
    shape = smooth([(488, 735), (500, 731), (512, 735), (508, 745), (500, 750), (492, 745)])
    ink.fill(shape, mix(p.skin_line, p.line, 0.45))
    ink.fill(ellipse(496.5, 737, 4, 2.2), veil("#ffffff", 0.75))


def front_hair(ink: Ink, p: Palette) -> None:
    """The crown of hair and the bangs, one piece."""
    shape = smooth([*CAP, *FRINGE])
    ink.fill(
        shape, fade(420, 280, 540, 700, [(0, p.hair_light), (0.3, p.hair), (0.72, p.hair), (1, p.hair_light)])
    )
    with ink.inside(shape):
        _bang_shades(ink, p)
        _strands(ink, p)
        side = smooth([(830, 380), (770, 440), (790, 540), (794, 700), (860, 700), (860, 400)])
        ink.fill(side, veil(p.hair_shade, 0.9))
        ink.stroke([(202, 580), (222, 460), (290, 356), (400, 296)], 11, veil(p.hair_glow, 0.85))
        ink.edge(shape, -44, -8, p.hair_deep, 0.4, soft=True)
    ink.edge(smooth([*CAP, (500, 690)]), -11, 4, p.back_light, 0.6, soft=True)
    ink.outline(smooth(CAP, closed=False), SILHOUETTE, hair_contour(p))
    ink.outline(smooth([CAP[-1], *FRINGE, CAP[0]], closed=False), 6, p.hair_line)


def _bang_shades(ink: Ink, p: Palette) -> None:
    """Each lock has a dark edge that follows its sweep."""
    locks: list[list[Point]] = [
        [(772, 540), (780, 630), (752, 690, "c"), (754, 620)],
        [(696, 510), (700, 572), (672, 618, "c"), (680, 560)],
        [(588, 450), (588, 556), (564, 612), (522, 650, "c"), (556, 570), (570, 500)],
        [(500, 500), (496, 566), (452, 616, "c"), (480, 560)],
        [(416, 470), (410, 566), (352, 622, "c"), (392, 560)],
        [(334, 490), (326, 606), (264, 694, "c"), (306, 600)],
    ]
    for lock in locks:
        ink.fill(smooth(lock), p.hair_shade)
        # At its root a lock lies below its neighbour.
        x, y = lock[0][:2]
        ink.stroke([(x - 12, y - 90), (x - 4, y - 20), (x - 2, y + 60)], 20, veil(p.hair_shade, 0.75))


GLEAMS = (
    (244, 318, 20, (0.3, 0.75), 0.55), (312, 420, 30, (0.2, 0.48, 0.8), 0.95), (428, 556, 26, (0.16, 0.42, 0.74), 0.9),
    (566, 640, 20, (0.3, 0.7), 0.6), (712, 762, 14, (0.5,), 0.4),
)
"""Strips of light around the crown: ends, height, where its lower edge runs out in points, and strength."""


def gloss(ink: Ink, p: Palette) -> None:
    """The light around the crown: strips that end in points along the locks."""
    for left, right, height, tips, strength in GLEAMS:
        arc = [_crown(left + (right - left) * k / 6, -height * math.sin(math.pi * k / 6) ** 0.7) for k in range(1, 6)]
        upper: list[Point] = [(*_crown(left, 0), "c"), *arc, (*_crown(right, 0), "c")]
        lower: list[Point] = []
        for i, tip in enumerate(tips):
            x = left + (right - left) * tip
            lower += [_crown(x - 15, height * 0.35), (*_crown(x - 4, height * (1.5 - 0.3 * (i % 2))), "c"),
                      _crown(x + 9, height * 0.3)]
        y = _crown((left + right) / 2, 0)[1]
        ink.fill(
            smooth([*upper, *reversed(lower)]),
            fade(0, y - height, 0, y + 1.5 * height,
                 [(0, p.hair_light, strength * 0.5), (0.35, p.hair_glow, strength), (1, p.hair_glow, strength * 0.6)]),
        )


def _crown(x: float, below: float) -> tuple[float, float]:
    return x, 376 + 0.00172 * (x - CENTRE) ** 2 + below


def _strands(ink: Ink, p: Palette) -> None:
    for points in (
        [(540, 600), (556, 540), (560, 480)],
        [(452, 584), (450, 540), (444, 490)],
        [(362, 590), (368, 540), (370, 490)],
        [(276, 650), (296, 580), (304, 520)],
        [(642, 580), (624, 520), (610, 470)],
        [(738, 650), (722, 590), (714, 540)],
        [(224, 640), (222, 560), (236, 490)],
    ):
        ink.stroke(points, 11, veil(p.hair_light, 0.9))
    for points in (
        [(588, 474), (578, 400), (548, 330)],
        [(502, 520), (508, 450), (526, 380)],
        [(416, 500), (432, 420), (482, 340)],
        [(334, 516), (352, 440), (406, 372)],
        [(246, 560), (264, 490), (300, 430)],
        [(698, 530), (676, 440), (620, 370)],
        [(772, 570), (754, 490), (716, 430)],
    ):
        ink.stroke(points, 5.5, p.hair_line, falling)


def side_lock(ink: Ink, p: Palette) -> None:
    """The long lock before the cheek on the left of the picture; it hangs from (240, 580)."""
    shape = smooth(SIDE_LOCK)
    stops = [(0, p.hair), (0.5, p.hair), (0.72, p.hair_light), (0.9, p.hair_tip), (1, p.hair_tip)]
    ink.fill(shape, fade(0, 560, 0, 960, stops))
    with ink.inside(shape):
        inner = smooth(
            [
                (262, 556), (252, 680), (266, 780), (256, 860), (258, 906, "c"), (256, 990), (320, 930),
                (310, 556),
            ]
        )
        ink.fill(inner, fade(0, 560, 0, 960, [(0, p.hair_shade), (0.6, p.hair_shade), (1, p.cream_deep)]))
        ink.stroke([(208, 640), (198, 740), (212, 830)], 10, veil(p.hair_glow, 0.85))
        ink.stroke([(258, 906), (240, 820), (244, 690)], 5, p.hair_line, falling)
        ink.stroke([(190, 930), (212, 890), (216, 840)], 4, p.hair_line, falling)
        ink.stroke([(236, 600), (228, 700), (236, 800)], 6, veil(p.hair_light, 0.8))
    ink.outline(smooth(SIDE_LOCK, closed=False), 7.5, hair_contour(p))


def side_lock_other(ink: Ink, p: Palette) -> None:
    """The same lock on the other side."""
    ink.painter.translate(2 * CENTRE, 0)
    ink.painter.scale(-1, 1)
    side_lock(ink, p)


def sprig(ink: Ink, p: Palette) -> None:
    """The locks that stand up on the crown; they grow from (505, 300)."""
    for points in (SPRIG_SMALL, SPRIG):
        shape = smooth(points)
        ink.fill(shape, fade(0, 165, 0, 300, [(0, p.hair_glow), (0.4, p.hair_light), (1, p.hair)]))
        ink.edge(shape, -13, -3, p.hair_shade, 0.85)
        ink.outline(smooth(points, closed=False), 7.5, hair_contour(p))


def clip(ink: Ink, p: Palette) -> None:
    """A mandarin with two leaves, pinned to the hair."""
    leaf = smooth([(690, 452, "c"), (700, 412), (744, 384), (784, 388, "c"), (770, 430), (730, 456)])
    small = smooth([(684, 450, "c"), (656, 424), (652, 392), (664, 372, "c"), (690, 396), (698, 430)])
    for shape, vein in (
        (small, [(682, 440), (672, 410), (664, 384)]),
        (leaf, [(696, 446), (730, 418), (772, 396)]),
    ):
        ink.fill(shape, fade(660, 460, 770, 390, [(0, p.leaf), (1, p.leaf_light)]))
        ink.stroke(vein, 4, p.leaf_line, falling)
        ink.outline(shape, 6, p.leaf_line)
    fruit = ellipse(684, 486, 42, 39)
    ink.fill(fruit, glow(672, 470, 64, [(0, p.fruit_light), (0.45, p.fruit), (1, p.hair_shade)]))
    with ink.inside(fruit):
        ink.fill(ellipse(668, 470, 11, 7), veil("#ffffff", 0.75))
        for x, y in ((700, 500), (686, 512), (708, 484), (670, 504)):
            ink.fill(ellipse(x, y, 2.4, 2.4), veil(p.hair_line, 0.6))
    ink.outline(fruit, 6, p.hair_line)
    ink.fill(ellipse(688, 452, 7, 5), p.leaf_line)
