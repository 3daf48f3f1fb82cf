"""Updates from a server on the loopback address: which are taken, and the sentence for each that is not."""

import asyncio
import os
import shutil
import signal
import sys
import tarfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deskpet.config import paths
from deskpet.features.updates import folder_swap, state
from deskpet.features.updates.installed_release import NOTE, InstalledRelease, Target, UpdateFailed
from deskpet.features.updates.updater import Updater, Way, install_prepared, is_prepared
from deskpet.network.file_download import DownloadLimits
from deskpet.processes.threads import run_in_thread
from tests.features.updates import releases
from tests.features.updates.releases import LIST, NOW, Publisher, installed, publisher, version_in
from tests.network.file_server import FileServer
from tests.support.waiting import until

LIMITS = DownloadLimits(silent_s=5, window_s=0.2, attempts=3)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the folder is swapped on Linux alone")


async def take(release: InstalledRelease) -> Way:
    """Look for an update and prepare it."""
    updates = Updater(release, LIMITS)
    update = await updates.check()
    assert update
    return (await updates.prepare(update)).way


def versions_of(release: InstalledRelease) -> list[str]:
    """Return what the program and the one before it say of their versions."""
    return [version_in(folder) for folder in (release.folder, release.sibling("old"))]


async def test_a_newer_version_is_installed_at_the_end_and_the_old_one_is_kept(
    server: FileServer, release: InstalledRelease
) -> None:
    publisher(release, server).publish()
    update = await Updater(release, LIMITS).check()
    assert update
    assert (update.version, update.notes) == ("0.1.1", "- She sings.")
    assert await take(release) is Way.AT_QUIT
    assert is_prepared(release)
    assert version_in(release.folder) == "deskpet 0.1.0\n"
    assert install_prepared(release)
    assert versions_of(release) == ["deskpet 0.1.1\n", "deskpet 0.1.0\n"]
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet", "deskpet.old"}
    assert not install_prepared(release)
    assert [*paths.downloads_folder().iterdir()] == []


async def test_a_download_that_was_cut_off_is_resumed(server: FileServer, release: InstalledRelease) -> None:
    published = publisher(release, server)
    published.served[0].cuts = [100, 50]
    published.publish()
    assert await take(release) is Way.AT_QUIT
    asked = [headers.get("Range") for line, headers in server.requests if LIST not in line]
    assert asked == [None, "bytes=100-", "bytes=150-"]
    assert install_prepared(release)
    assert version_in(release.folder) == "deskpet 0.1.1\n"


async def test_the_newest_version_is_told_from_an_older_one(server: FileServer, release: InstalledRelease) -> None:
    published = publisher(release, server, release.version)
    published.publish()
    assert await Updater(release, LIMITS).check() is None


def listed(**values: object) -> Callable[[Publisher], None]:
    def change(published: Publisher) -> None:
        published.listed = replace(published.listed, **values)

    return change


def entry(**values: object) -> Callable[[Publisher], None]:
    def change(published: Publisher) -> None:
        files = {target: replace(file, **values) for target, file in published.listed.files.items()}
        published.listed = replace(published.listed, files=files)

    return change


def served(**values: object) -> Callable[[Publisher], None]:
    return lambda published: published.served[0].__dict__.update(values)


def with_key(published: Publisher) -> None:
    published.key = Ed25519PrivateKey.generate()


def for_another_purpose(published: Publisher) -> None:
    published.kind = "application/vnd.deskpet.other+json"


def damaged(published: Publisher) -> None:
    published.damage = lambda envelope: envelope.replace(b'"payload": "', b'"payload": "AAAA')


def unsigned(published: Publisher) -> None:
    published.damage = lambda _: b'{"format": 1, "version": "0.1.1"}'


def no_list(published: Publisher) -> None:
    published.damage = lambda _: b"<!doctype html><title>Sign in to the network</title>"


def redirected(published: Publisher) -> None:
    published.served[0].target = "https://elsewhere.example/deskpet.tar.zst"


