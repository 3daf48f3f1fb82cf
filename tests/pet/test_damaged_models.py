"""The command `deskpet doctor` survives every damaged model and reports its problems.

One process checks many models one after another: a crash or a hang also loses the results of all later ones.
"""

import json
import os
import random
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.pet.conftest import copy_of
from tests.pet.damage import (  # fmt: skip
    FACE,
    IDLE,
    MOC,
    PHYSICS,
    SETTINGS,
    TEXTURE,
    Damage,
    cut_at,
    files,
    json_changed,
    missing,
    replace,
    settings_changed,
    settings_replaced,
)

SEPARATOR = "\n-- next --\n"
CHECK = f"""
import sys
from deskpet.__main__ import main
for path in sys.argv[1:]:
    code = main(["doctor", path, "--json"])
    print(code, end={SEPARATOR!r}, flush=True)
"""
PROCESSES = 2

REFUSED = {"core-refused", "core-crashed", "core-timeout"}
TRUNCATED = {"moc-truncated"} | REFUSED


def zeroed(name: str, at: float, length: int = 4096) -> Damage:
    """Overwrite `length` bytes at a fraction of the file with zeros."""

    def damage(folder: Path) -> None:
        data = bytearray((folder / name).read_bytes())
        start = 704 + int((len(data) - 704 - length) * at)
        data[start : start + length] = bytes(length)
        (folder / name).write_bytes(data)

    return damage


def moc_offset(data: bytes, section: int) -> int:
    return struct.unpack_from("<I", data, 64 + 4 * section)[0]


def count_set(which: int, value: int) -> Damage:
    """Overwrite an entry of the moc's count table (parts, deformers, meshes...)."""

    def damage(folder: Path) -> None:
        data = bytearray((folder / MOC).read_bytes())
        struct.pack_into("<I", data, moc_offset(data, 0) + 4 * which, value)
        (folder / MOC).write_bytes(data)

    return damage


def nan_in_section(section: int) -> Damage:
    def damage(folder: Path) -> None:
        data = bytearray((folder / MOC).read_bytes())
        at = min(moc_offset(data, section), len(data) - 12)
        struct.pack_into("<3f", data, at, *[float("nan")] * 3)
        (folder / MOC).write_bytes(data)

    return damage


def offset_set(section: int, value: int) -> Damage:
    def damage(folder: Path) -> None:
        data = bytearray((folder / MOC).read_bytes())
        struct.pack_into("<I", data, 64 + 4 * section, value)
        (folder / MOC).write_bytes(data)

    return damage


def flipped_bits(name: str, seed: int) -> Damage:
    def damage(folder: Path) -> None:
        data, random_source = bytearray((folder / name).read_bytes()), random.Random(seed)
        for _ in range(64):
            data[random_source.randrange(len(data))] ^= 1 << random_source.randrange(8)
        (folder / name).write_bytes(data)

    return damage


def grown(name: str, size: int) -> Damage:
    return lambda folder: os.truncate(folder / name, size)


