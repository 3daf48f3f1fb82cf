"""Declares the list of all commands, conversations, models and settings, and the page with the keys of the commands."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature
from deskpet.translation import tr_noop
from deskpet.ui.settings.page import Card, Field, PageContent

if TYPE_CHECKING:
    from deskpet.features.host import Host


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.palette.controller import PaletteController

    return PaletteController(host)


def _page() -> PageContent:
    from deskpet.ui.widgets.command_keys import COMMANDS
    from deskpet.ui.widgets.keys_row import KeysRow

    return PageContent(
        (
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
    )


PALETTE = Feature(
    name="palette",
    start=_start,
    pages=(Page("keyboard", "keyboard", tr_noop("Keyboard"), _page),),
    readme_section="settings",
)
