"""The configuration of each agent: where it is, and how the hooks of deskpet are added to its text and removed."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskpet.config.choices import Agent
from deskpet.processes import child
from deskpet.text import jsonc
from deskpet.text.jsonc import BadJsonc, JsoncNode
from deskpet.translation import tr

_PLUGIN = Path(__file__).with_name("opencode_plugin.js")
# Stands in the plugin for the words of the command.
_PLUGIN_COMMAND = '["deskpet", "hook", "opencode"]'


# Longer than the hook command waits for the user.
_ANSWER_SECONDS, _STATE_SECONDS, _END_SECONDS = 120, 5, 1
_ANSWERED = "PermissionRequest"
# deskpet in an agent's configuration: as a module, or an installed program, whose path may be in quotes.
_OWN_PROGRAM = r"""(?:-m deskpet|[/\\]deskpet(?:-cli\.exe)?["']?)"""
# The agent waits for these, because it ends after them.
_LAST = ("SessionEnd", "Interrupt")

_CLAUDE_EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    _ANSWERED,
    "Notification",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "StopFailure",
    "PreCompact",
    "PostCompact",
    "SessionEnd",
)
_NOT_IN_CODEX = ("PostToolUseFailure", "Notification", "StopFailure")
_EVENTS: Mapping[Agent, tuple[str, ...]] = {
    Agent.CLAUDE: _CLAUDE_EVENTS,
    Agent.CODEX: (*(each for each in _CLAUDE_EVENTS if each not in _NOT_IN_CODEX), "Interrupt"),
    Agent.QWEN: tuple(each for each in _CLAUDE_EVENTS if each != "PostCompact"),
    Agent.GEMINI: (
        "SessionStart",
        "BeforeAgent",
        "BeforeTool",
        "AfterTool",
        "AfterAgent",
        "Notification",
        "SessionEnd",
    ),
}
# The variable of each agent's folder, the folder itself in the home folder, and its file with the hooks.
_FILES = {
    Agent.CLAUDE: ("CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
    Agent.CODEX: ("CODEX_HOME", ".codex", "hooks.json"),
    Agent.QWEN: ("", ".qwen", "settings.json"),
    Agent.GEMINI: ("", ".gemini", "settings.json"),
    Agent.OPENCODE: ("XDG_CONFIG_HOME", ".config", "opencode/plugins/deskpet.js"),
}
# Agents whose timeouts are milliseconds.
_IN_MS = (Agent.GEMINI, Agent.QWEN)


class HookConfigError(ValueError):
    """The configuration can't be changed. The message is the translated reason."""


@dataclass(frozen=True, slots=True)
class HookedText:
    """A configuration with our hooks. `created` are the keys of objects and lists that were added for them."""

    text: str
    created: tuple[str, ...]


def config_file(agent: Agent) -> Path:
    """Return the file in which the user's hooks of `agent` are."""
    variable, folder, file = _FILES[agent]
    return Path(os.environ.get(variable) or Path.home() / folder) / file


def hook_command(agent: Agent) -> str:
    """Return the command line of the hook for a shell. It stays the same as long as this installation does."""
    words = hook_arguments(agent)
    if sys.platform == "win32":
        # Git Bash, PowerShell and cmd all take slashes.
        words[0] = Path(words[0]).as_posix()
        return subprocess.list2cmdline(words)
    return shlex.join(words)


def hook_arguments(agent: Agent) -> list[str]:
    """Return the words of the hook's command."""
    if program := child.launcher(has_console=True):
        return [str(program), "hook", agent.value]
    # -P: the agent's working folder, in which anything may be, is not searched for modules.
    return [sys.executable, "-P", "-m", "deskpet", "hook", agent.value]


def with_hooks(agent: Agent, text: str) -> HookedText:
    """Return an agent's configuration with our hooks; an empty text is a new file. Raises HookConfigError."""
    if agent is Agent.OPENCODE:
        command = json.dumps(hook_arguments(agent))
        return HookedText(_PLUGIN.read_text("utf-8").replace(_PLUGIN_COMMAND, command), ())
    text = text if text.strip("\ufeff \t\r\n") else "{}\n"
    created: list[str] = []
    if "hooks" not in _root(text).members:
        created.append("hooks")
        text = jsonc.append(text, _root(text), '"hooks": {}')
    for event in _EVENTS[agent]:
        text = _with_hook(text, event, _entry(agent, event), created)
    return HookedText(text, tuple(created))


def without_hooks(agent: Agent, text: str, created: tuple[str, ...] = ()) -> str:
    """Return an agent's configuration without our hooks, and without what was `created` for them and is empty now.

    Raises HookConfigError.
    """
    if agent is Agent.OPENCODE:
        return ""
    for event in _hooks(text).members:
        while found := _find_own(agent, _hooks(text).members[event]):
            text = jsonc.remove(text, *found)
        if event in created and not _hooks(text).members[event].items:
            text = jsonc.remove(text, _hooks(text), _hooks(text).members[event])
    hooks = _root(text).members.get("hooks")
    if hooks and "hooks" in created and not hooks.members:
        text = jsonc.remove(text, _root(text), hooks)
    return text


def has_hooks(agent: Agent, text: str) -> bool:
    """Return whether any hook of ours is in the configuration. Raises HookConfigError."""
    if agent is Agent.OPENCODE:
        return _is_own(agent, [text])
    return bool(text.strip()) and any(_find_own(agent, each) for each in _hooks(text).members.values())


def is_current(agent: Agent, text: str) -> bool:
    """Return whether all hooks are in the configuration as they would be installed now. Raises HookConfigError."""
    if agent is Agent.OPENCODE:
        return text == with_hooks(agent, "").text
    if not has_hooks(agent, text):
        return False
    members = _hooks(text).members
    return all(event in members and _is_current(agent, text, event, members[event]) for event in _EVENTS[agent])


def _is_current(agent: Agent, text: str, event: str, node: JsoncNode) -> bool:
    own = [text[each.start : each.end] for each in node.items if _is_own(agent, each.strings())]
    try:
        return [json.loads(each) for each in own] == [_entry(agent, event)]
    except ValueError:
        # Somebody has written a comment into it.
        return False


def _with_hook(text: str, event: str, entry: dict[str, Any], created: list[str]) -> str:
    if event not in _hooks(text).members:
        created.append(event)
        text = jsonc.append(text, _hooks(text), f'"{event}": []')
    member = json.dumps(entry, indent=len(jsonc.indent_unit(text).expandtabs(4)))
    return jsonc.append(text, _hooks(text).members[event], member)


def _entry(agent: Agent, event: str) -> dict[str, Any]:
    seconds = _ANSWER_SECONDS if event == _ANSWERED else _END_SECONDS if event in _LAST else _STATE_SECONDS
    hook: dict[str, Any] = {
        "type": "command",
        "command": hook_command(agent),
        "timeout": seconds * 1000 if agent in _IN_MS else seconds,
    }
    if agent is not Agent.GEMINI and event not in (*_LAST, _ANSWERED):
        # Events without an answer: the agent does not wait for the hook.
        hook["async"] = True
    return {"hooks": [hook]}


def _root(text: str) -> JsoncNode:
    try:
        root = jsonc.parse(text)
    except BadJsonc as error:
        raise HookConfigError(tr("it is no JSON, line {line}", line=error.line)) from error
    if root.kind != "object":
        raise HookConfigError(tr("it is no JSON object"))
    return root


def _hooks(text: str) -> JsoncNode:
    """Return the object of hooks, which has a list for each event; empty if there is none."""
    hooks = _root(text).members.get("hooks", JsoncNode(0, kind="object"))
    # Some versions have switches such as "enabled" beside the events.
    events = [each for name, each in hooks.members.items() if name[:1].isupper()]
    if hooks.kind != "object" or any(each.kind != "array" for each in events):
        raise HookConfigError(tr("its hooks have an unknown form"))
    return hooks


def _find_own(agent: Agent, event: JsoncNode) -> tuple[JsoncNode, JsoncNode] | None:
    """Return a hook of ours and the list it is in: its group, or only the hook if others are in the group."""
    group = next((each for each in event.items if _is_own(agent, each.strings())), None)
    if group is None:
        return None
    hooks = group.members.get("hooks", JsoncNode(0))
    own = [each for each in hooks.items if _is_own(agent, each.strings())]
    return (hooks, own[0]) if 0 < len(own) < len(hooks.items) else (event, group)


def _is_own(agent: Agent, texts: list[str]) -> bool:
    return any(re.search(rf"{_OWN_PROGRAM} hook {agent.value}\b", text) for text in texts)
