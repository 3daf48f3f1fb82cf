"""Download a file whose size and hash are known beforehand: resumed after a break, and verified before it is used.

What has come stays beside the target until the file is whole, also after the program has ended. The server may be
anyone's: it is asked for no more than the known size, and what it sends counts only with the known hash.
"""

import asyncio
import hashlib
import ipaddress
import os
import re
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NoReturn

import httpx

from deskpet import __version__
from deskpet.filesystem import private_files
from deskpet.llm.errors import RequestFailed
from deskpet.llm.proxies import ProxyRouter
from deskpet.network.web_network import WebNetwork
from deskpet.processes.threads import run_in_thread
from deskpet.text.reasons import reason_of
from deskpet.text.sizes import format_size
from deskpet.translation import join_sentences, tr

Progress = Callable[[int, int], object]
"""Called with the bytes that have come, and those of the whole file."""

_REDIRECTS = (301, 302, 303, 307, 308)
_MAX_REDIRECTS = 5
_CONTENT_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


class DownloadFailed(Exception):
    """Nothing usable was downloaded. The message is translated, with the cause and the next step."""


class _BrokeOff(Exception):
    """The connection ended early, or was too slow. The message is the cause."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file on a server, as somebody whom the user trusts describes it. sha256: in hexadecimal digits."""

    url: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class DownloadLimits:
    """What a server may take its time for.

    silent_s: longest pause. least_bytes, window_s: fewest bytes in so many seconds. attempts: how often a download is
    resumed that breaks off.
    """

    silent_s: float = 30
    least_bytes: int = 10_000
    window_s: float = 20
    attempts: int = 5


LIMITS = DownloadLimits()


