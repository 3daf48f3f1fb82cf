"""The models that can be chosen: those that come with the program, and those that the user brought.

Everything here may take seconds: it reads, unpacks and tries models. A window calls it from a thread.
"""

import contextlib
import itertools
import json
import re
import secrets
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deskpet import paths
from deskpet.pet import doctor, lenient_json, model_file, model_notes, model_settings, source
from deskpet.pet.model_file import Examination, ModelFile
from deskpet.pet.problems import Findings, ModelError, NoPicture, Problem
from deskpet.words import tr

THUMBNAIL = "deskpet-thumbnail.png"

# What is being brought or removed is not there yet, or no longer; after so long, whatever did it has died.
_UNFINISHED, _DEAD_AFTER = ".deskpet-", 3600.0
_LONGEST_NAME = 60

Painter = Callable[[Path, Path, Path | None], None]
"""Draws the model whose settings file is first: its portrait goes to the second path, the still picture of its whole
canvas to the third, if given. Raises ModelError when drawing it ends the process, NoPicture when nothing can be drawn
here. `deskpet.ui.pet.portrait.take` is one."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A model that can be chosen. `name` is its folder's and unique in the library.

    `settings` is its settings file; `thumbnail` a transparent PNG, None when it could not be drawn. `problems` is
    what was mended when it was brought.
    """

    name: str
    folder: Path
    settings: Path
    is_built_in: bool
    thumbnail: Path | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def choice(self) -> str:
        """What the setting `character.folder` says to choose this model: a built-in name, or the folder's path."""
        return self.name if self.is_built_in else str(self.folder)


