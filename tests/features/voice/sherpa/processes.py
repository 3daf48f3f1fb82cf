"""The processes of models that this one has started."""

import psutil


def children(parent: psutil.Process | None = None) -> list[psutil.Process]:
    """Returns those that run. parent: whose they are; None for this process."""
    return [each for each in (parent or psutil.Process()).children() if _is_model(each)]


def _is_model(process: psutil.Process) -> bool:
    try:
        return "deskpet.features.voice.sherpa.process" in process.cmdline()
    except psutil.Error:
        return False
