"""Child process that runs one model: `python -m deskpet.features.voice.sherpa.process`.

Messages are JSON objects, a line each. The first line of standard input is the setup: `purpose`, `kind` and `files` of
a ModelSetup. The reply is `{"ready": true}`, or `{"failed": code, "reason": text}` before it exits. Sound is base64 of
signed 16-bit little-endian samples.

A voice gets `{"id", "text", "phonemes", "speaker", "speed"}` and replies `{"id", "rate", "pcm"}` until `{"id", "end":
true}`. A recogniser gets `{"id", "begin": language}`, `{"id", "pcm"}` and `{"id", "finish": true}`, and replies `{"id",
"text"}` whenever the words change until the end. Both take `{"id", "stop": true}`, which ends the request early, and
reply `{"id", "error": text, "is_too_large"}` in place of the end if the library fails.
"""

import json
import os
import queue
import re
import signal
import sys
import threading
from typing import IO, Any

from deskpet.features.voice.sherpa.loaded_models import LoadedRecognizer, LoadedVoice
from deskpet.features.voice.sherpa.model_error import plain_message
from deskpet.features.voice.sherpa.model_folder import Purpose
from deskpet.processes import lines
from deskpet.processes.child_kinds import SPEECH_MODEL
from deskpet.processes.confinement import limit
from deskpet.processes.serving import take_output

# What onnxruntime and the standard library of C++ say when there is no more memory.
_NO_MEMORY = re.compile(r"bad_alloc|Failed to allocate memory")

Message = dict[str, Any]
Model = LoadedVoice | LoadedRecognizer


def main() -> int:
    """Load the model and answer requests until standard input ends. Returns the exit code."""
    limit(SPEECH_MODEL)
    if sys.platform == "win32":
        from deskpet.processes.confinement import PROCESS_MEMORY, join_job

        join_job(PROCESS_MEMORY, process_memory=SPEECH_MODEL.megabytes << 20)
        # Ctrl+C in a terminal reaches this process as well; the parent decides when it ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(take_output(), "w", encoding="utf-8")
    setup = json.loads(sys.stdin.readline())
    try:
        load = LoadedVoice if setup["purpose"] == Purpose.VOICE else LoadedRecognizer
        model = load(setup["kind"], setup["files"])
    except ImportError as error:
        return _fail(output, "not_installed", error)
    except Exception as error:  # noqa: BLE001 - the library raises whatever it meets in a damaged model
        return _fail(output, "too_large" if _is_too_large(error) else "not_loaded", error)
    _write(output, {"ready": True})
    _serve(model, output)
    return 0


def _serve(model: Model, output: IO[str]) -> None:
    requests: queue.SimpleQueue[Message] = queue.SimpleQueue()
    stopped: set[int] = set()

    def read() -> None:
        for line in sys.stdin:
            request = json.loads(line)
            if request.get("stop"):
                stopped.add(request["id"])
            requests.put(request)
        # The parent has ended, or wants this process to; the library may be in the middle of its work.
        os._exit(0)

    threading.Thread(target=read, daemon=True, name="requests").start()
    while True:
        _answer(model, requests.get(), stopped, output)


def _answer(model: Model, request: Message, stopped: set[int], output: IO[str]) -> None:
    number = request["id"]
    if request.get("stop"):
        stopped.discard(number)
        model.stop(number)
        _write(output, {"id": number, "end": True})
        return
    if number in stopped:
        return
    try:
        for reply in model.answer(request):
            if number in stopped:
                return
            _write(output, {"id": number, **reply})
    except Exception as error:  # noqa: BLE001 - the library raises whatever it meets
        model.stop(number)
        _write(output, {"id": number, "error": _reason(error), "is_too_large": _is_too_large(error)})


def _fail(output: IO[str], code: str, error: Exception) -> int:
    _write(output, {"failed": code, "reason": _reason(error)})
    return 1


def _reason(error: Exception) -> str:
    return plain_message(str(error)) or type(error).__name__


def _is_too_large(error: Exception) -> bool:
    return isinstance(error, MemoryError) or bool(_NO_MEMORY.search(str(error)))


def _write(output: IO[str], message: Message) -> None:
    output.write(lines.encode(message, SPEECH_MODEL.reply_size))
    output.flush()


if __name__ == "__main__":
    sys.exit(main())
