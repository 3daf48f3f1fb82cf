"""LivingModel: the animated model in the window of the pet. Updates and draws it, and controls its behavior."""

import logging
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer

from deskpet.config.character_look import CharacterLook
from deskpet.pet import frame_rate
from deskpet.pet.body import Body, BodyFile, UnknownName
from deskpet.pet.character import Character, Gesture
from deskpet.pet.character_animator import CharacterAnimator
from deskpet.pet.held_gaze import GazeRequest
from deskpet.pet.model_notes import ModelNotes
from deskpet.ui.pet import pointer, still_picture
from deskpet.ui.pet.body_loader import BodyLoader
from deskpet.ui.pet.click_through import ClickThrough
from deskpet.ui.pet.frame_clock import FrameClock
from deskpet.ui.pet.hit_test import HitTest, OutlineMeasurement
from deskpet.ui.pet.mouse_gestures import MouseGestures
from deskpet.ui.pet.pointer import GazeTarget
from deskpet.ui.pet.still_picture import StillPicture
from deskpet.ui.pet.still_window import StillWindow
from deskpet.ui.platform.power import PowerMonitor
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.pet.gait import Posture
    from deskpet.ui.pet.canvas import Canvas
    from deskpet.ui.pet.menu import PetMenu
    from deskpet.ui.pet.meter import Meter

# Seconds between updates of gaze and behavior, with the pointer at rest, and moving; the model itself eases the motion
# of its head. At the frame rate LIVELY each frame updates them, but for what a resting pointer is above.
SENSE_S, FOLLOW_S = 0.09, 0.06
# Time after the first frame, which shows the model's basic pose, until its usual pose, in ms.
SETTLED_MS = 5000

log = logging.getLogger(__name__)


