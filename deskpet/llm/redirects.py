"""Follows HTTP redirects within the same origin only.

A redirect to another scheme, host, port or user would send the API key and the conversation there. httpx removes only
the `Authorization` header, neither `x-api-key` nor the body of a 307 or 308.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from deskpet.chat.messages import SETTINGS
from deskpet.chat.model import NoticeDelta
from deskpet.llm.errors import RequestFailed, error_notice
from deskpet.translation import tr

_MAX_REDIRECTS = 5
_MAX_DISPLAY_LENGTH = 200
_MAX_PORT = 65535
_STATUS_CODES = (301, 302, 303, 307, 308)
_DEFAULT_PORTS = {"http": 80, "https": 443}

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a URL (RFC 6454), here including the user information."""

    scheme: str
    host: bytes
    port: int | None
    userinfo: bytes

    @classmethod
    def of(cls, url: httpx.URL) -> "Origin":
        """Return the origin of `url`."""
        return cls(url.scheme, url.raw_host, url.port or _DEFAULT_PORTS.get(url.scheme), url.userinfo)


class RedirectRefused(RequestFailed):
    """A redirect was not followed; `notice` names its target and the next step."""


def require_valid_port(url: httpx.URL) -> None:
    """Raise httpx.InvalidURL for a port that is too large, for which Python's sockets raise OverflowError."""
    if (url.port or 0) > _MAX_PORT:
        raise httpx.InvalidURL(f"there is no port {url.port}")


async def check_redirect(response: httpx.Response) -> None:
    """Response event hook that validates the redirect target before httpx does, which fails on an invalid one.

    Raises RedirectRefused.
    """
    if response.status_code in _STATUS_CODES:
        _target(response.request.url, response)


EVENT_HOOKS = {"response": [check_redirect]}


async def send(
    client: httpx.AsyncClient, request: httpx.Request, before: Callable[[httpx.Request], None] = lambda _: None
) -> httpx.Response:
    """Send `request` and return the open response, following redirects within its origin.

    The method and the body are kept for all statuses, because an API endpoint never expects a GET instead of a POST.
    `before` is called with each request. Raises RedirectRefused and the exceptions of httpx.
    """
    require_valid_port(request.url)
    for _ in range(_MAX_REDIRECTS + 1):
        before(request)
        response = await client.send(request, stream=True, follow_redirects=False)
        if response.status_code not in _STATUS_CODES:
            return response
        await response.aclose()
        target = _target(request.url, response)
        logger.info("HTTP %d: redirected within the same origin", response.status_code)
        # The client adds the current cookies, which the redirect may have set.
        headers = [(name, value) for name, value in request.headers.multi_items() if name.lower() != "cookie"]
        request = client.build_request(
            request.method, target, content=request.content, headers=headers, extensions=request.extensions
        )
    raise RedirectRefused(_too_many_redirects(request.url))


def _target(url: httpx.URL, response: httpx.Response) -> httpx.URL:
    """Return the target of a redirect within the origin of `url`. Raises RedirectRefused for any other target."""
    status, location = response.status_code, response.headers.get("location", "")
    try:
        # A location such as `https:path` would be completed by `join`.
        if not location.strip() or re.match(r"https?:(?!//)", location, re.IGNORECASE):
            raise ValueError(location)
        target = url.join(location)
        if url.userinfo and not target.userinfo:
            target = target.copy_with(userinfo=url.userinfo)
    except (httpx.InvalidURL, ValueError):
        raise RedirectRefused(_invalid_location(url, status, location)) from None
    if Origin.of(target) != Origin.of(url):
        raise RedirectRefused(_other_origin(url, status, target))
    return target


def display_url(url: httpx.URL) -> str:
    """Return a URL for display, without user and query; an internationalized host is in its ASCII form."""
    host = url.raw_host.decode("ascii", "replace")
    host = f"[{host}]" if ":" in host else host
    port = f":{url.port}" if url.port else ""
    return _truncate(f"{url.scheme}://{host}{port}{url.raw_path.partition(b'?')[0].decode('ascii', 'replace')}")


def _truncate(text: str) -> str:
    return text if len(text) <= _MAX_DISPLAY_LENGTH else text[:_MAX_DISPLAY_LENGTH] + "…"


def _other_origin(url: httpx.URL, status: int, target: httpx.URL) -> NoticeDelta:
    address = display_url(target)
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
    return error_notice(
        "redirected", tr("The server points to another address"), cause, step, f"HTTP {status}", SETTINGS
    )


def _invalid_location(url: httpx.URL, status: int, location: str) -> NoticeDelta:
    cause = tr(
        "{host} wants the request sent elsewhere (HTTP {status}) and names no address that can be used: {address}",
        host=url.netloc.decode("ascii", "replace"),
        address=_truncate(ascii(location.partition("?")[0])),
        status=status,
    )
    step = tr("Check the base URL in the settings.")
    return error_notice(
        "redirected", tr("The server points to another address"), cause, step, f"HTTP {status}", SETTINGS
    )


def _too_many_redirects(url: httpx.URL) -> NoticeDelta:
    return error_notice(
        "redirect_loop",
        tr("The server sends the request in circles"),
        tr("It redirected {n} times, at last to {address}.", n=_MAX_REDIRECTS + 1, address=display_url(url)),
        tr("Check the base URL in the settings."),
        "",
        SETTINGS,
    )
