"""Declares the list of conversations beside the full chat window."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, StartPhase

if TYPE_CHECKING:
    from deskpet.features.history.controller import HistoryController
    from deskpet.features.host import Host


def _start(host: "Host") -> "HistoryController":
    from deskpet.features.history.controller import HistoryController

    return HistoryController(host)


HISTORY = Feature(name="history", start=_start, phase=StartPhase.STORE_OPEN, readme_section="chat-and-documents")
