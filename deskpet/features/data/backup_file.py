"""The file of a backup: a zip archive of JSON lines, pictures and files, with a manifest that has the hash of each.

With a passphrase the archive is encrypted as the program age does it, so that program opens it as well. Nothing of a
file is used before all of it has been checked.
"""

import base64
import hashlib
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, BinaryIO, Self, cast

from deskpet import __version__
from deskpet.features.data import encryption
from deskpet.features.data.encryption import EncryptionError, WrongPassphraseError
from deskpet.features.data.parts import Part
from deskpet.filesystem import private_files
from deskpet.filesystem.bounded import open_regular
from deskpet.store.transfer import TABLES, Reader
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

FORMAT, VERSION = "deskpet-backup", 1
SUFFIX = ".deskpet-backup"
# Limits of what is read: an archive may pretend to be anything.
MAX_ENTRIES, MAX_ENTRY_BYTES, MAX_BYTES = 300_000, 4 << 30, 16 << 30
MAX_MANIFEST_BYTES, MAX_ROW_BYTES = 128 << 20, 256 << 20
# JSON of a conversation is compressed to a tenth; a bomb to a thousandth.
_MAX_RATIO, _RATIO_FROM = 200, 16 << 20
# What is encrypted is held in memory.
_MAX_ENCRYPTED = 2 << 30
_CHUNK = 1 << 20
_MANIFEST = "manifest.json"
_TABLE = re.compile(r"tables/([a-z_]{1,40})\.jsonl")
_BLOB = re.compile(r"pictures/([0-9a-f]{64})")
_FILE = re.compile(r"files/([a-z]{1,20})/(.{1,400})", re.DOTALL)
# Characters and names that Windows takes for something else, on every system: the file may be carried to another one.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


class BackupError(Exception):
    """The backup can't be written or used. The message gives the cause and the next step."""


class PassphraseNeededError(BackupError):
    """The backup is encrypted, and the passphrase is missing or does not open it."""


Watch = Callable[[int], object]
"""Called with the number of bytes that were just read or written. It may raise Cancelled."""


def ignore(_size: int) -> None:
    """Watch nothing."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the data is: the data folder, and the files of the settings and of the connections."""

    data: Path
    settings: Path
    connections: Path

    @property
    def database(self) -> Path:
        return self.data / "conversations.db"

    def of(self, part: Part) -> Path | None:
        """Return the file or the folder of a part; None if it is in the database."""
        if part in TABLES:
            return None
        places = {Part.CONNECTIONS: self.connections, Part.SETTINGS: self.settings}
        return places.get(part) or self.data / _FOLDERS.get(part, f"{part.value}.json")

    def files(self, part: Part) -> dict[str, Path]:
        """Return the files of a part that are there, by their paths in it with slashes. Links are left out."""
        place = self.of(part)
        if place is None or (place.is_symlink() and part in _FOLDERS):
            return {}
        if part not in _FOLDERS:
            return {place.name: place} if place.is_file() else {}
        found = (each for each in sorted(place.rglob("*")) if each.is_file() and not each.is_symlink())
        return {each.relative_to(place).as_posix(): each for each in found if not each.name.endswith(".new")}

    def path(self, part: Part, name: str) -> Path:
        """Return where a file of a backup belongs."""
        place = self.of(part)
        assert place is not None
        return place / name if part in _FOLDERS else place


_FOLDERS = {Part.PERSONAS: "personas", Part.CHARACTERS: "models"}


@dataclass(frozen=True, slots=True)
class SavedFile:
    """A file in a backup: its entry in the archive, its time of change as Unix time, and its SHA-256 as hex digits."""

    entry: str
    changed_at: float
    size: int
    digest: str


