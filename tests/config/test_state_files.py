"""State files with any content: each reader goes on and logs the error."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from deskpet.config import settings_file, state_files
from deskpet.config.list_file import ListFileError
from deskpet.config.settings_file import SettingsError
from deskpet.config.state_files import BadStateFile
from deskpet.features.reminders.reminders import Reminders
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities
from deskpet.personas.folder import Personas
from deskpet.pet import model_file, model_notes
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import NotesError
from deskpet.ui.pet import placement, saved_look, still_picture
from deskpet.ui.pet.still_picture import StillPicture

USUAL = StillPicture("usual.png")
CONTENTS = {
    "nested": b"[" * 100_000,
    "nested objects": b'{"a":' * 100_000,
    "empty": b"",
    "binary": bytes(range(256)),
    "a list": b"[1, 2, 3]",
    "not a number": b'{"scale": NaN, "x": NaN, "y": NaN, "picture": "", "screen": "", "opacity": NaN}',
    "infinite": b'{"scale": 1e999, "x": 1e999, "y": -1e999, "picture": "", "screen": "", "frame_rate": 1e999}',
    "huge": b'{"scale": ' + b"9" * 5000 + b', "x": ' + b"9" * 5000 + b"}",
    "out of bounds": b'{"scale": 1e9, "x": 1e9, "y": -1e9, "picture": "", "screen": "", "frame_rate": 0}',
    "wrong types": b'{"scale": [], "x": {}, "y": "1", "picture": 3, "screen": null, "frame_rate": "30"}',
    "a half": b'{"scale": 1.0, "x":',
    "large": b'{"scale": 1.0}' + b" " * (60 << 20),
}


@pytest.fixture(params=CONTENTS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "mikan.json"
    file.write_bytes(CONTENTS[request.param])
    return file


@pytest.fixture(scope="module")
def mikan(tmp_path_factory: pytest.TempPathFactory) -> ModelFile:
    return model_file.load("mikan", tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize(
    "is_usual",
    [
        lambda file: saved_look.load(file) == saved_look.DEFAULT,
        lambda file: still_picture.load(file, USUAL) == USUAL,
        lambda file: placement.load(file) is None,
        lambda file: not Capabilities(file).last_model("http://localhost"),
        lambda file: Personas(file.parent).all() == (),
    ],
    ids=["look", "still", "place", "endpoints", "persona"],
)
def test_what_can_not_be_used_is_put_aside_aloud(file: Path, is_usual: Callable, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        assert is_usual(file)
    assert str(file) in caplog.text


def test_what_belongs_to_a_person_is_an_error_on_one_line(file: Path, tmp_path: Path, mikan: ModelFile):
    with pytest.raises(ListFileError) as reminders:
        Reminders(file)
    with pytest.raises(NotesError) as notes:
        model_notes.load(mikan, tmp_path)
    for error in (reminders, notes):
        assert str(file) in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_pipe_is_not_waited_for(tmp_path: Path):
    pipe = tmp_path / "look.json"
    os.mkfifo(pipe)
    with pytest.raises(BadStateFile, match="not a regular file"):
        state_files.read_json(pipe)
    assert saved_look.load(pipe) == saved_look.DEFAULT


def test_what_was_remembered_is_read_again(tmp_path: Path):
    worn = saved_look.CharacterLook(folder="yuki", scale=1.5, hold_position=True)
    saved_look.save(tmp_path / "a" / "look.json", worn)
    assert saved_look.load(tmp_path / "a" / "look.json") == worn


@pytest.mark.parametrize(
    "text", ['{"scale": 9}', '{"scale": "1"}', '{"frame_rate": 30.5}', '{"clicks": "none"}', '{"hold_position": 1}']
)
def test_a_look_outside_the_settings_bounds_is_not_used(tmp_path, text, caplog):
    (tmp_path / "look.json").write_text(text, encoding="utf-8")
    assert saved_look.load(tmp_path / "look.json") == saved_look.DEFAULT
    assert "look.json" in caplog.text


def test_what_can_not_be_written_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "state").write_text("a file")
    for _ in range(3):
        saved_look.save(tmp_path / "state" / "look.json", saved_look.DEFAULT)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_what_is_learned_of_an_endpoint_is_kept_in_a_new_folder(tmp_path: Path):
    place, file = ModelAddress("http://localhost/v1", "model"), tmp_path / "new" / "endpoints.json"
    Capabilities(file).learn(place, ModelCapabilities(reasons=True))
    assert Capabilities(file).of(place).reasons


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"a = " + b"[" * 60_000, "nested too deeply"),
        (b"a." * 30_000 + b"a = 1", "nested too deeply"),
        (b'\n["a" . ' + b"'b' . " * 5_000 + b"c]", "nested too deeply"),
        (b"a = " + b"[" * 100_000, "larger than 64 kB"),
        (b"[chat]\nmode = '\xff'", "UTF-8"),
        (b"\x00\x01", "not TOML"),
    ],
)
def test_a_hostile_settings_file_is_refused_with_a_reason(tmp_path: Path, content: bytes, expected: str):
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError) as caught:
        settings_file.load(file)
    assert expected in str(caught.value)


def test_words_with_many_dots_are_no_deep_key(tmp_path: Path):
    file, prompt = tmp_path / "settings.toml", "Wait . . . . " * 100 + "." * 500 + " Yes.\n" * 200
    settings_file.update(file, {("persona", "prompt"): prompt})
    assert settings_file.load(file).persona.prompt == prompt


def test_settings_that_could_not_be_read_again_are_not_written(tmp_path: Path):
    file = tmp_path / "settings.toml"
    file.write_text("# mine\n")
    with pytest.raises(SettingsError, match="larger than 64 kB"):
        settings_file.update(file, {("persona", "prompt"): "long " * 20_000})
    assert file.read_text() == "# mine\n"
