"""The built-in character: its committed files are what its generator writes, and they fit together."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "models" / "mikan"
TEXTURE = "textures/texture_00.png"

# Qt rasterises with the vector instructions the machine has; those round colours differently by a level or
# two, and the colour of an almost transparent texel is divided by its small alpha.
VISIBLE_TOLERANCE = 6
MEAN_TOLERANCE = 0.02


@pytest.fixture(scope="module")
def regenerated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model, written anew by the command a person would type."""
    folder = tmp_path_factory.mktemp("mikan")
    subprocess.run([sys.executable, "-m", "models.mikan.generator", str(folder)], cwd=ROOT, check=True, timeout=120)
    return folder


def read_json(name: str) -> dict[str, Any]:
    return json.loads((MODEL / name).read_text(encoding="utf-8"))


def model() -> dict[str, Any]:
    return read_json("mikan.model3.json")["FileReferences"]


def motion_files() -> list[str]:
    return [entry["File"] for entries in model()["Motions"].values() for entry in entries]


def expression_files() -> list[str]:
    return [entry["File"] for entry in model()["Expressions"]]


def parameters() -> dict[str, float]:
    """Default by parameter id, as the generator declares them."""
    from models.mikan.generator.parameters import DEFAULTS

    return dict(DEFAULTS)


def test_the_generator_writes_the_committed_files(regenerated: Path) -> None:
    written = {path.relative_to(regenerated) for path in regenerated.rglob("*") if path.is_file()}
    assert Path("mikan.moc3") in written
    for name in sorted(written - {Path(TEXTURE)}):
        assert (MODEL / name).read_bytes() == (regenerated / name).read_bytes(), name


def test_nothing_is_committed_that_the_generator_would_not_write(regenerated: Path) -> None:
    for folder in ("expressions", "motions", "textures"):
        committed = {path.name for path in (MODEL / folder).iterdir()}
        assert committed == {path.name for path in (regenerated / folder).iterdir()}


def test_the_generator_paints_the_committed_texture(regenerated: Path) -> None:
    committed, fresh = (
        np.asarray(Image.open(folder / TEXTURE).convert("RGBA")).astype(int) for folder in (MODEL, regenerated)
    )
    assert committed.shape == fresh.shape
    alpha = np.minimum(committed[..., 3:], fresh[..., 3:])
    seen = abs(committed - fresh) * np.where(alpha > 0, alpha, 255) / 255
    seen[..., 3] = abs(committed - fresh)[..., 3]
    assert seen[(alpha > 0).squeeze()].max() <= VISIBLE_TOLERANCE
    assert seen[(alpha > 0).squeeze()].mean() <= MEAN_TOLERANCE


def test_every_file_that_the_model_names_is_there() -> None:
    files = model()
    named = [
        files["Moc"],
        files["Physics"],
        files["DisplayInfo"],
        *files["Textures"],
        *motion_files(),
        *expression_files(),
    ]
    assert [name for name in named if not (MODEL / name).is_file()] == []


def test_the_character_describes_exactly_what_the_model_has() -> None:
    character, files = read_json("character.json"), model()
    assert list(character["expressions"]) == [entry["Name"] for entry in files["Expressions"]]
    assert list(character["motions"]) == list(files["Motions"])
    assert character["default_expression"] in character["expressions"]
    assert character["idle_group"] in character["motions"]
    hit_areas = {area["Name"] for area in read_json("mikan.model3.json")["HitAreas"]}
    assert set(character["taps"]) == hit_areas == {"Head", "Body", "Tail"}
    for reaction in [character["greeting"], *character["taps"].values()]:
        assert reaction["expression"] in character["expressions"]
        assert reaction["group"] in character["motions"]


def test_meanings_are_words_and_differ() -> None:
    character = read_json("character.json")
    for meanings in (character["expressions"], character["motions"]):
        assert all(len(meaning.split()) >= 3 for meaning in meanings.values())
        assert len(set(meanings.values())) == len(meanings)


