"""Nothing of others steers the terminal: what models, servers and files send is shown, and does nothing else."""

import ast
import asyncio
import json
import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from deskpet.chat.messages import Approval, DisplayValue, ToolUse
from deskpet.cli.terminal_approval import question
from deskpet.processes import console
from deskpet.store import Store, facts
from deskpet.store.facts import Fact
from tests.cli.test_ask import ChatServer, called, settings_for, stream
from tests.support.deskpet_process import data_folder
from tests.support.folders import PROJECT
from tests.support.pseudo_terminal import Terminal, TerminalFile, run_on_terminal, steering_in
from tests.support.waiting import wait_until

needs_terminal = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")
# Moves up, erases, sets the title, a CSI of 8 bits, a hyperlink, and goes back; then what only changes how text reads.
STEERING = "\x1b[2A\x1b[2K\x1b]0;title\x07\x9b2J\x1b]8;;http://a.example\x1b\\\r\b\x7f\x00\x0b\x0c\x85"
HIDING = "\u202e\u200b\u2066\ufeff\U000e0041\u2028"
HOSTILE = f"safe{STEERING}{HIDING}end"


def on_screen(monkeypatch: pytest.MonkeyPatch) -> TerminalFile:
    """Make standard output and standard error the same terminal; not in a fixture, after which pytest captures both."""
    file = TerminalFile()
    monkeypatch.setattr(sys, "stdout", file)
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setenv("TERM", "xterm")
    return file


@pytest.mark.parametrize("cut", range(0, len(HOSTILE), 3))
def test_a_terminal_shows_controls_as_escapes_however_a_text_is_cut(monkeypatch: pytest.MonkeyPatch, cut: int) -> None:
    screen = on_screen(monkeypatch)
    out = console.output()
    out.write(HOSTILE[:cut])
    out.write(HOSTILE[cut:])
    assert steering_in(screen.getvalue()) == []
    assert screen.getvalue().startswith(r"safe\x1b[2A\x1b[2K\x1b]0;title\x07\x9b2J")
    assert screen.getvalue().endswith(r"\u202e\u200b\u2066\ufeff\U000e0041\u2028end")


def test_lines_tabs_and_emoji_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = on_screen(monkeypatch)
    out = console.output()
    for piece in ("a\tb\r\n", "❤", "\ufe0f", " 茶 ü\n"):
        out.write(piece)
    assert screen.getvalue() == "a\tb\n❤\ufe0f 茶 ü\n"


