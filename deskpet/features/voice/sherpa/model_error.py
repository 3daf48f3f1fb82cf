"""The error of models in a folder, and of the process that runs one."""

from collections.abc import Mapping
from typing import Any

from deskpet.translation import tr


class SpeechModelError(Exception):
    """A model can't be used. `code` is a stable identifier; cause and next step are translated texts."""

    def __init__(self, code: str, cause: str, next_step: str) -> None:
        super().__init__(cause)
        self.code, self.cause, self.next_step = code, cause, next_step


def timed_out(seconds: float) -> SpeechModelError:
    """Return the error of a model that did not answer."""
    return SpeechModelError(
        "timeout",
        tr("The model did not answer within {seconds:g} seconds.", seconds=seconds),
        tr("Choose a smaller model, or a computer with less to do."),
    )


def not_started(reason: str) -> SpeechModelError:
    """Return the error of a process that the system did not start."""
    return SpeechModelError("not_started", tr("No process can be started: {reason}.", reason=reason), tr("Try again."))


def ended(reason: str) -> SpeechModelError:
    """Return the error of a process that ended by itself. reason: without a full stop."""
    cause = tr("The process of the model ended: {reason}.", reason=reason.rstrip("."))
    return SpeechModelError("ended", cause, tr("Try again. If it fails again, choose another model."))


def not_loaded(code: str, reason: str) -> SpeechModelError:
    """Return the error of a model that the library did not load; `code` is that of process.py."""
    if code == "not_installed":
        cause = tr("The package sherpa-onnx can't be loaded: {reason}.", reason=reason.rstrip("."))
        return SpeechModelError(code, cause, tr("Install deskpet[voice-local]."))
    if code == "too_large":
        return SpeechModelError(code, tr("The model needs more than 4 GB of memory."), tr("Choose a smaller model."))
    cause = tr("The model can't be loaded: {reason}.", reason=reason.rstrip("."))
    return SpeechModelError(code, cause, tr("Download the whole folder again, or choose another model."))


def refused(reply: Mapping[str, Any]) -> SpeechModelError:
    """Return the error of a reply with `error`."""
    if speakers := reply.get("speakers"):
        cause = tr("This model has the voices 0 to {last}.", last=speakers - 1) if speakers > 1 else _one_voice()
        return SpeechModelError("no_speaker", cause, tr("Correct the name of the voice in the settings, under Voice."))
    if reply.get("is_too_large"):
        return not_loaded("too_large", "")
    cause = tr("The model failed: {reason}.", reason=str(reply["error"]).rstrip("."))
    return SpeechModelError("model_failed", cause, tr("Try again. If it fails again, choose another model."))


def _one_voice() -> str:
    return tr("This model has one voice, 0.")
