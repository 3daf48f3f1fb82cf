"""Lifecycle of the pet: start with the character, then the chat and everything else, and quit."""

import asyncio
import ctypes
import logging
import os
import sys
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from deskpet.app.menu_controller import MenuController
from deskpet.app.stage_controller import StageController
from deskpet.config import paths
from deskpet.config.choices import Clicks
from deskpet.filesystem import private_files
from deskpet.processes import child, console, display, exit_actions
from deskpet.processes.console import ExitCode
from deskpet.processes.run_log import RunLog
from deskpet.translation import tr
from deskpet.ui.pet import startup
from deskpet.ui.pet.startup import StartupState
from deskpet.ui.platform import event_loop, gc_policy
from deskpet.ui.platform.error_reporting import ErrorReporter, report_errors
from deskpet.ui.platform.session_end import SessionEnd, handle_display_loss
from deskpet.ui.widgets import accessibility, language, theme
from deskpet.ui.widgets.language import LanguageError

if TYPE_CHECKING:
    from deskpet.app.chat_controller import ChatController
    from deskpet.app.settings_store import SettingsStore
    from deskpet.config.settings import Settings
    from deskpet.processes.instance_lock import InstanceLock
    from deskpet.ui.pet.desktop_behavior import DesktopBehavior
    from deskpet.ui.platform.local_server import LocalSocketServer

# Pause between two steps of the start, long enough for a frame of the character.
_STEP_S = 0.03
_THIS_PROCESS = -1
"""The pseudo handle that GetCurrentProcess returns."""

logger = logging.getLogger(__name__)


def run(
    app: QApplication, opened: StartupState, settings: Path, *, offline: bool, lock: "InstanceLock | None" = None
) -> NoReturn:
    """Run the pet with the settings file `settings` until the user quits, then end the process.

    lock: the held lock on the data folder; with it, later starts can call this instance.
    """
    make_ready(app)
    reporter, log = ErrorReporter(), None
    try:
        log = RunLog(paths.run_logs_folder())
    except OSError as error:
        logger.info("a fault of this run can't be kept: %s", error)

    async def run_and_exit(pet: PetController) -> NoReturn:
        # Everything is saved by then, and tearing down the loop, Qt and OpenGL would take far longer.
        _exit(await pet.run(), log)

    with report_errors(reporter):
        pet = PetController(settings, offline=offline, opened=opened, lock=lock, reporter=reporter)
        with handle_display_loss(partial(_end_without_display, pet, log)):
            event_loop.run(app, run_and_exit(pet), reporter)
    raise AssertionError("the process has ended")


def _end_without_display(pet: "PetController", log: RunLog | None) -> NoReturn:
    """Save everything and end the process: the display server has died, and no window can be used any more."""
    pet.save()
    # The terminal may have been on the same display.
    with suppress(OSError):
        console.report(f"the display is gone. What was said is kept. {display.NEXT_STEP}")
    _exit(ExitCode.FAILED, log)


def _exit(code: int, log: RunLog | None) -> NoReturn:
    """End the process at once. Whatever has to be kept is written before."""
    child.kill_all()
    # Only what was drawn by Live2D has written any.
    if rig := sys.modules.get("deskpet.pet.rig"):
        rig.remove_files()
    if code == ExitCode.OK:
        exit_actions.run()
    if log:
        log.end()
    logging.shutdown()
    if sys.platform == "win32":
        # os._exit lets each DLL tidy up first. Qt then calls its objects, and what PySide has of them is gone: abort().
        ctypes.windll.kernel32.TerminateProcess(ctypes.c_void_p(_THIS_PROCESS), code)
    os._exit(code)


def new_application() -> QApplication:
    """Create the QApplication with the pet's theme. To be called once, before any other use of Qt."""
    app = startup.new_application()
    make_ready(app)
    return app


def make_ready(app: QApplication) -> None:
    """Set the application's name, theme and accessibility."""
    app.setApplicationName("deskpet")
    app.setQuitOnLastWindowClosed(False)
    accessibility.install()
    theme.apply(app)


