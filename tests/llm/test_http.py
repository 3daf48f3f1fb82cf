"""Requests over real sockets: error notices, retries, timeouts, and closing the connection on cancellation."""

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import replace
from email.utils import formatdate
from typing import Any

import httpx
import pytest

from deskpet.chat.messages import Notice, user_message
from deskpet.chat.model import ChatModel, ChatRequest, Delta, NoticeDelta, TextDelta
from deskpet.config.choices import Provider
from deskpet.llm import model_list
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.http import PostRequest, Timeouts, new_client, stream_deltas
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from tests.llm.recordings import anthropic, openai, sse
from tests.llm.replay_server import ReplayServer, Reply

KEY = "sk-very-secret-key"
JSON = {"Content-Type": "application/json"}
REQUEST = ChatRequest((user_message("hello"),))
NO_RETRIES = Timeouts(backoff=())


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with new_client() as client:
        yield client


async def ask(
    client: httpx.AsyncClient, url: str, timeouts: Timeouts = NO_RETRIES, delays: list[float] | None = None
) -> list[Delta]:
    """Returns the deltas of an OpenAI-compatible endpoint at `url`; appends the delays before retries to `delays`."""

    async def sleep(seconds: float) -> None:
        if delays is not None:
            delays.append(seconds)

    post = PostRequest(f"{url}/chat/completions", {"stream": True}, {"Authorization": f"Bearer {KEY}"}, KEY)
    return [delta async for delta in stream_deltas(client, post, OpenAIParser, timeouts, sleep)]


def notices(result: list[Delta]) -> list[Notice]:
    return [delta.notice for delta in result if isinstance(delta, NoticeDelta)]


def text(result: list[Delta]) -> str:
    return "".join(delta.text for delta in result if isinstance(delta, TextDelta))


HI = openai({"content": "hi"})


@pytest.mark.parametrize(
    ("reply", "code", "text_in_notice"),
    [
        (Reply(b'{"error": {"message": "bad key ' + KEY.encode() + b'"}}', 401, JSON), "unauthorized", "bad key •••"),
        (Reply(b'{"detail": "forbidden"}', 403, JSON), "forbidden", "forbidden"),
        (Reply(b'{"error": {"message": "no model x"}}', 404, JSON), "not_found", "no model x"),
        (Reply(b'{"detail": [{"msg": "field required"}]}', 422, JSON), "refused", "field required"),
        (Reply(b'{"error": "slow down"}', 429, JSON), "rate_limited", "slow down"),
        (Reply(b'{"error": {"message": "boom", "status": "INTERNAL"}}', 500, JSON), "server_error", "boom"),
        (Reply(b"upstream died", 502, {}), "server_error", "HTTP 502"),
        (Reply(b"<html>Sign in</html>", 200, {"Content-Type": "text/html"}), "html", "web page"),
        (Reply(b"<html>no such page</html>", 404, {"Content-Type": "text/html"}), "not_found", "404"),
        (Reply(b"<html>moved</html>", 418, {"Content-Type": "text/html"}), "html", "web page"),
        (
            Reply(b'{"error": {"message": "x does not support tools"}}', 400, JSON),
            "tools_refused",
            "does not support tools",
        ),
        (Reply(sse({"error": {"message": "no luck " + KEY}})), "server_error", "no luck •••"),
        (Reply(b'{"error": {"message": "no luck"}}', 200, JSON), "server_error", "no luck"),
        (Reply(b"", 204), "empty_reply", "empty"),
        (Reply(b""), "empty_reply", "empty"),
    ],
)
async def test_errors_are_notices_without_the_key(
    client: httpx.AsyncClient, reply: Reply, code: str, text_in_notice: str
) -> None:
    async with ReplayServer(reply) as server:
        result = await ask(client, server.url)

    (notice,) = notices(result)
    assert notice.code == code
    assert notice.level == "error"
    assert text_in_notice in notice.cause or text_in_notice in notice.title
    assert notice.next_step
    assert KEY not in str(result)
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


async def test_refused_connection(client: httpx.AsyncClient) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        (notice,) = notices(await ask(client, url))

    assert notice.code == "refused_connection"


async def test_half_a_character_is_not_blamed_on_the_key(client: httpx.AsyncClient) -> None:
    request = ChatRequest((user_message("half an emoji: \ud83d"),))
    async with ReplayServer(HI) as server:
        (delta,) = [delta async for delta in OpenAIChat(client, server.url, "m", KEY).stream(request)]

    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "bad_text"


