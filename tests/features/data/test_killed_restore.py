"""A restore that is killed at any step leaves whole files, and a second one completes it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deskpet.features.data.backup_file import Part, Places, open_backup, write_backup
from deskpet.features.data.restoring import restore
from tests.features.data.killed_restore import places_in
from tests.features.data.test_backup import said, talk
from tests.support.folders import PROJECT

CHARACTER = {"a.model3.json": "{}", "textures/1.png": "picture", "textures/2.png": "picture"}


def fill(places: Places, word: str, at: float) -> None:
    """Write a conversation, a persona, the settings, notes and a character."""
    places.data.mkdir(parents=True)
    talk(places, "both", word, at=at)
    talk(places, word, word, at=at)
    files = {f"models/{word}/{name}": text for name, text in CHARACTER.items()}
    files |= {"personas/one.json": word, "settings.toml": word, "notes.json": json.dumps([{"number": 1, "text": word}])}
    for name, text in files.items():
        path = places.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (at, at))


def state(places: Places) -> dict[str, str]:
    """Return what the files have, but for the database, and for what was never put in its place."""
    files = {path.relative_to(places.data).as_posix(): path for path in places.data.rglob("*") if path.is_file()}
    kept = {name: path for name, path in files.items() if ".new" not in name and not name.startswith("conversations")}
    return {name: path.read_text() for name, path in kept.items()}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that is copied")
def test_whatever_a_kill_leaves_is_whole_and_a_second_restore_completes_it(tmp_path: Path) -> None:
    there, before = places_in(tmp_path / "there"), places_in(tmp_path / "0")
    fill(there, "there", 2000.0)
    fill(before, "here", 1000.0)
    file = tmp_path / "b"
    write_backup(file, Part, there)
    script = [sys.executable, "-m", "tests.features.data.killed_restore", str(file), str(tmp_path)]
    subprocess.run(script, cwd=PROJECT, check=True, timeout=60)
    folders = sorted((each for each in tmp_path.iterdir() if each.name.isdigit()), key=lambda each: int(each.name))
    *killed, complete = map(places_in, folders[1:])
    old, new = state(before), state(complete)
    assert new["personas/one.json"] == new["settings.toml"] == "there"
    assert len(killed) > 10
    half_done = 0
    for places in killed:
        found = state(places)
        assert all(text in {old.get(name), new.get(name)} for name, text in found.items()), places
        # A character is there as a whole, or not at all.
        assert len([name for name in found if name.startswith("models/there/")]) in {0, len(CHARACTER)}, places
        half_done += found not in (old, new)
        with open_backup(file) as backup:
            restore(backup, places, Part)
        assert state(places) == new, places
        assert said(places, "both") == ["there"]
    # Some of them were killed in the midst of it.
    assert half_done
