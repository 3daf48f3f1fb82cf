"""Sends the requests of speech servers and recognisers with time limits, and reads their answers while they come."""

import asyncio
import math
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import aclosing, contextmanager
from typing import Any

import httpx

from deskpet.chat.messages import NoticeError
from deskpet.features.voice.synthesis.engine import DEFAULT_TIMEOUTS, EngineTimeouts
from deskpet.llm import errors, redirects
from deskpet.llm.content_encoding import decode
from deskpet.llm.http import ResponseTimeout, new_client
from deskpet.llm.network_errors import FAILURES, request_failed

_MAX_ERROR_BODY = 64 * 1024


class ResponseCut(Exception):
    """The server hung up in the middle of its answer, or sent one that can't be decompressed."""


class HttpClient:
    """Sends POST requests. Its connections are opened by the first one, and kept until `aclose`.

    error: the class of its errors.
    """

    error: type[NoticeError]

    def __init__(self, timeouts: EngineTimeouts = DEFAULT_TIMEOUTS) -> None:
        self._client: httpx.AsyncClient | None = None
        self._timeouts = timeouts

    def timed_out(self, host: str, error: ResponseTimeout) -> NoticeError:
        """Return the error of a server that sends nothing."""
        raise NotImplementedError

    def broken_off(self, host: str) -> NoticeError:
        """Return the error of a server that hung up in the middle of its answer."""
        raise NotImplementedError

    async def post(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        json: Mapping[str, Any] | None = None,
        form: Mapping[str, str] | None = None,
        files: Mapping[str, tuple[str, bytes, str]] | None = None,
    ) -> httpx.Response:
        """Send a request and return its open response, following redirects within its origin.

        json: the body. form, files: the fields and the files of a multipart body instead, a file as its name, content
        and type. Raises ResponseTimeout and network_errors.FAILURES.
        """
        if self._client is None:
            self._client = new_client()
        connect, first_byte = self._timeouts.connect, self._timeouts.first_byte
        request = self._client.build_request(
            "POST",
            url,
            json=None if json is None else dict(json),
            data=form,
            files=files,
            headers={"Accept-Encoding": "identity", **headers},
            timeout=httpx.Timeout(None, connect=connect, pool=connect),
        )
        # Encodes a form, which a redirect may send again.
        request.read()
        try:
            async with asyncio.timeout(connect + first_byte):
                return await redirects.send(self._client, request)
        except TimeoutError:
            raise ResponseTimeout(first_byte, has_started=False) from None

    async def read_chunks(self, response: httpx.Response, *, max_seconds: float = math.inf) -> AsyncGenerator[bytes]:
        """Yield the body as it comes, decompressed. Raises ResponseTimeout and ResponseCut.

        max_seconds: the limit of a body whose server goes on sending.
        """
        clock = asyncio.get_running_loop().time
        limit, ends_at, has_started = self._timeouts.first_byte, clock() + max_seconds, False
        async with aclosing(decode(response)) as chunks:
            while True:
                try:
                    async with asyncio.timeout_at(min(clock() + limit, ends_at)):
                        chunk = await anext(chunks, None)
                except TimeoutError:
                    raise ResponseTimeout(limit, has_started=has_started) from None
                except httpx.HTTPError as error:
                    raise ResponseCut(str(error)) from error
                if chunk is None:
                    return
                limit, has_started = self._timeouts.idle, True
                yield chunk

    async def read_error_body(self, response: httpx.Response) -> str:
        """Return the beginning of the body of an error, up to 64 kB; the received part if it breaks off."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._timeouts.idle), aclosing(decode(response)) as chunks:
                async for chunk in chunks:
                    body += chunk
                    if len(body) > _MAX_ERROR_BODY:
                        break
        except (TimeoutError, httpx.HTTPError):
            # The status is known.
            pass
        return body.decode("utf-8", "replace")

    @contextmanager
    def explained(self, url: str, key: str) -> Generator[None]:
        """Raise each failure of a request and its answer as `error`, without the key."""
        try:
            yield
        except ResponseTimeout as error:
            raise self.timed_out(host_of(url), error) from None
        except ResponseCut as error:
            raise self.broken_off(host_of(url)) from error
        except FAILURES as error:
            raise self.error.from_notice(errors.without_key(request_failed(error, url, key), key).notice) from error

    def status_error(self, status: int, body: str, key: str) -> NoticeError:
        """Return the error of an answer with a status from 400 on."""
        return self.error.from_notice(errors.http_status(status, body, None, key).notice)

    async def aclose(self) -> None:
        """Close the connections. It can be used again."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()


def host_of(url: str) -> str:
    """Return the server's name and port, for a message."""
    return httpx.URL(url).netloc.decode("ascii", "replace")
