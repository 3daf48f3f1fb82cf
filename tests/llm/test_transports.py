"""What connections need of the system: certificates, read when they are needed, and probes of dead connections."""

import socket
import ssl
import sys
from pathlib import Path

import pytest

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest, NoticeDelta
from deskpet.config.choices import Provider
from deskpet.llm.catalog import KeyRequirement, Preset
from deskpet.llm.http import new_client
from deskpet.llm.model_list import fetch_models, find_local_servers
from deskpet.llm.openai import OpenAIChat
from tests.llm.recordings import openai
from tests.llm.replay_server import ReplayServer, Reply

REQUEST = ChatRequest((user_message("hi"),))
WITH_TLS = "https://127.0.0.1:1/v1"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[ssl.SSLContext]:
    """The contexts for which certificates were read."""
    contexts: list[ssl.SSLContext] = []
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", lambda context, *_, **__: contexts.append(context))
    return contexts


async def test_certificates_are_read_for_tls_only(read: list[ssl.SSLContext]) -> None:
    async with ReplayServer(Reply(openai({"content": "hi"}))) as server, new_client() as client:
        assert [delta async for delta in OpenAIChat(client, server.url, "m").stream(REQUEST)]
        assert read == []
        assert [delta async for delta in OpenAIChat(client, WITH_TLS, "m").stream(REQUEST)]
        assert [delta async for delta in OpenAIChat(client, WITH_TLS, "m").stream(REQUEST)]
    assert len(read) == 1


async def test_the_search_for_local_servers_reads_no_certificates(read: list[ssl.SSLContext]) -> None:
    async with ReplayServer(Reply(b"[]")) as server:
        await find_local_servers([Preset("x", server.url, key=KeyRequirement.OPTIONAL)], 10)
        assert server.requests
    assert read == []


@pytest.mark.parametrize("proxy", ["", "http://127.0.0.1:1"])
@pytest.mark.parametrize("content", [None, "no certificates"])
async def test_certificates_that_cannot_be_read_are_told(
    content: str | None, proxy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ca.pem"
    if content is not None:
        file.write_text(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    monkeypatch.setenv("ALL_PROXY", proxy)
    url = "https://server.example/v1" if proxy else WITH_TLS
    async with ReplayServer(Reply(openai({"content": "hi"}))) as server, new_client() as client:
        (delta,) = [delta async for delta in OpenAIChat(client, url, "m").stream(REQUEST)]
        listing = await fetch_models(client, Provider.OPENAI, url)
        # A server without TLS needs none.
        answer = [delta async for delta in OpenAIChat(client, server.url, "m").stream(REQUEST)]
    assert isinstance(delta, NoticeDelta)
    assert listing.failure == delta.notice
    assert delta.notice.code == "tls"
    assert f"SSL_CERT_FILE names {file}" in delta.notice.cause
    assert "SSL_CERT_FILE" in delta.notice.next_step
    assert not any(isinstance(each, NoticeDelta) for each in answer)


@pytest.mark.skipif(sys.platform != "linux", reason="intervals are set, and read back, as on Linux")
async def test_a_dead_connection_is_found_within_a_minute() -> None:
    async with (
        ReplayServer(Reply(openai({"content": "hi"}))) as server,
        new_client() as client,
        client.stream("POST", server.url) as response,
    ):
        connection = response.extensions["network_stream"].get_extra_info("socket")
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        names = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        idle, interval, count = (connection.getsockopt(socket.IPPROTO_TCP, name) for name in names)
        assert idle + interval * count <= 60