def damaged_archive(published: Publisher) -> None:
    content = published.served[0].content
    published.served[0].content = content[:-1] + bytes([content[-1] ^ 1])


REFUSED: dict[str, tuple[Callable[[Publisher], object], str]] = {
    "wrong key": (with_key, "not signed with the key of this program"),
    "signed for another purpose": (for_another_purpose, "not signed with the key of this program"),
    "damaged list": (damaged, "not signed with the key of this program"),
    "unsigned list": (unsigned, "payload is missing"),
    "no list": (no_list, "can't be read: it is no JSON"),
    "downgraded": (listed(version="0.0.9"), "is 0.0.9, older than this 0.1.0"),
    "expired": (listed(expires=NOW - timedelta(days=1)), "was good until"),
    "another channel": (listed(channel="nightly"), "has versions of “nightly”, and this is one of “stable”"),
    "too old to be updated": (listed(minimal_version="0.1.0.1"), "updates 0.1.0.1 and newer only"),
    "not for this system": (listed(files={}), "is out, but not for this system"),
    "a version that is none": (listed(version="1; rm -rf"), "is not a version"),
    "a name that leaves the folder": (entry(name="../../x"), "is not a file name"),
    "damaged archive": (damaged_archive, "came damaged, and was deleted"),
    "larger than said": (served(more=b"!" * 99), "that were announced. Nothing was kept"),
    "shorter than said": (served(content=b"x"), "the rest is missing"),
    "cut off for good": (served(cuts=[100, 0, 0]), "broke off: .* are kept; try again later"),
    "slow": (served(pause_s=0.05), "it was too slow"),
    "redirected": (redirected, "leads to https://elsewhere.example"),
    "gone": (served(status=404), "answered 404"),
    "unpacked more than said": (entry(installed_size=100), "holds more than was announced"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_what_may_not_be_installed_is_refused_with_its_reason(
    case: str, server: FileServer, release: InstalledRelease
) -> None:
    change, sentence = REFUSED[case]
    published = publisher(release, server)
    change(published)
    published.publish()
    with pytest.raises(UpdateFailed, match=sentence):
        await take(release)
    assert not is_prepared(release)
    assert version_in(release.folder) == "deskpet 0.1.0\n"
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet"}


async def test_an_older_list_does_not_come_back(server: FileServer, release: InstalledRelease) -> None:
    published = publisher(release, server)
    published.publish()
    await Updater(release, LIMITS).check()
    assert state.read().newest == NOW
    published.listed = replace(published.listed, issued=NOW - timedelta(days=1))
    published.publish()
    with pytest.raises(UpdateFailed, match="and had one of"):
        await Updater(release, LIMITS).check()


async def test_an_older_list_does_not_come_back_after_one_without_an_update(
    server: FileServer, release: InstalledRelease
) -> None:
    published = publisher(release, server)
    newest = published.listed
    published.listed = replace(newest, files={})
    published.publish()
    with pytest.raises(UpdateFailed, match="not for this system"):
        await Updater(release, LIMITS).check()
    published.listed = replace(newest, issued=NOW - timedelta(days=1))
    published.publish()
    with pytest.raises(UpdateFailed, match="and had one of"):
        await Updater(release, LIMITS).check()


async def test_a_look_that_fails_counts_as_the_one_of_the_day(server: FileServer, release: InstalledRelease) -> None:
    with pytest.raises(UpdateFailed, match="answered 404"):
        await Updater(release, LIMITS).check()
    checked = state.read().checked
    assert checked is not None
    assert checked >= NOW


def outside() -> tarfile.TarInfo:
    return tarfile.TarInfo("deskpet/../../outside")


def link_outside() -> tarfile.TarInfo:
    link = tarfile.TarInfo("deskpet/link")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return link


def device() -> tarfile.TarInfo:
    pipe = tarfile.TarInfo("deskpet/pipe")
    pipe.type = tarfile.FIFOTYPE
    return pipe


@pytest.mark.parametrize("make", [outside, link_outside, device])
async def test_an_archive_with_what_has_no_place_is_refused(
    make: Callable[[], tarfile.TarInfo], server: FileServer, release: InstalledRelease
) -> None:
    publisher(release, server, extra=[make()]).publish()
    with pytest.raises(UpdateFailed, match="has no place here"):
        await take(release)
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet"}


async def test_a_version_that_does_not_run_here_is_not_installed(server: FileServer, release: InstalledRelease) -> None:
    published = publisher(replace(release, version="0.1.1"), server, "0.1.2")
    published.listed = replace(published.listed, version="0.1.3")
    published.publish()
    with pytest.raises(UpdateFailed, match=r"0\.1\.3 does not run on this system: deskpet 0\.1\.2"):
        await take(release)
    assert not is_prepared(release)


async def test_what_is_stopped_while_it_is_unpacked_does_not_wait_for_the_end(
    server: FileServer, release: InstalledRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The new program says its version once somebody writes to the pipe.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(releases, "LAUNCHER", f"#!/bin/sh\nread -r _ <{pipe}\necho deskpet {{version}}\n")
    publisher(release, server).publish()
    taking = asyncio.ensure_future(take(release))
    await until((release.sibling("new.part") / "deskpet").exists)
    for _ in range(2):
        taking.cancel()
        await asyncio.sleep(0)
    assert not taking.done()
    await run_in_thread(lambda: pipe.write_text("\n"))
    with pytest.raises(asyncio.CancelledError):
        await taking
    (archive,) = paths.downloads_folder().iterdir()
    update = await Updater(release, LIMITS).check()
    assert update
    writing = asyncio.ensure_future(run_in_thread(lambda: pipe.write_text("\n")))
    await run_in_thread(partial(folder_swap.prepare, release, update, archive, lambda: True))
    await writing
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet"}


async def test_an_archive_that_was_changed_after_its_download_is_not_unpacked(
    server: FileServer, release: InstalledRelease, tmp_path: Path
) -> None:
    publisher(release, server).publish()
    update = await Updater(release, LIMITS).check()
    assert update
    archive = tmp_path / "archive"
    archive.write_bytes(releases.archive_of(releases.files_of(replace(release, version="0.1.1"), "exit 1\n")))
    with pytest.raises(UpdateFailed, match="was changed after its download"):
        folder_swap.prepare(release, update, archive)
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet"}


@asynccontextmanager
async def running_beside(program: Path, named: str = "") -> AsyncIterator[None]:
    """Run a copy of `sleep` that does not come from this process, because its parent ends."""
    shutil.copy(shutil.which("sleep") or "", program)
    command = f"exec -a '{named or program}' {program} 60 >&- 2>&- & echo $!"
    shell = await asyncio.create_subprocess_exec("bash", "-c", command, stdout=asyncio.subprocess.PIPE)
    said, _ = await shell.communicate()
    running = int(said)
    try:
        await until(lambda: Path(f"/proc/{running}/exe").readlink() == program)
        # Its words are there a moment later.
        await until(lambda: Path(f"/proc/{running}/cmdline").read_bytes() != b"")
        yield
    finally:
        os.kill(running, signal.SIGKILL)
        await until(lambda: not Path(f"/proc/{running}/exe").exists())


async def test_an_update_waits_while_the_program_runs_elsewhere(server: FileServer, release: InstalledRelease) -> None:
    publisher(release, server).publish()
    assert await take(release) is Way.AT_QUIT
    program = release.folder / "program"
    async with running_beside(program):
        assert not install_prepared(release)
    child = await asyncio.create_subprocess_exec(program, "60")
    try:
        assert install_prepared(release)
    finally:
        child.kill()
        await child.wait()
    assert versions_of(release) == ["deskpet 0.1.1\n", "deskpet 0.1.0\n"]


async def test_an_update_does_not_wait_for_the_command_that_waits_for_this_process(
    server: FileServer, release: InstalledRelease
) -> None:
    publisher(release, server).publish()
    assert await take(release) is Way.AT_QUIT
    async with running_beside(release.folder / "program", "quit"):
        assert install_prepared(release)


async def test_a_full_disk_is_told_before_the_download(
    server: FileServer, release: InstalledRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    publisher(release, server).publish()
    usage = shutil.disk_usage(release.folder)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(UpdateFailed, match=r"has 1\.0 kB of room, and 100\.0 kB are needed"):
        await take(release)
    assert len(server.requests) == 1


async def test_a_release_without_a_key_asks_nobody(server: FileServer, release: InstalledRelease) -> None:
    with pytest.raises(UpdateFailed, match="has no key for updates"):
        await Updater(replace(release, keys=()), LIMITS).check()
    assert server.requests == []


async def test_a_debian_package_is_downloaded_and_its_command_is_told(
    server: FileServer, release: InstalledRelease
) -> None:
    packaged = replace(release, target=Target.DEBIAN)
    publisher(packaged, server).publish()
    updates = Updater(packaged, LIMITS)
    update = await updates.check()
    assert update
    prepared = await updates.prepare(update)
    assert prepared.way is Way.BY_USER
    assert prepared.instruction == f"sudo apt install {prepared.file}"
    assert prepared.file.is_file()
    assert not install_prepared(packaged)


async def test_a_second_update_replaces_the_kept_version(server: FileServer, release: InstalledRelease) -> None:
    for version in ("0.1.1", "0.1.2"):
        publisher(release, server, version).publish()
        assert await take(release) is Way.AT_QUIT
        assert install_prepared(release)
        folder_swap.confirm(release)
        release = replace(release, version=version)
    assert versions_of(release) == ["deskpet 0.1.2\n", "deskpet 0.1.1\n"]


@pytest.mark.parametrize("waiting", ["0.1.0", "0.0.9", "damaged"])
def test_a_folder_that_is_not_newer_is_not_installed(waiting: str, server: FileServer, tmp_path: Path) -> None:
    release = installed(tmp_path / "programs", server)
    shutil.copytree(release.folder, release.sibling("new"))
    note = (release.folder / NOTE).read_text(encoding="utf-8")
    text = "{" if waiting == "damaged" else note.replace("0.1.0", waiting)
    (release.sibling("new") / NOTE).write_text(text, encoding="utf-8")
    assert not is_prepared(release)
    assert not install_prepared(release)
    folder_swap.confirm(release)
    kept = {"deskpet.old"} if waiting == "0.0.9" else set()
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet"} | kept


async def test_a_newer_version_that_was_unpacked_meanwhile_stays(server: FileServer, release: InstalledRelease) -> None:
    publisher(release, server).publish()
    assert await take(release) is Way.AT_QUIT
    note = (release.folder / NOTE).read_text(encoding="utf-8")
    (release.folder / NOTE).write_text(note.replace("0.1.0", "0.1.2"), encoding="utf-8")
    assert not install_prepared(release)


def test_a_folder_whose_removal_broke_off_is_not_under_its_name(
    server: FileServer, release: InstalledRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(_: Path) -> None:
        raise OSError("the disk is gone")

    waiting = release.sibling("new")
    shutil.copytree(release.folder, waiting)
    with monkeypatch.context() as broken:
        broken.setattr(shutil, "rmtree", break_off)
        with pytest.raises(OSError, match="the disk is gone"):
            folder_swap.discard(release)
    assert not waiting.exists()
    folder_swap.discard(release)
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet"}


def test_the_folder_of_another_user_is_not_swapped(tmp_path: Path, server: FileServer) -> None:
    release = installed(tmp_path / "a", server)
    assert release.swaps_folder
    if os.getuid():
        pytest.skip("only root can give a folder away")
    os.chown(release.folder, 1, 1)
    assert not replace(release, version="0.1.0.1").swaps_folder
