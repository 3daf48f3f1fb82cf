"""The character description contains exactly the names that the model has."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from deskpet.pet import character, model_file
from deskpet.pet.character import Character, Gesture
from deskpet.pet.model_file import ModelFile
from deskpet.pet.problems import Findings, Problem
from deskpet.pet.things import offered


class Description(NamedTuple):
    character: Character
    problems: tuple[Problem, ...]


def described(model: ModelFile) -> Description:
    findings = Findings()
    return Description(character.read(model, findings), findings.problems)


def read(folder: Path) -> Description:
    return described(model_file.load(str(folder), folder.parent / "cache"))


def write_description(folder: Path, **changes: object) -> None:
    path = folder / character.FILE_NAME
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | changes), encoding="utf-8")


def test_the_built_in_character_describes_all_expressions_and_motions(built_in: Path, tmp_path: Path) -> None:
    model = model_file.load("mikan", tmp_path)
    result = described(model)
    mikan = result.character
    assert result.problems == ()
    assert mikan.name == "Mikan"
    assert tuple(mikan.expressions) == model.expressions
    assert {group: motions.count for group, motions in mikan.motions.items()} == model.motions
    assert all(mikan.expressions.values())
    assert all(group.description for group in mikan.motions.values())
    assert mikan.default_expression in mikan.expressions
    assert mikan.idle_group in mikan.motions
    assert set(mikan.taps) <= set(mikan.hit_areas)


@pytest.mark.parametrize("name", ["mikan", "yuki"])
def test_what_the_user_reads_of_a_built_in_character_has_translations(name: str, tmp_path: Path) -> None:
    found = character.from_model(model_file.load(name, tmp_path))
    names = (*found.expressions, *found.motions, *offered(found.things))
    assert [each for each in names if character.translated_title(each) is None] == []


def test_a_name_that_the_model_lacks_is_left_out_and_reported(model: Path) -> None:
    write_description(
        model,
        expressions={"happy": "glad", "furious": "very angry"},
        motions={"Wave": "waves", "Fly": "takes off"},
        default_expression="furious",
        idle_group="Fly",
        greeting={"expression": "happy", "group": "Fly"},
        taps={"Head": {"expression": "shy"}, "Wing": {"group": "Wave"}},
    )

    result = read(model)

    mikan = result.character
    assert mikan.expressions["happy"] == "glad"
    assert mikan.expressions["sad"] == "sad"
    assert "furious" not in mikan.expressions
    assert mikan.motions["Wave"].description == "waves"
    assert "Fly" not in mikan.motions
    assert mikan.default_expression == "neutral"
    assert mikan.idle_group == "Idle"
    assert mikan.greeting == Gesture("happy", None)
    assert mikan.taps == {"Head": Gesture("shy", None)}
    assert {problem.code for problem in result.problems} == {"unknown-name"}
    assert all(problem.mended for problem in result.problems)
    assert len(result.problems) == 6


@pytest.mark.parametrize("text", ["", "{", "[]", '{"expressions": []}', '{"name": 3, "greeting": 4}'])
def test_a_bad_description_falls_back_to_names(model: Path, text: str) -> None:
    (model / character.FILE_NAME).write_text(text, encoding="utf-8")
    result = read(model)
    assert result.character.name == "Mikan"
    assert result.character.expressions["happy"] == "happy"
    assert [problem.code for problem in result.problems] == ["bad-character"]


def test_without_a_description_names_become_words(model: Path) -> None:
    (model / character.FILE_NAME).unlink()
    plain = read(model).character
    assert plain.motions["TapHead"].description == "tap head"
    assert plain.idle_group == "Idle"
    assert plain.default_expression == "neutral"
    assert plain.taps["Head"] == Gesture(group="TapHead")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("TapBody", "tap body"),
        ("flick_head", "flick head"),
        ("F01", "f 01"),
        ("idle", "idle"),
        ("笑顔", "笑顔"),
    ],
)
def test_names_become_words(name: str, words: str) -> None:
    assert character.to_words(name) == words


def test_models_of_others_have_a_character(shared: Path, tmp_path: Path) -> None:
    haru = character.from_model(model_file.load(str(shared / "models/Haru"), tmp_path))
    shizuku = character.from_model(model_file.load(str(shared / "models/Shizuku-cubism2"), tmp_path))
    assert haru.idle_group == "Idle"
    assert haru.taps["Body"] == Gesture(group="TapBody")
    assert shizuku.idle_group == "idle"
    assert shizuku.taps["head"] == Gesture(group="flick_head")
