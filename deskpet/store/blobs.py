"""Pictures beside the messages that show them: in the JSON stands only a hash, and each picture is kept once."""

import binascii
import hashlib
import re
import sqlite3
from base64 import b64decode, b64encode
from typing import Any, cast

from deskpet.words import tr_noop

# No base64 has a colon in it.
_MARK = "blob:"
_HASH = re.compile("blob:[0-9a-f]{64}")


def put_aside(database: sqlite3.Connection, message: int, value: Any) -> Any:
    """`value` with a hash in place of every picture's data; the pictures are kept for the message `message`."""
    match value:
        case {"kind": "image", "data": str(data)} if not data.startswith(_MARK):
            picture = cast("dict[str, Any]", value)
            return picture | {"data": _kept(database, message, data)}
        case dict():
            values = cast("dict[str, Any]", value)
            return {key: put_aside(database, message, each) for key, each in values.items()}
        case list():
            return [put_aside(database, message, each) for each in cast("list[Any]", value)]
        case _:
            return value


def put_back(database: sqlite3.Connection, value: Any) -> Any:
    """`value` with the pictures in it again."""
    match value:
        case {"kind": "image", "data": str(data)} if data.startswith(_MARK):
            return _picture(database, cast("dict[str, Any]", value), data)
        case dict():
            return {key: put_back(database, each) for key, each in cast("dict[str, Any]", value).items()}
        case list():
            return [put_back(database, each) for each in cast("list[Any]", value)]
        case _:
            return value


def has_pictures(text: bytes) -> bool:
    """Whether `put_back` may have anything to do in this JSON."""
    return _MARK.encode() in text


def forget_unused(database: sqlite3.Connection) -> None:
    """Let go of the pictures that no message shows any more."""
    database.execute("DELETE FROM blobs WHERE hash NOT IN (SELECT hash FROM pictures)")


def _kept(database: sqlite3.Connection, message: int, data: str) -> str:
    try:
        picture = b64decode(data, validate=True)
    except binascii.Error:
        return data
    if b64encode(picture).decode() != data:
        return data
    name = hashlib.sha256(picture).hexdigest()
    database.execute("INSERT OR IGNORE INTO blobs VALUES (?, ?)", (name, picture))
    database.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (message, name))
    return f"{_MARK}{name}"


def _picture(database: sqlite3.Connection, picture: dict[str, Any], mark: str) -> dict[str, Any]:
    """The picture with its data; a notice in its place where the file has lost it."""
    row = database.execute("SELECT data FROM blobs WHERE hash = ?", (mark.removeprefix(_MARK),)).fetchone()
    if row and isinstance(row[0], bytes):
        return picture | {"data": b64encode(row[0]).decode()}
    if not _HASH.fullmatch(mark):
        return picture
    title = tr_noop("A picture is missing here")
    why = tr_noop("It was lost when the file of the conversations was damaged.")
    return {"kind": "notice", "level": "error", "code": "lost_picture", "title": title, "cause": why, "details": mark}
