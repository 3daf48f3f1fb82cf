"""The error of models in a folder, and of the process that runs one."""

import re
from collections.abc import Mapping
from typing import Any

from deskpet.config.extras import way_to_get
from deskpet.translation import tr

_MAX_LENGTH = 200
# "/path/model.cc:177 onnxruntime::Model::Model(const PathString&) " of onnxruntime, "/path/model.cc:Init:168 " of
# sherpa-onnx.
_SOURCE = re.compile(r"\S+\.(?:cc|h|cpp):(?:\d+ [^\n]*\) |\w+:\d+ )")


class SpeechModelError(Exception):
    """A model can't be used. `code` is a stable identifier; cause and next step are translated texts."""

    def __init__(self, code: str, cause: str, next_step: str) -> None:
        super().__init__(cause)
        self.code, self.cause, self.next_step = code, cause, next_step


def not_loaded(code: str, reason: str) -> SpeechModelError:
    """Return the error of a model that the library did not load; `code` is that of process.py."""
    if code == "not_installed":
        cause = tr("The package sherpa-onnx can't be loaded: {reason}.", reason=reason.rstrip("."))
        return SpeechModelError(code, cause, way_to_get("voice-local"))
    if code == "too_large":
        return SpeechModelError(code, tr("The model needs more than 4 GB of memory."), tr("Choose a smaller model."))
    cause = tr("The model can't be loaded: {reason}.", reason=reason.rstrip("."))
    return SpeechModelError(code, cause, tr("Download the whole folder again, or choose another model."))


def refused(reply: Mapping[str, Any]) -> SpeechModelError:
    """Return the error of a reply with `error`."""
    if speakers := reply.get("speakers"):
        cause = tr("This model has one voice, 0.")
        if speakers > 1:
            cause = tr("This model has the voices 0 to {last}.", last=speakers - 1)
        return SpeechModelError("no_speaker", cause, tr("Correct the name of the voice in the settings, under Voice."))
    if reply.get("is_too_large"):
        return not_loaded("too_large", "")
    cause = tr("The model failed: {reason}.", reason=str(reply["error"]).rstrip("."))
    return SpeechModelError("model_failed", cause, tr("Try again. If it fails again, choose another model."))


def plain_message(text: str) -> str:
    """Return a message of the library without the places in its source code, in one line of limited length."""
    without_line_breaks = " ".join(text.replace("failed:", "failed: ").split())
    return _SOURCE.sub("", without_line_breaks).strip()[:_MAX_LENGTH]
