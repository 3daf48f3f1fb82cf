"""How long what moves may take: as the design has it, or no time at all where the person asked for less motion."""

import ctypes
import sys
from functools import cache
from pathlib import Path

from PySide6.QtCore import QStandardPaths

# Without any span, an animation would not tell of its end.
_AT_ONCE = 1
_SPI_GETCLIENTAREAANIMATION = 0x1042
# Where desktops keep it: file, section, key, and what it says when nothing is to move.
_KEPT = (
    ("kdeglobals", "KDE", "AnimationDurationFactor", {"0", "0.0"}),
    ("gtk-4.0/settings.ini", "Settings", "gtk-enable-animations", {"0", "false"}),
    ("gtk-3.0/settings.ini", "Settings", "gtk-enable-animations", {"0", "false"}),
)


def duration(milliseconds: int) -> int:
    """The time that a change which is only for the eye takes."""
    return _AT_ONCE if is_reduced() else milliseconds


@cache
def is_reduced() -> bool:
    """Whether the system was told to leave motion out. Read once; what can't be read asks for nothing."""
    if sys.platform == "win32":
        moves = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(moves), 0)
        return not moves.value
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation))
    return any(_value(folder / file, section, key) in still for file, section, key, still in _KEPT)


def _value(file: Path, section: str, key: str) -> str:
    """What a settings file of the desktop says; empty where it says nothing that can be read."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    within = ""
    for line in map(str.strip, lines):
        name, _, value = line.partition("=")
        if line.startswith("["):
            within = line.strip("[]")
        elif within == section and name.strip() == key:
            return value.strip().lower()
    return ""
