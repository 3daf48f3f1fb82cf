"""The commands of the chat windows as people see them: titles and keys, which the settings of the keyboard have."""

from functools import cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from deskpet.config.choices import SendKey
from deskpet.config.settings import KeyboardSettings, fields_of
from deskpet.translation import tr


class CommandKeys(QObject):
    """The keys in use.

    changed: Emitted when commands have other keys.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._settings = KeyboardSettings()

    def use(self, settings: KeyboardSettings) -> None:
        """Use these keys."""
        if settings != self._settings:
            self._settings = settings
            self.changed.emit()

    def keys(self, command: str) -> str:
        """Return the keys of a command, such as `Ctrl+K`; empty if it has none."""
        return getattr(self._settings, command)

    def text(self, command: str) -> str:
        """Return the keys of a command as this system writes them."""
        return QKeySequence(self.keys(command)).toString(QKeySequence.SequenceFormat.NativeText)

    def with_keys(self, command: str, title: str = "") -> str:
        """Return the title of a command, or another one, with its keys in parentheses."""
        title, keys = title or title_of(command), self.text(command)
        return tr("{title} ({keys})", title=title, keys=keys) if keys else title

    def are_of_command(self, event: QKeyEvent) -> bool:
        """Return whether a command has the keys of an event."""
        pressed = QKeySequence(event.keyCombination()).toString()
        return bool(pressed) and pressed in (self.keys(command) for command in COMMANDS)

    def are_for_sending(self, event: QKeyEvent) -> bool:
        """Return whether the keys of an event, of which Enter is one, send a message; else they break the line."""
        if self._settings.send_with is SendKey.CTRL_ENTER:
            return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return not event.modifiers() & Qt.KeyboardModifier.ShiftModifier


COMMANDS = tuple(name for name in fields_of("keyboard") if name != "send_with")
"""The names of all commands, in the order in which they are listed."""


def title_of(command: str) -> str:
    """Return the translated title of a command."""
    return tr(fields_of("keyboard")[command].title or "")


def help_of(command: str) -> str:
    """Return what a command does, translated."""
    return tr(fields_of("keyboard")[command].description or "")


@cache
def command_keys() -> CommandKeys:
    """Return the program's keys."""
    return CommandKeys()
