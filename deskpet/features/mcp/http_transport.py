"""Servers at an address: by streamable HTTP, or with server-sent events as before 2025. Imported in the child only.

A server that restarts forgets its sessions: https://modelcontextprotocol.io/specification/2025-06-18/basic/transports
wants 404 then, and the official servers in TypeScript answer 400 as well. The SDK goes on with the forgotten session.
"""

import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp.client import Transport
from mcp.client.sse import sse_client
from mcp.client.streamable_http import MCP_SESSION_ID, streamable_http_client
from mcp_types import METHOD_NOT_FOUND, JSONRPCError, jsonrpc_message_adapter

from deskpet.features.mcp.config_forms import SSE

_CONNECT_SECONDS, _READ_SECONDS = 30.0, 300.0
# The stream of events of the older transport is silent while nothing is called.
_EVENT_SECONDS = 24 * 3600.0
_FORGOTTEN = re.compile(r"session|not initialized", re.IGNORECASE)
# A server of the older transport takes no POST at its address.
_NO_POST = (400, 404, 405)


class HttpServer:
    """A server at an address, and which transport it has."""

    def __init__(self, url: str, headers: Mapping[str, str], kind: str, on_forgotten: Callable[[bool], None]) -> None:
        """Create it; nothing is sent.

        kind: `sse` for the older transport, another value if that is to be found out. on_forgotten: called when a
        request is refused because of its session, in the context of whoever sent it, with whether the SDK ends that
        request. It was not carried out.
        """
        self._url, self._headers, self._on_forgotten = url, dict(headers), on_forgotten
        self._speaks_sse, self._refuses_posts = kind == SSE, False

    def try_older(self) -> bool:
        """Use the older transport from now on if the server refused the newer one. Returns whether it did."""
        has_changed = self._refuses_posts and not self._speaks_sse
        self._speaks_sse = self._speaks_sse or has_changed
        return has_changed

    @asynccontextmanager
    async def transport(self) -> AsyncGenerator[Transport]:
        """Yield the transport for one session."""
        if self._speaks_sse:
            yield sse_client(
                self._url, self._headers, _CONNECT_SECONDS, _EVENT_SECONDS, httpx_client_factory=self._new_client
            )
            return
        timeout = httpx2.Timeout(_CONNECT_SECONDS, read=_READ_SECONDS)
        async with self._new_client(self._headers, timeout) as client:
            yield streamable_http_client(self._url, http_client=client)

    def _new_client(
        self, headers: Mapping[str, str] | None = None, timeout: httpx2.Timeout | None = None, auth: Any = None
    ) -> httpx2.AsyncClient:
        # Redirects could carry the headers, which may have a key, to another server.
        hooks = {"response": [self._note]}
        return httpx2.AsyncClient(
            headers=headers, timeout=timeout, auth=auth, follow_redirects=False, event_hooks=hooks
        )

    async def _note(self, response: httpx2.Response) -> None:
        """Note what an answer says about the session, and about the transport."""
        request = response.request
        if request.method != "POST" or response.status_code < 400:
            return
        if self._speaks_sse:
            # The address of each POST is the one of a session. The SDK sends nothing any more.
            self._on_forgotten(False)
        elif MCP_SESSION_ID in request.headers:
            if await _is_forgotten(response):
                self._on_forgotten(True)
        elif response.status_code in _NO_POST:
            self._refuses_posts = True


async def _is_forgotten(response: httpx2.Response) -> bool:
    """Return whether a request with a session was refused because the server does not know that."""
    if response.status_code not in (400, 404):
        return False
    text = (await response.aread()).decode("utf-8", "replace")
    try:
        message = jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValueError:
        message = None
    is_other_error = isinstance(message, JSONRPCError) and message.error.code == METHOD_NOT_FOUND
    return not is_other_error and (response.status_code == 404 or bool(_FORGOTTEN.search(text)))
