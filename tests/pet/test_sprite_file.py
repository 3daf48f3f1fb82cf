"""Sprite characters from elsewhere: those of the format are taken in, all others refused with a reason."""

import json
import shutil
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from deskpet.pet import body, character, doctor, model_notes
from deskpet.pet.library import Library
from deskpet.pet.mood import GestureRole, gesture
from deskpet.pet.sprite_file import MAX_DESCRIPTION, ROWS, SpriteFile
from tests.support.sprites import NAME, as_bytes, draw_sheet, write_sprites


@pytest.fixture(scope="module")
def sheet() -> QImage:
    return draw_sheet()


@pytest.fixture(scope="module")
def png(sheet: QImage) -> bytes:
    return as_bytes(sheet)


def codes(folder: Path) -> set[str]:
    """Return the codes of the problems that make the character in a folder unusable."""
    return {problem.code for problem in doctor.diagnose(folder, folder.parent / "cache").problems if not problem.mended}


def huge_png(width: int, height: int) -> bytes:
    """Return a small PNG that says that it is enormous."""
    body = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    packed = zlib.compress(bytes(1 << 20))
    parts = ((b"IHDR", body), (b"IDAT", packed), (b"IEND", b""))
    chunks = (struct.pack(">I", len(b)) + kind + b + struct.pack(">I", zlib.crc32(kind + b)) for kind, b in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def test_the_rows_are_motions_and_play_the_roles_of_the_mood(tmp_path: Path, sheet: QImage) -> None:
    model = doctor.load_tested(str(write_sprites(tmp_path / "blob", sheet)), tmp_path / "cache")
    assert isinstance(model, SpriteFile)
    assert not model.has_looks
    described = character.from_model(model, model_notes.load(model, tmp_path))
    assert (described.name, described.description) == (NAME, "A round blob.")
    assert tuple(described.motions) == tuple(ROWS)
    assert not described.expressions
    assert (described.idle_group, described.greeting.group) == ("idle", "waving")
    roles = {role: gesture(described, role).group for role in GestureRole}
    assert roles[GestureRole.THINK] == "waiting"
    assert roles[GestureRole.READ] == "review"
    assert roles[GestureRole.AGENTS_WORK] == "running"
    assert roles[GestureRole.WINCE] == "failed"
    assert roles[GestureRole.TAPPED] == roles[GestureRole.JOYFUL] == "jumping"
    assert roles[GestureRole.SLEEP] is None


@pytest.mark.parametrize("kind", ["png", "webp"])
def test_a_zip_comes_into_the_library_as_a_png_that_no_cache_is_needed_for(tmp_path: Path, kind: str) -> None:
    folder = write_sprites(tmp_path / "my blob", draw_sheet(has_looks=True), kind, spriteVersionNumber=2)
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as file:
        for path in folder.iterdir():
            file.write(path, path.relative_to(tmp_path))
    library = Library(tmp_path / "models", cache=tmp_path / "cache")
    entry = library.bring(packed)
    assert (entry.name, entry.problems) == ("my blob", ())
    shutil.rmtree(tmp_path / "cache")
    model = body.load(entry.choice, tmp_path / "cache")
    assert isinstance(model, SpriteFile)
    assert model.has_looks
    assert model.sheet.is_relative_to(library.folder)
    library.remove(entry.name)
    assert not entry.folder.exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("[" * 100_000, "not-json"),
        ("[]", "not-a-model"),
        ('{"spritesheetPath": 7}', "not-a-model"),
        ('{"spritesheetPath": "a\\u0000b"}', "not-a-model"),
        ('{"spritesheetPath": "../secret.png"}', "outside-folder"),
        ('{"spritesheetPath": "/etc/hostname"}', "outside-folder"),
        ('{"spritesheetPath": "link.png"}', "outside-folder"),
        ('{"spritesheetPath": "missing.png"}', "missing-file"),
        ('{"spritesheetPath": "."}', "is-a-folder"),
        (json.dumps({"spritesheetPath": "x" * 5000}), "not-a-model"),
        ('{"spritesheetPath": "\\ud800.png"}', "not-a-model"),
    ],
)
def test_a_hostile_pet_json_is_refused(tmp_path: Path, png: bytes, text: str, code: str) -> None:
    (tmp_path / "secret.png").write_bytes(png)
    folder = tmp_path / "blob"
    folder.mkdir()
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "pet.json").write_text(text, encoding="utf-8")
    assert codes(folder) == {code}


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (b"", "bad-texture"),
        (b"no picture at all", "bad-texture"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 broken", "bad-texture"),
        (huge_png(30_000, 30_000), "sheet-size"),
        (huge_png(1536, 1872), "bad-texture"),
        (as_bytes(QImage(192, 208, QImage.Format.Format_ARGB32)), "sheet-size"),
    ],
)
def test_a_picture_that_is_no_sheet_is_refused(tmp_path: Path, picture: bytes, code: str) -> None:
    folder = write_sprites(tmp_path / "blob", QImage(1, 1, QImage.Format.Format_ARGB32))
    (folder / "sheet.png").write_bytes(picture)
    assert codes(folder) == {code}


def test_names_are_one_short_line(tmp_path: Path, sheet: QImage) -> None:
    folder = write_sprites(tmp_path / "blob", sheet, displayName="A\nB\x1b[31m\u202e", description="x " * 5000)
    described = character.from_model(body.load(str(folder), tmp_path / "cache"))
    assert described.name == "A B [31m"
    assert len(described.description) <= MAX_DESCRIPTION


@given(data=st.data())
def test_a_damaged_sheet_is_refused_or_shown_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, png: bytes, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("damaged") / "blob"
    write_sprites(folder, QImage(1, 1, QImage.Format.Format_ARGB32))
    at = data.draw(st.integers(0, len(png) - 1))
    damaged = data.draw(st.sampled_from((png[:at], png[:at] + b"\xff" + png[at + 1 :], png[at:], png + png[:at])))
    (folder / "sheet.png").write_bytes(damaged)
    names = st.one_of(st.text(), st.integers(), st.none(), st.lists(st.text()))
    values = {"displayName": data.draw(names), "id": data.draw(names), "spritesheetPath": "sheet.png"}
    (folder / "pet.json").write_text(json.dumps(values), encoding="utf-8")
    found = body.examine(folder / "pet.json", folder.parent / "cache", thorough=True)
    assert all(len(str(problem)) > 20 for problem in found.problems)
    assert found.model or found.problems
    if found.model:
        assert character.from_model(found.model).name.isprintable()
