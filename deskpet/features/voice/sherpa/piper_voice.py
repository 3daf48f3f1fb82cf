"""Complete a voice as Piper offers it: a model and a JSON file beside it, without what sherpa-onnx reads of a voice.

The library takes the phonemes from a `tokens.txt`, and the rest from the metadata of the model. Both are made from the
JSON file, in a folder of the cache: the user's files stay as they are.
"""

import hashlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deskpet.config.state_files import BadStateFile, JsonObject, read_json
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.onnx_metadata import read_metadata, write_metadata
from deskpet.filesystem import private_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

MAX_CACHE_BYTES = 200 << 20
"""Size that completed voices may have together; those that were used last are kept."""
_MAX_SYMBOLS, _MAX_SPEAKERS, _MAX_RATE = 10_000, 10_000, 1_000_000
# The phonemes that espeak-ng makes; other voices of Piper read letters or pinyin.
_PHONEME_TYPE = "espeak"


@dataclass(frozen=True, slots=True)
class PiperConfig:
    """The fields of Piper's JSON file that sherpa-onnx needs, with the metadata under the library's names.

    tokens: the content of `tokens.txt`, a symbol and its number a line.
    """

    tokens: str
    metadata: Mapping[str, str]


def config_file(model: Path) -> Path:
    """Return the path of the JSON file that belongs to a model of Piper."""
    return model.with_name(model.name + ".json")


def read_config(model: Path) -> PiperConfig:
    """Return the content of the JSON file beside a model. Raises SpeechModelError."""
    file = config_file(model)
    try:
        document = read_json(file)
        if document.text("phoneme_type", _PHONEME_TYPE) != _PHONEME_TYPE:
            raise _other_phonemes(file, document.text("phoneme_type"))
        return PiperConfig(_tokens(document), _metadata(document))
    except BadStateFile as error:
        raise _unreadable(file, str(error)) from error
    except OSError as error:
        raise _unreadable(file, reason_of(error)) from error


def complete(model: Path, cache: Path) -> tuple[Path, Path]:
    """Return the paths of the model and the tokens that the library can read; what is missing is made in `cache`.

    A folder of the cache belongs to one state of the two files. Raises SpeechModelError.
    """
    config = read_config(model)
    try:
        folder = cache / _digest(model)
        private_files.create_folder(folder)
        os.utime(folder)
        tokens = folder / "tokens.txt"
        if not tokens.exists():
            write_atomically(tokens, config.tokens.encode(), durable=False)
        completed = _with_metadata(model, folder, config.metadata)
        _remove_oldest(cache, kept=folder)
    except OSError as error:
        raise SpeechModelError(
            "not_completed",
            tr("The files that {file} lacks can't be made: {reason}.", file=model.name, reason=reason_of(error)),
            tr("Free space on the disk of the cache, and try again."),
        ) from error
    return completed, tokens


def _with_metadata(model: Path, folder: Path, metadata: Mapping[str, str]) -> Path:
    """Return the path of the model with all of the metadata: itself, or a copy in `folder`. Raises OSError."""
    present = read_metadata(model)
    if present.keys() >= metadata.keys():
        return model
    copy = folder / model.name
    if not copy.exists():
        temporary = folder / f".{os.urandom(6).hex()}.new"
        try:
            private_files.copy_file(model, temporary)
            write_metadata(temporary, {key: value for key, value in metadata.items() if key not in present})
            temporary.replace(copy)
        finally:
            temporary.unlink(missing_ok=True)
    return copy


def _tokens(document: JsonObject) -> str:
    """Return the symbols with their numbers. Raises BadStateFile."""
    symbols = document.part("phoneme_id_map")
    names = symbols.keys
    if not 0 < len(names) <= _MAX_SYMBOLS:
        raise BadStateFile(tr("{name} has {n} symbols", name="phoneme_id_map", n=len(names)))
    return "".join(f"{name} {_number(symbols, name)}\n" for name in names)


def _number(symbols: JsonObject, name: str) -> int:
    """Return the number of a symbol. Raises BadStateFile."""
    if len(name.splitlines()) != 1:
        raise BadStateFile(tr("{name} is no name of a symbol", name=repr(name[:20])))
    return int(symbols.numbers(name, bounds=(0, _MAX_SYMBOLS))[0])


def _metadata(document: JsonObject) -> dict[str, str]:
    """Return the metadata of sherpa-onnx for a voice of Piper. Raises BadStateFile."""
    language = document.part("language")
    rate = document.part("audio").whole("sample_rate", bounds=(1, _MAX_RATE))
    return {
        "model_type": "vits",
        "comment": "piper",
        "language": language.text("name_english", "") or language.text("family", ""),
        "voice": document.part("espeak").text("voice", ""),
        "has_espeak": "1",
        "n_speakers": str(document.whole("num_speakers", 1, bounds=(1, _MAX_SPEAKERS))),
        "sample_rate": str(rate),
    }


def _digest(model: Path) -> str:
    """Return a name for the state of a model and its JSON file. Raises OSError."""
    digest = hashlib.sha256()
    for file in (model, config_file(model)):
        status = file.stat()
        digest.update(f"{file.absolute()} {status.st_size} {status.st_mtime_ns}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


def _remove_oldest(cache: Path, kept: Path) -> None:
    """Remove the completed voices that were used least recently, until the others fit. Raises OSError."""
    folders = sorted((each for each in cache.iterdir() if each.is_dir()), key=lambda each: each.stat().st_mtime_ns)
    sizes = {each: sum(file.stat().st_size for file in each.iterdir()) for each in folders}
    for each in folders:
        if sum(sizes.values()) <= MAX_CACHE_BYTES:
            return
        if each != kept:
            shutil.rmtree(each)
            del sizes[each]


def _unreadable(file: Path, reason: str) -> SpeechModelError:
    return SpeechModelError(
        "unreadable_model",
        tr("{file} can't be read: {reason}.", file=file, reason=reason.rstrip(".")),
        tr("Download both files of the voice again: the model, and the one that ends in .onnx.json."),
    )


def _other_phonemes(file: Path, kind: str) -> SpeechModelError:
    return SpeechModelError(
        "no_voice",
        tr("{file} describes a voice that reads {kind} instead of the phonemes of espeak-ng.", file=file, kind=kind),
        tr("Choose another voice of Piper; nearly all of them read phonemes."),
    )
