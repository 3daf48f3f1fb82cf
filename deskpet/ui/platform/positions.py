"""Positions on the desktop: whether a program knows and sets those of its windows, and where the pointer is.

On Wayland it does not, except in KWin, where a script does it for the character's window (`kwin`).
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

from deskpet.ui.platform import x11


@dataclass(slots=True)
class _Compositor:
    """What tells the pointer's position on Wayland; None if nothing does."""

    pointer: Callable[[], QPoint] | None = None


_compositor = _Compositor()


def is_kwin(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the desktop is Plasma, whose compositor is KWin."""
    return "KDE" in environment.get("XDG_CURRENT_DESKTOP", "").upper().split(":")


def use(pointer: Callable[[], QPoint] | None) -> None:
    """Take the pointer's position from a compositor that also places the character's window; None: from Qt again."""
    _compositor.pointer = pointer


def are_known() -> bool:
    """Return whether the character's window knows and sets its position, and the pointer's is known beside it."""
    return _compositor.pointer is not None or not x11.is_wayland()


def pointer() -> QPoint:
    """Return the pointer's position in desktop coordinates; on Wayland elsewhere the last one on a window of ours."""
    return _compositor.pointer() if _compositor.pointer else QCursor.pos()
