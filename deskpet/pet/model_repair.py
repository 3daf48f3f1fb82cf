"""Repair a model's settings: correct wrong file names, and add expressions and motions that are not listed.

The files in the model's folder are listed once, to find one by an inexact name.
"""

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from deskpet.pet import model_settings, vtube
from deskpet.pet.cubism_json import BadJson, is_writable
from deskpet.pet.model_settings import Expression, ModelSettings, Motion, is_metadata, is_settings
from deskpet.pet.problems import Findings, listed
from deskpet.pet.vtube import VTubeNotes
from deskpet.translation import tr

MAX_FILES, MAX_DEPTH = 5000, 12


def _normalized(name: str) -> str:
    parts = unicodedata.normalize("NFC", name.replace("\\", "/")).casefold().split("/")
    return "/".join(part for part in parts if part not in {"", "."})


_EXPRESSION_SUFFIXES = {2: ".exp.json", 3: ".exp3.json"}
_MOTION_SUFFIXES = {2: ".mtn", 3: ".motion3.json"}
# `tap_01` and `tap_02` are two of a kind.
_NUMBER = re.compile(r"[\s_\-.]*\d+$")


def repair(settings: ModelSettings, path: Path, findings: Findings) -> ModelSettings:
    """Correct the file names in the settings of the file `path`, and add unlisted expressions and motions."""
    repairer = _Repairer(path, findings)
    return repairer.add_unlisted(repairer.correct_names(settings))


