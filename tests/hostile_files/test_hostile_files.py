"""Hostile files: each is read, or rejected with a clear error. `python -m tests.hostile_files` runs all."""

import os
from pathlib import Path

import pytest

from deskpet.filesystem.bounded import UnusableFile, open_regular, read_bounded
from tests.hostile_files.cases import CASES, Case, outcome

QUICK = [case for case in CASES if not case.is_slow and (os.name == "posix" or not case.is_posix)]


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.name)
def test_a_hostile_file_is_refused_in_a_sentence(case: Case, tmp_path: Path) -> None:
    told = outcome(case, tmp_path)
    if case.is_good:
        assert told == "read"
    else:
        assert told != "read"
        assert len(told.split()) > 3


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_bounded(file, 5) == b"12345"
    with pytest.raises(UnusableFile, match="it is larger than 0 kB"):
        read_bounded(file, 4)


@pytest.mark.skipif(os.name != "posix", reason="pipes, links and devices of POSIX")
def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path / "link", Path("/dev/zero")):
        with pytest.raises(UnusableFile, match="it is not a regular file"):
            open_regular(path)
    with pytest.raises(UnusableFile, match="it is a folder"):
        open_regular(tmp_path)


def test_a_missing_file_stays_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "none", 10)
