"""Loss of the display server: save everything before Qt ends the process, which it does without returning."""

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

from deskpet.processes import console

# Qt's last message before it ends the process; the same words for X11 and for Wayland.
_LAST_MESSAGE = "connection broke"


@contextmanager
def handle_display_loss(on_lost: Callable[[], None]) -> Generator[None]:
    """Call `on_lost` inside the block when the display server is gone; it must end the process.

    It is called within Qt's code and must not use windows. Other messages of Qt are printed as usual.
    """
    is_lost = False

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        nonlocal is_lost
        if is_lost:
            return
        if _LAST_MESSAGE in text:
            is_lost = True
            on_lost()
        # The terminal may be closed.
        with suppress(OSError):
            console.errors().write(qFormatLogMessage(kind, context, text) + "\n")

    previous = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(previous)
