"""Command line entry point: `deskpet` starts the pet, its subcommands each do one thing in the terminal."""

import argparse
import gc
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet import __version__, console, stop_signals
from deskpet.choices import FAMILIES
from deskpet.console import ExitCode
from deskpet.instance_lock import InstanceLock, LockResult

if TYPE_CHECKING:
    from deskpet.settings import Settings


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    console.configure_streams()
    try:
        try:
            return _run(_parser().parse_args(argv))
        finally:
            # The flush at interpreter exit could only print the failure.
            sys.stdout.flush()
    except BrokenPipeError:
        console.discard_output()
        return ExitCode.BROKEN_PIPE


def _run(options: argparse.Namespace) -> int:
    if not _open_logs(options.log_json):
        return ExitCode.USAGE
    if options.command == "doctor":
        from deskpet.pet import doctor
        from deskpet.ui.pet import portrait

        return doctor.main(options.model, options.json, options.thumbnail, portrait.render)
    if options.command == "inspect-stream":
        from deskpet import inspector

        return inspector.main(options.files, options.family, options.cut, options.curl)
    return _with_settings(options)


def _open_logs(json_target: str | None) -> bool:
    """Log warnings to standard error, and everything to the JSON log if one is given. Returns False if it fails."""
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    console.setFormatter(_RedactingFormatter("deskpet: %(levelname)s: %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[console])
    if json_target is None:
        return True
    from deskpet import log

    try:
        log.open_json_log(json_target)
    except OSError as error:
        print(f"deskpet: the log can't be written: {error}", file=sys.stderr)
        return False
    return True


class _RedactingFormatter(logging.Formatter):
    """Formats log lines for standard error, and redacts keys in messages and tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        from deskpet.llm.redaction import redact_secrets

        return redact_secrets(super().format(record))


def _with_settings(options: argparse.Namespace) -> int:
    from deskpet import paths

    file: Path = options.settings or paths.default_settings_file()
    if options.settings and (problem := _read_problem(file)):
        print(f"deskpet: {file}: {problem}", file=sys.stderr)
        return ExitCode.USAGE
    if options.command == "ask":
        return _ask(options, file)
    if options.command == "chat":
        return _chat(options, file)
    return _start(file, offline=options.offline)


def _read_problem(file: Path) -> str:
    """Return why the settings file given on the command line can't be read, or an empty string."""
    try:
        if not file.is_file() and file.exists():
            return "this is not a file"
        with file.open("rb"):
            return ""
    except FileNotFoundError:
        return "there is no such settings file"
    except OSError as error:
        return f"this settings file can't be read: {error.strerror or error}"


def _start(file: Path, *, offline: bool) -> int:
    """Show the pet: first her still picture, then the live model, then everything else. Imports are deferred."""
    from deskpet import display

    if problem := display.unavailable_reason():
        print(f"deskpet: no window can be shown: {problem}. {display.NEXT_STEP}", file=sys.stderr)
        return ExitCode.FAILED
    # Startup creates no garbage, and collecting it takes longer than the imports.
    gc.disable()
    # There is nothing to save yet: until the pet runs, a stop signal ends the process at once.
    with stop_signals.handle(lambda: os._exit(0)):
        return _start_once(file, offline=offline)


def _start_once(file: Path, *, offline: bool) -> int:
    """Start the pet, or call the instance that already runs on the same data folder."""
    lock = _data_folder_lock()
    if lock and lock.acquire() is LockResult.TAKEN:
        from deskpet.ui.platform import instance_server

        code = instance_server.call_running(lock)
        if code is not None:
            return code
    try:
        from deskpet.ui.pet import startup
    except ImportError as error:
        print(f"deskpet: a library can't be loaded: {error}. Install it, and start again.", file=sys.stderr)
        return ExitCode.FAILED

    qt = startup.new_application()
    opened = startup.load_model(startup.show_still_picture())
    from deskpet.app import pet_controller

    return pet_controller.run(qt, opened, file, offline=offline, lock=lock)


def _data_folder_lock() -> InstanceLock | None:
    """Return the lock on the folder of conversations, or None if that folder can't exist."""
    from deskpet import paths

    try:
        return InstanceLock(paths.data_folder())
    except OSError:
        # No process can write there, so there is nothing to protect.
        return None


def _load_settings(options: argparse.Namespace, file: Path) -> "Settings | None":
    """Return the settings of a command, or None after an error was printed."""
    from deskpet import settings, settings_file

    try:
        # If the user has no settings file, as in a read-only home, every setting has its default.
        loaded = settings_file.load(file) if options.settings or file.exists() else settings.Settings()
    except (settings_file.SettingsError, OSError) as error:
        print(f"deskpet: {error}", file=sys.stderr)
        return None
    if options.offline:
        loaded = loaded.model_copy(update={"endpoint": settings.EndpointSettings()})
    return loaded


def _chat(options: argparse.Namespace, file: Path) -> int:
    from deskpet import terminal_chat

    loaded = _load_settings(options, file)
    if loaded is None:
        return ExitCode.USAGE
    # A running pet is the only one that writes the conversations.
    lock = None if options.no_history else _data_folder_lock()
    return terminal_chat.run(loaded, as_json=options.json, lock=lock)


def _ask(options: argparse.Namespace, file: Path) -> int:
    from deskpet import ask

    loaded = _load_settings(options, file)
    if loaded is None:
        return ExitCode.USAGE
    try:
        text = console.read_input() if options.text == "-" else console.decode_argument(options.text)
    except console.InputError as error:
        print(f"deskpet: {error}", file=sys.stderr)
        return ExitCode.USAGE
    return ask.ask(text, loaded, as_json=options.json, show_summary=options.what_happened)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="deskpet", description="A Live2D character that lives on the desktop.")
    parser.add_argument("--version", action="version", version=f"deskpet {__version__}")
    _add_common(parser, default=True)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    ask = commands.add_parser("ask", help="answer one question in the terminal")
    ask.add_argument("text", help="what to say; - reads it from standard input")
    ask.add_argument("--json", action="store_true", help="one event a line, as JSON")
    ask.add_argument("--what-happened", action="store_true", help="say after the answer how long what took")
    _add_common(ask)

    chat = commands.add_parser(
        "chat",
        help="talk in the terminal",
        description="Talk in the terminal, one message a line. Ctrl+C stops an answer, and ends the chat at the "
        "prompt; so does Ctrl+D. The conversation is kept in the history, except beside a running pet. From a pipe, "
        "each line is a message, and tools that ask first are refused.",
    )
    chat.add_argument("--no-history", action="store_true", help="keep nothing of the conversation")
    chat.add_argument("--json", action="store_true", help="one event a line, as JSON")
    _add_common(chat)

    doctor = commands.add_parser("doctor", help="check a Live2D model")
    doctor.add_argument("model", help="a model's folder, .zip, .model3.json or .model.json, or a built-in name")
    doctor.add_argument("--json", action="store_true", help="the diagnosis as JSON")
    doctor.add_argument("--thumbnail", type=Path, metavar="OUT.png", help="draw the character into this picture")

    inspect = commands.add_parser("inspect-stream", help="say what recorded bytes of an answer mean")
    inspect.add_argument("files", type=Path, nargs="+", metavar="FILE", help="the raw body of a streamed answer")
    inspect.add_argument("--family", choices=[*map(str, FAMILIES)], help="the wire format; else guessed")
    inspect.add_argument("--cut", type=int, metavar="N", help="feed the bytes in pieces of N")
    inspect.add_argument("--curl", action="store_true", help="print the request that makes such a recording")
    return parser


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


if __name__ == "__main__":
    sys.exit(main())
