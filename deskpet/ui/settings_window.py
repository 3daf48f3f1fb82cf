"""The settings as a form, made from the settings model: a field's title, help and bounds stand there alone."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from deskpet.settings import Character, Endpoint, Mode, Persona, Settings
from deskpet.ui import icons, theme
from deskpet.ui.icons import IconButton

TYPING_MS = 400
MODES = {
    Mode.NATIVE: ("Native", "Uses the server's own tool calls. Best where the model supports them."),
    Mode.TEXT: ("Text", "Calls are written in the answer. Works with any model, also without tool support."),
    Mode.AUTO: ("Automatic", "Starts native. If the server refuses tools, you are asked before it switches to text."),
}


class SettingsWindow(QWidget):
    """The form. It holds a valid Settings at any time; what is not valid says so below its field."""

    applied = Signal(object)  # something changed: a new, valid Settings
    key_changed = Signal(str)  # another key was typed; it belongs in the keyring

    def __init__(self, settings: Settings, has_key: bool = False) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle("Settings")
        self.setObjectName("settings_window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._settings = settings
        self._rows: dict[tuple[str, str], _Row] = {}
        self._pending: dict[tuple[str, str], Any] = {}
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self._apply_pending)
        self._key_timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._key_timer.timeout.connect(self._send_key)
        self._build(has_key)
        self.show_settings(settings)
        self.resize(540, 680)
        self.setMinimumSize(420, 360)

    @property
    def settings(self) -> Settings:
        """The last valid settings."""
        return self._settings

    def show_settings(self, settings: Settings) -> None:
        """Show these settings, without emitting anything: they came from elsewhere."""
        self._timer.stop()
        self._pending.clear()
        self._settings = settings
        for (section, key), row in self._rows.items():
            row.show_value(getattr(getattr(settings, section), key))
            row.show_error("")

    # Building

    def _build(self, has_key: bool) -> None:
        area = QScrollArea(self)
        area.setObjectName("settings_area")
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget()
        page.setObjectName("settings_page")
        cards = QVBoxLayout(page)
        cards.setContentsMargins(theme.S5, 20, theme.S5, theme.S5)
        cards.setSpacing(theme.S4)
        connection = _Card(
            "link", "Connection", "Which model answers. Leave it empty to talk to the offline companion."
        )
        self._add_line(connection, "endpoint", "base_url", Endpoint, "http://localhost:11434/v1")
        self._add_line(connection, "endpoint", "model", Endpoint, "llama3.2")
        self._add_key(connection, has_key)
        mode = _Card("tool", "Mode", "How the model uses tools.")
        self._add(mode, "chat", "mode", _Modes(self._setter("chat", "mode", at_once=True)))
        persona = _Card("persona", "Persona", Persona.model_fields["prompt"].description or "")
        self._add(
            persona, "persona", "prompt", _Words(Persona.model_fields["prompt"], self._setter("persona", "prompt"))
        )
        character = _Card("smile", "Character", "How it stands on the desktop.")
        for key, step, unit in (("scale", 0.05, "×"), ("frame_rate", 1, " fps")):
            setter = self._setter("character", key, at_once=True)
            self._add(character, "character", key, _Slide(Character.model_fields[key], step, unit, setter))
        for card in (connection, mode, persona, character):
            cards.addWidget(card)
        cards.addStretch(1)
        area.setWidget(page)
        for field in (*page.findChildren(QLineEdit), *page.findChildren(QPlainTextEdit)):
            field.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self._area = area

    def _add(self, card: "_Card", section: str, key: str, row: "_Row") -> None:
        self._rows[section, key] = row
        row.setObjectName(f"{section}_{key}")
        card.add(row)

    def _add_line(self, card: "_Card", section: str, key: str, model: type[Endpoint], example: str) -> None:
        row = _Line(model.model_fields[key], example, self._setter(section, key))
        self._add(card, section, key, row)

    def _add_key(self, card: "_Card", has_key: bool) -> None:
        self._key = _Key(has_key, lambda _: self._key_timer.start())
        card.add(self._key)

    # Changing

    def _setter(self, section: str, key: str, *, at_once: bool = False) -> Callable[[Any], None]:
        def set_value(value: Any) -> None:
            self._pending[section, key] = value
            self._check(section, key, value)
            if at_once:
                self._apply_pending()
            else:
                self._timer.start()

        return set_value

    def _check(self, section: str, key: str, value: Any) -> bool:
        try:
            self._with({(section, key): value})
        except ValidationError as error:
            self._rows[section, key].show_error(_said(error))
            return False
        self._rows[section, key].show_error("")
        return True

    def _with(self, changes: dict[tuple[str, str], Any]) -> Settings:
        values = self._settings.model_dump(mode="json")
        for (section, key), value in changes.items():
            values[section][key] = value
        return Settings.model_validate(values)

    def _apply_pending(self) -> None:
        self._timer.stop()
        pending, self._pending = self._pending, {}
        valid = {place: value for place, value in pending.items() if self._check(*place, value)}
        changed = self._with(valid)
        if changed != self._settings:
            self._settings = changed
            self.applied.emit(changed)

    def _send_key(self) -> None:
        self._key_timer.stop()
        self.key_changed.emit(self._key.edit.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            if self._timer.isActive():
                self._apply_pending()
            if self._key_timer.isActive():
                self._send_key()
        return super().eventFilter(watched, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._apply_pending()
        if self._key_timer.isActive():
            self._send_key()
        super().closeEvent(event)


class _Card(QFrame):
    """A section of the form."""

    def __init__(self, icon: str, title: str, help_text: str) -> None:
        super().__init__()
        self.setObjectName("settings_card")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(18, 14, 18, 18)
        self._layout.setSpacing(14)
        head, words = QHBoxLayout(), QVBoxLayout()
        head.setSpacing(12)
        words.setSpacing(1)
        name, told = QLabel(title), QLabel(help_text)
        name.setObjectName("card_title")
        told.setObjectName("card_help")
        told.setWordWrap(True)
        words.addWidget(name)
        words.addWidget(told)
        head.addWidget(_Badge(icon), 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        self._layout.addLayout(head)

    def add(self, row: "_Row") -> None:
        self._layout.addWidget(row)


class _Badge(QWidget):
    def __init__(self, icon: str) -> None:
        super().__init__()
        self._icon = icon
        self.setFixedSize(34, 34)

    def paintEvent(self, event: QEvent) -> None:
        icons.paint_badge(self, self._icon)


class _Row(QWidget):
    """A field with its title above and what is wrong with it below."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(5)
        self.title = QLabel(title)
        self.title.setObjectName("field_title")
        self.title.setVisible(bool(title))
        if title:
            self.column.addWidget(self.title)
        self.error = QLabel("")
        self.error.setObjectName("field_error")
        self.error.setWordWrap(True)
        self.error.hide()

    def end(self) -> None:
        self.column.addWidget(self.error)

    def show_value(self, value: Any) -> None:
        raise NotImplementedError

    def show_error(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(bool(text))
        for field in self.findChildren(QLineEdit) + self.findChildren(QPlainTextEdit):
            field.setProperty("state", "error" if text else "")
            field.style().polish(field)


class _Line(_Row):
    def __init__(self, field: FieldInfo, example: str, changed: Callable[[str], None]) -> None:
        super().__init__(field.title or "")
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(example)
        self.edit.setAccessibleName(field.title or "")
        self.edit.setAccessibleDescription(field.description or "")
        self.edit.textEdited.connect(changed)
        told = QLabel(field.description or "")
        told.setObjectName("field_help")
        told.setWordWrap(True)
        self.column.addWidget(self.edit)
        self.column.addWidget(told)
        self.end()

    def show_value(self, value: Any) -> None:
        if self.edit.text() != value:
            self.edit.setText(value)


class _Key(_Row):
    """The key is never shown again: it leaves for the keyring and stays there."""

    def __init__(self, has_key: bool, changed: Callable[[str], None]) -> None:
        super().__init__("API key")
        self.edit = QLineEdit()
        self.edit.setObjectName("api_key")
        self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.edit.setAccessibleName("API key")
        kept = "A key is kept in your system's keyring"
        self.edit.setPlaceholderText(kept if has_key else "Not every server needs one")
        self.edit.textEdited.connect(changed)
        self._eye = IconButton("eye", "Show the key", size=28)
        self._eye.clicked.connect(self._toggle)
        told = QLabel("Kept in the system's keyring, never in a file.")
        told.setObjectName("field_help")
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.edit, 1)
        line.addWidget(self._eye)
        self.column.addLayout(line)
        self.column.addWidget(told)
        self.end()

    def _toggle(self) -> None:
        hidden = self.edit.echoMode() == QLineEdit.EchoMode.Password
        self.edit.setEchoMode(QLineEdit.EchoMode.Normal if hidden else QLineEdit.EchoMode.Password)
        self._eye.set_icon("eye-off" if hidden else "eye", "Hide the key" if hidden else "Show the key")

    def show_value(self, value: Any) -> None:
        self.edit.clear()


