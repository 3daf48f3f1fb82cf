"""The command line: a parser for each command, and what it runs. Imports of commands are deferred."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet import __version__
from deskpet.config import user_files
from deskpet.config.choices import FAMILIES
from deskpet.processes import console
from deskpet.processes.console import UsageError

if TYPE_CHECKING:
    from deskpet.config.settings import Settings
    from deskpet.features.feature import Command

# The commands in the order of the help.
_ORDER = (
    *("ask", "chat", "tools", "memory", "say", "transcribe", "hook", "mcp"),
    *("doctor", "inspect-stream", "read", "speakable"),
)

AddParser = Callable[..., argparse.ArgumentParser]


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
    adders = _adders() | ({} if starts_pet else _feature_adders())
    for name in sorted(adders, key=_place_of):
        adders[name](commands.add_parser)
    return root


def _adders() -> "dict[str, Callable[[AddParser], None]]":
    """Return what adds the commands of no feature, by their names."""
    return {
        "ask": _add_ask,
        "chat": _add_chat,
        "tools": _add_tools,
        "say": _add_say,
        "transcribe": _add_transcribe,
        "doctor": _add_doctor,
        "inspect-stream": _add_inspect_stream,
        "read": _add_read,
        "speakable": _add_speakable,
    }


def _feature_adders() -> "dict[str, Callable[[AddParser], None]]":
    from deskpet.features.feature_list import FEATURES

    return {each.name: partial(_add_of_feature, each) for feature in FEATURES for each in feature.commands}


def _add_of_feature(command: "Command", add_parser: AddParser) -> None:
    of_command = add_parser(command.name, help=command.help, description=command.description)
    command.add_arguments(of_command, _add_common)
    of_command.set_defaults(run=command.run)


def _place_of(command: str) -> int:
    """Return the place of a command in the help; one without a place comes last."""
    return _ORDER.index(command) if command in _ORDER else len(_ORDER)


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
    _add_servers(ask)
    _add_common(ask)
    ask.set_defaults(run=_ask)


def _ask(options: argparse.Namespace) -> int:
    from deskpet.cli import ask, run_options

    settings = run_options.applied_to(_load_settings(options), options.workspace, options.allow)
    if options.workspace and (warning := run_options.broad_warning(options.workspace)):
        console.report(warning)
    text = console.read_input() if options.text == "-" else console.decode_argument(options.text)
    return ask.ask(
        ask.Prompt(text, tuple(options.file)),
        settings,
        as_json=options.json,
        show_summary=options.what_happened,
        servers=options.servers,
        rules=run_options.rules_for(options.allow),
        is_private=options.private,
        session=console.decode_argument(options.session).strip(),
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
    _add_common(chat)
    chat.set_defaults(run=_chat)


def _chat(options: argparse.Namespace) -> int:
    from deskpet.cli import terminal_chat

    # A running pet is the only one that writes the conversations.
    lock = None if options.no_history else user_files.data_folder_lock()
    return terminal_chat.run(_load_settings(options), as_json=options.json, lock=lock)


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

    return tool_listing.run(_load_settings(options), as_json=options.json, servers=options.servers)


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


def _add_say(add_parser: AddParser) -> None:
    say = add_parser(
        "say",
        help="speak a text, or write it into a WAV file",
        description="Speak a markdown text aloud, or write the sound into a file. The voice is that of the "
        "settings, unless another one is named, and so is the loudspeaker; the system's own is used while that one is "
        "not connected. A server's key is read from the variable DESKPET_VOICE_KEY or the keyring.",
    )
    say.add_argument("text", help="what to say; - reads it from standard input")
    say.add_argument("--out", type=Path, metavar="FILE.wav", help="write a WAV file instead of playing")
    say.add_argument("--engine", choices=("system", "openai", "gpt-sovits", "local"), help="what speaks")
    say.add_argument(
        "--language", choices=("en", "zh", "ja"), help="the language of the text; else found by its script"
    )
    say.add_argument("--voice", metavar="NAME", help="its name; a recording for gpt-sovits; a number for local")
    say.add_argument("--speed", type=float, metavar="N", help="from 0.5 to 2; 1 is the usual pace")
    say.add_argument("--base-url", metavar="URL", help="the address of the engine's server")
    say.add_argument("--model", metavar="NAME", help="the model of an openai server")
    say.add_argument("--model-folder", type=Path, metavar="FOLDER", help="the folder of a voice, for local")
    _add_common(say)
    say.set_defaults(run=_say)


def _say(options: argparse.Namespace) -> int:
    from deskpet.cli import say_command

    text = console.read_input() if options.text == "-" else console.decode_argument(options.text)
    given = say_command.VoiceOptions(
        engine=options.engine,
        voice=None if options.voice is None else console.decode_argument(options.voice),
        speed=options.speed,
        base_url=options.base_url,
        model=options.model,
        model_folder=options.model_folder,
    )
    voice = say_command.voice_of(given, _load_settings(options).voice)
    return say_command.run(text, voice, language=options.language, out=options.out)


def _add_transcribe(add_parser: AddParser) -> None:
    transcribe = add_parser(
        "transcribe",
        help="print the words of a recording",
        description="Print the words of a sound file (WAV, MP3, FLAC or Ogg Vorbis, five minutes at most). The "
        "recogniser is that of the settings, unless another one is named. A server's key is read from the variable "
        "DESKPET_LISTENING_KEY or the keyring.",
    )
    transcribe.add_argument("file", type=Path, metavar="FILE", help="the recording")
    transcribe.add_argument("--json", action="store_true", help="text and seconds, or the error, as JSON")
    transcribe.add_argument("--engine", choices=("openai", "local"), help="what recognises")
    transcribe.add_argument("--language", choices=("en", "zh", "ja"), help="what is spoken; else found out")
    transcribe.add_argument("--base-url", metavar="URL", help="the address of an openai server")
    transcribe.add_argument("--model", metavar="NAME", help="the model of an openai server")
    transcribe.add_argument("--model-folder", type=Path, metavar="FOLDER", help="the folder of a recogniser, for local")
    _add_common(transcribe)
    transcribe.set_defaults(run=_transcribe)


def _transcribe(options: argparse.Namespace) -> int:
    from deskpet.cli import transcribe_command

    given = transcribe_command.ListeningOptions(
        engine=options.engine,
        base_url=options.base_url,
        model=None if options.model is None else console.decode_argument(options.model),
        model_folder=options.model_folder,
    )
    listening = transcribe_command.listening_of(given, _load_settings(options).listening)
    return transcribe_command.run(options.file, listening, language=options.language, as_json=options.json)


def _add_speakable(add_parser: AddParser) -> None:
    speakable = add_parser(
        "speakable",
        help="print what would be spoken of a markdown text",
        description="Print what would be spoken of a markdown text, piece by piece: no code, tables, addresses, "
        "formulas or emoji.",
    )
    speakable.add_argument("file", metavar="FILE", help="a markdown file; - reads standard input")
    speakable.add_argument("--json", action="store_true", help="one object with a list of pieces, as JSON")
    speakable.add_argument(
        "--language", choices=("en", "zh", "ja"), help="the language of what could be in several, such as 123"
    )
    speakable.add_argument("--stage-directions", action="store_true", help="speak *waves* and （笑） as well")
    speakable.set_defaults(run=_speakable)


def _speakable(options: argparse.Namespace) -> int:
    from deskpet.cli import speakable_command

    return speakable_command.run(
        options.file,
        options.language,
        stage_directions=options.stage_directions,
        as_json=options.json,
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


def _load_settings(options: argparse.Namespace) -> "Settings":
    """Return the settings of a command. Raises UsageError if their file can't be used."""
    from deskpet.config import settings
    from deskpet.config import settings_file as settings_files

    file = user_files.settings_file(options.settings)
    try:
        # If the user has no settings file, as in a read-only home, every setting has its default.
        loaded = settings_files.load(file) if options.settings or file.exists() else settings.Settings()
    except (settings_files.SettingsError, OSError) as error:
        raise UsageError(str(error)) from error
    if options.offline:
        loaded = loaded.model_copy(update={"endpoint": settings.EndpointSettings()})
    return loaded
