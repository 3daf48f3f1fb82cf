"""Declares coding agents: their hooks tell her what they do, and when they wait for the user."""

from typing import TYPE_CHECKING

from deskpet.config.choices import Agent
from deskpet.features.feature import Command, Feature, Page, RunningFeature, StartPhase
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    import argparse

    from deskpet.features.feature import AddCommon
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.agents.controller import AgentsController

    return AgentsController(host)


def _page() -> "PageContent":
    from deskpet.features.agents.ui.page import PAGE

    return PAGE


def _add_arguments(hook: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    hook.usage = "%(prog)s [install | uninstall] AGENT [--yes]"
    hook.add_argument("action", choices=("install", "uninstall"), help="what to do with the hooks")
    hook.add_argument("agent", choices=[*map(str, Agent)], help="the coding agent")
    hook.add_argument("--yes", action="store_true", help="make the change without asking")
    add_common(hook)


def _run(options: "argparse.Namespace") -> int:
    from deskpet.config import command_settings
    from deskpet.features.agents import installer

    file = command_settings.settings_file(options)
    return installer.run(options.action, Agent(options.agent), file, is_confirmed=options.yes)


AGENTS = Feature(
    name="agents",
    is_on=lambda settings: bool(settings.agents.shown),
    start=_start,
    phase=StartPhase.STORE_OPEN,
    pages=(Page("agents", "computer", tr_noop("Agents"), _page),),
    commands=(
        Command(
            "hook",
            "show what a coding agent does",
            "Install the hooks of a coding agent, by which it tells the character what it does, or remove them. The "
            "change is shown first. Without an action it is the hook itself: it reads an event of AGENT from standard "
            "input, and always succeeds.",
            _run,
            _add_arguments,
        ),
    ),
    readme_section="coding-agents",
)
