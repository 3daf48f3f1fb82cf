"""The foldable part of the Connection section: what a request asks of the model besides the conversation."""

import json
from collections.abc import Callable
from typing import Any, cast

from pydantic.fields import FieldInfo
from pydantic_core import from_json
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from deskpet.config.settings import EndpointSettings, fields_of
from deskpet.llm.capabilities import ModelCapabilities
from deskpet.translation import tr
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import TextInputRow, text_label, title_of

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
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
