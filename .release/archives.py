"""Write archives whose bytes depend on nothing but the names, contents and modes of the files."""

from __future__ import annotations

import hashlib
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from steps import call


def normalize(folder: Path, epoch: int) -> None:
    """Give all files of a folder the time of the release, and the modes of installed files."""
    for path in (folder, *sorted(folder.rglob("*"))):
        if not path.is_symlink():
            is_program = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if is_program else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def write_tar_zst(folder: Path, file: Path, epoch: int) -> None:
    """Write the folder as a sorted tar of the owner root, compressed by zstd."""
    plain = file.with_suffix("")
    with tarfile.open(plain, "w", format=tarfile.PAX_FORMAT) as archive:
        for path in (folder, *sorted(folder.rglob("*"))):
            entry = archive.gettarinfo(path, str(path.relative_to(folder.parent)))
            entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime = 0, 0, "root", "root", epoch
            if entry.isreg():
                with path.open("rb") as content:
                    archive.addfile(entry, content)
            else:
                archive.addfile(entry)
    # The number of threads does not change the bytes.
    call(["zstd", "--quiet", "--force", "-19", "--long=27", "-T2", "--rm", str(plain), "-o", str(file)])


def write_zip(folder: Path, file: Path, epoch: int) -> None:
    """Write the folder as a sorted zip."""
    import time

    moment = time.gmtime(epoch)[:6]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), moment)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(entry, path.read_bytes())


def write_checksums(files: Iterable[Path], target: Path) -> None:
    """Write the SHA-256 of each file, in the form that `sha256sum --check` reads."""
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files))
    target.write_text("".join(lines), encoding="utf-8")


def size(folder: Path) -> int:
    """Return the bytes of all files of a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
