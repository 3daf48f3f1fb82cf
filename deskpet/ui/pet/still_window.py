"""A character's window while it shows a still picture: looks, size, and the signals of the character."""

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QSize, QTimer, Signal
from PySide6.QtGui import QImage

from deskpet.config.character_look import CharacterLook
from deskpet.ui.pet import gl
from deskpet.ui.pet.desktop_window import DesktopWindow
from deskpet.ui.pet.still_picture import StillPicture

WIDTH, HEIGHT = 300, 450


class StillWindow(DesktopWindow):
    """Paints a still picture. It has everything of the pet's window that its living model uses.

    look_changed: Emitted with the CharacterLook set by the wheel or by a call, to be saved; it is already applied.
    clicked: Emitted with the name of a tapped hit area; the character has already reacted.
    tapped: Emitted when any part of the character is clicked shortly, without a drag.
    double_clicked: Emitted when the character is clicked twice.
    stroked: Emitted while the pointer strokes the character's head, and when the head is tapped.
    escaped: Emitted when Esc is pressed on the window.
    menu_requested: Emitted with a point of the desktop; the window's own menu has opened there.
    first_frame: Emitted when the first frame of a model is on screen.
    outline_changed: Emitted when the outline of the character was measured.
    motion_sound_changed: Emitted with the path of the sound of a motion that starts, and with None when its model goes.
    failed: Emitted with an error message when the model can't be shown.
    """

    look_changed = Signal(object)
    clicked = Signal(str)
    tapped = Signal()
    double_clicked = Signal()
    stroked = Signal()
    escaped = Signal()
    menu_requested = Signal(QPoint)
    first_frame = Signal()
    outline_changed = Signal()
    motion_sound_changed = Signal(object)
    failed = Signal(str)

    def __init__(self, still: StillPicture | None, look: CharacterLook, place_file: Path | None) -> None:
        super().__init__(scaled(look.scale), place_file)
        self._still, self._is_still_shown = still, False
        self._picture: QImage | None = None
        self._look = look
        self.fade.apply(look.opacity, fades=look.fade_when_near)

    @property
    def look(self) -> CharacterLook:
        """The present look."""
        return self._look

    def apply(self, look: CharacterLook) -> None:
        """Apply a look, except for its model."""
        self._look = look
        if self.maximumSize() != scaled(look.scale):
            self.set_scale(look.scale)
        self.fade.apply(look.opacity, fades=look.fade_when_near)

    def set_scale(self, scale: float, fixed: QPointF | None = None) -> None:
        """Resize the window, 1.0 being WIDTH x HEIGHT; see `resize_about`."""
        self.resize_about(scaled(scale), fixed)

    def show_still(self, still: StillPicture) -> None:
        """Show a still picture in the next event loop iteration; the model is loaded after it is on screen."""
        if self._is_still_shown and still == self._still:
            return
        self._still, self._is_still_shown, self._picture = still, False, None
        QTimer.singleShot(0, self, self.paint_now)

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


def scaled(scale: float) -> QSize:
    """Return the window's size at a scale."""
    return QSize(round(WIDTH * scale), round(HEIGHT * scale))
