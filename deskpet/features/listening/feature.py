"""Declares listening: what the user says becomes a message. What opens the microphone is always there."""

from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension, RunningFeature, StartPhase

if TYPE_CHECKING:
    import argparse

    from deskpet.features.feature import AddCommon
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.listening.controller import ListeningController

    return ListeningController(host)


def _page() -> "PageContent":
    from deskpet.features.listening.ui.page import PAGE

    return PAGE


def _add_transcribe_arguments(transcribe: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    transcribe.add_argument("file", type=Path, metavar="FILE", help="the recording")
    transcribe.add_argument("--json", action="store_true", help="text and seconds, or the error, as JSON")
    transcribe.add_argument("--engine", choices=("openai", "local"), help="what recognises")
    transcribe.add_argument("--language", choices=("en", "zh", "ja"), help="what is spoken; else found out")
    transcribe.add_argument("--base-url", metavar="URL", dest="server_url", help="the address of an openai server")
    transcribe.add_argument("--model", metavar="NAME", dest="recognition_model", help="the model of an openai server")
    transcribe.add_argument("--model-folder", type=Path, metavar="FOLDER", help="the folder of a recogniser, for local")
    add_common(transcribe)


def _run_transcribe(options: "argparse.Namespace") -> int:
    from deskpet.config.command_settings import load_settings
    from deskpet.features.listening import transcribe_command
    from deskpet.processes import console

    given = {
        "server_url": options.server_url,
        "recognition_model": options.recognition_model and console.decode_argument(options.recognition_model),
        "model_folder": options.model_folder and str(options.model_folder.absolute()),
    }
    listening = transcribe_command.listening_of(options.engine, given, load_settings(options).listening)
    return transcribe_command.run(options.file, listening, language=options.language, as_json=options.json)


LISTENING = Feature(
    name="listening",
    start=_start,
    phase=StartPhase.STORE_OPEN,
    page_extensions=(PageExtension("listening", "voice", _page),),
    commands=(
        Command(
            "transcribe",
            "print the words of a recording",
            "Print the words of a sound file (WAV, MP3, FLAC or Ogg Vorbis, five minutes at most). The "
            "recogniser is that of the settings, unless another one is named. A server's key is read from the variable "
            "DESKPET_LISTENING_KEY or the keyring.",
            _run_transcribe,
            _add_transcribe_arguments,
        ),
    ),
    readme_section="listening",
)
