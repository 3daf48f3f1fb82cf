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


# Forms of models that the library can't run, and their files, in lower case: one of each group is there.
_OTHER_FORMS: dict[str, tuple[tuple[str, ...], ...]] = {
    tr_noop("CTranslate2's form (faster-whisper)"): (("model.bin",), ("vocabulary.*", "shared_vocabulary.*")),
    tr_noop("the form of whisper.cpp"): (("ggml*.bin", "*.ggml"),),
    tr_noop("the form of llama.cpp (GGUF)"): (("*.gguf",),),
    tr_noop("the form of PyTorch"): (("*.safetensors", "*.pt", "*.pth", "*.ckpt", "pytorch_model*.bin"),),
}
# Settings that only Whisper has, and how its files and folders are called.
_WHISPER_KEYS = ("alignment_heads", "lang_ids", "suppress_ids_begin", "WhisperForConditionalGeneration")


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
        for form, groups in _OTHER_FORMS.items():
            if all(self.has(*patterns) for patterns in groups):
                return self._other_form(tr(form))
        inner = next((each for each in folders if any(each.glob("*.onnx"))), None)
        next_step = tr("Download the whole folder, as sherpa-onnx offers it.")
        if inner:
            next_step = tr("Choose the folder {folder} in it.", folder=inner.name)
        return SpeechModelError("no_model", tr("There is no model in {folder}.", folder=self.path), next_step)

    def _other_form(self, form: str) -> SpeechModelError:
        """Return the error of a model that the library can't run. Models of Whisper may be had in its form."""
        if not self._is_whisper():
            cause = tr("The model in {folder} has {form}, which sherpa-onnx can't run.", folder=self.path, form=form)
            next_step = tr(
                "Choose the folder of a model as sherpa-onnx offers it, or of a voice of Piper: they have .onnx files."
            )
            return SpeechModelError("other_form", cause, next_step)
        cause = tr(
            "The model in {folder} is {name} in {form}, which sherpa-onnx can't run.",
            folder=self.path,
            name="Whisper",
            form=form,
        )
        next_step = tr(
            "Choose a folder of Whisper as sherpa-onnx offers it, such as sherpa-onnx-whisper-base: it has "
            "base-encoder.onnx, base-decoder.onnx and base-tokens.txt."
        )
        return SpeechModelError("other_form", cause, next_step)

    def _is_whisper(self) -> bool:
        try:
            config = read_bounded(self.path / "config.json", _MAX_CONFIG_BYTES).decode("utf-8", "replace")
        except (OSError, UnusableFile):
            config = ""
        called = " ".join((self.path.name, *self._names)).lower()
        return "whisper" in called or any(f'"{key}"' in config for key in _WHISPER_KEYS)
