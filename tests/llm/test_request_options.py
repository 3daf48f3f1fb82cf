"""Optional fields of requests: sent only if they are set, in the words of each format, and left out if refused."""

import json
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from deskpet.chat.completion import complete
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, ToolUse, user_message
from deskpet.chat.model import ChatRequest, NoticeDelta, TextDelta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import FAMILIES, Family, Provider, ReasoningEffort
from deskpet.config.settings import Settings
from deskpet.llm.capabilities import Capabilities, CapabilityLearner, ModelAddress, ModelCapabilities
from deskpet.llm.catalog import open_model
from deskpet.llm.connection_check import run_connection_test
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.request_options import RequestOptions
from tests.llm import recordings
from tests.llm.replay_server import ReplayServer, Reply

REQUEST = ChatRequest((user_message("hi"),))
ALL = RequestOptions(0.5, 0.9, 500, ReasoningEffort.LOW)
STREAMS: dict[Family, bytes] = {
    Provider.OPENAI: recordings.openai({"content": "hello"}),
    Provider.ANTHROPIC: recordings.anthropic(({"type": "text", "text": ""}, [{"type": "text_delta", "text": "hello"}])),
    Provider.GEMINI: recordings.gemini([{"text": "hello"}]),
}
OPTIONAL = {
    *("temperature", "top_p", "max_completion_tokens", "reasoning_effort", "thinking", "generationConfig"),
    *("enable_thinking", "thinking_budget", "top_k"),
}


@tool("clock.now")
async def now() -> str:
    """The time."""
    return "noon"


async def sent_body(family: Family, options: RequestOptions, model: str = "m", url: str = "http://h.invalid") -> Any:
    """Return the optional fields of the request that a model sends with these options."""
    bodies: list[dict[str, Any]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(request.content))
        return httpx.Response(200, stream=httpx.ByteStream(STREAMS[family]))

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        _ = [delta async for delta in open_model(client, family, url, model, options=options).stream(REQUEST)]
    return {name: value for name, value in bodies[0].items() if name in OPTIONAL | {"max_tokens"}}


@pytest.mark.parametrize(
    ("family", "unset", "expected"),
    [
        (
            Provider.OPENAI,
            {},
            {"temperature": 0.5, "top_p": 0.9, "max_tokens": 500, "reasoning_effort": "low"},
        ),
        (
            Provider.ANTHROPIC,
            {"max_tokens": 8192},
            {
                "temperature": 0.5,
                "top_p": 0.9,
                "max_tokens": 500 + 1024,
                "thinking": {"type": "enabled", "budget_tokens": 1024},
            },
        ),
        (
            Provider.GEMINI,
            {},
            {
                "generationConfig": {
                    "temperature": 0.5,
                    "topP": 0.9,
                    "maxOutputTokens": 500,
                    "thinkingConfig": {"thinkingBudget": 1024, "includeThoughts": True},
                }
            },
        ),
    ],
)
async def test_fields_of_each_format(family: Family, unset: dict[str, Any], expected: dict[str, Any]) -> None:
    assert await sent_body(family, RequestOptions()) == unset
    assert await sent_body(family, ALL) == expected


async def test_reasoning_in_the_words_of_the_model() -> None:
    off, low = RequestOptions(effort=ReasoningEffort.OFF), RequestOptions(effort=ReasoningEffort.LOW)
    config = (await sent_body(Provider.GEMINI, low, "gemini-3-pro"))["generationConfig"]

    assert config["thinkingConfig"] == {"thinkingLevel": "low", "includeThoughts": True}
    assert await sent_body(Provider.OPENAI, off) == {"reasoning_effort": "none"}
    assert (await sent_body(Provider.ANTHROPIC, off))["thinking"] == {"type": "disabled"}
    silicon_flow = "https://api.siliconflow.cn/v1"
    assert await sent_body(Provider.OPENAI, low, url=silicon_flow) == {"enable_thinking": True, "thinking_budget": 1024}
    assert await sent_body(Provider.OPENAI, off, url=silicon_flow) == {"enable_thinking": False}