class PetController(QObject):
    """Starts the pet, connects its parts, and ends it.

    `settings_store`, `chat_controller` and `behavior` are None until the start has created them.
    """

    def __init__(
        self,
        file: Path,
        *,
        offline: bool,
        opened: StartupState | None = None,
        lock: "InstanceLock | None" = None,
        reporter: ErrorReporter | None = None,
    ) -> None:
        """Without `opened`, the window of a started pet, `run` shows a new one.

        file: the settings file. offline: no endpoint is used.
        lock: the held lock on the data folder; with it, a second start can call this pet.
        reporter: shows unexpected errors in the chat.
        """
        super().__init__()
        self._file, self._offline, self._lock, self._reporter = file, offline, lock, reporter
        self._quit = asyncio.Event()
        started = opened or startup.start_loading(startup.new_window())
        self._refusal, self._problems = started.refusal, started.problems
        self.window, self.stage = started.window, started.stage
        self.stage_controller = StageController(started)
        self.stage_controller.model_changed.connect(self._on_model_changed)
        self.stage_controller.choice_refused.connect(self._choose_model)
        self.stage_controller.failed.connect(self._report)
        self._server: LocalSocketServer | None = None
        self.settings_store: SettingsStore | None = None
        self.chat_controller: ChatController | None = None
        self.behavior: DesktopBehavior | None = None

    @cached_property
    def menus(self) -> MenuController:
        """The menus and the tray icon; created after the character is on screen."""
        arguments = ("--settings", str(self._file.resolve()), *(("--offline",) if self._offline else ()))
        return MenuController(
            self.window, self.stage_controller.name, self.stage_controller.model, arguments, self._report
        )

    def quit(self) -> None:
        """Make `run` return."""
        self._quit.set()

    async def run(self) -> int:
        """Run until the user quits. Returns the exit code."""
        # A stop signal during the shutdown must not end it early.
        with event_loop.stop_signals(self.quit), closing(self._session_end()):
            try:
                await self._run_until_quit(self._start())
            finally:
                await self._close()
        return 0

    async def _run_until_quit(self, start: Coroutine[Any, Any, None]) -> None:
        """Run `start`, then wait; the user may quit before it is done."""
        starting, quitting = asyncio.ensure_future(start), asyncio.ensure_future(self._quit.wait())
        try:
            await asyncio.wait({starting, quitting}, return_when=asyncio.FIRST_COMPLETED)
            if starting.done():
                starting.result()
                await quitting
        finally:
            starting.cancel()
            quitting.cancel()
            await asyncio.wait({starting, quitting})

    # Start: the modules of each step are imported in a thread, so that the character stays in motion.

    async def _start(self) -> None:
        await self._show_character()
        chat = await self._create_chat(await self._start_server())
        await asyncio.sleep(_STEP_S)
        self.menus.connect_chat(chat, self.quit)
        self.menus.tray.menu.show_look(self.stage_controller.look)
        await asyncio.sleep(_STEP_S)
        self._connect_desktop()
        await asyncio.sleep(_STEP_S)
        await self._open_chat(chat)
        # The first answer and the first question would wait for these.
        await self._import("deskpet.markdown.parser")
        from deskpet.markdown.parser import parser

        await event_loop.in_thread(lambda: parser().parse(""))
        # httpx imports the last two only when it connects.
        await self._import("deskpet.llm.endpoints", "httpcore", "anyio._backends._asyncio")
        await event_loop.in_thread(_narrow_files)
        await self._import("deskpet.pet.shaders")
        from deskpet.pet.shaders import remove_left_behind

        await event_loop.in_thread(remove_left_behind)

    async def _show_character(self) -> None:
        """Show the character before anything else is imported."""
        if self._refusal is not None:
            self.stage_controller.on_failed(self._refusal)
            return
        if self.window.is_alive:
            self.stage_controller.on_first_frame()
            return
        shown = asyncio.Event()
        self.window.first_frame.connect(shown.set)
        self.window.failed.connect(shown.set)
        self.window.show()
        quitting = asyncio.ensure_future(self._quit.wait())
        await asyncio.wait({quitting, asyncio.ensure_future(shown.wait())}, return_when=asyncio.FIRST_COMPLETED)
        quitting.cancel()

    async def _start_server(self) -> "LocalSocketServer":
        """Accept calls of a second start."""
        await self._import("deskpet.ui.platform.local_server")
        from deskpet.ui.platform.local_server import LocalSocketServer

        server = self._server = LocalSocketServer(self._lock, self)
        server.called.connect(self.come_back)
        server.requested.connect(lambda *command: event_loop.spawn(self._answer_command(*command)))
        server.open()
        return server

    async def _answer_command(self, subject: str, request: bytes, reply: Callable[[bytes], None]) -> None:
        """Carry out what a command beside this pet asks for."""
        from deskpet.app.session_controller import answer
        from deskpet.ui.platform.local_server import QUIT, installs_update

        if subject == QUIT:
            reply(b"{}\n")
            if not installs_update(request):
                exit_actions.clear()
            self.quit()
            return
        chat = self.chat_controller
        reply(await answer(subject, request, chat.persistence if chat else None))

    async def _create_chat(self, server: "LocalSocketServer") -> "ChatController":
        """Read the settings and create the chat, without showing it."""
        await self._import("deskpet.app.chat_controller", "deskpet.ui.pet.desktop_behavior")
        from deskpet.app.chat_controller import ChatController
        from deskpet.app.running_features import controllers_of
        from deskpet.app.settings_store import SettingsStore

        store = self.settings_store = SettingsStore(self._file, offline=self._offline)
        store.setParent(self)
        self._apply_language(store.current)
        self._apply_look(store.current)
        # First the language: everything else is shown in it.
        store.listen("appearance.language", lambda _, after: self._apply_language(after))
        store.listen("character", lambda _, after: self._apply_look(after))
        await self._import(*controllers_of(store.effective))
        return ChatController(store, self.stage, self.window, self.stage_controller, server)

    def _connect_desktop(self) -> None:
        from deskpet.ui.pet.desktop_behavior import DesktopBehavior

        self.behavior = DesktopBehavior(self.window)
        self.behavior.troubled.connect(
            lambda cause: self._report("shortcut", tr("The shortcut that calls the character can't be used"), cause)
        )
        self.behavior.summoned.connect(self._show_or_hide_chat)
        self.behavior.apply(self.stage_controller.look)

    async def _open_chat(self, chat: "ChatController") -> None:
        self.chat_controller = chat
        self.window.visibleChanged.connect(chat.set_visible)
        chat.set_character(self.stage_controller.name, self.stage_controller.model.folder)
        await chat.open()
        self._show_problems()
        logger.info("the chat is ready")
        if self._reporter:
            self._reporter.show_with(chat.notices.show_internal_error)

    async def _import(self, *modules: str) -> None:
        """Import modules in a thread."""
        for module in modules:
            await event_loop.in_thread(partial(import_module, module))
        # Modules stay loaded, so the garbage collector need not visit them.
        gc_policy.freeze_existing()

    def come_back(self) -> None:
        """Bring the character and the chat to the front; she takes clicks again if all went through her."""
        if self.window.look.clicks is Clicks.EVERYWHERE:
            self.window.summon()
        else:
            self.window.come_back()
        if self.chat_controller:
            self.chat_controller.bring()

    def _show_or_hide_chat(self) -> None:
        """Show the character and the chat with the keyboard focus; hide the chat if it has that already."""
        chat = self.chat_controller
        if chat and chat.has_focus and self.window.isVisible():
            chat.show_or_hide()
            return
        self.window.summon()
        if chat:
            chat.bring()

    def _apply_language(self, settings: "Settings") -> None:
        code = language.resolve_code(settings.appearance.language.value)
        if code == language.current():
            return
        try:
            language.set_language(code)
        except LanguageError as error:
            self._report("language", tr("The chosen language can't be used"), str(error))

    def _apply_look(self, settings: "Settings") -> None:
        look = settings.character.look
        if look == self.stage_controller.look:
            return
        self.stage_controller.apply(look)
        # The menu of the window follows the window.
        self.menus.tray.menu.show_look(look)
        if self.behavior:
            self.behavior.apply(look)

    def _on_model_changed(self) -> None:
        name, model = self.stage_controller.name, self.stage_controller.model
        self.menus.show_character(name, model)
        if self.chat_controller:
            self.chat_controller.set_character(name, model.folder)

    def _choose_model(self, folder: str) -> None:
        if self.chat_controller:
            self.chat_controller.save_look(replace(self.stage_controller.look, folder=folder))

    def _report(self, code: str, title: str, cause: str) -> None:
        """Show a notice in the chat, now or once there is one."""
        self._problems.append((code, title, cause))
        self._show_problems()

    def _show_problems(self) -> None:
        while self.chat_controller and self._problems:
            self.chat_controller.notices.warn(*self._problems.pop(0))

    def _session_end(self) -> SessionEnd:
        """Save and quit when the desktop session ends."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        session = SessionEnd(application, self)
        session.quit_requested.connect(self.quit)
        session.save_requested.connect(self.save)
        return session

    def save(self) -> None:
        """Write all changes before this returns, unless the shutdown, which does so, has begun."""
        if self._quit.is_set():
            return
        self.stage_controller.flush()
        if self.settings_store:
            self.settings_store.flush()
        if self.chat_controller:
            self.chat_controller.save_now()

    async def _close(self) -> None:
        if self._server:
            self._server.close()
        if self.chat_controller:
            self.menus.tray.hide()
        if self.behavior:
            self.behavior.stop()
        self.window.hide()
        if self.chat_controller:
            await self.chat_controller.close()
        self.stage_controller.flush()
        if self.settings_store:
            self.settings_store.close()
        await event_loop.cancel_all()
        self.window.close_gl()
        self.window.close()


def _narrow_files() -> None:
    """Take the rights of others from the files that an older version has left open."""
    narrowed = sum(map(private_files.narrow, filter(Path.is_dir, paths.own_folders())))
    if narrowed:
        logger.info("%d files and folders were readable by others, and are not any more", narrowed)
