"""The rig: which drawing hangs on which deformer, and how each follows the parameters."""

import math

from . import rig_arms, rig_face, rig_legs, rig_mouth, rig_things
from .atlas import Atlas
from .figure import Figure
from .moc import Binding, Canvas, MocWriter, Pose
from .paint import CENTRE
from .parameters import PARAMETERS
from .rig_legs import GROUND
from .rigging import Move, Placement, Rig, Space, Spot, keyed, ramp, stay, turned_about

CANVAS = Canvas(1080, 1500, 1080, 540, 750)
"""What an application sees; the margins leave room for hops, tilts and the swinging tail."""
PLACEMENT = Placement(0.94, (516, 1388), (540, 1404))
HEM = 1200.0
"""Where the legs begin."""
NECK = (CENTRE, 850.0)
HEAD_CENTRE = (CENTRE, 620.0)
YAW, PITCH = math.radians(20), math.radians(15)
HIT_AREAS = {"Head": "HitAreaHead", "Body": "HitAreaBody", "Tail": "HitAreaTail"}
"""Mesh id by the name an application asks for."""


def build(atlas: Atlas, figure: Figure) -> MocWriter:
    """The whole model."""
    rig = Rig(CANVAS, PLACEMENT, MocWriter(CANVAS, list(PARAMETERS)), atlas)
    rig.begin_part("PartShadow")
    _shadow(rig)
    rig.begin_part("PartBody")
    lean = rig.rotation(
        "RotationBody", rig.root, (CENTRE, GROUND), keyed("ParamBodyAngleZ"), lambda p: p["ParamBodyAngleZ"] * 0.15
    )
    # Within the rotation: what a rotation carries keeps its size when a warp around it is squeezed.
    stature = rig.warp(
        "WarpStature", lean, (-100, -100, 1200, 1700), 6, (), lambda p, x, y: _stature(figure, x, y), rows=17
    )
    hop = rig.warp("WarpHop", stature, (-100, -100, 1200, 1700), 5, keyed("ParamHop", "ParamSpring"), _hop)
    stance = rig.warp(
        "WarpStance", hop, rig_legs.FRAME, 10, keyed("ParamBodyAngleZ", "ParamHips", "ParamSit"), rig_legs.stance
    )
    breath = rig.warp("WarpBreath", stance, (-60, -60, 1120, 1500), 8, keyed("ParamBreath"), _breath)
    trunk = rig.warp(
        "WarpTrunk", breath, (-40, -40, 1080, 1460), 8, keyed("ParamBodyAngleX", "ParamBodyAngleY"), _trunk
    )
    rig_legs.legs(rig, hop, rig_legs.STRIDE / figure.waist)
    _body(rig, trunk)
    _tail(rig, trunk)
    hands = {side: rig_arms.arm(rig, trunk, side) for side in "RL"}
    rig_things.held(rig, trunk, hands["L"])
    head = rig.rotation(
        "RotationHead", trunk, NECK, keyed("ParamAngleZ"), lambda p: p["ParamAngleZ"] * 0.35, lambda p: figure.head
    )
    _head(rig, head, figure)
    return rig.writer


def _shadow(rig: Rig) -> None:
    def shrink(pose: Pose, x: float, y: float) -> Spot:
        size = 1 - 0.22 * pose["ParamHop"] if pose["ParamHop"] > 0 else 1 - 0.05 * pose["ParamHop"]
        return CENTRE + (x - CENTRE) * size, GROUND + (y - GROUND) * size

    rig.picture(
        "Shadow",
        rig.root,
        100,
        keyed("ParamHop"),
        shrink,
        lambda p: 1 - 0.3 * max(0.0, p["ParamHop"]),
        cell=300,
    )


def _stature(figure: Figure, x: float, y: float) -> Spot:
    """Longer legs and a narrower waist than those of the drawing; what is above the hem only goes up."""
    longer = (figure.legs - 1) * (GROUND - max(y, HEM))
    narrow = 1 - (1 - figure.waist) * ramp(y, 900, 1100)
    return CENTRE + (x - CENTRE) * narrow, y - longer


