"""The pet on the desktop: the character first, then all that stands around her, until the user quits."""

import asyncio
import linecache
import logging
import os
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from deskpet import paths
from deskpet.pet import character, child, doctor, rig
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.problems import ModelError
from deskpet.ui.pet import saved_look, startup, still_picture
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.startup import StartupState
from deskpet.ui.pet.tray import Tray
from deskpet.ui.platform import event_loop, gc_policy, malloc_trim
from deskpet.ui.platform.error_reporting import ErrorReporter, report_errors
from deskpet.ui.platform.session_end import SessionEnd
from deskpet.ui.widgets import accessibility, language, theme
from deskpet.ui.widgets.language import LanguageError
from deskpet.words import join_sentences, tr

if TYPE_CHECKING:
    from deskpet.app.character_controller import CharacterController
    from deskpet.app.chat_controller import ChatController
    from deskpet.app.settings_store import SettingsStore
    from deskpet.instance_lock import InstanceLock
    from deskpet.ui.pet.desktop_behavior import DesktopBehavior
    from deskpet.ui.pet.drop import PetDrop
    from deskpet.ui.platform.instance_server import InstanceServer

_HIDDEN_MINUTES = 10
# Between two steps of a start there is time for a frame of hers.
_STEP_S = 0.03

logger = logging.getLogger(__name__)

OnStage = tuple[str, ModelFile]
"""A model as the settings name it, and itself."""


def run(
    app: QApplication, opened: StartupState, settings: Path, *, offline: bool, lock: "InstanceLock | None" = None
) -> NoReturn:
    """Go on with a start, with the settings in the file `settings`, until the user quits; then end the process.

    With `lock`, the held lock on the data folder, later starts can call this one.
    """
    make_ready(app)
    reporter = ErrorReporter()
    with report_errors(reporter):
        pet = PetController(settings, offline=offline, opened=opened, lock=lock)
        pet.has_read.connect(_keep_what_was_read)
        pet.talks.connect(lambda talk: reporter.show_with(talk.say_unexpected))
        event_loop.run(app, _live_and_end(pet), reporter)
    raise AssertionError("the process has ended")


async def _live_and_end(pet: "PetController") -> NoReturn:
    """Run the pet, then end the process as it is.

    Everything is kept by then, and to take the loop, Qt, OpenGL and each module apart would take far longer.
    """
    code = await pet.live()
    child.kill_all()
    rig.remove_files()
    logging.shutdown()
    os._exit(code)


def new_application() -> QApplication:
    """Qt, as the pet needs it, with the pet's looks. To be called once, before anything else of Qt."""
    app = startup.new_application()
    make_ready(app)
    return app


def make_ready(app: QApplication) -> None:
    """Give the application the pet's looks and manners."""
    app.setApplicationName("deskpet")
    app.setQuitOnLastWindowClosed(False)
    accessibility.install()
    theme.apply(app)


