"""The arms: hanging, raised and bent at the elbow, or folded with the hand at the chin."""

import math
from dataclasses import dataclass

from . import art_arms, rig_things
from .moc import Pose
from .paint import CENTRE
from .parameters import ARM_BEFORE_HEAD, ARM_OPEN, SNAP, TAKEN
from .rigging import Rig, Space, Spot, Surface, Value, keyed, ramp, turned_about

RAISED, BENT = 108.0, 45.0
"""Degrees by which a raised arm turns at the shoulder, and then bends at the elbow."""
ELBOW_HANGING, ELBOW_IN, ELBOW_OUT = 84.0, 22.0, 18.0
"""Degrees by which an elbow bends of itself: a hanging arm's to either side, a raised one's in, and out."""
ROUND = 54.0
"""Pixels above and below the elbow along which an arm bends."""
REACH = 0.18
"""By which share a raised arm is larger."""
SPARED = 215.0
"""Degrees by which it bends more on its way up, when the canvas would end before the hand."""
READY = 36.0
"""Degrees by which an arm turns inwards before a holding one takes its place."""
LIFTS, BENDS = (-1.0, 0.0, 0.3, 0.56, 0.8, 1.0), (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Key forms of the forearm by the arm's lift and by the elbow's bend."""
RAISED_KEYS = (-1.0, ARM_OPEN, ARM_OPEN + SNAP, ARM_BEFORE_HEAD, ARM_BEFORE_HEAD + SNAP, 1.0)
"""Where the open hand and the drawing of the raised sleeve appear, and where they come before the head."""


def curled(across: float, down: float, elbow: float, angle: float) -> Spot:
    """A point of an arm that bends around its elbow in an arc; angle in radians, positive away from the body."""
    length = 2 * ROUND
    turn = angle / length
    past = down - (elbow - ROUND)
    if past <= 0 or abs(turn) < 1e-6:
        return across, down
    bent = turn * min(past, length)
    straight = max(0.0, past - length)
    x = -(1 - math.cos(bent)) / turn + across * math.cos(bent) - straight * math.sin(bent)
    y = math.sin(bent) / turn + across * math.sin(bent) + straight * math.cos(bent)
    return x, elbow - ROUND + y


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the arms: its parameters, and where its points go."""

    side: str

    @property
    def out(self) -> int:
        """1 for the arm on the right of the picture, -1 for the other, which is the one that is drawn."""
        return 1 if self.side == "L" else -1

    @property
    def mirror(self) -> float | None:
        """Where its drawings are reflected."""
        return CENTRE if self.side == "L" else None

    def parameter(self, part: str, more: str = "") -> str:
        """The id of a parameter of this side."""
        return f"Param{part}{self.side}{more}"

    def on_side(self, spot: Spot) -> Spot:
        """A point of the drawing, on this side."""
        return (spot[0] if self.mirror is None else 2 * self.mirror - spot[0]), spot[1]

    def hangs(self, pose: Pose) -> float:
        """1 unless the folded arm has taken its place."""
        return 1.0 if pose[self.parameter("Arm", "Fold")] <= TAKEN else 0.0

    def is_raised(self, pose: Pose) -> float:
        """1 when the open hand and the raised sleeve are shown."""
        return 1.0 if pose[self.parameter("Arm")] > ARM_OPEN else 0.0

    def hangs_down(self, pose: Pose) -> float:
        """The reverse."""
        return 1 - self.is_raised(pose)

    def order(self, level: float) -> Value:
        """Order of drawing; raised, it is before the hair."""
        return lambda pose: level + (420 if pose[self.parameter("Arm")] > ARM_BEFORE_HEAD else 0)

    def angle(self, pose: Pose) -> float:
        """Degrees by which it turns at the shoulder."""
        lift, fold = pose[self.parameter("Arm")], pose[self.parameter("Arm", "Fold")]
        raised = (RAISED if lift > 0 else 12) * lift
        return -self.out * (raised + 4 * pose[self.parameter("Hand")] * max(0.0, lift) - 62 * min(0.5, fold))

    def reach(self, pose: Pose) -> float:
        """Its size: larger when raised, smaller on its way to the chin."""
        lift, fold = pose[self.parameter("Arm")], pose[self.parameter("Arm", "Fold")]
        return 1 + REACH * max(0.0, lift) ** 3 - 0.36 * min(0.5, fold)

    def bend(self, pose: Pose, x: float, y: float) -> Spot:
        """Lengthened, the forearm goes further than the upper arm, and bends by itself."""
        up, elbow = max(0.0, pose[self.parameter("Arm")]), pose[self.parameter("Elbow")]
        longer = up**2
        across, down = art_arms.in_arm(*self.on_side((x, y)))
        down = art_arms.lengthened(down, art_arms.UPPER * longer, art_arms.FOREARM * longer)
        raised = ELBOW_IN if elbow > 0 else ELBOW_OUT
        degrees = min(1.0, 1.5 * up) * (BENT + SPARED * up * (1 - up))
        degrees += elbow * (ELBOW_HANGING + up * (raised - ELBOW_HANGING))
        spot = curled(across, down, art_arms.ELBOW + art_arms.UPPER * longer, math.radians(degrees))
        return self.on_side(art_arms.on_canvas(*spot))

    def spread(self, pose: Pose, x: float, y: float) -> Spot:
        """The open hand grows as the arm rises."""
        size = 0.78 + 0.22 * ramp(pose[self.parameter("Arm")], ARM_OPEN, 0.32)
        cx, cy = self.on_side(art_arms.WRIST)
        return cx + (x - cx) * size, cy + (y - cy) * size

    def laid(self, below: float) -> Surface:
        """Where the drawing of a raised sleeve lies, of which a piece begins at y = `below`."""
        left, top = art_arms.RAISED_SHOULDER
        return lambda _pose, x, y: self.on_side(art_arms.on_canvas(x - left, art_arms.shortened(y + below - top)))


def arm(rig: Rig, trunk: Space, side: str) -> Space:
    """An arm that hangs, rises and waves; past the middle of its fold, or of its hold, a bent one takes its place.

    Returns where the things in its hand are.
    """
    rig.begin_part(f"PartArm{side}")
    arm = Arm(side)
    _hanging_arm(rig, _shoulder(rig, trunk, arm), arm)
    beside = rig_things.unless(rig, trunk, arm.parameter("Hold"), f"WarpFolded{side}", (200, 760, 600, 400))
    _folded_arm(rig, beside, side, arm.on_side(art_arms.SHOULDER), arm.mirror)
    return rig_things.holding_arm(rig, trunk, side)


def _shoulder(rig: Rig, trunk: Space, arm: Arm) -> Space:
    side, hold, pivot = arm.side, arm.parameter("Hold"), arm.on_side(art_arms.SHOULDER)

    def lag(pose: Pose) -> float:
        return -5 * pose["ParamArmSway"] - arm.out * 2 * abs(pose["ParamArmSway"])

    def turn_in(pose: Pose) -> float:
        return arm.out * READY * min(TAKEN, pose[hold])

    sway = rig.rotation(f"RotationArmSway{side}", trunk, pivot, keyed("ParamArmSway"), lag)
    ready = rig.rotation(
        f"RotationArmReady{side}", sway, pivot, keyed(hold), turn_in, opacity=rig_things.shown(hold, 0.0)
    )
    keys = keyed(arm.parameter("Arm"), arm.parameter("Arm", "Fold"), arm.parameter("Hand"))
    return rig.rotation(f"RotationArm{side}", ready, pivot, keys, arm.angle, arm.reach, arm.hangs)


def _hanging_arm(rig: Rig, shoulder: Space, arm: Arm) -> None:
    side, mirror = arm.side, arm.mirror
    lift, elbow, hand, drag = (arm.parameter(*part) for part in (("Arm",), ("Elbow",), ("Hand",), ("Hand", "Drag")))
    left, top, width, height = art_arms.FRAME
    frame = (left if mirror is None else 2 * mirror - left - width, top, width, height)
    forearm = rig.warp(f"WarpArm{side}", shoulder, frame, 4, ((lift, LIFTS), (elbow, BENDS)), arm.bend, rows=24)

    def turn(pose: Pose) -> float:
        return -arm.out * (24 * pose[hand] + 22 * pose[drag])

    wrist = rig.rotation(f"RotationHand{side}", forearm, arm.on_side(art_arms.WRIST), keyed(hand, drag), turn)
    keys = ((lift, RAISED_KEYS),)
    rig.picture(f"Paw{side}", wrist, 350, keys, opacity=arm.hangs_down, sprite="Paw", mirror=mirror)
    rig.picture(
        f"OpenHand{side}",
        wrist,
        arm.order(351),
        keyed(lift),
        arm.spread,
        arm.is_raised,
        sprite="OpenHand",
        mirror=mirror,
    )
    rig.picture(f"Sleeve{side}", forearm, 352, keys, opacity=arm.hangs_down, sprite="Sleeve", mirror=mirror, cell=28)
    for name, below, order, rows in (("Shoulder", 0.0, 351, 7), ("Sleeve", art_arms.SEAM, arm.order(352), 21)):
        rig.ribbon(
            f"Raised{name}{side}", f"Raised{name}", forearm, order, keys, arm.laid(below), arm.is_raised, (), 4, rows
        )


def _folded_arm(rig: Rig, trunk: Space, side: str, shoulder: Spot, mirror: float | None) -> None:
    out, fold, hand = (1 if side == "L" else -1), f"ParamArm{side}Fold", f"ParamHand{side}"

    def settle(pose: Pose, x: float, y: float) -> Spot:
        x, y = turned_about(x, y, (shoulder[0], shoulder[1] + 120), out * 5 * pose[hand])
        low = min(1.0, 2 * (1 - pose[fold]))
        elbow = (shoulder[0] + out * 24, shoulder[1] + 116)
        return turned_about(x, y, elbow, -out * 72 * low * ramp(-out * (x - elbow[0]), -10, 50))

    rig.picture(
        f"FoldedArm{side}",
        trunk,
        780,
        keyed(fold, hand),
        settle,
        lambda p: 1.0 if p[fold] > 0.53 else 0.0,
        sprite="FoldedArm",
        mirror=mirror,
    )
