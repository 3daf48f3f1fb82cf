"""Configuration of MCP servers: our own file, and what is started. `config_forms` reads the forms of other clients.

A server is a program (`command`, `args`, `env`, `cwd`) or an address (`url`, `headers`). Texts may name secrets as
`${NAME}` or `${env:NAME}` for an environment variable, and `${keyring:NAME}` for the system's keyring. `${input:NAME}`
is what an editor asks for: the settings have a field for it, and the keyring keeps it. `~/` is the user's home.
"""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from deskpet.features.foreign.server import SavedProgram
from deskpet.features.mcp.config_forms import Fields, ServerConfigError, named_servers, object_of
from deskpet.translation import tr

MAX_SERVERS = 50
_MAX_NAME = 60
# Between the names of a server and of an input, in the name of its secret.
_INPUTS = "input/"
_PLACEHOLDER = re.compile(
    r"\$\{(?:(env|keyring|input|command|config|workspaceFolder):(?!-))?([^}:]{1,100})(?::-([^}]*))?\}"
)
_HOME = re.compile(r"~(?=$|/|\\)")
_OF_EDITORS = re.compile(r"workspace(Folder|Root)\w*")
# The only variables that a server gets without being named; none of them is a key.
_INHERITED = (
    ("APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE", "SYSTEMDRIVE",
     "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE")
    if sys.platform == "win32"
    else ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
)  # fmt: skip

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Input:
    """A value that the user enters. secret: its name in the keyring. default: what is used without it; may be empty."""

    name: str
    secret: str
    default: str


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """A server as it is configured, with placeholders in place of secrets.

    command: the program and its arguments; empty for a server with a `url`. env: the variables that it gets besides
    the inherited ones. folder: its working directory, empty for the pet's. transport: SSE, or empty for what the server
    at the `url` has.
    """

    name: str
    command: tuple[str, ...] = ()
    env: Pairs = ()
    folder: str = ""
    url: str = ""
    headers: Pairs = ()
    transport: str = ""

    @property
    def display_command(self) -> str:
        """The whole command as a shell would take it, or the address."""
        if self.url:
            return self.url
        words = list(self.command)
        return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides what is started."""
        values = [list(self.command), sorted(self.env), self.folder, self.url, sorted(self.headers)]
        values += [self.transport] if self.transport else []
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()

    @property
    def secrets(self) -> tuple[str, ...]:
        """The names of the secrets in the keyring that belong to this server alone."""
        return tuple(name for name, _ in self._own_secrets())

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The values that the user enters, and that no other server gets."""
        start = f"{self.name}/{_INPUTS}"
        return tuple(
            Input(name.removeprefix(start), name, default)
            for name, default in self._own_secrets()
            if name.startswith(start)
        )

    def with_own_inputs(self) -> "ServerConfig":
        """Return it with secrets of its own in place of `${input:NAME}`: other servers may name theirs alike."""

        def owned(text: str) -> str:
            return text.replace("${input:", f"${{keyring:{self.name}/{_INPUTS}")

        def pairs(values: Pairs) -> Pairs:
            return tuple((name, owned(value)) for name, value in values)

        command = tuple(map(owned, self.command))
        parts = owned(self.folder), owned(self.url)
        return ServerConfig(self.name, command, pairs(self.env), *parts, pairs(self.headers), self.transport)

    def _own_secrets(self) -> tuple[tuple[str, str], ...]:
        """Return the names of the secrets that belong to this server, each with its default."""
        texts = (*self.command, self.folder, self.url, *(value for _, value in (*self.env, *self.headers)))
        found = (each for text in texts for each in _PLACEHOLDER.finditer(text) if each[1] == "keyring")
        return tuple({each[2]: each[3] or "" for each in found if each[2].startswith(f"{self.name}/")}.items())

    def as_json(self) -> dict[str, Any]:
        """Return the object of the server in `mcpServers`."""
        if self.url:
            kind = {"type": self.transport} if self.transport else {}
            return kind | {"url": self.url} | ({"headers": dict(self.headers)} if self.headers else {})
        program, *arguments = self.command
        parts: dict[str, Any] = {"command": program, "args": arguments}
        return parts | ({"env": dict(self.env)} if self.env else {}) | ({"cwd": self.folder} if self.folder else {})


