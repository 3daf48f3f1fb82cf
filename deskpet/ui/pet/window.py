"""The character on the desktop: it lives in its window, is drawn there, and answers the hand that touches it.

The window is a native one of its own because that is the cheapest per frame and the easiest to click through; what
stands beside it follows `moved`.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, QSizeF, QTimer, Signal
from PySide6.QtGui import (
    QExposeEvent,
    QGuiApplication,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QShowEvent,
    QWheelEvent,
)

from deskpet.choices import Clicks
from deskpet.pet import pace
from deskpet.pet.character import Character, Gesture, in_words
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import Notes
from deskpet.pet.presence import Presence
from deskpet.pet.rig import NotLoaded, Rig, UnknownName
from deskpet.ui.pet import gl, pointer
from deskpet.ui.pet.canvas import Canvas
from deskpet.ui.pet.desktop_window import DesktopWindow
from deskpet.ui.pet.eyes import Eyes
from deskpet.ui.pet.frame_clock import FrameClock
from deskpet.ui.pet.hand import Hand
from deskpet.ui.pet.look import DEFAULT, LEAST_SCALE, MOST_SCALE, Look
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.meter import PetMeter
from deskpet.ui.pet.pixel import Pixel
from deskpet.ui.pet.power import Power
from deskpet.ui.pet.stand import is_wayland
from deskpet.ui.pet.still import Still
from deskpet.ui.pet.textures import Textures
from deskpet.ui.pet.through import ClickThrough
from deskpet.ui.stage import Stage

WIDTH, HEIGHT = 300, 450
# By how much a notch of the wheel changes the size.
PER_NOTCH = 1.05
# The wheel has come to rest when it was not turned for so long.
RESIZED_MS = 400

log = logging.getLogger(__name__)


class PetWindow(DesktopWindow):
    """Shows a model: its still picture first, then the living character.

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

    def __init__(self, model: ModelFile, stage: Stage, *, look: Look = DEFAULT, place_file: Path | None = None) -> None:
        """`place_file` keeps where the character stands; without one it begins in the lower right corner."""
        super().__init__(_scaled(look.scale), place_file)
        self._model, self._stage, self._notes = model, stage, Notes()
        self._still: Still | None = Still(model.preview)
        self._rig: Rig | None = None
        self._is_alive = self._is_closed = self._is_resting = False
        self._waiting: list[Callable[[Rig], None]] = []
        self.presence = Presence(lambda: self._stage.character)
        self._eyes, self._hand = Eyes(self), Hand(self)
        self._pixel = Pixel(self._may_cover)
        self._through = ClickThrough(self, self._covers_exactly, self._eyes.pointer)
        self._textures, self._canvas = Textures(self, self), Canvas(self)
        self._textures.changed.connect(self._refit)
        self._power, self._meter = Power(self), PetMeter(self, self.frameSwapped, self.moved)
        self._look, self._frame_began = look, perf_counter()
        self._clock = FrameClock(look.frame_rate, self)
        self._clock.tick.connect(self._on_tick)
        self.frameSwapped.connect(self._on_frame_swapped)
        self._resized = QTimer(self, singleShot=True, interval=RESIZED_MS)
        self._resized.timeout.connect(lambda: self.look_wanted.emit(self._look))
        self.menu = PetMenu()
        stage.expression_requested.connect(self.show_expression)
        stage.motion_requested.connect(self.play_motion)
        self._obey_the_hand()
        self.setTitle(self.character.name)
        self.wear(look)
        if isinstance(application := QGuiApplication.instance(), QGuiApplication):
            application.aboutToQuit.connect(self.close_gl)

    @property
    def character(self) -> Character:
        return self._stage.character

    @property
    def is_alive(self) -> bool:
        """Whether the living character is on screen, and no longer its still picture."""
        return self._is_alive

    def show_expression(self, name: str) -> None:
        """Change the face, now or as soon as the character lives. An unknown name is logged."""
        self._do(lambda rig: self.presence.hold_face(rig, name))

    def play_motion(self, group: str, index: int = 0) -> None:
        """Play a motion, now or as soon as the character lives. An unknown one is logged."""
        self._do(lambda rig: self.presence.move(rig, group, index))

    def perform(self, gesture: Gesture) -> None:
        """Play the gesture's motion, with its expression for a while."""
        self._do(lambda rig: self.presence.answer(rig, gesture))

    def hit_test(self, point: QPointF) -> str | None:
        """The hit area at a point of the window, or None."""
        return self._rig.hit_test(point.x(), point.y()) if self._rig else None

    def covers(self, point: QPointF) -> bool:
        """Whether the character is at a point of the window; before it lives, all of the window counts."""
        return self._covers_exactly(point) is not False

    def call(self) -> None:
        """Come back from wherever it is, to where it can be seen and clicked, with its menu open.

        This ends clicking through it: for good where it was for all of it, else until the pointer has come and gone.
        """
        self.stand.go(self.maximumSize())
        self.show()
        self.raise_()
        if self._look.clicks is Clicks.EVERYWHERE:
            self.wear(replace(self._look, clicks=Clicks.TRANSPARENT))
            self.look_wanted.emit(self._look)
        self._through.call()
        self._open_menu(self.geometry().center())

    def rest(self, resting: bool) -> None:
        """Draw nothing while nobody can see it, as behind a locked screen."""
        self._is_resting = resting
        self._beat()

    def show_model(self, model: ModelFile) -> None:
        """Show another model in this one's place; the stage's character is already the new one."""
        self._part()
        self._model, self._still = model, Still(model.preview)
        self._is_alive = self._is_closed = False
        self.presence.reset()
        self.setTitle(self.character.name)
        self.update()

    def heed(self, notes: Notes) -> None:
        """Stand and rest as the user's notes on the model say; the stage's character already follows them."""
        before, self._notes = self._notes, notes
        self.presence.rest()
        if self._rig is None:
            return
        self._rig.play_idle(self.character.idle_group)
        if (before.scale, before.anchor) != (notes.scale, notes.anchor):
            self._refit()
            self.update()

    def set_scale(self, scale: float) -> None:
        """Change the size, 1.0 being WIDTH x HEIGHT; the feet stay where they are."""
        self.grow(_scaled(scale))

    def wear(self, look: Look) -> None:
        """Look like this from now on; another model is shown by `show_model`."""
        self._look = look
        if self.size() != _scaled(look.scale):
            self.set_scale(look.scale)
        self.fade.wear(look.opacity, fades=look.fade_when_near)
        self._through.wear(look.clicks)
        self._hand.may_drag = not look.hold_position
        self.presence.let_sleep_after(look.sleep_after_minutes * 60)
        self._power.wear(look.power_saver)
        self._meter.wear(shown=look.show_meter)
        self.menu.show_look(look)

    def look_out_for(self, chat: Callable[[], QRect | None]) -> None:
        """`chat` tells where on the desktop to look at the chat, or None: the character does so now and then."""
        self._eyes.chat = chat

    def close_gl(self) -> None:
        """Free what lives in the OpenGL context, for good. To be called before the application quits."""
        self._is_closed = True
        self._meter.close()
        self._part()

    def _part(self) -> None:
        """Let go of the living model, in its own context."""
        self._clock.stop()
        self._textures.let_go()
        if self._rig is not None:
            self.makeCurrent()
            self._canvas.release()
            self._rig.close()
            self._rig = None
            self.doneCurrent()

    def _obey_the_hand(self) -> None:
        hand = self._hand
        hand.pressed.connect(self._on_pressed)
        hand.tapped.connect(self._tap)
        hand.menu_wanted.connect(self._open_menu)
        hand.lifted.connect(self._lift)
        hand.carried.connect(self.setPosition)
        hand.put_down.connect(self._put_down)
        hand.turned.connect(self._turn)

    def _do(self, act: Callable[[Rig], None]) -> None:
        if self._rig is None:
            if not self._is_closed:
                self._waiting.append(act)
            return
        # Where frames are few, the next one may be far off.
        self._set_pace(pace.Pace.LIVELY)
        try:
            act(self._rig)
        except UnknownName as error:
            log.warning("%s", error)

    def resizeGL(self, _width: int, _height: int) -> None:
        if self._rig is not None:
            self._fit(self._rig)

    def _fit(self, rig: Rig) -> None:
        anchor = (self._notes.anchor.x, self._notes.anchor.y)
        rig.resize(self.width(), self.height(), self._notes.scale, anchor)
        self._textures.suit_soon(self._notes.scale)
        gl.limit_mipmaps(self._textures.smallest_mipmap(rig))
        self._clock.forget_cost()

    def _refit(self) -> None:
        if self._rig is not None:
            self.makeCurrent()
            self._fit(self._rig)
            self.doneCurrent()

    def paintGL(self) -> None:
        now = perf_counter()
        passed, self._frame_began = now - self._frame_began, now
        if self._rig is not None:
            self._rig.update(passed)
            if self._textures.draw_at(sharpness := self._clock.sharpness):
                gl.limit_mipmaps(self._textures.smallest_mipmap(self._rig))
            with self._canvas.lent(sharpness):
                self._rig.draw()
            self._pixel.read(QSizeF(self.size()), self.devicePixelRatio())
        elif self._still is not None:
            painter = QPainter(self)
            self._still.paint(painter, self.size(), self.devicePixelRatio(), self._notes)
            painter.end()

    def _on_frame_swapped(self) -> None:
        if self._rig is None:
            # The still picture is on screen: now the world may stop for a while.
            QTimer.singleShot(0, self._come_alive)
            return
        self._clock.note_cost(perf_counter() - self._frame_began)
        if self._pixel.was_read():
            self._heed_pointer()
        if not self._is_alive:
            self._is_alive = True
            self.first_frame.emit()

    def _come_alive(self) -> None:
        if self._rig is not None or self._is_closed:
            return
        self.makeCurrent()
        try:
            rig = Rig(self._textures.begin(self._model, self._notes.scale), self.character.idle_group)
            with gl.swept_up():
                rig.create_renderer()
            self._textures.are_there(rig)
            self._fit(rig)
        except NotLoaded as error:
            self._is_closed = True
            self.failed.emit(str(error))
            return
        finally:
            self.doneCurrent()
        self._rig, self._still = rig, None
        self._frame_began = perf_counter()
        self.perform(self.character.greeting)
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            self._do(act)
        self._beat()

    def _beat(self) -> None:
        """Let the clock run exactly while there is something to see."""
        if self._rig is not None and self.isExposed() and not self._is_resting:
            self._clock.start()
        else:
            self._clock.stop()

    def _on_tick(self) -> None:
        if self._rig is not None:
            self._heed_pointer()
            self._set_pace(self.presence.act(self._rig, self._eyes.look()))
        self.update()

    def _set_pace(self, wanted: pace.Pace) -> None:
        self._clock.set_rate(pace.frames(wanted, self._look.frame_rate, saving=self._power.saves))

    def _heed_pointer(self) -> None:
        """Let through, and fade, as the pointer goes. On Wayland it is unknown: once let through, always so."""
        if is_wayland():
            return
        is_held = self._hand.holds or self.menu.isVisible()
        self.fade.look(pointer.position(), is_held=is_held)
        if not is_held:
            self._through.look(self._eyes.pointer())

    def _may_cover(self, point: QPointF) -> bool:
        return self._rig.covers(point.x(), point.y()) if self._rig else True

    def _covers_exactly(self, point: QPointF) -> bool | None:
        return self._pixel.covers(point) if self._rig else True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._through.clicks is Clicks.NOWHERE or self.covers(event.position()):
            self._hand.press(event)
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._hand.holds:
            self._hand.move(event)
        else:
            self._feel(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.release(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._hand.turn(event)

    def _on_pressed(self) -> None:
        self.presence.note_press()
        self._set_pace(pace.Pace.LIVELY)

    def _feel(self, point: QPointF) -> None:
        """The pointer passes without a button held down: it may be stroking the head."""
        self._clock.set_rate(max(self._clock.rate, pace.frames(pace.Pace.IN_VIEW, self._look.frame_rate)))
        if not is_wayland():
            self._through.look(point)
        heads = [area for area in self._model.hit_areas if "head" in in_words(area).split()]
        on_head = self.hit_test(point) in heads if heads else self.covers(point)
        if self._hand.strokes(point, on_head=on_head):
            self.presence.note_stroke()

    def _tap(self, point: QPointF) -> None:
        area = self.hit_test(point)
        if area is not None:
            self.perform(self.character.taps.get(area, Gesture()))
            self.clicked.emit(area)
        elif self.covers(point):
            self.presence.note_tap()

    def _open_menu(self, point: QPoint) -> None:
        self.menu.open_at(point, self)
        self.menu_requested.emit(point)

    def _lift(self) -> None:
        if is_wayland():
            self._hand.let_go()
            self.startSystemMove()
        else:
            self.stand.lift()
            self.presence.note_lift()

    def _put_down(self, box: QRect) -> None:
        self.presence.note_put_down()
        self.stand.put_down(box)

    def _turn(self, notches: float) -> None:
        scale = round(self._look.scale * PER_NOTCH**notches, 2)
        self.wear(replace(self._look, scale=max(LEAST_SCALE, min(MOST_SCALE, scale))))
        self._resized.start()

    def exposeEvent(self, event: QExposeEvent) -> None:
        super().exposeEvent(event)
        self._beat()

    def showEvent(self, event: QShowEvent) -> None:
        self.presence.note_press()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._clock.stop()
        self._through.rest()
        super().hideEvent(event)


def _scaled(scale: float) -> QSize:
    return QSize(round(WIDTH * scale), round(HEIGHT * scale))
