"""`deskpet update`: look for an update, download it and install it. Imports no Qt."""

import asyncio
import json
from typing import Any

from deskpet.config.state_files import BadStateFile
from deskpet.features.updates import updater
from deskpet.features.updates.installed_release import InstalledRelease, Target, UpdateFailed, installed_release
from deskpet.features.updates.manifest import Update
from deskpet.features.updates.updater import Prepared, Updater, Way
from deskpet.network.file_download import DownloadFailed, request_text
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.text.reasons import reason_of
from deskpet.text.sizes import format_size
from deskpet.translation import tr


def run(lock: InstanceLock | None, *, installs: bool, as_json: bool) -> int:
    """Look for an update, and install it if `installs`. Returns the exit code.

    lock: that of the data folder, which a running pet holds: the update is then installed when it ends.
    """
    try:
        release = installed_release()
        if release is None:
            raise UpdateFailed(
                tr("This deskpet was not installed from a release. Update it as you got it: git pull, or pip.")
            )
        if release.keys and not as_json and console.errors().isatty():
            console.report(f"{tr('This is sent:')}\n{request_text(release.address)}")
        found = asyncio.run(_run(Updater(release), installs=installs))
        values = _values(release, *found) | (_installed(release, lock) if found[1] else {})
    except (UpdateFailed, DownloadFailed, BadStateFile, OSError) as error:
        if as_json:
            console.output().write(json.dumps({"error": reason_of(error)}, ensure_ascii=False) + "\n")
        else:
            console.report(reason_of(error))
        return ExitCode.FAILED
    console.output().write(json.dumps(values, ensure_ascii=False) + "\n" if as_json else _text(values))
    return ExitCode.OK


async def _run(updates: Updater, *, installs: bool) -> tuple[Update | None, Prepared | None]:
    update = await updates.check()
    if update is None or not installs:
        return update, None
    return update, await updates.prepare(update, _show_progress)


def _show_progress(done: int, whole: int) -> None:
    console.errors().write_over(f"{format_size(done)} / {format_size(whole)}", is_last=done == whole)


def _values(release: InstalledRelease, update: Update | None, prepared: Prepared | None) -> dict[str, Any]:
    """Return what was found, as --json tells it."""
    values: dict[str, Any] = {"installed": release.version, "state": "newest"}
    if update:
        values |= {"state": "available", "version": update.version, "size": update.file.size, "notes": update.notes}
    if prepared:
        values |= {"state": "downloaded", "file": str(prepared.file), "instruction": prepared.instruction}
        if prepared.way is Way.AT_QUIT:
            values["state"] = "waits"
    return values


def _installed(release: InstalledRelease, lock: InstanceLock | None) -> dict[str, str]:
    """Install an update that waits, unless the pet runs. Raises OSError."""
    if not updater.is_prepared(release) or (lock and lock.acquire() is LockResult.TAKEN):
        return {}
    # The installer of Windows waits for the end of this process.
    state = "installing" if release.target is Target.SETUP else "installed"
    return {"state": state} if updater.install_prepared(release) else {}


def _text(values: dict[str, Any]) -> str:
    """Return what was found for a person."""
    match values["state"]:
        case "newest":
            return tr("deskpet {version} is the newest version.", version=values["installed"]) + "\n"
        case "available":
            named = {"version": values["version"], "size": format_size(values["size"])}
            head = tr("deskpet {version} is out ({size}). Install it: deskpet update --install", **named)
            return f"{head}\n\n{values['notes']}\n" if values["notes"] else f"{head}\n"
        case "downloaded":
            return f"{values['instruction']}\n"
        case "waits":
            return tr("deskpet {version} is installed when she quits.", version=values["version"]) + "\n"
        case "installing":
            text = tr(
                "deskpet {version} is being installed. Wait a minute before you start it.", version=values["version"]
            )
            return f"{text}\n"
        case _:
            return tr("deskpet {version} is installed.", version=values["version"]) + "\n"
