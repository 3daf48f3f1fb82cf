"""How the character looked last time: she appears like that before the settings are read.

Reading them takes a fifth of a second, nearly all of it the import of what checks them.
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


DEFAULT = CharacterLook()


def from_settings(values: Mapping[str, Any]) -> CharacterLook:
    """The look with these values by their names, the default ones where they are left out.

    Raises ValueError, TypeError or AttributeError for what is no such thing.
    """
    return CharacterLook(
        **{name: type(default)(values.get(name, default)) for name, default in asdict(CharacterLook()).items()}
    )


def load(file: Path) -> CharacterLook:
    """The look kept in `file`; the default one when there is none that can be read."""
    try:
        return _read(state_files.read_json(file))
    except FileNotFoundError:
        return CharacterLook()
    except (OSError, ValueError) as error:
        logger.warning("%s can't be read, the default look is used: %s", file, error)
        return CharacterLook()


def save(file: Path, look: CharacterLook) -> None:
    """Keep `look` in `file` for the next start."""
    state_files.keep_json(file, asdict(look), "the character's look")


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
