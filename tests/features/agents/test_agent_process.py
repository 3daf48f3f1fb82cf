"""Which process an agent's hook leads to, and who leads the agent."""

import os
import subprocess
import sys

import pytest

from deskpet.features.agents.agent_process import AgentProcess, describe, find, is_running, written
from tests.features.agents.hooked_agent import AGENT, hooked_agent


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        pytest.param(
            ("--shell",), marks=pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix starts the hook")
        ),
    ],
    ids=["directly", "by a shell"],
)
def test_a_hook_leads_to_its_agent(arguments: tuple[str, ...]) -> None:
    with hooked_agent(*arguments) as (number, hook):
        found = find(hook)
        assert found
        if sys.platform != "win32":
            assert found.number == number
        assert found.arguments[-1:] == (arguments or (AGENT,))[-1:]
        assert not found.has_terminal
        assert is_running(found)
    assert not is_running(found)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it")
def test_what_is_written_to_a_terminal_is_counted() -> None:
    ours, theirs = os.openpty()
    code = "import sys; print(flush=True); sys.stdin.readline(); print('x' * 500, flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=theirs) as running:
        assert os.read(ours, 100).startswith(b"\r\n")
        process = describe(running.pid)
        assert process
        assert process.has_terminal
        before = written(process)
        assert running.stdin
        running.stdin.write(b"\n")
        running.stdin.flush()
        assert os.read(ours, 100).startswith(b"x")
        after = written(process)
        assert before is not None
        assert after is not None
        assert after - before >= 500
        running.communicate()
    assert written(process) is None
    os.close(ours)
    os.close(theirs)


def test_a_process_that_does_not_exist_leads_nowhere() -> None:
    for number in (0, (1 << 31) - 1):
        assert find(number) is None
        assert describe(number) is None


@pytest.mark.parametrize(
    ("arguments", "is_led"),
    [
        (("node", "/usr/bin/qwen", "--acp"), True),
        (("gemini", "--experimental-acp"), True),
        (("opencode", "acp"), True),
        (("codex", "app-server"), True),
        (("/usr/bin/codex-acp",), True),
        (("claude", "--output-format", "stream-json", "--permission-prompt-tool", "stdio"), True),
        (("claude", "-p", "fix it"), False),
        (("opencode", "serve"), False),
    ],
)
def test_who_leads_an_agent(arguments: tuple[str, ...], is_led: bool) -> None:
    assert AgentProcess(5, 1.0, arguments, has_terminal=False).is_led is is_led
    assert not AgentProcess(5, 1.0, arguments, has_terminal=True).is_led
