"""`deskpet ask`: one turn in the terminal, run by a person or a script."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from deskpet import __version__
from deskpet.__main__ import main
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities
from tests.folders import PROJECT

Run = subprocess.CompletedProcess[str]


def deskpet(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a person would."""
    return subprocess.run(
        [sys.executable, "-m", "deskpet", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=PROJECT,
        env=os.environ | environment,
        timeout=60,
        check=False,
    )


@pytest.fixture
def here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, quick_companion: None
) -> Callable[..., Run]:
    """Run the command line in this process, where everything is imported."""

    def run(*arguments: str, **environment: str) -> Run:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        code = main([*arguments])
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, code, printed.out, printed.err)

    return run


def lines(run: subprocess.CompletedProcess[str]) -> list[dict]:
    return [json.loads(line) for line in run.stdout.splitlines()]


class ChatServer(ThreadingHTTPServer):
    """A server on loopback that answers every request with `status` and the next of `bodies`."""

    def __init__(self, *bodies: bytes, status: int = 200) -> None:
        self.bodies, self.status = list(bodies), status
        self.requests: list[dict] = []
        self.headers: list[dict[str, str]] = []
        super().__init__(("127.0.0.1", 0), _Answer)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Answer(BaseHTTPRequestHandler):
    server: ChatServer  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.requests.append(json.loads(body) | {"path": self.path})
        self.server.headers.append(dict(self.headers))
        self.send_response(self.server.status)
        self.end_headers()
        number = min(len(self.server.requests), len(self.server.bodies)) - 1
        self.wfile.write(self.server.bodies[number])

    def log_message(self, *args: object) -> None:
        """Log nothing."""


@pytest.fixture
def serve() -> Iterator:
    running: list[ChatServer] = []

    def start(*bodies: bytes, status: int = 200) -> ChatServer:
        server = ChatServer(*bodies, status=status)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


def settings_for(tmp_path: Path, base_url: str, mode: str = "native") -> str:
    file = tmp_path / "settings.toml"
    file.write_text(f'[endpoint]\nbase_url = "{base_url}"\nmodel = "m"\n[chat]\nmode = "{mode}"\n', encoding="utf-8")
    return str(file)


def stream(*deltas: dict) -> bytes:
    chunks = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n"


def called(tool: str, **arguments: object) -> dict:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": function}]}


def test_version():
    assert deskpet("--version").stdout.strip() == f"deskpet {__version__}"


@pytest.mark.parametrize(
    ("question", "language_mark"), [("hello", "Hello"), ("你好", "你好呀"), ("こんにちは", "こんにちは")]
)
def test_the_offline_companion_greets_in_the_users_language_and_moves_in_mid_sentence(here, question, language_mark):
    run = here("ask", question, "--json", "--offline")
    assert run.returncode == 0, run.stderr
    seen = lines(run)
    names = [line["event"] for line in seen]
    last_text = len(names) - 1 - names[::-1].index("text_appended")
    assert names.index("expression_requested") < last_text
    assert names.index("motion_requested") < last_text
    assert seen[-1]["event"] == "turn_ended"
    assert seen[-1]["reason"] == "stop"
    message = seen[-1]["message"]
    assert message["role"] == "assistant"
    assert message["blocks"][0]["text"].startswith(language_mark)
    cards = [block for block in message["blocks"] if block["kind"] == "tool_use"]
    assert {card["tool_name"] for card in cards} == {"live2d.expression", "live2d.motion"}
    assert all(card["status"] == "success" and card["started_at"] <= card["ended_at"] for card in cards)


def test_plain_output_reads_like_a_talk():
    run = deskpet("ask", "what time is it?", "--offline")
    assert run.returncode == 0
    assert '▸ live2d.motion {"group": "Think"}' in run.stdout


