"""Tools that no model is told of although their program has them, each with the reason. Nothing is left out unnamed."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from deskpet.translation import tr, tr_noop

MAX_PAGES, MAX_TOOLS, MAX_LIST = 50, 500, 2 << 20
"""Limits of a server's list of tools: pages, tools, and characters of JSON."""
MAX_TOOL = 64 << 10
"""Longest definition of a tool, in characters of JSON."""
_MAX_NAME = 80


class Reason(Enum):
    """Why a tool is left out."""

    BAD_DEFINITION = "bad_definition"
    NEEDS_TASK = "needs_task"
    TOO_LONG = "too_long"
    SAME_NAME = "same_name"
    LIST_TOO_LONG = "list_too_long"
    TOO_MANY = "too_many"
    NO_ROOM = "no_room"


_TEXTS = {
    Reason.BAD_DEFINITION: tr_noop("its definition is not valid"),
    Reason.NEEDS_TASK: tr_noop("it runs only as a task of MCP, which is not supported"),
    Reason.TOO_LONG: tr_noop("its definition is longer than {longest:,} characters"),
    Reason.SAME_NAME: tr_noop("another tool of this server has the same name"),
    Reason.LIST_TOO_LONG: tr_noop("the list ends after {tools} tools, {pages} pages or {list:,} characters"),
    Reason.TOO_MANY: tr_noop("models are told of at most {limit} tools"),
    Reason.NO_ROOM: tr_noop("a quarter of the model's context, {limit:,} characters, has no room for it"),
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A tool that is left out. limit: the one of TOO_MANY in tools, or of NO_ROOM in characters."""

    name: str
    reason: Reason
    limit: int = 0

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "LeftOut":
        """Return what `as_json` has returned."""
        return cls(str(value["name"]), Reason(value["reason"]))

    def as_json(self) -> dict[str, Any]:
        """Return it for the lines between the processes."""
        return {"name": self.name[:_MAX_NAME], "reason": self.reason.value}

    @property
    def why(self) -> str:
        """The reason in words."""
        text = _TEXTS[self.reason]
        limits = {"longest": MAX_TOOL, "tools": MAX_TOOLS, "pages": MAX_PAGES, "list": MAX_LIST}
        return tr(text, limit=self.limit, **limits)
