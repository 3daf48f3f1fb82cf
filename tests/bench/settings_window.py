"""Time until the settings window, and then each of its pages, is on screen for the first time, and that of its search.

The first pet of the process also imports the modules of the window and of its pages.
"""

import asyncio
from functools import partial

from PySide6.QtWidgets import QApplication

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.ui.widgets.fields import SearchField
from tests.bench.figures import Figure
from tests.bench.pet_in_process import painted_after, with_pet

PETS = 3
WORDS = "text size"
REST_S = 0.6
"""Time for what a start and a page leave to be done afterwards."""


def measure(app: QApplication) -> list[Figure]:
    """Open the settings, and show each page, in several pets with empty homes."""
    openings: list[float] = []
    pages: list[list[float]] = []
    letters: list[float] = []

    async def open_settings(_: PetController, talk: ChatController) -> None:
        await asyncio.sleep(2 * REST_S)
        openings.append(painted_after(talk.open_settings))
        window = talk.settings_window
        assert window
        times: list[float] = []
        for page in window.pages[1:]:
            await asyncio.sleep(REST_S)
            times.append(painted_after(partial(window.show_page, page)))
        pages.append(times)
        field = window.findChild(SearchField)
        assert field
        letters.extend(painted_after(partial(field.setText, WORDS[: at + 1])) for at in range(len(WORDS)))

    for _ in range(PETS):
        with_pet(app, open_settings)
    return [
        Figure("first opening of the settings", openings[0], "ms", 100),
        Figure(f"first opening in {PETS - 1} later pets, max", max(openings[1:]), "ms", 50),
        Figure("a page when it is first shown, max", max(pages[0]), "ms", 150),
        Figure(f"the same in {PETS - 1} later pets, max", max(max(each) for each in pages[1:]), "ms", 100),
        Figure("a letter in the search of the settings, max", max(letters), "ms", 50),
    ]
