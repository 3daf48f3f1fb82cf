"""The character on the desktop: a frameless, transparent window above all others that is drawn by OpenGL.

It is a native window of its own because that is the cheapest per frame and the easiest to click through; what
stands beside it follows `moved`.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QExposeEvent,
    QGuiApplication,
    QHideEvent,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtOpenGL import QOpenGLWindow

from deskpet.pet import pace
from deskpet.pet.character import Character, Gesture, in_words
from deskpet.pet.model_file import ModelFile
from deskpet.pet.presence import Presence
from deskpet.pet.rig import NotLoaded, Rig, UnknownName
from deskpet.pet.touch import Stroke
from deskpet.ui import pet_gl, pet_place, x11
from deskpet.ui.frame_clock import FrameClock
from deskpet.ui.look import DEFAULT, LEAST_SCALE, MOST_SCALE, Look
from deskpet.ui.pet_drag import Drag
from deskpet.ui.pet_eyes import Eyes
from deskpet.ui.pet_menu import PetMenu
from deskpet.ui.pet_still import Still
from deskpet.ui.stage import Stage

WIDTH, HEIGHT = 300, 450
# A notch of the wheel, in Qt's eighths of a degree, and by how much it changes the size.
NOTCH, PER_NOTCH = 120, 1.05
# The wheel has come to rest when it was not turned for so long.
RESIZED_MS = 400

log = logging.getLogger(__name__)


class PetWindow(QOpenGLWindow):
    """Shows a model: its still picture first, then the living character.

    moved: where the window is now, also after a change of size.
    look_wanted: the user gave it this Look with the wheel; it already has it.
    clicked: a hit area was tapped; the character has already reacted.
    menu_requested: a point on the desktop; the window's own menu has opened there.
    first_frame: the living character is on screen. failed: it can't be, and why.
    shown, hidden: the window came or went.
    """

    moved = Signal(QRect)
    look_wanted = Signal(object)
    clicked = Signal(str)
    menu_requested = Signal(QPoint)
    first_frame = Signal()
    failed = Signal(str)
    shown = Signal()
    hidden = Signal()

    def __init__(self, model: ModelFile, stage: Stage, *, look: Look = DEFAULT, place_file: Path | None = None) -> None:
        """`place_file` keeps where the character stands; without one it begins in the lower right corner."""
        super().__init__()
        self._model, self._stage, self._place_file = model, stage, place_file
        self._still: Still | None = Still(model.preview)
        self._rig: Rig | None = None
        self._is_alive = self._is_closed = False
        self._waiting: list[Callable[[Rig], None]] = []
        self.presence = Presence(lambda: self._stage.character)
        self._drag: Drag | None = None
        self._stroke = Stroke()
        self._eyes = Eyes(self)
        self._look, self._frame_began = look, perf_counter()
        self._clock = FrameClock(look.frame_rate, self)
        self._clock.tick.connect(self._on_tick)
        self._return = QTimer(self, singleShot=True)
        self._return.timeout.connect(self.show)
        self.frameSwapped.connect(self._on_frame_swapped)
        self._resized = QTimer(self, singleShot=True, interval=RESIZED_MS)
        self._resized.timeout.connect(lambda: self.look_wanted.emit(self._look))
        self.menu = PetMenu()
        stage.expression_requested.connect(self.show_expression)
        stage.motion_requested.connect(self.play_motion)
        self._become_a_pet(_scaled(look.scale))
        self.wear(look)
        if isinstance(application := QGuiApplication.instance(), QGuiApplication):
            application.aboutToQuit.connect(self.close_gl)
            for screens_changed in (application.screenAdded, application.screenRemoved):
                screens_changed.connect(lambda: QTimer.singleShot(0, self, self._stand))

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
        return self._rig.covers(point.x(), point.y()) if self._rig else True

    def hide_for(self, seconds: float) -> None:
        """Go away for some time: where there is no tray, nothing else could bring the character back."""
        self.hide()
        self._return.start(round(seconds * 1000))

    def show_model(self, model: ModelFile) -> None:
        """Show another model in this one's place; the stage's character is already the new one."""
        self._part()
        self._model, self._still = model, Still(model.preview)
        self._is_alive = self._is_closed = False
        self.presence.reset()
        self.setTitle(self.character.name)
        self.update()

    def set_scale(self, scale: float) -> None:
        """Change the size, 1.0 being WIDTH x HEIGHT; the feet stay where they are."""
        size, feet = _scaled(scale), QPoint(self.x() + self.width() // 2, self.y() + self.height())
        self._set_size(size)
        if not pet_place.is_wayland():
            corner = feet - QPoint(size.width() // 2, size.height())
            self.setPosition(corner)
            if self._place_file is not None and self._place_file.exists():
                pet_place.save(self._place_file, pet_place.place_of(QRect(corner, size)))

    def wear(self, look: Look) -> None:
        """Look like this from now on; another model is shown by `show_model`."""
        self._look = look
        if self.size() != _scaled(look.scale):
            self.set_scale(look.scale)
        self.setOpacity(look.opacity)
        self.presence.let_sleep_after(look.sleep_after_minutes * 60)
        self.menu.show_look(look)

    def look_out_for(self, chat: Callable[[], QRect | None]) -> None:
        """`chat` tells where on the desktop the chat is, or None: the character looks there now and then."""
        self._eyes.chat = chat

    def close_gl(self) -> None:
        """Free what lives in the OpenGL context, for good. To be called before the application quits."""
        self._is_closed = True
        self._part()

    def _part(self) -> None:
        """Let go of the living model, in its own context."""
        self._clock.stop()
        if self._rig is not None:
            self.makeCurrent()
            self._rig.close()
            self._rig = None
            self.doneCurrent()

    def _set_size(self, size: QSize) -> None:
        self.setMinimumSize(size)
        self.setMaximumSize(size)
        self.resize(size)

    def _become_a_pet(self, size: QSize) -> None:
        self.setFormat(pet_gl.surface_format())
        self.setFlags(
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.NoDropShadowWindowHint
        )
        # Qt has setters for these two on widgets only. On macOS a tool window would go with its application's focus.
        self.setProperty("_q_macAlwaysShowToolWindow", True)
        self.setProperty("_q_showWithoutActivating", True)
        self.setTitle(self.character.name)
        self._set_size(size)
        self._stand()

    def _stand(self) -> None:
        """Stand in the remembered place, wholly on a screen that is there."""
        if not pet_place.is_wayland():
            place = pet_place.load(self._place_file) if self._place_file else None
            self.setPosition(pet_place.corner(place, self.maximumSize()))

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

    def initializeGL(self) -> None:
        if self.format().alphaBufferSize() < 8:
            log.warning("the graphics driver gives no alpha channel: the character will stand on black")
        elif not x11.has_compositor():
            log.warning("no compositor is running: the character will stand on black")

    def resizeGL(self, _width: int, _height: int) -> None:
        if self._rig is not None:
            self._fit(self._rig)

    def _fit(self, rig: Rig) -> None:
        rig.resize(self.width(), self.height())
        pet_gl.limit_mipmaps(rig.smallest_mipmap((self.width(), self.height()), self.devicePixelRatio()))

    def paintGL(self) -> None:
        now = perf_counter()
        passed, self._frame_began = now - self._frame_began, now
        if self._rig is not None:
            self._rig.update(passed)
            self._rig.draw()
        elif self._still is not None:
            painter = QPainter(self)
            self._still.paint(painter, self.size(), self.devicePixelRatio())
            painter.end()

    def _on_frame_swapped(self) -> None:
        if self._rig is None:
            # The still picture is on screen: now the world may stop for a while.
            QTimer.singleShot(0, self._come_alive)
            return
        self._clock.note_cost(perf_counter() - self._frame_began)
        if not self._is_alive:
            self._is_alive = True
            self.first_frame.emit()

    def _come_alive(self) -> None:
        if self._rig is not None or self._is_closed:
            return
        self.makeCurrent()
        try:
            rig = Rig(self._model, self.character.idle_group)
            rig.create_renderer()
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
        if self._rig is not None and self.isExposed():
            self._clock.start()
        else:
            self._clock.stop()

    def _on_tick(self) -> None:
        if self._rig is not None:
            if not pet_place.is_wayland():
                self._let_through(self._eyes.pointer())
            self._set_pace(self.presence.act(self._rig, self._eyes.look()))
        self.update()

    def _set_pace(self, wanted: pace.Pace) -> None:
        self._clock.set_rate(pace.frames(wanted, self._look.frame_rate))

    def _let_through(self, pointer: QPointF) -> None:
        """Where the character is not, the mouse belongs to what lies behind."""
        if self._drag is None and not self.menu.isVisible():
            is_near = QRect(QPoint(0, 0), self.size()).contains(pointer.toPoint())
            is_through = is_near and not self.covers(pointer)
            if is_through != bool(self.flags() & Qt.WindowType.WindowTransparentForInput):
                self.setFlag(Qt.WindowType.WindowTransparentForInput, is_through)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.covers(event.position()):
            event.ignore()
            return
        self.presence.note_press()
        self._set_pace(pace.Pace.LIVELY)
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag = Drag(event.globalPosition(), self.geometry())
        elif event.button() == Qt.MouseButton.RightButton:
            point = event.globalPosition().toPoint()
            self.menu.open_at(point, self)
            self.menu_requested.emit(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is None:
            self._feel(event.position())
        elif self._drag.goal is not None:
            self.setPosition(self._drag.take(event.globalPosition()))
        elif self._drag.is_far(event.globalPosition()) and not self._look.hold_position:
            self._lift(self._drag, event.globalPosition())

    def _lift(self, drag: Drag, pointer: QPointF) -> None:
        if pet_place.is_wayland():
            self._drag = None
            self.startSystemMove()
        else:
            self.presence.note_lift()
            self.setPosition(drag.take(pointer))

    def _feel(self, point: QPointF) -> None:
        """The pointer passes without a button held down: it may be stroking the head."""
        self._let_through(point)
        heads = [area for area in self._model.hit_areas if "head" in in_words(area).split()]
        area = self.hit_test(point)
        if not (area in heads if heads else self.covers(point)):
            self._stroke.left()
        elif self._stroke.moved(point.x(), perf_counter()):
            self.presence.note_stroke()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag = self._drag
        if drag is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._drag = None
        if drag.goal is not None:
            self._put_down(drag)
        elif not drag.is_far(event.globalPosition()):
            self._tap(event.position())

    def _put_down(self, drag: Drag) -> None:
        self.presence.note_put_down()
        if self._place_file is not None:
            pet_place.save(self._place_file, drag.place())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the wheel changes the size: without, it is too easily turned by accident."""
        turned = event.angleDelta().y() / NOTCH
        if turned and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            scale = round(self._look.scale * PER_NOTCH**turned, 2)
            self.wear(replace(self._look, scale=max(LEAST_SCALE, min(MOST_SCALE, scale))))
            self._resized.start()

    def _tap(self, point: QPointF) -> None:
        area = self.hit_test(point)
        if area is not None:
            self.perform(self.character.taps.get(area, Gesture()))
            self.clicked.emit(area)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.moved.emit(self.geometry())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.moved.emit(self.geometry())

    def exposeEvent(self, event: QExposeEvent) -> None:
        super().exposeEvent(event)
        self._beat()

    def showEvent(self, event: QShowEvent) -> None:
        self._return.stop()
        self.presence.note_press()
        x11.keep_out_of_taskbar(self.winId())
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()
        self.hidden.emit()


def _scaled(scale: float) -> QSize:
    return QSize(round(WIDTH * scale), round(HEIGHT * scale))
