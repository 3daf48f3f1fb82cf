"""The configuration by which an agent starts `deskpet mcp`, in the form that most agents take."""

import json
import sys
from pathlib import Path

from deskpet.processes import child


def server_command() -> list[str]:
    """Return the words of the command, absolute, because agents have another PATH."""
    script = child.launcher(has_console=True)
    script = script or Path(sys.executable).with_name("deskpet.exe" if sys.platform == "win32" else "deskpet")
    if script.is_file():
        return [str(script), "mcp"]
    # -P: the agent's working folder, in which anything may be, is not searched for modules.
    return [sys.executable, "-P", "-m", "deskpet", "mcp"]


def server_configuration() -> str:
    """Return the `mcpServers` JSON to paste into an agent's configuration."""
    command, *arguments = server_command()
    server = f'"command": {json.dumps(command)},\n      "args": {json.dumps(arguments)}'
    return f'{{\n  "mcpServers": {{\n    "deskpet": {{\n      {server}\n    }}\n  }}\n}}'
