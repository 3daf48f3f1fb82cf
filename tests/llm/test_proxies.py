"""Proxies: routing, and error notices that name the proxy instead of the server."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import quote

import pytest

from deskpet.chat.messages import Notice, user_message
from deskpet.chat.model import ChatRequest, NoticeDelta, TextDelta
from deskpet.config.choices import Provider
from deskpet.llm import model_list
from deskpet.llm.http import PostRequest, Timeouts, new_client, stream_deltas
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from tests.llm.recordings import openai
from tests.llm.replay_server import ReplayServer, Reply
from tests.llm.socks_server import SocksServer

REQUEST = ChatRequest((user_message("hello"),))
SERVERS = ("http://server.example/v1", "https://server.example/v1")


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


async def error_notices(url: str) -> tuple[Notice, Notice]:
    """Returns the notices of a chat request and of a model list, with a client that reads the environment again."""
    async with new_client() as client:
        deltas = [delta async for delta in OpenAIChat(client, url, "m", "sk-some-key-1234").stream(REQUEST)]
        models = await model_list.fetch_models(client, Provider.OPENAI, url, "sk-some-key-1234")
    (delta,) = deltas
    assert isinstance(delta, NoticeDelta)
    assert models.failure
    return delta.notice, models.failure


@pytest.mark.parametrize("url", SERVERS)
@pytest.mark.parametrize("scheme", ["http", "socks5"])
@pytest.mark.parametrize("variable", ["http_proxy", "HTTPS_PROXY", "ALL_PROXY"])
async def test_unreachable_proxy(scheme: str, url: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if variable != "ALL_PROXY" and not url.startswith(f"{variable[:-6].lower()}:"):
        pytest.skip("a proxy for the other scheme")
    port = closed_port()
    # Windows knows the variable by its name in capitals.
    displayed = variable.upper() if sys.platform == "win32" else variable
    monkeypatch.setenv(variable, f"{scheme}://me:hidden@127.0.0.1:{port}/")
    for notice in await error_notices(url):
        assert notice.code == "proxy"
        assert f"{scheme}://127.0.0.1:{port}" in notice.cause
        assert displayed in notice.cause
        assert displayed in notice.next_step
        assert "server.example" not in notice.cause
        assert "hidden" not in repr(notice)


@pytest.mark.parametrize("url", SERVERS)
@pytest.mark.parametrize(
    ("proxy", "displayed"),
    [
        ("foo.invalid", "http://foo.invalid"),
        ("socks4://me:hidden@127.0.0.1:9050", "socks4://127.0.0.1:9050"),
        ("socks5://me:hidden@127.0.0.1:99999999", "socks5://127.0.0.1:99999999"),
        ("ftp://127.0.0.1:21", "ftp://127.0.0.1:21"),
        ("http://[bad", "http://[bad"),
        ("http://127.0.0.1:99999999", "http://127.0.0.1:99999999"),
        ("://", "://"),
    ],
)
async def test_unsupported_proxy(url: str, proxy: str, displayed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    for notice in await error_notices(url):
        assert notice.code == "proxy"
        assert displayed in notice.cause
        assert "ALL_PROXY" in notice.cause
        assert "hidden" not in repr(notice)


@asynccontextmanager
async def http_proxy(head: bytes) -> AsyncIterator[int]:
    """Runs a proxy that answers every request with the same status; yields its port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 " + head + b"\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("url", SERVERS)
async def test_proxy_authentication_required(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with http_proxy(b"407 Proxy Authentication Required") as port:
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{port}")
        for notice in await error_notices(url):
            assert notice.code == "proxy"
            assert f"127.0.0.1:{port}" in notice.cause
            assert "password" in notice.next_step


async def test_proxy_rejects_the_tunnel(monkeypatch: pytest.MonkeyPatch) -> None:
    async with http_proxy(b"403 Forbidden by policy") as port:
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{port}")
        for notice in await error_notices("https://server.example/v1"):
            assert notice.code == "proxy"
            assert "403" in notice.cause


async def test_proxy_is_used_except_for_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = Reply(openai({"content": "hi"}))
    async with ReplayServer(reply) as proxy, ReplayServer(reply) as local, new_client() as _:
        monkeypatch.setenv("ALL_PROXY", proxy.url.removesuffix("/v1"))
        async with new_client() as client:
            for url in ("http://server.example/v1", local.url):
                assert [delta async for delta in OpenAIChat(client, url, "m").stream(REQUEST)]
        assert [each.path for each in proxy.requests] == ["http://server.example/v1/chat/completions"]
        assert len(local.requests) == 1


@pytest.mark.parametrize("password", ["", "p@ss"])
async def test_answer_through_a_socks_proxy(password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        ReplayServer(Reply(openai({"content": "hi"}))) as replay,
        SocksServer(replay.url, password=password.encode()) as proxy,
    ):
        monkeypatch.setenv("ALL_PROXY", f"socks5://{f'me:{quote(password)}@' if password else ''}{proxy.address}")
        async with new_client() as client:
            deltas = [delta async for delta in OpenAIChat(client, SERVERS[0], "m").stream(REQUEST)]
    assert deltas[0] == TextDelta("hi")
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)
    assert proxy.targets == [(b"server.example", 80)]


async def test_socks_proxy_resolves_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    async with SocksServer(reply=4) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://{proxy.address}")
        for notice in await error_notices("https://server.example/v1"):
            assert notice.code == "proxy"
            assert f"socks5://{proxy.address}" in notice.cause
    assert {*proxy.targets} == {(b"server.example", 443)}


@pytest.mark.parametrize("user", ["", "me:wrong@"])
async def test_socks_authentication_required(user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SocksServer(password=b"right") as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://{user}{proxy.address}")
        for notice in await error_notices(SERVERS[0]):
            assert notice.code == "proxy"
            assert "password" in notice.next_step


@pytest.mark.parametrize("response", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x04\x00", b"\x05"])
async def test_invalid_socks_response(response: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(3)
        writer.write(response)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{port}")
        for notice in await error_notices(SERVERS[0]):
            assert notice.code == "proxy"
            assert f"socks5://127.0.0.1:{port}" in notice.cause


async def test_socks_handshake_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        async with new_client() as client:
            post, timeouts = PostRequest(SERVERS[0], {}, {}), Timeouts(connect=0.1, backoff=())
            (delta,) = [delta async for delta in stream_deltas(client, post, OpenAIParser, timeouts)]
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "proxy"


@pytest.mark.parametrize("no_proxy", ["*", "server.example", ".example", "10.0.0.0/8, *.example", "example"])
async def test_no_proxy_variable(no_proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{closed_port()}")
    monkeypatch.setenv("NO_PROXY", no_proxy)
    for notice in await error_notices("http://server.example/v1"):
        assert notice.code == "dns"
