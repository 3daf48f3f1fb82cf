"""Storage locations on the disk, and their sizes."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from deskpet.config import paths
from deskpet.features.host import KeptFiles
from deskpet.translation import tr


@dataclass(frozen=True, slots=True)
class StorageLocation:
    """A kind of stored data: title, description, files and folders, and size in bytes.

    `size` is None until it is measured.
    """

    title: str
    description: str
    paths: tuple[Path, ...]
    size: int | None = None

    @property
    def folder(self) -> Path:
        """The folder to open in the file manager."""
        first = self.paths[0]
        return first if paths.is_folder(first) else first.parent


def measure(location: StorageLocation) -> StorageLocation:
    """Return a copy with the size on the disk. Walks all folders, so it can block."""
    return replace(location, size=sum(_size(path) for path in location.paths))


def _size(path: Path) -> int:
    try:
        if not paths.is_folder(path):
            return path.stat().st_size
        files = (Path(folder) / name for folder, _, names in os.walk(path) for name in names)
        return sum(file.lstat().st_size for file in files)
    except (FileNotFoundError, PermissionError):
        # Not created yet, deleted meanwhile, or in a folder that may not be searched.
        return 0


def locations(files: KeptFiles) -> tuple[StorageLocation, ...]:
    """Return the files and folders that the page shows, not measured yet."""
    data = paths.data_folder()
    # The database, what SQLite keeps beside it, and its backups.
    database = (
        *(data / f"conversations.db{end}" for end in ("", "-wal", "-shm")),
        *sorted(data.glob("conversations.db.*")),
    )
    settings = (files.settings, paths.connections_file())
    learned = (*files.of_features, data / "endpoints.json", data / "conversation_models.json")
    places = (
        (tr("Settings"), tr("To be read and edited as well; comments stay."), settings),
        (tr("Conversations"), tr("With their pictures and drafts."), database),
        (tr("Characters"), tr("The Live2D models that you brought."), (data / "models",)),
        (tr("Personas"), tr("Who may speak in her place."), (data / "personas",)),
        (tr("Reminders and endpoints"), tr("What is due, and what was learned of each server."), learned),
        (tr("Notes"), tr("What she noted for you; to be read and edited as well."), (data / "notes.json",)),
        (tr("Her own folder"), tr("What she writes for herself, without asking."), (paths.scratch_folder(),)),
        (
            tr("Files before changes"),
            tr("For Undo, of files that she changed: 30 days, 200 MB."),
            (paths.undo_folder(),),
        ),
        (
            tr("Totals of the days"),
            tr("How many answers, tokens and tools a day had; no words."),
            (data / "totals.json",),
        ),
        (tr("Position and look"), tr("Her place and look, for the next start."), (paths.state_folder(),)),
        (
            tr("Cache"),
            tr("Made again when it is needed; may be deleted."),
            (paths.model_cache_folder(), paths.model_lists_file()),
        ),
    )
    return tuple(StorageLocation(*each) for each in places)
