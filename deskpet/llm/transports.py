"""HTTP transports: their limits, the search for dead connections, and the certificates, read when they are needed."""

import os
import socket
import sys
from functools import partial
from typing import Any

import httpx

from deskpet.llm.errors import RequestFailed
from deskpet.llm.notices import NoticeText
from deskpet.processes.threads import run_in_thread
from deskpet.text.reasons import reason_of
from deskpet.translation import tr_noop

_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20)
# The kernel asks a silent connection every so often whether it is still there, and gives it up after some questions
# without an answer. Otherwise a connection that died while the computer slept would be silent until a timeout.
_PROBE_AFTER_SECONDS, _PROBE_INTERVAL_SECONDS, _PROBES = 30, 10, 3
_CERTIFICATES = "SSL_CERT_FILE"
_UNUSABLE = NoticeText(
    "tls",
    tr_noop("The connection is not secure"),
    tr_noop("{setting} names {file}, whose certificates can't be read: {why}."),
    tr_noop("Change {setting} and start again."),
)


class CertificatesUnusable(RequestFailed, httpx.TransportError):
    """The certificates that the environment names can't be read; `notice` has the reason and the next step."""


class DirectTransport(httpx.AsyncBaseTransport):
    """Sends requests without a proxy. The first one with TLS reads the certificates in a thread, which takes 50 ms."""

    def __init__(self) -> None:
        self._transports: dict[str, httpx.AsyncHTTPTransport] = {}  # by scheme

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send `request`. Raises CertificatesUnusable and the exceptions of httpx's transports."""
        scheme = request.url.scheme
        if scheme not in self._transports:
            # httpx sets no options on connections to a proxy, which is near.
            new = partial(new_transport, verify=scheme != "http", socket_options=_keep_alive())
            # Another request may have come first meanwhile. What is not used has no connections to close.
            self._transports.setdefault(scheme, await run_in_thread(new))
        return await self._transports[scheme].handle_async_request(request)

    async def aclose(self) -> None:
        """Close every connection."""
        for transport in self._transports.values():
            await transport.aclose()


def new_transport(**options: Any) -> httpx.AsyncHTTPTransport:
    """Return a transport with these options of httpx's. Raises CertificatesUnusable, ValueError, ImportError."""
    try:
        return httpx.AsyncHTTPTransport(limits=_LIMITS, **options)
    except OSError as error:  # ssl.SSLError is one
        if _CERTIFICATES not in os.environ:
            raise
        named = {"setting": _CERTIFICATES, "file": os.environ[_CERTIFICATES]}
        raise CertificatesUnusable(_UNUSABLE.notice(why=reason_of(error), **named)) from error


def _keep_alive() -> list[tuple[int, int, int]]:
    """Return the socket options that find dead connections; the intervals only where they can be set."""
    options = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
    if sys.platform == "linux":
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, _PROBE_AFTER_SECONDS))
    elif sys.platform == "darwin":
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPALIVE, _PROBE_AFTER_SECONDS))
    if sys.platform in {"linux", "darwin"}:
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, _PROBE_INTERVAL_SECONDS))
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPCNT, _PROBES))
    return options
