"""The built-in characters: their committed files are what their generator writes, and they fit together."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
CHARACTERS = ("mikan", "yuki")
TEXTURE = "textures/texture_00.png"
FACES = {"neutral", "happy", "laughing", "shy", "sad", "crying", "angry", "surprised", "sleepy", "smug", "thinking"}
GROUPS = {
    "Idle",
    "Greet",
    "Nod",
    "Shake",
    "Wave",
    "Think",
    "Happy",
    "Sad",
    "Surprise",
    "Sleep",
    "Talk",
    "TapHead",
    "TapBody",
    "TapTail",
}
PAINTED = {Path(TEXTURE), Path("icon.png")}

# Qt rasterises with the vector instructions the machine has; those round colours differently by a level or
# two, and the colour of an almost transparent texel is divided by its small alpha.
VISIBLE_TOLERANCE = 6
MEAN_TOLERANCE = 0.02


def folder(name: str) -> Path:
    return ROOT / "models" / name


@pytest.fixture(scope="module", params=CHARACTERS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def model(name: str) -> Path:
    """The folder with the committed files."""
    return folder(name)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all of them, written anew at the same time by the commands a person would type."""
    folder = tmp_path_factory.mktemp("new")
    commands = [[str(folder / name), "--character", name, "--icon", f"{folder / name}.svg"] for name in CHARACTERS]
    program = [sys.executable, "-m", "models.mikan.generator"]
    running = [subprocess.Popen([*program, *command], cwd=ROOT) for command in commands]
    assert [process.wait(120) for process in running] == [0] * len(CHARACTERS)
    return folder


@pytest.fixture(scope="module")
def regenerated(name: str, written: Path) -> Path:
    """The model, written anew; its icon lies beside."""
    return written / name


