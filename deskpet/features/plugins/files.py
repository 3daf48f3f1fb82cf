"""The Python files of the tools folder. They are only read here; nothing of them is run."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from deskpet.filesystem.bounded import read_bounded
from deskpet.filesystem.private_files import create_file, create_folder
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

MAX_FILES = 64
"""Number of files that are listed, by name."""
MAX_BYTES = 1 << 20
_MAX_ENTRIES = 4000
_MAX_NAME = 60

TEMPLATE = '''\
"""Tools for deskpet. Allow this file under Settings > Tools; after each change it has to be allowed again."""

from deskpet.chat.function_tool import tool


# The model reads the text below the function to know when to call the tool, and a line for each parameter.
@tool("roll_dice")
def roll_dice(sides: int = 6, count: int = 1) -> list[int]:
    """Roll dice and return the numbers.

    sides: how many sides each of the dice has.
    count: how many dice are rolled.
    """
    import random

    return [random.randint(1, sides) for _ in range(count)]
'''


@dataclass(frozen=True, slots=True)
class PluginFile:
    """A file of the tools folder.

    name: its name without the ending. digest: SHA-256 of the content, empty if the file can't be used; `error` says why
    then.
    """

    name: str
    path: Path
    digest: str = ""
    source: str = field(default="", compare=False, repr=False)
    error: str = ""


@dataclass(frozen=True, slots=True)
class PluginFolder:
    """The files of the tools folder, and why there are not all of them; the error is empty if there are."""

    files: tuple[PluginFile, ...] = ()
    error: str = ""


def read_folder(folder: Path) -> PluginFolder:
    """Read the files of the folder, none if there is no folder. It blocks."""
    try:
        names = sorted(_python_files(folder))
    except FileNotFoundError:
        return PluginFolder()
    except OSError as error:
        why = reason_of(error)
        return PluginFolder(error=tr("{file} can't be read: {why}", file=folder, why=why))
    too_many = tr("There are more than {n} files; the others are left out.", n=MAX_FILES)
    return PluginFolder(
        tuple(read_file(folder / name) for name in names[:MAX_FILES]), too_many if len(names) > MAX_FILES else ""
    )


def read_file(path: Path) -> PluginFile:
    """Read one file. It blocks."""
    name = path.stem
    if len(name) > _MAX_NAME or not name.isprintable():
        return PluginFile(ascii(name)[1:-1][:_MAX_NAME], path, error=tr("Its name can't be used."))
    try:
        # The target of a link can be changed by a program that may not write into this folder.
        if path.is_symlink():
            return PluginFile(name, path, error=tr("It is a link. Put the file itself into the folder."))
        data = read_bounded(path, MAX_BYTES)
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return PluginFile(name, path, error=tr("It is no text in UTF-8."))
    except OSError as error:
        why = reason_of(error)
        return PluginFile(name, path, error=tr("{file} can't be read: {why}", file=path.name, why=why))
    return PluginFile(name, path, hashlib.sha256(data).hexdigest(), source)


def write_template(folder: Path) -> Path:
    """Write the example into a new file of the folder, which is created if it is missing. Raises OSError."""
    create_folder(folder)
    for number in range(1, _MAX_ENTRIES):
        path = folder / ("my_tool.py" if number == 1 else f"my_tool_{number}.py")
        try:
            with create_file(path) as file:
                file.write(TEMPLATE.encode())
        except FileExistsError:
            continue
        return path
    raise FileExistsError(folder)


def _python_files(folder: Path) -> Iterator[str]:
    """Yield the names of the files that may be plugins, of a bounded number of entries."""
    with os.scandir(folder) as entries:
        for _, entry in zip(range(_MAX_ENTRIES), entries, strict=False):
            is_plain = entry.name.endswith(".py") and not entry.name.startswith((".", "_"))
            if is_plain and (entry.is_symlink() or not entry.is_dir()):
                yield entry.name
