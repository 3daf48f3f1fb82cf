"""The doctor reports damage that would crash the process, and repairs what can be repaired."""

import dataclasses
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deskpet.pet import doctor, model_file
from deskpet.pet.model_settings import ModelSettings
from deskpet.pet.problems import ModelError
from deskpet.processes.child_kinds import MODEL_TRIAL
from tests.pet.damage import (
    FACE,
    IDLE,
    MOC,
    PHYSICS,
    SETTINGS,
    TEXTURE,
    Damage,
    compact,
    cut_at,
    files,
    garbage_after_header,
    json_as,
    missing,
    patched,
    replace,
    replaced_by_folder,
    settings_changed,
    settings_replaced,
    swapped_draw_orders,
)

DEADLY: list[tuple[str, Damage, set[str]]] = [
    ("settings missing", missing(SETTINGS), {"no-model-file"}),
    ("settings empty", settings_replaced(""), {"not-json"}),
    ("settings broken", settings_replaced('{"Version": 3,'), {"not-json"}),
    ("settings not UTF-8", replace(SETTINGS, b'{"a": "\xff\xfe"}'), {"not-json"}),
    ("settings with NaN", settings_replaced('{"Version": NaN}'), {"not-json"}),
    ("settings nested deeply", settings_replaced("[" * 100_000), {"not-json"}),
    ("settings a list", settings_replaced("[]"), {"not-a-model"}),
    ("settings a number", settings_replaced("7"), {"not-a-model"}),
    ("settings without files", settings_replaced('{"Version": 3}'), {"not-a-model"}),
    ("settings with a file list", settings_replaced('{"FileReferences": []}'), {"not-a-model"}),
    ("no moc named", settings_changed(lambda d: files(d).pop("Moc")), {"not-a-model"}),
    ("moc is a number", settings_changed(lambda d: files(d).update(Moc=3)), {"not-a-model"}),
    ("a texture is a number", settings_changed(lambda d: files(d).update(Textures=[1])), {"not-a-model"}),
    ("moc missing", missing(MOC), {"missing-file"}),
    ("moc a folder", replaced_by_folder(MOC), {"is-a-folder"}),
    ("moc of 0 bytes", replace(MOC, b""), {"not-a-moc"}),
    ("moc of random bytes", replace(MOC, random.Random(1).randbytes(5000)), {"not-a-moc"}),
    ("moc ends after its magic", replace(MOC, b"MOC3"), {"moc-version"}),
    ("moc ends in its table", cut_at(MOC, 0.002), {"moc-truncated"}),
    ("moc cut early", cut_at(MOC, 0.1), {"moc-truncated"}),
    ("moc cut in the middle", cut_at(MOC, 0.5), {"moc-truncated"}),
    ("moc cut late", cut_at(MOC, 0.99), {"moc-truncated", "core-refused", "core-crashed"}),
    ("moc of an unknown version", patched(MOC, 4, b"\x63"), {"moc-version"}),
    ("moc of another version", patched(MOC, 4, b"\x05"), {"core-refused", "core-crashed"}),
    ("moc with garbage inside", garbage_after_header, {"core-refused", "core-crashed"}),
    ("moc that only seems consistent", swapped_draw_orders, {"core-crashed"}),
    ("moc outside", settings_changed(lambda d: files(d).update(Moc="../m.moc3")), {"outside-folder"}),
    ("texture missing", missing(TEXTURE), {"missing-file"}),
    ("texture a folder", replaced_by_folder(TEXTURE), {"is-a-folder"}),
    ("texture empty", replace(TEXTURE, b""), {"bad-texture"}),
    ("texture no picture", replace(TEXTURE, b"<html></html>"), {"bad-texture"}),
    ("texture cut", cut_at(TEXTURE, 0.5), {"bad-texture"}),
    ("texture damaged", patched(TEXTURE, 3000, b"????"), {"bad-texture"}),
    ("texture cut in its header", replace(TEXTURE, b"\x89PNG\r\n\x1a\n\0\0"), {"bad-texture"}),
    ("no textures", settings_changed(lambda d: files(d).update(Textures=[])), {"no-textures"}),
]  # fmt: skip


