"""The parts that a model can do without: expressions, motions, physics, pose.

A damaged one is left out; one that only Live2D's reader stumbles over is used from a sound copy.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from deskpet.pet import counts, cubism_json
from deskpet.pet.model_settings import Expression, ModelSettings, Motion
from deskpet.pet.problems import Findings

Counter = Callable[[Any], dict[str, int]]


def is_inside(folder: Path, name: str) -> bool:
    """Whether the file `name`, links followed, is in `folder` or below; a model reads nothing else."""
    return (folder / name).resolve().is_relative_to(folder.resolve())


def with_sound_parts(settings: ModelSettings, folder: Path, cache: Path, findings: Findings) -> ModelSettings:
    """The settings with only the parts that are good, as absolute paths; copies are made in `cache`."""
    is_new = settings.cubism == 3
    parts = _Parts(folder, cache, findings, is_new)
    motions = {group: tuple(parts.motions(entries)) for group, entries in settings.motions.items()}
    physics_counter = counts.physics_meta if is_new else None
    return replace(
        settings,
        expressions=tuple(parts.expressions(settings.expressions)),
        motions={group: entries for group, entries in motions.items() if entries},
        physics=settings.physics and parts.sound("physics", settings.physics, physics_counter),
        pose=settings.pose and parts.sound("pose", settings.pose),
    )


class _Parts:
    def __init__(self, folder: Path, cache: Path, findings: Findings, is_new: bool) -> None:
        self._folder, self._cache, self._findings = folder, cache, findings
        # Only the reader of Cubism 3 and later rejects valid JSON.
        self._is_readable = cubism_json.is_readable if is_new else _always

    def expressions(self, faces: tuple[Expression, ...]) -> Iterator[Expression]:
        for face in faces:
            if file := self.sound("expression", face.file):
                yield replace(face, file=file)

    def motions(self, motions: tuple[Motion, ...]) -> Iterator[Motion]:
        for motion in motions:
            is_json = motion.file.endswith(".json")
            file = self.sound("motion", motion.file, counts.motion_meta) if is_json else self._lines(motion.file)
            if file:
                yield replace(motion, file=file)

    def _motion(self, name: str) -> str | None:
        is_json = name.endswith(".json")
        return self.sound("motion", name, counts.motion_meta) if is_json else self._lines(name)

    def sound(self, kind: str, name: str, counter: Counter | None = None) -> str | None:
        """The path of a JSON part or of its sound copy; None when the model has to go without it."""
        path = self._present(kind, name)
        if path is None:
            return None
        try:
            text = cubism_json.read_text(path)
            document = cubism_json.parse(text)
            if not isinstance(document, dict):
                raise counts.BadContent("a JSON object was expected")
            held = cast("dict[str, Any]", document)
            corrected = _with_true_counts(text, held, counter) if counter else text
        except (cubism_json.BadJson, counts.BadContent, OSError) as error:
            self._leave_out(kind, name, str(error))
            return None
        return str(path if self._is_sound(kind, name, text, corrected) else self._copy(path, corrected))

    def _is_sound(self, kind: str, name: str, text: str, corrected: str) -> bool:
        """Whether the file can be used as it stands; says why not."""
        if corrected is not text:
            message = f"The {kind} promises fewer parts than it has, which Live2D's reader takes on trust."
            self._findings.mended("wrong-counts", name, f"{message} A corrected copy is used.")
        elif not self._is_readable(text):
            message = "This is valid JSON that Live2D's reader rejects. A copy in plainer form is used."
            self._findings.mended("json-rewritten", name, message)
        else:
            return True
        return False

    def _lines(self, name: str) -> str | None:
        """A Cubism 2 motion: lines of PARAMETER=number,number,..."""
        path = self._present("motion", name)
        if path and b"=" in path.read_bytes():
            return str(path)
        if path:
            self._leave_out("motion", name, "it holds no curves")
        return None

    def _present(self, kind: str, name: str) -> Path | None:
        path = self._folder / name
        if not is_inside(self._folder, name):
            self._leave_out(kind, name, "it is outside the model's folder")
        elif not path.is_file():
            self._leave_out(kind, name, "it is a folder" if path.is_dir() else "it is missing")
        else:
            return path
        return None

    def _leave_out(self, kind: str, name: str, reason: str) -> None:
        message = f"The {kind} can't be used: {reason}. It is left out. To have it, put a good file there."
        self._findings.mended(f"bad-{kind}", name, message)

    def _copy(self, path: Path, text: str) -> Path:
        """A copy of `text` in the plain form, named after its content: it never needs to be replaced."""
        plain = cubism_json.rewritten(text)
        digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
        copy = self._cache.absolute() / "mended" / f"{digest}.{path.name}"
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            unfinished = copy.with_name(f"{copy.name}.new")
            unfinished.write_text(plain, encoding="utf-8")
            unfinished.replace(copy)
        return copy


def _number(holder: dict[str, Any], key: str) -> float:
    value = holder.get(key)
    return value if isinstance(value, int | float) else -1


def _always(_text: str) -> bool:
    return True


def _with_true_counts(text: str, document: dict[str, Any], counter: Counter) -> str:
    """`text` itself when its counts are enough, else the text with the true ones."""
    true, promised = counter(document), document.get("Meta")
    if not isinstance(promised, dict):
        raise counts.BadContent("it has no Meta section")
    if all(_number(cast("dict[str, Any]", promised), key) >= count for key, count in true.items()):
        return text
    exact = cubism_json.parse(text, Decimal)
    exact["Meta"] |= true
    return cubism_json.write(exact)
