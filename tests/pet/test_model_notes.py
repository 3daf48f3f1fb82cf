"""The user's notes on a model are saved, and take precedence over its own description."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from deskpet.chat.toolbox import Toolbox
from deskpet.pet import character, model_file, model_notes
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import Anchor, ModelNotes, NotesError
from deskpet.tools.character import CHARACTER_TOOLS
from tests.pet.conftest import copy_of

NOTES = ModelNotes(
    scale=1.5,
    anchor=Anchor(0.5, 0.0),
    expressions={"happy": "grins like a cat", "gone": "no longer there"},
    motions={"Wave": "waves both hands", "Sad": " "},
    hidden_expressions=frozenset({"angry", "gone"}),
    hidden_motions=frozenset({"Idle", "TapTail"}),
    default_expression="smug",
    idle_group="Talk",
    worn=frozenset({"cup", "glasses"}),
)


@pytest.fixture(scope="module")
def mikan(tmp_path_factory: pytest.TempPathFactory) -> ModelFile:
    return model_file.load("mikan", tmp_path_factory.mktemp("cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "notes"


def test_saved_notes_are_loaded(mikan: ModelFile, folder: Path) -> None:
    assert model_notes.load(mikan, folder) == ModelNotes()
    model_notes.save(mikan, NOTES, folder)
    assert model_notes.load(mikan, folder) == NOTES
    model_notes.delete(mikan, folder)
    model_notes.delete(mikan, folder)
    assert model_notes.load(mikan, folder) == ModelNotes()


def test_notes_are_in_the_data_folder(mikan: ModelFile, home: Path) -> None:
    model_notes.save(mikan, NOTES)
    (file,) = home.rglob("model-notes/*.json")
    assert file.name == "mikan.json"
    assert model_notes.load(mikan) == NOTES


def test_every_model_has_its_own_notes(tmp_path: Path, built_in: Path, mikan: ModelFile, folder: Path) -> None:
    copies = [copy_of(built_in, tmp_path / name / "mikan") for name in ("a", "b") if (tmp_path / name).mkdir() is None]
    models = [mikan, *(model_file.load(str(copy), tmp_path / "cache") for copy in copies)]
    for scale, model in enumerate(models, start=1):
        model_notes.save(model, ModelNotes(scale=float(scale)), folder)
    assert [model_notes.load(model, folder).scale for model in models] == [1.0, 2.0, 3.0]


# Windows has no folders of the last three names.
FOLDER_NAMES = ["ミカン", "a" * 200, *(() if sys.platform == "win32" else ("..dots..", "what?<>", "con"))]


@pytest.mark.parametrize("name", FOLDER_NAMES)
def test_any_folder_name_is_accepted(tmp_path: Path, built_in: Path, folder: Path, name: str) -> None:
    model = model_file.load(str(copy_of(built_in, tmp_path / name)), tmp_path / "cache")
    model_notes.save(model, NOTES, folder)
    assert model_notes.load(model, folder) == NOTES


def test_the_users_descriptions_take_precedence(mikan: ModelFile) -> None:
    plain, noted = character.from_model(mikan), character.from_model(mikan, NOTES)
    assert noted.expressions["happy"] == "grins like a cat"
    assert noted.expressions["sad"] == plain.expressions["sad"]
    assert noted.motions["Wave"] == character.MotionGroup("waves both hands", plain.motions["Wave"].count)
    assert noted.motions["Sad"] == plain.motions["Sad"]
    assert set(plain.expressions) - set(noted.expressions) == {"angry"}
    assert set(plain.motions) - set(noted.motions) == {"Idle", "TapTail"}
    assert (noted.default_expression, noted.idle_group) == ("smug", "Talk")
    assert noted.taps == plain.taps
    assert character.from_model(mikan, ModelNotes()) == plain


def test_names_that_the_model_lacks_are_ignored(mikan: ModelFile) -> None:
    noted = character.from_model(mikan, ModelNotes(default_expression="gone", idle_group="Gone"))
    assert noted == character.from_model(mikan)


def test_a_hidden_idle_group_is_still_used(mikan: ModelFile) -> None:
    noted = character.from_model(mikan, ModelNotes(hidden_motions=frozenset({"Idle"})))
    assert noted.idle_group == "Idle"
    assert "Idle" not in noted.motions


def test_tool_schemas_contain_the_users_descriptions(mikan: ModelFile) -> None:
    toolbox = Toolbox(CHARACTER_TOOLS, stage=SimpleNamespace(character=character.from_model(mikan, NOTES)))
    schemas = str(toolbox.specs())
    assert "grins like a cat" in schemas
    assert "waves both hands" in schemas
    assert "smug" in schemas
    assert "angry" not in schemas


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", '{"scale": "big"}', '{"scale": NaN}', '{"scale": 1e9}', '{"scale": true}',
        '{"anchor": 5}', '{"anchor": {"x": 7}}', '{"expressions": ["a"]}', '{"expressions": {"a": 1}}',
        '{"hidden_motions": "Idle"}', '{"hidden_motions": [1]}', '{"idle_group": 3}', '{"version": 99}',
        '{"anchor":' * 100_000, '{"expressions": {"happy": "' + "x" * 5000 + '"}}',
    ],
)  # fmt: skip
def test_damaged_notes_are_an_error_with_file_and_next_step(mikan: ModelFile, folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "mikan.json").write_text(text, encoding="utf-8")
    with pytest.raises(NotesError, match=r"mikan\.json.*Correct the file, or remove it\."):
        model_notes.load(mikan, folder)


def test_damaged_notes_are_renamed_on_save(mikan: ModelFile, folder: Path) -> None:
    folder.mkdir()
    (folder / "mikan.json").write_text("{ by hand", encoding="utf-8")
    model_notes.save(mikan, NOTES, folder)
    assert model_notes.load(mikan, folder) == NOTES
    assert (folder / "mikan.json.damaged").read_text(encoding="utf-8") == "{ by hand"


@pytest.mark.parametrize(
    "notes",
    [
        ModelNotes(scale=0.0),
        ModelNotes(scale=float("nan")),
        ModelNotes(anchor=Anchor(2, 0)),
        ModelNotes(expressions={"happy": "x" * 301}),
    ],
)
def test_values_out_of_bounds_are_not_saved(mikan: ModelFile, folder: Path, notes: ModelNotes) -> None:
    model_notes.save(mikan, NOTES, folder)
    with pytest.raises(ValueError, match=r"scale|anchor|description"):
        model_notes.save(mikan, notes, folder)
    assert model_notes.load(mikan, folder) == NOTES


def test_a_failed_save_is_an_error(mikan: ModelFile, folder: Path) -> None:
    folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(NotesError, match="can't be kept"):
        model_notes.save(mikan, NOTES, folder)
