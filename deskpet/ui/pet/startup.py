"""First steps of a start, ordered for an early first picture. Each step imports its modules only when it runs:

1. `new_application` and `show_still_picture`: show the window with the picture of the last run's character;
2. `load_model`: read, check and show the model;
3. `deskpet.app.pet_controller`: tray, settings and chat.
"""

import linecache
import os
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QMessageLogContext, QTimer, QtMsgType, SignalInstance, qInstallMessageHandler
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from deskpet.config import paths
from deskpet.processes import console
from deskpet.processes.display import NEXT_STEP
from deskpet.translation import join_sentences, tr
from deskpet.ui.pet import saved_look, still_picture
from deskpet.ui.pet.gl import disable_software_threads, surface_format
from deskpet.ui.pet.still_picture import StillPicture
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import gc_policy, positions
from deskpet.ui.platform.session_end import Application

if TYPE_CHECKING:
    from deskpet.pet.body import BodyFile
    from deskpet.pet.model_notes import ModelNotes
    from deskpet.ui.stage import Stage

# Maximum wait in ms for a window to be painted. Behind a locked screen it never is, and the start goes on without.
_MAX_WAIT_MS = 4000

StartupProblem = tuple[str, str, str]
"""A problem to report once there is a chat: its code, a title, and the cause with the next step."""


