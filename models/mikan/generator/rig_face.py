"""Eyes and brows: curves that depend on the expression's parameters, and the drawings laid on them."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from .art_face import EYE_X, EYE_Y, RIBBONS, WHITE_EDGE
from .curves import along, arch, offset
from .figure import Figure
from .moc import Binding, Pose
from .paint import CENTRE
from .parameters import EYE_OPEN
from .rigging import Rig, Space, Spot, Surface, Value, keyed, ramp, stay, turned_about

EYE_HALF = 67.0
UPPER_HEIGHT, LOWER_HEIGHT = 92.0, 56.0
CORNER_Y = EYE_Y + 14
GAZE = (17.0, 15.0)
HIGHLIGHT_SHARE = 0.55
"""How far highlights follow the gaze: less than the iris, as a reflection does."""
SOFT_EDGE = 3.0
"""Half the width of the white's edge."""
NEARLY_SHUT = EYE_OPEN[1]
"""Down to this opening the upper lid stays round, and its ends come down: a straight lid would look annoyed."""
DOME, LOW_END = 27.0, 44.0
"""Height of the lid there, and how far its ends are lowered."""
WING, WING_TURN = 0.76, 50.0
"""From this share of the lash on, its tips lie down on the line of a closed eye, and turn by so many degrees."""
BROW_SHARE = 0.15
"""How far a brow follows its lid."""

Line = Callable[[Pose, float], float]
"""y for -1..1 across the eye."""


@dataclass(frozen=True, slots=True)
class Eye:
    """One eye; `side` is "L" or "R" as the character sees it, `out` points away from the nose.

    Its outer corner is raised by `tilt`, or droops; `lids` is a share of how high the open lid arches.
    """

    side: str
    tilt: float
    lids: float = 1.0

    @property
    def out(self) -> int:
        return 1 if self.side == "L" else -1

    @property
    def x(self) -> float:
        return CENTRE + self.out * (CENTRE - EYE_X)

    def at(self, t: float) -> float:
        """x at t = -1 (inner corner) to 1 (outer corner)."""
        return self.x + self.out * EYE_HALF * t

    def corners(self, t: float) -> float:
        """The line from corner to corner. When the outer one droops the inner one stays, and the lid on the iris."""
        return CORNER_Y - self.tilt * t + max(0.0, -self.tilt)

    def closed(self, t: float, smile: float) -> float:
        """The line of closed lids: hanging, or arched when they smile."""
        arch = 1 - t * t
        return CORNER_Y + 20 + 32 * arch + smile * (16 - 82 * arch)

    def nearly_shut(self, t: float, smile: float) -> float:
        """The round lid just before the eye is closed."""
        return self.corners(t) + LOW_END - (DOME + 16 * smile) * (1 - min(1.0, t * t))

    def upper(self, pose: Pose, t: float) -> float:
        """y of the upper lid."""
        opening, smile, form = self._shape(pose)
        if opening < NEARLY_SHUT:
            share = opening / NEARLY_SHUT
            return self.nearly_shut(t, smile) * share + self.closed(t, smile) * (1 - share)
        lid = self.corners(t) - UPPER_HEIGHT * self.lids * arch(t, 2.3, 0.62)
        lid += form * (-26 * t + (16 if form > 0 else -10)) * (1 if form > 0 else 0.8)
        share = (opening - NEARLY_SHUT) / (1 - NEARLY_SHUT)
        return lid * share + self.nearly_shut(t, smile) * (1 - share)

    def lower(self, pose: Pose, t: float) -> float:
        """y of the lower lid."""
        opening, smile, _ = self._shape(pose)
        if opening < NEARLY_SHUT:
            share = opening / NEARLY_SHUT
            low = self._raised(t, smile) * share + self.closed(t, smile) * (1 - share)
        else:
            share = min(1.0, (opening - NEARLY_SHUT) / (1 - NEARLY_SHUT))
            lid = self.corners(t) + (LOWER_HEIGHT - 26 * smile) * arch(t, 2.4, 0.7)
            low = lid * share + self._raised(t, smile) * (1 - share) + max(0.0, opening - 1) * 14
        return max(low, self.upper(pose, t))

    def _raised(self, t: float, smile: float) -> float:
        """The lower lid of an eye that is nearly shut."""
        return self.corners(t) + LOW_END + (9 - 14 * smile) * (1 - min(1.0, t * t))

    def _shape(self, pose: Pose) -> tuple[float, float, float]:
        return pose[f"ParamEye{self.side}Open"], pose[f"ParamEye{self.side}Smile"], pose["ParamEyeForm"]


