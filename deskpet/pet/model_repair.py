"""Settings that name their files wrongly or not at all, put right by what lies in the model's folder."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from deskpet.pet import model_settings, vtube
from deskpet.pet.cubism_json import BadJson, is_writable
from deskpet.pet.listing import FolderListing
from deskpet.pet.model_settings import Expression, ModelSettings, Motion
from deskpet.pet.problems import Findings
from deskpet.pet.vtube import VTubeNotes
from deskpet.words import tr

_FACES = {2: ".exp.json", 3: ".exp3.json"}
_MOTIONS = {2: ".mtn", 3: ".motion3.json"}
# `tap_01` and `tap_02` are two of a kind.
_NUMBER = re.compile(r"[\s_\-.]*\d+$")
_IDLE = "Idle"


def mended(settings: ModelSettings, path: Path, findings: Findings) -> ModelSettings:
    """The settings in the file `path` with the names of files as they are, and with what they forgot to list."""
    mender = _Mender(path, findings)
    return mender.with_unlisted(mender.with_true_names(settings))


class _Mender:
    def __init__(self, path: Path, findings: Findings) -> None:
        self._path, self._folder, self._findings = path, path.parent, findings
        self._listing = FolderListing(path.parent)

    def with_true_names(self, settings: ModelSettings) -> ModelSettings:
        return replace(
            settings,
            moc=self._true(settings.moc),
            textures=tuple(map(self._true, settings.textures)),
            expressions=tuple(replace(face, file=self._true(face.file)) for face in settings.expressions),
            motions={
                group: tuple(replace(motion, file=self._true(motion.file)) for motion in motions)
                for group, motions in settings.motions.items()
            },
            physics=settings.physics and self._true(settings.physics),
            pose=settings.pose and self._true(settings.pose),
        )

    def _true(self, name: str) -> str:
        """The name of the file that is meant by `name`, which stays when nothing better is found."""
        path = self._folder / name
        if path.is_file() or path.is_dir():
            return name
        found = self._listing.meant(name)
        if found is None:
            return name
        message = tr("The file is really called “{found}”; that one is used.", found=found)
        self._findings.mended("wrong-name", name, message)
        return found

    def with_unlisted(self, settings: ModelSettings) -> ModelSettings:
        notes = self._vtube_notes()
        faces, motions = settings.expressions, settings.motions
        if not faces and (found := self._listing.ending(_FACES[settings.cubism])):
            faces = self._listed_faces(found, notes)
            self._note(tr("The model lists no expressions, but {n} lie in its folder; they were added.", n=len(found)))
        elif faces and notes.hotkeys:
            faces = self._renamed(faces, notes)
        if not any(motions.values()) and (found := self._listing.ending(_MOTIONS[settings.cubism])):
            motions = _listed_motions(found, notes)
            self._note(tr("The model lists no motions, but {n} lie in its folder; they were added.", n=len(found)))
        return replace(settings, expressions=faces, motions=motions)

    def _vtube_notes(self) -> VTubeNotes:
        try:
            return vtube.read(self._folder, self._path.name)
        except (BadJson, OSError) as error:
            message = tr("What VTube Studio says of this model can't be read: {why}. It is left out.", why=error)
            self._findings.mended("bad-vtube", "", message)
            return VTubeNotes()

    def _listed_faces(self, files: list[str], notes: VTubeNotes) -> tuple[Expression, ...]:
        faces: dict[str, str] = {}
        for file in files[: model_settings.MOST_ENTRIES]:
            name = notes.hotkeys.get(PurePosixPath(file).name.lower()) or _stem(file)
            faces[_free(name, faces)] = file
        return tuple(Expression(name, file) for name, file in faces.items())

    def _renamed(self, faces: tuple[Expression, ...], notes: VTubeNotes) -> tuple[Expression, ...]:
        """Faces that are only called like their files, by the names of their hotkeys."""
        names = {face.name: face.file for face in faces}
        renamed: list[Expression] = []
        for face in faces:
            file = PurePosixPath(face.file).name
            name = notes.hotkeys.get(file.lower())
            if name and name != face.name and face.name in {file, _stem(file)}:
                name = _free(name, names)
                names[name] = face.file
                renamed.append(replace(face, name=name))
        if renamed:
            message = tr("{n} expressions have the names of their hotkeys in VTube Studio.", n=len(renamed))
            self._note(message, "vtube-names")
        by_file = {face.file: face for face in renamed}
        return tuple(by_file.get(face.file, face) for face in faces)

    def _note(self, message: str, code: str = "not-listed") -> None:
        self._findings.mended(code, self._path.name, message)


def _listed_motions(files: list[str], notes: VTubeNotes) -> Mapping[str, tuple[Motion, ...]]:
    groups: dict[str, tuple[Motion, ...]] = {}
    for file in files[: model_settings.MOST_ENTRIES]:
        last = PurePosixPath(file).name.lower()
        stem = _stem(file)
        group = notes.hotkeys.get(last) or _NUMBER.sub("", stem) or stem
        if last == notes.idle or group.lower().startswith("idle"):
            group = _IDLE
        groups[group] = (*groups.get(group, ()), Motion(file, {}))
    return groups


def _stem(file: str) -> str:
    name = PurePosixPath(file).name
    for ending in (*_FACES.values(), *_MOTIONS.values()):
        if name.lower().endswith(ending):
            name = name[: -len(ending)]
    return name[: model_settings.LONGEST_NAME] if name and is_writable(name) else "unnamed"


def _free(name: str, taken: Mapping[str, object]) -> str:
    """`name`, with a number when it is taken."""
    number, free = 2, name
    while free in taken:
        number, free = number + 1, f"{name} {number}"
    return free
