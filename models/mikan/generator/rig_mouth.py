"""The mouth: curves of the lips at each expression and vowel, and the drawings laid on them."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from .art_face import LIP_END, RIBBONS
from .curves import arch, offset
from .moc import Pose
from .paint import CENTRE
from .rigging import Rig, Space, Spot, Surface, keyed, stay

MOUTH_Y = 790.0
PARTED = 0.2
"""How far open the mouth is when its closed shape has given way."""
FRAME = (CENTRE - 84, MOUTH_Y - 56, 168.0, 168.0)
"""The square of the face in which the mouth moves."""
CLOSED_HALF = 33.0
THICKNESS, LIP_HALF = 0.85, 3.0
"""Of the lips' lines: pixels for each of the drawing, and half the thickness."""


@dataclass(frozen=True, slots=True)
class Vowel:
    """The shape of the lips at a vowel: half the width, the depth of the opening, and how high the upper lip arches.

    Lengths are in pixels. `smile` raises the corners as the form of the mouth does; `lift` raises the whole mouth.
    """

    half: float
    depth: float
    round: float
    smile: float
    lift: float


VOWELS = {
    "ParamA": Vowel(half=37, depth=58, round=12, smile=0.15, lift=10),
    "ParamI": Vowel(half=47, depth=16, round=1, smile=0.5, lift=0),
    "ParamU": Vowel(half=15, depth=19, round=9, smile=0, lift=0),
    "ParamE": Vowel(half=40, depth=31, round=4, smile=0.3, lift=4),
    "ParamO": Vowel(half=23, depth=47, round=17, smile=0, lift=6),
}


@dataclass(frozen=True, slots=True)
class Mouth:
    """The curves of an unskewed mouth at one pose; s runs from -1 to 1 across it. `vowel` replaces the opening."""

    form: float
    opening: float
    vowel: Vowel | None = None

    @property
    def half(self) -> float:
        """Half its width in pixels."""
        if self.vowel:
            return self.vowel.half * (1 + 0.08 * self.form)
        if self.form >= 0:
            return CLOSED_HALF + 7 * self.form + self.opening * (-8 + 14 * self.form)
        return CLOSED_HALF + 4 * self.form + self.opening * (-8 - 21 * self.form)

    @property
    def depth(self) -> float:
        """How far the lower lip hangs below the upper."""
        if self.vowel:
            return self.vowel.depth
        return self.opening * (48 + 10 * max(0.0, self.form) + 6 * max(0.0, -self.form))

    @property
    def parted(self) -> float:
        """0..1: how much is seen of what lies in the mouth."""
        return 1.0 if self.vowel else min(1.0, self.opening / PARTED)

    @property
    def smile(self) -> float:
        """How far the corners are raised, or lowered below 0."""
        return max(-1.0, min(1.0, 0.75 * self.form + self.vowel.smile)) if self.vowel else self.form

    @property
    def room(self) -> float:
        """0..1: the share of the largest opening that the tongue has."""
        return min(1.0, self.vowel.depth / 50) if self.vowel else self.opening

    def upper(self, s: float) -> Spot:
        """The upper lip: a cat's smile with a small peak in the middle, or an arch when it frowns."""
        if self.vowel:
            return self._speaking(self.vowel, s)
        shut = max(0.0, 1 - self.opening / PARTED)
        if self.form >= 0:
            bow = (
                (9 + 12 * self.form)
                * (0.35 - min(1.2, s * s))
                * (1 - 0.3 * self.opening * self.form - 0.9 * self.opening * (1 - self.form))
            )
        else:
            bow = (9 + 24 * self.form) * (0.35 - min(1.2, s * s))
        round_ = -10 * self.opening * (1 - abs(self.form)) * arch(s, 2, 0.8)
        peak = shut * (1 - abs(self.form)) * _peak(s)
        lift = -9 * self.opening * (1 - 0.45 * abs(self.form))
        return CENTRE + s * self.half, MOUTH_Y + round_ + bow + peak + lift

    def _speaking(self, vowel: Vowel, s: float) -> Spot:
        bow = (1 + 14 * self.smile) * (0.35 - min(1.2, s * s)) * min(1.0, vowel.half / CLOSED_HALF)
        return CENTRE + s * self.half, MOUTH_Y + bow - vowel.round * arch(s, 2, 0.6) - vowel.lift

    def lower(self, s: float) -> Spot:
        """The lower lip; it lies on the upper one when closed."""
        x, y = self.upper(s)
        if self.vowel:
            return x, y + self.depth * arch(s, 2, 0.55) + self.vowel.round * 0.3 * arch(s, 2, 0.6)
        return x, y + (self.depth + 4 * self.opening * (1 - abs(self.form))) * arch(s, 2.2, 0.62)


def _peak(s: float) -> float:
    return 6.5 * math.sin(math.pi * min(1.0, abs(s))) ** 2


def _mouth(pose: Pose) -> Mouth:
    """Return the mouth at a key form. Of several vowels at a time it takes the mean."""
    spoken = [vowel for name, vowel in VOWELS.items() if pose[name] > 0]
    count = len(spoken)
    mean = Vowel(*(sum(getattr(each, part) for each in spoken) / count for part in Vowel.__slots__)) if spoken else None
    return Mouth(pose.get("ParamMouthForm", 0.0), pose["ParamMouthOpenY"], mean)


