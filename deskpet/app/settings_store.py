"""The settings in use while the pet runs, and their file on disk."""

import logging
import os
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from deskpet import paths, settings_file
from deskpet.atomic_write import write_atomically
from deskpet.settings import EndpointSettings, Settings
from deskpet.settings_file import SettingsError

# An editor writes a file in several steps; it is read when they are done.
_SETTLE_MS = 100

logger = logging.getLogger(__name__)


class SettingsStore(QObject):
    """The settings in use, and their file: read again when someone changes it, written when the window does.

    changed: other settings are in use.
    mistaken: the file has a mistake (a SettingsError); the last good settings stay in use.
    mended: the file could be read, or was written: no mistake is left in it.
    not_written: settings are in use that could not be written, and why.
    """

    changed = Signal()
    mistaken = Signal(object)
    mended = Signal()
    not_written = Signal(str)

    def __init__(self, file: Path, *, offline: bool = False) -> None:
        """Reads `file`; when it has a mistake, `error` says so and the last settings that were good are used.

        Where those can't be read either every setting has its default, and `has_last_good` is False. A file that is
        not there is no mistake: `is_begun` is False, and it is begun with the first change.

        offline: no endpoint is used, whatever the file says.
        """
        super().__init__()
        self._file, self._offline = file, offline
        self._last_good = paths.state_folder() / "settings.last-good.toml"
        self._watcher = QFileSystemWatcher(self)
        self._watch()
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._watcher.fileChanged.connect(self._settle.start)
        self._settle.timeout.connect(self._read_again)
        self.error: SettingsError | None = None
        self.is_begun = self.has_last_good = True
        self._refused = ""
        self.saved = self._read()

    @property
    def file(self) -> Path:
        """The settings' file."""
        return self._file

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        return self.saved.model_copy(update={"endpoint": EndpointSettings()}) if self._offline else self.saved

    def change(self, settings: Settings) -> None:
        """Use `settings` from now on and write them. Raises SettingsError when the file has a mistake, OSError."""
        self._use(settings)
        if self._file.exists():
            settings_file.load(self._file)
        settings_file.save(self._file, settings)
        self._watch()
        self._remember()
        self.mended.emit()

    def apply(self, settings: Settings) -> None:
        """Use `settings` from now on and write them; `not_written` tells of it, once, where that can't be done."""
        try:
            self.change(settings)
        except (SettingsError, OSError) as error:
            before, self._refused = self._refused, str(error)
            if self._refused != before:
                self.not_written.emit(self._refused)
        else:
            self._refused = ""

    def _read(self) -> Settings:
        """The settings in the file, else the last good ones, else the defaults."""
        try:
            saved = settings_file.load(self._file)
        except SettingsError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                self.is_begun = False
                return Settings()
            self.error = error
        else:
            self._remember()
            return saved
        try:
            return settings_file.load(self._last_good)
        except SettingsError as error:
            logger.warning("the last good settings can't be used: %s", error)
            self.has_last_good = False
            return Settings()

    def _watch(self) -> None:
        """Hear of changes of the file; of one that is not there Qt would complain."""
        if os.access(self._file, os.F_OK):
            self._watcher.addPath(str(self._file))

    def _use(self, settings: Settings) -> None:
        if settings != self.saved:
            self.saved = settings
            self.changed.emit()

    def _read_again(self) -> None:
        # An editor that replaces the file makes the watcher lose it.
        self._watch()
        try:
            self._use(settings_file.load(self._file))
        except SettingsError as error:
            self.mistaken.emit(error)
            return
        self._remember()
        self.mended.emit()

    def _remember(self) -> None:
        """Keep a copy of the good file for a start that finds a bad one."""
        try:
            write_atomically(self._last_good, self._file.read_bytes(), durable=False)
        except OSError as error:
            logger.warning("%s can't be written: %s", self._last_good, error.strerror or error)
