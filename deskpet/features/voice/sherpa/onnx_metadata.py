"""Read and add to the metadata of an ONNX file without loading the model.

The file is a message of protocol buffers, `ModelProto` in onnx.proto. Its field 14, `metadata_props`, has pairs of
strings: field 1 is the key, field 2 the value. Other fields, above all the graph with the weights, are skipped.
The pairs of a repeated field may stand anywhere in the message, so more of them are added at its end.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from deskpet.filesystem import private_files

_METADATA, _KEY, _VALUE = 14, 1, 2
_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5
_MAX_FIELDS, _MAX_ENTRY = 4_096, 1 << 20
_MAX_VARINT_BYTES = 10
# Maximum size of a field, in bytes: far more than any model has, and a position that a file can seek to.
_MAX_FIELD = 1 << 40


class _NoMessage(ValueError):
    """The bytes are not a message of protocol buffers."""


def read_metadata(path: Path) -> dict[str, str]:
    """Return the metadata of an ONNX file; of a damaged file, the part before the damage. Raises OSError."""
    values: dict[str, str] = {}
    with path.open("rb") as file:
        try:
            for _ in range(_MAX_FIELDS):
                entry = _next_entry(file)
                if entry is None:
                    break
                if entry:
                    key, value = _pair(entry)
                    values[key] = value
        except _NoMessage:
            return values
    return values


def write_metadata(path: Path, values: Mapping[str, str]) -> None:
    """Add metadata to the end of an ONNX file. Raises OSError."""
    with open(path, "ab", opener=private_files.opener) as file:
        for key, value in values.items():
            pair = _field(_KEY, key.encode()) + _field(_VALUE, value.encode())
            file.write(_field(_METADATA, pair))


def _field(number: int, content: bytes) -> bytes:
    """Return a field of bytes as it is written."""
    return _encoded(number << 3 | _BYTES) + _encoded(len(content)) + content


def _encoded(value: int) -> bytes:
    """Return a number as it is written: seven bits a byte, the lowest first."""
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def _next_entry(file: BinaryIO) -> bytes | None:
    """Return the metadata in the next field, empty if it is another field, None at the end."""
    tag = _varint(file)
    if tag is None:
        return None
    number, kind = tag >> 3, tag & 7
    if kind == _VARINT:
        _varint(file)
        return b""
    length = {_FIXED_64: 8, _FIXED_32: 4}.get(kind)
    if kind == _BYTES:
        length = _varint(file)
    if length is None or length > _MAX_FIELD:
        raise _NoMessage
    if number == _METADATA and kind == _BYTES and length <= _MAX_ENTRY:
        entry = file.read(length)
        if len(entry) < length:
            raise _NoMessage
        return entry
    file.seek(length, 1)
    return b""


def _varint(file: BinaryIO) -> int | None:
    """Return the next number: seven bits a byte, the lowest first. None at the end of the file."""
    value = 0
    for index in range(_MAX_VARINT_BYTES):
        byte = file.read(1)
        if not byte:
            return None
        value |= (byte[0] & 0x7F) << 7 * index
        if byte[0] < 0x80:
            return value
    raise _NoMessage


def _pair(entry: bytes) -> tuple[str, str]:
    """Return key and value of a StringStringEntryProto."""
    fields, file = {_KEY: b"", _VALUE: b""}, BytesIO(entry)
    while (tag := _varint(file)) is not None:
        length = _varint(file)
        if tag & 7 != _BYTES or length is None or file.tell() + length > len(entry):
            raise _NoMessage
        fields[tag >> 3] = file.read(length)
    return fields[_KEY].decode("utf-8", "replace"), fields[_VALUE].decode("utf-8", "replace")
