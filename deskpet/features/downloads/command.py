"""`deskpet download`: list the parts that can be added, add one, and remove it. Imports no Qt."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deskpet.features.downloads import catalogue, part_folders
from deskpet.features.downloads.catalogue import OptionalPart
from deskpet.features.downloads.part_folders import PartFailed
from deskpet.processes import console
from deskpet.processes.console import ExitCode, UsageError
from deskpet.text.reasons import reason_of
from deskpet.text.sizes import format_size
from deskpet.translation import tr


def run(action: str, name: str, given: Sequence[Path], *, as_json: bool) -> int:
    """List the parts, or `add` or `remove` one. Returns the exit code. Raises UsageError for an unknown part.

    given: files to add it from, without a network.
    """
    parts = catalogue.parts()
    if action == "list":
        console.output().writelines(map(_line if not as_json else _json_line, parts))
        return ExitCode.OK
    part = next((each for each in parts if each.name == name), None)
    if part is None:
        names = ", ".join(each.name for each in parts) or tr("none for this system")
        raise UsageError(tr("There is no part “{name}”. There are: {names}", name=name, names=names))
    try:
        _act(part, action, given)
    except (PartFailed, OSError) as error:
        if as_json:
            console.output().write(json.dumps({"error": reason_of(error)}, ensure_ascii=False) + "\n")
        else:
            console.report(reason_of(error))
        return ExitCode.FAILED
    console.output().write(_json_line(part) if as_json else _line(part))
    return ExitCode.OK


def _act(part: OptionalPart, action: str, given: Sequence[Path]) -> None:
    if action == "remove":
        part_folders.remove(part)
    elif given:
        part_folders.add_from(part, given)
    else:
        part_folders.require_installed(part)
        if console.errors().isatty():
            console.report("\n".join([tr("This is downloaded:"), *(each.source.url for each in part.wheels)]))
        asyncio.run(part_folders.add(part))


def _line(part: OptionalPart) -> str:
    state = tr("added") if part_folders.is_added(part) else tr("not added")
    size, installed = format_size(part.size), format_size(part.installed_size)
    head = f"{part.name}: {part.title} ({state}). {part.purpose}"
    named = {"size": size, "installed": installed, "licence": part.licence}
    return f"{head}\n    {tr('Download {size}, on the disk {installed}. Licence: {licence}.', **named)}\n"


def _json_line(part: OptionalPart) -> str:
    wheels = [{"name": each.name, "url": each.source.url, "sha256": each.source.sha256} for each in part.wheels]
    values: dict[str, Any] = {
        "name": part.name,
        "is_added": part_folders.is_added(part),
        "size": part.size,
        "installed_size": part.installed_size,
        "licence": part.licence,
        "page": part.page,
        "files": wheels,
    }
    return json.dumps(values, ensure_ascii=False) + "\n"
