"""Being the window that has the keyboard: the window manager gives it, in its own time, and not always when asked."""

import itertools
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

# A refusal is final, so it is asked again; not at each look, or a late answer would still come when it no longer fits.
EVERY = 100


def active(window: QWidget) -> Callable[[], bool]:
    """True once `window` is the active one, which it is asked to be at the first look and now and then after it."""
    looks = itertools.count()

    def check() -> bool:
        if not window.isActiveWindow() and next(looks) % EVERY == 0:
            window.activateWindow()
        return window.isActiveWindow()

    return check