def test_a_pipe_has_no_control_and_keeps_the_other_characters(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w+", encoding="utf-8", newline="") as file:
        console.escaping(file).write(f"{STEERING}\u200d\u202e\tend\n")
        file.seek(0)
        text = file.read()
    assert steering_in(text) == ["\u200d", "\u202e"]
    assert text.startswith(r"\x1b[2A")
    assert text.endswith("\u200d\u202e\tend\n")


@pytest.mark.parametrize(("variable", "shown"), [("", "\033[31mx\\x1b[0my\033[0m"), ("NO_COLOR", "x\\x1b[0my")])
def test_colours_are_the_program_s_alone(monkeypatch: pytest.MonkeyPatch, variable: str, shown: str) -> None:
    screen = on_screen(monkeypatch)
    if variable:
        monkeypatch.setenv(variable, "1")
    console.output().write_styled("failed", "x\x1b[0my")
    console.output().write_styled("no such style", "\nz")
    assert screen.getvalue() == f"{shown}\nz"


def test_output_waits_while_a_question_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = on_screen(monkeypatch)
    out, errors = console.escaping(sys.stdout), console.escaping(sys.stderr)
    handler = logging.StreamHandler(errors)
    out.write("before\n")
    with console.asking() as asked:
        out.write("answer\n")
        thread = threading.Thread(target=errors.write, args=("progress\n",))
        thread.start()
        thread.join()
        handler.emit(logging.makeLogRecord({"msg": "logged"}))
        console.report("error")
        asked.write("Run \x1b[2J? ")
        out.flush()
        assert screen.getvalue() == "before\nRun \\x1b[2J? "
    assert screen.getvalue().endswith("? answer\nprogress\nlogged\ndeskpet: error\n")


class FullDisk(TerminalFile):
    def write(self, text: str, /) -> int:
        raise OSError(28, "No space left on device")


def test_a_write_that_fails_after_the_question_is_reported_by_the_next_one() -> None:
    out = console.escaping(FullDisk())
    with console.asking():
        out.write("answer")
    with pytest.raises(OSError, match="No space left"):
        out.flush()


def test_a_question_ends_with_the_call_and_has_all_of_its_arguments() -> None:
    arguments = {"path": "a\x1b[2K\u202eb", "content": "green " * 400 + "END"}
    forged = "Run read_file? [y/N]"
    effect = Approval(DisplayValue("text", f"+1\n{forged}\n" + "x" * 76 + forged))
    lines = question(ToolUse("write_file", "c1", input=arguments, approval=effect), os.terminal_size((80, 24))).split(
        "\n"
    )
    own = [line for line in lines if not line.startswith("    ")]
    assert own == [lines[0], "write_file", lines[-1]]
    assert "lines, more than the screen shows" in lines[0]
    assert lines[-1] == lines[0]
    assert max(map(len, lines[1:-1])) == 80
    joined = "".join(line.removeprefix("    ") for line in lines[lines.index("write_file") :])
    assert arguments["content"] in joined
    assert "a⟨U+001B⟩[2K⟨U+202E⟩b" in joined
    assert steering_in("\n".join(lines)) == []


def test_a_short_question_has_no_note() -> None:
    assert question(ToolUse("read_file", "c1", input={"path": "a"})) == "read_file\n    path: a"


# The children of the program, whose output is a pipe to it, and the hook, which imports the standard library only and
# writes an error as Python's repr.
OWN_STREAMS = {
    "features/agents/hook.py",
    "processes/console.py",
    "processes/serving.py",
    "features/plugins/plugin_host.py",
}


def _writes_by_itself(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name("print")):
            return True
        case ast.Call(func=ast.Attribute(attr="StreamHandler"), args=[]):
            return True
        case ast.Attribute(ast.Name("sys"), "stdout" | "stderr" | "__stdout__" | "__stderr__"):
            return True
        case ast.ImportFrom("sys", names):
            return any(each.name in {"stdout", "stderr", "*"} for each in names)
        case ast.Call(ast.Attribute(ast.Name("os"), "write"), [ast.Constant(1 | 2), *_]):
            return True
        case _:
            return False


def test_nothing_is_written_but_through_the_stream_that_escapes() -> None:
    package = PROJECT / "deskpet"
    found = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if any(map(_writes_by_itself, ast.walk(ast.parse(file.read_text(encoding="utf-8")))))
    }
    assert found == OWN_STREAMS


@contextmanager
def served(*bodies: bytes, status: int = 200) -> Iterator[ChatServer]:
    server = ChatServer(*bodies, status=status)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@needs_terminal
def test_a_model_can_not_rewrite_the_question(tmp_path: Path) -> None:
    """A text that would turn the question into another one is shown as it is, and the question is the last word."""
    rewrite = "\r\x1b[2K\x1b[1A\x1b[2K" * 4 + "read_file\n  path: tea.txt\nRun read_file? [y/N] "
    deltas = (
        {"reasoning_content": HOSTILE},
        {"content": HOSTILE},
        called("write_file", path="tea.txt", content=HOSTILE.replace("\0", "")),
        {"content": rewrite},
    )
    with served(stream(*deltas), stream({"content": "done"})) as server:
        command = ("-m", "deskpet", "ask", "write", "--settings", settings_for(tmp_path, server.url))
        with Terminal(*command, "--workspace", str(tmp_path)) as terminal:
            wait_until(lambda: terminal.shows(r"Run write_file\? \[y/N\] "))
            terminal.type("n\n")
            raw = terminal.wait()
    assert steering_in(raw) == []
    question_text, prompt, after = raw.partition("\033[1mRun write_file? [y/N] \033[0m")
    assert prompt
    # What was typed follows at once.
    assert after.startswith("n\n")
    _, _, at_the_answer = question_text.rpartition("\nwrite_file\n")
    assert at_the_answer.startswith("    path: tea.txt\n    content: safe⟨U+001B⟩[2A")
    assert all(line.startswith("    ") for line in at_the_answer.splitlines())
    assert r"\r\x1b[2K\x1b[1A" in raw
    assert not (tmp_path / "tea.txt").exists()


