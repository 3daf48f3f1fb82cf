"""Hostile files. Each case writes its file into a folder, lets the program read it, and returns the message."""

import base64
import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from deskpet.chat.tool import ToolFailed
from deskpet.config.list_file import ListFileError
from deskpet.documents import reader
from deskpet.documents.document import DocumentError
from deskpet.features.data.backup_file import BackupError, Places, open_backup
from deskpet.features.data.restoring import DEFAULT, compare
from deskpet.features.notes.tools import Notes
from deskpet.features.personas import card
from deskpet.features.reminders.reminders import Reminders
from deskpet.features.voice.playback.sound_file import read_sound
from deskpet.features.voice.sound import SpeechError
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Lore, Persona, PersonaError, unknown_macros
from deskpet.pet import body, cubism_json, lenient_json, texture
from deskpet.pet.library import Library
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import NotesError, _file, load
from deskpet.pet.model_settings import ModelSettings, WrongShape
from deskpet.pet.model_settings import read as read_settings
from deskpet.pet.problems import ModelError
from deskpet.statistics.totals import DailyTotals
from deskpet.store import StoreError, json_file
from tests.documents import files as documents
from tests.features.data.backup_archives import archive_of
from tests.features.voice.sounds import silent_mp3, wav

REFUSALS = (
    BackupError,
    PersonaError, ModelError, NotesError, WrongShape, cubism_json.BadJson, texture.BadTexture, StoreError,
    ListFileError, DocumentError, SpeechError, ToolFailed,
)  # fmt: skip

Reading = Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class Case:
    """`read` writes its file into a folder and reads it. A slow case is left out of the quick tests.

    `is_good`: the file is valid, but large.
    """

    name: str
    read: Reading
    is_slow: bool = False
    is_good: bool = False

    @property
    def is_posix(self) -> bool:
        """Whether the file is of a kind that Windows does not have."""
        return "named pipe" in self.name or "/dev/" in self.name


def outcome(case: Case, folder: Path) -> str:
    """Return the message of the program; "read" if the file was read."""
    try:
        case.read(folder)
    except REFUSALS as error:
        return str(error)
    return "read"


def _png(*chunks: tuple[bytes, bytes], side: int = 1) -> bytes:
    every = ((b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), *chunks, (b"IEND", b""))
    parts = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in every
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _card(content: Callable[[], bytes]) -> Reading:
    return _file_of(content, "card.png", card.read_file)


def _json_card(values: Callable[[], object]) -> Reading:
    return _card(lambda: json.dumps({"spec": "chara_card_v2", "data": values()}).encode())


def _bomb(kind: bytes, before: bytes) -> bytes:
    return _png((kind, b"chara\0" + before + zlib.compress(bytes(400 << 20), 9)))


def make_pipe(file: Path) -> None:
    """Create a named pipe. Windows has none, and its Python no such function."""
    os.mkfifo(file)


def _pipe(name: str, read: Reading) -> Reading:
    def piped(folder: Path) -> object:
        make_pipe(folder / name)
        return read(folder / name)

    return piped


def _device(read: Reading) -> Reading:
    return lambda folder: read(Path("/dev/zero"))


def _file_of(content: Callable[[], bytes], name: str, read: Reading) -> Reading:
    def prepared(folder: Path) -> object:
        (folder / name).write_bytes(content())
        return read(folder / name)

    return prepared


def _sparse(size: int, name: str, read: Reading) -> Reading:
    def prepared(folder: Path) -> object:
        with (folder / name).open("wb") as file:
            file.truncate(size)
        return read(folder / name)

    return prepared


def _history(content: Callable[[], bytes]) -> Reading:
    return _file_of(content, "h.json", json_file.read)


def _conversation(**changes: object) -> bytes:
    conversation = {
        "title": "t", "is_named": False, "is_pinned": False, "begun_at": 1.0, "changed_at": 1.0, "leaf": None,
        "messages": [],
    }  # fmt: skip
    return json.dumps({"format": "deskpet conversations", "version": 1, "sessions": [conversation | changes]}).encode()


def _many_messages() -> bytes:
    message = b'{"parent": null, "message": {"role": "user", "blocks": [], "id": "x"}}'
    return _conversation().replace(b'"messages": []', b'"messages": [' + b",".join([message] * 1_000_000) + b"]")


