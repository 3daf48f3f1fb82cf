"""Time until the palette is on screen beside 5,000 conversations and 900 models, and after each letter in it."""

import asyncio
import random
import shutil
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import user_message
from deskpet.config import paths
from deskpet.features.palette.ui import Palette
from tests.app.running_pet import write_settings
from tests.bench.figures import Figure
from tests.bench.pet_in_process import painted_after, with_pet
from tests.support.connections import connections
from tests.support.waiting import until

_CONVERSATIONS, _OPENINGS = 5_000, 5
_WORDS = "new conversation text size ra"


def measure(app: QApplication) -> list[Figure]:
    """Open the palette some times, and type into it."""
    openings, letters = list[float](), list[float]()

    async def use(_: PetController, talk: ChatController) -> None:
        assert talk.store
        chance = random.Random(1)
        for number in range(_CONVERSATIONS):
            title = " ".join(chance.choices(("kumo", "sora", "rain", "garden", "train", "bread", "code"), k=6))
            question = user_message(f"{title} {number}", float(number))
            talk.store.save_message(f"s{number}", question, None, question.id)
        await talk.store.sessions()
        command = next(each for each in talk.chat.pane.commands.available if each.name == "palette")
        for _number in range(_OPENINGS):
            openings.append(painted_after(command.act))
            palette = next(each for each in QApplication.topLevelWidgets() if isinstance(each, Palette))
            entries = palette.view.model()
            await until(lambda entries=entries: entries.rowCount() > _CONVERSATIONS)
            letters.extend(painted_after(partial(palette.field.setText, _WORDS[: at + 1])) for at in range(len(_WORDS)))
            palette.hide()
            await asyncio.sleep(0)

    with_pet(app, use, _prepare)
    return [
        Figure("first opening of the palette", openings[0], "ms", 50),
        Figure("a later opening, max", max(openings[1:]), "ms", 50),
        Figure("a letter in it, with 5,000 conversations and 900 models, max", max(letters), "ms", 50),
    ]


def _prepare(settings: Path) -> None:
    """Write the settings of a server that nobody asks, and three connections with 300 models each."""
    write_settings(settings.parent, "http://127.0.0.1:9/v1")
    connections(settings.parent, 300, 300, 300)
    for file in (paths.connections_file(), paths.model_lists_file()):
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(settings.parent / file.name, file)
