"""A full disk: writes wait in memory until there is space."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskpet.config.settings_file import update
from deskpet.store import Draft, Recorder, Store, StoreError, StoreUnavailable
from deskpet.store.database_files import backups
from tests.chat.fake_model import EchoModel, conversation_with


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of sixteen megabytes."""
    mount = shutil.which("mount")
    if os.name != "posix" or os.geteuid() != 0 or mount is None:
        pytest.skip("only root mounts a disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=16m", "tmpfs", folder], capture_output=True, encoding="utf-8", check=False
    )
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    """Fill the disk, and return the file that takes the space."""
    ballast = disk / "ballast"
    with ballast.open("ab", buffering=0) as file:
        for size in (65536, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return ballast


async def test_writes_to_a_full_disk_are_repeated_when_there_is_space(disk):
    troubles: list[StoreError | None] = []
    store = Store(disk / "talks.db", on_trouble=troubles.append)
    talk = conversation_with(EchoModel())
    recorder = Recorder(store, talk)
    await talk.send("before")
    recorder.flush()
    await store.sessions()
    ballast = fill(disk)
    for number in range(20):
        await talk.send(f"question {number} {'and much more ' * 2000}")
    recorder.save_draft("not sent")
    recorder.flush()
    assert not store.wait_until_written(20)
    assert {type(each) for each in troubles} == {StoreUnavailable}
    assert "the disk is full. Make room" in str(troubles[0])
    ballast.write_bytes(b"")
    store.retry_writes()
    assert store.wait_until_written(20)
    store.close()
    assert troubles[-1] is None
    store = Store(disk / "talks.db")
    saved = store.last()
    store.close()
    assert tuple(node.message for node in saved.nodes) == talk.messages
    assert saved.draft == Draft("not sent")


async def test_a_backup_without_room_is_an_error_and_leaves_nothing_behind(disk):
    store = Store(disk / "talks.db")
    talk = conversation_with(EchoModel())
    recorder = Recorder(store, talk)
    await talk.send("word " * 20_000)
    recorder.flush()
    await store.sessions()
    ballast = fill(disk)
    with pytest.raises(StoreError, match="disk is full"):
        await store.maintain()
    assert backups(disk / "talks.db", "*") == []
    assert list(disk.glob("*.part*")) == []
    ballast.unlink()
    await store.maintain()
    assert len(backups(disk / "talks.db", "day")) == 1
    store.close()


def test_a_first_start_on_a_full_disk_waits_for_room(disk):
    ballast = fill(disk)
    with pytest.raises(StoreUnavailable, match="disk is full"):
        Store(disk / "talks.db")
    ballast.unlink()
    Store(disk / "talks.db").close()


def test_settings_without_room_stay_as_they_were(disk):
    file = disk / "settings.toml"
    update(file, {})
    before = file.read_bytes()
    fill(disk)
    with pytest.raises(OSError, match="No space left"):
        update(file, {("chat", "max_rounds"): 9})
    assert file.read_bytes() == before
    assert sorted(each.name for each in disk.iterdir()) == ["ballast", "settings.toml"]
