"""Over real sockets: what fails and how it is told, retries, time limits, and that a stop closes the connection."""

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
from deskpet.choices import Provider
from deskpet.llm import listing
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.http import PostRequest, Timeouts, new_client, read
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from tests.llm.recordings import anthropic, openai, sse
from tests.llm.replay import ReplayServer, Reply

KEY = "sk-very-secret-key"
JSON = {"Content-Type": "application/json"}
REQUEST = ChatRequest((user_message("hello"),))
AT_ONCE = Timeouts(backoff=())


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with new_client() as opened:
        yield opened


async def ask(
    client: httpx.AsyncClient, url: str, limits: Timeouts = AT_ONCE, waits: list[float] | None = None
) -> list[Delta]:
    """Everything that an OpenAI-compatible endpoint at `url` answers; `waits` gathers the pauses before retries."""
    slept: list[float] = [] if waits is None else waits

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    post = PostRequest(f"{url}/chat/completions", {"stream": True}, {"Authorization": f"Bearer {KEY}"}, KEY)
    return [delta async for delta in read(client, post, OpenAIParser(), limits, sleep)]


def notices(found: list[Delta]) -> list[Notice]:
    return [delta.notice for delta in found if isinstance(delta, NoticeDelta)]


def text(found: list[Delta]) -> str:
    return "".join(delta.text for delta in found if isinstance(delta, TextDelta))


HI = openai({"content": "hi"})


@pytest.mark.parametrize(
    ("reply", "code", "says"),
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
async def test_each_failure_is_a_notice_without_the_key(
    client: httpx.AsyncClient, reply: Reply, code: str, says: str
) -> None:
    async with ReplayServer(reply) as server:
        found = await ask(client, server.url)

    (notice,) = notices(found)
    assert notice.code == code
    assert notice.level == "error"
    assert says in notice.cause or says in notice.title
    assert notice.next_step
    assert KEY not in str(found)
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


async def test_a_refused_connection(client: httpx.AsyncClient) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}/v1"
        (notice,) = notices(await ask(client, url))

    assert notice.code == "refused_connection"


async def test_a_name_that_does_not_exist(client: httpx.AsyncClient) -> None:
    waits: list[float] = []
    (notice,) = notices(await ask(client, "http://offline.invalid/v1", Timeouts(), waits))

    assert notice.code == "dns"
    assert waits == []


