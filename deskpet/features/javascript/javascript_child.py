"""Child process that evaluates JavaScript: the request is the source code.

The reply has `value` (the result as JSON text), `console` (lines), `error` (a text) and `code` (its kind); the lacking
ones are empty. Nothing of the program is imported here but what confines the process.
"""

import asyncio
import json
import os
import re
import threading
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from py_mini_racer import JSEvalException, JSOOMException, JSParseException, JSTimeoutException, MiniRacer
from py_mini_racer._dll import init_mini_racer

from deskpet.processes.child_kinds import JAVASCRIPT
from deskpet.processes.serving import OneTask

_HEAP_MEGABYTES = 64
# Of the processor's time, so that a busy computer takes nothing away; code that only waits has WAITING_SECONDS.
SECONDS, WAITING_SECONDS = 1.0, 3.0
_CHECK_SECONDS, _STOP_SECONDS = 0.02, 0.5
_SETUP = Path(__file__).with_name("setup.js")
# Gives the code a name in stack traces, where the functions of the setup have none.
_NAMED = "\n//# sourceURL=code"
_MAX_FRAMES = 8
_FRAME = re.compile(r"^ +at (?:(.*) \()?code:(\d+):(\d+)\)?$")
_SYNTAX_ERROR = re.compile(r"<anonymous>:(\d+): (.*)")


_T = TypeVar("_T")


class _StillRunning(Exception):
    """The engine could not stop the code."""


def main() -> None:
    """Answer one request, and end the process."""
    setup = _SETUP.read_text(encoding="utf-8")
    # Loads the engine's files; the threads start with the context.
    init_mini_racer()
    asyncio.run(_answer(setup))


async def _answer(setup: str) -> None:
    task = OneTask(JAVASCRIPT)
    # It uses the running event loop.
    engine = MiniRacer()
    functions: Any = engine.eval(setup)
    engine.set_hard_memory_limit(_HEAP_MEGABYTES << 20)
    has_begun = threading.Event()
    # An ordinary user can start no thread later.
    threading.Thread(target=_end_blocked, args=(task, has_begun), daemon=True).start()
    source = task.receive().decode("utf-8", "replace")
    has_begun.set()
    _end(task, await _evaluate(engine, functions, source))


def _end(task: OneTask, outcome: dict[str, str]) -> NoReturn:
    """Answer, and end the process: closing an engine whose code still runs would wait for it."""
    task.reply(outcome)
    os._exit(0)


def _end_blocked(task: OneTask, has_begun: threading.Event) -> None:
    """Answer for the event loop, which endless code blocks while a value is converted."""
    has_begun.wait()
    processor, begun = time.process_time(), time.monotonic()
    while time.process_time() - processor < 1.5 * SECONDS and time.monotonic() - begun < 1.5 * WAITING_SECONDS:
        time.sleep(_CHECK_SECONDS)
    _end(task, {"code": "timed_out"})


async def _evaluate(engine: MiniRacer, functions: Any, source: str) -> dict[str, str]:
    try:
        # The result is always ASCII text: the library waits forever for a value that Python can't represent.
        outcome: dict[str, str] = json.loads(await _limited(_run(functions, source)))
    except _StillRunning:
        return {"code": "timed_out"}
    except JSOOMException:
        outcome = {"code": "out_of_memory"}
    except JSTimeoutException:
        outcome = {"code": "timed_out"}
    except JSEvalException as error:
        is_full = engine.was_hard_memory_limit_reached()
        outcome = {"code": "out_of_memory"} if is_full else {"code": "exception", "error": str(error)}
    if outcome.get("code") == "syntax":
        outcome = {"code": "exception", "error": await _syntax_error(engine, source) or outcome["error"]}
    if error := outcome.get("error"):
        outcome["error"] = _readable(error)
    try:
        outcome["console"] = json.loads(await _limited(functions["console"].cancelable()()))
    except (JSEvalException, _StillRunning):
        outcome["console"] = ""
    return outcome


async def _run(functions: Any, source: str) -> Any:
    return await (await functions["run"].cancelable()(source + _NAMED))


async def _limited(work: Awaitable[_T]) -> _T:
    """Return the result of `work`. Raises JSTimeoutException, and _StillRunning if it could not be stopped then."""
    task = asyncio.ensure_future(work)
    processor, begun = time.process_time(), time.monotonic()
    while not (await asyncio.wait({task}, timeout=_CHECK_SECONDS))[0]:
        if time.process_time() - processor > SECONDS or time.monotonic() - begun > WAITING_SECONDS:
            task.cancel()
            is_stopped, _ = await asyncio.wait({task}, timeout=_STOP_SECONDS)
            raise JSTimeoutException if is_stopped else _StillRunning
    return task.result()


async def _syntax_error(engine: MiniRacer, source: str) -> str:
    """Return the error with its line, which `eval` does not tell; empty if the code can be parsed."""
    try:
        # The code is parsed, and ends before it runs.
        await _limited(engine.eval_cancelable(f"throw 0; {source}"))
    except JSParseException as error:
        found = _SYNTAX_ERROR.match(str(error))
        return f"{found[2]} (line {found[1]})" if found else str(error)
    except (JSEvalException, _StillRunning):
        return ""
    return ""


def _readable(error: str) -> str:
    """Return an error with the lines of the code where it happened, without frames of the setup."""
    message: list[str] = []
    frames: list[str] = []
    for line in error.split("\n"):
        if found := _FRAME.match(line):
            frames.append(f"    at line {found[2]}, column {found[3]}" + (f", in {found[1]}" if found[1] else ""))
        elif not line.startswith("    at "):
            message.append(line)
    return "\n".join((*message, *frames[:_MAX_FRAMES]))


if __name__ == "__main__":
    main()
