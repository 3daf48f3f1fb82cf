"""Renders pictures of a model in a child process, so that a crash of Live2D's native code does no harm."""

from pathlib import Path

from deskpet.config import paths
from deskpet.filesystem import private_files
from deskpet.pet.problems import AGAIN, ModelError, NoPicture, Problem
from deskpet.processes import child, display
from deskpet.translation import tr

# In seconds; enough to compile all shaders on a busy machine.
TIME_LIMIT = 60.0

# Output and exit codes of the child process.
READY, NO_CONTEXT, NOTHING_SEEN, REFUSED = "ready", 4, 5, 6
# Python's exit code after an uncaught exception.
FAILED = 1

_PROCESS = "deskpet.ui.pet.portrait_process"


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
    ending = child.run(_PROCESS, settings, paths.model_cache_folder(), *pictures, seconds=TIME_LIMIT)
    if ending.code != 0:
        raise _failure(settings, ending)


def _failure(settings: Path, ending: child.ProcessResult) -> ModelError | NoPicture:
    errors = ending.errors.strip().splitlines()
    if ending.code == NOTHING_SEEN:
        return NoPicture(tr("No picture was drawn: nothing of this character is to be seen in her resting pose."))
    if ending.code == REFUSED:
        message = tr("Live2D's core refuses this model. {again}", again=tr(AGAIN))
        return ModelError(Problem("core-refused", settings.name, message))
    if ending.code == FAILED:
        why = errors[-1] if errors else tr("the program itself failed")
        return NoPicture(tr("No picture was drawn: {why}", why=why))
    if READY not in ending.output.split():
        cause = errors[-1] if errors and ending.code == NO_CONTEXT else tr("OpenGL did not start")
        return NoPicture(
            tr("No picture was drawn: {why}. See whether this computer's graphics driver is installed.", why=cause)
        )
    if ending.code is None:
        message = tr(
            "Drawing this model did not finish in {seconds:.0f} seconds. {again}", seconds=TIME_LIMIT, again=tr(AGAIN)
        )
        return ModelError(Problem("drawing-timeout", settings.name, message))
    message = tr(
        "Live2D's core crashes when it draws this model, so it is not used; a file in it is damaged. {again}",
        again=tr(AGAIN),
    )
    return ModelError(Problem("drawing-crashed", settings.name, message))
