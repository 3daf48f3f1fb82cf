"""Tests with every fault that llmock can script, in three wire formats, and its findings about this client."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import httpx
import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, ToolUse, user_message
from deskpet.chat.model import ChatModel, ChatRequest, NoticeDelta, TextDelta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.http import PostRequest, Timeouts, new_client, stream_deltas
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from deskpet.llm.openai_request import endpoint_url, request_body

pytestmark = pytest.mark.real_server

FAMILIES: dict[str, tuple[Callable[..., ChatModel], str]] = {
    "openai": (OpenAIChat, "/v1"),
    "gemini": (GeminiChat, "/gemini/v1beta"),
    "anthropic": (AnthropicChat, "/anthropic/v1"),
}
SAID = "One two three four five six seven eight nine ten."
heard: list[str] = []


@tool("weather.tell", title="Tell the weather")
async def weather(city: str) -> str:
    """Tell the weather in a city.

    city: where.
    """
    heard.append(city)
    return f"Rain in {city}"


@dataclass(frozen=True)
class Finding:
    """A complaint of llmock about the client."""

    severity: str
    code: str


class Mock:
    """A running llmock: scripts its next answers, and returns its findings."""

    def __init__(self, url: str) -> None:
        self.url = url

    def script(self, *behaviors: dict[str, Any]) -> None:
        """Queue the next answers in place of the ones before."""
        self._ask("POST", "reset")
        heard.clear()
        self._ask("POST", "scenario", {"behaviors": list(behaviors)})

    def findings(self) -> list[Finding]:
        return [Finding(found["severity"], found["code"]) for found in self._ask("GET", "verdict")["findings"]]

    def requests(self) -> list[dict[str, Any]]:
        return self._ask("GET", "requests")["requests"]

    def _ask(self, method: str, what: str, body: object = None) -> dict[str, Any]:
        with httpx.Client(trust_env=False, timeout=10) as client:
            return client.request(method, f"{self.url}/_llmock/{what}", json=body).raise_for_status().json()


@pytest.fixture
def mock(mock_url) -> Mock:
    return Mock(mock_url)


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with new_client() as opened:
        yield opened


@pytest.fixture(params=list(FAMILIES))
def talk(request, mock, client) -> Conversation:
    """Return a conversation with the mock in one wire format."""
    chat, path = FAMILIES[request.param]
    return Conversation(lambda: TurnSetup(chat(client, mock.url + path, "mock-1", "sk-none"), Toolbox([weather])))


def notices(answer: Message) -> Sequence[str]:
    return [block.code for block in answer.blocks if isinstance(block, Notice)]


def reply(**more: Any) -> dict[str, Any]:
    return {"type": "reply", "text": SAID, **more}


async def test_a_plain_answer(mock, talk):
    mock.script(reply())
    answer = await talk.send("hello")
    assert (answer.text, answer.ended) == (SAID, "stop")
    assert mock.findings() == []


async def test_too_many_requests_waits_as_long_as_it_is_told(mock, talk):
    mock.script({"type": "fail", "status": 429, "retry_after": 1, "times": 2}, reply())
    began = perf_counter()
    answer = await talk.send("hello")
    assert (answer.text, answer.ended, notices(answer)) == (SAID, "stop", [])
    assert 2.0 <= perf_counter() - began < 5
    assert len(mock.requests()) == 3
    assert mock.findings() == []


@pytest.mark.parametrize("status", [500, 503])
async def test_a_server_that_fails_is_asked_again_more_and_more_slowly(mock, talk, status):
    mock.script({"type": "fail", "status": status, "times": 2}, reply())
    assert (await talk.send("hello")).text == SAID
    assert mock.findings() == []


async def test_an_outage_ends_in_a_notice_after_a_few_tries(mock, talk):
    mock.script({"type": "fail", "status": 503, "times": None})
    answer = await talk.send("hello")
    assert (answer.ended, notices(answer)) == ("error", ["server_error"])
    assert len(mock.requests()) == 3
    assert mock.findings() == []


@pytest.mark.parametrize(("status", "code"), [(401, "unauthorized"), (403, "forbidden"), (404, "not_found")])
async def test_what_no_retry_can_mend_is_not_tried_again(mock, talk, status, code):
    mock.script({"type": "fail", "status": status})
    assert notices(await talk.send("hello")) == [code]
    assert len(mock.requests()) == 1
    assert mock.findings() == []


@pytest.mark.parametrize("kind", ["disconnect", "truncate"])
async def test_a_broken_stream_is_told_and_what_came_of_it_is_gone_on_with(mock, talk, kind):
    mock.script(reply(times=3), {"type": "stream_fault", "kind": kind, "after_chunks": 6})
    broken = await talk.send("hello")
    assert notices(broken) == ["cut_stream"]
    assert 0 < len(broken.text) < len(SAID)
    assert SAID.startswith(broken.text)
    answer = await talk.resume()
    # The mock begins again; what it repeats is not appended.
    assert (answer.ended, answer.text) == ("stop", SAID)
    # The mock recognises a second request by its body alone, and a continuation has another body: so regenerate, too.
    talk.clear()
    assert (await talk.send("hello")).text == SAID
    assert mock.findings() == []


async def test_a_chunk_that_is_no_json_is_told(mock, talk):
    mock.script(reply(), {"type": "stream_fault", "kind": "malformed", "after_chunks": 4})
    answer = await talk.send("hello")
    assert notices(answer) == ["unreadable"]
    assert answer.ended == "error"
    # The mock warns because the rest was read; it can't see the notice.
    assert mock.findings() in ([], [Finding("warning", "malformed_chunk_ignored")])


async def test_a_stalled_stream_is_left(mock, client):
    mock.script(reply(), {"type": "stream_fault", "kind": "stall", "after_chunks": 3, "stall_seconds": 20})
    request = ChatRequest((user_message("hello"),))
    post = PostRequest(endpoint_url(mock.url), request_body("mock-1", "openai", request), {})
    began = perf_counter()
    deltas = [delta async for delta in stream_deltas(client, post, OpenAIParser, Timeouts(idle=0.5))]
    assert perf_counter() - began < 5
    assert any(isinstance(delta, TextDelta) for delta in deltas)
    assert [delta.notice.code for delta in deltas if isinstance(delta, NoticeDelta)] == ["timeout"]
    assert mock.findings() == []


async def test_a_call_runs_and_its_result_goes_back(mock, talk):
    mock.script({"type": "reply", "tool_calls": [{"name": "weather_tell", "arguments": {"city": "Oslo"}}]}, reply())
    answer = await talk.send("hello")
    assert (heard, answer.text, answer.ended) == (["Oslo"], SAID, "stop")
    assert mock.findings() == []


@pytest.mark.parametrize("kind", ["malformed_arguments", "unknown_tool"])
async def test_a_broken_call_is_told_to_the_model(mock, talk, kind):
    mock.script({"type": "tool_fault", "kind": kind})
    answer = await talk.send("hello")
    (card,) = [block for block in answer.blocks if isinstance(block, ToolUse)]
    assert card.status == "error"
    assert answer.ended == "stop"
    assert heard == []
    assert mock.findings() == []
