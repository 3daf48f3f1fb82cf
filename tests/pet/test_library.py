"""Importing a model copies, repairs and tests it; a failed import leaves nothing behind."""

import errno
import io
import json
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Self

import pytest
from PIL import Image

from deskpet.filesystem import private_files
from deskpet.pet import character, doctor, library, model_file, model_notes, model_package
from deskpet.pet.library import Library, LibraryEntry
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.model_package import ModelPackage, PackedFile
from deskpet.pet.problems import ModelError, NoPicture, Problem
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.processes.child_kinds import MODEL_TRIAL
from tests.pet.damage import (
    FACE,
    IDLE,
    MOC,
    SETTINGS,
    TEXTURE,
    files,
    json_as,
    missing,
    settings_changed,
    swapped_draw_orders,
)  # fmt: skip
from tests.support import ordinary_user


@pytest.fixture
def models(tmp_path: Path) -> Library:
    return Library(tmp_path / "models", cache=tmp_path / "cache")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def codes(entry: LibraryEntry) -> set[str]:
    return {problem.code for problem in entry.problems}


def refusal(models: Library, source: Path) -> Problem:
    with pytest.raises(ModelError) as caught:
        models.bring(source)
    assert not models.folder.exists() or list(models.folder.iterdir()) == []
    assert str(caught.value).endswith(".")
    return caught.value.problems[0]


def test_a_folder_is_copied_and_the_source_stays(models: Library, model: Path) -> None:
    before = contents(model)

    entry = models.bring(model)

    assert (entry.name, entry.folder) == ("mikan 2", models.folder / "mikan 2")
    assert not entry.is_built_in
    assert entry.problems == ()
    assert contents(model) == before
    not_copied = {"preview.png"}
    assert contents(entry.folder) == {name: data for name, data in before.items() if name not in not_copied}
    assert entry in models.all()
    assert entry.choice == str(entry.folder)
    assert model_file.load(entry.choice, models.folder.parent / "cache").path == entry.settings


