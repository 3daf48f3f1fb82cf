"""Declares speaking first: she begins to speak without being asked."""

from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.config.choices import SpeakingLevel
from deskpet.features.feature import Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.features.proactive.controller import ProactiveController
    from deskpet.ui.settings.page import Card, Form


def _start(host: "Host") -> "ProactiveController":
    from deskpet.features.proactive.controller import ProactiveController

    return ProactiveController(host, host.character.presence, paths.data_folder() / "speaking.json")


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.proactive.ui import CARD

    return (CARD,)


PROACTIVE = Feature(
    name="proactive",
    is_on=lambda settings: settings.speaking.level is not SpeakingLevel.QUIET,
    start=_start,
    phase=StartPhase.SETTLED,
    page_extensions=(PageExtension("proactive", "together", _cards),),
    readme_section="speaking-first",
)