def _archive(names: Callable[[], list[tuple[str, bytes]]]) -> Reading:
    def read(folder: Path) -> object:
        with zipfile.ZipFile(folder / "model.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in names():
                archive.writestr(name, content)
        return Library(folder / "models", cache=folder / "cache").bring(folder / "model.zip")

    return read


def _model(settings: object) -> Callable[[], list[tuple[str, bytes]]]:
    return lambda: [("m/m.model3.json", json.dumps(settings).encode()), ("m/m.moc3", b"MOC3" + bytes(600))]


def _named(textures: int) -> object:
    return {"Version": 3, "FileReferences": {"Moc": "m.moc3", "Textures": ["t.png"] * textures}}


def _many_files() -> list[tuple[str, bytes]]:
    return [("m/m.model3.json", b"{}"), *((f"m/{number}/licence.txt", b"") for number in range(19_000))]


def _many_models() -> list[tuple[str, bytes]]:
    return [(f"m/{number}/m.model3.json", b"{}") for number in range(9_000)] + [
        (f"m/{number}/t.png", b"") for number in range(9_000)
    ]


def _old_names() -> list[tuple[str, bytes]]:
    return [("m/m.model3.json", b"x" * (1 << 20)), *((f"m/\xe9{number}.png", b"") for number in range(15_000))]


def _overlapping(folder: Path) -> object:
    """Many directory entries that share one compressed file."""
    packed = zlib.compress(bytes(20 << 20), 9)[2:-4]
    crc, size = zlib.crc32(bytes(20 << 20)), 20 << 20
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 0, crc, len(packed), size, 5, 0) + b"a.png"
    entries = b""
    for number in range(2_000):
        name = f"{number:05}.png".encode()
        head = struct.pack(
            "<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 8, 0, 0, crc, len(packed), size, len(name), 0, 0, 0, 0, 0, 0
        )
        entries += head + name
    body = local + packed
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 2_000, 2_000, len(entries), len(body), 0)
    (folder / "model.zip").write_bytes(body + entries + end)
    return Library(folder / "models", cache=folder / "cache").bring(folder / "model.zip")


def _many_personas(folder: Path) -> object:
    for number in range(10_000):
        (folder / f"p{number:05}.json").write_text('{"name": "x"}')
    found = Personas(folder)
    if len(found.all()) > 500:
        raise AssertionError("more personas were read than the bound allows")
    raise PersonaError(" ".join(found.problems()))


def _notes(file: Callable[[Path], None]) -> Reading:
    def read(folder: Path) -> object:
        model = ModelFile(folder / "x" / "m.model3.json", ModelSettings(3, "m.moc3", ()))
        file(_file(model, folder))
        return load(model, folder)

    return read


def _many_days() -> bytes:
    return json.dumps({"days": {f"{day:04}": {} for day in range(5000)}}).encode()


def _reminders(path: Path) -> object:
    return Reminders(path)


def _backup(content: Callable[[], bytes]) -> Reading:
    def read(folder: Path) -> object:
        (folder / "b").write_bytes(content())
        with open_backup(folder / "b") as backup:
            return compare(backup, Places(folder, folder / "settings.toml", folder / "connections.json"), DEFAULT)

    return read


def _deep_manifest() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", _nested(100_000))
    return file.getvalue()


def _user_notes(path: Path) -> object:
    return Notes(path).all


def _texture(path: Path) -> object:
    return texture.find_fault(path, thorough=True)


def _lore(count: int, keys: int = 1) -> object:
    return {
        "name": "x",
        "character_book": {"entries": [{"keys": ["k"] * keys, "content": "c", "enabled": True}] * count},
    }


def _checked(text: str) -> Reading:
    def read(folder: Path) -> object:
        persona = Persona("x", prompt=text, lore=(Lore("c", ("k",)),)).checked()
        return unknown_macros(persona.prompt)

    return read


def _nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


_DEEP = {"Version": 3, "FileReferences": {"Moc": "m.moc3", "Textures": []}}


def _persona_pipe(folder: Path) -> object:
    make_pipe(folder / "x.json")
    raise PersonaError(" ".join(Personas(folder).problems()))


def _motions(_: Path) -> object:
    motions = {f"g{group}": [{"File": "a.motion3.json"}] * 1_000 for group in range(1_000)}
    found = read_settings({"FileReferences": {"Moc": "m.moc3", "Textures": ["t.png"], "Motions": motions}})
    if sum(map(len, found.motions.values())) > 1_000:
        raise AssertionError("more motions were read than the bound allows")
    return found


def _document(content: Callable[[], bytes], suffix: str) -> Reading:
    return _file_of(content, f"x.{suffix}", reader.read)


def _sprites(picture: bytes, **values: object) -> Reading:
    def read(folder: Path) -> object:
        (folder / "sheet.png").write_bytes(picture)
        text = json.dumps({"spritesheetPath": "sheet.png"} | values)
        (folder / "pet.json").write_text(text, encoding="utf-8")
        return body.load(str(folder), folder / "cache")

    return read