def _skewed(pose: Pose, x: float, y: float) -> Spot:
    skew = pose["ParamMouthSkew"]
    return x + skew * 10, y - skew * 8 * (x - CENTRE) / CLOSED_HALF


def _trembling(form: float, s: float) -> Spot:
    """The line of closed lips that tremble."""
    x, y = Mouth(form, 0).upper(s)
    return x + (x - CENTRE) * 0.2, MOUTH_Y + 0.15 * (y - MOUTH_Y) + 5.5 * math.sin(2.5 * math.pi * s)


def _share_trembling(pose: Pose) -> float:
    """Only a closed mouth trembles: open lips would be ragged."""
    is_open = _mouth(pose).parted > 0
    return 0.0 if is_open else pose["ParamMouthWave"]


def _across(share: float) -> float:
    """-1..1 for 0..1, dense at the corners, where lips may stand upright."""
    return 0.7 * math.sin((share - 0.5) * math.pi) + 0.3 * (2 * share - 1)


def _lip_surface(curve: Callable[[Pose, float], Spot]) -> Surface:
    """The line along a curve, with round ends beyond its corners: they are as long as the line is thick."""
    ribbon = RIBBONS["UpperLip"]

    def surface(pose: Pose, x: float, y: float) -> Spot:
        share = (x - LIP_END) / (ribbon.width - 2 * LIP_END)
        inside = min(1.0, max(0.0, share))

        def at(distance: float) -> Spot:
            return offset(lambda u: curve(pose, _across(u)), inside, distance, 1)

        (x0, y0), (x1, y1) = at(0), at(1)
        beyond = (x - min(ribbon.width - LIP_END, max(LIP_END, x))) / LIP_END * LIP_HALF
        px, py = at((ribbon.base - y) * THICKNESS)
        # The normal, turned, is the direction of the line.
        return px - (y1 - y0) * beyond, py + (x1 - x0) * beyond

    return surface


def mouth(rig: Rig, face: Space, size: tuple[float, float]) -> None:
    """Lips that speak, with inside, tongue and tooth, and lips that tremble, in shares of their drawn size."""

    def sized(pose: Pose, x: float, y: float) -> Spot:
        x, y = _skewed(pose, x, y)
        return CENTRE + (x - CENTRE) * size[0], MOUTH_Y + (y - MOUTH_Y) * size[1]

    whole = rig.warp("WarpMouth", face, FRAME, 4, keyed("ParamMouthSkew"), sized)
    state = keyed("ParamMouthWave", "ParamMouthOpenY", *VOWELS)
    calm = rig.warp("WarpCalmMouth", whole, FRAME, 2, state, stay, lambda p: 1 - _share_trembling(p))
    _speaking_lips(rig, calm)
    trembling = rig.warp("WarpTremblingMouth", whole, FRAME, 2, state, stay, _share_trembling)
    rig.ribbon(
        "TremblingLip",
        "UpperLip",
        trembling,
        555,
        keyed("ParamMouthForm"),
        _lip_surface(lambda p, s: _trembling(p["ParamMouthForm"], s)),
        columns=36,
        rows=1,
    )


def _speaking_lips(rig: Rig, space: Space) -> None:
    shape = keyed("ParamMouthForm", "ParamMouthOpenY", *VOWELS)
    frame = RIBBONS["MouthInside"]

    def inside(pose: Pose, x: float, y: float) -> Spot:
        s = _across(min(1.0, max(0.0, (x - 6) / (frame.width - 12))))
        (px, top), (_, bottom) = _mouth(pose).upper(s), _mouth(pose).lower(s)
        return px, top + (bottom - top) * (y - 6) / (frame.height - 12)

    def on_floor(pose: Pose, x: float, y: float) -> Spot:
        lips = _mouth(pose)
        bottom = lips.lower(0)
        return bottom[0] + (x - CENTRE) * lips.half / 52, bottom[1] + (y - 826) * (0.4 + 0.6 * lips.room)

    def on_roof(pose: Pose, x: float, y: float) -> Spot:
        lips = _mouth(pose)
        top, smile = lips.upper(0.55), max(0.0, lips.form)
        width = 0.85 * (min(1.0, lips.half / CLOSED_HALF) if lips.vowel else 1.0)
        return top[0] + (x - 528) * width, top[1] + (y - 764) * width * min(1.0, lips.room * 2) * smile

    def parted(pose: Pose) -> float:
        return _mouth(pose).parted

    hole = rig.ribbon("MouthInside", "MouthInside", space, 551, shape, inside, columns=16, rows=1)
    rig.picture("Tongue", space, 552, shape, on_floor, parted, [hole])
    rig.picture("Fang", space, 553, shape, on_roof, parted, [hole])
    rig.ribbon(
        "LowerLip", "LowerLip", space, 554, shape, _lip_surface(lambda p, s: _mouth(p).lower(s)), columns=20, rows=1
    )
    rig.ribbon(
        "UpperLip", "UpperLip", space, 555, shape, _lip_surface(lambda p, s: _mouth(p).upper(s)), columns=24, rows=1
    )