async def test_extra_fields_are_merged_into_the_body() -> None:
    options = replace(ALL, extra={"top_k": 5, "generationConfig": {"topP": 0.1}})
    body = await sent_body(Provider.GEMINI, options)

    assert (body["top_k"], body["generationConfig"]["topP"], body["generationConfig"]["temperature"]) == (5, 0.1, 0.5)


def error(message: str, status: int = 400, **fields: Any) -> Reply:
    body = json.dumps({"error": {"message": message} | fields}).encode()
    return Reply(body, status, {"Content-Type": "application/json"})


HELLO = Reply(STREAMS[Provider.OPENAI])


def settings(url: str, **endpoint: Any) -> Settings:
    return Settings.model_validate({"endpoint": {"base_url": url, "model": "m", "provider": "openai"} | endpoint})


async def notices_of(endpoints: Endpoints, chosen: Settings) -> list[Notice]:
    deltas = [delta async for delta in endpoints.model(chosen).stream(REQUEST)]
    return [delta.notice for delta in deltas if isinstance(delta, NoticeDelta)]


@pytest.mark.parametrize(
    "refusal",
    [
        error("Unsupported value: 'temperature' does not support 0.5 with this model.", param="temperature"),
        error("Unsupported parameter", param="temperature"),
        Reply(b'{"detail":[{"loc":["body","temperature"],"msg":"Not permitted","input":"top_p"}]}', 422),
        Reply(b'{"code":20015,"message":"Value error, current model does not support parameter `temperature`."}', 400),
    ],
)  # fmt: skip
async def test_a_refused_field_is_left_out_learnt_and_told_once(tmp_path: Path, refusal: Reply) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    async with ReplayServer(refusal, HELLO) as server:
        chosen = settings(server.url, temperature=0.5, top_p=0.9)
        async with aclosing(Endpoints(capabilities=capabilities)) as endpoints:
            first, second = await notices_of(endpoints, chosen), await notices_of(endpoints, chosen)
        async with aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints:
            after_restart = await notices_of(endpoints, chosen)

    assert [(notice.level, notice.code) for notice in first] == [("info", "field_refused")]
    assert "temperature" in first[0].title
    assert (second, after_restart) == ([], [])
    assert ["temperature" in request.body for request in server.requests] == [True, False, False, False]
    assert all(request.body["top_p"] == 0.9 for request in server.requests)


async def test_a_refused_field_is_told_once_in_a_turn_of_several_requests(tmp_path: Path) -> None:
    calls = recordings.openai({"tool_calls": [{"id": "c", "function": {"name": "clock_now", "arguments": "{}"}}]})
    async with (
        ReplayServer(error("temperature is not supported"), Reply(calls), HELLO) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        setup = TurnSetup(endpoints.model(settings(server.url, temperature=0.5)), Toolbox([now]))
        answer = await run_turn(setup, (user_message("hi"),), Message("assistant"), lambda *_: None)

    notices = [block.code for block in answer.blocks if isinstance(block, Notice)]
    assert (notices, answer.text) == (["field_refused"], "hello")
    assert ["temperature" in request.body for request in server.requests] == [True, False, False]


async def test_a_field_with_another_name_is_sent_again_without_a_notice(tmp_path: Path) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    message = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    )
    async with ReplayServer(error(message), HELLO) as server:
        endpoints, chosen = Endpoints(capabilities=capabilities), settings(server.url, max_tokens=100)
        assert await notices_of(endpoints, chosen) == []
        await endpoints.aclose()

    assert "max_tokens" in server.requests[0].body
    assert server.requests[1].body["max_completion_tokens"] == 100


async def test_nothing_is_learnt_if_the_request_fails_without_the_field_too(tmp_path: Path) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    async with ReplayServer(error("no temperature today")) as server:
        endpoints, chosen = Endpoints(capabilities=capabilities), settings(server.url, temperature=0.5)
        (notice,) = await notices_of(endpoints, chosen)
        await endpoints.aclose()

    assert (notice.level, notice.code, len(server.requests)) == ("error", "refused", 2)
    assert capabilities.of(ModelAddress(server.url, "m")).refused_fields == ()


async def test_errors_that_name_no_field_are_not_repeated(tmp_path: Path) -> None:
    async with ReplayServer(error("the messages are wrong")) as server:
        endpoints = Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))
        await notices_of(endpoints, settings(server.url, temperature=0.5, extra_body={"top_k": 1}))
        await endpoints.aclose()

    assert len(server.requests) == 1