def png(width: int, height: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    picture = zlib.compress(rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", picture) + chunk(b"IEND", b"")


def link_to_itself(name: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(folder / name)

    return damage


def pipe(name: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return damage


def link_to(name: str, target: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(target)

    return damage


def jpeg(folder: Path) -> None:
    with Image.open(folder / TEXTURE) as picture:
        picture.convert("RGB").save(folder / TEXTURE, "JPEG")


def cut_jpeg(folder: Path) -> None:
    jpeg(folder)
    cut_at(TEXTURE, 0.3)(folder)


def named(**parts: object) -> Damage:
    return settings_changed(lambda document: files(document).update(parts))


def with_expression(name: str, file: str) -> Damage:
    return settings_changed(lambda document: files(document)["Expressions"].append({"Name": name, "File": file}))


def physics(change: Callable[[dict[str, Any]], object]) -> Damage:
    return json_changed(PHYSICS, change)


@dataclass(frozen=True)
class Case:
    """Damage, and the codes of the problems that the doctor may report: fatal ones, or repaired ones."""

    damage: Damage
    fatal: frozenset[str] = frozenset()
    mended: frozenset[str] = frozenset()
    may_pass: bool = False


def fatal(damage: Damage, *codes: str) -> Case:
    return Case(damage, frozenset(codes))


def mends(damage: Damage, *codes: str) -> Case:
    return Case(damage, mended=frozenset(codes))


def either(damage: Damage, *codes: str) -> Case:
    """Return a case in which the model may be usable or not, as the core decides."""
    return Case(damage, frozenset(codes) | REFUSED, may_pass=True)


DEEP = 200_000
CASES: dict[str, Case] = {
    # The moc, as bytes.
    **{f"moc cut at {share:.0%}": fatal(cut_at(MOC, share), *TRUNCATED) for share in (0.01, 0.3, 0.7, 0.9, 0.995)},
    **{f"moc zeroed at {share:.0%}": either(zeroed(MOC, share)) for share in (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)},
    **{f"moc with flipped bits {seed}": either(flipped_bits(MOC, seed), "moc-version", "moc-truncated", "not-a-moc")
       for seed in range(6)},
    **{f"moc count {which} of {value}": either(count_set(which, value))
       for which, value in ((0, 2**31 - 1), (1, 0), (2, 2**32 - 1), (4, 100_000), (5, 0), (10, 2**31), (16, 1))},
    **{f"moc NaN in section {section}": either(nan_in_section(section)) for section in (1, 30, 60, 75, 90)},
    "moc offset at the end": fatal(offset_set(40, 2**32 - 1), "moc-truncated"),
    "moc offset at the start": either(offset_set(40, 0)),
    "moc offset odd": either(offset_set(40, 1001)),
    "moc followed by zeros": either(grown(MOC, 4 << 20)),
    "moc of 600 MB": fatal(grown(MOC, 600 << 20), "moc-too-large"),
    "moc of version 0": fatal(lambda folder: _byte(folder, 4, 0), "moc-version"),
    "moc of version 7": fatal(lambda folder: _byte(folder, 4, 7), "moc-version"),
    "moc said to be big-endian": fatal(lambda folder: _byte(folder, 5, 1), *TRUNCATED),
    "moc is the texture": fatal(lambda folder: shutil.copy(folder / TEXTURE, folder / MOC), "not-a-moc"),
    "moc a pipe": fatal(pipe(MOC), "missing-file"),
    "moc a link to itself": fatal(link_to_itself(MOC), "outside-folder", "missing-file"),
    "moc a link to a device": fatal(link_to(MOC, "/dev/zero"), "outside-folder"),
    # The settings.
    "settings deep": fatal(settings_replaced('{"FileReferences":' * DEEP), "not-json"),
    "settings deep inside": fatal(
        settings_replaced('{"FileReferences": {"Moc": ' + "[" * DEEP + "]" * DEEP + "}}"), "not-json"),
    "settings with a number of 5000 digits": fatal(settings_replaced('{"Version": ' + "9" * 5000 + "}"), "not-json"),
    "settings with a number beyond floats": fatal(settings_replaced('{"Version": 1e999999999}'), "not-json"),
    "settings of 20 MB": fatal(grown(SETTINGS, 20 << 20), "not-json"),
    "settings of zeros": fatal(replace(SETTINGS, bytes(1000)), "not-json"),
    "settings another kind of JSON": fatal(lambda folder: shutil.copy(folder / IDLE, folder / SETTINGS), "not-a-model"),
    "settings a pipe": fatal(pipe(SETTINGS), "no-model-file"),
    "every section of the wrong type": mends(
        settings_changed(lambda d: d.update(Groups=7, HitAreas="x", Layout=[], FileReferences=files(d) | {
            "Expressions": {"a": 1}, "Motions": [1], "Physics": 3, "Pose": {"a": []}})),
        "bad-entry", "not-listed",
    ),
    "100,000 expressions": mends(
        named(Expressions=[{"Name": f"e{n}", "File": FACE} for n in range(100_000)]), "bad-entry"),
    "names with control characters": mends(with_expression("a\0b", "x\0.json"), "bad-entry"),
    "a name of 5000 letters": mends(with_expression("n" * 5000, "f" * 5000), "bad-entry"),
    "a name with half a character": mends(with_expression("\ud800", FACE), "bad-entry"),
    "moc's name of 5000 letters": fatal(named(Moc="m" * 5000), "not-a-model"),
    "moc's name absolute": fatal(named(Moc="/etc/hostname"), "outside-folder"),
    "moc's name of another disk": fatal(named(Moc="C:\\Windows\\other.moc3"), "missing-file"),
    "texture's name above": fatal(named(Textures=["../../outside.png"]), "outside-folder"),
    "texture is the folder": fatal(named(Textures=["."]), "is-a-folder"),
    "layout of huge numbers": either(settings_changed(lambda d: d.update(Layout={"Width": 1e29, "CenterX": -1e29}))),
    "groups of unknown parameters": either(settings_changed(lambda d: d.update(Groups=[
        {"Target": "Parameter", "Name": "EyeBlink", "Ids": ["x" * 190] * 500}]))),
    # The textures.
    "texture a pipe": fatal(pipe(TEXTURE), "missing-file"),
    "texture a link to a device": fatal(link_to(TEXTURE, "/dev/urandom"), "outside-folder"),
    "texture of 300 MB": fatal(grown(TEXTURE, 300 << 20), "bad-texture"),
    "texture said to be enormous": fatal(replace(TEXTURE, png(100_000, 100_000, b"\0")), "bad-texture"),
    "texture of no size": fatal(replace(TEXTURE, png(0, 5, b"\0")), "bad-texture"),
    "texture shorter than it says": fatal(replace(TEXTURE, png(4000, 4000, bytes(1000))), "bad-texture"),
    "texture longer than it says": mends(replace(TEXTURE, png(2, 2, bytes(50_000_000)))),
    "texture too large and cut": fatal(replace(TEXTURE, png(9000, 9000, bytes(10_000))), "bad-texture"),
    "texture with flipped bits": fatal(flipped_bits(TEXTURE, 3), "bad-texture"),
    "texture a JPEG": mends(jpeg, "repainted"),
    "texture a cut JPEG": fatal(cut_jpeg, "bad-texture"),
    "texture only begins like a JPEG": fatal(replace(TEXTURE, b"\xff\xd8\xff" + bytes(100)), "bad-texture"),
    # Expressions, motions, physics, pose.
    "expression's list a number": mends(json_changed(FACE, lambda d: d.update(Parameters=5)), "bad-expression"),
    "expression's list of numbers": mends(json_changed(FACE, lambda d: d.update(Parameters=[1, 2])), "bad-expression"),
    "expression without a name": mends(
        json_changed(FACE, lambda d: d.update(Parameters=[{"Value": 1}])), "bad-expression"),
    "expression's value a text": mends(
        json_changed(FACE, lambda d: d["Parameters"][0].update(Value="high")), "bad-expression"),
    "expression with NaN": mends(replace(FACE, b'{"Parameters": [{"Id": "ParamA", "Value": NaN}]}'), "bad-expression"),
    "expression too large a number": mends(
        replace(FACE, b'{"Parameters": [{"Id": "ParamA", "Value": 1e400}]}'), "bad-expression"),
    "expression deep": mends(replace(FACE, b'{"Parameters":' * DEEP), "bad-expression"),
    "motion promises two billion curves": mends(
        json_changed(IDLE, lambda d: d["Meta"].update(CurveCount=2**31 - 1)), "wrong-counts"),
    "motion promises fewer than none": mends(
        json_changed(IDLE, lambda d: d["Meta"].update(TotalPointCount=-5)), "wrong-counts"),
    "motion's target unknown": mends(json_changed(IDLE, lambda d: d["Curves"][0].update(Target="Sky")), "bad-motion"),
    "motion's name a number": mends(json_changed(IDLE, lambda d: d["Curves"][0].update(Id=7)), "bad-motion"),
    "motion's points texts": mends(
        json_changed(IDLE, lambda d: d["Curves"][0].update(Segments=["a", "b"])), "bad-motion"),
    "motion's segment unknown": mends(
        json_changed(IDLE, lambda d: d["Curves"][0].update(Segments=[0, 0, 9, 1, 1])), "bad-motion"),
    "motion of no length": either(json_changed(IDLE, lambda d: d["Meta"].update(Duration=0))),
    "motion ends before it begins": either(json_changed(IDLE, lambda d: d["Meta"].update(Duration=-3))),
    "motion's points at one time": either(
        json_changed(IDLE, lambda d: d["Curves"][0].update(Segments=[0, 0, 0, 0, 5, 0, 0, 1]))),
    "motion a link outside": mends(link_to(IDLE, "/etc/passwd"), "bad-motion"),
    "physics without end": mends(physics(lambda d: d["Meta"].update(Fps=1e9)), "wrong-counts"),
    "physics backwards": mends(physics(lambda d: d["Meta"].update(Fps=-1)), "wrong-counts"),
    "physics' input a number": mends(physics(lambda d: d["PhysicsSettings"][0].update(Input=[1])), "bad-physics"),
    "physics without vertices": mends(physics(lambda d: d["PhysicsSettings"][0].pop("Vertices")), "bad-physics"),
    "physics' vertex far away": either(
        physics(lambda d: d["PhysicsSettings"][0]["Output"][0].update(VertexIndex=2**30))),
    "physics of no radius": either(
        physics(lambda d: [v.update(Radius=0) for v in d["PhysicsSettings"][0]["Vertices"]])),
    "pose a list": mends(lambda folder: _with_pose(folder, "[]"), "bad-pose"),
    "pose of numbers": mends(lambda folder: _with_pose(folder, '{"Groups": [[1, 2], 3]}'), "bad-pose"),
    "pose of unknown parts": either(lambda folder: _with_pose(folder, '{"Groups": [[{"Id": "No", "Link": ["Nor"]}]]}')),
    "pose in a circle": either(lambda folder: _with_pose(
        folder, '{"Groups": [[{"Id": "PartA", "Link": ["PartB"]}, {"Id": "PartB", "Link": ["PartA"]}]]}')),
    # Other files of the model.
    "character of the wrong kind": mends(replace("character.json", b"[1]"), "bad-character"),
    "character deep": mends(replace("character.json", b"[" * DEEP), "bad-character"),
    "VTube Studio's file broken": mends(replace("mikan.vtube.json", b"{"), "bad-vtube"),
    "everything but the settings gone": fatal(
        lambda folder: [missing(name)(folder) for name in (MOC, TEXTURE, FACE, IDLE, PHYSICS)], "missing-file"),
}  # fmt: skip


def _byte(folder: Path, at: int, value: int) -> None:
    data = bytearray((folder / MOC).read_bytes())
    data[at] = value
    (folder / MOC).write_bytes(data)


def _with_pose(folder: Path, text: str) -> None:
    (folder / "odd.pose3.json").write_text(text, encoding="utf-8")
    named(Pose="odd.pose3.json")(folder)


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory, built_in: Path) -> dict[str, tuple[dict[str, Any], int]]:
    """Run the command for every case in two processes; return the printed diagnosis and the exit code of each."""
    base = tmp_path_factory.mktemp("corrupt")
    for number, case in enumerate(CASES.values()):
        folder = copy_of(built_in, base / f"{number:03}")
        case.damage(folder)
    results: dict[str, tuple[dict[str, Any], int]] = {}
    shares = [list(CASES)[first::PROCESSES] for first in range(PROCESSES)]
    running = [_start_checks(base, [base / f"{list(CASES).index(name):03}" for name in share]) for share in shares]
    for share, process in zip(shares, running, strict=True):
        try:
            # Bounds a hang, not the speed: 22 s of a processor can take minutes beside other tests.
            output, errors = process.communicate(timeout=250)
        finally:
            process.kill()
        for name, diagnosis in zip(share, output.split(SEPARATOR)[:-1], strict=False):
            text, _, code = diagnosis.rpartition("\n")
            results[name] = json.loads(text), int(code)
        assert process.returncode == 0, errors[-2000:]
    return results


def _start_checks(base: Path, folders: list[Path]) -> subprocess.Popen[str]:
    environment = {
        name: str(base / "home")
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA")
    }
    return subprocess.Popen(
        [sys.executable, "-c", CHECK, *map(str, folders)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | environment,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links of POSIX")
@pytest.mark.parametrize("name", CASES)
def test_the_command_reports_the_problems(name: str, verdicts: dict[str, tuple[dict[str, Any], int]]) -> None:
    case, (diagnosis, code) = CASES[name], verdicts[name]

    assert code == (0 if diagnosis["ok"] else 1)
    assert all(problem["message"].endswith(".") for problem in diagnosis["problems"])
    bad = {problem["code"] for problem in diagnosis["problems"] if not problem["mended"]}
    mended = {problem["code"] for problem in diagnosis["problems"] if problem["mended"]}
    if diagnosis["ok"]:
        assert not case.fatal or case.may_pass
        assert case.mended <= mended
        assert diagnosis["parameters"] > 20
    else:
        assert bad
        assert bad <= case.fatal


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 80
