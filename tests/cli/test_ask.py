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
from deskpet.chat.messages import Approval, DisplayValue, ToolUse
from deskpet.cli.terminal_approval import question
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import Store
from tests.support.deskpet_process import data_folder
from tests.support.folders import PROJECT

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


@pytest.mark.slow
def test_tools_of_mcp_servers_run_only_if_the_run_allows_them(serve, tmp_path):
    pytest.importorskip("mcp")
    program = {"command": sys.executable, "args": [str(PROJECT / "tests" / "features" / "mcp" / "plain_server.py")]}
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"plain": program}}), encoding="utf-8")
    for options, outcome in (((), "nobody can be asked"), (("--allow", "mcp__plain__echo"), "echo: hi")):
        server = serve(stream(called("mcp__plain__echo", text="hi")), stream({"content": "done"}))
        settings = settings_for(tmp_path, server.url)
        run = deskpet("ask", "hi", "--json", "--settings", settings, "--servers", str(file), *options)
        assert run.returncode == 0, run.stderr
        assert outcome in server.requests[1]["messages"][-1]["content"]


@pytest.mark.slow
def test_what_one_mcp_tool_read_does_not_leave_by_another_unasked(serve, tmp_path):
    pytest.importorskip("mcp")
    program = {"command": sys.executable, "args": [str(PROJECT / "tests" / "features" / "mcp" / "plain_server.py")]}
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"mail": program, "web": program}}), encoding="utf-8")
    server = serve(
        stream(called("mcp__mail__echo", text="the secret")),
        stream(called("mcp__web__echo", text="the secret")),
        stream({"content": "done"}),
    )
    allowed = ("--allow", "mcp__mail__echo", "--allow", "mcp__web__echo")
    settings = settings_for(tmp_path, server.url)
    run = deskpet("ask", "hi", "--json", "--settings", settings, "--servers", str(file), *allowed)
    assert run.returncode == 0, run.stderr
    assert "echo: the secret" in server.requests[1]["messages"][-1]["content"]
    assert "nobody can be asked" in server.requests[2]["messages"][-1]["content"]


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


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_question_is_refused_and_not_sent(here, serve, tmp_path, text):
    server = serve(b"data: [DONE]\n\n")
    run = here("ask", text, "--settings", settings_for(tmp_path, server.url))
    assert (run.returncode, run.stdout, server.requests) == (2, "", [])
    assert len(run.stderr.strip().splitlines()) == 1
    assert "nothing to ask" in run.stderr


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


def asks_to_write(serve: Callable[..., ChatServer], path: str = "tea.txt") -> ChatServer:
    return serve(stream(called("write_file", path=path, content="green\n")), stream({"content": "ok"}))


def test_a_tool_that_asks_is_refused_without_a_terminal(serve, tmp_path):
    server = asks_to_write(serve)
    run = deskpet(
        "ask", "write", "--json", "--settings", settings_for(tmp_path, server.url), "--workspace", str(tmp_path)
    )
    assert run.returncode == 0, run.stderr
    names = [line["event"] for line in lines(run)]
    assert "approval_asked" not in names
    (finished,) = [line for line in lines(run) if line["event"] == "tool_finished"]
    assert finished["error"]["code"] == "refused"
    assert not (tmp_path / "tea.txt").exists()


@pytest.mark.parametrize("code", [None, "outside"])
def test_an_allowed_tool_works_in_the_folder_of_this_run_only(serve, tmp_path, code):
    inside, elsewhere = tmp_path / "inside", tmp_path / "elsewhere"
    inside.mkdir()
    elsewhere.mkdir()
    path = str(elsewhere / "tea.txt") if code else "tea.txt"
    settings = settings_for(tmp_path, asks_to_write(serve, path).url)
    with Path(settings).open("a", encoding="utf-8") as file:
        file.write(f'[tools]\nfolders = ["{elsewhere.as_posix()}"]\npolicies = {{"write_file" = "refuse"}}\n')
    options = ("--settings", settings, "--workspace", str(inside), "--allow", "write_file")
    run = deskpet("ask", "write", "--json", *options)
    assert run.returncode == 0, run.stderr
    (finished,) = [line for line in lines(run) if line["event"] == "tool_finished"]
    assert (finished["error"] or {"code": None})["code"] == code
    assert (inside / "tea.txt").exists() is (code is None)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("has_read", [False, True])
