"""Read the private facts for a turn in the terminal from the file of the conversations, which the pet may have open."""

import asyncio
import sqlite3
from pathlib import Path

from deskpet.chat.recollection import Recall, Recollection
from deskpet.config.settings import Settings
from deskpet.features.feature_list import FEATURES
from deskpet.store import StoreError
from deskpet.store.reading import query_file


def recall_from(file: Path, settings: Settings) -> Recall | None:
    """Return the port to what features tell of the user, which is only read; None while none may tell anything."""
    features = [each for each in FEATURES if each.is_on(settings)]
    recalls = (each.terminal_recall for each in features)
    find = next((found for recall in recalls if recall and (found := recall(file, settings))), None)
    if find is None:
        return None

    def lines(database: sqlite3.Connection) -> list[str]:
        return [each.terminal_line(database, settings) for each in features if each.terminal_line]

    async def recall(question: str) -> Recollection:
        found = await find(question)
        try:
            added = await asyncio.to_thread(query_file, file, lines, [])
        except StoreError as error:
            return Recollection(problem=found.problem or str(error))
        for line in added:
            found = found.with_line(line)
        return found

    return recall
