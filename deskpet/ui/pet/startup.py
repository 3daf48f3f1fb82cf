"""How a start begins. What is seen first is done first, and each step imports what it needs only when its turn comes:

1. `new_application` and `show_still`: the window, with the picture of who was there last time;
2. `come_alive`: the model is read and checked, and moves in;
3. all that stands around the character: the tray, the settings, the chat (`deskpet.app.pet_controller`).
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer, SignalInstance
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from deskpet import paths
from deskpet.pet import engine  # noqa: F401 # pyright: ignore[reportUnusedImport] - before any OpenGL context
from deskpet.ui.pet import saved_look, still_picture
from deskpet.ui.pet.gl import surface_format
from deskpet.ui.pet.still_picture import StillPicture
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.qt_start import plain_refusal
from deskpet.ui.platform.session_end import Application
from deskpet.words import join_sentences, tr

if TYPE_CHECKING:
    from deskpet.pet.model_file import ModelFile
    from deskpet.pet.model_notes import ModelNotes
    from deskpet.ui.stage import Stage

# Nobody may ever see the window, as behind a locked screen: then the start goes on without having been watched.
_MOST_MS = 4000

Trouble = tuple[str, str, str]
"""Something to be told when there is a chat to tell it in: its code, a title, and the cause with the next step."""


@dataclass(slots=True)
class StartupState:
    """Who is on stage when the start goes on: the model, as it is named in the look, in its window.

    `refusal` is why it could not be shown, if it could not.
    """

    window: PetWindow
    stage: "Stage"
    folder: str
    model: "ModelFile"
    notes: "ModelNotes"
    troubles: list[Trouble]
    refusal: str | None = None


def new_application() -> QApplication:
    """Qt, as the pet needs it, with nothing to be seen of it yet. To be called once, before anything else of Qt."""
    _prefer_x11()
    # Shared among threads, painting a few lines waits for other processors to wake up, longer than it takes.
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    QSurfaceFormat.setDefaultFormat(surface_format())
    with plain_refusal():
        app = Application(sys.argv[:1])
    app.setApplicationName("deskpet")
    app.setQuitOnLastWindowClosed(False)
    return app


def new_window() -> PetWindow:
    """The window as it was last time, with its still picture; not shown yet."""
    state = paths.state_folder()
    worn = saved_look.load(state / "look.json")
    usual = StillPicture(str(paths.bundled("models") / worn.folder / "preview.png"))
    picture = still_picture.load(state / "still.json", usual)
    return PetWindow(still=picture, look=worn, place_file=state / "place.json")


def show_still_picture() -> PetWindow:
    """Show the window, and wait until its picture is on screen."""
    window = new_window()
    window.show()
    if window.is_usable:
        _wait_for(window.frameSwapped, window.unusable)
    return window


def load_model(window: PetWindow) -> StartupState:
    """Let the model of the window's look move in, and wait until it is on screen."""
    opening = place_window(window)
    if not window.is_usable:
        opening.refusal = tr("OpenGL did not start. Install or update the driver of this computer's graphics card.")
        return opening
    window.failed.connect(lambda why: setattr(opening, "refusal", why))
    _wait_for(window.first_frame, window.failed)
    return opening


def place_window(window: PetWindow) -> StartupState:
    """Let the model of the window's look move in; where it can't be used, the built-in one stands in."""
    from deskpet.pet import character
    from deskpet.ui.stage import Stage

    troubles: list[Trouble] = []
    folder, model = _first_model(window.look.folder, troubles)
    notes = notes_on(model, lambda *trouble: troubles.append(trouble))
    stage = Stage(character.of(model, notes))
    window.move_in(model, stage)
    window.heed(notes)
    return StartupState(window, stage, folder, model, notes, troubles)


def notes_on(model: "ModelFile", say: Callable[[str, str, str], None]) -> "ModelNotes":
    """The user's notes on a model; where they can't be read, none, and `say` is told."""
    from deskpet.pet import model_notes

    try:
        return model_notes.load(model)
    except model_notes.NotesError as error:
        say("notes", tr("What you set for this character is not used"), str(error))
        return model_notes.ModelNotes()


def _first_model(wanted: str, troubles: list[Trouble]) -> tuple[str, "ModelFile"]:
    from deskpet.pet import doctor, model_file
    from deskpet.pet.problems import ModelError

    try:
        return wanted, doctor.admit(wanted)
    except ModelError as error:
        why = join_sentences(str(error), tr("The built-in character stands in for {name}.", name=wanted))
        troubles.append(("model", tr("The chosen model can't be used"), why))
        built_in = saved_look.DEFAULT.folder
        return built_in, model_file.load(built_in, paths.model_cache_folder())


def _wait_for(*signals: SignalInstance) -> None:
    """Let Qt work until one of the signals comes, but not for ever."""
    waiting = QEventLoop()
    for signal in signals:
        signal.connect(waiting.quit)
    QTimer.singleShot(_MOST_MS, waiting, waiting.quit)
    waiting.exec()
    for signal in signals:
        signal.disconnect(waiting.quit)


def _prefer_x11() -> None:
    """Wayland lets no window choose its place; X11 through XWayland does. The user's own choice stands."""
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        # Qt takes the first of them that answers.
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb;wayland" if os.environ.get("WAYLAND_DISPLAY") else "xcb")
