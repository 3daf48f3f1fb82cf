"""A request with given tools in each provider's wire format."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest
from deskpet.chat.tool import Tool
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Family, Provider
from deskpet.llm import anthropic_request, gemini_request, openai_request

BODIES: Mapping[Family, Callable[[ChatRequest], dict[str, Any]]] = MappingProxyType(
    {
        Provider.OPENAI: lambda request: openai_request.request_body("m", "p", request),
        Provider.ANTHROPIC: lambda request: anthropic_request.request_body("m", "p", request),
        Provider.GEMINI: lambda request: gemini_request.request_body("p", request),
    }
)


def body_with(tools: Iterable[Tool], family: Family) -> dict[str, Any]:
    """Return the body of a request with these tools."""
    return BODIES[family](ChatRequest((user_message("Hello!"),), "You are kind.", Toolbox(tools).specs()))