@contextmanager
def readable_startup_errors() -> Generator[None]:
    """Inside the block, exit with code 1 and one line on standard error if Qt can't start.

    Other messages of Qt are printed after the block.
    """
    messages: list[str] = []

    def on_message(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        messages.append(" ".join(text.split()))
        if kind is QtMsgType.QtFatalMsg:
            console.report(f"no window can be shown: {messages[0].rstrip('. ')}. {NEXT_STEP}")
            # Qt aborts the process as soon as its handler returns.
            os._exit(1)

    previous = qInstallMessageHandler(on_message)
    try:
        yield
    finally:
        qInstallMessageHandler(previous)
        console.errors().writelines(f"{text}\n" for text in messages)


@dataclass(slots=True)
class StartupState:
    """Result of `load_model`: the window with its model.

    folder: the model's name as in CharacterLook.folder.
    refusal: the reason why the model could not be shown, or None.
    """

    window: PetWindow
    stage: "Stage"
    folder: str
    model: "BodyFile"
    notes: "ModelNotes"
    problems: list[StartupProblem]
    refusal: str | None = None


def qt_platforms(environment: Mapping[str, str]) -> str:
    """Return the platforms that Qt is to try on Linux, the best first; empty without a display.

    X11 goes first on Wayland as well: only there a window is in the place that it asks for, above others. Not in KWin,
    which does both for native windows too, and loses clicks on transparent pixels by XWayland; and not on sway, which
    ignores both, and tiles or centres what comes by XWayland.
    """
    has_x, has_wayland = bool(environment.get("DISPLAY")), bool(environment.get("WAYLAND_DISPLAY"))
    found = ["xcb"] * has_x + ["wayland"] * has_wayland
    is_native_better = environment.get("SWAYSOCK") or positions.is_kwin(environment)
    return ";".join(reversed(found) if is_native_better else found)


def input_method_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what tells Qt on Linux how to reach the input method; empty if it finds that by itself.

    environment: with the variable of the platform. Qt's packages for Python have no module for fcitx, and Qt 6 none for
    XIM: the keys of a desktop that names those wrote Latin letters only. But fcitx answers to the module for IBus, too,
    by IBus's portal: the other way, that module first looks for the program of IBus. On Wayland, Qt asks the compositor
    unless a variable names another way.
    """
    chosen = environment.get("QT_IM_MODULES") or environment.get("QT_IM_MODULE", "")
    named, on_x = chosen.split(";") if chosen else [], environment.get("QT_QPA_PLATFORM", "").startswith("xcb")
    of_desktop = environment.get("XMODIFIERS", "").removeprefix("@im=")
    if not {"fcitx", "fcitx5"}.isdisjoint(named):
        of_desktop = "fcitx"
    elif not ("xim" in named or (on_x and not named)):
        return {}
    if "ibus" in named or of_desktop not in {"fcitx", "fcitx5", "ibus"}:
        return {}
    variables = {"QT_IM_MODULES": ";".join([*named, "ibus"])}
    return variables if of_desktop == "ibus" else variables | {"IBUS_USE_PORTAL": "1"}


def _choose_platform() -> None:
    if platforms := qt_platforms(os.environ):
        # The user's own choice is kept.
        os.environ.setdefault("QT_QPA_PLATFORM", platforms)
    os.environ.update(input_method_variables(os.environ))


def new_application() -> QApplication:
    """Create and configure the QApplication. To be called once, before any other use of Qt."""
    if sys.platform.startswith("linux"):
        _choose_platform()
    # Qt would split small paint jobs among threads, and waking those takes longer than painting.
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    disable_software_threads()
    _skip_source_scan()
    gc_policy.return_large_blocks()
    QSurfaceFormat.setDefaultFormat(surface_format())
    with readable_startup_errors():
        app = Application(sys.argv[:1])
    app.setApplicationName("deskpet")
    # The name by which a desktop finds the icon, and rules for windows: Wayland's app_id.
    app.setDesktopFileName("org.deskpet.deskpet")
    app.setQuitOnLastWindowClosed(False)
    return app


def _skip_source_scan() -> None:
    """Keep PySide from reading the source of every module that is imported, while the thread of the windows waits.

    It looks for the word PySide6, to change the names of Qt's methods where a module imports `__feature__`; none does:
    plugins have processes of their own. In a version of PySide without this search, nothing is to be skipped.
    """
    if search := sys.modules.get("shibokensupport.feature"):
        vars(search)["_mod_uses_pyside"] = lambda _module: False
    # What it has read so far is not needed again.
    linecache.clearcache()


def new_window() -> PetWindow:
    """Create the window with the look, position and still picture of the last run, without showing it."""
    state = paths.state_folder()
    look = saved_look.load(state / "look.json")
    default = StillPicture(str(paths.bundled_path("models") / look.folder / "preview.png"))
    picture = still_picture.load(state / "still.json", default)
    return PetWindow(still=picture, look=look, place_file=state / "place.json")


def show_still_picture() -> PetWindow:
    """Show the window, and wait until its still picture is on screen."""
    window = new_window()
    window.show()
    if window.is_usable:
        _wait_for(window.frameSwapped, window.unusable)
    return window


def load_model(window: PetWindow) -> StartupState:
    """Load the model of the window's look, and wait until it is on screen."""
    state = start_loading(window)
    if not window.is_usable:
        state.refusal = tr("OpenGL did not start. Install or update the driver of this computer's graphics card.")
        return state
    window.failed.connect(lambda why: setattr(state, "refusal", why))
    _wait_for(window.first_frame, window.failed)
    return state


def start_loading(window: PetWindow) -> StartupState:
    """Load the model of the window's look, or the built-in one if it can't be used."""
    from deskpet.pet import character
    from deskpet.ui.stage import Stage

    problems: list[StartupProblem] = []
    folder, model = _first_model(window.look.folder, problems)
    notes = load_notes(model, lambda *problem: problems.append(problem))
    stage = Stage(character.from_model(model, notes))
    window.load_model(model, stage)
    window.living_model.apply_notes(notes)
    return StartupState(window, stage, folder, model, notes, problems)


def load_notes(model: "BodyFile", report: Callable[[str, str, str], object], *, beside: bool = False) -> "ModelNotes":
    """Load the user's notes on a model. If they can't be read, calls `report` and returns empty notes.

    beside: those for a second character.
    """
    from deskpet.pet import model_notes

    try:
        return model_notes.load(model, beside=beside)
    except model_notes.NotesError as error:
        report("notes", tr("What you set for this character is not used"), str(error))
        return model_notes.ModelNotes()


def _first_model(wanted: str, problems: list[StartupProblem]) -> tuple[str, "BodyFile"]:
    from deskpet.pet import body, doctor, model_file
    from deskpet.pet.problems import ModelError

    try:
        return wanted, doctor.load_tested(wanted)
    except ModelError as error:
        built_in = saved_look.DEFAULT.folder
        # Without Live2D none can be drawn, which is told when it is tried.
        stands_in = "" if body.missing_engine() else tr("The built-in character stands in for {name}.", name=wanted)
        if stands_in or wanted != built_in:
            problems.append(("model", tr("The chosen model can't be used"), join_sentences(str(error), stands_in)))
        return built_in, model_file.load(built_in, paths.model_cache_folder())


def _wait_for(*signals: SignalInstance) -> None:
    """Run the event loop until one of the signals is emitted, at most for _MAX_WAIT_MS."""
    loop = QEventLoop()
    for signal in signals:
        signal.connect(loop.quit)
    QTimer.singleShot(_MAX_WAIT_MS, loop, loop.quit)
    loop.exec()
    for signal in signals:
        signal.disconnect(loop.quit)