class PetController(QObject):
    """The character, her menu and her tray icon; `talk` is the chat, which comes a moment after her.

    has_read: more of what the program needs was imported.
    talks: the chat is there, a Talk.
    """

    has_read = Signal()
    talks = Signal(object)

    def __init__(
        self, file: Path, *, offline: bool, opened: StartupState | None = None, lock: "InstanceLock | None" = None
    ) -> None:
        """`opened` is what the start has brought on screen so far; without it the window is shown by `live`.

        `lock` is the held lock on the data folder; with it, a second start can call this pet.
        """
        super().__init__()
        self._lock = lock
        self._server: InstanceServer | None = None
        self._quit = asyncio.Event()
        self._opened = opened = opened or startup.start_loading(startup.new_window())
        self._file, self._offline = file, offline
        self.window, self.stage, self._troubles = opened.window, opened.stage, opened.problems
        self._look = self.window.look
        self._on_stage: OnStage = (opened.folder, opened.model)
        self._notes = opened.notes
        self._before: OnStage | None = None
        self.window.first_frame.connect(self._be_content)
        self.kept: SettingsStore | None = None
        self.talk: ChatController | None = None
        self.behavior: DesktopBehavior | None = None
        self.desk: CharacterController | None = None

    @cached_property
    def tray(self) -> Tray:
        """Her icon in the tray; not to be made before she is on screen."""
        return Tray(self._name(), self._on_stage[1].folder / "icon.png")

    def quit(self) -> None:
        """Let `live` come to its end."""
        self._quit.set()

    async def live(self) -> int:
        """Be there until the user quits."""
        # A signal that comes while everything is being put away must not end it before its time.
        with event_loop.stop_signals(self.quit), self._following_the_session():
            try:
                await self._until_quit(self._begin())
            finally:
                await self._leave()
        return 0

    async def _begin(self) -> None:
        """Bring everything on screen, the character first."""
        await self._appear()
        await self._answer_calls()
        await self._begin_to_talk()

    async def _until_quit(self, beginning: Coroutine[Any, Any, None]) -> None:
        """Run `beginning`, then wait; the user may also quit before it is done."""
        begun, quits = asyncio.ensure_future(beginning), asyncio.ensure_future(self._quit.wait())
        try:
            await asyncio.wait({begun, quits}, return_when=asyncio.FIRST_COMPLETED)
            if begun.done():
                begun.result()
                await quits
        finally:
            begun.cancel()
            quits.cancel()
            await asyncio.wait({begun, quits})

    @contextmanager
    def _following_the_session(self) -> Generator[None]:
        """Save and quit when the desktop says so."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        session = SessionEnd(application, self)
        session.quit_requested.connect(self.quit)
        session.save_requested.connect(self._save_now)
        try:
            yield
        finally:
            session.close()

    def _save_now(self) -> None:
        # Once it quits, it saves everything anyway.
        if self.talk and not self._quit.is_set():
            self.talk.save_now()

    def _follow(self, kept: "SettingsStore") -> None:
        """Let the character look, and everything speak, as the settings say."""
        self._speak(language.resolve_code(kept.settings.appearance.language.value))
        before, self._look = self._look, kept.settings.character.look
        if self._look == before:
            return
        if self._look.folder != before.folder:
            event_loop.spawn(self._change_into(self._look.folder))
        self._remember_look()
        self.window.apply(self._look)
        self.tray.menu.show_look(self._look)
        if self.behavior:
            self.behavior.apply(self._look)

    def _speak(self, code: str) -> None:
        """Before anything else follows the settings: what is shown from now on is in this language."""
        if code == language.current():
            return
        try:
            language.set_language(code)
        except LanguageError as error:
            self._say_trouble("language", tr("The chosen language can't be used"), str(error))

    def _remember_look(self) -> None:
        """Let the next start begin with how she looks now."""
        state = paths.state_folder()
        # Who can't be shown is not begun with.
        saved_look.save(state / "look.json", replace(self._look, folder=self._on_stage[0]))
        still_picture.save(state / "still.json", self.window.still)

    async def _change_into(self, wanted: str) -> None:
        """Put the model of this name or path on stage; when it can't be used, the present one stays."""
        try:
            model = await event_loop.in_thread(partial(doctor.load_tested, wanted))
        except ModelError as error:
            stays = join_sentences(str(error), tr("{name} stays.", name=self._name()))
            self._say_trouble("model", tr("The chosen model can't be used"), stays)
            return
        # Meanwhile another may have been chosen.
        if wanted == self._look.folder and wanted != self._on_stage[0]:
            self._before = self._before or self._on_stage
            self._put_on_stage((wanted, model))

    def _put_on_stage(self, on_stage: OnStage) -> None:
        self._on_stage, model = on_stage, on_stage[1]
        notes = self._notes = startup.load_notes(model, self._say_trouble)
        self.stage.character = character.from_model(model, notes)
        self.window.show_model(model)
        self.window.apply_notes(notes)
        self.tray.show_character(self._name(), model.folder / "icon.png")
        self._introduce()
        if self.desk:
            self.desk.show_on_stage(model, notes)

    def _introduce(self) -> None:
        if self.talk:
            self.talk.introduce(self._name(), self._on_stage[1].folder)

    def _be_content(self) -> None:
        """The character lives: nobody needs the one before any more, nor the memory it took."""
        self._before = None
        logger.info("the character is on screen")
        self._remember_look()
        malloc_trim.trim()

    def _name(self) -> str:
        return self.stage.character.name

    def _heed(self, notes: ModelNotes) -> None:
        """The user has made other notes on the model on stage."""
        self._notes = notes
        self.stage.character = character.from_model(self._on_stage[1], notes)
        self.window.apply_notes(notes)
        self._remember_look()

    async def _appear(self) -> None:
        """Show the character. The rest waits: what is imported for it would keep her off the screen."""
        self.window.failed.connect(self._cannot_be_shown)
        if self._opened.refusal is not None:
            self._cannot_be_shown(self._opened.refusal)
            return
        if self.window.is_alive:
            self._be_content()
            return
        seen = asyncio.Event()
        self.window.first_frame.connect(seen.set)
        self.window.failed.connect(seen.set)
        self.window.show()
        quits = asyncio.ensure_future(self._quit.wait())
        await asyncio.wait({quits, asyncio.ensure_future(seen.wait())}, return_when=asyncio.FIRST_COMPLETED)
        quits.cancel()

    async def _answer_calls(self) -> None:
        """Let a second start call this pet, from here on."""
        if self._lock is None:
            return
        await self._read(_instance_server)
        server = self._server = _instance_server()(self)
        server.called.connect(self.come_back)
        self._lock.publish(server.listen(self._lock.folder))

    def come_back(self) -> None:
        """Bring the character and the chat to the front, wherever they are."""
        self.window.come_back()
        if self.talk:
            self.talk.bring()

    async def _begin_to_talk(self) -> None:
        """All that stands around her comes in steps: she would freeze in her first move if it came at once."""
        await self._read(_talk, _manners, _drop, _model_desk)
        talk = self._sit_down_to_talk()
        await _let_her_move()
        self._mind_the_menus(talk)
        await _let_her_move()
        self._mind_the_desktop()
        await _let_her_move()
        self.talk = talk
        self._introduce()
        # Who starts her offline knows her.
        await talk.open(welcomes=not self._offline)
        self._mind_the_models(talk)
        self._say_troubles()
        logger.info("the chat is ready")
        self.talks.emit(talk)
        # Else the first answer and the first question would wait for them.
        await self._read(_markdown, _endpoints)

    async def _read(self, *parts: Callable[[], object]) -> None:
        """Import these, and what they import, while the character moves on."""
        for part in parts:
            await event_loop.in_thread(part)
        self.has_read.emit()

    def _sit_down_to_talk(self) -> "ChatController":
        from deskpet.app.settings_store import SettingsStore

        kept = self.kept = SettingsStore(self._file, offline=self._offline)
        kept.changed.connect(lambda: self._follow(kept))
        self._follow(kept)
        return _talk()(kept, self.stage, self.window)

    def _mind_the_menus(self, talk: "ChatController") -> None:
        self.tray.apply_window_icon()
        self.tray.menu.show_look(self._look)
        for wish in (self.window.look_changed, self.window.menu.look_requested, self.tray.menu.look_requested):
            wish.connect(talk.keep_look)
        for menu in (self.window.menu, self.tray):
            self._connect_menu(menu, talk)
        if Tray.is_available():
            self.tray.show()
        else:
            self.window.menu.show_hide_duration(_HIDDEN_MINUTES)
        self.window.shown.connect(lambda: self._show_with_her(True))
        self.window.hidden.connect(lambda: self._show_with_her(False))

    def _mind_the_desktop(self) -> None:
        self.behavior = _manners()(self.window)
        self.behavior.troubled.connect(self._say_shortcut_trouble)
        self.tray.menu.call_requested.connect(self.window.call)
        for menu in (self.window.menu, self.tray.menu):
            menu.autostart_requested.connect(self._start_with_session)
        self.behavior.apply(self._look)

    def _mind_the_models(self, talk: "ChatController") -> None:
        from deskpet.pet.library import Library
        from deskpet.ui.pet import portrait

        desk = self.desk = _model_desk()(Library(painter=portrait.render), self.window)
        desk.show_on_stage(self._on_stage[1], self._notes)
        desk.choice_wanted.connect(lambda choice: talk.keep_look(replace(self._look, folder=choice)))
        desk.noted.connect(self._heed)
        desk.noticed.connect(talk.say)
        talk.settings.opened.connect(desk.attend)
        _drop()(self.window).dropped.connect(desk.bring)

    def _say_shortcut_trouble(self, why: str) -> None:
        self._say_trouble("shortcut", tr("The character can't be called by its keys"), why)

    def _start_with_session(self, wanted: bool) -> None:
        from deskpet.ui.platform import autostart

        arguments = ("--settings", str(self._file.resolve()), *(("--offline",) if self._offline else ()))
        try:
            autostart.set_enabled(wanted, arguments)
        except OSError as error:
            self._say_trouble("autostart", tr("Starting with the session could not be changed"), str(error))

    def _connect_menu(self, menu: PetMenu | Tray, talk: "ChatController") -> None:
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
            self._say_trouble("model", tr("The character can't be shown"), why)
            return
        refused = self._name()
        self._put_on_stage(before)
        stays = join_sentences(why, tr("{name} stays.", name=self._name()))
        self._say_trouble("model", tr("{name} can't be shown", name=refused), stays)
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
        if self._server:
            self._server.close()
        if self.talk:
            self.tray.hide()
        if self.behavior:
            self.behavior.stop()
        if self.desk:
            self.desk.close()
        self.window.hide()
        if self.talk:
            await self.talk.close()
        await event_loop.cancel_all()
        self.window.close_gl()
        self.window.close()


def _keep_what_was_read() -> None:
    """It stays as long as the program; its source need not: PySide has read that of each module, to see whether it uses
    PySide.
    """
    gc_policy.freeze_existing()
    linecache.clearcache()


# These import what stands around her; until then it is only named.


def _instance_server() -> "type[InstanceServer]":
    from deskpet.ui.platform.instance_server import InstanceServer

    return InstanceServer


def _talk() -> "type[ChatController]":
    from deskpet.app.chat_controller import ChatController

    return ChatController


def _manners() -> "type[DesktopBehavior]":
    from deskpet.ui.pet.desktop_behavior import DesktopBehavior

    return DesktopBehavior


def _drop() -> "type[PetDrop]":
    from deskpet.ui.pet.drop import PetDrop

    return PetDrop


def _model_desk() -> "type[CharacterController]":
    from deskpet.app.character_controller import CharacterController

    return CharacterController


def _markdown() -> object:
    from deskpet.ui.markdown.parser import parser

    return parser().parse("")


def _endpoints() -> ModuleType:
    from deskpet.llm import endpoints

    return endpoints


async def _let_her_move() -> None:
    await asyncio.sleep(_STEP_S)
