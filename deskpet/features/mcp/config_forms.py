"""The forms in which clients and editors write their MCP servers, brought into the one of our own file.

JSON may have comments and trailing commas. The servers are in `mcpServers` (most clients), `servers` (VS Code, also
below `mcp` in its settings), `context_servers` (Zed) or `mcp` (opencode).
"""

import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, cast

from deskpet.text import jsonc
from deskpet.translation import tr

MAX_CONFIG = 256 << 10
"""Longest configuration, in characters."""
SSE = "sse"
"""The `type` of a server at an address with server-sent events, as it was before 2025."""
_KEYS = ("mcpServers", "servers", "context_servers")
_NO_SERVERS = ("inputs", "$schema")
_TRANSPORTS = ("", SSE, "http", "streamable-http", "streamablehttp", "streamable_http", "stdio", "local", "remote")
_INPUT = re.compile(r"\$\{input:([^}:]{1,100})\}")

Fields = dict[str, Any]


class ServerConfigError(ValueError):
    """A configuration that can't be used. The message is a sentence for people."""


def named_servers(text: str) -> dict[str, Fields]:
    """Return the fields of each server in a configuration, as our own file has them. Raises ServerConfigError.

    Each has `command` with `args`, `env` and `cwd`, or `url` with `headers` and `type`; and `disabled`.
    """
    if len(text) > MAX_CONFIG:
        raise ServerConfigError(tr("The text is too long for a configuration of servers."))
    root = object_of(_parsed(text), tr("The text"))
    editor: Any = root.get("mcp")
    if isinstance(editor, dict) and not {"command", "url"} & cast("Fields", editor).keys() and not _key_in(root):
        root = cast("Fields", editor)
    key = _key_in(root)
    named = object_of(root[key], key) if key else {name: root[name] for name in root if name not in _NO_SERVERS}
    if not named or not all(isinstance(each, dict) for each in named.values()):
        raise ServerConfigError(tr("There is no object “mcpServers” or “servers” with servers in it."))
    defaults = _input_defaults(root.get("inputs"))
    return {name: _standard(name, _with_defaults(each, defaults)) for name, each in named.items()}


def _key_in(root: Fields) -> str | None:
    return next((key for key in _KEYS if key in root), None)


def object_of(value: Any, name: str) -> Fields:
    """Return `value` if it is an object. Raises ServerConfigError."""
    if not isinstance(value, dict):
        raise ServerConfigError(tr("{name} has to be a JSON object.", name=name))
    return cast("Fields", value)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        why: object = error
    try:
        return jsonc.to_json(text, jsonc.parse(text))
    except jsonc.BadJsonc as error:
        # Without comments, Python says more.
        has_comments = re.search(r"//|/\*", text)
        why = tr("line {line} can't be read", line=error.line) if has_comments else why
        raise ServerConfigError(tr("This is no JSON: {why}.", why=why)) from error


def _standard(name: str, fields: Fields) -> Fields:
    """Return the fields of a server in our form; what can't be used is left to the checks of each value."""
    kind = str(fields.get("type") or fields.get("transport") or fields.get("transportType") or "").lower()
    if kind not in _TRANSPORTS:
        raise ServerConfigError(tr("{name}: the transport “{kind}” is not supported.", name=name, kind=kind[:40]))
    if fields.get("envFile"):
        raise ServerConfigError(tr("{name}: “envFile” is not supported. Name its variables in “env”.", name=name))
    common = {
        "disabled": fields.get("disabled") is True or fields.get("enabled") is False,
        "deskpet": fields.get("deskpet"),
    }
    if url := fields.get("url") or fields.get("httpUrl") or fields.get("serverUrl"):
        return common | {"url": url, "headers": fields.get("headers"), "type": SSE if kind == SSE else ""}
    command, arguments = _command(fields)
    env = fields.get("env") or fields.get("environment")
    return common | {"command": command, "args": arguments, "env": env, "cwd": fields.get("cwd")}


def _command(fields: Fields) -> tuple[Any, Any]:
    """Return the program and its arguments. Some clients have both in a list, in an object or in one text."""
    command: Any = fields.get("command")
    arguments: Any = fields.get("args")
    if isinstance(command, dict):
        inner = cast("Fields", command)
        command, arguments = inner.get("path"), inner.get("args")
    if isinstance(command, list) and command and fields.get("type") == "local":
        program, *words = cast("list[Any]", command)
        return program, words
    if (
        isinstance(command, str)
        and (arguments is None or isinstance(arguments, list))
        and fields.get("deskpet") is None
    ):
        program, *line = _words(command)
        listed = cast("list[Any]", arguments or [])
        return program, [*line, *listed]
    return cast("Any", command), [] if arguments is None else cast("Any", arguments)


def _words(command: str) -> list[str]:
    """Return the words of a command line, or the command alone if it is the name of a program with spaces."""
    if " " not in command.strip() or shutil.which(str(Path(command).expanduser())):
        return [command]
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError:
        return [command]
    first = Path(words[0]).expanduser()
    # The path of a program that is gone is no command line.
    is_line = len(first.parts) == 1 or shutil.which(str(first))
    return [each.strip('"') for each in words] if is_line else [command]


def _input_defaults(inputs: Any) -> dict[str, str]:
    """Return what an editor would enter by default, by the ids of the inputs."""
    listed = cast("list[Any]", inputs) if isinstance(inputs, list) else []
    named = [cast("Fields", each) for each in listed if isinstance(each, dict)]
    found = {str(each.get("id")): each.get("default") for each in named}
    return {name: value for name, value in found.items() if isinstance(value, str) and value and "}" not in value}


def _with_defaults(value: Any, defaults: dict[str, str]) -> Any:
    """Return a value with the defaults in its `${input:NAME}`."""
    if not defaults:
        return value
    if isinstance(value, str):
        return _INPUT.sub(lambda found: _with_default(found, defaults), value)
    if isinstance(value, list):
        return [_with_defaults(each, defaults) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: _with_defaults(each, defaults) for key, each in cast("Fields", value).items()}
    return value


def _with_default(found: re.Match[str], defaults: dict[str, str]) -> str:
    name = found[1]
    return f"${{input:{name}:-{defaults[name]}}}" if name in defaults else found[0]
