"""A touch tests the meshes of a model without the core's test where that destroys memory."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from deskpet.pet import model_file
from deskpet.pet.mesh_hits import MeshHits
from deskpet.pet.model_file import ModelFile, is_cubism_5_3
from tests.pet import rig_search
from tests.support.folders import sample_models

MESHES = 3


@dataclass
class Core:
    """The two tests of the core, and which of them were used; the last mesh covers every point."""

    used: list[str] = field(default_factory=list[str])

    def GetDrawableIds(self) -> list[str]:  # noqa: N802 - the core's name
        return [f"mesh {number}" for number in range(MESHES)]

    def HitDrawable(self, x: float, y: float, top_only: bool) -> list[str]:  # noqa: N802 - as in the core
        self.used.append("all")
        return ["mesh 2"]

    def IsDrawableHit(self, index: int, x: float, y: float) -> bool:  # noqa: N802 - the core's name
        assert 0 <= index < MESHES
        self.used.append("one")
        return index == MESHES - 1


def of_version(model: Path, cache: Path, version: int) -> ModelFile:
    checked = model_file.load(str(model), cache)
    data = bytearray(checked.moc.read_bytes())
    data[4] = version
    checked.moc.write_bytes(data)
    return checked


@pytest.mark.parametrize(("version", "used"), [(1, ["all"]), (5, ["all"]), (6, ["one"] * 3), (7, ["one"] * 3)])
def test_meshes_of_a_model_with_offscreens_are_never_sorted(
    model: Path, tmp_path: Path, version: int, used: list[str]
) -> None:
    core = Core()
    hits = MeshHits(core, of_version(model, tmp_path / "cache", version))
    assert hits.covers(core, 1, 1)
    assert core.used == used


@pytest.mark.window
@pytest.mark.slow
def test_touching_models_with_offscreens_ends_nothing(tmp_path: Path) -> None:
    models = [str(each) for each in sample_models() if has_offscreens(each, tmp_path)]
    if not models:
        pytest.skip("no sample model of Cubism 5.3: set DESKPET_MODELS to a folder with one")
    crashes = [str(crash) for _, crash in rig_search.search(models, 400, seed=1) if crash]
    assert crashes == []


def has_offscreens(model: Path, cache: Path) -> bool:
    checked = model_file.load(str(model), cache)
    return is_cubism_5_3(checked)
