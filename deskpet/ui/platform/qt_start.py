"""Report a failed start of Qt as one readable line. By default Qt aborts the process."""

import os
from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from deskpet.processes import console
from deskpet.processes.display import NEXT_STEP

_FAILED = 1


@contextmanager
def readable_startup_errors() -> Generator[None]:
    """Inside the block, exit with code 1 and one line on standard error if Qt can't start.

    Other messages of Qt are printed after the block.
    """
    messages: list[str] = []

    def on_message(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        messages.append(" ".join(text.split()))
        if kind is QtMsgType.QtFatalMsg:
            _exit(messages[0])

    previous = qInstallMessageHandler(on_message)
    try:
        yield
    finally:
        qInstallMessageHandler(previous)
        console.errors().writelines(f"{text}\n" for text in messages)


def _exit(cause: str) -> None:
    console.report(f"no window can be shown: {cause.rstrip('. ')}. {NEXT_STEP}")
    # Qt aborts the process as soon as its handler returns.
    os._exit(_FAILED)
