"""The settings in use go on where their file does not."""

from pathlib import Path

import pytest

from deskpet.app.settings_store import SettingsStore
from deskpet.settings import AppearanceSettings, Settings

CHANGED = Settings(appearance=AppearanceSettings(text_scale=1.2))


def test_with_both_files_bad_every_setting_has_its_default(qapp: object, tmp_path: Path, home: Path):
    file, last_good = tmp_path / "settings.toml", home / "state" / "deskpet" / "settings.last-good.toml"
    last_good.parent.mkdir()
    last_good.write_bytes(b"\xff\xfe")
    file.write_text("a = " + "[" * 60_000)
    kept = SettingsStore(file)
    assert kept.saved == Settings()
    assert "nested too deeply" in str(kept.error)
    assert not kept.has_last_good


def test_a_file_that_is_not_there_is_begun_with_the_first_change(qapp: object, tmp_path: Path):
    kept = SettingsStore(tmp_path / "config" / "settings.toml")
    assert kept.error is None
    assert not kept.is_begun
    kept.apply(CHANGED)
    assert SettingsStore(kept.file).saved == CHANGED


def test_what_can_not_be_written_is_in_use_and_said_once(qapp: object, tmp_path: Path):
    (tmp_path / "config").write_text("a file")
    kept = SettingsStore(tmp_path / "config" / "settings.toml")
    told: list[str] = []
    kept.not_written.connect(told.append)
    for scale in (1.1, 1.2):
        kept.apply(Settings(appearance=AppearanceSettings(text_scale=scale)))
    assert kept.saved == CHANGED
    assert len(told) == 1


@pytest.mark.parametrize("folder", ["a file", "nothing"])
def test_a_state_folder_that_can_not_be_used_holds_up_nothing(qapp: object, tmp_path: Path, home: Path, folder: str):
    if folder == "a file":
        (home / "state" / "deskpet").write_text(folder)
    file = tmp_path / "settings.toml"
    file.write_text("[appearance]\ntext_scale = 1.2\n")
    assert SettingsStore(file).saved == CHANGED
