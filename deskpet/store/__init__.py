"""Conversations on disk: sessions, search, export, and the keeper that writes while an answer grows."""

from deskpet.store.keeper import Keeper
from deskpet.store.opening import IN_MEMORY
from deskpet.store.records import Draft, Hit, Imported, Salvage, Saved, Session, StoreError
from deskpet.store.store import Store

__all__ = ["IN_MEMORY", "Draft", "Hit", "Imported", "Keeper", "Salvage", "Saved", "Session", "Store", "StoreError"]
