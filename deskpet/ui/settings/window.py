"""Settings window. Most rows are generated from the settings model, which has the titles, help texts and bounds."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout

from deskpet.settings import Settings
from deskpet.tools import TOOLS
from deskpet.ui.settings.about_page import AboutPage
from deskpet.ui.settings.data_page import DataPage
from deskpet.ui.settings.gallery import Gallery
from deskpet.ui.settings.model_page import ModelPage
from deskpet.ui.settings.pages import Pages
from deskpet.ui.settings.persona_page import PersonaPage
from deskpet.ui.settings.reminders_page import RemindersPage
from deskpet.ui.settings.settings_form import SettingsForm, field_of
from deskpet.ui.settings.tools_page import ToolsPage
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormCard, TextAreaRow, help_of, title_of
from deskpet.ui.widgets.screen_fit import ScreenFit
from deskpet.words import tr

# In logical pixels.
_SIZE = QSize(780, 760)
_MIN_WIDTH, _MAX_MIN_WIDTH, _MIN_HEIGHT = 600, 960, 380


class SettingsWindow(SettingsForm):
    """The settings window, with one page per subject."""

    def __init__(self, settings: Settings, last_model: Callable[[str], str] = lambda base_url: "") -> None:
        """`last_model` returns the model used last at a base URL, or an empty string."""
        super().__init__(settings, last_model, Qt.WindowType.Window)
        self.setWindowTitle(tr("Settings"))
        self.setObjectName("settings_window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._add_pages()
        self._initialize()
        self.screen_fit = ScreenFit(self, _SIZE, _minimum_size)

    def show_model_title(self, title: str) -> None:
        """Show the current character's name as the title of its card."""
        self._model_card.set_title(title)

    @property
    def page(self) -> str:
        """The name of the current page."""
        return self._pages.shown

    def show_page(self, name: str) -> None:
        """Switch to the page of this name, such as `connection` or `data`."""
        self._pages.show_page(name)

    # Building

    def _add_pages(self) -> None:
        pages = self._pages = Pages()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(pages)
        pages.add(
            "connection", "link", tr("Connection"), self._connection_card(), self._mode_card(), self._answers_card()
        )
        pages.add("persona", "persona", tr("Persona"), self._persona_choice_card(), self._persona_card())
        pages.add("tools", "tool", tr("Tools"), self._tools_card())
        self.reminders_page = RemindersPage()
        pages.add("reminders", "bell", tr("Reminders"), self._reminders_card(), self._alert_card())
        pages.add("character", "smile", tr("Character"), *self._character_model_cards(), self._character_card())
        pages.add("appearance", "eye", tr("Appearance"), self._appearance_card(), self._chat_card())
        self.data_page, self.about_page = DataPage(), AboutPage()
        pages.add("data", "folder", tr("Data"), self.data_page)
        pages.add("about", "info", tr("About"), self.about_page)

    def _connection_card(self) -> FormCard:
        card = FormCard(
            "link", tr("Connection"), tr("Which model answers. Choose a provider, or give an address of your own.")
        )
        card.add(self.provider_row)
        self._add(card, "endpoint", "base_url", self.address_row)
        self._add(card, "endpoint", "model", self.model_row)
        card.add(self.key_row)
        self._add_field(card, "endpoint", "provider")
        self._add_advanced(card)
        card.add(self.test_panel)
        return card

    def _mode_card(self) -> FormCard:
        card = FormCard("tool", tr("Mode"), tr("How the model uses tools."))
        self._add(card, "chat", "mode", self.modes_row)
        self._add_field(card, "chat", "text_protocol")
        return card

    def _answers_card(self) -> FormCard:
        card = FormCard("clock", tr("Answers"), tr("How far one answer may go, and what else the model is asked."))
        self._add_field(card, "chat", "on_tool_error")
        self._add_field(card, "chat", "max_rounds")
        self._add_field(card, "chat", "context_tokens")
        self._add_field(card, "chat", "titles")
        return card

    def _persona_card(self) -> FormCard:
        prompt = field_of("persona", "prompt")
        card = FormCard("smile", tr("The character herself"), help_of(prompt))
        self._add(card, "persona", "prompt", TextAreaRow(prompt, self._setter("persona", "prompt")))
        self._add_field(card, "persona", "user")
        return card

    def _persona_choice_card(self) -> FormCard:
        card = FormCard("persona", tr("Who speaks"), tr("The character herself, or someone else in her body."))
        self.persona_page = PersonaPage()
        card.add(self.persona_page)
        return card

    def _tools_card(self) -> FormCard:
        field = field_of("tools", "policies")
        help_text = tr("What the model may do: by itself, when you allow it each time, or not.")
        card = FormCard("tool", title_of(field), help_text)
        self.tools_page = ToolsPage(TOOLS)
        card.add(self.tools_page)
        return card

    def _reminders_card(self) -> FormCard:
        card = FormCard(
            "bell",
            tr("Reminders"),
            tr("What she will tell you. Or say it in the chat: “remind me in 10 minutes to stretch”."),
        )
        card.add(self.reminders_page)
        return card

    def _alert_card(self) -> FormCard:
        card = FormCard("clock", tr("When it is time"), tr("She says it in the chat, and more if you like."))
        self._add_field(card, "reminders", "notification")
        self._add_field(card, "reminders", "sound")
        return card

    def _character_model_cards(self) -> tuple[FormCard, FormCard]:
        """Return the cards of the gallery and of the current character's settings."""
        gallery = FormCard(
            "persona",
            tr("Gallery"),
            tr("Who lives on the desktop. Bring a Live2D model of your own, Cubism 2 to 5."),
        )
        self.gallery = Gallery()
        gallery.add(self.gallery)
        self._model_card = FormCard(
            "smile", "", tr("What its expressions and motions mean: whoever answers reads these words.")
        )
        self.model_page = ModelPage()
        self._model_card.add(self.model_page)
        return gallery, self._model_card

    def _character_card(self) -> FormCard:
        card = FormCard("adjust", tr("On the desktop"), tr("How it stands there, whoever it is."))
        for key in ("scale", "opacity", "hold_position", "clicks", "fade_when_near", "hide_for_full_screen"):
            self._add_field(card, "character", key)
        for key in ("frame_rate", "power_saver", "sleep_after_minutes", "show_meter"):
            self._add_field(card, "character", key)
        self._add_field(card, "character", "call_shortcut", example="Ctrl+Alt+P")
        return card

    def _appearance_card(self) -> FormCard:
        card = FormCard("eye", tr("Appearance"), tr("How all windows look."))
        self._add_field(card, "appearance", "language")
        self._add_field(card, "appearance", "theme")
        self._add_field(card, "appearance", "text_scale")
        return card

    def _chat_card(self) -> FormCard:
        card = FormCard("chat", tr("The chat"), tr("The bubbles beside the character, and when they make room."))
        for key in ("chat_width", "wrap_code", "keep_open", "fold_after_seconds", "fade_after_seconds"):
            self._add_field(card, "appearance", key)
        return card

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settle()
        self.closed.emit()
        super().closeEvent(event)


def _minimum_size() -> QSize:
    """Return the smallest size of the window, which is wider for larger text."""
    return QSize(min(theme.scaled(_MIN_WIDTH), _MAX_MIN_WIDTH), _MIN_HEIGHT)
