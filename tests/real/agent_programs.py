"""Coding agents' own programs with our hooks, in a home of the test's own, and the terminal in which they run."""

import json
import os
import re
import select
import shutil
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deskpet.__main__ import main
from deskpet.config.choices import Agent
from tests.real.scripted_model import Model
from tests.real.servers import free_port
from tests.support.waiting import wait_until

PROGRAMS = "DESKPET_AGENTS"
"""The variable that names the folder with the programs, such as node_modules/.bin."""

SECONDS = 120
_KEY = "k" * 30
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_CODEX = """
model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "{url}"
wire_api = "responses"
[projects."{project}"]
trust_level = "trusted"
"""
# What programs ask a terminal: where its cursor is, and what it is.
_ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c"}
_ESCAPES = re.compile(rb"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|.)")
# The end of a synchronized update: a frame is drawn.
_FRAME_END = b"\x1b[?2026l"


def program(name: str) -> str:
    """Return the path of an agent's program, "" if it is not installed."""
    # The program is started in another folder.
    found = shutil.which(name, path=os.environ.get(PROGRAMS, ""))
    return os.path.abspath(found) if found else ""  # noqa: PTH100 - its links say where the rest of it is


def _text(output: bytes) -> str:
    return re.sub(r"\s+", "", _ESCAPES.sub(b"", output).decode("utf-8", "replace"))


class Terminal:
    """A terminal with a running program."""

    def __init__(self, descriptor: int, running: "subprocess.Popen[bytes]") -> None:
        self._descriptor, self._running, self._output = descriptor, running, b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def printed(self) -> str:
        """Everything that was printed, without escape sequences and spaces: programs draw only what changes."""
        return _text(self._output)

    def frames_since(self, words: str) -> int:
        """Return how many frames have been drawn after the first one with `words`, which have no spaces."""
        *frames, _ = self._output.split(_FRAME_END)
        return next((len(frames) - at for at, frame in enumerate(frames, 1) if words in _text(frame)), 0)

    def press(self, keys: bytes) -> None:
        os.write(self._descriptor, keys)

    def _read(self) -> None:
        """Read what the program prints, and answer its questions."""
        while self._running.poll() is None:
            if select.select([self._descriptor], [], [], 0.1)[0]:
                try:
                    data = os.read(self._descriptor, 1 << 16)
                except OSError:
                    return
                self._output += data
                for question, answer in _ANSWERS.items():
                    if question in data:
                        os.write(self._descriptor, answer)

    def close(self) -> None:
        self._reader.join()
        os.close(self._descriptor)


@contextmanager
def in_terminal(words: list[str], folder: Path, environment: dict[str, str]) -> Generator[Terminal]:
    """Run a program with a terminal of its own during the block; its group is killed afterwards."""
    import termios

    ours, theirs = os.openpty()
    # Without a size, some programs draw nothing.
    termios.tcsetwinsize(theirs, (40, 120))
    running = subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment, start_new_session=True
    )
    os.close(theirs)
    terminal = Terminal(ours, running)
    try:
        yield terminal
    finally:
        os.killpg(running.pid, 9)
        running.wait()
        terminal.close()


