"""Configuration of MCP servers, in the form that other clients use: an object `mcpServers`, or `servers`.

A server is a program (`command`, `args`, `env`, `cwd`) or an address (`url`, `headers`). Texts may name secrets as
`${NAME}` or `${env:NAME}` for an environment variable, and `${keyring:NAME}` for the system's keyring.
"""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from deskpet.words import tr

MAX_SERVERS = 50
MAX_CONFIG = 256 << 10
"""Longest configuration, in characters."""
_MAX_NAME = 60
_PLACEHOLDER = re.compile(r"\$\{(?:(env|keyring|input):)?([^}:]{1,100})(?::-([^}]*))?\}")
# The only variables that a server gets without being named; none of them is a key.
_INHERITED = (
    ("APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE", "SYSTEMDRIVE",
     "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE")
    if sys.platform == "win32"
    else ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
)  # fmt: skip

Pairs = tuple[tuple[str, str], ...]


class ServerConfigError(ValueError):
    """A configuration that can't be used. The message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """A server as it is configured, with placeholders in place of secrets.

    command: the program and its arguments; empty for a server with a `url`. env: the variables that it gets besides
    the inherited ones. folder: its working directory, empty for the pet's.
    """

    name: str
    command: tuple[str, ...] = ()
    env: Pairs = ()
    folder: str = ""
    url: str = ""
    headers: Pairs = ()

    @property
    def line(self) -> str:
        """The whole command as a shell would take it, or the address."""
        if self.url:
            return self.url
        words = list(self.command)
        return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides what is started."""
        values = [list(self.command), sorted(self.env), self.folder, self.url, sorted(self.headers)]
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()

    def as_json(self) -> dict[str, Any]:
        """Return the object of the server in `mcpServers`."""
        if self.url:
            return {"url": self.url} | ({"headers": dict(self.headers)} if self.headers else {})
        program, *arguments = self.command
        parts: dict[str, Any] = {"command": program, "args": arguments}
        return parts | ({"env": dict(self.env)} if self.env else {}) | ({"cwd": self.folder} if self.folder else {})


