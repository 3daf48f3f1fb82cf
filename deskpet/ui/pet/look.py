"""How the character looked last time: she appears like that before the settings are read.

Reading them takes a fifth of a second, nearly all of it the import of what checks them.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from deskpet.choices import Clicks, PowerSaver

LEAST_SCALE, MOST_SCALE = 0.25, 4.0

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """The settings of the section [character], by their names there, with their defaults."""

    folder: str = "mikan"
    scale: float = 1.0
    frame_rate: int = 30
    opacity: float = 1.0
    hold_position: bool = False
    sleep_after_minutes: int = 10
    clicks: Clicks = Clicks.TRANSPARENT
    fade_when_near: bool = False
    hide_for_full_screen: bool = False
    call_shortcut: str = "Ctrl+Alt+P"
    power_saver: PowerSaver = PowerSaver.BATTERY
    show_meter: bool = False


DEFAULT = Look()


def made_of(values: Mapping[str, Any]) -> Look:
    """The look with these values by their names, the default ones where they are left out.

    Raises ValueError, TypeError or AttributeError for what is no such thing.
    """
    return Look(**{name: type(default)(values.get(name, default)) for name, default in asdict(Look()).items()})


def remembered(file: Path) -> Look:
    """The look kept in `file`; the default one when there is none that can be read."""
    if not file.exists():
        return Look()
    try:
        return made_of(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        logger.warning("%s can't be read, the default look is used: %s", file, error)
        return Look()


def remember(file: Path, look: Look) -> None:
    """Keep `look` in `file` for the next start."""
    file.write_text(json.dumps(asdict(look)), encoding="utf-8")
