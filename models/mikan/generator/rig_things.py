"""Things that are held and worn: each is shown by its own parameter, which is 0 or 1 but for the moment of a change."""

from . import art_worn
from .moc import Pose
from .paint import CENTRE
from .parameters import CROSSING, TAKEN
from .rigging import Move, Rig, Space, Spot, keyed, ramp, stay, turned_about

FRAME = (270.0, 820.0, 350.0, 310.0)
"""What the arm on the left of the picture holds, with that arm: left, top, width, height."""
BEFORE_BODY = (180.0, 820.0, 640.0, 330.0)
"""What is held with both hands."""
ELBOW = (322.0, 1062.0)
LOW, TOAST, TURN = 46.0, 58.0, 10.0
"""Degrees below its place from which a hand comes up, pixels by which a raised arm lifts what it holds, and degrees by
which its hand turns it."""
SLEEVE, THING, FIST = 353, 776, 780
"""Orders of drawing: a sleeve is before the body, below scarf and hair."""
IN_ONE_HAND, IN_BOTH_HANDS = ("Cup", "Phone", "Pen"), ("Book", "Laptop", "FoldedHands")


def shown(parameter: str, value: float = 1.0):
    """Opacity of what a parameter brings on; `value` 0: of what it takes away."""
    return lambda p: value if p[parameter] > TAKEN else 1 - value


def unless(rig: Rig, parent: Space, parameter: str, name: str, frame: tuple[float, float, float, float]) -> Space:
    """Where everything vanishes as soon as a parameter is on."""
    return rig.warp(name, parent, frame, 1, keyed(parameter), stay, shown(parameter, 0.0))


def holding_arm(rig: Rig, trunk: Space, side: str) -> Space:
    """An arm that is bent before the body; past the middle of ParamHold it takes the place of the other."""
    out, mirror = (1, CENTRE) if side == "L" else (-1, None)
    hold, lift, hand = f"ParamHold{side}", f"ParamArm{side}", f"ParamHand{side}"
    elbow = (ELBOW[0] if mirror is None else 2 * mirror - ELBOW[0], ELBOW[1])

    def lift_hand(pose: Pose, x: float, y: float) -> Spot:
        x, y = turned_about(x, y, elbow, -out * (LOW * _low(pose[hold]) - TURN * pose[hand]))
        return x, y - TOAST * max(0.0, pose[lift])

    def lift_sleeve(pose: Pose, x: float, y: float) -> Spot:
        forearm = ramp(-out * (x - elbow[0]), 6, 70) * ramp(y, 920, 980)
        hx, hy = lift_hand(pose, x, y)
        return x + (hx - x) * forearm, y + (hy - y) * forearm

    left, top, width, height = FRAME
    frame = (left if mirror is None else 2 * mirror - left - width, top, width, height)
    bindings = ((hold, CROSSING), (lift, (-1.0, 0.0, 1.0)), *keyed(hand))
    arm = rig.warp(f"WarpHold{side}", trunk, frame, 6, bindings, lift_sleeve, shown(hold))
    rig.picture(f"HoldingSleeve{side}", arm, SLEEVE, sprite="HoldingSleeve", mirror=mirror, cell=40)
    space = rig.warp(f"WarpHand{side}", trunk, frame, 2, bindings, lift_hand, shown(hold))
    fists = unless(rig, space, "ParamFoldedHands", f"WarpFist{side}", frame)
    rig.picture(f"Fist{side}", fists, FIST, sprite="Fist", mirror=mirror)
    return space


def _low(hold: float) -> float:
    return min(1.0, (1 - hold) / (1 - TAKEN))


def held(rig: Rig, trunk: Space, left_hand: Space) -> None:
    """What the hands can hold."""
    rig.begin_part("PartThings")
    for name in IN_ONE_HAND:
        _thing(rig, left_hand, name, THING)

    def rise(pose: Pose, x: float, y: float) -> Spot:
        return x, y + 64 * _low(pose["ParamHoldL"])

    both = rig.warp("WarpHoldBoth", trunk, BEFORE_BODY, 4, (("ParamHoldL", CROSSING),), rise)
    for name in IN_BOTH_HANDS:
        _thing(rig, both, name, THING + 1)


def _thing(rig: Rig, space: Space, name: str, order: float, move: Move = stay, *more: str, cell: float = 56) -> None:
    parameter = f"Param{name}"
    rig.picture(name, space, order, keyed(parameter, *more), move, shown(parameter), cell=cell)


def glasses(rig: Rig, face: Space) -> None:
    """Spectacles: a little before the face, below the bangs."""

    def before(pose: Pose, x: float, y: float) -> Spot:
        return x + pose["ParamAngleX"] / 30 * 12, y - pose["ParamAngleY"] / 30 * 7

    _thing(rig, face, "Glasses", 566, before, "ParamAngleX", "ParamAngleY", cell=64)


def hats(rig: Rig, hair: Space) -> None:
    """What is worn on the hair."""
    _thing(rig, hair, "FlowerCrown", 604, cell=50)
    _thing(rig, hair, "Hat", 606, cell=50)
    x, y, radius = art_worn.POMPOM

    def swing(pose: Pose, px: float, py: float) -> Spot:
        return turned_about(px, py, (x, y + radius), pose["ParamSprig"] * 13)

    _thing(rig, hair, "Pompom", 607, swing, "ParamSprig")


def scarf(rig: Rig, trunk: Space, hanging: Move) -> None:
    """What is worn around the neck: the scarf, or the collar that is seen without it."""
    taken = "ParamScarfOff"
    rig.picture("Neckline", trunk, 384, keyed(taken), opacity=shown(taken))
    on = unless(rig, trunk, taken, "WarpScarf", (360, 780, 300, 280))
    rig.picture("Scarf", on, 380)
    rig.picture("ScarfEnd", on, 382, keyed("ParamScarf"), hanging, cell=30)
