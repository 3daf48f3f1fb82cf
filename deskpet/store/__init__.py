"""Conversations on disk: sessions, search, export and import, and the recorder that writes streamed answers."""

from deskpet.store.call_journal import CallRecord
from deskpet.store.database_files import IN_MEMORY
from deskpet.store.recorder import Recorder
from deskpet.store.records import (
    DeletedSession,
    Draft,
    ImportResult,
    Salvage,
    SavedConversation,
    SearchHit,
    Session,
    StoreError,
    StoreUnavailable,
)
from deskpet.store.rows import DRAFT_BESIDE
from deskpet.store.store import Store

__all__ = [
    "DRAFT_BESIDE",
    "IN_MEMORY",
    "CallRecord",
    "DeletedSession",
    "Draft",
    "ImportResult",
    "Recorder",
    "Salvage",
    "SavedConversation",
    "SearchHit",
    "Session",
    "Store",
    "StoreError",
    "StoreUnavailable",
]
