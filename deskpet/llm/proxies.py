"""HTTP transport that routes requests through the proxies of the environment or the system.

httpx reads the same settings, but raises when the client is created if a proxy is invalid, and reports an unreachable
proxy as an unreachable server.
"""

import asyncio
import ipaddress
import os
import re
import ssl
from typing import Any
from urllib.request import getproxies

import httpx
from socksio import SOCKSError

from deskpet.chat.messages import RETRY, SETTINGS
from deskpet.llm.errors import RequestFailed, causes
from deskpet.llm.notices import NoticeText
from deskpet.llm.redirects import require_valid_port
from deskpet.llm.transports import DirectTransport, new_transport
from deskpet.translation import tr, tr_noop

_MAX_DISPLAY_LENGTH = 100
# The name of the setting if the connection has a proxy of its own.
_OWN = "connection"
# Errors for a missing or wrong password: of an HTTP proxy, and two of a SOCKS proxy.
_AUTHENTICATION_ERRORS = ("407", "Requested", "Invalid username/password")

_UNREACHABLE = NoticeText(
    "proxy",
    tr_noop("The proxy does not answer"),
    tr_noop("No connection to {proxy} was made, through which requests go by {setting}."),
    tr_noop("Start the proxy, or change {setting} and start again."),
    (RETRY, SETTINGS),
)
_AUTHENTICATION_REQUIRED = NoticeText(
    "proxy",
    tr_noop("The proxy wants a password"),
    tr_noop("{proxy}, named by {setting}, did not accept this computer."),
    tr_noop("Put the user and the password into {setting}, and start again."),
)
_REJECTED = NoticeText(
    "proxy",
    tr_noop("The proxy did not let the request through"),
    tr_noop("{proxy}, named by {setting}, answered: {said}."),
    tr_noop("Check that the proxy may reach the server, or change {setting} and start again."),
    (RETRY, SETTINGS),
)
_INVALID = NoticeText(
    "proxy",
    tr_noop("The proxy can't be used"),
    tr_noop("{setting} names {proxy}; only http://, https:// and socks5:// proxies work here."),
    tr_noop("Change {setting} and start again."),
)


class ProxyFailed(RequestFailed, httpx.ProxyError):
    """The proxy failed, not the server; `notice` names it and the next step."""


