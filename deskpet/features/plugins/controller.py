"""Offer the tools of plugins to models, and notice when their files change."""

from collections.abc import Callable

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths
from deskpet.features.foreign.foreign_tools import ForeignTools
from deskpet.features.plugins.plugins import Plugins
from deskpet.translation import tr
from deskpet.ui.platform import event_loop

# Editors write a file in several steps.
_SCAN_DELAY_MS = 200


class PluginsController(QObject):
    """Owns the plugins. No process runs before a call needs one, and nothing is watched without a folder.

    troubled: Emitted with a title and a cause if what was allowed can't be read.
    """

    troubled = Signal(str, str)

    def __init__(self, toolbox: Toolbox, context_tokens: Callable[[], int] = lambda: 0) -> None:
        """`context_tokens` returns the size of the model's context, 0 if it is not known."""
        super().__init__()
        self.plugins = Plugins(paths.tools_folder(), paths.data_folder())
        self._offered = ForeignTools(toolbox, self.plugins.tools, context_tokens)
        self._watcher: QFileSystemWatcher | None = None
        self._timer = QTimer(self, singleShot=True, interval=_SCAN_DELAY_MS)
        self._timer.timeout.connect(self.scan)
        self.plugins.listen(self._offered.update)
        self.is_loaded = False

    def load(self) -> None:
        """Read the folder and what was allowed in threads, and offer the tools that the plugins had before."""
        self.is_loaded = True
        event_loop.spawn(self._load())

    def scan(self) -> None:
        """Read the folder again."""
        event_loop.spawn(self._scan())

    async def close(self) -> None:
        """End all plugins, and watch nothing any more."""
        self._timer.stop()
        if self._watcher:
            self._watcher.blockSignals(True)
        await self.plugins.close()

    async def _load(self) -> None:
        await self.plugins.load()
        if self.plugins.error:
            self.troubled.emit(tr("The plugins can't be used"), self.plugins.error)
        await self._watch()

    async def _scan(self) -> None:
        await self.plugins.scan()
        await self._watch()

    async def _watch(self) -> None:
        """Watch the folder and its files, as a folder does not report that a file is written in place."""
        if not await event_loop.in_thread(lambda: paths.is_folder(self.plugins.folder)):
            return
        if self._watcher is None:
            self._watcher = QFileSystemWatcher(self)
            self._watcher.directoryChanged.connect(self._timer.start)
            self._watcher.fileChanged.connect(self._timer.start)
        watched = {*self._watcher.files(), *self._watcher.directories()}
        wanted = {str(self.plugins.folder), *(each.saved.line for each in self.plugins.all if each.saved.fingerprint)}
        if gone := watched - wanted:
            self._watcher.removePaths(sorted(gone))
        if new := wanted - watched:
            self._watcher.addPaths(sorted(new))
            # A file may have changed before it was watched.
            self._timer.start()
