"""The settings in use while the pet runs, and their file on disk."""

import shutil
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from deskpet import paths, settings_file
from deskpet.settings import Endpoint, Settings
from deskpet.settings_file import SettingsError

# An editor writes a file in several steps; it is read when they are done.
_SETTLE_MS = 100


class KeptSettings(QObject):
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

        offline: no endpoint is used, whatever the file says.
        """
        super().__init__()
        self._file, self._offline = file, offline
        self._last_good = paths.state_folder() / "settings.last-good.toml"
        self._watcher = QFileSystemWatcher([str(file)], self)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._watcher.fileChanged.connect(self._settle.start)
        self._settle.timeout.connect(self._read_again)
        self.error: SettingsError | None = None
        try:
            self.saved = settings_file.load(file)
            self._remember()
        except SettingsError as error:
            self.error = error
            self.saved = settings_file.load(self._last_good) if self._last_good.exists() else Settings()

    @property
    def file(self) -> Path:
        """The settings' file."""
        return self._file

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        return self.saved.model_copy(update={"endpoint": Endpoint()}) if self._offline else self.saved

    def change(self, settings: Settings) -> None:
        """Use `settings` from now on and write them. Raises SettingsError when the file has a mistake, OSError."""
        self._use(settings)
        settings_file.load(self._file)
        settings_file.save(self._file, settings)
        self._remember()
        self.mended.emit()

    def apply(self, settings: Settings) -> None:
        """Use `settings` from now on and write them; `not_written` tells of it where that can't be done."""
        try:
            self.change(settings)
        except (SettingsError, OSError) as error:
            self.not_written.emit(str(error))

    def _use(self, settings: Settings) -> None:
        if settings != self.saved:
            self.saved = settings
            self.changed.emit()

    def _read_again(self) -> None:
        # An editor that replaces the file makes the watcher lose it.
        self._watcher.addPath(str(self._file))
        try:
            self._use(settings_file.load(self._file))
        except SettingsError as error:
            self.mistaken.emit(error)
            return
        self._remember()
        self.mended.emit()

    def _remember(self) -> None:
        shutil.copyfile(self._file, self._last_good)
