"""Where the character stands on the desktop, and how that is remembered.

A place is a screen's name and a distance in logical pixels: physical ones would drift with the scale.
"""

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication, QScreen

MARGIN = 24
# From so near an edge of the screen, in logical pixels, a window that is dragged jumps to it.
SNAP = 12

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A window's top left corner, counted from that of the screen it is on."""

    screen: str
    x: int
    y: int


def is_wayland() -> bool:
    """Wayland tells no window where it is or where the pointer is, and lets none choose its place."""
    return QGuiApplication.platformName().startswith("wayland")


def place_of(window: QRect) -> Place:
    """The place of a window: on the screen that holds its middle."""
    screen = QGuiApplication.screenAt(window.center()) or QGuiApplication.primaryScreen()
    corner = window.topLeft() - screen.geometry().topLeft()
    return Place(screen.name(), corner.x(), corner.y())


def corner(place: Place | None, size: QSize) -> QPoint:
    """Where a window of `size` goes: to its place, wholly on a screen; without one, to the lower right."""
    screens = {screen.name(): screen for screen in QGuiApplication.screens()}
    primary = QGuiApplication.primaryScreen()
    if place is None or place.screen not in screens:
        free = primary.availableGeometry()
        return _inside(free, size, QPoint(free.right() - MARGIN - size.width(), free.bottom() - size.height()))
    screen: QScreen = screens[place.screen]
    return _inside(screen.availableGeometry(), size, screen.geometry().topLeft() + QPoint(place.x, place.y))


def snapped(window: QRect, free: QRect) -> QPoint:
    """Where a window dragged to `window` goes: to the edges of the screen's `free` part that are near."""
    x = _near(window.left(), (free.left(), free.right() + 1 - window.width()))
    y = _near(window.top(), (free.top(), free.bottom() + 1 - window.height()))
    return QPoint(x, y)


def load(path: Path) -> Place | None:
    """The remembered place; None when there is none, or none that can be read."""
    try:
        place = Place(**json.loads(path.read_text(encoding="utf-8")))
        return Place(str(place.screen), int(place.x), int(place.y))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        log.warning("the character's place in %s can't be read: %s", path, error)
        return None


def save(path: Path, place: Place) -> None:
    """Remember a place. A disk that is full or closed is logged, and the place forgotten."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.new")
        unfinished.write_text(json.dumps(asdict(place)), encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        log.warning("the character's place can't be kept in %s: %s", path, error)


def _inside(free: QRect, size: QSize, wanted: QPoint) -> QPoint:
    x = max(free.left(), min(wanted.x(), free.right() + 1 - size.width()))
    y = max(free.top(), min(wanted.y(), free.bottom() + 1 - size.height()))
    return QPoint(x, y)


def _near(value: int, edges: tuple[int, ...]) -> int:
    return next((edge for edge in edges if abs(value - edge) <= SNAP), value)
