"""Yuki's hands: knitted mittens with a star on their back, at rest, raised, closed, and laid into one another."""

# fmt: off

import math

from PySide6.QtGui import QPainterPath

from . import art_arms, art_hold
from .paint import Ink, Point, capsule, ellipse, fade, falling, smooth, veil
from .palette import Palette

SILHOUETTE = 8.0
PAW: list[Point] = [
    (292, 1112), (266, 1138), (258, 1178), (276, 1210), (312, 1220), (344, 1206), (356, 1180), (356, 1150), (352, 1112),
]
PAW_THUMB: list[Point] = [
    (348, 1126), (372, 1132), (392, 1150), (394, 1172), (376, 1182), (354, 1172), (340, 1152),
]
CHIN_MITTEN: list[Point] = [
    (412, 858), (418, 818), (440, 801), (470, 799), (500, 813), (512, 850), (508, 866, "c"), (420, 866, "c"),
]
"""The visible back of the hand at the chin: its contour, and two points below the cuff's edge."""
STAR_ARMS = 6
RAISED = 0.92
"""Size of the mitten of a raised arm, whose sleeve is slim."""


def paw(ink: Ink, p: Palette) -> None:
    """The hand at rest, seen from its back, its thumb towards the body."""
    thumb, shape = smooth(PAW_THUMB), smooth(PAW)
    ink.fill(thumb, fade(346, 1130, 392, 1180, [(0, p.paw), (1, p.paw_shade)]))
    ink.outline(thumb, 7, p.line)
    ink.fill(shape, fade(268, 1120, 350, 1216, [(0, p.paw_light), (0.4, p.paw), (1, p.paw)]))
    with ink.inside(shape):
        ink.edge(shape, -16, -12, p.paw_shade, 0.7, soft=True)
        ink.fill(smooth([(250, 1100), (290, 1136), (350, 1142), (400, 1136), (400, 1100)]), veil(p.paw_shade, 0.8))
        _star(ink, p, 305, 1177, 21)
    ink.outline(shape, SILHOUETTE, p.line)


def open_hand(ink: Ink, p: Palette) -> None:
    """The hand of a raised arm: its fingers together, the thumb spread."""
    ink.painter.save()
    ink.painter.translate(*art_arms.WRIST)
    ink.painter.rotate(art_arms.ARM_LEAN)
    ink.painter.scale(RAISED, RAISED)
    shape = _raised()
    ink.fill(shape, fade(-50, 20, 60, 150, [(0, p.paw_light), (0.4, p.paw), (1, p.paw)]))
    with ink.inside(shape):
        ink.edge(shape, -16, -10, p.paw_shade, 0.7, soft=True)
        ink.stroke([(-26, 88), (-30, 64), (-24, 40)], 6, p.paw_shade, falling)
        _star(ink, p, 8, 92, 30)
    ink.edge(shape, 6, 5, p.paw_light, 0.7)
    ink.outline(shape, SILHOUETTE, p.line)
    ink.painter.restore()


def _raised() -> QPainterPath:
    body = smooth([(-33, -12), (-44, 40), (-46, 92), (-34, 136), (2, 156), (38, 138), (52, 94), (48, 40), (33, -12)])
    return body.united(capsule((-22, 46), (-64, 82), 42)).simplified()


def folded_arm(ink: Ink, p: Palette, cuff: art_arms.Cuff) -> None:
    """The arm bent so that the mitten touches the chin: the shared drawing, without its fingers."""
    art_arms.folded_arm(ink, p, cuff)
    back = smooth(CHIN_MITTEN)
    ink.fill(back, fade(420, 800, 500, 860, [(0, p.paw_light), (0.4, p.paw), (1, p.paw)]))
    with ink.inside(back):
        ink.edge(back, -16, -6, p.paw_shade, 0.8, soft=True)
        _star(ink, p, 462, 834, 18)
    ink.outline(smooth(CHIN_MITTEN[:-2], closed=False), SILHOUETTE, p.line)


def fist(ink: Ink, p: Palette) -> None:
    """A mitten closed around what it holds, the thumb on top."""
    x, y = art_hold.FIST
    shape = smooth([(x - 32, y - 30), (x + 4, y - 41), (x + 36, y - 27), (x + 43, y + 4), (x + 32, y + 34),
                    (x, y + 43), (x - 32, y + 32), (x - 40, y)])
    ink.fill(shape, fade(x - 20, y - 36, x + 20, y + 40, [(0, p.paw_light), (0.45, p.paw), (1, p.paw)]))
    with ink.inside(shape):
        ink.edge(shape, -8, -12, p.paw_shade, 0.7, soft=True)
        _star(ink, p, x + 5, y + 12, 18)
    ink.outline(shape, SILHOUETTE, p.line)
    thumb = capsule((x - 14, y - 26), (x + 16, y - 34), 26)
    ink.fill(thumb, fade(x - 14, y - 44, x + 10, y - 18, [(0, p.paw_light), (1, p.paw)]))
    ink.outline(thumb, 5.5, p.line)


def folded_hands(ink: Ink, p: Palette) -> None:
    """One mitten laid over the other before the body."""
    for x, tilt in ((532, 14), (472, -14)):
        ink.painter.save()
        ink.painter.translate(x, 1026)
        ink.painter.rotate(tilt)
        shape = smooth([(-34, -24), (0, -40), (34, -24), (42, 8), (26, 38), (-26, 38), (-42, 8)])
        ink.fill(shape, fade(-20, -40, 20, 40, [(0, p.paw_light), (0.45, p.paw), (1, p.paw)]))
        with ink.inside(shape):
            ink.edge(shape, -6, -12, p.paw_shade, 0.7, soft=True)
            _star(ink, p, 0, 4, 19)
        ink.outline(shape, 7.5, p.line)
        ink.painter.restore()


def _star(ink: Ink, p: Palette, x: float, y: float, size: float) -> None:
    """A knitted snowflake around a point."""
    for arm in range(STAR_ARMS):
        angle = 2 * math.pi * (arm + 0.5) / STAR_ARMS
        dx, dy = math.cos(angle), math.sin(angle)
        ink.even_line(smooth([(x, y), (x + size * dx, y + size * dy)], closed=False), size * 0.24, p.pad)
        for turn in (-0.5, 0.5):
            tip = (x + size * 0.86 * math.cos(angle + turn), y + size * 0.86 * math.sin(angle + turn))
            root = (x + size * 0.52 * dx, y + size * 0.52 * dy)
            ink.even_line(smooth([root, tip], closed=False), size * 0.18, p.pad)
    ink.fill(ellipse(x, y, size * 0.17, size * 0.17), p.pad)
