"""The parts that can be added, as catalogue.json lists their files for each system."""

import json
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

from deskpet.config.state_files import JsonObject
from deskpet.network.file_download import RemoteFile
from deskpet.translation import tr, tr_noop

FILE = Path(__file__).with_name("catalogue.json")
HOSTS = ("files.pythonhosted.org",)

# Name -> title, and what it is for.
_TEXTS = {
    "javascript": (
        tr_noop("JavaScript"),
        tr_noop("A model can calculate with code, in a process that reaches nothing."),
    ),
    "voice-local": (
        tr_noop("Voices on this computer"),
        tr_noop("Models in a folder speak and listen, without a server."),
    ),
    "diagrams": (
        tr_noop("Diagrams"),
        tr_noop("Mermaid's diagrams in answers are drawn. Answers that are open already keep their source."),
    ),
}


@dataclass(frozen=True, slots=True)
class Wheel:
    """A package of Python, as a file."""

    name: str
    source: RemoteFile


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """A part for this system. extra: that of pip. installed_size: bytes of its files. page: the text of its licence."""

    name: str
    extra: str
    licence: str
    page: str
    installed_size: int
    wheels: tuple[Wheel, ...]

    @property
    def title(self) -> str:
        """Its translated title."""
        return tr(_TEXTS[self.name][0])

    @property
    def purpose(self) -> str:
        """Its purpose in a translated sentence."""
        return tr(_TEXTS[self.name][1])

    @property
    def size(self) -> int:
        """The bytes to download."""
        return sum(each.source.size for each in self.wheels)


def system() -> str:
    """Return what wheels have to fit: the system, the processor, and the version of Python."""
    return f"{sys.platform}-{platform.machine().lower()}-{sys.version_info.major}.{sys.version_info.minor}"


def parts(file: Path = FILE) -> tuple[OptionalPart, ...]:
    """Return the parts that this system can have. Raises OSError and BadStateFile."""
    found = JsonObject(json.loads(file.read_text(encoding="utf-8")))
    parsed = (_part(found.part(name), name) for name in found.keys)
    return tuple(part for part in parsed if part.wheels)


def _part(found: JsonObject, name: str) -> OptionalPart:
    files = found.part("systems").part(system())
    wheels = tuple(
        Wheel(each.text("name"), RemoteFile(each.text("url"), each.whole("size"), each.text("sha256")))
        for each in files.parts("wheels")
    )
    size = files.whole("installed_size", 0)
    return OptionalPart(name, found.text("extra"), found.text("licence"), found.text("page"), size, wheels)