async def test_a_connection_test_tries_refused_fields_again(tmp_path: Path) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    async with ReplayServer(HELLO) as server:
        chosen, address = settings(server.url, temperature=0.5), ModelAddress(server.url, "m")
        capabilities.learn(address, ModelCapabilities(refused_fields=("temperature",)))
        endpoints = Endpoints(capabilities=capabilities)
        report = await run_connection_test(endpoints, chosen)
        await endpoints.aclose()

    assert report.failure is None
    assert server.requests[0].body["temperature"] == 0.5
    assert capabilities.of(address).refused_fields == ()


async def test_what_a_turn_learns_does_not_undo_what_its_requests_learnt(tmp_path: Path) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    async with ReplayServer(error("temperature: not supported"), HELLO) as server:
        endpoints, address = Endpoints(capabilities=capabilities), ModelAddress(server.url, "m")
        learner = CapabilityLearner(capabilities)
        learner.begin(address, native=True)
        setup = TurnSetup(endpoints.model(settings(server.url, temperature=0.5)), Toolbox())
        answer = await run_turn(setup, (user_message("hi"),), Message("assistant"), learner.event)
        await endpoints.aclose()

    assert answer.text == "hello"
    known = capabilities.of(address)
    assert (known.refused_fields, known.learned_at > 0) == (("temperature",), True)


# Answers that are sent as one body.


WHOLE_CALL: dict[Family, Any] = {
    Provider.OPENAI: {
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {"id": "c1", "type": "function", "function": {"name": "clock_now", "arguments": "{}"}}
                    ],
                },
                "finish_reason": "tool_calls",
            }
        ]
    },
    Provider.ANTHROPIC: {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "t1", "name": "clock_now", "input": {}}],
        "stop_reason": "tool_use",
    },
    Provider.GEMINI: {
        "candidates": [
            {"content": {"parts": [{"functionCall": {"name": "clock_now", "args": {}}}]}, "finishReason": "STOP"}
        ]
    },
}
WHOLE_TEXT: dict[Family, Any] = {
    Provider.OPENAI: {"choices": [{"message": {"content": "It is noon."}, "finish_reason": "stop"}]},
    Provider.ANTHROPIC: {
        "type": "message",
        "id": "msg_2",
        "content": [{"type": "text", "text": "It is noon."}],
        "stop_reason": "end_turn",
    },
    Provider.GEMINI: {"candidates": [{"content": {"parts": [{"text": "It is noon."}]}, "finishReason": "STOP"}]},
}


@pytest.mark.parametrize("family", FAMILIES)
async def test_an_endpoint_that_can_not_stream_answers_in_one_body(family: Family, tmp_path: Path) -> None:
    header = {"Content-Type": "application/json"}
    replies = [Reply(json.dumps(each[family], indent=2).encode(), 200, header) for each in (WHOLE_CALL, WHOLE_TEXT)]
    async with ReplayServer(*replies) as server:
        endpoints = Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))
        model = endpoints.model(settings(server.url, provider=family.value, stream=False))
        setup = TurnSetup(model, Toolbox([now]))
        answer = await run_turn(setup, (user_message("When?"),), Message("assistant"), lambda *_: None)
        title = await complete(model, REQUEST)
        await endpoints.aclose()

    (call,) = (block for block in answer.blocks if isinstance(block, ToolUse))
    assert (answer.ended, answer.text, call.output, title) == ("stop", "It is noon.", "noon", "It is noon.")
    for request in server.requests:
        assert request.headers["accept"] == "application/json"
        assert "stream_options" not in request.body
        assert request.body.get("stream", False) is False
        assert "stream" not in request.path


async def test_streaming_stays_the_default() -> None:
    bodies: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(request)
        return httpx.Response(200, stream=httpx.ByteStream(STREAMS[Provider.OPENAI]))

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        model = open_model(client, Provider.OPENAI, "http://h.invalid/v1", "m")
        deltas = [delta async for delta in model.stream(REQUEST)]

    assert TextDelta("hello") in deltas
    assert (json.loads(bodies[0].content)["stream"], bodies[0].headers["accept"]) == (True, "text/event-stream")
