"""GUI-thread time of one step of a slider in the settings window, in the whole program."""

import asyncio
from time import perf_counter

from PySide6.QtWidgets import QApplication, QSlider

from deskpet.app.chat_controller import ChatController
from tests.bench.figures import Figure, spread
from tests.bench.pet_in_process import with_pet

STEPS = 60
PAUSE_S = 0.03
"""Time between two steps of a drag."""
REST_S = 1.0
"""Time after a drag in which the settings file is written."""
SLIDERS = {"opacity": "character_opacity", "chat width": "appearance_chat_width", "frame rate": "character_frame_rate"}


def measure(app: QApplication) -> list[Figure]:
    """Drag some sliders in a pet with an empty home."""
    samples: dict[str, list[float]] = {}
    with_pet(app, lambda _, talk: _drag_all(talk, samples))
    return [
        figure
        for name, steps in samples.items()
        for figure in spread(f"slider step, {name}", steps, "ms", p50=2, p95=5)
    ]


async def _drag_all(talk: ChatController, samples: dict[str, list[float]]) -> None:
    talk.open_settings("appearance")
    talk.open_settings("character")
    window = talk.settings_window
    assert window
    await asyncio.sleep(REST_S)
    for name, row in SLIDERS.items():
        slider = window.findChild(object, row).findChildren(QSlider)[0]
        samples[name] = await _drag(slider)


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
