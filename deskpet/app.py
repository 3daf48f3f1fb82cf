"""The pet on the desktop: the character first, then all that stands around her, until the user quits."""

import asyncio
import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from deskpet import paths
from deskpet.pet import character, doctor, model_file, model_notes
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import Notes, NotesError
from deskpet.pet.problems import ModelError
from deskpet.ui import heap, loop, theme
from deskpet.ui.pet import look
from deskpet.ui.pet.gl import surface_format
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage
from deskpet.ui.tray import Tray

if TYPE_CHECKING:
    from deskpet.talk import Talk
    from deskpet.ui.kept_settings import KeptSettings
    from deskpet.ui.pet.manners import Manners
    from deskpet.ui.settings.model_desk import ModelDesk

_HIDDEN_MINUTES = 10

OnStage = tuple[str, ModelFile]
"""A model as the settings name it, and itself."""


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
        self._on_stage = self._first_model(self._look.folder)
        self._before: OnStage | None = None
        model = self._on_stage[1]
        notes = self._notes_on(model)
        self.stage = Stage(character.of(model, notes))
        self.window = PetWindow(
            model,
            self.stage,
            look=self._look,
            place_file=paths.state_folder() / "place.json",
        )
        self.window.heed(notes)
        self.window.first_frame.connect(self._be_content)
        self.tray = Tray(self.stage.character.name, model.folder / "icon.png")
        self.kept: KeptSettings | None = None
        self.talk: Talk | None = None
        self.manners: Manners | None = None
        self.desk: ModelDesk | None = None

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
        before, self._look = self._look, look.made_of(kept.settings.character.model_dump())
        if self._look == before:
            return
        if self._look.folder != before.folder:
            loop.spawn(self._change_into(self._look.folder))
        self._remember_look()
        self.window.wear(self._look)
        self.tray.menu.show_look(self._look)
        if self.manners:
            self.manners.wear(self._look)

    def _remember_look(self) -> None:
        # Who can't be shown is not begun with.
        look.remember(self._look_file, replace(self._look, folder=self._on_stage[0]))

    def _first_model(self, wanted: str) -> OnStage:
        try:
            return wanted, doctor.admit(wanted)
        except ModelError as error:
            why = f"{error} The built-in character stands in for {wanted}."
            self._troubles.append(("model", "The chosen model can't be used", why))
            built_in = look.DEFAULT.folder
            return built_in, model_file.load(built_in, paths.model_cache_folder())

    async def _change_into(self, wanted: str) -> None:
        """Put the model of this name or path on stage; when it can't be used, the present one stays."""
        try:
            model = await loop.in_thread(partial(doctor.admit, wanted))
        except ModelError as error:
            self._say_trouble("model", "The chosen model can't be used", f"{error} {self._name()} stays.")
            return
        # Meanwhile another may have been chosen.
        if wanted == self._look.folder and wanted != self._on_stage[0]:
            self._before = self._before or self._on_stage
            self._put_on_stage((wanted, model))

    def _put_on_stage(self, on_stage: OnStage) -> None:
        self._on_stage, model = on_stage, on_stage[1]
        notes = self._notes_on(model)
        self.stage.character = character.of(model, notes)
        self.window.show_model(model)
        self.window.heed(notes)
        self.tray.show_character(self._name(), model.folder / "icon.png")
        self._introduce()
        if self.desk:
            self.desk.show_on_stage(model, notes)

    def _introduce(self) -> None:
        if self.talk:
            self.talk.chat.show_character(self._name(), self._on_stage[1].folder)

    def _be_content(self) -> None:
        """The character lives: nobody needs the one before any more, nor the memory it took."""
        self._before = None
        self._remember_look()
        heap.give_back()

    def _name(self) -> str:
        return self.stage.character.name

    def _notes_on(self, model: ModelFile) -> Notes:
        try:
            return model_notes.load(model)
        except NotesError as error:
            self._say_trouble("notes", "What you set for this character is not used", str(error))
            return Notes()

    def _heed(self, notes: Notes) -> None:
        """The user has made other notes on the model on stage."""
        self.stage.character = character.of(self._on_stage[1], notes)
        self.window.heed(notes)

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
        self._introduce()
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
        # Who starts her offline knows her.
        self.talk.open(welcomes=not self._offline)
        self._mind_the_desktop()
        self._mind_the_models(self.talk)
        self._say_troubles()

    def _mind_the_desktop(self) -> None:
        from deskpet.ui.pet.manners import Manners

        self.manners = Manners(self.window)
        self.manners.troubled.connect(self._say_shortcut_trouble)
        self.tray.menu.call_requested.connect(self.window.call)
        for menu in (self.window.menu, self.tray.menu):
            menu.autostart_requested.connect(self._start_with_session)
        self.manners.wear(self._look)

    def _mind_the_models(self, talk: "Talk") -> None:
        from deskpet.pet.library import Library
        from deskpet.ui.pet import portrait
        from deskpet.ui.pet.drop import PetDrop
        from deskpet.ui.settings.model_desk import ModelDesk

        desk = self.desk = ModelDesk(Library(painter=portrait.take), self.window)
        desk.show_on_stage(self._on_stage[1], self._notes_on(self._on_stage[1]))
        desk.choice_wanted.connect(lambda choice: talk.keep_look(replace(self._look, folder=choice)))
        desk.noted.connect(self._heed)
        desk.noticed.connect(talk.say)
        talk.settings_opened.connect(desk.attend)
        PetDrop(self.window).dropped.connect(desk.bring)

    def _say_shortcut_trouble(self, why: str) -> None:
        self._say_trouble("shortcut", "The character can't be called by its keys", why)

    def _start_with_session(self, wanted: bool) -> None:
        from deskpet.ui import autostart

        arguments = ("--settings", str(self._file.resolve()), *(("--offline",) if self._offline else ()))
        try:
            autostart.switch(wanted, arguments)
        except OSError as error:
            self._say_trouble("autostart", "Starting with the session could not be changed", str(error))

    def _connect_menu(self, menu: PetMenu | Tray, talk: "Talk") -> None:
        menu.chat_requested.connect(talk.show_or_hide)
        menu.settings_requested.connect(talk.open_settings)
        menu.hide_requested.connect(self._hide_or_show)
        menu.quit_requested.connect(self.quit)

    def _say_trouble(self, code: str, title: str, cause: str) -> None:
        self._troubles.append((code, title, cause))
        self._say_troubles()

    def _say_troubles(self) -> None:
        while self.talk and self._troubles:
            self.talk.say_notice(*self._troubles.pop(0))

    def _cannot_be_shown(self, why: str) -> None:
        before, self._before = self._before, None
        if before is None:
            self._say_trouble("model", "The character can't be shown", why)
            return
        refused = self._name()
        self._put_on_stage(before)
        self._say_trouble("model", f"{refused} can't be shown", f"{why} {self._name()} stays.")
        if self.talk:
            self.talk.keep_look(replace(self._look, folder=before[0]))

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
            self.talk.come_along(visible)
        for menu in (self.window.menu, self.tray.menu):
            menu.show_hidden(not visible)

    async def _leave(self) -> None:
        self.tray.hide()
        if self.manners:
            self.manners.stop()
        if self.desk:
            self.desk.close()
        self.window.hide()
        if self.talk:
            await self.talk.close()
        await loop.cancel_all()
        self.window.close_gl()
        self.window.close()
