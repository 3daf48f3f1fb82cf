"""The character's window: it shows a still picture from the first moment on, and then who lives in it.

It is a native one of its own because that is the cheapest per frame and the easiest to click through; what stands
beside it follows `moved`. What makes the picture live is imported after the still one is on screen.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QExposeEvent, QGuiApplication, QHideEvent, QImage, QMouseEvent, QShowEvent, QWheelEvent

from deskpet.ui.pet import gl
from deskpet.ui.pet.desktop_window import DesktopWindow
from deskpet.ui.pet.saved_look import DEFAULT, CharacterLook
from deskpet.ui.pet.still_picture import StillPicture

if TYPE_CHECKING:
    from deskpet.pet.character import Character, Gesture
    from deskpet.pet.model_file import ModelFile
    from deskpet.pet.model_notes import ModelNotes
    from deskpet.pet.presence import Presence
    from deskpet.ui.pet.living_model import LivingModel
    from deskpet.ui.pet.menu import PetMenu
    from deskpet.ui.stage import Stage

WIDTH, HEIGHT = 300, 450


class PetWindow(DesktopWindow):
    """Shows a still picture until somebody moves in, and whenever the one who lives here is not drawn yet.

    Most of what may be asked of it is about that one: it raises RuntimeError before `move_in`.

    look_wanted: the user gave it this Look, with the wheel or by a call; it already has it.
    clicked: a hit area was tapped; the character has already reacted.
    menu_requested: a point on the desktop; the window's own menu has opened there.
    first_frame: the living character is on screen. failed: it can't be, and why.
    """

    look_wanted = Signal(object)
    clicked = Signal(str)
    menu_requested = Signal(QPoint)
    first_frame = Signal()
    failed = Signal(str)

    def __init__(
        self,
        model: "ModelFile | None" = None,
        stage: "Stage | None" = None,
        *,
        still: StillPicture | None = None,
        look: CharacterLook = DEFAULT,
        place_file: Path | None = None,
    ) -> None:
        """A model moves in at once where there is one; else the window shows `still`.

        `place_file` keeps where the character stands; without one it begins in the lower right corner.
        """
        super().__init__(scaled(look.scale), place_file)
        self._still, self._is_still_out = still, False
        self._picture: QImage | None = None
        self._look = look
        self._life: LivingModel | None = None
        self.fade.wear(look.opacity, fades=look.fade_when_near)
        if isinstance(application := QGuiApplication.instance(), QGuiApplication):
            application.aboutToQuit.connect(self.close_gl)
        if model is not None and stage is not None:
            self.move_in(model, stage)

    def move_in(self, model: "ModelFile", stage: "Stage") -> None:
        """Let the model live here, and follow the stage's cues."""
        from deskpet.pet.model_notes import ModelNotes
        from deskpet.ui.pet import still_picture as still
        from deskpet.ui.pet.living_model import LivingModel

        self._still = self._still or still.capture(model, ModelNotes())
        self._life = LivingModel(self, model, stage, self._look)
        if self._is_still_out:
            self._life.wake_soon()

    @property
    def look(self) -> CharacterLook:
        """How it looks now."""
        return self._look

    @property
    def still(self) -> StillPicture:
        """The picture that stands in for who lives here, as that one stands now."""
        return self.life.still

    @property
    def life(self) -> "LivingModel":
        """Who lives here. Raises RuntimeError."""
        if self._life is None:
            raise RuntimeError("nobody has moved in yet")
        return self._life

    @property
    def menu(self) -> "PetMenu":
        return self.life.menu

    @property
    def presence(self) -> "Presence":
        return self.life.presence

    @property
    def character(self) -> "Character":
        return self.life.character

    @property
    def is_alive(self) -> bool:
        """Whether the living character is on screen, and no longer its still picture."""
        return self._life is not None and self._life.is_out

    def show_expression(self, name: str) -> None:
        """Change the face, now or as soon as the character lives. An unknown name is logged."""
        self.life.show_expression(name)

    def play_motion(self, group: str, index: int = 0) -> None:
        """Play a motion, now or as soon as the character lives. An unknown one is logged."""
        self.life.play_motion(group, index)

    def perform(self, gesture: "Gesture") -> None:
        """Play the gesture's motion, with its expression for a while."""
        self.life.perform(gesture)

    def hit_test(self, point: QPointF) -> str | None:
        """The hit area at a point of the window, or None."""
        return self.life.hit_test(point)

    def covers(self, point: QPointF) -> bool:
        """Whether the character is at a point of the window; before it lives, all of the window counts."""
        return self.life.covers(point)

    def call(self) -> None:
        """Come back from wherever it is, to where it can be seen and clicked, with its menu open.

        This ends clicking through it: for good where it was for all of it, else until the pointer has come and gone.
        """
        self.come_back()
        self.life.answer_call()

    def come_back(self) -> None:
        """Show the window before all others, where it can be seen."""
        self.stand.go(self.maximumSize())
        self.show()
        self.raise_()

    def rest(self, resting: bool) -> None:
        """Draw nothing while nobody can see it, as behind a locked screen."""
        self.life.rest(resting)

    def show_model(self, model: "ModelFile") -> None:
        """Show another model in this one's place; the stage's character is already the new one."""
        self.life.become(model)

    def show_still(self, still: StillPicture) -> None:
        """Show this picture in a moment; who lives here wakes when it is on screen."""
        if self._is_still_out and still == self._still:
            return
        self._still, self._is_still_out, self._picture = still, False, None
        QTimer.singleShot(0, self, self.paint_now)

    def heed(self, notes: "ModelNotes") -> None:
        """Stand and rest as the user's notes on the model say; the stage's character already follows them."""
        self.life.heed(notes)

    def set_scale(self, scale: float) -> None:
        """Change the size, 1.0 being WIDTH x HEIGHT; the feet stay where they are."""
        self.grow(scaled(scale))

    def wear(self, look: CharacterLook) -> None:
        """Look like this from now on; another model is shown by `show_model`."""
        self._look = look
        if self.size() != scaled(look.scale):
            self.set_scale(look.scale)
        self.fade.wear(look.opacity, fades=look.fade_when_near)
        if self._life is not None:
            self._life.wear(look)

    def look_out_for(self, chat: Callable[[], QRect | None]) -> None:
        """`chat` tells where on the desktop to look at the chat, or None: the character does so now and then."""
        self.life.look_out_for(chat)

    def close_gl(self) -> None:
        """Free what lives in the OpenGL context, for good. To be called before the application quits."""
        self._still = None
        if self._life is not None:
            self._life.close()

    def fit_frame(self) -> None:
        super().fit_frame()
        self._picture = None
        if self._life is not None:
            self._life.fit()

    def paint_frame(self) -> None:
        if self._life is not None and self._life.is_awake:
            self._life.draw()
        elif self._still is not None:
            # Window systems ask for it again and again while they make room for the window.
            self._picture = self._picture or self._still.painted(self.size(), self.devicePixelRatio())
            gl.show(self._picture)
        else:
            super().paint_frame()

    def frame_is_out(self) -> None:
        if self._life is not None and self._life.is_awake:
            self._is_still_out, self._picture = False, None
            self._life.note_frame()
        elif not self._is_still_out:
            self._is_still_out = True
            if self._life is not None:
                self._life.wake_soon()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._life is not None:
            self._life.reactions.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._life is not None:
            self._life.reactions.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._life is not None:
            self._life.reactions.hand.release(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._life is not None:
            self._life.reactions.hand.turn(event)

    def exposeEvent(self, event: QExposeEvent) -> None:
        super().exposeEvent(event)
        if self._life is not None:
            self._life.follow_exposure()

    def showEvent(self, event: QShowEvent) -> None:
        if self._life is not None:
            self._life.presence.note_press()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        if self._life is not None:
            self._life.pause()
        super().hideEvent(event)


def scaled(scale: float) -> QSize:
    """The window's size at a scale."""
    return QSize(round(WIDTH * scale), round(HEIGHT * scale))
