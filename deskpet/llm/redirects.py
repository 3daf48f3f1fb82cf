"""Redirects, followed within one origin only.

A redirect is the server's wish, not the person's: to another scheme, host, port or user it would take the key and the
whole conversation along. httpx drops `Authorization` alone, and neither `x-api-key` nor the body of a 307 or 308.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from deskpet.chat.actions import SETTINGS
from deskpet.chat.model import NoticeDelta
from deskpet.llm.errors import failure
from deskpet.words import tr

_MAX_REDIRECTS = 5
_MAX_SHOWN = 200
_MAX_PORT = 65535
_STATUS_CODES = (301, 302, 303, 307, 308)
_DEFAULT_PORTS = {"http": 80, "https": 443}

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Origin:
    """Who is spoken to, and how (RFC 6454); the user of the address is a part of it here."""

    scheme: str
    host: bytes
    port: int | None
    userinfo: bytes

    @classmethod
    def of(cls, url: httpx.URL) -> "Origin":
        """The origin of `url`."""
        return cls(url.scheme, url.raw_host, url.port or _DEFAULT_PORTS.get(url.scheme), url.userinfo)


class RedirectRefused(Exception):
    """A redirect was not followed; `notice` tells where it leads and what to do."""

    def __init__(self, notice: NoticeDelta) -> None:
        super().__init__(notice.notice.cause)
        self.notice = notice


async def check(response: httpx.Response) -> None:
    """An event hook of a client: httpx itself builds the next request, and fails where the address is none.

    Raises RedirectRefused.
    """
    if response.status_code in _STATUS_CODES:
        _target(response.request.url, response)


EVENT_HOOKS = {"response": [check]}


async def send(
    client: httpx.AsyncClient, request: httpx.Request, before: Callable[[httpx.Request], None] = lambda _: None
) -> httpx.Response:
    """Send `request` and open its answer, following redirects within its origin.

    The method and the body stay the same, whatever the status: where an API is posted to, a GET is never meant.
    `before` sees each request that goes out. Raises RedirectRefused and what httpx raises.
    """
    if (request.url.port or 0) > _MAX_PORT:
        # Python's sockets raise OverflowError for it.
        raise httpx.InvalidURL(f"there is no port {request.url.port}")
    for _ in range(_MAX_REDIRECTS + 1):
        before(request)
        response = await client.send(request, stream=True, follow_redirects=False)
        if response.status_code not in _STATUS_CODES:
            return response
        await response.aclose()
        target = _target(request.url, response)
        logger.info("HTTP %d: redirected within the same origin", response.status_code)
        # The client adds the cookies anew: with them a server may have answered.
        headers = [(name, value) for name, value in request.headers.multi_items() if name.lower() != "cookie"]
        request = client.build_request(
            request.method, target, content=request.content, headers=headers, extensions=request.extensions
        )
    raise RedirectRefused(_loop(request.url))


def _target(url: httpx.URL, response: httpx.Response) -> httpx.URL:
    """Where the redirect leads, if that is within the origin of `url`. Raises RedirectRefused."""
    status, location = response.status_code, response.headers.get("location", "")
    try:
        # Where the scheme stands alone, joining makes up the rest.
        if not location.strip() or re.match(r"https?:(?!//)", location, re.IGNORECASE):
            raise ValueError(location)
        target = url.join(location)
        if url.userinfo and not target.userinfo:
            target = target.copy_with(userinfo=url.userinfo)
    except (httpx.InvalidURL, ValueError):
        raise RedirectRefused(_unreadable(url, status, location)) from None
    if Origin.of(target) != Origin.of(url):
        raise RedirectRefused(_elsewhere(url, status, target))
    return target


def shown_address(url: httpx.URL) -> str:
    """An address for a person: neither user nor query, and a foreign host as it goes over the wire."""
    host = url.raw_host.decode("ascii", "replace")
    host = f"[{host}]" if ":" in host else host
    port = f":{url.port}" if url.port else ""
    return _shortened(f"{url.scheme}://{host}{port}{url.raw_path.partition(b'?')[0].decode('ascii', 'replace')}")


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"


def _elsewhere(url: httpx.URL, status: int, target: httpx.URL) -> NoticeDelta:
    address = shown_address(target)
    cause = tr(
        "{host} wants the request sent to {address} (HTTP {status}). That is another server: nothing was sent there.",
        host=url.netloc.decode("ascii", "replace"),
        address=address,
        status=status,
    )
    step = tr("If you trust that address, make it the base URL in the settings; else check the base URL there.")
    if target.raw_host == url.raw_host and target.scheme != url.scheme:
        is_secure = target.scheme == "https"
        cause = tr(
            "{host} wants the request sent to {address} (HTTP {status}), which is another kind of connection. "
            "Nothing was sent there.",
            host=url.netloc.decode("ascii", "replace"),
            address=address,
            status=status,
        )
        step = (
            tr("Let the base URL in the settings begin with https://.")
            if is_secure
            else tr("That connection is not encrypted. Check the base URL, or ask the server's operator.")
        )
    return failure("redirected", tr("The server points to another address"), cause, step, f"HTTP {status}", SETTINGS)


def _unreadable(url: httpx.URL, status: int, location: str) -> NoticeDelta:
    cause = tr(
        "{host} wants the request sent elsewhere (HTTP {status}) and names no address that can be used: {address}",
        host=url.netloc.decode("ascii", "replace"),
        address=_shortened(ascii(location.partition("?")[0])),
        status=status,
    )
    step = tr("Check the base URL in the settings.")
    return failure("redirected", tr("The server points to another address"), cause, step, f"HTTP {status}", SETTINGS)


def _loop(url: httpx.URL) -> NoticeDelta:
    return failure(
        "redirect_loop",
        tr("The server sends the request in circles"),
        tr("It redirected {n} times, at last to {address}.", n=_MAX_REDIRECTS + 1, address=shown_address(url)),
        tr("Check the base URL in the settings."),
        "",
        SETTINGS,
    )
