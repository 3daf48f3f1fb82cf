"""Recognizes a file of another program by what is in it, and returns its conversations."""

import base64
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import IO, Any, BinaryIO

from deskpet.chat.messages import Image
from deskpet.features.history.imports import chatgpt, cherry_studio, claude, deepseek, open_webui, sillytavern
from deskpet.features.history.imports.chatgpt import FindPicture
from deskpet.features.history.imports.source import LeftOutCounts, LeftOutKind, SourceConversation, saved_conversation
from deskpet.features.history.imports.values import Fields, items
from deskpet.store.records import SavedConversation
from deskpet.text.surrogates import replace_lone_surrogates_in

LARGEST_FILE = 512 * 1024 * 1024
"""Of a file, and of what is read of an archive, in bytes."""
_LARGEST_PICTURE, _LARGEST_PICTURES = 8 * 1024 * 1024, 128 * 1024 * 1024
_PICTURES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}
_ARCHIVE = b"PK"


class ExportRefusal(StrEnum):
    """Why a file is not imported."""

    UNKNOWN = "unknown"
    NOT_JSON = "not_json"
    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"
    DAMAGED_ARCHIVE = "damaged_archive"


class NotAnExport(ValueError):
    """The file is none of those that are known, or can't be read."""

    def __init__(self, refusal: ExportRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


@dataclass(slots=True)
class Converted:
    """The conversations of a file, the program that they come from, and what was left out."""

    program: str = ""
    conversations: list[SavedConversation] = field(default_factory=list[SavedConversation])
    left_out: LeftOutCounts = field(default_factory=LeftOutCounts)

    def add(self, program: str, source: SourceConversation) -> None:
        """Add a conversation, unless nothing was said in it."""
        self.program = program
        if saved := saved_conversation(program, source):
            self.conversations.append(saved)
        else:
            self.left_out.add(LeftOutKind.EMPTY)


def convert(file: BinaryIO) -> Converted:
    """Return what a file of another program holds. Raises NotAnExport."""
    start = file.read(len(_ARCHIVE))
    file.seek(0)
    if start != _ARCHIVE:
        return _converted([_parsed(_read(file, LARGEST_FILE))], lambda _: None)
    try:
        with zipfile.ZipFile(file) as archive:
            exported = _Archive(archive)
            return _converted(exported.values(), exported.picture)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, zlib.error) as error:
        raise NotAnExport(ExportRefusal.DAMAGED_ARCHIVE) from error


def _converted(values: Iterable[Any], find_picture: FindPicture) -> Converted:
    converted = Converted()
    for value in values:
        for program, source in _sources(value, converted.left_out, find_picture):
            converted.add(program, source)
    if not converted.program:
        raise NotAnExport(ExportRefusal.UNKNOWN)
    return converted


def _sources(
    value: Any, left_out: LeftOutCounts, find_picture: FindPicture
) -> Iterator[tuple[str, SourceConversation]]:
    if isinstance(value, _Lines):
        yield "SillyTavern", sillytavern.read(value, left_out)
    elif cherry_studio.is_backup(whole := Fields(value)):
        yield from (("Cherry Studio", each) for each in cherry_studio.read(whole, left_out))
    else:
        for each in map(Fields, items(value) or whole.items("conversations") or [value]):
            if deepseek.is_conversation(each):
                yield "DeepSeek", deepseek.read(each, left_out)
            elif chatgpt.is_conversation(each):
                yield "ChatGPT", chatgpt.read(each, left_out, find_picture)
            elif claude.is_conversation(each):
                yield "Claude", claude.read(each, left_out)
            elif open_webui.is_chat(each):
                yield "Open WebUI", open_webui.read(each, left_out)


class _Lines(list[Any]):
    """The values of a file with one on each line."""


def _parsed(data: bytes) -> Any:
    try:
        value = replace_lone_surrogates_in(json.loads(data.decode("utf-8-sig", "replace")))
        lines = _Lines([value])
    except RecursionError as error:
        raise NotAnExport(ExportRefusal.TOO_DEEP) from error
    except ValueError as error:
        lines = _Lines(_lines(data))
        if not sillytavern.is_chat(lines):
            raise NotAnExport(ExportRefusal.NOT_JSON) from error
        return lines
    return lines if sillytavern.is_chat(lines) else value


def _lines(data: bytes) -> Iterator[Any]:
    """Yield the values of the lines that are JSON."""
    for line in data.decode("utf-8-sig", "replace").split("\n"):
        try:
            yield replace_lone_surrogates_in(json.loads(line))
        except (ValueError, RecursionError):
            continue


def _read(file: IO[bytes], most: int) -> bytes:
    data = file.read(most + 1)
    if len(data) > most:
        raise NotAnExport(ExportRefusal.TOO_LARGE)
    return data


class _Archive:
    """The archive of an export: its files of JSON that may hold conversations, and its pictures."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        # A picture's name begins with its id, which ends before a hyphen that is followed by the name it had.
        self._pictures: dict[str, zipfile.ZipInfo] = {}
        for entry in archive.infolist():
            name = PurePosixPath(entry.filename).name
            self._pictures |= dict.fromkeys((name, *_ids(name)), entry)
        self._room, self._picture_room = LARGEST_FILE, _LARGEST_PICTURES

    def values(self) -> Iterator[Any]:
        """Yield the values of `conversations.json`, of its parts, of `data.json` and of chats of lines."""
        for entry in self._archive.infolist():
            name = PurePosixPath(entry.filename).name
            is_conversations = name.startswith("conversations") and name.endswith(".json")
            if is_conversations or name == "data.json" or name.endswith(".jsonl"):
                data = self._data(entry, self._room)
                self._room -= len(data)
                yield _parsed(data)

    def picture(self, address: str) -> Image | None:
        """Return the picture that an address such as `file-service://file-abc` names, None if it can't be used."""
        entry = self._pictures.get(address.rpartition("/")[2])
        if entry is None or entry.file_size > min(_LARGEST_PICTURE, self._picture_room):
            return None
        data = self._data(entry, _LARGEST_PICTURE)
        self._picture_room -= len(data)
        kind = next((kind for start, kind in _PICTURES.items() if data.startswith(start)), "")
        return Image(kind, base64.b64encode(data).decode("ascii")) if kind else None

    def _data(self, entry: zipfile.ZipInfo, most: int) -> bytes:
        with self._archive.open(entry) as part:
            return _read(part, most)


def _ids(name: str) -> Iterator[str]:
    """Yield what may be the id of a picture in the name of its file: `file-abc-photo.png`, `file_abc-sanitized.png`."""
    stem = name.partition(".")[0]
    yield stem
    yield "-".join(stem.split("-")[:2])
    yield stem.partition("-")[0]
