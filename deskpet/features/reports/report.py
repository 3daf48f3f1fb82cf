"""Build a report of faults as texts, which are shown first, and write them to a zip archive."""

import platform
import sys
import zipfile
from collections.abc import Iterable, Mapping
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import Any

from deskpet import __version__
from deskpet.config.settings import Settings
from deskpet.filesystem import private_files
from deskpet.processes.run_log import FaultyRun

_PACKAGES = ("PySide6-Essentials", "live2d-py", "httpx", "pydantic", "qasync", "mcp", "miniaudio", "sherpa-onnx")

Report = Mapping[str, str]
"""The texts by the names of their files."""


def report(settings: Settings, runs: Iterable[FaultyRun], details: Iterable[tuple[str, str]] = ()) -> Report:
    """Return a report: versions, settings, and the last faults.

    details: more lines for the versions, such as that of the graphics driver, with their names.
    """
    faults = {f"faults/{each.file.name}": _without_home(each.text) for each in runs}
    return {"versions.txt": _versions(details), "settings.txt": _settings(settings), **faults}


def write(file: Path, content: Report) -> None:
    """Write a report as a zip archive, in place of a present file. Raises OSError."""
    private_files.touch(file)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in content.items():
            archive.writestr(name, text)


def as_text(content: Report) -> str:
    """Return all of a report as it is shown."""
    return "\n".join(f"== {name}\n{text}" for name, text in content.items())


def _versions(details: Iterable[tuple[str, str]]) -> str:
    found = [
        ("deskpet", __version__),
        ("Python", platform.python_version()),
        ("system", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        *((name, version) for name in _PACKAGES if (version := _version(name))),
        *details,
    ]
    return "".join(f"{name}: {value}\n" for name, value in found)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _settings(settings: Settings) -> str:
    """Return the settings that are not as at the first start; of texts, lists and tables only that they are set."""
    usual, present = Settings().model_dump(), settings.model_dump()
    lines = (
        f"{section}.{key} = {_shown(value)}\n"
        for section, values in present.items()
        for key, value in values.items()
        if value != usual[section][key]
    )
    return "".join(lines) or "as at the first start\n"


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, bool | int | float | StrEnum) else "(set)"


def _without_home(text: str) -> str:
    """Return a text in which the user's folder, whose name is often his own, is `~`."""
    return text.replace(str(Path.home()), "~") if str(Path.home()) != Path(sys.prefix).anchor else text
