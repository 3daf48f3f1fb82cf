"""Fuzz targets: files that a person chooses, edits or finds damaged."""

import base64
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from deskpet.config import settings_file
from deskpet.config.list_file import ListFileError
from deskpet.config.settings import ThemeName
from deskpet.config.settings_file import SettingsError
from deskpet.features.data.backup_file import BackupError, Places, open_backup
from deskpet.features.data.restoring import DEFAULT, compare
from deskpet.features.personas import card
from deskpet.features.reminders.reminders import Reminders
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.onnx_metadata import read_metadata
from deskpet.features.voice.sherpa.recognition_model import find_recognizer
from deskpet.features.voice.sherpa.voice_model import find_voice
from deskpet.llm.capabilities import Capabilities
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError, persona_prompt, summary
from deskpet.pet import cubism_json, lenient_json, model_file, model_settings, part_structure, source, texture, vtube
from deskpet.pet.model_settings import ModelSettings
from deskpet.pet.optional_parts import usable_parts
from deskpet.pet.problems import Findings, ModelError
from deskpet.processes.instance_lock import InstanceLock
from deskpet.statistics.totals import DailyTotals
from deskpet.store import StoreError, json_file, rows
from deskpet.store.database_files import IN_MEMORY
from deskpet.store.opening import open_database
from tests.features.data.backup_archives import archive_of
from tests.features.personas import cards
from tests.fuzz.target import Check, Seeds, Target, scratch, written
from tests.pet.damage import FACE, IDLE, MOC, PHYSICS, SETTINGS, TEXTURE
from tests.support.folders import PROJECT

MIKAN = PROJECT / "models" / "mikan"
_numbers = count(1)


def check_sentence(error: Exception) -> None:
    """Check that a reason is more than a word."""
    assert len(str(error).split()) > 2


def model_settings_file(data: bytes) -> None:
    folder = _small_model("model")
    path = written(f"model/{SETTINGS}", data)
    found = model_file.examine(path, scratch() / "cache")
    if found.model:
        inside = (folder.resolve(), (scratch() / "cache").resolve())
        assert all(any(file.resolve().is_relative_to(each) for each in inside) for file in found.model.files)
        assert found.model.settings.textures
    with suppress(cubism_json.BadJson, model_settings.WrongShape):
        settings = model_settings.read(lenient_json.read(path).value)
        text = model_settings.write(settings)
        assert cubism_json.is_readable(text)
        assert model_settings.read(cubism_json.parse(text)) == replace(settings, malformed=())


def moc_header(data: bytes) -> None:
    """The input replaces the beginning of a good file."""
    _small_model("moc")
    written(f"moc/{MOC}", data + (MIKAN / MOC).read_bytes()[len(data) :])
    found = model_file.examine(written(f"moc/{SETTINGS}", _SMALL.encode()), scratch() / "cache")
    assert found.model or found.problems


def model_part(data: bytes) -> None:
    """The first byte chooses one of the parts of both formats."""
    if not data:
        return
    kind, cubism = _PARTS[data[0] % len(_PARTS)]
    path = written("parts/part.json", data[1:])
    cache = scratch() / "cache"
    findings = Findings()
    usable, copies = usable_parts(_settings_with(kind, cubism), path.parent, cache, findings)
    files = [
        *(face.file for face in usable.expressions),
        *(each.file for row in usable.motions.values() for each in row),
    ]
    files += [each for each in (usable.physics, usable.pose) if each]
    assert bool(files) != any(problem.code.startswith("bad-") for problem in findings.problems)
    for file in map(Path, files):
        part = cubism_json.parse(cubism_json.read_text(file))
        if cubism == 3:
            assert cubism_json.is_readable(cubism_json.read_text(file))
            assert part_structure.meta_corrections(kind, part) == {}
    for copy in copies.values():
        copy.unlink()


_PARTS = tuple((kind, cubism) for cubism in (3, 2) for kind in ("motion", "expression", "physics", "pose"))