def test_what_is_allowed_for_a_run_sends_nothing_after_private_and_foreign_reading(serve, tmp_path, has_read):
    (tmp_path / "plan.txt").write_text("secret", encoding="utf-8")
    found = json.dumps({"query": "", "results": []}).encode()
    search = serve(found)
    reads = [stream(called("read_file", path="plan.txt"))] * has_read
    model = serve(*reads, stream(called("web_search", query="secret")), stream({"content": "ok"}))
    settings = settings_for(tmp_path, model.url)
    with Path(settings).open("a", encoding="utf-8") as file:
        file.write(f'[tools]\nsearch_engine = "tavily"\nsearch_url = "{search.url}"\n')
    options = ("--settings", settings, "--workspace", str(tmp_path), "--allow", "web_search", "--allow", "read_file")
    run = deskpet("ask", "search", "--json", *options, DESKPET_SEARCH_KEY="key")
    assert run.returncode == 0, run.stderr
    *_, sent = [line for line in lines(run) if line["event"] == "tool_finished"]
    assert (sent["error"] or {"code": None})["code"] == ("refused" if has_read else None)
    assert len(search.requests) == (0 if has_read else 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--allow", "no_such_tool"], ("no_such_tool", "write_file", "live2d.motion")),
        (["--workspace", "/no/such/folder"], ("is no folder",)),
    ],
)
def test_a_tool_or_a_folder_that_does_not_exist_is_a_usage_error(here, options, words):
    run = here("ask", "hello", "--offline", *options)
    assert (run.returncode, run.stdout) == (2, "")
    assert all(word in run.stderr for word in words)


def test_a_whole_home_as_the_folder_is_warned_of_with_folders_in_it(here, home):
    (home / "Documents").mkdir()
    broad = here("ask", "hello", "--offline", "--workspace", str(home))
    assert broad.returncode == 0
    assert f"{home} is a whole home." in broad.stderr
    assert f"For example: {home / 'Documents'}" in broad.stderr
    assert here("ask", "hello", "--offline", "--workspace", str(home / "Documents")).stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")
@pytest.mark.parametrize(("answer", "is_written"), [("y\n", True), ("\n", False), ("\x04", False)])
def test_the_question_on_the_terminal_shows_the_call_and_its_diff(serve, tmp_path, answer, is_written):
    (tmp_path / "tea.txt").write_text("black\n", encoding="utf-8")
    settings = settings_for(tmp_path, asks_to_write(serve).url)
    master, slave = os.openpty()
    program = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "deskpet",
            "ask",
            "write",
            "--json",
            "--settings",
            settings,
            "--workspace",
            str(tmp_path),
        ],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=slave,
        cwd=PROJECT,
    )
    os.close(slave)
    try:
        shown = ""
        while "[y/N]" not in shown:
            shown += os.read(master, 65_536).decode()
        os.write(master, answer.encode())
        out, _ = program.communicate(timeout=60)
    finally:
        program.kill()
        os.close(master)
    assert "write_file" in shown
    assert "path: tea.txt" in shown
    assert "-black" in shown
    assert "+green" in shown
    assert program.returncode == 0
    events = [json.loads(line) for line in out.decode().splitlines()]
    (answered,) = [line for line in events if line["event"] == "approval_answered"]
    assert answered["approved"] is is_written
    (asked,) = [line for line in events if line["event"] == "approval_asked"]
    assert asked["effect"]["kind"] == "diff"
    assert (tmp_path / "tea.txt").read_text(encoding="utf-8") == ("green\n" if is_written else "black\n")


def test_the_question_hides_nothing():
    call = ToolUse(
        "write_file", "c1", input={"path": "a\x1b[2K\u202eb"}, approval=Approval(DisplayValue("text", "\x1b[8mc"))
    )
    shown = question(call)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "⟨U+202E⟩" in shown


