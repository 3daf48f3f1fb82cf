"""Legs, and how the body stands on them: leaning, on one leg, or sitting on the ground."""

from .moc import Pose
from .paint import CENTRE
from .rigging import Rig, Space, Spot, keyed, ramp, turned_about

GROUND = 1376.0
FRAME = (-100.0, -100.0, 1200.0, 1600.0)
"""The whole body: left, top, width, height."""
_LEGS = (150.0, 900.0, 740.0, 600.0)
"""What the legs reach: left, top, width, height."""
HIPS = (CENTRE, 1150.0)
LEAN, TILT = 8.5, 3.5
"""Degrees by which the body bends to a side, and by which it bends back over the leg that carries it."""
SHIFT, SEAT = 62.0, 128.0
"""How far the hips go to one side, and down to the ground, in pixels."""
BOOT, CUFF = 1290.0, 1262.0
"""Where a boot ends and the leg begins, and the top of its cuff."""
SPREAD = 62.0
"""How far apart a foot of one who sits lies from where it stands."""
STRIDE = 44.0
"""How far a foot goes to either side of where it stands, when she walks."""
TOE, HIP_TURN = 44.0, 30.0
"""How far the toes and the hips of one who turns go to that side, in pixels."""


def stance(pose: Pose, x: float, y: float) -> Spot:
    """Feet stay where they are; from the hips up the body keeps its shape."""
    lean, hips, sit = pose["ParamBodyAngleZ"] / 10, pose["ParamHips"], pose["ParamSit"]
    above = ramp(y, GROUND, HIPS[1])
    x, y = turned_about(x, y, HIPS, (LEAN * lean - TILT * hips) * ramp(y, 1330, 960))
    wider = 1 + 0.1 * sit * ramp(y, 960, 1180) * ramp(y, GROUND, 1200)
    x = CENTRE + (x - CENTRE) * wider
    return x + (SHIFT * hips) * above, y + (SEAT * sit + 7 * abs(hips)) * above


def legs(rig: Rig, space: Space, stride: float) -> None:
    """Both legs; those of one who sits lie before the hem. stride: within `space`, so that the feet go by STRIDE."""
    for side, order in (("R", 300), ("L", 301)):
        _leg(rig, space, side, order, stride)


def _leg(rig: Rig, space: Space, side: str, order: float, stride: float) -> None:
    out, step = (1 if side == "L" else -1), f"ParamLeg{side}"
    foot = (CENTRE + out * 64, 1340.0)
    walked = f"ParamStride{side}"

    def walk(pose: Pose, x: float, y: float) -> Spot:
        return x + stride * pose[walked] * ramp(y, 1170, 1280), y

    walking = rig.warp(f"WarpStride{side}", space, _LEGS, 2, keyed(walked), walk, rows=12)

    def move(pose: Pose, x: float, y: float) -> Spot:
        sit, stepped = pose["ParamSit"], pose[step]
        turn = pose["ParamBodyAngleX"] / 10 * (1 - 0.7 * sit)
        leg = ramp(y, BOOT + 10, 1180)
        hip_x, hip_y = stance({**pose, "ParamBodyAngleZ": 0.0}, x, min(y, 1200))
        lifted = 40 * (1 - abs(2 * stepped - 1)) if stepped > 0 else -34 * stepped
        tilt = out * (26 * sit + (-16 * (1 - abs(2 * stepped - 1)) if stepped > 0 else -14 * stepped))
        # Standing, the near foot comes before the other, and both point where she turns.
        near = -out * turn * (1 - sit)
        toe = ramp(y, 1270, 1376)
        size = 1 + 0.09 * near - 0.08 * abs(turn)
        # Of the leg of one who sits, the boot hides all but the cuff.
        tucked = sit * max(0.0, CUFF - y)
        narrow = 1 - 0.4 * sit * ramp(y, CUFF, CUFF - 40)
        fx, fy = turned_about(foot[0] + (x - foot[0]) * narrow, y + tucked, foot, tilt)
        fx = foot[0] + (fx - foot[0]) * size + out * (SPREAD * sit + (54 if stepped > 0 else 26) * stepped)
        fx += turn * (6 + TOE * toe * (0.6 + 0.4 * ramp(turn * (x - foot[0]), -60, 60))) - out * 12 * abs(turn)
        fy += 11 * near - lifted - 8 * sit
        hip_x, hip_y = fx + (hip_x + turn * HIP_TURN - fx) * leg, fy + (hip_y - fy) * leg
        return hip_x + (fx - hip_x) * sit, hip_y + (fy - hip_y) * sit

    bindings = keyed("ParamHips", step, "ParamSit", "ParamBodyAngleX")
    rig.picture(f"Leg{side}", walking, lambda p: order + 34 * p["ParamSit"], bindings, move)
