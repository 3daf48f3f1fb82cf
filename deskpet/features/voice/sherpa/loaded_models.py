"""Models that are loaded in the child process: a voice, and a recogniser. Only it imports sherpa-onnx.

The library belongs to the extra `voice-local`.
"""

import os
import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from deskpet.features.voice.sherpa.recognition_model import RecognizerKind

_MAX_SAMPLE = 32_767
# What the recognisers take.
_RATE = 16_000
# Silence after the last sound, in seconds: a streaming model needs it to see the end of the last word.
_TAIL_SECONDS = 0.6
# What is kept for a model that hears whole recordings.
_MAX_SECONDS = 600


class LoadedVoice:
    """A voice of the library. Each request is one text, which it speaks at once."""

    def __init__(self, kind: str, files: Mapping[str, str]) -> None:
        """Load the model; `kind` is a VoiceKind. Raises what the library raises."""
        self._library = library = _sherpa_onnx()
        files = dict(files)
        rules = files.pop("rule_fsts", "")
        part = getattr(library, f"OfflineTts{kind.capitalize()}ModelConfig")(**files)
        model = library.OfflineTtsModelConfig(**{kind: part}, num_threads=_thread_count())
        # One sentence after the other needs less memory than all at once.
        config = library.OfflineTtsConfig(model=model, rule_fsts=rules, max_num_sentences=1)
        if not config.validate():
            raise ValueError("the library refuses the files")
        self._voice = library.OfflineTts(config)

    def answer(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the sound of a text, and the end. Raises what the library raises."""
        speakers = max(1, self._voice.num_speakers)
        if not 0 <= request["speaker"] < speakers:
            yield {"error": "", "speakers": speakers}
            return
        options = self._library.GenerationConfig()
        options.sid, options.speed = request["speaker"], request["speed"]
        phonemes = request["phonemes"]
        if phonemes:
            options.phoneme_codepoints = [[ord(each) for each in phonemes]]
        sound = self._voice.generate("" if phonemes else request["text"], options)
        if sound.samples:
            pcm = array("h", [int(_MAX_SAMPLE * max(-1.0, min(1.0, each))) for each in sound.samples])
            yield {"rate": sound.sample_rate, "pcm": b64encode(_little_endian(pcm).tobytes()).decode("ascii")}
        yield {"end": True}

    def stop(self, number: int) -> None:
        """Do nothing: a text is spoken at once."""


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
            samples = _little_endian(array("h", b64decode(sound)))
            yield from utterance.feed([each / (_MAX_SAMPLE + 1) for each in samples])
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
        library = _sherpa_onnx()
        factory = library.OnlineRecognizer if place == "online" else library.OfflineRecognizer
        options: dict[str, Any] = {"num_threads": _thread_count()}
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


def _sherpa_onnx() -> ModuleType:
    """Return the library. Raises ImportError if it is not installed or can't be loaded."""
    import sherpa_onnx

    return sherpa_onnx


def _thread_count() -> int:
    """Return how many threads a model may use: half of the processors, at most four."""
    return max(1, min(4, (os.cpu_count() or 2) // 2))


def _little_endian(samples: "array[int]") -> "array[int]":
    """Swap the bytes of samples where the processor has another order."""
    if sys.byteorder == "big":
        samples.byteswap()
    return samples
