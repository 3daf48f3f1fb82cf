"""Read a model from a .zip file. Every entry is checked before anything is unpacked."""

import lzma
import struct
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from deskpet.pet import lenient_json, model_package
from deskpet.pet.model_package import ModelPackage, PackedFile
from deskpet.pet.model_settings import is_settings, may_be_settings
from deskpet.pet.old_encodings import encoding_of_names
from deskpet.pet.problems import Findings, ModelError, Problem
from deskpet.translation import tr

# Textures and mocs hardly compress: an entry beyond both limits (ratio and unpacked bytes) is a zip bomb.
MAX_RATIO, SAFE_BYTES = 200, 10 << 20
_MAX_DIRECTORY_BYTES = 8 << 20

_ENCRYPTED, _UTF_8 = 0x1, 0x800
# Limits of the encoding detection: settings files, and bytes of each.
_MAX_SETTINGS_FILES, _MAX_SETTINGS_BYTES = 5, 1 << 18

# What zipfile and its decompressors raise for invalid bytes; a name that is not UTF-8 is a ValueError.
_DAMAGED = (zipfile.BadZipFile, EOFError, ValueError, lzma.LZMAError, struct.error, zlib.error)

_Entries = list[tuple[str, zipfile.ZipInfo]]


@contextmanager
def open_archive(path: Path, findings: Findings) -> Generator[ModelPackage]:
    """Open the archive at `path` and yield its model. Raises ModelError, also for errors while the block reads it."""
    try:
        _require_small_directory(path)
        with zipfile.ZipFile(path) as archive:
            yield _ArchiveReader(path.name, archive, findings).package()
    except _DAMAGED as error:
        raise _damaged(path, error) from error
    except OSError as error:
        # An error of the system has a number; bz2 uses this class for invalid data.
        if error.errno is not None:
            raise
        raise _damaged(path, error) from error
    except (NotImplementedError, RuntimeError) as error:
        message = tr("This archive is packed in a way that can't be read here. Unpack it, and choose the folder.")
        raise ModelError(Problem("unknown-archive", path.name, message)) from error


def _damaged(path: Path, error: Exception) -> ModelError:
    message = tr("This archive is damaged: {why}. Download it again.", why=error)
    return ModelError(Problem("bad-archive", path.name, message))


def is_archive(path: Path) -> bool:
    """Return whether the file at `path` is a .zip archive, by its name or its content."""
    return path.suffix.lower() == ".zip" or (path.is_file() and zipfile.is_zipfile(path))


class _ArchiveReader:
    """Check the entries of an open archive and select its model."""

    def __init__(self, name: str, archive: zipfile.ZipFile, findings: Findings) -> None:
        self._name, self._archive, self._findings = name, archive, findings

    def package(self) -> ModelPackage:
        """Return the model with its files; they are read when they are copied. Raises ModelError."""
        self._require_safe_total()
        entries = self._decoded_entries()
        file_filter, files = model_package.FileFilter(self._name, self._findings), list[PackedFile]()
        for name, info in entries:
            # The upper 16 bits are the Unix file mode, if a Unix program made the archive.
            if file_filter.accepts(name, info.external_attr >> 16):
                self._require_safe(name, info)
                files.append(
                    PackedFile(name.replace("\\", "/"), info.file_size, lambda info=info: self._archive.open(info))
                )
        try:
            package = model_package.select_model(self._name, files, self._findings)
        except ModelError:
            self._refuse_nested_archives(entries)
            raise
        file_filter.report()
        return package

    def _require_safe_total(self) -> None:
        """Raise ModelError for too many entries, and for entries that share their compressed bytes (a zip bomb).

        Raises zipfile.BadZipFile for an entry that is outside of the file.
        """
        infos = self._archive.infolist()
        if any(info.header_offset < 0 for info in infos):
            # zipfile adds the length of the data before the archive, which a damaged directory makes negative.
            raise zipfile.BadZipFile("an entry begins before the file")
        if len(infos) > model_package.MAX_ENTRIES:
            raise _too_many_files(self._name)
        size = sum(info.file_size for info in infos)
        packed = Path(self._archive.filename or "").stat().st_size
        if size > SAFE_BYTES and size > MAX_RATIO * max(packed, 1):
            message = tr(
                "The archive would grow to {mb} MB, as those made to fill a disk. It is not used. Get the model "
                "from another place.",
                mb=size >> 20,
            )
            raise ModelError(Problem("zip-bomb", self._name, message))

    def _require_safe(self, name: str, info: zipfile.ZipInfo) -> None:
        if info.flag_bits & _ENCRYPTED:
            message = tr("This archive asks for a password. Unpack it yourself, and choose the folder.")
            raise ModelError(Problem("encrypted", self._name, message))
        if info.file_size > SAFE_BYTES and info.file_size > MAX_RATIO * max(info.compress_size, 1):
            message = tr(
                "“{name}” would grow to {mb} MB, as in archives made to fill a disk. It is not used. Get the model "
                "from another place.",
                name=name[:80],
                mb=info.file_size >> 20,
            )
            raise ModelError(Problem("zip-bomb", self._name, message))

    def _refuse_nested_archives(self, entries: _Entries) -> None:
        nested = next((name for name, _ in entries if name.lower().endswith((".zip", ".7z", ".rar"))), None)
        if nested:
            message = tr(
                "There is another archive inside, “{name}”. Unpack this one, and choose that one.", name=nested[:80]
            )
            raise ModelError(Problem("archive-inside", self._name, message))

    def _decoded_entries(self) -> _Entries:
        """Return every entry with its decoded name. Names without the UTF-8 flag may be in any encoding."""
        infos = self._archive.infolist()
        raw = {id(info): info.orig_filename.encode("cp437") for info in infos if not info.flag_bits & _UTF_8}
        has_unclear = any(not name.isascii() for name in raw.values())
        encoding = encoding_of_names(raw.values(), self._settings_text() if has_unclear else "")
        return [(raw[id(info)].decode(encoding) if id(info) in raw else info.orig_filename, info) for info in infos]

    def _settings_text(self) -> str:
        infos = self._archive.infolist()
        named = [info for info in infos if is_settings(info.orig_filename)]
        settings = named or [info for info in infos if may_be_settings(info.orig_filename)]
        texts: list[str] = []
        for info in settings[:_MAX_SETTINGS_FILES]:
            if not info.flag_bits & _ENCRYPTED:
                with self._archive.open(info) as file:
                    texts.append(lenient_json.decode_roughly(file.read(_MAX_SETTINGS_BYTES)))
        return "\n".join(texts)


def _require_small_directory(path: Path) -> None:
    """Raise ModelError if the central directory is too large to be read into memory.

    Its size is in the end of central directory record, and again in the ZIP64 one (PKWARE's APPNOTE, sections 4.3.16
    and 4.3.14).
    """
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - (1 << 16) - 128))
        tail = file.read()
    sizes = [0]
    at = tail.rfind(b"PK\x05\x06")
    if 0 <= at <= len(tail) - 22:
        size = struct.unpack_from("<I", tail, at + 12)[0]
        sizes.append(0 if size == 0xFFFFFFFF else size)
    at = tail.rfind(b"PK\x06\x06")
    if 0 <= at <= len(tail) - 56:
        sizes.append(struct.unpack_from("<Q", tail, at + 40)[0])
    if max(sizes) > _MAX_DIRECTORY_BYTES:
        raise _too_many_files(path.name)


def _too_many_files(name: str) -> ModelError:
    message = tr("There are far too many files in this archive. It is not used. Get the model from another place.")
    return ModelError(Problem("too-many-files", name, message))
