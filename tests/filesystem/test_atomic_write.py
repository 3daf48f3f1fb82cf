"""Atomic file replacement; symbolic links and permissions are kept."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from deskpet.app.settings_store import SettingsStore
from deskpet.config import settings_file
from deskpet.config.settings import AppearanceSettings, Settings
from deskpet.config.settings_file import changed_values
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.pet import model_file, model_notes
from deskpet.pet.model_notes import ModelNotes
from tests.bad_days.disks import fill, is_root, mounted, small_disk
from tests.starts.program import can_be_limited, limits

CHANGED = Settings(appearance=AppearanceSettings(text_scale=1.2))
posix = pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")


def linked(folder: Path, name: str, content: str | None = None) -> tuple[Path, Path]:
    """Create a symbolic link of this name; return it and its target in another folder."""
    target = folder / "dotfiles" / name
    target.parent.mkdir()
    if content is not None:
        target.write_text(content)
    link = folder / name
    link.symlink_to(Path("dotfiles") / name)
    return link, target


@posix
def test_saving_keeps_a_linked_settings_file_a_link_with_its_permissions(tmp_path):
    link, target = linked(tmp_path, "settings.toml", "# mine\n")
    target.chmod(0o640)
    settings_file.update(link, changed_values(Settings(), CHANGED))
    assert link.is_symlink()
    assert settings_file.load(target) == CHANGED
    assert target.read_text().startswith("# mine\n")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert list(target.parent.iterdir()) == [target]


@posix
def test_saving_through_a_dangling_link_makes_the_file_that_it_leads_to(tmp_path):
    link, target = linked(tmp_path, "settings.toml")
    settings_file.update(link, changed_values(Settings(), CHANGED))
    assert link.is_symlink()
    assert settings_file.load(target) == CHANGED


@posix
def test_the_copy_of_the_last_good_settings_stays_a_link(tmp_path, qapp, home):
    file = tmp_path / "settings.toml"
    file.write_text("[appearance]\ntext_scale = 1.2\n")
    folder = home / "state" / "deskpet"
    folder.mkdir(parents=True)
    link, target = linked(folder, "settings.last-good.toml", "")
    SettingsStore(file)
    assert link.is_symlink()
    assert settings_file.load(target) == CHANGED


@posix
def test_personas_and_notes_stay_links(tmp_path):
    folder = tmp_path / "personas"
    folder.mkdir()
    link, target = linked(folder, "mei.json", '{"name": "Mei"}')
    Personas(folder).save(Persona("Mei", "Brief.", id="mei"))
    assert link.is_symlink()
    assert "Brief." in target.read_text()

    folder = tmp_path / "notes"
    folder.mkdir()
    link, target = linked(folder, "mikan.json", "{}")
    model_notes.save(model_file.load("mikan", tmp_path), ModelNotes(scale=2.0), folder)
    assert link.is_symlink()
    assert '"scale": 2.0' in target.read_text()


@posix
@pytest.mark.skipif(not can_be_limited(), reason="root may write everywhere, and there is no setpriv")
@pytest.mark.parametrize(("mode", "code", "content"), [(0o644, 0, "new"), (0o444, 1, "old")])
def test_in_a_folder_that_takes_no_new_file_the_old_one_is_written_or_the_error_names_it(
    tmp_path: Path, mode: int, code: int, content: str
):
    link, target = linked(tmp_path, "settings.toml", "old")
    target.chmod(mode)
    target.parent.chmod(0o555)
    program = "import sys; from pathlib import Path\n"
    program += "from deskpet.filesystem.atomic_write import write_atomically as write\n"
    program += "try: write(Path(sys.argv[1]), b'new')\nexcept OSError as error: sys.exit(f'{error}')"
    ended = subprocess.run(
        [*limits(), sys.executable, "-c", program, link], capture_output=True, encoding="utf-8", check=False
    )
    target.parent.chmod(0o755)
    assert (ended.returncode, target.read_text()) == (code, content)
    assert str(target) in ended.stderr or not code
    assert link.is_symlink()


def test_what_can_not_be_replaced_stays_and_nothing_is_left_beside_it(tmp_path):
    folder = tmp_path / "settings.toml"
    folder.mkdir()
    with pytest.raises(OSError, match=r"directory|denied"):
        write_atomically(folder, b"new")
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.skipif(not is_root(), reason="only root mounts a file")
def test_a_file_that_is_a_mount_of_its_own_is_written_in_place(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_bytes(b"a longer text than after it")
    with mounted(file):
        write_atomically(file, b"new")
        assert file.read_bytes() == b"new"
    with mounted(file, "ro"), pytest.raises(OSError, match="Read-only") as refused:
        write_atomically(file, b"newer")
    assert refused.value.filename == str(file)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("settings.toml", b"new")]


@pytest.mark.skipif(not is_root(), reason="only root mounts a disk")
def test_the_error_of_a_full_disk_names_the_file(tmp_path):
    with small_disk(tmp_path / "disk"):
        fill(tmp_path / "disk")
        with pytest.raises(OSError, match=r"No space left on device: .*/settings\.toml"):
            write_atomically(tmp_path / "disk" / "settings.toml", b"new" * 4096)
