"""Optional fields of request bodies: the values of the settings, and which of them a model has refused.

A field is named by its dotted path in the body, such as `generationConfig.topP`. Each format module translates the
values to fields; a field that the server has refused is left out, or replaced by an alternative spelling.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from deskpet.config.choices import ReasoningEffort
from deskpet.llm.adaptations import NO_ADAPTATIONS, Adaptations

Fields = Mapping[str, Any]
"""Values of optional fields by their dotted paths."""

THINKING_TOKENS = {ReasoningEffort.LOW: 1024, ReasoningEffort.MEDIUM: 4096, ReasoningEffort.HIGH: 16384}
"""Tokens for reasoning, for servers that take a number."""


STREAM_OPTIONS = "stream_options"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Timeouts in seconds, and the delays before retries. The duration of a complete answer is not limited.

    `first_byte` is long because some gateways send nothing for minutes. Any byte resets `idle`, including comments
    sent as keep-alive; `silent` limits the time in which a server sends nothing else. `backoff` is the delay before
    each retry; the request is not retried if the server asks for a delay longer than `max_wait`.
    """

    connect: float = 10.0
    first_byte: float = 300.0
    idle: float = 120.0
    silent: float = 1800.0
    backoff: tuple[float, ...] = (0.8, 2.0)
    max_wait: float = 10.0


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """Values that are only sent if they are set: None, 0, DEFAULT and empty are not.

    streams: whether the answer is streamed, instead of sent as one body. extra: further fields of the body.
    refused: paths that this model refused. adaptations: what else it demanded. refused_signatures: digests of the
    signatures that it refused. on_learned: called with the options before and after a refusal that was cured.
    timeouts: how long the server may be silent. is_private: the JSON log gets no body of the request.
    max_output_now: tokens that are left for this answer. suspends_reasoning: this answer has no reasoning.
    begins_in_thought: answers start with reasoning without an opening tag. has_thinking_switch: the server takes
    `enable_thinking` and `thinking_budget` in place of `reasoning_effort`.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = 0
    effort: ReasoningEffort = ReasoningEffort.DEFAULT
    extra: Fields = field(default_factory=dict[str, Any])
    streams: bool = True
    refused: frozenset[str] = frozenset()
    adaptations: Adaptations = NO_ADAPTATIONS
    refused_signatures: frozenset[str] = frozenset()
    on_learned: Callable[["RequestOptions", "RequestOptions"], None] = field(
        default=lambda _before, _after: None, compare=False
    )
    timeouts: Timeouts = Timeouts()
    is_private: bool = False
    max_output_now: int = 0
    suspends_reasoning: bool = False
    begins_in_thought: bool = False
    has_thinking_switch: bool = False

    @property
    def thinking_tokens(self) -> int:
        """Tokens for reasoning; 0 if it is off or up to the server."""
        return THINKING_TOKENS.get(self.effort, 0)

    @property
    def has_effort(self) -> bool:
        """Whether the amount of reasoning is chosen, and not up to the server."""
        return self.effort is not ReasoningEffort.DEFAULT and not self.suspends_reasoning

    def output_limit(self, wanted: int) -> int:
        """Return the tokens of the longest answer: `wanted`, or less if the model takes less; 0 for no limit."""
        return min(filter(None, (wanted, self.adaptations.max_output, self.max_output_now)), default=0) if wanted else 0

    def effort_name(self, lowest: str) -> str:
        """Return the amount of reasoning by its name, as the model takes it; `lowest` stands for none."""
        wanted = lowest if self.effort is ReasoningEffort.OFF else self.effort.value
        return self.adaptations.nearest_effort(wanted)

    def accepted(self, *alternatives: tuple[str, Any]) -> dict[str, Any]:
        """Return the first of `alternatives`, as path and value, that was not refused and has a value."""
        return dict([each for each in alternatives if each[0] not in self.refused and each[1] is not None][:1])

    def accepted_extra(self) -> dict[str, Any]:
        """Return the further fields that were not refused, and the switches that the model demands."""
        fields = {**self.extra, **self.adaptations.values}
        if not self.streams:
            fields |= self.adaptations.unstreamed_values
        return {path: value for path, value in fields.items() if path not in self.refused}


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