def _settings_with(kind: str, cubism: model_settings.Cubism) -> ModelSettings:
    return ModelSettings(
        cubism,
        "m.moc3",
        (),
        expressions=(model_settings.Expression("a", "part.json"),) if kind == "expression" else (),
        motions={"a": (model_settings.Motion("part.json", {}),)} if kind == "motion" else {},
        physics="part.json" if kind == "physics" else None,
        pose="part.json" if kind == "pose" else None,
    )


def picture(data: bytes) -> None:
    with suppress(texture.BadTexture):
        texture.find_fault(written("texture.png", data), thorough=True)


def archive(data: bytes) -> None:
    path = written("model.zip", data)
    folder = scratch() / f"unpacked-{next(_numbers)}"
    try:
        with suppress(ModelError):
            _, settings = source.copy_model(path, folder, Findings())
            assert settings.resolve().is_relative_to(folder.resolve())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def character_card(data: bytes) -> None:
    try:
        imported = card.read(data)
    except PersonaError as error:
        check_sentence(error)
        return
    _check_persona(imported.persona)
    assert all(imported.left_out)


def persona_file(data: bytes) -> None:
    folder = Personas(scratch() / "personas")
    # A name of its own: a file is read once for each name, time and size.
    name = f"p{next(_numbers)}"
    path = written(f"personas/{name}.json", data)
    try:
        found = folder.get(name)
    except PersonaError as error:
        check_sentence(error)
        return
    finally:
        path.unlink()
    if found:
        with suppress(PersonaError):
            _check_persona(found.checked())


def _check_persona(persona: Persona) -> None:
    """Check that the persona can be kept and used."""
    folder = Personas(scratch() / "personas")
    saved = folder.save(replace(persona, id=f"s{next(_numbers)}"))
    again = folder.get(saved.id)
    folder.remove(saved.id)
    assert again == saved
    persona_prompt(persona, "Ada", ("hi",)).encode()
    assert "\n" not in summary(persona, "Ada")


def settings(data: bytes) -> None:
    path = written("settings.toml", data)
    try:
        before = settings_file.load(path)
    except SettingsError as error:
        check_sentence(error)
        return
    change = {("appearance", "theme"): ThemeName.LIGHT if before.appearance.theme is ThemeName.DARK else ThemeName.DARK}
    try:
        after = settings_file.update(path, change).settings
    except SettingsError:
        assert path.read_bytes() == data
        return
    assert settings_file.load(path) == after
    assert after == settings_file.with_values(before, change)


def conversations(data: bytes) -> None:
    path = written("conversations.json", data)
    try:
        sessions = json_file.read(path)
    except StoreError as error:
        check_sentence(error)
        return
    first = _exported(sessions)
    again = _exported(json_file.read(first))
    assert again.read_bytes() == first.read_bytes()


def _exported(sessions: "tuple[json_file._Conversation, ...]") -> Path:
    """Insert the sessions into an empty database, and export all of it."""
    with closing(open_database(IN_MEMORY)) as database:
        database.execute("BEGIN")
        new = json_file.insert(database, sessions).new
        database.execute("COMMIT")
        saved = [found for each in new if (found := rows.read_session(database, each))]
        assert len(saved) == len(new)
        path = scratch() / f"exported-{next(_numbers) % 2}.json"
        json_file.write(path, saved)
        return path


def state(data: bytes) -> None:
    """The first byte chooses one of the small files of the program's state."""
    if data:
        reader = _STATES[data[0] % len(_STATES)]
        reader(written("state/state.vtube.json", data[1:]))


def _reminders(path: Path) -> None:
    with suppress(ListFileError):
        reminders = Reminders(path)
        reminders.add(4e9, "x")
        assert Reminders(path).all == reminders.all


def _vtube(path: Path) -> None:
    with suppress(cubism_json.BadJson):
        vtube.read(path.parent, "x.model3.json")
        vtube.settings_of(path)


def _cubism_json(path: Path) -> None:
    with suppress(cubism_json.BadJson):
        text = lenient_json.read(path).text
        plain = cubism_json.rewrite(text)
        assert cubism_json.is_readable(plain)
        assert cubism_json.rewrite(plain) == plain


