"""Conversations on disk: sessions, search, export, and the keeper that writes while an answer grows."""

from deskpet.store.keeper import Keeper
from deskpet.store.records import Hit, Saved, Session, StoreError
from deskpet.store.store import Store

__all__ = ["Hit", "Keeper", "Saved", "Session", "Store", "StoreError"]