class _Modes(_Row):
    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__("")
        self._group = QButtonGroup(self)
        self._buttons: dict[Mode, QRadioButton] = {}
        for mode, (title, told) in MODES.items():
            button = QRadioButton(title)
            button.setObjectName(f"mode_{mode}")
            button.setAccessibleName(title)
            button.setAccessibleDescription(told)
            button.clicked.connect(lambda _=False, mode=mode: changed(mode.value))
            words = QLabel(told)
            words.setObjectName("mode_help")
            words.setWordWrap(True)
            choice = QVBoxLayout()
            choice.setSpacing(0)
            choice.addWidget(button)
            choice.addWidget(words)
            self.column.addLayout(choice)
            self._group.addButton(button)
            self._buttons[mode] = button
        self.column.setSpacing(9)
        self.end()

    def show_value(self, value: Any) -> None:
        self._buttons[value].setChecked(True)


class _Words(_Row):
    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__("")
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName(field.title or "")
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(116)
        self.edit.textChanged.connect(lambda: changed(self.edit.toPlainText()))
        self.column.addWidget(self.edit)
        self.end()

    def show_value(self, value: Any) -> None:
        if self.edit.toPlainText() != value:
            self.edit.blockSignals(True)
            self.edit.setPlainText(value)
            self.edit.blockSignals(False)