def eye(rig: Rig, face: Space, side: str, figure: Figure) -> None:
    """White, iris, lights, lids and brow of one eye."""
    look = Eye(side, figure.eye_tilt, figure.lids)
    white = _white(rig, face, look)
    _iris(rig, face, look, white)
    _lids(rig, face, look)
    _brow(rig, face, look)


def _white(rig: Rig, face: Space, look: Eye) -> int:
    frame = RIBBONS["EyeWhite"]

    def surface(pose: Pose, x: float, y: float) -> Spot:
        # Not quite as far as the lines around it, which cover its ends.
        t = math.sin(math.pi * (min(1.0, max(0.0, (x - 8) / (frame.width - 16))) - 0.5)) * 0.983
        top, bottom = look.upper(pose, t), look.lower(pose, t)
        soft = min(SOFT_EDGE, (bottom - top) / 2)
        if y <= WHITE_EDGE:
            # Below the lashes: else it would be light between them and the iris.
            return look.at(t), top - 2 * soft * (1 - y / WHITE_EDGE)
        if y >= frame.height - WHITE_EDGE:
            return look.at(t), bottom - soft * (2 * (frame.height - y) / WHITE_EDGE - 1)
        share = (y - WHITE_EDGE) / (frame.height - 2 * WHITE_EDGE)
        return look.at(t), top + (bottom - top - soft) * share

    return rig.ribbon(f"EyeWhite{look.side}", "EyeWhite", face, 530, _lid_keys(look.side), surface, rows=6)


def _iris(rig: Rig, face: Space, look: Eye, white: int) -> None:
    gaze = keyed("ParamEyeBallX", "ParamEyeBallY", "ParamEyeBallForm")
    mirror = CENTRE if look.out > 0 else None

    def place(follow: float, grow: float):
        def move(pose: Pose, x: float, y: float) -> Spot:
            size = 1 + grow * (0.1 if pose["ParamEyeBallForm"] > 0 else 0.38) * pose["ParamEyeBallForm"]
            x, y = look.x + (x - look.x) * size, EYE_Y + (y - EYE_Y) * size
            return x + pose["ParamEyeBallX"] * GAZE[0] * follow, y - pose["ParamEyeBallY"] * GAZE[1] * follow

        return move

    side = look.side
    rig.picture(f"Iris{side}", face, 531, gaze, place(1, 1), masks=[white], sprite="Iris", mirror=mirror)
    rig.picture(
        f"TearyLight{side}",
        face,
        532,
        keyed("ParamTeary"),
        opacity=lambda p: p["ParamTeary"],
        masks=[white],
        sprite="TearyLight",
        mirror=mirror,
    )
    shift = look.x - EYE_X
    lights = place(HIGHLIGHT_SHARE, 1)
    rig.picture(
        f"Highlights{side}",
        face,
        533,
        gaze,
        lambda p, x, y: lights(p, x + shift, y),
        masks=[white],
        sprite="Highlights",
    )
    follow = place(1, 0)
    rig.picture(
        f"Star{side}",
        face,
        534,
        keyed("ParamEyeBallX", "ParamEyeBallY", "ParamStarEyes"),
        lambda p, x, y: follow({**p, "ParamEyeBallForm": 0}, x, y),
        lambda p: p["ParamStarEyes"],
        [white],
        sprite="Star",
        mirror=mirror,
    )


def _lid_keys(side: str) -> tuple[Binding, ...]:
    return keyed(f"ParamEye{side}Open", f"ParamEye{side}Smile", "ParamEyeForm")


