"""Follows HTTP redirects within the same origin only.

A redirect to another scheme, host, port or user would send the API key and the conversation there. httpx removes only
the `Authorization` header, neither `x-api-key` nor the body of a 307 or 308.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import replace

import httpx

from deskpet.llm.errors import RequestFailed
from deskpet.llm.notices import NoticeText, truncated
from deskpet.translation import tr_noop

_MAX_REDIRECTS = 5
_MAX_SHOWN = 200
_MAX_PORT = 65535
_STATUS_CODES = (301, 302, 303, 307, 308)
_DEFAULT_PORTS = {"http": 80, "https": 443}

_OTHER_SERVER = NoticeText(
    "redirected",
    tr_noop("The server points to another address"),
    tr_noop(
        "{host} wants the request sent to {address} (HTTP {status}). That is another server: nothing was sent there."
    ),
    tr_noop("If you trust that address, make it the base URL in the settings; else check the base URL there."),
)
_TO_HTTPS = replace(
    _OTHER_SERVER,
    cause=tr_noop(
        "{host} wants the request sent to {address} (HTTP {status}), which is another kind of connection. "
        "Nothing was sent there."
    ),
    next_step=tr_noop("Let the base URL in the settings begin with https://."),
)
_TO_HTTP = replace(
    _TO_HTTPS,
    next_step=tr_noop("That connection is not encrypted. Check the base URL, or ask the server's operator."),
)
_INVALID_LOCATION = replace(
    _OTHER_SERVER,
    cause=tr_noop(
        "{host} wants the request sent elsewhere (HTTP {status}) and names no address that can be used: {address}"
    ),
    next_step=tr_noop("Check the base URL in the settings."),
)
_TOO_MANY = NoticeText(
    "redirect_loop",
    tr_noop("The server sends the request in circles"),
    tr_noop("It redirected {n} times, at last to {address}."),
    tr_noop("Check the base URL in the settings."),
)

logger = logging.getLogger(__name__)


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
    raise RedirectRefused(_TOO_MANY.notice(n=_MAX_REDIRECTS + 1, address=display_url(request.url)))


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
        address = truncated(ascii(location.partition("?")[0]), _MAX_SHOWN)
        raise _refused(_INVALID_LOCATION, url, address, status) from None
    if _origin(target) != _origin(url):
        raise _refused(_kind_of(url, target), url, display_url(target), status)
    return target


def _origin(url: httpx.URL) -> tuple[object, ...]:
    """Return the origin of a URL (RFC 6454), here including the user information."""
    return url.scheme, url.raw_host, url.port or _DEFAULT_PORTS.get(url.scheme), url.userinfo


def display_url(url: httpx.URL) -> str:
    """Return a URL for display, without user and query; an internationalized host is in its ASCII form."""
    host = url.raw_host.decode("ascii", "replace")
    host = f"[{host}]" if ":" in host else host
    port = f":{url.port}" if url.port else ""
    return truncated(
        f"{url.scheme}://{host}{port}{url.raw_path.partition(b'?')[0].decode('ascii', 'replace')}", _MAX_SHOWN
    )


def _kind_of(url: httpx.URL, target: httpx.URL) -> NoticeText:
    """Return what a redirect to another origin is."""
    if target.raw_host != url.raw_host or target.scheme == url.scheme:
        return _OTHER_SERVER
    return _TO_HTTPS if target.scheme == "https" else _TO_HTTP


def _refused(kind: NoticeText, url: httpx.URL, address: str, status: int) -> RedirectRefused:
    host = url.netloc.decode("ascii", "replace")
    return RedirectRefused(kind.notice(f"HTTP {status}", host=host, address=address, status=status))
