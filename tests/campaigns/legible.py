"""Look for texts that can't be read, in every scene of the gallery: `make campaign NAME=legible`.

python -m tests.campaigns.legible [--languages en zh ja] [--text 1.0 1.4] [--only WORD]

Prints each text that is cut off, covered or not level with its neighbours, in each language and text size. Of what
stands over the desktop it also prints, in both themes, the texts that have too little contrast, or through which a
white, black, grey or busy wallpaper is seen.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import product
from pathlib import Path

from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from deskpet.app.pet_controller import new_application
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import language, theme
from tests.gallery.__main__ import GROUPS, LOOKS
from tests.gallery.contrast import faults, spots
from tests.gallery.screenshots import Scene, Studio
from tests.ui.layout_faults import layout_faults

# Scenes of windows over the desktop, and of what stands in them in colours of its own.
OVER_DESKTOP = {
    "alive",
    "agents",
    "callers",
    "unasked",
    "microphone",
    "menus",
    "quick_ask",
    "beside",
    "touched",
    "interrupted",
}
# A toast and an activity line fade in, a bubble lets nobody press its buttons at once.
SETTLED_S, LAID_OUT_S = 0.6, 0.2


def wallpapers() -> list[QImage]:
    """Return a white, a black and a grey picture, and one of random colours."""
    plain = [QImage(4, 4, QImage.Format.Format_RGB32) for _ in range(3)]
    for picture, colour in zip(plain, ("#ffffff", "#000000", "#808080"), strict=True):
        picture.fill(QColor(colour))
    chance, busy = random.Random(1), QImage(240, 135, QImage.Format.Format_RGB32)
    for x, y in product(range(busy.width()), range(busy.height())):
        busy.setPixel(x, y, chance.randrange(1 << 24))
    return [*plain, busy]


async def layout_rows(studio: Studio, scene: Scene) -> AsyncIterator[str]:
    """Yield the faults in the layout of a scene's windows."""
    async with aclosing(scene(studio)) as shots:
        async for shot in shots:
            theme.apply(studio.app, theme.current().name, studio.scale)
            await asyncio.sleep(LAID_OUT_S)
            for window in QApplication.topLevelWidgets():
                if window.isVisible():
                    for fault in layout_faults(window):
                        yield f"{shot.name}: {fault}"
    await studio.put_away()


async def contrast_rows(studio: Studio, scene: Scene, look: theme.Name) -> AsyncIterator[str]:
    """Yield the texts of a scene that are hard to read over some wallpaper."""
    async with aclosing(scene(studio)) as shots:
        async for shot in shots:
            theme.apply(studio.app, look, studio.scale)
            await asyncio.sleep(SETTLED_S)
            seen = spots()
            pictures = [await studio.over(each) for each in wallpapers()]
            for fault in faults(seen, pictures):
                yield f"{shot.name}: {fault}"
    await studio.put_away()


async def rows(app: QApplication, scenes: list[Scene], wanted: argparse.Namespace, home: Path) -> AsyncIterator[str]:
    """Yield all faults."""
    for code, scale in product(wanted.languages, wanted.text):
        language.set_language(code)
        studio = Studio(app, home, scale)
        for scene in scenes:
            async for row in layout_rows(studio, scene):
                yield f"{code} {scale} {row}"
        studio.end()
    studio = Studio(app, home)
    await studio.begin()
    for look, scene in product(LOOKS, scenes):
        if scene.__name__ in OVER_DESKTOP:
            async for row in contrast_rows(studio, scene, look):
                yield f"{look} {row}"
    studio.end()


async def search(app: QApplication, wanted: argparse.Namespace, home: Path) -> int:
    """Print each fault as it is found. Returns their number, at most 1."""
    scenes = [scene for group in GROUPS.values() for scene in group if wanted.only in scene.__name__]
    count = 0
    async for row in rows(app, scenes, wanted, home):
        print(row, flush=True)
        count += 1
    print(f"{count} faults in {len(scenes)} scenes")
    return min(count, 1)


def main() -> int:
    """Parse the command line, and search in a temporary home."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=legible", description=__doc__)
    parser.add_argument("--languages", nargs="+", choices=list(language.LANGUAGES), default=list(language.LANGUAGES))
    parser.add_argument("--text", nargs="+", type=float, default=[1.0, 1.4], help="text sizes, 0.8 to 1.4")
    parser.add_argument("--only", default="", help="a word of the scenes that are wanted")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = folder
        os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
        app = new_application()
        return event_loop.run(app, search(app, wanted, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
