"""Compare two builds of a release, and name what differs in their files."""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from backports import zstd

# Names of differing members that are printed of a file.
_MOST_NAMES = 12


def rows(one: Path, other: Path) -> Iterator[tuple[bool, str]]:
    """Yield whether each file of the folder `one` is in `other` with the same bytes, and a line that says so."""
    for name in sorted({path.name for folder in (one, other) for path in folder.iterdir()}):
        files = one / name, other / name
        absent = [str(file) for file in files if not file.exists()]
        if absent:
            yield False, f"{'absent':10} {absent[0]}"
        elif (digest := _digest(files[0])) == _digest(files[1]):
            yield True, f"{'same':10} {digest[:16]}  {name}"
        else:
            yield False, f"{'different':10} {name}{_differences(*files)}"


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _differences(one: Path, other: Path) -> str:
    """Return the names of the members that differ, or the place of the first byte that does, as lines."""
    members = _members(one), _members(other)
    names = [name for name in sorted({*members[0], *members[1]}) if members[0].get(name) != members[1].get(name)]
    if not names:
        pairs = enumerate(zip(one.read_bytes(), other.read_bytes(), strict=False))
        place = next((number for number, (left, right) in pairs if left != right), "the end")
        return f"\n             the members are the same; the first other byte is at {place}"
    more = f"\n             and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return "".join(f"\n             {name}" for name in names[:_MOST_NAMES]) + more


def _members(archive: Path) -> dict[str, tuple[object, ...]]:
    """Return name -> what an archive holds of a member; nothing of a file that is no archive."""
    match archive.suffix:
        case ".whl" | ".zip":
            with zipfile.ZipFile(archive) as members:
                return {each.filename: (each.CRC, each.date_time, each.external_attr) for each in members.infolist()}
        case ".gz":
            return _tar_members(archive.read_bytes())
        case ".zst":
            return _tar_members(zstd.decompress(archive.read_bytes()))
        case ".deb":
            done = subprocess.run(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE, check=True)
            return _tar_members(done.stdout)
        case _:
            return {}


def _tar_members(content: bytes) -> dict[str, tuple[object, ...]]:
    found: dict[str, tuple[object, ...]] = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as members:
        for each in members:
            file = members.extractfile(each) if each.isreg() else None
            digest = hashlib.sha256(file.read()).hexdigest() if file else each.linkname
            found[each.name] = digest, each.mode, each.mtime, each.uid, each.gid, each.uname
    return found
