"""Whether long lines of code wrap: one preference for all code blocks, changed by the switch on any of them."""

from functools import cache

from PySide6.QtCore import QObject, Signal


class CodeWrap(QObject):
    """The preference: wrap long lines, or let them be scrolled.

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
def code_wrap() -> CodeWrap:
    """Return the program's preference."""
    return CodeWrap()
