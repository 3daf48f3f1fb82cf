"""`deskpet tools`: every tool with its policy, and with what an unavailable one needs."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from deskpet.app.tool_list import TOOLS
from deskpet.chat.tool import wire_name
from deskpet.config import paths
from deskpet.features.plugins.plugins import Plugins
from tests.features.plugins.test_plugins import ECHO
from tests.support.deskpet_process import PROJECT, start, start_python
from tests.support.waiting import until

PLAIN = PROJECT / "tests" / "features" / "mcp" / "plain_server.py"
# Runs the command, and prints which of the modules that it must not need were imported.
WITHOUT_QT = """
import sys
from deskpet.__main__ import main
code = main(sys.argv[1:])
print(*sorted({"PySide6", "keyring", "shiboken6"} & set(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def listed(*options: str) -> dict[str, dict[str, Any]]:
    program = start("tools", "--json", *options)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (0, "")
    return {line["name"]: line for line in map(json.loads, out.splitlines())}


def test_each_tool_is_one_line_with_all_keys() -> None:
    tools = listed()
    assert list(tools) == [each.name for each in TOOLS]
    for name, each in tools.items():
        assert list(each) == ["name", "wire_name", "title", "origin", "policy", "available", "needs", "schema"]
        assert each["wire_name"] == wire_name(name)
        assert each["available"] is not bool(each["needs"])
        assert each["schema"]["type"] == "object"
    assert "happy" in tools["live2d.expression"]["schema"]["properties"]["name"]["enum"]
    assert (tools["write_file"]["policy"], tools["write_file"]["available"]) == ("ask", True)


def test_tools_of_the_window_and_tools_without_their_settings_say_what_they_need() -> None:
    tools = listed()
    assert "window" in tools["clipboard_read"]["needs"]
    assert "search engine" in tools["web_search"]["needs"]


def test_the_policy_is_the_one_of_the_settings(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[tools]\npolicies = {"read_file" = "refuse"}\nsearch_engine = "brave"\n', encoding="utf-8")
    tools = listed("--settings", str(settings))
    assert tools["read_file"]["policy"] == "refuse"
    assert tools["delete_file"]["policy"] == "ask"
    assert "search engine" not in tools["web_search"]["needs"]


def test_settings_that_can_not_be_read_are_a_usage_error(tmp_path: Path) -> None:
    program = start("tools", "--settings", str(tmp_path / "none.toml"))
    out, err = program.communicate(timeout=60)
    assert (program.returncode, out) == (2, "")
    assert "no such settings file" in err


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_it_needs_neither_qt_nor_the_keyring(options: list[str]) -> None:
    program = start_python("-c", WITHOUT_QT, "tools", *options)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, err.strip()) == (0, "")
    assert len(out.splitlines()) == len(TOOLS)


def test_the_tools_of_mcp_servers_are_listed_and_a_server_that_does_not_start_is_told(tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    good = {"command": sys.executable, "args": [str(PLAIN)]}
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"plain": good, "gone": {"command": "no-such-program"}}}))
    program = start("tools", "--json", "--servers", str(file))
    out, err = program.communicate(timeout=120)
    assert program.returncode == 0
    assert "The server gone did not start" in err
    tools = {line["name"]: line for line in map(json.loads, out.splitlines())}
    assert len(tools) == len(TOOLS) + 1
    foreign = tools["mcp__plain__echo"]
    assert (foreign["origin"], foreign["policy"], foreign["available"]) == ("mcp:plain", "ask", True)
    assert foreign["schema"]["required"] == ["text"]


async def test_the_tools_of_allowed_plugins_are_listed_and_nothing_of_them_runs() -> None:
    folder, data = paths.tools_folder(), paths.data_folder()
    log = folder / "log"
    folder.mkdir(parents=True)
    for name in ("words", "other"):
        (folder / f"{name}.py").write_text(f"{ECHO}\nopen({str(log)!r}, 'a').write('{name} ')\n")
    plugins = Plugins(folder, data)
    await plugins.load()
    await plugins.allow("words", plugins.all[1].saved.fingerprint)
    await plugins.start("words")
    await plugins.close()
    await until((data / "plugin_tools.json").exists)
    tools = await asyncio.to_thread(listed)
    foreign = tools["plugin__words__echo"]
    assert (foreign["origin"], foreign["policy"], foreign["available"]) == ("plugin:words", "ask", False)
    assert "window" in foreign["needs"]
    assert len(tools) == len(TOOLS) + 1
    assert log.read_text() == "words "


def test_a_file_of_servers_that_can_not_be_used_is_a_usage_error(tmp_path: Path) -> None:
    for text in (None, "{", '{"mcpServers": {"a": {}}}'):
        file = tmp_path / f"{text is None}.json"
        if text is not None:
            file.write_text(text)
        program = start("tools", "--servers", str(file))
        out, err = program.communicate(timeout=60)
        assert (program.returncode, out) == (2, "")
        assert file.name in err