def _lids(rig: Rig, face: Space, look: Eye) -> None:
    """The lines of the lids, which give way to the mark of an eye that is squeezed shut."""
    side, shut = look.side, f"ParamEye{look.side}Open"
    around, squeezed = (look.x - 130, EYE_Y - 160, 260.0, 280.0), keyed("ParamSqueeze")
    relaxed = rig.warp(f"WarpLids{side}", face, around, 8, squeezed, stay, lambda p: 1 - p["ParamSqueeze"])

    def line(
        name: str, order: float, surface: Surface, opacity: Value = lambda p: 1.0, columns: int = 24, rows: int = 2
    ) -> None:
        rig.ribbon(f"{name}{side}", name, relaxed, order, _lid_keys(side), surface, opacity, (), columns, rows)

    def crease(pose: Pose, t: float) -> float:
        return look.upper(pose, t) - 19 - 5 * (1 - t * t)

    line("Crease", 536, _laid(look, "Crease", crease, 0.72, 0.9), lambda p: 0.85 * min(1.0, p[shut]), 16)
    # Closed lids have one line.
    line("LowerLash", 536.5, _laid(look, "LowerLash", look.lower, 1.0, 0.9), lambda p: min(1.0, p[shut] / NEARLY_SHUT))
    line("UpperLash", 537, _turned_wing(look, _laid(look, "UpperLash", look.upper, 1.0, 0.62)), rows=6)
    _squeezed(rig, face, look)


def _laid(look: Eye, sprite: str, line: Line, reach: float, thickness: float) -> Surface:
    frame = RIBBONS[sprite]

    def surface(pose: Pose, x: float, y: float) -> Spot:
        def curve(share: float) -> Spot:
            t = along(share) * reach
            return look.at(t), line(pose, t)

        return offset(curve, x / frame.width, (frame.base - y) * thickness, look.out)

    return surface


def _turned_wing(look: Eye, laid: Surface) -> Surface:
    """The tips of the lash lie down while the eye closes."""
    frame = RIBBONS["UpperLash"]

    def surface(pose: Pose, x: float, y: float) -> Spot:
        opening, smile = min(1.0, pose[f"ParamEye{look.side}Open"]), pose[f"ParamEye{look.side}Smile"]
        closed = max(0.0, 1 - opening / NEARLY_SHUT)
        at_tip = ramp(x / frame.width, WING - 0.12, 1.0)
        thinner = 0.97 * ramp(x / frame.width, WING - 0.22, WING + 0.12)
        spot = laid(pose, x, frame.base + (y - frame.base) * (1 - closed * thinner))
        degrees = WING_TURN * ((1 - opening) * 0.5 + closed * 0.5) * (1 - smile)
        px, py = turned_about(*spot, laid(pose, WING * frame.width, frame.base), look.out * degrees * at_tip)
        return px + look.out * 6 * closed * at_tip, py

    return surface


def _squeezed(rig: Rig, face: Space, look: Eye) -> None:
    """The mark of an eye that is squeezed shut, which grows out of its line."""

    def grow(pose: Pose, x: float, y: float) -> Spot:
        middle = EYE_Y + 30
        return x, middle + (y - middle) * (0.35 + 0.65 * pose["ParamSqueeze"])

    rig.picture(
        f"Squeeze{look.side}",
        face,
        538,
        keyed("ParamSqueeze"),
        grow,
        lambda p: p["ParamSqueeze"],
        cell=90,
        sprite="Squeeze",
        mirror=CENTRE if look.out > 0 else None,
    )


def _brow(rig: Rig, face: Space, look: Eye) -> None:
    side, frame = look.side, RIBBONS["Brow"]
    centre = (look.x + look.out * 4, 556.0)
    lid, calm = f"ParamEye{side}Open", {f"ParamEye{side}Smile": 0.0, "ParamEyeForm": 0.0}

    def surface(pose: Pose, x: float, y: float) -> Spot:
        t = 2 * x / frame.width - 1
        bend = -10 - 9 * pose[f"ParamBrow{side}Form"]
        px, py = centre[0] + look.out * 48 * t, centre[1] + bend * (1 - t * t) - (frame.base - y) * 0.62
        angle = -look.out * (24 * pose[f"ParamBrow{side}Angle"] - 3)
        px, py = turned_about(px, py, centre, angle)
        lowered = BROW_SHARE * (look.upper({**pose, **calm}, 0) - look.upper({**pose, **calm, lid: 1.0}, 0))
        return px, py - 26 * pose[f"ParamBrow{side}Y"] + lowered

    rig.ribbon(
        f"Brow{side}",
        "Brow",
        face,
        720,
        keyed(f"ParamBrow{side}Y", f"ParamBrow{side}Angle", f"ParamBrow{side}Form", lid),
        surface,
        columns=10,
        rows=2,
    )
