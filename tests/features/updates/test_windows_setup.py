"""The installer of Windows is started as the program ends. Here a script stands in its place."""

import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from deskpet.config import paths
from deskpet.features.updates import folder_swap, state, windows_setup
from deskpet.features.updates.installed_release import InstalledRelease, Target
from deskpet.features.updates.updater import Updater, Way, install_prepared, is_prepared
from deskpet.network.file_download import DownloadLimits
from tests.features.updates.releases import publisher
from tests.network.file_server import FileServer
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the installer is a shell script")


async def prepare(release: InstalledRelease, server: FileServer, script: bytes) -> Path:
    """Download a script as the installer of a newer version, and return its file."""
    published = publisher(release, server)
    published.served[0].content = script
    files = {
        target: replace(file, size=len(script), sha256=sha256(script).hexdigest())
        for target, file in published.listed.files.items()
    }
    published.listed = replace(published.listed, files=files)
    published.publish()
    updates = Updater(release, DownloadLimits(silent_s=5))
    update = await updates.check()
    assert update
    prepared = await updates.prepare(update)
    assert prepared.way is Way.AT_QUIT
    prepared.file.chmod(0o755)
    return prepared.file


async def test_the_installer_runs_silently_once(server: FileServer, release: InstalledRelease, tmp_path: Path) -> None:
    release = replace(release, target=Target.SETUP)
    told = tmp_path / "told"
    await prepare(release, server, f"#!/bin/sh\necho $* > {told}\n".encode())
    assert is_prepared(release)
    assert install_prepared(release)
    await until(lambda: told.exists() and told.read_text() == "/S\n")
    assert not is_prepared(release)
    assert not install_prepared(release)


async def test_an_installer_does_not_run_over_a_version_that_is_as_new(
    server: FileServer, release: InstalledRelease, tmp_path: Path
) -> None:
    release = replace(release, target=Target.SETUP)
    await prepare(release, server, f"#!/bin/sh\necho $* > {tmp_path / 'told'}\n".encode())
    newer = replace(release, version="0.1.1")
    assert not is_prepared(newer)
    assert not install_prepared(newer)
    # It is forgotten, also by the version for which it was newer.
    assert not is_prepared(release)


async def test_an_installer_that_was_changed_later_does_not_run(
    server: FileServer, release: InstalledRelease, tmp_path: Path
) -> None:
    release = replace(release, target=Target.SETUP)
    told = tmp_path / "told"
    script = f"#!/bin/sh\necho $* > {told}\n"
    file = await prepare(release, server, script.encode())
    file.write_text(script + "# changed\n")
    with pytest.raises(OSError, match="was changed after its download"):
        windows_setup.install(release)
    assert not told.exists()
    assert not is_prepared(release)


async def test_a_version_that_came_up_keeps_nothing_of_its_update(
    server: FileServer, release: InstalledRelease
) -> None:
    release = replace(release, target=Target.SETUP)
    file = await prepare(release, server, b"#!/bin/sh\n")
    # The installer waits: nothing is removed.
    assert windows_setup.confirm(release, "") == ""
    assert file.exists()
    assert install_prepared(release)
    installed = replace(release, version="0.1.1")
    (release.folder / "old" / "python").mkdir(parents=True)
    (release.folder / folder_swap.STARTS).touch()
    folder_swap.confirm(installed)
    assert windows_setup.confirm(installed, "") == ""
    assert {each.name for each in release.folder.iterdir()} == {"deskpet", "release.json"}
    assert [*paths.downloads_folder().iterdir()] == []
    assert state.read().setup_version == ""


async def test_an_installer_without_an_effect_is_told_of_once(server: FileServer, release: InstalledRelease) -> None:
    release = replace(release, target=Target.SETUP)
    await prepare(release, server, b"#!/bin/sh\nexit 2\n")
    assert install_prepared(release)
    assert [windows_setup.confirm(release, "") for _ in range(2)] == ["0.1.1", ""]


def test_other_versions_are_in_the_folder_that_the_user_chose(release: InstalledRelease) -> None:
    assert replace(release, target=Target.SETUP).sibling("failed") == release.folder / "failed"
