"""Decode and encode text files: encoding, byte order mark and line ends stay as they were."""

import re
from dataclasses import dataclass

from deskpet.chat.tool import ToolFailed
from deskpet.text import text_encoding
from deskpet.text.text_encoding import NotText

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
# Length of the parts in which a text is split, in characters.
_PART = 1 << 16


@dataclass(frozen=True, slots=True)
class TextFormat:
    """How a text is stored. `newline`: the end of its lines if they all have the same, else empty."""

    encoding: str = "utf-8"
    mark: bytes = b""
    newline: str = "\n"

    def encode(self, text: str, path: str) -> bytes:
        """Return the bytes of a text whose lines end with a line feed. Raises ToolFailed."""
        if self.newline == "\r\n":
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            character = ascii(error.object[error.start])
            message = f"{path} is stored as {self.encoding}, which has no {character}. Leave that character out."
            raise ToolFailed("not_encodable", message) from error


@dataclass(frozen=True, slots=True)
class TextFile:
    """The text of a file, whose lines end with a line feed unless they are mixed, and how it is stored."""

    text: str
    format: TextFormat


def decode(data: bytes, path: str) -> TextFile:
    """Decode a text file in any usual encoding. Raises ToolFailed."""
    try:
        found = text_encoding.decode(data)
    except NotText as error:
        if error.is_binary:
            raise ToolFailed("binary", f"{path} is no text: it contains bytes that no text has.") from error
        raise ToolFailed("unknown_encoding", f"{path} is no text in a known encoding, so it can't be read.") from error
    lines, pairs = found.text.count("\n"), found.text.count("\r\n")
    if pairs and pairs == lines:
        return TextFile(found.text.replace("\r\n", "\n"), TextFormat(found.codec, found.mark, "\r\n"))
    return TextFile(found.text, TextFormat(found.codec, found.mark, "" if pairs else "\n"))


def split_lines(text: str) -> list[str]:
    """Return the lines with their ends, which are line feeds; the last one may have none.

    Done in parts, because one call for the whole text would keep the other threads waiting.
    """
    lines: list[str] = []
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin + _PART) + 1 or len(text)
        lines += _LINE.findall(text, begin, end)
        begin = end
    return lines
