"""Connections with many models, for pictures, tests and measurements."""

from pathlib import Path

from deskpet.config.settings import EndpointSettings
from deskpet.features.host import ModelServers
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.connections import Connection, Connections, ModelFacts, ModelLists
from deskpet.llm.endpoints import Endpoints

_FAMILIES = ("gpt-4.1", "gpt-4o", "gpt-5", "o3", "o4", "claude-sonnet-4-5", "gemini-2.5-flash", "llama-3.3-70b")
_KINDS = ("", "-mini", "-nano", "-audio-preview", "-2026-04-14", "-search-preview")
OPENAI, OLLAMA, OTHER = (
    Connection("a1", "OpenAI", EndpointSettings(base_url="https://api.openai.com/v1", model="gpt-4.1-mini"),
               ("gpt-5",)),
    Connection("b2", "Ollama", EndpointSettings(base_url="http://127.0.0.1:11434/v1", model="qwen3:8b")),
    Connection("c3", "Work", EndpointSettings(base_url="https://llm.example/v1", model="gpt-4o", temperature=0.3),
               ("claude-sonnet-4-5",)),
)  # fmt: skip


def facts(number: int) -> ModelFacts:
    """Return the facts of the model of this number; every tenth is not for chats."""
    name = _FAMILIES[number % len(_FAMILIES)] + _KINDS[number // len(_FAMILIES) % len(_KINDS)]
    turn = number // len(_FAMILIES) // len(_KINDS)
    return ModelFacts(
        f"{name}-{turn}" if turn else name,
        chats=number % 10 != 9,
        tools=number % 3 != 2,
        pictures=number % 4 == 0,
        reasons=number % 5 == 0,
    )


def connections(folder: Path, *counts: int) -> tuple[Connections, ModelLists]:
    """Return three saved connections with so many models each, whose files are in a folder."""
    kept, lists = Connections(folder / "connections.json"), ModelLists(folder / "model_lists.json")
    for each, count in zip((OPENAI, OLLAMA, OTHER), counts, strict=True):
        kept.keep(each)
        lists.keep(each.endpoint.model_copy(update={"connection": each.id}), tuple(map(facts, range(count))))
    return kept, lists


def model_servers(
    folder: Path, endpoints: Endpoints | None = None, capabilities: Capabilities | None = None
) -> ModelServers:
    """Return the port to servers, with files in a folder."""
    made = endpoints or Endpoints(0.0)
    return ModelServers(
        lambda: made,
        capabilities or Capabilities(folder / "endpoints.json"),
        Connections(folder / "connections.json"),
        ModelLists(folder / "model_lists.json"),
    )
