"""Importing an untrusted archive: the model is imported completely or not at all, and nothing is written outside."""

import json
import stat
import struct
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

import pytest

from deskpet.pet import doctor, model_file
from deskpet.pet.library import Library, LibraryEntry
from deskpet.pet.problems import ModelError
from tests.pet.damage import MOC, SETTINGS, TEXTURE, files, settings_changed

MEGABYTE = 1 << 20


@pytest.fixture
def models(tmp_path: Path) -> Library:
    return Library(tmp_path / "library" / "models", cache=tmp_path / "cache")


@pytest.fixture
def packed(model: Path, tmp_path: Path) -> Path:
    """The built-in model in an archive."""
    return pack(model, tmp_path / "pack.zip")


def pack(model: Path, target: Path, prefix: str = "") -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(model.rglob("*")):
            if path.is_file():
                archive.write(path, prefix + path.relative_to(model).as_posix())
    return target


def add(archive: Path, name: str, data: bytes = b"x", mode: int = 0) -> Path:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    with warnings.catch_warnings(), zipfile.ZipFile(archive, "a") as opened:
        warnings.simplefilter("ignore")  # some tests add duplicate names on purpose
        opened.writestr(info, data)
    return archive


def refusal(models: Library, archive: Path, tmp_path: Path) -> str:
    """Import a bad archive, check that it leaves no files behind, and return the code of the problem."""
    before = {path for path in tmp_path.rglob("*") if "cache" not in path.parts}
    with pytest.raises(ModelError) as caught:
        models.bring(archive)
    after = {path for path in tmp_path.rglob("*") if "cache" not in path.parts}
    assert after - before <= {models.folder, models.folder.parent}
    assert all(problem.message.endswith(".") for problem in caught.value.problems)
    return caught.value.problems[0].code


def codes(entry: LibraryEntry) -> set[str]:
    return {problem.code for problem in entry.problems}


def is_complete(entry: LibraryEntry, tmp_path: Path) -> bool:
    built_in = model_file.load("mikan", tmp_path / "cache")
    brought = model_file.load(entry.choice, tmp_path / "cache")
    return (brought.expressions, brought.motions) == (built_in.expressions, built_in.motions)


@pytest.mark.parametrize("prefix", ["", "Mikan v2/runtime/", "a/b/c/d/e/f/", "__mikan/"])
def test_a_model_is_found_in_any_folder(models: Library, model: Path, tmp_path: Path, prefix: str) -> None:
    entry = models.bring(pack(model, tmp_path / "pack.zip", prefix))
    assert entry.problems == ()
    assert (entry.folder / MOC).read_bytes() == (model / MOC).read_bytes()
    assert is_complete(entry, tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "../evil.png", "../../evil.json", "textures/../../evil.png", "/evil.png", "//server/evil.png",
        "C:/evil.png", "C:evil.png", "..\\evil.png", "\\evil.png", "C:\\evil.png",
    ],
)  # fmt: skip
def test_nothing_is_written_outside(models: Library, packed: Path, tmp_path: Path, name: str) -> None:
    assert refusal(models, add(packed, name), tmp_path) == "escapes-folder"


def test_the_whole_archive_is_checked_before_anything_is_written(models: Library, packed: Path, tmp_path: Path) -> None:
    assert refusal(models, add(packed, "zzz/../../../evil.json"), tmp_path) == "escapes-folder"


def test_links_and_devices_are_left_out(models: Library, packed: Path) -> None:
    kinds = (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK)
    for kind in kinds:
        add(packed, f"textures/odd{kind}.png", b"/etc/passwd", kind | 0o777)
    entry = models.bring(packed)
    assert codes(entry) == {"left-out"}
    assert [path.name for path in (entry.folder / "textures").iterdir()] == ["texture_00.png"]


def test_a_link_in_place_of_the_texture_is_a_missing_texture(models: Library, model: Path, tmp_path: Path) -> None:
    (model / TEXTURE).unlink()
    archive = add(pack(model, tmp_path / "pack.zip"), TEXTURE, b"/etc/hostname", stat.S_IFLNK | 0o777)
    assert refusal(models, archive, tmp_path) == "missing-file"


def test_the_first_of_two_files_of_one_name_is_taken(models: Library, packed: Path, tmp_path: Path) -> None:
    add(packed, MOC, b"another")
    entry = models.bring(add(packed, MOC.upper(), b"another"))
    assert codes(entry) == {"left-out"}
    assert is_complete(entry, tmp_path)
    # Listed, because Windows finds the file by either name.
    assert MOC.upper() not in {path.name for path in entry.folder.iterdir()}


