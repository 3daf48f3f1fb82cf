"""Drawings of eyes, brows and mouth.

Iris and highlights are painted in place. Lids, lashes, brows and lips are ribbons: painted straight,
later laid
along curves by the rig, so one drawing serves every shape they take.
"""

# fmt: off

from functools import partial

from PySide6.QtGui import QBrush

from .art_head import FACE
from .paint import CENTRE, Ink, Point, down, ellipse, fade, glow, smooth, veil
from .palette import Palette, Ribbon, mix

EYE_X, EYE_Y = 386.0, 676.0
"""Centre of the eye on the left of the picture."""
IRIS = (57.0, 74.0)
LIP_WIDTH, LIP_END, LIP_BASE = 44.0, 7.0, 7.0
"""Of the drawing of a lip: its width, how much of that is a round end, and the middle of its height."""
WHITE_EDGE = 20.0
"""How much of the drawing of the white is its soft edge, above and below."""


def iris(ink: Ink, p: Palette) -> None:
    """The iris on the left of the picture, without its highlights."""
    rx, ry = IRIS
    x, y = EYE_X, EYE_Y
    disc = ellipse(x, y, rx, ry)
    stops = [(0, p.eye_dark), (0.3, mix(p.eye_dark, p.eye_mid, 0.45)), (0.6, p.eye_mid), (1, p.eye_light)]
    ink.fill(disc, fade(0, y - ry, 0, y + ry, stops))
    with ink.inside(disc):
        # Two tones with an edge between them: the lid's shade above, and the light that gathers below.
        low = smooth([(x - 70, y + 14), (x - 26, y + 34), (x + 26, y + 34), (x + 70, y + 14), (x + 70, y + 90),
                      (x - 70, y + 90)])
        ink.fill(low, veil(p.eye_light, 0.55))
        ink.fill(
            ellipse(x, y + 52, 44, 34),
            glow(x, y + 60, 44, [(0, p.eye_glint), (0.55, p.eye_light), (1, p.eye_light, 0)]),
        )
        ink.even_line(ellipse(x, y, rx - 10, ry - 10), 3.5, mix(p.eye_mid, p.eye_light, 0.55))
        ink.fill(ellipse(x, y + 2, 29, 39), veil(p.eye_light, 0.4))
        ink.fill(ellipse(x, y + 2, 25, 35), p.eye_rim)
        ink.fill(ellipse(x, y + 20, 14, 12), veil(p.eye_mid, 0.6))
        ink.fill(ellipse(x, y - 64, 74, 46), veil(p.eye_rim, 0.62))
        for k, (dx, dy) in enumerate(((-34, 30), (-20, 46), (20, 46), (34, 30))):
            lean = dx * 0.3
            ink.stroke([(x + dx - lean, y + dy - 14), (x + dx, y + dy + 8)], 4 + k % 2, veil("#ffffff", 0.45))
    ink.even_line(ellipse(x, y, rx - 2.5, ry - 2.5), 6, p.eye_rim)


def highlights(ink: Ink, _p: Palette) -> None:
    """The lights in that eye, which stay put when the eye moves a little."""
    ink.fill(ellipse(EYE_X - 21, EYE_Y - 34, 20, 24), "#ffffff")
    ink.fill(ellipse(EYE_X + 25, EYE_Y + 32, 10, 12), veil("#ffffff", 0.95))
    ink.fill(ellipse(EYE_X + 29, EYE_Y - 20, 5.5, 6.5), veil("#ffffff", 0.85))


def star(ink: Ink, p: Palette) -> None:
    """A sparkle that lights up in that eye."""
    shape = _four_points(EYE_X, EYE_Y + 2, 42, 54)
    ink.fill(shape, glow(EYE_X, EYE_Y, 50, [(0, "#ffffff"), (0.5, p.star), (1, p.fruit)]))
    ink.outline(shape, 3, "#ffffff")