@pytest.mark.parametrize(("damage", "codes"), [case[1:] for case in DEADLY], ids=[case[0] for case in DEADLY])
def test_deadly_damage_is_reported(model: Path, damage: Damage, codes: set[str]) -> None:
    damage(model)

    diagnosis = doctor.diagnose(model)

    fatal = [problem for problem in diagnosis.problems if not problem.mended]
    assert not diagnosis.ok
    assert {problem.code for problem in fatal} <= codes
    assert all(problem.message.endswith(".") and " " in problem.message for problem in fatal)
    assert all(problem.file for problem in fatal) or codes == {"no-textures"}


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_moc_is_reported(model: Path) -> None:
    (model / MOC).chmod(0)
    assert [problem.code for problem in doctor.diagnose(model).problems] == ["unreadable"]


def with_exponents(text: str) -> str:
    return re.sub(r"(: \d+\.\d+)", r"\1e0", text, count=1)


def with_escapes(text: str) -> str:
    return text.replace('"Parameters"', '"\\u0050arameters"')


def with_a_cut_curve(text: str) -> str:
    document = json.loads(text)
    document["Curves"][0]["Segments"].pop()
    return json.dumps(document, indent=1)


def with_low_counts(text: str) -> str:
    document = json.loads(text)
    document["Meta"] |= {"CurveCount": 1, "TotalSegmentCount": 1, "TotalPointCount": 1}
    return json.dumps(document, indent=1)


def missing_parts(settings: ModelSettings) -> set[str]:
    """Return which of the three parts that the cases damage are missing in the settings."""
    has = {"face": any(face.name == "happy" for face in settings.expressions)}
    has |= {
        "idle": any("Idle_01" in motion.file for motion in settings.motions["Idle"]),
        "physics": settings.physics is not None,
    }
    return {part for part, present in has.items() if not present}


MENDED: list[tuple[str, Damage, str, set[str]]] = [
    ("expression missing", missing(FACE), "bad-expression", {"face"}),
    ("expression a folder", replaced_by_folder(FACE), "bad-expression", {"face"}),
    ("expression broken", replace(FACE, b"{"), "bad-expression", {"face"}),
    ("expression a list", replace(FACE, b"[]"), "bad-expression", {"face"}),
    ("expression with escapes", json_as(FACE, with_escapes), "json-rewritten", set()),
    ("motion missing", missing(IDLE), "bad-motion", {"idle"}),
    ("motion broken", replace(IDLE, b'{"Curves"'), "bad-motion", {"idle"}),
    ("motion without curves", replace(IDLE, b'{"Meta": {}}'), "bad-motion", {"idle"}),
    ("motion with a cut curve", json_as(IDLE, with_a_cut_curve), "bad-motion", {"idle"}),
    ("motion on one line", json_as(IDLE, compact), "json-rewritten", set()),
    ("motion with exponents", json_as(IDLE, with_exponents), "json-rewritten", set()),
    ("motion with low counts", json_as(IDLE, with_low_counts), "wrong-counts", set()),
    ("physics missing", missing(PHYSICS), "bad-physics", {"physics"}),
    ("physics broken", replace(PHYSICS, b"\0\0"), "bad-physics", {"physics"}),
    ("physics on one line", json_as(PHYSICS, compact), "json-rewritten", set()),
]  # fmt: skip


@pytest.mark.parametrize(("damage", "code", "parts"), [case[1:] for case in MENDED], ids=[case[0] for case in MENDED])
def test_repairable_damage_is_repaired(model: Path, tmp_path: Path, damage: Damage, code: str, parts: set[str]) -> None:
    damage(model)

    diagnosis = doctor.diagnose(model)

    assert [(problem.code, problem.mended) for problem in diagnosis.problems] == [(code, True)]
    assert diagnosis.ok
    assert missing_parts(model_file.load(str(model), tmp_path / "cache").settings) == parts


