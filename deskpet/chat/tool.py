"""Define the interface of a tool: its description for models and people, its declared effects, and its call.

`FunctionTool` (function_tool.py) is written in Python with `@tool`; `SchemaTool` (schema_tool.py) has a JSON Schema and
an implementation of another program. The Toolbox (toolbox.py) holds the tools of a conversation and calls them.
"""

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from pydantic import JsonValue

from deskpet.chat.messages import ToolError
from deskpet.chat.permission import EVERYTHING, Reads, Scope
from deskpet.config.choices import Policy

Arguments = Mapping[str, JsonValue]
Preview = Callable[[Arguments], str]
Dependencies = Mapping[str, object]
"""The objects that tools need, by the names of the parameters that receive them."""

DEFAULT_TIMEOUT = 60.0
"""Time in seconds after which a tool's result is no longer awaited."""
BUILT_IN = "built-in"
"""Origin of the tools that come with the program."""
LOAD_TOOLS = "tools.load"
"""Name of the tool that loads the groups of others."""

_WIRE_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")


def wire_name(name: str) -> str:
    """Return the tool's name as providers accept it: `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`.

    `live2d.expression` becomes `live2d_expression`. If more than dots must be replaced, a hash of the name is appended.
    Only Gemini requires the first character to be a letter or an underscore.
    """
    dotless = name.replace(".", "_")
    if _WIRE_NAME.fullmatch(dotless):
        return dotless
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    legal = re.sub(r"^(?![a-zA-Z_])", "_", re.sub(r"[^a-zA-Z0-9_-]", "_", name))
    return f"{legal[:55]}_{digest}"


_RECIPIENT = re.compile(r"\bto=([\w.-]{1,100})")
# Prefixes that Gemini, Kimi and gpt-oss put before a tool's name, and what servers leave after it.
_NAME_PREFIX = re.compile(r"(?:default_api[:.]|functions?\.)+")
_NAME_REST = re.compile(r"(?:<\|?.*|\s.*|:\d+)\Z", re.DOTALL)


def plain_name(called: str) -> str:
    """Return the name in a call without what servers leave around it, such as `functions.look:0<|channel|>json`."""
    recipient = _RECIPIENT.search(called)
    name = recipient[1] if recipient else called.strip()
    return _NAME_PREFIX.sub("", _NAME_REST.sub("", _NAME_REST.sub("", name)), count=1) or called


def title_from_name(name: str) -> str:
    """Return the last part of a tool's name as a title: `live2d.look_at` and `mcp__s__look_at` are "Look at".

    May be empty.
    """
    words = re.sub(r"[_-]+", " ", re.split(r"\.|__(?=.)", name)[-1]).strip()
    return words[:1].upper() + words[1:]


