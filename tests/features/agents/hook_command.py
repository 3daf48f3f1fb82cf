"""How tests start the hook command, and payloads for it."""

import sys

PROMPT = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": "/p", "prompt": "hello"}
ASKED = {
    "hook_event_name": "PermissionRequest",
    "session_id": "s1",
    "cwd": "/p",
    "tool_name": "Bash",
    "tool_input": {"command": "rm -rf build"},
}
_PATIENT = (
    "import sys; from deskpet.features.agents import hook; hook._STATE_SECONDS = 60; sys.exit(hook.main(sys.argv[1:]))"
)


def command(*arguments: str) -> list[str]:
    """The command as an agent starts it."""
    return [sys.executable, "-P", "-m", "deskpet", "hook", *arguments]


def patient_command(*arguments: str) -> list[str]:
    """The command without its short limit, for tests of what it tells: a busy machine may take longer."""
    return [sys.executable, "-c", _PATIENT, *arguments]
