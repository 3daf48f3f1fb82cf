"""Finds out what kind of voice a folder has, by its files."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from deskpet.config import paths
from deskpet.config.state_files import BadStateFile, read_json
from deskpet.features.voice.sherpa import piper_voice
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.model_folder import ModelFolder, ModelSetup, Purpose
from deskpet.translation import tr

_VOCODERS = ("vocos*.onnx", "hifigan*.onnx")
# Names of languages in the metadata, and their codes.
_LANGUAGES = {"english": "en", "chinese": "zh", "japanese": "ja"}


class VoiceKind(StrEnum):
    """The kinds of voices that the library runs and that are chosen by their files here."""

    VITS = "vits"
    MATCHA = "matcha"
    KOKORO = "kokoro"
    KITTEN = "kitten"


@dataclass(frozen=True, slots=True)
class VoiceModel(ModelSetup):
    """A voice in a folder, for the child process to load.

    language: the only language that it speaks, as an ISO 639-1 code or as its author names it; empty if unknown.
    needs_phonemes: whether it reads phonemes, because it has no lexicon. espeak_voice: the voice of espeak-ng whose
        phonemes it was trained with; empty for that of the text's language.
    """

    language: str = ""
    needs_phonemes: bool = False
    espeak_voice: str = ""


def find_voice(path: Path, cache: Path | None = None) -> VoiceModel:
    """Return the voice in a folder. Reads the disk. Raises SpeechModelError if there is none or a file is missing.

    cache: the folder for what a voice of Piper lacks; that of the program if it is None.
    """
    folder = ModelFolder(path)
    if folder.has("*encoder*.onnx", "*joiner*.onnx", "*encoder*.ort"):
        raise SpeechModelError(
            "no_voice",
            tr("The model in {folder} recognises speech; it has no voice.", folder=path),
            tr("Choose the folder of a voice, in the settings under Voice."),
        )
    if folder.has("voices.bin"):
        return _multi_voice(folder)
    if folder.has("model-steps-*.onnx", *_VOCODERS):
        return _matcha(folder)
    return _vits(folder, cache or paths.model_cache_folder() / "voices")


def _multi_voice(folder: ModelFolder) -> VoiceModel:
    """Return a voice of Kokoro or Kitten, which have several in one file."""
    model = folder.require("model*.onnx", "*.onnx")
    metadata = folder.metadata(model)
    names = " ".join((metadata.get("model_type", ""), metadata.get("comment", ""), model.name, folder.path.name))
    kind = VoiceKind.KITTEN if "kitten" in names.lower() else VoiceKind.KOKORO
    files = {"model": model, "voices": folder.require("voices.bin"), "tokens": folder.require("tokens.txt")}
    return _voice(kind, folder, files, metadata.get("language", ""))


def _matcha(folder: ModelFolder) -> VoiceModel:
    model = folder.require("model-steps-*.onnx", "model*.onnx")
    # Offered separately from the voices.
    vocoder = folder.find(*_VOCODERS)
    if vocoder is None:
        raise SpeechModelError(
            "missing_file",
            tr("The vocoder is missing in {folder}.", folder=folder.path),
            tr("Download vocos-22khz-univ.onnx, as sherpa-onnx offers it, into the folder."),
        )
    files = {"acoustic_model": model, "vocoder": vocoder, "tokens": folder.require("tokens.txt")}
    metadata = folder.metadata(model)
    return _voice(VoiceKind.MATCHA, folder, files, metadata.get("language", ""), metadata.get("voice", ""))


def _vits(folder: ModelFolder, cache: Path) -> VoiceModel:
    """Return a voice of VITS; those of Piper have no lexicon, and a JSON file beside the model."""
    offered = folder.require("model*.onnx", "*.onnx")
    is_bare = not folder.has("tokens.txt") and piper_voice.config_file(offered).is_file()
    model, tokens = piper_voice.complete(offered, cache) if is_bare else (offered, folder.require("tokens.txt"))
    metadata = folder.metadata(model)
    espeak_voice = metadata.get("voice", "") or _piper_voice(offered)
    files = {"model": model, "tokens": tokens}
    return _voice(VoiceKind.VITS, folder, files, metadata.get("language", ""), espeak_voice)


def _voice(
    kind: VoiceKind, folder: ModelFolder, files: Mapping[str, Path], language: str, espeak_voice: str = ""
) -> VoiceModel:
    """Return a voice with its files. language: as the metadata of the model names it."""
    lexicons = folder.all("lexicon*.txt")
    if any("us-en" in name for name in lexicons):
        # American and British English have the same words.
        lexicons = [name for name in lexicons if "gb-en" not in name]
    arguments = [(name, str(path)) for name, path in files.items()]
    # Rules write numbers and dates as words.
    for name, found in (("lexicon", lexicons), ("rule_fsts", folder.all("*.fst"))):
        if found:
            arguments.append((name, ",".join(str(folder.path / each) for each in found)))
    # A lexicon may have words of a second language.
    known = "" if lexicons else _language(language)
    return VoiceModel(
        Purpose.VOICE,
        kind,
        tuple(arguments),
        language="en" if kind is VoiceKind.KITTEN else known,
        needs_phonemes=not lexicons,
        espeak_voice=espeak_voice,
    )


def _language(name: str) -> str:
    """Return the code of a language; empty for names such as "multi-lang, e.g., English, Chinese"."""
    return _LANGUAGES.get(name.lower(), name if name.isalpha() else "")


def _piper_voice(model: Path) -> str:
    """Return the voice of espeak-ng that Piper's file beside the model names; empty without such a file."""
    try:
        return read_json(piper_voice.config_file(model)).part("espeak").text("voice", "")
    except (OSError, BadStateFile):
        return ""