_STATES: tuple[Callable[[Path], object], ...] = (
    _reminders,
    DailyTotals,
    Capabilities,
    _vtube,
    _cubism_json,
    lambda path: InstanceLock(written("lock/deskpet.lock", path.read_bytes()).parent).running(),
)


@cache
def _small_model(name: str) -> Path:
    """Return a folder with the built-in model's smallest parts, and a texture of one pixel."""
    folder = scratch() / name
    for part in (SETTINGS, MOC, IDLE, FACE, PHYSICS):
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(MIKAN / part, folder / part)
    written(f"{name}/{TEXTURE}", cards.png())
    return folder


_FILES = {"Moc": MOC, "Textures": [TEXTURE]}
_SMALL = json.dumps({"Version": 3, "FileReferences": _FILES})


def _model_seeds() -> Iterator[bytes]:
    faces, motions = [{"Name": "happy", "File": FACE}], {"Idle": [{"File": IDLE, "FadeInTime": 0.5}]}
    files = _FILES | {"Expressions": faces, "Motions": motions, "Physics": PHYSICS}
    areas = {"HitAreas": [{"Name": "Head", "Id": "D_HEAD"}], "Layout": {"Width": 2.0}}
    groups = {"Groups": [{"Target": "Parameter", "Name": "EyeBlink", "Ids": ["ParamEyeLOpen"]}]}
    yield json.dumps({"Version": 3, "FileReferences": files} | areas | groups).encode()
    yield f"/* a comment */ {_SMALL[:-1]},}}".encode()
    second = {"model": MOC, "textures": [TEXTURE], "motions": {"idle": [{"file": IDLE, "fade_in": 500}]}}
    yield json.dumps(second | {"expressions": [{"name": "a", "file": FACE}], "layout": {"width": 2}}).encode()
    yield json.dumps(_FILES | {"Moc": "表情.moc3"}, ensure_ascii=False).encode("shift_jis")


def _part_seeds() -> Iterator[bytes]:
    curve = {"Target": "Parameter", "Id": "ParamAngleX", "Segments": [0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 2, 2]}
    counts = {"CurveCount": 1, "TotalSegmentCount": 2, "TotalPointCount": 5, "Fps": 30}
    number = {"Minimum": -1, "Default": 0, "Maximum": 1}
    setting = {
        "Input": [{"Source": {"Id": "a"}, "Type": "X", "Weight": 1}],
        "Output": [{"Destination": {"Id": "b"}, "Type": "Angle", "VertexIndex": 1, "Scale": 1, "Weight": 1}],
        "Vertices": [{"Position": {"X": 0, "Y": 0}, "Mobility": 1, "Delay": 1, "Acceleration": 1, "Radius": 0}],
        "Normalization": {"Position": number, "Angle": number},
    }
    hair = {"setup": {"length": 1, "regist": 1, "mass": 1}, "src": [{"id": "a", "ptype": "x", "scale": 1, "weight": 1}]}
    parts = (
        {"Version": 3, "Meta": counts, "Curves": [curve], "UserData": [{"Time": 0, "Value": "x"}]},
        {"Type": "Live2D Expression", "Parameters": [{"Id": "a", "Value": 1e-5, "Blend": "Add"}]},
        {"Version": 3, "Meta": {"PhysicsSettingCount": 1}, "PhysicsSettings": [setting]},
        {"Type": "Live2D Pose", "Groups": [[{"Id": "a", "Link": ["b"]}]]},
        {},
        {"type": "Live2D Expression", "fade_in": 500, "params": [{"id": "a", "val": 1, "calc": "add"}]},
        {"physics_hair": [hair | {"targets": hair["src"]}]},
        {"parts_visible": [{"group": [{"id": "a", "link": ["b"]}]}]},
    )
    for number_of_kind, part in enumerate(parts):
        yield bytes([number_of_kind]) + json.dumps(part).encode()
    yield b"\4$fps=30\nPARAM=1,2,3\n"


def _moc_seeds() -> Iterator[bytes]:
    yield (MIKAN / MOC).read_bytes()[:464]


