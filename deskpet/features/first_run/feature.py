"""Declares the introduction of a new user. It begins once, when the conversations can be read."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, RunningFeature, StartPhase

if TYPE_CHECKING:
    from deskpet.features.host import Host


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.first_run.controller import FirstRunController

    return FirstRunController(host)


FIRST_RUN = Feature(name="first_run", start=_start, phase=StartPhase.STORE_OPEN, readme_section="start")
