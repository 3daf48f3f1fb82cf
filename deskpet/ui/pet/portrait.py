"""Pictures of a model, drawn by Live2D's own code in a process of its own: what it does to it is no harm to us."""

from pathlib import Path

from deskpet import display, paths
from deskpet.pet import child
from deskpet.pet.problems import AGAIN, ModelError, NoPicture, Problem
from deskpet.words import tr

# With no shader ever compiled before and every core busy.
TIME_LIMIT = 60.0

# What the child says on its way, and ends with.
READY, NO_CONTEXT, NOTHING_SEEN, REFUSED = "ready", 4, 5, 6
# What Python ends with after an error of our own.
FAILED = 1

_PROCESS = "deskpet.ui.pet.portrait_process"


def take(settings: Path, thumbnail: Path, still: Path | None = None) -> None:
    """Draw the checked model whose settings file is `settings`; takes seconds, and may be called from any thread.

    `thumbnail` becomes a transparent PNG of the character, 512 pixels high; `still`, if given, one of her whole
    canvas. Raises ModelError when drawing the model ends the process, NoPicture when there is no picture to be had.
    """
    if display.why_missing():
        # Without a display Qt ends the process, which would look like the model's fault.
        raise NoPicture(
            tr("No picture was drawn: this session has no display. Run it again where windows can be shown.")
        )
    pictures = (thumbnail, still) if still else (thumbnail,)
    try:
        for picture in pictures:
            picture.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoPicture(tr("No picture was drawn: {why}. Choose another place for it.", why=error)) from error
    ending = child.run(_PROCESS, settings, paths.model_cache_folder(), *pictures, seconds=TIME_LIMIT)
    if ending.code != 0:
        raise _failure(settings, ending)


def _failure(settings: Path, ending: child.Ending) -> ModelError | NoPicture:
    said = ending.errors.strip().splitlines()
    if ending.code == NOTHING_SEEN:
        return NoPicture(tr("No picture was drawn: nothing of this character is to be seen in her resting pose."))
    if ending.code == REFUSED:
        message = tr("Live2D's core refuses this model. {again}", again=tr(AGAIN))
        return ModelError(Problem("core-refused", settings.name, message))
    if ending.code == FAILED:
        why = said[-1] if said else tr("the program itself failed")
        return NoPicture(tr("No picture was drawn: {why}", why=why))
    if READY not in ending.output.split():
        cause = said[-1] if said and ending.code == NO_CONTEXT else tr("OpenGL did not start")
        told = tr("No picture was drawn: {why}. See whether this computer's graphics driver is installed.", why=cause)
        return NoPicture(told)
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
