"""Base classes of settings pages: controllers that end with their page, and pages that list records of the database."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from sqlite3 import Connection
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.listeners import End, Listen
from deskpet.store import Store, StoreError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText, Confirmation
from deskpet.ui.widgets.buttons import plain_button

# Delay after a change until the list is read again; changes come in groups.
_REFRESH_MS = 60
# Between two looks whether the database is open.
_OPENING_MS = 300
PageT = TypeVar("PageT", bound=QWidget)
PartT = TypeVar("PartT", bound=QObject)
ContentT = TypeVar("ContentT")


def part_of(page: QWidget, kind: type[PartT]) -> PartT:
    """Return the object of a kind in a page, which has one."""
    found = page.findChild(kind)
    assert found
    return found


def until_closed(page: QWidget, end: End) -> None:
    """Call `end` when a page is closed, such as the end of a listener."""
    page.destroyed.connect(lambda *_: end())


def is_open(page: QWidget) -> bool:
    """Return whether a page still exists; it may be closed while something is awaited."""
    return isValid(page)


def show_changes(page: QWidget, listen: Listen[[]], show: Callable[[], object]) -> None:
    """Call `show` now, and after each change until the page is closed."""
    until_closed(page, listen(show))
    show()


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
        until_closed(self.page, end)


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


class StoredListPage(StoredPage, Generic[ContentT]):
    """Lists the first records of the database, more on request, and all anew after changes while it is visible.

    A subclass reads and shows the content.

    first, step, most: how many are listed at first, how many more on request, and at most.
    follows_changes: whether it is listed anew after changes.
    """

    first, step, most = 20, 20, 1_000_000
    follows_changes = True

    _changed = Signal()  # emitted by any thread

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.limit = self.first
        self.more_button = plain_button(tr("Show more"), f"{name}_more", "secondary")
        self.more_button.clicked.connect(self._show_more)
        self._find_store: Callable[[], Store | None] | None = None
        self._listens_to: Store | None = None
        self._stop_listening: End = lambda: None
        self._order = asyncio.Lock()
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh_if_visible)
        self._changed.connect(self._timer.start)

    def list_from(self, store: Callable[[], Store | None]) -> None:
        """List from now on what is in a store; `store` returns the open one, if there is one."""
        self._find_store = store
        self.destroyed.connect(lambda *_: self._stop_listening())

    async def read(self, store: Store) -> ContentT:
        """Return at most `limit` records, and what is shown with them. Raises StoreError."""
        raise NotImplementedError

    def show_content(self, content: ContentT) -> None:
        """Show what `read` returned."""
        raise NotImplementedError

    def show_unavailable(self, why: str) -> None:
        """Show why nothing can be read."""
        raise NotImplementedError

    def focus_content(self) -> None:
        """Give the focus back after a question."""
        raise NotImplementedError

    def refresh(self) -> None:
        if self._find_store:
            event_loop.spawn(self._list())

    def refresh_soon(self) -> None:
        """List anew after a moment, as more may change meanwhile."""
        self._timer.start()

    def change(self, work: Callable[[Connection], object]) -> None:
        """Change the database."""

        async def change() -> None:
            await self.open_store().change(work)

        self.carry_out(change())

    def ask_to_erase(self, title: str, text: str, work: Callable[[Connection], object]) -> None:
        """Ask before `work` erases something of the database for good, also of its backups."""

        async def erase() -> BannerText:
            store = self.open_store()
            await store.change(work)
            await store.clear_traces()
            return BannerText(
                "success", tr("It is erased"), tr("Backups that still held it were replaced by a new one.")
            )

        def confirmed() -> None:
            self.focus_content()
            self.carry_out(erase())

        self.ask(title, text, confirmed, self.focus_content)

    def carry_out(self, action: Coroutine[Any, Any, BannerText | None]) -> None:
        """Carry out an action after the earlier ones, and show its result."""
        event_loop.spawn(self._carry_out(action))

    def open_store(self) -> Store:
        """Return the store, to whose changes the page listens. Raises StoreError while it is opened."""
        store = self._find_store() if self._find_store else None
        if store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        if self.follows_changes and store is not self._listens_to and isValid(self):
            self._stop_listening()
            self._listens_to, self._stop_listening = store, store.listen(self._changed.emit)
        return store

    def _show_more(self) -> None:
        self.limit = min(self.limit + self.step, self.most)
        self.refresh()

    def _refresh_if_visible(self) -> None:
        if self.isVisible():
            self.refresh()

    async def _list(self) -> None:
        try:
            content = await self.read(self.open_store())
        except StoreError as error:
            if isValid(self):
                self.show_unavailable(str(error))
                if self._find_store and self._find_store() is None:
                    # It is being opened.
                    QTimer.singleShot(_OPENING_MS, self, self._refresh_if_visible)
            return
        if isValid(self):
            self.show_content(content)

    async def _carry_out(self, action: Coroutine[Any, Any, BannerText | None]) -> None:
        # Closed, because its turn does not come if the program ends meanwhile.
        with closing(action):
            # In order, or a slow action would replace the message of a later one, and its button.
            async with self._order:
                try:
                    message = await action
                except (StoreError, OSError, ValueError) as error:
                    message = BannerText("error", tr("That was not possible"), reason_of(error))
                if message and isValid(self):
                    self.show_message(message)
