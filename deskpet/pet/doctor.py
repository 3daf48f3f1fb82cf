"""Diagnose a model (the command `deskpet doctor`), and test-load models that are not built in.

The test runs in a child process, because a damaged model can crash Live2D's core.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from deskpet.config import paths
from deskpet.filesystem import private_files
from deskpet.pet import body, character, model_file
from deskpet.pet.body import BodyFile
from deskpet.pet.model_file import ModelFile
from deskpet.pet.problems import AGAIN, Findings, ModelError, NoPicture, Problem, merged
from deskpet.pet.sprite_file import SpriteFile
from deskpet.processes import console
from deskpet.processes.child_kinds import MODEL_TRIAL
from deskpet.processes.console import ExitCode
from deskpet.text.invisible import escape_in_json, escape_line
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

Painter = Callable[[Path, Path], None]
"""Draws the model with the settings file (first path) into a picture file (second). Raises ModelError, NoPicture."""

# Increase this when the test gets stricter: models that passed an older version are tested again.
_TEST_VERSION = 2

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The contents and problems of a model. `ok` is whether it can be used; `parameters` is 0 if unknown."""

    ok: bool
    problems: tuple[Problem, ...]
    expressions: tuple[str, ...] = ()
    motions: Mapping[str, int] = field(default_factory=dict[str, int])
    hit_areas: tuple[str, ...] = ()
    parameters: int = 0


def diagnose(path: str | Path, cache: Path | None = None, draw: Callable[[Path], None] | None = None) -> Diagnosis:
    """Check a model, given by name, folder, archive or file, and test-load it in a child process.

    `draw` is called with the settings file of a usable model, while an unpacked archive still exists. It may raise
    ModelError.
    """
    import tempfile

    from deskpet.pet import archive, model_package, source

    cache = cache or paths.model_cache_folder()
    findings = Findings()
    try:
        if not archive.is_archive(Path(path)) and not model_package.has_undecoded_names(Path(path)):
            return _diagnose_settings(model_file.find(str(path)), cache, draw)
        with tempfile.TemporaryDirectory(prefix="deskpet-model-") as folder:
            _, settings = source.copy_model(Path(path), Path(folder) / "model", findings)
            # Use a temporary cache as well: results for files of a temporary folder would never be used again.
            diagnosis = _diagnose_settings(settings, Path(folder) / "cache", draw)
        return replace(diagnosis, problems=findings.problems + diagnosis.problems)
    except OSError as error:
        why = reason_of(error)
        message = tr("The model can't be read: {why}. Check the disk and the permissions.", why=why)
        return Diagnosis(False, (*findings.problems, Problem("unreadable", str(path), message)))
    except ModelError as error:
        return Diagnosis(False, findings.problems + error.problems)


def _diagnose_settings(settings: Path, cache: Path, draw: Callable[[Path], None] | None) -> Diagnosis:
    examination, described = body.examine(settings, cache, thorough=True), Findings()
    model = examination.model
    if model is None:
        return Diagnosis(False, examination.problems)
    character.read(model, described)
    problems = examination.problems + described.problems
    try:
        parameters = load_in_child(model, cache)
        if draw:
            draw(model.path)
    except ModelError as error:
        return Diagnosis(False, problems + error.problems)
    return Diagnosis(True, problems, model.expressions, model.motions, model.hit_areas, parameters)


def load_tested(name: str, cache: Path | None = None) -> BodyFile:
    """Return the model of this name, folder or file, safe to load in this process. Raises ModelError.

    A model that is not built in is test-loaded in a child process first (about half a second). A passed test is
    remembered until one of the model's files changes.
    """
    cache = cache or paths.model_cache_folder()
    model = body.load(name, cache)
    if not isinstance(model, ModelFile):
        return model
    _require_engine(model)
    if not model_file.is_built_in(model.path) and not paths.exists(_marker_file(model, cache)):
        load_in_child(model, cache)
        mark_tested(model, cache)
    return model


