"""Only the shaders that a model needs are linked."""

import subprocess
import sys
from pathlib import Path

import live2d
import pytest

from deskpet.pet import model_file
from deskpet.pet.model_file import is_cubism_5_3
from deskpet.pet.shaders import ShaderFolder

PACKAGE = Path(live2d.__file__).parent


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in (folder / "FrameworkShaders").iterdir()}


def test_without_blending_only_its_shaders_are_replaced(tmp_path: Path) -> None:
    folder, original = ShaderFolder(PACKAGE, tmp_path), contents(PACKAGE)

    folder.fill(with_blending=False)

    reduced = contents(folder.path)
    changed = {name for name in original if reduced[name] != original[name]}
    assert reduced.keys() == original.keys()
    assert changed == {name for name in original if "Blend" in name}
    assert len(changed) > 5

    folder.fill(with_blending=True)
    assert contents(folder.path) == original


@pytest.mark.parametrize(("version", "blends"), [(1, False), (5, False), (6, True)])
def test_only_new_models_can_blend(model: Path, tmp_path: Path, version: int, blends: bool) -> None:
    checked = model_file.load(str(model), tmp_path / "cache")
    data = bytearray(checked.moc.read_bytes())
    data[4] = version
    checked.moc.write_bytes(data)
    assert is_cubism_5_3(checked) is blends


def test_live2d_is_imported_early_and_prints_nothing() -> None:
    program = "import sys, deskpet.pet.rig; sys.exit('live2d' not in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False, timeout=30
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