@dataclass(frozen=True, slots=True)
class SavedServer:
    """A server that was added, and what the user decided about it.

    allowed: the fingerprint of the command that may be started; another one is not. hidden: the names of tools that no
    model is told of.
    """

    config: ServerConfig
    allowed: str = ""
    hidden: frozenset[str] = field(default_factory=frozenset[str])

    @property
    def name(self) -> str:
        """The name in the configuration."""
        return self.config.name

    @property
    def line(self) -> str:
        """The whole command, or the address."""
        return self.config.line

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides what is started."""
        return self.config.fingerprint

    @property
    def may_start(self) -> bool:
        """Whether the user has seen this command and allowed it."""
        return self.allowed == self.fingerprint

    def as_json(self) -> dict[str, Any]:
        """Return the object of the server in our own file, which other clients can read as well."""
        own = {"allowed": self.allowed} | ({"hidden": sorted(self.hidden)} if self.hidden else {})
        return self.config.as_json() | {"deskpet": own}


def parse_servers(text: str) -> tuple[SavedServer, ...]:
    """Return the servers of a configuration. Raises ServerConfigError.

    Only our own file has what the user decided, so drop it with `replace(each, allowed="")` for any other.
    """
    if len(text) > MAX_CONFIG:
        raise ServerConfigError(tr("The text is too long for a configuration of servers."))
    try:
        value: Any = json.loads(text)
    except RecursionError as error:
        raise ServerConfigError(tr("This is no JSON: {why}.", why=error)) from error
    except ValueError as error:
        raise ServerConfigError(tr("This is no JSON: {why}.", why=error)) from error
    root = _object(value, tr("The text"))
    servers: Any = root.get("mcpServers", root.get("servers", root))
    named = _object(servers, "mcpServers")
    if not named or not all(isinstance(each, dict) for each in named.values()):
        raise ServerConfigError(tr("There is no object “mcpServers” or “servers” with servers in it."))
    if len(named) > MAX_SERVERS:
        raise ServerConfigError(tr("There are more than {n} servers.", n=MAX_SERVERS))
    return tuple(_server(name, each) for name, each in named.items())


def dump_servers(servers: tuple[SavedServer, ...]) -> str:
    """Return the text of our own file."""
    return json.dumps({"mcpServers": {each.config.name: each.as_json() for each in servers}}, indent=1)


def _server(name: str, value: Any) -> SavedServer:
    fields = _object(value, name)
    if not name.strip() or len(name) > _MAX_NAME or not name.isprintable():
        raise ServerConfigError(tr("“{name}” is no name for a server.", name=name[:_MAX_NAME]))
    url = fields.get("url") or fields.get("httpUrl") or fields.get("serverUrl")
    if url:
        address = _text(url, f"{name}.url")
        if not address.startswith(("https://", "http://")):
            raise ServerConfigError(tr("{name}: the address has to begin with https:// or http://.", name=name))
        config = ServerConfig(name, url=address, headers=_pairs(fields.get("headers"), f"{name}.headers"))
    elif command := fields.get("command"):
        arguments: Any = fields.get("args") or []
        if not isinstance(arguments, list):
            raise ServerConfigError(tr("{name} has to be a list of texts.", name=f"{name}.args"))
        texts = [_text(each, f"{name}.args") for each in cast("list[Any]", arguments)]
        folder = _text(fields.get("cwd") or "", f"{name}.cwd")
        env = _pairs(fields.get("env"), f"{name}.env")
        config = ServerConfig(name, (_text(command, f"{name}.command"), *texts), env, folder)
    else:
        raise ServerConfigError(tr("{name} has neither “command” nor “url”.", name=name))
    own = _object(fields.get("deskpet") or {}, f"{name}.deskpet")
    hidden: Any = own.get("hidden") or []
    names = frozenset(map(str, cast("list[Any]", hidden))) if isinstance(hidden, list) else frozenset[str]()
    return SavedServer(config, str(own.get("allowed") or ""), names)


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ServerConfigError(tr("{name} has to be a JSON object.", name=name))
    return cast("dict[str, Any]", value)


def _text(value: Any, name: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ServerConfigError(tr("{name} has to be a text.", name=name))
    text = str(value)
    if "\0" in text:
        raise ServerConfigError(tr("{name} has to be a text.", name=name))
    return text


def _pairs(value: Any, name: str) -> Pairs:
    return tuple((str(key), _text(each, f"{name}.{key}")) for key, each in _object(value or {}, name).items())


class MissingSecret(Exception):
    """A configuration names a variable or a secret that is not there. `place` is `env` or `keyring`."""

    def __init__(self, name: str, place: str) -> None:
        super().__init__(name)
        self.name, self.place = name, place


def launch_of(
    config: ServerConfig, environment: Mapping[str, str], secret: Callable[[str], str | None]
) -> dict[str, Any]:
    """Return how to start a server, with secrets in place of their placeholders. Raises MissingSecret.

    environment: the pet's own variables. secret: returns a secret of the keyring by its name; it may block.
    """

    def filled(text: str) -> str:
        return _PLACEHOLDER.sub(lambda found: _value(found, environment, secret), text)

    if config.url:
        return {"url": filled(config.url), "headers": {name: filled(value) for name, value in config.headers}}
    inherited = {name: value for name, value in environment.items() if name.upper() in _INHERITED}
    return {
        "command": [filled(each) for each in config.command],
        "env": inherited | {name: filled(value) for name, value in config.env},
        "cwd": filled(config.folder) or None,
    }


def _value(found: re.Match[str], environment: Mapping[str, str], secret: Callable[[str], str | None]) -> str:
    place, name, default = found.groups()
    value = secret(name) if place in {"keyring", "input"} else environment.get(name)
    if value is None:
        value = default
    if value is None:
        raise MissingSecret(name, "keyring" if place in {"keyring", "input"} else "env")
    return value
