"""Take pictures of every state of every window, in every theme and language: `make gallery` writes build/gallery.

python -m tests.gallery [FOLDER] [--only WORD] [--themes light dark] [--languages en zh ja] [--text 1.4]

The scale of the screen is Qt's: QT_SCALE_FACTOR=2 make gallery. The display has to be larger by as much, as that of
.setup/virtual_display.py is; otherwise windows are cut off.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from contextlib import aclosing
from pathlib import Path

from PySide6.QtWidgets import QApplication

from deskpet.app.pet_controller import new_application
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import language, theme
from tests.gallery import chat_scenes, pet_scenes, screenshot_scenes, settings_scenes, widget_scenes, workspace_scenes
from tests.gallery.contact_sheets import Picture, write_page, write_sheets
from tests.gallery.screenshots import Scene, Studio
from tests.support.folders import PROJECT, without_agents

GROUPS: dict[str, tuple[Scene, ...]] = {
    "Blocks of an answer": chat_scenes.BLOCKS,
    "The chat": chat_scenes.CHAT,
    "The workspace": workspace_scenes.WORKSPACE,
    "Settings": settings_scenes.SETTINGS,
    "First run": settings_scenes.FIRST_RUN,
    "The pet": pet_scenes.PET,
    "Picture of the screen": screenshot_scenes.SCREENSHOT,
    "Touched": widget_scenes.TOUCH,
}
LOOKS: tuple[theme.Name, ...] = ("light", "dark")


async def photograph_all(app: QApplication, wanted: argparse.Namespace, home: Path) -> int:
    """Take the requested pictures, and write the pages that show them."""
    began, studio, pictures = time.monotonic(), Studio(app, home, wanted.text), list[Picture]()
    await studio.begin()
    for code in wanted.languages:
        language.set_language(code)
        studio.is_thorough = code == wanted.languages[0]
        for group, scenes in GROUPS.items():
            for scene in scenes:
                pictures += await _of_scene(studio, scene, group, code, wanted)
    studio.end()
    page = write_page(wanted.folder, pictures)
    write_sheets(wanted.folder, pictures)
    print(f"{len(pictures)} pictures in {time.monotonic() - began:.0f} s: {page}")
    return 0


async def _of_scene(studio: Studio, scene: Scene, group: str, code: str, wanted: argparse.Namespace) -> list[Picture]:
    taken: list[Picture] = []
    if wanted.only not in f"{group} {scene.__name__}":
        return taken
    async with aclosing(scene(studio)) as shots:
        async for shot in shots:
            # The current theme comes first: changing the theme takes the time.
            for look in sorted(wanted.themes, key=lambda each: each != theme.current().name):
                file = wanted.folder / code / look / f"{shot.name}.png"
                file.parent.mkdir(parents=True, exist_ok=True)
                (await studio.take(shot, look)).save(str(file))
                taken.append(Picture(group, shot.name, shot.told, code, look, file))
    await studio.put_away()
    return taken


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make gallery", description="Photograph every state of every window.")
    parser.add_argument("folder", nargs="?", type=Path, default=PROJECT / "build" / "gallery")
    parser.add_argument("--only", default="", help="a word of the scenes that are wanted")
    parser.add_argument("--themes", nargs="+", choices=LOOKS, default=list(LOOKS))
    parser.add_argument("--languages", nargs="+", choices=list(language.LANGUAGES), default=list(language.LANGUAGES))
    parser.add_argument("--text", type=float, default=1.0, help="the text size setting, 0.8 to 1.4")
    return parser.parse_args()


def main() -> int:
    """Take the pictures in a temporary home, so that no user's settings or conversations are shown."""
    wanted = _arguments()
    if not wanted.only and wanted.folder.is_dir() and (wanted.folder / "index.html").is_file():
        shutil.rmtree(wanted.folder)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = folder
        for variable in os.environ.keys() - without_agents(os.environ).keys():
            del os.environ[variable]
        os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
        app = new_application()
        return event_loop.run(app, photograph_all(app, wanted, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
