"""The library of models: those that are built in, and those that the user imported.

Every call may take seconds, because it reads, unpacks and test-loads models. Call it from a worker thread.
"""

import contextlib
import itertools
import json
import logging
import re
import secrets
import shutil
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deskpet.config import paths
from deskpet.filesystem import private_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.pet import body, doctor, lenient_json, model_file, model_notes, model_settings, source
from deskpet.pet.body import BodyFile
from deskpet.pet.model_file import Examination
from deskpet.pet.problems import Findings, ModelError, NoPicture, Problem
from deskpet.processes.cancellation import uncancellable
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

log = logging.getLogger(__name__)

THUMBNAIL = "deskpet-thumbnail.png"

# Folders of a running import or removal start with this prefix; older ones than this (s) are left over from a crash.
_TEMPORARY_PREFIX, _STALE_SECONDS = ".deskpet-", 3600.0
_MAX_NAME_LENGTH = 60

Painter = Callable[[Path, Path, Path | None], None]
"""Draws the model with the settings file (first path): a portrait into the second path, and a still picture of the
whole canvas into the third, if given. Raises ModelError if drawing crashes, NoPicture if nothing can be drawn on this
computer. `deskpet.ui.pet.portrait.render` is one."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A model in the library. `name` is the name of its folder, unique in the library.

    `settings` is its settings file. `thumbnail` is a transparent PNG, or None if it could not be drawn. `problems` are
    those that were repaired during the import.
    """

    name: str
    folder: Path
    settings: Path
    is_built_in: bool
    thumbnail: Path | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def choice(self) -> str:
        """The value of the setting `character.folder` for this model: a built-in name, or the folder's path."""
        return self.name if self.is_built_in else str(self.folder)


class Library:
    """The built-in models and those in the user's model folder, which is created when it is first needed."""

    def __init__(self, folder: Path | None = None, painter: Painter | None = None, cache: Path | None = None) -> None:
        """`folder` is the user's model folder, by default in the data folder. Without a `painter`, no thumbnails."""
        self.folder, self._painter = (folder or paths.data_folder() / "models").absolute(), painter
        self._cache = cache or paths.model_cache_folder()

    def all(self) -> tuple[LibraryEntry, ...]:
        """Return the built-in models, then the user's, each sorted by name."""
        built_in = _entries(model_file.built_in_folder(), "preview.png", is_built_in=True)
        return (*built_in, *_entries(self.folder, THUMBNAIL, is_built_in=False))

    def bring(self, source_path: Path) -> LibraryEntry:
        """Import a model: copy it from a folder, a .zip file, or the folder of a .model3.json or .model.json.

        The source is only read. The copy is checked, repaired where that is safe, test-loaded in a child process and
        drawn. Raises ModelError if the model can't be used, and Cancelled; nothing is left behind then.
        """
        findings = Findings()
        with self._temporary_folder() as folder:
            try:
                title, settings = source.copy_model(source_path, folder, findings)
                model, found = self._repair_copy(settings)
                doctor.load_in_child(model, self._cache)
                picture_problems = self._draw_pictures(model)
                with uncancellable():
                    final = self._move_to_library(folder, _file_name(title))
                    doctor.mark_tested(body.load(str(final / settings.name), self._cache), self._cache)
            except OSError as error:
                message = tr(
                    "The model can't be copied: {why}. Check the disk and the permissions.", why=reason_of(error)
                )
                raise ModelError(Problem("not-copied", source_path.name, message)) from error
        problems = (*findings.problems, *found, *picture_problems)
        return replace(_entry(final, THUMBNAIL, is_built_in=False), problems=problems)

    def remove(self, name: str) -> None:
        """Delete one of the user's models with its notes and thumbnail. Raises ModelError."""
        entry = next((entry for entry in self.all() if entry.name == name and not entry.is_built_in), None)
        if entry is None:
            message = tr("There is no such model of yours. The built-in ones stay.")
            raise ModelError(Problem("not-found", name, message))
        discarded = self.folder / f"{_TEMPORARY_PREFIX}{secrets.token_hex(8)}"
        try:
            # Rename first, so that nobody finds a half-deleted model.
            entry.folder.rename(discarded)
            model_notes.delete(entry.settings)
        except (OSError, model_notes.NotesError) as error:
            message = tr("The model can't be removed: {why}.", why=error)
            raise ModelError(Problem("not-removed", name, message)) from error
        _delete(discarded)

    def paint(self, entry: LibraryEntry) -> LibraryEntry:
        """Return the entry with a thumbnail, which is drawn now if it is missing. Raises ModelError, NoPicture."""
        if entry.thumbnail or entry.is_built_in or self._painter is None:
            return entry
        self._painter(entry.settings, entry.folder / THUMBNAIL, None)
        return replace(entry, thumbnail=entry.folder / THUMBNAIL)

    @contextlib.contextmanager
    def _temporary_folder(self) -> Generator[Path]:
        """Yield the path of a new folder beside the models; it is deleted afterwards unless it was renamed."""
        private_files.create_folder(self.folder)
        for left in self.folder.glob(f"{_TEMPORARY_PREFIX}*"):
            if time.time() - left.lstat().st_mtime > _STALE_SECONDS:
                _delete(left)
        folder = self.folder / f"{_TEMPORARY_PREFIX}{secrets.token_hex(8)}"
        try:
            yield folder
        finally:
            _delete(folder)

    def _repair_copy(self, settings: Path) -> tuple[BodyFile, tuple[Problem, ...]]:
        """Repair the copied model in place; return it with the problems that were repaired. Raises ModelError."""
        found = body.examine(settings, self._cache, thorough=True)
        _write_repairs(settings, found, found.usable().copies)
        return body.load(str(settings), self._cache), found.problems

    def _draw_pictures(self, model: BodyFile) -> tuple[Problem, ...]:
        """Draw the thumbnail and the still picture; return a problem if nothing can be drawn."""
        still = model.preview
        if still in model.files:
            still = None
        elif paths.exists(still):
            # The model's own preview.png is not the picture that this program shows while it loads the model.
            still.unlink()
        if self._painter is None:
            return ()
        try:
            self._painter(model.path, model.folder / THUMBNAIL, still)
        except NoPicture as error:
            return (Problem("no-picture", "", str(error), mended=True),)
        return ()

    def _move_to_library(self, folder: Path, name: str) -> Path:
        """Rename the finished `folder` to `name`, with a number if that is taken; return the new path."""
        taken = {entry.name.casefold() for entry in self.all()}
        numbered = (name if number == 1 else f"{name} {number}" for number in itertools.count(1))
        for free in numbered:
            target = self.folder / free
            if free.casefold() in taken or target.exists():
                continue
            try:
                return folder.rename(target)
            except OSError:
                # Another process may have taken the name in the meantime.
                if not target.exists():
                    raise
        raise AssertionError("there is always another number")


