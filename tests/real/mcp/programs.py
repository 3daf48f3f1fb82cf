"""Five MCP servers of other people, as they are started for a test."""

import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from deskpet.features.mcp.config import SavedServer, parse_servers
from tests.real.servers import program

NPM_PROGRAMS = "DESKPET_MCP_SERVERS"
"""The variable that names the folder with the servers from npm."""
NAMES = ("time", "git", "files", "everything", "memory")


def five_servers(folder: Path) -> tuple[SavedServer, ...]:
    """Return the allowed servers, which see nothing but a small repository in `folder`; skips if one is missing.

    Their order is that of NAMES.
    """
    project = folder / "project"
    project.mkdir()
    (project / "hello.txt").write_text("Hello from a file.\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q", "-b", "main", str(project)], check=True)
    fields = {
        "time": {"command": program("mcp-server-time"), "args": ["--local-timezone", "Europe/Paris"]},
        "git": {"command": program("mcp-server-git"), "args": ["--repository", str(project)]},
        "files": {"command": _npm_program("mcp-server-filesystem"), "args": [str(project)]},
        "everything": {"command": _npm_program("mcp-server-everything")},
        "memory": {
            "command": _npm_program("mcp-server-memory"),
            "env": {"MEMORY_FILE_PATH": str(folder / "memory.jsonl")},
        },
    }
    servers = parse_servers(json.dumps({"mcpServers": fields}))
    assert tuple(each.name for each in servers) == NAMES
    return tuple(replace(each, allowed=each.fingerprint) for each in servers)


def _npm_program(name: str) -> str:
    found = shutil.which(name, path=os.environ.get(NPM_PROGRAMS, ""))
    if not found:
        pytest.skip(f"{name} is not in the folder that {NPM_PROGRAMS} names: use make test-real")
    return str(Path(found).absolute())
