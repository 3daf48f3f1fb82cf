"""Adapt the requests to one model, as learned from its refusals, and the signatures that it refused."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, cast

from deskpet.chat.messages import Message, Text, Thinking, ToolUse

# Efforts of reasoning in the words of all providers, from the lowest to the highest.
_EFFORT_RANKS = {"none": 0, "minimal": 1, "low": 2, "medium": 3, "default": 3, "high": 4, "xhigh": 5, "max": 6}
EFFORTS = tuple(_EFFORT_RANKS)


class ReasoningHistory(StrEnum):
    """How a model takes the reasoning of earlier answers. REQUIRED: every answer after a tool call must have some."""

    USUAL = "usual"
    REQUIRED = "required"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Adaptations:
    """How the requests to a model differ from the usual ones, as it demanded.

    values: values of switches by their paths. unstreamed_values: the same for answers that are not streamed.
    efforts: the efforts of reasoning that it takes, if not all. effort_with_tools: the only one with tools.
    is_adaptive: the reasoning is set by an effort instead of a number of tokens. thinking_range: the smallest and the
    largest number of tokens for reasoning. max_output: tokens of the longest answer. max_tools: number of tools.
    refused_tools: digests of the descriptions of tools that it refused, by their names on the wire.
    system_in_user: the system text stands in the first message of the user. null_content: a message without text has
    the content null. reasoning: how it takes earlier reasoning. signs_calls: whether calls of other models need a
    signature of Gemini; None if its name tells. replaces_ids: its own ids of calls are not sent back.
    """

    values: Mapping[str, bool] = field(default_factory=dict[str, bool])
    unstreamed_values: Mapping[str, bool] = field(default_factory=dict[str, bool])
    efforts: tuple[str, ...] = ()
    effort_with_tools: str = ""
    is_adaptive: bool = False
    thinking_range: tuple[int, int] = (0, 0)
    max_output: int = 0
    max_tools: int = 0
    refused_tools: Mapping[str, str] = field(default_factory=dict[str, str])
    system_in_user: bool = False
    null_content: bool = False
    reasoning: ReasoningHistory = ReasoningHistory.USUAL
    signs_calls: bool | None = None
    replaces_ids: bool = False

    @property
    def demanded(self) -> Mapping[str, object]:
        """The values that are sent in place of those in the settings, for people."""
        limits = {"max_tokens": self.max_output, "tools": self.max_tools} | {"budget_tokens": self.thinking_range[1]}
        efforts = "/".join(self.efforts) or self.effort_with_tools
        switches = {name: str(value).lower() for name, value in (*self.values.items(), *self.unstreamed_values.items())}
        shown = {"reasoning_effort": efforts} | {name: f"≤ {limit:,}" for name, limit in limits.items() if limit}
        return {name: value for name, value in (shown | switches).items() if value}

    def nearest_effort(self, wanted: str) -> str:
        """Return the effort nearest to `wanted` that the model takes; the lower one of two."""
        if not self.efforts or wanted in self.efforts:
            return wanted
        rank = _EFFORT_RANKS[wanted]
        return min(self.efforts, key=lambda each: (abs(_EFFORT_RANKS[each] - rank), _EFFORT_RANKS[each]))

    def budget(self, tokens: int) -> int:
        """Return the nearest number of tokens for reasoning that the model takes."""
        least, most = self.thinking_range
        return min(max(tokens, least), most) if most else tokens

    def accepted_tools(self, tools: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the descriptions of tools without those that the model refused, and no more than it takes."""
        refused = self.refused_tools
        accepted = [
            each for each in tools if (name := tool_name(each)) not in refused or tool_digest(each) != refused[name]
        ]
        return accepted[: self.max_tools or None]


NO_ADAPTATIONS = Adaptations()


def tool_name(tool: Mapping[str, Any]) -> str:
    """Return the name of a tool from its description in any format."""
    return tool.get("function", tool)["name"]


def tool_digest(tool: Mapping[str, Any]) -> str:
    """Return a digest of a tool's description: another version of the tool has another one."""
    return _digest(json.dumps(tool, sort_keys=True, default=str))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


_SIGNATURE_FIELDS = {"signature", "thoughtSignature", "thought_signature", "encrypted_content"}
DUMMY_SIGNATURE = "skip_thought_signature_validator"
"""Accepted by Gemini in place of the signature of a call that it did not make."""


def signature_digests(value: object) -> Iterator[str]:
    """Yield a digest of each signature, and of each piece of encrypted reasoning, in a JSON value."""
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value)
        is_encrypted = str(fields.get("type", "")) in {"redacted_thinking", "reasoning.encrypted"}
        for name, inner in fields.items():
            if isinstance(inner, str):
                is_signature = name in _SIGNATURE_FIELDS or (is_encrypted and name == "data")
                if is_signature and inner not in ("", DUMMY_SIGNATURE):
                    yield _digest(inner)
            else:
                yield from signature_digests(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from signature_digests(inner)


def without_refused_signatures(messages: Iterable[Message], refused: frozenset[str]) -> tuple[Message, ...]:
    """Return `messages` without the echoes that have one of the `refused` signatures."""
    if not refused:
        return tuple(messages)

    def cleaned(block: Any) -> Any:
        if not isinstance(block, Text | Thinking | ToolUse) or not block.echo:
            return block
        is_refused = not refused.isdisjoint(signature_digests(block.echo.fields))
        return replace(block, echo=None) if is_refused else block

    return tuple(replace(message, blocks=tuple(map(cleaned, message.blocks))) for message in messages)
