"""What a motion is made of: keyframes of the parameters that motions own.

Expressions own the face; motions own head, body, arms, ears' twitches and the tail. Every motion keys every
parameter that motions own, starts from rest, is back at rest at its `end`, and rests until the fade-out is
over: whatever it interrupts or is interrupted by, nothing stays behind.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .parameters import DEFAULTS

FADE_IN = 0.35
"""Seconds a motion takes to blend in: whatever it interrupts, no part of the body jumps."""
FADE_OUT = 0.25
"""Seconds at its end in which a motion lets go; by then everything is at rest."""
HOLD = 0.75
"""Seconds that an interrupted motion goes on: longer than any other takes to blend in, for what it lets go of before
that would follow the new motion at once."""
SLOW_FADES = {"ParamSit": 0.5, "ParamArmLFold": 0.5, "ParamArmRFold": 0.5, "ParamHop": 0.45, "ParamTail": 0.45}
"""Seconds in which those blend in that move farthest within their range."""
FPS = 30.0
OWNED = (
    "ParamAngleX",
    "ParamAngleY",
    "ParamAngleZ",
    "ParamEyeLOpen",
    "ParamEyeROpen",
    "ParamEyeBallX",
    "ParamEyeBallY",
    "ParamBodyAngleX",
    "ParamBodyAngleY",
    "ParamBodyAngleZ",
    "ParamHips",
    "ParamSit",
    "ParamLegL",
    "ParamLegR",
    "ParamHop",
    "ParamArmL",
    "ParamArmR",
    "ParamElbowL",
    "ParamElbowR",
    "ParamHandL",
    "ParamHandR",
    "ParamArmLFold",
    "ParamArmRFold",
    "ParamEarTwitch",
    "ParamTail",
)
"""Parameters that motions move."""

ACCENTS = frozenset({"ParamEarTwitch"})
"""Those that are meant to snap."""
CARRIAGE = frozenset(
    name for name in OWNED if name.startswith(("ParamAngle", "ParamBodyAngle", "ParamTail", "ParamHop", "ParamHips"))
)
"""Those that tell a calm character from a lively one by how far they go."""

TRAILING = 0.34
"""How far a forearm stays behind the arm that moves it, as a share of the arm's way."""

Keys = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Motion:
    """Keyframes (second, value) per parameter id without its "Param"; `blinks` are seconds."""

    end: float
    keys: Mapping[str, Keys]
    blinks: tuple[float, ...] = ()
    fade_in: float = FADE_IN

    @property
    def duration(self) -> float:
        """Seconds, the rest at the end included."""
        return self.end + FADE_OUT

    def in_manner(self, pace: float, reach: float) -> "Motion":
        """The same, as fast and as far as a character moves; arms, hands and eyes go all their way."""
        ways = {name: reach if f"Param{name}" in CARRIAGE else 1.0 for name in self.keys}

        def when(second: float) -> float:
            return round(second / pace, 3)

        keys = {name: [(when(t), value * ways[name]) for t, value in keys] for name, keys in self.keys.items()}
        return replace(self, end=when(self.end), keys=keys, blinks=tuple(map(when, self.blinks)))

    def curves(self) -> dict[str, Keys]:
        """Keyframes of every owned parameter, from rest to rest."""
        keyed = {f"Param{name}": keys for name, keys in self.keys.items()}
        for side in "LR":
            keyed.setdefault(f"ParamElbow{side}", _trailing(keyed.get(f"ParamArm{side}", ())))
        unknown = keyed.keys() - set(OWNED)
        assert not unknown, unknown
        lids = self._lids()
        return {name: self._whole(name, keyed.get(name, lids if "Open" in name else ())) for name in OWNED}

    def _lids(self) -> Keys:
        return [key for t in self.blinks for key in ((t, 1.0), (t + 0.07, 0.0), (t + 0.11, 0.0), (t + 0.24, 1.0))]

    def _whole(self, name: str, keys: Keys) -> Keys:
        rest = float(DEFAULTS[name])
        assert all(0 < t < self.end for t, _ in keys), (name, keys)
        return [(0.0, rest), *keys, (self.end, rest), (self.duration, rest)]


def _trailing(arm: Keys) -> Keys:
    """An elbow that drags behind its arm between two keys, and has caught up at them."""
    whole = [(0.0, 0.0), *arm]
    keys: list[tuple[float, float]] = []
    for (t0, v0), (t1, v1) in itertools.pairwise(whole):
        keys += [((t0 + t1) / 2, -TRAILING * (v1 - v0)), (t1, 0.0)]
    return keys


def swing(start: float, step: float, *values: float) -> Keys:
    """Values at even times."""
    return [(round(start + i * step, 3), value) for i, value in enumerate(values)]


@dataclass(frozen=True, slots=True)
class Group:
    """Motions with one meaning; `meaning` tells a language model when to use it."""

    meaning: str
    motions: tuple[Motion, ...] = field(default_factory=tuple)
