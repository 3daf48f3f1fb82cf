"""Writes a model to a folder: container, texture and the JSON files around them.

CubismJson refuses some valid JSON (exponents, escapes, a number right before a closing bracket), so every
file is indented, unescaped and rounded.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from . import icon, physics, png, things
from .atlas import pack
from .characters import Character
from .drawings import sprites
from .expressions import EXPRESSIONS, Expression
from .motion import FADE_OUT, FPS, HOLD, SLOW_FADES, Group, Keys, Motion
from .motions import GROUPS
from .parameters import PARAMETERS
from .rig import HIT_AREAS, build

TEXTURE = "textures/texture_00.png"
EXPRESSION_FADE = 0.3


def write_model(folder: Path, character: Character, *, hurried: bool = False) -> None:
    """The whole model; files that are there already are replaced. hurried: with larger files of the same pictures."""
    for name in ("textures", "expressions", "motions"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    atlas = pack(sprites(character))
    png.save(atlas.image(), folder / TEXTURE, hurried=hurried)
    png.save(icon.picture(character), folder / "icon.png", hurried=hurried)
    (folder / f"{character.id}.moc3").write_bytes(build(atlas, character.figure).to_bytes())
    for file, document in _documents(character).items():
        # Keyframes are read by nobody: a curve takes one line.
        text = re.sub(r"(?<=\d,)\n *(?=[-\d])", " ", json.dumps(document, indent=1, ensure_ascii=False))
        (folder / file).write_text(text + "\n", encoding="utf-8", newline="\n")


def _documents(character: Character) -> dict[str, object]:
    """Every JSON file by its path."""
    documents: dict[str, object] = {
        f"{character.id}.model3.json": _model(character),
        f"{character.id}.physics3.json": physics.document(character.pace),
        f"{character.id}.cdi3.json": _display_names(),
        "character.json": _card(character),
    }
    for name, expression in EXPRESSIONS.items():
        documents[_expression_file(name)] = _expression(expression)
    for group, entry in _groups(character).items():
        for index, motion in enumerate(entry.motions):
            documents[_motion_file(group, index)] = _motion(motion)
    return documents


def _groups(character: Character) -> dict[str, Group]:
    """The motions that all characters share, in this one's manner, and its own in place of some."""

    def in_manner(group: Group) -> Group:
        motions = tuple(motion.in_manner(character.pace, character.reach) for motion in group.motions)
        return Group(group.meaning, motions)

    return {name: character.motions.get(name) or in_manner(group) for name, group in GROUPS.items()}


def _expression_file(name: str) -> str:
    return f"expressions/{name}.exp3.json"


def _motion_file(group: str, index: int) -> str:
    return f"motions/{group}_{index + 1:02}.motion3.json"


def _model(character: Character) -> object:
    name = character.id
    return {
        "Version": 3,
        "FileReferences": {
            "Moc": f"{name}.moc3",
            "Textures": [TEXTURE],
            "Physics": f"{name}.physics3.json",
            "DisplayInfo": f"{name}.cdi3.json",
            "Expressions": [{"Name": name, "File": _expression_file(name)} for name in EXPRESSIONS],
            "Motions": {
                group: [
                    {"File": _motion_file(group, index), "FadeInTime": motion.fade_in, "FadeOutTime": HOLD}
                    for index, motion in enumerate(entry.motions)
                ]
                for group, entry in _groups(character).items()
            },
        },
        "Groups": [
            {"Target": "Parameter", "Name": "EyeBlink", "Ids": ["ParamEyeLOpen", "ParamEyeROpen"]},
            {"Target": "Parameter", "Name": "LipSync", "Ids": ["ParamMouthOpenY"]},
        ],
        "HitAreas": [{"Id": mesh, "Name": name} for name, mesh in HIT_AREAS.items()],
    }


def _display_names() -> object:
    return {"Version": 3, "Parameters": [{"Id": p.id, "GroupId": "", "Name": p.name} for p in PARAMETERS]}


def _card(character: Character) -> object:
    return {
        "name": character.name,
        "description": character.description,
        "license": "CC0-1.0",
        "default_expression": "neutral",
        "idle_group": "Idle",
        "expressions": {name: expression.meaning for name, expression in EXPRESSIONS.items()},
        "motions": {name: group.meaning for name, group in _groups(character).items()},
        "greeting": character.greeting,
        "taps": character.taps,
        **things.documents(),
    }


def _expression(expression: Expression) -> object:
    changes = [(id_, value, "Add") for id_, value in expression.change.items() if value]
    scales = [(id_, value, "Multiply") for id_, value in expression.scale.items()]
    return {
        "Type": "Live2D Expression",
        "FadeInTime": EXPRESSION_FADE,
        "FadeOutTime": EXPRESSION_FADE,
        "Parameters": [{"Id": id_, "Value": value, "Blend": blend} for id_, value, blend in changes + scales],
    }


def _motion(motion: Motion) -> object:
    curves = motion.curves()
    segments = sum(len(keys) - 1 for keys in curves.values())
    return {
        "Version": 3,
        "Meta": {
            "Duration": round(motion.duration, 3),
            "Fps": FPS,
            "Loop": False,
            "AreBeziersRestricted": True,
            "CurveCount": len(curves),
            "TotalSegmentCount": segments,
            "TotalPointCount": 3 * segments + len(curves),
            "UserDataCount": 0,
            "TotalUserDataSize": 0,
            "FadeInTime": motion.fade_in,
            "FadeOutTime": HOLD,
        },
        "Curves": [
            {"Target": "Parameter", "Id": id_, "Segments": _segments(keys), **_fades(id_, motion)}
            for id_, keys in curves.items()
        ],
    }


def _fades(id_: str, motion: Motion) -> dict[str, float]:
    return {"FadeInTime": max(motion.fade_in, SLOW_FADES.get(id_, 0.0)), "FadeOutTime": FADE_OUT}


def _segments(keys: Keys) -> list[float]:
    """Bezier segments through the keys: flat at turning points, flowing through the others."""
    slopes = _slopes(keys)
    flat: list[float] = [keys[0][0], keys[0][1]]
    for (t0, v0), (t1, v1), s0, s1 in zip(keys, keys[1:], slopes, slopes[1:], strict=False):
        third = (t1 - t0) / 3
        flat += [1, t0 + third, v0 + s0 * third, t1 - third, v1 - s1 * third, t1, v1]
    return [round(float(v), 4) for v in flat]


def _slopes(keys: Keys) -> Sequence[float]:
    """Speed at each key, limited so that no curve overshoots its keys."""
    slopes = [0.0] * len(keys)
    for i in range(1, len(keys) - 1):
        before = (keys[i][1] - keys[i - 1][1]) / (keys[i][0] - keys[i - 1][0])
        after = (keys[i + 1][1] - keys[i][1]) / (keys[i + 1][0] - keys[i][0])
        if before * after > 0:
            slopes[i] = 2 * before * after / (before + after)
    return slopes
