"""The command line: a parser for each command, and what it runs. Imports of commands are deferred."""

import argparse
from collections.abc import Callable
from pathlib import Path

from deskpet import __version__
from deskpet.config.choices import FAMILIES
from deskpet.config.command_settings import data_folder_lock, load_settings
from deskpet.features.feature import Command
from deskpet.processes import console

AddCommon = Callable[[argparse.ArgumentParser], object]

_ORDER = (
    *("ask", "chat", "tools", "say", "transcribe", "hook", "mcp"),
    *("doctor", "inspect-stream", "read", "speakable", "quit"),
)
"""The commands in the order of the help."""


def parser(show_pet: Callable[[argparse.Namespace], int], *, starts_pet: bool = False) -> argparse.ArgumentParser:
    """Return the parser of the command line. `run` of its result runs the command and returns the exit code.

    show_pet: runs if there is no command. A command raises UsageError if its arguments or its input can't be used.
    starts_pet: whether there is no command, so that none has to be known: the start does not import the features.
    """
    root = argparse.ArgumentParser(prog="deskpet", description="A Live2D character that lives on the desktop.")
    root.add_argument("--version", action="version", version=f"deskpet {__version__}")
    root.set_defaults(run=show_pet)
    _add_common(root, default=True)
    commands = root.add_subparsers(metavar="COMMAND")
    for command in () if starts_pet else _all_commands():
        of_command = commands.add_parser(command.name, help=command.help, description=command.description or None)
        command.add_arguments(of_command, _add_common)
        of_command.set_defaults(run=command.run)
    return root


def _all_commands() -> list[Command]:
    """Return the commands in the order of the help; one without a place there comes after `tools`."""
    from deskpet.features.feature_list import FEATURES

    commands = (*_COMMANDS, *(command for each in FEATURES for command in each.commands))
    return sorted(commands, key=lambda each: _ORDER.index(each.name if each.name in _ORDER else "tools"))


def _add_ask_arguments(ask: argparse.ArgumentParser, add_common: AddCommon) -> None:
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
    add_common(ask)


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


def _add_chat_arguments(chat: argparse.ArgumentParser, add_common: AddCommon) -> None:
    chat.add_argument("--no-history", action="store_true", help="keep nothing of the conversation")
    chat.add_argument("--json", action="store_true", help="one event a line, as JSON")
    _add_connection(chat)
    add_common(chat)


def _chat(options: argparse.Namespace) -> int:
    from deskpet.cli import run_options, terminal_chat

    # A running pet is the only one that writes the conversations.
    lock = None if options.no_history else data_folder_lock()
    settings = run_options.with_connection(load_settings(options), options.connection, is_offline=options.offline)
    return terminal_chat.run(settings, as_json=options.json, lock=lock, keeps_model=bool(options.connection))


def _add_tools_arguments(tools: argparse.ArgumentParser, add_common: AddCommon) -> None:
    tools.add_argument("--json", action="store_true", help="one tool a line, as JSON")
    _add_servers(tools)
    add_common(tools)


def _tools(options: argparse.Namespace) -> int:
    from deskpet.cli import tool_listing

    return tool_listing.run(load_settings(options), as_json=options.json, servers=options.servers)


def _add_doctor_arguments(doctor: argparse.ArgumentParser, _: AddCommon) -> None:
    doctor.add_argument("model", help="a model's folder, .zip, .model3.json or .model.json, or a built-in name")
    doctor.add_argument("--json", action="store_true", help="the diagnosis as JSON")
    doctor.add_argument("--thumbnail", type=Path, metavar="OUT.png", help="draw the character into this picture")


def _doctor(options: argparse.Namespace) -> int:
    from deskpet.pet import doctor
    from deskpet.ui.pet import portrait

    return doctor.main(options.model, options.json, options.thumbnail, portrait.render)


def _add_inspect_arguments(inspect: argparse.ArgumentParser, _: AddCommon) -> None:
    inspect.add_argument("files", type=Path, nargs="+", metavar="FILE", help="the raw body of a streamed answer")
    inspect.add_argument("--family", choices=[*map(str, FAMILIES)], help="the wire format; else guessed")
    inspect.add_argument("--cut", type=int, metavar="N", help="feed the bytes in pieces of N")
    inspect.add_argument("--curl", action="store_true", help="print the request that makes such a recording")


def _inspect_stream(options: argparse.Namespace) -> int:
    from deskpet.cli import inspector

    return inspector.main(options.files, options.family, options.cut, options.curl)


def _add_read_arguments(read: argparse.ArgumentParser, _: AddCommon) -> None:
    read.add_argument("file", type=Path, metavar="FILE", help="a PDF, an Office or web file, or any text")
    read.add_argument("--json", action="store_true", help="kind, pages and tokens, or the error, as JSON")


def _read(options: argparse.Namespace) -> int:
    from deskpet.cli import document_command

    return document_command.run(options.file, as_json=options.json)


def _add_quit_arguments(parser: argparse.ArgumentParser, _: AddCommon) -> None:
    parser.add_argument("--keep-update", action="store_true", help="leave an update that waits for a later end")


def _quit(options: argparse.Namespace) -> int:
    from deskpet.ui.platform import local_server

    lock = data_folder_lock()
    return local_server.end_running(lock, installs=not options.keep_update) if lock else 0


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


_COMMANDS = (
    Command(
        "ask",
        "answer one question in the terminal",
        "Answer one question in the terminal. Tools that ask first ask there; without a terminal they are refused.",
        _ask,
        _add_ask_arguments,
    ),
    Command(
        "chat",
        "talk in the terminal",
        "Talk in the terminal, one message a line. Ctrl+C stops an answer, and ends the chat at the prompt; so does "
        "Ctrl+D. The conversation is kept in the history, except beside a running pet. From a pipe, each line is a "
        "message, and tools that ask first are refused.",
        _chat,
        _add_chat_arguments,
    ),
    Command(
        "tools",
        "list the tools",
        "List all tools that a model can get: what the settings allow, and what those that are not available here "
        "need.",
        _tools,
        _add_tools_arguments,
    ),
    Command("doctor", "check a Live2D model", "", _doctor, _add_doctor_arguments),
    Command("inspect-stream", "say what recorded bytes of an answer mean", "", _inspect_stream, _add_inspect_arguments),
    Command("read", "print the text of a document", "", _read, _add_read_arguments),
    Command("quit", "let the running pet save and quit", "", _quit, _add_quit_arguments),
)
