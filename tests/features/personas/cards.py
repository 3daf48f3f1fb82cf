"""Create character cards as the bytes of PNG pictures."""

import base64
import json
import struct
import zlib
from typing import Any

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks: bytes) -> bytes:
    """Return a picture of one pixel, with these chunks before its own."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    pixel = chunk(b"IDAT", zlib.compress(b"\0\0"))
    return b"".join((SIGNATURE, head, *chunks, pixel, chunk(b"IEND", b"")))


def text(keyword: str, value: bytes) -> bytes:
    return chunk(b"tEXt", keyword.encode("latin-1") + b"\0" + value)


def packed_text(keyword: str, value: bytes) -> bytes:
    return chunk(b"zTXt", keyword.encode("latin-1") + b"\0\0" + zlib.compress(value))


def international(keyword: str, value: bytes, *, packed: bool) -> bytes:
    body = zlib.compress(value) if packed else value
    return chunk(b"iTXt", keyword.encode("latin-1") + b"\0" + bytes([packed, 0]) + b"en\0\0" + body)


def card(**data: Any) -> dict[str, Any]:
    """Return a card of version 2."""
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Aria", **data}}


def coded(value: object) -> bytes:
    """Return a card in the encoding for pictures."""
    return base64.b64encode(json.dumps(value).encode())
