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

_SOURCE = """\
// Tells the desktop pet what opencode does: -m deskpet hook opencode
// Installed by `deskpet hook install opencode`, removed by `deskpet hook uninstall opencode`.
import { spawn } from "node:child_process"

const COMMAND = %s
const children = new Set()
const busy = new Set()

function tell(payload) {
  return new Promise((resolve) => {
    try {
      const hook = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
      let out = ""
      hook.on("error", () => resolve(""))
      hook.stdin.on("error", () => {})
      hook.stdout.on("data", (data) => { out += data })
      hook.on("close", () => resolve(out))
      hook.stdin.end(JSON.stringify(payload))
    } catch {
      resolve("")
    }
  })
}

function answerOf(out) {
  try {
    return { allow: "once", deny: "reject" }[JSON.parse(out).decision]
  } catch {
    return undefined
  }
}

export const Deskpet = async ({ client, directory }) => {
  const base = (name, session) => ({
    hook_event_name: name, session_id: session, cwd: directory, timestamp: new Date().toISOString(),
  })
  // An event without an answer is not waited for.
  const send = (name, session, more = {}) => { if (session) tell({ ...base(name, session), ...more }) }

  async function ask(asked) {
    const given = { ...(asked.metadata ?? {}) }
    const patterns = asked.patterns ?? (asked.pattern ? [asked.pattern].flat() : [])
    if (patterns.length && given.command === undefined) given.patterns = patterns
    const out = await tell({
      ...base("PermissionRequest", asked.sessionID),
      tool_name: asked.permission ?? asked.type ?? "tool",
      tool_input: given,
    })
    const reply = answerOf(out)
    // Without an answer opencode goes on asking.
    if (!reply) return
    const path = { id: asked.sessionID, permissionID: asked.id }
    await client.postSessionIdPermissionsPermissionId({ path, body: { response: reply } })
  }

  return {
    event: async ({ event }) => {
      const about = event.properties ?? {}
      const session = about.sessionID ?? about.info?.id
      switch (event.type) {
        case "session.created":
          if (about.info?.parentID) children.add(session)
          else send("SessionStart", session)
          break
        case "session.status":
          // It is told at each step of a turn.
          if (about.status?.type !== "busy" || busy.has(session) || children.has(session)) break
          busy.add(session)
          send("UserPromptSubmit", session)
          break
        case "session.idle":
          // It is told after an interruption or an error as well.
          if (busy.delete(session)) send("Stop", session)
          break
        case "session.error":
          busy.delete(session)
          if (about.error?.name === "MessageAbortedError") send("Interrupt", session)
          else send("StopFailure", session, { error: about.error?.name ?? "error" })
          break
        case "message.updated":
          // An interrupted turn has no error of its session.
          if (about.info?.error?.name === "MessageAbortedError" && busy.delete(about.info.sessionID))
            send("Interrupt", about.info.sessionID)
          break
        case "session.compacted":
          send("PostCompact", session)
          break
        case "session.deleted":
          send("SessionEnd", session)
          break
        case "permission.asked":
        case "permission.updated":
          ask(about).catch(() => {})
          break
        case "permission.replied":
        case "question.replied":
        case "question.rejected":
          send("PermissionDenied", session)
          break
        case "question.asked":
          send("Notification", session, { notification_type: "agent_needs_input" })
          break
      }
    },
    "tool.execute.before": async (input, output) => {
      send("PreToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID, tool_input: output.args })
    },
    "tool.execute.after": async (input) => {
      send("PostToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID })
    },
  }
}
"""


def plugin_source(command: list[str]) -> str:
    """Return the text of the plugin, which starts `command`."""
    return _SOURCE % json.dumps(command)


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
    home, environment = Path.home(), os.environ
    match agent:
        case Agent.CLAUDE:
            return Path(environment.get("CLAUDE_CONFIG_DIR") or home / ".claude") / "settings.json"
        case Agent.CODEX:
            return Path(environment.get("CODEX_HOME") or home / ".codex") / "hooks.json"
        case Agent.QWEN:
            return home / ".qwen" / "settings.json"
        case Agent.GEMINI:
            return home / ".gemini" / "settings.json"
        case Agent.OPENCODE:
            config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
            return config / "opencode" / "plugins" / "deskpet.js"


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
        return HookedText(plugin_source(hook_arguments(agent)), ())
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
    wrong = hooks.kind != "object" or any(each.kind != "array" for each in _lists(hooks))
    if wrong:
        raise HookConfigError(tr("its hooks have an unknown form"))
    return hooks


def _lists(hooks: JsoncNode) -> list[JsoncNode]:
    # Some versions have switches such as "enabled" beside the events.
    return [each for name, each in hooks.members.items() if name[:1].isupper()]


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
