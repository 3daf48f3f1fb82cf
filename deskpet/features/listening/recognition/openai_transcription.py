"""The transcription endpoint of OpenAI, `POST {base}/audio/transcriptions`, which most local recognisers have as well.

The recording is uploaded when the user has ended it; nothing of it touches the disk.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import httpx

from deskpet.features.listening.recognition.recognition_error import RecognitionError
from deskpet.features.listening.recognition.recognizer import MAX_SECONDS, RATE, SAMPLE_BYTES, RecognitionStream
from deskpet.features.listening.recognition.transcription_answer import TranscriptionAnswer
from deskpet.features.voice.pcm import Pcm
from deskpet.features.voice.playback.wav_file import wav_file
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS, EngineTimeouts
from deskpet.features.voice.synthesis.http_client import (
    HttpClient,
    ResponseCut,
    failure_notice,
    host_of,
    read_chunks,
    read_error_body,
)
from deskpet.llm import errors
from deskpet.llm.error_patterns import refused_field
from deskpet.llm.http import ResponseTimeout
from deskpet.llm.network_errors import FAILURES
from deskpet.translation import tr

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

# Seconds of an answer whose server goes on sending.
_MAX_ANSWER_SECONDS = 180.0
_MAX_BYTES = MAX_SECONDS * RATE * SAMPLE_BYTES
# Fields that a server may refuse; it is asked again without them.
_OPTIONAL_FIELDS = ("stream", "language", "response_format")


@dataclass(frozen=True, slots=True)
class TranscriptionServer:
    """A server with a model. base_url: including its version."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    timeouts: EngineTimeouts = DEFAULT_TIMEOUTS

    @property
    def url(self) -> str:
        """The address of the endpoint."""
        return f"{self.base_url.rstrip('/')}/audio/transcriptions"

    @property
    def host(self) -> str:
        """The server's name and port, for a message."""
        return host_of(self.url)


class OpenAiTranscription:
    """Recognises speech by `/audio/transcriptions`. client: whose connections it uses; None for its own."""

    def __init__(self, server: TranscriptionServer, client: "TranscriptionClient | None" = None) -> None:
        self._server, self._client = server, client or TranscriptionClient()

    def begin(self, language: str) -> RecognitionStream:
        """Return a recording that is uploaded by its `finish`."""
        return _Recording(self._client, self._server, language)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()


class TranscriptionClient(HttpClient):
    """Sends recordings. Its connections are kept until `aclose`."""

    async def texts(self, server: TranscriptionServer, wav: bytes, language: str) -> AsyncIterator[str]:
        """Yield the words of a recording as they come, the last time all of them. Raises RecognitionError."""
        fields = {"model": server.model, "response_format": "json", "stream": "true"}
        if language:
            fields["language"] = language
        try:
            response = await self._accepted(server, wav, fields)
            async with aclosing(response), aclosing(_texts(response, server)) as texts:
                async for text in texts:
                    yield text
        except ResponseTimeout as error:
            raise _timed_out(server, error.seconds) from None
        except ResponseCut as error:
            raise _broken_off(server) from error
        except FAILURES as error:
            raise RecognitionError.from_notice(failure_notice(error, server.url, server.key)) from error

    async def _accepted(self, server: TranscriptionServer, wav: bytes, fields: dict[str, str]) -> httpx.Response:
        """Send the recording, again without each optional field that the server refuses. Raises RecognitionError."""
        while True:
            response = await self._send(server, wav, fields)
            if response.status_code < 400:
                return response
            async with aclosing(response):
                body = await read_error_body(response, server.timeouts)
            refused = response.status_code in {400, 422} and refused_field(body, set(_OPTIONAL_FIELDS) & fields.keys())
            if not refused:
                raise _status_error(response.status_code, body, server)
            fields = {name: value for name, value in fields.items() if name != refused}

    async def _send(self, server: TranscriptionServer, wav: bytes, fields: dict[str, str]) -> httpx.Response:
        headers = {"Accept": "text/event-stream, application/json"}
        if server.key:
            headers["Authorization"] = f"Bearer {server.key}"
        files = {"file": ("speech.wav", wav, "audio/wav")}
        return await self.post(server.url, server.timeouts, headers, form=fields, files=files)


class _Recording:
    """Keeps the sound in memory until it is uploaded."""

    def __init__(self, client: TranscriptionClient, server: TranscriptionServer, language: str) -> None:
        self._client, self._server, self._language = client, server, language
        self._samples = bytearray()
        self._text = ""

    @property
    def text(self) -> str:
        """The words that the server has sent; empty until the recording is uploaded."""
        return self._text

    def feed(self, pcm: bytes) -> None:
        """Keep the samples, up to MAX_SECONDS."""
        self._samples += pcm[: max(_MAX_BYTES - len(self._samples), 0)]

    async def finish(self) -> str:
        """Upload the recording and return its words. Raises RecognitionError."""
        samples, self._samples = bytes(self._samples), bytearray()
        if not samples:
            return ""
        texts = self._client.texts(self._server, wav_file(Pcm(RATE, samples)), self._language)
        async with aclosing(cast("AsyncGenerator[str]", texts)) as words:
            async for text in words:
                self._text = text
        return self._text

    async def aclose(self) -> None:
        """Forget the sound."""
        self._samples.clear()


async def _texts(response: httpx.Response, server: TranscriptionServer) -> "AsyncGenerator[str]":
    answer = TranscriptionAnswer(response.headers.get("content-type", ""))
    async with aclosing(read_chunks(response, server.timeouts, max_seconds=_MAX_ANSWER_SECONDS)) as chunks:
        async for chunk in chunks:
            answer.feed(chunk)
            yield answer.text
    yield answer.close()


def _status_error(status: int, body: str, server: TranscriptionServer) -> RecognitionError:
    if status == 413:
        title, cause = tr("The recording is too long"), tr("{host} takes shorter ones only.", host=server.host)
        return RecognitionError("too_long", title, cause, tr("Speak in shorter parts, or choose another server."))
    return RecognitionError.from_notice(errors.http_status(status, body, None, server.key).notice)


def _timed_out(server: TranscriptionServer, seconds: float) -> RecognitionError:
    cause = tr("Nothing came from {host} for {seconds:g} seconds.", host=server.host, seconds=seconds)
    return RecognitionError("timeout", tr("The words took too long"), cause, tr("Check the server of the recogniser."))


def _broken_off(server: TranscriptionServer) -> RecognitionError:
    cause = tr("{host} closed the connection in the middle of the words.", host=server.host)
    return RecognitionError("cut_words", tr("The words broke off"), cause, tr("Speak again."))