def test_settings_that_only_the_core_rejects_are_accepted(model: Path) -> None:
    path = model / SETTINGS
    path.write_text(compact(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert doctor.diagnose(model).ok


def test_malformed_entries_are_left_out(model: Path) -> None:
    settings_changed(lambda d: files(d)["Expressions"].extend([7, {"Name": "x"}]))(model)
    settings_changed(lambda d: files(d)["Motions"].update(Broken=[{"File": 1}], Odd="x"))(model)
    settings_changed(lambda d: d.update(HitAreas=[{"Id": "HitAreaHead", "Name": "Head"}, None]))(model)

    diagnosis = doctor.diagnose(model)

    assert diagnosis.ok
    assert {problem.code for problem in diagnosis.problems} >= {"bad-entry"}
    assert "Broken" not in diagnosis.motions
    assert diagnosis.hit_areas == ("Head",)
    assert diagnosis.expressions == model_file.load("mikan", model.parent / "cache").expressions


def test_a_part_outside_the_folder_is_left_out(model: Path) -> None:
    shutil.copy(model / FACE, model.parent / "outside.exp3.json")
    (model / FACE).unlink()
    (model / FACE).symlink_to(model.parent / "outside.exp3.json")
    diagnosis = doctor.diagnose(model)
    assert [problem.code for problem in diagnosis.problems] == ["bad-expression"]
    assert "happy" not in diagnosis.expressions


def test_relative_paths_are_accepted(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(model.parent)
    assert doctor.diagnose("mikan/mikan.model3.json").ok
    assert doctor.diagnose("./mikan").ok


def test_the_built_in_model_is_usable(built_in: Path) -> None:
    diagnosis = doctor.diagnose("mikan")
    assert diagnosis.problems == ()
    assert diagnosis.parameters > 20
    assert len(diagnosis.expressions) >= 6


@pytest.mark.parametrize("name", ["Haru", "Wanko", "Mark", "Shizuku-cubism2"])
def test_other_models_are_usable(shared: Path, name: str) -> None:
    diagnosis = doctor.diagnose(shared / "models" / name)
    assert diagnosis.ok
    assert diagnosis.problems == ()
    assert diagnosis.parameters > 20
    assert diagnosis.motions


def test_a_model_that_hangs_is_reported(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MODEL_TRIAL", dataclasses.replace(MODEL_TRIAL, seconds=0.01))
    assert [problem.code for problem in doctor.diagnose(model).problems] == ["core-timeout"]


def test_a_model_is_tested_once(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doctor.load_tested(str(model))
    monkeypatch.setattr(doctor, "MODEL_TRIAL", dataclasses.replace(MODEL_TRIAL, seconds=0.01))

    assert doctor.load_tested(str(model)).path == model / SETTINGS

    os.utime(model / MOC, (1, 1))
    with pytest.raises(ModelError, match="did not finish"):
        doctor.load_tested(str(model))


def test_a_deadly_model_is_not_admitted(model: Path) -> None:
    swapped_draw_orders(model)
    for _ in range(2):
        with pytest.raises(ModelError, match="crashes"):
            doctor.load_tested(str(model))


def test_the_built_in_model_needs_no_test(monkeypatch: pytest.MonkeyPatch, built_in: Path) -> None:
    monkeypatch.setattr(doctor, "MODEL_TRIAL", dataclasses.replace(MODEL_TRIAL, seconds=0.0))
    assert doctor.load_tested("mikan").folder == built_in


def test_a_model_in_a_subfolder_is_found(model: Path, tmp_path: Path) -> None:
    deep = tmp_path / "pack" / "Mikan" / "runtime"
    deep.parent.mkdir(parents=True)
    shutil.copytree(model, deep)
    assert doctor.diagnose(tmp_path / "pack").ok
    assert model_file.find(str(tmp_path / "pack")) == deep / SETTINGS


def test_an_unknown_name_lists_the_built_in_models() -> None:
    (problem,) = doctor.diagnose("no-such-model").problems
    assert problem.code == "not-found"
    assert "mikan" in problem.message


@pytest.mark.parametrize(("damage", "code"), [(None, 0), (missing(MOC), 1), (swapped_draw_orders, 1)])
def test_the_command_prints_one_json_object(model: Path, damage: Damage | None, code: int) -> None:
    if damage:
        damage(model)
    program = "import sys; from deskpet.pet import doctor; sys.exit(doctor.main(sys.argv[1], True))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(model)], capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    printed = json.loads(done.stdout)
    assert done.returncode == code
    assert printed["ok"] is (code == 0)
    assert list(printed) == ["ok", "problems", "expressions", "motions", "hit_areas", "parameters"]
    assert all(list(problem) == ["code", "file", "message", "mended"] for problem in printed["problems"])


def test_the_text_report_names_everything(model: Path, capsys: pytest.CaptureFixture[str], built_in: Path) -> None:
    assert doctor.main("mikan", False) == 0
    output = capsys.readouterr().out
    assert "can be used" in output
    assert "happy" in output
    missing(TEXTURE)(model)
    assert doctor.main(str(model), False) == 1
    assert f"PROBLEM  {TEXTURE}: " in capsys.readouterr().out


CUBISM2_MOC, CUBISM2_TEXTURE = "moc/shizuku.moc", "moc/shizuku.1024/texture_00.png"
CUBISM2_DEADLY: list[tuple[str, Damage, set[str]]] = [
    ("moc missing", missing(CUBISM2_MOC), {"missing-file"}),
    ("moc empty", replace(CUBISM2_MOC, b""), {"not-a-moc"}),
    ("moc newer", replace(CUBISM2_MOC, b"MOC3" + bytes(2000)), {"not-a-moc"}),
    ("moc only begins", replace(CUBISM2_MOC, b"moc\x0b"), {"core-refused", "core-crashed", "core-timeout"}),
    ("moc cut", cut_at(CUBISM2_MOC, 0.4), {"core-refused", "core-crashed", "core-timeout"}),
    ("moc of random bytes", replace(CUBISM2_MOC, b"moc\x0b" + random.Random(3).randbytes(9000)),
     {"core-refused", "core-crashed", "core-timeout"}),
    ("texture missing", missing(CUBISM2_TEXTURE), {"missing-file"}),
    ("texture cut", cut_at(CUBISM2_TEXTURE, 0.5), {"bad-texture"}),
    ("settings broken", replace("shizuku.model.json", b'{"model": "x"'), {"not-json"}),
    ("settings without textures", replace("shizuku.model.json", b'{"model": "moc/shizuku.moc"}'), {"no-textures"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("damage", "codes"), [case[1:] for case in CUBISM2_DEADLY], ids=[case[0] for case in CUBISM2_DEADLY]
)
def test_damage_to_a_cubism_2_model_is_reported(shared: Path, tmp_path: Path, damage: Damage, codes: set[str]) -> None:
    diagnosis = doctor.diagnose(cubism2_copy(shared, tmp_path, damage))
    assert not diagnosis.ok
    assert {problem.code for problem in diagnosis.problems if not problem.mended} <= codes


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("mtn/idle_00.mtn", b"\0\xff\xfe", "bad-motion"),
        ("shizuku.physics.json", b"[", "bad-physics"),
        ("shizuku.pose.json", b"7", "bad-pose"),
        ("exp/f01.exp.json", b"{", "bad-expression"),
        ("exp/f01.exp.json", b'{"params": [{"id": 7, "val": 1}]}', "bad-expression"),
        ("shizuku.physics.json", b'{"physics_hair": [{"setup": {}, "src": [], "targets": []}]}', "bad-physics"),
        ("shizuku.pose.json", b'{"parts_visible": [{"group": [{"id": null}]}]}', "bad-pose"),
    ],
)
def test_a_cubism_2_model_does_without_a_damaged_part(
    shared: Path, tmp_path: Path, name: str, data: bytes, code: str
) -> None:
    diagnosis = doctor.diagnose(cubism2_copy(shared, tmp_path, replace(name, data)))
    assert diagnosis.ok
    assert [problem.code for problem in diagnosis.problems] == [code]


def cubism2_copy(shared: Path, tmp_path: Path, damage: Damage) -> Path:
    """Return a damaged copy of a Cubism 2 model."""
    folder = tmp_path / "shizuku"
    shutil.copytree(shared / "models" / "Shizuku-cubism2", folder, copy_function=shutil.copyfile)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    damage(folder)
    return folder
