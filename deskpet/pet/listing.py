"""List the files in a model's folder, and find a file by an inexact name."""

import os
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from deskpet.pet.model_settings import is_metadata, is_settings

MAX_FILES, MAX_DEPTH = 5000, 12


class FolderListing:
    """The files in a folder and its subfolders, read on first use. Links are not followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The sorted file paths, relative to the folder and with `/`, without other models in subfolders."""
        found: list[str] = []
        for directory, folders, files in os.walk(self._folder):
            here = Path(directory).relative_to(self._folder)
            if here.parts and any(map(is_settings, files)):
                folders.clear()
                continue
            if len(here.parts) >= MAX_DEPTH:
                folders.clear()
            folders[:] = sorted(name for name in folders if not is_metadata(name))
            found += [(here / file).as_posix() for file in files if not is_metadata(file)]
            if len(found) > MAX_FILES:
                break
        return tuple(sorted(found[:MAX_FILES]))

    def ending_with(self, ending: str, without: Iterable[str] = ()) -> list[str]:
        """Return the files whose names end with `ending` (lower case), ignoring case, but those `without`."""
        found = [name for name in self.names if name.lower().endswith(ending)]
        left_out = set(map(_normalized, without))
        return [name for name in found if _normalized(name) not in left_out]

    def resolve(self, name: str) -> str | None:
        """Return the one file that `name` can refer to. Returns None if there is none, or more than one.

        It may differ in case, slashes or Unicode normal form, lie in another subfolder, or have been decoded wrongly
        by the program that unpacked it.
        """
        # Not needed for the first frame of a model whose names are right.
        from deskpet.pet.old_encodings import other_spellings

        wanted = _normalized(name)
        matches = [found for found in self.names if _normalized(found) == wanted]
        if not matches:
            last = wanted.rpartition("/")[2]
            matches = [found for found in self.names if _normalized(found).rpartition("/")[2] == last]
        if not matches:
            matches = [found for found in self.names if wanted in map(_normalized, other_spellings(found))]
        return matches[0] if len(matches) == 1 else None


def _normalized(name: str) -> str:
    parts = unicodedata.normalize("NFC", name.replace("\\", "/")).casefold().split("/")
    return "/".join(part for part in parts if part not in {"", "."})
