"""Measure the outline of the character from a drawn frame, when it may have changed."""

from PySide6.QtCore import QRect, QTimer

from deskpet.ui.pet import gl, silhouette
from deskpet.ui.pet.silhouette import Outline
from deskpet.ui.pet.still_window import StillWindow


class OutlineMeasurement:
    """The outline of the character in `window`, which emits `outline_changed` after each measurement."""

    def __init__(self, window: StillWindow) -> None:
        self._window = window
        self._outline: Outline | None = None
        self._is_due = True

    @property
    def rows(self) -> tuple[QRect, ...]:
        """The rows of the outline on the desktop; empty until it was measured."""
        return self._outline.on(self._window.geometry()) if self._outline else ()

    def forget(self) -> None:
        """Drop the outline, as another model follows, and measure the next frame."""
        self._outline, self._is_due = None, True

    def schedule(self) -> None:
        """Measure the next frame."""
        self._is_due = True

    def read_if_due(self) -> None:
        """Read the outline from the frame just drawn, if that is due. The context of the window has to be current."""
        if self._is_due:
            self._is_due = False
            size = self._window.size() * self._window.devicePixelRatio()
            self._outline = silhouette.outline(gl.read_frame(size.width(), size.height()))
            QTimer.singleShot(0, self._window, self._window.outline_changed.emit)
