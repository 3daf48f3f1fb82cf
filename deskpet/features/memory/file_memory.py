"""Reads remembered facts from the file of the conversations, which another process may have open."""

import asyncio
from pathlib import Path
from sqlite3 import Connection

from deskpet.chat.recollection import Recall, Recollection
from deskpet.config.settings import Settings
from deskpet.features.memory.access import why_unavailable
from deskpet.features.memory.prompt_block import Budget, recollect
from deskpet.store import StoreError
from deskpet.store.opening import query_file


def recall_from(file: Path, settings: Settings) -> Recall | None:
    """Return a port that reads what is remembered; None if the settings don't allow to tell it."""
    if why_unavailable(settings):
        return None
    budget, persona = Budget(settings.memory.max_tokens, settings.chat.context_tokens), settings.persona.chosen

    async def recall(question: str) -> Recollection:
        def work(database: Connection) -> Recollection:
            return recollect(database, question, persona, budget)

        try:
            return await asyncio.to_thread(query_file, file, work, Recollection())
        except StoreError as error:
            return Recollection(problem=str(error))

    return recall
