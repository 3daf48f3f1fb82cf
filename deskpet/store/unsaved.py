"""Conversations of a program that ended while the file was locked: each waits in a file of its own beside it."""

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path

from deskpet.chat.message_tree import Node
from deskpet.store.opening import free_name
from deskpet.store.records import StoreError
from deskpet.store.store import Store

logger = logging.getLogger(__name__)


def put(file: Path, session: str, nodes: Sequence[Node], leaf: str | None) -> Path:
    """Write a session beside `file`; where it is now. Raises StoreError."""
    beside = free_name(file, "unsaved")
    store = Store(beside)
    try:
        written = store.write_session(session, nodes, leaf, {})
    finally:
        store.close()
    written.result()
    return beside


def take_in(store: Store) -> None:
    """Bring every session that waits beside the store's file into it; what can't be read stays where it is."""
    for beside in list(_waiting(store.file)):
        try:
            other = Store(beside)
            try:
                saved = other.last()
            finally:
                other.close()
            if saved:
                store.write_session(saved.session.id, saved.nodes, saved.leaf, saved.speakers).result()
        except StoreError as error:
            logger.warning("%s is not brought in: %s", beside, error)
        else:
            beside.unlink()


def _waiting(file: Path) -> Iterator[Path]:
    # Beside one that was not closed lie its log and its index.
    return (each for each in file.parent.glob(f"{file.name}.unsaved-*") if not each.name.endswith(("-wal", "-shm")))
