"""What the user says of a model is kept, and stands before what its maker says."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from deskpet.chat.tool import Toolbox
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
)


@pytest.fixture
def mikan(tmp_path: Path) -> ModelFile:
    return model_file.load("mikan", tmp_path / "cache")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "notes"


def test_what_was_saved_is_loaded(mikan: ModelFile, folder: Path) -> None:
    assert model_notes.load(mikan, folder) == ModelNotes()
    model_notes.save(mikan, NOTES, folder)
    assert model_notes.load(mikan, folder) == NOTES
    model_notes.forget(mikan, folder)
    model_notes.forget(mikan, folder)
    assert model_notes.load(mikan, folder) == ModelNotes()


def test_notes_have_their_usual_place(mikan: ModelFile, home: Path) -> None:
    model_notes.save(mikan, NOTES)
    (file,) = home.rglob("model-notes/*.json")
    assert file.name == "mikan.json"
    assert model_notes.load(mikan) == NOTES


def test_every_model_has_its_own(tmp_path: Path, built_in: Path, mikan: ModelFile, folder: Path) -> None:
    copies = [copy_of(built_in, tmp_path / name / "mikan") for name in ("a", "b") if (tmp_path / name).mkdir() is None]
    models = [mikan, *(model_file.load(str(copy), tmp_path / "cache") for copy in copies)]
    for scale, model in enumerate(models, start=1):
        model_notes.save(model, ModelNotes(scale=float(scale)), folder)
    assert [model_notes.load(model, folder).scale for model in models] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("name", ["ミカン", "a" * 200, "..dots..", "what?<>", "con"])
def test_any_folder_name_will_do(tmp_path: Path, built_in: Path, folder: Path, name: str) -> None:
    model = model_file.load(str(copy_of(built_in, tmp_path / name)), tmp_path / "cache")
    model_notes.save(model, NOTES, folder)
    assert model_notes.load(model, folder) == NOTES


def test_the_users_words_are_the_characters(mikan: ModelFile) -> None:
    plain, noted = character.of(mikan), character.of(mikan, NOTES)
    assert noted.expressions["happy"] == "grins like a cat"
    assert noted.expressions["sad"] == plain.expressions["sad"]
    assert noted.motions["Wave"] == character.MotionGroup("waves both hands", plain.motions["Wave"].count)
    assert noted.motions["Sad"] == plain.motions["Sad"]
    assert set(plain.expressions) - set(noted.expressions) == {"angry"}
    assert set(plain.motions) - set(noted.motions) == {"Idle", "TapTail"}
    assert (noted.default_expression, noted.idle_group) == ("smug", "Talk")
    assert noted.taps == plain.taps
    assert character.of(mikan, ModelNotes()) == plain


def test_names_that_the_model_lacks_do_no_harm(mikan: ModelFile) -> None:
    noted = character.of(mikan, ModelNotes(default_expression="gone", idle_group="Gone"))
    assert noted == character.of(mikan)


def test_a_hidden_idle_group_still_idles(mikan: ModelFile) -> None:
    noted = character.of(mikan, ModelNotes(hidden_motions=frozenset({"Idle"})))
    assert noted.idle_group == "Idle"
    assert "Idle" not in noted.motions


def test_the_language_model_is_told_the_users_words(mikan: ModelFile) -> None:
    toolbox = Toolbox(CHARACTER_TOOLS, stage=SimpleNamespace(character=character.of(mikan, NOTES)))
    told = str(toolbox.specs())
    assert "grins like a cat" in told
    assert "waves both hands" in told
    assert "smug" in told
    assert "angry" not in told


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


def test_damaged_notes_are_set_aside_by_the_next_ones(mikan: ModelFile, folder: Path) -> None:
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
def test_what_is_out_of_bounds_is_not_kept(mikan: ModelFile, folder: Path, notes: ModelNotes) -> None:
    model_notes.save(mikan, NOTES, folder)
    with pytest.raises(ValueError, match=r"scale|anchor|description"):
        model_notes.save(mikan, notes, folder)
    assert model_notes.load(mikan, folder) == NOTES


def test_what_can_not_be_kept_is_an_error(mikan: ModelFile, folder: Path) -> None:
    folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(NotesError, match="can't be kept"):
        model_notes.save(mikan, NOTES, folder)