class _Repairer:
    """Corrects the settings in the file `path`."""

    def __init__(self, path: Path, findings: Findings) -> None:
        self._path, self._folder, self._findings = path, path.parent, findings

    def correct_names(self, settings: ModelSettings) -> ModelSettings:
        return replace(
            settings,
            moc=self._actual_name(settings.moc),
            textures=tuple(map(self._actual_name, settings.textures)),
            expressions=tuple(
                replace(expression, file=self._actual_name(expression.file)) for expression in settings.expressions
            ),
            motions={
                group: tuple(replace(motion, file=self._actual_name(motion.file)) for motion in motions)
                for group, motions in settings.motions.items()
            },
            physics=settings.physics and self._actual_name(settings.physics),
            pose=settings.pose and self._actual_name(settings.pose),
        )

    def _actual_name(self, name: str) -> str:
        """Return the actual name of the file `name`, or `name` itself if no match is found."""
        path = self._folder / name
        if path.is_file() or path.is_dir():
            return name
        found = self._resolve(name)
        if found is None:
            return name
        message = tr("The file is really called “{found}”; that one is used.", found=found)
        self._findings.add_repaired("wrong-name", name, message)
        return found

    def add_unlisted(self, settings: ModelSettings) -> ModelSettings:
        try:
            notes = vtube.read(self._folder, self._path.name)
        except (BadJson, OSError) as error:
            message = tr("What VTube Studio says of this model can't be read: {why}. It is left out.", why=error)
            self._findings.add_repaired("bad-vtube", "", message)
            notes = VTubeNotes()
        expressions, motions = settings.expressions, settings.motions
        if not expressions and (found := self._ending_with(_EXPRESSION_SUFFIXES[settings.cubism])):
            expressions = self._unlisted_expressions(found, notes)
            self._note(tr("The model lists no expressions, but {n} lie in its folder; they were added.", n=len(found)))
        elif expressions:
            expressions = self._apply_hotkey_names(expressions, notes)
            expressions += self._rest(expressions, _EXPRESSION_SUFFIXES[settings.cubism], notes)
        if not any(motions.values()) and (found := self._ending_with(_MOTION_SUFFIXES[settings.cubism])):
            motions = _unlisted_motions(found, notes)
            self._note(tr("The model lists no motions, but {n} lie in its folder; they were added.", n=len(found)))
        return replace(settings, expressions=expressions, motions=motions)

    def _rest(self, known: tuple[Expression, ...], suffix: str, notes: VTubeNotes) -> tuple[Expression, ...]:
        """Return the expressions in the folder that are not `known`, and note their names."""
        names = (name for name in self._names if "/" not in name)
        if any(model_settings.is_settings(name) and name != self._path.name for name in names):
            # They may be expressions of the other model.
            return ()
        files = self._ending_with(suffix, without=[expression.file for expression in known])
        taken = {expression.name: expression.file for expression in known}
        added = self._unlisted_expressions(files[: model_settings.MAX_ENTRIES - len(known)], notes, taken)
        if added:
            names = listed([expression.name for expression in added])
            self._note(tr("The model does not list all of its expressions; these were added: {names}.", names=names))
        return added

    def _unlisted_expressions(
        self, files: list[str], notes: VTubeNotes, taken: Mapping[str, str] | None = None
    ) -> tuple[Expression, ...]:
        expressions: dict[str, str] = {}
        for file in files[: model_settings.MAX_ENTRIES]:
            name = notes.hotkeys.get(PurePosixPath(file).name.lower()) or _stem(file)
            expressions[_unique_name(name, {**(taken or {}), **expressions})] = file
        return tuple(Expression(name, file) for name, file in expressions.items())

    def _apply_hotkey_names(self, expressions: tuple[Expression, ...], notes: VTubeNotes) -> tuple[Expression, ...]:
        """Give expressions that are only named after their files the names of their hotkeys."""
        names = {expression.name: expression.file for expression in expressions}
        named: list[Expression] = []
        for expression in expressions:
            file = PurePosixPath(expression.file).name
            name = notes.hotkeys.get(file.lower())
            if name and name != expression.name and expression.name in {file, _stem(file)}:
                name = _unique_name(name, names)
                names[name] = expression.file
            else:
                name = expression.name
            named.append(replace(expression, name=name))
        if count := sum(new != old for new, old in zip(named, expressions, strict=True)):
            message = tr("{n} expressions have the names of their hotkeys in VTube Studio.", n=count)
            self._note(message, "vtube-names")
        return tuple(named)

    def _note(self, message: str, code: str = "not-listed") -> None:
        self._findings.add_repaired(code, self._path.name, message)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The sorted files below the folder, with `/`, without links and other models; read on first use."""
        found: list[str] = []
        for directory, folders, files in os.walk(self._folder):
            here = Path(directory).relative_to(self._folder)
            if here.parts and any(map(is_settings, files)):
                folders.clear()
                continue
            if len(here.parts) >= MAX_DEPTH:
                folders.clear()
            folders[:] = sorted(name for name in folders if not is_metadata(name))
            found += [(here / file).as_posix() for file in files if not is_metadata(file)]
            if len(found) > MAX_FILES:
                break
        return tuple(sorted(found[:MAX_FILES]))

    def _ending_with(self, ending: str, without: Iterable[str] = ()) -> list[str]:
        """Return the files whose names end with `ending` (lower case), ignoring case, but those `without`."""
        found = [name for name in self._names if name.lower().endswith(ending)]
        left_out = set(map(_normalized, without))
        return [name for name in found if _normalized(name) not in left_out]

    def _resolve(self, name: str) -> str | None:
        """Return the one file that `name` can refer to. Returns None if there is none, or more than one.

        It may differ in case, slashes or Unicode normal form, lie in another subfolder, or have been decoded wrongly
        by the program that unpacked it.
        """
        # Not needed for the first frame of a model whose names are right.
        from deskpet.pet.old_encodings import other_spellings

        wanted = _normalized(name)
        matches = [found for found in self._names if _normalized(found) == wanted]
        if not matches:
            last = wanted.rpartition("/")[2]
            matches = [found for found in self._names if _normalized(found).rpartition("/")[2] == last]
        if not matches:
            matches = [found for found in self._names if wanted in map(_normalized, other_spellings(found))]
        return matches[0] if len(matches) == 1 else None


def _unlisted_motions(files: list[str], notes: VTubeNotes) -> Mapping[str, tuple[Motion, ...]]:
    groups: dict[str, tuple[Motion, ...]] = {}
    for file in files[: model_settings.MAX_ENTRIES]:
        last = PurePosixPath(file).name.lower()
        stem = _stem(file)
        group = notes.hotkeys.get(last) or _NUMBER.sub("", stem) or stem
        if last == notes.idle or group.lower().startswith("idle"):
            group = "Idle"
        groups[group] = (*groups.get(group, ()), Motion(file, {}))
    return groups


def _stem(file: str) -> str:
    name = PurePosixPath(file).name
    for ending_with in (*_EXPRESSION_SUFFIXES.values(), *_MOTION_SUFFIXES.values()):
        if name.lower().endswith(ending_with):
            name = name[: -len(ending_with)]
    return name[: model_settings.MAX_NAME_LENGTH] if name and is_writable(name) else "unnamed"


def _unique_name(name: str, taken: Mapping[str, object]) -> str:
    """Return `name`, with a number appended if it is taken."""
    number, unique = 2, name
    while unique in taken:
        number, unique = number + 1, f"{name} {number}"
    return unique