async def test_unknown_host(client: httpx.AsyncClient) -> None:
    delays: list[float] = []
    (notice,) = notices(await ask(client, "http://offline.invalid/v1", Timeouts(), delays))

    assert notice.code == "dns"
    assert delays == []


async def notice_for_response(client: httpx.AsyncClient, scheme: str, response: bytes, delays: list[float]) -> Notice:
    """Returns the notice for a server that answers with `response` and closes the connection."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(response)
        writer.write_eof()
        # Closing with unread data would reset the connection.
        with contextlib.suppress(ConnectionError):
            while await reader.read(65536):
                pass
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        (notice,) = notices(await ask(client, url, Timeouts(), delays))
        models = await model_list.fetch_models(client, Provider.OPENAI, url)
    assert models.failure
    assert models.failure.code == notice.code
    return notice


TLS_ALERT = b"\x15\x03\x01\x00\x02\x02\x46"
HTTP_ERROR = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("scheme", "response", "code", "step"),
    [
        ("http", TLS_ALERT, "needs_https", "https://"),
        ("http", HTTP_ERROR + b"Client sent an HTTP request to an HTTPS server.\n", "needs_https", "https://"),
        ("http", HTTP_ERROR + b"<html>The plain HTTP request was sent to HTTPS port</html>", "needs_https", "https://"),
        ("http", b"SSH-2.0-server\r\n\r\n", "no_http", "port"),
        ("http", b"+OK ready\r\n\r\n", "no_http", "port"),
        ("http", b"x" * 200_000, "no_http", "port"),
        ("https", HTTP_ERROR, "no_tls", "http://"),
        ("https", b"SSH-2.0-server\r\n", "no_tls", "port"),
    ],
)
async def test_other_protocols(client: httpx.AsyncClient, scheme: str, response: bytes, code: str, step: str) -> None:
    delays: list[float] = []
    notice = await notice_for_response(client, scheme, response, delays)

    # Bytes that are not HTTP may be left over on a kept connection, so the request is sent again over another one.
    assert (notice.code, delays) == (code, [0.8] if code == "no_http" else [])
    assert step in notice.next_step
    assert [action.name for action in notice.actions] == ["settings"]


@pytest.mark.parametrize(
    ("scheme", "response", "code", "attempts"),
    [("http", b"", "no_answer", 3), ("http", b"220 hello\r\n", "no_answer", 3), ("https", b"", "tls", 1)],
)
async def test_server_closes_the_connection(
    client: httpx.AsyncClient, scheme: str, response: bytes, code: str, attempts: int
) -> None:
    delays: list[float] = []
    notice = await notice_for_response(client, scheme, response, delays)

    assert (notice.code, len(delays) + 1) == (code, attempts)
    assert "cut off" not in notice.title
    assert notice.next_step


@pytest.mark.parametrize("url", ["ftp://example.com/v1", "http://", "http://h:port/v1", "no address"])
async def test_invalid_url(client: httpx.AsyncClient, url: str) -> None:
    (notice,) = notices(await ask(client, url))

    assert notice.code == "bad_address"


@pytest.mark.parametrize("headers", [{"Content-Type": "text/plain"}, JSON, {}])
async def test_events_with_any_content_type(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    async with ReplayServer(Reply(HI, headers=headers, cut=3)) as server:
        result = await ask(client, server.url)

    assert (text(result), notices(result)) == ("hi", [])


async def test_plain_json_with_event_stream_content_type(client: httpx.AsyncClient) -> None:
    complete = {"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}
    async with ReplayServer(Reply(json.dumps(complete).encode(), cut=3)) as server:
        result = await ask(client, server.url)

    assert (text(result), notices(result)) == ("hi", [])


@pytest.mark.parametrize(
    "reply", [Reply(HI[:-60], ending="abort"), Reply(HI[:-60]), Reply(HI[:-60], length=10_000, ending="abort")]
)
async def test_partial_answer_is_kept(client: httpx.AsyncClient, reply: Reply) -> None:
    body = openai({"content": "hi"}).partition(b'data: {"choices": [{"index": 0, "delta": {}')[0]
    async with ReplayServer(replace(reply, body=body)) as server:
        result = await ask(client, server.url)

    assert text(result) == "hi"
    assert [notice.code for notice in notices(result)] == ["cut_stream"]
    assert len(server.requests) == 1


async def test_buffered_text_is_kept_when_the_connection_breaks(client: httpx.AsyncClient) -> None:
    body = sse({"choices": [{"delta": {"content": "<thi"}}]}, done=False)
    async with ReplayServer(Reply(body, ending="abort")) as server:
        result = await ask(client, server.url)

    assert text(result) == "<thi"


async def test_connection_may_break_after_the_end(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(HI, ending="abort")) as server:
        result = await ask(client, server.url)

    assert (text(result), notices(result)) == ("hi", [])


async def test_answer_ends_without_the_end_of_the_connection(client: httpx.AsyncClient) -> None:
    for chat, body in (
        (OpenAIChat, HI),
        (AnthropicChat, anthropic(({"type": "text", "text": "hi"}, []))),
    ):
        async with ReplayServer(Reply(body, ending="hang")) as server:
            async with asyncio.timeout(60):
                result = [delta async for delta in chat(client, server.url, "m").stream(REQUEST)]
            await server.disconnected.wait()

        assert (text(result), notices(result)) == ("hi", [])


async def test_connection_is_reused(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(HI)) as server:
        for _ in range(3):
            assert text(await ask(client, server.url)) == "hi"

    assert (len(server.requests), server.connections) == (3, 1)


WITH_RETRIES = Timeouts(backoff=(0.5, 2.0), max_wait=10)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
async def test_transient_errors_are_retried(client: httpx.AsyncClient, status: int) -> None:
    delays: list[float] = []
    async with ReplayServer(Reply(b"{}", status, JSON), Reply(b"{}", status, JSON), Reply(HI)) as server:
        result = await ask(client, server.url, WITH_RETRIES, delays)

    assert (text(result), notices(result), delays) == ("hi", [], [0.5, 2.0])


async def test_notice_names_the_number_of_attempts(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(b'{"error": "busy"}', 503, JSON)) as server:
        (notice,) = notices(await ask(client, server.url, WITH_RETRIES))

    assert len(server.requests) == 3
    assert notice.cause == "busy (HTTP 503). Tried 3 times."


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 501])
async def test_permanent_errors_are_not_retried(client: httpx.AsyncClient, status: int) -> None:
    delays: list[float] = []
    async with ReplayServer(Reply(b"{}", status, JSON), Reply(HI)) as server:
        result = await ask(client, server.url, WITH_RETRIES, delays)

    assert (len(notices(result)), delays, len(server.requests)) == (1, [], 1)


async def test_retry_after_header(client: httpx.AsyncClient) -> None:
    delays: list[float] = []
    past_date = formatdate(0, usegmt=True)
    async with ReplayServer(
        Reply(b"{}", 429, {"Retry-After": "7"}), Reply(b"{}", 503, {"Retry-After": past_date}), Reply(HI)
    ) as server:
        result = await ask(client, server.url, WITH_RETRIES, delays)

    assert (text(result), delays) == ("hi", [7.0, 2.0])


@pytest.mark.parametrize("value", ["-5", "NaN", "0", "1e300", "Thu, 01 Jan 1970 00:00:00 GMT", "soon"])
async def test_unusable_retry_after_waits_the_usual_delay(client: httpx.AsyncClient, value: str) -> None:
    delays: list[float] = []
    async with ReplayServer(*[Reply(b"{}", 429, {"Retry-After": value})] * 3) as server:
        (notice,) = notices(await ask(client, server.url, WITH_RETRIES, delays))

    assert delays == [0.5, 2.0]
    assert "The server asks" not in notice.next_step


async def test_long_retry_after_is_not_waited_for(client: httpx.AsyncClient) -> None:
    delays: list[float] = []
    async with ReplayServer(Reply(b"{}", 429, {"Retry-After": "60"})) as server:
        (notice,) = notices(await ask(client, server.url, WITH_RETRIES, delays))

    assert delays == []
    assert "60 seconds" in notice.next_step


async def test_refused_connection_is_retried(client: httpx.AsyncClient) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        delays: list[float] = []
        (notice,) = notices(await ask(client, f"http://127.0.0.1:{unused.getsockname()[1]}/v1", WITH_RETRIES, delays))

    assert delays == [0.5, 2.0]
    assert re.search(r"[^.]\. Tried 3 times\.$", notice.cause)


async def test_no_retry_after_the_answer_started(client: httpx.AsyncClient) -> None:
    delays: list[float] = []
    start = sse({"choices": [{"delta": {"content": "hi"}}]}, done=False)
    async with ReplayServer(Reply(start, ending="abort"), Reply(HI)) as server:
        result = await ask(client, server.url, WITH_RETRIES, delays)

    assert (text(result), delays, len(server.requests)) == ("hi", [], 1)


async def test_timeout_before_the_first_byte(client: httpx.AsyncClient) -> None:
    timeouts = Timeouts(first_byte=0.05, idle=60, backoff=())
    async with ReplayServer(Reply(ending="hang")) as server:
        (notice,) = notices(await ask(client, server.url, timeouts))
        await server.disconnected.wait()

    assert (notice.code, notice.title) == ("timeout", "The server took too long")


async def test_timeout_in_the_middle_keeps_the_answer(client: httpx.AsyncClient) -> None:
    timeouts = Timeouts(first_byte=60, idle=0.05, backoff=())
    start = sse({"choices": [{"delta": {"content": "hi"}}]}, done=False)
    async with ReplayServer(Reply(start, ending="hang")) as server:
        result = await ask(client, server.url, timeouts)
        await server.disconnected.wait()

    assert text(result) == "hi"
    assert [(notice.code, notice.title) for notice in notices(result)] == [("timeout", "The server stopped responding")]


async def test_a_response_longer_than_its_length_does_not_end_the_next_answer(client: httpx.AsyncClient) -> None:
    delays: list[float] = []
    async with ReplayServer(Reply(HI, length=20), Reply(HI)) as server:
        (cut,) = notices(await ask(client, server.url, WITH_RETRIES))
        result = await ask(client, server.url, WITH_RETRIES, delays)

    assert cut.code == "cut_stream"
    assert (text(result), notices(result), delays) == ("hi", [], [0.5])


@pytest.mark.parametrize("comment", [b": ping\n\n", b"data: {}\n\n", b"\n"])
async def test_keep_alives_without_an_end_are_a_timeout(client: httpx.AsyncClient, comment: bytes) -> None:
    timeouts = Timeouts(first_byte=60, idle=60, silent=0.05, backoff=())
    async with ReplayServer(Reply(b": hi\n" + comment * 2000, cut=5, pause=0.01)) as server:
        result = await ask(client, server.url, timeouts)

    assert [notice.code for notice in notices(result)] == ["timeout"]


async def test_comments_reset_the_timeout(client: httpx.AsyncClient) -> None:
    """Twenty comments with 20 ms between them take longer than the idle timeout."""
    timeouts = Timeouts(first_byte=60, idle=0.3, backoff=())
    comments = b": ping\n\n" * 20
    async with ReplayServer(Reply(comments + HI, cut=8, pause=0.02)) as server:
        result = await ask(client, server.url, timeouts)

    assert (text(result), notices(result)) == ("hi", [])


async def _until_first(model: ChatModel, first: asyncio.Event) -> None:
    async with aclosing(model.stream(REQUEST)) as deltas:  # pyright: ignore[reportArgumentType]
        async for _ in deltas:
            first.set()


@pytest.mark.parametrize(
    ("chat", "start"),
    [
        (OpenAIChat, {"choices": [{"delta": {"content": "hi"}}]}),
        (GeminiChat, {"candidates": [{"content": {"parts": [{"text": "hi"}]}}]}),
        (AnthropicChat, {"type": "content_block_delta", "delta": {"text": "hi"}}),
    ],
)
async def test_cancelling_closes_the_socket(
    client: httpx.AsyncClient, chat: Callable[..., ChatModel], start: dict[str, Any]
) -> None:
    async with ReplayServer(Reply(sse(start, done=False), ending="hang")) as server:
        first = asyncio.Event()
        turn = asyncio.create_task(_until_first(chat(client, server.url, "m", KEY), first))
        await first.wait()
        turn.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await turn
        async with asyncio.timeout(60):
            await server.disconnected.wait()


async def test_cancelling_before_the_answer_closes_the_socket(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(ending="hang")) as server:
        turn = asyncio.create_task(_until_first(OpenAIChat(client, server.url, "m"), asyncio.Event()))
        await server.sent.wait()
        turn.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await turn
        async with asyncio.timeout(60):
            await server.disconnected.wait()


async def test_repr_of_a_request_hides_the_key() -> None:
    assert KEY not in repr(PostRequest("http://h", {}, {"Authorization": KEY}, KEY))


async def test_no_proxy_for_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with ReplayServer(Reply(HI)) as server, new_client() as client:
        deltas = [
            delta async for delta in OpenAIChat(client, server.url, "m").stream(ChatRequest((user_message("?"),)))
        ]
    assert [delta.text for delta in deltas if isinstance(delta, TextDelta)] == ["hi"]
