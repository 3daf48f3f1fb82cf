"""Lines that other programs of this user send on the local socket: one JSON object each. Standard library only."""

import json
from typing import Any, cast

# Maximum size of a line in bytes, and of a name in it in characters.
MAX_LINE = 160 << 10
MAX_NAME = 400
# The answer to a line that nobody listens for.
NOT_HEARD = {"heard": False}


class BadLocalLine(ValueError):
    """A line that means nothing."""


def decode_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line. Raises BadLocalLine if it is too long, nested too deeply or something else."""
    if len(line) > MAX_LINE:
        raise BadLocalLine("too long")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLocalLine("no JSON") from error
    if not isinstance(value, dict):
        raise BadLocalLine("no object")
    return cast("dict[str, Any]", value)
