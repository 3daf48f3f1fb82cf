"""The list of releases that a server has: its format, and which release of it an installed program may take."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urljoin

from deskpet.config.state_files import BadStateFile, JsonObject
from deskpet.features.updates.installed_release import InstalledRelease, UpdateFailed, version_numbers
from deskpet.network.file_download import RemoteFile
from deskpet.translation import tr

FORMAT = 1
MAX_BYTES = 256 * 1024
"""Of the list, in its envelope."""
MAX_FILE_BYTES = 2_000_000_000
_MAX_NOTES = 20_000


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """A file of a release. name: that of the file beside the list. installed_size: bytes of what is installed of it."""

    name: str
    size: int
    sha256: str
    installed_size: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """The newest release of a channel.

    issued, expires: when the list was made, and until when it counts. minimal_version: the oldest that it can update.
    """

    channel: str
    version: str
    issued: datetime
    expires: datetime
    minimal_version: str
    notes: str
    files: dict[str, ReleaseFile]


@dataclass(frozen=True, slots=True)
class Update:
    """A release that may be installed over the present one."""

    version: str
    notes: str
    file: ReleaseFile
    source: RemoteFile


def parse(content: bytes) -> Manifest:
    """Return the list in a content that was signed. Raises BadStateFile."""
    try:
        found = JsonObject(json.loads(content))
    except BadStateFile:
        raise
    except (ValueError, RecursionError) as error:
        raise BadStateFile(tr("it is no JSON: {why}", why=error)) from error
    if found.whole("format") != FORMAT:
        raise BadStateFile(tr("it has another format"))
    files = found.part("files")
    for name in ("version", "minimal_version"):
        version_numbers(found.text(name))
    return Manifest(
        channel=found.text("channel"),
        version=found.text("version"),
        issued=_moment(found, "issued"),
        expires=_moment(found, "expires"),
        minimal_version=found.text("minimal_version"),
        notes=found.text("notes", "")[:_MAX_NOTES],
        files={name: _file(files.part(name)) for name in files.keys},
    )


def as_json(manifest: Manifest) -> bytes:
    """Return the content to sign."""
    files = {
        target: {"name": each.name, "size": each.size, "sha256": each.sha256, "installed_size": each.installed_size}
        for target, each in sorted(manifest.files.items())
    }
    content = {
        "format": FORMAT,
        "channel": manifest.channel,
        "version": manifest.version,
        "issued": manifest.issued.isoformat(),
        "expires": manifest.expires.isoformat(),
        "minimal_version": manifest.minimal_version,
        "notes": manifest.notes,
        "files": files,
    }
    return json.dumps(content, indent=2, ensure_ascii=False).encode() + b"\n"


def choose(manifest: Manifest, release: InstalledRelease) -> Update | None:
    """Return the update of a release in a valid list; None if it is the newest. Raises UpdateFailed."""
    offered, present = version_numbers(manifest.version), version_numbers(release.version)
    if offered == present:
        return None
    if offered < present:
        named = {"version": manifest.version, "present": release.version}
        raise UpdateFailed(tr("The newest version on the server is {version}, older than this {present}.", **named))
    if present < version_numbers(manifest.minimal_version):
        named = {"version": manifest.version, "least": manifest.minimal_version}
        raise UpdateFailed(tr("Version {version} updates {least} and newer only. Install it by hand.", **named))
    file = manifest.files.get(release.target)
    if file is None:
        raise UpdateFailed(tr("Version {version} is out, but not for this system.", version=manifest.version))
    source = RemoteFile(urljoin(release.address, file.name), file.size, file.sha256)
    return Update(manifest.version, manifest.notes, file, source)


def require_valid(manifest: Manifest, release: InstalledRelease, now: datetime, newest: datetime | None) -> None:
    """Check that a list is for this release, and still counts. Raises UpdateFailed.

    newest: when the newest list was made that this program has seen; None for none.
    """
    if manifest.channel != release.channel:
        named = {"channel": manifest.channel[:40], "own": release.channel}
        raise UpdateFailed(tr("The server has versions of “{channel}”, and this is one of “{own}”.", **named))
    if manifest.expires < now:
        day = f"{manifest.expires:%Y-%m-%d}"
        text = tr("The server's list of versions was good until {day}. Look for a newer version yourself.", day=day)
        raise UpdateFailed(text)
    if newest and manifest.issued < newest:
        days = {"day": f"{manifest.issued:%Y-%m-%d %H:%M}", "newest": f"{newest:%Y-%m-%d %H:%M}"}
        raise UpdateFailed(
            tr("The server has a list of {day}, and had one of {newest} before. Try again later.", **days)
        )


def _file(found: JsonObject) -> ReleaseFile:
    name, sha256 = found.text("name"), found.text("sha256").lower()
    if name in {"", ".", ".."} or not name.isascii() or {*name} & {*'/\\:?#%"<>|* '}:
        raise BadStateFile(tr("{name} is not a file name", name=name[:80]))
    if len(sha256) != 64 or not {*sha256} <= {*"0123456789abcdef"}:
        raise BadStateFile(tr("{name} has no valid hash", name=name))
    size = found.whole("size", bounds=(1, MAX_FILE_BYTES))
    return ReleaseFile(name, size, sha256, found.whole("installed_size", bounds=(size // 4, 4 * MAX_FILE_BYTES)))


def _moment(found: JsonObject, name: str) -> datetime:
    try:
        moment = datetime.fromisoformat(found.text(name))
    except ValueError as error:
        raise BadStateFile(tr("{name} is not a time", name=name)) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