def write_backup(
    file: Path, parts: Iterable[Part], places: Places, passphrase: str = "", watch: Watch = ignore
) -> None:
    """Write a backup, which replaces `file`; a partial one is never left there. Raises BackupError and StoreError.

    watch: called with what is written, before it is encrypted.
    """
    partial = file.with_name(f".{file.name}.new")
    try:
        partial.unlink(missing_ok=True)
        with private_files.create_file(partial) as out:
            if passphrase:
                archive = io.BytesIO()
                _write_archive(archive, parts, places, watch)
                if archive.getbuffer().nbytes > _MAX_ENCRYPTED:
                    what = tr("This is too much to encrypt at once. Leave out the characters, or the passphrase.")
                    raise BackupError(what)
                out.write(encryption.encrypt(archive.getvalue(), passphrase))
            else:
                _write_archive(out, parts, places, watch)
        partial.replace(file)
    except EncryptionError as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        why = reason_of(error)
        raise BackupError(tr("{file} can't be written: {why}. Choose another place.", file=file, why=why)) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _write_archive(out: BinaryIO, parts: Iterable[Part], places: Places, watch: Watch) -> None:
    chosen = sorted(set(parts))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        writer = _Writer(archive, chosen, watch)
        if tables := [table for part in chosen for table in TABLES.get(part, ())]:
            with closing(Reader(places.database)) as reader:
                _write_tables(writer, reader, tables)
        for part in chosen:
            for name, path in places.files(part).items():
                with open_regular(path) as source:
                    writer.add(f"files/{part}/{name}", iter(lambda s=source: s.read(_CHUNK), b""), path.stat().st_mtime)
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "parts": list(map(str, chosen)),
            "entries": writer.entries,
        }
        archive.writestr(_MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))


def _write_tables(writer: "_Writer", reader: Reader, tables: Iterable[str]) -> None:
    hashes = set[str]()
    for table in tables:
        writer.add(f"tables/{table}.jsonl", (_line(row) for row in reader.rows(table)))
        if table == "pictures":
            hashes = {str(row["hash"]) for row in reader.rows(table)}
    for name in sorted(hashes):
        if (data := reader.blob(name)) is not None:
            writer.add(f"pictures/{name}", [data])


class _Writer:
    """Adds entries to an archive, and notes their sizes and hashes. Refuses what could not be restored."""

    def __init__(self, archive: zipfile.ZipFile, parts: Iterable[Part], watch: Watch) -> None:
        self._archive, self._parts, self._watch = archive, tuple(parts), watch
        self._names = set[str]()
        self.entries: dict[str, dict[str, Any]] = {}

    def add(self, name: str, chunks: Iterable[bytes], changed_at: float = 0.0) -> None:
        if not _is_name_of_ours(name, self._parts) or name.casefold() in self._names:
            what = tr(
                "{file} has a name that not every system takes. Rename it, or leave its part out of the backup.",
                file=name.removeprefix("files/"),
            )
            raise BackupError(what)
        self._names.add(name.casefold())
        digest, size = hashlib.sha256(), 0
        with self._archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as entry:
            for chunk in chunks:
                entry.write(chunk)
                digest.update(chunk)
                size += len(chunk)
                self._watch(len(chunk))
        self.entries[name] = {"size": size, "sha256": digest.hexdigest(), "changed_at": max(changed_at, 0.0)}


