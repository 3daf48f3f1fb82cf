"""Show that the microphone is open: a badge beside the character, and a row and a button in the composer."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QRect, QTimer, Signal

from deskpet.features.host import Host
from deskpet.features.listening.ui.composer_parts import ListeningStrip, TalkButton
from deskpet.features.listening.ui.microphone_badge import MicrophoneBadge

# How often the level is looked at.
_LEVEL_MS = 40


class MicrophoneIndicator(QObject):
    """The badge is on screen exactly from `show_open` to `show_closed`; `badge` is None while it is not.

    strip: the row in the composer.

    clicked: Emitted when the user clicks the badge, to close the microphone.
    level_changed: Emitted with the level, 0 to 1, each time it was looked at.
    """

    clicked = Signal()
    level_changed = Signal(float)

    def __init__(self, host: Host, button: TalkButton, strip: ListeningStrip, parent: QObject) -> None:
        super().__init__(parent)
        self._host, self._button, self.strip = host, button, strip
        self.badge: MicrophoneBadge | None = None
        self._level: Callable[[], float] = float
        self._is_deaf = False
        self._timer = QTimer(self, interval=_LEVEL_MS)
        self._timer.timeout.connect(self._look)
        self._end_placing: Callable[[], object] | None = None

    def show_open(self, level: Callable[[], float]) -> None:
        """Show an open microphone; `level` returns how loud it is, 0 to 1."""
        self._level = level
        self._button.set_on(True)
        if self.badge is None:
            self.badge = MicrophoneBadge()
            self.badge.clicked.connect(self.clicked)
            self._end_placing = self._host.character.listen_to_place(self._place)
            self.badge.show()
        self._timer.start()

    def show_deaf(self, is_deaf: bool) -> None:
        """Show whether the open microphone waits until she has spoken."""
        self._is_deaf = is_deaf
        self._look()

    def show_closed(self) -> None:
        """Show that the microphone is closed."""
        self._timer.stop()
        self._level, self._is_deaf = float, False
        self._button.set_on(False)
        self.strip.meter.clear()
        badge, self.badge = self.badge, None
        if self._end_placing:
            self._end_placing()
            self._end_placing = None
        if badge:
            badge.close()
            badge.deleteLater()

    def _look(self) -> None:
        if self.badge is None:
            return
        level = 0.0 if self._is_deaf else self._level()
        self.badge.show_level(level, is_deaf=self._is_deaf)
        self.strip.meter.push(level)
        self.level_changed.emit(level)

    def _place(self, pet: QRect, body: Sequence[QRect], screen: QRect) -> None:
        if self.badge:
            self.badge.place_at(pet, body, screen)
