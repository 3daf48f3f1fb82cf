"""Only the shaders that a model needs are linked."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import live2d
import pytest

from deskpet.pet import model_file
from deskpet.pet.model_file import has_colours, is_cubism_5_3
from deskpet.pet.shaders import ALL_KINDS, MASK_DETAIL, ShaderFolder, ShaderKinds, remove_left_behind

PACKAGE = Path(live2d.__file__).parent


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in (folder / "FrameworkShaders").iterdir()}


def changed(folder: ShaderFolder) -> set[str]:
    copied, original = contents(folder.path), contents(PACKAGE)
    assert copied.keys() == original.keys()
    return {name for name in original if copied[name] != original[name]}


def test_without_blending_its_shaders_are_replaced(tmp_path: Path) -> None:
    folder = ShaderFolder(PACKAGE, tmp_path)
    assert not changed(folder)
    folder.fill(ShaderKinds(blending=True, colours=True))
    others = changed(folder)
    folder.fill(ShaderKinds(blending=False, colours=True))
    blending = {name for name in contents(PACKAGE) if "Blend" in name}
    assert changed(folder) == blending | others
    assert len(blending) > 5
    assert not blending & others


def test_shaders_of_masks_have_their_detail(tmp_path: Path) -> None:
    folder = ShaderFolder(PACKAGE, tmp_path)
    folder.fill(ShaderKinds(blending=False, colours=False))
    detailed = {name for name, text in contents(folder.path).items() if MASK_DETAIL in text}
    assert detailed == {"VertShaderSrcSetupMask.vert", "VertShaderSrcMasked.vert"}


def test_only_models_with_colours_have_shaders_for_them(tmp_path: Path) -> None:
    folder = ShaderFolder(PACKAGE, tmp_path)
    uses = {}
    for colours in (True, False):
        folder.fill(ShaderKinds(blending=False, colours=colours))
        texts = contents(folder.path)
        uses[colours] = {name for name in texts if " * u_multiplyColor" in texts[name] and "Premult" not in name}
    assert uses[True] == {"FragShaderSrc.frag", "FragShaderSrcMask.frag", "FragShaderSrcMaskInverted.frag"}
    assert not uses[False]


TWO_MODELS = """
import sys
from pathlib import Path
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from deskpet.pet import model_file, rig
from deskpet.ui.pet import gl
from tests.pet import offscreen

def drawn(model):
    model.draw()
    return bytes(gl.read_frame(*offscreen.SIZE.toTuple()).pixels)

app, frame = QGuiApplication([]), offscreen.OffscreenFrame()
files = [model_file.load(name, Path(sys.argv[1])) for name in sys.argv[2:]]
first, second = map(rig.Rig, files)
for each in (first, second):
    each.resize(*offscreen.SIZE.toTuple())
    each.update(0.1)
first.create_renderer()
alone = drawn(first)
assert len(set(alone)) > 50
# The version of Cubism 4.2, whose models may colour their meshes.
moc = bytearray(files[1].moc.read_bytes())
moc[4] = 4
files[1].moc.write_bytes(moc)
assert not rig.can_join(files[1])
second.create_renderer()
assert rig.can_join(files[1])
assert drawn(first) == alone
assert drawn(second) == alone
first.close()
second.close()
"""


@pytest.mark.window
def test_a_second_model_that_needs_more_brings_its_shaders(model: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", TWO_MODELS, str(tmp_path / "cache"), "mikan", str(model)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_shaders_of_another_library_stay_as_they_are(tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(PACKAGE / "FrameworkShaders", package / "FrameworkShaders")
    (package / "FrameworkShaders" / "VertShaderSrcMasked.vert").write_text("void main() {}")
    folder = ShaderFolder(package, tmp_path / "copy")
    folder.fill(ALL_KINDS)
    assert contents(folder.path) == contents(package)


def test_shaders_that_were_cleaned_up_are_written_again(tmp_path: Path) -> None:
    folder, kinds = ShaderFolder(PACKAGE, tmp_path / "copy"), ShaderKinds(blending=False, colours=True)
    folder.fill(kinds)
    before = contents(folder.path)
    shutil.rmtree(folder.path)
    folder.fill(kinds)
    assert contents(folder.path) == before


KILLED = """
import sys
from pathlib import Path
from deskpet.pet.shaders import ShaderFolder, new_folder
print(ShaderFolder(Path(sys.argv[1]), new_folder()).path, flush=True)
sys.stdin.read()
"""


def age(folder: Path, days: float) -> None:
    then = time.time() - days * 86400
    os.utime(folder, (then, then))


def test_the_next_start_removes_what_a_killed_process_left(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(PACKAGE)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    with process:
        assert process.stdout
        folder = Path(process.stdout.readline().strip())
        assert folder.parent == tmp_path
        age(folder, 1)
        assert remove_left_behind(tmp_path) == 0
        process.kill()
        process.communicate()
    assert (folder / "FrameworkShaders").is_dir()
    assert remove_left_behind(tmp_path) == 1
    assert not folder.exists()


def test_other_folders_and_young_ones_stay(tmp_path: Path) -> None:
    names = ("deskpet-shaders-0", "deskpet-shaders-1", "deskpet-shaders-2", "other")
    young, unlocked, old, other = (tmp_path / name for name in names)
    for folder in (young, unlocked, old, other):
        folder.mkdir()
    (young / "deskpet.lock").touch()
    age(unlocked, 20)
    age(old, 40)
    age(other, 40)
    if sys.platform != "win32":
        (tmp_path / "deskpet-shaders-3").symlink_to(other)
    assert remove_left_behind(tmp_path) == 1
    assert all(folder.is_dir() for folder in (young, unlocked, other))
    assert not old.exists()


@contextmanager
def as_another_user(folder: Path) -> Generator[None]:
    """Inside the block, nothing in a folder can be looked for."""
    if is_root := os.geteuid() == 0:
        os.seteuid(65534)
    else:
        folder.chmod(0)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)


@pytest.mark.skipif(sys.platform == "win32", reason="each user has a temporary folder")
def test_folders_of_other_users_stay() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        shared = Path(temporary)
        shared.chmod(0o755)
        folder = shared / "deskpet-shaders-0"
        folder.mkdir(mode=0o700)
        age(folder, 40)
        with as_another_user(folder):
            assert remove_left_behind(shared) == 0
        assert folder.is_dir()


@pytest.mark.parametrize(
    ("version", "blends", "colours"), [(1, False, False), (3, False, False), (4, False, True), (6, True, True)]
)
def test_only_new_models_can_blend_and_colour(
    model: Path, tmp_path: Path, version: int, blends: bool, colours: bool
) -> None:
    checked = model_file.load(str(model), tmp_path / "cache")
    data = bytearray(checked.moc.read_bytes())
    data[4] = version
    checked.moc.write_bytes(data)
    assert (is_cubism_5_3(checked), has_colours(checked)) == (blends, colours)


def test_live2d_is_imported_early_and_prints_nothing() -> None:
    program = "import sys, deskpet.pet.rig; sys.exit('live2d' not in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False, timeout=30
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
