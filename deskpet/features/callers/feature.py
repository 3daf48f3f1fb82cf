"""Declares the agents that call her: by an MCP server they move her, show a few words, and ask the user."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from deskpet.features.callers.controller import CallersController
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Card, Form, Widget

FILE = "callers.json"
"""The name of the file with the user's decisions about each caller, in the data folder."""


def _start(host: "Host") -> "CallersController":
    from deskpet.features.callers.controller import CallersController

    return CallersController(host)


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.callers.ui.page import CARD

    return (CARD,)


def _connect(page: "Widget", _host: "Host", running: "CallersController | None") -> None:
    from deskpet.config import paths
    from deskpet.features.callers.caller_rules import CallerRules
    from deskpet.features.callers.ui.page import CallersPageController

    # The page shows them while agents may not call as well.
    CallersPageController(page, running.rules if running else CallerRules(paths.data_folder() / FILE))


def _run(_options: "argparse.Namespace") -> int:
    from deskpet.config import command_settings
    from deskpet.features.callers import pet_client

    return pet_client.run(command_settings.data_folder_lock())


CALLERS = Feature(
    name="callers",
    is_on=lambda settings: settings.agents.mcp_server,
    start=_start,
    phase=StartPhase.STORE_OPEN,
    page_extensions=(PageExtension("callers", "agents", _cards, _connect),),
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