class FileServer:
    """Downloads from one address, and from where that may lead to.

    hosts: others that may be asked where the address redirects to them, such as those of a content delivery network.
    """

    def __init__(self, hosts: tuple[str, ...] = (), limits: DownloadLimits = LIMITS) -> None:
        self._hosts, self._limits = hosts, limits

    async def read(self, url: str, most: int) -> bytes:
        """Return the content of a small file of at most `most` bytes. Raises DownloadFailed."""
        async with self._transport(url) as transport:
            try:
                async with asyncio.timeout(self._limits.silent_s), self._open(transport, url, {}) as response:
                    return await _read_all(_host(url), response, most)
            except (_BrokeOff, TimeoutError) as error:
                reason = str(error) or tr("it was too slow")
                message = tr("{host} broke off: {reason}. Try again later.", host=_host(url), reason=reason)
                raise DownloadFailed(message) from error

    async def download(self, wanted: RemoteFile, target: Path, progress: Progress = lambda done, whole: None) -> None:
        """Download a file to `target`, unless it is there already. Raises DownloadFailed and OSError."""
        if await run_in_thread(lambda: _is_whole(target, wanted)):
            return
        private_files.create_folder(target.parent)
        part = target.with_name(f"{target.name}.{wanted.sha256[:12]}.part")
        async with self._transport(wanted.url) as transport:
            await self._fetch_all(transport, wanted, part, progress)
        if not await run_in_thread(lambda: _is_whole(part, wanted)):
            _discard(part)
            name = target.name
            raise DownloadFailed(tr("{name} came damaged, and was deleted. Try again, in another network.", name=name))
        part.replace(target)
        _discard(part)

    @asynccontextmanager
    async def _transport(self, url: str) -> AsyncGenerator[ProxyRouter]:
        transport = await WebNetwork().open()
        try:
            yield transport
        except RequestFailed as error:
            notice = error.notice.notice
            raise DownloadFailed(join_sentences(f"{notice.title}.", notice.cause, notice.next_step)) from error
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            _raise_unreachable(url, error)
        finally:
            await transport.aclose()

    async def _fetch_all(self, transport: ProxyRouter, wanted: RemoteFile, part: Path, progress: Progress) -> None:
        """Fetch what is missing, again and again as long as each time brings some of it."""
        for attempt in range(self._limits.attempts):
            before = _size(part)
            try:
                await self._fetch_rest(transport, wanted, part, progress)
            except _BrokeOff as error:
                if _size(part) <= before or attempt + 1 == self._limits.attempts:
                    raise DownloadFailed(_broken_text(wanted, _size(part), error)) from error
            else:
                return

    async def _fetch_rest(self, transport: ProxyRouter, wanted: RemoteFile, part: Path, progress: Progress) -> None:
        done, note = _size(part), _validator_file(part)
        if done >= wanted.size:
            return
        headers: dict[str, str] = {}
        if done:
            headers["Range"] = f"bytes={done}-"
            # RFC 9110, 13.1.5: the server sends the rest if the file is still the same, else the whole file.
            if note.exists():
                headers["If-Range"] = note.read_text(encoding="ascii")
        async with self._open(transport, wanted.url, headers) as response:
            done = _first_byte(response, wanted, done)
            _keep_validator(response, note)
            with _open_at(part, done) as file:
                async for piece in self._pieces(response):
                    done += len(piece)
                    if done > wanted.size:
                        _refuse_size(wanted, part)
                    file.write(piece)
                    progress(done, wanted.size)
        if done < wanted.size:
            raise _BrokeOff(tr("the rest is missing"))

    async def _pieces(self, response: httpx.Response) -> AsyncGenerator[bytes]:
        """Yield what comes, as it is. Raises _BrokeOff if that ends early or takes too long."""
        began, count = time.monotonic(), 0
        try:
            async for piece in response.aiter_raw():
                yield piece
                count += len(piece)
                if time.monotonic() - began > self._limits.window_s:
                    if count < self._limits.least_bytes:
                        raise _BrokeOff(tr("it was too slow"))
                    began, count = time.monotonic(), 0
        except httpx.TimeoutException as error:
            raise _BrokeOff(tr("it was too slow")) from error
        except (httpx.HTTPError, OSError) as error:
            raise _BrokeOff(reason_of(error) if isinstance(error, OSError) else str(error)) from error

    @asynccontextmanager
    async def _open(self, transport: ProxyRouter, url: str, headers: dict[str, str]) -> AsyncGenerator[httpx.Response]:
        """Yield the answer after redirects. Raises DownloadFailed for another one than the file or a part of it."""
        address = checked_address(url)
        for _ in range(_MAX_REDIRECTS + 1):
            response = await transport.handle_async_request(_request(address, headers, self._limits.silent_s))
            async with aclosing(response):
                if response.status_code in _REDIRECTS:
                    address = self._redirect_target(address, response)
                    continue
                _require_success(address, response)
                yield response
                return
        raise DownloadFailed(tr("{host} redirects in circles. Try again later.", host=address.host))

    def _redirect_target(self, address: httpx.URL, response: httpx.Response) -> httpx.URL:
        target = address.join(response.headers.get("location", ""))
        is_same = (target.scheme, target.netloc) == (address.scheme, address.netloc)
        if is_same or (target.scheme == "https" and target.host in self._hosts):
            return target
        named = {"host": address.host, "target": target}
        message = tr("{host} leads to {target}, which is no address of this program. Nothing was downloaded.", **named)
        raise DownloadFailed(message)


def request_text(url: str) -> str:
    """Return the request for an address as it is sent, line by line."""
    request = _request(checked_address(url), {}, LIMITS.silent_s)
    headers = (f"{name.decode()}: {value.decode()}" for name, value in request.headers.raw)
    return "\n".join([f"{request.method} {request.url}", *headers])


def checked_address(url: str) -> httpx.URL:
    """Return a parsed address: of https, or of this computer. Raises DownloadFailed."""
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise DownloadFailed(tr("{address} is not an address: {reason}.", address=url, reason=error)) from error
    if address.scheme == "https" or (address.scheme == "http" and _is_loopback(address.host)):
        return address
    raise DownloadFailed(tr("{address} is not encrypted: it has to begin with https://.", address=url))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _request(address: httpx.URL, headers: dict[str, str], seconds: float) -> httpx.Request:
    usual = {"User-Agent": f"deskpet/{__version__}", "Accept": "*/*", "Accept-Encoding": "identity"}
    return httpx.Request(
        "GET", address, headers=usual | headers, extensions={"timeout": httpx.Timeout(seconds).as_dict()}
    )