class Backup:
    """A backup that was checked. Close it with `close`; it can be used in a `with` statement.

    parts: what it has. program: the version of the program that wrote it. watch: called with what is read.
    """

    def __init__(self, stream: IO[bytes], archive: zipfile.ZipFile, manifest: Mapping[str, Any]) -> None:
        self.watch: Watch = ignore
        self._stream, self._archive, self._entries = stream, archive, manifest["entries"]
        self.parts = tuple(Part(each) for each in manifest["parts"])
        self.program = str(manifest["program"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._archive.close()
        self._stream.close()

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table. Raises BackupError."""
        name = f"tables/{table}.jsonl"
        if name not in self._entries:
            return
        with self._archive.open(name) as lines:
            while line := lines.readline(MAX_ROW_BYTES):
                self.watch(len(line))
                yield _row(line)

    def picture(self, name: str) -> bytes:
        """Return a picture by its hash. Raises BackupError."""
        entry = f"pictures/{name}"
        data = self._archive.read(entry) if entry in self._entries else b""
        self.watch(len(data))
        if hashlib.sha256(data).hexdigest() != name:
            raise damaged(tr("an entry is not what its list says"))
        return data

    def files(self, part: Part) -> dict[str, SavedFile]:
        """Return the files of a part, by their paths in it with slashes."""
        prefix = f"files/{part}/"
        return {
            name.removeprefix(prefix): SavedFile(
                name, float(entry["changed_at"]), int(entry["size"]), str(entry["sha256"])
            )
            for name, entry in self._entries.items()
            if name.startswith(prefix)
        }

    def size_of(self, parts: Iterable[Part]) -> int:
        """Return the bytes of these parts, unpacked."""
        chosen = tuple(parts)
        return sum(int(entry["size"]) for name, entry in self._entries.items() if _is_name_of_ours(name, chosen))

    def content(self, file: SavedFile) -> Iterator[bytes]:
        """Yield a file piece by piece."""
        with self._archive.open(file.entry) as source:
            while piece := source.read(_CHUNK):
                self.watch(len(piece))
                yield piece


def open_backup(file: Path, passphrase: str = "", watch: Watch = ignore) -> Backup:
    """Check all of a backup and return it. Raises BackupError."""
    stream = _opened(file, passphrase)
    try:
        archive = zipfile.ZipFile(stream)
        return Backup(stream, archive, _checked(archive, watch))
    except BaseException as error:
        stream.close()
        if isinstance(error, zipfile.BadZipFile | EOFError | OSError | ValueError | KeyError | TypeError | zlib.error):
            raise damaged(str(error) or type(error).__name__) from error
        if isinstance(error, NotImplementedError | RuntimeError | OverflowError | struct.error | IndexError):
            raise damaged(tr("it is packed in a way that deskpet never does")) from error
        raise


def _opened(file: Path, passphrase: str) -> IO[bytes]:
    """Return the archive of a backup, decrypted if it is encrypted."""
    try:
        source = open_regular(file)
        is_encrypted = source.read(len(encryption.HEAD)) == encryption.HEAD
        source.seek(0)
        if not is_encrypted:
            return source
        with source:
            return io.BytesIO(_decrypted(source.read(_MAX_ENCRYPTED + 1), passphrase))
    except OSError as error:
        why = reason_of(error)
        raise BackupError(tr("{file} can't be read: {why}. Choose another file.", file=file, why=why)) from error


def damaged(why: str) -> BackupError:
    """Return the error of a file that is damaged or foreign."""
    text = tr(
        "This is no backup of deskpet's, or it is damaged: {why}. Nothing was changed; choose another file.", why=why
    )
    return BackupError(text)


def _checked(archive: zipfile.ZipFile, watch: Watch) -> Mapping[str, Any]:
    """Return the manifest after comparing everything with it. Raises BackupError and what zipfile raises."""
    infos = archive.infolist()
    names = [each.filename for each in infos]
    if len(names) > MAX_ENTRIES or len({each.casefold() for each in names}) < len(names):
        raise damaged(tr("it has too many entries, or two of one name"))
    if sum(each.file_size for each in infos) > MAX_BYTES:
        raise damaged(tr("it would be too large when it is unpacked"))
    for each in infos:
        _check_size(each)
    if _MANIFEST not in names or archive.getinfo(_MANIFEST).file_size > MAX_MANIFEST_BYTES:
        raise damaged(tr("its list makes no sense"))
    manifest = _manifest(json.loads(archive.read(_MANIFEST)))
    if set(manifest["entries"]) != set(names) - {_MANIFEST}:
        raise damaged(tr("its list makes no sense"))
    for name, entry in manifest["entries"].items():
        if not _is_name_of_ours(name, manifest["parts"]):
            raise damaged(tr("an entry has a name that deskpet never writes"))
        _check_content(archive, name, entry, watch)
    return manifest


def _manifest(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise damaged(tr("it was written by another program"))
    if not isinstance(value.get("version"), int) or value["version"] > VERSION:
        what = tr(
            "This backup was written by a newer deskpet ({program}), in a format that this one does not know. Update "
            "deskpet, and restore it then.",
            program=str(value.get("program", "?"))[:40],
        )
        raise BackupError(what)
    known = {*map(str, Part)}
    if not isinstance(value["entries"], dict) or not set(value["parts"]) <= known or "program" not in value:
        raise damaged(tr("its list makes no sense"))
    return cast("Mapping[str, Any]", value)


def _check_size(info: zipfile.ZipInfo) -> None:
    is_bomb = info.file_size > _RATIO_FROM and info.file_size > _MAX_RATIO * max(info.compress_size, 1)
    if info.file_size > MAX_ENTRY_BYTES or is_bomb or info.flag_bits & 1:
        raise damaged(tr("an entry is too large, or encrypted in itself"))


def _is_name_of_ours(name: str, parts: Iterable[str]) -> bool:
    """Return whether an entry of this name may be used: it becomes a path."""
    tables = {table for part in parts for table in TABLES.get(part, ())}
    if (table := _TABLE.fullmatch(name)) and table[1] in tables:
        return True
    if _BLOB.fullmatch(name) and "pictures" in tables:
        return True
    found = _FILE.fullmatch(name)
    if not found or found[1] not in parts or found[1] in TABLES or not _is_safe(found[2]):
        return False
    return Part(found[1]) in _FOLDERS or "/" not in found[2]


def _is_safe(name: str) -> bool:
    path = PurePosixPath(name)
    if path.is_absolute() or path.as_posix() != name or _UNSAFE.search(name):
        return False
    return all(
        each not in {"", ".", ".."} and not each.endswith((" ", ".")) and not _RESERVED.fullmatch(each)
        for each in path.parts
    )


def _check_content(archive: zipfile.ZipFile, name: str, entry: Mapping[str, Any], watch: Watch) -> None:
    size, digest = int(entry["size"]), hashlib.sha256()
    changed_at = float(entry["changed_at"])
    if archive.getinfo(name).file_size != size or not 0 <= changed_at < 1e11:
        raise damaged(tr("an entry is not what its list says"))
    with archive.open(name) as source:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            watch(len(chunk))
    if digest.hexdigest() != entry["sha256"]:
        raise damaged(tr("an entry is not what its list says"))


def _line(row: Mapping[str, Any]) -> bytes:
    value = {
        key: {"base64": base64.b64encode(each).decode()} if isinstance(each, bytes) else each
        for key, each in row.items()
    }
    return json.dumps(value, ensure_ascii=True).encode() + b"\n"


def _row(line: bytes) -> dict[str, Any]:
    try:
        value: Any = json.loads(line)
        if not isinstance(value, dict):
            raise TypeError("a row is no object")
        return {key: _decoded(each) for key, each in cast("dict[str, Any]", value).items()}
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise damaged(str(error)) from error


def _decoded(value: Any) -> Any:
    return base64.b64decode(value["base64"], validate=True) if isinstance(value, dict) else value


def _decrypted(data: bytes, passphrase: str) -> bytes:
    if len(data) > _MAX_ENCRYPTED:
        raise damaged(tr("it would be too large when it is unpacked"))
    if not passphrase:
        raise PassphraseNeededError(tr("This backup is encrypted. Give its passphrase."))
    try:
        return encryption.decrypt(data, passphrase)
    except WrongPassphraseError as error:
        raise PassphraseNeededError(str(error)) from error
    except EncryptionError as error:
        raise BackupError(str(error)) from error
