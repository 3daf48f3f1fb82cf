"""Settings window. Most rows are generated from the settings model, which has the titles, help texts and bounds.

The modules of a page are imported when it is first shown: most of the pages never are.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.config.settings import Settings
from deskpet.translation import tr
from deskpet.ui.settings.page import Card, Page, PageExtension
from deskpet.ui.settings.page_controller import StoredPage
from deskpet.ui.settings.pages import Pages
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.screen_fit import ScreenFit

# In logical pixels.
_SIZE = QSize(780, 760)
_MIN_WIDTH, _MAX_MIN_WIDTH, _MIN_HEIGHT = 600, 960, 380

_TABS = (
    *(("connection",), ("character", "persona", "together"), ("tools", "sources", "programs", "calls"), ("agents",)),
    *(("memory", "reminders", "prompts"), ("voice",), ("appearance", "keyboard"), ("data",), ("about",)),
)
"""The tabs in their order, with their pages; a page without a tab gets one before that of the appearance."""

_CARDS = (
    *("sources", "calendar", "web", "mcp", "plugins", "keyboard", "quick_ask", "character", "roaming", "updates"),
    *("guest", "downloads"),
)
"""The cards of pages that several parts fill, in their order: those of a page itself have its name, or come last."""


class SettingsWindow(SettingsForm):
    """The settings window, with one page per subject.

    A page and its attributes are created when the page is first shown; `when_created` tells of it.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        pages: Sequence[Page] = (),
        extensions: Sequence[PageExtension] = (),
        page: str = "",
    ) -> None:
        """pages, extensions: those that features bring. page: the name of the one to show, by default the first."""
        self._sources, self._extensions = pages, extensions
        super().__init__(settings, Qt.WindowType.Window)
        self.setWindowTitle(tr("Settings"))
        self.setObjectName("settings_window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # What is waiting for a page that was not created yet, by its name.
        self._waiting: dict[str, list[Callable[[SettingsWindow], object]]] = {}
        self._add_pages(page)
        self.screen_fit = ScreenFit(self, _SIZE, _minimum_size)

    @property
    def page(self) -> str:
        """The name of the current page."""
        return self._pages.shown

    def show_page(self, name: str) -> None:
        """Switch to the page of this name, such as `connection` or `data`."""
        self._pages.show_page(name)

    def find_place(self, title: str) -> None:
        """Go to the place with this title, as soon as its page is created."""
        self._pages.find_place(title)

    @property
    def pages(self) -> tuple[str, ...]:
        """The names of all pages, in their order."""
        return self._pages.names

    def has_created(self, page: str) -> bool:
        """Return whether the page of this name was shown, and so created."""
        return self._pages.has_created(page)

    def when_created(self, page: str, connect: "Callable[[SettingsWindow], object]") -> None:
        """Call `connect` with this window when the page of this name is created, at once if it is there already."""
        if self.has_created(page):
            connect(self)
        else:
            self._waiting.setdefault(page, []).append(connect)

    def widget_of(self, page: str) -> QWidget:
        """Return the page of this name, which was created."""
        return self._pages.widget_of(page)

    def refresh_stored(self) -> None:
        """Read again what the shown page lists of the database."""
        for page in self.findChildren(StoredPage):
            if page.isVisible():
                page.refresh()

    def _add_pages(self, first: str) -> None:
        pages = self._pages = Pages(first)
        pages.created.connect(self._on_page_created)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(pages)
        last_tab = -1
        for each in sorted(self._sources, key=lambda page: _place_of(page.name)):
            tab, place = _place_of(each.name)
            joins, last_tab = place > 0 and tab == last_tab, tab
            pages.add(each.name, each.icon, tr(each.title), partial(self._cards_of, each), joins=joins)

    def _cards_of(self, page: Page) -> Iterator[QWidget]:
        """Create the cards of a page, and those that others add to it; one without a place comes last."""
        groups = [page, *(each for each in self._extensions if each.page == page.name)]
        for group in sorted(groups, key=lambda each: _CARDS.index(each.name) if each.name in _CARDS else len(_CARDS)):
            cards = group.content().cards
            for card in cards(self) if callable(cards) else cards:
                yield self.card(card) if isinstance(card, Card) else card

    def _on_page_created(self, name: str, page: QWidget) -> None:
        self._initialize(page)
        for connect in self._waiting.pop(name, ()):
            connect(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settle()
        self.closed.emit()
        super().closeEvent(event)


def _place_of(page: str) -> tuple[int, int]:
    """Return the tab of a page and its place in it."""
    places = {name: (tab, place) for tab, names in enumerate(_TABS) for place, name in enumerate(names)}
    return places.get(page, (places["appearance"][0], -1))


def _minimum_size() -> QSize:
    """Return the smallest size of the window, which is wider for larger text."""
    return QSize(min(theme.scaled(_MIN_WIDTH), _MAX_MIN_WIDTH), _MIN_HEIGHT)
