"""Download a page from a public address, without cookies and keys.

A name is resolved once for each request, all its addresses have to be public, and the connection is made to one of
these; TLS checks the certificate for the name. A socks5 proxy is given the checked address as well. An http or socks5h
proxy has to be given the name: it is checked in the same way as far as it can be resolved here, but then the proxy
resolves it again, and decides what of its own network may be reached.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass

import httpx

from deskpet import __version__
from deskpet.chat.tool import ToolFailed
from deskpet.llm.content_encoding import decode
from deskpet.llm.proxies import ProxyRouter
from deskpet.network.addresses import WebAddress, is_public
from deskpet.network.web_network import WebNetwork

MAX_BYTES = 5_000_000
"""Largest page, decompressed."""
_SECONDS = 30.0
_CONNECT_SECONDS, _READ_SECONDS = 8.0, 15.0
_MAX_REDIRECTS = 5
# Attempted addresses of a name.
_MAX_ATTEMPTS = 3
_REDIRECTS = (301, 302, 303, 307, 308)
_HEADERS = {
    "User-Agent": f"deskpet/{__version__}",
    "Accept": "text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.8, */*;q=0.1",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "*",
}


@dataclass(frozen=True, slots=True)
class DownloadedPage:
    """A downloaded page. `media_type` is in lower case, empty if the server sent none. `body` is decompressed."""

    url: str
    media_type: str
    charset: str
    body: bytes


async def download(network: WebNetwork, address: WebAddress) -> DownloadedPage:
    """Return the page at `address`, following redirects at the same host. Raises ToolFailed."""
    transport = await network.open()
    try:
        async with asyncio.timeout(_SECONDS):
            return await _follow(network, transport, address)
    except TimeoutError as error:
        raise ToolFailed("timed_out", f"{address.host} did not send the page within {_SECONDS:g} s.") from error
    except httpx.DecodingError as error:
        raise ToolFailed("broken_page", f"{address.host} sent a page that can't be decompressed.") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        reason = f"{type(error).__name__}: {error}"[:300]
        raise ToolFailed("not_reached", f"{address.host} can't be reached or broke off: {reason}") from error
    finally:
        await transport.aclose()


async def _follow(network: WebNetwork, transport: ProxyRouter, address: WebAddress) -> DownloadedPage:
    for _ in range(_MAX_REDIRECTS + 1):
        response = await _request(network, transport, address)
        async with aclosing(response):
            if response.status_code not in _REDIRECTS:
                return await _read(address, response)
            address = _redirect_target(address, response)
    raise ToolFailed("too_many_redirects", f"{address.host} redirects in circles, at last to {address.url}.")


async def _request(network: WebNetwork, transport: ProxyRouter, address: WebAddress) -> httpx.Response:
    """Send the request to the first address that can be reached, and return the open response."""
    if address.is_users_own:
        return await transport.handle_async_request(_build_request(address, address.host))
    if transport.resolves_names(address.url):
        # Often, only the proxy can resolve names.
        with suppress(OSError):
            await _public_addresses(network, address)
        return await transport.handle_async_request(_build_request(address, address.host))
    *others, last = await _public_addresses(network, address)
    for each in others:
        with suppress(httpx.ConnectError, httpx.ConnectTimeout):
            return await transport.handle_async_request(_build_request(address, each))
    return await transport.handle_async_request(_build_request(address, last))


async def _public_addresses(network: WebNetwork, address: WebAddress) -> tuple[str, ...]:
    """Return the addresses to try. Raises ToolFailed if one of the name's is not public, and OSError."""
    if address.is_literal:
        return (address.host,)
    found = await network.resolve(address.host, address.port)
    if refused := [each for each in found if not is_public(each)]:
        message = f"{address.host} leads to {refused[0]}, which is not an address of the public internet."
        raise ToolFailed("refused_address", message)
    if not found:
        raise OSError("the name has no address")
    return found[:_MAX_ATTEMPTS]


def _build_request(address: WebAddress, host: str) -> httpx.Request:
    """Return a request that is sent to `host`, an address or the name itself, for the name of `address`."""
    timeout = httpx.Timeout(_READ_SECONDS, connect=_CONNECT_SECONDS)
    return httpx.Request(
        "GET",
        address.url.copy_with(host=host),
        headers={"Host": address.url.netloc.decode("ascii"), **_HEADERS},
        extensions={"timeout": timeout.as_dict(), "sni_hostname": address.host},
    )


def _redirect_target(address: WebAddress, response: httpx.Response) -> WebAddress:
    """Return where a redirect leads to at the same host. Raises ToolFailed for another host or an invalid address."""
    location = response.headers.get("location", "")
    try:
        target = WebAddress.parse(str(address.url.join(location)), is_users_own=address.is_users_own)
    except (httpx.InvalidURL, ValueError) as error:
        raise ToolFailed("broken_redirect", f"{address.url} redirects to no valid address.") from error
    is_same_port = target.port == address.port or (address.port, target.port) == (80, 443)
    if target.host != address.host or not is_same_port or (target.scheme, address.scheme) == ("http", "https"):
        message = f"{address.url} redirects to {target.url}. Fetch that address if it is what you want."
        raise ToolFailed("redirected", message, (str(target.url),))
    return target


async def _read(address: WebAddress, response: httpx.Response) -> DownloadedPage:
    if response.status_code >= 400:
        raise ToolFailed("http_error", f"{address.url} answered HTTP {response.status_code} {response.reason_phrase}.")
    body = bytearray()
    pieces: AsyncGenerator[bytes, None] = decode(response)
    async with aclosing(pieces):
        async for piece in pieces:
            body += piece
            if len(body) > MAX_BYTES:
                raise ToolFailed("too_large", f"The page is larger than {MAX_BYTES // 1_000_000} MB.")
    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return DownloadedPage(str(address.url), media_type, response.charset_encoding or "", bytes(body))