class Library:
    """The built-in models and those in a folder of the user's, which is made when it is first needed."""

    def __init__(self, folder: Path | None = None, painter: Painter | None = None, cache: Path | None = None) -> None:
        """`folder` is the user's model folder, else the usual one; without a `painter` there are no thumbnails."""
        self.folder, self._painter = (folder or paths.data_folder() / "models").absolute(), painter
        self._cache = cache or paths.model_cache_folder()

    def all(self) -> tuple[LibraryEntry, ...]:
        """The built-in models, then the user's, each in the order of their names."""
        built_in = _entries(model_file.built_in_folder(), "preview.png", is_built_in=True)
        return (*built_in, *_entries(self.folder, THUMBNAIL, is_built_in=False))

    def bring(self, source_path: Path) -> LibraryEntry:
        """Copy the model in a folder, a .zip file or the folder of a .model3.json or .model.json into the library.

        The source is only read. The copy is checked, mended where that is safe, tried in a process of its own and
        drawn. Raises ModelError, and nothing is left behind, when it can't be used.
        """
        findings = Findings()
        with self._unfinished() as folder:
            try:
                title, settings = source.copied(source_path, folder, findings)
                model, found = self._examined(settings)
                doctor.try_out(model, self._cache)
                unseen = self._painted(model)
                final = self._place(folder, _file_name(title))
            except OSError as error:
                raise _not_written(source_path, error) from error
        doctor.vouch(model_file.load(str(final / settings.name), self._cache), self._cache)
        problems = (*findings.problems, *found, *unseen)
        return replace(_entry(final, THUMBNAIL, is_built_in=False), problems=problems)

    def remove(self, name: str) -> None:
        """Delete one of the user's models with its notes and its thumbnail. Raises ModelError."""
        entry = next((entry for entry in self.all() if entry.name == name and not entry.is_built_in), None)
        if entry is None:
            message = tr("There is no such model of yours. The built-in ones stay.")
            raise ModelError(Problem("not-found", name, message))
        gone = self.folder / f"{_UNFINISHED}{secrets.token_hex(8)}"
        try:
            # At once, so that nobody meets half a model.
            entry.folder.rename(gone)
            model_notes.forget(entry.settings)
        except (OSError, model_notes.NotesError) as error:
            message = tr("The model can't be removed: {why}.", why=error)
            raise ModelError(Problem("not-removed", name, message)) from error
        _delete(gone)

    def paint(self, entry: LibraryEntry) -> LibraryEntry:
        """The entry with a thumbnail, drawn now if there is none. Raises ModelError, NoPicture."""
        if entry.thumbnail or entry.is_built_in or self._painter is None:
            return entry
        self._painter(entry.settings, entry.folder / THUMBNAIL, None)
        return replace(entry, thumbnail=entry.folder / THUMBNAIL)

    @contextlib.contextmanager
    def _unfinished(self) -> Generator[Path]:
        """A new place beside the models, which is gone afterwards unless it became one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for left in self.folder.glob(f"{_UNFINISHED}*"):
            if time.time() - left.lstat().st_mtime > _DEAD_AFTER:
                _delete(left)
        folder = self.folder / f"{_UNFINISHED}{secrets.token_hex(8)}"
        try:
            yield folder
        finally:
            _delete(folder)

    def _examined(self, settings: Path) -> tuple[ModelFile, tuple[Problem, ...]]:
        """The model in the copy, made sound there, and what was mended."""
        found = model_file.examine(settings, self._cache, thorough=True)
        if found.model is None:
            raise ModelError(*(problem for problem in found.problems if not problem.mended))
        _make_sound(settings, found)
        return model_file.load(str(settings), self._cache), found.problems

    def _painted(self, model: ModelFile) -> tuple[Problem, ...]:
        """Draw the model; why there is no picture, if there is none."""
        still = model.preview
        if still in model.files:
            still = None
        elif still.exists():
            # Whatever it shows, it is not what is drawn while this program loads the model.
            still.unlink()
        if self._painter is None:
            return ()
        try:
            self._painter(model.path, model.folder / THUMBNAIL, still)
        except NoPicture as error:
            return (Problem("no-picture", "", str(error), mended=True),)
        return ()

    def _place(self, folder: Path, name: str) -> Path:
        """Give the finished `folder` a name that is free; its path."""
        taken = {entry.name.casefold() for entry in self.all()}
        numbered = (name if number == 1 else f"{name} {number}" for number in itertools.count(1))
        for free in numbered:
            target = self.folder / free
            if free.casefold() in taken or target.exists():
                continue
            try:
                return folder.rename(target)
            except OSError:
                # Somebody else may have taken it in this moment.
                if not target.exists():
                    raise
        raise AssertionError("there is always another number")


def _entries(folder: Path, picture: str, *, is_built_in: bool) -> Iterator[LibraryEntry]:
    if not folder.is_dir():
        return
    for model in sorted(folder.iterdir(), key=lambda path: path.name.casefold()):
        if model.is_dir() and not model.name.startswith("."):
            with contextlib.suppress(ModelError):  # it holds no model
                yield _entry(model, picture, is_built_in=is_built_in)


def _entry(folder: Path, picture: str, *, is_built_in: bool) -> LibraryEntry:
    thumbnail = folder / picture
    settings = model_file.find(str(folder))
    return LibraryEntry(folder.name, folder, settings, is_built_in, thumbnail if thumbnail.is_file() else None)


def _make_sound(settings: Path, found: Examination) -> None:
    """Write into the copy what is used in place of what is in it."""
    if found.corrected:
        document: dict[str, Any] = lenient_json.read(settings).value
        true: dict[str, Any] = json.loads(model_settings.write(found.corrected))
        if isinstance(files := document.get("FileReferences"), dict):
            true["FileReferences"] = files | true["FileReferences"]
        settings.write_text(json.dumps(document | true, ensure_ascii=False, indent=1), encoding="utf-8")
    for damaged, sound in found.model.copies.items() if found.model else ():
        shutil.copyfile(sound, damaged)
        if sound.suffix == ".png":
            # It is filed under the place of the copy, which nobody will ask for again.
            sound.unlink()


def _file_name(title: str) -> str:
    """`title` as the name of a folder on any operating system."""
    name = re.sub(r'[\x00-\x1f\x7f<>:"/\\|?*]', " ", title)
    name = " ".join(name.split())[:_LONGEST_NAME].strip(". ")
    return "model" if not name or re.fullmatch(r"(?i)con|prn|aux|nul|com\d|lpt\d", name) else name


def _not_written(source_path: Path, error: OSError) -> ModelError:
    why = error.strerror or error
    message = tr("The model can't be copied: {why}. See to the disk and to the permissions.", why=why)
    return ModelError(Problem("not-copied", source_path.name, message))


def _delete(path: Path) -> None:
    if path.is_symlink():
        path.unlink()
    else:
        shutil.rmtree(path, ignore_errors=True)
