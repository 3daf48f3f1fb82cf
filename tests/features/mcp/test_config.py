"""Configurations of MCP servers as other clients write them, and what would be started."""

import contextlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.mcp.config import (
    MissingSecret,
    SavedServer,
    ServerConfig,
    ServerConfigError,
    dump_servers,
    launch_of,
    parse_servers,
)

TIME = {"command": "uvx", "args": ["mcp-server-time", "--local-timezone", "Europe/Paris"]}


def parsed(value: Any) -> tuple[SavedServer, ...]:
    return parse_servers(json.dumps(value))


@pytest.mark.parametrize("root", ["mcpServers", "servers"])
def test_both_top_keys_are_read(root: str) -> None:
    (server,) = parsed({root: {"time": TIME}, "inputs": []})
    assert server.config == ServerConfig("time", ("uvx", *TIME["args"]))
    assert server.config.display_command == "uvx mcp-server-time --local-timezone Europe/Paris"
    assert not server.may_start


@pytest.mark.parametrize("key", ["url", "httpUrl", "serverUrl"])
def test_an_address_is_a_server(key: str) -> None:
    fields = {"type": "http", key: "https://a.example/mcp", "headers": {"Authorization": "Bearer ${KEY}"}}
    (server,) = parsed({"servers": {"a": fields}})
    assert server.config.display_command == "https://a.example/mcp"
    launch = launch_of(server.config, {"KEY": "k"}, lambda _: None)
    assert launch == {"url": "https://a.example/mcp", "headers": {"Authorization": "Bearer k"}}


def test_our_file_keeps_what_the_user_decided() -> None:
    (server,) = parsed({"mcpServers": {"time": TIME | {"env": {"A": "1"}, "cwd": "/tmp"}}})
    allowed = replace(server, allowed=server.config.fingerprint, hidden=frozenset({"convert"}))
    assert parse_servers(dump_servers((allowed,))) == (allowed,)
    assert allowed.may_start


@pytest.mark.parametrize("change", [{"args": ["x"]}, {"env": {"A": "1"}}, {"cwd": "/"}, {"command": "other"}])
def test_any_change_of_the_command_needs_another_word(change: dict[str, Any]) -> None:
    (server,) = parsed({"mcpServers": {"time": TIME}})
    (other,) = parsed({"mcpServers": {"time": TIME | change}})
    assert not replace(other, allowed=server.config.fingerprint).may_start


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "JSON object"),
        ("{}", "mcpServers"),
        ('{"mcpServers": {"a": 1}}', "mcpServers"),
        ('{"mcpServers": {"a": {}}}', "neither"),
        ('{"mcpServers": {"a": {"command": ["x"]}}}', "a.command has to be a text"),
        ('{"mcpServers": {"a": {"command": "x", "args": "y"}}}', "a.args has to be a list"),
        ('{"mcpServers": {"a": {"command": "x", "env": []}}}', None),
        ('{"mcpServers": {"a": {"command": "x", "env": {"B": {}}}}}', "a.env.B"),
        ('{"mcpServers": {"a": {"url": "file:///etc"}}}', "https://"),
        ('{"mcpServers": {"": {"command": "x"}}}', "no name"),
        ('{"mcpServers": {"a": {"command": "x\\u0000"}}}', "text"),
    ],
)
def test_a_mistake_is_named(text: str, words: str | None) -> None:
    if words is None:
        assert parse_servers(text)
        return
    with pytest.raises(ServerConfigError, match=words):
        parse_servers(text)


KEYS = st.sampled_from(["mcpServers", "servers", "a", "command", "args", "env", "url", "deskpet", "hidden"])
VALUES = st.recursive(
    st.none() | st.text(max_size=5) | st.integers(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
)


@given(VALUES)
def test_any_json_is_read_or_refused(value: Any) -> None:
    with contextlib.suppress(ServerConfigError):
        assert parsed(value)


def test_secrets_come_from_the_environment_or_the_keyring() -> None:
    config = ServerConfig("a", ("x", "${TOP}"), (("KEY", "${keyring:a/KEY}"), ("IN", "${input:id}")))
    launch = launch_of(config, {"TOP": "t", "PATH": "/bin", "OPENAI_API_KEY": "sk"}, {"a/KEY": "k", "id": "i"}.get)
    assert launch["command"] == ["x", "t"]
    assert launch["env"] == {"PATH": "/bin", "KEY": "k", "IN": "i"}
    with pytest.raises(MissingSecret, match="a/KEY"):
        launch_of(config, {"TOP": "t"}, lambda _: None)