def _four_points(x: float, y: float, rx: float, ry: float):
    points: list[Point] = [
        (x, y - ry, "c"),
        (x + rx * 0.26, y - ry * 0.26),
        (x + rx, y, "c"),
        (x + rx * 0.26, y + ry * 0.26),
        (x, y + ry, "c"),
        (x - rx * 0.26, y + ry * 0.26),
        (x - rx, y, "c"),
        (x - rx * 0.26, y - ry * 0.26),
    ]
    return smooth(points)


def teary_light(ink: Ink, _p: Palette) -> None:
    """Water standing at the bottom of that eye."""
    pool = smooth(
        [
            (EYE_X - 62, EYE_Y + 36),
            (EYE_X - 30, EYE_Y + 26),
            (EYE_X, EYE_Y + 38),
            (EYE_X + 30, EYE_Y + 26),
            (EYE_X + 62, EYE_Y + 36),
            (EYE_X + 50, EYE_Y + 90),
            (EYE_X - 50, EYE_Y + 90),
        ]
    )
    ink.fill(pool, veil("#ffffff", 0.75))
    for dx, r in ((-26, 8), (4, 11), (30, 7)):
        ink.fill(ellipse(EYE_X + dx, EYE_Y + 30, r, r), veil("#ffffff", 0.9))


def squeeze(ink: Ink, p: Palette) -> None:
    """The eye on the left of the picture squeezed shut: an arrow towards the nose."""
    x, y = EYE_X, EYE_Y + 30
    ink.stroke([(x - 54, y - 36), (x + 4, y - 18), (x + 48, y + 2)], 15, p.lash, lambda t: 0.45 + 0.55 * t)
    ink.stroke([(x + 48, y + 1), (x + 2, y + 16), (x - 48, y + 36)], 15, p.lash, lambda t: 1 - 0.6 * t)
    ink.fill(ellipse(x + 47, y + 1.5, 7.5, 7.5), p.lash)


def cheek(ink: Ink, p: Palette) -> None:
    """Blush on the left of the picture, kept off the face's rim."""
    rim: list[Point] = [(CENTRE + (q[0] - CENTRE) * 0.965, q[1] - 6, *q[2:]) for q in FACE]  # type: ignore[misc]
    with ink.inside(smooth(rim)):
        ink.painter.translate(326, 770)
        ink.painter.scale(1, 0.58)
        stops = [(0, p.blush, 0.85), (0.45, p.blush, 0.5), (1, p.blush, 0)]
        ink.fill(ellipse(0, 0, 64, 64), glow(0, 0, 64, stops))


def blush_lines(ink: Ink, p: Palette) -> None:
    """Slanting dashes over both cheeks."""
    for x in (316, 340, 364):
        points: list[Point] = [(x + 9, 758), (x - 9, 788)]
        ink.stroke(points, 6.5, p.anger, lambda t: 0.9)
        ink.stroke([(x + 640 - 324 + 9, 758), (x + 640 - 324 - 9, 788)], 6.5, p.anger, lambda t: 0.9)


def forehead_shade(ink: Ink, p: Palette) -> None:
    """The cold shade that falls over a face in low spirits."""
    shape = smooth(
        [(250, 480), (500, 460), (750, 480), (752, 640), (700, 700), (500, 690), (300, 700), (248, 640)]
    )
    ink.fill(shape, fade(0, 520, 0, 700, [(0, p.gloom, 0.75), (0.5, p.gloom, 0.5), (1, p.gloom, 0)]))


def _white(ink: Ink, _p: Palette) -> None:
    """Its upper and lower edges fade over `WHITE_EDGE`: it is also the mask of what lies in the eye."""
    area = smooth([(6, 0, "c"), (154, 0, "c"), (154, 160, "c"), (6, 160, "c")])
    ink.fill(area, fade(0, 0, 0, 160, [(0, "#aab2cf"), (0.16, "#ccd2e6"), (0.36, "#ffffff"), (1, "#fffdfb")]))
    for edge, inwards in ((0, 1), (160, -1)):
        ink.thin(0, edge, 160, edge + inwards * WHITE_EDGE)