class LivingModel(QObject):
    """Animates one model after the other in a window. Nothing is drawn until a model is loaded.

    model: the present one, even if it is not loaded yet. has_first_frame: whether its first frame is on screen.
    """

    def __init__(self, window: StillWindow, model: BodyFile, stage: Stage, look: CharacterLook) -> None:
        super().__init__(window)
        self._window, self.model, self._stage, self._look = window, model, stage, look
        self._notes = ModelNotes()
        # The previous model stays loaded until the next one is: they share the shaders, which take long to link.
        self._rig: Body | None = None
        self._previous_rig: Body | None = None
        # The model whose textures are being read.
        self._loading_rig: Body | None = None
        self._canvas: Canvas | None = None
        self.outline = OutlineMeasurement(window)
        self.has_first_frame = self._is_closed = self._is_resting = False
        self._travel: Callable[[], QPoint] | None = None
        self._deferred: list[Callable[[Body], None]] = []
        self.animator = CharacterAnimator(lambda: self._stage.character)
        self.gaze = GazeTarget(window)
        self._hit_test = HitTest(self._may_cover)
        self.click_through = ClickThrough(window, self._covers_exactly, self.gaze.pointer)
        self.gestures = MouseGestures(window, lambda: self.outline.rows)
        self._loader = BodyLoader(window, self)
        self._loader.loaded.connect(self._on_loaded)
        self._loader.failed.connect(self._on_load_failed)
        self._loader.changed.connect(self._refit)
        self._power = PowerMonitor(self)
        self._meter: Meter | None = None
        self._menu: PetMenu | None = None
        self.frame_clock = FrameClock(look.frame_rate, self, window)
        self.frame_clock.tick.connect(self._on_tick)
        self._frame_started_at, self._processor_time, self._sensed_at = perf_counter(), 0.0, 0.0
        self._frame_rate = frame_rate.FrameRate.LIVELY
        self._follow(stage)
        window.context_replaced.connect(self.reload)
        window.set_name(self.character.name)
        self.apply(look)

    def _follow(self, stage: Stage) -> None:
        stage.expression_requested.connect(self.show_expression)
        stage.motion_requested.connect(self.play_motion)
        stage.look_requested.connect(self.look_at)
        stage.thing_lent.connect(self._lend)
        stage.things_taken_back.connect(self._take_back)

    # Slots of this object: a signal would hold the animator, and with it the window, for good.

    def _lend(self, name: str, on: bool) -> None:
        self.animator.lend(name, on)

    def _take_back(self) -> None:
        self.animator.take_back()

    @property
    def character(self) -> Character:
        """The character of the stage."""
        return self._stage.character

    @property
    def still(self) -> StillPicture:
        """The picture shown until the model is loaded."""
        return still_picture.capture(self.model, self._notes)

    @property
    def menu(self) -> "PetMenu":
        """The menu, created on first use to keep the start fast."""
        if self._menu is None:
            from deskpet.ui.pet.menu import PetMenu

            self._menu = PetMenu()
            self._menu.show_look(self._look)
        return self._menu

    @property
    def is_loaded(self) -> bool:
        """Whether the model is loaded; `has_first_frame` is whether it has been drawn."""
        return self._rig is not None

    def show_expression(self, name: str) -> None:
        """Show an expression, now or as soon as the model is loaded."""
        self._run_when_loaded(lambda rig: self.animator.hold_expression(rig, name))

    def play_motion(self, group: str, index: int = 0) -> None:
        """Play a motion, now or as soon as the model is loaded."""
        self._run_when_loaded(lambda rig: self.animator.move(rig, group, index))

    def look_at(self, request: GazeRequest) -> None:
        """Look in a direction for some time, now or as soon as the model is loaded."""
        point = self.gaze.direction_of(request.x, request.y)
        self._run_when_loaded(lambda _: self.animator.hold_gaze(request, point))

    def perform(self, gesture: Gesture) -> None:
        """Play the motion of a gesture, and show its expression for a while."""
        self._run_when_loaded(lambda rig: self.animator.answer(rig, gesture))

    def hit_test(self, point: QPointF) -> str | None:
        """Return the hit area at a point of the window, or None."""
        return self._rig.hit_test(point.x(), point.y()) if self._rig else None

    def covers(self, point: QPointF) -> bool:
        """Whether the character covers a point of the window; True everywhere until it is loaded."""
        return self._covers_exactly(point) is not False

    def covers_by_pixel(self, point: QPointF) -> bool:
        """Whether the character covers a point of the window; draws a frame if its pixel was not read yet."""
        if self._covers_exactly(point) is None:
            self._window.paint_now()
        return self.covers(point)

    def open_menu(self, point: QPoint) -> None:
        """Open the menu at a point of the desktop."""
        self.menu.open_at(point, self._window)
        self._window.menu_requested.emit(point)

    def raise_frame_rate(self) -> None:
        """Raise the frame rate for a change that is about to happen; the next frame may be far off otherwise."""
        self._set_frame_rate(frame_rate.FrameRate.LIVELY)

    def on_hover(self) -> None:
        """Use at least the frame rate for a character below the pointer."""
        rate = frame_rate.frames_per_second(frame_rate.FrameRate.IN_VIEW, self._look.frame_rate)
        self._set_rate(max(self.frame_clock.rate, rate))

    def travel_by(self, step: Callable[[], QPoint] | None) -> None:
        """Ask a function for the window's position before each frame, at the highest rate; None: the window stays."""
        self._travel = step
        if step:
            self.raise_frame_rate()

    def assume(self, posture: "Posture") -> None:
        """Stand, walk, sit or fall on the desktop from now on; nothing while no model is loaded."""
        if self._rig is not None:
            self._rig.assume(posture)

    @property
    def walks(self) -> bool:
        """Whether the model's feet stay where they stand while it walks; else it hops."""
        return self._rig is not None and self._rig.walks

    @property
    def canvas_height(self) -> float:
        """The height of the model's canvas, which is fitted into the window, in logical pixels."""
        width, height = self._rig.canvas if self._rig else (1.0, 1.0)
        return min(self._window.height(), self._window.width() * height / width) * self._notes.scale

    @property
    def is_resting(self) -> bool:
        """Whether nothing is drawn, as nobody could see it."""
        return self._is_resting

    def rest(self, resting: bool) -> None:
        """Stop or resume drawing, as the character is hidden or visible."""
        self._is_resting = resting
        self.update_frame_clock()

    def replace_model(self, model: BodyFile) -> None:
        """Replace the model. The character of the stage has been replaced before."""
        self._window.motion_sound_changed.emit(None)
        self.model, self._is_closed = model, False
        self._window.set_name(self.character.name)
        kept = (self._rig or self._previous_rig or self._loading_rig) if self._loader.can_join(model) else None
        self._start_over(kept)

    def reload(self) -> None:
        """Load the model again, in a new OpenGL context that has nothing of the previous one."""
        # The names of what is freed are free already in the new context, where that does nothing.
        self._start_over(None)

    def _start_over(self, kept: Body | None) -> None:
        """Show the still picture until the model is loaded, and free all others but `kept`."""
        self.frame_clock.stop()
        self._loader.let_go()
        self.outline.forget()
        self._free_models(except_for=kept)
        self._previous_rig, self.has_first_frame = kept, False
        self.animator.reset()
        self._window.show_still(self.still)

    def apply_notes(self, notes: ModelNotes) -> None:
        """Apply the scale and anchor of the user's notes. The character of the stage has them already."""
        previous, self._notes = self._notes, notes
        self.animator.rest()
        self.animator.wear(notes.worn)
        if self._rig is None:
            self._window.show_still(self.still)
            return
        if (previous.scale, previous.anchor) != (notes.scale, notes.anchor):
            self.outline.forget()
            self._refit()
            self._window.paint_now()

    def apply(self, look: CharacterLook) -> None:
        """Apply the settings of the character's behavior; the window applies its own."""
        self._look = look
        self.click_through.apply(look.clicks)
        self.gestures.is_drag_allowed = not look.hold_position
        self.animator.set_sleep_timeout(look.sleep_after_minutes * 60)
        self.animator.set_takes_things(look.takes_things)
        self._power.apply(look.power_saver)
        if look.show_meter and self._meter is None:
            from deskpet.ui.pet.meter import Meter

            self._meter = Meter()
            self._window.frameSwapped.connect(self._meter.count_frame)
            self._window.moved.connect(self._meter.place_below)
            self._window.visibleChanged.connect(self._show_meter)
        self._show_meter()
        if self._menu:
            self._menu.show_look(look)

    def _show_meter(self) -> None:
        """Show the meter together with the window, if it is wanted."""
        if self._meter:
            is_shown = self._look.show_meter and self._window.isVisible()
            if is_shown:
                self._meter.place_below(self._window.geometry())
            self._meter.setVisible(is_shown)

    def close(self) -> None:
        """Free everything in the OpenGL context for good."""
        self._is_closed = True
        if self._meter:
            self._meter.close()
            self._meter = None
        self.frame_clock.stop()
        self._loader.close()
        self._free_models()

    def _free_models(self, except_for: Body | None = None) -> None:
        """Free all models but one in their context, and have none."""
        loaded = (self._rig, self._previous_rig, self._loading_rig)
        models = [rig for rig in loaded if rig is not None and rig is not except_for]
        self._rig = self._previous_rig = self._loading_rig = None
        if models:
            self._window.makeCurrent()
            self._canvas = None
            for rig in models:
                rig.close()
            self._window.doneCurrent()

    def _run_when_loaded(self, action: Callable[[Body], None]) -> None:
        """Run `action` now, or after the model is loaded. Logs an unknown name."""
        if self._rig is None:
            if not self._is_closed:
                self._deferred.append(action)
            return
        self.raise_frame_rate()
        try:
            action(self._rig)
        except UnknownName as error:
            log.warning("%s", error)

    def load_later(self) -> None:
        """Load the model, which blocks for a while, once the still picture is on screen."""
        if (image := self._window.still_image) is not None:
            self.click_through.show_still(image, self._window.devicePixelRatio())
        QTimer.singleShot(0, self, self._load)

    def _load(self) -> None:
        if self._rig is not None or self._loading_rig is not None or self._is_closed:
            return
        self._window.check_transparency()
        self._loading_rig = self._loader.load(self.model, self._notes.scale, self.character.idle_group)

    def _on_load_failed(self, cause: str) -> None:
        self._is_closed = True
        self._free_models()
        self._window.failed.emit(cause)

    def _on_loaded(self, rig: Body) -> None:
        """Begin to draw a model whose textures are there, and free the one before."""
        self._free_models(except_for=rig)
        self._rig = rig
        self._refit()
        rig.on_sound = self._on_sound
        self._frame_started_at = perf_counter()
        self.perform(self.character.greeting)
        deferred, self._deferred = self._deferred, []
        for action in deferred:
            self._run_when_loaded(action)
        self.update_frame_clock()

    def _on_sound(self, file: Path) -> None:
        if not self._is_resting:
            self._window.motion_sound_changed.emit(file)

    def fit(self) -> None:
        """Fit the model to a new size of the window, whose context is current."""
        if self._rig is None:
            return
        width, height, anchor = self._window.width(), self._window.height(), self._notes.anchor
        self._rig.resize(width, height, self._notes.scale, (anchor.x, anchor.y))
        self.click_through.invalidate()
        self._loader.fit(self._notes.scale)
        self.frame_clock.reset_frame_time()

    def _refit(self) -> None:
        if self._rig is not None:
            self._window.makeCurrent()
            self.fit()
            self._window.doneCurrent()

    def draw(self) -> None:
        """Update and draw the model, which is loaded, in the current context of the window."""
        rig, window = self._rig, self._window
        assert rig is not None
        now = perf_counter()
        elapsed, self._frame_started_at = now - self._frame_started_at, now
        self._processor_time = process_time()
        rig.update(elapsed)
        self._loader.prepare_frame(sharpness := self.frame_clock.sharpness)
        if sharpness < 1:
            if self._canvas is None:
                from deskpet.ui.pet.canvas import Canvas

                self._canvas = Canvas(window)
            with self._canvas.drawing_smaller(sharpness):
                rig.draw()
        else:
            self._canvas = None
            rig.draw()
        if self._hit_test.is_wanted:
            self._hit_test.read(window.size(), window.devicePixelRatio())
        if self.click_through.needs_frame:
            self.click_through.update_shape(window.size(), window.devicePixelRatio())
        self.outline.read_if_due()

    def on_frame_swapped(self) -> None:
        """Note that the drawn frame has been sent to the screen."""
        if self._rig and self._rig.max_rate is None:
            # Sprites are never drawn at less than the full size: few frames cost nothing.
            elapsed, processor = perf_counter() - self._frame_started_at, process_time() - self._processor_time
            self.frame_clock.record_frame_time(elapsed, processor)
        self.click_through.start()
        if self._hit_test.take_updated():
            self._follow_pointer()
        if not self.has_first_frame:
            self.has_first_frame = True
            self._window.first_frame.emit()
            QTimer.singleShot(SETTLED_MS, self, self.outline.schedule)

    def update_frame_clock(self) -> None:
        """Run the frame clock only while the model is loaded and visible."""
        if self._rig is not None and self._window.isExposed() and not self._is_resting:
            self.frame_clock.start()
        else:
            self.frame_clock.stop()

    def pause(self) -> None:
        """Stop the timers while the window is hidden."""
        self.gestures.end_hold()
        self.frame_clock.stop()
        self.click_through.stop()

    def _on_tick(self) -> None:
        goal = self._travel() if self._travel else None
        now = perf_counter()
        is_moving, is_lively = pointer.is_moving(), self._frame_rate is frame_rate.FrameRate.LIVELY
        is_due = now - self._sensed_at >= (FOLLOW_S if is_moving else SENSE_S)
        if self._rig is not None and (is_due or (is_lively and is_moving)):
            self._sensed_at = now
            self._hit_test.invalidate()
            self._follow_pointer()
        if self._rig is not None and (is_due or is_lively):
            rate = self.animator.act(self._rig, self.gaze.look())
            self._set_frame_rate(frame_rate.FrameRate.LIVELY if self._travel else rate)
        is_wanted = self._hit_test.is_wanted or self.click_through.needs_frame or not self.has_first_frame
        if is_wanted or self._rig is None or not self._rig.shown_for(now - self._frame_started_at):
            self._window.paint_now()
        # The frames of sprites last for times of their own.
        if self._rig is not None and (rest := self._rig.shown_for(perf_counter() - self._frame_started_at)):
            self.frame_clock.tick_within(rest)
        # After the frame that fits it: of the two, the window system shows the position sooner.
        if goal is not None and goal != self._window.position():
            self._window.setPosition(goal)

    def _set_frame_rate(self, rate: frame_rate.FrameRate) -> None:
        self._frame_rate = rate
        self._set_rate(frame_rate.frames_per_second(rate, self._look.frame_rate, saving=self._power.is_saving))

    def _set_rate(self, rate: int) -> None:
        # The window moves evenly, however few pictures there are.
        most = self._rig.max_rate if self._rig and not self._travel else None
        self.frame_clock.set_rate(min(rate, most) if most else rate)

    def _follow_pointer(self) -> None:
        """Update click-through and fading for the pointer."""
        is_held = self.gestures.is_pressed or (self._menu is not None and self._menu.isVisible())
        point = self.gaze.pointer()
        self._window.fade.look(point, is_held=is_held)
        if not is_held:
            self.click_through.update_pointer(point)

    def _may_cover(self, point: QPointF) -> bool:
        return self._rig.covers(point.x(), point.y()) if self._rig else True

    def _covers_exactly(self, point: QPointF) -> bool | None:
        if self._rig and self._rig.is_exact:
            return self._rig.covers(point.x(), point.y())
        return self._hit_test.covers(point) if self._rig else True
