"""Make a window the active one. The window manager activates it asynchronously, or refuses."""

import itertools
from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QWidget

# Checks between two requests. The request is repeated since a refusal is final, but rarely, so that no late activation
# disturbs what comes after.
CHECKS_PER_REQUEST = 100


def active(window: QWidget) -> Callable[[], bool]:
    """Return a condition: whether `window` is active. Its first check requests activation, and some later ones."""
    checks = itertools.count()

    def check() -> bool:
        # On Windows, window.isActiveWindow() is true some time before the window gets keys.
        is_active = QApplication.activeWindow() is window.window()
        if not is_active and next(checks) % CHECKS_PER_REQUEST == 0:
            window.activateWindow()
        return is_active

    return check
