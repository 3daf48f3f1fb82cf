"""Timers that fold and then fade out the chat after a time without activity."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

# Interval of the checks while the chat is occupied.
RECHECK_MS = 2000


class InactivityTimer(QObject):
    """Two inactivity timeouts; `restart` is called for each activity.

    fold_requested: Emitted after the first timeout: the chat is to fold.
    fade_requested: Emitted after the second timeout: the chat is to fade out.
    """

    fold_requested = Signal()
    fade_requested = Signal()

    def __init__(self, is_occupied: Callable[[], bool], parent: QObject) -> None:
        """`is_occupied` returns True while the chat is used or busy; that postpones both signals."""
        super().__init__(parent)
        self._is_occupied = is_occupied
        self._fold, self._fade = self._create_timer(self.fold_requested), self._create_timer(self.fade_requested)
        self._fold_ms = self._fade_ms = 0

    def set_times(self, fold_seconds: float, fade_seconds: float) -> None:
        """Set both timeouts in seconds, and restart them; 0 disables one."""
        self._fold_ms, self._fade_ms = round(fold_seconds * 1000), round(fade_seconds * 1000)
        self.restart()

    def restart(self) -> None:
        """Restart both timeouts after an activity."""
        for timer, timeout_ms in ((self._fold, self._fold_ms), (self._fade, self._fade_ms)):
            if timeout_ms:
                timer.start(timeout_ms)
            else:
                timer.stop()

    def _create_timer(self, wanted: SignalInstance) -> QTimer:
        timer = QTimer(self, singleShot=True)
        timer.timeout.connect(lambda: self._on_timeout(timer, wanted))
        return timer

    def _on_timeout(self, timer: QTimer, wanted: SignalInstance) -> None:
        if self._is_occupied():
            timer.start(RECHECK_MS)
        else:
            wanted.emit()
