"""The tools that `deskpet mcp` offers, with the names of the present character. Texts are for the agent's model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from deskpet.features.callers.calls import (
    DEFAULT_SECONDS,
    MAX_CHOICE,
    MAX_CHOICES,
    MAX_QUESTION,
    MAX_SECONDS,
    MAX_WORDS,
    MIN_CHOICES,
    MIN_SECONDS,
    CallKind,
    Values,
)

INSTRUCTIONS = (
    "deskpet is a character on the user's desktop. Use it sparingly: an expression or a motion for a mood, a few words "
    "when something is worth the user's attention, a question when you need a decision and they may be away from your "
    "window. The user is asked at your first call whether you may. What you show is marked as yours."
)
_UNKNOWN_NAMES = " The names are told once deskpet runs and the user lets agents call her."


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool without the character's names. `name` is what the client calls."""

    kind: CallKind
    name: str
    title: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool as it is listed."""

    name: str
    title: str
    description: str
    schema: Values


def _object(required: tuple[str, ...], **properties: Values) -> Values:
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


TOOLS = (
    OfferedTool(
        CallKind.EXPRESSION,
        "show_expression",
        "Show an expression",
        "Show an expression on the character's face. It stays until another is shown.",
        _object(("expression",), expression={"type": "string", "description": "The expression's name."}),
    ),
    OfferedTool(
        CallKind.MOTION,
        "play_motion",
        "Play a motion",
        "Play one of the character's motions once.",
        _object(
            ("motion",),
            motion={"type": "string", "description": "The motion's name."},
            variant={"type": "integer", "minimum": 0, "description": "Which variant of it, from 0."},
        ),
    ),
    OfferedTool(
        CallKind.SAY,
        "say",
        "Say a few words",
        "Show a few words of yours in a bubble beside the character, for some seconds. Plain text, no markdown. The "
        "result says whether they are shown: not in the user's quiet hours, and not while she is hidden.",
        _object(("text",), text={"type": "string", "maxLength": MAX_WORDS, "description": "A sentence or two."}),
    ),
    OfferedTool(
        CallKind.ASK,
        "ask",
        "Ask the user",
        "Ask the user a question with choices in a bubble beside the character, and wait for the answer. The result "
        "has `answered`, and the `choice`, or the `reason` why nobody answered: timed_out, dismissed, hidden or "
        "quiet_hours. Nobody's answer is no consent.",
        _object(
            ("question", "choices"),
            question={"type": "string", "maxLength": MAX_QUESTION},
            choices={
                "type": "array",
                "items": {"type": "string", "maxLength": MAX_CHOICE},
                "minItems": MIN_CHOICES,
                "maxItems": MAX_CHOICES,
            },
            timeout_seconds={
                "type": "number",
                "minimum": MIN_SECONDS,
                "maximum": MAX_SECONDS,
                "description": f"How long to wait, {DEFAULT_SECONDS} if left out. Your client may give up earlier.",
            },
        ),
    ),
)


def tool_definitions(description: Values) -> list[ToolDefinition]:
    """Return the tools with the names in the pet's `description`, which is empty without a pet."""
    return [_definition(tool, description) for tool in TOOLS]


def _definition(tool: OfferedTool, description: Values) -> ToolDefinition:
    names = _names(tool.kind, description)
    if names is None:
        return ToolDefinition(tool.name, tool.title, tool.description, dict(tool.schema))
    if not names:
        return ToolDefinition(tool.name, tool.title, tool.description + _UNKNOWN_NAMES, dict(tool.schema))
    key = str(tool.kind)
    properties = tool.schema["properties"]
    named = properties[key] | {"enum": [*names]}
    schema = dict(tool.schema) | {"properties": properties | {key: named}}
    lines = "\n".join(f"- {name}: {text}" if text else f"- {name}" for name, text in names.items())
    text = f"{tool.description} The character is {description.get('name', '')}. There are:\n{lines}"
    return ToolDefinition(tool.name, tool.title, text, schema)


def _names(kind: CallKind, description: Values) -> dict[str, str] | None:
    """Return the names for a tool with what they mean, None for a tool without names."""
    if kind is CallKind.EXPRESSION:
        return cast("dict[str, str]", description.get("expressions", {}))
    if kind is not CallKind.MOTION:
        return None
    motions = cast("dict[str, Values]", description.get("motions", {}))
    return {name: _motion_text(each) for name, each in motions.items()}


def _motion_text(motion: Values) -> str:
    count = motion["count"]
    return str(motion["description"]) + (f" ({count} variants)" if count > 1 else "")
