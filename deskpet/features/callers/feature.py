"""Declares the agents that call her: by an MCP server they move her, show a few words, and ask the user."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension, RunningFeature, StartPhase

if TYPE_CHECKING:
    import argparse

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent

FILE = "callers.json"
"""The name of the file with the user's decisions about each caller, in the data folder."""


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.callers.controller import CallersController

    return CallersController(host)


def _page() -> "PageContent":
    from deskpet.features.callers.ui.page import PAGE

    return PAGE


def _run(_options: "argparse.Namespace") -> int:
    from deskpet.config import command_settings
    from deskpet.features.callers import pet_client

    return pet_client.run(command_settings.data_folder_lock())


CALLERS = Feature(
    name="callers",
    is_on=lambda settings: settings.agents.mcp_server,
    start=_start,
    phase=StartPhase.STORE_OPEN,
    page_extensions=(PageExtension("callers", "agents", _page),),
    commands=(
        Command(
            "mcp",
            "let an agent call the character",
            "An MCP server on standard input and output, which an agent starts: by its tools the agent asks the "
            "running character for an expression, a motion, a few words in a bubble, or a question to the user. It has "
            "to be allowed in the settings (Agents), and ends with its standard input. Needs deskpet[mcp].",
            _run,
            # The configurations of agents start it without options.
            lambda _parser, _add_common: None,
        ),
    ),
    files=(FILE,),
    readme_section="agents-that-call-her",
)
