"""What is wrong with a model, said in words instead of by a crash; and the trial of models from outside."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from deskpet import paths
from deskpet.pet import character, model_file, probe
from deskpet.pet.model_file import ModelFile
from deskpet.pet.problems import AGAIN, ModelError, Problem

TIME_LIMIT = 30.0


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a model has and what is wrong with it; `ok` when it can be used. 0 parameters: unknown."""

    ok: bool
    problems: tuple[Problem, ...]
    expressions: tuple[str, ...] = ()
    motions: Mapping[str, int] = field(default_factory=dict[str, int])
    hit_areas: tuple[str, ...] = ()
    parameters: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def diagnose(path: str | Path, cache: Path | None = None) -> Diagnosis:
    """Check the model of this name, folder or file in every way, up to loading it in a process of its own."""
    cache = cache or paths.model_cache_folder()
    try:
        examination = model_file.examine(model_file.find(str(path)), cache, thorough=True)
    except ModelError as error:
        return Diagnosis(False, error.problems)
    if examination.model is None:
        return Diagnosis(False, examination.problems)
    model, problems = examination.model, examination.problems + character.read(examination.model).problems
    try:
        parameters = try_out(model, cache)
    except ModelError as error:
        return Diagnosis(False, problems + error.problems)
    return Diagnosis(True, problems, model.expressions, model.motions, model.hit_areas, parameters)


def admit(name: str, cache: Path | None = None) -> ModelFile:
    """The model of this name, folder or file, safe to load here. Raises ModelError.

    One from outside is tried in a process of its own first (about half a second); the good verdict is kept
    until one of the model's files changes.
    """
    cache = cache or paths.model_cache_folder()
    model = model_file.load(name, cache)
    if not model_file.is_built_in(model.path):
        verdict = cache / "verdicts" / _fingerprint(model)
        if not verdict.exists():
            try_out(model, cache)
            verdict.parent.mkdir(parents=True, exist_ok=True)
            verdict.touch()
    return model


def try_out(model: ModelFile, cache: Path) -> int:
    """Load the model in a process of its own and play it; the number of its parameters. Raises ModelError."""
    command = [sys.executable, "-m", "deskpet.pet.probe", str(model.path), str(cache)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired as error:
        message = f"Live2D's core did not finish loading this model in {TIME_LIMIT:.0f} seconds. {AGAIN}"
        raise ModelError(Problem("core-timeout", model.moc.name, message)) from error
    if done.returncode == 0:
        return int(done.stdout.split()[-1])
    if done.returncode == probe.REFUSED:
        message = f"Live2D's core refuses this model: {done.stderr.strip()}. {AGAIN}"
        raise ModelError(Problem("core-refused", model.moc.name, message))
    message = f"Live2D's core crashes on this model, so it is not loaded; a file in it is damaged. {AGAIN}"
    raise ModelError(Problem("core-crashed", model.moc.name, message))


def main(path: str, as_json: bool) -> int:
    """Print a diagnosis, as JSON or for people; 0 when the model can be used, else 1."""
    diagnosis = diagnose(path)
    text = json.dumps(diagnosis.to_json(), ensure_ascii=False, indent=2) if as_json else report(diagnosis)
    sys.stdout.write(f"{text}\n")
    return 0 if diagnosis.ok else 1


def report(diagnosis: Diagnosis) -> str:
    """The diagnosis in lines for people."""
    lines = [f"{'mended' if problem.mended else 'PROBLEM'}  {problem}" for problem in diagnosis.problems]
    if not diagnosis.ok:
        return "\n".join([*lines, "This model can't be used."])
    motions = ", ".join(f"{group or '(no name)'} ({count})" for group, count in diagnosis.motions.items())
    return "\n".join(
        [
            *lines,
            "This model can be used.",
            f"Expressions  {', '.join(diagnosis.expressions) or 'none'}",
            f"Motions      {motions or 'none'}",
            f"Hit areas    {', '.join(diagnosis.hit_areas) or 'none'}",
            f"Parameters   {diagnosis.parameters or 'unknown'}",
        ]
    )


def _fingerprint(model: ModelFile) -> str:
    """Changes with the place, size and time of any of the model's files."""
    digest = hashlib.sha256()
    for file in model.files:
        stat = file.stat()
        digest.update(f"{file} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
