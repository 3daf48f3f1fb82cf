"""Read and check a sprite character: a folder with `pet.json` and one picture, as coding agents' pets are made.

The picture is a grid of cells. Each of the first nine rows is a motion; version 2 has two more with the directions of
the gaze. Nothing in the file says how long a frame lasts: the durations belong to the format.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from deskpet.pet import texture
from deskpet.pet.cubism_json import as_object
from deskpet.pet.model_file import Examination, read_document, required_file
from deskpet.pet.problems import AGAIN, Findings
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

FILE_NAME = "pet.json"
CELL_WIDTH, CELL_HEIGHT, COLUMNS = 192, 208, 8
IDLE = "idle"
# The directions of the gaze, clockwise from straight up, in the two rows after the motions.
LOOKS = 16
MAX_PATH_BYTES, MAX_NAME, MAX_DESCRIPTION = 200, 80, 300


def _frames(count: int, milliseconds: int, last: int) -> tuple[float, ...]:
    return tuple(each / 1000 for each in (*[milliseconds] * (count - 1), last))


ROWS: Mapping[str, tuple[float, ...]] = MappingProxyType(
    {
        IDLE: (0.28, 0.11, 0.11, 0.14, 0.14, 0.32),
        "running-right": _frames(8, 120, 220),
        "running-left": _frames(8, 120, 220),
        "waving": _frames(4, 140, 280),
        "jumping": _frames(5, 140, 280),
        "failed": _frames(8, 140, 240),
        "waiting": _frames(6, 150, 260),
        "running": _frames(6, 120, 220),
        "review": _frames(6, 150, 280),
    }
)
"""The motions in the order of their rows, with the duration of each frame in seconds."""

_SIZES = {(COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT): rows > len(ROWS) for rows in (len(ROWS), len(ROWS) + 2)}
_PNG_SIZE = struct.Struct(">16xII")


@dataclass(frozen=True, slots=True)
class SpriteFile:
    """A checked sprite character. Its motions are the rows of the sheet; it has no expressions and no hit areas.

    path: of its pet.json. picture: the sheet, whatever its format. sheet: a PNG of it, which is drawn. has_looks:
    whether it has the directions of the gaze.
    """

    path: Path
    picture: Path
    sheet: Path
    name: str
    description: str
    has_looks: bool
    expressions: tuple[str, ...] = ()
    motions: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(ROWS, 1))
    hit_areas: tuple[str, ...] = ()
    has_sounds: bool = False

    @property
    def folder(self) -> Path:
        return self.path.parent

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file of the character."""
        return (self.path, self.picture)

    @property
    def copies(self) -> Mapping[Path, Path]:
        """The picture with the PNG that is used instead; empty if it is a PNG itself."""
        return {} if self.sheet == self.picture else {self.picture: self.sheet}

    @property
    def preview(self) -> Path:
        """The path of the still picture, shown while the sheet is read; it may not exist."""
        return self.folder / "preview.png"


def examine(path: Path, cache: Path, *, thorough: bool = False) -> Examination[SpriteFile]:
    """Check the sprite character with the file `path`; `thorough` also decompresses its picture.

    A picture that is not a PNG is converted by a child process, to the folder `cache`.
    """
    findings = Findings()
    path = path.absolute()
    values = _read(path, findings)
    if values is None:
        return Examination(None, findings.problems)
    picture = required_file(path.parent, "sprite sheet", values["spritesheetPath"], findings)
    sheet = _checked_sheet(picture, cache, findings, thorough=thorough) if picture else None
    if picture is None or sheet is None:
        return Examination(None, findings.problems)
    name = _line(values, "displayName", MAX_NAME) or _line(values, "id", MAX_NAME) or path.parent.name
    description = _line(values, "description", MAX_DESCRIPTION)
    model = SpriteFile(path, picture, sheet[0], name, description, has_looks=sheet[1])
    return Examination(model, findings.problems)


def _read(path: Path, findings: Findings) -> dict[str, Any] | None:
    """Return the entries of a pet.json that names a sheet. Returns None, and notes a fatal problem, for another one."""
    document = read_document(path, findings)
    if document is None:
        return None
    values = as_object(document.value) or {}
    named = values.get("spritesheetPath")
    # File systems refuse longer names, and Python those with lone surrogates.
    if isinstance(named, str) and named and named.isprintable() and len(named.encode()) <= MAX_PATH_BYTES:
        return values
    message = tr("It names no picture in spritesheetPath, so there would be nothing to see. {again}", again=tr(AGAIN))
    findings.add_fatal("not-a-model", path.name, message)
    return None


def _checked_sheet(picture: Path, cache: Path, findings: Findings, *, thorough: bool) -> tuple[Path, bool] | None:
    """Return a PNG of the sheet, and whether it has the directions of the gaze; None if it can't be used."""
    try:
        sheet, is_png = picture, _png_size(picture) is not None
        if not is_png and texture.find_fault(picture, thorough=False):
            sheet = texture.repaint(picture, cache.absolute() / "mended")
        size = _png_size(sheet)
        if size not in _SIZES:
            message = tr(
                "The sheet is {size} pixels; it has to be 1536 x 1872, or 1536 x 2288 with directions of the gaze. "
                "Choose another character.",
                size=" x ".join(map(str, size or ())),
            )
            findings.add_fatal("sheet-size", picture.name, message)
            return None
        # The size comes first: a small file may hold an enormous picture.
        texture.find_fault(sheet, thorough=thorough)
        return sheet, _SIZES[size]
    except (texture.BadTexture, OSError) as error:
        why = reason_of(error) if isinstance(error, OSError) else str(error)
        message = tr("The sprite sheet can't be shown: {why}. {again}", why=why, again=tr(AGAIN))
        findings.add_fatal("bad-texture", picture.name, message)
        return None


def _png_size(path: Path) -> tuple[int, int] | None:
    """Return width and height from the header of a PNG, which may be damaged after it; None for another format."""
    with path.open("rb") as file:
        head = file.read(_PNG_SIZE.size)
    is_png = head.startswith(texture.SIGNATURE) and len(head) == _PNG_SIZE.size
    return _PNG_SIZE.unpack(head) if is_png else None


def _line(values: Mapping[str, Any], key: str, most: int) -> str:
    """Return a text as one line of printable characters: it stands in windows and in the system prompt."""
    text = values.get(key)
    words = "".join(c if c.isprintable() else " " for c in text).split() if isinstance(text, str) else []
    return " ".join(words)[:most].strip()
