"""Whether a texture will decode, without an image library: models are checked before Qt starts."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_SIDE = 16384

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PIECE = 1 << 20


class BadTexture(ValueError):
    """A picture that will not decode; its message says why."""


@dataclass(frozen=True, slots=True)
class _Header:
    width: int
    height: int
    depth: int
    colour: int
    interlaced: int

    @property
    def raw_bytes(self) -> int:
        """How long the unpacked rows are, each with its filter byte."""
        return self.height * (1 + (self.width * _CHANNELS[self.colour] * self.depth + 7) // 8)


def check(path: Path, *, thorough: bool) -> None:
    """Raise BadTexture when the picture at `path` is damaged; `thorough` also unpacks every pixel."""
    data = path.read_bytes()
    if data.startswith(_JPEG):
        return
    if not data.startswith(_SIGNATURE):
        raise BadTexture("it is empty" if not data else "it is not a PNG picture")
    chunks = list(_chunks(data))
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1] != b"IEND" or b"IDAT" not in kinds:
        raise BadTexture("it breaks off in the middle")
    header = _header(chunks[0][1])
    if thorough and not header.interlaced:
        _unpack((body for kind, body in chunks if kind == b"IDAT"), header.raw_bytes)


def _header(body: bytes) -> _Header:
    if len(body) != 13:
        raise BadTexture("its header is damaged")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
    if not (width and height) or colour not in _CHANNELS:
        raise BadTexture("its header is damaged")
    if max(width, height) > MAX_SIDE:
        raise BadTexture(f"it is {width} x {height} pixels; {MAX_SIDE} a side is the most that can be shown")
    return _Header(width, height, depth, colour, interlaced)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and body of every PNG chunk, their checksums verified (PNG specification, section 5.3)."""
    at = len(_SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data.ljust(at + 8, b"\0"), at)
        body, end = data[at + 8 : at + 8 + length], at + 12 + length
        if end > len(data):
            raise BadTexture("it breaks off in the middle")
        if zlib.crc32(body, zlib.crc32(kind)) != struct.unpack_from(">I", data, end - 4)[0]:
            raise BadTexture("it is damaged: a checksum is wrong")
        yield kind, body
        if kind == b"IEND":
            return
        at = end


def _unpack(bodies: Iterator[bytes], expected: int) -> None:
    unpacker, length = zlib.decompressobj(), 0
    try:
        for body in bodies:
            packed = body
            while packed and length <= expected:
                length += len(unpacker.decompress(packed, _PIECE))
                packed = unpacker.unconsumed_tail
        length += len(unpacker.flush())
    except zlib.error as error:
        raise BadTexture("its picture data is damaged") from error
    if length < expected:
        raise BadTexture("its picture data breaks off in the middle")
