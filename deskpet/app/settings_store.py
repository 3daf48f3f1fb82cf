"""The settings in use while the pet runs, and their file on disk."""

import logging
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from deskpet.config import paths, settings_file
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.config.settings_file import FileContent, SettingKey, SettingsError, changed_values, with_values
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.listeners import End
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.platform.background_worker import BackgroundWorker
from deskpet.ui.platform.signals import listen

# An editor writes a file in several steps; it is read after the last one.
_READ_DELAY_MS = 100
# A dragged slider changes a setting many times a second; the file is written after the last change.
_WRITE_DELAY_MS = 300

logger = logging.getLogger(__name__)


class SettingsStore(QObject):
    """The settings in use, and their file: read again after it was changed elsewhere, written after `apply`.

    After the start, the file is read and written in a background thread, in order.

    changed: Emitted with the old and the new Settings after those in use have changed; see `listen`.
    file_invalid: Emitted with a SettingsError if the changed file can't be used; the settings in use stay.
    file_valid: Emitted after the file was read or written: it has no mistake.
    not_written: Emitted with the reason if settings in use can't be written; not repeated for the same reason.
    """

    changed = Signal(object, object)
    file_invalid = Signal(object)
    file_valid = Signal()
    not_written = Signal(str)

    def __init__(self, file: Path, *, offline: bool = False) -> None:
        """Read `file`. If it has a mistake, `error` is set and the last good settings are used.

        If those can't be read either, every setting has its default and `has_last_good` is False. A missing file is
        no mistake: `has_file` is False, and the first change creates it.

        offline: no endpoint is used, whatever the file contains.
        """
        super().__init__()
        self.file, self.is_offline = file, offline
        self._last_good = paths.state_folder() / "settings.last-good.toml"
        self._watcher: QFileSystemWatcher | None = QFileSystemWatcher()
        self._read_timer = QTimer(self, singleShot=True, interval=_READ_DELAY_MS)
        self._write_timer = QTimer(self, singleShot=True, interval=_WRITE_DELAY_MS)
        self._worker = BackgroundWorker(self)
        # Changes that are not in the file yet, those of the last write if it failed, and the reason of that.
        self._unwritten: dict[SettingKey, Any] = {}
        self._failed: Mapping[SettingKey, Any] = {}
        self._write_error = ""
        self._watcher.fileChanged.connect(self._read_timer.start)
        self._watcher.directoryChanged.connect(self._read_timer.start)
        self._read_timer.timeout.connect(self._start_read)
        self._write_timer.timeout.connect(self._start_write)
        self.error: SettingsError | None = None
        self.has_file = self.has_last_good = True
        self._content: FileContent | None = None
        self.current = self._load()
        self._watch()

    @property
    def effective(self) -> Settings:
        """The settings in use: the current ones, offline without an endpoint."""
        return self.current.model_copy(update={"endpoint": EndpointSettings()}) if self.is_offline else self.current

    def listen(self, keys: str | tuple[str, ...], listener: Callable[[Settings, Settings], object]) -> End:
        """Call `listener` with the settings before and after each change of one of `keys`. Returns what ends that.

        A key is a section, as `chat`, or a setting in it, as `chat.mode`.
        """
        read = attrgetter(keys) if isinstance(keys, str) else attrgetter(*keys)

        def on_changed(before: Settings, after: Settings) -> None:
            if read(before) != read(after):
                listener(before, after)

        return listen(self.changed, on_changed)

    def apply(self, settings: Settings) -> None:
        """Use `settings` at once and write the changed values a moment later; `not_written` reports a failure."""
        values = changed_values(self.current, settings)
        if not values:
            return
        self._unwritten |= values
        self._write_timer.start()
        self._use(settings)

    def change(self, section: str, **values: object) -> None:
        """Use other values of a section's keys, as `apply` does."""
        self.apply(with_values(self.current, {(section, key): value for key, value in values.items()}))

    def write_now(self) -> None:
        """Start to write changes that wait for more of them."""
        if self._write_timer.isActive():
            self._write_timer.stop()
            self._start_write()

    def flush(self) -> None:
        """Write all changes before this returns, also those that could not be written before."""
        if self._failed:
            self._write_timer.start()
        self.write_now()
        self._worker.flush()

    def close(self) -> None:
        """Write all changes before this returns. Nothing is read or emitted afterwards."""
        self.flush()
        # A watcher keeps one of the inotify instances of the user, of which Linux gives 128.
        self._watcher = None
        self._read_timer.stop()
        self.blockSignals(True)

    def _load(self) -> Settings:
        """Return the settings in the file, else the last good ones, else the defaults."""
        try:
            self._content = _read(self.file, self._last_good, None)
            return self._content.settings
        except SettingsError as error:
            if error.path == self.file and isinstance(error.__cause__, FileNotFoundError):
                self.has_file = False
                return settings_file.defaults()
            self.error = error
        try:
            return settings_file.load(self._last_good)
        except SettingsError as error:
            logger.warning("the last good settings can't be used: %s", error)
            self.has_last_good = False
            return Settings()

    def _watch(self) -> None:
        """Watch the file and the file of the defaults; Qt warns of missing ones.

        Until there is a file, its folder is watched, or in a new home the nearest one that there is.
        """
        watcher = self._watcher
        if watcher is None:
            return
        own = self.file if self.has_file else next(filter(Path.exists, self.file.parents), self.file.parent)
        if passed := [folder for folder in watcher.directories() if folder != str(own)]:
            watcher.removePaths(passed)
        for file in filter(None, (own, paths.settings_template())):
            if os.access(file, os.F_OK):
                watcher.addPath(str(file))

    def _use(self, settings: Settings) -> None:
        before = self.current
        if settings != before:
            self.current = settings
            self.changed.emit(before, settings)

    def _start_read(self) -> None:
        # The watcher loses a file that an editor replaces.
        self.has_file = self.has_file or self.file.exists()
        self._watch()
        read = partial(_read, self.file, self._last_good, self._content) if self.has_file else _defaults
        self._worker.submit(read, self._on_read)

    def _on_read(self, job: Future[FileContent]) -> None:
        try:
            content = job.result()
        except SettingsError as error:
            self.file_invalid.emit(error)
            return
        # Changes that were reported as not saved give way to the corrected file.
        self._use_file(content, self._failed)

    def _start_write(self) -> None:
        values = dict(self._unwritten)
        self._worker.submit(
            partial(_write, self.file, self._last_good, values, self._content), partial(self._on_written, values)
        )

    def _on_written(self, values: Mapping[SettingKey, Any], job: Future[FileContent]) -> None:
        try:
            content = job.result()
        except (SettingsError, OSError) as error:
            before, self._write_error, self._failed = self._write_error, self._explain(error), values
            if self._write_error != before:
                self.not_written.emit(self._write_error)
            return
        self.has_file = True
        self._watch()
        self._use_file(content, values)

    def _explain(self, error: SettingsError | OSError) -> str:
        if isinstance(error, SettingsError):
            return str(error)
        return tr(
            "{file} can't be written: {why}. What you changed is in use, and is written with the next change or at the "
            "end.",
            file=self.file,
            why=reason_of(error),
        )

    def _use_file(self, content: FileContent, obsolete: Mapping[SettingKey, Any]) -> None:
        """Use the file's settings, with the changes that still have to be written on top.

        `obsolete` are changes that need not be written any more.
        """
        self._content, self._write_error, self._failed = content, "", {}
        self._unwritten = {key: value for key, value in self._unwritten.items() if obsolete.get(key) != value}
        self._use(with_values(content.settings, self._unwritten))
        self.file_valid.emit()


def _defaults() -> FileContent:
    return FileContent(b"", settings_file.defaults())


def _read(file: Path, last_good: Path, cached: FileContent | None) -> FileContent:
    content = settings_file.read(file, cached)
    if content is not cached:
        _save_copy(last_good, content)
    return content


def _write(file: Path, last_good: Path, values: Mapping[SettingKey, Any], last: FileContent | None) -> FileContent:
    content = settings_file.update(file, values, last)
    _save_copy(last_good, content)
    return content


def _save_copy(last_good: Path, content: FileContent) -> None:
    """Keep a copy of the valid file for a start that finds an invalid one."""
    try:
        write_atomically(last_good, content.data, durable=False)
    except OSError as error:
        logger.warning("%s can't be written: %s", last_good, reason_of(error))