def _picture_seeds() -> Iterator[bytes]:
    yield cards.png()
    yield cards.png(cards.chunk(b"PLTE", b"\0\0\0"), cards.text("a", b"b"))
    yield from (b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP", b"GIF89a")


def _archive_seeds() -> Iterator[bytes]:
    for names in ((SETTINGS, MOC, TEXTURE), ("a/" + SETTINGS, "a/" + MOC, "a/" + TEXTURE), ("../" + SETTINGS,)):
        content = (_SMALL.encode(), b"MOC3\3", cards.png())
        with ZipFile(path := scratch() / "seed.zip", "w", ZIP_DEFLATED) as archived:
            for name, each in zip(names, content, strict=False):
                archived.writestr(name, each)
        yield path.read_bytes()


_CARD = cards.card(
    description="{{char}} meets {{user}}",
    first_mes="Hi",
    alternate_greetings=["Hello"],
    mes_example="<START>",
    character_book={"entries": [{"keys": ["a"], "content": "b", "enabled": True, "selective": True}]},
    extensions={"depth_prompt": {"prompt": "p"}},
    assets=[{"type": "icon", "uri": "data:image/png;base64,iVBORw0KGgo="}],
)


def _card_seeds() -> Iterator[bytes]:
    yield json.dumps(_CARD).encode()
    yield json.dumps({"name": "Aria", "personality": "{{random:a,b}}"}).encode()
    small = cards.coded(cards.card(description="x"))
    yield cards.png(cards.text("chara", small))
    yield cards.png(cards.packed_text("ccv3", small))
    yield cards.png(cards.international("chara", base64.b64decode(small), packed=False))


def _persona_seeds() -> Iterator[bytes]:
    lore = [{"content": "c", "keys": ["k"], "constant": False, "also": []}]
    yield json.dumps({"name": "Aria", "prompt": "p", "greetings": ["hi"], "lore": lore, "model": "m"}).encode()


def _settings_seeds() -> Iterator[bytes]:
    whole = (PROJECT / "settings.toml").read_text(encoding="utf-8")
    yield "\n".join(line for line in whole.splitlines() if not line.startswith("#")).encode()
    yield b'[endpoint]\nextra_body = {a = [1, {b = "c"}]}\n[tools.policies]\nx = "ask"  # why\n'
    yield b'\xef\xbb\xbfpersona.user = """\nA\\u00e9"""\r\n"appearance".theme = \'dark\'\n'
    yield b"chat = {context_tokens = 1_000}\n"


def _conversation_seeds() -> Iterator[bytes]:
    said = {"role": "user", "blocks": [{"kind": "text", "text": "hi"}], "id": "a", "ended": "stop"}
    call = {"kind": "tool_use", "tool_name": "t", "call_id": "c", "status": "success", "input": {"a": [1]}, "output": 1}
    picture = {"kind": "image", "media_type": "image/png", "data": "iVBORw0KGgo="}
    notice = {"kind": "notice", "level": "error", "code": "x", "title": "T", "actions": [{"name": "n", "label": "l"}]}
    blocks = [{"kind": "thinking", "text": "hm"}, call, picture, notice, {"kind": "text", "text": "ok"}]
    answered = {"role": "assistant", "blocks": blocks, "id": "b", "ended": "stop", "created_at": 1.5}
    entries = [{"parent": None, "message": said}, {"parent": "a", "message": answered, "speaker": "Ada"}]
    head = {"title": "t", "is_named": True, "is_pinned": False, "begun_at": 1.0, "changed_at": 2.0}
    session = head | {"leaf": "b", "messages": entries}
    for sessions in ([session], [session, session | {"leaf": None}], []):
        yield json.dumps({"format": "deskpet conversations", "version": 1, "sessions": sessions}).encode()


def _state_seeds() -> Iterator[bytes]:
    reminder = {"number": 1, "due": 4e9, "text": "x", "every": 1, "unit": "days"}
    contents: tuple[object, ...] = (
        [reminder],
        {"days": {"2026-01-01": {"turns": 1, "seconds": 1.5}}},
        {"http://a": {"m": {"tools": True}}},
        {"FileReferences": {"Model": "x.model3.json"}, "Hotkeys": [{"Name": "n", "File": "a.exp3.json"}]},
        {"a": [1.5e-7, "\u0001", None]},
        {"pid": 1, "address": "a"},
    )
    for number, content in enumerate(contents):
        yield bytes([number]) + json.dumps(content).encode()


def backup(data: bytes) -> None:
    """A backup is refused with a sentence, or compared."""
    try:
        with open_backup(written("a.backup", data)) as found:
            counts = compare(
                found,
                Places(scratch() / "backed", *(scratch() / name for name in ("settings.toml", "connections.json"))),
                DEFAULT,
            )
            assert set(counts) <= set(found.parts)
    except (BackupError, StoreError) as error:
        check_sentence(error)


def _backup_seeds() -> Iterator[bytes]:
    session = {"id": "a", "title": "", "begun_at": 1.0, "changed_at": 2.0, "leaf": None}
    yield archive_of({"tables/sessions.jsonl": json.dumps(session).encode()})
    yield archive_of({"files/notes/notes.json": b'[{"number": 1, "text": "a"}]', "files/personas/a.json": b"{}"})
    yield b"age-encryption.org/v1\n-> scrypt"


def onnx_model(data: bytes) -> None:
    """The first byte chooses whether the model is examined as a voice or as a recogniser."""
    folder = scratch() / "speech_model"
    path = written("speech_model/model.onnx", data[1:])
    written("speech_model/tokens.txt", b"")
    values = read_metadata(path)
    assert sum(len(key) + len(value) for key, value in values.items()) <= len(data)
    find = find_voice if data[:1] < b"\x80" else find_recognizer
    try:
        assert dict(find(folder).files)["tokens"].endswith("tokens.txt")
    except SpeechModelError as error:
        check_sentence(error)


def _onnx_seeds() -> Iterator[bytes]:
    def entry(key: bytes, value: bytes) -> bytes:
        pair = b"\x0a" + bytes([len(key)]) + key + b"\x12" + bytes([len(value)]) + value
        return b"\x72" + bytes([len(pair)]) + pair

    # The version of the format, a graph of four bytes, and the metadata.
    start = b"\x08\x08\x3a\x04abcd"
    yield b"\0" + start + entry(b"comment", b"piper") + entry(b"language", b"English") + entry(b"voice", b"en-us")
    yield b"\xff" + start + entry(b"model_type", b"sense_voice_ctc")


_JSON = (b'"', b"{", b"}", b"[", b"]", b":", b",", b"null", b"true", b"-1", b"1e400", b"0.5", b"\\ud83d", b"\\u0000")


def _keys(*documents: bytes) -> tuple[bytes, ...]:
    """Return the names and values of JSON documents, as words of a search."""
    found = {word for document in documents for word in re.findall(rb'"[^"\\]{1,40}"', document)}
    return (*_JSON, *sorted(found))


def _target(name: str, check: Check, invariant: str, seeds: Seeds, max_length: int = 4096) -> Target:
    return Target(name, check, invariant, seeds, _keys(*seeds()), max_length)


TARGETS = (
    _target("model_settings", model_settings_file, "no file outside the folder; written again, the same", _model_seeds),
    _target("moc_header", moc_header, "a model, or a problem in a sentence", _moc_seeds, 464),
    _target("model_parts", model_part, "left out with a reason, or readable with right counts", _part_seeds),
    _target("picture", picture, "usable, or BadTexture", _picture_seeds),
    _target("archive", archive, "nothing outside the folder; unpacked, or ModelError", _archive_seeds),
    _target("card", character_card, "a persona that can be kept and used, or PersonaError", _card_seeds),
    _target("persona_file", persona_file, "a persona that can be kept and used, or PersonaError", _persona_seeds),
    _target("settings", settings, "one changed value changes no other, or SettingsError", _settings_seeds),
    _target("conversations", conversations, "exported again, the same file, or StoreError", _conversation_seeds),
    _target("backup", backup, "refused with a sentence, or compared", _backup_seeds),
    _target("onnx_model", onnx_model, "metadata within the file; a model, or SpeechModelError", _onnx_seeds),
    _target("state", state, "a value, or the error that the reader documents", _state_seeds),
)
