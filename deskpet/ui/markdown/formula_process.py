"""Child process that sets formulas: a JSON request per line of standard input, a JSON answer per line of output.

A request is an object with `latex`, `size` (pixels per em) and `is_inline`; its answer is the formula as SVG, empty if
the library can't read it. The library takes exponential time for deep nesting, so the parent limits the time.
"""

import json
import logging
import sys

from deskpet.processes.child import confine

_MEGABYTES = 512


def main() -> int:
    """Answer requests until standard input is closed."""
    confine(_MEGABYTES)
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.write(json.dumps(_svg(request["latex"], request["size"], is_inline=request["is_inline"])) + "\n")
        sys.stdout.flush()
    return 0


def _svg(latex: str, size: float, *, is_inline: bool) -> str:
    from ziamath.config import config
    from ziamath.zmath import Latex

    # Qt draws SVG Tiny 1.2, without the symbols of version 2.
    config.svg2 = False
    try:
        return Latex(latex, size=size, inline=is_inline).svg()
    except Exception as error:  # noqa: BLE001 - the library raises whatever its parser meets; the source is shown then
        logging.getLogger(__name__).info("not a formula: %s", error)
        return ""


if __name__ == "__main__":
    sys.exit(main())