def _hop(pose: Pose, x: float, y: float) -> Spot:
    hop, spring = pose["ParamHop"], pose["ParamSpring"]
    tall, up = (0.06 * hop, 84 * hop) if hop > 0 else (0.15 * hop, 0.0)
    tall += 0.09 * spring
    return CENTRE + (x - CENTRE) * (1 - tall * 0.5), GROUND + (y - GROUND) * (1 + tall) - up


def _breath(pose: Pose, x: float, y: float) -> Spot:
    swell = ramp(y, 1200, 1040) * ramp(y, 820, 1000) * pose["ParamBreath"]
    return x + (x - CENTRE) * 0.018 * swell, y - 9 * ramp(y, 1300, 860) * pose["ParamBreath"]


def _trunk(pose: Pose, x: float, y: float) -> Spot:
    """Turn the trunk as a drum: its front goes with the turn, its near side grows, its far side is foreshortened."""
    turn, stretch = pose["ParamBodyAngleX"] / 10, pose["ParamBodyAngleY"] / 10
    radius = 130 + 90 * ramp(y, 880, 1180)
    across = (x - CENTRE) / radius
    front = math.sqrt(max(0.0, 1 - across * across))
    # The head has its own turn: around the neck there is little, and nothing slants, for the head would tilt with it.
    below = ramp(y, 850, 1000)
    hem = ramp(y, 1040, 1200)
    dx = turn * (16 * ramp(y, GROUND, 760) + front * (10 + 58 * below + 14 * hem))
    narrower = 0.13 * below * abs(turn) + 0.08 * below * turn * max(-1.0, min(1.0, across))
    # Seen from above, the hem's near side hangs lower.
    sag = -turn * across * (9 + 11 * hem) * below
    return x + dx - narrower * (x - CENTRE), y - stretch * 34 * ramp(y, GROUND, 760) + sag


def _body(rig: Rig, trunk: Space) -> None:
    rig.picture("Hoodie", trunk, 320)
    rig_things.scarf(rig, trunk, _hanging("ParamScarf", 900, 1030, 34))
    rig.hit_area(HIT_AREAS["Body"], trunk, (320, 850, 360, 530))


def _hanging(parameter: str, top: float, bottom: float, reach: float) -> Move:
    """Something that hangs from y = top and swings, more towards its end."""

    def move(pose: Pose, x: float, y: float) -> Spot:
        t = min(1.3, max(0.0, (y - top) / (bottom - top)))
        return x + pose[parameter] * reach * t**1.6, y - abs(pose[parameter]) * reach * 0.16 * t * t

    return move


def _tail(rig: Rig, trunk: Space) -> None:
    rig.begin_part("PartTail")
    # It grows from the back, which turns the other way: it comes forth behind her, or hides.
    back = rig.warp("WarpTail", trunk, (520, 560, 480, 720), 3, keyed("ParamBodyAngleX"), _tail_turn)
    root = rig.rotation(
        "RotationTail", back, (600, 1120), keyed("ParamTail"), lambda p: _outward_less(p["ParamTail"]) * 24
    )

    def bend(pose: Pose, x: float, y: float) -> Spot:
        along = ramp(-0.35 * x + 1.0 * y, 1000, 420)
        tip, middle = _outward_less(pose["ParamTailTip"]), _outward_less(pose["ParamTailMid"])
        x, y = turned_about(x, y, (850, 980), tip * 12 * ramp(along, 0.35, 1))
        return turned_about(x, y, (720, 1110), middle * 8 * ramp(along, 0.05, 0.7))

    rig.picture("Tail", root, 200, keyed("ParamTailMid", "ParamTailTip"), bend, cell=44)
    rig.hit_area(HIT_AREAS["Tail"], root, (690, 720, 230, 490))


def _tail_turn(pose: Pose, x: float, y: float) -> Spot:
    turn = pose["ParamBodyAngleX"] / 10
    return x - turn * 62 - (0.1 if turn > 0 else 0.04) * turn * (x - 600), y


def _outward_less(value: float) -> float:
    """The tail swings less to the outside, where the canvas ends."""
    return value * 0.45 if value > 0 else value


