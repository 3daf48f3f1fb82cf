"""Connect the card of the parts: add, stop, add from files, remove."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from deskpet.features.downloads import catalogue, part_folders
from deskpet.features.downloads.catalogue import OptionalPart
from deskpet.features.downloads.part_folders import PartFailed
from deskpet.features.downloads.ui.card import CARD, PartsList
from deskpet.processes import added_parts
from deskpet.processes.threads import run_to_end
from deskpet.text.reasons import reason_of
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.page import PageContent


class PartsController(QObject):
    """Serves the list of parts on a page, and ends with it."""

    def __init__(self, page: QWidget, parts: tuple[OptionalPart, ...]) -> None:
        parts_list = page.findChild(PartsList)
        assert parts_list
        super().__init__(parts_list)
        self._list: PartsList | None = parts_list
        self._parts = parts
        self._work: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        add, add_from = part_folders.add, _in_thread
        parts_list.add_requested.connect(lambda part: self._run(part, partial(add, part, self._on_progress)))
        parts_list.files_chosen.connect(lambda part, files: self._run(part, partial(add_from, part, files)))
        parts_list.remove_requested.connect(self._remove)
        parts_list.stop_requested.connect(self._stop)
        parts_list.destroyed.connect(self._on_destroyed)
        self._show()

    def _show(self) -> None:
        if not self._list:
            return
        states = tuple((part, part_folders.is_added(part)) for part in self._parts)
        self._list.show_parts(states, can_add=added_parts.is_installed())

    def _run(self, part: OptionalPart, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Add a part once what was stopped has ended."""
        self._stop()
        self._work = event_loop.spawn(self._take_turn(part, work))

    async def _take_turn(self, part: OptionalPart, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async with self._turn:
            await self._add(part, work)

    async def _add(self, part: OptionalPart, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._on_progress(0, part.size)
        try:
            await work()
        except (PartFailed, OSError) as error:
            self._show_failure(part, error)
        else:
            if self._list:
                self._list.show_done(part.title)
        finally:
            self._on_progress(0, 0)
            self._show()

    def _remove(self, part: OptionalPart) -> None:
        try:
            part_folders.remove(part)
        except (PartFailed, OSError) as error:
            self._show_failure(part, error)
        self._show()

    def _show_failure(self, part: OptionalPart, error: Exception) -> None:
        if self._list:
            self._list.show_failure(part.title, reason_of(error))

    def _on_progress(self, done: int, whole: int) -> None:
        if self._list:
            self._list.show_progress(done, whole)

    def _on_destroyed(self) -> None:
        self._list = None
        self._stop()

    def _stop(self) -> None:
        if self._work:
            self._work.cancel()


async def _in_thread(part: OptionalPart, files: list[Path]) -> None:
    await run_to_end(partial(part_folders.add_from, part, files), partial(part_folders.remove, part))


PAGE = PageContent((CARD,), lambda page, _host, _running: PartsController(page, catalogue.parts()))
