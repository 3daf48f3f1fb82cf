"""GUI-thread time of one step of a slider in the settings window, in the whole program."""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

from PySide6.QtWidgets import QApplication, QSlider

from deskpet.app.pet_controller import PetController, make_ready
from deskpet.paths import bundled_path
from deskpet.ui.platform import event_loop
from tests.bench.figures import Figure, spread
from tests.bench.program import environment

STEPS = 60
PAUSE_S = 0.03
"""Time between two steps of a drag."""
REST_S = 1.0
"""Time after a drag in which the settings file is written."""
LIMIT_S = 60.0
SLIDERS = {"opacity": "character_opacity", "chat width": "appearance_chat_width", "frame rate": "character_frame_rate"}


def measure(app: QApplication) -> list[Figure]:
    """Drag some sliders in a pet with an empty home."""
    make_ready(app)
    samples: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home, patch.dict("os.environ", environment(home)):
        event_loop.run(app, _drag_all(Path(home), samples))
    return [
        figure
        for name, steps in samples.items()
        for figure in spread(f"slider step, {name}", steps, "ms", p50=2, p95=5)
    ]


async def _drag_all(home: Path, samples: dict[str, list[float]]) -> int:
    file = home / "settings.toml"
    file.write_bytes(bundled_path("settings.toml").read_bytes())
    pet = PetController(file, offline=True)
    life = asyncio.ensure_future(pet.live())
    await _until(lambda: pet.chat_controller is not None and pet.chat_controller.chat.isVisible())
    assert pet.chat_controller
    pet.chat_controller.open_settings("character")
    window = pet.chat_controller.settings_window
    assert window
    await _until(window.isVisible)
    await asyncio.sleep(REST_S)
    for page in ("appearance", "character"):
        window.show_page(page)
    for name, row in SLIDERS.items():
        slider = window.findChild(object, row).findChildren(QSlider)[0]
        samples[name] = await _drag(slider)
    pet.quit()
    return await life


async def _drag(slider: QSlider) -> list[float]:
    """Move the slider back and forth. Returns the time of each step, in milliseconds."""
    positions = list(range(slider.minimum(), slider.maximum() + 1))
    path = positions + positions[-2:0:-1]
    times: list[float] = []
    for step in range(STEPS + 1):
        began = perf_counter()
        slider.setValue(path[step % len(path)])
        times.append((perf_counter() - began) * 1000)
        await asyncio.sleep(PAUSE_S)
    await asyncio.sleep(REST_S)
    # The first step imports what the others use, and may leave the value as it is.
    return times[1:]


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not condition():
            await asyncio.sleep(0.005)
