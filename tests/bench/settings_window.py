"""Time until the settings window, and then each of its pages, is on screen for the first time.

The first pet of the process also imports the modules of the window and of its pages.
"""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from deskpet.app.pet_controller import PetController, make_ready
from deskpet.paths import bundled_path
from deskpet.ui.platform import event_loop
from tests.bench.figures import Figure
from tests.bench.program import environment
from tests.waiting import until

PETS = 4
REST_S = 1.0
"""Time for what a start and a page leave to be done afterwards."""


def measure(app: QApplication) -> list[Figure]:
    """Open the settings, and show each page, in several pets with empty homes."""
    make_ready(app)
    openings: list[float] = []
    pages: list[list[float]] = []
    for _ in range(PETS):
        with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home, patch.dict("os.environ", environment(home)):
            event_loop.run(app, _open(Path(home), openings, pages))
    return [
        Figure("first opening of the settings", openings[0], "ms", 100),
        Figure(f"first opening in {PETS - 1} later pets, max", max(openings[1:]), "ms", 50),
        Figure("a page when it is first shown, max", max(pages[0]), "ms", 150),
        Figure(f"the same in {PETS - 1} later pets, max", max(max(each) for each in pages[1:]), "ms", 100),
    ]


async def _open(home: Path, openings: list[float], pages: list[list[float]]) -> int:
    file = home / "settings.toml"
    file.write_bytes(bundled_path("settings.toml").read_bytes())
    pet = PetController(file, offline=True)
    life = asyncio.ensure_future(pet.live())
    await until(lambda: pet.chat_controller is not None and pet.chat_controller.chat.isVisible())
    assert pet.chat_controller
    await asyncio.sleep(2 * REST_S)
    began = perf_counter()
    pet.chat_controller.open_settings()
    _paint()
    openings.append((perf_counter() - began) * 1000)
    window = pet.chat_controller.settings_window
    assert window
    times: list[float] = []
    for page in window.pages[1:]:
        await asyncio.sleep(REST_S)
        began = perf_counter()
        window.show_page(page)
        _paint()
        times.append((perf_counter() - began) * 1000)
    pages.append(times)
    pet.quit()
    return await life


def _paint() -> None:
    """Handle what was posted, and paint all visible windows."""
    QCoreApplication.sendPostedEvents()
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            window.repaint()
