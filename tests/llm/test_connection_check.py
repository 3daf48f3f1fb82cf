"""The connection test, with real sockets and with the offline companion."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from deskpet.config.settings import Settings
from deskpet.llm.capabilities import ModelCapabilities, PictureSupport, ToolSupport
from deskpet.llm.connection_check import ConnectionReport, Finding, format_seconds, run_connection_test
from deskpet.llm.endpoints import Endpoints
from tests.llm.replay_server import ReplayServer, Reply


def chunk(**delta: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
TEXT_CHUNKS = [chunk(content=word) for word in ("It ", "is ", "raining.")]
CALL = chunk(tool_calls=[{"index": 0, "id": "c", "function": {"name": "look_at_clock", "arguments": "{}"}}])


def streaming_reply(*pieces: bytes) -> Reply:
    """Returns a reply that streams the pieces with a pause between them, padded to equal size with comments."""
    size = max(map(len, pieces)) + 3
    padded = (b":" + b" " * (size - len(piece) - 2) + b"\n" + piece for piece in pieces)
    return Reply(b"".join(padded), cut=size, pause=0.02)


def error_reply(status: int, message: str) -> Reply:
    body = json.dumps({"error": {"message": message}}).encode()
    return Reply(body, status=status, headers={"Content-Type": "application/json"})


def settings(base_url: str, model: str = "qwen3", mode: str = "auto", **endpoint: str) -> Settings:
    return Settings.model_validate(
        {"endpoint": {"base_url": base_url, "model": model, **endpoint}, "chat": {"mode": mode}}
    )


@asynccontextmanager
async def open_endpoints(pace: float = 0.0) -> AsyncGenerator[Endpoints]:
    endpoints = Endpoints(pace)
    try:
        yield endpoints
    finally:
        await endpoints.aclose()


async def run_test(*replies: Reply, model: str = "qwen3", mode: str = "auto") -> tuple[ConnectionReport, ReplayServer]:
    async with ReplayServer(*replies) as server, open_endpoints() as endpoints:
        return await run_connection_test(endpoints, settings(server.url, model, mode)), server


async def test_working_endpoint() -> None:
    report, server = await run_test(
        streaming_reply(*TEXT_CHUNKS, DONE), streaming_reply(chunk(content="A star."), DONE)
    )

    assert report.failure is None
    assert report.answer.sample == "It is raining."
    assert report.answer.pieces == 3
    assert report.tools is ToolSupport.ACCEPTED
    assert report.answer.first_token_seconds is not None
    assert 0.02 <= report.answer.first_token_seconds < 10
    assert report.lines[:3] == ("The server can be reached.", "No key was needed.", "The model qwen3 answers.")
    assert report.lines[3].startswith("The answer streams: 3 pieces, the first after ")
    assert report.lines[4:] == ("Native tools were accepted.", "It accepts pictures.", "“It is raining.”")
    request, image_request = server.requests
    assert "tools" not in image_request.body
    assert image_request.body["messages"][0]["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")
    assert request.body["stream"] is True
    assert len(request.body["tools"]) == 1
    assert [message["content"] for message in request.body["messages"]] == ["Reply with one short sentence."]


async def test_answer_in_one_piece() -> None:
    report, _ = await run_test(Reply(b"".join((*TEXT_CHUNKS, DONE))))
    assert report.answer.pieces == 1
    assert "one piece" in report.lines[3]


async def test_native_call_and_reasoning() -> None:
    report, _ = await run_test(streaming_reply(chunk(reasoning_content="They want"), CALL, DONE))
    assert report.tools is ToolSupport.WORK
    assert "It sends its reasoning." in report.lines
    assert "Native tool calls work: it called one." in report.lines


async def test_refused_tools_are_retried_without_tools() -> None:
    refusal = error_reply(400, "registry/gemma does not support tools")
    report, server = await run_test(refusal, streaming_reply(*TEXT_CHUNKS, DONE), mode="native")

    assert ["tools" in request.body for request in server.requests[:2]] == [True, False]
    assert report.tools is ToolSupport.REFUSED
    assert report.failure is None
    assert report.answer.sample == "It is raining."
    warning = next(finding for finding in report.findings if finding.level == "warning")
    assert "gemma does not support tools" in warning.text
    assert Finding("good", "Text mode works: choose it below.") in report.findings


async def test_model_without_image_support() -> None:
    refusal = error_reply(500, "image input is not supported - hint: you may need to provide the mmproj")
    report, server = await run_test(streaming_reply(*TEXT_CHUNKS, DONE), refusal)
    assert len(server.requests) == 2
    assert report.failure is None
    assert Finding("info", "It takes no pictures.") in report.findings
    capabilities = report.merged_into(ModelCapabilities(), 7.0)
    assert (capabilities.pictures, capabilities.pictures_at) == (PictureSupport.REFUSED, 7.0)


@pytest.mark.parametrize("words", ["Star", "A yellow star.", "五角星。", "スター", "ほしです"])
async def test_pictures_are_taken_if_the_answer_names_what_is_drawn(words: str) -> None:
    report, server = await run_test(streaming_reply(*TEXT_CHUNKS, DONE), streaming_reply(chunk(content=words), DONE))

    assert Finding("good", "It accepts pictures.") in report.findings
    assert report.merged_into(ModelCapabilities(), 7.0).pictures is PictureSupport.TAKEN
    asked = json.dumps(server.requests[1].body["messages"])
    assert "star" not in asked.partition("image_url")[0]


@pytest.mark.parametrize("words", ["I can't see any picture.", "Cat", "orange", "starfish"])
async def test_pictures_are_not_taken_if_the_answer_names_something_else(words: str) -> None:
    report, _ = await run_test(streaming_reply(*TEXT_CHUNKS, DONE), streaming_reply(chunk(content=words), DONE))

    assert "It accepts pictures." not in report.lines
    assert Finding("info", f"It took a picture, but did not see it: “{words}”") in report.findings
    assert report.merged_into(ModelCapabilities(), 7.0).pictures is PictureSupport.UNKNOWN


async def test_other_image_errors_say_nothing() -> None:
    report, _ = await run_test(streaming_reply(*TEXT_CHUNKS, DONE), error_reply(400, "image exceeds 5 MB maximum"))
    assert report.pictures is PictureSupport.UNKNOWN
    assert not any("picture" in line for line in report.lines)


async def test_text_mode_sends_no_tools() -> None:
    report, server = await run_test(streaming_reply(*TEXT_CHUNKS, DONE), mode="text")
    assert "tools" not in server.requests[0].body
    assert report.tools is ToolSupport.UNKNOWN
    assert not any("tool" in line.lower() for line in report.lines)


@pytest.mark.parametrize(
    ("reply", "code", "findings"),
    [
        (error_reply(401, "bad key"), "unauthorized", ["The server can be reached."]),
        (error_reply(404, "no such model"), "not_found", ["The server can be reached."]),
        (Reply(b"<html>Log in</html>", headers={"Content-Type": "text/html"}), "html", []),
    ],
)
async def test_failure_has_title_cause_and_next_step(reply: Reply, code: str, findings: list[str]) -> None:
    report, _ = await run_test(reply)
    assert report.failure
    assert report.failure.code == code
    assert [finding.text for finding in report.findings] == findings
    assert report.failure.title in report.lines[-1]
    assert report.failure.next_step in report.lines[-1]
    assert report.merged_into(ModelCapabilities(), 5.0) == ModelCapabilities()


async def test_partial_answer_is_kept() -> None:
    report, _ = await run_test(streaming_reply(*TEXT_CHUNKS))
    assert report.failure
    assert report.failure.code == "cut_stream"
    assert report.answer.sample == "It is raining."
    assert report.tools is ToolSupport.UNKNOWN


async def test_refused_connection() -> None:
    async with ReplayServer() as server:
        url = server.url
    async with open_endpoints() as endpoints:
        report = await run_connection_test(endpoints, settings(url))
    assert report.failure
    assert report.failure.code == "refused_connection"
    assert report.findings == ()


async def test_key_is_sent_and_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "sk-secret")
    report, server = await run_test(streaming_reply(*TEXT_CHUNKS, DONE))
    assert server.requests[0].headers["authorization"] == "Bearer sk-secret"
    assert "The key was accepted." in report.lines
    report, _ = await run_test(error_reply(401, "sk-secret is no key of ours"))
    assert "sk-secret" not in repr(report)


async def test_long_answer_is_cancelled() -> None:
    long_answer = Reply(b"".join(chunk(content="more and more ") for _ in range(100)), ending="hang")
    async with ReplayServer(long_answer) as server, open_endpoints() as endpoints:
        report = await asyncio.wait_for(run_connection_test(endpoints, settings(server.url)), 60)
        await asyncio.wait_for(server.disconnected.wait(), 60)
    assert report.failure is None
    assert len(report.answer.sample) <= 160
    assert report.answer.sample.endswith("…")


async def test_cancelling_closes_the_connection() -> None:
    async with ReplayServer(Reply(TEXT_CHUNKS[0], ending="hang")) as server, open_endpoints() as endpoints:
        task = asyncio.create_task(run_connection_test(endpoints, settings(server.url)))
        await asyncio.wait_for(server.sent.wait(), 60)
        task.cancel()
        await asyncio.wait_for(server.disconnected.wait(), 60)
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("mode", ["native", "text"])
async def test_offline_companion(mode: str) -> None:
    async with open_endpoints() as endpoints:
        report = await run_connection_test(endpoints, settings("", "", mode))
    assert report.failure is None
    assert "This is the offline companion: no server is needed." in report.lines
    assert report.answer.sample


async def test_model_name_warning_in_native_mode_only() -> None:
    report, _ = await run_test(streaming_reply(*TEXT_CHUNKS, DONE), model="假流式/gemini-2.5-pro")
    assert "假流式/" in next(finding.text for finding in report.findings if finding.level == "warning")
    report, _ = await run_test(streaming_reply(*TEXT_CHUNKS, DONE), model="假流式/gemini-2.5-pro", mode="text")
    assert not report.warning


@pytest.mark.parametrize(
    ("provider", "path", "header", "body"),
    [
        (
            "gemini",
            "/v1/models/qwen3:streamGenerateContent?alt=sse",
            "x-goog-api-key",
            b'data: {"candidates":[{"content":{"parts":[{"text":"Rain."}]},"finishReason":"STOP"}]}\n\n',
        ),
        (
            "anthropic",
            "/v1/messages",
            "x-api-key",
            b'data: {"type":"message","id":"m","content":[{"type":"text","text":"Rain."}],"stop_reason":"stop"}\n\n',
        ),
    ],
)
async def test_configured_wire_format(
    monkeypatch: pytest.MonkeyPatch, provider: str, path: str, header: str, body: bytes
) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "k")
    async with ReplayServer(Reply(body)) as server, open_endpoints() as endpoints:
        report = await run_connection_test(endpoints, settings(server.url, provider=provider))
    assert report.answer.sample == "Rain."
    assert server.requests[0].path == path
    assert server.requests[0].headers[header] == "k"


async def test_result_is_added_to_the_capabilities() -> None:
    report, _ = await run_test(streaming_reply(chunk(reasoning_content="Hm"), *TEXT_CHUNKS, DONE))
    capabilities = report.merged_into(ModelCapabilities(learned_at=3.0), 7.0)
    assert (capabilities.tools, capabilities.tools_at, capabilities.reasons) == (ToolSupport.ACCEPTED, 7.0, True)
    assert capabilities.first_token_seconds == report.answer.first_token_seconds
    assert capabilities.learned_at == 7.0


@pytest.mark.parametrize(
    ("seconds", "displayed"), [(0.0004, "0 ms"), (0.34, "340 ms"), (0.96, "1.0 s"), (12.34, "12.3 s")]
)
def test_format_seconds(seconds: float, displayed: str) -> None:
    assert format_seconds(seconds) == displayed