def test_an_imported_model_is_not_tested_again(
    models: Library, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = models.bring(model)
    monkeypatch.setattr(doctor, "MODEL_TRIAL", replace(MODEL_TRIAL, seconds=0.0))
    assert doctor.load_tested(entry.choice, tmp_path / "cache").path == entry.settings


def test_a_settings_file_imports_its_folder_and_a_taken_name_gets_a_number(models: Library, model: Path) -> None:
    names = [models.bring(model / SETTINGS).name for _ in range(3)]
    assert names == ["mikan 2", "mikan 3", "mikan 4"]


def test_of_several_models_the_topmost_is_imported(models: Library, model: Path, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(model, pack / "Runtime" / "model")
    shutil.copytree(model, pack / "Runtime" / "model" / "old")
    (pack / "LICENSE.txt").write_text("free", encoding="utf-8")
    entry = models.bring(pack)
    assert codes(entry) == set()
    assert (entry.folder / "LICENSE.txt").read_text(encoding="utf-8") == "free"
    assert not (entry.folder / "old").exists()

    shutil.copytree(model, pack / "Runtime" / "twin")
    (problem,) = models.bring(pack).problems
    assert problem.code == "several-models"
    assert "Runtime/twin/mikan.model3.json" in problem.message


def test_of_two_models_in_one_folder_the_named_one_is_imported(models: Library, model: Path) -> None:
    other = json.loads((model / SETTINGS).read_text(encoding="utf-8"))
    other["FileReferences"]["Expressions"] = other["FileReferences"]["Expressions"][:1]
    (model / "alone.model3.json").write_text(json.dumps(other), encoding="utf-8")
    entry = models.bring(model / "alone.model3.json")
    assert entry.name == "alone"
    assert len(character.from_model(model_file.load(entry.choice, models.folder / "c")).expressions) == 1


def test_only_files_of_the_model_are_copied(models: Library, model: Path) -> None:
    for name in ("run.exe", "notes.psd", "mikan.cmo3", ".DS_Store", "evil.py"):
        (model / name).write_bytes(b"x")
    (model / "sounds").mkdir()
    (model / "sounds" / "hello.wav").write_bytes(b"RIFF")
    if sys.platform != "win32":
        (model / "link.png").symlink_to("/etc/hostname")
        (model / "linked").symlink_to("/etc")
        os.mkfifo(model / "pipe.json")

    entry = models.bring(model)

    assert codes(entry) == {"left-out"}
    assert len(entry.problems) == 1
    copied = contents(entry.folder)
    assert "sounds/hello.wav" in copied
    assert not {"run.exe", "notes.psd", "mikan.cmo3", ".DS_Store", "evil.py", "link.png", "pipe.json"} & set(copied)
    assert not any(name.startswith("linked") for name in copied)


def test_repairs_are_made_in_the_copy(models: Library, model: Path, tmp_path: Path) -> None:
    (model / TEXTURE).rename(model / "textures" / "Texture_00.PNG")
    (model / FACE).rename(model / "Happy.exp3.json")
    json_as(IDLE, lambda text: text.replace('"Version"', '// by hand\n"Version"').rstrip()[:-1] + ",}")(model)
    settings_changed(lambda d: files(d).update(Physics="MIKAN.Physics3.JSON"))(model)
    with Image.open(model / "textures" / "Texture_00.PNG") as picture:
        picture.convert("RGB").save(model / "textures" / "Texture_00.PNG", "JPEG")
    before = contents(model)

    entry = models.bring(model)

    assert codes(entry) == {"wrong-name", "repainted", "json-mended"}
    assert contents(model) == before
    second = doctor.diagnose(entry.folder, tmp_path / "cache")
    assert second.ok
    assert second.problems == ()
    built_in = model_file.load("mikan", tmp_path / "cache")
    assert second.expressions == built_in.expressions
    assert second.motions == built_in.motions
    written = json.loads(entry.settings.read_text(encoding="utf-8"))
    # Where the file is found by any case of its name, the settings keep theirs.
    assert written["FileReferences"]["Textures"] == [
        TEXTURE if (model / TEXTURE).exists() else "textures/Texture_00.PNG"
    ]
    assert written["FileReferences"]["DisplayInfo"] == "mikan.cdi3.json"


def test_a_large_texture_is_made_smaller_in_the_copy(
    models: Library, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deskpet.pet.texture.MAX_SIDE", 300)
    entry = models.bring(model)
    assert codes(entry) == {"repainted"}
    with Image.open(entry.folder / TEXTURE) as picture, Image.open(model / TEXTURE) as original:
        assert max(picture.size) == 300
        assert picture.mode == "RGBA"
        assert original.size[0] / original.size[1] == pytest.approx(picture.size[0] / picture.size[1], abs=0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="a limit for files stands for a full disk")
def test_a_model_whose_textures_need_a_copy_is_refused_on_a_full_disk(model: Path, tmp_path: Path) -> None:
    import resource

    with Image.open(model / TEXTURE) as picture:
        picture.convert("RGB").save(model / TEXTURE, "JPEG")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, before[1]))
    try:
        with pytest.raises(ModelError, match="its smaller copy can't be kept"):
            model_file.load(str(model), tmp_path / "cache")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_unlisted_files_are_listed_in_the_copy(models: Library, model: Path, tmp_path: Path) -> None:
    settings_changed(lambda d: [files(d).pop(key) for key in ("Expressions", "Motions")])(model)
    entry = models.bring(model)
    assert codes(entry) == {"not-listed"}
    listed = json.loads(entry.settings.read_text(encoding="utf-8"))["FileReferences"]
    built_in = model_file.load("mikan", tmp_path / "c")
    assert {face["Name"] for face in listed["Expressions"]} == set(built_in.expressions)
    assert {group: len(motions) for group, motions in listed["Motions"].items()} == dict(built_in.motions)


def test_a_vtube_studio_pack_gets_the_names_of_its_hotkeys(models: Library, model: Path) -> None:
    settings_changed(lambda d: [files(d).pop(key) for key in ("Expressions", "Motions")])(model)
    hotkeys = [
        {"Name": "Big smile", "Action": "ToggleExpression", "File": "Happy.exp3.json"},
        {"Name": "Hello!", "Action": "TriggerAnimation", "File": "Wave_01.motion3.json"},
        {"Name": 7, "File": "sad.exp3.json"},
        "odd",
    ]
    references = {"Model": SETTINGS, "IdleAnimation": "Talk_01.motion3.json"}
    document = {"Version": 1, "Name": "Mikan", "FileReferences": references, "Hotkeys": hotkeys}
    (model / "mikan.vtube.json").write_text(json.dumps(document), encoding="utf-8-sig")

    who = character.from_model(model_file.load(models.bring(model).choice, models.folder / "c"))

    assert who.expressions["Big smile"] == "big smile"
    assert "happy" not in who.expressions
    assert "sad" in who.expressions
    assert who.motions["Hello!"].count == 1
    assert who.motions["Idle"].count > 1
    assert "Talk" in who.motions


def test_a_vtube_studio_file_imports_its_model(models: Library, model: Path) -> None:
    shutil.copy(model / SETTINGS, model / "other.model3.json")
    (model / "x.vtube.json").write_text(
        json.dumps({"FileReferences": {"Model": "other.model3.json"}}), encoding="utf-8"
    )
    assert models.bring(model / "x.vtube.json").settings.name == "other.model3.json"
    (model / "x.vtube.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError, match="VTube Studio"):
        models.bring(model / "x.vtube.json")


def test_concurrent_imports(models: Library, model: Path) -> None:
    with ThreadPoolExecutor(3) as threads:
        names = list(threads.map(lambda _: models.bring(model).name, range(3)))
    assert sorted(names) == ["mikan 2", "mikan 3", "mikan 4"]


def test_expressions_named_after_their_files_get_the_names_of_hotkeys(models: Library, model: Path) -> None:
    hotkeys = [{"Name": "Cheer", "File": "happy.exp3.json"}, {"Name": "sad", "File": "sad.exp3.json"}]
    (model / "x.vtube.json").write_text(json.dumps({"Hotkeys": hotkeys}), encoding="utf-8")
    entry = models.bring(model)
    assert codes(entry) == {"vtube-names"}
    faces = model_file.load(entry.choice, models.folder / "c").expressions
    assert "Cheer" in faces
    assert "happy" not in faces
    assert "sad" in faces


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-16", "服.png"), ("gb18030", "衣服.png"), ("shift_jis", "テクスチャ.png")]
)
def test_settings_in_an_old_encoding_are_read(models: Library, model: Path, encoding: str, name: str) -> None:
    (model / TEXTURE).rename(model / name)
    settings_changed(lambda d: files(d).update(Textures=[name]))(model)
    text = json.dumps(json.loads((model / SETTINGS).read_text(encoding="utf-8")), ensure_ascii=False)
    (model / SETTINGS).write_bytes(text.encode(encoding))
    entry = models.bring(model)
    assert codes(entry) == {"json-mended"}
    assert json.loads(entry.settings.read_text(encoding="utf-8"))["FileReferences"]["Textures"] == [name]


def test_a_model_that_crashes_the_core_leaves_nothing_behind(models: Library, model: Path) -> None:
    swapped_draw_orders(model)
    assert refusal(models, model).code == "core-crashed"


@pytest.mark.parametrize(("name", "code"), [(MOC, "missing-file"), (SETTINGS, "no-model-file")])
def test_an_incomplete_model_leaves_nothing_behind(models: Library, model: Path, name: str, code: str) -> None:
    missing(name)(model)
    assert refusal(models, model).code == code


def test_other_files_are_refused_with_a_message(models: Library, tmp_path: Path) -> None:
    picture, archive = tmp_path / "cat.gif", tmp_path / "model.7z"
    picture.write_bytes(b"GIF89a")
    archive.write_bytes(b"7z")
    assert refusal(models, tmp_path / "nowhere").code == "not-found"
    assert refusal(models, picture).code == "not-a-model"
    assert "Unpack" in refusal(models, archive).message
    (tmp_path / "empty").mkdir()
    assert refusal(models, tmp_path / "empty").code == "no-model-file"


def test_a_model_that_is_too_large_is_refused(models: Library, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.truncate(model / MOC, 700 << 20)
    assert refusal(models, model).code == "too-large"
    monkeypatch.setattr("deskpet.pet.model_package.MAX_FILES", 10)
    assert refusal(models, model).code == "too-many-files"
    monkeypatch.setattr("deskpet.pet.model_package.MAX_ENTRIES", 20)
    assert refusal(models, model).code == "too-many-files"


def test_a_full_disk_is_reported_before_and_during_the_copy(
    models: Library, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1 << 20))
        problem = refusal(models, model)
    assert problem.code == "disk-full"
    assert "Make room" in problem.message

    class Full:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *error: object) -> None: ...

        def write(self, data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(
        "deskpet.pet.model_package.create_file",
        lambda path: Full() if path.name == MOC else private_files.create_file(path),
    )
    assert refusal(models, model).code == "disk-full"


def test_leftovers_of_a_crashed_import_are_deleted(models: Library, model: Path) -> None:
    stale, recent = models.folder / ".deskpet-dead", models.folder / ".deskpet-busy"
    stale.mkdir(parents=True)
    recent.mkdir()
    os.utime(stale, (1, 1))
    models.bring(model)
    assert not stale.exists()
    assert recent.exists()
    assert all(not entry.name.startswith(".") for entry in models.all())


def test_a_cancelled_import_leaves_nothing_behind(model: Path, tmp_path: Path) -> None:
    cancellation = Cancellation()

    def cancel(*_: object) -> None:
        cancellation.cancel()

    models = Library(tmp_path / "models", painter=cancel, cache=tmp_path / "cache")
    with pytest.raises(Cancelled):
        cancellation.run(lambda: models.bring(model))
    assert list(models.folder.iterdir()) == []


def test_a_copy_is_cancelled_between_two_pieces(model: Path, tmp_path: Path) -> None:
    cancellation = Cancellation()

    class Endless(io.RawIOBase):
        """A file without an end, in whose middle the copy is cancelled."""

        def readinto(self, buffer: memoryview) -> int:
            cancellation.cancel()
            return len(buffer)

        def readable(self) -> bool:
            return True

    package = ModelPackage("x", "x.model3.json", (PackedFile("x.model3.json", 1 << 25, Endless),))
    with pytest.raises(Cancelled):
        cancellation.run(lambda: model_package.copy(package, tmp_path / "copy"))
    assert (tmp_path / "copy" / "x.model3.json").stat().st_size <= 1 << 20


def test_removing_a_model_deletes_its_notes(models: Library, model: Path, tmp_path: Path) -> None:
    entry = models.bring(model)
    brought = model_file.load(entry.choice, tmp_path / "c")
    model_notes.save(brought, ModelNotes(scale=2.0))

    models.remove(entry.name)

    assert entry not in models.all()
    assert list(models.folder.iterdir()) == []
    assert model_notes.load(brought) == ModelNotes()


def test_built_in_models_are_listed_and_stay(models: Library) -> None:
    mikan = next(entry for entry in models.all() if entry.name == "mikan")
    assert mikan.is_built_in
    assert mikan.choice == "mikan"
    assert mikan.thumbnail is not None
    with pytest.raises(ModelError, match="built-in"):
        models.remove("mikan")
    with pytest.raises(ModelError):
        models.remove("../models")
    assert mikan.settings.exists()


def test_the_thumbnail_is_drawn_on_import_or_later(models: Library, model: Path, tmp_path: Path) -> None:
    drawn: list[tuple[Path, ...]] = []

    def paint(settings: Path, thumbnail: Path, not_copied: Path | None) -> None:
        drawn.append((settings, thumbnail))
        for path in filter(None, (thumbnail, not_copied)):
            path.write_bytes(b"picture")

    def fail(settings: Path, thumbnail: Path, not_copied: Path | None) -> None:
        raise NoPicture("No picture was drawn: there is no display.")

    plain = models.bring(model)
    assert plain.thumbnail is None
    painted = Library(models.folder, paint, tmp_path / "cache").bring(model)
    assert painted.thumbnail is not None
    assert painted.thumbnail.read_bytes() == (painted.folder / "preview.png").read_bytes() == b"picture"
    later = Library(models.folder, paint).paint(plain)
    assert later.thumbnail == plain.folder / library.THUMBNAIL
    assert Library(models.folder, paint).paint(later) == later
    assert len(drawn) == 2
    without_picture = Library(models.folder, fail, tmp_path / "cache").bring(model)
    assert codes(without_picture) == {"no-picture"}
    assert without_picture.thumbnail is None


def test_a_model_that_crashes_when_drawn_is_not_imported(models: Library, model: Path) -> None:
    def crash(settings: Path, thumbnail: Path, not_copied: Path | None) -> None:
        raise ModelError(Problem("drawing-crashed", settings.name, "It crashes. Take another one."))

    assert refusal(Library(models.folder, crash, models.folder.parent / "cache"), model).code == "drawing-crashed"


@pytest.mark.parametrize("name", ["Haru", "Wanko", "Mark", "Shizuku-cubism2"])
def test_other_models_are_imported_from_folder_and_archive(
    shared: Path, name: str, models: Library, tmp_path: Path
) -> None:
    source = shared / "models" / name
    packed = Path(shutil.make_archive(str(tmp_path / name), "zip", source.parent, name))

    entries = [models.bring(source), models.bring(packed)]

    first, second = (character.from_model(model_file.load(entry.choice, tmp_path / "cache")) for entry in entries)
    assert [entry.problems for entry in entries] == [(), ()]
    assert entries[1].name == f"{entries[0].name} 2"
    assert (first.expressions, first.motions) == (second.expressions, second.motions)
    assert first.motions


def test_the_test_imports_no_modules_from_the_working_folder(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json.py", "struct.py", "deskpet.py", "live2d.py"):
        (model / name).write_text("raise SystemExit(77)", encoding="utf-8")
    monkeypatch.chdir(model)
    assert doctor.diagnose(".", tmp_path / "cache").ok


READ_CLOSED_FOLDER = """
import sys
from pathlib import Path

from deskpet.pet.library import Library

print(len(Library(Path(sys.argv[1])).all()))
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_of_a_closed_folder_only_the_built_in_models_are_listed(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir(mode=0o000)
    assert ordinary_user.run(READ_CLOSED_FOLDER, str(folder)).strip() == "2"
