"""Widgets of forms: cards with rows, each row created from a field of the pydantic settings model."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from deskpet.config.character_look import NumberField
from deskpet.config.settings import bounds_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import animation, icons, language, theme
from deskpet.ui.widgets.fields import TextArea
from deskpet.ui.widgets.popup_menu import install_field_menu
from deskpet.ui.widgets.segmented_control import SegmentedControl

# Maximum size of a range of integers for a slider, and the height of a text area in logical pixels.
_MAX_STEPS, _TEXT_AREA_HEIGHT = 200, 116
_LABELS = {
    **language.LANGUAGES,
    "": tr_noop("Automatic"),
    "auto": tr_noop("Automatic"),
    "push_to_talk": tr_noop("Push to talk"),
    "hands_free": tr_noop("Hands-free"),
    "enter": tr_noop("Enter"),
    "ctrl_enter": tr_noop("Ctrl+Enter"),
    "openai": "OpenAI",
    "gemini": "Gemini",
    "anthropic": "Anthropic",
    "tool_request": tr_noop("Tool request"),
    "json": "JSON",
    "xml": "XML",
    "default": tr_noop("Default"),
    "low": tr_noop("Low"),
    "medium": tr_noop("Medium"),
    "high": tr_noop("High"),
    "continue": tr_noop("Continue"),
    "stop": tr_noop("Stop"),
    "model": tr_noop("Model"),
    "first_line": tr_noop("First line"),
    "transparent": tr_noop("Transparent"),
    "everywhere": tr_noop("Everywhere"),
    "nowhere": tr_noop("Nowhere"),
    "on": tr_noop("On"),
    "off": tr_noop("Off"),
    "battery": tr_noop("Battery"),
    "none": tr_noop("None"),
    "searxng": "SearXNG",
    "brave": "Brave",
    "tavily": "Tavily",
    "gpt_sovits": "GPT-SoVITS",
    "local": tr_noop("Folder"),
    "quiet": tr_noop("Quiet"),
    "greets": tr_noop("Greets"),
    "talks": tr_noop("Talks"),
    "system": tr_noop("System"),
    "light": tr_noop("Light"),
    "dark": tr_noop("Dark"),
}
"""Labels of the values of settings."""


def text_label(text: str, name: str) -> QLabel:
    """Create a label of plain, wrapping text; `name` is its object name in the stylesheet."""
    label = QLabel(text)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    # Without this, a margin in the stylesheet would add an indent.
    label.setIndent(0)
    return label


def column_in(widget: QWidget, spacing: int) -> QVBoxLayout:
    """Give a widget a column as its layout, without margins."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(spacing)
    return column


def line_in(widget: QWidget, spacing: int) -> QHBoxLayout:
    """Give a widget a line as its layout, without margins."""
    line = QHBoxLayout(widget)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(spacing)
    return line


def delete_widgets(layout: QLayout) -> None:
    """Hide and delete the widgets of a layout."""
    while item := layout.takeAt(0):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()


class FormCard(QFrame):
    """A section of a form: icon, title, help text, and rows."""

    def __init__(self, icon: str, title: str, help_text: str, *rows: QWidget) -> None:
        super().__init__()
        self.setObjectName("settings_card")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(18, 14, 18, 18)
        self._layout.setSpacing(14)
        head, texts = QHBoxLayout(), QVBoxLayout()
        head.setSpacing(12)
        texts.setSpacing(1)
        self._title = text_label(title, "card_title")
        texts.addWidget(self._title)
        texts.addWidget(text_label(help_text, "card_help"))
        head.addWidget(icons.Badge(icon), 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, 1)
        self._layout.addLayout(head)
        for row in rows:
            self.add(row)

    def add(self, widget: QWidget) -> None:
        self._layout.addWidget(widget)

    def set_title(self, title: str) -> None:
        self._title.setText(title)


class FormRow(QWidget):
    """A field with its title above and an error message below.

    at_once: whether a change is applied immediately, instead of after a pause in typing.
    """

    at_once = False

    def __init__(self, title: str) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(5)
        if title:
            self.column.addWidget(text_label(title, "field_title"))
        self.error = text_label("", "field_error")
        self.error.hide()

    def end(self, help_text: str = "") -> None:
        if help_text:
            self.column.addWidget(text_label(help_text, "field_help"))
        self.column.addWidget(self.error)

    def show_value(self, value: Any) -> None:
        raise NotImplementedError

    def show_error(self, text: str) -> None:
        if text == self.error.text():
            return
        self.error.setText(text)
        self.error.setVisible(bool(text))
        for field in self.findChildren(QLineEdit) + self.findChildren(QPlainTextEdit):
            field.setProperty("state", "error" if text else "")
            field.style().polish(field)