def mark_tested(model: BodyFile, cache: Path) -> None:
    """Remember that the model passed the test."""
    marker = _marker_file(model, cache)
    try:
        private_files.create_folder(marker.parent)
        private_files.touch(marker)
    except OSError as error:
        logger.warning("%s can't be written, the model is tried again next time: %s", marker, error.strerror)


def load_in_child(model: BodyFile, cache: Path) -> int:
    """Load and play a Live2D model in a child process, and return the number of its parameters. Raises ModelError.

    Sprites have none, and no code but the decoder of their picture, which was checked.
    """
    if isinstance(model, SpriteFile):
        return 0
    # Not needed for a model that was tested.
    from deskpet.processes.one_shot import ChildFailed, Failure, run_once

    _require_engine(model)
    request = json.dumps({"file": str(model.path), "cache": str(cache)}).encode()

    def parameters(fields: dict[str, Any]) -> int:
        if why := fields.get("refused"):
            message = tr("Live2D's core refuses this model: {why}. {again}", why=tr(why), again=tr(AGAIN))
            raise ModelError(Problem("core-refused", model.moc.name, message))
        return int(fields["parameters"])

    try:
        return run_once(MODEL_TRIAL, "deskpet.pet.probe", request, parameters)
    except ChildFailed as failed:
        if failed.how is Failure.TIMED_OUT:
            message = tr(
                "Live2D's core did not finish loading this model in {seconds:.0f} seconds. {again}",
                seconds=MODEL_TRIAL.seconds,
                again=tr(AGAIN),
            )
            raise ModelError(Problem("core-timeout", model.moc.name, message)) from failed
        message = tr(
            "Live2D's core crashes on this model, so it is not loaded; a file in it is damaged. {again}",
            again=tr(AGAIN),
        )
        raise ModelError(Problem("core-crashed", model.moc.name, message)) from failed


def main(path: str, as_json: bool, thumbnail: Path | None = None, painter: Painter | None = None) -> int:
    """Print a diagnosis, as JSON or as text, and return the exit code: 0 if the model can be used, else 1.

    With a `painter`, the model's portrait is written to `thumbnail`; if that fails, the reason goes to standard error.
    """

    def draw(settings: Path) -> None:
        if thumbnail and painter:
            try:
                painter(settings, thumbnail.absolute())
            except (NoPicture, OSError) as error:
                console.report(error)

    diagnosis = diagnose(path, draw=draw)
    as_json_text = escape_in_json(json.dumps(asdict(diagnosis), ensure_ascii=False, indent=2))
    console.output().write(f"{as_json_text if as_json else report(diagnosis)}\n")
    return ExitCode.OK if diagnosis.ok else ExitCode.FAILED


def report(diagnosis: Diagnosis) -> str:
    """Format a diagnosis as text. Names of the model stay on their lines."""
    lines = [f"{'mended' if problem.mended else 'PROBLEM'}  {problem}" for problem in merged(diagnosis.problems)]
    if not diagnosis.ok:
        return "\n".join(map(escape_line, [*lines, "This model can't be used."]))
    motions = ", ".join(f"{group or '(no name)'} ({count})" for group, count in diagnosis.motions.items())
    lines += [
        "This model can be used.",
        f"Expressions  {', '.join(diagnosis.expressions) or 'none'}",
        f"Motions      {motions or 'none'}",
        f"Hit areas    {', '.join(diagnosis.hit_areas) or 'none'}",
    ]
    lines += [f"Parameters   {diagnosis.parameters}"] if diagnosis.parameters else []
    return "\n".join(map(escape_line, lines))


def _require_engine(model: ModelFile) -> None:
    if why := body.missing_engine():
        raise ModelError(Problem("no-engine", model.path.name, why))


def _marker_file(model: BodyFile, cache: Path) -> Path:
    """Return the marker file of a passed test. Its name depends on the path, size and time of each model file."""
    digest = hashlib.sha256(f"{_TEST_VERSION}\n".encode())
    for file in model.files:
        status = file.stat()
        digest.update(f"{file} {status.st_size} {status.st_mtime_ns}\n".encode())
    return cache / "verdicts" / digest.hexdigest()
