"""Base of the settings window and the first-run assistant: validation, delayed apply, and the connection rows."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from deskpet.config.choices import Provider
from deskpet.config.keys import KeyPlace
from deskpet.config.settings import EndpointSettings, Mode, Settings, fields_of, problem_in
from deskpet.config.settings_file import SettingKey, section_values, with_values
from deskpet.llm.capabilities import ModelCapabilities
from deskpet.llm.catalog import Preset, find_preset, tool_warning
from deskpet.llm.connection_check import ConnectionReport
from deskpet.llm.model_list import LocalServer, ModelListing
from deskpet.translation import tr
from deskpet.ui.settings import advanced_section
from deskpet.ui.settings.advanced_section import AdvancedSection, JsonRow, NumberRow
from deskpet.ui.settings.connection_form import AddressRow, KeyRow, ModelRow, ProviderRow, example_model
from deskpet.ui.settings.connection_test_panel import ConnectionTestPanel
from deskpet.ui.settings.mode_form import ModesRow
from deskpet.ui.settings.page import RowContainer
from deskpet.ui.widgets.form import FormRow, row_for

TYPING_MS = 400


class SettingsForm(QWidget):
    """A form of some of the settings. `settings` is always valid; an invalid edit shows an error below its field.

    The base class creates the rows of the connection and the mode. A subclass lays them out, adds its own rows, and
    then calls `_initialize`, once or for each part of the form.

    applied: Emitted with the new Settings after the user has changed them.
    key_changed: Emitted with an API key that was typed, to store it in the keyring.
    endpoint_changed: Emitted after any change of the server or model.
    test_requested: Emitted with the Settings whose connection is to be tested.
    test_cancelled: Emitted to stop the test.
    models_requested: Emitted with the Settings whose server is to be asked for its models.
    servers_requested: Emitted to search for servers on this computer.
    closed: Emitted when the form is closed.
    """

    applied = Signal(object)
    key_changed = Signal(str)
    endpoint_changed = Signal()
    test_requested = Signal(object)
    test_cancelled = Signal()
    models_requested = Signal(object)
    servers_requested = Signal()
    closed = Signal()

    def __init__(
        self,
        settings: Settings,
        last_model: Callable[[str], str] = lambda base_url: "",
        flags: Qt.WindowType = Qt.WindowType.Widget,
    ) -> None:
        """`last_model` returns the model used last at a base URL, or an empty string."""
        super().__init__(None, flags)
        self._settings = settings
        self._last_model = last_model
        # The models of the servers that were chosen in this form, and the advanced values, by base URL.
        self._models: dict[str, str] = {}
        self._options: dict[str, dict[str, Any]] = {}
        self._rows: dict[SettingKey, FormRow] = {}
        self._followers: list[Callable[[Settings], object]] = []
        # Validated edits that are not applied yet.
        self._pending: dict[SettingKey, Any] = {}
        self._typing: list[tuple[QTimer, Callable[[], object]]] = []
        self._timer = self.typing_timer(self._apply_pending)
        self._key_timer = self.typing_timer(lambda: self.key_changed.emit(self.key_row.edit.text()))
        self.provider_row = ProviderRow()
        self.address_row = AddressRow(field_of("endpoint", "base_url"), self.setter("endpoint", "base_url"))
        self.model_row = ModelRow(field_of("endpoint", "model"), self.setter("endpoint", "model"))
        self.key_row = KeyRow(lambda _: self._key_timer.start())
        self.test_panel = ConnectionTestPanel()
        self.advanced = AdvancedSection()
        self.modes_row = ModesRow(self.setter("chat", "mode", at_once=True))
        self._connect_rows()

    def _connect_rows(self) -> None:
        self.provider_row.chosen.connect(self._choose_preset)
        self.provider_row.found_chosen.connect(self._choose_server)
        self.provider_row.search_requested.connect(self.servers_requested)
        self.model_row.list_requested.connect(self._request_models)
        self.test_panel.requested.connect(self._request_test)
        self.test_panel.cancelled.connect(self.test_cancelled)

    def _initialize(self, part: QWidget) -> None:
        """Show the settings in the rows of a part of the form; a subclass calls it after it has added them."""
        for field in (*part.findChildren(QLineEdit), *part.findChildren(QPlainTextEdit)):
            field.installEventFilter(self)
        self._show_rows({key: row for key, row in self._rows.items() if part.isAncestorOf(row)})

    @property
    def settings(self) -> Settings:
        """The current settings, with the last valid changes."""
        return self._settings

    def show_settings(self, settings: Settings) -> None:
        """Show settings that were changed elsewhere, and drop pending edits. Does not emit `applied`."""
        self._timer.stop()
        self._pending.clear()
        before, self._settings = self._settings, settings
        self._show_rows(self._rows)
        self._handle_endpoint_change(before)

    def show_capabilities(self, capabilities: ModelCapabilities) -> None:
        """Show the capabilities of the current endpoint."""
        self.modes_row.show_capabilities(capabilities)
        self.advanced.show_capabilities(capabilities)

    def show_key_place(self, place: KeyPlace, error: str = "") -> None:
        """Show where the key of the current endpoint is; `error` is why the keyring can't be used."""
        self.key_row.show_place(place, self._settings.endpoint.api_key_env, error)

    def show_test_running(self) -> None:
        """Show that the connection test is running."""
        self.test_panel.show_running()

    def show_test_result(self, test: ConnectionReport | None) -> None:
        """Show the result of the connection test; None if it was cancelled."""
        self.test_panel.show_test_result(test)

    def show_models(self, listing: ModelListing | None) -> None:
        """Show the models that the server offers; None if the request was cancelled."""
        if listing is None:
            self.model_row.stop_fetch()
        else:
            self.model_row.show_models(listing)

    def show_servers(self, servers: tuple[LocalServer, ...] | None) -> None:
        """Show the servers found on this computer; None if the search was cancelled."""
        if servers is None:
            self.provider_row.stop_search()
        else:
            self.provider_row.show_servers(servers)

    def add_field(self, card: RowContainer, section: str, key: str, example: str = "") -> None:
        """Add a row that is generated from the field of the settings model."""
        row = row_for(field_of(section, key), lambda value: self._set(section, key, value, row.at_once), example)
        self.add_row(card, section, key, row)

    def add_row(self, card: RowContainer, section: str, key: str, row: FormRow) -> None:
        """Add a row of one's own for a setting."""
        self._rows[section, key] = row
        row.setObjectName(f"{section}_{key}")
        card.add(row)

    def _add_advanced(self, card: RowContainer) -> None:
        """Add the folded section with the optional fields of a request."""
        for key in advanced_section.NUMBERS:
            row = NumberRow(field_of("endpoint", key), self.setter("endpoint", key))
            self.add_row(self.advanced, "endpoint", key, row)
        self.add_field(self.advanced, "endpoint", "reasoning")
        self.add_field(self.advanced, "endpoint", "stream")
        extra = JsonRow(field_of("endpoint", "extra_body"), '{"top_k": 20}', self.setter("endpoint", "extra_body"))
        self.add_row(self.advanced, "endpoint", "extra_body", extra)
        card.add(self.advanced)

    def setter(self, section: str, key: str, *, at_once: bool = False) -> Callable[[Any], None]:
        """Return a function that validates and applies a value of a setting, a moment later unless `at_once`."""
        return lambda value: self._set(section, key, value, at_once)

    def _set(self, section: str, key: str, value: Any, at_once: bool) -> None:
        row = self._rows[section, key]
        try:
            self._pending[section, key] = self._validate(section, key, value)
        except ValidationError as error:
            self._pending.pop((section, key), None)
            row.show_error(_error_text(error))
        else:
            row.show_error("")
        if at_once:
            self._apply_pending()
        else:
            self._timer.start()

    def _validate(self, section: str, key: str, value: Any) -> Any:
        """Return the validated value of a setting. Raises ValidationError."""
        current = getattr(self._settings, section)
        return getattr(type(current)(**{**section_values(current), key: value}), key)

    def _apply_pending(self) -> None:
        self._timer.stop()
        pending, self._pending = self._pending, {}
        self.change(pending)

    def follow(self, show: Callable[[Settings], object]) -> None:
        """Call `show` with the settings when they have changed, and when the rows are first shown."""
        self._followers.append(show)

    def change(self, values: Mapping[SettingKey, Any]) -> None:
        """Apply validated values."""
        before, changed = self._settings, with_values(self._settings, values)
        if changed == before:
            return
        self._settings = changed
        if _deciding(changed) != _deciding(before):
            self._show_derived()
        else:
            self._tell_followers()
        self.applied.emit(changed)
        self._handle_endpoint_change(before)

    def typing_timer(self, apply: Callable[[], object]) -> QTimer:
        """Return a timer that calls `apply` a moment after it was started, or when the form settles before."""
        timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        timer.timeout.connect(apply)
        self._typing.append((timer, apply))
        return timer

    def settle(self) -> None:
        """Apply pending edits at once."""
        for timer, apply in self._typing:
            if timer.isActive():
                timer.stop()
                apply()

    def _show_rows(self, rows: dict[SettingKey, FormRow]) -> None:
        for (section, key), row in rows.items():
            row.show_value(getattr(getattr(self._settings, section), key))
            row.show_error("")
        self._show_derived()

    def _show_derived(self) -> None:
        """Update the rows that depend on several settings."""
        self._tell_followers()
        endpoint, mode = self._settings.endpoint, self._settings.chat.mode
        preset = find_preset(endpoint.base_url)
        self.provider_row.show_value((endpoint.base_url, preset))
        self.advanced.show_values(endpoint)
        self.key_row.show_requirement(preset)
        self.model_row.show_example(preset)
        self.model_row.show_warning("" if mode is Mode.TEXT else tool_warning(endpoint.base_url, endpoint.model))
        self._set_visible("chat", ("text_protocol",), mode is Mode.TEXT)

    def _tell_followers(self) -> None:
        for show in self._followers:
            show(self._settings)

    def _set_visible(self, section: str, keys: Iterable[str], is_visible: bool) -> None:
        """Show or hide the rows of settings that this form has by now."""
        for key in keys:
            if row := self._rows.get((section, key)):
                row.setVisible(is_visible)

    def _handle_endpoint_change(self, before: Settings) -> None:
        old, new = before.endpoint, self._settings.endpoint
        if old == new:
            return
        self.test_panel.show_test_result(None)
        if old.base_url != new.base_url:
            self.model_row.clear_models()
            # A key typed for one server must not be used for another.
            self.key_row.edit.clear()
        self.endpoint_changed.emit()

    def _choose_preset(self, preset: Preset | None) -> None:
        base_url = preset.base_url if preset else ""
        example = preset and example_model(preset)
        self._choose(base_url, self._used_model(base_url) or example or self._settings.endpoint.model)

    def _choose_server(self, server: LocalServer) -> None:
        base_url = server.preset.base_url
        models = server.models or (example_model(server.preset),)
        used = self._used_model(base_url)
        self._choose(base_url, used if used in models else models[0])
        self.model_row.set_names(server.models)

    def _used_model(self, base_url: str) -> str:
        """Return the model that was used last at `base_url`, or an empty string."""
        return self._models.get(base_url) or self._last_model(base_url)

    def _choose(self, base_url: str, model: str) -> None:
        self.settle()
        endpoint = self._settings.endpoint
        self._models[endpoint.base_url] = endpoint.model
        self._options[endpoint.base_url] = {key: getattr(endpoint, key) for key in advanced_section.KEYS}
        # AUTO knows the format of these addresses, and stays right after the next change of address. What the requests
        # to one server ask would be wrong for another.
        values = {"base_url": base_url, "provider": Provider.AUTO, "model": model}
        values |= self._options.get(base_url) or {
            key: getattr(EndpointSettings(), key) for key in advanced_section.KEYS
        }
        self.change({("endpoint", key): self._validate("endpoint", key, value) for key, value in values.items()})
        self._show_rows(self._rows)

    def _request_models(self) -> None:
        self.settle()
        self.models_requested.emit(self._settings)

    def _request_test(self) -> None:
        self.settle()
        self.test_requested.emit(self._settings)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.settle()
        return super().eventFilter(watched, event)


def field_of(section: str, key: str) -> FieldInfo:
    """Return the field of the settings model."""
    return fields_of(section)[key]


def _deciding(settings: Settings) -> tuple[object, ...]:
    """Return the settings on which other rows depend."""
    return settings.endpoint, settings.chat.mode, settings.voice.engine, settings.listening.engine


def _error_text(error: ValidationError) -> str:
    first = error.errors()[0]
    problem = problem_in(first)
    return tr("Expected {what}", what=problem) if first["type"] == "value_error" else problem
