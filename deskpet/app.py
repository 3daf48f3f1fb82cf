"""The pet on the desktop: the character first, then all that stands around her, until the user quits."""

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from deskpet import paths
from deskpet.pet import character, doctor, model_file
from deskpet.pet.problems import ModelError
from deskpet.ui import look, loop, theme
from deskpet.ui.pet_gl import surface_format
from deskpet.ui.pet_menu import PetMenu
from deskpet.ui.pet_window import PetWindow
from deskpet.ui.stage import Stage
from deskpet.ui.tray import Tray

if TYPE_CHECKING:
    from deskpet.talk import Talk
    from deskpet.ui.kept_settings import KeptSettings

_HIDDEN_MINUTES = 10


def run(settings: Path, *, offline: bool) -> int:
    """Show the pet with the settings in the file `settings` until the user quits; the exit code."""
    app = new_application()
    return loop.run(app, Pet(settings, offline=offline).live())


def new_application() -> QApplication:
    """Qt, as the pet needs it. To be called once, before anything else of Qt."""
    _prefer_x11()
    QSurfaceFormat.setDefaultFormat(surface_format())
    app = QApplication(sys.argv[:1])
    make_ready(app)
    return app


def make_ready(app: QApplication) -> None:
    """Give the application the pet's looks and manners."""
    app.setApplicationName("deskpet")
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app)


def _prefer_x11() -> None:
    """Wayland lets no window choose its place; X11 through XWayland does. The user's own choice stands."""
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")


class Pet(QObject):
    """The character, her menu and her tray icon; `talk` is the chat, which comes a moment after her."""

    def __init__(self, file: Path, *, offline: bool) -> None:
        super().__init__()
        self._quit = asyncio.Event()
        self._troubles: list[tuple[str, str, str]] = []
        self._file, self._offline = file, offline
        self._look_file = paths.state_folder() / "look.json"
        self._look = look.remembered(self._look_file)
        model = self._load_model(self._look.folder)
        self.stage = Stage(character.of(model))
        self.window = PetWindow(
            model,
            self.stage,
            look=self._look,
            place_file=paths.state_folder() / "place.json",
        )
        self.tray = Tray(self.stage.character.name, model.folder / "icon.png")
        self.kept: KeptSettings | None = None
        self.talk: Talk | None = None

    def quit(self) -> None:
        """Let `live` come to its end."""
        self._quit.set()

    async def live(self) -> int:
        """Be there until the user quits."""
        with loop.stop_signals(self.quit):
            await self._appear()
            self._begin_to_talk()
            await self._quit.wait()
        await self._leave()
        return 0

    def _follow(self, kept: "KeptSettings") -> None:
        """Let the character look as the settings say."""
        before, self._look = self._look, look.Look(**kept.settings.character.model_dump())
        if self._look == before:
            return
        look.remember(self._look_file, self._look)
        if self._look.folder != before.folder:
            model = self._load_model(self._look.folder)
            self.stage.character = character.of(model)
            self.window.show_model(model)
            self._say_troubles()
        self.window.wear(self._look)
        self.tray.menu.show_look(self._look)

    def _load_model(self, wanted: str) -> model_file.ModelFile:
        try:
            return doctor.admit(wanted)
        except ModelError as error:
            why = f"{error} The built-in character stands in for {wanted}."
            self._troubles.append(("model", "The chosen model can't be used", why))
            return model_file.load(look.Look().folder, paths.model_cache_folder())

    async def _appear(self) -> None:
        """Show the character. The rest waits: what is imported for it would keep her off the screen."""
        seen = asyncio.Event()
        self.window.first_frame.connect(seen.set)
        self.window.failed.connect(seen.set)
        self.window.failed.connect(self._cannot_be_shown)
        self.window.show()
        quits = asyncio.ensure_future(self._quit.wait())
        await asyncio.wait({quits, asyncio.ensure_future(seen.wait())}, return_when=asyncio.FIRST_COMPLETED)
        quits.cancel()

    def _begin_to_talk(self) -> None:
        from deskpet.talk import Talk
        from deskpet.ui.kept_settings import KeptSettings

        kept = self.kept = KeptSettings(self._file, offline=self._offline)
        kept.changed.connect(lambda: self._follow(kept))
        self._follow(kept)
        self.talk = Talk(kept, self.stage, self.window)
        self.tray.menu.show_look(self._look)
        for wish in (self.window.look_wanted, self.window.menu.look_requested, self.tray.menu.look_requested):
            wish.connect(self.talk.keep_look)
        for menu in (self.window.menu, self.tray):
            self._connect_menu(menu, self.talk)
        if Tray.is_available():
            self.tray.show()
        else:
            self.window.menu.promise_return(_HIDDEN_MINUTES)
        self.window.shown.connect(lambda: self._show_with_her(True))
        self.window.hidden.connect(lambda: self._show_with_her(False))
        self.talk.open()
        self._say_troubles()

    def _connect_menu(self, menu: PetMenu | Tray, talk: "Talk") -> None:
        menu.chat_requested.connect(talk.show_or_hide)
        menu.settings_requested.connect(talk.open_settings)
        menu.hide_requested.connect(self._hide_or_show)
        menu.quit_requested.connect(self.quit)

    def _say_troubles(self) -> None:
        while self.talk and self._troubles:
            self.talk.say_notice(*self._troubles.pop(0))

    def _cannot_be_shown(self, why: str) -> None:
        self._troubles.append(("model", "The character can't be shown", why))
        self._say_troubles()

    def _hide_or_show(self) -> None:
        if not self.window.isVisible():
            self.window.show()
        elif Tray.is_available():
            self.window.hide()
        else:
            # Without a tray nothing could bring her back: she comes by herself.
            self.window.hide_for(_HIDDEN_MINUTES * 60)

    def _show_with_her(self, visible: bool) -> None:
        """The chat and the menus go with the character, whoever hid or showed her."""
        if self.talk:
            self.talk.chat.setVisible(visible)
        for menu in (self.window.menu, self.tray.menu):
            menu.show_hidden(not visible)

    async def _leave(self) -> None:
        self.tray.hide()
        self.window.hide()
        if self.talk:
            await self.talk.close()
        await loop.cancel_all()
        self.window.close_gl()
        self.window.close()
