"""Sends the request of a speech server and reads the sound while it comes."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import httpx

from deskpet.llm import errors, network_errors, redirects
from deskpet.llm.http import new_client
from deskpet.voice.engine import DEFAULT_TIMEOUTS, EngineTimeouts
from deskpet.voice.pcm import Pcm
from deskpet.voice.sound_reader import DEFAULT_LAYOUT, SoundReader
from deskpet.voice.speech_error import SpeechError
from deskpet.voice.wav_header import PcmLayout
from deskpet.words import tr

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

_MAX_ERROR_BODY = 64 * 1024


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


class SpeechClient:
    """Sends speech requests. Its connections are kept until `aclose`."""

    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    async def stream(self, request: SpeechRequest) -> AsyncIterator[Pcm]:
        """Yield the sound of the response from its first bytes. Raises SpeechError."""
        if self._client is None:
            self._client = new_client()
        try:
            response = await self._send(self._client, request)
            async with aclosing(response):
                if response.status_code >= 400:
                    raise await _status_error(response, request)
                async for pcm in _sound(response, request):
                    yield pcm
        except network_errors.FAILURES as error:
            notice = errors.without_key(network_errors.request_failed(error, request.url, request.key), request.key)
            raise SpeechError.from_notice(notice.notice) from error

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _send(self, client: httpx.AsyncClient, request: SpeechRequest) -> httpx.Response:
        timeouts = request.timeouts
        timeout = httpx.Timeout(None, connect=timeouts.connect, pool=timeouts.connect)
        headers = {"Accept-Encoding": "identity", **request.headers}
        sent = client.build_request("POST", request.url, json=dict(request.body), headers=headers, timeout=timeout)
        try:
            async with asyncio.timeout(timeouts.connect + timeouts.first_byte):
                return await redirects.send(client, sent)
        except TimeoutError:
            raise _timed_out(request, timeouts.first_byte, has_started=False) from None


async def _sound(response: httpx.Response, request: SpeechRequest) -> AsyncIterator[Pcm]:
    rate = response.headers.get("x-sample-rate", "")
    content_type = response.headers.get("content-type", "")
    reader = SoundReader(f"{content_type}; rate={rate}" if rate else content_type, request.raw)
    async with aclosing(_chunks(response, request)) as chunks:
        async for chunk in chunks:
            for pcm in reader.feed(chunk):
                yield pcm
    async for pcm in reader.close():
        yield pcm


async def _chunks(response: httpx.Response, request: SpeechRequest) -> "AsyncGenerator[bytes]":
    has_started = False
    async with aclosing(cast("AsyncGenerator[bytes]", response.aiter_raw())) as chunks:
        while True:
            limit = request.timeouts.idle if has_started else request.timeouts.first_byte
            try:
                async with asyncio.timeout(limit):
                    chunk = await anext(chunks, None)
            except TimeoutError:
                raise _timed_out(request, limit, has_started=has_started) from None
            except httpx.HTTPError as error:
                raise _broken_off(request) from error
            if chunk is None:
                return
            has_started = True
            yield chunk


async def _status_error(response: httpx.Response, request: SpeechRequest) -> SpeechError:
    body = bytearray()
    try:
        async with asyncio.timeout(request.timeouts.idle):
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > _MAX_ERROR_BODY:
                    break
    except TimeoutError:
        # The status is known.
        pass
    text = body.decode("utf-8", "replace")
    return SpeechError.from_notice(errors.http_status(response.status_code, text, None, request.key).notice)


def _timed_out(request: SpeechRequest, seconds: float, *, has_started: bool) -> SpeechError:
    title = tr("The voice broke off") if has_started else tr("The voice took too long")
    cause = tr("Nothing came from {host} for {seconds:g} seconds.", host=_host(request), seconds=seconds)
    return SpeechError("timeout", title, cause, tr("Check the server of the voice."))


def _broken_off(request: SpeechRequest) -> SpeechError:
    title, cause = tr("The voice broke off"), tr("{host} hung up in the middle of the sound.", host=_host(request))
    return SpeechError("cut_sound", title, cause, tr("Check the server of the voice."))


def _host(request: SpeechRequest) -> str:
    return httpx.URL(request.url).netloc.decode("ascii", "replace")
