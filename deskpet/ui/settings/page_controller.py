"""Base of the controllers of pages of the settings."""

from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

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
