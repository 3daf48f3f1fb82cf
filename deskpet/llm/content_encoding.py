"""Incremental decompression of response bodies in pieces of bounded size.

Compression is not requested, but some proxies apply it nevertheless. httpx decompresses each chunk at once without a
limit: 64 kB of gzip become 64 MB.
"""

import asyncio
import time
import zlib
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing
from importlib import import_module
from typing import Any, cast

import httpx

PIECE_SIZE = 8 * 1024
"""Maximum length of a piece in bytes."""

# Seconds between two yields to the event loop: one frame at 120 Hz.
_YIELD_SECONDS = 0.008
_ZLIB_HEADER = 2
_NO_ENCODING = ("", "identity")
# The largest window that RFC 9659 allows in HTTP: 8 MB.
_ZSTD_WINDOW_LOG = 23


def encoding_of(response: httpx.Response) -> str:
    """Return the Content-Encoding of the body; empty if there is none."""
    encoding = response.headers.get("content-encoding", "").strip().lower()
    return "" if encoding in _NO_ENCODING else encoding


def can_decode(encoding: str) -> bool:
    """Whether a body in this encoding can be decoded."""
    return not encoding or encoding in _DECOMPRESSORS


class LoopYielder:
    """Yield to the event loop at regular intervals while much data is processed."""

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
    """Yield the decoded body in pieces of at most PIECE_SIZE. Raises the exceptions of httpx, also DecodingError."""
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
        """Raise DecodingError for an unsupported encoding."""
        encoding = encoding_of(response)
        if not can_decode(encoding):
            raise httpx.DecodingError(f"the encoding {encoding[:40]} was not asked for")
        self._decompressor = _DECOMPRESSORS[encoding]() if encoding else None

    def pieces(self, chunk: bytes) -> Iterable[bytes]:
        """Return the content of `chunk`, decompressed lazily. Raises DecodingError."""
        if self._decompressor:
            return self._decompressor.feed(chunk)
        return (chunk,) if len(chunk) <= PIECE_SIZE else _slices(chunk)


def _slices(data: bytes) -> Iterator[bytes]:
    """Yield `data` in pieces of at most PIECE_SIZE bytes, cut after a line if possible: joining lines takes longer."""
    start = 0
    while start < len(data):
        end = start + PIECE_SIZE
        if end < len(data):
            end = data.rfind(b"\n", start, end) + 1 or end
        yield data[start:end]
        start = end


class ZlibDecompressor:
    """Decompresses gzip or deflate."""

    def __init__(self, window_bits: int) -> None:
        """`window_bits` is the `wbits` argument of zlib.decompressobj."""
        self._window_bits = window_bits
        self._zlib = None if window_bits == zlib.MAX_WBITS else zlib.decompressobj(window_bits)
        self._head = b""

    def feed(self, compressed: bytes) -> Iterator[bytes]:
        """Yield the decompressed pieces of at most PIECE_SIZE bytes, some of them empty. Raises DecodingError."""
        if self._zlib is None:
            self._head += compressed
            if len(self._head) < _ZLIB_HEADER:
                return
            compressed = self._head
            # The zlib header (RFC 1950), which RFC 9110 requires and some servers omit.
            first, head = compressed[0] & 0x0F, int.from_bytes(compressed[:_ZLIB_HEADER], "big")
            self._window_bits = zlib.MAX_WBITS if first == zlib.DEFLATED and head % 31 == 0 else -zlib.MAX_WBITS
            self._zlib = zlib.decompressobj(self._window_bits)
        while compressed:
            if self._zlib.eof:
                # A gzip file may consist of several members (RFC 1952, section 2.2).
                self._zlib = zlib.decompressobj(self._window_bits)
            try:
                yield self._zlib.decompress(compressed, PIECE_SIZE)
            except zlib.error as error:
                raise httpx.DecodingError(str(error)) from error
            compressed = self._zlib.unconsumed_tail or self._zlib.unused_data


class BrotliDecompressor:
    """Decompresses Brotli (RFC 7932)."""

    def __init__(self) -> None:
        # The package has no types.
        brotli: Any = import_module("brotli")
        self._brotli = brotli.Decompressor()
        self._error: type[Exception] = brotli.error

    def feed(self, compressed: bytes) -> Iterator[bytes]:
        """Yield the decompressed pieces of at most PIECE_SIZE bytes, some of them empty. Raises DecodingError."""
        try:
            # The library's buffer has a minimum size of 32 kB.
            content = self._brotli.process(compressed, output_buffer_limit=PIECE_SIZE)
            while content:
                yield from _slices(content)
                content = (
                    b"" if self._brotli.is_finished() else self._brotli.process(b"", output_buffer_limit=PIECE_SIZE)
                )
        except self._error as error:
            raise httpx.DecodingError(str(error)) from error


class ZstdDecompressor:
    """Decompresses Zstandard (RFC 8878)."""

    def __init__(self) -> None:
        from backports import zstd

        self._options = {int(zstd.DecompressionParameter.window_log_max): _ZSTD_WINDOW_LOG}
        self._new = zstd.ZstdDecompressor
        self._error = zstd.ZstdError
        self._zstd = self._new(options=self._options)

    def feed(self, compressed: bytes) -> Iterator[bytes]:
        """Yield the decompressed pieces of at most PIECE_SIZE bytes, some of them empty. Raises DecodingError."""
        try:
            while compressed or not (self._zstd.needs_input or self._zstd.eof):
                if self._zstd.eof:
                    # A body may consist of several frames (RFC 8878, section 3).
                    self._zstd = self._new(options=self._options)
                yield self._zstd.decompress(compressed, PIECE_SIZE)
                compressed = self._zstd.unused_data if self._zstd.eof else b""
        except self._error as error:
            raise httpx.DecodingError(str(error)) from error


_DECOMPRESSORS: dict[str, Callable[[], ZlibDecompressor | BrotliDecompressor | ZstdDecompressor]] = {
    "gzip": lambda: ZlibDecompressor(16 + zlib.MAX_WBITS),
    "x-gzip": lambda: ZlibDecompressor(16 + zlib.MAX_WBITS),
    "deflate": lambda: ZlibDecompressor(zlib.MAX_WBITS),
    "br": BrotliDecompressor,
    "zstd": ZstdDecompressor,
}
