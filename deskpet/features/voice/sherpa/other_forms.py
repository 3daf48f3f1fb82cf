"""Name the forms of models that sherpa-onnx can't run, by their files, and what would fit instead."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatch

from deskpet.translation import tr, tr_noop


class Family(StrEnum):
    """What a model of another form is made for."""

    WHISPER = "Whisper"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class OtherForm:
    """A form of models. patterns: files of which one of each is there, in lower case."""

    name: str
    patterns: tuple[tuple[str, ...], ...]


_FORMS = (
    OtherForm(
        tr_noop("CTranslate2's form (faster-whisper)"), (("model.bin",), ("vocabulary.*", "shared_vocabulary.*"))
    ),
    OtherForm(tr_noop("the form of whisper.cpp"), (("ggml*.bin", "*.ggml"),)),
    OtherForm(tr_noop("the form of llama.cpp (GGUF)"), (("*.gguf",),)),
    OtherForm(tr_noop("the form of PyTorch"), (("*.safetensors", "*.pt", "*.pth", "*.ckpt", "pytorch_model*.bin"),)),
)
# Settings that only Whisper has, and how its files and folders are called.
_WHISPER_KEYS = ("alignment_heads", "lang_ids", "suppress_ids_begin", "WhisperForConditionalGeneration")


def form_of(names: Sequence[str]) -> OtherForm | None:
    """Return the form of a model with these files; None if it is of no known one."""
    lower = [name.lower() for name in names]
    return next((each for each in _FORMS if all(_has_one(lower, patterns) for patterns in each.patterns)), None)


def family_of(folder: str, names: Sequence[str], config: str) -> Family:
    """Return what a model is made for, by its names and the text of its config.json."""
    called = " ".join((folder, *names)).lower()
    is_whisper = "whisper" in called or any(f'"{key}"' in config for key in _WHISPER_KEYS)
    return Family.WHISPER if is_whisper else Family.UNKNOWN


def what_fits(family: Family) -> str:
    """Return the next step of somebody who has a model of another form."""
    if family is Family.WHISPER:
        return tr(
            "Choose a folder of Whisper as sherpa-onnx offers it, such as sherpa-onnx-whisper-base: it has "
            "base-encoder.onnx, base-decoder.onnx and base-tokens.txt."
        )
    return tr("Choose the folder of a model as sherpa-onnx offers it, or of a voice of Piper: they have .onnx files.")


def _has_one(names: Sequence[str], patterns: Sequence[str]) -> bool:
    return any(fnmatch(name, pattern) for name in names for pattern in patterns)
