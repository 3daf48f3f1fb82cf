"""The transcription endpoint of OpenAI, `POST {base}/audio/transcriptions`, which most local recognisers have as well.

The recording is uploaded when the user has ended it; nothing of it touches the disk.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx

from deskpet.chat.messages import NoticeError
from deskpet.features.listening.recognition.recognizer import (
    MAX_SECONDS,
    RATE,
    SAMPLE_BYTES,
    RecognitionError,
    RecognitionStream,
)
from deskpet.features.listening.recognition.transcription_answer import TranscriptionAnswer
from deskpet.features.voice.sound import Pcm
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS, EngineTimeouts
from deskpet.features.voice.synthesis.http_client import HttpClient, host_of
from deskpet.features.voice.synthesis.wav import wav_file
from deskpet.llm.error_patterns import error_texts, named_field
from deskpet.llm.http import ResponseTimeout
from deskpet.translation import tr

# Seconds of an answer whose server goes on sending.
_MAX_ANSWER_SECONDS = 180.0
_MAX_BYTES = MAX_SECONDS * RATE * SAMPLE_BYTES
# Fields that a server may refuse; it is asked again without them.
_OPTIONAL_FIELDS = ("stream", "language", "response_format")


class OpenAiTranscription(HttpClient):
    """Recognises speech by `/audio/transcriptions` of a server. base_url: including its version."""

    error = RecognitionError

    def __init__(self, base_url: str, model: str, key: str = "", timeouts: EngineTimeouts = DEFAULT_TIMEOUTS) -> None:
        super().__init__(timeouts)
        self._url, self._model, self._key = f"{base_url.rstrip('/')}/audio/transcriptions", model, key

    def begin(self, language: str) -> RecognitionStream:
        """Return a recording that is uploaded by its `finish`."""
        return _Recording(self, language)

    async def texts(self, wav: bytes, language: str) -> AsyncGenerator[str]:
        """Yield the words of a recording as they come, the last time all of them. Raises RecognitionError."""
        fields = {"model": self._model, "response_format": "json", "stream": "true"}
        if language:
            fields["language"] = language
        with self.explained(self._url, self._key):
            response = await self._accepted(wav, fields)
            answer = TranscriptionAnswer(response.headers.get("content-type", ""))
            chunks = self.read_chunks(response, max_seconds=_MAX_ANSWER_SECONDS)
            async with aclosing(response), aclosing(chunks):
                async for chunk in chunks:
                    answer.feed(chunk)
                    yield answer.text
            yield answer.close()

    async def _accepted(self, wav: bytes, fields: dict[str, str]) -> httpx.Response:
        """Send the recording, again without each optional field that the server refuses. Raises RecognitionError."""
        headers = {"Accept": "text/event-stream, application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        while True:
            files = {"file": ("speech.wav", wav, "audio/wav")}
            response = await self.post(self._url, headers, form=fields, files=files)
            status = response.status_code
            if status < 400:
                return response
            async with aclosing(response):
                body = await self.read_error_body(response)
            refused = status in {400, 422} and named_field(
                " ".join(error_texts(body)), set(_OPTIONAL_FIELDS) & fields.keys()
            )
            if not refused:
                raise self.status_error(status, body, self._key)
            fields = {name: value for name, value in fields.items() if name != refused}

    def status_error(self, status: int, body: str, key: str) -> NoticeError:
        if status != 413:
            return super().status_error(status, body, key)
        title, cause = tr("The recording is too long"), tr("{host} takes shorter ones only.", host=host_of(self._url))
        return RecognitionError("too_long", title, cause, tr("Speak in shorter parts, or choose another server."))

    def timed_out(self, host: str, error: ResponseTimeout) -> RecognitionError:
        cause = tr("Nothing came from {host} for {seconds:g} seconds.", host=host, seconds=error.seconds)
        step = tr("Check the server of the recogniser.")
        return RecognitionError("timeout", tr("The words took too long"), cause, step)

    def broken_off(self, host: str) -> RecognitionError:
        cause = tr("{host} closed the connection in the middle of the words.", host=host)
        return RecognitionError("cut_words", tr("The words broke off"), cause, tr("Speak again."))


class _Recording:
    """Keeps the sound in memory until it is uploaded. text: the words that the server has sent; empty until then."""

    def __init__(self, recognizer: OpenAiTranscription, language: str) -> None:
        self._recognizer, self._language = recognizer, language
        self._samples = bytearray()
        self.text = ""

    def feed(self, pcm: bytes) -> None:
        """Keep the samples, up to MAX_SECONDS."""
        self._samples += pcm[: max(_MAX_BYTES - len(self._samples), 0)]

    async def finish(self) -> str:
        """Upload the recording and return its words. Raises RecognitionError."""
        samples, self._samples = bytes(self._samples), bytearray()
        if not samples:
            return ""
        async with aclosing(self._recognizer.texts(wav_file(Pcm(RATE, samples)), self._language)) as texts:
            async for text in texts:
                self.text = text
        return self.text

    async def aclose(self) -> None:
        """Forget the sound."""
        self._samples.clear()
