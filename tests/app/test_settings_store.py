"""The settings in use go on where their file does not."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.app.settings_store import SettingsStore
from deskpet.config import paths, settings_file
from deskpet.config.settings import AppearanceSettings, Settings, ThemeName

CHANGED = Settings(appearance=AppearanceSettings(text_scale=1.2))


def written(folder: Path, text: str) -> Path:
    """Write the settings file of `folder`, later than before by more than a tick of the file system's clock.

    Where no inotify handle is left, Qt looks at the time of the last change only.
    """
    file = folder / "settings.toml"
    before = file.stat().st_mtime_ns if file.exists() else 0
    file.write_text(text, encoding="utf-8")
    changed = max(file.stat().st_mtime_ns, before + 10_000_000)
    os.utime(file, ns=(changed, changed))
    return file


def scaled(settings: Settings, text_scale: float) -> Settings:
    appearance = settings.appearance.model_copy(update={"text_scale": text_scale})
    return settings.model_copy(update={"appearance": appearance})


def test_with_both_files_bad_every_setting_has_its_default(qapp: QApplication, tmp_path: Path, home: Path):
    file, last_good = tmp_path / "settings.toml", home / "state" / "deskpet" / "settings.last-good.toml"
    last_good.parent.mkdir()
    last_good.write_bytes(b"\xff\xfe")
    file.write_text("a = " + "[" * 60_000)
    kept = SettingsStore(file)
    assert kept.current == Settings()
    assert "nested too deeply" in str(kept.error)
    assert not kept.has_last_good


def test_a_file_that_is_not_there_is_begun_with_the_first_change(qapp: QApplication, tmp_path: Path):
    kept = SettingsStore(tmp_path / "config" / "settings.toml")
    assert kept.error is None
    assert not kept.has_file
    kept.apply(CHANGED)
    kept.flush()
    assert SettingsStore(kept.file).current == CHANGED


def test_in_a_new_home_a_first_file_that_a_command_writes_is_used(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    kept = SettingsStore(tmp_path / ".config" / "deskpet" / "settings.toml")
    kept.file.parent.mkdir(parents=True)
    written(kept.file.parent, "[appearance]\ntext_scale = 1.2\n")
    qtbot.waitUntil(lambda: kept.current == CHANGED)
    # From then on the file itself is followed.
    written(kept.file.parent, "[appearance]\ntext_scale = 1.1\n")
    qtbot.waitUntil(lambda: kept.current == scaled(CHANGED, 1.1))


def test_a_first_file_that_an_editor_writes_is_used_at_once(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    kept = SettingsStore(tmp_path / "settings.toml")
    written(tmp_path, "[appearance]\ntext_scale = 1.2\n")
    qtbot.waitUntil(lambda: kept.current == CHANGED)
    written(tmp_path, "[appearance]\ntext_scale = 1.0\n")
    qtbot.waitUntil(lambda: kept.current == Settings())


def test_the_file_of_the_checkout_gives_the_defaults_and_is_read_again(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(paths, "_CHECKOUT", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    template = written(tmp_path, "[appearance]\ntext_scale = 1.1\n")
    kept = SettingsStore(tmp_path / "config" / "settings.toml")
    assert kept.current.appearance.text_scale == 1.1
    written(tmp_path, "[appearance]\ntext_scale = 1.2\n")
    qtbot.waitUntil(lambda: kept.current == CHANGED)
    kept.apply(scaled(kept.current, 1.3))
    kept.flush()
    assert template.read_text(encoding="utf-8") == "[appearance]\ntext_scale = 1.2\n"
    # A new file says what it is, also after its absence was read.
    begun = kept.file.read_text(encoding="utf-8")
    assert begun.startswith("# What differs")
    assert "text_scale = 1.3" in begun


def test_a_file_that_is_deleted_while_it_is_in_use_comes_back_whole(qapp: QApplication, tmp_path: Path):
    file = written(tmp_path, '# mine\n[endpoint]\nbase_url = "http://127.0.0.1:1234"\n')
    kept = SettingsStore(file)
    file.unlink()
    kept.apply(scaled(kept.current, 1.2))
    kept.flush()
    after = SettingsStore(file).current
    assert (after.endpoint.base_url, after.appearance.text_scale) == ("http://127.0.0.1:1234", 1.2)
    assert file.read_text(encoding="utf-8").startswith("# mine")


def test_what_can_not_be_written_is_in_use_and_said_once(qapp: QApplication, tmp_path: Path):
    (tmp_path / "config").write_text("a file")
    kept = SettingsStore(tmp_path / "config" / "settings.toml")
    told: list[str] = []
    kept.not_written.connect(told.append)
    for scale in (1.1, 1.2):
        kept.apply(Settings(appearance=AppearanceSettings(text_scale=scale)))
        kept.flush()
    assert kept.current == CHANGED
    assert len(told) == 1


def test_what_could_not_be_written_is_written_at_the_end(qapp: QApplication, tmp_path: Path):
    (tmp_path / "config").write_text("a file")
    kept = SettingsStore(tmp_path / "config" / "settings.toml")
    kept.apply(CHANGED)
    kept.flush()
    (tmp_path / "config").unlink()
    kept.close()
    assert SettingsStore(kept.file).current == CHANGED


@pytest.mark.parametrize("folder", ["a file", "nothing"])
def test_a_state_folder_that_can_not_be_used_holds_up_nothing(
    qapp: QApplication, tmp_path: Path, home: Path, folder: str
):
    if folder == "a file":
        (home / "state" / "deskpet").write_text(folder)
    file = tmp_path / "settings.toml"
    file.write_text("[appearance]\ntext_scale = 1.2\n")
    assert SettingsStore(file).current == CHANGED


def test_a_change_is_in_use_at_once_and_written_a_moment_later(qtbot: QtBot, tmp_path: Path):
    file = written(tmp_path, "# mine\n[appearance]\ntheme = 'dark'\n")
    store = SettingsStore(file)
    reports: list[tuple[Settings, Settings]] = []
    store.changed.connect(lambda before, after: reports.append((before, after)))
    before = store.current
    for scale in (1.1, 1.15, 1.2):
        store.apply(scaled(store.current, scale))
        assert store.current.appearance.text_scale == scale
    assert "text_scale" not in file.read_text(encoding="utf-8")
    assert [after.appearance.text_scale for _, after in reports] == [1.1, 1.15, 1.2]
    assert reports[0][0] == before
    with qtbot.waitSignal(store.file_valid):
        pass
    assert settings_file.load(file) == store.current
    assert file.read_text(encoding="utf-8").startswith("# mine\n")
    assert len(reports) == 3


def test_edits_of_the_file_are_merged_with_changes_that_are_not_written_yet(qtbot: QtBot, tmp_path: Path):
    file = written(tmp_path, "[appearance]\ntheme = 'dark'\n")
    store = SettingsStore(file)
    store.apply(scaled(store.current, 1.2))
    file.write_text("[appearance]\ntheme = 'light' # by hand\n", encoding="utf-8")
    qtbot.waitUntil(lambda: store.current.appearance.theme is ThemeName.LIGHT)
    assert store.current.appearance.text_scale == 1.2
    store.flush()
    expected = AppearanceSettings(theme=ThemeName.LIGHT, text_scale=1.2)
    assert settings_file.load(file).appearance == store.current.appearance == expected
    assert "# by hand" in file.read_text(encoding="utf-8")


def test_an_edit_just_before_the_write_is_merged(qapp: QApplication, tmp_path: Path):
    file = written(tmp_path, "[appearance]\ntheme = 'dark'\n")
    store = SettingsStore(file)
    store.apply(scaled(store.current, 1.2))
    file.write_text("[appearance]\ntheme = 'light'\n", encoding="utf-8")
    store.flush()
    assert store.current.appearance == AppearanceSettings(theme=ThemeName.LIGHT, text_scale=1.2)
    assert settings_file.load(file) == store.current


def test_changes_in_a_broken_file_are_written_with_the_next_change_or_give_way_to_the_correction(
    qtbot: QtBot, tmp_path: Path
):
    file = written(tmp_path, "[appearance]\n")
    store = SettingsStore(file)
    reasons: list[str] = []
    store.not_written.connect(reasons.append)
    file.write_text("[appearance\n", encoding="utf-8")
    store.apply(scaled(store.current, 1.2))
    store.flush()
    assert len(reasons) == 1
    assert "settings.toml, line 1" in reasons[0]
    assert (store.current, file.read_text(encoding="utf-8")) == (CHANGED, "[appearance\n")

    file.write_text("[appearance]\ntheme = 'dark'\n", encoding="utf-8")
    qtbot.waitUntil(lambda: store.current.appearance.theme is ThemeName.DARK)
    assert store.current.appearance.text_scale == 1.0
    store.apply(scaled(store.current, 1.3))
    store.flush()
    assert settings_file.load(file).appearance == AppearanceSettings(theme=ThemeName.DARK, text_scale=1.3)


def test_a_closed_store_emits_nothing(qtbot: QtBot, tmp_path: Path):
    file = written(tmp_path, "[appearance]\ntext_scale = 1.0\n")
    closed, other = SettingsStore(file), SettingsStore(file)
    changes: list[object] = []
    closed.changed.connect(lambda *values: changes.append(values))
    # It has seen this edit when it is closed.
    file.write_text("[appearance]\ntext_scale = 1.1\n", encoding="utf-8")
    qtbot.waitUntil(lambda: other.current.appearance.text_scale == 1.1)
    qtbot.waitUntil(lambda: len(changes) == 1)
    closed.apply(scaled(closed.current, 1.3))
    closed.close()
    qtbot.waitUntil(lambda: other.current.appearance.text_scale == 1.3)
    file.write_text("[appearance]\ntext_scale = 1.2\n", encoding="utf-8")
    qtbot.waitUntil(lambda: other.current.appearance.text_scale == 1.2)
    assert len(changes) == 2


def inotify_instances() -> int:
    """Return how many inotify instances this process has."""
    links: list[str] = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            links.append(str(descriptor.readlink()))
    return sum("inotify" in link for link in links)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems watch files in other ways")
def test_a_closed_store_watches_nothing_any_more(qapp: QApplication, tmp_path: Path):
    file = written(tmp_path, "[appearance]\n")
    before = inotify_instances()
    stores = [SettingsStore(file) for _ in range(3)]
    if inotify_instances() == before:
        pytest.skip("the user has no inotify instance left")
    for store in stores:
        store.close()
    assert inotify_instances() <= before
