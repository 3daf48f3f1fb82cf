"""Declares the memory: what she remembers of the user from one conversation to the next."""

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from deskpet.config.choices import MemoryMode
from deskpet.features.feature import Command, Feature, Offer, Page, RunningFeature
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from deskpet.chat.recollection import Recall
    from deskpet.chat.tool import Tool
    from deskpet.config.settings import Settings
    from deskpet.features.feature import AddCommon
    from deskpet.features.host import Host
    from deskpet.store import Store
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.memory.controller import MemoryController

    return MemoryController(host)


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.memory.tools import MEMORY_TOOLS

    return MEMORY_TOOLS


def _page() -> "PageContent":
    from deskpet.features.memory.ui.page import PAGE

    return PAGE


def _add_arguments(memory: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    memory.set_defaults(argument="")
    actions = memory.add_subparsers(dest="action", metavar="ACTION", required=True)
    for action, argument, help_text in (
        ("list", "", "list what she remembers"),
        ("search", "WORDS", "list what has any of these words"),
        ("add", "TEXT", "let her remember this"),
        ("erase", "ID", "erase this for good, also from backups"),
    ):
        of_action = actions.add_parser(action, help=help_text)
        if argument:
            of_action.add_argument("argument", metavar=argument)
        of_action.add_argument("--json", action="store_true", help="one fact a line, as JSON")
        add_common(of_action)


def _run(options: "argparse.Namespace") -> int:
    from deskpet.features.memory import command
    from deskpet.processes import console

    return command.run(options.action, console.decode_argument(options.argument), as_json=options.json)


async def _edit(value: Any, store: "Store") -> object:
    from deskpet.features.memory import command

    found = await command.edit(store, str(value["action"]), str(value["argument"]))
    return {"facts": [asdict(command.MemoryLine.of(fact)) for fact in found]}


def _recall(file: "Path", settings: "Settings") -> "Recall | None":
    from deskpet.features.memory.prompt_block import recall_from

    return recall_from(file, settings)


# Not "do you remember", which asks about the past.
_ASKS = re.compile(
    r"(?:^|[.!?,;]\s+)(?:please,?\s+|(?:can|could|will|would) you (?:please\s+)?)?remember\b(?!\s+(?:me|when|how)\b)"
    r"|记住(?!了)|记一下|帮我记|覚えて(?:おいて|てね|て下さい|ください|ね|ほしい)",
    re.IGNORECASE,
)


MEMORY = Feature(
    name="memory",
    is_on=lambda settings: settings.memory.remember is not MemoryMode.OFF,
    start=_start,
    is_beside=True,
    off=tr_noop("Memory is off in the settings."),
    tools=_tools,
    access=lambda running: running.memory,
    why_not=lambda running: running.problem,
    offer=Offer(
        lambda message: bool(_ASKS.search(message)),
        tr_noop("Memory is off. Turn it on?"),
        tr_noop("Memory is on. Tell her again what she is to remember."),
        "memory",
        {"remember": MemoryMode.ON_REQUEST},
    ),
    pages=(Page("memory", "note", tr_noop("Memory"), _page),),
    commands=(
        Command(
            "memory",
            "show what she remembers of you",
            "List, search, add or erase what she remembers of you.",
            _run,
            _add_arguments,
        ),
    ),
    requests={"memory": _edit},
    terminal_recall=_recall,
    readme_section="memory",
)
