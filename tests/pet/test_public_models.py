"""Models as people offer them: files of other systems, unusual names, unlisted parts, spoken lines, old encodings."""

import json
import os
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from deskpet.pet import character, doctor, model_file
from deskpet.pet.library import Library
from deskpet.pet.motion_player import Priority
from deskpet.pet.problems import ModelError, Problem, merged
from deskpet.pet.rig import Rig
from tests.features.voice.sounds import tone, wav
from tests.pet.damage import FACE, IDLE, SETTINGS, TEXTURE, files, settings_changed

WAVE = wav(tone(440, 0.2), 24_000)


@pytest.fixture
def models(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", cache=tmp_path / "cache")


def packed(folder: Path, target: Path, encoding: str = "utf-8", prefix: str = "") -> Path:
    """Pack a folder, with its names in an encoding that the archive does not tell."""

    class Raw(zipfile.ZipInfo):
        def _encodeFilenameFlags(self) -> tuple[bytes, int]:  # noqa: N802 - the library's own name
            return self.filename.encode(encoding), 0

    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.writestr(Raw(prefix + path.relative_to(folder).as_posix()), path.read_bytes())
    return target


def with_files_of_macos(model: Path) -> None:
    for name in (SETTINGS, FACE, TEXTURE):
        path = model / name
        path.with_name(f"._{path.name}").write_bytes(b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X")
    (model / "__MACOSX").mkdir()
    (model / "__MACOSX" / SETTINGS).write_bytes(b"\x00\x05\x16\x07")
    (model / "._x.vtube.json").write_bytes(b"\x00\x05\x16\x07")


def test_files_that_macos_writes_beside_a_model_are_ignored(models: Library, model: Path, tmp_path: Path) -> None:
    with_files_of_macos(model)
    assert model_file.find(str(model)).name == SETTINGS
    diagnosis = doctor.diagnose(model)
    assert (diagnosis.ok, diagnosis.problems) == (True, ())
    for source in (model, packed(model, tmp_path / "m.zip")):
        entry = models.bring(source)
        assert entry.problems == ()
        assert not any("._" in path.name for path in entry.folder.rglob("*"))


@pytest.mark.parametrize("name", ["model0.json", "index.json", "model3.json", "MIKAN.JSON"])
def test_settings_with_another_name_are_known_by_their_content(
    models: Library, model: Path, tmp_path: Path, name: str
) -> None:
    (model / SETTINGS).rename(model / name)
    (model / "a.json").write_text('{"model": "gpt-4", "FileReferences": 1}', encoding="utf-8")
    (model / "b.json").write_text("{", encoding="utf-8")
    assert model_file.find(str(model)).name == name
    assert doctor.diagnose(model).ok
    for source in (model, model / name, packed(model, tmp_path / "m.zip", prefix="some/where/")):
        entry = models.bring(source)
        assert entry.settings.name == name
        assert model_file.load(entry.choice, tmp_path / "c").expressions


def test_a_folder_with_other_json_only_has_no_model(models: Library, tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "package.json").write_text('{"name": "x", "model": "gpt-4"}', encoding="utf-8")
    for source in (tmp_path / "x", tmp_path / "x" / "package.json"):
        with pytest.raises(ModelError) as raised:
            models.bring(source)
        assert raised.value.problems[0].code in ("no-model-file", "not-a-model")


def test_expressions_that_are_not_listed_are_added_and_named(models: Library, model: Path, tmp_path: Path) -> None:
    every = model_file.load(str(model), tmp_path / "c").expressions
    settings_changed(lambda d: files(d).update(Expressions=files(d)["Expressions"][:1]))(model)
    diagnosis = doctor.diagnose(model)
    assert set(diagnosis.expressions) == set(every)
    (problem,) = diagnosis.problems
    assert (problem.code, problem.mended) == ("not-listed", True)
    rest = sorted(each for each in every if each != diagnosis.expressions[0])
    assert all(name in problem.message for name in rest[:5])
    assert f"{len(rest) - 5} more" in problem.message
    entry = models.bring(model)
    assert set(model_file.load(entry.choice, tmp_path / "c").expressions) == set(every)


def spoken(model: Path, cubism: int = 3) -> None:
    (model / "hello.wav").write_bytes(WAVE)
    lines = [{"File": "", "Sound": "hello.wav", "Text": "Hello there!"}, {"File": IDLE}, {"File": ""}]
    settings_changed(lambda d: files(d)["Motions"].update(Lines=lines, Said=lines[:1]))(model)


def test_an_entry_without_a_motion_is_a_line_that_is_spoken(models: Library, model: Path, tmp_path: Path) -> None:
    spoken(model)
    entry = models.bring(model)
    assert {problem.code for problem in entry.problems} == {"bad-entry"}
    loaded = model_file.load(entry.choice, tmp_path / "c")
    assert (loaded.motions["Lines"], loaded.motions["Said"]) == (2, 1)
    assert character.from_model(loaded).motions["Said"].description.endswith("Hello there!")
    rig, heard = Rig(loaded), list[Path]()
    rig.on_sound = heard.append
    rig.start_motion("Said")
    assert ([path.name for path in heard], rig.is_resting) == (["hello.wav"], True)
    # The numbers of the motions stay, and a line at rest is never chosen.
    rig.start_motion("Lines", 1)
    assert not rig.is_resting
    rig.play_idle("Said")
    rig.play_idle("Lines")
    for _ in range(3000):
        rig.update(0.1)
    rig.start_motion("Wave", 0, Priority.FORCE)
    assert len(heard) == 1


def test_a_line_without_its_sound_is_left_out(model: Path) -> None:
    spoken(model)
    (model / "hello.wav").unlink()
    diagnosis = doctor.diagnose(model)
    assert diagnosis.motions["Lines"] == 1
    assert "Said" not in diagnosis.motions
    assert {problem.code for problem in diagnosis.problems} == {"bad-entry", "bad-sound"}


# The name of the texture, of the settings, the encoding of the settings.
JAPANESE = {
    "kana": ("テクスチャ/服.png", "a.model3.json", "utf-8"),
    "kanji": ("表情/初音.png", "a.model3.json", "utf-8"),
    "a number in a circle": ("服①.png", "a.model3.json", "utf-8"),
    "a wide tilde": ("服～.png", "a.model3.json", "utf-8"),
    "a kanji of IBM": ("髙橋.png", "a.model3.json", "utf-8"),
    "a backslash in a character": ("表/ソ.png", "ソ.model3.json", "utf-8"),
    "settings of kana": ("テクスチャ.png", "a.model3.json", "cp932"),
    "settings of kanji": ("服装.png", "a.model3.json", "cp932"),
    "settings with a number in a circle": ("テクスチャ①.png", "a.model3.json", "cp932"),
    "the name of the settings": ("texture.png", "初音.model3.json", "utf-8"),
}


def japanese(model: Path, case: str) -> tuple[Path, str]:
    """Give a texture and the settings Japanese names. Returns the new name of the texture."""
    texture, settings, encoding = JAPANESE[case]
    (model / texture).parent.mkdir(exist_ok=True)
    (model / TEXTURE).rename(model / texture)
    settings_changed(lambda d: files(d).update(Textures=[texture]))(model)
    text = json.dumps(json.loads((model / SETTINGS).read_text(encoding="utf-8")), ensure_ascii=False)
    (model / SETTINGS).unlink()
    (model / settings).write_bytes(text.encode(encoding))
    return model / settings, texture


@pytest.mark.parametrize("case", JAPANESE)
def test_shift_jis_names_in_an_archive_are_decoded(models: Library, model: Path, tmp_path: Path, case: str) -> None:
    settings, texture = japanese(model, case)
    entry = models.bring(packed(model, tmp_path / "m.zip", "cp932"))
    assert entry.settings.name == settings.name
    assert (entry.folder / texture).is_file()
    assert {problem.code for problem in entry.problems} <= {"json-mended"}


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are Unicode there")
@pytest.mark.parametrize("case", JAPANESE)
def test_shift_jis_names_on_the_disk_are_decoded_in_the_copy(
    models: Library, model: Path, tmp_path: Path, case: str
) -> None:
    settings, texture = japanese(model, case)
    unpacked = os.fsencode(tmp_path / "unpacked")
    for path in [each for each in model.rglob("*") if each.is_file()]:
        target = os.path.join(unpacked, path.relative_to(model).as_posix().encode("cp932"))  # noqa: PTH118 - bytes
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120 - bytes
        shutil.copy(path, os.fsdecode(target))
    entry = models.bring(tmp_path / "unpacked")
    assert entry.settings.name == settings.name
    assert (entry.folder / texture).is_file()
    assert doctor.diagnose(tmp_path / "unpacked").ok


def test_names_that_an_unpacker_decoded_wrongly_are_found(model: Path) -> None:
    _, texture = japanese(model, "kana")
    wrong = texture.encode("cp932").decode("cp437")
    (model / wrong).parent.mkdir()
    (model / texture).rename(model / wrong)
    diagnosis = doctor.diagnose(model)
    assert diagnosis.ok
    assert [problem.code for problem in diagnosis.problems] == ["wrong-name"]


def test_many_repairs_of_one_kind_are_one_line(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    motions = sorted((model / "motions").glob("*.json"))
    for path in motions:
        path.write_text(path.read_text(encoding="utf-8").replace("{", "{ // a comment\n", 1), encoding="utf-8")
    settings_changed(lambda d: files(d)["Motions"].update(Odd=[7] * 35))(model)
    assert len(doctor.diagnose(model).problems) > 10
    assert doctor.main(str(model), as_json=False) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("mended")]
    assert len(lines) == 2
    assert f"{len(motions) - 5} more" in next(line for line in lines if "comments" in line)
    assert "30 more" in next(line for line in lines if "malformed" in line)


def test_problems_of_one_kind_are_merged_for_a_reader() -> None:
    def problem(file: str, message: str, *, code: str = "a", mended: bool = True) -> Problem:
        return Problem(code, file, message, mended)

    same = [problem(f"{number}.json", "Odd.") for number in range(35)]
    assert [str(each) for each in merged(same)] == ["0.json, 1.json, 2.json, 3.json, 4.json and 30 more: Odd."]
    different = [problem(f"{number}.png", f"It is called {number}.", code="b") for number in range(4)]
    assert [str(each) for each in merged(different)] == ["0.png: It is called 0. Likewise 1.png, 2.png, 3.png."]
    few = [problem("x", "One.", code="c"), problem("x", "Two.", code="c")]
    fatal = [problem(f"{number}", f"{number} is missing.", mended=False) for number in range(9)]
    assert merged([*few, *fatal]) == (*few, *fatal)
