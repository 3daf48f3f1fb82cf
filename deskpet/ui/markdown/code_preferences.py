"""How all code blocks look: preferences that the switches on any of them change."""

from functools import cache

from PySide6.QtCore import QObject, Signal


class CodePreference(QObject):
    """One preference, on or off.

    changed: Emitted with the new value.
    """

    changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.is_on = False

    def set_on(self, on: bool) -> None:
        if on != self.is_on:
            self.is_on = on
            self.changed.emit(on)

    def toggle(self) -> None:
        self.set_on(not self.is_on)


@cache
def code_wrap() -> CodePreference:
    """Return whether long lines wrap, or can be scrolled."""
    return CodePreference()


@cache
def code_numbers() -> CodePreference:
    """Return whether lines have numbers."""
    return CodePreference()
