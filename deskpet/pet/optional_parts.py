"""Check the optional parts of a model: expressions, motions with their sounds, physics and pose.

A damaged part is left out. If only Live2D's reader can't read it, a repaired copy is used.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from deskpet.filesystem.atomic_write import write_atomically
from deskpet.filesystem.bounded import open_regular, read_bounded
from deskpet.pet import cubism_json, lenient_json
from deskpet.pet.model_settings import Cubism, ModelSettings, Motion
from deskpet.pet.part_structure import BadContent, meta_corrections
from deskpet.pet.problems import Findings, join_translated
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

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
    parts = _Parts(folder, cache, findings, settings.cubism)
    motions = {group: tuple(parts.motions(entries)) for group, entries in settings.motions.items()}
    usable = replace(
        settings,
        expressions=tuple(
            replace(face, file=file) for face in settings.expressions if (file := parts.usable("expression", face.file))
        ),
        motions={group: entries for group, entries in motions.items() if entries},
        physics=settings.physics and parts.usable("physics", settings.physics),
        pose=settings.pose and parts.usable("pose", settings.pose),
    )
    return usable, parts.copies


class _Parts:
    """Check and repair the parts of one model; `copies` maps originals to repaired copies."""

    def __init__(self, folder: Path, cache: Path, findings: Findings, cubism: Cubism) -> None:
        self._folder, self._cache, self._findings = folder, cache, findings
        self._cubism: Cubism = cubism
        self.copies: dict[Path, Path] = {}
        self._results: dict[tuple[str, str], str | None] = {}

    def motions(self, motions: tuple[Motion, ...]) -> Iterator[Motion]:
        for motion in motions:
            # Without a file it is a line that is spoken.
            file = motion.file and self.usable("motion", motion.file)
            if file is not None:
                sound = motion.sound and self.usable("sound", motion.sound)
                if file or sound:
                    yield replace(motion, file=file, sound=sound)

    def usable(self, kind: str, name: str) -> str | None:
        """Return the path of a part or of its repaired copy. Returns None if the part can't be used."""
        # Check each file once: a model may name the same one a thousand times.
        if (kind, name) not in self._results:
            path = self._existing_file(kind, name)
            self._results[kind, name] = self._examine(kind, name, path) if path else None
        return self._results[kind, name]

    def _examine(self, kind: str, name: str, path: Path) -> str | None:
        if kind == "sound":
            fault = _fault_of(path, _sound_fault)
        elif kind == "motion" and not name.lower().endswith(".json"):
            fault = _fault_of(path, _cubism_2_motion_fault)
        else:
            return self._examine_json(kind, name, path)
        if fault:
            self._leave_out(kind, name, fault)
        return None if fault else str(path)

    def _examine_json(self, kind: str, name: str, path: Path) -> str | None:
        try:
            part = lenient_json.read(path)
            if not isinstance(part.value, dict):
                raise BadContent(tr("a JSON object was expected"))
            corrected = _corrected(part.text, kind, cast("dict[str, Any]", part.value), self._cubism)
        except (cubism_json.BadJson, BadContent, OSError) as error:
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
        elif self._cubism == 3 and not cubism_json.is_readable(part.text):
            message = tr("This is valid JSON that Live2D's reader rejects. A copy in plainer form is used.")
            self._findings.add_repaired("json-rewritten", name, message)
        else:
            return False
        return True

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


def _fault_of(path: Path, find_fault: Callable[[Path], str | None]) -> str | None:
    """Return why a file can't be used, or None."""
    try:
        return find_fault(path)
    except OSError as error:
        return str(reason_of(error))


def _cubism_2_motion_fault(path: Path) -> str | None:
    """Return why a file is no Cubism 2 motion (lines of `PARAMETER=number,number,...`), or None. Raises OSError."""
    return None if b"=" in read_bounded(path, cubism_json.MAX_BYTES) else tr("it holds no curves")


def _sound_fault(path: Path) -> str | None:
    """Return why a file is no sound that can be played, or None. Only the decoder knows for certain. Raises OSError."""
    with open_regular(path) as file:
        start, size = file.read(4), os.fstat(file.fileno()).st_size
    if size > MAX_SOUND_BYTES:
        return tr("it is larger than {size}", size=f"{MAX_SOUND_BYTES >> 20} MB")
    return None if start.startswith(_SOUND_STARTS) else tr("it is no WAV, MP3, OGG or FLAC")


def _corrected(text: str, kind: str, part: dict[str, Any], cubism: Cubism) -> str:
    """Return `text` with a corrected Meta section, or `text` itself if that is correct. Raises BadContent."""
    corrections = meta_corrections(kind, part, cubism)
    if not corrections:
        return text
    exact = cubism_json.parse(text, Decimal)
    exact["Meta"] |= corrections
    return cubism_json.write(exact)
