"""Optional fields of request bodies: the values of the settings, and which of them a model has refused.

A field is named by its dotted path in the body, such as `generationConfig.topP`. Each format module translates the
values to fields; a field that the server has refused is left out, or replaced by an alternative spelling.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from deskpet.choices import ReasoningEffort

Fields = Mapping[str, Any]
"""Values of optional fields by their dotted paths."""

THINKING_TOKENS = {ReasoningEffort.LOW: 1024, ReasoningEffort.MEDIUM: 4096, ReasoningEffort.HIGH: 16384}
"""Tokens for reasoning, for servers that take a number."""


def _ignore_refusal(path: str) -> None:
    """Learn nothing from a refused field."""


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """Values that are only sent if they are set: None, 0, DEFAULT and empty are not.

    streams: whether the answer is streamed, instead of sent as one body. extra: further fields of the body.
    refused: paths that this model refused. on_refused: called with a path that it refuses now.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = 0
    effort: ReasoningEffort = ReasoningEffort.DEFAULT
    extra: Fields = field(default_factory=dict[str, Any])
    streams: bool = True
    refused: frozenset[str] = frozenset()
    on_refused: Callable[[str], None] = field(default=_ignore_refusal, compare=False)

    @property
    def thinking_tokens(self) -> int:
        """Tokens for reasoning; 0 if it is off or up to the server."""
        return THINKING_TOKENS.get(self.effort, 0)

    def accepted(self, *alternatives: tuple[str, Any]) -> dict[str, Any]:
        """Return the first of `alternatives`, as path and value, that was not refused and has a value."""
        return dict([each for each in alternatives if each[0] not in self.refused and each[1] is not None][:1])

    def accepted_extra(self) -> dict[str, Any]:
        """Return the further fields that were not refused."""
        return {path: value for path, value in self.extra.items() if path not in self.refused}


DEFAULT_OPTIONS = RequestOptions()
"""Nothing but the required fields, and a streamed answer."""


def with_fields(body: Mapping[str, Any], fields: Fields) -> dict[str, Any]:
    """Return `body` with `fields` set; objects are merged."""
    result = dict(body)
    for path, value in fields.items():
        outer, dot, inner = path.partition(".")
        if dot:
            result[outer] = with_fields(_object(result.get(outer)), {inner: value})
        elif isinstance(value, dict) and isinstance(result.get(outer), dict):
            result[outer] = with_fields(result[outer], cast("dict[str, Any]", value))
        else:
            result[outer] = value
    return result


def _object(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
