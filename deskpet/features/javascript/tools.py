"""The tool that runs JavaScript which a model wrote, in a child process without files, network or environment."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import Arguments, ToolFailed
from deskpet.config.extras import way_to_get
from deskpet.processes.child_kinds import JAVASCRIPT
from deskpet.processes.one_shot import ChildFailed, Failure, run_once
from deskpet.text.surrogates import replace_lone_surrogates_in
from deskpet.translation import tr_noop

_CHILD = Path(__file__).with_name("javascript_child.py")
_SECONDS = 1
MAX_OUTPUT = 20_000
"""Longest value and longest console output, in characters."""
_MAX_CODE = 200_000
_MESSAGES = {
    "timed_out": f"The code did not finish within {_SECONDS} s and was ended. Do less, or do it in parts.",
    "out_of_memory": "The code needed more memory than the 64 MB it has, and was ended.",
    "not_started": "The JavaScript engine could not be started. Go on without it.",
    "no_result": "The code broke its own environment; run it without changing globals.",
}
_FAILURES = {
    Failure.NOT_STARTED: "not_started",
    Failure.TIMED_OUT: "timed_out",
    Failure.OUT_OF_MEMORY: "out_of_memory",
    Failure.CRASHED: "out_of_memory",
    Failure.BAD_REPLY: "no_result",
}


def _preview(arguments: Arguments) -> str:
    code = arguments.get("code")
    return code.strip().partition("\n")[0][:80] if isinstance(code, str) else ""


def _missing() -> str:
    return "" if find_spec("py_mini_racer") else way_to_get("code")


@tool(
    "run_javascript",
    group="javascript",
    title=tr_noop("Run JavaScript"),
    icon="code",
    reads=NOTHING,
    preview=_preview,
    about=tr_noop("Calculates with code that can reach no files and no network. Ends after a second."),
    missing=_missing,
)
def run_javascript(code: str) -> JsonValue:
    """Run JavaScript (V8, modern syntax) to calculate or to work on text. Returns the value of the last expression.

    There are no files, no network, no modules, and 1 second of time. console.log is returned as well. For await, write
    (async () => { ...; return value })(). Nothing is kept for the next call.

    code: the whole program.
    """
    if len(code) > _MAX_CODE:
        raise ToolFailed("too_long", f"The code may have {_MAX_CODE} characters; it has {len(code)}.")
    try:
        return _output(run_once(JAVASCRIPT, _CHILD, code.encode("utf-8", "replace"), _texts))
    except ChildFailed as failed:
        code = _FAILURES[failed.how]
        raise ToolFailed(code, _MESSAGES[code]) from failed


def _texts(fields: dict[str, Any]) -> dict[str, str]:
    """Return the texts of the child's reply, which the code may have forged."""
    return {key: str(text)[: JAVASCRIPT.reply_size] for key, text in fields.items()}


def _load(text: str) -> Any:
    """Parse JSON, and replace lone surrogates, which can be neither stored nor sent. Raises ValueError."""
    try:
        return replace_lone_surrogates_in(json.loads(text))
    except RecursionError as error:
        raise ValueError(str(error)) from error


def _output(fields: dict[str, str]) -> JsonValue:
    """Return `value`, and `console` if something was printed. Raises ToolFailed if the code failed."""
    printed = fields.get("console", "").removesuffix("\n")
    if code := fields.get("code"):
        message = _MESSAGES.get(code, fields.get("error", ""))
        raise ToolFailed(code, f"{message}\n\nPrinted before:\n{printed}" if printed else message)
    try:
        value = _load(fields.get("value", "null"))
    except ValueError:
        value = fields["value"]
    return {"value": value, "console": printed} if printed else {"value": value}


CODE_TOOLS = (run_javascript,)
