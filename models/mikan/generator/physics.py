"""Springs: which parameters swing after which, as Cubism's pendulum chains."""

from dataclasses import dataclass

JsonObject = dict[str, object]

HEAD_SWAY = (
    ("ParamAngleX", 26, "X"),
    ("ParamAngleY", 14, "X"),
    ("ParamAngleZ", 75, "Angle"),
    ("ParamHop", 12, "X"),
    ("ParamBodyAngleX", 20, "X"),
    ("ParamBodyAngleZ", 30, "Angle"),
    ("ParamBreath", 10, "X"),
)
"""What shakes the things on the head: parameter, weight, kind of push."""


@dataclass(frozen=True, slots=True)
class Spring:
    """A pendulum chain: `links` are (length, liveliness, output parameter or "", scale)."""

    name: str
    inputs: tuple[tuple[str, float, str], ...]
    links: tuple[tuple[float, float, str, float], ...]


SPRINGS = (
    Spring("Bangs", HEAD_SWAY, ((6, 1.4, "ParamHairFront", 2.2), (5, 1.2, "ParamHairFrontTip", 2.2))),
    Spring("Left side lock", HEAD_SWAY, ((10, 1.05, "ParamHairSideL", 2.0), (8, 0.95, "ParamHairSideLTip", 1.9))),
    Spring("Right side lock", HEAD_SWAY, ((11, 1.0, "ParamHairSideR", 2.0), (8, 0.9, "ParamHairSideRTip", 1.9))),
    Spring("Left back hair", HEAD_SWAY, ((14, 0.9, "ParamHairBackL", 2.2),)),
    Spring("Right back hair", HEAD_SWAY, ((16, 0.86, "ParamHairBackR", 2.2),)),
    Spring("Lock on the crown", HEAD_SWAY, ((5, 1.8, "ParamSprig", 3.2),)),
    Spring("Clip", HEAD_SWAY, ((4, 2.2, "ParamClip", 2.6),)),
    Spring("Ears", HEAD_SWAY, ((5, 1.6, "ParamEarSway", 2.0),)),
    Spring("Landing", (("ParamHop", 100, "X"),), ((7, 1.3, "ParamSpring", 1.2),)),
    Spring(
        "Arms",
        (
            ("ParamBodyAngleX", 40, "X"),
            ("ParamBodyAngleZ", 50, "Angle"),
            ("ParamHop", 14, "X"),
            ("ParamBreath", 8, "X"),
        ),
        ((9, 1.1, "ParamArmSway", 2.2),),
    ),
    Spring("Left hand", (("ParamArmL", 60, "X"), ("ParamElbowL", 60, "X")), ((8, 1.2, "ParamHandLDrag", 1.6),)),
    Spring("Right hand", (("ParamArmR", 60, "X"), ("ParamElbowR", 60, "X")), ((8, 1.2, "ParamHandRDrag", 1.6),)),
    Spring(
        "Scarf",
        (
            ("ParamBodyAngleX", 50, "X"),
            ("ParamBodyAngleZ", 60, "Angle"),
            ("ParamHop", 16, "X"),
            ("ParamAngleX", 10, "X"),
            ("ParamBreath", 10, "X"),
        ),
        ((12, 1.0, "ParamScarf", 2.6),),
    ),
    Spring(
        "Tail",
        (
            ("ParamTail", 100, "Angle"),
            ("ParamBodyAngleX", 20, "X"),
            ("ParamHop", 12, "X"),
            ("ParamBreath", 8, "X"),
        ),
        ((10, 1.1, "ParamTailMid", 1.1), (10, 0.9, "ParamTailTip", 0.85)),
    ),
)


def document(pace: float) -> JsonObject:
    """The physics3 file; at a slower pace what grows on the head is heavier."""
    return {
        "Version": 3,
        "Meta": {
            "PhysicsSettingCount": len(SPRINGS),
            "TotalInputCount": sum(len(spring.inputs) for spring in SPRINGS),
            "TotalOutputCount": sum(len(spring.links) for spring in SPRINGS),
            "VertexCount": sum(len(spring.links) + 1 for spring in SPRINGS),
            "Fps": 60,
            "EffectiveForces": {"Gravity": {"X": 0, "Y": -1}, "Wind": {"X": 0, "Y": 0}},
            "PhysicsDictionary": [
                {"Id": f"PhysicsSetting{i}", "Name": spring.name} for i, spring in enumerate(SPRINGS, 1)
            ],
        },
        "PhysicsSettings": [_setting(f"PhysicsSetting{i}", spring, pace) for i, spring in enumerate(SPRINGS, 1)],
    }


def _setting(id_: str, spring: Spring, pace: float) -> JsonObject:
    depths = [sum(link[0] for link in spring.links[: i + 1]) for i in range(len(spring.links))]
    return {
        "Id": id_,
        "Input": [
            {
                "Source": {"Target": "Parameter", "Id": source},
                "Weight": weight,
                "Type": kind,
                "Reflect": False,
            }
            for source, weight, kind in spring.inputs
        ],
        "Output": [
            {
                "Destination": {"Target": "Parameter", "Id": output},
                "VertexIndex": i,
                "Scale": scale,
                "Weight": 100,
                "Type": "Angle",
                "Reflect": False,
            }
            for i, (_, _, output, scale) in enumerate(spring.links, 1)
        ],
        "Vertices": [
            _vertex(0, 1, 0),
            *(
                _vertex(depth, lively * (pace if spring.inputs is HEAD_SWAY else 1.0), length)
                for depth, (length, lively, _, _) in zip(depths, spring.links, strict=True)
            ),
        ],
        "Normalization": {
            "Position": {"Minimum": -10, "Default": 0, "Maximum": 10},
            "Angle": {"Minimum": -25, "Default": 0, "Maximum": 25},
        },
    }


def _vertex(depth: float, liveliness: float, radius: float) -> JsonObject:
    return {
        "Position": {"X": 0, "Y": depth},
        "Mobility": 0.95,
        "Delay": round(0.85 * min(1.0, liveliness), 3),
        "Acceleration": round(1.2 * liveliness, 3),
        "Radius": radius,
    }
