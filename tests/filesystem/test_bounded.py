"""Reading untrusted files up to a limit."""

import sys
import tracemalloc
from pathlib import Path

import pytest

from deskpet.filesystem.bounded import UnusableFile, read_bounded


@pytest.mark.parametrize("size", [0, 1, 1000])
def test_a_file_of_up_to_the_limit_is_read(tmp_path: Path, size: int) -> None:
    (tmp_path / "file").write_bytes(b"x" * size)
    assert read_bounded(tmp_path / "file", 1000) == b"x" * size


def test_a_larger_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 1001)
    with pytest.raises(UnusableFile, match="larger than"):
        read_bounded(tmp_path / "file", 1000)


@pytest.mark.skipif(sys.platform != "linux", reason="files without a size are in /proc")
def test_a_file_that_tells_no_size_is_read_up_to_the_limit() -> None:
    file = Path("/proc/self/status")
    assert read_bounded(file, 1 << 20).startswith(b"Name:")
    with pytest.raises(UnusableFile, match="larger than"):
        read_bounded(file, 100)


def test_a_high_limit_takes_no_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    tracemalloc.start()
    try:
        read_bounded(tmp_path / "file", 1 << 30)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
