"""The icon: the head in few and bold shapes, from the same contours as the drawings, as a picture and as SVG.

Sixteen pixels have to be enough, so there are no gradients, the lines are heavy and the eyes large.
"""

# fmt: off

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from . import art_head, art_winter
from .art_face import EYE_X, EYE_Y
from .characters import Character
from .paint import CENTRE, Ink, Point, ellipse, mirrored, smooth, symmetric
from .palette import Palette

LINE, THIN = 26.0, 15.0
FRAME = (96.0, 118.0, 808.0)
"""Left, top and side of the square that the icon shows."""
FRINGE_SHARE = 0.9
"""The bangs are shorter than in the drawing, to leave the eyes free."""
PNG_SIZE = 256
SVG_SIZE = 96.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A shape with its colour, or a line when there is a width."""

    path: QPainterPath
    colour: str
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Head:
    """The contours that differ from one character to another."""

    ear: Sequence[Point]
    hollow: Sequence[Point]
    cap: Sequence[Point]
    fringe: Sequence[Point]
    hair: Sequence[Point]
    lock: Sequence[Point]
    ear_tip: Sequence[Point] = ()


BOB = symmetric(
    [(500, 300), (300, 340), (200, 470), (168, 640), (160, 760), (128, 868, "c"), (196, 858), (236, 826, "c"),
     (262, 878, "c"), (320, 830), (420, 852), (500, 852)]
)
HEADS = {
    "mikan": Head(
        art_head.EAR, art_head.EAR_HOLLOW, art_head.CAP, art_head.FRINGE, BOB, art_head.SPRIG,
        [(198, 140, "c"), (186, 190), (184, 238, "c"), (214, 216), (250, 222), (276, 196), (306, 196, "c"),
         (254, 160)],
    ),
    "yuki": Head(
        art_winter.EAR, art_winter.EAR_HOLLOW, art_winter.CAP, art_winter.FRINGE, BOB,
        [(476, 304, "c"), (480, 250), (452, 208), (400, 202, "c"), (458, 174), (516, 206), (534, 258),
         (530, 306, "c")],
    ),
}
"""By the character's id."""


def portrait(character: Character) -> list[Piece]:
    """The head, from back to front."""
    head, p = HEADS[character.id], character.palette
    pieces = _filled(smooth(head.hair), p.hair_shade, p.line)
    for side in (list, mirrored):
        pieces += _filled(smooth(side(head.ear)), p.hair, p.line)
        pieces.append(Piece(smooth(side(head.hollow)), p.ear_inside))
        if head.ear_tip:
            pieces.append(Piece(smooth(side(head.ear_tip)), p.paw))
    pieces += _filled(smooth(head.lock), p.hair_light, p.line)
    pieces += _filled(smooth(art_head.FACE), p.skin, p.line)
    pieces += _face(p)
    fringe: list[Point] = [(q[0], 300 + (q[1] - 300) * FRINGE_SHARE, *q[2:]) for q in head.fringe]  # type: ignore[misc]
    pieces += _filled(smooth([*head.cap, *fringe]), p.hair, p.line)
    pieces.append(Piece(smooth([(300, 452), (370, 402), (480, 384), (500, 412), (390, 434), (316, 492)]), p.hair_glow))
    return pieces + (_fruit(p) if character.id == "mikan" else _bow(p))


def _filled(path: QPainterPath, colour: str, line: str) -> list[Piece]:
    return [Piece(path, line, LINE), Piece(path, colour)]


def _face(p: Palette) -> list[Piece]:
    pieces: list[Piece] = []
    for out in (-1, 1):
        x, y = CENTRE + out * (CENTRE - EYE_X), EYE_Y + 8
        pieces += [
            Piece(ellipse(x + out * 50, y + 88, 46, 26), p.blush),
            Piece(ellipse(x, y, 78, 98), p.lash),
            Piece(ellipse(x, y + 30, 52, 54), p.eye_mid),
            Piece(ellipse(x, y + 54, 32, 26), p.eye_light),
            Piece(ellipse(x - 24, y - 34, 31, 35), "#ffffff"),
        ]
    mouth = smooth([(452, 776), (476, 792), (500, 778, "c"), (524, 792), (548, 776)], closed=False)
    return [*pieces, Piece(mouth, p.line, THIN)]


def _fruit(p: Palette) -> list[Piece]:
    leaf = smooth([(690, 440, "c"), (704, 388), (756, 352), (808, 352, "c"), (792, 410), (744, 446)])
    fruit = ellipse(672, 474, 66, 62)
    return [
        Piece(leaf, p.leaf_line, THIN), Piece(leaf, p.leaf),
        Piece(fruit, p.hair_line, THIN), Piece(fruit, p.fruit), Piece(ellipse(648, 452, 20, 14), p.fruit_light),
    ]


def _bow(p: Palette) -> list[Piece]:
    loop = ((6, 450), (60, 396), (118, 400), (120, 486), (60, 500))
    loops = [smooth([(676 + side * x, y) for x, y in loop]) for side in (-1, 1)]
    pieces = [Piece(loop, colour, width) for loop in loops for colour, width in ((p.teal_line, THIN), (p.teal, 0.0))]
    knot = ellipse(676, 450, 32, 32)
    return [*pieces, Piece(knot, p.teal_line, THIN), Piece(knot, p.cream)]


def picture(character: Character) -> QImage:
    """The icon on transparent ground."""
    left, top, side = FRAME
    image = QImage(PNG_SIZE, PNG_SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    ink = Ink(painter)
    painter.scale(PNG_SIZE / side, PNG_SIZE / side)
    painter.translate(-left, -top)
    for piece in portrait(character):
        if piece.width:
            ink.even_line(piece.path, piece.width, piece.colour)
        else:
            ink.fill(piece.path, piece.colour)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_ARGB32)


def svg(character: Character) -> str:
    """The icon as a drawing that is sharp at any size."""
    shapes = "".join(f"  {_element(piece)}\n" for piece in portrait(character))
    size = f"{SVG_SIZE:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">\n{shapes}</svg>\n'


def _element(piece: Piece) -> str:
    colour, data = QColor(piece.colour).name(), _path_data(piece.path)
    if not piece.width:
        return f'<path d="{data}" fill="{colour}"/>'
    width = _number(piece.width * SVG_SIZE / FRAME[2])
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _path_data(path: QPainterPath) -> str:
    left, top, side = FRAME
    letters = {QPainterPath.ElementType.MoveToElement: "M", QPainterPath.ElementType.LineToElement: "L"}
    words: list[str] = []
    for element in map(path.elementAt, range(path.elementCount())):
        if element.type != QPainterPath.ElementType.CurveToDataElement:
            words.append(letters.get(element.type, "C"))
        words += [_number((element.x - left) * SVG_SIZE / side), _number((element.y - top) * SVG_SIZE / side)]
    return " ".join(words)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
