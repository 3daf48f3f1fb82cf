"""The page of the connection: its rows, which the introduction shows as well, a foldable part, and its cards."""

import json
from collections.abc import Callable
from typing import Any, cast

from pydantic.fields import FieldInfo
from pydantic_core import from_json
from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from deskpet.config.choices import Provider
from deskpet.config.keys import KeyPlace
from deskpet.config.settings import EndpointSettings, Mode, Settings, fields_of
from deskpet.config.settings_file import section_values
from deskpet.features.connection.ui.connection_test_panel import ConnectionTestPanel
from deskpet.features.connection.ui.rows import AddressRow, ModelRow, ModesRow, ProviderRow, example_model
from deskpet.llm.capabilities import ModelCapabilities
from deskpet.llm.catalog import Preset, find_preset, tool_warning
from deskpet.llm.model_list import LocalServer
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.settings.key_row import KeyRow
from deskpet.ui.settings.page import Card, Field, Form, RowContainer
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormCard, TextInputRow, column_in, text_label, title_of

NUMBERS = ("temperature", "top_p", "max_tokens")
KEYS = (*NUMBERS, "reasoning", "stream", "extra_body")
"""Keys of the settings that the section edits."""

_HEIGHT, _TITLE_SIZE = 30, 13


class AdvancedSection(QWidget):
    """Rows that are hidden at first; the header names the values that are set."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("advanced")
        self.header = _Header()
        self.header.toggled.connect(self._on_toggled)
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, 4, 0, 0)
        self._rows.setSpacing(14)
        self._numbers = QHBoxLayout()
        self._numbers.setSpacing(theme.S4)
        self._rows.addLayout(self._numbers)
        self._refused = text_label("", "field_warning")
        self._refused.hide()
        self._rows.addWidget(self._refused)
        self._body.hide()
        column = column_in(self, 0)
        column.addWidget(self.header)
        column.addWidget(self._body)

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
        self.header.show_summary(" · ".join(title_of(fields[key]) for key in changed))

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
        self._refused.setText("\n".join((*([refused] if fields else ()), *([demanded] if values else ()))))
        self._refused.setVisible(bool(fields or values))

    def _on_toggled(self, unfolded: bool) -> None:
        self._body.setVisible(unfolded)


class _Header(FoldHeader):
    """The header: a chevron, the title and the values that are set."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("advanced_header")
        self.setAccessibleName(tr("Advanced"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.toggled.connect(self._turn_chevron)
        self._summary = ""

    def show_summary(self, text: str) -> None:
        self._summary = text
        self.setAccessibleDescription(text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, theme.scaled(_HEIGHT))

    def _turn_chevron(self, unfolded: bool) -> None:
        self.openness = float(unfolded)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.colour("accent") if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("inset") if self.underMouse() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.S2, theme.S2)
        self.paint_chevron(painter, theme.S3)
        font = theme.ui_font(_TITLE_SIZE)
        font.setWeight(font.Weight.DemiBold)
        left = theme.S5
        left += self._draw(painter, font, "text", tr("Advanced"), left) + theme.S3
        self._draw(painter, theme.ui_font(theme.SMALL), "muted", self._summary, left)

    def _draw(self, painter: QPainter, font: QFont, role: str, text: str, left: float) -> float:
        """Draw an elided text and return its width."""
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(self.width() - left - theme.S2, 0))
        painter.setFont(font)
        painter.setPen(theme.current().colour(role))
        box = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)


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
    *("clock", tr_noop("Answers"), tr_noop("Limits of one answer, and other requests to the model.")),
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
    form.add_field(mode, "chat", Field("text_protocol", shown_if=lambda settings: settings.chat.mode is Mode.TEXT))
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
        for key in NUMBERS:
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
        self._options[endpoint.base_url] = {key: getattr(endpoint, key) for key in KEYS}
        # AUTO knows the format of these addresses, and stays right after the next change of address. What the requests
        # to one server ask would be wrong for another.
        values: dict[str, Any] = {"base_url": base_url, "provider": Provider.AUTO, "model": model}
        values |= self._options.get(base_url) or {key: getattr(EndpointSettings(), key) for key in KEYS}
        chosen = EndpointSettings.model_validate(section_values(endpoint) | values)
        self.form.change({("endpoint", key): getattr(chosen, key) for key in values})
        self.form.show_settings(self.form.settings)
