"""Rendering a model's pictures in a child process, and the messages of its failures."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest
from PIL import Image

from deskpet.pet import model_file
from deskpet.pet.library import Library
from deskpet.pet.problems import ModelError, NoPicture
from deskpet.ui.pet import portrait
from tests.pet.conftest import copy_of
from tests.pet.damage import MOC, SETTINGS, TEXTURE, missing, replace, swapped_draw_orders

MIKAN = model_file.built_in_folder() / "mikan"
FAINT = 24


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return copy_of(MIKAN, tmp_path / "mikan")


def command(*arguments: str | Path, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "deskpet", "doctor", *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=100, env=environment or os.environ,
    )  # fmt: skip


def colour(picture: Image.Image, x: int, y: int) -> tuple[int, ...]:
    return cast("tuple[int, ...]", picture.getpixel((x, y)))


def seen(path: Path) -> tuple[int, int, int, int]:
    """Return the bounding box of the visible pixels."""
    with Image.open(path) as picture:
        assert picture.mode == "RGBA"
        return picture.getchannel("A").point([0] * FAINT + [255] * (256 - FAINT)).getbbox() or (0, 0, 0, 0)


@pytest.mark.window
def test_the_character_fills_the_thumbnail_and_has_her_placement_in_the_still(tmp_path: Path) -> None:
    thumbnail, still = tmp_path / "new" / "thumbnail", tmp_path / "still.png"

    portrait.render(MIKAN / SETTINGS, thumbnail, still)

    with Image.open(thumbnail) as picture:
        assert (picture.format, picture.height) == ("PNG", 512)
        assert colour(picture, 0, 0)[3] == 0
        left, top, right, bottom = seen(thumbnail)
        assert bottom - top >= 500
        assert picture.width - (right - left) <= 6
        # The picture shows her, in her colours.
        middle = colour(picture, picture.width // 2, 200)
        assert middle[3] == 255
        assert middle[0] > middle[2]
    with Image.open(still) as whole, Image.open(MIKAN / "preview.png") as preview:
        assert whole.height == 512
        assert whole.width / whole.height == pytest.approx(preview.width / preview.height, abs=0.01)
        scale = whole.height / preview.height
        known = [side * scale for side in seen(MIKAN / "preview.png")]
    # She is in the middle of an idle motion.
    assert seen(still) == pytest.approx(known, abs=40)


@pytest.mark.window
@pytest.mark.parametrize("name", ["Haru", "Wanko", "Mark", "Shizuku-cubism2"])
def test_other_models_are_rendered(shared: Path, name: str, tmp_path: Path) -> None:
    portrait.render(model_file.find(str(shared / "models" / name)), tmp_path / "thumbnail.png")
    left, top, right, bottom = seen(tmp_path / "thumbnail.png")
    assert bottom - top >= 300
    assert right - left >= 80


@pytest.mark.window
def test_a_crash_of_the_process_is_a_model_error(model: Path, tmp_path: Path) -> None:
    swapped_draw_orders(model)
    with pytest.raises(ModelError, match="crashes when it draws"):
        portrait.render(model / SETTINGS, tmp_path / "thumbnail.png")
    replace(MOC, b"MOC3")(model)
    with pytest.raises(ModelError, match="refuses"):
        portrait.render(model / SETTINGS, tmp_path / "thumbnail.png")
    assert not (tmp_path / "thumbnail.png").exists()


@pytest.mark.window
def test_an_invisible_character_has_no_picture(model: Path, tmp_path: Path) -> None:
    Image.new("RGBA", (64, 64)).save(model / TEXTURE)
    with pytest.raises(NoPicture, match="nothing of this character"):
        portrait.render(model / SETTINGS, tmp_path / "thumbnail.png")


def test_a_missing_display_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("elsewhere there is always one")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoPicture, match="no display"):
        portrait.render(MIKAN / SETTINGS, tmp_path / "thumbnail.png")
    monkeypatch.setenv("DISPLAY", ":4711")
    with pytest.raises(NoPicture, match="graphics driver"):
        portrait.render(MIKAN / SETTINGS, tmp_path / "thumbnail.png")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    with pytest.raises(NoPicture, match="OpenGL"):
        portrait.render(MIKAN / SETTINGS, tmp_path / "thumbnail.png")


def test_the_command_continues_without_a_picture(tmp_path: Path) -> None:
    blind = {name: value for name, value in os.environ.items() if "DISPLAY" not in name} | {"QT_QPA_PLATFORM": "xcb"}
    done = command("mikan", "--json", "--thumbnail", tmp_path / "out.png", environment=blind)
    if sys.platform == "linux":
        assert "No picture was drawn: this session has no display" in done.stderr
        assert not (tmp_path / "out.png").exists()
    assert done.returncode == 0
    assert json.loads(done.stdout)["ok"] is True


@pytest.mark.window
def test_the_command_renders_the_requested_picture(model: Path, tmp_path: Path) -> None:
    out = tmp_path / "pictures" / "out.png"
    done = command(model, "--json", "--thumbnail", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["problems"] == []
    with Image.open(out) as picture:
        assert (picture.format, picture.height) == ("PNG", 512)

    (tmp_path / "file").write_text("", encoding="utf-8")
    done = command(model, "--thumbnail", tmp_path / "file" / "out.png")
    assert done.returncode == 0
    assert "No picture was drawn" in done.stderr

    missing(MOC)(model)
    done = command(model, "--thumbnail", tmp_path / "never.png")
    assert done.returncode == 1
    assert not (tmp_path / "never.png").exists()


@pytest.mark.window
def test_an_imported_model_has_both_pictures(model: Path, tmp_path: Path) -> None:
    entry = Library(tmp_path / "models", portrait.render, tmp_path / "cache").bring(model)
    assert entry.problems == ()
    assert entry.thumbnail is not None
    assert seen(entry.thumbnail)[3] >= 500
    assert model_file.load(entry.choice, tmp_path / "cache").preview.is_file()
