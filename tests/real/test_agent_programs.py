"""Coding agents' own programs with our hooks and a scripted model: what they tell, and that they take an answer.

`make test-real` installs Codex, Qwen Code and opencode; DESKPET_AGENTS names their folder. Every configuration is in a
home of the test's own.
"""

import json
import os
import subprocess
import urllib.request
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from deskpet.__main__ import main
from deskpet.agents.events import Agent, AgentDecision, EventKind
from deskpet.agents.sessions import AgentState
from tests.real.agent_programs import PROGRAMS, Recorder, in_background, in_terminal, program, scripted_model
from tests.real.servers import free_port
from tests.waiting import wait_until

pytestmark = [pytest.mark.real_server, pytest.mark.skipif(os.name == "nt", reason="needs a terminal of Unix")]

_SECONDS = 90
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))

CODEX = """
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


class Place:
    """The home and the project of one test, and the file that the agent is to make."""

    def __init__(self, home: Path, decision: AgentDecision | None) -> None:
        self.home, self.project = home, home / "project"
        self.project.mkdir()
        subprocess.run(["git", "init", "-q", str(self.project)], check=True)
        self.made = self.project / "made.txt"
        self.recorder = Recorder(home, decision)

    def kinds(self) -> list[EventKind]:
        return [event.kind for event in self.recorder.events]

    def wait_for(self, kind: EventKind) -> None:
        wait_until(lambda: kind in self.kinds(), seconds=_SECONDS)


@pytest.fixture(params=[AgentDecision.ALLOW, AgentDecision.DENY, None], ids=["allow", "deny", "no answer"])
def place(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Place]:
    monkeypatch.setenv("TERM", "xterm-256color")
    place = Place(home, request.param)
    yield place
    place.recorder.close()


def _qwen(place: Place, url: str) -> AbstractContextManager[None]:
    file = place.home / ".qwen" / "settings.json"
    settings = json.loads(file.read_text("utf-8")) | {"general": {"enableAutoUpdate": False, "disableAutoUpdate": True}}
    file.write_text(json.dumps(settings), "utf-8")
    model = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": url, "OPENAI_MODEL": "scripted"}
    words = [program("qwen"), "-i", "make a file", "--auth-type", "openai"]
    return in_terminal(words, place.project, os.environ | model)


def _codex(place: Place, url: str) -> AbstractContextManager[None]:
    (place.home / ".codex" / "config.toml").write_text(CODEX.format(url=url, project=place.project), "utf-8")
    # The home is the test's own, and nobody is there to trust the hooks in it.
    words = [program("codex"), "--dangerously-bypass-hook-trust", "make a file"]
    return in_terminal(words, place.project, dict(os.environ))


def _opencode(place: Place, url: str) -> AbstractContextManager[None]:
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "options": {"baseURL": url, "apiKey": "none"},
        "models": {"scripted": {"name": "scripted", "limit": {"context": 32000, "output": 2000}}},
    }
    config = {"provider": {"s": provider}, "model": "s/scripted", "permission": {"bash": "ask"}, "autoupdate": False}
    folder = place.home / "config" / "opencode"
    (folder / "opencode.json").write_text(json.dumps(config), "utf-8")
    port = free_port()
    words = [program("opencode"), "serve", "--hostname", "127.0.0.1", "--port", str(port)]
    return _Prompted(in_background(words, place.project, dict(os.environ)), f"http://127.0.0.1:{port}")


class _Prompted(AbstractContextManager[None]):
    """A server of opencode that is given a prompt."""

    def __init__(self, server: AbstractContextManager[None], url: str) -> None:
        self._server, self._url = server, url

    def __enter__(self) -> None:
        self._server.__enter__()
        wait_until(self._is_up, seconds=_SECONDS)
        session = json.loads(self._post("/session", {}))["id"]
        self._post(f"/session/{session}/prompt_async", {"parts": [{"type": "text", "text": "make a file"}]})

    def __exit__(self, *error: object) -> None:
        self._server.__exit__(None, None, None)

    def _is_up(self) -> bool:
        try:
            _DIRECT.open(f"{self._url}/session", timeout=10).close()
        except OSError:
            return False
        return True

    def _post(self, path: str, body: dict) -> bytes:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._url + path, json.dumps(body).encode(), headers)
        with _DIRECT.open(request, timeout=_SECONDS) as response:
            return response.read()


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("agent", "start"),
    [(Agent.QWEN, _qwen), (Agent.CODEX, _codex), (Agent.OPENCODE, _opencode)],
    ids=lambda value: value,
)
def test_an_agent_asks_and_takes_the_answer(
    place: Place, agent: Agent, start: Callable[[Place, str], AbstractContextManager[None]], tmp_path: Path
) -> None:
    if not program(agent):
        pytest.skip(f"{agent} is not in the folder that {PROGRAMS} names")
    settings = tmp_path / "settings.toml"
    settings.touch()
    assert main(["hook", "install", agent, "--yes", "--settings", str(settings)]) == 0
    with scripted_model(f"touch {place.made}") as url, start(place, url):
        place.wait_for(EventKind.PERMISSION_ASKED)
        (asked,) = [event for event in place.recorder.events if event.request_id]
        assert asked.request.startswith(f"touch {place.made}")
        if place.recorder.decision is AgentDecision.ALLOW:
            wait_until(place.made.exists, seconds=_SECONDS)
        if place.recorder.decision:
            place.wait_for(EventKind.STOPPED)
            assert place.recorder.states[-1] in {AgentState.DONE, AgentState.THINKING}
    kinds = place.kinds()
    assert {EventKind.SESSION_STARTED, EventKind.PROMPT} <= set(kinds)
    assert place.made.exists() is (place.recorder.decision is AgentDecision.ALLOW)
    assert main(["hook", "uninstall", agent, "--yes", "--settings", str(settings)]) == 0
