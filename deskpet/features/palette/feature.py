"""Declares the list of all commands, conversations and settings, and the page with the keys of the commands."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Card, Form


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.palette.controller import PaletteController

    return PaletteController(host)


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.ui.settings.page import Card, Field
    from deskpet.ui.widgets.command_keys import COMMANDS
    from deskpet.ui.widgets.keys_row import KeysRow

    return (
        Card(
            "keyboard",
            tr_noop("Keyboard"),
            tr_noop("How you write in the chat."),
            section="keyboard",
            fields=("send_with",),
        ),
        Card(
            "select",
            tr_noop("Keys of the chat windows"),
            tr_noop("Click a field and press the keys. Backspace takes them away."),
            section="keyboard",
            fields=tuple(Field(name, row=KeysRow) for name in COMMANDS),
        ),
    )


PALETTE = Feature(
    name="palette",
    start=_start,
    pages=(Page("keyboard", "keyboard", tr_noop("Keyboard"), _cards),),
    readme_section="settings",
)