def title_of(field: FieldInfo) -> str:
    """Return the translated title of a settings field."""
    return tr(field.title) if field.title else ""


def help_of(field: FieldInfo) -> str:
    """Return the translated description of a settings field."""
    return tr(field.description) if field.description else ""


def row_for(field: FieldInfo, changed: Callable[[Any], None], example: str = "") -> FormRow:
    """Create the row for a settings field by its type and bounds.

    changed: called with the new value. example: placeholder of a text field.
    """
    kind = field.annotation
    if kind is bool:
        return SwitchRow(field, changed)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ChoiceRow(field, {value.value: _label(value.value) for value in kind}, changed)
    if _step_of(field):
        return SliderRow(field, changed)
    return TextInputRow(field, example, changed)


def _label(value: str) -> str:
    return tr(_LABELS.get(value) or value.replace("_", " ").capitalize())


class TextInputRow(FormRow):
    """A typed text or number. `line` has room for a widget beside the field.

    shows_unit: whether a number is followed by its unit.
    """

    shows_unit = True

    def __init__(self, field: FieldInfo, example: str, changed: Callable[[str], None]) -> None:
        super().__init__(title_of(field))
        self.edit = QLineEdit()
        install_field_menu(self.edit)
        self.edit.setPlaceholderText(example)
        self.edit.setAccessibleName(title_of(field))
        self.edit.setAccessibleDescription(help_of(field))
        self.edit.textEdited.connect(changed)
        self.line = QHBoxLayout()
        self.line.setSpacing(8)
        self.line.addWidget(self.edit, 1)
        if self.shows_unit and (field.annotation is int or field.annotation is float):
            # A number is short: a field of full width would suggest a longer text.
            self.line.addWidget(text_label(_unit_of(field), "field_unit"), 3)
        self.column.addLayout(self.line)
        self.end(help_of(field))

    def show_value(self, value: Any) -> None:
        if self.edit.text() != str(value):
            self.edit.setText(str(value))


class ChoiceRow(FormRow):
    """A choice between a few values, side by side."""

    at_once = True

    def __init__(self, field: FieldInfo, options: Mapping[str, str], changed: Callable[[str], None]) -> None:
        super().__init__(title_of(field))
        self._buttons: dict[str, QPushButton] = {}
        segments = SegmentedControl()
        for value, label in options.items():
            button = segments.add(label)
            button.setObjectName(f"choice_{value}")
            button.setAccessibleName(tr("{title}: {choice}", title=title_of(field), choice=label))
            button.setAccessibleDescription(help_of(field))
            button.clicked.connect(lambda _=False, value=value: changed(value))
            self._buttons[value] = button
        self.column.addWidget(segments)
        self.end(_with_labels(help_of(field), options))

    def show_value(self, value: Any) -> None:
        self._buttons[value].setChecked(True)


class ExplainedChoicesRow(FormRow):
    """A choice between a few values, one below the other, each with a sentence that explains it.

    buttons, columns: the button and the column of each choice, by its value.
    """

    at_once = True

    def __init__(self, name: str, choices: Mapping[Any, tuple[str, str]], changed: Callable[[str], None]) -> None:
        """`name` begins the object names of the buttons. `choices` has the label and the explanation by the value."""
        super().__init__("")
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        self.columns: dict[str, QVBoxLayout] = {}
        for value, texts in choices.items():
            title, help_text = map(tr, texts)
            self.buttons[value] = button = QRadioButton(title)
            button.setObjectName(f"{name}_{value}")
            button.setAccessibleName(title)
            button.setAccessibleDescription(help_text)
            button.clicked.connect(lambda _=False, value=value: changed(str(value)))
            self._group.addButton(button)
            self.columns[value] = column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(button)
            column.addWidget(text_label(help_text, "mode_help"))
            self.column.addLayout(column)
        self.column.setSpacing(9)
        self.end()

    def show_value(self, value: Any) -> None:
        self.buttons[value].setChecked(True)


def _with_labels(text: str, options: Mapping[str, str]) -> str:
    """Replace the values that a help text explains by their labels; capitalizes the first letter."""
    for value, label in options.items():
        # An empty value has no name that the text could explain.
        text = re.sub(rf"(?<!\w){re.escape(value)}([:：])", rf"{label}\1", text) if value else text
    return text[:1].upper() + text[1:]


class SwitchRow(FormRow):
    """A switch for a bool, with its title and help beside it."""

    at_once = True

    def __init__(self, field: FieldInfo, changed: Callable[[bool], None]) -> None:
        super().__init__("")
        self.button = _Toggle()
        self.button.setAccessibleName(title_of(field))
        self.button.setAccessibleDescription(help_of(field))
        self.button.clicked.connect(changed)
        line, texts = QHBoxLayout(), QVBoxLayout()
        line.setSpacing(12)
        texts.setSpacing(2)
        texts.addWidget(text_label(title_of(field), "field_title"))
        texts.addWidget(text_label(help_of(field), "field_help"))
        line.addLayout(texts, 1)
        line.addWidget(self.button)
        self.column.addLayout(line)
        self.end()

    def show_value(self, value: Any) -> None:
        self.button.setChecked(value)


