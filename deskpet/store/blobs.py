"""Storage of pictures by their hash: the JSON of a message refers to them, and each is stored once."""

import hashlib
import re
import sqlite3
from base64 import b64decode, b64encode
from typing import Any, cast

from deskpet.translation import tr_noop

# Base64 has no colon.
_PREFIX = "blob:"
_HASH = re.compile("blob:[0-9a-f]{64}")


def extract(database: sqlite3.Connection, message: int, value: Any) -> Any:
    """Return `value` with references in place of the data of pictures, which are stored for the message `message`."""
    match value:
        case {"kind": "image", "data": str(data)} if not data.startswith(_PREFIX):
            picture = cast("dict[str, Any]", value)
            return picture | {"data": _store(database, message, data)}
        case dict():
            values = cast("dict[str, Any]", value)
            return {key: extract(database, message, each) for key, each in values.items()}
        case list():
            return [extract(database, message, each) for each in cast("list[Any]", value)]
        case _:
            return value


def restore(database: sqlite3.Connection, value: Any) -> Any:
    """Return `value` with the data of pictures in place of the references."""
    match value:
        case {"kind": "image", "data": str(data)} if data.startswith(_PREFIX):
            return _load(database, cast("dict[str, Any]", value), data)
        case dict():
            return {key: restore(database, each) for key, each in cast("dict[str, Any]", value).items()}
        case list():
            return [restore(database, each) for each in cast("list[Any]", value)]
        case _:
            return value


def has_pictures(text: bytes) -> bool:
    """Whether the JSON may contain references to pictures."""
    return _PREFIX.encode() in text


def delete_unused(database: sqlite3.Connection) -> None:
    """Delete the pictures that no message refers to."""
    database.execute("DELETE FROM blobs WHERE hash NOT IN (SELECT hash FROM pictures)")


def _store(database: sqlite3.Connection, message: int, data: str) -> str:
    """Store a picture given as base64 and return the reference to it; other data is returned as it is."""
    try:
        picture = b64decode(data, validate=True)
    except ValueError:
        return data
    if b64encode(picture).decode() != data:
        return data
    name = hashlib.sha256(picture).hexdigest()
    database.execute("INSERT OR IGNORE INTO blobs VALUES (?, ?)", (name, picture))
    database.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (message, name))
    return f"{_PREFIX}{name}"


def _load(database: sqlite3.Connection, picture: dict[str, Any], reference: str) -> dict[str, Any]:
    """Return the picture with its data, or a notice if the data is missing from the file."""
    row = database.execute("SELECT data FROM blobs WHERE hash = ?", (reference.removeprefix(_PREFIX),)).fetchone()
    if row and isinstance(row[0], bytes):
        return picture | {"data": b64encode(row[0]).decode()}
    if not _HASH.fullmatch(reference):
        return picture
    title = tr_noop("A picture is missing here")
    why = tr_noop("It was lost when the file of the conversations was damaged.")
    notice = {"kind": "notice", "level": "error", "code": "lost_picture"}
    return notice | {"title": title, "cause": why, "details": reference}
