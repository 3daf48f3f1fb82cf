"""Recognises speech with a model in a folder that the user chose, run by sherpa-onnx in a child process.

Transducers, streaming and not, and SenseVoice were run with the small models of the tests. Paraformer, Whisper and
Moonshine were not run, and no real model was.
"""

import asyncio
from base64 import b64encode
from pathlib import Path

from deskpet.features.listening.recognition.recognizer import RecognitionError
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.model_folder import Purpose
from deskpet.features.voice.sherpa.model_process import ModelRequest, close_if_idle, open_request
from deskpet.features.voice.sherpa.recognition_model import find_recognizer
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr

_FINISH_SECONDS = 60.0


class LocalRecognizer:
    """Recognises with the model in `folder`, which is loaded for the first utterance, and forgotten after a minute."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, language: str) -> "LocalStream":
        """Return a stream for one utterance. language: "en", "zh", "ja", or "" to find it out."""
        return LocalStream(self._folder, language)

    async def aclose(self) -> None:
        """End the process of the model, unless somebody else uses it."""
        close_if_idle(Purpose.RECOGNIZER)


class LocalStream:
    """One utterance. Its words change while it is heard if the model is a streaming one."""

    def __init__(self, folder: Path, language: str) -> None:
        self._text = ""
        self._request: ModelRequest | None = None
        # Samples from before the folder was read.
        self._waiting = bytearray()
        self._is_finishing = False
        self._opening = asyncio.ensure_future(self._open(folder, language))
        # Mark an error as retrieved: `finish` raises it, and nobody does if the stream is given up.
        self._opening.add_done_callback(lambda opening: opening.cancelled() or opening.exception())

    @property
    def text(self) -> str:
        """The words so far; always empty where the model hears whole recordings only."""
        if self._request and not self._is_finishing:
            for reply in self._request.take():
                self._text = reply.get("text", self._text)
        return self._text

    def feed(self, pcm: bytes) -> None:
        """Take the next samples. Returns at once and never raises."""
        if self._request:
            self._request.send(_sound(pcm))
        elif not self._opening.done():
            self._waiting += pcm

    async def finish(self) -> str:
        """Return the final words, empty if nothing was said. Raises RecognitionError. The stream has ended then."""
        self._is_finishing = True
        try:
            request = await self._opening
            request.send({"finish": True})
            while "end" not in (reply := await request.next(_FINISH_SECONDS)):
                self._text = reply.get("text", self._text)
        except SpeechModelError as error:
            title = tr("The recogniser of the folder failed")
            raise RecognitionError(error.code, title, error.cause, error.next_step) from error
        finally:
            await self.aclose()
        return self._text

    async def aclose(self) -> None:
        """Give up, and forget the sound. Does nothing after `finish`."""
        self._opening.cancel()
        self._waiting.clear()
        if self._request:
            self._request.stop()

    async def _open(self, folder: Path, language: str) -> ModelRequest:
        """Find the model, start its process and send what was heard meanwhile. Raises SpeechModelError."""
        request = open_request(await run_in_thread(lambda: find_recognizer(folder)))
        request.send({"begin": language})
        if self._waiting:
            request.send(_sound(bytes(self._waiting)))
            self._waiting.clear()
        self._request = request
        return request


def _sound(pcm: bytes) -> dict[str, str]:
    return {"pcm": b64encode(pcm).decode("ascii")}