def _sphere(radius: float, base: float, height: float, centre: Spot = HEAD_CENTRE) -> Move:
    """Turning a head: a point keeps its place on a dome `height` high that stands `base` before the axis."""

    def move(pose: Pose, x: float, y: float) -> Spot:
        yaw, pitch = pose["ParamAngleX"] / 30 * YAW, pose["ParamAngleY"] / 30 * PITCH
        dx, dy = x - centre[0], y - centre[1]
        depth = base + height * math.cos(min(1.0, math.hypot(dx, dy) / radius) * math.pi / 2)
        dx, depth = (
            dx * math.cos(yaw) + depth * math.sin(yaw),
            depth * math.cos(yaw) - dx * math.sin(yaw) * 0.5,
        )
        dy = dy * math.cos(pitch) - depth * math.sin(pitch)
        return centre[0] + dx, centre[1] + dy

    return move


def _head(rig: Rig, head: Space, figure: Figure) -> None:
    turn = keyed("ParamAngleX", "ParamAngleY")
    rig.begin_part("PartHairBack")
    back = rig.warp("WarpHairBack", head, (80, 220, 840, 800), 6, turn, _sphere(340, -62, 0))
    rig.picture("BackHair", back, 150, keyed("ParamHairBackL", "ParamHairBackR"), _back_hair, cell=62)
    rig.begin_part("PartEars")
    ears = rig.warp("WarpEars", head, (120, 60, 760, 460), 5, turn, _sphere(340, 108, 20))
    for side in "RL":
        _ear(rig, ears, side)
    rig.begin_part("PartFace")
    skull = rig.warp("WarpSkull", head, (160, 240, 680, 680), 8, turn, _sphere(330, 35, 165))
    rig.picture("Face", skull, 500)
    rig.hit_area(HIT_AREAS["Head"], skull, (200, 270, 600, 570))
    face = rig.warp("WarpFace", head, (160, 360, 680, 560), 8, turn, _sphere(320, 55, 180))
    _features(rig, face, figure)
    rig_things.glasses(rig, face)
    rig.begin_part("PartHairFront")
    hair = rig.warp("WarpHairFront", head, (90, 140, 820, 860), 8, turn, _sphere(370, 96, 225))
    _hair(rig, hair, turn)
    rig_things.hats(rig, hair)
    rig.begin_part("PartEffects")
    _effects(rig, head, face)


def _back_hair(pose: Pose, x: float, y: float) -> Spot:
    """Each side of the hair swings by its own spring; between them it follows both."""
    side = ramp(x, 380, 620)
    swing = pose["ParamHairBackR"] * (1 - side) + pose["ParamHairBackL"] * side
    t = min(1.3, max(0.0, (y - 560) / 370))
    return x + swing * 34 * t**1.6, y - abs(swing) * 5 * t * t


def _ear(rig: Rig, ears: Space, side: str) -> None:
    out = 1 if side == "L" else -1
    pivot = (CENTRE + out * 160, 380)
    droop, twitch = f"ParamEar{side}", "ParamEarTwitch"
    root = rig.rotation(
        f"RotationEar{side}",
        ears,
        pivot,
        keyed(droop, twitch),
        lambda p: out * ((-8 if p[droop] > 0 else -31) * p[droop] + 9 * p[twitch]),
    )

    def follow(pose: Pose, x: float, y: float) -> Spot:
        return turned_about(x, y, pivot, -pose["ParamEarSway"] * 9 * ramp(y, 400, 160))

    rig.picture(f"Ear{side}", root, 400, keyed("ParamEarSway"), follow)


def _muzzle(pose: Pose, x: float, y: float) -> Spot:
    """The nose stands out before the face, the mouth less."""
    out = 25 - 12 * ramp(y, 745, 800)
    return x + pose["ParamAngleX"] / 30 * out, y - pose["ParamAngleY"] / 30 * out * 0.4


def _features(rig: Rig, face: Space, figure: Figure) -> None:
    for side, mirror in (("R", None), ("L", CENTRE)):
        rig.picture(
            f"Cheek{side}",
            face,
            512,
            keyed("ParamCheek"),
            opacity=lambda p: 0.5 + 0.5 * p["ParamCheek"],
            sprite="Cheek",
            mirror=mirror,
        )
    rig.picture("BlushLines", face, 514, keyed("ParamBlushLines"), opacity=lambda p: p["ParamBlushLines"])
    turn = keyed("ParamAngleX", "ParamAngleY")
    muzzle = rig.warp("WarpMuzzle", face, (380, 690, 240, 210), 4, turn, _muzzle)
    rig.picture("Nose", muzzle, 548)
    for side in "RL":
        rig_face.eye(rig, face, side, figure)
    rig_mouth.mouth(rig, muzzle, figure.mouth)


