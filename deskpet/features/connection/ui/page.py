"""The page of the connections: their list, the rows of one, which the introduction shows as well, and its cards."""

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, cast

from pydantic.fields import FieldInfo
from pydantic_core import from_json
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from deskpet.config.keys import KeyPlace
from deskpet.config.settings import EndpointSettings, Mode, Settings, fields_of
from deskpet.features.connection.ui.connection_test_panel import ConnectionTestPanel
from deskpet.features.connection.ui.rows import AddressRow, ModelRow, ModesRow, ProviderRow, RoleRow, provider_button
from deskpet.llm.capabilities import ModelCapabilities
from deskpet.llm.catalog import find_preset, tool_warning
from deskpet.llm.connections import Connection
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.key_row import KeyRow
from deskpet.ui.settings.page import Card, Field, RowContainer
from deskpet.ui.settings.record_list import Edit, ListRecord, RecordList, RowAction
from deskpet.ui.settings.settings_form import SettingsForm, field_of
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import (
    FormCard,
    TextInputRow,
    column_in,
    line_in,
    line_of,
    show_text,
    text_label,
    title_of,
)

NUMBERS = ("temperature", "top_p", "max_tokens")
OBJECTS = {"extra_body": '{"top_k": 20}', "headers": '{"X-Title": "deskpet"}'}
KEYS = (*NUMBERS, "reasoning", "stream", *OBJECTS, "proxy")
"""Keys of the settings that the section edits."""
_MAX_NAME = 60


class ConnectionList(QWidget):
    """Lists the saved connections, and adds one of a provider.

    act: called with the name of an action (`use`, `copy`, `trash`) and the connection. rename: called with a
    connection and its new name. add: the button of the providers.
    """

    def __init__(self) -> None:
        super().__init__()
        self.act: Callable[[str, Connection], object] = lambda _name, _connection: None
        self.rename: Callable[[Connection, str], object] = lambda _connection, _name: None
        self.list = RecordList(tr("None yet. Choose a provider: what you set for it is kept here."))
        self.add = provider_button(tr("Add a connection"))
        self.add.setObjectName("add_connection")
        self.add.setText(tr("Add a connection"))
        column_in(self, theme.S2, self.list, (self.add, 0, Qt.AlignmentFlag.AlignLeft))

    def show_connections(self, connections: Iterable[Connection], present: str) -> None:
        """Show these connections; `present` is the id of the one in use."""
        self.list.show_records(self._record(each, is_present=each.id == present) for each in connections)

    def _record(self, connection: Connection, *, is_present: bool) -> ListRecord:
        name = connection.name
        use = tr("{name} is in use", name=name) if is_present else tr("Use {name}", name=name)
        labels = {"use": use, "edit": tr("Rename {name}", name=name), "copy": tr("Duplicate {name}", name=name)}
        labels["trash"] = tr("Delete {name}", name=name)
        icons = {"use": "check" if is_present else "right"}
        actions = tuple(
            RowAction(
                key,
                label,
                partial(self.act, key, connection),
                icons.get(key, key),
                is_on=is_present and key == "use",
            )
            for key, label in labels.items()
        )
        edit = Edit(0, "edit", tr("Name"), _MAX_NAME, lambda text: self.rename(connection, text))
        lines = (("field_title", name), ("field_help", connection.address_with_model or tr("No address yet")))
        return ListRecord(connection.id, f"{name}, {use}", lines, actions, edit)


