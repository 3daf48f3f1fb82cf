"""Qt ends the process by an abort where it can't start; here it ends with a line that a person can read."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from deskpet.display import NEXT_STEP

_FAILED = 1


@contextmanager
def plain_refusal() -> Generator[None]:
    """Inside, where Qt can't start, the process ends with exit code 1 and one line on standard error."""
    said: list[str] = []

    def hear(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        said.append(" ".join(text.split()))
        if kind is QtMsgType.QtFatalMsg:
            _end(said[0])

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        sys.stderr.writelines(f"{text}\n" for text in said)


def _end(cause: str) -> None:
    sys.stderr.write(f"deskpet: no window can be shown: {cause.rstrip('. ')}. {NEXT_STEP}\n")
    sys.stderr.flush()
    # Qt aborts the process as soon as its handler returns.
    os._exit(_FAILED)
