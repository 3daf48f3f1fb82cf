"""The arms: hanging, raised and bent at the elbow, or folded with the hand at the chin."""

from collections.abc import Sequence

from . import art_arms, rig_things
from .moc import Pose
from .paint import CENTRE
from .parameters import ARM_BEFORE_HEAD, ARM_OPEN, TAKEN
from .rigging import Move, Rig, Space, Spot, Value, keyed, ramp, stay, turned_about

RAISED, BENT = 96.0, 60.0
"""Degrees by which a raised arm turns at the shoulder, and then bends at the elbow."""
ELBOW_HANGING, ELBOW_IN, ELBOW_OUT = 84.0, 36.0, 15.0
"""Degrees by which an elbow bends of itself: a hanging arm's to either side, a raised one's in, and out."""
LONGER_UPPER, LONGER_FOREARM = 1.0, 2.6
"""How much longer a raised arm is drawn: her head is larger than her arms are long."""
SPARED = 165.0
"""Degrees by which it bends more on its way up, when the canvas would end before the hand."""
READY = 36.0
"""Degrees by which an arm turns inwards before a holding one takes its place."""
SHRUG = 26.0
"""Pixels by which the shoulder of a raised arm rises."""
LIFTS, BENDS = (-1.0, 0.0, 0.3, 0.56, 0.8, 1.0), (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Key forms of the forearm by the arm's lift and by the elbow's bend."""
ELBOW_SHARE = art_arms.along(*art_arms.ELBOW)


def arm(rig: Rig, trunk: Space, side: str, scarf: Sequence[int]) -> Space:
    """An arm that hangs, rises and waves; past the middle of its fold, or of its hold, a bent one takes its place.

    scarf: the meshes around the neck, which it never covers. Returns where the things in its hand are.
    """
    rig.begin_part(f"PartArm{side}")
    out, mirror = (1, CENTRE) if side == "L" else (-1, None)
    lift, hand, fold, elbow = f"ParamArm{side}", f"ParamHand{side}", f"ParamArm{side}Fold", f"ParamElbow{side}"

    drag = f"ParamHand{side}Drag"

    def on_side(spot: Spot) -> Spot:
        return (spot[0] if mirror is None else 2 * mirror - spot[0]), spot[1]

    def hanging(pose: Pose) -> float:
        return 1.0 if pose[fold] <= 0.53 else 0.0

    def order(level: float) -> Value:
        return lambda p: level + (420 if p[lift] > ARM_BEFORE_HEAD else 0)

    def angle(pose: Pose) -> float:
        raised = (RAISED if pose[lift] > 0 else 12) * pose[lift]
        return -out * (raised + 4 * pose[hand] * max(0.0, pose[lift]) - 62 * min(0.5, pose[fold]))

    def bend(pose: Pose, x: float, y: float) -> Spot:
        """Lengthened, the forearm goes further than the upper arm, and bends by itself."""
        up = max(0.0, pose[lift])
        share = art_arms.along(*on_side((x, y)))
        longer = up**3
        dx, dy = art_arms.lengthened(share, LONGER_UPPER * longer, LONGER_FOREARM * longer)
        joint = art_arms.lengthened(ELBOW_SHARE, LONGER_UPPER * longer, 0)
        pivot = on_side((art_arms.ELBOW[0] + joint[0], art_arms.ELBOW[1] + joint[1]))
        raised = ELBOW_IN if pose[elbow] > 0 else ELBOW_OUT
        degrees = min(1.0, 1.5 * up) * (BENT + SPARED * up * (1 - up)) + pose[elbow] * (
            ELBOW_HANGING + up * (raised - ELBOW_HANGING)
        )
        shrug = SHRUG * longer
        share = ramp(share, ELBOW_SHARE - 0.14, ELBOW_SHARE + 0.16)
        return turned_about(x - out * dx, y + dy - shrug, (pivot[0], pivot[1] - shrug), -out * degrees * share)

    def reach(pose: Pose) -> float:
        return 1 + 0.24 * max(0.0, pose[lift]) ** 3 - 0.36 * min(0.5, pose[fold])

    sway = rig.rotation(
        f"RotationArmSway{side}",
        trunk,
        on_side(art_arms.SHOULDER),
        keyed("ParamArmSway"),
        lambda p: -5 * p["ParamArmSway"] - out * 2 * abs(p["ParamArmSway"]),
    )
    hold = f"ParamHold{side}"
    ready = rig.rotation(
        f"RotationArmReady{side}",
        sway,
        on_side(art_arms.SHOULDER),
        keyed(hold),
        lambda p: out * READY * min(TAKEN, p[hold]),
        opacity=rig_things.shown(hold, 0.0),
    )
    shoulder = rig.rotation(
        f"RotationArm{side}", ready, on_side(art_arms.SHOULDER), keyed(lift, fold, hand), angle, reach
    )
    left, top, width, height = art_arms.FRAME
    frame = (left if mirror is None else 2 * mirror - left - width, top, width, height)
    forearm = rig.warp(f"WarpArm{side}", shoulder, frame, 6, ((lift, LIFTS), (elbow, BENDS)), bend, rows=24)
    wrist = rig.rotation(
        f"RotationHand{side}",
        forearm,
        on_side(art_arms.WRIST),
        keyed(hand, drag),
        lambda p: -out * (24 * p[hand] + 22 * p[drag]),
    )
    palm = keyed(lift, fold)

    def spread(pose: Pose, x: float, y: float) -> Spot:
        size = 0.78 + 0.22 * ramp(pose[lift], ARM_OPEN, 0.32)
        (cx, cy) = on_side(art_arms.WRIST)
        return cx + (x - cx) * size, cy + (y - cy) * size

    def hand_picture(name: str, shown: Value, level: float, move: Move = stay) -> None:
        rig.picture(
            f"{name}{side}",
            wrist,
            order(level),
            palm,
            move,
            opacity=lambda p: hanging(p) * shown(p),
            sprite=name,
            mirror=mirror,
        )

    hand_picture("Paw", lambda p: 1.0 if p[lift] <= ARM_OPEN else 0.0, 350)
    hand_picture("OpenHand", lambda p: 1.0 if p[lift] > ARM_OPEN else 0.0, 351, spread)

    # Raised, it is before the hair, but still below what is worn around the neck.
    rig.picture(
        f"Sleeve{side}",
        forearm,
        order(352),
        palm,
        opacity=hanging,
        sprite="Sleeve",
        mirror=mirror,
        cell=28,
        outside=scarf,
    )
    beside = rig_things.unless(rig, trunk, hold, f"WarpFolded{side}", (200, 760, 600, 400))
    _folded_arm(rig, beside, side, on_side(art_arms.SHOULDER), mirror)
    return rig_things.holding_arm(rig, trunk, side)


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
