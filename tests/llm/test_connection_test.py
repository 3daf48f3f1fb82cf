"""The connection test, against real sockets and the offline companion."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from deskpet.llm.capabilities import ModelCapabilities, PictureSupport, ToolSupport
from deskpet.llm.connection_test import ConnectionTest, Finding, run_connection_test, shown_seconds
from deskpet.llm.endpoints import Endpoints
from deskpet.settings import Settings
from tests.llm.replay import ReplayServer, Reply


def chunk(**delta: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
WORDS = [chunk(content=word) for word in ("It ", "is ", "raining.")]
CALL = chunk(tool_calls=[{"index": 0, "id": "c", "function": {"name": "look_at_clock", "arguments": "{}"}}])


def streamed(*pieces: bytes) -> Reply:
    """The pieces one by one, padded with comments to one size, a moment between them."""
    size = max(map(len, pieces)) + 3
    padded = (b":" + b" " * (size - len(piece) - 2) + b"\n" + piece for piece in pieces)
    return Reply(b"".join(padded), cut=size, pause=0.02)


def refused(status: int, message: str) -> Reply:
    body = json.dumps({"error": {"message": message}}).encode()
    return Reply(body, status=status, headers={"Content-Type": "application/json"})


def settings(base_url: str, model: str = "qwen3", mode: str = "auto", **endpoint: str) -> Settings:
    return Settings.model_validate(
        {"endpoint": {"base_url": base_url, "model": model, **endpoint}, "chat": {"mode": mode}}
    )


@asynccontextmanager
async def opened(pace: float = 0.0) -> AsyncGenerator[Endpoints]:
    endpoints = Endpoints(pace)
    try:
        yield endpoints
    finally:
        await endpoints.aclose()


async def tried(*replies: Reply, model: str = "qwen3", mode: str = "auto") -> tuple[ConnectionTest, ReplayServer]:
    async with ReplayServer(*replies) as server, opened() as endpoints:
        return await run_connection_test(endpoints, settings(server.url, model, mode)), server


async def test_an_endpoint_that_works_says_what_works() -> None:
    trial, server = await tried(streamed(*WORDS, DONE))

    assert trial.failure is None
    assert trial.answer.sample == "It is raining."
    assert trial.answer.pieces == 3
    assert trial.tools is ToolSupport.ACCEPTED
    assert trial.answer.first_token_seconds is not None
    assert 0.02 <= trial.answer.first_token_seconds < 10
    assert trial.lines[:3] == ("The server can be reached.", "No key was needed.", "The model qwen3 answers.")
    assert trial.lines[3].startswith("The answer streams: 3 pieces, the first after ")
    assert trial.lines[4:] == ("Native tools were accepted.", "It takes pictures.", "“It is raining.”")
    request, look = server.requests
    assert "tools" not in look.body
    assert look.body["messages"][0]["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")
    assert request.body["stream"] is True
    assert len(request.body["tools"]) == 1
    assert [message["content"] for message in request.body["messages"]] == ["Reply with one short sentence."]


async def test_an_answer_in_one_piece_is_called_so() -> None:
    trial, _ = await tried(Reply(b"".join((*WORDS, DONE))))
    assert trial.answer.pieces == 1
    assert "one piece" in trial.lines[3]


async def test_a_call_shows_that_native_tools_work_and_reasoning_is_seen() -> None:
    trial, _ = await tried(streamed(chunk(reasoning_content="They want"), CALL, DONE))
    assert trial.tools is ToolSupport.WORK
    assert "It sends its reasoning." in trial.lines
    assert "Native tool calls work: it called one." in trial.lines


async def test_refused_tools_are_told_and_the_same_question_is_asked_without_them() -> None:
    refusal = refused(400, "registry/gemma does not support tools")
    trial, server = await tried(refusal, streamed(*WORDS, DONE), mode="native")

    assert ["tools" in request.body for request in server.requests[:2]] == [True, False]
    assert trial.tools is ToolSupport.REFUSED
    assert trial.failure is None
    assert trial.answer.sample == "It is raining."
    warning = next(finding for finding in trial.findings if finding.level == "warning")
    assert "gemma does not support tools" in warning.text
    assert Finding("good", "Text mode works: choose it below.") in trial.findings


async def test_a_model_that_takes_no_pictures_is_known_as_such() -> None:
    refusal = refused(500, "image input is not supported - hint: you may need to provide the mmproj")
    trial, server = await tried(streamed(*WORDS, DONE), refusal)
    assert len(server.requests) == 2
    assert trial.failure is None
    assert Finding("info", "It takes no pictures.") in trial.findings
    known = trial.added_to(ModelCapabilities(), 7.0)
    assert (known.pictures, known.pictures_at) == (PictureSupport.REFUSED, 7.0)


async def test_a_picture_that_fails_for_another_reason_says_nothing() -> None:
    trial, _ = await tried(streamed(*WORDS, DONE), refused(400, "image exceeds 5 MB maximum"))
    assert trial.pictures is PictureSupport.UNKNOWN
    assert not any("picture" in line for line in trial.lines)


async def test_in_text_mode_no_tool_is_offered_and_nothing_is_said_of_them() -> None:
    trial, server = await tried(streamed(*WORDS, DONE), mode="text")
    assert "tools" not in server.requests[0].body
    assert trial.tools is ToolSupport.UNKNOWN
    assert not any("tool" in line.lower() for line in trial.lines)


@pytest.mark.parametrize(
    ("reply", "code", "findings"),
    [
        (refused(401, "bad key"), "unauthorized", ["The server can be reached."]),
        (refused(404, "no such model"), "not_found", ["The server can be reached."]),
        (Reply(b"<html>Log in</html>", headers={"Content-Type": "text/html"}), "html", []),
    ],
)
async def test_a_failure_has_a_title_a_cause_and_a_next_step(reply: Reply, code: str, findings: list[str]) -> None:
    trial, _ = await tried(reply)
    assert trial.failure
    assert trial.failure.code == code
    assert [finding.text for finding in trial.findings] == findings
    assert trial.failure.title in trial.lines[-1]
    assert trial.failure.next_step in trial.lines[-1]
    assert trial.added_to(ModelCapabilities(), 5.0) == ModelCapabilities()


async def test_a_stream_that_is_cut_still_shows_what_came() -> None:
    trial, _ = await tried(streamed(*WORDS))
    assert trial.failure
    assert trial.failure.code == "cut_stream"
    assert trial.answer.sample == "It is raining."
    assert trial.tools is ToolSupport.UNKNOWN


async def test_a_port_where_nobody_listens_is_no_server() -> None:
    async with ReplayServer() as server:
        url = server.url
    async with opened() as endpoints:
        trial = await run_connection_test(endpoints, settings(url))
    assert trial.failure
    assert trial.failure.code == "refused_connection"
    assert trial.findings == ()


async def test_the_key_is_sent_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "sk-secret")
    trial, server = await tried(streamed(*WORDS, DONE))
    assert server.requests[0].headers["authorization"] == "Bearer sk-secret"
    assert "The key was accepted." in trial.lines
    trial, _ = await tried(refused(401, "sk-secret is no key of ours"))
    assert "sk-secret" not in repr(trial)


async def test_a_long_answer_is_broken_off() -> None:
    endless = Reply(b"".join(chunk(content="more and more ") for _ in range(100)), ending="hang")
    async with ReplayServer(endless) as server, opened() as endpoints:
        trial = await asyncio.wait_for(run_connection_test(endpoints, settings(server.url)), 60)
        await asyncio.wait_for(server.disconnected.wait(), 60)
    assert trial.failure is None
    assert len(trial.answer.sample) <= 160
    assert trial.answer.sample.endswith("…")


async def test_cancelling_closes_the_connection() -> None:
    async with ReplayServer(Reply(WORDS[0], ending="hang")) as server, opened() as endpoints:
        task = asyncio.create_task(run_connection_test(endpoints, settings(server.url)))
        await asyncio.wait_for(server.sent.wait(), 60)
        task.cancel()
        await asyncio.wait_for(server.disconnected.wait(), 60)
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("mode", ["native", "text"])
async def test_the_offline_companion_passes_its_own_test(mode: str) -> None:
    async with opened() as endpoints:
        trial = await run_connection_test(endpoints, settings("", "", mode))
    assert trial.failure is None
    assert "This is the offline companion: no server is needed." in trial.lines
    assert trial.answer.sample


async def test_a_model_whose_name_loses_calls_is_warned_of_in_native_mode_alone() -> None:
    trial, _ = await tried(streamed(*WORDS, DONE), model="假流式/gemini-2.5-pro")
    assert "假流式/" in next(finding.text for finding in trial.findings if finding.level == "warning")
    trial, _ = await tried(streamed(*WORDS, DONE), model="假流式/gemini-2.5-pro", mode="text")
    assert not trial.warning


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
async def test_a_provider_set_by_hand_is_spoken_to_in_its_own_format(
    monkeypatch: pytest.MonkeyPatch, provider: str, path: str, header: str, body: bytes
) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "k")
    async with ReplayServer(Reply(body)) as server, opened() as endpoints:
        trial = await run_connection_test(endpoints, settings(server.url, provider=provider))
    assert trial.answer.sample == "Rain."
    assert server.requests[0].path == path
    assert server.requests[0].headers[header] == "k"


async def test_what_a_test_found_is_added_to_what_is_known() -> None:
    trial, _ = await tried(streamed(chunk(reasoning_content="Hm"), *WORDS, DONE))
    known = trial.added_to(ModelCapabilities(learned_at=3.0), 7.0)
    assert (known.tools, known.tools_at, known.reasons) == (ToolSupport.ACCEPTED, 7.0, True)
    assert known.first_token_seconds == trial.answer.first_token_seconds
    assert known.learned_at == 7.0


@pytest.mark.parametrize(("seconds", "shown"), [(0.0004, "0 ms"), (0.34, "340 ms"), (0.96, "1.0 s"), (12.34, "12.3 s")])
def test_short_times_are_shown_for_people(seconds: float, shown: str) -> None:
    assert shown_seconds(seconds) == shown