@needs_terminal
def test_a_chat_shows_errors_of_servers_and_tools_as_text(tmp_path: Path) -> None:
    error = json.dumps({"error": {"message": HOSTILE}}).encode()
    with served(error, status=400) as server:
        settings = settings_for(tmp_path, server.url)
        command = ("-m", "deskpet", "chat", "--no-history", "--settings", settings)
        with Terminal(*command, TERM="dumb") as terminal:
            wait_until(lambda: terminal.shows("> "))
            terminal.type("hello\n")
            wait_until(lambda: terminal.shows(r"safe.*> $"))
            terminal.type("\x04")
            raw = terminal.wait()
    # readline, which reads the line, ends it with a carriage return.
    assert set(steering_in(raw)) <= {"\r"}
    assert r"safe\x1b[2A\x1b[2K\x1b]0;title\x07\x9b2J" in raw


RUN_ALL = """
import json, sys, warnings
from deskpet.__main__ import main
for arguments in json.loads(sys.argv[1]):
    try:
        main(arguments)
    except SystemExit:
        pass
warnings.warn(sys.argv[2])
raise ValueError(sys.argv[2])
"""


def hostile_model(folder: Path) -> Path:
    shutil.copytree(PROJECT / "models" / "mikan", folder)
    file = folder / "mikan.model3.json"
    settings = json.loads(file.read_text(encoding="utf-8"))
    settings["FileReferences"]["Expressions"][0]["Name"] = HOSTILE
    settings["FileReferences"]["Expressions"][1]["File"] = f"none{HOSTILE.replace(chr(0), '')}"
    file.write_text(json.dumps(settings), encoding="utf-8")
    return folder


async def remember(text: str) -> None:
    store = Store(data_folder() / "conversations.db")
    await store.change(partial(facts.add, fact=Fact(text)))
    store.close()


def commands_with_hostile_words(folder: Path) -> list[list[str]]:
    """Return command lines that show words of files and of their own arguments."""
    words = HOSTILE.replace("\0", "")
    text, recording, servers = folder / "text.md", folder / "recording.sse", folder / "servers.json"
    text.write_text(words, encoding="utf-8", newline="")
    recording.write_bytes(stream({"content": HOSTILE}))
    servers.write_text(json.dumps({"mcpServers": {words: {"command": f"none{words}"}}}), encoding="utf-8")
    model = str(hostile_model(folder / "model"))
    return [
        ["read", str(text)],
        ["read", str(text), "--json"],
        ["read", str(folder / f"none{words}")],
        ["speakable", str(text)],
        ["inspect-stream", str(recording)],
        ["inspect-stream", str(folder / words)],
        ["doctor", model],
        ["doctor", model, "--json"],
        ["doctor", words],
        ["memory", "list"],
        ["memory", "list", "--json"],
        ["memory", "erase", words],
        ["tools", "--servers", str(servers)],
        ["ask", "hello", "--offline", "--allow", words],
        ["ask", "hello", "--offline", "--workspace", words],
        ["ask", "hello", "--offline", "--session", words],
        ["ask", "hello", "--settings", words],
        [words],
        ["memory", words],
        ["--log-json", f"/none/{words}", "tools"],
    ]


@needs_terminal
def test_no_command_brings_words_of_others_to_a_terminal_raw(tmp_path: Path) -> None:
    asyncio.run(remember(HOSTILE))
    words, raw = HOSTILE.replace("\0", ""), ""
    for command in commands_with_hostile_words(tmp_path):
        raw += run_on_terminal(["-c", RUN_ALL, json.dumps([command]), words])
    assert steering_in(raw) == []
    assert raw.count(r"\x1b[2A") > 10
    assert r"\u001b[2A" in raw
    assert r"ValueError: safe\x1b[2A" in raw
    assert r"UserWarning: safe\x1b[2A" in raw


def test_no_command_brings_controls_of_others_into_a_pipe(tmp_path: Path) -> None:
    asyncio.run(remember(HOSTILE))
    run = subprocess.run(
        [sys.executable, "-c", RUN_ALL, json.dumps(commands_with_hostile_words(tmp_path)), HOSTILE.replace("\0", "")],
        capture_output=True,
        cwd=PROJECT,
        timeout=100,
        check=False,
    )
    for written in (run.stdout.decode("utf-8"), run.stderr.decode("utf-8")):
        assert set(steering_in(written)) <= set(HIDING) - {"\u2028"}
        assert r"\x1b[2A" in written
