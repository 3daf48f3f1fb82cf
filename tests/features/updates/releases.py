"""Installed releases and lists of releases, made of small files with a key of the tests."""

import io
import subprocess
import tarfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from backports import zstd
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deskpet.features.updates.installed_release import NOTE, InstalledRelease, Target, note_text
from deskpet.features.updates.manifest import Manifest, ReleaseFile, as_json
from deskpet.features.updates.signed_envelope import MANIFEST_TYPE, public_text, seal
from tests.network.file_server import FileServer, Served

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
NOW = datetime.now(UTC).replace(microsecond=0)
LIST = "stable.json"
LAUNCHER = '#!/bin/sh\n[ "$*" != --version ] || {{ echo deskpet {version}; exit; }}\n{more}'


def installed(folder: Path, server: FileServer, version: str = "0.1.0", **values: Any) -> InstalledRelease:
    """Create the folder of an installed program whose launcher can tell its version, and return its release."""
    program = folder / "deskpet"
    release = InstalledRelease(program, Target.FOLDER, "stable", server.url + LIST, (public_text(KEY),), (), version)
    release = replace(release, **values)
    program.mkdir(parents=True)
    for name, content in files_of(release).items():
        (program / name).write_text(content, encoding="utf-8")
        (program / name).chmod(0o755)
    return release


def files_of(release: InstalledRelease, more: str = "") -> dict[str, str]:
    """Return the files of a program by their names."""
    return {"deskpet": LAUNCHER.format(version=release.version, more=more), NOTE: note_text(release)}


def version_in(folder: Path) -> str:
    """Return what the program in a folder says of its version."""
    return subprocess.run([folder / "deskpet", "--version"], capture_output=True, encoding="utf-8", check=True).stdout


def archive_of(files: dict[str, str], *more: tarfile.TarInfo) -> bytes:
    """Return an archive of the folder `deskpet` as `make release` writes one."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"deskpet/{name}")
            entry.size, entry.mode = len(content.encode()), 0o755
            archive.addfile(entry, io.BytesIO(content.encode()))
        for entry in more:
            archive.addfile(entry)
    return zstd.compress(target.getvalue())


@dataclass
class Publisher:
    """Publishes a release on a server; what a test changes is what is wrong with it.

    served: how the archive is served. sealed: the list in its envelope, as it is served.
    """

    server: FileServer
    listed: Manifest
    key: Ed25519PrivateKey = KEY
    kind: str = MANIFEST_TYPE
    damage: Callable[[bytes], bytes] = bytes
    served: list[Served] = field(default_factory=list)

    def publish(self) -> None:
        """Serve the list."""
        self.server.serve(LIST, self.damage(seal(as_json(self.listed), self.kind, self.key)))


def publisher(
    release: InstalledRelease, server: FileServer, version: str = "0.1.1", extra: Iterable[tarfile.TarInfo] = ()
) -> Publisher:
    """Return what publishes a newer version of a release, whose archive is served already."""
    content = archive_of(files_of(replace(release, version=version)), *extra)
    name = f"deskpet-{version}.tar.zst"
    served = server.serve(name, content)
    file = ReleaseFile(name, len(content), sha256(content).hexdigest(), 100_000)
    listed = Manifest(
        "stable", version, NOW, NOW + timedelta(days=9), "0.1.0", "- She sings.", dict.fromkeys(Target, file)
    )
    return Publisher(server, listed, served=[served])
