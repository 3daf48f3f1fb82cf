"""Declares how all windows look, and the chat: the page, and what applies its settings."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature
from deskpet.translation import tr_noop
from deskpet.ui.settings.page import Card, PageContent

if TYPE_CHECKING:
    from deskpet.features.host import Host

_CARDS = (
    Card(
        "eye",
        tr_noop("Appearance"),
        tr_noop("How all windows look."),
        section="appearance",
        fields=("language", "theme", "text_scale"),
    ),
    Card(
        "chat",
        tr_noop("The chat"),
        tr_noop("The bubbles beside the character, and when they make room."),
        section="appearance",
        fields=(
            "chat_width",
            "workspace_width",
            "wrap_code",
            "number_code",
            "keep_open",
            "fold_after_seconds",
            "fade_after_seconds",
        ),
    ),
)


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.appearance.controller import AppearanceController

    return AppearanceController(host)


APPEARANCE = Feature(
    name="appearance",
    start=_start,
    pages=(Page("appearance", "eye", tr_noop("Appearance"), lambda: PageContent(_CARDS)),),
    readme_section="settings",
)
