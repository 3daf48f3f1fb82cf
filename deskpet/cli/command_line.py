"""The command line: a parser for each command, and what it runs. Imports of commands are deferred."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet import __version__
from deskpet.config.choices import FAMILIES
from deskpet.config.command_settings import data_folder_lock, load_settings
from deskpet.processes import console

if TYPE_CHECKING:
    from deskpet.features.feature import Command

AddParser = Callable[..., argparse.ArgumentParser]

_ORDER = (
    "ask",
    "chat",
    "tools",
    "say",
    "transcribe",
    "hook",
    "mcp",
    "doctor",
    "inspect-stream",
    "read",
    "speakable",
    "quit",
)
"""The commands in the order of the help."""


def parser(show_pet: Callable[[argparse.Namespace], int], *, starts_pet: bool = False) -> argparse.ArgumentParser:
    """Return the parser of the command line. `run` of its result runs the command and returns the exit code.

    show_pet: runs if there is no command. A command raises UsageError if its arguments or its input can't be used.
    starts_pet: whether there is no command; those of features are left out, because the start does not import these.
    """
    root = argparse.ArgumentParser(prog="deskpet", description="A Live2D character that lives on the desktop.")
    root.add_argument("--version", action="version", version=f"deskpet {__version__}")
    root.set_defaults(run=show_pet)
    _add_common(root, default=True)
    commands = root.add_subparsers(metavar="COMMAND")
    adding: dict[str, Callable[[AddParser], None]] = {
        "ask": _add_ask,
        "chat": _add_chat,
        "tools": _add_tools,
        "doctor": _add_doctor,
        "inspect-stream": _add_inspect_stream,
        "read": _add_read,
        "quit": _add_quit,
    }
    if not starts_pet:
        adding |= _of_features()
    for name in sorted(adding, key=_place_of):
        adding[name](commands.add_parser)
    return root


def _of_features() -> dict[str, Callable[[AddParser], None]]:
    from deskpet.features.feature_list import FEATURES

    return {command.name: partial(_add_command, command) for each in FEATURES for command in each.commands}


def _place_of(command: str) -> int:
    """Return the place of a command in the help; one without a place comes after `tools`."""
    return _ORDER.index(command if command in _ORDER else "tools")


def _add_command(command: "Command", add_parser: AddParser) -> None:
    of_command = add_parser(command.name, help=command.help, description=command.description)
    command.add_arguments(of_command, _add_common)
    of_command.set_defaults(run=command.run)


def _add_ask(add_parser: AddParser) -> None:
    ask = add_parser(
        "ask",
        help="answer one question in the terminal",
        description="Answer one question in the terminal. Tools that ask first ask there; without a terminal they are "
        "refused.",
    )
    ask.add_argument("text", help="what to say; - reads it from standard input")
    ask.add_argument("--json", action="store_true", help="one event a line, as JSON")
    ask.add_argument("--what-happened", action="store_true", help="say after the answer how long what took")
    ask.add_argument(
        "--workspace", type=Path, metavar="DIR", help="the folder for the file tools, instead of those of the settings"
    )
    ask.add_argument(
        "--allow", action="append", default=[], metavar="NAME", help="run this tool without asking; can be repeated"
    )
    ask.add_argument(
        "--file", action="append", default=[], type=Path, metavar="FILE", help="attach a document; can be repeated"
    )
    ask.add_argument(
        "--session", default="", metavar="NAME", help="go on with the conversation of this name, or begin it; keeps it"
    )
    ask.add_argument("--private", action="store_true", help="don't tell the model what she remembers of you")
    _add_connection(ask)
    _add_servers(ask)
    _add_common(ask)
    ask.set_defaults(run=_ask)


def _ask(options: argparse.Namespace) -> int:
    from deskpet.cli import ask, run_options

    settings = run_options.with_connection(load_settings(options), options.connection, is_offline=options.offline)
    settings = run_options.applied_to(settings, options.workspace, options.allow)
    if options.workspace and (warning := run_options.broad_warning(options.workspace)):
        console.report(warning)
    text = console.read_input() if options.text == "-" else console.decode_argument(options.text)
    return ask.ask(
        ask.AskedPrompt(text, tuple(options.file)),
        settings,
        as_json=options.json,
        show_summary=options.what_happened,
        servers=options.servers,
        rules=run_options.rules_for(options.allow),
        is_private=options.private,
        session=console.decode_argument(options.session).strip(),
        keeps_model=bool(options.connection),
    )


def _add_chat(add_parser: AddParser) -> None:
    chat = add_parser(
        "chat",
        help="talk in the terminal",
        description="Talk in the terminal, one message a line. Ctrl+C stops an answer, and ends the chat at the "
        "prompt; so does Ctrl+D. The conversation is kept in the history, except beside a running pet. From a pipe, "
        "each line is a message, and tools that ask first are refused.",
    )
    chat.add_argument("--no-history", action="store_true", help="keep nothing of the conversation")
    chat.add_argument("--json", action="store_true", help="one event a line, as JSON")
    _add_connection(chat)
    _add_common(chat)
    chat.set_defaults(run=_chat)


def _chat(options: argparse.Namespace) -> int:
    from deskpet.cli import run_options, terminal_chat

    # A running pet is the only one that writes the conversations.
    lock = None if options.no_history else data_folder_lock()
    settings = run_options.with_connection(load_settings(options), options.connection, is_offline=options.offline)
    return terminal_chat.run(settings, as_json=options.json, lock=lock, keeps_model=bool(options.connection))


def _add_tools(add_parser: AddParser) -> None:
    tools = add_parser(
        "tools",
        help="list the tools",
        description="List all tools that a model can get: what the settings allow, and what those that are not "
        "available here need.",
    )
    tools.add_argument("--json", action="store_true", help="one tool a line, as JSON")
    _add_servers(tools)
    _add_common(tools)
    tools.set_defaults(run=_tools)


def _tools(options: argparse.Namespace) -> int:
    from deskpet.cli import tool_listing

    return tool_listing.run(load_settings(options), as_json=options.json, servers=options.servers)


def _add_doctor(add_parser: AddParser) -> None:
    doctor = add_parser("doctor", help="check a Live2D model")
    doctor.add_argument("model", help="a model's folder, .zip, .model3.json or .model.json, or a built-in name")
    doctor.add_argument("--json", action="store_true", help="the diagnosis as JSON")
    doctor.add_argument("--thumbnail", type=Path, metavar="OUT.png", help="draw the character into this picture")
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    from deskpet.pet import doctor
    from deskpet.ui.pet import portrait

    return doctor.main(options.model, options.json, options.thumbnail, portrait.render)


def _add_inspect_stream(add_parser: AddParser) -> None:
    inspect = add_parser("inspect-stream", help="say what recorded bytes of an answer mean")
    inspect.add_argument("files", type=Path, nargs="+", metavar="FILE", help="the raw body of a streamed answer")
    inspect.add_argument("--family", choices=[*map(str, FAMILIES)], help="the wire format; else guessed")
    inspect.add_argument("--cut", type=int, metavar="N", help="feed the bytes in pieces of N")
    inspect.add_argument("--curl", action="store_true", help="print the request that makes such a recording")
    inspect.set_defaults(run=_inspect_stream)


def _inspect_stream(options: argparse.Namespace) -> int:
    from deskpet.cli import inspector

    return inspector.main(options.files, options.family, options.cut, options.curl)


def _add_read(add_parser: AddParser) -> None:
    read = add_parser("read", help="print the text of a document")
    read.add_argument("file", type=Path, metavar="FILE", help="a PDF, an Office or web file, or any text")
    read.add_argument("--json", action="store_true", help="kind, pages and tokens, or the error, as JSON")
    read.set_defaults(run=_read)


def _read(options: argparse.Namespace) -> int:
    from deskpet.cli import document_command

    return document_command.run(options.file, as_json=options.json)


def _add_quit(add_parser: AddParser) -> None:
    add_parser("quit", help="let the running pet save and quit").set_defaults(run=_quit)


def _quit(_options: argparse.Namespace) -> int:
    from deskpet.ui.platform import local_server

    lock = data_folder_lock()
    return local_server.end_running(lock) if lock else 0


def _add_connection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--connection", default="", metavar="NAME", help="let the saved connection of this name answer, in this run"
    )


def _add_servers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--servers",
        type=Path,
        metavar="FILE",
        help="start the MCP servers of this file (JSON, mcpServers) for this run, with your rights",
    )


def _add_common(parser: argparse.ArgumentParser, *, default: bool = False) -> None:
    """Add the options that are accepted before and after the command; only the first parser sets defaults."""
    unset = None if default else argparse.SUPPRESS
    parser.add_argument("--settings", type=Path, metavar="FILE", default=unset, help="use this settings file")
    parser.add_argument(
        "--log-json", metavar="FILE", default=unset, help="write a log of JSON lines; - for standard error"
    )
    offline_default = False if default else argparse.SUPPRESS
    parser.add_argument(
        "--offline", action="store_true", default=offline_default, help="let the offline companion answer"
    )
