"""Widgets of forms: cards with rows, each row created from a field of the pydantic settings model."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from pydantic.fields import FieldInfo
from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSignalBlocker, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from deskpet.config.character_look import NumberField
from deskpet.config.settings import bounds_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import animation, icons, language, theme
from deskpet.ui.widgets.fields import TextArea
from deskpet.ui.widgets.painting import smooth_painter
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
    "little": tr_noop("A little"),
    "lively": tr_noop("Lively"),
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


def show_text(label: QLabel, text: str) -> None:
    """Show a text in a label, which is hidden without one."""
    label.setText(text)
    label.setVisible(bool(text))


Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A part of a line or column: a widget or layout, also with its stretch and alignment; or room in logical pixels."""

STRETCH = -1
"""The part that is room which grows."""

_Margins = int | tuple[int, int, int, int]
_LayoutT = TypeVar("_LayoutT", bound=QBoxLayout)


def at_top(widget: QWidget) -> Part:
    """Return the part of a line that keeps its size at the upper edge."""
    return widget, 0, Qt.AlignmentFlag.AlignTop


def column_in(widget: QWidget, spacing: int, *parts: Part, margins: _Margins = 0) -> QVBoxLayout:
    """Give a widget a column as its layout. A spacing of -1 is that of the style."""
    return _filled(QVBoxLayout(widget), spacing, parts, margins)


def line_in(widget: QWidget, spacing: int, *parts: Part, margins: _Margins = 0) -> QHBoxLayout:
    """Give a widget a line as its layout. A spacing of -1 is that of the style."""
    return _filled(QHBoxLayout(widget), spacing, parts, margins)


def column_of(spacing: int, *parts: Part) -> QVBoxLayout:
    """Return a column to place in another layout."""
    return _filled(QVBoxLayout(), spacing, parts)


def line_of(spacing: int, *parts: Part) -> QHBoxLayout:
    """Return a line to place in another layout."""
    return _filled(QHBoxLayout(), spacing, parts)


def _filled(layout: _LayoutT, spacing: int, parts: Iterable[Part], margins: _Margins = 0) -> _LayoutT:
    layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(1) if part == STRETCH else layout.addSpacing(part)
            continue
        what, stretch, *alignment = part if isinstance(part, tuple) else (part, 0)
        if isinstance(what, QLayout):
            layout.addLayout(what, stretch)
        else:
            layout.addWidget(what, stretch, *alignment)
    return layout


def page_in(area: QScrollArea, kind: str, name: str, spacing: int, *parts: Part, margins: _Margins) -> None:
    """Make an area a column of parts that scrolls. kind: that of the area. name: that of the widget in it."""
    page = QWidget()
    page.setObjectName(name)
    area.setWidget(page)
    area.setProperty("kind", kind)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    # Always on, so that the parts have the same width on all pages.
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    column_in(page, spacing, *parts, STRETCH, margins=margins)


def delete_widgets(layout: QLayout) -> None:
    """Hide and delete the widgets of a layout."""
    while item := layout.takeAt(0):
        if widget := item.widget():
            delete_widget(widget)


def delete_widget(widget: QWidget, layout: QLayout | None = None) -> None:
    """Hide a widget, take it out of its layout, if it has one, and delete it."""
    if layout:
        layout.removeWidget(widget)
    widget.hide()
    widget.deleteLater()


class FormCard(QFrame):
    """A section of a form: icon, title, help text, and rows."""

    def __init__(self, icon: str, title: str, help_text: str, *rows: QWidget) -> None:
        super().__init__()
        self.setObjectName("settings_card")
        self.title = text_label(title, "card_title")
        texts = column_of(1, self.title, text_label(help_text, "card_help"))
        head = line_of(12, at_top(icons.Badge(icon)), (texts, 1))
        self._column = column_in(self, 14, head, *rows, margins=(18, 14, 18, 18))

    def add(self, widget: QWidget) -> None:
        self._column.addWidget(widget)


class FormRow(QWidget):
    """A field with its title above and an error message below.

    at_once: whether a change is applied immediately, instead of after a pause in typing.
    """

    at_once = False

    def __init__(self, title: str) -> None:
        super().__init__()
        self.column = column_in(self, 5, *([text_label(title, "field_title")] if title else ()))
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
        show_text(self.error, text)
        for field in self.findChildren(QLineEdit) + self.findChildren(QPlainTextEdit):
            theme.restyle(field, state="error" if text else "")
            if text and field.hasFocus():
                # After the layout has made room for the error.
                QTimer.singleShot(0, self, lambda: scroll_into_view(self.error))


def scroll_into_view(widget: QWidget) -> None:
    """Scroll the area that a widget is in, if it is in one, until the widget is visible."""
    area = widget.parentWidget()
    while area and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    if area:
        area.ensureWidgetVisible(widget)


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
        self.line = line_of(8, (self.edit, 1))
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
            spoken = tr("{title}: {choice}", title=title_of(field), choice=label)
            self._buttons[value] = button = segments.add(label, f"choice_{value}", spoken, help_of(field))
            button.clicked.connect(lambda _=False, value=value: changed(value))
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
            self.columns[value] = column_of(0, button, text_label(help_text, "mode_help"))
            self.column.addLayout(self.columns[value])
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
        texts = column_of(2, text_label(title_of(field), "field_title"), text_label(help_of(field), "field_help"))
        self.column.addLayout(line_of(12, (texts, 1), self.button))
        self.end()

    def show_value(self, value: Any) -> None:
        self.button.setChecked(value)


class _Toggle(theme.FollowsStyle, QAbstractButton):
    """A toggle switch: the knob is at the right, and the groove coloured, when it is on."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.on_style_changed()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._position = 0.0
        self._animation = QVariantAnimation(self)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._set_position)
        self.toggled.connect(self._on_toggled)

    def on_style_changed(self) -> None:
        self.setFixedSize(theme.scaled(46), theme.scaled(28))

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
        painter = smooth_painter(self)
        margin = self.height() / 8
        groove = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), 2))
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
    """A text of several lines; a card with nothing else has its title and help already."""

    def __init__(self, field: FieldInfo, changed: Callable[[str], None], title: str = "", help_text: str = "") -> None:
        super().__init__(title)
        self.edit = TextArea(_TEXT_AREA_HEIGHT)
        self.edit.setAccessibleName(title_of(field))
        self.edit.textChanged.connect(lambda: changed(self.edit.toPlainText()))
        self.column.addWidget(self.edit)
        self.end(help_text)

    def show_value(self, value: Any) -> None:
        if self.edit.toPlainText() != value:
            with QSignalBlocker(self.edit):
                self.edit.setPlainText(value)


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
        self.column.addLayout(line_of(-1, (text_label(title_of(field), "field_title"), 1), self._value))
        self.column.addWidget(self.slider)
        self.end(help_of(field))

    def _number(self) -> float:
        number = self.slider.value() * self._step
        return round(number, 2) if isinstance(self._step, float) else int(number)

    def _show(self, value: float) -> None:
        self._value.setText(f"{value:.2f}{self._unit}" if isinstance(self._step, float) else f"{value:.0f}{self._unit}")

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(value / self._step))
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
