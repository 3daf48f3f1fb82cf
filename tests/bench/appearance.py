"""Time until a change of theme, text size or language is on screen, with chat and settings open.

What follows the change, the styles of hidden pages and windows, must not hold the GUI thread for long either.
"""

import asyncio
from itertools import cycle
from time import perf_counter

from PySide6.QtWidgets import QApplication

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.config.settings import Language, ThemeName
from tests.bench.figures import Figure, spread
from tests.bench.pet_in_process import paint_windows, with_pet

CHANGES = 8
REST_S = 0.6
"""Time between two changes, in which animations end and the settings file is written."""
# All pages were shown once, the last one stays.
PAGES = ("connection", "persona", "tools", "character", "data", "about", "appearance")
TARGETS_MS = {"theme": 100, "text_scale": 100, "language": 200}
VALUES = {
    "theme": (ThemeName.DARK, ThemeName.LIGHT),
    "text_scale": (1.2, 1.0),
    "language": (Language("zh"), Language("en")),
}


def measure(app: QApplication) -> list[Figure]:
    """Change each setting back and forth in a pet with an empty home."""
    changes: dict[str, list[float]] = {}
    holds: dict[str, list[float]] = {}
    with_pet(app, lambda pet, talk: _change_all(pet, talk, changes, holds))
    figures: list[Figure] = []
    for name in VALUES:
        target = TARGETS_MS[name]
        figures += spread(f"change of {name}", changes[name], "ms", p50=target, p95=2 * target)
        figures.append(Figure(f"GUI thread held up after a change of {name}, max", max(holds[name]), "ms", 40))
    return figures


async def _change_all(
    pet: PetController, talk: ChatController, changes: dict[str, list[float]], holds: dict[str, list[float]]
) -> None:
    assert pet.settings_store
    talk.open_settings("appearance")
    await asyncio.sleep(2 * REST_S)
    window = talk.settings_window
    assert window
    for page in PAGES:
        window.show_page(page)
        await asyncio.sleep(REST_S)
    for name, values in VALUES.items():
        changes[name], holds[name] = [], []
        for _, value in zip(range(CHANGES), cycle(values), strict=False):
            saved = pet.settings_store.current
            appearance = saved.appearance.model_copy(update={name: value})
            began = perf_counter()
            pet.settings_store.apply(saved.model_copy(update={"appearance": appearance}))
            paint_windows()
            changes[name].append((perf_counter() - began) * 1000)
            holds[name].append(await _longest_hold())


async def _longest_hold() -> float:
    """Return the longest time within REST_S in which the event loop did not run, in ms."""
    longest, last = 0.0, perf_counter()
    end = last + REST_S
    while last < end:
        await asyncio.sleep(0.001)
        now = perf_counter()
        longest, last = max(longest, now - last), now
    return longest * 1000
