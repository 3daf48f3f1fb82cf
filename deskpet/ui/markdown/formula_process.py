"""Child process that sets formulas.

A request has `latex`, `size` (pixels per em) and `is_inline`; its `result` is the formula as SVG, empty if the library
can't read it. The library takes exponential time for deep nesting, so the parent limits the time.
"""

import logging

from deskpet.processes.child_kinds import FORMULA
from deskpet.processes.lines import Message
from deskpet.processes.serving import serve_lines


def _answer(request: Message) -> str:
    return _svg(request["latex"], request["size"], is_inline=request["is_inline"])


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
    serve_lines(FORMULA, _answer)