@pytest.mark.parametrize(
    ("begins_in_thought", "pieces", "printed"),
    [
        (True, ("hm</think>", "Hel", "lo"), "Hello"),
        (True, ("Hel", "lo"), "Hello"),
        (False, ("hm", "</think>Hel", "lo"), "hm\nHello"),
    ],
)
def test_the_words_are_printed_once_whatever_they_were_taken_for(
    here, serve, tmp_path, begins_in_thought, pieces, printed
):
    server = serve(stream(*({"content": piece} for piece in pieces)))
    (tmp_path / "deskpet").mkdir()
    known = ModelCapabilities(begins_in_thought=begins_in_thought)
    Capabilities(tmp_path / "deskpet" / "endpoints.json").learn(ModelAddress(server.url, "m"), known)
    data = dict.fromkeys(("XDG_DATA_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA"), str(tmp_path))
    run = here("ask", "hi", "--settings", settings_for(tmp_path, server.url), **data)
    assert (run.returncode, run.stdout) == (0, f"{printed}\n")


def test_an_endpoint_gets_the_tools_and_their_results(serve, tmp_path):
    first = stream({"content": "Hi "}, called("live2d_expression", name="happy"), {"content": "there"})
    server = serve(first, stream({"content": "!"}))
    run = deskpet(
        "ask", "hi", "--json", "--settings", settings_for(tmp_path, server.url), DESKPET_API_KEY="sk-s3cret-0123456789"
    )
    assert run.returncode == 0, run.stderr
    assert {"event": "expression_requested", "name": "happy"} in lines(run)
    assert server.headers[0]["Authorization"] == "Bearer sk-s3cret-0123456789"
    request = server.requests[0]
    assert (request["path"], request["model"], request["stream"]) == ("/v1/chat/completions", "m", True)
    assert request["stream_options"] == {"include_usage": True}
    assert [tool["function"]["name"] for tool in request["tools"]][:2] == ["live2d_expression", "live2d_motion"]
    assert "happy" in request["tools"][0]["function"]["parameters"]["properties"]["name"]["enum"]
    assert [message["role"] for message in server.requests[1]["messages"]] == ["system", "user", "assistant", "tool"]


def test_an_unknown_expression_is_a_structured_error_that_lists_what_exists(here, serve, tmp_path):
    server = serve(stream(called("live2d_expression", name="furious")), stream({"content": "Sorry."}))
    run = here("ask", "hi", "--json", "--settings", settings_for(tmp_path, server.url))
    assert run.returncode == 0
    seen = lines(run)
    assert "expression_requested" not in [line["event"] for line in seen]
    card = seen[-1]["message"]["blocks"][0]
    assert (card["status"], card["error"]["code"]) == ("error", "unknown_name")
    assert "happy" in card["error"]["available"]
    assert "happy" in json.loads(server.requests[1]["messages"][-1]["content"])["error"]["available"]


def test_each_event_is_one_line_for_any_reader(serve, tmp_path):
    said = "one\u2028two\u2029three\x85four 好"
    chunk = {"choices": [{"index": 0, "delta": {"content": said}, "finish_reason": "stop"}]}
    server = serve(b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\ndata: [DONE]\n\n")
    run = deskpet("ask", "hi", "--json", "--settings", settings_for(tmp_path, server.url))
    assert run.returncode == 0
    assert not set("\u2028\u2029\x85") & set(run.stdout)
    assert lines(run)[-1]["message"]["blocks"][0]["text"] == said


def test_the_log_and_the_figures_of_a_turn_have_no_key(serve, tmp_path):
    server = serve(b'{"error": {"message": "bad key sk-s3cret-0123456789"}}', status=401)
    log = tmp_path / "log.jsonl"
    arguments = ("--settings", settings_for(tmp_path, server.url), "--log-json", str(log), "--what-happened")
    run = deskpet("ask", "hi", *arguments, DESKPET_API_KEY="sk-s3cret-0123456789")
    told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in told] == [
        "request_sent", "response_started", "first_byte", "exchange_ended", "turn_summary",
    ]  # fmt: skip
    assert told[0]["body"]["messages"][-1] == {"role": "user", "content": "hi"}
    assert told[0]["headers"]["authorization"] == "•••"
    assert (told[-1]["notices"], told[-1]["received"]) == (["unauthorized"], told[-2]["received"])
    assert "ended              error, unauthorized" in run.stderr
    assert "sk-s3cret-0123456789" not in log.read_text(encoding="utf-8") + run.stdout + run.stderr


