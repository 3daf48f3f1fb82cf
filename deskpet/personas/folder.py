"""The folder of personas: a JSON file for each, with an optional picture beside it."""

import json
import logging
import os
import re
import unicodedata
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from deskpet.config import paths, state_files
from deskpet.config.state_files import BadStateFile
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.personas.persona import Persona, PersonaError
from deskpet.text.reasons import reason_of
from deskpet.text.surrogates import replace_lone_surrogates
from deskpet.translation import tr, tr_noop

LARGEST_FILE = 4 * 1024 * 1024
MOST_FILES = 500
"""Only the first files of a folder are read, up to this number."""

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_adapter = TypeAdapter(Persona)

logger = logging.getLogger(__name__)


class Personas:
    """The personas in a folder. The id of each is the stem of its file name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> tuple[Persona, ...]:
        """Return every readable persona, sorted by name; `problems` explains the others."""
        personas, problems = self._read_all()
        for problem in problems:
            logger.warning("%s", problem)
        return tuple(sorted(personas, key=lambda each: (each.name.casefold(), each.id)))

    def problems(self) -> tuple[str, ...]:
        """Return why files in the folder can't be used, a sentence each."""
        return tuple(self._read_all()[1])

    def get(self, persona_id: str) -> Persona | None:
        """Return the persona with this id, or None. Raises PersonaError if its file can't be used."""
        path = self._folder / f"{persona_id}.json"
        return _read(path) if _ID.fullmatch(persona_id) and os.path.lexists(path) else None

    def portrait(self, persona_id: str) -> Path | None:
        """Return the path of a persona's picture, a PNG, or None if it has none."""
        path = self._folder / f"{persona_id}.png"
        return path if _ID.fullmatch(persona_id) and paths.is_file(path) else None

    def save(self, persona: Persona) -> Persona:
        """Write a persona, new or changed, and return it with an id.

        Raises PersonaError if it can't be used, or its file can't be written.
        """
        saved = replace(persona.checked(), name=persona.name.strip())
        if not saved.id:
            saved = replace(saved, id=self._free_id(saved.name))
        fields = {key: value for key, value in asdict(saved).items() if key != "id"}
        data = replace_lone_surrogates(json.dumps(fields, ensure_ascii=False, indent=1)).encode()
        try:
            write_atomically(self._folder / f"{saved.id}.json", data)
        except OSError as error:
            raise PersonaError(tr("{name} can't be kept: {why}.", name=saved.name, why=reason_of(error))) from error
        return replace(_adapter.validate_json(data), id=saved.id)

    def save_portrait(self, persona_id: str, png: bytes | None) -> None:
        """Write the persona's picture; None deletes it. Raises PersonaError."""
        path = self._folder / f"{persona_id}.png"
        try:
            if png is None:
                path.unlink(missing_ok=True)
            else:
                write_atomically(path, png)
        except OSError as error:
            raise PersonaError(tr("The picture can't be kept: {why}.", why=reason_of(error))) from error

    def remove(self, persona_id: str) -> None:
        """Delete a persona and its picture. Raises PersonaError."""
        try:
            (self._folder / f"{persona_id}.json").unlink(missing_ok=True)
            (self._folder / f"{persona_id}.png").unlink(missing_ok=True)
        except OSError as error:
            raise PersonaError(tr("It can't be removed: {why}.", why=reason_of(error))) from error

    def _read_all(self) -> tuple[list[Persona], list[str]]:
        """Return the personas of the first `MOST_FILES` files, and why others can't be used."""
        files = sorted(path for path in self._folder.glob("*.json") if _ID.fullmatch(path.stem))
        personas, problems = list[Persona](), list[str]()
        if len(files) > MOST_FILES:
            text = tr_noop("{folder} has {n:,} files, and the first {most:,} are read. Move some away.")
            problems.append(tr(text, folder=self._folder, n=len(files), most=MOST_FILES))
        for path in files[:MOST_FILES]:
            try:
                personas.append(_read(path))
            except PersonaError as error:
                problems.append(str(error))
        return personas, problems

    def _free_id(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "persona"
        taken = {path.stem for path in self._folder.glob("*.json")}
        ids = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 2)))
        return next(each for each in ids if each not in taken)


def _read(path: Path) -> Persona:
    try:
        status = path.stat()
        return _parse(path, status.st_mtime_ns, status.st_size)
    except (OSError, BadStateFile) as error:
        why = reason_of(error)
        raise PersonaError(tr("{file} can't be read: {why}.", file=path, why=why)) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or tr("the file")
        why = f"{place}: {first['msg']}"
        raise PersonaError(tr("{file} is no persona: {why}. Mend it or move it away.", file=path, why=why)) from error


@lru_cache(maxsize=MOST_FILES)
def _parse(path: Path, _modified_ns: int, _size: int) -> Persona:
    """Parse a file, once for each version of it: the persona is needed in every turn."""
    return replace(_adapter.validate_json(state_files.read_bytes(path, LARGEST_FILE)), id=path.stem)
