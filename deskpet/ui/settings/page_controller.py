"""Bases of the controllers of pages of the settings, and of the pages that list what the database holds."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.listeners import End
from deskpet.store import Store, StoreError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText, Confirmation
from deskpet.ui.widgets.buttons import plain_button

# Delay after a change until the list is read again; changes come in groups.
_REFRESH_MS = 60
PageT = TypeVar("PageT", bound=QWidget)
PartT = TypeVar("PartT", bound=QObject)


def part_of(page: QWidget, kind: type[PartT]) -> PartT:
    """Return the object of a kind in a page, which has one."""
    found = page.findChild(kind)
    assert found
    return found


class PageController(QObject, Generic[PageT]):
    """Serves a widget on a page of a settings window, and ends with it.

    kind: the class of the widget. page: the widget.
    """

    kind: type[PageT]

    def __init__(self, page: QWidget) -> None:
        """`page` is the widget, or a page in which it stands."""
        self.page = page if isinstance(page, self.kind) else part_of(page, self.kind)
        super().__init__(self.page)

    @property
    def is_open(self) -> bool:
        """Whether the page still exists; it may be closed while something is awaited."""
        return isValid(self.page)

    def until_closed(self, end: End) -> None:
        """Call `end` when the page is closed, such as the end of a listener."""
        self.page.destroyed.connect(lambda *_: end())


class StoredPage(QWidget):
    """Asks for its content each time it is shown; the results of its actions are in its banner."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"{name}_page")
        self.banner, self.confirmation = Banner(), Confirmation()

    def refresh(self) -> None:
        """Ask for the content."""
        raise NotImplementedError

    def show_message(self, message: BannerText | None) -> None:
        """Show the result of an action, or why the content can't be read; None hides it."""
        self.banner.show_message(message)

    def ask(
        self, title: str, text: str, act: Callable[[], object], cancelled: Callable[[], object] = lambda: None
    ) -> None:
        """Ask in place of the last result before something is erased."""
        self.banner.show_message(None)
        self.confirmation.ask(title, text, act, cancelled)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()


class StoredListPage(StoredPage):
    """Lists the first records, and more on request.

    wanted: Emitted with the number of records to list, when the page is shown and when more are asked for.
    first, step, most: how many are listed at first, how many more on request, and at most.
    """

    first, step, most = 20, 20, 1_000_000
    wanted = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.limit = self.first
        self.more_button = plain_button(tr("Show more"), f"{name}_more", "secondary")
        self.more_button.clicked.connect(self._show_more)

    def refresh(self) -> None:
        self.wanted.emit(self.limit)

    def _show_more(self) -> None:
        self.limit = min(self.limit + self.step, self.most)
        self.refresh()


StoredPageT = TypeVar("StoredPageT", bound=StoredPage)


class StoredPageController(PageController[StoredPageT]):
    """Connects a page to the store: lists anew after changes, and carries out actions."""

    _changed = Signal()  # emitted by any thread

    def __init__(self, page: QWidget, store: Callable[[], Store | None]) -> None:
        """`store` returns the open store, if there is one."""
        super().__init__(page)
        self._store = store
        self._listens_to: Store | None = None
        self._stop_listening: End = lambda: None
        self._order = asyncio.Lock()
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh_page)
        self._changed.connect(self._timer.start)
        self.until_closed(self._end)

    def _end(self) -> None:
        self._stop_listening()

    def _refresh_page(self) -> None:
        if self.page.isVisible():
            self.page.refresh()

    def _open_store(self) -> Store:
        """Return the store, to whose changes the page listens. Raises StoreError while it is opened."""
        store = self._store()
        if store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        if store is not self._listens_to and self.is_open:
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
                    message = BannerText("error", tr("That was not possible"), reason_of(error))
                if message and self.is_open:
                    self.page.show_message(message)
