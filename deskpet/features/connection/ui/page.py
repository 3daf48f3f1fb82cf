"""The page of the connection: its rows, which the introduction shows as well, and its cards."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from deskpet.config.choices import Provider
from deskpet.config.keys import KeyPlace
from deskpet.config.settings import EndpointSettings, Mode, Settings
from deskpet.config.settings_file import section_values
from deskpet.features.connection.ui import advanced_section
from deskpet.features.connection.ui.advanced_section import AdvancedSection, JsonRow, NumberRow
from deskpet.features.connection.ui.connection_test_panel import ConnectionTestPanel
from deskpet.features.connection.ui.modes_row import ModesRow
from deskpet.features.connection.ui.rows import AddressRow, ModelRow, ProviderRow, example_model
from deskpet.llm.capabilities import ModelCapabilities
from deskpet.llm.catalog import Preset, find_preset, tool_warning
from deskpet.llm.model_list import LocalServer
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.key_row import KeyRow
from deskpet.ui.settings.page import Card, Form, RowContainer
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets.form import FormCard

_ANSWERS = Card(
    *("clock", tr_noop("Answers"), tr_noop("How far one answer may go, and what else the model is asked.")),
    section="chat",
    fields=("on_tool_error", "max_rounds", "report_background", "context_tokens", "titles"),
)


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    help_text = tr("Which model answers. Choose a provider, or give an address of your own.")
    card = FormCard("link", tr("Connection"), help_text)
    rows = ConnectionRows(form, card)
    rows.add_to(card)
    form.add_field(card, "endpoint", "provider")
    rows.add_advanced_to(card)
    card.add(rows.test_panel)
    mode = FormCard("tool", tr("Mode"), tr("How the model uses tools."))
    form.add_row(mode, "chat", "mode", rows.modes_row)
    form.add_field(mode, "chat", "text_protocol", shown_if=lambda settings: settings.chat.mode is Mode.TEXT)
    return card, mode, form.card(_ANSWERS)


class ConnectionRows(QObject):
    """The rows of the connection and of the mode in a form, which places them.

    form: the form of the settings. last_model: returns the model used last at a base URL, or an empty string.
    key_changed: Emitted with an API key that was typed, to store it in the keyring.
    endpoint_changed: Emitted after any change of the server or model.
    """

    key_changed = Signal(str)
    endpoint_changed = Signal()

    def __init__(self, form: Form, parent: QObject) -> None:
        super().__init__(parent)
        self.form = form
        self.last_model: Callable[[str], str] = lambda base_url: ""
        self._endpoint = form.settings.endpoint
        # The models of the servers that were chosen in this form, and the advanced values, by base URL.
        self._models: dict[str, str] = {}
        self._options: dict[str, dict[str, Any]] = {}
        key_timer = form.typing_timer(lambda: self.key_changed.emit(self.key_row.edit.text()))
        self.provider_row = ProviderRow()
        self.address_row = AddressRow(field_of("endpoint", "base_url"), form.setter("endpoint", "base_url"))
        self.model_row = ModelRow(field_of("endpoint", "model"), form.setter("endpoint", "model"))
        self.key_row = KeyRow(lambda _: key_timer.start())
        self.test_panel = ConnectionTestPanel()
        self.advanced = AdvancedSection()
        self.modes_row = ModesRow(form.setter("chat", "mode", at_once=True))
        self.provider_row.chosen.connect(self._choose_preset)
        self.provider_row.found_chosen.connect(self._choose_server)
        form.follow(self._show_settings)

    def add_to(self, card: RowContainer) -> None:
        """Add the rows of the provider, address, model and key."""
        card.add(self.provider_row)
        self.form.add_row(card, "endpoint", "base_url", self.address_row)
        self.form.add_row(card, "endpoint", "model", self.model_row)
        card.add(self.key_row)

    def add_advanced_to(self, card: RowContainer) -> None:
        """Add the folded section with the optional fields of a request."""
        form = self.form
        for key in advanced_section.NUMBERS:
            row = NumberRow(field_of("endpoint", key), form.setter("endpoint", key))
            form.add_row(self.advanced, "endpoint", key, row)
        form.add_field(self.advanced, "endpoint", "reasoning")
        form.add_field(self.advanced, "endpoint", "stream")
        extra = JsonRow(field_of("endpoint", "extra_body"), '{"top_k": 20}', form.setter("endpoint", "extra_body"))
        form.add_row(self.advanced, "endpoint", "extra_body", extra)
        card.add(self.advanced)

    def show_capabilities(self, capabilities: ModelCapabilities) -> None:
        """Show the capabilities of the current endpoint."""
        self.modes_row.show_capabilities(capabilities)
        self.advanced.show_capabilities(capabilities)

    def show_key_place(self, place: KeyPlace, error: str = "") -> None:
        """Show where the key of the current endpoint is; `error` is why the keyring can't be used."""
        self.key_row.show_place(place, self.form.settings.endpoint.api_key_env, error)

    def _show_settings(self, settings: Settings) -> None:
        endpoint = settings.endpoint
        preset = find_preset(endpoint.base_url)
        self.provider_row.show_value((endpoint.base_url, preset))
        self.advanced.show_values(endpoint)
        self.key_row.show_requirement(preset)
        self.model_row.show_example(preset)
        is_text = settings.chat.mode is Mode.TEXT
        self.model_row.show_warning("" if is_text else tool_warning(endpoint.base_url, endpoint.model))
        before, self._endpoint = self._endpoint, endpoint
        if endpoint != before:
            self._forget(before)

    def _forget(self, before: EndpointSettings) -> None:
        """Drop what was shown of another endpoint."""
        self.test_panel.show_test_result(None)
        if before.base_url != self._endpoint.base_url:
            self.model_row.clear_models()
            # A key typed for one server must not be used for another.
            self.key_row.edit.clear()
        self.endpoint_changed.emit()

    def _choose_preset(self, preset: Preset | None) -> None:
        base_url = preset.base_url if preset else ""
        example = preset and example_model(preset)
        self._choose(base_url, self._used_model(base_url) or example or self.form.settings.endpoint.model)

    def _choose_server(self, server: LocalServer) -> None:
        base_url = server.preset.base_url
        models = server.models or (example_model(server.preset),)
        used = self._used_model(base_url)
        self._choose(base_url, used if used in models else models[0])
        self.model_row.set_names(server.models)

    def _used_model(self, base_url: str) -> str:
        """Return the model that was used last at `base_url`, or an empty string."""
        return self._models.get(base_url) or self.last_model(base_url)

    def _choose(self, base_url: str, model: str) -> None:
        self.form.settle()
        endpoint = self.form.settings.endpoint
        self._models[endpoint.base_url] = endpoint.model
        self._options[endpoint.base_url] = {key: getattr(endpoint, key) for key in advanced_section.KEYS}
        # AUTO knows the format of these addresses, and stays right after the next change of address. What the requests
        # to one server ask would be wrong for another.
        values: dict[str, Any] = {"base_url": base_url, "provider": Provider.AUTO, "model": model}
        values |= self._options.get(base_url) or {
            key: getattr(EndpointSettings(), key) for key in advanced_section.KEYS
        }
        chosen = EndpointSettings.model_validate(section_values(endpoint) | values)
        self.form.change({("endpoint", key): getattr(chosen, key) for key in values})
        self.form.show_settings(self.form.settings)
