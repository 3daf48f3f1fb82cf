"""A character's window while it shows a still picture: position, size, look, and the signals of the character."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QPointF, QRect, QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QHideEvent, QImage, QMoveEvent, QResizeEvent, QShowEvent

from deskpet.config.character_look import CharacterLook
from deskpet.ui.pet import gl
from deskpet.ui.pet.gl_window import GlWindow
from deskpet.ui.pet.placement_tracker import PlacementTracker
from deskpet.ui.pet.still_picture import StillPicture
from deskpet.ui.platform import positions, x11

if TYPE_CHECKING:
    from deskpet.ui.platform.kwin import KWinWindow

log = logging.getLogger(__name__)

WIDTH, HEIGHT = 300, 450
FADE_MS = 150
# Fraction of the opacity when faded, and the pointer's distances in logical pixels for fading out and back in.
FAINT, NEAR, FAR = 0.2, 12, 48


class Fade(QObject):
    """Controls a window's opacity."""

    def __init__(self, window: GlWindow) -> None:
        super().__init__(window)
        self._window = window
        self._opacity, self._fades, self._is_faint = 1.0, False, False
        self._level = QVariantAnimation(self, duration=FADE_MS)
        self._level.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._level.setStartValue(1.0)
        self._level.setEndValue(FAINT)
        self._level.valueChanged.connect(self._apply_level)

    def apply(self, opacity: float, *, fades: bool) -> None:
        """Set the opacity, 0..1, and whether to fade near the pointer."""
        self._opacity, self._fades = opacity, fades
        self._apply_level()

    def look(self, pointer: QPointF, *, is_held: bool) -> None:
        """Update for a pointer at this point of the window; it may be outside.

        is_held: True while the user drags the window or uses its menu; it does not fade then.
        """
        if not (self._fades or self._is_faint):
            return
        reach = FAR if self._is_faint else NEAR
        box = QRect(QPoint(), self._window.size()).adjusted(-reach, -reach, reach, reach)
        is_faint = self._fades and not is_held and box.contains(pointer.toPoint())
        if is_faint == self._is_faint:
            return
        self._is_faint = is_faint
        direction = QVariantAnimation.Direction.Forward if is_faint else QVariantAnimation.Direction.Backward
        self._level.setDirection(direction)
        if self._level.state() != QVariantAnimation.State.Running:
            self._level.start()

    def _apply_level(self) -> None:
        self._window.set_level(self._opacity * float(self._level.currentValue()))


