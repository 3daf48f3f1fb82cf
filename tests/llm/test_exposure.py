"""A key over plain http into the world is warned of before the request; at home it is not."""

import httpx
import pytest

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest, NoticeDelta, TextDelta
from deskpet.llm import endpoints as endpoints_module
from deskpet.llm.connection_test import run_connection_test
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.exposure import is_exposed, warning_of
from deskpet.llm.http import new_client
from deskpet.settings import Settings
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
def test_an_unencrypted_address_in_the_world_is_exposed(url: str) -> None:
    assert is_exposed(url)
    assert "http://" in warning_of(url)
    assert "https://" in warning_of(url)


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
def test_an_encrypted_or_local_address_is_not(url: str) -> None:
    assert not is_exposed(url)
    assert warning_of(url) == ""


def settings(base_url: str) -> Settings:
    return Settings.model_validate({"endpoint": {"base_url": base_url, "model": "m"}, "chat": {"mode": "text"}})


class World(httpx.AsyncBaseTransport):
    """Every server there is; each answers with a word."""

    def __init__(self) -> None:
        self.asked = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        return httpx.Response(200, stream=httpx.ByteStream(openai({"content": "hi"})))


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """The network, as the program's clients see it."""
    world = World()
    monkeypatch.setattr(endpoints_module, "new_client", lambda transport=None: new_client(transport or world))
    monkeypatch.setenv("DESKPET_API_KEY", "sk-exposed-key-12345")
    return world


async def test_the_first_answer_begins_with_the_warning_before_anything_is_sent(world: World) -> None:
    opened = Endpoints()
    stream = opened.model(settings(PUBLIC), warns=True).stream(REQUEST)
    first = await anext(stream)
    assert world.asked == 0
    assert isinstance(first, NoticeDelta)
    assert (first.notice.level, first.notice.code) == ("warning", "exposed_key")
    assert "http://llm.example.com" in first.notice.title
    assert isinstance(await anext(stream), TextDelta)
    again = [delta async for delta in opened.model(settings(PUBLIC), warns=True).stream(REQUEST)]
    assert not any(isinstance(delta, NoticeDelta) for delta in again)
    other = [delta async for delta in opened.model(settings("http://8.8.8.8/v1"), warns=True).stream(REQUEST)]
    assert isinstance(other[0], NoticeDelta)
    await opened.aclose()


async def test_without_a_key_or_at_home_there_is_no_warning(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Endpoints()
    for base_url in ("http://192.168.1.2/v1", "https://llm.example.com/v1"):
        deltas = [delta async for delta in opened.model(settings(base_url), warns=True).stream(REQUEST)]
        assert not any(isinstance(delta, NoticeDelta) for delta in deltas)
    monkeypatch.delenv("DESKPET_API_KEY")
    deltas = [delta async for delta in opened.model(settings(PUBLIC), warns=True).stream(REQUEST)]
    assert not any(isinstance(delta, NoticeDelta) for delta in deltas)
    await opened.aclose()


async def test_the_connection_test_warns_and_the_first_turn_still_does(world: World) -> None:
    opened = Endpoints()
    trial = await run_connection_test(opened, settings(PUBLIC))
    assert any("not encrypted" in finding.text for finding in trial.findings if finding.level == "warning")
    first = await anext(opened.model(settings(PUBLIC), warns=True).stream(REQUEST))
    assert isinstance(first, NoticeDelta)
    assert first.notice.code == "exposed_key"
    await opened.aclose()
