"""Finds out what kind of voice a folder has, by its files."""

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import cast

from deskpet.config import paths
from deskpet.features.voice.sherpa import piper_voice
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.model_folder import ModelFolder, ModelSetup, Purpose
from deskpet.translation import tr

_VOCODERS = ("vocos*.onnx", "hifigan*.onnx")
_MAX_JSON = 1 << 20
# Names of languages in the metadata, and their codes.
_LANGUAGES = {"english": "en", "chinese": "zh", "japanese": "ja"}


class VoiceKind(StrEnum):
    """The kinds of voices that the library runs and that are chosen by their files here."""

    VITS = "vits"
    MATCHA = "matcha"
    KOKORO = "kokoro"
    KITTEN = "kitten"


@dataclass(frozen=True, slots=True)
class VoiceModel:
    """A voice in a folder.

    language: the only language that it speaks, as an ISO 639-1 code or as its author names it; empty if unknown.
    needs_phonemes: whether it reads phonemes, because it has no lexicon. espeak_voice: the voice of espeak-ng whose
        phonemes it was trained with; empty for that of the text's language.
    """

    kind: VoiceKind
    files: tuple[tuple[str, str], ...]
    language: str = ""
    needs_phonemes: bool = False
    espeak_voice: str = ""

    @property
    def setup(self) -> ModelSetup:
        """The model for the child process to load."""
        return ModelSetup(Purpose.VOICE, self.kind, self.files)


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
    is_kitten = "kitten" in names.lower()
    lexicon = _lexicon(folder)
    files = {"model": model, "voices": folder.require("voices.bin"), "tokens": folder.require("tokens.txt")}
    return VoiceModel(
        VoiceKind.KITTEN if is_kitten else VoiceKind.KOKORO,
        _arguments(files, lexicon, folder),
        language="en" if is_kitten else _language(metadata.get("language", "") if not lexicon else ""),
        needs_phonemes=not lexicon,
    )


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
    lexicon = _lexicon(folder)
    files = {"acoustic_model": model, "vocoder": vocoder, "tokens": folder.require("tokens.txt")}
    metadata = folder.metadata(model)
    return VoiceModel(
        VoiceKind.MATCHA,
        _arguments(files, lexicon, folder),
        language=_language(metadata.get("language", "")) if not lexicon else "",
        needs_phonemes=not lexicon,
        espeak_voice=metadata.get("voice", ""),
    )


def _vits(folder: ModelFolder, cache: Path) -> VoiceModel:
    """Return a voice of VITS; those of Piper have no lexicon, and a JSON file beside the model."""
    offered = folder.require("model*.onnx", "*.onnx")
    lexicon = _lexicon(folder)
    is_bare = not folder.has("tokens.txt") and piper_voice.config_file(offered).is_file()
    model, tokens = piper_voice.complete(offered, cache) if is_bare else (offered, folder.require("tokens.txt"))
    metadata = folder.metadata(model)
    # A lexicon may have words of a second language.
    language = "" if lexicon else _language(metadata.get("language", ""))
    return VoiceModel(
        VoiceKind.VITS,
        _arguments({"model": model, "tokens": tokens}, lexicon, folder),
        language,
        needs_phonemes=not lexicon,
        espeak_voice=metadata.get("voice", "") or _piper_voice(offered),
    )


def _lexicon(folder: ModelFolder) -> str:
    """Return the paths of the lexicons, joined as the library takes them."""
    names = folder.all("lexicon*.txt")
    if any("us-en" in name for name in names):
        # American and British English have the same words.
        names = [name for name in names if "gb-en" not in name]
    return ",".join(str(folder.path / name) for name in names)


def _arguments(files: dict[str, Path], lexicon: str, folder: ModelFolder) -> tuple[tuple[str, str], ...]:
    """Return all arguments: rules with the ending `fst` write numbers and dates as words."""
    rules = ",".join(str(folder.path / name) for name in folder.all("*.fst"))
    optional = {"lexicon": lexicon, "rule_fsts": rules}
    return (
        *((name, str(path)) for name, path in files.items()),
        *((name, value) for name, value in optional.items() if value),
    )


def _language(name: str) -> str:
    """Return the code of a language; empty for names such as "multi-lang, e.g., English, Chinese"."""
    return _LANGUAGES.get(name.lower(), name if name.isalpha() else "")


def _piper_voice(model: Path) -> str:
    """Return the voice of espeak-ng that Piper's file beside the model names; empty without such a file."""
    try:
        with model.with_name(model.name + ".json").open("rb") as file:
            value: object = json.loads(file.read(_MAX_JSON))
    except (OSError, ValueError, RecursionError):
        return ""
    for name in ("espeak", "voice"):
        value = cast("dict[str, object]", value).get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""
