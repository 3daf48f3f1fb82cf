"""Read the file of the conversations while another process, such as the pet, may have it open."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from deskpet.store.errors import explain
from deskpet.store.opening import require_known
from deskpet.store.schema import VERSION

T = TypeVar("T")


def query_file(file: Path, work: Callable[[sqlite3.Connection], T], default: T) -> T:
    """Return what `work` reads of `file`; `default` if there is no file, or one of an older version.

    Raises StoreError if it can't be read, or is of a newer version.
    """
    if not file.exists():
        return default
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            require_known(database, file, version)
            return work(database) if version == VERSION else default
    except (sqlite3.Error, OSError) as error:
        raise explain(file, error) from error
