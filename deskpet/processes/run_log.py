"""Keep the warnings and errors of a run that had a fault, and the stack of every thread at a crash.

Each run writes a file of its own, without any value: no word of a conversation, no path, no key. A run that ends well
deletes it; the next start finds those of the others.
"""

import faulthandler
import logging
import os
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from deskpet.filesystem import private_files
from deskpet.filesystem.bounded import read_bounded
from deskpet.text.local_time import local_time

_ENDING = ".log"
# A run with more warnings than that repeats them.
MAX_BYTES = 128 * 1024
"""Of a file, in bytes; a crash is written beyond it."""
MAX_FILES = 10
_KNOWN = f".known{_ENDING}"
# As faulthandler begins, and as a traceback does.
_CRASHES = ("Fatal Python error", "Windows fatal exception")
_ERROR = "Traceback (most recent call last)"


@dataclass(frozen=True, slots=True)
class FaultyRun:
    """The file of a run that had a fault. `is_known`: the user was told of it."""

    file: Path
    text: str

    @property
    def has_crashed(self) -> bool:
        """Whether the process was ended by the fault."""
        return any(each in self.text for each in _CRASHES)

    @property
    def is_known(self) -> bool:
        """Whether the user was told of it."""
        return self.file.name.endswith(_KNOWN)

    def mark_known(self) -> None:
        """Keep the file for a report, and tell of it no more. Raises OSError."""
        self.file.rename(self.file.with_name(self.file.name.removesuffix(_ENDING) + _KNOWN))


class RunLog:
    """The file of this run in `folder`."""

    def __init__(self, folder: Path) -> None:
        """Begin the file. Raises OSError if that is not possible."""
        private_files.create_folder(folder)
        self._file = folder / f"{time.time_ns()}-{os.getpid()}{_ENDING}"
        # Kept open until the end: a crash is written without opening anything.
        self._out = open(self._file, "w", encoding="utf-8", errors="replace", newline="\n", opener=private_files.opener)  # noqa: SIM115
        self._handler = _BoundedHandler(self._out)
        logging.getLogger().addHandler(self._handler)
        faulthandler.enable(self._out)

    def end(self) -> None:
        """End the file, and delete it unless there was an unexpected error."""
        faulthandler.disable()
        logging.getLogger().removeHandler(self._handler)
        self._out.close()
        if not self._handler.has_errors:
            self._file.unlink(missing_ok=True)


def faulty_runs(folder: Path, *, own: int | None = None) -> tuple[FaultyRun, ...]:
    """Return the runs that had a fault, the newest first, without that of the process `own`.

    Deletes the files of runs that were only ended from outside, and those that are too old. Raises OSError.
    """
    runs: list[FaultyRun] = []
    for file in sorted(folder.glob(f"*{_ENDING}"), reverse=True):
        if own is not None and file.name.endswith(f"-{own}{_ENDING}"):
            continue
        text = read_bounded(file, 2 * MAX_BYTES).decode("utf-8", "replace")
        run = FaultyRun(file, text)
        if len(runs) < MAX_FILES and (run.has_crashed or _ERROR in text):
            runs.append(run)
        else:
            file.unlink(missing_ok=True)
    return tuple(runs)


class _BoundedHandler(logging.StreamHandler[TextIO]):
    """Writes warnings and errors up to MAX_BYTES. `has_errors`: there was one that nobody had expected."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(out)
        self.setLevel(logging.WARNING)
        self._room = MAX_BYTES
        self.has_errors = False

    def emit(self, record: logging.LogRecord) -> None:
        self.has_errors |= record.exc_info is not None
        if self._room > 0:
            super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return where and when it was, and what, without the values: they may be words of a conversation, or keys."""
        at = local_time(record.created)
        text = f"{at:%Y-%m-%d %H:%M:%S} {record.levelname}: {record.name}: {record.msg}"
        if record.exc_info and (error := record.exc_info[1]):
            # Not traceback.format_tb, which adds the lines of the source.
            places = ((frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__))
            stack = "".join(f'  File "{code.co_filename}", line {line}, in {code.co_name}\n' for code, line in places)
            text += f"\n{_ERROR}:\n{stack}{type(error).__name__}"
        self._room -= len(text)
        return text
