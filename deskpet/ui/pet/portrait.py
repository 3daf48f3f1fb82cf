"""Renders pictures of a model in a child process, so that a crash of Live2D's native code does no harm."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Any

from deskpet.config import paths
from deskpet.filesystem import private_files
from deskpet.pet.problems import AGAIN, ModelError, NoPicture, Problem
from deskpet.processes import display
from deskpet.processes.child_kinds import PORTRAIT
from deskpet.processes.one_shot import ChildFailed, Failure, run_once
from deskpet.translation import tr


class DrawingProblem(StrEnum):
    """Why the child process has drawn no picture, in its reply."""

    NO_CONTEXT = "no_context"
    NOTHING_SEEN = "nothing_seen"
    REFUSED = "refused"
    FAILED = "failed"
    """A mistake of the program, not of the model."""


# Python's exit code after an uncaught exception.
_UNCAUGHT = 1


def render(settings: Path, thumbnail: Path, still: Path | None = None) -> None:
    """Render the checked model with the settings file `settings`. Takes seconds; may be called from any thread.

    thumbnail: path for a transparent PNG of the character, 512 pixels high.
    still: path for a PNG of the model's whole canvas, if wanted.
    Raises ModelError if rendering the model crashes or hangs the process, NoPicture if no picture can be made.
    """
    if display.unavailable_reason():
        # Without a display Qt aborts the process, which would be reported as a crash by the model.
        raise NoPicture(
            tr("No picture was drawn: this session has no display. Run it again where windows can be shown.")
        )
    pictures = (thumbnail, still) if still else (thumbnail,)
    try:
        for picture in pictures:
            private_files.create_folder(picture.parent)
    except OSError as error:
        raise NoPicture(tr("No picture was drawn: {why}. Choose another place for it.", why=error)) from error
    request = {
        "file": str(settings),
        "cache": str(paths.model_cache_folder()),
        "pictures": [*map(str, pictures)],
    }
    try:
        problem, why = run_once(PORTRAIT, "deskpet.ui.pet.portrait_process", json.dumps(request).encode(), _replied)
    except ChildFailed as failed:
        raise _failure(settings, failed) from failed
    if problem:
        raise _problem(settings, problem, why)


def _replied(fields: dict[str, Any]) -> tuple[DrawingProblem | None, str]:
    problem = fields.get("problem")
    return DrawingProblem(problem) if problem else None, str(fields.get("why", ""))


def _problem(settings: Path, problem: DrawingProblem, why: str) -> ModelError | NoPicture:
    """Return the error about a problem that the child process has replied."""
    match problem:
        case DrawingProblem.NOTHING_SEEN:
            return NoPicture(tr("No picture was drawn: nothing of this character is to be seen in her resting pose."))
        case DrawingProblem.REFUSED:
            message = tr("Live2D's core refuses this model. {again}", again=tr(AGAIN))
            return ModelError(Problem("core-refused", settings.name, message))
        case DrawingProblem.NO_CONTEXT:
            return _no_graphics("there is no OpenGL in this session")
        case DrawingProblem.FAILED:
            return NoPicture(tr("No picture was drawn: {why}", why=why))


def _failure(settings: Path, failed: ChildFailed) -> ModelError | NoPicture:
    """Return the error about a child process that has not replied."""
    if failed.code == _UNCAUGHT:
        return NoPicture(tr("No picture was drawn: {why}", why=failed.last_line or tr("the program itself failed")))
    if failed.how is Failure.NOT_STARTED:
        return _no_graphics(tr("OpenGL did not start"))
    if failed.how is Failure.TIMED_OUT:
        message = tr(
            "Drawing this model did not finish in {seconds:.0f} seconds. {again}",
            seconds=PORTRAIT.seconds,
            again=tr(AGAIN),
        )
        return ModelError(Problem("drawing-timeout", settings.name, message))
    message = tr(
        "Live2D's core crashes when it draws this model, so it is not used; a file in it is damaged. {again}",
        again=tr(AGAIN),
    )
    return ModelError(Problem("drawing-crashed", settings.name, message))


def _no_graphics(why: str) -> NoPicture:
    return NoPicture(
        tr("No picture was drawn: {why}. See whether this computer's graphics driver is installed.", why=why)
    )
