"""The file of conversations made smaller: without the room that deleted ones left behind."""

import sqlite3
from contextlib import closing
from pathlib import Path

from deskpet.store.opening import WAIT_SECONDS, explained


def compact(file: Path, wait: float = WAIT_SECONDS) -> None:
    """Write `file` anew without its gaps. Takes seconds for large ones; whoever has it open goes on with it.

    `wait` is how many seconds somebody else may be writing. Raises StoreError.
    """
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", timeout=wait, uri=True)) as database:
            database.isolation_level = None
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as error:
        raise explained(file, error) from error
