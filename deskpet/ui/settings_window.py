"""The settings as a form, made from the settings model: a field's title, help and bounds stand there alone."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from deskpet.llm.capabilities import Known
from deskpet.llm.catalog import Preset, preset_of, warning_of
from deskpet.llm.listing import Listing, LocalServer
from deskpet.llm.trial import Trial
from deskpet.settings import Mode, Provider, Settings
from deskpet.ui import theme
from deskpet.ui.connection_form import KeyRow, ModelRow, ProviderRow
from deskpet.ui.form import Card, Row, Slide, Words, row_for
from deskpet.ui.mode_form import ModesRow
from deskpet.ui.trial_panel import TrialPanel

TYPING_MS = 400

Place = tuple[str, str]
"""A setting's section and key."""


class SettingsWindow(QWidget):
    """The form. It holds a valid Settings at any time; what is not valid says so below its field."""

    applied = Signal(object)  # something changed: a new, valid Settings
    key_changed = Signal(str)  # another key was typed; it belongs in the keyring
    endpoint_changed = Signal()  # another server or model is set, by whomever
    test_requested = Signal(object)  # the connection of these Settings is to be tested
    test_cancelled = Signal()  # the test is to end
    models_requested = Signal(object)  # the server of these Settings is to be asked for its models
    servers_requested = Signal()  # servers on this computer are to be looked for
    closed = Signal()  # the window was closed

    def __init__(
        self, settings: Settings, has_key: bool = False, last_model: Callable[[str], str] = lambda base_url: ""
    ) -> None:
        """`last_model` tells which model was used last at a base URL; empty where none was."""
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle("Settings")
        self.setObjectName("settings_window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._settings = settings
        self._last_model = last_model
        self._rows: dict[Place, Row] = {}
        self._pending: dict[Place, Any] = {}
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self._apply_pending)
        self._key_timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._key_timer.timeout.connect(self._send_key)
        self._build(has_key)
        self._show_all()
        self.resize(560, 720)
        self.setMinimumSize(460, 360)

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

    def show_known(self, known: Known) -> None:
        """What is known of the endpoint that is set."""
        self._modes.show_known(known)

    def show_key_kept(self, has_key: bool) -> None:
        """Whether there is a key for the endpoint that is set."""
        self._key.show_kept(has_key)

    def show_test_running(self) -> None:
        """The connection is being tested."""
        self._trial.show_running()

    def show_trial(self, trial: Trial | None) -> None:
        """What the test found; None when it was broken off."""
        self._trial.show_trial(trial)

    def show_models(self, listing: Listing | None) -> None:
        """The models that the server offers; None when the question was broken off."""
        if listing is None:
            self._model.stop()
        else:
            self._model.show_models(listing)

    def show_servers(self, servers: tuple[LocalServer, ...] | None) -> None:
        """The servers that were found on this computer; None when the search was broken off."""
        if servers is None:
            self._provider.stop_search()
        else:
            self._provider.show_servers(servers)

    # Building

    def _build(self, has_key: bool) -> None:
        area = QScrollArea(self)
        area.setObjectName("settings_area")
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget()
        page.setObjectName("settings_page")
        cards = QVBoxLayout(page)
        cards.setContentsMargins(theme.S5, 20, theme.S5, theme.S5)
        cards.setSpacing(theme.S4)
        for card in (self._connection(has_key), self._mode(), self._answers(), self._persona(), self._character()):
            cards.addWidget(card)
        cards.addStretch(1)
        area.setWidget(page)
        for field in (*page.findChildren(QLineEdit), *page.findChildren(QPlainTextEdit)):
            field.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self._area = area

    def _connection(self, has_key: bool) -> Card:
        card = Card("link", "Connection", "Which model answers. Choose a provider, or give an address of your own.")
        self._provider = ProviderRow()
        self._provider.chosen.connect(self._choose_preset)
        self._provider.found_chosen.connect(self._choose_server)
        self._provider.search_requested.connect(self.servers_requested)
        card.add(self._provider)
        self._add_field(card, "endpoint", "base_url", example="http://localhost:11434/v1")
        model = ModelRow(_field("endpoint", "model"), "llama3.2", self._setter("endpoint", "model"))
        model.list_requested.connect(self._ask_for_models)
        self._model = model
        self._add(card, "endpoint", "model", model)
        self._key = KeyRow(has_key, lambda _: self._key_timer.start())
        card.add(self._key)
        self._add_field(card, "endpoint", "provider")
        self._trial = TrialPanel()
        self._trial.requested.connect(self._test)
        self._trial.cancelled.connect(self.test_cancelled)
        card.add(self._trial)
        return card

    def _mode(self) -> Card:
        card = Card("tool", "Mode", "How the model uses tools.")
        self._modes = ModesRow(self._setter("chat", "mode", at_once=True))
        self._add(card, "chat", "mode", self._modes)
        self._add_field(card, "chat", "text_protocol")
        return card

    def _answers(self) -> Card:
        card = Card("clock", "Answers", "How far one answer may go.")
        self._add_field(card, "chat", "on_tool_error")
        self._add_field(card, "chat", "max_rounds")
        self._add_field(card, "chat", "context_tokens")
        return card

    def _persona(self) -> Card:
        prompt = _field("persona", "prompt")
        card = Card("persona", "Persona", prompt.description or "")
        self._add(card, "persona", "prompt", Words(prompt, self._setter("persona", "prompt")))
        return card

    def _character(self) -> Card:
        card = Card("smile", "Character", "How it stands on the desktop.")
        for key, step, unit in (("scale", 0.05, "×"), ("opacity", 0.05, ""), ("frame_rate", 1, " fps")):
            setter = self._setter("character", key, at_once=True)
            self._add(card, "character", key, Slide(_field("character", key), step, unit, setter))
        self._add_field(card, "character", "hold_position")
        self._add_field(card, "character", "sleep_after_minutes")
        return card

    def _add_field(self, card: Card, section: str, key: str, example: str = "") -> None:
        """A row made from the model alone."""
        row = row_for(_field(section, key), lambda value: self._set(section, key, value, row.at_once), example)
        self._add(card, section, key, row)

    def _add(self, card: Card, section: str, key: str, row: Row) -> None:
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
        self.key_changed.emit(self._key.edit.text())

    def _send_all(self) -> None:
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
        self._provider.show_value((endpoint.base_url, preset))
        self._key.show_need(preset)
        self._model.show_warning("" if mode is Mode.TEXT else warning_of(endpoint.base_url, endpoint.model))
        self._rows["chat", "text_protocol"].setVisible(mode is Mode.TEXT)

    def _tell_endpoint_change(self, before: Settings) -> None:
        old, new = before.endpoint, self._settings.endpoint
        if old == new:
            return
        self._trial.show_trial(None)
        if old.base_url != new.base_url:
            self._model.forget_models()
            # A key typed for one server is not shown as if it were another's.
            self._key.edit.clear()
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
        self._model.offer(server.models)

    def _choose(self, base_url: str, model: str) -> None:
        self._send_all()
        # The format of these addresses is known; a fixed one would outlive the next change of address.
        provider = Provider.AUTO.value
        values = {("endpoint", "base_url"): base_url, ("endpoint", "provider"): provider, ("endpoint", "model"): model}
        self._change(values)
        self._show_all()

    def _ask_for_models(self) -> None:
        self._send_all()
        self.models_requested.emit(self._settings)

    def _test(self) -> None:
        self._send_all()
        self.test_requested.emit(self._settings)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            if self._timer.isActive():
                self._apply_pending()
            if self._key_timer.isActive():
                self._send_key()
        return super().eventFilter(watched, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._send_all()
        self.closed.emit()
        super().closeEvent(event)


def _field(section: str, key: str) -> FieldInfo:
    """The field of the settings model."""
    of_section = Settings.model_fields[section].annotation
    assert isinstance(of_section, type)
    assert issubclass(of_section, BaseModel)
    return of_section.model_fields[key]


def _said(error: ValidationError) -> str:
    said = error.errors()[0]["msg"].removeprefix("Value error, ")
    return f"Expected {said}" if said.startswith(("a ", "an ")) else said[:1].upper() + said[1:]
