"""What lies in a model's folder, and which of it is meant by a name that is written differently."""

import os
import unicodedata
from functools import cached_property
from pathlib import Path

from deskpet.pet.model_settings import is_settings

MOST_FILES, DEEPEST = 5000, 12


class FolderListing:
    """The files in a folder and below, looked at when first asked for; links are not followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The files, relative to the folder with / between, in order; without those of other models below it."""
        found: list[str] = []
        for place, folders, files in os.walk(self._folder):
            here = Path(place).relative_to(self._folder)
            if here.parts and any(map(is_settings, files)):
                folders.clear()
                continue
            if len(here.parts) >= DEEPEST:
                folders.clear()
            folders.sort()
            found += [(here / file).as_posix() for file in files]
            if len(found) > MOST_FILES:
                break
        return tuple(sorted(found[:MOST_FILES]))

    def ending(self, ending: str) -> list[str]:
        """The files whose names end like this, in upper or lower case."""
        return [name for name in self.names if name.lower().endswith(ending)]

    def meant(self, name: str) -> str | None:
        """The one file that `name` can only mean: it differs in case, in slashes or letters' form, or it was moved."""
        wanted = _plain(name)
        same = [found for found in self.names if _plain(found) == wanted]
        if not same:
            last = wanted.rpartition("/")[2]
            same = [found for found in self.names if _plain(found).rpartition("/")[2] == last]
        return same[0] if len(same) == 1 else None


def _plain(name: str) -> str:
    parts = unicodedata.normalize("NFC", name.replace("\\", "/")).casefold().split("/")
    return "/".join(part for part in parts if part not in {"", "."})
