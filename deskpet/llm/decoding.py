"""The bytes of an answer's body in small pieces, unpacked a little at a time.

Packed answers are not asked for, and some proxies pack them all the same. httpx unpacks each piece at once, whatever
comes out of it: 64 kB of gzip become 64 MB.
"""

import asyncio
import time
import zlib
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from typing import cast

import httpx

STEP = 8 * 1024
"""No piece has more bytes."""

# As long as a frame at 120 Hz; what else there is to do then has its turn.
_HOLD_SECONDS = 0.008
_ZLIB_HEADER = 2
_PLAIN = ("", "identity")
_PACKED = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}


def encoding_of(response: httpx.Response) -> str:
    """The body's Content-Encoding; empty where there is none."""
    encoding = response.headers.get("content-encoding", "").strip().lower()
    return "" if encoding in _PLAIN else encoding


def can_decode(encoding: str) -> bool:
    """Whether a body in this encoding can be read."""
    return not encoding or encoding in _PACKED


class Pause:
    """Lets the event loop have its turn now and then, however much a server sends at once."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    def is_due(self) -> bool:
        """Whether everything else has waited long enough."""
        return time.perf_counter() - self._began > _HOLD_SECONDS

    async def take(self) -> None:
        """Let everything else that is due be done."""
        await asyncio.sleep(0)
        self._began = time.perf_counter()


async def decoded(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """The body's bytes in pieces of at most STEP. Raises what httpx raises, DecodingError among it."""
    decoder, pause = Decoder(response), Pause()
    async with aclosing(cast("AsyncGenerator[bytes, None]", response.aiter_raw())) as chunks:
        async for chunk in chunks:
            for piece in decoder.pieces(chunk):
                yield piece
                if pause.is_due():
                    await pause.take()


class Decoder:
    """Cuts what comes of a body into pieces of at most STEP bytes, and unpacks it where it is packed."""

    def __init__(self, response: httpx.Response) -> None:
        """Raises DecodingError for an encoding that can't be read."""
        encoding = encoding_of(response)
        if not can_decode(encoding):
            raise httpx.DecodingError(f"the encoding {encoding[:40]} was not asked for")
        self._unpacker = Unpacker(_PACKED[encoding]) if encoding else None

    def pieces(self, chunk: bytes) -> Iterable[bytes]:
        """What `chunk` holds, unpacked only as far as it is asked for. Raises DecodingError."""
        if self._unpacker:
            return self._unpacker.feed(chunk)
        return (chunk,) if len(chunk) <= STEP else (chunk[at : at + STEP] for at in range(0, len(chunk), STEP))


class Unpacker:
    """Unpacks gzip or deflate, however much comes out of it, in pieces of at most STEP bytes."""

    def __init__(self, window_bits: int) -> None:
        """`window_bits` as zlib.decompressobj takes it."""
        self._window_bits = window_bits
        self._zlib = None if window_bits == zlib.MAX_WBITS else zlib.decompressobj(window_bits)
        self._head = b""

    def feed(self, packed: bytes) -> Iterator[bytes]:
        """The pieces that come out of `packed`; an empty one where a part gives nothing. Raises DecodingError."""
        if self._zlib is None:
            self._head += packed
            if len(self._head) < _ZLIB_HEADER:
                return
            packed = self._head
            self._open(packed)
        while packed:
            if self._zlib is None or self._zlib.eof:
                # A gzip file may hold several, one after the other (RFC 1952, section 2.2).
                self._zlib = zlib.decompressobj(self._window_bits)
            try:
                yield self._zlib.decompress(packed, STEP)
            except zlib.error as error:
                raise httpx.DecodingError(str(error)) from error
            packed = self._zlib.unconsumed_tail or self._zlib.unused_data

    def _open(self, head: bytes) -> None:
        """Some servers leave out the zlib header (RFC 1950) that RFC 9110 asks for."""
        has_header = head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head[:_ZLIB_HEADER], "big") % 31 == 0
        self._window_bits = zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
        self._zlib = zlib.decompressobj(self._window_bits)
