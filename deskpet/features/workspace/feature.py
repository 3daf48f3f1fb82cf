"""Declares the workspace: the files that calls work on, beside the conversation in the full window."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, RunningFeature

if TYPE_CHECKING:
    from deskpet.features.host import Host


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.workspace.controller import WorkspaceController

    return WorkspaceController(host)


WORKSPACE = Feature(name="workspace", start=_start, is_beside=True)
