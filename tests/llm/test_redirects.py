"""Redirects: never out of the origin, with nothing of the request; within it the whole request again."""

import asyncio
from contextlib import aclosing

import pytest

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest, NoticeDelta, TextDelta
from deskpet.choices import FAMILIES, Family, Provider
from deskpet.llm import listing
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from deskpet.llm.redirects import RedirectRefused
from tests.llm.recordings import openai
from tests.llm.replay import ReplayServer, Reply
from tests.redirects import PLACES, REQUESTS, STATUSES, Network, outcome

KEY = "sk-canary-0123456789"
REQUEST = ChatRequest((user_message("a secret conversation"),))
HI = Reply(openai({"content": "hi"}))


@pytest.mark.parametrize("request_kind", REQUESTS)
@pytest.mark.parametrize("family", FAMILIES)
async def test_every_redirect_stays_in_its_origin(family: Family, request_kind: str) -> None:
    outcomes = await asyncio.gather(
        *(outcome(family, request_kind, status, place) for status in STATUSES for place in PLACES)
    )
    assert [each.line() for each in outcomes if not each.is_right] == []


async def test_the_notice_names_the_new_address_and_what_to_do() -> None:
    found = await outcome(Provider.OPENAI, "chat", 301, "another host")
    assert found.notice is not None
    assert found.notice.code == "redirected"
    assert "https://away.example/elsewhere" in found.notice.cause
    assert "base URL" in found.notice.next_step
    assert found.notice.actions[0].name == "settings"


async def test_over_real_sockets_the_other_server_hears_nothing() -> None:
    async with ReplayServer(HI) as other:
        moved = Reply(status=307, headers={"Location": f"{other.url}/messages"}, length=0)
        async with ReplayServer(moved) as server, new_client() as client:
            chat = AnthropicChat(client, server.url, "m", KEY)
            deltas = [delta async for delta in chat.stream(REQUEST)]
        assert other.connections == 0
    (delta,) = deltas
    assert isinstance(delta, NoticeDelta)
    assert other.url.removesuffix("/v1") in delta.notice.cause


@pytest.mark.parametrize("status", STATUSES)
async def test_a_slash_at_the_end_is_followed_with_the_question(status: int) -> None:
    moved = Reply(status=status, headers={"Location": "/v1/chat/completions/"}, length=0)
    async with ReplayServer(moved, HI) as server, new_client() as client:
        deltas = [delta async for delta in OpenAIChat(client, server.url, "m", KEY).stream(REQUEST)]
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "hi"
    first, second = server.requests
    assert second.path == "/v1/chat/completions/"
    assert second.body == first.body
    assert second.headers["authorization"] == f"Bearer {KEY}"


async def test_circles_end_and_are_told() -> None:
    moved = Reply(status=308, headers={"Location": "/v1/chat/completions"}, length=0)
    async with ReplayServer(moved) as server, new_client() as client:
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
async def test_any_location_is_told_in_a_short_notice_without_the_key(
    location: str, request_kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLACES, "odd", location)
    found = await outcome(Provider.GEMINI, request_kind, 307, "odd")
    assert found.elsewhere == []
    if found.notice is None or found.notice.code != "redirect_loop":
        assert found.notice is not None
        assert found.notice.code == "redirected"
        assert found.notice.next_step
    assert KEY not in repr(found.notice)
    assert "pw" not in found.notice.cause
    assert len(found.notice.cause) < 600


async def test_a_redirected_server_is_not_offered_as_a_local_one() -> None:
    async with new_client(Network(302, "https://away.example/v1/models")) as client:
        found = await listing.ask(client, Provider.OPENAI, "http://127.0.0.1:11434/v1")
    assert found.models == ()
    assert found.failure is not None
    assert found.failure.code == "redirected"


async def test_a_user_in_the_base_url_stays_with_its_server() -> None:
    moved = Reply(status=307, headers={"Location": "/v1/chat/completions/"}, length=0)
    async with ReplayServer(moved, HI) as server, new_client() as client:
        url = server.url.replace("http://", "http://me:pw@")
        async with aclosing(OpenAIChat(client, url, "m").stream(REQUEST)) as deltas:
            assert [delta async for delta in deltas]
    assert server.requests[0].headers["authorization"] == server.requests[1].headers["authorization"]


async def test_an_answer_of_a_redirect_is_not_read() -> None:
    """A body of any size may come with a redirect; it is closed at once."""
    moved = Reply(b"x" * 1000, status=302, headers={"Location": "/v1/chat/completions/"}, ending="hang")
    async with ReplayServer(moved, HI) as server, new_client() as client:
        assert [delta async for delta in OpenAIChat(client, server.url, "m", KEY).stream(REQUEST)]
        assert len(server.requests) == 2


async def test_the_client_of_the_program_follows_nothing_by_itself() -> None:
    async with new_client(Network(307, "https://away.example/x")) as client:
        with pytest.raises(RedirectRefused):
            await client.get("https://home.example/v1", follow_redirects=True)


async def test_a_port_that_does_not_exist_is_told() -> None:
    async with new_client() as client:
        (delta,) = [d async for d in OpenAIChat(client, "http://127.0.0.1:99999/v1", "m").stream(REQUEST)]
        listed = await listing.ask(client, Provider.OPENAI, "http://127.0.0.1:99999/v1")
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "bad_address"
    assert listed.failure
    assert listed.failure.code == "bad_address"
