"""Configurations as editors and other clients write them."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from deskpet.features.mcp.config import (
    MissingSecret,
    SavedServer,
    ServerConfig,
    dump_servers,
    launch_of,
    parse_servers,
)
from deskpet.features.mcp.config_forms import ServerConfigError
from deskpet.features.mcp.servers import missing_program

HOME = "/home/me"


def only(fields: dict[str, Any], **root: Any) -> SavedServer:
    (server,) = parse_servers(json.dumps({"mcpServers": {"a": fields}} | root))
    return server


def test_comments_and_trailing_commas_are_read() -> None:
    text = """// my servers
    {
      /* two of them */
      "mcpServers": {
        "a": {"command": "x", "args": ["http://not//a comment", "/* nor this */",],}, // the first
        "b": {"url": "https://b.example/mcp"},
      },
    }"""
    a, b = parse_servers(text)
    assert a.config.command == ("x", "http://not//a comment", "/* nor this */")
    assert b.config.url == "https://b.example/mcp"


@pytest.mark.parametrize("text", ["/*", "/*" * 50_000, '{"a": // x', ',/*"' * 20_000, '{"mcpServers": {,}}'])
def test_what_is_no_json_even_with_comments_is_refused_soon(text: str) -> None:
    with pytest.raises(ServerConfigError, match="no JSON"):
        parse_servers(text)


@pytest.mark.parametrize(
    "root",
    [
        {"mcp": {"servers": {"a": {"type": "stdio", "command": "x"}}}, "editor.fontSize": 12},
        {"mcp": {"a": {"type": "local", "command": ["x"], "enabled": True}}, "$schema": "https://opencode.ai/c.json"},
        {"context_servers": {"a": {"command": {"path": "x", "args": []}}}},
        {"servers": {"a": {"command": "x"}}, "inputs": []},
        {"a": {"command": "x"}},
    ],
)
def test_servers_are_found_where_editors_have_them(root: dict[str, Any]) -> None:
    (server,) = parse_servers(json.dumps(root))
    assert server.config == ServerConfig("a", ("x",))


def test_a_server_named_mcp_is_a_server() -> None:
    (server,) = parse_servers(json.dumps({"mcp": {"command": "x"}}))
    assert server.config == ServerConfig("mcp", ("x",))


@pytest.mark.parametrize(
    ("fields", "command"),
    [
        ({"command": "npx -y @a/server '/my files'"}, ("npx", "-y", "@a/server", "/my files")),
        ({"command": "npx -y", "args": ["server"]}, ("npx", "-y", "server")),
        ({"command": "/no/such folder/program"}, ("/no/such folder/program",)),
        ({"command": "npx 'unclosed"}, ("npx 'unclosed",)),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="command lines of Windows have other quotes")
def test_arguments_in_the_command(fields: dict[str, Any], command: tuple[str, ...]) -> None:
    assert only(fields).config.command == command


def test_a_program_whose_path_has_spaces_is_no_command_line(tmp_path: Path) -> None:
    program = tmp_path / ("my server.bat" if sys.platform == "win32" else "my server")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    server = only({"command": str(program)})
    assert server.config.command == (str(program),)
    # Our own file is taken as it is, also when the program is gone.
    program.unlink()
    assert parse_servers(dump_servers((server,))) == (server,)


def test_a_server_that_is_switched_off_does_not_start_and_stays_so() -> None:
    for fields in ({"disabled": True}, {"enabled": False}):
        server = only({"command": "x"} | fields)
        allowed = SavedServer(server.config, server.disabled, allowed=server.fingerprint)
        assert not allowed.may_start
        assert parse_servers(dump_servers((allowed,))) == (allowed,)
    assert not only({"command": "x", "disabled": False}).disabled


def test_the_older_transport_is_part_of_what_is_allowed() -> None:
    older, newer = only({"type": "sse", "url": "https://a/sse"}), only({"type": "http", "url": "https://a/sse"})
    assert launch_of(older.config, {}, lambda _: None)["transport"] == "sse"
    assert older.fingerprint != newer.fingerprint
    assert parse_servers(dump_servers((older,))) == (older,)


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"type": "ws", "url": "https://a"}, "“ws” is not supported"), ({"command": "x", "envFile": ".env"}, "envFile")],
)
def test_what_is_not_supported_is_named(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ServerConfigError, match=words):
        only(fields)


def test_a_tilde_and_user_home_are_the_home() -> None:
    fields = {"command": "~/bin/x", "args": ["~/notes", "~", "a~/b", "${userHome}/c"], "cwd": "~", "env": {"D": "~/d"}}
    launch = launch_of(only(fields).config, {"HOME": HOME}, lambda _: None)
    assert launch["command"] == [f"{HOME}/bin/x", f"{HOME}/notes", HOME, "a~/b", f"{HOME}/c"]
    assert (launch["cwd"], launch["env"]["D"]) == (HOME, f"{HOME}/d")
    secret = only({"command": "x", "env": {"D": "${keyring:d}"}}).config
    assert launch_of(secret, {"HOME": HOME}, {"d": "~/secret"}.get)["env"]["D"] == "~/secret"


def test_inputs_of_an_editor_become_secrets_of_the_server() -> None:
    inputs = [{"id": "key", "type": "promptString", "password": True}, {"id": "zone", "default": "UTC"}]
    config = only({"command": "x", "env": {"KEY": "${input:key}", "ZONE": "${input:zone}"}}, inputs=inputs).config
    with pytest.raises(MissingSecret) as missing:
        launch_of(config, {}, lambda _: None)
    assert (missing.value.name, missing.value.place) == ("key", "input")
    own = config.with_own_inputs()
    assert [(each.name, each.secret, each.default) for each in own.inputs] == [
        ("key", "a/input/key", ""),
        ("zone", "a/input/zone", "UTC"),
    ]
    assert own.secrets == ("a/input/key", "a/input/zone")
    launch = launch_of(own, {}, {"a/input/key": "k"}.get)
    assert launch["env"] == {"KEY": "k", "ZONE": "UTC"}


@pytest.mark.parametrize("text", ["${workspaceFolder}", "${command:pick}", "${config:a.b}", "${workspaceFolder:x}"])
def test_what_only_an_editor_knows_is_named(text: str) -> None:
    with pytest.raises(MissingSecret) as missing:
        launch_of(only({"command": "x", "args": [text]}).config, {}, lambda _: None)
    assert (missing.value.name, missing.value.place) == (text, "editor")


@pytest.mark.parametrize(("program", "source"), [("npx", "nodejs.org"), ("uvx", "docs.astral.sh/uv"), ("nothing", "")])
def test_a_missing_program_is_named_with_how_to_get_it(program: str, source: str, tmp_path: Path) -> None:
    launch = {"command": [program], "env": {"PATH": str(tmp_path)}, "cwd": None}
    reason = missing_program(launch)
    assert f"There is no program {program}." in reason
    assert source in reason
    assert "whole path" in reason


def test_what_is_there_is_not_missing(tmp_path: Path) -> None:
    environment = {"PATH": os.defpath}
    assert missing_program({"command": [sys.executable], "env": environment, "cwd": str(tmp_path)}) == ""
    assert missing_program({"url": "https://a"}) == ""
    gone = {"command": [sys.executable], "env": environment, "cwd": str(tmp_path / "gone")}
    assert "gone in which it starts does not exist" in missing_program(gone)
    assert "whole path" not in missing_program({"command": ["/no/such/program"], "env": environment})
