"""Offer the tools of plugins to models, and notice when their files change."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QFileSystemWatcher, QTimer

from deskpet.config import paths
from deskpet.features.foreign.collection import ForeignTools
from deskpet.features.host import ToolsPort
from deskpet.features.plugins.plugins import Plugins
from deskpet.translation import tr
from deskpet.ui.platform import event_loop

# Editors write a file in several steps.
_SCAN_DELAY_MS = 200


class PluginsController:
    """Owns the plugins. No process runs before a call needs one, and nothing is watched without a folder."""

    def __init__(self, tools: ToolsPort, warn: Callable[[str, str, str], object]) -> None:
        """Read the folder and what was allowed in threads, and offer the tools that the plugins had before.

        warn: shows a warning if what was allowed can't be read; it gets a code, a title and a cause.
        """
        self.plugins, self._warn = Plugins(paths.tools_folder(), paths.data_folder()), warn
        self._watcher: QFileSystemWatcher | None = None
        self._timer = QTimer(singleShot=True, interval=_SCAN_DELAY_MS)
        self._timer.timeout.connect(self.scan)
        offered = ForeignTools(tools, self.plugins.tools)
        self.plugins.listen(offered.update)
        self._stop_listening = tools.listen_to_model(self.plugins.notify)
        self._loading = event_loop.spawn(self._load())

    def scan(self) -> None:
        """Read the folder again."""
        event_loop.spawn(self._scan())

    async def close(self) -> None:
        """End all plugins, and watch nothing any more."""
        self._stop_listening()
        self._timer.stop()
        self._watcher = None
        await self.plugins.close()

    async def _load(self) -> None:
        await self.plugins.load()
        if self.plugins.error:
            self._warn("plugins", tr("The plugins can't be used"), self.plugins.error)
        await self._watch()

    async def _scan(self) -> None:
        # What was allowed is known then.
        await asyncio.wait({self._loading})
        await self.plugins.scan()
        await self._watch()

    async def _watch(self) -> None:
        """Watch the folder and its files, as a folder does not report that a file is written in place."""
        if not await event_loop.in_thread(lambda: paths.is_folder(self.plugins.folder)):
            return
        if self._watcher is None:
            self._watcher = QFileSystemWatcher()
            self._watcher.directoryChanged.connect(self._timer.start)
            self._watcher.fileChanged.connect(self._timer.start)
        watched = {*self._watcher.files(), *self._watcher.directories()}
        wanted = {
            str(self.plugins.folder),
            *(each.saved.display_command for each in self.plugins.all if each.saved.fingerprint),
        }
        if gone := watched - wanted:
            self._watcher.removePaths(sorted(gone))
        if new := wanted - watched:
            self._watcher.addPaths(sorted(new))
            # A file may have changed before it was watched.
            self._timer.start()
