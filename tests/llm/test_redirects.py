"""Redirects: never to another origin; within the origin with the complete request."""

import asyncio
from contextlib import aclosing

import pytest

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest, NoticeDelta, TextDelta
from deskpet.config.choices import FAMILIES, Family, Provider
from deskpet.llm import model_list
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from deskpet.llm.redirects import RedirectRefused
from tests.campaigns.redirects import LOCATIONS, REQUESTS, STATUSES, Network, send_redirected
from tests.llm.recordings import openai
from tests.llm.replay_server import ReplayServer, Reply

KEY = "sk-canary-0123456789"
REQUEST = ChatRequest((user_message("a secret conversation"),))
ANSWER = Reply(openai({"content": "hi"}))


@pytest.mark.parametrize("request_kind", REQUESTS)
@pytest.mark.parametrize("family", FAMILIES)
async def test_redirects_stay_in_their_origin(family: Family, request_kind: str) -> None:
    outcomes = await asyncio.gather(
        *(send_redirected(family, request_kind, status, location) for status in STATUSES for location in LOCATIONS)
    )
    assert [each.line() for each in outcomes if not each.is_right] == []


async def test_notice_names_the_target() -> None:
    result = await send_redirected(Provider.OPENAI, "chat", 301, "another host")
    assert result.notice is not None
    assert result.notice.code == "redirected"
    assert "https://away.example/elsewhere" in result.notice.cause
    assert "base URL" in result.notice.next_step
    assert result.notice.actions[0].name == "settings"


async def test_other_server_is_not_contacted() -> None:
    async with ReplayServer(ANSWER) as other:
        redirect = Reply(status=307, headers={"Location": f"{other.url}/messages"}, length=0)
        async with ReplayServer(redirect) as server, new_client() as client:
            chat = AnthropicChat(client, server.url, "m", KEY)
            deltas = [delta async for delta in chat.stream(REQUEST)]
        assert other.connections == 0
    (delta,) = deltas
    assert isinstance(delta, NoticeDelta)
    assert other.url.removesuffix("/v1") in delta.notice.cause


@pytest.mark.parametrize("status", STATUSES)
async def test_redirect_within_the_origin_keeps_the_request(status: int) -> None:
    redirect = Reply(status=status, headers={"Location": "/v1/chat/completions/"}, length=0)
    async with ReplayServer(redirect, ANSWER) as server, new_client() as client:
        deltas = [delta async for delta in OpenAIChat(client, server.url, "m", KEY).stream(REQUEST)]
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "hi"
    first, second = server.requests
    assert second.path == "/v1/chat/completions/"
    assert second.body == first.body
    assert second.headers["authorization"] == f"Bearer {KEY}"


async def test_redirect_loop() -> None:
    redirect = Reply(status=308, headers={"Location": "/v1/chat/completions"}, length=0)
    async with ReplayServer(redirect) as server, new_client() as client:
        (delta,) = [delta async for delta in OpenAIChat(client, server.url, "m", KEY).stream(REQUEST)]
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "redirect_loop"
    assert len(server.requests) == 6


@pytest.mark.parametrize(
    "location",
    [
        *("", " ", "file:///etc/passwd", "ftp://home.example:8443/x", "javascript:alert(1)", "data:,x", "mailto:a@b"),
        *("http://[bad", "https://home.example:99999999/", "https://home.example:8443\\@away.example/", "https://"),
        *("https://é.example/ü", "https://away.example/" + "a" * 70_000, f"https://away.example/?key={KEY}"),
        *(f"https://{KEY}:pw@away.example/", f"https://away.example/{KEY}", "//", "https:away.example"),
    ],
)
@pytest.mark.parametrize("request_kind", REQUESTS)
async def test_unusual_locations_give_a_short_notice_without_the_key(
    location: str, request_kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOCATIONS, "odd", location)
    result = await send_redirected(Provider.GEMINI, request_kind, 307, "odd")
    assert result.elsewhere == []
    if result.notice is None or result.notice.code != "redirect_loop":
        assert result.notice is not None
        assert result.notice.code == "redirected"
        assert result.notice.next_step
    assert KEY not in repr(result.notice)
    assert "pw" not in result.notice.cause
    assert len(result.notice.cause) < 600


async def test_redirected_model_list() -> None:
    async with new_client(Network(302, "https://away.example/v1/models")) as client:
        result = await model_list.fetch_models(client, Provider.OPENAI, "http://127.0.0.1:11434/v1")
    assert result.models == ()
    assert result.failure is not None
    assert result.failure.code == "redirected"


async def test_user_in_the_base_url_is_kept() -> None:
    redirect = Reply(status=307, headers={"Location": "/v1/chat/completions/"}, length=0)
    async with ReplayServer(redirect, ANSWER) as server, new_client() as client:
        url = server.url.replace("http://", "http://me:pw@")
        async with aclosing(OpenAIChat(client, url, "m").stream(REQUEST)) as deltas:
            assert [delta async for delta in deltas]
    assert server.requests[0].headers["authorization"] == server.requests[1].headers["authorization"]


async def test_body_of_a_redirect_is_not_read() -> None:
    """The response is closed at once, because its body may have any size."""
    redirect = Reply(b"x" * 1000, status=302, headers={"Location": "/v1/chat/completions/"}, ending="hang")
    async with ReplayServer(redirect, ANSWER) as server, new_client() as client:
        assert [delta async for delta in OpenAIChat(client, server.url, "m", KEY).stream(REQUEST)]
        assert len(server.requests) == 2


async def test_client_refuses_redirects_by_itself() -> None:
    async with new_client(Network(307, "https://away.example/x")) as client:
        with pytest.raises(RedirectRefused):
            await client.get("https://home.example/v1", follow_redirects=True)


async def test_invalid_port() -> None:
    async with new_client() as client:
        (delta,) = [d async for d in OpenAIChat(client, "http://127.0.0.1:99999/v1", "m").stream(REQUEST)]
        models = await model_list.fetch_models(client, Provider.OPENAI, "http://127.0.0.1:99999/v1")
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "bad_address"
    assert models.failure
    assert models.failure.code == "bad_address"
