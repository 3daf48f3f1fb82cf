"""MCP server over standard input and output, by which an agent calls the running pet: `deskpet mcp`.

It is a process of the agent. It imports the MCP SDK, which the pet does not, and passes each call on to the pet, which
decides about it.
"""

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Any, cast

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.session import ServerSession
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from deskpet import __version__
from deskpet.features.callers.calls import (
    DEFAULT_SECONDS,
    MAX_CHOICE,
    MAX_CHOICES,
    MAX_QUESTION,
    MAX_SECONDS,
    MAX_WORDS,
    MIN_CHOICES,
    MIN_SECONDS,
    Caller,
    CallError,
    CallKind,
    Values,
    caller_of,
    digest_of,
    read_call,
)
from deskpet.features.callers.pet_client import PetClient

INSTRUCTIONS = (
    "deskpet is a character on the user's desktop. Use it sparingly: an expression or a motion for a mood, a few words "
    "when something is worth the user's attention, a question when you need a decision and they may be away from your "
    "window. The user is asked at your first call whether you may. What you show is marked as yours."
)
_UNKNOWN_NAMES = " The names are told once deskpet runs and the user lets agents call her."


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool. `name` is what the client calls."""

    kind: CallKind
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


def tool_definitions(description: Values) -> list[OfferedTool]:
    """Return the tools with the names in the pet's `description`, which is empty without a pet."""
    return [_with_names(tool, description) for tool in TOOLS]


def _with_names(tool: OfferedTool, description: Values) -> OfferedTool:
    names = _names(tool.kind, description)
    if names is None:
        return tool
    if not names:
        return replace(tool, description=tool.description + _UNKNOWN_NAMES)
    key, properties = str(tool.kind), tool.schema["properties"]
    schema = {**tool.schema, "properties": {**properties, key: {**properties[key], "enum": [*names]}}}
    lines = "\n".join(f"- {name}: {text}" if text else f"- {name}" for name, text in names.items())
    text = f"{tool.description} The character is {description.get('name', '')}. There are:\n{lines}"
    return replace(tool, description=text, schema=schema)


def _names(kind: CallKind, description: Values) -> dict[str, str] | None:
    """Return the names for a tool with what they mean, None for a tool without names."""
    if kind is CallKind.EXPRESSION:
        return cast("dict[str, str]", description.get("expressions", {}))
    if kind is not CallKind.MOTION:
        return None
    return {
        name: str(each["description"]) + (f" ({each['count']} variants)" if each["count"] > 1 else "")
        for name, each in cast("dict[str, Values]", description.get("motions", {})).items()
    }


# How long the first list of tools waits for the pet's names, and the pause before a pet is looked for again.
_FIRST_NAMES_SECONDS, _RETRY_SECONDS = 1.0, 5.0
# Clients that count from the last progress notification go on waiting while a question is open.
_PROGRESS_SECONDS = 10.0

_Context = ServerRequestContext[dict[str, Any], Any]


class PetServer:
    """Serves one client, which has started this process."""

    def __init__(self, pet: PetClient) -> None:
        self._pet = pet
        self._description: Values = {}
        self._is_asked = asyncio.Event()
        self._bus = InMemorySubscriptionBus()
        # The session of a client that gets changes by plain notifications: the protocol before 2026.
        self._session: ServerSession | None = None
        self._server: Server[dict[str, Any]] = Server(
            "deskpet",
            version=__version__,
            title="deskpet",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_subscriptions_listen=ListenHandler(self._bus, max_subscriptions=8),
        )

    async def serve(self) -> None:
        """Serve until standard input ends."""
        watching = asyncio.create_task(self._watch())
        try:
            async with stdio_server() as (reading, writing):
                options = self._server.create_initialization_options(NotificationOptions(tools_changed=True))
                await self._server.run(reading, writing, options)
        finally:
            watching.cancel()

    async def _watch(self) -> None:
        """Keep the description of the character, and tell the client when it changes."""
        while True:
            pause = 0.0
            try:
                arguments = {"known": digest_of(self._description)}
                description = await self._pet.call(Caller(""), CallKind.DESCRIBE, arguments)
            except CallError:
                description, pause = {}, _RETRY_SECONDS
            is_changed = description != self._description
            self._description = description
            if is_changed and self._is_asked.is_set():
                await self._bus.publish(ToolsListChanged())
                if self._session:
                    await self._session.send_tool_list_changed()
            self._is_asked.set()
            await asyncio.sleep(pause)

    async def _list_tools(
        self, context: _Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        if context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            self._session = context.session
        await asyncio.wait({asyncio.create_task(self._is_asked.wait())}, timeout=_FIRST_NAMES_SECONDS)
        hints = types.ToolAnnotations(destructive_hint=False, open_world_hint=False)
        tools = [
            types.Tool(
                name=each.name,
                title=each.title,
                description=each.description,
                input_schema=each.schema,
                annotations=hints,
            )
            for each in tool_definitions(self._description)
        ]
        return types.ListToolsResult(tools=tools)

    async def _call_tool(self, context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            kind = next((each.kind for each in TOOLS if each.name == params.name), None)
            if kind is None:
                names = [each.name for each in TOOLS]
                raise CallError(
                    "unknown_tool", f"There is no such tool. There are: {', '.join(names)}.", available=names
                )
            arguments = params.arguments or {}
            # What is wrong or too large is not sent at all.
            read_call(kind, arguments)
            result = await self._with_progress(context, self._pet.call(_caller(context), kind, arguments))
        except CallError as error:
            return _result({"error": error.values}, is_error=True)
        return _result(result)

    async def _with_progress(self, context: _Context, calling: Awaitable[Values]) -> Values:
        task, seconds = asyncio.ensure_future(calling), 0.0
        try:
            while not (await asyncio.wait({task}, timeout=_PROGRESS_SECONDS))[0]:
                seconds += _PROGRESS_SECONDS
                await context.session.report_progress(seconds, message="waiting for the user")
            return task.result()
        finally:
            task.cancel()


def _caller(context: _Context) -> Caller:
    """Return the client as it names itself."""
    params = context.session.client_params
    return caller_of(params.client_info.name, params.client_info.title) if params else Caller("")


def _result(values: Values, *, is_error: bool = False) -> types.CallToolResult:
    """Return values as structured content, and as text for clients that pass on nothing else."""
    text = types.TextContent(type="text", text=json.dumps(values, ensure_ascii=False))
    return types.CallToolResult(content=[cast("Any", text)], structured_content=values, is_error=is_error)
