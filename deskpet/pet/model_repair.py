"""Repair a model's settings: correct wrong file names, and add expressions and motions that are not listed."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from deskpet.pet import model_settings, vtube
from deskpet.pet.cubism_json import BadJson, is_writable
from deskpet.pet.listing import FolderListing
from deskpet.pet.model_settings import Expression, ModelSettings, Motion
from deskpet.pet.problems import Findings, listed
from deskpet.pet.vtube import VTubeNotes
from deskpet.translation import tr

_EXPRESSION_SUFFIXES = {2: ".exp.json", 3: ".exp3.json"}
_MOTION_SUFFIXES = {2: ".mtn", 3: ".motion3.json"}
# `tap_01` and `tap_02` are two of a kind.
_NUMBER = re.compile(r"[\s_\-.]*\d+$")
_IDLE = "Idle"
_NONE_TAKEN: Mapping[str, str] = {}


def repair(settings: ModelSettings, path: Path, findings: Findings) -> ModelSettings:
    """Correct the file names in the settings of the file `path`, and add unlisted expressions and motions."""
    repairer = _Repairer(path, findings)
    return repairer.add_unlisted(repairer.correct_names(settings))


class _Repairer:
    def __init__(self, path: Path, findings: Findings) -> None:
        self._path, self._folder, self._findings = path, path.parent, findings
        self._listing = FolderListing(path.parent)

    def correct_names(self, settings: ModelSettings) -> ModelSettings:
        return replace(
            settings,
            moc=self._actual_name(settings.moc),
            textures=tuple(map(self._actual_name, settings.textures)),
            expressions=tuple(
                replace(expression, file=self._actual_name(expression.file)) for expression in settings.expressions
            ),
            motions={
                group: tuple(self._with_actual_file(motion) for motion in motions)
                for group, motions in settings.motions.items()
            },
            physics=settings.physics and self._actual_name(settings.physics),
            pose=settings.pose and self._actual_name(settings.pose),
        )

    def _with_actual_file(self, motion: Motion) -> Motion:
        return replace(motion, file=self._actual_name(motion.file)) if motion.file else motion

    def _actual_name(self, name: str) -> str:
        """Return the actual name of the file `name`, or `name` itself if no match is found."""
        path = self._folder / name
        if path.is_file() or path.is_dir():
            return name
        found = self._listing.resolve(name)
        if found is None:
            return name
        message = tr("The file is really called “{found}”; that one is used.", found=found)
        self._findings.add_repaired("wrong-name", name, message)
        return found

    def add_unlisted(self, settings: ModelSettings) -> ModelSettings:
        notes = self._vtube_notes()
        expressions, motions = settings.expressions, settings.motions
        if not expressions and (found := self._listing.ending_with(_EXPRESSION_SUFFIXES[settings.cubism])):
            expressions = self._unlisted_expressions(found, notes)
            self._note(tr("The model lists no expressions, but {n} lie in its folder; they were added.", n=len(found)))
        elif expressions:
            expressions = self._apply_hotkey_names(expressions, notes)
            expressions += self._rest(expressions, _EXPRESSION_SUFFIXES[settings.cubism], notes)
        if not any(motions.values()) and (found := self._listing.ending_with(_MOTION_SUFFIXES[settings.cubism])):
            motions = _unlisted_motions(found, notes)
            self._note(tr("The model lists no motions, but {n} lie in its folder; they were added.", n=len(found)))
        return replace(settings, expressions=expressions, motions=motions)

    def _rest(self, known: tuple[Expression, ...], suffix: str, notes: VTubeNotes) -> tuple[Expression, ...]:
        """Return the expressions in the folder that are not `known`, and note their names."""
        if self._has_other_settings():
            # They may be expressions of the other model.
            return ()
        files = self._listing.ending_with(suffix, without=[expression.file for expression in known])
        taken = {expression.name: expression.file for expression in known}
        added = self._unlisted_expressions(files[: model_settings.MAX_ENTRIES - len(known)], notes, taken)
        if added:
            names = listed([expression.name for expression in added])
            self._note(tr("The model does not list all of its expressions; these were added: {names}.", names=names))
        return added

    def _has_other_settings(self) -> bool:
        names = (name for name in self._listing.names if "/" not in name)
        return any(model_settings.is_settings(name) and name != self._path.name for name in names)

    def _vtube_notes(self) -> VTubeNotes:
        try:
            return vtube.read(self._folder, self._path.name)
        except (BadJson, OSError) as error:
            message = tr("What VTube Studio says of this model can't be read: {why}. It is left out.", why=error)
            self._findings.add_repaired("bad-vtube", "", message)
            return VTubeNotes()

    def _unlisted_expressions(
        self, files: list[str], notes: VTubeNotes, taken: Mapping[str, str] = _NONE_TAKEN
    ) -> tuple[Expression, ...]:
        expressions: dict[str, str] = {}
        for file in files[: model_settings.MAX_ENTRIES]:
            name = notes.hotkeys.get(PurePosixPath(file).name.lower()) or _stem(file)
            expressions[_unique_name(name, {**taken, **expressions})] = file
        return tuple(Expression(name, file) for name, file in expressions.items())

    def _apply_hotkey_names(self, expressions: tuple[Expression, ...], notes: VTubeNotes) -> tuple[Expression, ...]:
        """Give expressions that are only named after their files the names of their hotkeys."""
        names = {expression.name: expression.file for expression in expressions}
        renamed: list[Expression] = []
        for expression in expressions:
            file = PurePosixPath(expression.file).name
            name = notes.hotkeys.get(file.lower())
            if name and name != expression.name and expression.name in {file, _stem(file)}:
                name = _unique_name(name, names)
                names[name] = expression.file
                renamed.append(replace(expression, name=name))
        if renamed:
            message = tr("{n} expressions have the names of their hotkeys in VTube Studio.", n=len(renamed))
            self._note(message, "vtube-names")
        by_file = {expression.file: expression for expression in renamed}
        return tuple(by_file.get(expression.file, expression) for expression in expressions)

    def _note(self, message: str, code: str = "not-listed") -> None:
        self._findings.add_repaired(code, self._path.name, message)


def _unlisted_motions(files: list[str], notes: VTubeNotes) -> Mapping[str, tuple[Motion, ...]]:
    groups: dict[str, tuple[Motion, ...]] = {}
    for file in files[: model_settings.MAX_ENTRIES]:
        last = PurePosixPath(file).name.lower()
        stem = _stem(file)
        group = notes.hotkeys.get(last) or _NUMBER.sub("", stem) or stem
        if last == notes.idle or group.lower().startswith("idle"):
            group = _IDLE
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
