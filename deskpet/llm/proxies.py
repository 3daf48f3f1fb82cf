"""The way to a server: straight, or through the proxy that the environment or the system names.

httpx would read the same settings, but fails when the client is made where a proxy can't be used, and tells of a dead
proxy as if the server were dead.
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

from deskpet.chat.actions import RETRY, SETTINGS
from deskpet.chat.model import NoticeDelta
from deskpet.llm.errors import causes, failure
from deskpet.words import tr

_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20)
_MAX_SHOWN = 100
_MAX_PORT = 65535
# As HTTP says it, a SOCKS proxy that takes nobody without one, and one that knows another.
_PASSWORD_WANTED = ("407", "Requested", "Invalid username/password")


class ProxyFailed(httpx.ProxyError):
    """The proxy stood in the way, not the server; `notice` names it and says what to do."""

    def __init__(self, notice: NoticeDelta) -> None:
        super().__init__(notice.notice.cause)
        self.notice = notice


class ProxyRouter(httpx.AsyncBaseTransport):
    """Sends each request straight or through its proxy, and blames on the proxy what is the proxy's fault."""

    def __init__(self) -> None:
        self._settings = getproxies()
        self._direct = httpx.AsyncHTTPTransport(limits=_LIMITS)
        self._through: dict[str, httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send `request`. Raises ProxyFailed, and what the transports of httpx raise."""
        name = self._setting_for(request.url)
        if not name:
            return await self._direct.handle_async_request(request)
        transport, greeting = self._transport(name), _Greeting(request)
        try:
            async with greeting.time_limit:
                response = await transport.handle_async_request(request)
        except (httpx.ReadError, httpx.WriteError, SOCKSError, TimeoutError) as error:
            if not greeting.is_open:
                raise
            raise self._failed(name, httpx.ProxyError("no SOCKS5 greeting")) from error
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            # A tunnel stands by the time that TLS fails, so that is between this computer and the server.
            if any(isinstance(each, ssl.SSLError) for each in causes(error)):
                raise
            raise self._failed(name, error) from error
        if response.status_code == 407:
            await response.aclose()
            raise self._failed(name, httpx.ProxyError("407 Proxy Authentication Required"))
        return response

    async def aclose(self) -> None:
        """Close every connection."""
        for transport in (self._direct, *self._through.values()):
            await transport.aclose()

    def _setting_for(self, url: httpx.URL) -> str:
        """Which setting names the proxy for `url`: `http`, `https` or `all`; empty where it is asked straight."""
        if _is_this_computer(url.host) or _is_exempt(url, self._settings.get("no", "")):
            return ""
        return next((name for name in (url.scheme, "all") if self._settings.get(name)), "")

    def _transport(self, name: str) -> httpx.AsyncHTTPTransport:
        address = self._address(name)
        if name not in self._through:
            try:
                proxy = httpx.Proxy(address)
                if (proxy.url.port or 0) > _MAX_PORT:
                    raise ValueError(proxy.url.port)
                self._through[name] = httpx.AsyncHTTPTransport(proxy=proxy, limits=_LIMITS)
            except (ImportError, ValueError, httpx.InvalidURL) as error:
                raise ProxyFailed(_unusable(shown_proxy(address), _named(name))) from error
        return self._through[name]

    def _address(self, name: str) -> str:
        address = self._settings[name].strip()
        return address if "://" in address else f"http://{address}"

    def _failed(self, name: str, error: httpx.HTTPError) -> ProxyFailed:
        proxy, setting = shown_proxy(self._address(name)), _named(name)
        if str(error).startswith(_PASSWORD_WANTED):
            return ProxyFailed(_wants_password(proxy, setting))
        if isinstance(error, httpx.ProxyError):
            return ProxyFailed(_refused(proxy, setting, str(error)))
        return ProxyFailed(_dead(proxy, setting, f"{type(error).__name__}: {error}"))


class _Greeting:
    """Whether a SOCKS proxy is being greeted.

    httpx does not limit its time, does not tell its failure from the request's, and leaves the connection open then.
    """

    def __init__(self, request: httpx.Request) -> None:
        self.is_open = False
        self.time_limit = asyncio.timeout(None)
        self._stream: Any = None
        self._seconds: float | None = request.extensions.get("timeout", {}).get("connect")
        request.extensions = {**request.extensions, "trace": self._on_step}

    async def _on_step(self, name: str, info: dict[str, Any]) -> None:
        if name == "socks.connect_tcp.complete":
            self._stream = info["return_value"]
        elif name == "socks.setup_socks5_connection.started":
            self.is_open = True
            if self._seconds is not None:
                self.time_limit.reschedule(asyncio.get_running_loop().time() + self._seconds)
        elif name == "socks.setup_socks5_connection.complete":
            self.is_open = False
            self.time_limit.reschedule(None)
        elif name == "socks.setup_socks5_connection.failed":
            await self._stream.aclose()


def shown_proxy(address: str) -> str:
    """A proxy's address for a person, without its user and password."""
    scheme, _, rest = address.partition("://")
    host = re.split(r"[/?#]", rest.rpartition("@")[2], maxsplit=1)[0]
    shown = f"{scheme.rpartition('@')[2]}://{host}"
    return shown if len(shown) <= _MAX_SHOWN else shown[:_MAX_SHOWN] + "…"


def _named(setting: str) -> str:
    """Where the proxy is set: a variable of the environment, or else the system's own settings."""
    wanted = f"{setting}_proxy"
    return next((name for name in os.environ if name.lower() == wanted), tr("the system's settings"))


def _is_this_computer(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_exempt(url: httpx.URL, exempt: str) -> bool:
    """Whether NO_PROXY names the host: itself, a domain above it, a network that it is in, or `*` for all."""
    return any(_covers(entry.strip().lower(), url) for entry in exempt.split(",") if entry.strip())


def _covers(entry: str, url: httpx.URL) -> bool:
    if entry in ("*", f"{url.host}:{url.port}"):
        return True
    try:
        return ipaddress.ip_address(url.host) in ipaddress.ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        domain = entry.removeprefix("*").removeprefix(".")
        return bool(domain) and (url.host == domain or url.host.endswith(f".{domain}"))


def _dead(proxy: str, setting: str, details: str) -> NoticeDelta:
    return failure(
        "proxy",
        tr("The proxy does not answer"),
        tr("No connection to {proxy} was made, through which requests go by {setting}.", proxy=proxy, setting=setting),
        tr("Start the proxy, or change {setting} and start again.", setting=setting),
        details,
        RETRY,
        SETTINGS,
    )


def _wants_password(proxy: str, setting: str) -> NoticeDelta:
    return failure(
        "proxy",
        tr("The proxy wants a password"),
        tr("{proxy}, named by {setting}, did not accept this computer.", proxy=proxy, setting=setting),
        tr("Put the user and the password into {setting}, and start again.", setting=setting),
        "",
        SETTINGS,
    )


def _refused(proxy: str, setting: str, said: str) -> NoticeDelta:
    return failure(
        "proxy",
        tr("The proxy did not let the request through"),
        tr("{proxy}, named by {setting}, answered: {said}.", proxy=proxy, setting=setting, said=said[:200].rstrip(".")),
        tr("Check that the proxy may reach the server, or change {setting} and start again.", setting=setting),
        said,
        RETRY,
        SETTINGS,
    )


def _unusable(proxy: str, setting: str) -> NoticeDelta:
    return failure(
        "proxy",
        tr("The proxy can't be used"),
        tr(
            "{setting} names {proxy}; only http://, https:// and socks5:// proxies work here.",
            setting=setting,
            proxy=proxy,
        ),
        tr("Change {setting} and start again.", setting=setting),
        "",
        SETTINGS,
    )
