"""Refusals that name their cure: the request is repeated once for each cause, and the model's demand is learned."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from deskpet.chat.messages import Message, Notice, StreamingText, Text, ToolUse, user_message
from deskpet.chat.model import ChatRequest, NoticeDelta, TextDelta, ToolSpec
from deskpet.config.choices import Family, Provider
from deskpet.config.settings import Settings
from deskpet.llm.adaptations import Adaptations
from deskpet.llm.capabilities import Capabilities, ModelAddress
from deskpet.llm.endpoints import Endpoints
from tests.llm import recordings
from tests.llm.replay_server import Reply
from tests.llm.strict_server import StrictServer, anthropic_error, gemini_error, openai_error, refusal
from tests.support.waiting import until

OPENAI, ANTHROPIC, GEMINI = Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI
HELLO: Mapping[Family, bytes] = {
    OPENAI: recordings.openai({"content": "hello"}),
    ANTHROPIC: recordings.anthropic(({"type": "text", "text": ""}, [{"type": "text_delta", "text": "hello"}])),
    GEMINI: recordings.gemini([{"text": "hello"}]),
}
Body = Mapping[str, Any]


def spec(name: str, **parameters: Any) -> ToolSpec:
    return ToolSpec(name, f"Does {name}.", {"type": "object", "properties": parameters})


TOOLS = (spec("time_now"), spec("web_search", query={"type": "string"}), spec("read_file"))
CALL = ToolUse("time.now", "c1", "success", input={}, output="noon")
ANSWERED = (
    user_message("When?"),
    Message("assistant", (CALL, Text(StreamingText("Noon."), round=1)), ended="stop"),
    user_message("Sure?"),
)
QUESTION = (user_message("hi"),)


@dataclass(frozen=True)
class Case:
    """A server that refuses with `error` where `refuses` is true for the body, and what is sent to it.

    `codes` are those of the notices, `told` a text in them.
    """

    refuses: Callable[[Body], Any]
    error: Reply
    endpoint: Mapping[str, Any] = field(default_factory=dict[str, Any])
    family: Family = OPENAI
    tools: tuple[ToolSpec, ...] = ()
    messages: tuple[Message, ...] = QUESTION
    system: str = ""
    codes: tuple[str, ...] = ()
    told: str = ""


def config(body: Body) -> Body:
    return body.get("generationConfig", {}).get("thinkingConfig", {})


def names(body: Body) -> list[str]:
    return [tool["function"]["name"] for tool in body.get("tools", ())]


CASES = {
    "stream_options": Case(
        lambda body: "stream_options" in body,
        refusal(422, {"detail": [{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra"}]}),
        codes=("field_refused",),
        told="stream_options",
    ),
    "stream_options as text": Case(
        lambda body: "stream_options" in body,
        openai_error("Unrecognized request argument supplied: stream_options"),
        codes=("field_refused",),
    ),
    "adaptive thinking": Case(
        lambda body: body["thinking"]["type"] != "adaptive" or body["output_config"] != {"effort": "high"},
        anthropic_error(
            '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.'
        ),
        {"reasoning": "high"},
        ANTHROPIC,
    ),
    "no effort with tools": Case(
        lambda body: body.get("reasoning_effort") != "none",
        openai_error(
            "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use "
            "function tools, use /v1/responses or set reasoning_effort to 'none'.",
            "reasoning_effort",
        ),
        tools=TOOLS,
        codes=("request_adapted",),
        told="reasoning_effort is none",
    ),
    "a chosen effort with tools": Case(
        lambda body: body.get("reasoning_effort") != "none",
        openai_error(
            "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use "
            "/v1/responses instead.",
            "reasoning_effort",
        ),
        {"reasoning": "low"},
        tools=TOOLS,
        codes=("request_adapted",),
    ),
    "lowest listed effort": Case(
        lambda body: body.get("reasoning_effort") != "minimal",
        openai_error(
            "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: "
            "'minimal', 'low', 'medium', and 'high'.",
            "reasoning_effort",
            "unsupported_value",
        ),
        {"reasoning": "off"},
        codes=("request_adapted",),
        told="reasoning_effort is minimal",
    ),
    "nearest listed effort": Case(
        lambda body: body.get("reasoning_effort") not in {"none", "default"},
        openai_error("`reasoning_effort` must be one of `none` or `default`"),
        {"reasoning": "high"},
        codes=("request_adapted",),
    ),
    "effort in the form of pydantic": Case(
        lambda body: body.get("reasoning_effort") not in {"low", "high"},
        refusal(
            422,
            {"detail": [{"loc": ["body", "reasoning_effort"], "msg": "Input should be 'low' or 'high'", "input": 1}]},
        ),
        {"reasoning": "off"},
        codes=("request_adapted",),
    ),
    "no thinking at all": Case(
        lambda body: "reasoning_effort" in body,
        openai_error('"qwen2.5:7b" does not support thinking'),
        {"reasoning": "medium"},
        codes=("field_refused",),
        told="reasoning_effort",
    ),
    "no such thinking, as a failure of the server": Case(
        lambda body: "reasoning_effort" in body,
        refusal(500, {"error": {"message": 'think value "medium" is not supported for this model'}}),
        {"reasoning": "medium"},
        codes=("field_refused",),
    ),
    "no budget of 0": Case(
        lambda body: config(body).get("thinkingBudget") != 128,
        gemini_error("Budget 0 is invalid. This model only works in thinking mode."),
        {"reasoning": "off", "model": "gemini-2.5-pro"},
        GEMINI,
        codes=("request_adapted",),
        told="thinkingBudget is 128",
    ),
    "a budget in a range": Case(
        lambda body: config(body).get("thinkingBudget") != 8000,
        gemini_error("The thinking budget 16384 is invalid. Please choose a value between 512 and 8000."),
        {"reasoning": "high", "model": "gemini-2.5-flash"},
        GEMINI,
        codes=("request_adapted",),
    ),
    "a level in place of a budget": Case(
        lambda body: config(body).get("thinkingBudget") is None,
        gemini_error("Thinking level is not supported for this model."),
        {"reasoning": "low", "model": "gemini-3-x"},
        GEMINI,
    ),
    "another level": Case(
        lambda body: config(body).get("thinkingLevel") != "low",
        gemini_error("Thinking level MINIMAL is not supported for this model. Please retry with other thinking level."),
        {"reasoning": "off", "model": "gemini-3-pro"},
        GEMINI,
        codes=("request_adapted",),
    ),
    "Gemini's system text": Case(
        lambda body: "systemInstruction" in body or body["contents"][0]["parts"][0]["text"] != "Be kind.",
        gemini_error("Developer instruction is not enabled for models/gemma-3-27b-it"),
        {"model": "gemma-3-27b-it"},
        GEMINI,
        system="Be kind.",
    ),
    "system role": Case(
        lambda body: body["messages"][0] != {"role": "user", "content": "Be kind.\n\nhi"},
        openai_error(
            "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
            "messages[0].role",
            "unsupported_value",
        ),
        system="Be kind.",
    ),
    "roles of a template": Case(
        lambda body: body["messages"][0]["role"] == "system",
        refusal(500, {"error": {"code": 500, "message": "Conversation roles must alternate user/assistant/user/..."}}),
        system="Be kind.",
    ),
    "OpenAI's limit of an answer": Case(
        lambda body: body.get("max_tokens", 0) > 16384,
        openai_error(
            "max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you "
            "provided 100000.",
            "max_tokens",
            "invalid_value",
        ),
        {"max_tokens": 100000},
        codes=("request_adapted",),
        told="16384",
    ),
    "DeepSeek's limit of an answer": Case(
        lambda body: body.get("max_tokens", 0) > 8192,
        openai_error("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"),
        {"max_tokens": 100000},
        codes=("request_adapted",),
    ),
    "Anthropic's limit of an answer": Case(
        lambda body: body["max_tokens"] > 4096,
        anthropic_error(
            "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307"
        ),
        family=ANTHROPIC,
    ),
    "Gemini's limit of an answer": Case(
        lambda body: body["generationConfig"]["maxOutputTokens"] > 65536,
        gemini_error(
            "Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from "
            "1 (inclusive) to 65537 (exclusive). Update the value and try again."
        ),
        {"max_tokens": 100000},
        GEMINI,
        codes=("request_adapted",),
    ),
    "a switch for answers in one body": Case(
        lambda body: body.get("enable_thinking") is not False,
        openai_error("parameter.enable_thinking must be set to false for non-streaming calls"),
        {"stream": False},
    ),
    "a switch that is always on": Case(
        lambda body: body.get("enable_thinking") is not True,
        openai_error("The value of the enable_thinking parameter is restricted to True."),
        {"extra_body": {"enable_thinking": False}},
        codes=("request_adapted",),
    ),
    "null beside calls": Case(
        lambda body: any(message["content"] == "" for message in body["messages"]),
        openai_error("messages.1: text content blocks must be non-empty"),
        messages=ANSWERED,
    ),
    "reasoning of earlier answers": Case(
        lambda body: any("tool_calls" in each and not each.get("reasoning_content") for each in body["messages"]),
        openai_error("The `reasoning_content` in the thinking mode must be passed back to the API."),
        messages=ANSWERED,
    ),
    "thinking of earlier answers in Anthropic's form": Case(
        lambda body: body["messages"][1]["content"][0]["type"] != "thinking",
        openai_error("The `content[].thinking` in the thinking mode must be passed back to the API."),
        family=ANTHROPIC,
        messages=ANSWERED,
    ),
    "unknown reasoning": Case(
        lambda body: any("reasoning_content" in each for each in body["messages"]),
        openai_error("'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property "
                     "'reasoning_content' is unsupported)]"),
        {"model": "deepseek-r1-distill-llama-70b"},
        messages=ANSWERED,
    ),
    "a signature of Gemini behind OpenAI's form": Case(
        lambda body: not body["messages"][1]["tool_calls"][0].get("extra_content"),
        openai_error("Function call is missing a thought_signature in functionCall parts. This is required for tools."),
        messages=ANSWERED,
    ),
    "no dummy signature": Case(
        lambda body: "thoughtSignature" in body["contents"][1]["parts"][0],
        gemini_error("Unable to submit request because Thought signature is not valid.."),
        {"model": "gemini-exp"},
        GEMINI,
        messages=ANSWERED,
    ),
    "a schema by name": Case(
        lambda body: "web_search" in names(body),
        openai_error(
            "Invalid schema for function 'web_search': In context=('properties', 'x'), array schema missing items.",
            "tools[1].function.parameters",
            "invalid_function_parameters",
        ),
        tools=TOOLS,
        codes=("tools_left_out",),
        told="web_search",
    ),
    "schemas by position": Case(
        lambda body: len(body["tools"][0]["functionDeclarations"]) > 1,
        gemini_error(
            "* GenerateContentRequest.tools[0].function_declarations[0].parameters.required[0]: property is not "
            "defined\n* GenerateContentRequest.tools[0].function_declarations[2].parameters.required[0]: property is "
            "not defined\n"
        ),
        {"model": "gemini-2.5-flash"},
        GEMINI,
        TOOLS,
        codes=("tools_left_out",),
        told="time_now, read_file",
    ),
    "a schema by Anthropic's position": Case(
        lambda body: [tool["name"] for tool in body["tools"]] != ["time_now", "web_search"],
        anthropic_error("tools.2.custom.input_schema: JSON schema is invalid. It must match draft 2020-12."),
        family=ANTHROPIC,
        tools=TOOLS,
        codes=("tools_left_out",),
    ),
    "too many tools": Case(
        lambda body: len(body["tools"]) > 128,
        openai_error(
            "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length "
            "131 instead.",
            "tools",
            "array_above_max_length",
        ),
        tools=tuple(spec(f"tool_{number}") for number in range(131)),
        codes=("tools_left_out",),
        told="tool_128, tool_129, tool_130",
    ),
}  # fmt: skip


def settings_of(case: Case, url: str) -> Settings:
    endpoint = {"base_url": url, "model": "m", "provider": case.family.value, **case.endpoint}
    return Settings.model_validate({"endpoint": endpoint})


async def ask(endpoints: Endpoints, case: Case, url: str) -> tuple[str, list[Notice]]:
    """Return the text of the answer and the notices."""
    request = ChatRequest(case.messages, case.system, case.tools)
    deltas = [delta async for delta in endpoints.model(settings_of(case, url)).stream(request)]
    text = "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))
    return text, [delta.notice for delta in deltas if isinstance(delta, NoticeDelta)]


def whole(stream: bytes) -> Reply:
    """Return the answer of a server that does not stream."""
    assert stream
    body = {"choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}]}
    return Reply(json.dumps(body).encode(), 200, {"Content-Type": "application/json"})


def server_of(case: Case) -> StrictServer:
    hello = HELLO[case.family]
    answer = hello if case.endpoint.get("stream", True) else whole(hello)
    return StrictServer(lambda body: case.error if case.refuses(body) else None, answer)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
async def test_a_refusal_that_names_its_cure_is_cured_once_and_learned(case: Case, tmp_path: Path) -> None:
    file = tmp_path / "endpoints.json"
    async with server_of(case) as server:
        async with aclosing(Endpoints(capabilities=Capabilities(file))) as endpoints:
            first = await ask(endpoints, case, server.url)
            again = await ask(endpoints, case, server.url)
        async with aclosing(Endpoints(capabilities=Capabilities(file))) as endpoints:
            after_restart = await ask(endpoints, case, server.url)

    assert (first[0], [notice.code for notice in first[1]]) == ("hello", [*case.codes])
    assert all(notice.level == "info" and notice.cause for notice in first[1])
    assert case.told in " ".join(notice.title for notice in first[1])
    assert again == after_restart == ("hello", [])
    assert (len(server.refused), len(server.accepted)) == (1, 3)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("stream_options", "1 validation error: stream_options: Extra inputs are not permitted"),
        ("stream_options", 'Invalid request: unknown field "stream_options"'),
        ("adaptive thinking", 'thinking.type: "enabled" is deprecated for this model; use "adaptive"'),
        ("lowest listed effort", "Invalid value for reasoning_effort. Must be one of: minimal, low, medium, high"),
        ("no thinking at all", "registry.ollama.ai/library/gemma3n does not support thinking"),
        ("no thinking at all", "Argument not supported on this model: reasoningEffort"),
        ("no budget of 0", "The model does not support setting thinking_budget to 0"),
        ("no budget of 0", "thinking_budget is out of range; supported values are integers from 128 to 32768."),
        ("system role", "System role not supported"),
        ("system role", "messages[0].role: unknown variant `system`, expected `user` or `assistant`"),
        ("OpenAI's limit of an answer", "max_tokens (100000) exceeds the maximum of 16,384 for this model"),
        ("OpenAI's limit of an answer", "integer above maximum value: max_tokens must be <= 16384"),
        ("a switch for answers in one body", "parameter.enable_thinking必须设置为false才能进行非流式调用"),
        ("a switch for answers in one body", "parameter.enable_thinking only support stream call"),
        ("null beside calls", "Invalid content: expected null, got empty string"),
        ("null beside calls", "The content field in the Message object at messages.1 is empty. Add a ContentBlock."),
        ("reasoning of earlier answers", "Missing `reasoning_content` field in the assistant message at index 1."),
        ("unknown reasoning", "Extra inputs are not permitted, field: 'messages[1].reasoning_content', value: ' '"),
        ("a schema by name", "Failed to parse the tool schema: web_search"),
        ("too many tools", "tools: List should have at most 128 items after validation, not 131"),
        ("too many tools", "You may not include more than 128 tools in your request."),
    ],
)
async def test_the_same_cure_in_other_words(name: str, message: str, tmp_path: Path) -> None:
    case = replace(CASES[name], error=openai_error(message))
    async with (
        server_of(case) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        text, notices = await ask(endpoints, case, server.url)

    assert (text, [notice.code for notice in notices], len(server.refused)) == ("hello", [*case.codes], 1)


@pytest.mark.parametrize(
    ("message", "left"),
    [
        (
            (
                "'max_tokens' or 'max_completion_tokens' is too large: 30000. This model's maximum context length is "
                "32768 tokens and your request has 5000 input tokens (30000 > 32768 - 5000)."
            ),
            27768,
        ),
        (
            (
                "This model's maximum context length is 32768 tokens. However, you requested 35000 tokens (5000 in the "
                "messages, 30000 in the completion). Please reduce the length of the messages or completion."
            ),
            27768,
        ),
        ("input length and `max_tokens` exceed context limit: 5000 + 30000 > 32768, decrease input length", 27768),
    ],
)
async def test_an_answer_gets_what_is_left_of_the_context_this_time(message: str, left: int, tmp_path: Path) -> None:
    case = Case(lambda body: body["max_tokens"] > left, openai_error(message), {"max_tokens": 30000})
    capabilities = Capabilities(tmp_path / "endpoints.json")
    async with server_of(case) as server, aclosing(Endpoints(capabilities=capabilities)) as endpoints:
        assert await ask(endpoints, case, server.url) == ("hello", [])

    assert [body["max_tokens"] for body in server.accepted] == [left]
    assert capabilities.of(ModelAddress(server.url, "m")).adaptations == Adaptations()


async def test_several_refusals_are_cured_one_after_the_other(tmp_path: Path) -> None:
    def rule(body: Body) -> Reply | None:
        parts = ("stream_options", "system role", "a schema by name", "OpenAI's limit of an answer")
        return next((CASES[part].error for part in parts if CASES[part].refuses(body)), None)

    case = Case(lambda _: False, openai_error(""), {"max_tokens": 100000}, tools=TOOLS, system="Be kind.")
    async with (
        StrictServer(rule, HELLO[OPENAI]) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        first, second = await ask(endpoints, case, server.url), await ask(endpoints, case, server.url)

    assert [notice.code for notice in first[1]] == ["field_refused", "tools_left_out", "request_adapted"]
    assert (second, len(server.refused)) == (("hello", []), 4)


async def test_a_tool_with_another_schema_is_tried_again(tmp_path: Path) -> None:
    case = CASES["a schema by name"]
    async with (
        server_of(
            replace(case, refuses=lambda body: "web_search" in names(body) and "query" in json.dumps(body))
        ) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        await ask(endpoints, case, server.url)
        mended = (spec("time_now"), spec("web_search", words={"type": "string"}))
        await ask(endpoints, replace(case, tools=mended), server.url)

    assert [names(body) for body in server.accepted] == [["time_now", "read_file"], ["time_now", "web_search"]]


async def test_a_connection_test_tries_all_of_it_again(tmp_path: Path) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    case = CASES["system role"]
    async with server_of(case) as server, aclosing(Endpoints(capabilities=capabilities)) as endpoints:
        await ask(endpoints, case, server.url)
        endpoints.forget_refusals(settings_of(case, server.url).endpoint)
        await ask(endpoints, case, server.url)

    assert len(server.refused) == 2


@pytest.mark.parametrize(
    "error",
    [
        openai_error("This request requires more credits, or fewer max_tokens. You can only afford 3000.", status=402),
        openai_error("You exceeded your current quota, please check your plan.", code="insufficient_quota", status=429),
        openai_error("API key not valid. Please pass a valid API key."),
        openai_error("Input data may contain inappropriate content.", code="data_inspection_failed"),
        openai_error("No endpoints found matching your data policy.", status=404),
    ],
)
async def test_what_no_other_request_would_mend_is_asked_once(error: Reply, tmp_path: Path) -> None:
    case = Case(lambda _: True, error, {"max_tokens": 9000, "temperature": 0.5}, tools=TOOLS, system="Be kind.")
    async with (
        server_of(case) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        _, (notice,) = await ask(endpoints, case, server.url)

    assert (notice.level, len(server.requests)) == ("error", 1)


@pytest.mark.parametrize("name", ["stream_options", "no effort with tools", "Gemini's system text", "a schema by name"])
async def test_a_refusal_inside_a_stream_is_cured_as_well(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    streamed = Reply(b"data: " + case.error.body + b"\n\ndata: [DONE]\n\n")
    async with (
        server_of(replace(case, error=streamed)) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        first, second = await ask(endpoints, case, server.url), await ask(endpoints, case, server.url)

    assert (first[0], [notice.code for notice in first[1]]) == ("hello", [*case.codes])
    assert (second, len(server.refused)) == (("hello", []), 1)


async def test_a_refusal_after_the_first_word_is_not_repeated(tmp_path: Path) -> None:
    case = CASES["system role"]
    broken = recordings.openai({"content": "hel"}).replace(b"data: [DONE]", b"data: " + case.error.body)
    async with (
        server_of(replace(case, error=Reply(broken))) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        text, (notice,) = await ask(endpoints, case, server.url)

    assert (text, notice.level, len(server.requests)) == ("hel", "error", 1)


async def test_a_repetition_can_be_stopped(tmp_path: Path) -> None:
    case = CASES["system role"]
    silent = Reply(b": wait\n\n", ending="hang")
    async with (
        StrictServer(lambda body: case.error if case.refuses(body) else None, silent) as server,
        aclosing(Endpoints(capabilities=Capabilities(tmp_path / "endpoints.json"))) as endpoints,
    ):
        task = asyncio.create_task(ask(endpoints, case, server.url))
        await until(lambda: len(server.requests) == 2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.wait_for(server.disconnected.wait(), 10)

    assert len(server.requests) == 2


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
async def test_a_server_that_refuses_in_any_case_gets_a_request_once_for_each_cause(case: Case, tmp_path: Path) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    async with (
        StrictServer(lambda _: case.error, b"") as server,
        aclosing(Endpoints(capabilities=capabilities)) as endpoints,
    ):
        _, notices = await ask(endpoints, case, server.url)

    assert [notice.level for notice in notices] == ["error"]
    assert 2 <= len(server.refused) <= 4
    bodies = [json.dumps(request.body, sort_keys=True) for request in server.requests]
    assert len(set(bodies)) == len(bodies)
    model = case.endpoint.get("model", "m")
    known = capabilities.of(ModelAddress(server.url, model))
    assert (known.refused_fields, known.adaptations) == ((), type(known.adaptations)())
