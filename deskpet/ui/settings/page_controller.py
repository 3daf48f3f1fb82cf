"""Bases of the controllers of pages of the settings, and of the pages that list what the database holds."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from deskpet.listeners import End
from deskpet.store import Store, StoreError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText

# Delay after a change until the list is read again; changes come in groups.
_REFRESH_MS = 60
PageT = TypeVar("PageT", bound=QWidget)


class PageController(QObject, Generic[PageT]):
    """Serves one page at a time: each settings window has pages of its own, and those of a closed one are forgotten."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page: PageT | None = None

    def connect_page(self, page: PageT) -> None:
        """Serve this page from now on; a subclass fills it and carries out its requests."""
        self._page = page
        page.destroyed.connect(partial(self._on_page_destroyed, page))

    def _on_page_destroyed(self, page: PageT, *_: object) -> None:
        # The page of a new window may be connected already.
        if self._page is page:
            self._page = None


class StoredPage(QWidget):
    """Asks for its list each time it is shown; the results of its actions are in its banner."""

    def __init__(self) -> None:
        super().__init__()
        self.banner = Banner()

    def refresh(self) -> None:
        """Ask for the list."""
        raise NotImplementedError

    def show_message(self, message: BannerText | None) -> None:
        """Show the result of an action, or why the list can't be read; None hides it."""
        self.banner.show_message(message)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()


StoredPageT = TypeVar("StoredPageT", bound=StoredPage)


class StoredPageController(PageController[StoredPageT]):
    """Connects the page of each settings window to the store: lists anew after changes, and carries out actions."""

    _changed = Signal()  # emitted by any thread

    def __init__(self, store: Callable[[], Store | None]) -> None:
        """`store` returns the open store, if there is one."""
        super().__init__()
        self._store = store
        self._listens_to: Store | None = None
        self._stop_listening: End = lambda: None
        self._order = asyncio.Lock()
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh_page)
        self._changed.connect(self._timer.start)

    def _on_page_destroyed(self, page: StoredPageT, *_: object) -> None:
        super()._on_page_destroyed(page)
        if self._page is None:
            self._stop_listening()
            self._listens_to, self._stop_listening = None, lambda: None

    def _refresh_page(self) -> None:
        if self._page and self._page.isVisible():
            self._page.refresh()

    def _open_store(self) -> Store:
        """Return the store, to whose changes the page listens. Raises StoreError while it is opened."""
        store = self._store()
        if store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        if store is not self._listens_to:
            self._stop_listening()
            self._listens_to, self._stop_listening = store, store.listen(self._changed.emit)
        return store

    def _start(self, action: Coroutine[Any, Any, BannerText | None]) -> None:
        """Carry out an action after the earlier ones, and show its result."""
        event_loop.spawn(self._carry_out(action))

    async def _carry_out(self, action: Coroutine[Any, Any, BannerText | None]) -> None:
        # Closed, because its turn does not come if the program ends meanwhile.
        with closing(action):
            # In order, or a slow action would replace the message of a later one, and its button.
            async with self._order:
                try:
                    message = await action
                except (StoreError, OSError, ValueError) as error:
                    reason = reason_of(error)
                    message = BannerText("error", tr("That was not possible"), reason)
                if message and self._page:
                    self._page.show_message(message)
