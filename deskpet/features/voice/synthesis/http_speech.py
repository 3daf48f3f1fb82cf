"""Sends the request of a speech server and reads the sound while it comes."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.synthesis.http_client import HttpClient
from deskpet.features.voice.synthesis.sound_reader import DEFAULT_LAYOUT, SoundReader
from deskpet.features.voice.synthesis.wav import PcmLayout
from deskpet.llm.http import ResponseTimeout
from deskpet.translation import tr


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """A POST request with a JSON body; `key` is removed from everything that is shown.

    raw: the layout of sound that has no header, if the server names none.
    """

    url: str
    body: Mapping[str, Any]
    key: str = field(default="", repr=False)
    raw: PcmLayout = DEFAULT_LAYOUT


class SpeechClient(HttpClient):
    """Sends speech requests."""

    error = SpeechError

    async def stream(self, request: SpeechRequest) -> AsyncGenerator[Pcm]:
        """Yield the sound of the response from its first bytes. Raises SpeechError."""
        headers = {"Authorization": f"Bearer {request.key}"} if request.key else {}
        with self.explained(request.url, request.key):
            response = await self.post(request.url, headers, json=request.body)
            async with aclosing(response):
                if response.status_code >= 400:
                    body = await self.read_error_body(response)
                    raise self.status_error(response.status_code, body, request.key)
                rate = response.headers.get("x-sample-rate", "")
                content_type = response.headers.get("content-type", "")
                reader = SoundReader(f"{content_type}; rate={rate}" if rate else content_type, request.raw)
                async with aclosing(self.read_chunks(response)) as chunks:
                    async for chunk in chunks:
                        for pcm in reader.feed(chunk):
                            yield pcm
                async for pcm in reader.close():
                    yield pcm

    def timed_out(self, host: str, error: ResponseTimeout) -> SpeechError:
        title = tr("The voice broke off") if error.has_started else tr("The voice took too long")
        cause = tr("Nothing came from {host} for {seconds:g} seconds.", host=host, seconds=error.seconds)
        return SpeechError("timeout", title, cause, tr("Check the server of the voice."))

    def broken_off(self, host: str) -> SpeechError:
        cause = tr("{host} closed the connection in the middle of the sound.", host=host)
        return SpeechError("cut_sound", tr("The voice broke off"), cause, tr("Check the server of the voice."))