def _lock(upper: str, tip: str) -> Move:
    """A lock in two links: the lower one swings after the upper."""

    def move(pose: Pose, x: float, y: float) -> Spot:
        whole = min(1.2, max(0.0, (y - 570) / 380))
        end = min(1.2, max(0.0, (y - 740) / 230))
        dx = pose[upper] * 32 * whole**1.5 + pose[tip] * 26 * end**1.5
        return x + dx, y - abs(pose[upper]) * 5 * whole**2 - abs(pose[tip]) * 5 * end**2

    return move


def _against(pose: Pose, x: float, y: float) -> Spot:
    """Light keeps its place in the room while the hair below it turns."""
    return x - pose["ParamAngleX"] / 30 * 42, y + pose["ParamAngleY"] / 30 * 26


def _hair(rig: Rig, hair: Space, turn: tuple[Binding, ...]) -> None:
    def bangs(pose: Pose, x: float, y: float) -> Spot:
        middle = 1 - 0.25 * abs(x - CENTRE) / 300
        swing = pose["ParamHairFront"] * 15 * ramp(y, 430, 660) + pose["ParamHairFrontTip"] * 13 * ramp(y, 540, 690)
        return x + swing * middle, y

    rig.picture("FringeShade", hair, 520, keyed("ParamHairFront", "ParamHairFrontTip"), bangs, cell=70, multiplied=True)
    rig.picture("FrontHair", hair, 600, keyed("ParamHairFront", "ParamHairFrontTip"), bangs, cell=50)
    rig.picture("Gloss", hair, 601, turn, _against, cell=90)
    for side in "RL":
        upper, tip = f"ParamHairSide{side}", f"ParamHairSide{side}Tip"
        rig.picture(f"SideLock{side}", hair, 590, keyed(upper, tip), _lock(upper, tip), cell=44)

    def sway(pose: Pose, x: float, y: float) -> Spot:
        return turned_about(x, y, (505, 296), pose["ParamSprig"] * 22 * ramp(y, 306, 170))

    sprig = rig_things.unless(rig, hair, "ParamHat", "WarpSprig", (380, 120, 260, 220))
    rig.picture("Sprig", sprig, 598, keyed("ParamSprig"), sway, cell=26)

    def tremble(pose: Pose, x: float, y: float) -> Spot:
        return turned_about(x, y, (688, 456), pose["ParamClip"] * 16 * ramp(y, 456, 400))

    rig.picture("Clip", hair, 610, keyed("ParamClip"), tremble, cell=26)


def _effects(rig: Rig, head: Space, face: Space) -> None:
    for side, mirror in (("R", None), ("L", CENTRE)):
        _shown(rig, face, f"TearStream{side}", "ParamTears", 545, sprite="TearStream", mirror=mirror)
        _shown(rig, face, f"TearDrop{side}", "ParamTearDrop", 546, sprite="TearDrop", mirror=mirror)
    _shown(rig, face, "Gloom", "ParamGloom", 515)
    _shown(rig, face, "NoseBubble", "ParamNoseBubble", 800, pop=True)
    for name in ("Sweat", "Anger", "SleepMark", "Thought", "Sparkle", "Startle"):
        _shown(rig, head, name, f"Param{name}", 900, pop=True)


def _shown(
    rig: Rig,
    parent: Space,
    name: str,
    parameter: str,
    order: float,
    pop: bool = False,
    sprite: str | None = None,
    mirror: float | None = None,
) -> None:
    """A drawing that fades in with its parameter; `pop` lets it grow as well."""
    region = rig.atlas.regions[sprite or name]
    centre = (region.x, region.y + region.height)

    def move(pose: Pose, x: float, y: float) -> Spot:
        size = 0.6 + 0.4 * pose[parameter] if pop else 1.0
        return centre[0] + (x - centre[0]) * size, centre[1] + (y - centre[1]) * size

    rig.picture(
        name,
        parent,
        order,
        keyed(parameter),
        move if pop else stay,
        lambda p: p[parameter],
        cell=90,
        sprite=sprite,
        mirror=mirror,
    )
