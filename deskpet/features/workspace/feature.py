"""Declares the workspace: the files that calls work on, beside the conversation in the full window."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.features.workspace.controller import WorkspaceController


def _start(host: "Host") -> "WorkspaceController":
    from deskpet.features.workspace.controller import WorkspaceController

    return WorkspaceController(host)


WORKSPACE = Feature(name="workspace", start=_start)
