"""Recognises speech with a loaded model, in the child process."""

import sys
from array import array
from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any

from deskpet.features.voice.sherpa.library import sherpa_onnx, thread_count
from deskpet.features.voice.sherpa.recognition_model import RecognizerKind

_RATE = 16_000
_FULL_SCALE = 32_768
# Silence after the last sound, in seconds: a streaming model needs it to see the end of the last word.
_TAIL_SECONDS = 0.6
# What is kept for a model that hears whole recordings.
_MAX_SECONDS = 600


class LoadedRecognizer:
    """A recogniser of the library, and the utterances that it hears."""

    def __init__(self, kind: str, files: Mapping[str, str]) -> None:
        """Load the model; `kind` is a RecognizerKind. Raises what the library raises."""
        self._kind, self._files = RecognizerKind(kind), dict(files)
        self._language: str = ""
        self._model = self._make("")
        self._utterances: dict[int, _Streaming | _Whole] = {}

    def answer(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the words whenever they change, and the end. Raises what the library raises."""
        number = request["id"]
        language: str | None = request.get("begin")
        if language is not None:
            self._use_language(language)
            self._utterances[number] = _Streaming(self._model) if self._kind.is_streaming else _Whole(self._model)
            return
        utterance = self._utterances.get(number)
        if utterance is None:
            return
        if sound := request.get("pcm"):
            yield from utterance.feed(_decoded(sound))
        if request.get("finish"):
            yield {"text": utterance.finish()}
            del self._utterances[number]
            yield {"end": True}

    def stop(self, number: int) -> None:
        """Forget an utterance."""
        self._utterances.pop(number, None)

    def _use_language(self, language: str) -> None:
        """Load a model again if it needs to know the language before."""
        takes_language = self._kind in {RecognizerKind.WHISPER, RecognizerKind.SENSE_VOICE}
        if takes_language and language != self._language:
            self._model = self._make(language)
            self._language = language

    def _make(self, language: str) -> Any:
        place, _, method = self._kind.value.partition(".")
        library = sherpa_onnx()
        factory = library.OnlineRecognizer if place == "online" else library.OfflineRecognizer
        options: dict[str, Any] = {"num_threads": thread_count()}
        if self._kind in {RecognizerKind.WHISPER, RecognizerKind.SENSE_VOICE}:
            options["language"] = language
        if self._kind is RecognizerKind.SENSE_VOICE:
            # With punctuation, and numbers as digits.
            options["use_itn"] = True
        if self._kind is RecognizerKind.TRANSDUCER and "nemo" in self._files["encoder"].lower():
            options["model_type"] = "nemo_transducer"
        return getattr(factory, method)(**self._files, **options)


class _Streaming:
    """An utterance whose words are found while it is heard."""

    def __init__(self, model: Any) -> None:
        self._model, self._stream, self._text = model, model.create_stream(), ""

    def feed(self, samples: list[float]) -> Iterator[dict[str, Any]]:
        self._stream.accept_waveform(_RATE, samples)
        text = self._decode()
        if text != self._text:
            self._text = text
            yield {"text": text}

    def finish(self) -> str:
        self._stream.accept_waveform(_RATE, [0.0] * int(_RATE * _TAIL_SECONDS))
        self._stream.input_finished()
        return self._decode()

    def _decode(self) -> str:
        while self._model.is_ready(self._stream):
            self._model.decode_stream(self._stream)
        return str(self._model.get_result(self._stream)).strip()


class _Whole:
    """An utterance that is recognised when it has ended."""

    def __init__(self, model: Any) -> None:
        self._model, self._samples = model, array("f")

    def feed(self, samples: list[float]) -> Iterator[dict[str, Any]]:
        if len(self._samples) < _MAX_SECONDS * _RATE:
            self._samples.extend(samples)
        return iter(())

    def finish(self) -> str:
        if not self._samples:
            return ""
        stream = self._model.create_stream()
        stream.accept_waveform(_RATE, self._samples)
        self._model.decode_stream(stream)
        return str(stream.result.text).strip()


def _decoded(sound: str) -> list[float]:
    samples = array("h", b64decode(sound))
    if sys.byteorder == "big":
        samples.byteswap()
    return [each / _FULL_SCALE for each in samples]
