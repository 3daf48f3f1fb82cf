"""Check that a texture can be decoded, without an image library, because models are checked before Qt starts.

A picture of another format or of too large a size is converted to a PNG by a child process.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from deskpet.config import paths
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.processes.cancellation import check_cancelled
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

# The side length in pixels that every current graphics driver supports, that of a picture that can still be made
# smaller, and the file size.
MAX_SIDE, MAX_SOURCE_SIDE, MAX_BYTES = 8192, 32768, 256 * 1024 * 1024

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_OTHERS = ((b"\xff\xd8\xff", 0, "JPEG"), (b"WEBP", 8, "WebP"), (b"BM", 0, "BMP"), (b"GIF8", 0, "GIF"))
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PIECE = 1 << 20
_CHILD = Path(__file__).parent / "repaint.py"


class BadTexture(ValueError):
    """A picture that can't be decoded. The message is the reason."""


def find_fault(path: Path, *, thorough: bool) -> str | None:
    """Return why the picture at `path` must be repainted, or None if it can be used unchanged.

    `thorough` also decompresses every pixel. Raises BadTexture if the picture is damaged.
    """
    return _find_fault_of(_read(path), thorough=thorough)


def _read(path: Path) -> bytes:
    try:
        return read_bounded(path, MAX_BYTES)
    except UnusableFile as error:
        raise BadTexture(str(error)) from error


def _find_fault_of(data: bytes, *, thorough: bool) -> str | None:
    for magic, at, kind in _OTHERS:
        if data[at : at + len(magic)] == magic:
            return tr("it is a {kind} picture, not a PNG", kind=kind)
    if not data.startswith(SIGNATURE):
        raise BadTexture(tr("it is empty" if not data else "it is not a PNG picture"))
    chunks = list(_chunks(data))
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1] != b"IEND" or b"IDAT" not in kinds:
        raise BadTexture(tr("it breaks off in the middle"))
    width, height, raw_bytes = _header(chunks[0][1])
    if thorough and raw_bytes:
        _check_pixel_data((body for kind, body in chunks if kind == b"IDAT"), raw_bytes)
    if max(width, height) > MAX_SIDE:
        return tr(
            "it is {width} x {height} pixels, and the limit is {most} a side", width=width, height=height, most=MAX_SIDE
        )
    return None


def repaint(path: Path, folder: Path) -> Path:
    """Convert the picture at `path` to a PNG in `folder` with no side above MAX_SIDE, and return the PNG's path.

    An existing copy is used again. Raises BadTexture.
    """
    stat = path.stat()
    digest = hashlib.sha256(f"{path} {stat.st_size} {stat.st_mtime_ns}".encode()).hexdigest()[:16]
    copy = folder / f"{digest}.png"
    if not paths.exists(copy):
        if why := paths.unwritable_reason(folder):
            raise BadTexture(tr("its smaller copy can't be kept: {why}", why=why))
        try:
            write_atomically(copy, _repainted(_read(path)))
        except OSError as error:
            raise BadTexture(tr("its smaller copy can't be kept: {why}", why=reason_of(error))) from error
    return copy


def _repainted(picture: bytes) -> bytes:
    """Return a picture as a PNG with no side above MAX_SIDE. Raises BadTexture."""
    # Rarely needed.
    from deskpet.processes.child_kinds import TEXTURE
    from deskpet.processes.one_shot import ChildFailed, exchange

    try:
        order = json.dumps({"max_side": MAX_SIDE}).encode()
        head, _, png = exchange(TEXTURE, _CHILD, order + b"\n" + picture).partition(b"\n")
        # The picture may have taken the child over.
        is_made = "error" not in json.loads(head) and _find_fault_of(png, thorough=False) is None
    except (ChildFailed, ValueError, TypeError, RecursionError):
        is_made, png = False, b""
    if not is_made:
        raise BadTexture(tr("its picture data is damaged, or too large to be made smaller"))
    return png


def _header(body: bytes) -> tuple[int, int, int]:
    """Return width, height, and the bytes of all decompressed rows, each with its filter byte; 0 if interlaced."""
    if len(body) != 13:
        raise BadTexture(tr("its header is damaged"))
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
    if not (width and height) or colour not in _CHANNELS:
        raise BadTexture(tr("its header is damaged"))
    if max(width, height) > MAX_SOURCE_SIDE:
        raise BadTexture(
            tr(
                "it is {width} x {height} pixels; {most} a side is far beyond any model's",
                width=width,
                height=height,
                most=MAX_SOURCE_SIDE,
            )
        )
    return width, height, 0 if interlaced else height * (1 + (width * _CHANNELS[colour] * depth + 7) // 8)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield type and data of every PNG chunk and verify the checksums (PNG specification, section 5.3)."""
    at = len(SIGNATURE)
    while at < len(data):
        check_cancelled()
        length, kind = struct.unpack_from(">I4s", data.ljust(at + 8, b"\0"), at)
        body, end = data[at + 8 : at + 8 + length], at + 12 + length
        if end > len(data):
            raise BadTexture(tr("it breaks off in the middle"))
        if zlib.crc32(body, zlib.crc32(kind)) != struct.unpack_from(">I", data, end - 4)[0]:
            raise BadTexture(tr("it is damaged: a checksum is wrong"))
        yield kind, body
        if kind == b"IEND":
            return
        at = end


def _check_pixel_data(bodies: Iterator[bytes], expected: int) -> None:
    decompressor, length = zlib.decompressobj(), 0
    try:
        for body in bodies:
            packed = body
            while packed and length <= expected:
                check_cancelled()
                length += len(decompressor.decompress(packed, _PIECE))
                packed = decompressor.unconsumed_tail
        length += len(decompressor.flush())
    except zlib.error as error:
        raise BadTexture(tr("its picture data is damaged")) from error
    if length < expected:
        raise BadTexture(tr("its picture data breaks off in the middle"))