class ToolFailed(Exception):
    """Raised by a tool that fails; the message tells the model the reason and must be one that it can act on."""

    def __init__(self, code: str, message: str, available: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.error = ToolError(code, message, tuple(available))


class ToolChanged(ToolFailed):
    """Raised in place of a call whose tool is another one now than the one that was permitted."""

    def __init__(self) -> None:
        super().__init__("changed", "The tool was changed meanwhile. Call it again, so that the user sees the change.")


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """The result of a call: an output or an error."""

    output: JsonValue = None
    error: ToolError | None = None


class ResultKind(Enum):
    """Display format of a tool's output.

    TREE: any JSON value. TEXT: plain text. DIFF: a unified diff as text. IMAGE: an object with `media_type` and base64
    `data`. LIST: a list of texts, or of objects whose `title` and `note` are texts. FILE: an object with `path`, `name`
    and `size` in bytes. PARTS: a list of texts and of objects as in IMAGE and FILE, and any other JSON value.
    """

    TREE = "tree"
    TEXT = "text"
    DIFF = "diff"
    IMAGE = "image"
    LIST = "list"
    FILE = "file"
    PARTS = "parts"


@dataclass(frozen=True, slots=True)
class Proposal:
    """The effect of a call before it runs, such as the difference that a write would make.

    shown: what the card shows, as `kind` describes. state: what the tool needs to carry out exactly that; it is never
    stored.
    """

    shown: JsonValue
    kind: ResultKind = ResultKind.TEXT
    state: object = None


class Report(Protocol):
    """Reports the progress of a call."""

    def __call__(self, fraction: float | None, words: str = "", output: JsonValue = None) -> None:
        """Report a fraction from 0 to 1, or None if unknown, a text for people, and the partial output if there is one.

        The partial output is displayed like the final one, and replaced by the next.
        """
        ...


def ignore_progress(fraction: float | None, words: str = "", output: JsonValue = None) -> None:
    """Ignore progress reports."""


@dataclass(frozen=True, kw_only=True)
class Tool(ABC):
    """A tool that a model may call.

    name: dotted, subject first, or as models know it. title: the title of its card. icon: a picture in assets/icons.
    description: text for the model. about: one sentence for people. origin: who brought it.
    group: the tools that are described to a model once it has loaded this group; those without one always are.
    version: the hash of its definition; rules hold for it only. Empty if the definition can't change.
    needs: the names of its dependencies, which the Toolbox provides.
    concurrent: set for tools that only read, and so can run in parallel.
    early: set for tools that may run as soon as the arguments are a JSON object that they accept, before the end of the
        call is certain. If the arguments change after that, which few servers do, the tool runs again with the final
        ones; so it has to only read, or to be harmless when repeated.
    background: set for tools that go on after the answer; the model gets a result at once: the call has started.
    policy: ALLOW for harmless tools; ASK for tools that read or change data of the user. The settings may override it.
    reads: what a call reads; it counts only for tools that come with the program, see `read_marks.reads_of`.
    inline: set for gestures of the character: a call shows as a small button in the sentence, not as a card below it.
    sends: whether a call can send data to others, in a request or an address.
    preview: returns the arguments in a few words for people, such as "Wave". They may be incomplete or of any type.
    result: the display format of the output. can_undo: whether `undo` reverts a call.
    timeout: time in seconds after which the call fails; None for no limit. The wait for approval does not count.
    """

    name: str
    description: str
    title: str = ""
    icon: str = "tool"
    about: str = ""
    origin: str = BUILT_IN
    group: str = ""
    version: str = ""
    needs: tuple[str, ...] = ()
    concurrent: bool = False
    early: bool = False
    background: bool = False
    policy: Policy = Policy.ALLOW
    reads: frozenset[Reads] = EVERYTHING
    sends: bool = False
    inline: bool = False
    preview: Preview | None = None
    result: ResultKind = ResultKind.TREE
    timeout: float | None = DEFAULT_TIMEOUT

    @property
    def can_undo(self) -> bool:
        """Whether `undo` reverts a call."""
        return False

    @property
    @abstractmethod
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters."""

    @abstractmethod
    def schema(self, dependencies: Dependencies) -> dict[str, Any]:
        """Return the JSON Schema of the arguments, an object, with the present choices."""

    def build_schema(self) -> None:  # noqa: B027 - most tools have their schema ready
        """Do the costly part of the first `schema` now, so that no request waits for it."""

    def describe(self, dependencies: Dependencies) -> str:
        """Return the description for a model, with the present choices."""
        return self.description

    @abstractmethod
    def validate(self, arguments: Arguments, dependencies: Dependencies) -> dict[str, Any]:
        """Return the arguments as `call` expects them. Raises ToolFailed if they are invalid."""

    @abstractmethod
    def invalid_parameters(self, arguments: Arguments) -> frozenset[str]:
        """Return the names of the arguments whose values the schema does not accept."""

    def meant_by(self, name: str, dependencies: Dependencies) -> Arguments | None:
        """Return the arguments of a call that has one of the tool's values in place of its name; None if it is none."""
        return None

    def missing(self, dependencies: Dependencies) -> str:
        """Return what the tool needs to be available, as a sentence for people; empty if it is available."""
        return ""

    def scope(self, arguments: Arguments, dependencies: Dependencies) -> Scope | None:
        """Return the scope of a call for rules, or None if a rule covers the whole tool.

        NO_SCOPE if no rule may cover the call.
        """
        return None

    def is_exempt(self, arguments: Arguments, dependencies: Dependencies) -> bool:
        """Return whether this call needs no approval although the policy is ASK, as in the character's own folder."""
        return False

    def caution(self, arguments: Arguments, dependencies: Dependencies) -> str:
        """Return why a call asks once text of strangers was read, as a text to translate; empty if it does not."""
        return ""

    async def present(self) -> "Tool":
        """Return the tool as it is now, after starting the program that brings it. Raises ToolFailed."""
        return self

    @property
    def has_changed(self) -> bool:
        """Whether the tool is another one than the user last let run. Each call then asks, and shows the difference."""
        return False

    @property
    def proposes(self) -> bool:
        """Whether `propose` shows more than the arguments do. It then runs after all earlier calls."""
        return False

    async def propose(self, values: dict[str, Any], dependencies: Dependencies) -> Proposal | None:
        """Return the effect that a call with the validated `values` will have, or None if its arguments show it."""
        return None

    @abstractmethod
    async def call(
        self, values: dict[str, Any], dependencies: Dependencies, report: Report, proposal: Proposal | None
    ) -> JsonValue:
        """Run the tool with validated arguments and return its output. May raise anything."""

    async def undo(self, arguments: Arguments, output: JsonValue, dependencies: Dependencies) -> str:
        """Revert a call and return a sentence about it. Raises ToolFailed if that is no longer possible."""
        raise ToolFailed("no_undo", f"{self.name} can't be undone.")


def declared_policy(tool: Tool) -> Policy:
    """Return the policy declared by the tool itself."""
    return tool.policy
