"""Write what updates need: a note in each release of where its successor is found, and the signed list of releases."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from steps import PROJECT, ReleaseFailed

from deskpet.features.updates import manifest
from deskpet.features.updates.installed_release import NOTE, InstalledRelease, Target, note_text
from deskpet.features.updates.manifest import Manifest, ReleaseFile
from deskpet.features.updates.signed_envelope import MANIFEST_TYPE, public_text, seal

if TYPE_CHECKING:
    from collections.abc import Mapping

CHANNEL = PROJECT / ".release" / "channel.toml"
CHANGELOG = PROJECT / "CHANGELOG.md"


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A file of a release that updates use. installed_size: bytes of the folder that it becomes."""

    file: Path
    installed_size: int


def read_channel(file: Path = CHANNEL) -> dict[str, Any]:
    """Return what a maintainer has set. Raises ReleaseFailed."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ReleaseFailed(f"{file}: {error}") from error


def write_note(folder: Path, target: Target, version: str, channel: Mapping[str, Any]) -> None:
    """Write into the folder of a program what it is a release of."""
    keys, hosts = tuple(channel["keys"]), tuple(channel["hosts"])
    release = InstalledRelease(folder, target, channel["channel"], channel["address"], keys, hosts, version)
    (folder / NOTE).write_text(note_text(release), encoding="utf-8")


def write_list(
    built: Mapping[Target, BuiltFile], version: str, issued: datetime, channel: Mapping[str, Any], target: Path
) -> Path:
    """Write the list of the built files, which is not signed yet, into the folder `target`. Returns its path."""
    listed = Manifest(
        channel=channel["channel"],
        version=version,
        issued=issued,
        expires=issued + timedelta(days=channel["valid_days"]),
        minimal_version=channel["minimal_version"],
        notes=notes_of(version, CHANGELOG.read_text(encoding="utf-8")),
        files={each: _entry(file) for each, file in built.items()},
    )
    file = target / f"{listed.channel}.unsigned.json"
    file.write_bytes(manifest.as_json(listed))
    return file


def renew(unsigned: Path, channel: Mapping[str, Any]) -> None:
    """Let a list that was written before count from now on. Raises ReleaseFailed."""
    try:
        listed = manifest.parse(unsigned.read_bytes())
    except (OSError, ValueError) as error:
        raise ReleaseFailed(f"{unsigned} is no list of releases: {error}") from error
    issued = datetime.now(UTC).replace(microsecond=0)
    expires = issued + timedelta(days=channel["valid_days"])
    unsigned.write_bytes(manifest.as_json(replace(listed, issued=issued, expires=expires)))


def sign(unsigned: Path, key_file: Path, channel: Mapping[str, Any]) -> Path:
    """Sign a list with a private key (Ed25519, PEM), and return the file to publish. Raises ReleaseFailed."""
    key = read_key(key_file)
    if (public := public_text(key)) not in channel["keys"]:
        raise ReleaseFailed(f"the releases don't have the key {public}: add it to {CHANNEL.name}, and build again")
    signed = unsigned.with_name(unsigned.name.replace(".unsigned", ""))
    signed.write_bytes(seal(unsigned.read_bytes(), MANIFEST_TYPE, key))
    return signed


def read_key(file: Path) -> Ed25519PrivateKey:
    """Return the private key in a file, as `openssl genpkey -algorithm ed25519` writes one. Raises ReleaseFailed."""
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise ReleaseFailed(f"{file} is not a private key without a password: {error}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ReleaseFailed(f"{file} is not a key for Ed25519")
    return key


def notes_of(version: str, changelog: str) -> str:
    """Return what the changelog says of a version; empty if it says nothing."""
    _, _, rest = changelog.partition(f"\n## {version}")
    return rest.partition("\n")[2].split("\n## ")[0].strip()


def _entry(built: BuiltFile) -> ReleaseFile:
    content = built.file.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return ReleaseFile(built.file.name, len(content), digest, built.installed_size)
