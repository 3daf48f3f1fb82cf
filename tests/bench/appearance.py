"""GUI-thread time until a change of theme, text size or language is on screen, with chat and settings open."""

import asyncio
import tempfile
from itertools import cycle
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

from PySide6.QtWidgets import QApplication

from deskpet.app.pet_controller import PetController, make_ready
from deskpet.paths import bundled_path
from deskpet.settings import Language, ThemeName
from deskpet.ui.platform import event_loop
from tests.bench.figures import Figure, spread
from tests.bench.program import environment
from tests.waiting import until

CHANGES = 12
REST_S = 0.6
"""Time between two changes, in which animations end and the settings file is written."""
VALUES = {
    "theme": (ThemeName.DARK, ThemeName.LIGHT),
    "text_scale": (1.2, 1.0),
    "language": (Language("zh"), Language("en")),
}


def measure(app: QApplication) -> list[Figure]:
    """Change each setting back and forth in a pet with an empty home."""
    make_ready(app)
    samples: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home, patch.dict("os.environ", environment(home)):
        event_loop.run(app, _change_all(app, Path(home), samples))
    return [
        figure
        for name, times in samples.items()
        for figure in spread(f"change of {name}", times, "ms", p50=100, p95=200)
    ]


async def _change_all(app: QApplication, home: Path, samples: dict[str, list[float]]) -> int:
    file = home / "settings.toml"
    file.write_bytes(bundled_path("settings.toml").read_bytes())
    pet = PetController(file, offline=True)
    life = asyncio.ensure_future(pet.live())
    await until(lambda: pet.chat_controller is not None and pet.chat_controller.chat.isVisible())
    assert pet.chat_controller
    assert pet.settings_store
    pet.chat_controller.open_settings("appearance")
    await asyncio.sleep(2 * REST_S)
    for name, values in VALUES.items():
        times = samples[name] = []
        for _, value in zip(range(CHANGES), cycle(values), strict=False):
            saved = pet.settings_store.saved
            appearance = saved.appearance.model_copy(update={name: value})
            began = perf_counter()
            pet.settings_store.apply(saved.model_copy(update={"appearance": appearance}))
            # What was posted by it, and the paint events.
            app.processEvents()
            times.append((perf_counter() - began) * 1000)
            await asyncio.sleep(REST_S)
    await asyncio.sleep(2 * REST_S)
    pet.quit()
    return await life
