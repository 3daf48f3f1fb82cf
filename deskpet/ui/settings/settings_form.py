"""What every form of the settings has in common: it holds valid settings, and knows how a connection is made."""

from collections.abc import Callable
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from deskpet.llm.capabilities import ModelCapabilities
from deskpet.llm.catalog import Preset, preset_of, warning_of
from deskpet.llm.connection_test import ConnectionTest
from deskpet.llm.listing import LocalServer, ModelListing
from deskpet.settings import Mode, Provider, Settings, problem_in
from deskpet.ui.settings.connection_form import AddressRow, KeyRow, ModelRow, ProviderRow
from deskpet.ui.settings.connection_test_panel import TrialPanel
from deskpet.ui.settings.mode_form import ModesRow
from deskpet.ui.widgets.form import FormRow, row_for
from deskpet.words import tr

TYPING_MS = 400

Place = tuple[str, str]
"""A setting's section and key."""


class RowContainer(Protocol):
    """What rows are laid into, one below the other."""

    def add(self, widget: QWidget) -> None: ...


class SettingsForm(QWidget):
    """A form of some of the settings. It holds a valid Settings at any time; what is not valid says so below its field.

    The rows of the connection and of the mode are there from the beginning; whoever makes a form of it lays them where
    they belong, and calls `_begin` when all is in its place.
    """

    applied = Signal(object)  # something changed: a new, valid Settings
    key_changed = Signal(str)  # another key was typed; it belongs in the keyring
    endpoint_changed = Signal()  # another server or model is set, by whomever
    test_requested = Signal(object)  # the connection of these Settings is to be tested
    test_cancelled = Signal()  # the test is to end
    models_requested = Signal(object)  # the server of these Settings is to be asked for its models
    servers_requested = Signal()  # servers on this computer are to be looked for
    closed = Signal()  # the form was put away

    def __init__(
        self,
        settings: Settings,
        last_model: Callable[[str], str] = lambda base_url: "",
        flags: Qt.WindowType = Qt.WindowType.Widget,
    ) -> None:
        """`last_model` tells which model was used last at a base URL; empty where none was."""
        super().__init__(None, flags)
        self._settings = settings
        self._last_model = last_model
        self._rows: dict[Place, FormRow] = {}
        self._pending: dict[Place, Any] = {}
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self._apply_pending)
        self._key_timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._key_timer.timeout.connect(self._send_key)
        self.provider_row = ProviderRow()
        self.address_row = AddressRow(field_of("endpoint", "base_url"), self._setter("endpoint", "base_url"))
        self.model_row = ModelRow(field_of("endpoint", "model"), self._setter("endpoint", "model"))
        self.key_row = KeyRow(lambda _: self._key_timer.start())
        self.trial_panel = TrialPanel()
        self.modes_row = ModesRow(self._setter("chat", "mode", at_once=True))
        self._connect_rows()

    def _connect_rows(self) -> None:
        self.provider_row.chosen.connect(self._choose_preset)
        self.provider_row.found_chosen.connect(self._choose_server)
        self.provider_row.search_requested.connect(self.servers_requested)
        self.model_row.list_requested.connect(self._ask_for_models)
        self.trial_panel.requested.connect(self._test)
        self.trial_panel.cancelled.connect(self.test_cancelled)

    def _begin(self) -> None:
        """Every row is in its place: show the settings in them."""
        for field in (*self.findChildren(QLineEdit), *self.findChildren(QPlainTextEdit)):
            field.installEventFilter(self)
        self._show_all()

    @property
    def settings(self) -> Settings:
        """The last valid settings."""
        return self._settings

    def show_settings(self, settings: Settings) -> None:
        """Show these settings, without emitting `applied`: they came from elsewhere."""
        self._timer.stop()
        self._pending.clear()
        before, self._settings = self._settings, settings
        self._show_all()
        self._tell_endpoint_change(before)

    def show_known(self, known: ModelCapabilities) -> None:
        """What is known of the endpoint that is set."""
        self.modes_row.show_known(known)

    def show_key_kept(self, has_key: bool, trouble: str = "") -> None:
        """Whether there is a key for the endpoint that is set; `trouble` is why that can't be told."""
        self.key_row.show_kept(has_key, trouble)

    def show_test_running(self) -> None:
        """The connection is being tested."""
        self.trial_panel.show_running()

    def show_trial(self, trial: ConnectionTest | None) -> None:
        """What the test found; None when it was broken off."""
        self.trial_panel.show_trial(trial)

    def show_models(self, listing: ModelListing | None) -> None:
        """The models that the server offers; None when the question was broken off."""
        if listing is None:
            self.model_row.stop()
        else:
            self.model_row.show_models(listing)

    def show_servers(self, servers: tuple[LocalServer, ...] | None) -> None:
        """The servers that were found on this computer; None when the search was broken off."""
        if servers is None:
            self.provider_row.stop_search()
        else:
            self.provider_row.show_servers(servers)

    # Building

    def _add_field(self, card: RowContainer, section: str, key: str, example: str = "") -> None:
        """A row made from the model alone."""
        row = row_for(field_of(section, key), lambda value: self._set(section, key, value, row.at_once), example)
        self._add(card, section, key, row)

    def _add(self, card: RowContainer, section: str, key: str, row: FormRow) -> None:
        self._rows[section, key] = row
        row.setObjectName(f"{section}_{key}")
        card.add(row)

    # Changing

    def _setter(self, section: str, key: str, *, at_once: bool = False) -> Callable[[Any], None]:
        return lambda value: self._set(section, key, value, at_once)

    def _set(self, section: str, key: str, value: Any, at_once: bool) -> None:
        self._pending[section, key] = value
        self._check(section, key, value)
        if at_once:
            self._apply_pending()
        else:
            self._timer.start()

    def _check(self, section: str, key: str, value: Any) -> bool:
        try:
            self._with({(section, key): value})
        except ValidationError as error:
            self._rows[section, key].show_error(_said(error))
            return False
        self._rows[section, key].show_error("")
        return True

    def _with(self, changes: dict[Place, Any]) -> Settings:
        values = self._settings.model_dump(mode="json")
        for (section, key), value in changes.items():
            values[section][key] = value
        return Settings.model_validate(values)

    def _apply_pending(self) -> None:
        self._timer.stop()
        pending, self._pending = self._pending, {}
        self._change({place: value for place, value in pending.items() if self._check(*place, value)})

    def _change(self, values: dict[Place, Any]) -> None:
        """Use these values, all of which are valid."""
        before, changed = self._settings, self._with(values)
        if changed == before:
            return
        self._settings = changed
        self._show_derived()
        self.applied.emit(changed)
        self._tell_endpoint_change(before)

    def _send_key(self) -> None:
        self._key_timer.stop()
        self.key_changed.emit(self.key_row.edit.text())

    def settle(self) -> None:
        """Nothing that was typed waits any longer."""
        self._apply_pending()
        if self._key_timer.isActive():
            self._send_key()

    def _show_all(self) -> None:
        for (section, key), row in self._rows.items():
            row.show_value(getattr(getattr(self._settings, section), key))
            row.show_error("")
        self._show_derived()

    def _show_derived(self) -> None:
        """What depends on several settings."""
        endpoint, mode = self._settings.endpoint, self._settings.chat.mode
        preset = preset_of(endpoint.base_url)
        self.provider_row.show_value((endpoint.base_url, preset))
        self.key_row.show_need(preset)
        self.model_row.show_example(preset)
        self.model_row.show_warning("" if mode is Mode.TEXT else warning_of(endpoint.base_url, endpoint.model))
        if protocol := self._rows.get(("chat", "text_protocol")):
            protocol.setVisible(mode is Mode.TEXT)

    def _tell_endpoint_change(self, before: Settings) -> None:
        old, new = before.endpoint, self._settings.endpoint
        if old == new:
            return
        self.trial_panel.show_trial(None)
        if old.base_url != new.base_url:
            self.model_row.forget_models()
            # A key typed for one server is not shown as if it were another's.
            self.key_row.edit.clear()
        self.endpoint_changed.emit()

    # The connection

    def _choose_preset(self, preset: Preset | None) -> None:
        base_url = preset.base_url if preset else ""
        self._choose(base_url, self._last_model(base_url))

    def _choose_server(self, server: LocalServer) -> None:
        base_url = server.preset.base_url
        last = self._last_model(base_url)
        first = server.models[0] if server.models else ""
        self._choose(base_url, last if last in server.models else first)
        self.model_row.offer(server.models)

    def _choose(self, base_url: str, model: str) -> None:
        self.settle()
        # The format of these addresses is known; a fixed one would outlive the next change of address.
        provider = Provider.AUTO.value
        values = {("endpoint", "base_url"): base_url, ("endpoint", "provider"): provider, ("endpoint", "model"): model}
        self._change(values)
        self._show_all()

    def _ask_for_models(self) -> None:
        self.settle()
        self.models_requested.emit(self._settings)

    def _test(self) -> None:
        self.settle()
        self.test_requested.emit(self._settings)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            if self._timer.isActive():
                self._apply_pending()
            if self._key_timer.isActive():
                self._send_key()
        return super().eventFilter(watched, event)


def field_of(section: str, key: str) -> FieldInfo:
    """The field of the settings model."""
    of_section = Settings.model_fields[section].annotation
    assert isinstance(of_section, type)
    assert issubclass(of_section, BaseModel)
    return of_section.model_fields[key]


def _said(error: ValidationError) -> str:
    first = error.errors()[0]
    said = problem_in(first)
    return tr("Expected {what}", what=said) if first["type"] == "value_error" else said
