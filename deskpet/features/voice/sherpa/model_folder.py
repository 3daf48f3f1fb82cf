"""The files of a model's folder, found by their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path

from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.onnx_metadata import read_metadata
from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop

# A model has up to a few dozen files; a folder with thousands is another one.
_MAX_FILES = 2_000
_MAX_CONFIG_BYTES = 1 << 20


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


class Purpose(StrEnum):
    """The purpose of a model."""

    VOICE = "voice"
    RECOGNIZER = "recognizer"


@dataclass(frozen=True, slots=True)
class ModelSetup:
    """A model for the child process to load. files: arguments of the library, with absolute paths."""

    purpose: Purpose
    kind: str
    files: tuple[tuple[str, str], ...]


class ModelFolder:
    """The names of the files in a folder."""

    def __init__(self, path: Path) -> None:
        """Read the folder. Raises SpeechModelError if it can't be read or has no model."""
        self.path = path
        try:
            entries = sorted(islice(path.iterdir(), _MAX_FILES))
            self._names = [each.name for each in entries if each.is_file()]
        except OSError as error:
            raise SpeechModelError(
                "no_folder",
                tr("The folder {folder} can't be read: {reason}.", folder=path, reason=reason_of(error)),
                tr("Choose the folder of the model again, in the settings under Voice."),
            ) from error
        if not self.has("*.onnx", "*.ort"):
            raise self._no_model([each for each in entries if each.is_dir()])

    def has(self, *patterns: str) -> bool:
        """Return whether a file has a name of this form."""
        return any(self.all(pattern) for pattern in patterns)

    def all(self, pattern: str) -> list[str]:
        """Return the names of this form, sorted."""
        return [name for name in self._names if fnmatch(name.lower(), pattern)]

    def find(self, *patterns: str, prefers_int8: bool = False) -> Path | None:
        """Return the file of the first pattern that fits; None if there is none.

        prefers_int8: whether a model with weights of 8 bits goes before others of its pattern; else it goes last.
        """
        for pattern in patterns:
            names = sorted(self.all(pattern), key=lambda name: ("int8" in name) != prefers_int8)
            if names:
                return self.path / names[0]
        return None

    def require(self, *patterns: str, prefers_int8: bool = False) -> Path:
        """Return the file of the first pattern that fits. Raises SpeechModelError if there is none."""
        found = self.find(*patterns, prefers_int8=prefers_int8)
        if found is None:
            raise SpeechModelError(
                "missing_file",
                tr("{file} is missing in {folder}.", file=patterns[0], folder=self.path),
                tr("Download the whole folder, as sherpa-onnx offers it."),
            )
        return found

    def metadata(self, model: Path) -> dict[str, str]:
        """Return the metadata of a file of the folder. Raises SpeechModelError if it can't be read."""
        try:
            return read_metadata(model)
        except OSError as error:
            raise SpeechModelError(
                "unreadable_model",
                tr("{file} can't be read: {reason}.", file=model, reason=reason_of(error)),
                tr("Download the whole folder, as sherpa-onnx offers it."),
            ) from error

    def _no_model(self, folders: Sequence[Path]) -> SpeechModelError:
        if form := form_of(self._names):
            family = family_of(self.path.name, self._names, self._config())
            return SpeechModelError("other_form", _other_form(self.path, family, tr(form.name)), what_fits(family))
        inner = next((each for each in folders if any(each.glob("*.onnx"))), None)
        next_step = (
            tr("Choose the folder {folder} in it.", folder=inner.name)
            if inner
            else tr("Download the whole folder, as sherpa-onnx offers it.")
        )
        return SpeechModelError("no_model", tr("There is no model in {folder}.", folder=self.path), next_step)

    def _config(self) -> str:
        """Return the text of config.json; empty if there is none that can be read."""
        try:
            return read_bounded(self.path / "config.json", _MAX_CONFIG_BYTES).decode("utf-8", "replace")
        except (OSError, UnusableFile):
            return ""


def _other_form(folder: Path, family: Family, form: str) -> str:
    if family is Family.UNKNOWN:
        return tr("The model in {folder} has {form}, which sherpa-onnx can't run.", folder=folder, form=form)
    return tr(
        "The model in {folder} is {name} in {form}, which sherpa-onnx can't run.",
        folder=folder,
        name=family.value,
        form=form,
    )
