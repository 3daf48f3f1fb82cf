"""Speaks with a loaded voice, in the child process."""

import sys
from array import array
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deskpet.features.voice.sherpa.library import sherpa_onnx, thread_count

_FULL_SCALE = 32_767


class LoadedVoice:
    """A voice of the library. Each request is one text, which it speaks at once."""

    def __init__(self, kind: str, files: Mapping[str, str]) -> None:
        """Load the model; `kind` is a VoiceKind. Raises what the library raises."""
        library = sherpa_onnx()
        self._library = library
        files = dict(files)
        rules = files.pop("rule_fsts", "")
        part = getattr(library, f"OfflineTts{kind.capitalize()}ModelConfig")(**files)
        model = library.OfflineTtsModelConfig(**{kind: part}, num_threads=thread_count())
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
            yield {"rate": sound.sample_rate, "pcm": _encoded(sound.samples)}
        yield {"end": True}

    def stop(self, number: int) -> None:
        """Do nothing: a text is spoken at once."""


def _encoded(samples: Sequence[float]) -> str:
    pcm = array("h", [int(_FULL_SCALE * max(-1.0, min(1.0, each))) for each in samples])
    if sys.byteorder == "big":
        pcm.byteswap()
    return b64encode(pcm.tobytes()).decode("ascii")
