"""`deskpet backup` and `deskpet restore`. A backup can be made beside a running pet; a restore asks it to close."""

import json
import os
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path

from deskpet.config import paths
from deskpet.features.data import restoring
from deskpet.features.data.backup_file import BackupError, Part, Places, open_backup, write_backup
from deskpet.processes import console
from deskpet.processes.console import ExitCode, UsageError
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import StoreError
from deskpet.store.transfer import Counts
from deskpet.translation import tr


def places_of(settings: Path | None) -> Places:
    """Return where the data of this user is."""
    return Places(paths.data_folder(), settings or paths.default_settings_file(), paths.connections_file())


def run_backup(file: Path, parts: Iterable[str], passphrase_variable: str, settings: Path | None) -> int:
    """Write a backup, and return the exit code."""
    try:
        chosen = [Part(each) for each in parts] or list(Part)
        write_backup(file, chosen, places_of(settings), _passphrase(passphrase_variable))
    except (BackupError, StoreError) as error:
        console.report(error)
        return ExitCode.FAILED
    console.output().write(tr("Backed up to {file}", file=file) + "\n")
    return ExitCode.OK


def run_restore(
    file: Path,
    parts: Iterable[str],
    passphrase_variable: str,
    settings: Path | None,
    *,
    is_dry: bool,
    as_json: bool,
    closes_pet: bool,
) -> int:
    """Show what a backup has and what is here, merge it unless `is_dry`, and return the exit code.

    closes_pet: let a running pet save and quit first.
    """
    places, passphrase = places_of(settings), _passphrase(passphrase_variable)
    chosen, lock = [*map(Part, parts)] or list(restoring.DEFAULT), InstanceLock(places.data)
    if closes_pet and not is_dry:
        from deskpet.ui.platform import local_server

        if local_server.end_running(lock, installs=False):
            return ExitCode.FAILED
    try:
        with nullcontext() if is_dry else _held(lock), open_backup(file, passphrase) as backup:
            if is_dry:
                _show(restoring.compare(backup, places, chosen), as_json=as_json)
                return ExitCode.OK
            before = restoring.keep_present(places, {*backup.parts} & {*chosen})
            counts = restoring.restore(backup, places, chosen)
    except (BackupError, StoreError) as error:
        console.report(error)
        return ExitCode.FAILED
    _show(counts, as_json=as_json, before=before)
    if not as_json and not parts:
        text = tr("Not restored: {parts}. Name them with --part to restore them.", parts=", ".join(restoring.ON_DEMAND))
        console.output().write(f"{text}\n")
    return ExitCode.OK


@contextmanager
def _held(lock: InstanceLock) -> Generator[None]:
    """Hold the data, so that no pet can start. Raises BackupError if another process holds it."""
    if lock.acquire() is LockResult.TAKEN:
        raise BackupError(
            tr("deskpet is running and writes the data. Close it (or add --close-pet), and restore then.")
        )
    try:
        # A pet that is started meanwhile reports which process has the data open.
        lock.publish("")
        yield
    finally:
        lock.release()


def _passphrase(variable: str) -> str:
    """Return the passphrase in a variable of the environment. Raises UsageError if it has none."""
    if variable and not os.environ.get(variable):
        raise UsageError(tr("The variable {name} of the environment has no passphrase. Set it first.", name=variable))
    return os.environ[variable] if variable else ""


def _show(counts: Mapping[Part, Counts], *, as_json: bool, before: Path | None = None) -> None:
    out = console.output()
    if as_json:
        found = {part: asdict(each) for part, each in counts.items()}
        out.write(json.dumps({"parts": found, "before": str(before) if before else None}, ensure_ascii=False) + "\n")
        return
    out.writelines(restoring.summary(part, each) + "\n" for part, each in counts.items() if each.total)
    if before:
        out.write(tr("Restored. What was here before is in {file}.", file=before) + "\n")
