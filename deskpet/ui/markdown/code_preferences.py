"""How all code blocks look: preferences that the switches on any of them change."""

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache

from PySide6.QtCore import QObject, Signal

from deskpet.translation import tr, tr_noop


class CodePreference(QObject):
    """One preference, on or off.

    changed: Emitted with the new value.
    """

    changed = Signal(bool)

    def __init__(self, turn_on: str, turn_off: str) -> None:
        """`turn_on` and `turn_off` are the labels of its switch."""
        super().__init__()
        self.is_on, self._labels = False, (turn_on, turn_off)

    @property
    def label(self) -> str:
        """The label of its switch: what the next click does."""
        return tr(self._labels[self.is_on])

    def set_on(self, on: bool) -> None:
        if on != self.is_on:
            self.is_on = on
            self.changed.emit(on)

    def toggle(self) -> None:
        self.set_on(not self.is_on)


class _Printing:
    """Whether code is drawn in a picture just now."""

    is_on = False


def is_printing() -> bool:
    """Return whether code is drawn in a picture, in which nothing can be scrolled or clicked."""
    return _Printing.is_on


@contextmanager
def printing() -> Generator[None]:
    """Wrap long lines of code, and show no controls, whatever the preferences are. They stay as they are."""
    wrap = code_wrap()
    before, wrap.is_on, _Printing.is_on = wrap.is_on, True, True
    try:
        yield
    finally:
        wrap.is_on, _Printing.is_on = before, False


@cache
def code_wrap() -> CodePreference:
    """Return whether long lines wrap, or can be scrolled."""
    return CodePreference(tr_noop("Wrap long lines"), tr_noop("Scroll long lines"))


@cache
def code_numbers() -> CodePreference:
    """Return whether lines have numbers."""
    return CodePreference(tr_noop("Show line numbers"), tr_noop("Hide line numbers"))