class _Slide(_Row):
    """A number between the bounds of its model field."""

    def __init__(self, field: FieldInfo, step: float, unit: str, changed: Callable[[float], None]) -> None:
        super().__init__("")
        least, most = _bounds(field)
        self._step, self._unit = step, unit
        title = QLabel(field.title or "")
        title.setObjectName("field_title")
        told = QLabel(field.description or "")
        told.setObjectName("field_help")
        told.setWordWrap(True)
        self._value = QLabel()
        self._value.setObjectName("slider_value")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(round(least / step), round(most / step))
        self.slider.setAccessibleName(field.title or "")
        self.slider.setAccessibleDescription(field.description or "")
        self.slider.valueChanged.connect(lambda _: self._show(self.slider.value() * step))
        self.slider.valueChanged.connect(lambda _: changed(self._number()))
        line = QHBoxLayout()
        line.addWidget(title, 1)
        line.addWidget(self._value)
        self.column.addLayout(line)
        self.column.addWidget(self.slider)
        self.column.addWidget(told)
        self.end()

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


def _bounds(field: FieldInfo) -> tuple[float, float]:
    least = next(rule.ge for rule in field.metadata if hasattr(rule, "ge"))
    return least, next(rule.le for rule in field.metadata if hasattr(rule, "le"))


def _said(error: ValidationError) -> str:
    said = error.errors()[0]["msg"].removeprefix("Value error, ")
    return f"Expected {said}" if said.startswith(("a ", "an ")) else said[:1].upper() + said[1:]
