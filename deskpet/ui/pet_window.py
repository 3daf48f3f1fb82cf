"""The character on the desktop: a frameless, transparent window above all others that is drawn by OpenGL.

It is a native window of its own because that is the cheapest per frame and the easiest to click through; what
stands beside it follows `moved`.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QExposeEvent,
    QGuiApplication,
    QHideEvent,
    QMouseEvent,
    QMoveEvent,
    QOpenGLContext,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QSurfaceFormat,
)
from PySide6.QtOpenGL import QOpenGLWindow

from deskpet.pet.character import Character, Gesture
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import NotLoaded, Rig, UnknownName
from deskpet.ui import pet_place, x11
from deskpet.ui.frame_clock import FrameClock
from deskpet.ui.pet_menu import PetMenu
from deskpet.ui.pet_still import Still
from deskpet.ui.stage import Stage

WIDTH, HEIGHT = 300, 450
# The pointer is asked for in every third frame: the character's turn eases in anyway.
FRAMES_PER_LOOK = 3
# How far away the pointer turns the head all the way, in window heights.
REACH = 1.5
# Where the eyes are, as a share of the window's height.
EYE_LEVEL = 0.42
# How long the face of a greeting or a tap stays.
GESTURE_SECONDS = 4.0
# The names of textures in a context of our own count up from 1.
MOST_TEXTURES = 256

_TEXTURE_2D, _TEXTURE_MAX_LEVEL = 0x0DE1, 0x813D

log = logging.getLogger(__name__)


def surface_format() -> QSurfaceFormat:
    """What the window asks of OpenGL: an alpha channel, and not to wait for the screen (the clock beats)."""
    wanted = QSurfaceFormat()
    wanted.setAlphaBufferSize(8)
    wanted.setDepthBufferSize(0)
    wanted.setStencilBufferSize(0)
    wanted.setSwapInterval(0)
    return wanted


@dataclass(slots=True)
class _Press:
    """The left button, held down on the character; all points are on the desktop.

    `goal` is where the drag has taken the window: it follows in its own time.
    """

    pointer: QPointF
    window: QPoint
    goal: QPoint | None = None


class PetWindow(QOpenGLWindow):
    """Shows a model: its still picture first, then the living character.

    moved: where the window is now, also after a change of size.
    clicked: a hit area was tapped; the character has already reacted.
    menu_requested: a point on the desktop; the window's own menu has opened there.
    first_frame: the living character is on screen. failed: it can't be, and why.
    shown, hidden: the window came or went.
    """

    moved = Signal(QRect)
    clicked = Signal(str)
    menu_requested = Signal(QPoint)
    first_frame = Signal()
    failed = Signal(str)
    shown = Signal()
    hidden = Signal()

    def __init__(
        self,
        model: ModelFile,
        stage: Stage,
        *,
        scale: float = 1.0,
        frame_rate: int = 30,
        place_file: Path | None = None,
    ) -> None:
        """`place_file` keeps where the character stands; without one it begins in the lower right corner."""
        super().__init__()
        self._model, self._stage, self._place_file = model, stage, place_file
        self._still: Still | None = Still(model.preview)
        self._rig: Rig | None = None
        self._is_alive = self._is_closed = False
        self._waiting: list[Callable[[Rig], None]] = []
        self._press: _Press | None = None
        self._frames, self._frame_began = 0, perf_counter()
        self._clock = FrameClock(frame_rate, self)
        self._clock.tick.connect(self._on_tick)
        self._return = QTimer(self, singleShot=True)
        self._return.timeout.connect(self.show)
        self.frameSwapped.connect(self._on_frame_swapped)
        self.menu = PetMenu()
        stage.expression_requested.connect(self.show_expression)
        stage.motion_requested.connect(self.play_motion)
        self._become_a_pet(_scaled(scale))
        if application := QGuiApplication.instance():
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
        self._do(lambda rig: rig.set_expression(name))

    def play_motion(self, group: str, index: int = 0) -> None:
        """Play a motion, now or as soon as the character lives. An unknown one is logged."""
        self._do(lambda rig: rig.start_motion(group, index))

    def perform(self, gesture: Gesture) -> None:
        """Play the gesture's motion, with its expression for a while."""
        name, group = gesture.expression, gesture.group
        if name is not None:
            self._do(lambda rig: rig.set_expression(name, GESTURE_SECONDS))
        if group is not None:
            self.play_motion(group)

    def open_mouth(self, amount: float | None) -> None:
        """Hold the mouth open, 0..1; None leaves it to the motions."""
        self._do(lambda rig: rig.open_mouth(amount))

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
        self.setTitle(self.character.name)
        self.update()

    def set_scale(self, scale: float) -> None:
        """Change the size, 1.0 being WIDTH x HEIGHT; the feet stay where they are."""
        size, feet = _scaled(scale), QPoint(self.x() + self.width() // 2, self.y() + self.height())
        self._set_size(size)
        if not _is_wayland():
            self.setPosition(feet - QPoint(size.width() // 2, size.height()))

    def set_frame_rate(self, rate: int) -> None:
        """Draw this many frames a second."""
        self._clock.set_rate(rate)

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
        self.setFormat(surface_format())
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
        if not _is_wayland():
            place = pet_place.load(self._place_file) if self._place_file else None
            self.setPosition(pet_place.corner(place, size))

    def _do(self, act: Callable[[Rig], None]) -> None:
        if self._rig is None:
            if not self._is_closed:
                self._waiting.append(act)
            return
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
        _limit_mipmaps(rig.smallest_mipmap((self.width(), self.height()), self.devicePixelRatio()))

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
        if self.character.default_expression is not None:
            rig.set_expression(self.character.default_expression)
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
        self._frames += 1
        if self._rig is not None and not _is_wayland():
            pointer = QPointF(QCursor.pos() - self.position())
            self._let_through(pointer)
            if self._frames % FRAMES_PER_LOOK == 0:
                self._look_at(self._rig, pointer)
        self.update()

    def _look_at(self, rig: Rig, pointer: QPointF) -> None:
        reach = REACH * self.height()
        away = pointer - QPointF(self.width() / 2, self.height() * EYE_LEVEL)
        rig.look_at(away.x() / reach, -away.y() / reach)

    def _let_through(self, pointer: QPointF) -> None:
        """Where the character is not, the mouse belongs to what lies behind."""
        if self._press is None and not self.menu.isVisible():
            is_near = QRect(QPoint(0, 0), self.size()).contains(pointer.toPoint())
            is_through = is_near and not self.covers(pointer)
            if is_through != bool(self.flags() & Qt.WindowType.WindowTransparentForInput):
                self.setFlag(Qt.WindowType.WindowTransparentForInput, is_through)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.covers(event.position()):
            event.ignore()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press = _Press(event.globalPosition(), self.position())
        elif event.button() == Qt.MouseButton.RightButton:
            point = event.globalPosition().toPoint()
            self.menu.open_at(point, self)
            self.menu_requested.emit(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        press = self._press
        if press is None:
            return
        way = event.globalPosition() - press.pointer
        if press.goal is None and way.manhattanLength() < QGuiApplication.styleHints().startDragDistance():
            return
        if _is_wayland():
            self._press = None
            self.startSystemMove()
            return
        press.goal = press.window + way.toPoint()
        self.setPosition(press.goal)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        press = self._press
        if press is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._press = None
        if press.goal is None:
            self._tap(event.position())
        elif self._place_file is not None:
            pet_place.save(self._place_file, pet_place.place_of(QRect(press.goal, self.size())))

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
        x11.keep_out_of_taskbar(self.winId())
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()
        self.hidden.emit()


def _limit_mipmaps(level: int) -> None:
    """Let no texture be read from a smaller version than this, 0 being the largest.

    Where a mesh is squeezed to slivers the driver takes the smallest: specks in the colour of the whole atlas.
    """
    gl = QOpenGLContext.currentContext().functions()
    for name in range(1, MOST_TEXTURES):
        if gl.glIsTexture(name):
            gl.glBindTexture(_TEXTURE_2D, name)
            gl.glTexParameteri(_TEXTURE_2D, _TEXTURE_MAX_LEVEL, level)
    gl.glBindTexture(_TEXTURE_2D, 0)


def _scaled(scale: float) -> QSize:
    return QSize(round(WIDTH * scale), round(HEIGHT * scale))


def _is_wayland() -> bool:
    """Wayland tells no window where it is or where the pointer is, and lets none choose its place."""
    return QGuiApplication.platformName().startswith("wayland")
