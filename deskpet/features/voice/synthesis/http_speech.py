"""Sends the request of a speech server and reads the sound while it comes."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import httpx

from deskpet.features.voice.pcm import Pcm
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS, EngineTimeouts
from deskpet.features.voice.synthesis.http_client import (
    HttpClient,
    ResponseCut,
    failure_notice,
    host_of,
    read_chunks,
    read_error_body,
)
from deskpet.features.voice.synthesis.sound_reader import DEFAULT_LAYOUT, SoundReader
from deskpet.features.voice.synthesis.wav_header import PcmLayout
from deskpet.llm import errors
from deskpet.llm.http import ResponseTimeout
from deskpet.llm.network_errors import FAILURES
from deskpet.translation import tr


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """A POST request with a JSON body; `key` is removed from everything that is shown.

    raw: the layout of sound that has no header, if the server names none.
    """

    url: str
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    key: str = field(default="", repr=False)
    raw: PcmLayout = DEFAULT_LAYOUT
    timeouts: EngineTimeouts = DEFAULT_TIMEOUTS


class SpeechClient(HttpClient):
    """Sends speech requests. Its connections are kept until `aclose`."""

    async def stream(self, request: SpeechRequest) -> AsyncIterator[Pcm]:
        """Yield the sound of the response from its first bytes. Raises SpeechError."""
        try:
            response = await self.post(request.url, request.timeouts, request.headers, json=request.body)
            async with aclosing(response):
                if response.status_code >= 400:
                    raise await _status_error(response, request)
                async for pcm in _sound(response, request):
                    yield pcm
        except ResponseTimeout as error:
            raise _timed_out(request, error) from None
        except ResponseCut as error:
            raise _broken_off(request) from error
        except FAILURES as error:
            raise SpeechError.from_notice(failure_notice(error, request.url, request.key)) from error


async def _sound(response: httpx.Response, request: SpeechRequest) -> AsyncIterator[Pcm]:
    rate = response.headers.get("x-sample-rate", "")
    content_type = response.headers.get("content-type", "")
    reader = SoundReader(f"{content_type}; rate={rate}" if rate else content_type, request.raw)
    async with aclosing(read_chunks(response, request.timeouts)) as chunks:
        async for chunk in chunks:
            for pcm in reader.feed(chunk):
                yield pcm
    async for pcm in reader.close():
        yield pcm


async def _status_error(response: httpx.Response, request: SpeechRequest) -> SpeechError:
    text = await read_error_body(response, request.timeouts)
    return SpeechError.from_notice(errors.http_status(response.status_code, text, None, request.key).notice)


def _timed_out(request: SpeechRequest, error: ResponseTimeout) -> SpeechError:
    title = tr("The voice broke off") if error.has_started else tr("The voice took too long")
    cause = tr("Nothing came from {host} for {seconds:g} seconds.", host=host_of(request.url), seconds=error.seconds)
    return SpeechError("timeout", title, cause, tr("Check the server of the voice."))


def _broken_off(request: SpeechRequest) -> SpeechError:
    title, cause = (
        tr("The voice broke off"),
        tr("{host} closed the connection in the middle of the sound.", host=host_of(request.url)),
    )
    return SpeechError("cut_sound", title, cause, tr("Check the server of the voice."))
