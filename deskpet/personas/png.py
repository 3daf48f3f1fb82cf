"""The text in a PNG file, and nothing else of it: character cards are pictures with a text chunk.

Follows the PNG specification, third edition, sections 5.3 (chunk layout) and 11.3.3 (tEXt, zTXt, iTXt). Check sums
are not looked at: a text that is damaged fails where it is read.
"""

import zlib
from collections.abc import Iterator

from deskpet.personas.persona import PersonaError
from deskpet.words import tr, tr_noop

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LONGEST_TEXT = 8 * 1024 * 1024
"""The most that one text may have, in bytes and unpacked: a small file can hold a bomb."""

MOST_CHUNKS = 100_000
_CUT_OFF = tr_noop("The picture is cut off or damaged. Get it again from where it came from.")


def texts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Each text of a PNG file with its keyword, in the file's order.

    Raises PersonaError when `data` is no PNG, ends too early, or holds a text that is too long or can't be unpacked.
    """
    for kind, body in _chunks(data):
        if kind in _READERS:
            keyword, _, rest = body.partition(b"\0")
            yield keyword.decode("latin-1"), _READERS[kind](rest)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not data.startswith(SIGNATURE):
        raise PersonaError(tr("This is no PNG picture."))
    at = len(SIGNATURE)
    for _ in range(MOST_CHUNKS):
        length = int.from_bytes(data[at : at + 4], "big")
        kind, end = data[at + 4 : at + 8], at + 8 + length
        # The four bytes of the check sum must be there, too.
        if len(kind) < 4 or end + 4 > len(data):
            raise PersonaError(tr(_CUT_OFF))
        yield kind, data[at + 8 : end]
        if kind == b"IEND":
            return
        at = end + 4
    raise PersonaError(tr("The picture has far too many parts to be a character card."))


def _plain(rest: bytes) -> bytes:
    if len(rest) > LONGEST_TEXT:
        raise PersonaError(_too_long())
    return rest


def _packed(rest: bytes) -> bytes:
    return _unpacked(rest[1:])


def _international(rest: bytes) -> bytes:
    is_packed = rest[:1] == b"\1"
    _language, _, rest = rest[2:].partition(b"\0")
    _translated, _, text = rest.partition(b"\0")
    return _unpacked(text) if is_packed else _plain(text)


def _unpacked(packed: bytes) -> bytes:
    try:
        text = zlib.decompressobj().decompress(packed, LONGEST_TEXT + 1)
    except zlib.error as error:
        raise PersonaError(tr(_CUT_OFF)) from error
    return _plain(text)


def _too_long() -> str:
    return tr("A text in the picture is longer than {mb} MB: that is no character card.", mb=LONGEST_TEXT >> 20)


_READERS = {b"tEXt": _plain, b"zTXt": _packed, b"iTXt": _international}
