"""Finds out what kind of recogniser a folder has, by its files."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.model_folder import ModelFolder, ModelSetup, Purpose
from deskpet.translation import tr

# In the metadata of encoders that take sound piece by piece: of icefall, and of NeMo.
_STREAMING_KEYS = ("decode_chunk_len", "chunk_shift")


class RecognizerKind(StrEnum):
    """The kinds of recognisers; the value is the method of the library that makes one."""

    STREAMING_TRANSDUCER = "online.from_transducer"
    STREAMING_PARAFORMER = "online.from_paraformer"
    TRANSDUCER = "offline.from_transducer"
    PARAFORMER = "offline.from_paraformer"
    SENSE_VOICE = "offline.from_sense_voice"
    WHISPER = "offline.from_whisper"
    MOONSHINE = "offline.from_moonshine"
    MOONSHINE_V2 = "offline.from_moonshine_v2"

    @property
    def is_streaming(self) -> bool:
        """Whether it finds words while somebody speaks; others hear whole recordings."""
        return self.value.startswith("online.")


def find_recognizer(path: Path) -> ModelSetup:
    """Return the recogniser in a folder. Reads the disk. Raises SpeechModelError if there is none or a file is missing.

    Of models in several sizes, that with weights of 8 bits is chosen.
    """
    folder = ModelFolder(path)
    if folder.has("*joiner*.onnx"):
        return _transducer(folder)
    if folder.has("preprocess*.onnx", "encoder_model*.ort"):
        return _moonshine(folder)
    if folder.has("*encoder*.onnx"):
        return _encoder_and_decoder(folder)
    return _single(folder)


def _transducer(folder: ModelFolder) -> ModelSetup:
    files = {name: folder.require(f"*{name}*.onnx", prefers_int8=True) for name in ("encoder", "decoder", "joiner")}
    is_streaming = any(key in folder.metadata(files["encoder"]) for key in _STREAMING_KEYS)
    kind = RecognizerKind.STREAMING_TRANSDUCER if is_streaming else RecognizerKind.TRANSDUCER
    return _model(kind, files | {"tokens": folder.require("tokens.txt", "*tokens.txt")})


def _moonshine(folder: ModelFolder) -> ModelSetup:
    tokens = folder.require("tokens.txt")
    if folder.has("encoder_model*.ort"):
        files = {"encoder": folder.require("encoder_model*.ort"), "decoder": folder.require("decoder_model*.ort")}
        return _model(RecognizerKind.MOONSHINE_V2, files | {"tokens": tokens})
    files = {
        "preprocessor": folder.require("preprocess*.onnx", prefers_int8=True),
        "encoder": folder.require("encode*.onnx", prefers_int8=True),
        "uncached_decoder": folder.require("uncached_decode*.onnx", prefers_int8=True),
        "cached_decoder": folder.require("cached_decode*.onnx", prefers_int8=True),
    }
    return _model(RecognizerKind.MOONSHINE, files | {"tokens": tokens})


def _encoder_and_decoder(folder: ModelFolder) -> ModelSetup:
    """Return a model of Whisper, or a streaming one of Paraformer."""
    files = {name: folder.require(f"*{name}*.onnx", prefers_int8=True) for name in ("encoder", "decoder")}
    files["tokens"] = folder.require("tokens.txt", "*tokens.txt")
    is_whisper = "whisper" in folder.metadata(files["encoder"]).get("model_type", "").lower()
    is_paraformer = files["tokens"].name == "tokens.txt" and not is_whisper
    return _model(RecognizerKind.STREAMING_PARAFORMER if is_paraformer else RecognizerKind.WHISPER, files)


def _single(folder: ModelFolder) -> ModelSetup:
    model = folder.require("model*.onnx", "*.onnx", prefers_int8=True)
    tokens = folder.require("tokens.txt")
    metadata = folder.metadata(model)
    described = " ".join((metadata.get("model_type", ""), metadata.get("comment", ""), folder.path.name)).lower()
    if "sense" in described:
        return _model(RecognizerKind.SENSE_VOICE, {"model": model, "tokens": tokens})
    if "paraformer" in described:
        return _model(RecognizerKind.PARAFORMER, {"paraformer": model, "tokens": tokens})
    raise SpeechModelError(
        "no_recognizer",
        tr("The model in {folder} is none that recognises speech, or of an unknown kind.", folder=folder.path),
        tr("Choose a folder with a Zipformer, Paraformer, Whisper, SenseVoice or Moonshine model of sherpa-onnx."),
    )


def _model(kind: RecognizerKind, files: Mapping[str, Path]) -> ModelSetup:
    return ModelSetup(Purpose.RECOGNIZER, kind, tuple((name, str(path)) for name, path in files.items()))