def test_foreign_files_are_left_out(models: Library, model: Path, packed: Path, tmp_path: Path) -> None:
    deep = "/".join(f"folder{number}" for number in range(20))
    for name in ("run.exe", "setup.sh", "a\x01b.png", "n" * 250 + ".png", f"{deep}/deep.png", "x\ny.json"):
        add(packed, name)
    entry = models.bring(packed)
    assert codes(entry) == {"left-out"}
    assert len(entry.problems) == 1
    assert {path.name for path in entry.folder.rglob("*")} <= {path.name for path in model.rglob("*")}
    assert is_complete(entry, tmp_path)


def test_a_zip_bomb_is_refused(models: Library, packed: Path, tmp_path: Path) -> None:
    assert refusal(models, add(packed, "textures/bomb.png", bytes(50 * MEGABYTE)), tmp_path) == "zip-bomb"


def test_many_files_that_are_large_together_are_refused(
    models: Library, packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deskpet.pet.model_package.MAX_BYTES", 30 * MEGABYTE)
    for number in range(4):
        add(packed, f"textures/{number}.png", bytes(9 * MEGABYTE))
    assert refusal(models, packed, tmp_path) == "too-large"


def test_far_too_many_files_are_refused(
    models: Library, packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deskpet.pet.model_package.MAX_ENTRIES", 30)
    assert refusal(models, packed, tmp_path) == "too-many-files"


def test_a_huge_central_directory_is_not_read(models: Library, packed: Path, tmp_path: Path) -> None:
    data = bytearray(packed.read_bytes())
    end = data.rindex(b"PK\x05\x06")
    struct.pack_into("<I", data, end + 12, 500 * MEGABYTE)
    packed.write_bytes(data)
    assert refusal(models, packed, tmp_path) == "too-many-files"


def test_a_wrong_size_is_a_damaged_archive(models: Library, packed: Path, tmp_path: Path) -> None:
    data = bytearray(packed.read_bytes())
    entry = data.rindex(MOC.encode()) - 46
    struct.pack_into("<I", data, entry + 24, 1000)
    packed.write_bytes(data)
    assert refusal(models, packed, tmp_path) in {"bad-archive", "moc-truncated"}


def test_an_entry_before_the_file_is_a_damaged_archive(models: Library, packed: Path, tmp_path: Path) -> None:
    data = bytearray(packed.read_bytes())
    end = data.rindex(b"PK\x05\x06")
    (at,) = struct.unpack_from("<I", data, end + 16)
    struct.pack_into("<I", data, end + 16, at + 100)
    packed.write_bytes(data)
    assert refusal(models, packed, tmp_path) == "bad-archive"


def test_a_name_that_is_not_in_its_encoding_is_a_damaged_archive(models: Library, packed: Path, tmp_path: Path) -> None:
    add(packed, "m/é.txt")
    packed.write_bytes(packed.read_bytes().replace("é".encode(), b"\xff\xff"))
    assert refusal(models, packed, tmp_path) == "bad-archive"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_invalid_bytes_of_any_compression_are_a_damaged_archive(
    models: Library, model: Path, tmp_path: Path, method: int
) -> None:
    with zipfile.ZipFile(tmp_path / "pack.zip", "w", method) as archive:
        for name in (SETTINGS, MOC, TEXTURE):
            archive.write(model / name, name)
        entry = archive.getinfo(MOC)
    data = bytearray((tmp_path / "pack.zip").read_bytes())
    # Behind the local header of 30 bytes and the name, and LZMA's header.
    start = entry.header_offset + 30 + len(MOC) + 9
    data[start : start + 300] = b"\xff" * 300
    (tmp_path / "pack.zip").write_bytes(data)
    assert refusal(models, tmp_path / "pack.zip", tmp_path) == "bad-archive"


@pytest.mark.parametrize("fraction", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_a_truncated_archive_is_reported_as_damaged(
    models: Library, packed: Path, tmp_path: Path, fraction: float
) -> None:
    data = packed.read_bytes()
    packed.write_bytes(data[: int(len(data) * fraction)])
    assert refusal(models, packed, tmp_path) == "bad-archive"


@pytest.mark.parametrize("at", [0.1, 0.4, 0.8])
def test_damage_inside_is_detected(models: Library, packed: Path, tmp_path: Path, at: float) -> None:
    data = bytearray(packed.read_bytes())
    start = int(len(data) * at)
    data[start : start + 300] = bytes(300)
    packed.write_bytes(data)
    assert refusal(models, packed, tmp_path) in {"bad-archive", "unknown-archive"}


def test_an_encrypted_archive_is_refused(models: Library, packed: Path, tmp_path: Path) -> None:
    data = bytearray(packed.read_bytes())
    at = -1
    while (at := data.find(b"PK\x01\x02", at + 1)) >= 0:
        data[at + 8] |= 1
    packed.write_bytes(data)
    assert refusal(models, packed, tmp_path) == "encrypted"


def test_an_unknown_compression_method_is_refused(models: Library, packed: Path, tmp_path: Path) -> None:
    data = bytearray(packed.read_bytes())
    at = -1
    while (at := data.find(b"PK\x01\x02", at + 1)) >= 0:
        struct.pack_into("<H", data, at + 10, 98)
    packed.write_bytes(data)
    assert refusal(models, packed, tmp_path) == "unknown-archive"


def test_an_archive_in_an_archive_has_to_be_unpacked(models: Library, packed: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer.zip"
    add(outer, "inner/model.zip", packed.read_bytes())
    assert refusal(models, outer, tmp_path) == "archive-inside"


def test_an_archive_without_a_model_says_so(models: Library, tmp_path: Path) -> None:
    assert refusal(models, add(tmp_path / "photos.zip", "a.png"), tmp_path) == "no-model-file"
    assert refusal(models, add(tmp_path / "moc.zip", "x/a.moc3"), tmp_path) == "no-model-file"


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "shift_jis", "big5", "euc_kr"])
def test_names_in_any_encoding_are_decoded(models: Library, model: Path, tmp_path: Path, encoding: str) -> None:
    texture = {"gbk": "贴图/衣服.png", "big5": "貼圖/衣服.png", "euc_kr": "텍스처/옷.png"}.get(
        encoding, "テクスチャ/服.png"
    )
    (model / texture).parent.mkdir()
    (model / TEXTURE).rename(model / texture)
    settings_changed(lambda d: files(d).update(Textures=[texture]))(model)
    archive = pack_with_encoding(model, tmp_path / "raw.zip", encoding)

    entry = models.bring(archive)

    assert codes(entry) == set()
    assert (entry.folder / texture).is_file()


def pack_with_encoding(model: Path, target: Path, encoding: str) -> Path:
    """Pack the model with names in `encoding` and without the UTF-8 flag."""

    class Raw(zipfile.ZipInfo):
        def _encodeFilenameFlags(self) -> tuple[bytes, int]:  # noqa: N802 - the library's own name
            return self.filename.encode(encoding), 0

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(model.rglob("*")):
            if path.is_file():
                archive.writestr(Raw(path.relative_to(model).as_posix()), path.read_bytes())
    return target


def test_backslashes_are_path_separators(models: Library, model: Path, tmp_path: Path) -> None:
    archive = with_backslashes(pack(model, tmp_path / "pack.zip", "Mikan/"))
    entry = models.bring(archive)
    assert entry.problems == ()
    assert is_complete(entry, tmp_path)


def with_backslashes(archive: Path) -> Path:
    data = archive.read_bytes()
    with zipfile.ZipFile(archive) as opened:
        names = [name for name in opened.namelist() if "/" in name]
    for name in names:
        data = data.replace(name.encode(), name.replace("/", "\\").encode())
    archive.write_bytes(data)
    return archive


def test_several_models_at_the_top_are_reported(models: Library, model: Path, tmp_path: Path) -> None:
    archive = pack(model, tmp_path / "pack.zip", "summer/")
    with zipfile.ZipFile(archive, "a") as opened:
        for path in model.rglob("*"):
            if path.is_file():
                opened.write(path, f"winter/{path.relative_to(model).as_posix()}")
    (problem,) = models.bring(archive).problems
    assert problem.code == "several-models"
    assert "winter/mikan.model3.json" in problem.message


def test_the_doctor_checks_archives(packed: Path, tmp_path: Path) -> None:
    diagnosis = run_doctor(packed, tmp_path)
    assert diagnosis["ok"] is True
    assert "happy" in diagnosis["expressions"]
    diagnosis = run_doctor(add(packed, "../evil.png"), tmp_path)
    assert diagnosis["ok"] is False
    assert [problem["code"] for problem in diagnosis["problems"]] == ["escapes-folder"]
    assert not list(tmp_path.rglob("evil.png"))


def test_the_doctor_removes_its_temporary_files(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    assert doctor.diagnose(packed, tmp_path / "cache").ok
    assert [path for path in place.iterdir() if path.name.startswith("deskpet-model")] == []


def run_doctor(path: Path, tmp_path: Path) -> dict:
    done = subprocess.run(
        [sys.executable, "-m", "deskpet", "doctor", str(path), "--json"],
        capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    diagnosis = json.loads(done.stdout)
    assert done.returncode == (0 if diagnosis["ok"] else 1), done.stderr
    return diagnosis


def test_a_model_with_its_settings_in_another_case_is_found(models: Library, model: Path, tmp_path: Path) -> None:
    (model / SETTINGS).rename(model / "MIKAN.Model3.JSON")
    assert is_complete(models.bring(pack(model, tmp_path / "pack.zip")), tmp_path)
