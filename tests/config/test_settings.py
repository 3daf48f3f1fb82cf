"""settings.toml: defaults, errors with their line, comments kept."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

from deskpet import translation
from deskpet.config import paths, settings, settings_file
from deskpet.config.character_look import DEFAULT, CharacterLook
from deskpet.config.choices import Clicks, Policy
from deskpet.config.settings import Mode, Settings
from deskpet.config.settings_file import SettingsError, changed_values
from tests.campaigns import settings_template

FILE = Path(__file__).parents[2] / "settings.toml"


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_file_of_the_checkout_is_generated_from_the_model():
    written = FILE.read_text(encoding="utf-8")
    assert written == settings_template.settings_toml(), "settings.toml is not up to date: run `make settings-file`"


def test_the_file_of_the_checkout_holds_every_setting_with_its_default():
    assert settings_file.load(FILE) == Settings()
    assert tomllib.loads(FILE.read_text(encoding="utf-8")) == Settings().model_dump(mode="json")


@pytest.mark.parametrize("key", ["base_url", "model", "mode"])
def test_keys_that_people_edit_stand_once_in_the_file(key):
    assert len(re.findall(rf"(?m)^\s*#?\s*{key}\s*=", FILE.read_text(encoding="utf-8"))) == 1


def test_what_the_file_leaves_out_has_its_default(tmp_path):
    loaded = settings_file.load(written(tmp_path, '[chat]\nmode = "text"\n'))
    assert (loaded.chat.mode, loaded.chat.max_rounds) == (Mode.TEXT, Settings().chat.max_rounds)


@pytest.mark.parametrize(
    ("text", "line", "key", "expected"),
    [
        ('[endpoint]\n\nbase_url = "ollama"', 3, "endpoint.base_url", "an http:// or https:// address"),
        ('[chat]\nmode = "magic"', 2, "chat.mode", "'native', 'text' or 'auto'"),
        ("[chat]\nmax_rounds = 0", 2, "chat.max_rounds", "at least 1"),
        ('[character]\nscale = "big"', 2, "character.scale", "number"),
        ("[chatter]\na = 1", 1, "chatter", "no such setting"),
        ("[chat]\nmodel = 'x'", 2, "chat.model", "no such setting"),
        ("[character]\nmodel = 'x'", 2, "character.model", "no such setting"),
        ("[character]\nscale = 9", 2, "character.scale", "at most 4"),
        ('[character]\ncall_shortcut = "P"', 2, "character.call_shortcut", "keys such as Ctrl+Alt+P"),
        ("[chat]\nmode = ", 2, "", "not TOML"),
        ("chat = 3", 1, "chat", "dictionary"),
    ],
)
def test_a_mistake_is_told_with_its_line_its_key_and_what_was_expected(tmp_path, text, line, key, expected):
    with pytest.raises(SettingsError) as caught:
        settings_file.load(written(tmp_path, text))
    assert (caught.value.line, caught.value.key) == (line, key)
    assert expected in caught.value.expected


def test_the_character_s_settings_are_a_look_with_bounds():
    changed = settings.CharacterSettings(scale=0.5, clicks=Clicks.NOWHERE)
    assert changed.look == CharacterLook(scale=0.5, clicks=Clicks.NOWHERE)
    assert settings.CharacterSettings().look == DEFAULT
    with pytest.raises(ValidationError):
        settings.CharacterSettings(scale=9)


def test_a_mistake_is_told_in_the_language_that_is_chosen_after_it_was_found(tmp_path):
    """The language itself is a setting."""
    with pytest.raises(SettingsError) as caught:
        settings_file.load(written(tmp_path, '[endpoint]\nbase_url = "ollama"'))
    translation.set_translator({"an http:// or https:// address, or nothing": "eine Adresse oder nichts"}.get, "de")
    try:
        assert "eine Adresse oder nichts" in str(caught.value)
    finally:
        translation.set_translator(None)


def test_a_missing_file_is_an_error_that_names_it(tmp_path):
    with pytest.raises(SettingsError, match=re.escape("nowhere.toml")):
        settings_file.load(tmp_path / "nowhere.toml")


def test_saving_keeps_comments_and_changes_only_what_changed(tmp_path):
    file = written(tmp_path, FILE.read_text(encoding="utf-8"))
    changed = Settings(endpoint=settings.EndpointSettings(base_url="http://127.0.0.1:11434/v1/", model="qwen3"))
    settings_file.update(file, changed_values(Settings(), changed))
    assert settings_file.load(file) == changed
    before, after = (path.read_text(encoding="utf-8").splitlines() for path in (FILE, file))
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        'base_url = "http://127.0.0.1:11434/v1"',
        'model = "qwen3"',
    ]


def test_folders_are_absolute_paths_in_a_list(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(f"[tools]\nfolders = [{json.dumps(str(tmp_path))}]\n", encoding="utf-8")
    assert settings_file.load(file).tools.folders == (str(tmp_path),)
    settings_file.update(file, {("tools", "folders"): (str(tmp_path), str(tmp_path / "a"))})
    assert settings_file.load(file).tools.folders == (str(tmp_path), str(tmp_path / "a"))
    file.write_text('[tools]\nfolders = ["Documents"]\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="absolute paths"):
        settings_file.load(file)


def test_a_table_stays_on_its_line_below_its_comment(tmp_path):
    file = written(tmp_path, FILE.read_text(encoding="utf-8"))
    policies = {"live2d.motion": Policy.ASK, "time.now": Policy.REFUSE}
    changed = Settings(tools=settings.ToolSettings(policies=policies))
    settings_file.update(file, changed_values(Settings(), changed))
    assert settings_file.load(file) == changed
    before, after = (path.read_text(encoding="utf-8").splitlines() for path in (FILE, file))
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        'policies = {"live2d.motion" = "ask", "time.now" = "refuse"}'
    ]
    settings_file.update(file, changed_values(changed, Settings()))
    assert file.read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the settings.toml of a checkout, in which the model's name is edited."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    template = folder / "settings.toml"
    template.write_text(FILE.read_text(encoding="utf-8").replace('model = ""', 'model = "tea"', 1), encoding="utf-8")
    monkeypatch.setattr(paths, "_CHECKOUT", folder)
    return template


def test_what_is_edited_in_the_checkout_counts_where_the_users_file_says_nothing(checkout: Path, tmp_path: Path):
    assert settings_file.defaults().endpoint.model == "tea"
    loaded = settings_file.load(written(tmp_path, '[chat]\nmode = "text"\n[endpoint]\nbase_url = "http://a/v1"\n'))
    assert (loaded.endpoint.model, loaded.endpoint.base_url, loaded.chat.mode) == ("tea", "http://a/v1", Mode.TEXT)
    assert settings_file.load(written(tmp_path, '[endpoint]\nmodel = ""\n')).endpoint.model == ""


def test_a_change_is_written_alone_and_never_into_the_checkout(checkout: Path, tmp_path: Path):
    before, file = checkout.read_bytes(), tmp_path / "new" / "settings.toml"
    settings_file.update(file, {("chat", "mode"): Mode.TEXT, ("endpoint", "model"): "cake"})
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"chat": {"mode": "text"}, "endpoint": {"model": "cake"}}
    settings_file.update(file, {("endpoint", "model"): "tea", ("chat", "max_rounds"): 3})
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {
        "chat": {"mode": "text", "max_rounds": 3},
        "endpoint": {"model": "tea"},
    }
    assert checkout.read_bytes() == before


def test_a_mistake_in_the_file_of_the_checkout_is_told_with_its_line(checkout: Path, tmp_path: Path):
    checkout.write_text("[chat]\nmax_rounds = 0\n", encoding="utf-8")
    for read in (settings_file.defaults, lambda: settings_file.load(written(tmp_path, ""))):
        with pytest.raises(SettingsError) as told:
            read()
        assert (told.value.path, told.value.line, told.value.key) == (checkout, 2, "chat.max_rounds")
