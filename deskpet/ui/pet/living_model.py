"""What makes the picture in a window a character: its model, and what it feels and does from frame to frame."""

import logging
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QTimer

from deskpet.choices import Clicks
from deskpet.pet import frame_rate
from deskpet.pet.character import Character, Gesture
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.presence import Presence
from deskpet.pet.rig import NotLoaded, Rig, UnknownName, can_join
from deskpet.ui.pet import gl, pointer, still_picture
from deskpet.ui.pet.click_through import ClickThrough
from deskpet.ui.pet.frame_clock import FrameClock
from deskpet.ui.pet.gaze_target import GazeTarget
from deskpet.ui.pet.mouse_gestures import MouseGestures
from deskpet.ui.pet.pixel_test import PixelTest
from deskpet.ui.pet.placement_tracker import is_wayland
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.still_picture import StillPicture
from deskpet.ui.pet.still_window import StillWindow
from deskpet.ui.pet.textures import Textures
from deskpet.ui.platform.power import PowerMonitor
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.ui.pet.canvas import Canvas
    from deskpet.ui.pet.menu import PetMenu
    from deskpet.ui.pet.meter import PetMeter

# How often the character looks around and decides what to do, unless it is lively: its head turns in its own time.
# A pointer that moves is followed more closely.
SENSE_S, FOLLOW_S = 0.09, 0.06

log = logging.getLogger(__name__)


