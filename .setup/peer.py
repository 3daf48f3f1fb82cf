"""Download the three npm packages that `make campaign NAME=peer` compares the pet with, into .tools/peer.

pixi.js and pixi-live2d-display are under the MIT licence. live2dcubismcore carries Live2D's Cubism Core for the web,
whose own licence names it redistributable; it is fetched for the measurement alone and is never part of deskpet.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

# Name -> version and base64 SHA-512 of the archive, as in npm's `integrity`.
PACKAGES = {
    "pixi.js": (
        "6.5.10",
        "Z2mjeoISml2iuVwT1e/BQwERYM2yKoiR08ZdGrg8y5JjeuVptfTrve4DbPMRN/kEDodesgQZGV/pFv0fE9Q2SA==",
    ),
    "pixi-live2d-display": (
        "0.4.0",
        "xeYC6y4Y0Bxe9ksWNlGFZC1rII/MPrzPQK7t1c3ubA8RhkOISIqHJl38fNumXqhGEs+yItmgDOkFT+9dsyGDjA==",
    ),
    "live2dcubismcore": (
        "1.0.2",
        "nABJjQb6XqzQ6JDWINtu8w9a1wTHvmxh85FafeIJ6xwUTFP+TVhq81dTeB2VKLesDyIuZ7CZ1X/Vi8nin3PSIA==",
    ),
}


class PeerIncomplete(Exception):
    """A package could not be downloaded, or its hash is wrong; the message says which."""


def fetch(folder: Path) -> None:
    """Download each package into a folder of its name below `folder`. No script of a package is run.

    Raises PeerIncomplete.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name, (version, digest) in PACKAGES.items():
        with tempfile.TemporaryDirectory(prefix="deskpet-peer-") as temporary:
            archive = _download(f"{name}@{version}", Path(temporary))
            if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != digest:
                raise PeerIncomplete(f"{name} {version} is not the package it was; nothing of it was used")
            unpack(archive, folder / name)


def _download(package: str, folder: Path) -> Path:
    """Return the archive of a package, downloaded by npm."""
    done = subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", str(folder), package],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
    )
    found = list(folder.glob("*.tgz"))
    if done.returncode != 0 or not found:
        raise PeerIncomplete(f"npm did not bring {package}: {done.stderr.strip()[-500:]}")
    return found[0]


def unpack(archive: Path, folder: Path) -> None:
    """Extract the archive without its outermost folder: regular files only, none outside `folder`."""
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            parts = Path(member.name).parts[1:]
            if not member.isfile() or ".." in parts or not parts:
                continue
            target = folder.joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            source = packed.extractfile(member)
            if source is not None:
                target.write_bytes(source.read())
