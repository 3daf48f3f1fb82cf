"""Declares the user's prompts: their page, and the list of them that `/` opens in the chat."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.prompts.controller import PromptsController

    return PromptsController(host)


def _page() -> "PageContent":
    from deskpet.features.prompts.ui.page import PAGE

    return PAGE


PROMPTS = Feature(
    name="prompts",
    start=_start,
    pages=(Page("prompts", "quote", tr_noop("Prompts"), _page),),
    files=("prompts.json",),
    readme_section="chat-and-documents",
)
