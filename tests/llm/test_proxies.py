"""What the proxy did is told of the proxy, and not of the server behind it."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from deskpet.chat.messages import Notice, user_message
from deskpet.chat.model import ChatRequest, NoticeDelta
from deskpet.llm import listing
from deskpet.llm.catalog import Family
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from tests.llm.recordings import openai
from tests.llm.replay import ReplayServer, Reply

REQUEST = ChatRequest((user_message("hello"),))
SERVERS = ("http://server.example/v1", "https://server.example/v1")


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


async def told(url: str) -> tuple[Notice, Notice]:
    """What is told of a question and of a list of models; the keys of the environment are read anew."""
    async with new_client() as client:
        deltas = [delta async for delta in OpenAIChat(client, url, "m", "sk-some-key-1234").stream(REQUEST)]
        listed = await listing.ask(client, Family.OPENAI, url, "sk-some-key-1234")
    (delta,) = deltas
    assert isinstance(delta, NoticeDelta)
    assert listed.failure
    return delta.notice, listed.failure


@pytest.mark.parametrize("url", SERVERS)
@pytest.mark.parametrize("variable", ["http_proxy", "HTTPS_PROXY", "ALL_PROXY"])
async def test_a_dead_proxy_is_blamed(url: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if variable != "ALL_PROXY" and not url.startswith(f"{variable[:-6].lower()}:"):
        pytest.skip("a proxy for the other scheme")
    port = closed_port()
    monkeypatch.setenv(variable, f"http://me:hidden@127.0.0.1:{port}/")
    for notice in await told(url):
        assert notice.code == "proxy"
        assert f"http://127.0.0.1:{port}" in notice.cause
        assert variable in notice.cause
        assert variable in notice.next_step
        assert "server.example" not in notice.cause
        assert "hidden" not in repr(notice)


@pytest.mark.parametrize("url", SERVERS)
@pytest.mark.parametrize(
    ("proxy", "shown"),
    [
        ("foo.invalid", "http://foo.invalid"),
        ("socks5://me:hidden@127.0.0.1:9050", "socks5://127.0.0.1:9050"),
        ("ftp://127.0.0.1:21", "ftp://127.0.0.1:21"),
        ("http://[bad", "http://[bad"),
        ("http://127.0.0.1:99999999", "http://127.0.0.1:99999999"),
        ("://", "://"),
    ],
)
async def test_a_proxy_that_can_not_be_used_is_named(
    url: str, proxy: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    for notice in await told(url):
        assert notice.code == "proxy"
        assert shown in notice.cause
        assert "ALL_PROXY" in notice.cause
        assert "hidden" not in repr(notice)


@asynccontextmanager
async def proxy_saying(head: bytes) -> AsyncIterator[int]:
    """A proxy that answers every request with the same head."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 " + head + b"\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("url", SERVERS)
async def test_a_proxy_that_wants_a_password_says_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with proxy_saying(b"407 Proxy Authentication Required") as port:
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{port}")
        for notice in await told(url):
            assert notice.code == "proxy"
            assert "407" in notice.cause
            assert f"127.0.0.1:{port}" in notice.cause
            assert "password" in notice.next_step


async def test_a_proxy_that_refuses_the_tunnel_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with proxy_saying(b"403 Forbidden by policy") as port:
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{port}")
        for notice in await told("https://server.example/v1"):
            assert notice.code == "proxy"
            assert "403" in notice.cause


async def test_a_proxy_that_works_is_used_and_this_computer_is_asked_straight(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = Reply(openai({"content": "hi"}))
    async with ReplayServer(reply) as proxy, ReplayServer(reply) as local, new_client() as _:
        monkeypatch.setenv("ALL_PROXY", proxy.url.removesuffix("/v1"))
        async with new_client() as client:
            for url in ("http://server.example/v1", local.url):
                assert [delta async for delta in OpenAIChat(client, url, "m").stream(REQUEST)]
        assert [each.path for each in proxy.requests] == ["http://server.example/v1/chat/completions"]
        assert len(local.requests) == 1


@pytest.mark.parametrize("exempt", ["*", "server.example", ".example", "10.0.0.0/8, *.example", "example"])
async def test_no_proxy_is_kept_to(exempt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{closed_port()}")
    monkeypatch.setenv("NO_PROXY", exempt)
    for notice in await told("http://server.example/v1"):
        assert notice.code == "dns"
