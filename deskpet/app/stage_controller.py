"""The model on the desktop and its look: follows the settings, and keeps the previous model if a new one fails."""

import logging
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.config import paths
from deskpet.pet import character, doctor, model_notes
from deskpet.pet.body import BodyFile
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.problems import ModelError
from deskpet.translation import join_sentences, tr
from deskpet.ui.pet import saved_look, startup, still_picture
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.startup import StartupState
from deskpet.ui.platform import event_loop, gc_policy

# A dragged slider changes the look many times a second; it is saved after the last change.
_SAVE_DELAY_MS = 300

logger = logging.getLogger(__name__)

NamedModel = tuple[str, BodyFile]
"""A model's name or path as in the settings, and the model."""


class StageController(QObject):
    """Shows a model in the pet's window, with the user's notes on it.

    notes_changed: Emitted after the notes on the current model were changed.
    model_changed: Emitted after another model was put on stage; it may still fail.
    choice_refused: Emitted with the name or path of the previous model, which replaces one that failed.
    failed: Emitted with a problem's code, its title, and the cause with the next step.
    """

    notes_changed = Signal()
    model_changed = Signal()
    choice_refused = Signal(str)
    failed = Signal(str, str, str)

    def __init__(self, started: StartupState) -> None:
        """`started` has the window with the first model."""
        super().__init__()
        self._window, self._stage, self.notes = started.window, started.stage, started.notes
        self.look = self._window.look
        self._current: NamedModel = (started.folder, started.model)
        # The model to go back to, until the current one is on screen.
        self._previous: NamedModel | None = None
        self._save_timer = QTimer(self, singleShot=True, interval=_SAVE_DELAY_MS)
        self._save_timer.timeout.connect(self._save)
        self._window.first_frame.connect(self.on_first_frame)
        self._window.failed.connect(self.on_failed)
        self._stage.thing_requested.connect(self._give_thing)

    @property
    def folder(self) -> str:
        """The current model's name or path, as in the settings."""
        return self._current[0]

    @property
    def model(self) -> BodyFile:
        """The current model."""
        return self._current[1]

    @property
    def name(self) -> str:
        """The current character's name."""
        return self._stage.character.name

    def apply(self, look: CharacterLook) -> None:
        """Apply a changed look; another model is loaded in the background."""
        before, self.look = self.look, look
        if look.folder != before.folder:
            event_loop.spawn(self._load(look.folder))
        self._save_timer.start()
        self._window.apply(look)

    def apply_notes(self, notes: ModelNotes) -> None:
        """Apply the user's changed notes on the current model."""
        self.notes = notes
        self._stage.character = character.from_model(self.model, notes)
        self._window.living_model.apply_notes(notes)
        self._save()
        self.notes_changed.emit()

    def _give_thing(self, name: str, on: bool) -> None:
        """Let the character have a thing, or put it away, also after the next start."""
        things = self._stage.character.things
        # Another character may have come on stage before its turn.
        if name in things:
            self.apply_notes(model_notes.give_thing(self.model, self.notes, things, name, on=on))

    def flush(self) -> None:
        """Save a changed look now instead of a moment later."""
        if self._save_timer.isActive():
            self._save()

    async def _load(self, folder: str) -> None:
        """Load a model and put it on stage; the current one stays if it can't be used."""
        try:
            model = await event_loop.in_thread(partial(doctor.load_tested, folder))
        except ModelError as error:
            cause = join_sentences(str(error), tr("{name} stays.", name=self.name))
            self.failed.emit("model", tr("The chosen model can't be used"), cause)
            return
        # Another one may have been chosen while this one was loading.
        if folder == self.look.folder and folder != self.folder:
            self._previous = self._previous or self._current
            self._show((folder, model))

    def _show(self, named: NamedModel) -> None:
        self._current, model = named, named[1]
        notes = self.notes = startup.load_notes(model, self.failed.emit)
        self._stage.character = character.from_model(model, notes)
        self._window.living_model.replace_model(model)
        self._window.living_model.apply_notes(notes)
        self.model_changed.emit()

    def on_first_frame(self) -> None:
        """Release the previous model, now that the current one is on screen."""
        self._previous = None
        logger.info("the character is on screen")
        self._save()
        gc_policy.trim()

    def on_failed(self, cause: str) -> None:
        """Show the previous model again; without one only report that the first could not be shown."""
        previous, self._previous = self._previous, None
        if previous is None:
            self.failed.emit("model", tr("The character can't be shown"), cause)
            return
        refused = self.name
        self._show(previous)
        stays = join_sentences(cause, tr("{name} stays.", name=self.name))
        self.failed.emit("model", tr("{name} can't be shown", name=refused), stays)
        self.choice_refused.emit(previous[0])

    def _save(self) -> None:
        """Save the look and the still picture for the next start."""
        self._save_timer.stop()
        state = paths.state_folder()
        # Save the model that is on stage: the chosen one may be impossible to show.
        saved_look.save(state / "look.json", replace(self.look, folder=self.folder))
        still_picture.save(state / "still.json", self._window.living_model.still)
