"""Settings window. Most rows are generated from the settings model, which has the titles, help texts and bounds.

The modules of a page are imported when it is first shown: most of the pages never are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.config.choices import ListeningEngine, VoiceEngine
from deskpet.config.settings import Settings
from deskpet.translation import tr
from deskpet.ui.settings.page import ExtensionSource, PageSource
from deskpet.ui.settings.pages import Pages
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.settings.stored_page import StoredPage
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormCard
from deskpet.ui.widgets.screen_fit import ScreenFit

# In logical pixels.
_SIZE = QSize(780, 760)
_MIN_WIDTH, _MAX_MIN_WIDTH, _MIN_HEIGHT = 600, 960, 380

_ORDER = (
    *("connection", "persona", "tools", "agents", "memory", "reminders", "together", "voice", "character"),
    *("appearance", "data", "about"),
)
"""The pages in the order of their tabs."""

_CARDS = ("folders", "calendar", "web", "tools", "mcp", "plugins", "rules", "journal")
"""The cards of pages that several parts fill, in their order: those of a page itself have its name."""

_Cards = Callable[[], Iterable[QWidget]]


class SettingsWindow(SettingsForm):
    """The settings window, with one page per subject.

    A page and its attributes are created when the page is first shown; `when_created` tells of it.
    """

    def __init__(
        self,
        settings: Settings,
        last_model: Callable[[str], str] = lambda base_url: "",
        *,
        pages: Sequence[PageSource] = (),
        extensions: Sequence[ExtensionSource] = (),
    ) -> None:
        """last_model: returns the model used last at a base URL, or an empty string.

        pages, extensions: those that features bring.
        """
        self._sources, self._extensions = pages, extensions
        super().__init__(settings, last_model, Qt.WindowType.Window)
        self.setWindowTitle(tr("Settings"))
        self.setObjectName("settings_window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # What is waiting for a page that was not created yet, by its name.
        self._waiting: dict[str, list[Callable[[SettingsWindow], object]]] = {}
        self._add_pages()
        self.screen_fit = ScreenFit(self, _SIZE, _minimum_size)

    @property
    def page(self) -> str:
        """The name of the current page."""
        return self._pages.shown

    def show_page(self, name: str) -> None:
        """Switch to the page of this name, such as `connection` or `data`."""
        self._pages.show_page(name)

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

    def _add_pages(self) -> None:
        pages = self._pages = Pages()
        pages.created.connect(self._on_page_created)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(pages)
        own: dict[str, tuple[str, str, _Cards]] = {
            "connection": ("link", tr("Connection"), self._connection_cards),
            "appearance": ("eye", tr("Appearance"), self._appearance_cards),
        }
        own |= {each.name: (each.icon, tr(each.title), partial(each.cards, self)) for each in self._sources}
        for name in sorted(own, key=_place_of):
            icon, title, cards = own[name]
            pages.add(name, icon, title, partial(_in_order, {name: cards, **self._added_to(name)}))

    def _added_to(self, page: str) -> dict[str, _Cards]:
        """Return what adds cards to a page, by names that have a place in it."""
        return {each.name: partial(each.cards, self) for each in self._extensions if each.page == page}

    def _on_page_created(self, name: str, page: QWidget) -> None:
        self._initialize(page)
        for connect in self._waiting.pop(name, ()):
            connect(self)

    def _connection_cards(self) -> tuple[QWidget, ...]:
        return self._connection_card(), self._mode_card(), self._answers_card()

    def _connection_card(self) -> FormCard:
        card = FormCard(
            "link", tr("Connection"), tr("Which model answers. Choose a provider, or give an address of your own.")
        )
        card.add(self.provider_row)
        self.add_row(card, "endpoint", "base_url", self.address_row)
        self.add_row(card, "endpoint", "model", self.model_row)
        card.add(self.key_row)
        self.add_field(card, "endpoint", "provider")
        self._add_advanced(card)
        card.add(self.test_panel)
        return card

    def _mode_card(self) -> FormCard:
        card = FormCard("tool", tr("Mode"), tr("How the model uses tools."))
        self.add_row(card, "chat", "mode", self.modes_row)
        self.add_field(card, "chat", "text_protocol")
        return card

    def _answers_card(self) -> FormCard:
        card = FormCard("clock", tr("Answers"), tr("How far one answer may go, and what else the model is asked."))
        self.add_field(card, "chat", "on_tool_error")
        self.add_field(card, "chat", "max_rounds")
        self.add_field(card, "chat", "report_background")
        self.add_field(card, "chat", "context_tokens")
        self.add_field(card, "chat", "titles")
        return card

    def _appearance_cards(self) -> tuple[QWidget, ...]:
        return self._appearance_card(), self._chat_card()

    def _appearance_card(self) -> FormCard:
        card = FormCard("eye", tr("Appearance"), tr("How all windows look."))
        self.add_field(card, "appearance", "language")
        self.add_field(card, "appearance", "theme")
        self.add_field(card, "appearance", "text_scale")
        return card

    def _chat_card(self) -> FormCard:
        card = FormCard("chat", tr("The chat"), tr("The bubbles beside the character, and when they make room."))
        for key in (
            "chat_width",
            "workspace_width",
            "wrap_code",
            "keep_open",
            "fold_after_seconds",
            "fade_after_seconds",
        ):
            self.add_field(card, "appearance", key)
        return card

    def _show_derived(self) -> None:
        super()._show_derived()
        voice, listening = self._settings.voice.engine, self._settings.listening.engine
        self._set_visible("voice", ("server_url", "speech_model", "key_env"), voice.has_server)
        self._set_visible("voice", ("model_folder",), voice is VoiceEngine.LOCAL)
        uses_server = listening is ListeningEngine.OPENAI
        self._set_visible("listening", ("server_url", "recognition_model", "key_env"), uses_server)
        self._set_visible("listening", ("model_folder",), not uses_server)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settle()
        self.closed.emit()
        super().closeEvent(event)


def _in_order(groups: Mapping[str, _Cards]) -> list[QWidget]:
    """Return the cards of all groups; those of a group without a place come last."""
    names = sorted(groups, key=lambda name: _CARDS.index(name) if name in _CARDS else len(_CARDS))
    return [card for name in names for card in groups[name]()]


def _place_of(page: str) -> int:
    """Return the place of a page among the tabs; a page without one comes before the last three."""
    return _ORDER.index(page) if page in _ORDER else _ORDER.index("appearance")


def _minimum_size() -> QSize:
    """Return the smallest size of the window, which is wider for larger text."""
    return QSize(min(theme.scaled(_MIN_WIDTH), _MAX_MIN_WIDTH), _MIN_HEIGHT)