@dataclass(frozen=True, slots=True)
class SavedServer(SavedProgram):
    """A server that was added. disabled: whether its configuration says that it is switched off."""

    config: ServerConfig
    disabled: bool = False

    @property
    def name(self) -> str:
        """The name in the configuration."""
        return self.config.name

    @property
    def display_command(self) -> str:
        """The whole command, or the address."""
        return self.config.display_command

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides what is started."""
        return self.config.fingerprint

    @property
    def may_start(self) -> bool:
        """Whether the user has seen this command and allowed it."""
        return self.allowed == self.fingerprint and not self.disabled

    def as_json(self) -> dict[str, Any]:
        """Return the object of the server in our own file, which other clients can read as well."""
        own = {"allowed": self.allowed} | ({"hidden": sorted(self.hidden)} if self.hidden else {})
        return self.config.as_json() | ({"disabled": True} if self.disabled else {}) | {"deskpet": own}


def parse_servers(text: str) -> tuple[SavedServer, ...]:
    """Return the servers of a configuration. Raises ServerConfigError.

    Only our own file has what the user decided, so drop it with `replace(each, allowed="")` for any other.
    """
    named = named_servers(text)
    if len(named) > MAX_SERVERS:
        raise ServerConfigError(tr("There are more than {n} servers.", n=MAX_SERVERS))
    return tuple(_server(name, each) for name, each in named.items())


def dump_servers(servers: tuple[SavedServer, ...]) -> str:
    """Return the text of our own file."""
    return json.dumps({"mcpServers": {each.config.name: each.as_json() for each in servers}}, indent=1)


def _server(name: str, fields: Fields) -> SavedServer:
    if not name.strip() or len(name) > _MAX_NAME or not name.isprintable():
        raise ServerConfigError(tr("“{name}” is no name for a server.", name=name[:_MAX_NAME]))
    if fields.get("url"):
        config = _at_address(name, fields)
    elif fields.get("command"):
        config = _program(name, fields)
    else:
        raise ServerConfigError(tr("{name} has neither “command” nor “url”.", name=name))
    own = object_of(fields.get("deskpet") or {}, f"{name}.deskpet")
    hidden: Any = own.get("hidden") or []
    names = frozenset(map(str, cast("list[Any]", hidden))) if isinstance(hidden, list) else frozenset[str]()
    return SavedServer(config, fields["disabled"], allowed=str(own.get("allowed") or ""), hidden=names)


def _at_address(name: str, fields: Fields) -> ServerConfig:
    address = _text(fields["url"], f"{name}.url")
    if not address.startswith(("https://", "http://")):
        raise ServerConfigError(tr("{name}: the address has to begin with https:// or http://.", name=name))
    headers = _pairs(fields.get("headers"), f"{name}.headers")
    return ServerConfig(name, url=address, headers=headers, transport=fields["type"])


def _program(name: str, fields: Fields) -> ServerConfig:
    arguments: Any = fields["args"]
    if not isinstance(arguments, list):
        raise ServerConfigError(tr("{name} has to be a list of texts.", name=f"{name}.args"))
    texts = [_text(each, f"{name}.args") for each in cast("list[Any]", arguments)]
    folder = _text(fields.get("cwd") or "", f"{name}.cwd")
    env = _pairs(fields.get("env"), f"{name}.env")
    return ServerConfig(name, (_text(fields["command"], f"{name}.command"), *texts), env, folder)


def _text(value: Any, name: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ServerConfigError(tr("{name} has to be a text.", name=name))
    text = str(value)
    if "\0" in text:
        raise ServerConfigError(tr("{name} has to be a text.", name=name))
    return text


def _pairs(value: Any, name: str) -> Pairs:
    return tuple((str(key), _text(each, f"{name}.{key}")) for key, each in object_of(value or {}, name).items())


class MissingSecret(Exception):
    """A configuration names something that is not there: `place` is `env`, `keyring`, `input` or `editor`."""

    def __init__(self, name: str, place: str) -> None:
        super().__init__(name)
        self.name, self.place = name, place


def launch_of(
    config: ServerConfig, environment: Mapping[str, str], secret: Callable[[str], str | None]
) -> dict[str, Any]:
    """Return how to start a server, with secrets in place of their placeholders. Raises MissingSecret.

    environment: the pet's own variables. secret: returns a secret of the keyring by its name; it may block.
    """
    home = environment.get("HOME") or environment.get("USERPROFILE") or "~"

    def filled(text: str) -> str:
        return _PLACEHOLDER.sub(lambda found: _value(found, environment, secret, home), text)

    def path(text: str) -> str:
        # In the text as it is configured: no secret is a path.
        return filled(_HOME.sub(lambda _: home, text, count=1) if _HOME.match(text) else text)

    if config.url:
        headers = {name: filled(value) for name, value in config.headers}
        kind = {"transport": config.transport} if config.transport else {}
        return {"url": filled(config.url), "headers": headers} | kind
    inherited = {name: value for name, value in environment.items() if name.upper() in _INHERITED}
    return {
        "command": [path(each) for each in config.command],
        "env": inherited | {name: path(value) for name, value in config.env},
        "cwd": path(config.folder) or None,
    }


def _value(found: re.Match[str], environment: Mapping[str, str], secret: Callable[[str], str | None], home: str) -> str:
    name, default = found[2], found[3]
    place = found[1] or ("editor" if _OF_EDITORS.fullmatch(name) else "env")
    match place:
        case "keyring" | "input":
            value = secret(name)
        case "env":
            value = home if name == "userHome" else environment.get(name)
        case _:
            place, name, value = "editor", found[0], None
    if value is None:
        value = default
    if value is None:
        raise MissingSecret(name, place)
    return value