def test_expressions_change_known_parameters_and_differ() -> None:
    seen = []
    for file in expression_files():
        changes = read_json(file)["Parameters"]
        assert {change["Id"] for change in changes} <= parameters().keys(), file
        assert {change["Blend"] for change in changes} <= {"Add", "Multiply"}, file
        seen.append(changes)
    assert all(a != b for i, a in enumerate(seen) for b in seen[:i])


def keyframes(curve: dict[str, Any]) -> list[tuple[float, float]]:
    """(second, value) of the curve's keys; the file has Bezier segments only."""
    flat = curve["Segments"]
    keys, rest = [(flat[0], flat[1])], flat[2:]
    assert len(rest) % 7 == 0
    for i in range(0, len(rest), 7):
        assert rest[i] == 1
        keys.append((rest[i + 5], rest[i + 6]))
    return keys


@pytest.mark.parametrize("file", motion_files())
def test_a_motion_starts_and_ends_at_rest(file: str) -> None:
    motion, defaults = read_json(file), parameters()
    fade_begins = motion["Meta"]["Duration"] - motion["Meta"]["FadeOutTime"]
    for curve in motion["Curves"]:
        rest, keys = defaults[curve["Id"]], keyframes(curve)
        assert keys[0] == (0, rest), curve["Id"]
        assert keys[-1] == (motion["Meta"]["Duration"], rest), curve["Id"]
        assert {value for second, value in keys if second >= fade_begins - 1e-3} == {rest}, curve["Id"]
        assert [s for s, _ in keys] == sorted(s for s, _ in keys), curve["Id"]


@pytest.mark.parametrize("file", motion_files())
def test_a_motion_counts_its_segments_rightly(file: str) -> None:
    motion = read_json(file)
    segments = [len(keyframes(curve)) - 1 for curve in motion["Curves"]]
    assert motion["Meta"]["CurveCount"] == len(segments)
    assert motion["Meta"]["TotalSegmentCount"] == sum(segments)
    assert motion["Meta"]["TotalPointCount"] == sum(3 * n + 1 for n in segments)


def test_all_motions_key_the_same_parameters() -> None:
    keyed = {file: {curve["Id"] for curve in read_json(file)["Curves"]} for file in motion_files()}
    assert len({frozenset(ids) for ids in keyed.values()}) == 1
    assert next(iter(keyed.values())) <= parameters().keys()


def test_physics_drives_known_parameters_that_motions_leave_alone() -> None:
    settings = read_json("mikan.physics3.json")["PhysicsSettings"]
    inputs = {source["Source"]["Id"] for setting in settings for source in setting["Input"]}
    outputs = {output["Destination"]["Id"] for setting in settings for output in setting["Output"]}
    moved = {curve["Id"] for curve in read_json(motion_files()[0])["Curves"]}
    assert inputs | outputs <= parameters().keys()
    assert not outputs & moved


@pytest.mark.parametrize(
    ("file", "size"), [(TEXTURE, (2048, 1216)), ("preview.png", (576, 800)), ("icon.png", (256, 256))]
)
def test_a_picture_decodes(file: str, size: tuple[int, int]) -> None:
    with Image.open(MODEL / file) as picture:
        picture.load()
        assert (picture.size, picture.mode) == (size, "RGBA")
        lowest, highest = picture.getchannel("A").getextrema()
    assert (lowest, highest) == (0, 255)


@pytest.mark.parametrize("file", sorted(p.relative_to(MODEL).as_posix() for p in MODEL.rglob("*.json")))
def test_json_is_what_the_core_accepts(file: str) -> None:
    """The core refuses exponents, escapes, and a number right before a bracket on its line."""
    text = (MODEL / file).read_text(encoding="utf-8")
    assert "\\u" not in text
    for line in text.splitlines():
        value = line.strip().rstrip(",").rpartition(" ")[2]
        assert not (value[:1] in "-0123456789" and ("e" in value or value[-1:] in "]}")), line


def test_the_whole_model_stays_small() -> None:
    assert (
        sum(path.stat().st_size for path in MODEL.rglob("*") if path.suffix in {".json", ".moc3", ".png"}) < 1_500_000
    )