def _entries(folder: Path, picture: str, *, is_built_in: bool) -> Iterator[LibraryEntry]:
    if not paths.is_folder(folder):
        return
    try:
        found = sorted(folder.iterdir(), key=lambda path: path.name.casefold())
    except OSError as error:
        log.warning("The folder of models can't be read: %s", error)
        return
    for model in found:
        if model.is_dir() and not model.name.startswith("."):
            with contextlib.suppress(ModelError):  # it holds no model
                yield _entry(model, picture, is_built_in=is_built_in)


def _entry(folder: Path, picture: str, *, is_built_in: bool) -> LibraryEntry:
    thumbnail = folder / picture
    settings = model_file.find(str(folder))
    return LibraryEntry(folder.name, folder, settings, is_built_in, thumbnail if paths.is_file(thumbnail) else None)


def _write_repairs(settings: Path, found: Examination[BodyFile], copies: Mapping[Path, Path]) -> None:
    """Write the corrected settings and the repaired copies of files into the copy."""
    if found.corrected:
        document: dict[str, Any] = lenient_json.read(settings).value
        corrected: dict[str, Any] = json.loads(model_settings.write(found.corrected))
        if isinstance(files := document.get("FileReferences"), dict):
            corrected["FileReferences"] = files | corrected["FileReferences"]
        text = json.dumps(document | corrected, ensure_ascii=False, indent=1)
        write_atomically(settings, text.encode())
    for damaged, repaired in copies.items():
        shutil.copyfile(repaired, damaged)
        if repaired.suffix == ".png":
            # Repainted textures are cached by the path of this temporary copy, so this one is never used again.
            repaired.unlink()


def _file_name(title: str) -> str:
    """Convert `title` to a folder name that is valid on every operating system."""
    name = re.sub(r'[\x00-\x1f\x7f<>:"/\\|?*]', " ", title)
    name = " ".join(name.split())[:_MAX_NAME_LENGTH].strip(". ")
    return "model" if not name or re.fullmatch(r"(?i)con|prn|aux|nul|com\d|lpt\d", name) else name


def _delete(path: Path) -> None:
    if path.is_symlink():
        path.unlink()
    else:
        shutil.rmtree(path, ignore_errors=True)
