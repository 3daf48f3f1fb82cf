"""Model lists of servers, and the servers on this computer."""

import json
from dataclasses import replace
from urllib.parse import urlsplit

import httpx
import pytest

from deskpet.config.choices import Family, Provider
from deskpet.config.settings import EndpointSettings
from deskpet.llm.catalog import PRESETS, Preset
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.model_list import LocalServer, ModelListing, fetch_models, find_local_servers, models_url
from tests.llm.replay_server import ReplayServer, Reply
from tests.support.waiting import LIMIT_S

JSON = {"Content-Type": "application/json"}


def json_reply(value: object, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status, JSON)


def test_models_url() -> None:
    openai, gemini, anthropic = Provider.OPENAI, Provider.GEMINI, Provider.ANTHROPIC
    assert models_url("http://127.0.0.1:11434/v1/", openai) == "http://127.0.0.1:11434/v1/models"
    assert models_url("http://127.0.0.1:11434", openai) == "http://127.0.0.1:11434/v1/models"
    assert models_url("https://a.example/v1/chat/completions", openai) == "https://a.example/v1/models"
    assert models_url("https://a.example", gemini) == "https://a.example/v1beta/models?pageSize=1000"
    assert models_url("https://a.example/v1/messages", anthropic) == "https://a.example/v1/models?limit=1000"


@pytest.mark.parametrize(
    ("family", "answer", "header"),
    [
        (Provider.OPENAI, {"data": [{"id": "b"}, {"id": "a"}, {"id": "b"}]}, ("authorization", "Bearer k")),
        (Provider.OPENAI, [{"id": "b"}, {"id": "a"}], ("authorization", "Bearer k")),
        (
            Provider.GEMINI,
            {
                "models": [
                    {"name": "models/b", "supportedGenerationMethods": ["generateContent"]},
                    {"name": "models/embed", "supportedGenerationMethods": ["embedContent"]},
                    {"name": "models/a"},
                ]
            },
            ("x-goog-api-key", "k"),
        ),
        (Provider.ANTHROPIC, {"data": [{"id": "b", "type": "model"}, {"id": "a"}]}, ("x-api-key", "k")),
    ],
)
async def test_model_lists_of_all_wire_formats(family: Family, answer: object, header: tuple[str, str]) -> None:
    async with ReplayServer(json_reply(answer)) as server, httpx.AsyncClient() as client:
        listing = await fetch_models(client, family, server.url, "k")
    assert listing == ModelListing(("b", "a"))
    assert server.requests[0].headers[header[0]] == header[1]


async def test_models_that_are_not_for_chats_come_last() -> None:
    names = ("nomic-embed-text:latest", "text-embedding-3-small", "qwen3:8b", "BAAI/bge-m3", "whisper-1", "gpt-4o-mini")
    rows: list[dict[str, object]] = [
        *({"id": name} for name in names),
        {"id": "togethercomputer/m2", "type": "embedding"},
        {"id": "embedded-coder", "type": "chat"},
        {"id": "mistral-ocr", "capabilities": {"completion_chat": False}},
        {"id": "attsu-7b"},
    ]
    async with ReplayServer(json_reply({"data": rows})) as server, httpx.AsyncClient() as client:
        listing = await fetch_models(client, Provider.OPENAI, server.url)
    chats = ("qwen3:8b", "gpt-4o-mini", "embedded-coder", "attsu-7b")
    others = tuple(str(row["id"]) for row in rows if row["id"] not in chats)
    assert listing.models == (*chats, *others)


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (json_reply({"error": "no"}, 401), "unauthorized"),
        (Reply(b"<html></html>", headers={"Content-Type": "text/html"}), "html"),
        (json_reply({"hello": "world"}), "unreadable"),
        (json_reply("text"), "unreadable"),
    ],
)
async def test_errors_are_notices(reply: Reply, code: str) -> None:
    async with ReplayServer(reply) as server, httpx.AsyncClient() as client:
        listing = await fetch_models(client, Provider.OPENAI, server.url)
    assert listing.models == ()
    assert listing.failure
    assert listing.failure.code == code


async def test_timeout() -> None:
    async with ReplayServer(Reply(ending="hang")) as server, httpx.AsyncClient() as client:
        listing = await fetch_models(client, Provider.OPENAI, server.url, seconds=0.1)
    assert listing.failure
    assert listing.failure.code == "timeout"


async def test_invalid_url() -> None:
    async with httpx.AsyncClient() as client:
        listing = await fetch_models(client, Provider.OPENAI, "http://[::1/v1")
    assert listing.failure
    assert listing.failure.code == "bad_address"


async def test_models_of_the_configured_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "k")
    endpoints = Endpoints()
    async with ReplayServer(json_reply({"data": []})) as server:
        assert await endpoints.models(EndpointSettings(base_url=server.url)) == ModelListing()
        assert server.requests[0].headers["authorization"] == "Bearer k"
        await endpoints.aclose()


def with_base_url(preset: Preset, url: str) -> Preset:
    return replace(preset, base_url=url)


async def test_local_servers_are_found_without_key_and_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "sk-secret")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    ollama, gcli2api, vllm = (next(p for p in PRESETS if p.name == name) for name in ("Ollama", "gcli2api", "vLLM"))
    async with (
        ReplayServer(json_reply({"data": [{"id": "qwen3"}]})) as models,
        ReplayServer(json_reply({"detail": "no key"}, 403)) as wants_key,
        ReplayServer(Reply(b"<html>Jenkins</html>", headers={"Content-Type": "text/html"})) as web_server,
    ):
        presets = [
            with_base_url(ollama, models.url),
            with_base_url(gcli2api, wants_key.url),
            with_base_url(vllm, web_server.url),
        ]
        servers = await find_local_servers(presets, LIMIT_S)
        assert servers == (LocalServer(presets[0], ("qwen3",)), LocalServer(presets[1], wants_key=True))
        assert "authorization" not in models.requests[0].headers


async def test_only_loopback_addresses_are_searched() -> None:
    assert sorted(urlsplit(preset.base_url).netloc for preset in PRESETS if preset.is_local) == [
        "127.0.0.1:11434", "127.0.0.1:1234", "127.0.0.1:7861", "127.0.0.1:8000", "127.0.0.1:8080",
    ]  # fmt: skip
    async with ReplayServer(json_reply({"data": []})) as server:
        other_host = replace(PRESETS[0], base_url=server.url.replace("127.0.0.1", "localhost"))
        assert await find_local_servers([other_host]) == ()
        assert server.requests == []
