"""PetWindow, the character's window: shows a still picture at once, and the living model when it is loaded.

It is a native window, since that costs least per frame and is easiest to click through; windows placed beside it
follow `moved`. The modules of the living model are imported after the still picture is on screen.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import (
    QExposeEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QShowEvent,
    QWheelEvent,
)

from deskpet.config.character_look import DEFAULT, CharacterLook
from deskpet.config.choices import Clicks
from deskpet.ui.pet.still_picture import StillPicture
from deskpet.ui.pet.still_window import StillWindow
from deskpet.ui.platform import x11

if TYPE_CHECKING:
    from deskpet.pet.body import BodyFile
    from deskpet.pet.character import Character
    from deskpet.pet.character_animator import CharacterAnimator
    from deskpet.ui.pet.living_model import LivingModel
    from deskpet.ui.pet.menu import PetMenu
    from deskpet.ui.pet.reactions import Reactions
    from deskpet.ui.stage import Stage


class PetWindow(StillWindow):
    """Shows a still picture until `load_model` is called and the model's first frame is drawn.

    Methods that concern the model raise RuntimeError before `load_model`.

    neighbours: returns what other characters cover on the desktop; she walks round them, and her chat keeps off them.

    neighbours_moved: Emitted when another character has come, gone or moved.
    """

    neighbours_moved = Signal()

    def __init__(
        self,
        model: "BodyFile | None" = None,
        stage: "Stage | None" = None,
        *,
        still: StillPicture | None = None,
        look: CharacterLook = DEFAULT,
        place_file: Path | None = None,
    ) -> None:
        """Load `model` if it is given, else show `still`.

        place_file: stores the window's position; without it the window starts in the lower right corner.
        """
        super().__init__(still, look, place_file)
        self.neighbours: Callable[[], Sequence[QRect]] = tuple
        self._living: LivingModel | None = None
        self._reactions: Reactions | None = None
        if isinstance(application := QGuiApplication.instance(), QGuiApplication):
            application.aboutToQuit.connect(self.close_gl)
        if model is not None and stage is not None:
            self.load_model(model, stage)

    def load_model(self, model: "BodyFile", stage: "Stage") -> None:
        """Load the first model, and perform the stage's requests with it."""
        from deskpet.pet.model_notes import ModelNotes
        from deskpet.ui.pet import still_picture as still
        from deskpet.ui.pet.living_model import LivingModel
        from deskpet.ui.pet.reactions import Reactions

        self._still = self._still or still.capture(model, ModelNotes())
        self._living = LivingModel(self, model, stage, self.look)
        self._reactions = Reactions(self, self._living)
        if self._is_still_shown:
            self._living.load_later()

    @property
    def living_model(self) -> "LivingModel":
        """The living model. Raises RuntimeError before `load_model`."""
        if self._living is None:
            raise RuntimeError("no model is loaded yet")
        return self._living

    @property
    def menu(self) -> "PetMenu":
        return self.living_model.menu

    @property
    def dropped_frames(self) -> int:
        """The number of frames that were not drawn in time since the model was loaded; 0 before."""
        return self._living.frame_clock.dropped_frames if self._living else 0

    @property
    def animator(self) -> "CharacterAnimator":
        return self.living_model.animator

    @property
    def character(self) -> "Character":
        return self.living_model.character

    @property
    def is_alive(self) -> bool:
        """Whether the living model is on screen instead of its still picture."""
        return self._living is not None and self._living.has_first_frame

    @property
    def body(self) -> tuple[QRect, ...]:
        """The rows of the character's outline on the desktop, top to bottom; empty until a model is shown."""
        return self._living.outline.rows if self._living else ()

    def call(self) -> None:
        """Show the window in front where it can be seen and clicked, with its menu open.

        Ends click-through: permanently for Clicks.EVERYWHERE, else until the pointer has entered and left the window.
        """
        self.summon()
        self.living_model.open_menu(self.geometry().center())

    def summon(self) -> None:
        """Show the window in front where it can be seen and clicked; ends click-through as `call` does."""
        self.come_back()
        if self.look.clicks is Clicks.EVERYWHERE:
            self.apply(replace(self.look, clicks=Clicks.TRANSPARENT))
            self.look_changed.emit(self.look)
        self.living_model.click_through.capture()

    def come_back(self) -> None:
        """Show the window in front of all others, within the screen."""
        self.placement.restore(self.maximumSize())
        self.show()
        self.raise_()

    def apply(self, look: CharacterLook) -> None:
        """Apply a look, except for its model: that is shown by `LivingModel.replace_model`."""
        super().apply(look)
        if self._living is not None:
            self._living.apply(look)

    def close_gl(self) -> None:
        """Free all OpenGL resources for good. To be called before the application quits."""
        self._still = None
        self.close_compositor()
        if self._living is not None:
            self._living.close()

    def resize_frame(self) -> None:
        super().resize_frame()
        if self._living is not None:
            self._living.fit()

    def paint_frame(self) -> None:
        if self._living is not None and self._living.is_loaded:
            self._living.draw()
        else:
            super().paint_frame()

    def after_frame(self) -> None:
        if self._living is not None and self._living.is_loaded:
            self._is_still_shown, self._picture = False, None
            self._living.on_frame_swapped()
        elif not self._is_still_shown:
            self._is_still_shown = True
            if self._living is not None:
                self._living.load_later()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._reactions is not None:
            self._reactions.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._reactions is not None:
            self._reactions.double_click(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._reactions is not None:
            self._reactions.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._living is not None:
            self._living.gestures.release(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._living is not None:
            self._living.gestures.wheel(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Imports the model of the settings, which the first picture does not wait for.
        from deskpet.ui.widgets.command_keys import command_keys

        keys = QKeySequence(event.keyCombination()).toString()
        if self._living is not None and keys == command_keys().keys("settings"):
            self.menu.settings_requested.emit()
        elif (receiver := self._key_receiver()) is not None:
            QGuiApplication.sendEvent(receiver, event)
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def focusObject(self) -> QObject:
        # Input methods write there.
        return self._key_receiver() or super().focusObject()

    def _key_receiver(self) -> QObject | None:
        """Return what gets the window's keys on Wayland, where popups beside her get none themselves."""
        if not x11.is_wayland():
            return None
        from deskpet.ui.platform import wayland

        return wayland.key_receiver(self)

    def exposeEvent(self, event: QExposeEvent) -> None:
        super().exposeEvent(event)
        if self._living is not None:
            self._living.update_frame_clock()

    def showEvent(self, event: QShowEvent) -> None:
        if self._living is not None:
            self._living.animator.note_touch()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        if self._living is not None:
            self._living.pause()
        super().hideEvent(event)
