"""The models a server offers, and the servers on this computer."""

import json
from dataclasses import replace
from urllib.parse import urlsplit

import httpx
import pytest

from deskpet.choices import Family, Provider
from deskpet.llm.catalog import PRESETS, Preset
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.listing import LocalServer, ModelListing, ask, find_local_servers, models_url
from deskpet.settings import EndpointSettings
from tests.llm.replay import ReplayServer, Reply

JSON = {"Content-Type": "application/json"}


def said(value: object, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status, JSON)


def test_the_list_is_beside_the_address_of_questions() -> None:
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
async def test_every_family_s_list_is_read(family: Family, answer: object, header: tuple[str, str]) -> None:
    async with ReplayServer(said(answer)) as server, httpx.AsyncClient() as client:
        listing = await ask(client, family, server.url, "k")
    assert listing == ModelListing(("b", "a"))
    assert server.requests[0].headers[header[0]] == header[1]


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (said({"error": "no"}, 401), "unauthorized"),
        (Reply(b"<html></html>", headers={"Content-Type": "text/html"}), "html"),
        (said({"hello": "world"}), "unreadable"),
        (said("text"), "unreadable"),
    ],
)
async def test_why_there_is_no_list_is_a_notice(reply: Reply, code: str) -> None:
    async with ReplayServer(reply) as server, httpx.AsyncClient() as client:
        listing = await ask(client, Provider.OPENAI, server.url)
    assert listing.models == ()
    assert listing.failure
    assert listing.failure.code == code


async def test_a_server_that_says_nothing_is_not_waited_for_without_end() -> None:
    async with ReplayServer(Reply(ending="hang")) as server, httpx.AsyncClient() as client:
        listing = await ask(client, Provider.OPENAI, server.url, seconds=0.1)
    assert listing.failure
    assert listing.failure.code == "timeout"


async def test_an_address_that_is_none_is_a_notice() -> None:
    async with httpx.AsyncClient() as client:
        listing = await ask(client, Provider.OPENAI, "http://[::1/v1")
    assert listing.failure
    assert listing.failure.code == "bad_address"


async def test_the_endpoint_of_the_settings_is_asked_with_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "k")
    endpoints = Endpoints()
    async with ReplayServer(said({"data": []})) as server:
        assert await endpoints.models(EndpointSettings(base_url=server.url)) == ModelListing()
        assert server.requests[0].headers["authorization"] == "Bearer k"
        await endpoints.aclose()


def at(preset: Preset, url: str) -> Preset:
    return replace(preset, base_url=url)


async def test_servers_on_this_computer_are_found_without_a_key_and_without_a_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "sk-secret")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    ollama, locked, other = (next(p for p in PRESETS if p.name == name) for name in ("Ollama", "gcli2api", "vLLM"))
    async with (
        ReplayServer(said({"data": [{"id": "qwen3"}]})) as models,
        ReplayServer(said({"detail": "no key"}, 403)) as wants_key,
        ReplayServer(Reply(b"<html>Jenkins</html>", headers={"Content-Type": "text/html"})) as web,
    ):
        presets = [at(ollama, models.url), at(locked, wants_key.url), at(other, web.url)]
        found = await find_local_servers(presets)
        assert found == (LocalServer(presets[0], ("qwen3",)), LocalServer(presets[1], wants_key=True))
        assert "authorization" not in models.requests[0].headers


async def test_only_this_computer_is_asked() -> None:
    assert sorted(urlsplit(preset.base_url).netloc for preset in PRESETS if preset.is_local) == [
        "127.0.0.1:11434", "127.0.0.1:1234", "127.0.0.1:7861", "127.0.0.1:8000", "127.0.0.1:8080",
    ]  # fmt: skip
    async with ReplayServer(said({"data": []})) as server:
        elsewhere = replace(PRESETS[0], base_url=server.url.replace("127.0.0.1", "localhost"))
        assert await find_local_servers([elsewhere]) == ()
        assert server.requests == []
