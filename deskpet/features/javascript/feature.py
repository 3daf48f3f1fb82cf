"""Declares JavaScript: code that a model writes to calculate, in a confined process."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature

if TYPE_CHECKING:
    from deskpet.chat.tool import Tool


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.javascript.tools import CODE_TOOLS

    return CODE_TOOLS


JAVASCRIPT = Feature(name="javascript", tools=_tools)