def _upper_lash(ink: Ink, p: Palette) -> None:
    """Thin at the inner corner, full at the outer third, two lashes beyond it. Inner end left."""
    line = smooth(
        [
            (4, 66, "c"), (40, 52), (110, 40), (180, 36), (216, 37), (244, 26), (268, 2, "c"), (256, 38),
            (282, 30, "c"), (262, 60), (236, 73), (190, 69), (120, 67), (40, 70),
        ]
    )
    ink.fill(line, _lash_colours(p))


def _lash_colours(p: Palette) -> QBrush:
    return fade(0, 0, 280, 0, [(0, mix(p.lash, p.hair_line, 0.5)), (0.35, p.lash), (1, p.lash)])


def _lower_lash(ink: Ink, p: Palette) -> None:
    """Thin at the inner corner, full at the outer one; at both it meets the upper lash. Inner end left."""
    line = smooth(
        [(1, 12, "c"), (10, 10), (60, 10), (130, 8.5), (176, 8), (194, 8.5), (199, 12, "c"), (194, 15), (176, 14.5),
         (130, 14.5), (60, 14), (10, 14)]
    )
    ink.fill(line, mix(p.lash, p.skin_line, 0.4))


def _crease(ink: Ink, p: Palette) -> None:
    ink.stroke([(10, 12), (100, 12), (190, 12)], 6, p.skin_line)


def _brow(ink: Ink, p: Palette) -> None:
    """Inner end left."""
    shape = smooth([(8, 30), (14, 20), (60, 15), (120, 18), (152, 30, "c"), (120, 32), (60, 36), (16, 40)])
    ink.fill(shape, mix(p.hair_line, p.line, 0.45))


def _mouth_inside(ink: Ink, p: Palette) -> None:
    area = smooth([(4, 4, "c"), (156, 4, "c"), (156, 96, "c"), (4, 96, "c")])
    ink.fill(area, down(0, 100, p.mouth_deep, p.mouth))


def _lip(thickness: float, share: float, ink: Ink, p: Palette) -> None:
    """A line, fullest in the middle, whose ends the rig makes round."""
    half, end = thickness / 2, thickness * 0.3
    line = smooth(
        [(0, LIP_BASE, "c"), (LIP_END, LIP_BASE - end), (LIP_WIDTH / 2, LIP_BASE - half),
         (LIP_WIDTH - LIP_END, LIP_BASE - end), (LIP_WIDTH, LIP_BASE, "c"), (LIP_WIDTH - LIP_END, LIP_BASE + end),
         (LIP_WIDTH / 2, LIP_BASE + half), (LIP_END, LIP_BASE + end)]
    )
    ink.fill(line, mix(p.line, p.skin_line, share))


def tongue(ink: Ink, p: Palette) -> None:
    """The tongue, in place in the middle of an open mouth."""
    shape = ellipse(500, 818, 36, 26)
    ink.fill(shape, p.tongue)
    ink.fill(ellipse(492, 806, 12, 5), veil("#ffffff", 0.35))


def fang(ink: Ink, _p: Palette) -> None:
    """One small tooth under the upper lip."""
    ink.fill(smooth([(516, 762, "c"), (540, 762, "c"), (532, 786), (528, 788), (524, 784)]), "#ffffff")


RIBBONS = {
    "EyeWhite": Ribbon(160, 160, 0, _white, 0.8),
    "UpperLash": Ribbon(284, 84, 62, _upper_lash, 1.0),
    "LowerLash": Ribbon(200, 24, 12, _lower_lash, 0.9),
    "Crease": Ribbon(200, 24, 12, _crease),
    "Brow": Ribbon(160, 50, 28, _brow, 0.55),
    "MouthInside": Ribbon(160, 100, 0, _mouth_inside),
    "UpperLip": Ribbon(LIP_WIDTH, 2 * LIP_BASE, LIP_BASE, partial(_lip, 7.5, 0.15), 1.0),
    "LowerLip": Ribbon(LIP_WIDTH, 2 * LIP_BASE, LIP_BASE, partial(_lip, 6, 0.25), 1.0),
}
"""By sprite name; the left and the right eye share them."""