class ProxyRouter(httpx.AsyncBaseTransport):
    """Sends each request directly or through its proxy, and reports errors of the proxy as ProxyFailed."""

    def __init__(self, proxy: str = "") -> None:
        """proxy: the address of the proxy for all requests, `none` for none, or empty for those of the environment."""
        own = {} if proxy == "none" else {_OWN: proxy}
        self._settings = own if proxy else getproxies()
        self._direct = DirectTransport()
        self._transports: dict[str, httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send `request`. Raises ProxyFailed, CertificatesUnusable and the exceptions of httpx's transports."""
        # The host's name, also of a request that is sent to one of its addresses.
        host: str | None = request.extensions.get("sni_hostname")
        name = self._setting_for(request.url.copy_with(host=host) if host else request.url)
        if not name:
            return await self._direct.handle_async_request(request)
        transport, handshake = self._transport(name), _SocksHandshake(request)
        try:
            async with handshake.time_limit:
                response = await transport.handle_async_request(request)
        except (httpx.ReadError, httpx.WriteError, SOCKSError, TimeoutError) as error:
            if not handshake.is_running:
                raise
            raise self._error(name, httpx.ProxyError("no SOCKS5 greeting")) from error
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            # TLS starts after the tunnel is established, so a TLS error comes from the server.
            if any(isinstance(each, ssl.SSLError) for each in causes(error)):
                raise
            raise self._error(name, error) from error
        if response.status_code == 407:
            await response.aclose()
            raise self._error(name, httpx.ProxyError("407 Proxy Authentication Required"))
        return response

    async def aclose(self) -> None:
        """Close every connection."""
        for transport in (self._direct, *self._transports.values()):
            await transport.aclose()

    def resolves_names(self, url: httpx.URL) -> bool:
        """Return whether requests to `url` go through a proxy that has to resolve the host's name itself.

        One of socks5:// takes an address as well, as its name says: that of socks5h:// resolves.
        """
        name = self._setting_for(url)
        return bool(name) and not self._address(name).lower().startswith("socks5://")

    def _setting_for(self, url: httpx.URL) -> str:
        """Return the setting with the proxy for `url`: `http`, `https` or `all`; empty for a direct connection."""
        # NO_PROXY covers a host by its name, parent domain, network, or `*`.
        exempt = filter(None, (entry.strip().lower() for entry in self._settings.get("no", "").split(",")))
        if is_loopback(url.host) or any(_covers(entry, url) for entry in exempt):
            return ""
        return next((name for name in (_OWN, url.scheme, "all") if self._settings.get(name)), "")

    def _transport(self, name: str) -> httpx.AsyncHTTPTransport:
        address = self._address(name)
        if name not in self._transports:
            try:
                proxy = httpx.Proxy(address)
                require_valid_port(proxy.url)
                self._transports[name] = new_transport(proxy=proxy)
            except (ImportError, ValueError, httpx.InvalidURL) as error:
                raise ProxyFailed(_INVALID.notice(**self._named(name))) from error
        return self._transports[name]

    def _address(self, name: str) -> str:
        address = self._settings[name].strip()
        return address if "://" in address else f"http://{address}"

    def _error(self, name: str, error: httpx.HTTPError) -> ProxyFailed:
        named = self._named(name)
        if str(error).startswith(_AUTHENTICATION_ERRORS):
            return ProxyFailed(_AUTHENTICATION_REQUIRED.notice(**named))
        if isinstance(error, httpx.ProxyError):
            return ProxyFailed(_REJECTED.notice(str(error), said=str(error)[:200].rstrip("."), **named))
        return ProxyFailed(_UNREACHABLE.notice(f"{type(error).__name__}: {error}", **named))

    def _named(self, name: str) -> dict[str, str]:
        """Return how a notice names the proxy, and the setting that it is from."""
        return {"proxy": display_proxy(self._address(name)), "setting": _setting_source(name)}


class _SocksHandshake:
    """Tracks the handshake with a SOCKS proxy through httpx's trace extension.

    httpx applies no timeout to the handshake, raises the same errors as for the request, and leaves the connection
    open if it fails.
    """

    def __init__(self, request: httpx.Request) -> None:
        self.is_running = False
        self.time_limit = asyncio.timeout(None)
        self._stream: Any = None
        self._seconds: float | None = request.extensions.get("timeout", {}).get("connect")
        request.extensions = {**request.extensions, "trace": self._on_trace}

    async def _on_trace(self, name: str, info: dict[str, Any]) -> None:
        if name == "socks.connect_tcp.complete":
            self._stream = info["return_value"]
        elif name == "socks.setup_socks5_connection.started":
            self.is_running = True
            if self._seconds is not None:
                self.time_limit.reschedule(asyncio.get_running_loop().time() + self._seconds)
        elif name == "socks.setup_socks5_connection.complete":
            self.is_running = False
            self.time_limit.reschedule(None)
        elif name == "socks.setup_socks5_connection.failed":
            await self._stream.aclose()


def display_proxy(address: str) -> str:
    """Return the URL of a proxy for display, without user and password."""
    scheme, _, rest = address.partition("://")
    host = re.split(r"[/?#]", rest.rpartition("@")[2], maxsplit=1)[0]
    url = f"{scheme.rpartition('@')[2]}://{host}"
    return url if len(url) <= _MAX_DISPLAY_LENGTH else url[:_MAX_DISPLAY_LENGTH] + "…"


def _setting_source(setting: str) -> str:
    """Return the environment variable that sets the proxy, or a text that names the settings that do."""
    if setting == _OWN:
        return tr("the connection")
    variable = f"{setting}_proxy"
    return next((name for name in os.environ if name.lower() == variable), tr("the system's settings"))


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this computer."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _covers(entry: str, url: httpx.URL) -> bool:
    if entry in ("*", f"{url.host}:{url.port}"):
        return True
    try:
        return ipaddress.ip_address(url.host) in ipaddress.ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        domain = entry.removeprefix("*").removeprefix(".")
        return bool(domain) and (url.host == domain or url.host.endswith(f".{domain}"))
