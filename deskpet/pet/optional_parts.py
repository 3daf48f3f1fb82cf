"""Check the optional parts of a model: expressions, motions with their sounds, physics and pose.

A damaged part is left out. If only Live2D's reader can't read it, a repaired copy is used.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from deskpet.filesystem.atomic_write import write_atomically
from deskpet.filesystem.bounded import open_regular, read_bounded
from deskpet.pet import cubism_json, lenient_json, motion_meta
from deskpet.pet.model_settings import Expression, ModelSettings, Motion
from deskpet.pet.motion_meta import BadContent
from deskpet.pet.problems import Findings, join_translated
from deskpet.text.reasons import reason_of
from deskpet.translation import tr


def require_valid(kind: str, document: Mapping[str, Any]) -> None:
    """Raise BadContent unless an expression, physics or pose file has the structure that the core reads."""
    try:
        if kind in _CHECKS:
            _CHECKS[kind](document)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadContent(tr("it is not in a form that can be read")) from error


def _expression(document: Mapping[str, Any]) -> None:
    _require_numbers(document, optional=("fade_in", "fade_out"))
    for parameter in _object_list(document.get("params", [])):
        _require_strings(parameter, "id")
        _require_numbers(parameter, "val", optional=("def",))
        _require(isinstance(parameter.get("calc", ""), str))


def _physics(document: Mapping[str, Any]) -> None:
    for hair in _object_list(document.get("physics_hair", [])):
        _require_numbers(hair["setup"], "length", "regist", "mass")
        for end in (*_object_list(hair["src"]), *_object_list(hair["targets"])):
            _require_strings(end, "id", "ptype")
            _require_numbers(end, "scale", "weight")


def _pose(document: Mapping[str, Any]) -> None:
    _require_numbers(document, optional=("fade_in",))
    for part in _object_list(document.get("parts_visible", [])):
        for member in _object_list(part["group"]):
            _require_strings(member, "id")
            links = member.get("link", [])
            _require(isinstance(links, list) and all(isinstance(link, str) for link in cast("list[object]", links)))


_CHECKS: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
    "expression": _expression,
    "physics": _physics,
    "pose": _pose,
}


def _object_list(value: object) -> list[dict[str, Any]]:
    _require(isinstance(value, list) and all(isinstance(item, dict) for item in cast("list[object]", value)))
    return cast("list[dict[str, Any]]", value)


def _require_strings(holder: Mapping[str, Any], *names: str) -> None:
    _require(all(isinstance(holder[name], str) and holder[name] for name in names))


def _require_numbers(holder: Mapping[str, Any], *names: str, optional: tuple[str, ...] = ()) -> None:
    values = [holder[name] for name in names] + [holder[name] for name in optional if name in holder]
    _require(all(isinstance(value, int | float) and not isinstance(value, bool) for value in values))


def _require(condition: bool) -> None:
    if not condition:
        raise BadContent(tr("a part of it is not in a form that can be used"))


MAX_SOUND_BYTES = 10 << 20
# How sounds that can be played begin: WAV, MP3 with and without a tag, Ogg and FLAC.
_SOUND_STARTS = (b"RIFF", b"ID3", b"\xff\xfb", b"\xff\xfa", b"\xff\xf3", b"\xff\xf2", b"OggS", b"fLaC")


def is_inside(folder: Path, name: str) -> bool:
    """Return whether the file `name`, with links resolved, is in `folder` or below. A model may read nothing else."""
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return False


def usable_parts(
    settings: ModelSettings, folder: Path, cache: Path, findings: Findings
) -> tuple[ModelSettings, dict[Path, Path]]:
    """Return the settings with the usable parts only, as absolute paths, and a mapping of originals to copies.

    The copies are repaired files in the folder `cache`, for parts that can't be used unchanged.
    """
    is_cubism3 = settings.cubism == 3
    parts = _Parts(folder, cache, findings, is_cubism3)
    motions = {group: tuple(parts.motions(entries)) for group, entries in settings.motions.items()}
    usable = replace(
        settings,
        expressions=tuple(parts.expressions(settings.expressions)),
        motions={group: entries for group, entries in motions.items() if entries},
        physics=settings.physics and parts.usable("physics", settings.physics),
        pose=settings.pose and parts.usable("pose", settings.pose),
    )
    return usable, parts.copies


class _Parts:
    """Check and repair the parts of one model; `copies` maps originals to repaired copies."""

    def __init__(self, folder: Path, cache: Path, findings: Findings, is_cubism3: bool) -> None:
        self._folder, self._cache, self._findings, self._is_cubism3 = folder, cache, findings, is_cubism3
        self.copies: dict[Path, Path] = {}
        self._results: dict[tuple[str, str], str | None] = {}

    def expressions(self, faces: tuple[Expression, ...]) -> Iterator[Expression]:
        for face in faces:
            if file := self.usable("expression", face.file):
                yield replace(face, file=file)

    def motions(self, motions: tuple[Motion, ...]) -> Iterator[Motion]:
        for motion in motions:
            if not motion.file:
                yield from self._line(motion)
                continue
            is_json = motion.file.lower().endswith(".json")
            if file := self.usable("motion", motion.file) if is_json else self._cubism2_motion(motion.file):
                yield replace(motion, file=file, sound=motion.sound and self.sound(motion.sound))

    def _line(self, motion: Motion) -> Iterator[Motion]:
        """Yield a line that is spoken without a motion, if its sound can be played."""
        if sound := motion.sound and self.sound(motion.sound):
            yield replace(motion, sound=sound)

    def sound(self, name: str) -> str | None:
        """Return the path of the sound of a motion. Returns None if it can't be played; the motion stays."""
        if ("sound", name) not in self._results:
            path = self._existing_file("sound", name)
            fault = path and _sound_fault(path)
            if fault:
                self._leave_out("sound", name, fault)
            self._results["sound", name] = str(path) if path and not fault else None
        return self._results["sound", name]

    def usable(self, kind: str, name: str) -> str | None:
        """Return the path of a JSON part or of its repaired copy. Returns None if the part can't be used."""
        # Check each file once: a model may name the same one a thousand times.
        if (kind, name) not in self._results:
            self._results[kind, name] = self._examine(kind, name)
        return self._results[kind, name]

    def _examine(self, kind: str, name: str) -> str | None:
        path = self._existing_file(kind, name)
        if path is None:
            return None
        try:
            part = lenient_json.read(path)
            if not isinstance(part.value, dict):
                raise motion_meta.BadContent(tr("a JSON object was expected"))
            document = cast("dict[str, Any]", part.value)
            if not self._is_cubism3:
                require_valid(kind, document)
            corrected = _corrected(part.text, kind, document) if self._is_cubism3 else part.text
        except (cubism_json.BadJson, motion_meta.BadContent, OSError) as error:
            self._leave_out(kind, name, str(error))
            return None
        if not self._needs_copy(kind, name, part, corrected):
            return str(path)
        try:
            self.copies[path] = self._write_copy(path, corrected)
        except OSError as error:
            self._leave_out(kind, name, tr("its corrected copy can't be kept: {why}", why=reason_of(error)))
            return None
        return str(self.copies[path])

    def _needs_copy(self, kind: str, name: str, part: lenient_json.LenientJson, corrected: str) -> bool:
        """Return whether the file can't be used unchanged, and report the reason."""
        if part.faults:
            message = tr(
                "The {kind} has {faults}, which JSON does not allow. A corrected copy is used.",
                kind=tr(kind),
                faults=join_translated(part.faults),
            )
            self._findings.add_repaired("json-mended", name, message)
        elif corrected is not part.text:
            message = tr(
                "The {kind} says of itself what is not so, which Live2D's reader takes on trust. A "
                "corrected copy is used.",
                kind=tr(kind),
            )
            self._findings.add_repaired("wrong-counts", name, message)
        elif self._is_cubism3 and not cubism_json.is_readable(part.text):
            message = tr("This is valid JSON that Live2D's reader rejects. A copy in plainer form is used.")
            self._findings.add_repaired("json-rewritten", name, message)
        else:
            return False
        return True

    def _cubism2_motion(self, name: str) -> str | None:
        """Return the path of a Cubism 2 motion (lines of `PARAMETER=number,number,...`), or None if it is unusable."""
        path = self._existing_file("motion", name)
        if path and path.stat().st_size <= cubism_json.MAX_BYTES and b"=" in read_bounded(path, cubism_json.MAX_BYTES):
            return str(path)
        if path:
            self._leave_out("motion", name, tr("it holds no curves"))
        return None

    def _existing_file(self, kind: str, name: str) -> Path | None:
        path = self._folder / name
        if not is_inside(self._folder, name):
            self._leave_out(kind, name, tr("it is outside the model's folder"))
        elif not path.is_file():
            self._leave_out(kind, name, tr("it is a folder" if path.is_dir() else "it is missing"))
        else:
            return path
        return None

    def _leave_out(self, kind: str, name: str, reason: str) -> None:
        message = tr(
            "The {kind} can't be used: {why}. It is left out. To have it, put a good file there.",
            kind=tr(kind),
            why=reason,
        )
        self._findings.add_repaired(f"bad-{kind}", name, message)

    def _write_copy(self, path: Path, text: str) -> Path:
        """Write `text` in the form for the Cubism reader to `cache`, and return the path.

        The name contains the hash of the content, so an existing copy never has to be replaced.
        """
        plain = cubism_json.rewrite(text)
        digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
        copy = self._cache.absolute() / "mended" / f"{digest}.{path.name}"
        if not copy.exists():
            write_atomically(copy, plain.encode())
        return copy


def _sound_fault(path: Path) -> str | None:
    """Return why a file is no sound that can be played, or None. Only the decoder knows for certain."""
    try:
        with open_regular(path) as file:
            start, size = file.read(4), os.fstat(file.fileno()).st_size
    except OSError as error:
        return str(reason_of(error))
    if size > MAX_SOUND_BYTES:
        return tr("it is larger than {size}", size=f"{MAX_SOUND_BYTES >> 20} MB")
    return None if start.startswith(_SOUND_STARTS) else tr("it is no WAV, MP3, OGG or FLAC")


def _corrected(text: str, kind: str, part: dict[str, Any]) -> str:
    """Return `text` with a corrected Meta section, or `text` itself if that is correct. Raises BadContent."""
    corrections = motion_meta.meta_corrections(kind, part)
    if not corrections:
        return text
    exact = cubism_json.parse(text, Decimal)
    exact["Meta"] |= corrections
    return cubism_json.write(exact)
