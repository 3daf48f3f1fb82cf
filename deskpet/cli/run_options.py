"""Options of the command line that change what tools may do in one run."""

import time
from collections.abc import Iterable
from pathlib import Path

from deskpet.app.tool_list import TOOLS
from deskpet.chat.permission import Rule
from deskpet.chat.tool import wire_name
from deskpet.config import paths
from deskpet.config.choices import Policy
from deskpet.config.settings import Settings
from deskpet.llm.connections import Connections, named
from deskpet.processes.console import UsageError
from deskpet.tools.files import protected_names
from deskpet.translation import join_sentences, tr, tr_noop

FOREIGN = "mcp__"
"""Beginning of the names of tools of MCP servers."""


def applied_to(settings: Settings, workspace: Path | None, allowed: Iterable[str]) -> Settings:
    """Return the settings with the run's folder for file tools, if there is one, and the tools that the run allows.

    allowed: dotted or wire names; those of foreign tools are not checked, see `rules_for`. Raises UsageError for an
    unknown tool, or if `workspace` is no folder.
    """
    own = (each for each in allowed if not each.startswith(FOREIGN))
    policies = settings.tools.policies | {_known_name(each): Policy.ALLOW for each in own}
    changes: dict[str, object] = {"policies": policies}
    if workspace is not None:
        if not workspace.is_dir():
            raise UsageError(tr("{path} is no folder.", path=workspace))
        changes["folders"] = (str(workspace.resolve()),)
    return settings.model_copy(update={"tools": settings.tools.model_copy(update=changes)})


def with_connection(settings: Settings, name: str, *, is_offline: bool) -> Settings:
    """Return the settings with the saved connection of this name, if one is given. Raises UsageError."""
    if not name:
        return settings
    if is_offline:
        raise UsageError(tr("Give either --offline or --connection."))
    connections = Connections(paths.connections_file())
    found = named(connections, settings, name)
    if found is None:
        names = ", ".join(each.name for each in connections.shown(settings.endpoint)) or tr("none is saved")
        what = tr_noop("No connection, or more than one, is called {name}. Choose one of: {names}.")
        raise UsageError(tr(what, name=repr(name), names=names))
    return found


def broad_warning(workspace: Path) -> str:
    """Return a warning with the next step if the run's folder holds far more than the work on some files needs."""
    breadth = protected_names.breadth_of(workspace)
    if breadth is None:
        return ""
    inside = protected_names.narrower_folders(workspace)
    example = tr("For example: {folders}", folders=", ".join(map(str, inside))) if inside else ""
    return join_sentences(protected_names.broad_folder_warning(workspace, breadth), example)


def rules_for(allowed: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules for the foreign tools that the run allows; a policy does not allow them by their names."""
    return tuple(Rule(each, None, time.time(), "conversation") for each in allowed if each.startswith(FOREIGN))


def _known_name(name: str) -> str:
    wire = wire_name(name)
    found = next((each.name for each in TOOLS if wire_name(each.name) == wire), None)
    if found is None:
        names = ", ".join(each.name for each in TOOLS)
        raise UsageError(tr("There is no tool {name}. Choose one of: {names}.", name=repr(name), names=names))
    return found
