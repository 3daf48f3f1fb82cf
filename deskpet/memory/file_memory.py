"""What is remembered, read from the file of the conversations, which another process may have open."""

import asyncio
from functools import partial
from pathlib import Path

from deskpet.chat.recollection import Recall, Recollection
from deskpet.memory.access import why_unavailable
from deskpet.memory.prompt_block import Budget, recollect
from deskpet.settings import Settings
from deskpet.store import StoreError
from deskpet.store.reading import query_file


def recall_from(file: Path, settings: Settings) -> Recall | None:
    """Return a port that reads what is remembered; None if the settings don't allow to tell it."""
    if why_unavailable(settings):
        return None
    budget = Budget(settings.memory.max_tokens, settings.chat.context_tokens)

    async def recall(question: str) -> Recollection:
        work = partial(recollect, question=question, persona=settings.persona.chosen, budget=budget)
        try:
            return await asyncio.to_thread(query_file, file, work, Recollection())
        except StoreError as error:
            return Recollection(problem=str(error))

    return recall
