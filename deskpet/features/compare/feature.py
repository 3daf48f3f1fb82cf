"""Declares the comparison of an answer with that of another model, in a column of the full window."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, RunningFeature

if TYPE_CHECKING:
    from deskpet.features.host import Host


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.compare.controller import CompareController

    return CompareController(host)


COMPARE = Feature(name="compare", start=_start, readme_section="chat-and-documents")
