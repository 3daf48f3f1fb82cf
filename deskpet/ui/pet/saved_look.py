"""The character's look of the last run, cached in a small JSON file to show her before the settings are read.

Reading the settings takes about 0.2 s, nearly all of it for importing pydantic.
"""

import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from deskpet import state_files
from deskpet.choices import FRAME_RATE, OPACITY, SCALE, SLEEP_AFTER_MINUTES, Clicks, PowerSaver
from deskpet.state_files import JsonObject

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CharacterLook:
    """The settings of the section [character]: same names, same defaults."""

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


DEFAULT = CharacterLook()


def from_settings(values: Mapping[str, Any]) -> CharacterLook:
    """Create a look from values by name; missing ones get their default.

    Raises ValueError, TypeError or AttributeError for an invalid value.
    """
    return CharacterLook(
        **{name: type(default)(values.get(name, default)) for name, default in asdict(CharacterLook()).items()}
    )


def load(file: Path) -> CharacterLook:
    """Read the look from `file`. Returns the default look if there is no file, or logs a warning if it is invalid."""
    try:
        return _read(state_files.read_json(file))
    except FileNotFoundError:
        return CharacterLook()
    except (OSError, ValueError) as error:
        logger.warning("%s can't be read, the default look is used: %s", file, error)
        return CharacterLook()


def save(file: Path, look: CharacterLook) -> None:
    """Save the look for the next start. A failed write is logged."""
    state_files.write_json(file, asdict(look), "the character's look")


def _read(values: JsonObject) -> CharacterLook:
    return CharacterLook(
        folder=values.text("folder", DEFAULT.folder),
        scale=values.number("scale", DEFAULT.scale, SCALE),
        frame_rate=values.whole("frame_rate", DEFAULT.frame_rate, FRAME_RATE),
        opacity=values.number("opacity", DEFAULT.opacity, OPACITY),
        hold_position=values.flag("hold_position", DEFAULT.hold_position),
        sleep_after_minutes=values.whole("sleep_after_minutes", DEFAULT.sleep_after_minutes, SLEEP_AFTER_MINUTES),
        clicks=Clicks(values.text("clicks", DEFAULT.clicks)),
        fade_when_near=values.flag("fade_when_near", DEFAULT.fade_when_near),
        hide_for_full_screen=values.flag("hide_for_full_screen", DEFAULT.hide_for_full_screen),
        call_shortcut=values.text("call_shortcut", DEFAULT.call_shortcut),
        power_saver=PowerSaver(values.text("power_saver", DEFAULT.power_saver)),
        show_meter=values.flag("show_meter", DEFAULT.show_meter),
    )
