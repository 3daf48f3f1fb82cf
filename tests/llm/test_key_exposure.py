"""The warning before a key is sent unencrypted beyond the local network."""

import httpx
import pytest

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest, NoticeDelta, TextDelta
from deskpet.config.settings import Settings
from deskpet.llm import endpoints as endpoints_module
from deskpet.llm.connection_check import run_connection_test
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.http import new_client
from deskpet.llm.key_exposure import exposure_warning, is_exposed
from tests.llm.recordings import openai

REQUEST = ChatRequest((user_message("hello"),))
PUBLIC = "http://llm.example.com/v1"


@pytest.mark.parametrize(
    "url",
    [
        *(PUBLIC, "http://8.8.8.8/v1", "http://[2606:4700::1111]:8080/v1", "HTTP://LLM.Example.COM", "http://a.b./v1"),
        *("http://172.32.0.1", "http://192.169.1.1", "http://134744072/v1", "http://0x08080808/", "http://8.8.2056"),
        *("http://user:pw@llm.example.com/v1", "http://localhost.example.com", "http://127.0.0.1.example.com"),
        *("http://10.example.com", "http://[::ffff:8.8.8.8]/", " http://llm.example.com ", "http://例え.jp/v1"),
        *("http://100.64.0.1:11434/v1", "http://100.127.255.254", "http://box.tailnet.ts.net/v1"),
    ],
)
def test_public_http_url_is_exposed(url: str) -> None:
    assert is_exposed(url)
    assert "http://" in exposure_warning(url)
    assert "https://" in exposure_warning(url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "https://llm.example.com/v1", "not an address", "http://", "ftp://llm.example.com", "http://[bad"),
        *("http://localhost:11434/v1", "http://127.0.0.1/v1", "http://127.1:80/", "http://[::1]:8080/v1"),
        *("http://10.1.2.3", "http://172.16.0.1/v1", "http://172.31.255.255", "http://192.168.178.20:7861/v1"),
        *("http://169.254.1.1", "http://[fe80::1]/", "http://[fd00::12]/v1", "http://nas/v1", "http://nas.local:1234"),
        *("http://box.home.arpa", "http://ollama.internal", "http://dev.localhost/v1", "http://[::ffff:10.0.0.1]/"),
    ],
)
def test_encrypted_or_local_url_is_not_exposed(url: str) -> None:
    assert not is_exposed(url)
    assert exposure_warning(url) == ""


def settings(base_url: str) -> Settings:
    return Settings.model_validate({"endpoint": {"base_url": base_url, "model": "m"}, "chat": {"mode": "text"}})


class Network(httpx.AsyncBaseTransport):
    """Transport that answers every request, and counts them."""

    def __init__(self) -> None:
        self.request_count = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.request_count += 1
        return httpx.Response(200, stream=httpx.ByteStream(openai({"content": "hi"})))


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """Replaces the transport of the endpoints' client."""
    network = Network()
    monkeypatch.setattr(endpoints_module, "new_client", lambda transport=None, **_: new_client(transport or network))
    monkeypatch.setenv("DESKPET_API_KEY", "sk-exposed-key-12345")
    return network


async def test_warning_comes_before_the_first_request(network: Network) -> None:
    endpoints = Endpoints()
    stream = endpoints.model(settings(PUBLIC), warns=True).stream(REQUEST)
    first = await anext(stream)
    assert network.request_count == 0
    assert isinstance(first, NoticeDelta)
    assert (first.notice.level, first.notice.code) == ("warning", "exposed_key")
    assert "http://llm.example.com" in first.notice.title
    assert isinstance(await anext(stream), TextDelta)
    again = [delta async for delta in endpoints.model(settings(PUBLIC), warns=True).stream(REQUEST)]
    assert not any(isinstance(delta, NoticeDelta) for delta in again)
    other = [delta async for delta in endpoints.model(settings("http://8.8.8.8/v1"), warns=True).stream(REQUEST)]
    assert isinstance(other[0], NoticeDelta)
    await endpoints.aclose()


async def test_no_warning_without_a_key_or_in_the_local_network(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoints = Endpoints()
    for base_url in ("http://192.168.1.2/v1", "https://llm.example.com/v1"):
        deltas = [delta async for delta in endpoints.model(settings(base_url), warns=True).stream(REQUEST)]
        assert not any(isinstance(delta, NoticeDelta) for delta in deltas)
    monkeypatch.delenv("DESKPET_API_KEY")
    deltas = [delta async for delta in endpoints.model(settings(PUBLIC), warns=True).stream(REQUEST)]
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)
    await endpoints.aclose()


async def test_connection_test_and_first_turn_both_warn(network: Network) -> None:
    endpoints = Endpoints()
    report = await run_connection_test(endpoints, settings(PUBLIC))
    assert any("not encrypted" in finding.text for finding in report.findings if finding.level == "warning")
    first = await anext(endpoints.model(settings(PUBLIC), warns=True).stream(REQUEST))
    assert isinstance(first, NoticeDelta)
    assert first.notice.code == "exposed_key"
    await endpoints.aclose()
