"""Models in .zip files: read entry by entry, none of them unpacked before all of them were looked at."""

import json
import struct
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from deskpet.pet import lenient_json, model_package
from deskpet.pet.model_package import ModelPackage, PackedFile
from deskpet.pet.model_settings import is_settings
from deskpet.pet.problems import Findings, ModelError, Problem
from deskpet.words import tr

# Pictures and mocs hardly shrink: what grows more than this, and to more than this, was made to fill a disk.
MOST_RATIO, HARMLESS_BYTES = 200, 10 << 20
_MOST_DIRECTORY_BYTES = 8 << 20

_ENCRYPTED, _UTF_8 = 0x1, 0x800
# In the order in which they are believed; whatever it is, the last one can read it.
_ENCODINGS = ("utf-8", "gb18030", "shift_jis", "big5", "euc_kr", "cp437")
_READ_FOR_NAMES, _MOST_READ, _MOST_NAMES = 5, 1 << 18, 500

_Entries = list[tuple[str, zipfile.ZipInfo]]


@contextmanager
def opened(path: Path, findings: Findings) -> Generator[ModelPackage]:
    """The model in the archive at `path`, while it is open. Raises ModelError, also for what is found on reading."""
    try:
        _require_small_directory(path)
        with zipfile.ZipFile(path) as archive:
            yield _Reader(path.name, archive, findings).pack()
    except (zipfile.BadZipFile, EOFError, zlib.error, struct.error) as error:
        message = tr("This archive is damaged: {why}. Download it again.", why=error)
        raise ModelError(Problem("bad-archive", path.name, message)) from error
    except (NotImplementedError, RuntimeError) as error:
        message = tr("This archive is packed in a way that can't be read here. Unpack it, and choose the folder.")
        raise ModelError(Problem("unknown-archive", path.name, message)) from error


def is_archive(path: Path) -> bool:
    """Whether the file at `path` is taken for an archive that can be read here."""
    return path.suffix.lower() == ".zip" or (path.is_file() and zipfile.is_zipfile(path))


class _Reader:
    def __init__(self, name: str, archive: zipfile.ZipFile, findings: Findings) -> None:
        self._name, self._archive, self._findings = name, archive, findings

    def pack(self) -> ModelPackage:
        self._require_sane_total()
        entries = self._named()
        sieve, files = model_package.FileFilter(self._name, self._findings), list[PackedFile]()
        for name, info in entries:
            # The upper half is the mode, where a Unix program made the archive.
            if sieve.takes(name, info.external_attr >> 16):
                self._require_harmless(name, info)
                files.append(PackedFile(name.replace("\\", "/"), info.file_size, lambda info=info: self._open(info)))
        try:
            found = model_package.chosen(self._name, files, self._findings)
        except ModelError:
            self._refuse_archives_inside(entries)
            raise
        sieve.report()
        return found

    def _open(self, info: zipfile.ZipInfo) -> IO[bytes]:
        return self._archive.open(info)

    def _require_sane_total(self) -> None:
        """Raise ModelError for more entries than are looked at, and for entries that share their packed bytes."""
        infos = self._archive.infolist()
        if len(infos) > model_package.MOST_ENTRIES:
            message = tr(
                "There are far too many files in this archive. It is not used. Get the model from another place."
            )
            raise ModelError(Problem("too-many-files", self._name, message))
        size = sum(info.file_size for info in infos)
        packed = Path(self._archive.filename or "").stat().st_size
        if size > HARMLESS_BYTES and size > MOST_RATIO * max(packed, 1):
            message = tr(
                "The archive would grow to {mb} MB, as those made to fill a disk. It is not used. Get the model "
                "from another place.",
                mb=size >> 20,
            )
            raise ModelError(Problem("zip-bomb", self._name, message))

    def _require_harmless(self, name: str, info: zipfile.ZipInfo) -> None:
        if info.flag_bits & _ENCRYPTED:
            message = tr("This archive asks for a password. Unpack it yourself, and choose the folder.")
            raise ModelError(Problem("encrypted", self._name, message))
        if info.file_size > HARMLESS_BYTES and info.file_size > MOST_RATIO * max(info.compress_size, 1):
            message = tr(
                "“{name}” would grow to {mb} MB, as in archives made to fill a disk. It is not used. Get the model "
                "from another place.",
                name=name[:80],
                mb=info.file_size >> 20,
            )
            raise ModelError(Problem("zip-bomb", self._name, message))

    def _refuse_archives_inside(self, entries: _Entries) -> None:
        inside = next((name for name, _ in entries if name.lower().endswith((".zip", ".7z", ".rar"))), None)
        if inside:
            message = tr(
                "There is another archive inside, “{name}”. Unpack this one, and choose that one.", name=inside[:80]
            )
            raise ModelError(Problem("archive-inside", self._name, message))

    def _named(self) -> _Entries:
        """Every entry by its real name. Names without the mark of UTF-8 may be in any encoding."""
        infos = self._archive.infolist()
        raw = {id(info): _raw(info) for info in infos}
        encoding = self._encoding([name for name in raw.values() if name is not None and not name.isascii()])
        return [
            (info.orig_filename if (name := raw[id(info)]) is None else name.decode(encoding), info) for info in infos
        ]

    def _encoding(self, names: list[bytes]) -> str:
        """The encoding in which the most names are such as the model's settings speak of."""
        if not names:
            return "cp437"
        spoken_of = self._settings_text()
        best, best_score = "cp437", (-1, -1)
        for encoding in _ENCODINGS:
            try:
                decoded = [name.decode(encoding) for name in names]
            except UnicodeDecodeError:
                continue
            known = sum(_is_spoken_of(name.rpartition("/")[2], spoken_of) for name in decoded[:_MOST_NAMES])
            score = known, int(encoding == "shift_jis" and lenient_json.looks_japanese("".join(decoded)))
            if score > best_score:
                best, best_score = encoding, score
        return best

    def _settings_text(self) -> str:
        settings = [info for info in self._archive.infolist() if is_settings(info.orig_filename)]
        texts: list[str] = []
        for info in settings[:_READ_FOR_NAMES]:
            if not info.flag_bits & _ENCRYPTED:
                with self._archive.open(info) as file:
                    texts.append(file.read(_MOST_READ).decode("utf-8", "replace"))
        return "\n".join(texts)


def _is_spoken_of(name: str, text: str) -> bool:
    """Whether the JSON `text` has this name in it, with or without escapes."""
    return bool(name) and (name in text or json.dumps(name)[1:-1] in text)


def _raw(info: zipfile.ZipInfo) -> bytes | None:
    """The bytes of a name whose encoding is not told, None when it is."""
    return None if info.flag_bits & _UTF_8 else info.orig_filename.encode("cp437")


def _require_small_directory(path: Path) -> None:
    """Raise ModelError when the list of the archive's entries alone would fill the memory.

    Its size is in the end record, and again in that of ZIP64 (PKWARE's APPNOTE, sections 4.3.14 and 4.3.16).
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
    if max(sizes) > _MOST_DIRECTORY_BYTES:
        message = tr("There are far too many files in this archive. It is not used. Get the model from another place.")
        raise ModelError(Problem("too-many-files", path.name, message))
