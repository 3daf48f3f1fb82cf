"""`deskpet import` and `deskpet export`. A running pet imports the files for the command."""

import json
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deskpet.config import paths
from deskpet.features.feature import RequestRefused
from deskpet.features.history import importing
from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.exporting import export_from
from deskpet.processes import console, interruptible
from deskpet.processes.console import ExitCode
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.statistics.log import json_line
from deskpet.store import Store, StoreError
from deskpet.translation import tr

# A large export takes minutes.
_REPLY_SECONDS = 900.0


def run_import(options: Namespace) -> int:
    """Import files one by one, print a line about each, and return the exit code."""
    code = ExitCode.OK
    for file in map(Path, options.files):
        try:
            found = _imported(file.absolute())
        except (StoreError, RequestRefused) as error:
            console.report(error)
            code = ExitCode.FAILED
            continue
        out = console.output()
        line = (
            json_line(found, encoding=out.encoding) if options.json else f"{file.name}: {importing.message_of(found)}"
        )
        out.write(f"{line}\n")
    return code


def run_export(options: Namespace) -> int:
    """Write a conversation, or all of them, to a file, and return the exit code."""
    database, session = paths.data_folder() / "conversations.db", console.decode_argument(options.session)
    try:
        export_from(database, Path(options.out), ExportForm(options.format), session)
    except StoreError as error:
        console.report(error)
        return ExitCode.FAILED
    return ExitCode.OK


def _imported(file: Path) -> Mapping[str, Any]:
    """Import a file, by the running pet if there is one. Raises StoreError and RequestRefused."""
    lock = InstanceLock(paths.data_folder())
    if lock.acquire() is LockResult.TAKEN:
        return _imported_by_pet(lock, file)
    # A pet that is started meanwhile reports which process has the conversations open.
    lock.publish("")
    try:
        store = Store(paths.data_folder() / "conversations.db")
        try:
            return interruptible.run(importing.import_file(store, file)).to_json()
        finally:
            store.close()
    finally:
        lock.release()


def _imported_by_pet(lock: InstanceLock, file: Path) -> Mapping[str, Any]:
    from deskpet.ui.platform.local_server import ask

    running = lock.running()
    request = json.dumps({"file": str(file)}).encode()
    reply = ask(running.address, "import", request, _REPLY_SECONDS) if running and running.address else None
    if reply is None:
        raise RequestRefused(tr("deskpet runs, has the conversations and does not answer. Quit it, and try again."))
    value = json.loads(reply)
    if "error" in value:
        raise RequestRefused(str(value["error"]))
    return value