class _Toggle(QAbstractButton):
    """A toggle switch: the knob is at the right, and the groove coloured, when it is on."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self._scale_with_text()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._position = 0.0
        self._animation = QVariantAnimation(self)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._set_position)
        self.toggled.connect(self._on_toggled)

    def _scale_with_text(self) -> None:
        self.setFixedSize(theme.scaled(46), theme.scaled(28))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._scale_with_text()

    def _on_toggled(self, on: bool) -> None:
        self._animation.stop()
        if not self.isVisible():
            self._set_position(float(on))
            return
        self._animation.setDuration(animation.duration(theme.SOFT))
        self._animation.setStartValue(self._position)
        self._animation.setEndValue(float(on))
        self._animation.start()

    def _set_position(self, position: float) -> None:
        self._position = position
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, on = theme.current(), self._position
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        margin = self.height() / 8
        groove = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), 1.5))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        tint = theme.blend(look.colour("inset"), look.colour("accent"), on)
        painter.setPen(QPen(theme.blend(look.colour("groove"), look.colour("accent"), on), 1.5))
        painter.setBrush(tint)
        painter.drawRoundedRect(groove, groove.height() / 2, groove.height() / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.blend(look.colour("groove"), look.colour("on_accent"), on))
        side = groove.height() * (4 + on) / 7
        centre = groove.left() + groove.height() / 2 + on * (groove.width() - groove.height())
        painter.drawEllipse(QPointF(centre, groove.center().y()), side / 2, side / 2)


class TextAreaRow(FormRow):
    """A text of several lines."""

    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__("")
        self.edit = TextArea(_TEXT_AREA_HEIGHT)
        self.edit.setAccessibleName(title_of(field))
        self.edit.textChanged.connect(lambda: changed(self.edit.toPlainText()))
        self.column.addWidget(self.edit)
        self.end()

    def show_value(self, value: Any) -> None:
        if self.edit.toPlainText() != value:
            self.edit.blockSignals(True)
            self.edit.setPlainText(value)
            self.edit.blockSignals(False)


class _Slider(QSlider):
    """A slider that ignores the wheel, so that scrolling the page does not change its value."""

    def wheelEvent(self, e: QWheelEvent) -> None:
        e.ignore()


class SliderRow(FormRow):
    """A slider for a number between the bounds of its settings field."""

    at_once = True

    def __init__(self, field: FieldInfo, changed: Callable[[float], None]) -> None:
        super().__init__("")
        bounds, step = bounds_of(field), _step_of(field)
        assert bounds
        assert step
        low, high = bounds
        self._step, self._unit = step, _unit_of(field)
        self._value = QLabel()
        self._value.setObjectName("slider_value")
        self.slider = _Slider(Qt.Orientation.Horizontal)
        self.slider.setRange(round(low / step), round(high / step))
        self.slider.setAccessibleName(title_of(field))
        self.slider.setAccessibleDescription(help_of(field))
        self.slider.valueChanged.connect(lambda _: self._show(self.slider.value() * step))
        self.slider.valueChanged.connect(lambda _: changed(self._number()))
        line = QHBoxLayout()
        line.addWidget(text_label(title_of(field), "field_title"), 1)
        line.addWidget(self._value)
        self.column.addLayout(line)
        self.column.addWidget(self.slider)
        self.end(help_of(field))

    def _number(self) -> float:
        number = self.slider.value() * self._step
        return round(number, 2) if isinstance(self._step, float) else int(number)

    def _show(self, value: float) -> None:
        self._value.setText(f"{value:.2f}{self._unit}" if isinstance(self._step, float) else f"{value:.0f}{self._unit}")

    def show_value(self, value: Any) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round(value / self._step))
        self.slider.blockSignals(False)
        self._show(value)


def _step_of(field: FieldInfo) -> float | None:
    """Return the step of a field's slider; None if its number is typed."""
    step = next((rule.step for rule in field.metadata if isinstance(rule, NumberField)), None)
    bounds = bounds_of(field)
    is_short = field.annotation is int and bounds is not None and bounds[1] - bounds[0] <= _MAX_STEPS
    return step or (1 if is_short else None)


def _unit_of(field: FieldInfo) -> str:
    unit = next((rule.unit for rule in field.metadata if isinstance(rule, NumberField)), "")
    return tr(unit) if unit else ""