async def answered_with(client: httpx.AsyncClient, scheme: str, said: bytes, waits: list[float]) -> Notice:
    """What is told of a server that answers anything with these bytes and hangs up."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(said)
        writer.write_eof()
        # What is left unread at the end would reset the connection.
        with contextlib.suppress(ConnectionError):
            while await reader.read(65536):
                pass
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        (notice,) = notices(await ask(client, url, Timeouts(), waits))
        listed = await listing.ask(client, Provider.OPENAI, url)
    assert listed.failure
    assert listed.failure.code == notice.code
    return notice


TLS_ALERT = b"\x15\x03\x01\x00\x02\x02\x46"
HTTP_ALONE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("scheme", "said", "code", "step"),
    [
        ("http", TLS_ALERT, "needs_https", "https://"),
        ("http", HTTP_ALONE + b"Client sent an HTTP request to an HTTPS server.\n", "needs_https", "https://"),
        ("http", HTTP_ALONE + b"<html>The plain HTTP request was sent to HTTPS port</html>", "needs_https", "https://"),
        ("http", b"SSH-2.0-server\r\n\r\n", "no_http", "port"),
        ("http", b"+OK ready\r\n\r\n", "no_http", "port"),
        ("http", b"x" * 200_000, "no_http", "port"),
        ("https", HTTP_ALONE, "no_tls", "http://"),
        ("https", b"SSH-2.0-server\r\n", "no_tls", "port"),
    ],
)
async def test_bytes_of_another_protocol(
    client: httpx.AsyncClient, scheme: str, said: bytes, code: str, step: str
) -> None:
    waits: list[float] = []
    notice = await answered_with(client, scheme, said, waits)

    assert (notice.code, waits) == (code, [])
    assert step in notice.next_step
    assert [action.name for action in notice.actions] == ["settings"]


@pytest.mark.parametrize(
    ("scheme", "said", "code", "tries"),
    [("http", b"", "no_answer", 3), ("http", b"220 hello\r\n", "no_answer", 3), ("https", b"", "tls", 1)],
)
async def test_a_server_that_hangs_up(
    client: httpx.AsyncClient, scheme: str, said: bytes, code: str, tries: int
) -> None:
    waits: list[float] = []
    notice = await answered_with(client, scheme, said, waits)

    assert (notice.code, len(waits) + 1) == (code, tries)
    assert "cut off" not in notice.title
    assert notice.next_step


@pytest.mark.parametrize("url", ["ftp://example.com/v1", "http://", "http://h:port/v1", "no address"])
async def test_an_address_that_is_none(client: httpx.AsyncClient, url: str) -> None:
    (notice,) = notices(await ask(client, url))

    assert notice.code == "bad_address"


@pytest.mark.parametrize("headers", [{"Content-Type": "text/plain"}, JSON, {}])
async def test_events_under_any_label(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    async with ReplayServer(Reply(HI, headers=headers, cut=3)) as server:
        found = await ask(client, server.url)

    assert (text(found), notices(found)) == ("hi", [])


async def test_plain_json_under_the_label_of_events(client: httpx.AsyncClient) -> None:
    whole = {"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}
    async with ReplayServer(Reply(json.dumps(whole).encode(), cut=3)) as server:
        found = await ask(client, server.url)

    assert (text(found), notices(found)) == ("hi", [])


@pytest.mark.parametrize(
    "reply", [Reply(HI[:-60], ending="abort"), Reply(HI[:-60]), Reply(HI[:-60], length=10_000, ending="abort")]
)
async def test_a_cut_answer_keeps_what_came(client: httpx.AsyncClient, reply: Reply) -> None:
    body = openai({"content": "hi"}).partition(b'data: {"choices": [{"index": 0, "delta": {}')[0]
    async with ReplayServer(replace(reply, body=body)) as server:
        found = await ask(client, server.url)

    assert text(found) == "hi"
    assert [notice.code for notice in notices(found)] == ["cut_stream"]
    assert len(server.requests) == 1


async def test_words_held_back_are_not_lost_when_the_connection_breaks(client: httpx.AsyncClient) -> None:
    body = sse({"choices": [{"delta": {"content": "<thi"}}]}, done=False)
    async with ReplayServer(Reply(body, ending="abort")) as server:
        found = await ask(client, server.url)

    assert text(found) == "<thi"


async def test_a_connection_that_breaks_after_the_end_is_no_failure(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(HI, ending="abort")) as server:
        found = await ask(client, server.url)

    assert (text(found), notices(found)) == ("hi", [])


async def test_a_server_that_says_done_and_hangs_up_never_is_not_waited_for(client: httpx.AsyncClient) -> None:
    for chat, body in (
        (OpenAIChat, HI),
        (AnthropicChat, anthropic(({"type": "text", "text": "hi"}, []))),
    ):
        async with ReplayServer(Reply(body, ending="hang")) as server:
            async with asyncio.timeout(60):
                found = [delta async for delta in chat(client, server.url, "m").stream(REQUEST)]
            await server.disconnected.wait()

        assert (text(found), notices(found)) == ("hi", [])


async def test_the_connection_is_used_again(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(HI)) as server:
        for _ in range(3):
            assert text(await ask(client, server.url)) == "hi"

    assert (len(server.requests), server.connections) == (3, 1)


# --- retries ---------------------------------------------------------------------------------------------------

PATIENT = Timeouts(backoff=(0.5, 2.0), max_wait=10)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
async def test_what_may_pass_is_tried_again(client: httpx.AsyncClient, status: int) -> None:
    waits: list[float] = []
    async with ReplayServer(Reply(b"{}", status, JSON), Reply(b"{}", status, JSON), Reply(HI)) as server:
        found = await ask(client, server.url, PATIENT, waits)

    assert (text(found), notices(found), waits) == ("hi", [], [0.5, 2.0])


async def test_the_notice_says_how_often_it_was_tried(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(b'{"error": "busy"}', 503, JSON)) as server:
        (notice,) = notices(await ask(client, server.url, PATIENT))

    assert len(server.requests) == 3
    assert notice.cause == "busy (HTTP 503). Tried 3 times."


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 501])
async def test_what_will_not_pass_is_not_tried_again(client: httpx.AsyncClient, status: int) -> None:
    waits: list[float] = []
    async with ReplayServer(Reply(b"{}", status, JSON), Reply(HI)) as server:
        found = await ask(client, server.url, PATIENT, waits)

    assert (len(notices(found)), waits, len(server.requests)) == (1, [], 1)


async def test_retry_after_is_kept_to(client: httpx.AsyncClient) -> None:
    waits: list[float] = []
    later = formatdate(0, usegmt=True)
    async with ReplayServer(
        Reply(b"{}", 429, {"Retry-After": "7"}), Reply(b"{}", 503, {"Retry-After": later}), Reply(HI)
    ) as server:
        found = await ask(client, server.url, PATIENT, waits)

    assert (text(found), waits) == ("hi", [7.0, 0.0])


async def test_a_long_wait_is_told_and_not_waited(client: httpx.AsyncClient) -> None:
    waits: list[float] = []
    async with ReplayServer(Reply(b"{}", 429, {"Retry-After": "60"})) as server:
        (notice,) = notices(await ask(client, server.url, PATIENT, waits))

    assert waits == []
    assert "60 seconds" in notice.next_step


async def test_a_refused_connection_is_tried_again(client: httpx.AsyncClient) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        waits: list[float] = []
        (notice,) = notices(await ask(client, f"http://127.0.0.1:{nobody.getsockname()[1]}/v1", PATIENT, waits))

    assert waits == [0.5, 2.0]
    assert re.search(r"[^.]\. Tried 3 times\.$", notice.cause)


async def test_nothing_is_tried_again_once_something_came(client: httpx.AsyncClient) -> None:
    waits: list[float] = []
    begun = sse({"choices": [{"delta": {"content": "hi"}}]}, done=False)
    async with ReplayServer(Reply(begun, ending="abort"), Reply(HI)) as server:
        found = await ask(client, server.url, PATIENT, waits)

    assert (text(found), waits, len(server.requests)) == ("hi", [], 1)


# --- time limits -----------------------------------------------------------------------------------------------


async def test_silence_before_the_first_byte(client: httpx.AsyncClient) -> None:
    limits = Timeouts(first_byte=0.05, idle=60, backoff=())
    async with ReplayServer(Reply(ending="hang")) as server:
        (notice,) = notices(await ask(client, server.url, limits))
        await server.disconnected.wait()

    assert (notice.code, notice.title) == ("timeout", "The server took too long")


async def test_silence_in_the_middle_keeps_what_came(client: httpx.AsyncClient) -> None:
    limits = Timeouts(first_byte=60, idle=0.05, backoff=())
    begun = sse({"choices": [{"delta": {"content": "hi"}}]}, done=False)
    async with ReplayServer(Reply(begun, ending="hang")) as server:
        found = await ask(client, server.url, limits)
        await server.disconnected.wait()

    assert text(found) == "hi"
    assert [(notice.code, notice.title) for notice in notices(found)] == [("timeout", "The server fell silent")]


async def test_a_comment_is_a_sign_of_life(client: httpx.AsyncClient) -> None:
    """Twenty comments a fiftieth of a second apart take longer than the limit for any single pause."""
    limits = Timeouts(first_byte=60, idle=0.3, backoff=())
    comments = b": ping\n\n" * 20
    async with ReplayServer(Reply(comments + HI, cut=8, pause=0.02)) as server:
        found = await ask(client, server.url, limits)

    assert (text(found), notices(found)) == ("hi", [])


# --- stop ------------------------------------------------------------------------------------------------------


async def _until_first(model: ChatModel, first: asyncio.Event) -> None:
    async with aclosing(model.stream(REQUEST)) as deltas:  # pyright: ignore[reportArgumentType]
        async for _ in deltas:
            first.set()


@pytest.mark.parametrize(
    ("chat", "begun"),
    [
        (OpenAIChat, {"choices": [{"delta": {"content": "hi"}}]}),
        (GeminiChat, {"candidates": [{"content": {"parts": [{"text": "hi"}]}}]}),
        (AnthropicChat, {"type": "content_block_delta", "delta": {"text": "hi"}}),
    ],
)
async def test_a_stop_closes_the_socket_at_once(
    client: httpx.AsyncClient, chat: Callable[..., ChatModel], begun: dict[str, Any]
) -> None:
    async with ReplayServer(Reply(sse(begun, done=False), ending="hang")) as server:
        first = asyncio.Event()
        turn = asyncio.create_task(_until_first(chat(client, server.url, "m", KEY), first))
        await first.wait()
        turn.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await turn
        async with asyncio.timeout(60):
            await server.disconnected.wait()


async def test_a_stop_before_any_answer_closes_the_socket(client: httpx.AsyncClient) -> None:
    async with ReplayServer(Reply(ending="hang")) as server:
        turn = asyncio.create_task(_until_first(OpenAIChat(client, server.url, "m"), asyncio.Event()))
        await server.sent.wait()
        turn.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await turn
        async with asyncio.timeout(60):
            await server.disconnected.wait()


async def test_a_request_never_shows_its_key() -> None:
    assert KEY not in repr(PostRequest("http://h", {}, {"Authorization": KEY}, KEY))


async def test_a_proxy_does_not_stand_before_this_computers_own_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with ReplayServer(Reply(HI)) as server, new_client() as client:
        deltas = [
            delta async for delta in OpenAIChat(client, server.url, "m").stream(ChatRequest((user_message("?"),)))
        ]
    assert [delta.text for delta in deltas if isinstance(delta, TextDelta)] == ["hi"]
