"""The parts that a model can do without: expressions, motions, physics, pose.

A damaged one is left out; one that only Live2D's reader stumbles over is used from a sound copy.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from deskpet.atomic_write import write_atomically
from deskpet.bounded import read_bounded
from deskpet.pet import cubism2_parts, cubism_json, lenient_json, motion_meta
from deskpet.pet.model_settings import Expression, ModelSettings, Motion
from deskpet.pet.problems import Findings, listed
from deskpet.words import tr


def is_inside(folder: Path, name: str) -> bool:
    """Whether the file `name`, links followed, is in `folder` or below; a model reads nothing else."""
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return False


def sound_parts(
    settings: ModelSettings, folder: Path, cache: Path, findings: Findings
) -> tuple[ModelSettings, dict[Path, Path]]:
    """The settings with only the parts that are good, as absolute paths; and the copies, made in `cache`, of those
    that can't be used as they are, by what they stand for.
    """
    is_new = settings.cubism == 3
    parts = _Parts(folder, cache, findings, is_new)
    motions = {group: tuple(parts.motions(entries)) for group, entries in settings.motions.items()}
    sound = replace(
        settings,
        expressions=tuple(parts.expressions(settings.expressions)),
        motions={group: entries for group, entries in motions.items() if entries},
        physics=settings.physics and parts.sound("physics", settings.physics),
        pose=settings.pose and parts.sound("pose", settings.pose),
    )
    return sound, parts.copies


class _Parts:
    def __init__(self, folder: Path, cache: Path, findings: Findings, is_new: bool) -> None:
        self._folder, self._cache, self._findings, self._is_new = folder, cache, findings, is_new
        self.copies: dict[Path, Path] = {}
        self._looked_at: dict[tuple[str, str], str | None] = {}

    def expressions(self, faces: tuple[Expression, ...]) -> Iterator[Expression]:
        for face in faces:
            if file := self.sound("expression", face.file):
                yield replace(face, file=file)

    def motions(self, motions: tuple[Motion, ...]) -> Iterator[Motion]:
        for motion in motions:
            is_json = motion.file.lower().endswith(".json")
            if file := self.sound("motion", motion.file) if is_json else self._lines(motion.file):
                yield replace(motion, file=file)

    def sound(self, kind: str, name: str) -> str | None:
        """The path of a JSON part or of its sound copy; None when the model has to go without it."""
        # A model may name one file a thousand times.
        if (kind, name) not in self._looked_at:
            self._looked_at[kind, name] = self._examined(kind, name)
        return self._looked_at[kind, name]

    def _examined(self, kind: str, name: str) -> str | None:
        path = self._present(kind, name)
        if path is None:
            return None
        try:
            part = lenient_json.read(path)
            if not isinstance(part.value, dict):
                raise motion_meta.BadContent(tr("a JSON object was expected"))
            document = cast("dict[str, Any]", part.value)
            if not self._is_new:
                cubism2_parts.require_form(kind, document)
            corrected = _corrected(part.text, kind, document) if self._is_new else part.text
        except (cubism_json.BadJson, motion_meta.BadContent, OSError) as error:
            self._leave_out(kind, name, str(error))
            return None
        if not self._needs_copy(kind, name, part, corrected):
            return str(path)
        try:
            self.copies[path] = self._copy(path, corrected)
        except OSError as error:
            self._leave_out(kind, name, tr("its corrected copy can't be kept: {why}", why=error.strerror or error))
            return None
        return str(self.copies[path])

    def _needs_copy(self, kind: str, name: str, part: lenient_json.LooseJson, corrected: str) -> bool:
        """Whether the file can't be used as it stands; says why."""
        if part.faults:
            message = tr(
                "The {kind} has {faults}, which JSON does not allow. A corrected copy is used.",
                kind=tr(kind),
                faults=listed(part.faults),
            )
            self._findings.mended("json-mended", name, message)
        elif corrected is not part.text:
            message = tr(
                "The {kind} says of itself what is not so, which Live2D's reader takes on trust. A "
                "corrected copy is used.",
                kind=tr(kind),
            )
            self._findings.mended("wrong-counts", name, message)
        elif self._is_new and not cubism_json.is_readable(part.text):
            message = tr("This is valid JSON that Live2D's reader rejects. A copy in plainer form is used.")
            self._findings.mended("json-rewritten", name, message)
        else:
            return False
        return True

    def _lines(self, name: str) -> str | None:
        """A Cubism 2 motion: lines of PARAMETER=number,number,..."""
        path = self._present("motion", name)
        if path and path.stat().st_size <= cubism_json.MAX_BYTES and b"=" in read_bounded(path, cubism_json.MAX_BYTES):
            return str(path)
        if path:
            self._leave_out("motion", name, tr("it holds no curves"))
        return None

    def _present(self, kind: str, name: str) -> Path | None:
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
        self._findings.mended(f"bad-{kind}", name, message)

    def _copy(self, path: Path, text: str) -> Path:
        """A copy of `text` in the plain form, named after its content: it never needs to be replaced."""
        plain = cubism_json.rewritten(text)
        digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
        copy = self._cache.absolute() / "mended" / f"{digest}.{path.name}"
        if not copy.exists():
            write_atomically(copy, plain.encode())
        return copy


def _corrected(text: str, kind: str, part: dict[str, Any]) -> str:
    """`text` itself when what it says of itself is true, else the text with that put right. Raises BadContent."""
    wrong = motion_meta.wrong_meta(kind, part)
    if not wrong:
        return text
    exact = cubism_json.parse(text, Decimal)
    exact["Meta"] |= wrong
    return cubism_json.write(exact)