class AgentHome:
    """A home with one agent, our hooks in its configuration, and a project."""

    def __init__(self, agent: Agent, home: Path, settings: Path) -> None:
        """`settings` is the settings file of deskpet."""
        self.agent, self.home, self._settings = agent, home, settings
        self.project = home / "project"
        self.project.mkdir()
        subprocess.run(["git", "init", "-q", str(self.project)], check=True)
        self.made = self.project / "made.txt"
        self.environment = os.environ | {"TERM": "xterm-256color", "NO_PROXY": "127.0.0.1"}
        assert main(["hook", "install", agent, "--yes", "--settings", str(settings)]) == 0

    def uninstall(self) -> None:
        assert main(["hook", "uninstall", self.agent, "--yes", "--settings", str(self._settings)]) == 0

    def configure(self, model: Model) -> list[str]:
        """Let the agent talk to `model`, and return the command that starts it."""
        configures: dict[Agent, Callable[[Model], list[str]]] = {
            Agent.CLAUDE: self._claude,
            Agent.CODEX: self._codex,
            Agent.QWEN: self._qwen,
            Agent.GEMINI: self._gemini,
            Agent.OPENCODE: self._opencode,
        }
        return configures[self.agent](model)

    def _change(self, file: Path, **values: Any) -> None:
        before = json.loads(file.read_text("utf-8")) if file.exists() else {}
        file.write_text(json.dumps(before | values), "utf-8")

    def _claude(self, model: Model) -> list[str]:
        project = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        self._change(
            self.home / ".claude.json",
            hasCompletedOnboarding=True,
            theme="dark",
            projects={str(self.project): project},
            customApiKeyResponses={"approved": [_KEY[-20:]], "rejected": []},
        )
        self._change(self.home / ".claude" / "settings.json", permissions={"defaultMode": "default"})
        self.environment |= {"ANTHROPIC_BASE_URL": model.origin, "ANTHROPIC_API_KEY": _KEY}
        self.environment |= {"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
        return [program("claude"), "make a file"]

    def _codex(self, model: Model) -> list[str]:
        text = _CODEX.format(url=model.url, project=self.project)
        (self.home / ".codex" / "config.toml").write_text(text, "utf-8")
        # The home is the test's own, and nobody is there to trust the hooks in it.
        return [program("codex"), "--dangerously-bypass-hook-trust", "make a file"]

    def _qwen(self, model: Model) -> list[str]:
        self._change(
            self.home / ".qwen" / "settings.json",
            general={"enableAutoUpdate": False, "disableAutoUpdate": True},
            tools={"approvalMode": "default"},
            security={"auth": {"selectedType": "openai"}},
        )
        self.environment |= {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": model.url, "OPENAI_MODEL": "scripted"}
        return [program("qwen"), "-i", "make a file", "--auth-type", "openai"]

    def _gemini(self, model: Model) -> list[str]:
        self._change(
            self.home / ".gemini" / "settings.json",
            general={"enableAutoUpdate": False, "disableAutoUpdate": True},
            security={"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
            privacy={"usageStatisticsEnabled": False},
            ide={"enabled": False, "hasSeenNudge": True},
        )
        self.environment |= {"GEMINI_API_KEY": _KEY, "GOOGLE_GEMINI_BASE_URL": model.origin}
        return [program("gemini"), "-i", "make a file"]

    def _opencode(self, model: Model) -> list[str]:
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": model.url, "apiKey": "none"},
            "models": {"scripted": {"name": "scripted", "limit": {"context": 32000, "output": 2000}}},
        }
        self._change(
            self.home / "config" / "opencode" / "opencode.json",
            provider={"s": provider},
            model="s/scripted",
            permission={"bash": "ask"},
            autoupdate=False,
        )
        return [program("opencode")]


class OpencodeServer:
    """A server of opencode, which is used as its own windows use it."""

    def __init__(self, url: str) -> None:
        self.url = url
        wait_until(self._is_up, seconds=SECONDS)
        self.session = str(self.post("/session", {})["id"])
        self.post(f"/session/{self.session}/prompt_async", {"parts": [{"type": "text", "text": "make a file"}]})

    def _is_up(self) -> bool:
        try:
            _DIRECT.open(f"{self.url}/session", timeout=10).close()
        except OSError:
            return False
        return True

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with _DIRECT.open(request, timeout=SECONDS) as response:
            data = response.read()
        return json.loads(data) if data.startswith(b"{") else {}

    def abort(self) -> None:
        self.post(f"/session/{self.session}/abort", {})


@contextmanager
def opencode_server(home: AgentHome, model: Model) -> Generator[OpencodeServer]:
    """Serve during the block, with a prompt."""
    port = free_port()
    words = [*home.configure(model), "serve", "--hostname", "127.0.0.1", "--port", str(port)]
    with _in_background(words, home, subprocess.DEVNULL):
        yield OpencodeServer(f"http://127.0.0.1:{port}")


class Editor:
    """An editor that leads an agent by ACP, the Agent Client Protocol: JSON-RPC on the agent's standard input."""

    def __init__(self, running: "subprocess.Popen[bytes]", project: Path) -> None:
        self._running, self._project, self._ids = running, project, iter(range(1, 100))
        self.asked: list[dict[str, Any]] = []
        self.asked_at = 0.0
        self._results: dict[int, Any] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def prompt(self) -> None:
        files = {"readTextFile": False, "writeTextFile": False}
        self._call("initialize", {"protocolVersion": 1, "clientCapabilities": {"fs": files}})
        session = self._call("session/new", {"cwd": str(self._project), "mcpServers": []})["sessionId"]
        text = [{"type": "text", "text": "make a file"}]
        self._send({"id": 99, "method": "session/prompt", "params": {"sessionId": session, "prompt": text}})

    def allow(self) -> None:
        (asked,) = self.asked
        option = next(each["optionId"] for each in asked["params"]["options"] if each["kind"] == "allow_once")
        self._send({"id": asked["id"], "result": {"outcome": {"outcome": "selected", "optionId": option}}})

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self._ids)
        self._send({"id": number, "method": method, "params": params})
        wait_until(lambda: number in self._results, seconds=SECONDS)
        return self._results[number]

    def _send(self, values: dict[str, Any]) -> None:
        assert self._running.stdin
        self._running.stdin.write(json.dumps({"jsonrpc": "2.0"} | values).encode() + b"\n")
        self._running.stdin.flush()

    def _read(self) -> None:
        assert self._running.stdout
        for line in self._running.stdout:
            values = json.loads(line)
            if values.get("method") == "session/request_permission":
                self.asked_at = time.monotonic()
                self.asked.append(values)
            elif "id" in values and "method" not in values:
                self._results[values["id"]] = values.get("result") or {}


@contextmanager
def led_by_editor(home: AgentHome, model: Model) -> Generator[Editor]:
    """Lead the agent by an editor during the block, with a prompt."""
    words = home.configure(model)
    words = [words[0], "acp"] if home.agent is Agent.OPENCODE else [words[0], "--acp", *words[3:]]
    with _in_background(words, home, subprocess.PIPE) as running:
        editor = Editor(running, home.project)
        editor.prompt()
        yield editor


@contextmanager
def _in_background(words: list[str], home: AgentHome, pipe: int) -> Generator["subprocess.Popen[bytes]"]:
    running = subprocess.Popen(
        words,
        stdin=pipe,
        stdout=pipe,
        stderr=subprocess.DEVNULL,
        cwd=home.project,
        env=home.environment,
        start_new_session=True,
    )
    try:
        yield running
    finally:
        os.killpg(running.pid, 9)
        running.communicate()
