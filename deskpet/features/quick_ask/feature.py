"""Declares the small field that asks from any program: what opens it, and its card on the page of the keyboard."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, PageExtension, RunningFeature, StartPhase
from deskpet.translation import tr_noop
from deskpet.ui.settings.page import Card, Field, PageContent

if TYPE_CHECKING:
    from deskpet.features.host import Host


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.quick_ask.controller import QuickAskController

    return QuickAskController(host)


def _page() -> PageContent:
    from deskpet.ui.widgets.keys_row import KeysRow

    return PageContent(
        (
            Card(
                "ask",
                tr_noop("Quick ask"),
                tr_noop("A small field at the pointer, while another program is in front."),
                section="quick_ask",
                fields=(Field("shortcut", row=KeysRow), "takes_selection"),
            ),
        )
    )


QUICK_ASK = Feature(
    name="quick_ask",
    is_on=lambda settings: bool(settings.quick_ask.shortcut),
    start=_start,
    phase=StartPhase.STORE_OPEN,
    page_extensions=(PageExtension("quick_ask", "keyboard", _page),),
    readme_section="chat-and-documents",
)