def read_json(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def settings(model: Path) -> dict[str, Any]:
    return read_json(model / f"{model.name}.model3.json")


def files_of(model: Path) -> dict[str, Any]:
    return settings(model)["FileReferences"]


def motion_files(model: Path) -> list[str]:
    return [entry["File"] for entries in files_of(model)["Motions"].values() for entry in entries]


def expression_files(model: Path) -> list[str]:
    return [entry["File"] for entry in files_of(model)["Expressions"]]


def parameters() -> dict[str, float]:
    """Default by parameter id, as the generator declares them."""
    from models.mikan.generator.parameters import DEFAULTS

    return dict(DEFAULTS)


def test_the_generator_writes_the_committed_files(name: str, model: Path, regenerated: Path) -> None:
    written = {path.relative_to(regenerated) for path in regenerated.rglob("*") if path.is_file()}
    assert Path(f"{name}.moc3") in written
    for file in sorted(written - PAINTED):
        assert (model / file).read_bytes() == (regenerated / file).read_bytes(), file
    icon = ROOT / "assets" / "icons" / f"{name}.svg"
    assert icon.read_bytes() == regenerated.with_suffix(".svg").read_bytes()


def test_nothing_is_committed_that_the_generator_would_not_write(model: Path, regenerated: Path) -> None:
    for part in ("expressions", "motions", "textures"):
        committed = {path.name for path in (model / part).iterdir()}
        assert committed == {path.name for path in (regenerated / part).iterdir()}


@pytest.mark.parametrize("file", sorted(map(str, PAINTED)))
def test_the_generator_paints_the_committed_pictures(file: str, model: Path, regenerated: Path) -> None:
    committed, fresh = (
        np.asarray(Image.open(place / file).convert("RGBA")).astype(int) for place in (model, regenerated)
    )
    assert committed.shape == fresh.shape
    alpha = np.minimum(committed[..., 3:], fresh[..., 3:])
    seen = abs(committed - fresh) * np.where(alpha > 0, alpha, 255) / 255
    seen[..., 3] = abs(committed - fresh)[..., 3]
    assert seen[(alpha > 0).squeeze()].max() <= VISIBLE_TOLERANCE
    assert seen[(alpha > 0).squeeze()].mean() <= MEAN_TOLERANCE


def test_every_file_that_the_model_names_is_there(model: Path) -> None:
    files = files_of(model)
    parts = [files["Moc"], files["Physics"], files["DisplayInfo"], *files["Textures"]]
    named = [*parts, *motion_files(model), *expression_files(model)]
    assert [file for file in named if not (model / file).is_file()] == []


def test_the_character_describes_exactly_what_the_model_has(model: Path) -> None:
    character, files = read_json(model / "character.json"), files_of(model)
    assert list(character["expressions"]) == [entry["Name"] for entry in files["Expressions"]]
    assert list(character["motions"]) == list(files["Motions"])
    assert character["default_expression"] in character["expressions"]
    assert character["idle_group"] in character["motions"]
    hit_areas = {area["Name"] for area in settings(model)["HitAreas"]}
    assert set(character["taps"]) == hit_areas == {"Head", "Body", "Tail"}
    for reaction in [character["greeting"], *character["taps"].values()]:
        assert reaction["expression"] in character["expressions"]
        assert reaction["group"] in character["motions"]


def test_there_is_a_face_and_a_gesture_for_everything(model: Path) -> None:
    character = read_json(model / "character.json")
    assert character["expressions"].keys() >= FACES
    assert character["motions"].keys() >= GROUPS
    assert len(files_of(model)["Motions"]["Idle"]) >= 5


def test_meanings_are_words_and_differ(model: Path) -> None:
    character = read_json(model / "character.json")
    for meanings in (character["expressions"], character["motions"]):
        assert all(len(meaning.split()) >= 3 for meaning in meanings.values())
        assert len(set(meanings.values())) == len(meanings)


def test_the_characters_are_not_the_same() -> None:
    cards = [read_json(folder(name) / "character.json") for name in CHARACTERS]
    for key in ("name", "description"):
        assert len({card[key] for card in cards}) == len(CHARACTERS)
    for file in ("preview.png", "icon.png", TEXTURE):
        assert len({(folder(name) / file).read_bytes() for name in CHARACTERS}) == len(CHARACTERS)


def test_expressions_change_known_parameters_and_differ(model: Path) -> None:
    seen = []
    for file in expression_files(model):
        changes = read_json(model / file)["Parameters"]
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


def test_a_motion_starts_and_ends_at_rest(model: Path) -> None:
    defaults = parameters()
    for file in motion_files(model):
        motion = read_json(model / file)
        fade_begins = motion["Meta"]["Duration"] - motion["Meta"]["FadeOutTime"]
        for curve in motion["Curves"]:
            rest, keys = defaults[curve["Id"]], keyframes(curve)
            assert keys[0] == (0, rest), (file, curve["Id"])
            assert keys[-1] == (motion["Meta"]["Duration"], rest), (file, curve["Id"])
            assert {value for second, value in keys if second >= fade_begins - 1e-3} == {rest}, (file, curve["Id"])
            assert [second for second, _ in keys] == sorted(second for second, _ in keys), (file, curve["Id"])


def test_a_motion_counts_its_segments_rightly(model: Path) -> None:
    for file in motion_files(model):
        motion = read_json(model / file)
        segments = [len(keyframes(curve)) - 1 for curve in motion["Curves"]]
        assert motion["Meta"]["CurveCount"] == len(segments)
        assert motion["Meta"]["TotalSegmentCount"] == sum(segments)
        assert motion["Meta"]["TotalPointCount"] == sum(3 * n + 1 for n in segments)


def test_all_motions_key_the_same_parameters(model: Path) -> None:
    keyed = {file: {curve["Id"] for curve in read_json(model / file)["Curves"]} for file in motion_files(model)}
    assert len({frozenset(ids) for ids in keyed.values()}) == 1
    assert next(iter(keyed.values())) <= parameters().keys()


def test_physics_drives_known_parameters_that_motions_leave_alone(model: Path) -> None:
    springs = read_json(model / files_of(model)["Physics"])["PhysicsSettings"]
    inputs = {source["Source"]["Id"] for spring in springs for source in spring["Input"]}
    outputs = {output["Destination"]["Id"] for spring in springs for output in spring["Output"]}
    moved = {curve["Id"] for curve in read_json(model / motion_files(model)[0])["Curves"]}
    assert inputs | outputs <= parameters().keys()
    assert not outputs & moved


@pytest.mark.parametrize(("file", "size"), [(TEXTURE, None), ("preview.png", (576, 800)), ("icon.png", (256, 256))])
def test_a_picture_decodes(file: str, size: tuple[int, int] | None, model: Path) -> None:
    with Image.open(model / file) as picture:
        picture.load()
        assert picture.mode == "RGBA"
        assert size is None or picture.size == size
        assert max(picture.size) <= 2048
        assert picture.getchannel("A").getextrema() == (0, 255)


def test_json_is_what_the_core_accepts(model: Path) -> None:
    """The core refuses exponents, escapes, and a number right before a bracket on its line."""
    for path in sorted(model.rglob("*.json")):
        text = path.read_text(encoding="utf-8")
        assert "\\u" not in text, path
        for line in text.splitlines():
            value = line.strip().rstrip(",").rpartition(" ")[2]
            assert not (value[:1] in "-0123456789" and ("e" in value or value[-1:] in "]}")), (path, line)


def test_the_whole_model_stays_small(model: Path) -> None:
    parts = [path for path in model.rglob("*") if path.suffix in {".json", ".moc3", ".png"}]
    assert sum(path.stat().st_size for path in parts) < 1_800_000
