"""Configurations of the tests' own MCP server."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from deskpet.features.mcp.config import SavedServer, parse_servers

PLAIN = Path(__file__).with_name("plain_server.py")


def saved(*arguments: str, name: str = "plain", **more: Any) -> SavedServer:
    """Return an allowed server that runs plain_server.py with these arguments; the first one is its fault."""
    fields = {"command": sys.executable, "args": [str(PLAIN), *arguments], **more}
    (server,) = parse_servers(json.dumps({"mcpServers": {name: fields}}))
    return replace(server, allowed=server.fingerprint)