def test_a_log_that_can_not_be_written_is_told(tmp_path):
    run = deskpet("ask", "hi", "--offline", "--log-json", str(tmp_path / "no" / "log"))
    assert run.returncode == 2
    assert "the log can't be written" in run.stderr


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (401, b'{"error": {"message": "bad key sk-s3cret-0123456789"}}', "unauthorized"),
        (403, b'{"detail": "no"}', "forbidden"),
        (404, b'{"error": {"message": "no model m"}}', "not_found"),
        (400, b'{"error": {"message": "m does not support tools"}}', "tools_refused"),
        (400, b"<html>login</html>", "html"),
        (200, b"<!doctype html><p>login</p>", "html"),
        (200, b'data: {"choices":[{"delta":{"content":"half"}}]}\n\n', "cut_stream"),
        (200, b"data: [DONE]\n\n", "empty_reply"),
        (200, b'data: {"error": {"message": "overloaded"}}\n\n', "server_error"),
        (200, b'data: {"choices": [{"delta": {"content"\n\ndata: [DONE]\n\n', "unreadable"),
    ],
)
def test_a_failure_is_a_notice_with_cause_and_next_step_and_without_the_key(here, serve, tmp_path, status, body, code):
    server = serve(body, status=status)
    run = here(
        "ask", "hi", "--json", "--settings", settings_for(tmp_path, server.url), DESKPET_API_KEY="sk-s3cret-0123456789"
    )
    assert run.returncode == 1
    ended = lines(run)[-1]
    assert ended["reason"] == "error"
    notice = ended["message"]["blocks"][-1]
    assert (notice["kind"], notice["level"], notice["code"]) == ("notice", "error", code)
    assert notice["cause"]
    assert notice["next_step"]
    assert "sk-s3cret-0123456789" not in run.stdout + run.stderr


@pytest.mark.parametrize(
    ("base_url", "code"),
    [("http://127.0.0.1:9/v1", "refused_connection"), ("http://no-such-host.invalid/v1", "dns")],
)
def test_no_connection_is_a_notice(here, tmp_path, base_url, code):
    run = here("ask", "hi", "--json", "--settings", settings_for(tmp_path, base_url))
    assert run.returncode == 1
    assert lines(run)[-1]["message"]["blocks"][-1]["code"] == code


def test_a_bad_settings_file_names_the_line_the_key_and_what_was_expected(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('[chat]\nmode = "magic"\n', encoding="utf-8")
    run = deskpet("ask", "hi", "--settings", str(file))
    assert run.returncode == 2
    assert "line 2" in run.stderr
    assert "chat.mode" in run.stderr
    assert "native" in run.stderr


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Restore the default SIGINT handler: a shell ignores SIGINT for background jobs, and children inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child on Windows")
async def test_ctrl_c_is_stop(hears_ctrl_c: None):
    question = "count down from 20"
    command = [sys.executable, "-m", "deskpet", "ask", question, "--json", "--offline"]
    process = await asyncio.create_subprocess_exec(*command, cwd=PROJECT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    async with asyncio.timeout(60):
        async for line in process.stdout:
            if json.loads(line)["event"] == "text_appended":
                break
        process.send_signal(signal.SIGINT)
        rest = [json.loads(line) async for line in process.stdout]
        assert await process.wait() == 130
    assert (rest[-1]["event"], rest[-1]["reason"]) == ("turn_ended", "cancelled")
    assert rest[-1]["message"]["blocks"][0]["text"]


@pytest.mark.parametrize("as_json", [False, True])
def test_a_key_that_goes_unencrypted_is_told_on_standard_error_first(
    as_json: bool, here, serve, tmp_path: Path
) -> None:
    server = serve(stream({"content": "hi"}))
    proxy = server.url.removesuffix("/v1")
    file = settings_for(tmp_path, "http://llm.example.com/v1")
    options = ("--json",) if as_json else ()
    run = here("ask", "hello", "--settings", file, *options, DESKPET_API_KEY="sk-some-key-1234", ALL_PROXY=proxy)
    assert run.returncode == 0
    assert "http://llm.example.com" in run.stderr
    assert "not encrypted" in run.stderr
    assert as_json or run.stdout == "hi\n"
    assert "sk-some" not in run.stdout + run.stderr
