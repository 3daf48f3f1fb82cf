"""Conversations on disk: sessions, search, export, and the keeper that writes while an answer grows."""

from deskpet.store.opening import IN_MEMORY
from deskpet.store.recorder import Recorder
from deskpet.store.records import (
    Draft,
    ImportResult,
    Salvage,
    SavedConversation,
    SearchHit,
    Session,
    StoreError,
    StoreUnavailable,
)
from deskpet.store.store import Store

__all__ = [
    "IN_MEMORY",
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