CASES = (
    Case("card: 400 MB in zTXt", _card(lambda: _bomb(b"zTXt", b"\0")), is_slow=True),
    Case("card: 400 MB in iTXt", _card(lambda: _bomb(b"iTXt", b"\1\0\0\0")), is_slow=True),
    Case("card: 200,000 chunks", _card(lambda: _png(*[(b"tEXt", b"a\0b")] * 200_000))),
    Case("card: base64 of 60 MB", _card(lambda: _png((b"tEXt", b"chara\0" + base64.b64encode(bytes(12 << 20)))))),
    Case("card: 450,000 lore entries", _json_card(lambda: _lore(450_000)), is_slow=True),
    Case("card: 100,000 keys", _json_card(lambda: _lore(100, 1_000))),
    Case("card: nested 100,000 deep", _card(lambda: _nested(100_000))),
    Case("card: a named pipe", _pipe("card.png", card.read_file)),
    Case("card: /dev/zero", _device(card.read_file)),
    Case("card: a folder", card.read_file),
    Case("card: 400 MB", _sparse(400 << 20, "card.png", card.read_file)),
    Case("persona: a macro that never ends", _checked("{{" + "a" * 190_000), is_good=True),
    Case("persona: 45,000 open comments", _checked("{{//" * 45_000), is_good=True),
    Case("persona: a named pipe", _persona_pipe),
    Case("personas: 10,000 files", _many_personas, is_slow=True),
    Case("model: 19,000 files", _archive(_many_files), is_slow=True),
    Case("model: 9,000 models in one archive", _archive(_many_models), is_slow=True),
    Case("model: 15,000 names in an old encoding", _archive(_old_names), is_slow=True),
    Case("model: 10,000 references to one texture", lambda _: read_settings(_named(10_000))),
    Case("model: 1,000 x 1,000 motions", _motions, is_good=True, is_slow=True),
    Case("model: zip bomb", _archive(lambda: [("m/m.model3.json", bytes(300 << 20))]), is_slow=True),
    Case("model: overlapping entries", _overlapping),
    Case("model: an archive in an archive", _archive(lambda: [("a.zip", b"PK")])),
    Case("model: ../ in a name", _archive(lambda: [("../m.model3.json", b"{}")])),
    Case("model: an absolute name", _archive(lambda: [("/m.model3.json", b"{}")])),
    Case("model: no moc", _archive(_model(_DEEP))),
    Case("model: settings of 60 MB", _sparse(60 << 20, "m.model3.json", lenient_json.read)),
    Case("model: settings nested 100,000 deep", _file_of(lambda: _nested(100_000), "m.json", lenient_json.read)),
    Case("model: a part nested 900 deep", lambda _: cubism_json.rewrite(_nested(900).decode())),
    Case("model: 1,000,000 open comments", _file_of(lambda: b"{" + b"/*" * 1_000_000, "m.json", lenient_json.read)),
    Case("model: settings are a named pipe", _pipe("m.model3.json", lenient_json.read)),
    Case("model: settings are /dev/zero", _device(lenient_json.read)),
    Case("texture: 4,000,000 pixels a side", _file_of(lambda: _png((b"IDAT", b""), side=4_000_000), "t.png", _texture)),
    Case("texture: a named pipe", _pipe("t.png", _texture)),
    Case("sprites: 4,000,000 pixels a side", _sprites(_png((b"IDAT", b""), side=4_000_000))),
    Case("sprites: a sheet outside of the folder", _sprites(b"", spritesheetPath="../../etc/passwd")),
    Case("sprites: pet.json is a named pipe", _pipe("pet.json", lambda file: body.load(str(file), file.parent))),
    Case("sound: a named pipe", _pipe("s.wav", read_sound)),
    Case("sound: /dev/zero", _device(read_sound)),
    Case("sound: 400 MB", _sparse(400 << 20, "s.wav", read_sound)),
    Case("sound: a WAV of 4 GB in its header", _file_of(lambda: wav(b"", 8_000, declared=0xFFFFFFFF), "s", read_sound)),
    Case("sound: 255 channels of 1 bit", _file_of(lambda: wav(bytes(9_000), 1, channels=255, bits=1), "s", read_sound)),
    Case("sound: 10 MB at 1 Hz", _file_of(lambda: wav(bytes(10_000_000), 1), "s", read_sound), is_good=True),
    Case("sound: 10 MB of MP3 frames", _file_of(lambda: silent_mp3(24_000), "s", read_sound), is_good=True),
    Case("sound: 10 MB of noise as FLAC", _file_of(lambda: b"fLaC" + os.urandom(10_000_000), "s", read_sound)),
    Case("notes: a named pipe", _notes(make_pipe)),
    Case("notes: 60 MB", _notes(lambda file: file.write_bytes(b" " * (60 << 20)))),
    Case("reminders: a named pipe", _pipe("reminders.json", _reminders)),
    Case("reminders: 60 MB", _sparse(60 << 20, "reminders.json", _reminders)),
    Case("notes of the user: a named pipe", _pipe("notes.json", _user_notes)),
    Case("notes of the user: 60 MB", _sparse(60 << 20, "notes.json", _user_notes)),
    Case("backup: a named pipe", _pipe("b", open_backup)),
    Case("backup: /dev/zero", _device(open_backup)),
    Case("backup: 400 MB", _sparse(400 << 20, "b", open_backup)),
    Case("backup: zip bomb", _backup(lambda: archive_of({"files/personas/a": bytes(300 << 20)})), is_slow=True),
    Case("backup: ../ in a name", _backup(lambda: archive_of({"files/personas/../a": b"x"}))),
    Case("backup: a manifest nested 100,000 deep", _backup(_deep_manifest)),
    Case("backup: a row nested 100,000 deep", _backup(lambda: archive_of({"tables/sessions.jsonl": _nested(100_000)}))),
    Case("totals: a named pipe", _pipe("totals.json", DailyTotals), is_good=True),
    Case("totals: 60 MB", _sparse(60 << 20, "totals.json", DailyTotals), is_good=True),
    Case("totals: 5,000 days", _file_of(_many_days, "totals.json", DailyTotals), is_good=True),
    Case("history: /dev/zero", _device(json_file.read)),
    Case("history: a named pipe", _pipe("h.json", json_file.read)),
    Case("history: a folder", json_file.read),
    Case("history: 400 MB", _sparse(400 << 20, "h.json", json_file.read)),
    Case("history: NaN as a time", _history(lambda: _conversation(begun_at=float("nan")))),
    Case("history: Infinity as a time", _history(lambda: _conversation(changed_at=float("inf")))),
    Case("history: 1e300 as a time", _history(lambda: _conversation(begun_at=1e300))),
    Case("history: nested 100,000 deep", _history(lambda: _nested(100_000))),
    Case("history: 1,000,000 messages", _history(_many_messages), is_slow=True),
    Case("document: a named pipe", _pipe("x.pdf", reader.read)),
    Case("document: /dev/zero", _device(reader.read)),
    Case("document: 400 MB", _sparse(400 << 20, "x.pdf", reader.read)),
    Case("document: 60 MB of text", _file_of(lambda: b"a " * (30 << 20), "x.txt", reader.read)),
    Case("pdf: 100,000 pages", _document(lambda: documents.many_pages(100_000), "pdf"), is_slow=True),
    Case("pdf: pages that contain themselves", _document(documents.recursive_pages, "pdf")),
    Case("pdf: a form that draws itself", _document(documents.recursive_form, "pdf"), is_good=True),
    Case("pdf: a table of objects that goes on with itself", _document(documents.recursive_table, "pdf"), is_good=True),
    Case("pdf: 1 GB in a stream", _document(lambda: documents.stream_bomb(1 << 30), "pdf"), is_slow=True),
    Case("pdf: 5,000,000 operators", _document(lambda: documents.many_operators(5_000_000), "pdf"), is_slow=True),
    Case("pdf: only its first line", _document(lambda: b"%PDF-1.7\n", "pdf")),
    Case("docx: 1 GB in a part", _document(lambda: documents.docx_of(documents.ZEROS), "docx"), is_slow=True),
    Case("docx: entities of 10^9 characters", _document(lambda: documents.docx_of(documents.ENTITY_BOMB), "docx")),
    Case("docx: a file of the system", _document(lambda: documents.docx_of(documents.ENTITY_FILE), "docx")),
    Case("docx: nested 100,000 deep", _document(lambda: documents.docx_of(documents.deep_xml(100_000)), "docx")),
    Case("docx: cut in the middle", _document(lambda: documents.docx_of(documents.BODY)[:300], "docx")),
    Case("xlsx: a cell at the end of the sheet", _document(documents.far_cell, "xlsx")),
    Case("xlsx: 1 GB of texts", _document(lambda: documents.xlsx_of(documents.ZEROS), "xlsx"), is_slow=True),
    Case("xlsx: cut in the middle", _document(lambda: documents.xlsx_of(documents.ROWS)[:300], "xlsx")),
    Case("html: nested 200,000 deep", _document(lambda: b"<html>" + b"<b>" * 200_000 + b"deep", "html"), is_good=True),
)  # fmt: skip