async def _read_all(host: str, response: httpx.Response, most: int) -> bytes:
    content = bytearray()
    try:
        async for piece in response.aiter_raw():
            content += piece
            if len(content) > most:
                named = {"host": host, "size": format_size(most)}
                raise DownloadFailed(tr("{host} sends more than {size}. Nothing of it was used.", **named))
    except (httpx.HTTPError, OSError) as error:
        raise _BrokeOff(str(error) or type(error).__name__) from error
    return bytes(content)


def _require_success(address: httpx.URL, response: httpx.Response) -> None:
    if response.status_code not in (200, 206, 416):
        named = {"address": address, "status": f"{response.status_code} {response.reason_phrase}"}
        raise DownloadFailed(tr("{address} answered {status}. Try again later.", **named))


def _first_byte(response: httpx.Response, wanted: RemoteFile, done: int) -> int:
    """Return the position of the first byte of an answer. Raises _BrokeOff if it can't be used."""
    if response.status_code == 200:
        if int(response.headers.get("content-length") or 0) > wanted.size:
            _refuse_size(wanted)
        return 0
    found = _CONTENT_RANGE.fullmatch(response.headers.get("content-range", ""))
    if response.status_code == 206 and found and int(found[1]) <= done:
        return int(found[1])
    raise _BrokeOff(tr("it sent another part than the one that was asked for"))


def _refuse_size(wanted: RemoteFile, part: Path | None = None) -> NoReturn:
    if part:
        _discard(part)
    named = {"host": _host(wanted.url), "size": format_size(wanted.size)}
    raise DownloadFailed(tr("{host} sends more than the {size} that were announced. Nothing was kept.", **named))


def _raise_unreachable(url: str, error: Exception) -> NoReturn:
    if isinstance(error, OSError) and error.filename:
        # Of the disk, not of the network.
        raise error
    reason = str(error) or type(error).__name__
    message = tr("{host} can't be reached: {reason}. Try again later.", host=_host(url), reason=reason)
    raise DownloadFailed(message) from error


def _broken_text(wanted: RemoteFile, kept: int, error: _BrokeOff) -> str:
    named = {"host": _host(wanted.url), "reason": error, "size": format_size(kept), "whole": format_size(wanted.size)}
    return tr("{host} broke off: {reason}. {size} of {whole} are kept; try again later to get the rest.", **named)


def _keep_validator(response: httpx.Response, note: Path) -> None:
    """Keep what names this state of the file on the server. Weak tags compare other things than bytes."""
    tag = response.headers.get("etag", "")
    validator = tag if tag.startswith('"') else response.headers.get("last-modified", "")
    note.unlink(missing_ok=True)
    if validator.isascii() and validator:
        with _errors_named(note):
            private_files.touch(note)
            note.write_text(validator, encoding="ascii")


@contextmanager
def _open_at(part: Path, position: int) -> Generator[BinaryIO]:
    """Open what has come to write from a position on, and drop what is behind it."""
    with _errors_named(part):
        private_files.touch(part)
        os.truncate(part, position)
        with part.open("ab") as file:
            yield file


@contextmanager
def _errors_named(file: Path) -> Generator[None]:
    """Give errors the name of a file: that of a full disk has none, and would be told as one of the network."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def _validator_file(part: Path) -> Path:
    return part.with_name(f"{part.name}.etag")


def _discard(part: Path) -> None:
    part.unlink(missing_ok=True)
    _validator_file(part).unlink(missing_ok=True)


def _is_whole(file: Path, wanted: RemoteFile) -> bool:
    """Return whether a file is there with the size and the hash."""
    if _size(file) != wanted.size:
        return False
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest() == wanted.sha256


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _host(url: str) -> str:
    return httpx.URL(url).host