@pytest.mark.parametrize(
    ("remember", "options", "is_told"),
    [("automatic", (), True), ("on_request", (), True), ("automatic", ("--private",), False), ("off", (), False)],
)
def test_what_is_remembered_is_told_unless_the_question_is_private(tmp_path, serve, here, remember, options, is_told):
    assert here("memory", "add", "Drinks green tea").returncode == 0
    server = serve(stream({"content": "Tea."}))
    settings = settings_for(tmp_path, server.url)
    with Path(settings).open("a", encoding="utf-8") as file:
        file.write(f'[memory]\nremember = "{remember}"\n')
    run = here("ask", "What do I drink?", "--json", "--settings", settings, *options)
    assert run.returncode == 0, run.stderr
    assert len(server.requests) == 1
    assert ("Drinks green tea" in server.requests[0]["messages"][0]["content"]) is is_told
    assert any(line["event"] == "facts_told" for line in lines(run)) is is_told
    assert lines(run)[-1]["message"]["reads"] == (["private"] if is_told else [])
    assert not any(tool["function"]["name"].startswith("memory") for tool in server.requests[0]["tools"])


def test_documents_are_attached_to_the_question(tmp_path, serve, here):
    server = serve(stream({"content": "At five (plan.txt)."}))
    for name, text in (("plan.txt", "Tea at five"), ("more.md", "# Cake at six")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = ("--file", str(tmp_path / "plan.txt"), "--file", str(tmp_path / "more.md"))
    run = here("ask", "When is tea?", "--json", *files, "--settings", settings_for(tmp_path, server.url))
    assert run.returncode == 0, run.stderr
    asked = server.requests[0]["messages"][-1]["content"]
    assert asked.index("Tea at five") < asked.index("# Cake at six") < asked.index("When is tea?")
    (told,) = [line["documents"] for line in lines(run) if line["event"] == "documents_told"]
    assert [(each["name"], each["is_whole"], each["pages"]) for each in told] == [
        ("plan.txt", True, [1]),
        ("more.md", True, [1]),
    ]


@pytest.mark.parametrize(("name", "told"), [("none.pdf", "can't be read"), ("plan.pdf", "is no PDF file")])
def test_a_document_that_can_not_be_read_is_a_usage_error_and_nothing_is_sent(tmp_path, serve, here, name, told):
    server = serve(stream({"content": "Tea."}))
    (tmp_path / "plan.pdf").write_text("no PDF", encoding="utf-8")
    run = here("ask", "Hi", "--file", str(tmp_path / name), "--settings", settings_for(tmp_path, server.url))
    assert (run.returncode, run.stdout, server.requests) == (2, "", [])
    assert f"deskpet: {name}" in run.stderr
    assert told in run.stderr


def test_a_named_conversation_goes_on_in_the_next_run(tmp_path, serve, here):
    server = serve(stream({"content": "Hello Ada."}))
    settings = settings_for(tmp_path, server.url)
    for text, name in (("My name is Ada", "Trip to Kyoto"), ("Another one", ""), ("Who am I?", "trip to kyoto")):
        run = here("ask", text, "--settings", settings, *(("--session", name) if name else ()))
        assert run.returncode == 0, run.stderr
    said = [[each["content"] for each in request["messages"][1:]] for request in server.requests]
    assert said == [["My name is Ada"], ["Another one"], ["My name is Ada", "Hello Ada.", "Who am I?"]]
    store = Store(data_folder() / "conversations.db")
    (session,) = asyncio.run(store.sessions())
    saved = asyncio.run(store.load(session.id))
    store.close()
    assert (session.title, len(saved.nodes)) == ("Trip to Kyoto", 4)


def test_beside_a_running_pet_a_named_conversation_is_refused_before_anything_is_sent(tmp_path, serve, here):
    server = serve(stream({"content": "Hello."}))
    lock = InstanceLock(data_folder())
    assert lock.acquire() is LockResult.HELD
    run = here("ask", "hello", "--settings", settings_for(tmp_path, server.url), "--session", "Trip")
    lock.release()
    assert (run.returncode, server.requests) == (2, [])
    assert "deskpet runs" in run.stderr
