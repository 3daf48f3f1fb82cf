"""Run the commands of the chat windows. The settings of the keyboard have their titles and keys."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from deskpet.listeners import End
from deskpet.ui.widgets.command_keys import COMMANDS, command_keys


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """A command. name: that of its setting. act: runs it. is_available: whether that does something now."""

    name: str
    icon: str
    act: Callable[[], object]
    is_available: Callable[[], bool] = lambda: True


class ChatCommands(QObject):
    """The commands of a pane, each with its keys in the window that holds the pane."""

    def __init__(self, pane: QWidget) -> None:
        super().__init__(pane)
        self._pane = pane
        command_keys().changed.connect(self._update_keys)
        self._all: dict[str, tuple[ChatCommand, QShortcut]] = {}

    @property
    def available(self) -> tuple[ChatCommand, ...]:
        """The commands that do something now, in the order of the settings."""
        known = (self._all[name][0] for name in COMMANDS if name in self._all)
        return tuple(each for each in known if each.is_available())

    def run(self, name: str) -> None:
        """Run a command if it does something now."""
        for each in self.available:
            if each.name == name:
                each.act()

    def add(self, command: ChatCommand) -> End:
        """Add a command, and return what removes it."""
        shortcut = QShortcut(QKeySequence(command_keys().keys(command.name)), self._pane, command.act)
        self._all[command.name] = (command, shortcut)

        def remove() -> None:
            self._all.pop(command.name)[1].deleteLater()

        return remove

    def _update_keys(self) -> None:
        for name, (_, shortcut) in self._all.items():
            shortcut.setKey(QKeySequence(command_keys().keys(name)))
