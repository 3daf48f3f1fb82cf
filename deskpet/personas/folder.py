"""The personas of one person: a folder with one JSON file each, and a picture beside it where there is one."""

import json
import logging
import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from deskpet import state_files
from deskpet.atomic_write import write_atomically
from deskpet.personas.persona import Persona, PersonaError
from deskpet.state_files import BadStateFile
from deskpet.words import tr

LARGEST_FILE = 4 * 1024 * 1024
MOST_FILES = 500
"""Of so many files at most a folder's personas are read."""

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_adapter = TypeAdapter(Persona)

logger = logging.getLogger(__name__)


class Personas:
    """The personas in a folder; each is known by its id, its file's name without the ending."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> tuple[Persona, ...]:
        """Every persona that can be read, by name; `problems` tells of the others."""
        found = (self._read_or_none(path) for path in self._files())
        return tuple(sorted((each for each in found if each), key=lambda each: (each.name.casefold(), each.id)))

    def problems(self) -> tuple[str, ...]:
        """Why files in the folder are no personas, a sentence each."""
        return tuple(self._problems())

    def get(self, persona_id: str) -> Persona | None:
        """The persona of this id; None where there is none. Raises PersonaError when its file can't be used."""
        path = self._folder / f"{persona_id}.json"
        return _read(path) if _ID.fullmatch(persona_id) and os.path.lexists(path) else None

    def portrait(self, persona_id: str) -> Path | None:
        """The file of a persona's picture, a PNG; None where it has none."""
        path = self._folder / f"{persona_id}.png"
        return path if _ID.fullmatch(persona_id) and path.is_file() else None

    def keep(self, persona: Persona) -> Persona:
        """Write a persona, new or changed, and give it an id if it has none.

        Raises PersonaError when it can't be used, or its file not be written.
        """
        kept = replace(persona.checked(), name=persona.name.strip())
        if not kept.id:
            kept = replace(kept, id=self._free_id(kept.name))
        text = json.dumps(
            {key: value for key, value in asdict(kept).items() if key != "id"}, ensure_ascii=False, indent=1
        )
        try:
            write_atomically(self._folder / f"{kept.id}.json", text.encode())
        except OSError as error:
            raise PersonaError(tr("{name} can't be kept: {why}.", name=kept.name, why=error.strerror)) from error
        return kept

    def keep_portrait(self, persona_id: str, png: bytes | None) -> None:
        """Let `png` be the persona's picture; None: it has none. Raises PersonaError."""
        path = self._folder / f"{persona_id}.png"
        try:
            if png is None:
                path.unlink(missing_ok=True)
            else:
                write_atomically(path, png)
        except OSError as error:
            raise PersonaError(tr("The picture can't be kept: {why}.", why=error.strerror)) from error

    def remove(self, persona_id: str) -> None:
        """Take a persona and its picture away; `keep` and `keep_portrait` bring them back. Raises PersonaError."""
        try:
            (self._folder / f"{persona_id}.json").unlink(missing_ok=True)
            (self._folder / f"{persona_id}.png").unlink(missing_ok=True)
        except OSError as error:
            raise PersonaError(tr("It can't be removed: {why}.", why=error.strerror)) from error

    def _files(self) -> list[Path]:
        """The first `MOST_FILES` files that may be personas."""
        return self._every_file()[:MOST_FILES]

    def _every_file(self) -> list[Path]:
        return sorted(path for path in self._folder.glob("*.json") if _ID.fullmatch(path.stem))

    def _problems(self) -> Iterator[str]:
        count = len(self._every_file())
        if count > MOST_FILES:
            yield tr(
                "{folder} has {n:,} files, and the first {most:,} are read. Move some away.",
                folder=self._folder,
                n=count,
                most=MOST_FILES,
            )
        for path in self._files():
            try:
                _read(path)
            except PersonaError as error:
                yield str(error)

    def _read_or_none(self, path: Path) -> Persona | None:
        try:
            return _read(path)
        except PersonaError as error:
            logger.warning("%s", error)
            return None

    def _free_id(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "persona"
        taken = {path.stem for path in self._folder.glob("*.json")}
        return next(new for number in range(1, len(taken) + 2) if (new := _numbered(stem, number)) not in taken)


def _numbered(stem: str, number: int) -> str:
    return stem if number == 1 else f"{stem}-{number}"


def _read(path: Path) -> Persona:
    try:
        found = path.stat()
        return _parsed(path, found.st_mtime_ns, found.st_size)
    except (OSError, BadStateFile) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PersonaError(tr("{file} can't be read: {why}.", file=path, why=why)) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or tr("the file")
        why = f"{place}: {first['msg']}"
        raise PersonaError(tr("{file} is no persona: {why}. Mend it or move it away.", file=path, why=why)) from error


@lru_cache(maxsize=MOST_FILES)
def _parsed(path: Path, _changed: int, _size: int) -> Persona:
    """Who speaks is asked for at every turn: a file is read again when it is another one."""
    return replace(_adapter.validate_json(state_files.read_bytes(path, LARGEST_FILE)), id=path.stem)
