"""The settings of the section [character]: fields, defaults, bounds and help texts, without pydantic.

`deskpet.config.settings.CharacterSettings` adds validation. The start shows the character before it imports pydantic,
which takes about 0.2 s.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any

from deskpet.config.choices import SCALE, Clicks, PowerSaver
from deskpet.translation import tr_noop


@dataclass(frozen=True, slots=True)
class NumberField:
    """Form display of a number: its unit, and the step of its slider. Without a step it is a text field."""

    unit: str = ""
    step: float | None = None


@dataclass(frozen=True, slots=True)
class FileNote:
    """A sentence that only the comment in settings.toml has."""

    text: str


def _setting(default: Any, title: str, description: str, bounds: tuple[float, float] | None = None) -> Any:
    """Return a field with the metadata that pydantic reads. `bounds` are inclusive."""
    limits = {"ge": bounds[0], "le": bounds[1]} if bounds else {}
    return field(default=default, metadata={"title": title, "description": description, **limits})


@dataclass(frozen=True)
class CharacterLook:
    """The Live2D model on the desktop: its size, position, frame rate and mouse behaviour.

    No slots: pydantic writes the values of a subclass into the instance's `__dict__`.
    """

    folder: str = _setting(
        "mikan", "Model", "A model that comes with the program, by its name, or the path of a model's folder or file."
    )
    scale: Annotated[float, NumberField("×", 0.05)] = _setting(1.0, "Size", "1.0 is 300 x 450 pixels.", SCALE)
    frame_rate: Annotated[
        int, NumberField(tr_noop(" fps"), 1), FileNote("At most 60 while it talks or moves, none while it is hidden.")
    ] = _setting(
        30,
        "Frame rate",
        "Frames a second while the character is in view, at most those that the screen can show evenly: twice as many "
        "while it talks or moves, half as many when nothing happens, 3 asleep.",
        (5, 120),
    )
    opacity: Annotated[float, NumberField(step=0.05)] = _setting(
        1.0, "Opacity", "1.0 hides what lies behind.", (0.2, 1.0)
    )
    hold_position: bool = _setting(False, "Hold position", "The character stays where it stands, however it is pulled.")
    sleep_after_minutes: Annotated[int, NumberField(tr_noop("minutes"))] = _setting(
        10, "Sleep after", "It sleeps when left alone for so long. 0: never.", (0, 1440)
    )
    clicks: Clicks = _setting(
        Clicks.TRANSPARENT,
        "Clicks go through",
        "transparent: where nothing of the character is seen. everywhere: it can't be touched at all, until the tray "
        "or the shortcut calls it. nowhere: all of its window takes them.",
    )
    fade_when_near: bool = _setting(
        False, "Fade near the pointer", "It grows faint while the pointer is near, and shows what lies behind."
    )
    hide_for_full_screen: bool = _setting(
        False, "Hide for full-screen windows", "It goes away while a window fills the screen it stands on."
    )
    call_shortcut: Annotated[str, FileNote("Such as Ctrl+Alt+P or Meta+F2.")] = _setting(
        "Ctrl+Alt+P",
        "Chat shortcut",
        "Keys that show the chat from anywhere, with the character where it can be clicked, and hide it again. Empty: "
        "none.",
    )
    power_saver: PowerSaver = _setting(
        PowerSaver.BATTERY,
        "Power saver",
        "on: it is drawn at most 30 times a second, 8 when nothing happens, 2 asleep. battery: only while this "
        "computer runs on its battery. off: never.",
    )
    takes_things: bool = _setting(
        True,
        "Take things by itself",
        "It holds a book while a file is read, a laptop while code is written, and waits with folded hands.",
    )
    show_meter: bool = _setting(
        False, "Resource meter", "A small card by the character shows frame rate, processor and memory use."
    )


DEFAULT = CharacterLook()