class StillWindow(GlWindow):
    """A frameless, transparent, always-on-top window that remembers its position, and paints a still picture.

    It has everything of the pet's window that its living model uses.

    moved: Emitted with the window's geometry after a move or resize.
    shown: Emitted when the window is shown.
    hidden: Emitted when the window is hidden.
    look_changed: Emitted with the CharacterLook set by the wheel or by a call, to be saved; it is already applied.
    clicked: Emitted with the name of a tapped hit area; the character has already reacted.
    tapped: Emitted when any part of the character is clicked shortly, without a drag.
    double_clicked: Emitted when the character is clicked twice.
    stroked: Emitted while the pointer strokes the character's head, and when the head is tapped.
    escaped: Emitted when Esc is pressed on the window.
    dropped: Emitted when the compositor has ended a drag that was left to it.
    menu_requested: Emitted with a point of the desktop; the window's own menu has opened there.
    first_frame: Emitted when the first frame of a model is on screen.
    outline_changed: Emitted when the outline of the character was measured.
    motion_sound_changed: Emitted with the path of the sound of a motion that starts, and with None when its model goes.
    failed: Emitted with an error message when the model can't be shown.

    look: the present one.
    """

    moved = Signal(QRect)
    shown = Signal()
    hidden = Signal()
    look_changed = Signal(object)
    clicked = Signal(str)
    tapped = Signal()
    double_clicked = Signal()
    stroked = Signal()
    escaped = Signal()
    dropped = Signal()
    menu_requested = Signal(QPoint)
    first_frame = Signal()
    outline_changed = Signal()
    motion_sound_changed = Signal(object)
    failed = Signal(str)

    def __init__(self, still: StillPicture | None, look: CharacterLook, place_file: Path | None) -> None:
        """`place_file` stores the position. Without it the window starts in the lower right corner."""
        super().__init__()
        self._still, self._is_still_shown = still, False
        self._picture: QImage | None = None
        self.look = look
        self._kwin: KWinWindow | None = None
        if x11.is_wayland():
            self._connect_compositor()
        self.placement, self.fade = PlacementTracker(self, place_file), Fade(self)
        self._is_hidden_for_full_screen = False
        self._show_timer = QTimer(self, singleShot=True)
        self._show_timer.timeout.connect(self.show)
        self.setFlags(
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.NoDropShadowWindowHint
            # A click on her must not take the keyboard from whoever has it.
            | Qt.WindowType.WindowDoesNotAcceptFocus
        )
        # Qt has setters for these two on widgets only. On macOS a tool window hides with its application by default.
        self.setProperty("_q_macAlwaysShowToolWindow", True)
        self.setProperty("_q_showWithoutActivating", True)
        self._fix_size(scaled(look.scale))
        self.placement.restore(scaled(look.scale))
        # On a screen of another density the window keeps its physical size, and would stay larger or smaller.
        self.screenChanged.connect(lambda: QTimer.singleShot(0, self, self._keep_size))
        self.fade.apply(look.opacity, fades=look.fade_when_near)

    def _connect_compositor(self) -> None:
        """Let popups of Wayland's follow the window, and KWin place it."""
        from deskpet.ui.platform import wayland

        wayland.own_popups(self)
        if positions.is_kwin():
            from deskpet.ui.platform import kwin

            self._kwin = kwin.place_window(self)
        if self._kwin is not None:
            self._kwin.moved.connect(self._on_moved_by_compositor)
            self._kwin.dropped.connect(self.dropped)

    def _on_moved_by_compositor(self, position: QPoint) -> None:
        super().setPosition(position)

    def close_compositor(self) -> None:
        """Let the compositor go, before the program ends."""
        if self._kwin is not None:
            self._kwin.close()
            self._kwin = None

    def setPosition(self, *position: int | QPoint) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        super().setPosition(*position)  # pyright: ignore[reportArgumentType, reportCallIssue]
        if self._kwin is not None:
            self._kwin.place(self.position())

    def set_name(self, name: str) -> None:
        """Name the window for lists and screen readers; not in KWin, which needs its title and has it in no list."""
        if self._kwin is None:
            self.setTitle(name)

    def apply(self, look: CharacterLook) -> None:
        """Apply a look, except for its model."""
        self.look = look
        if self.maximumSize() != scaled(look.scale):
            self.set_scale(look.scale)
        self.fade.apply(look.opacity, fades=look.fade_when_near)

    def set_scale(self, scale: float, fixed: QPointF | None = None) -> None:
        """Resize the window, 1.0 being WIDTH x HEIGHT; what it shows at the point `fixed` of the desktop stays there.

        By default that is the middle of its lower edge. A window on the lower edge of the screen stays on it.
        """
        size = scaled(scale)
        self.placement.resize(size, fixed)
        self._fix_size(size)

    def show_still(self, still: StillPicture) -> None:
        """Show a still picture in the next event loop iteration; the model is loaded after it is on screen."""
        if self._is_still_shown and still == self._still:
            return
        self._still, self._is_still_shown, self._picture = still, False, None
        QTimer.singleShot(0, self, self.paint_now)

    @property
    def still_image(self) -> QImage | None:
        """The still picture as it was last painted, or None."""
        return self._picture

    def resize_frame(self) -> None:
        super().resize_frame()
        self._picture = None

    def paint_frame(self) -> None:
        if self._still is not None:
            # Cached: window systems request several frames while they map the window.
            self._picture = self._picture or self._still.render(self.size(), self.devicePixelRatio())
            gl.draw_image(self._picture)
        else:
            super().paint_frame()

    def step_aside(self, away: bool) -> None:
        """Hide for a full-screen window, and show again after it; a window that the user hid stays hidden."""
        if away and self.isVisible():
            self.hide()
            self._is_hidden_for_full_screen = True
        elif not away and self._is_hidden_for_full_screen:
            self.show()

    def hide_for(self, seconds: float) -> None:
        """Hide for a time: without a tray icon the user could not show the window again."""
        self.hide()
        self._show_timer.start(round(seconds * 1000))

    def _fix_size(self, size: QSize) -> None:
        self.setMinimumSize(size)
        self.setMaximumSize(size)
        self.resize(size)

    def _keep_size(self) -> None:
        size = self.maximumSize()
        # The window manager's size hints are in physical pixels, and are only sent when the limits change.
        self.setMinimumSize(size - QSize(1, 1))
        self._fix_size(size)

    def check_transparency(self) -> None:
        """Log a warning if the window can't be transparent. To be called once the window is on screen."""
        if self.format().alphaBufferSize() < 8:
            log.warning("the graphics driver gives no alpha channel: the character will stand on black")
        elif not x11.has_compositor():
            log.warning("no compositor is running: the character will stand on black")

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.moved.emit(self.geometry())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.moved.emit(self.geometry())

    def showEvent(self, event: QShowEvent) -> None:
        self._show_timer.stop()
        self._is_hidden_for_full_screen = False
        x11.keep_out_of_taskbar(self.winId())
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hidden.emit()


def scaled(scale: float) -> QSize:
    """Return the window's size at a scale."""
    return QSize(round(WIDTH * scale), round(HEIGHT * scale))