class AdvancedSection(QWidget):
    """Rows that are hidden at first; the header names the values that are set."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("advanced")
        self.header = plain_button(tr("Advanced"), "advanced_header", "link")
        self.header.setCheckable(True)
        self.header.setAutoDefault(True)
        self._summary, self._refused = text_label("", "field_help"), text_label("", "field_warning")
        self._body, head = QWidget(), QWidget()
        self._numbers = line_of(theme.S4)
        self._rows = column_in(self._body, 14, self._numbers, self._refused)
        line_in(head, theme.S3, self.header, (self._summary, 1))
        column_in(self, theme.S2, head, self._body)
        for part in (self._body, self._refused):
            part.hide()
        self.header.toggled.connect(self._body.setVisible)

    def add(self, widget: QWidget) -> None:
        """Add a row; number fields are side by side."""
        if self._numbers.count() < len(NUMBERS):
            self._numbers.addWidget(widget, 1, Qt.AlignmentFlag.AlignTop)
        else:
            self._rows.insertWidget(self._rows.indexOf(self._refused), widget)

    def show_values(self, endpoint: EndpointSettings) -> None:
        """Name the values that are set in the header."""
        defaults, fields = EndpointSettings(), fields_of("endpoint")
        changed = [key for key in KEYS if getattr(endpoint, key) != getattr(defaults, key)]
        self._summary.setText(" · ".join(title_of(fields[key]) for key in changed))
        self.header.setAccessibleDescription(self._summary.text())

    def show_capabilities(self, capabilities: ModelCapabilities) -> None:
        """Show what the model has refused, and what it demands instead."""
        adaptations = capabilities.adaptations
        fields = tr(", ").join((*capabilities.refused_fields, *adaptations.refused_tools))
        values = tr(", ").join(f"{name}: {value}" for name, value in adaptations.demanded.items())
        refused = tr(
            "This model refused {fields}, so it is left out. A test of the connection tries it again.", fields=fields
        )
        demanded = tr(
            "This model demanded other values, which are sent: {values}. A test of the connection tries yours again.",
            values=values,
        )
        show_text(self._refused, "\n".join((*([refused] if fields else ()), *([demanded] if values else ()))))


class JsonRow(TextInputRow):
    """A JSON object in one line; empty for none."""

    def __init__(self, field: FieldInfo, example: str, changed: Callable[[Any], None]) -> None:
        super().__init__(field, example, lambda text: changed(_parse(text)))

    def show_value(self, value: Any) -> None:
        if _parse(self.edit.text()) != value:
            self.edit.setText(json.dumps(value, ensure_ascii=False) if value else "")
            self.edit.setCursorPosition(0)


class NumberRow(TextInputRow):
    """A number in a narrow column; a value that means "not set" is shown as an empty field."""

    shows_unit = False

    def __init__(self, field: FieldInfo, changed: Callable[[Any], None]) -> None:
        unset = field.default
        super().__init__(field, tr("not set"), lambda text: changed(text.strip() or unset))
        self._unset = unset

    def show_value(self, value: Any) -> None:
        super().show_value("" if value == self._unset else value)


def _parse(text: str) -> dict[str, Any] | str:
    """Return the object in a JSON text, or the text itself if it has none."""
    try:
        value = from_json(text.strip() or "{}")
    except ValueError:
        return text
    return cast("dict[str, Any]", value) if isinstance(value, dict) else text


_ANSWERS = Card(
    "clock",
    tr_noop("Answers"),
    tr_noop("Limits of one answer, and other requests to the model."),
    section="chat",
    fields=("on_tool_error", "max_rounds", "report_background", "context_tokens", "titles"),
)


_ROLES = Card(
    "more",
    tr_noop("Other requests"),
    tr_noop("Models for what is not an answer of the chat."),
    section="roles",
    fields=tuple(Field(key, row=RoleRow) for key in ("titles", "pictures", "memory")),
)


def cards(form: SettingsForm) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    kept = FormCard("link", tr("Connections"), tr("The servers that you use, each with its model and its own key."))
    kept.add(ConnectionList())
    card = FormCard("adjust", tr("Connection in use"), tr("What is set here belongs to the connection that is in use."))
    rows = ConnectionRows(form, card)
    card.add(rows.provider_row)
    form.add_row(card, "endpoint", "model", rows.model_row)
    form.add_row(card, "chat", "mode", rows.modes_row)
    form.add_field(card, "chat", Field("text_protocol", shown_if=lambda settings: settings.chat.mode is Mode.TEXT))
    card.add(rows.key_row)
    form.add_row(card, "endpoint", "base_url", rows.address_row)
    rows.add_advanced_to(card)
    card.add(rows.test_panel)
    return kept, card, form.card(_ROLES), form.card(_ANSWERS)


class ConnectionRows(QObject):
    """The rows of the connection and of the mode in a form, which places them.

    form: the form of the settings.
    key_changed: Emitted with an API key that was typed, to store it in the keyring.
    endpoint_changed: Emitted after any change of the server or model.
    """

    key_changed = Signal(str)
    endpoint_changed = Signal()

    def __init__(self, form: SettingsForm, parent: QObject) -> None:
        super().__init__(parent)
        self.form = form
        self._endpoint = form.settings.endpoint
        key_timer = form.typing_timer(lambda: self.key_changed.emit(self.key_row.edit.text()))
        self.provider_row = ProviderRow()
        self.address_row = AddressRow(field_of("endpoint", "base_url"), form.setter("endpoint", "base_url"))
        self.model_row = ModelRow(field_of("endpoint", "model"), form.setter("endpoint", "model"))
        self.key_row = KeyRow(lambda _: key_timer.start())
        self.test_panel = ConnectionTestPanel()
        self.advanced = AdvancedSection()
        self.modes_row = ModesRow(form.setter("chat", "mode", at_once=True))
        form.follow(self._show_settings, "endpoint", "chat.mode")

    def add_advanced_to(self, card: RowContainer) -> None:
        """Add the folded section with the optional fields of a request, and the ways to the server."""
        for key in NUMBERS:
            self.form.add_field(self.advanced, "endpoint", Field(key, row=NumberRow))
        for key in ("reasoning", "stream"):
            self.form.add_field(self.advanced, "endpoint", key)
        for key, example in OBJECTS.items():
            row = JsonRow(field_of("endpoint", key), example, self.form.setter("endpoint", key))
            self.form.add_row(self.advanced, "endpoint", key, row)
        for field in (Field("proxy", "socks5://127.0.0.1:1080"), "api_key_env", "provider"):
            self.form.add_field(self.advanced, "endpoint", field)
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
        self.provider_row.show_value(endpoint)
        self.advanced.show_values(endpoint)
        self.key_row.show_requirement(preset, endpoint.base_url)
        self.model_row.show_example(preset)
        is_text = settings.chat.mode is Mode.TEXT
        show_text(self.model_row.warning, "" if is_text else tool_warning(endpoint.base_url, endpoint.model))
        before, self._endpoint = self._endpoint, endpoint
        if endpoint != before:
            self._forget(before)

    def _forget(self, before: EndpointSettings) -> None:
        """Drop what was shown of another endpoint."""
        self.test_panel.show_test_result(None)
        now = self._endpoint
        if (before.base_url, before.connection) != (now.base_url, now.connection):
            self.model_row.clear_models()
            # A key typed for one server must not be used for another.
            self.key_row.edit.clear()
        self.endpoint_changed.emit()
