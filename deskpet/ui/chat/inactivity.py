"""Notices when the talk is over: nobody writes, reads or answers for a while."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

# Somebody who is there keeps it open; after so long it is looked again.
LOOK_AGAIN_MS = 2000


class InactivityTimer(QObject):
    """Two spans of quiet: after the first the chat is to fold, after the second it is to go."""

    fold_wanted = Signal()
    fade_wanted = Signal()

    def __init__(self, is_occupied: Callable[[], bool], parent: QObject) -> None:
        """`is_occupied` tells whether somebody is at the chat, or something goes on in it."""
        super().__init__(parent)
        self._is_occupied = is_occupied
        self._fold, self._fade = self._timer(self.fold_wanted), self._timer(self.fade_wanted)
        self._fold_ms = self._fade_ms = 0

    def set_times(self, fold_seconds: float, fade_seconds: float) -> None:
        """How long both spans are; 0: never."""
        self._fold_ms, self._fade_ms = round(fold_seconds * 1000), round(fade_seconds * 1000)
        self.stir()

    def stir(self) -> None:
        """Something happened: both spans begin anew."""
        for timer, span in ((self._fold, self._fold_ms), (self._fade, self._fade_ms)):
            if span:
                timer.start(span)
            else:
                timer.stop()

    def _timer(self, wanted: SignalInstance) -> QTimer:
        timer = QTimer(self, singleShot=True)
        timer.timeout.connect(lambda: self._over(timer, wanted))
        return timer

    def _over(self, timer: QTimer, wanted: SignalInstance) -> None:
        if self._is_occupied():
            timer.start(LOOK_AGAIN_MS)
        else:
            wanted.emit()
