"""Base of the settings window and the first-run assistant: validation and delayed apply."""

from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from deskpet.config.settings import Settings, fields_of, problem_in
from deskpet.config.settings_file import SettingKey, section_values, with_values
from deskpet.translation import tr
from deskpet.ui.settings.page import Card, Field, RowContainer
from deskpet.ui.widgets.form import FormCard, FormRow, row_for

TYPING_MS = 400


class SettingsForm(QWidget):
    """A form of some of the settings. `settings` is always valid; an invalid edit shows an error below its field.

    A subclass adds rows, and then calls `_initialize`, once or for each part of the form.

    applied: Emitted with the new Settings after the user has changed them.
    closed: Emitted when the form is closed.
    """

    applied = Signal(object)
    closed = Signal()

    def __init__(self, settings: Settings, flags: Qt.WindowType = Qt.WindowType.Widget) -> None:
        super().__init__(None, flags)
        self._settings = settings
        self._rows: dict[SettingKey, FormRow] = {}
        # The values that the rows show; without those of rows that the user has edited since.
        self._shown: dict[SettingKey, Any] = {}
        # Each with what reads the settings that it shows.
        self._followers: list[tuple[Callable[[Settings], object], Callable[[Settings], object]]] = []
        # Validated edits that are not applied yet.
        self._pending: dict[SettingKey, Any] = {}
        self._typing: list[tuple[QTimer, Callable[[], object]]] = []
        self._timer = self.typing_timer(self._apply_pending)

    def _initialize(self, part: QWidget) -> None:
        """Show the settings in the rows of a part of the form; a subclass calls it after it has added them."""
        for field in (*part.findChildren(QLineEdit), *part.findChildren(QPlainTextEdit)):
            field.installEventFilter(self)
        for key, row in self._rows.items():
            if part.isAncestorOf(row):
                self._show_row(key, row)
        for show, _ in self._followers:
            show(self._settings)

    @property
    def settings(self) -> Settings:
        """The current settings, with the last valid changes."""
        return self._settings

    def show_settings(self, settings: Settings) -> None:
        """Show settings that were changed elsewhere, and drop pending edits. Does not emit `applied`."""
        self._timer.stop()
        self._pending.clear()
        self._settings = settings
        for key, row in self._rows.items():
            if row.error.text() or key not in self._shown or self._shown[key] != _value(settings, key):
                self._show_row(key, row)
        for show, _ in self._followers:
            show(settings)

    def card(self, card: Card) -> FormCard:
        """Return a new card with its rows."""
        made = FormCard(card.icon, tr(card.title), tr(card.help))
        for each in card.fields:
            if isinstance(each, str | Field):
                self.add_field(made, card.section, each)
            else:
                made.add(each(self))
        return made

    def add_field(self, card: RowContainer, section: str, field: str | Field) -> None:
        """Add the row of a setting, given by its key or with more about the row."""
        field = Field(field) if isinstance(field, str) else field
        create = field.row or partial(row_for, example=field.example)
        row = create(field_of(section, field.key), lambda value: self._set(section, field.key, value, row.at_once))
        self.add_row(card, section, field.key, row)
        if shown_if := field.shown_if:
            self.follow(lambda settings: row.setVisible(shown_if(settings)), section)

    def add_row(self, card: RowContainer, section: str, key: str, row: FormRow) -> None:
        """Add a row of one's own for a setting."""
        self._rows[section, key] = row
        row.setObjectName(f"{section}_{key}")
        card.add(row)

    def setter(self, section: str, key: str, *, at_once: bool = False) -> Callable[[Any], None]:
        """Return a function that validates and applies a value of a setting, a moment later unless `at_once`."""
        return lambda value: self._set(section, key, value, at_once)

    def _set(self, section: str, key: str, value: Any, at_once: bool) -> None:
        row = self._rows[section, key]
        self._shown.pop((section, key), None)
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

    def follow(self, show: Callable[[Settings], object], *keys: str) -> None:
        """Call `show` with the settings when the rows are first shown, and after each change of one of `keys`.

        A key is a section, as `chat`, or a setting in it, as `chat.mode`.
        """
        self._followers.append((show, attrgetter(*keys)))

    def when_closed(self, act: Callable[[], object]) -> None:
        """Call `act` when the form is closed."""
        self.closed.connect(act)

    def change(self, values: Mapping[SettingKey, Any]) -> None:
        """Apply validated values."""
        before, changed = self._settings, with_values(self._settings, values)
        if changed != before:
            self._settings = changed
            for show, read in self._followers:
                if read(before) != read(changed):
                    show(changed)
            self.applied.emit(changed)

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

    def _show_row(self, key: SettingKey, row: FormRow) -> None:
        self._shown[key] = _value(self._settings, key)
        row.show_value(self._shown[key])
        row.show_error("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.settle()
        return super().eventFilter(watched, event)


def field_of(section: str, key: str) -> FieldInfo:
    """Return the field of the settings model."""
    return fields_of(section)[key]


def _value(settings: Settings, key: SettingKey) -> Any:
    section, field = key
    return getattr(getattr(settings, section), field)


def _error_text(error: ValidationError) -> str:
    first = error.errors()[0]
    problem = problem_in(first)
    return tr("Expected {what}", what=problem) if first["type"] == "value_error" else problem
