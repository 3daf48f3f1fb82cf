"""Declares her voice: she reads answers aloud, and plays the sounds of motions. Its switches are always there."""

from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, Page, PageExtension, RunningFeature, StartPhase
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    import argparse

    from deskpet.features.feature import AddCommon
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.voice.controller import VoiceController

    return VoiceController(host)


def _page() -> "PageContent":
    from deskpet.features.voice.ui.page import PAGE

    return PAGE


def _persona_page() -> "PageContent":
    from deskpet.features.voice.ui.page import PERSONA_PAGE

    return PERSONA_PAGE


def _add_say_arguments(say: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    say.add_argument("text", help="what to say; - reads it from standard input")
    say.add_argument("--out", type=Path, metavar="FILE.wav", help="write a WAV file instead of playing")
    say.add_argument("--engine", choices=("system", "openai", "gpt-sovits", "local"), help="what speaks")
    say.add_argument(
        "--language", choices=("en", "zh", "ja"), help="the language of the text; else found by its script"
    )
    say.add_argument("--voice", metavar="NAME", help="its name; a recording for gpt-sovits; a number for local")
    say.add_argument("--speed", type=float, metavar="N", help="from 0.5 to 2; 1 is the usual pace")
    say.add_argument("--base-url", metavar="URL", dest="server_url", help="the address of the engine's server")
    say.add_argument("--model", metavar="NAME", dest="speech_model", help="the model of an openai server")
    say.add_argument("--model-folder", type=Path, metavar="FOLDER", help="the folder of a voice, for local")
    add_common(say)


def _run_say(options: "argparse.Namespace") -> int:
    from deskpet.config.command_settings import load_settings
    from deskpet.features.voice import say_command
    from deskpet.processes import console

    text = console.read_input() if options.text == "-" else console.decode_argument(options.text)
    given = {
        "voice": options.voice and console.decode_argument(options.voice),
        "model_folder": options.model_folder and str(options.model_folder.absolute()),
        **{name: getattr(options, name) for name in ("speed", "server_url", "speech_model")},
    }
    voice = say_command.voice_of(options.engine, given, load_settings(options).voice)
    return say_command.run(text, voice, language=options.language, out=options.out)


def _add_speakable_arguments(speakable: "argparse.ArgumentParser", _add_common: "AddCommon") -> None:
    speakable.add_argument("file", metavar="FILE", help="a markdown file; - reads standard input")
    speakable.add_argument("--json", action="store_true", help="one object with a list of pieces, as JSON")
    speakable.add_argument(
        "--language", choices=("en", "zh", "ja"), help="the language of what could be in several, such as 123"
    )
    speakable.add_argument("--stage-directions", action="store_true", help="speak *waves* and （笑） as well")


def _run_speakable(options: "argparse.Namespace") -> int:
    from deskpet.features.voice import speakable_command

    return speakable_command.run(
        options.file,
        options.language,
        stage_directions=options.stage_directions,
        as_json=options.json,
    )


VOICE = Feature(
    name="voice",
    start=_start,
    phase=StartPhase.STORE_OPEN,
    is_beside=True,
    pages=(Page("voice", "voice", tr_noop("Voice"), _page),),
    page_extensions=(PageExtension("persona_voice", "persona", _persona_page),),
    commands=(
        Command(
            "say",
            "speak a text, or write it into a WAV file",
            "Speak a markdown text aloud, or write the sound into a file. The voice is that of the settings, unless "
            "another one is named, and so is the loudspeaker; the system's own is used while that one is not "
            "connected. A server's key is read from the variable DESKPET_VOICE_KEY or the keyring.",
            _run_say,
            _add_say_arguments,
        ),
        Command(
            "speakable",
            "print what would be spoken of a markdown text",
            "Print what would be spoken of a markdown text, piece by piece: no code, tables, addresses, "
            "formulas or emoji.",
            _run_speakable,
            _add_speakable_arguments,
        ),
    ),
    readme_section="voice",
)