class LivingModel(QObject):
    """Lives in a window, as one model after the other; awake while there is a model that can be drawn."""

    def __init__(self, window: StillWindow, model: ModelFile, stage: Stage, look: CharacterLook) -> None:
        super().__init__(window)
        self._window, self._model, self._stage, self._look = window, model, stage, look
        self._notes = ModelNotes()
        # The last model stays loaded until the next one is: they share shaders, which take long to link.
        self._rig: Rig | None = None
        self._former: Rig | None = None
        self._canvas: Canvas | None = None
        self.is_out = self._is_closed = self._is_resting = False
        self._waiting: list[Callable[[Rig], None]] = []
        self.presence = Presence(lambda: self._stage.character)
        self._eyes = GazeTarget(window)
        self._pixel = PixelTest(self._may_cover)
        self.click_through = ClickThrough(window, self._covers_exactly, self._eyes.pointer)
        self.gestures = MouseGestures(window)
        self._textures = Textures(window, self)
        self._textures.changed.connect(self._refit)
        self._power = PowerMonitor(self)
        self._meter: PetMeter | None = None
        self._menu: PetMenu | None = None
        self._clock = FrameClock(look.frame_rate, self)
        self._clock.tick.connect(self._on_tick)
        self._frame_began, self._sensed_at = perf_counter(), 0.0
        self._pace = frame_rate.FrameRate.LIVELY
        stage.expression_requested.connect(self.show_expression)
        stage.motion_requested.connect(self.play_motion)
        window.setTitle(self.character.name)
        self.apply(look)

    @property
    def character(self) -> Character:
        return self._stage.character

    @property
    def model(self) -> ModelFile:
        return self._model

    @property
    def still(self) -> StillPicture:
        """What stands in for it until it is awake."""
        return still_picture.capture(self._model, self._notes)

    @property
    def menu(self) -> "PetMenu":
        """Made when it is first wanted: who has only just appeared needs none."""
        if self._menu is None:
            from deskpet.ui.pet.menu import PetMenu

            self._menu = PetMenu()
            self._menu.show_look(self._look)
        return self._menu

    @property
    def is_awake(self) -> bool:
        """Whether there is somebody to draw; `is_out` tells whether that has been done."""
        return self._rig is not None

    def show_expression(self, name: str) -> None:
        """Change the face, now or as soon as it is awake."""
        self._do(lambda rig: self.presence.hold_expression(rig, name))

    def play_motion(self, group: str, index: int = 0) -> None:
        """Play a motion, now or as soon as it is awake."""
        self._do(lambda rig: self.presence.move(rig, group, index))

    def perform(self, gesture: Gesture) -> None:
        """Play the gesture's motion, with its expression for a while."""
        self._do(lambda rig: self.presence.answer(rig, gesture))

    def hit_test(self, point: QPointF) -> str | None:
        """The hit area at a point of the window, or None."""
        return self._rig.hit_test(point.x(), point.y()) if self._rig else None

    def covers(self, point: QPointF) -> bool:
        """Whether the character is at a point of the window; asleep, it is everywhere."""
        return self._covers_exactly(point) is not False

    def answer_call(self) -> None:
        """It was called, and has come: it takes clicks, and shows its menu."""
        if self._look.clicks is Clicks.EVERYWHERE:
            self._window.apply(replace(self._look, clicks=Clicks.TRANSPARENT))
            self._window.look_changed.emit(self._look)
        self.click_through.call()
        self.open_menu(self._window.geometry().center())

    def open_menu(self, point: QPoint) -> None:
        """Show its menu at a point of the desktop."""
        self.menu.open_at(point, self._window)
        self._window.menu_requested.emit(point)

    def quicken(self) -> None:
        """Something is about to happen: where frames are few, the next one may be far off."""
        self._set_pace(frame_rate.FrameRate.LIVELY)

    def come_into_view(self) -> None:
        """The pointer is on it: it is looked at."""
        self._clock.set_rate(
            max(self._clock.rate, frame_rate.frames_per_second(frame_rate.FrameRate.IN_VIEW, self._look.frame_rate))
        )

    def rest(self, resting: bool) -> None:
        """Draw nothing while nobody can see it."""
        self._is_resting = resting
        self.follow_exposure()

    def become(self, model: ModelFile) -> None:
        """Live on as another model; the stage's character is already the new one."""
        self._clock.stop()
        self._textures.let_go()
        if can_join(model):
            self._former, self._rig = self._rig or self._former, None
        else:
            self._free_models()
        self._model = model
        self.is_out = self._is_closed = False
        self.presence.reset()
        self._window.setTitle(self.character.name)
        self._window.show_still(self.still)

    def apply_notes(self, notes: ModelNotes) -> None:
        """Stand and rest as the user's notes on the model say; the stage's character already follows them."""
        before, self._notes = self._notes, notes
        self.presence.rest()
        if self._rig is None:
            self._window.show_still(self.still)
            return
        self._rig.play_idle(self.character.idle_group)
        if (before.scale, before.anchor) != (notes.scale, notes.anchor):
            self._refit()
            self._window.paint_now()

    def apply(self, look: CharacterLook) -> None:
        """Behave like this from now on; what concerns the window alone is its own."""
        self._look = look
        self.click_through.apply(look.clicks)
        self.gestures.is_drag_allowed = not look.hold_position
        self.presence.set_sleep_timeout(look.sleep_after_minutes * 60)
        self._power.apply(look.power_saver)
        if look.show_meter or self._meter:
            self._worn_meter().apply(shown=look.show_meter)
        if self._menu:
            self._menu.show_look(look)

    def set_chat_locator(self, chat: Callable[[], QRect | None]) -> None:
        """`chat` tells where on the desktop to look at the chat, or None."""
        self._eyes.chat = chat

    def close(self) -> None:
        """Free what lives in the OpenGL context, for good."""
        self._is_closed = True
        if self._meter:
            self._meter.close()
        self._clock.stop()
        self._textures.close()
        self._free_models()

    def _free_models(self) -> None:
        """Free the living model and the one before it, in their own context."""
        models = [rig for rig in (self._rig, self._former) if rig is not None]
        self._rig = self._former = None
        if models:
            self._window.makeCurrent()
            self._canvas = None
            for rig in models:
                rig.close()
            self._window.doneCurrent()

    def _do(self, act: Callable[[Rig], None]) -> None:
        if self._rig is None:
            if not self._is_closed:
                self._waiting.append(act)
            return
        self.quicken()
        try:
            act(self._rig)
        except UnknownName as error:
            log.warning("%s", error)

    def wake_soon(self) -> None:
        """The still picture is on screen: now the world may stop for a while."""
        QTimer.singleShot(0, self, self._wake)

    def _wake(self) -> None:
        if self._rig is not None or self._is_closed:
            return
        self._window.check_transparency()
        self._window.makeCurrent()
        try:
            rig = Rig(self._textures.begin(self._model, self._notes.scale), self.character.idle_group)
            with gl.deleting_failed_programs():
                rig.create_renderer()
            self._textures.on_uploaded(rig)
            self._fit(rig)
        except (NotLoaded, OSError) as error:
            self._is_closed = True
            self._free_models()
            self._window.failed.emit(str(error))
            return
        finally:
            self._window.doneCurrent()
        self._free_models()
        self._rig = rig
        self._frame_began = perf_counter()
        self.perform(self.character.greeting)
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            self._do(act)
        self.follow_exposure()

    def fit(self) -> None:
        """The window has another size; its context is current."""
        if self._rig is not None:
            self._fit(self._rig)

    def _fit(self, rig: Rig) -> None:
        width, height = self._window.width(), self._window.height()
        rig.resize(width, height, self._notes.scale, (self._notes.anchor.x, self._notes.anchor.y))
        self._textures.schedule_update(self._notes.scale)
        self.click_through.forget()
        gl.limit_mipmaps(self._textures.smallest_mipmap(rig))
        self._clock.reset_frame_time()

    def _refit(self) -> None:
        if self._rig is not None:
            self._window.makeCurrent()
            self._fit(self._rig)
            self._window.doneCurrent()

    def draw(self) -> None:
        """Let time pass, and draw what has come of it; to be called while it is awake, in the window's context."""
        rig, window = self._rig, self._window
        assert rig is not None
        now = perf_counter()
        passed, self._frame_began = now - self._frame_began, now
        rig.update(passed)
        if self._textures.set_sharpness(sharpness := self._clock.sharpness):
            gl.limit_mipmaps(self._textures.smallest_mipmap(rig))
        if sharpness < 1:
            with self._smaller().drawing_smaller(sharpness):
                rig.draw()
        else:
            self._canvas = None
            rig.draw()
        if self._pixel.is_wanted:
            self._pixel.read(window.size(), window.devicePixelRatio())
        if self.click_through.needs_frame:
            self.click_through.read(window.size(), window.devicePixelRatio())

    def note_frame(self) -> None:
        """The frame that was drawn is on its way to the screen."""
        self._clock.record_frame_time(perf_counter() - self._frame_began)
        self.click_through.begin()
        if self._pixel.take_updated():
            self._heed_pointer()
        if not self.is_out:
            self.is_out = True
            self._window.first_frame.emit()

    def _worn_meter(self) -> "PetMeter":
        if self._meter is None:
            from deskpet.ui.pet.meter import PetMeter

            self._meter = PetMeter(self._window, self._window.frameSwapped, self._window.moved)
        return self._meter

    def _smaller(self) -> "Canvas":
        if self._canvas is None:
            from deskpet.ui.pet.canvas import Canvas

            self._canvas = Canvas(self._window)
        return self._canvas

    def follow_exposure(self) -> None:
        """Let the clock run exactly while there is something to see."""
        if self._rig is not None and self._window.isExposed() and not self._is_resting:
            self._clock.start()
        else:
            self._clock.stop()

    def pause(self) -> None:
        """The window is hidden: nothing has to be looked after."""
        self._clock.stop()
        self.click_through.rest()

    def _on_tick(self) -> None:
        now = perf_counter()
        if self._rig is not None and self._is_due(now):
            self._sensed_at = now
            self._pixel.invalidate()
            self._heed_pointer()
            self._set_pace(self.presence.act(self._rig, self._eyes.look()))
        self._window.paint_now()

    def _is_due(self, now: float) -> bool:
        """Whether it is time to look around again."""
        if self._pace is frame_rate.FrameRate.LIVELY:
            return True
        return now - self._sensed_at >= (FOLLOW_S if pointer.is_moving() else SENSE_S)

    def _set_pace(self, wanted: frame_rate.FrameRate) -> None:
        self._pace = wanted
        self._clock.set_rate(frame_rate.frames_per_second(wanted, self._look.frame_rate, saving=self._power.is_saving))

    def _heed_pointer(self) -> None:
        """Let through, and fade, as the pointer goes. On Wayland it is unknown: once let through, always so."""
        if is_wayland():
            return
        is_held = self.gestures.is_pressed or (self._menu is not None and self._menu.isVisible())
        self._window.fade.look(pointer.position(), is_held=is_held)
        if not is_held:
            self.click_through.look(self._eyes.pointer())

    def _may_cover(self, point: QPointF) -> bool:
        return self._rig.covers(point.x(), point.y()) if self._rig else True

    def _covers_exactly(self, point: QPointF) -> bool | None:
        return self._pixel.covers(point) if self._rig else True
