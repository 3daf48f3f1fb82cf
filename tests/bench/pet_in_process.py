"""A pet with an empty home in this process, for measurements of its windows."""

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController, make_ready
from deskpet.config.paths import bundled_path
from deskpet.ui.platform import event_loop
from tests.app.running_pet import running
from tests.bench.program import environment


def with_pet(
    app: QApplication,
    measure: Callable[[PetController, ChatController], Awaitable[None]],
    prepare: Callable[[Path], object] | None = None,
) -> None:
    """Start a pet, call `measure` when its chat is on screen, and end it.

    prepare: called first with the file of the settings. Without it, the pet uses no endpoint whatever is set.
    """
    make_ready(app)
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home, patch.dict("os.environ", environment(home)):
        file = Path(home) / "settings.toml"
        file.write_bytes(bundled_path("settings.toml").read_bytes())

        async def run() -> int:
            if prepare:
                prepare(file)
            pet = PetController(file, offline=prepare is None)
            async with running(pet) as talk:
                await measure(pet, talk)
            return 0

        event_loop.run(app, run())


def paint_windows() -> None:
    """Handle what was posted, and paint all visible windows."""
    QCoreApplication.sendPostedEvents()
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            window.repaint()


def painted_after(change: Callable[[], object]) -> float:
    """Return the time of a change until it is on screen, in ms."""
    began = perf_counter()
    change()
    paint_windows()
    return (perf_counter() - began) * 1000
