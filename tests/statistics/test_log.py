"""JSON log: events of a turn over real sockets, and redaction of keys."""

import io
import json
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from urllib.parse import quote

import httpx
import pytest

from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    TextAppended,
    ToolFinished,
    ToolReady,
    ToolStarted,
    TurnStarted,
)
from deskpet.chat.messages import Image, Message, StreamingText, Text, ToolError, ToolUse, user_message
from deskpet.chat.model import ChatRequest, Delta
from deskpet.chat.reduce import apply
from deskpet.chat.report import TurnReporter
from deskpet.llm.http import PostRequest, Timeouts, new_client, stream_deltas
from deskpet.llm.openai import OpenAIParser
from deskpet.llm.openai_request import request_body
from deskpet.llm.redaction import redact_headers, redact_json, redact_secrets
from deskpet.llm.request_log import Exchange
from deskpet.llm.request_options import RequestOptions
from deskpet.statistics.log import JsonLines, RecentExchanges, ToolCallLog, json_line, open_json_log
from tests.llm.recordings import openai
from tests.llm.replay_server import ReplayServer, Reply

KEY = 'sk-very/secret"key'
BODY = openai({"content": "hi"})


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with new_client() as opened:
        yield opened


@pytest.fixture
def log() -> "Iterator[Lines]":
    """The lines that are logged while the test runs."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("deskpet")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield Lines(out)
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


class Lines:
    """The lines logged by now."""

    def __init__(self, out: io.StringIO) -> None:
        self._out = out

    @property
    def raw(self) -> str:
        return self._out.getvalue()

    @property
    def all(self) -> list[dict]:
        return [json.loads(line) for line in self.raw.splitlines()]

    def of(self, event: str) -> list[dict]:
        return [line for line in self.all if line["event"] == event]


async def ask(client: httpx.AsyncClient, url: str, body: dict | None = None) -> list[Delta]:
    async def at_once(_: float) -> None:
        """Do not wait between retries."""

    post = PostRequest(
        f"{url}/chat/completions?key={quote(KEY, safe='')}", body or {"stream": True}, {"X-Api-Key": KEY}, KEY
    )
    return [delta async for delta in stream_deltas(client, post, OpenAIParser, Timeouts(), at_once)]


async def test_each_happening_is_a_line(client, log):
    async with ReplayServer(Reply(BODY, cut=50)) as server:
        await ask(client, server.url, {"stream": True, "messages": []})
    assert [line["event"] for line in log.all] == ["request_sent", "response_started", "first_byte", "exchange_ended"]
    sent, started, _, ended = log.all
    assert (sent["method"], sent["attempt"], sent["body"]) == ("POST", 1, {"stream": True, "messages": []})
    assert sent["size"] == len(b'{"stream":true,"messages":[]}')
    assert (started["status"], started["headers"]["content-type"]) == (200, "text/event-stream")
    assert (ended["received"], ended["retries"], ended["error"]) == (len(BODY), 0, "")
    assert 0 < started["seconds"] <= ended["seconds"] < 5
    assert len({line["number"] for line in log.all}) == 1


async def test_the_words_of_a_private_request_are_in_no_line(client, log):
    with RecentExchanges() as kept:
        async with ReplayServer(Reply(BODY)) as server:
            options = RequestOptions(is_private=True)
            post = PostRequest(f"{server.url}/chat/completions", {"messages": "secret"}, {}, options=options)
            assert [delta async for delta in stream_deltas(client, post, OpenAIParser)]
    assert (log.of("request_sent")[0]["body"], "secret" in log.raw) == (None, False)
    # For the details of the turn, which are in memory only.
    assert kept.all[0].body == {"messages": "secret"}


async def test_retries_are_told_and_counted(client, log):
    async with ReplayServer(Reply(b"{}", 503), Reply(b"{}", 429, {"Retry-After": "0.1"}), Reply(BODY)) as server:
        await ask(client, server.url)
    assert [line["attempt"] for line in log.of("request_sent")] == [1, 2, 3]
    assert [(line["error"], line["wait"]) for line in log.of("retry_planned")] == [
        ("server_error", 0.8),
        ("rate_limited", 0.1),
    ]
    assert log.of("exchange_ended")[0]["retries"] == 2


async def test_how_an_answer_ended_is_told(client, log):
    async with ReplayServer(Reply(BODY[:60], ending="abort"), Reply(BODY, ending="hang", cut=10)) as server:
        await ask(client, server.url)
        post = PostRequest(f"{server.url}/chat/completions", {}, {})
        stopped = stream_deltas(client, post, OpenAIParser)
        await anext(stopped)
        await stopped.aclose()
    assert [line["error"] for line in log.of("exchange_ended")] == ["cut_stream", "stopped"]


@pytest.mark.parametrize(
    "reply",
    [
        Reply(BODY, headers={"Content-Type": "text/event-stream", "X-Echo": f"you sent {KEY}"}),
        Reply(json.dumps({"error": {"message": f"bad key {KEY}"}}).encode(), 401),
        Reply(openai({"content": KEY})),
        Reply(b"", ending="abort"),
    ],
)
async def test_the_key_is_nowhere(client, log, reply):
    async with ReplayServer(reply) as server:
        await ask(client, server.url, {"messages": [{"role": "user", "content": f"my key is {KEY}"}], KEY: [KEY]})
        assert server.requests[0].headers["x-api-key"] == KEY
    assert len(log.of("request_sent")) >= 1
    decoded = "\n".join(str(line) for line in log.all)
    for written in (KEY, quote(KEY), quote(KEY, safe=""), json.dumps(KEY)[1:-1], "very"):
        assert written not in log.raw
        assert written not in decoded


def test_secrets_are_hidden_wherever_they_stand():
    url = "https://me:pass@host/v1?api_key=abc&alt=sse&token=def#x"
    assert redact_secrets(url) == "https://•••@host/v1?api_key=•••&alt=sse&token=•••#x"
    headers = [("Authorization", "Bearer x"), ("x-goog-api-key", "y"), ("Set-Cookie", "z"), ("Date", "now")]
    assert [value for _, value in redact_headers(headers, "")] == ["•••", "•••", "•••", "now"]
    assert redact_headers([("x-ratelimit-remaining-tokens", "7")], "") == (("x-ratelimit-remaining-tokens", "7"),)


def test_pictures_are_shortened_and_the_rest_is_exact():
    picture = Message("user", (Image("image/png", "A" * 5000),))
    answer = Message("assistant", (Text(StreamingText("data:text/plain;base64,QUJD")),))
    body = request_body("m", "p", ChatRequest((user_message("look"), answer, picture)))
    shown = redact_json(body, "")
    url = shown["messages"][2]["content"][0]["image_url"]["url"]
    assert url == f"data:image/png;base64,{'A' * 64}… (5000 characters)"
    assert shown["messages"][:2] == body["messages"][:2]
    assert len(body["messages"][2]["content"][0]["image_url"]["url"]) > 5000


def test_what_needs_no_change_is_shared_by_the_kept_requests():
    tools, messages = [{"name": "now"}], [{"content": "the key is sk-0123456789abcdef"}, {"content": "well"}]
    body = {"tools": tools, "messages": messages, "sk-0123456789abcdef": 1, "•••": 1}
    shown = redact_json(body, "sk-0123456789abcdef")
    assert shown == {"tools": tools, "messages": [{"content": "the key is •••"}, {"content": "well"}], "•••": 1}
    assert shown["tools"] is tools
    assert shown["messages"][1] is messages[1]
    assert redact_json(body, "sk-another-key-than-that") is body


async def test_the_last_exchanges_can_be_seen(client):
    with RecentExchanges(most=2) as kept:
        async with ReplayServer(Reply(b"{}", 503), Reply(BODY)) as server:
            for number in range(3):
                await ask(client, server.url, {"number": number})
    last = kept.all[-1]
    assert isinstance(last, Exchange)
    assert [exchange.body["number"] for exchange in kept.all] == [1, 2]
    assert (last.status, last.received, last.retries, last.error) == (200, len(BODY), 0, "")
    assert dict(last.headers)["x-api-key"] == "•••"
    assert 0 < (last.answered or 0) <= (last.first_byte or 0) <= (last.ended or 0)


def test_a_message_of_the_program_is_a_line_without_secrets(log):
    try:
        raise ValueError("https://host/?key=abc")
    except ValueError:
        logging.getLogger("deskpet.somewhere").exception("at https://host/?key=%s", "abc")
    (line,) = log.all
    assert (line["event"], line["level"], line["logger"]) == ("log", "error", "deskpet.somewhere")
    assert "ValueError" in line["trace"]
    assert "abc" not in log.raw


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", None])
def test_a_line_is_one_line_for_any_reader(encoding):
    value = {"text": "one\u2028two\u2029three\x85four\x0bfive\x1csix 好"}
    line = json_line(value, encoding=encoding)
    assert line.splitlines() == [line]
    assert json.loads(line) == value
    assert encoding == "utf-8" or line.isascii()


def test_the_log_is_a_file(tmp_path):
    handler = open_json_log(str(tmp_path / "log"))
    try:
        logging.getLogger("deskpet.x").info("hello")
    finally:
        logging.getLogger("deskpet").removeHandler(handler)
        logging.getLogger("deskpet").setLevel(logging.NOTSET)
        handler.close()
    assert json.loads((tmp_path / "log").read_text(encoding="utf-8"))["message"] == "hello"


@pytest.mark.skipif(sys.platform != "linux", reason="needs the device that is always full")
def test_a_log_on_a_full_disk_is_told_once_without_a_traceback(capsys):
    handler = open_json_log("/dev/full")
    try:
        for _ in range(3):
            logging.getLogger("deskpet.x").info("hello")
    finally:
        logging.getLogger("deskpet").removeHandler(handler)
        logging.getLogger("deskpet").setLevel(logging.NOTSET)
        with pytest.raises(OSError, match="No space left"):
            handler.close()
    assert capsys.readouterr().err == "deskpet: the log can't be written: [Errno 28] No space left on device\n"


async def test_each_call_is_logged_when_it_is_detected_and_when_it_has_run(log):
    reporter = TurnReporter(iter(range(100)).__next__)
    answer = Message("assistant", id="m")
    listener = ToolCallLog(reporter)
    calls = (ToolUse("time.now", "c1"), ToolUse("time.now", "c2"))
    for event in (
        TurnStarted("m", 0.0),
        BlockStarted(0, Text()),
        TextAppended(0, "Hello"),
        *(BlockStarted(block, call) for block, call in enumerate(calls, 1)),
        ArgumentsAppended(2, "{}{}"),
        ToolReady(1, "c1", {}),
        ToolStarted(1, 20.0),
        ToolReady(2, "c2", {}),
        ToolStarted(2, 21.0),
        ToolFinished(1, 22.5),
        ToolReady(2, "c2", {}),
        ToolFinished(2, 24.0, error=ToolError("no_zone", "No.")),
    ):
        answer = apply(answer, event)
        reporter(event, answer)
        listener(event, answer)
    detected, executed = log.of("tool_call_detected"), log.of("tool_call_executed")
    assert [(each["call_id"], each["position"], each["mended"]) for each in detected] == [
        ("c1", 5, False),
        ("c2", 5, True),
    ]
    assert all(each["latency"] > 0 and each["message_id"] == "m" for each in detected)
    assert [(each["call_id"], each["latency"], each["together"], each["error"]) for each in executed] == [
        ("c1", 2.5, True, ""),
        ("c2", 3.0, True, "no_zone"),
    ]
