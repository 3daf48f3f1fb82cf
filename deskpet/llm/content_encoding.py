"""Incremental decompression of response bodies in pieces of bounded size.

Compression is not requested, but some proxies apply it nevertheless. httpx decompresses each chunk at once without a
limit: 64 kB of gzip become 64 MB.
"""

import asyncio
import time
import zlib
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from typing import cast

import httpx

PIECE_SIZE = 8 * 1024
"""Maximum length of a piece in bytes."""

# Seconds between two yields to the event loop: one frame at 120 Hz.
_YIELD_SECONDS = 0.008
_ZLIB_HEADER = 2
_NO_ENCODING = ("", "identity")
_WINDOW_BITS = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}


def encoding_of(response: httpx.Response) -> str:
    """Returns the Content-Encoding of the body; empty if there is none."""
    encoding = response.headers.get("content-encoding", "").strip().lower()
    return "" if encoding in _NO_ENCODING else encoding


def can_decode(encoding: str) -> bool:
    """Whether a body in this encoding can be decoded."""
    return not encoding or encoding in _WINDOW_BITS


class LoopYielder:
    """Yields to the event loop at regular intervals while much data is processed."""

    def __init__(self) -> None:
        self._last_yield = time.perf_counter()

    def is_due(self) -> bool:
        """Whether it is time to yield."""
        return time.perf_counter() - self._last_yield > _YIELD_SECONDS

    async def wait(self) -> None:
        """Yield to the event loop once."""
        await asyncio.sleep(0)
        self._last_yield = time.perf_counter()


async def decode(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """Yields the decoded body in pieces of at most PIECE_SIZE. Raises the exceptions of httpx, also DecodingError."""
    decoder, yielder = Decoder(response), LoopYielder()
    async with aclosing(cast("AsyncGenerator[bytes, None]", response.aiter_raw())) as chunks:
        async for chunk in chunks:
            for piece in decoder.pieces(chunk):
                yield piece
                if yielder.is_due():
                    await yielder.wait()


class Decoder:
    """Splits the chunks of a body into pieces of at most PIECE_SIZE bytes, and decompresses them if needed."""

    def __init__(self, response: httpx.Response) -> None:
        """Raises DecodingError for an unsupported encoding."""
        encoding = encoding_of(response)
        if not can_decode(encoding):
            raise httpx.DecodingError(f"the encoding {encoding[:40]} was not asked for")
        self._decompressor = Decompressor(_WINDOW_BITS[encoding]) if encoding else None

    def pieces(self, chunk: bytes) -> Iterable[bytes]:
        """Returns the content of `chunk`, decompressed lazily. Raises DecodingError."""
        if self._decompressor:
            return self._decompressor.feed(chunk)
        return (
            (chunk,)
            if len(chunk) <= PIECE_SIZE
            else (chunk[start : start + PIECE_SIZE] for start in range(0, len(chunk), PIECE_SIZE))
        )


class Decompressor:
    """Incremental gzip or deflate decompressor with pieces of at most PIECE_SIZE bytes."""

    def __init__(self, window_bits: int) -> None:
        """`window_bits` is the `wbits` argument of zlib.decompressobj."""
        self._window_bits = window_bits
        self._zlib = None if window_bits == zlib.MAX_WBITS else zlib.decompressobj(window_bits)
        self._head = b""

    def feed(self, compressed: bytes) -> Iterator[bytes]:
        """Yields the decompressed pieces of `compressed`, some of them empty. Raises DecodingError."""
        if self._zlib is None:
            self._head += compressed
            if len(self._head) < _ZLIB_HEADER:
                return
            compressed = self._head
            self._detect_header(compressed)
        while compressed:
            if self._zlib is None or self._zlib.eof:
                # A gzip file may consist of several members (RFC 1952, section 2.2).
                self._zlib = zlib.decompressobj(self._window_bits)
            try:
                yield self._zlib.decompress(compressed, PIECE_SIZE)
            except zlib.error as error:
                raise httpx.DecodingError(str(error)) from error
            compressed = self._zlib.unconsumed_tail or self._zlib.unused_data

    def _detect_header(self, head: bytes) -> None:
        """Detect the zlib header (RFC 1950), which RFC 9110 requires and some servers omit."""
        has_header = head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head[:_ZLIB_HEADER], "big") % 31 == 0
        self._window_bits = zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
        self._zlib = zlib.decompressobj(self._window_bits)
