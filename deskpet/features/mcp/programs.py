"""The programs that start MCP servers, and where to get those that are missing."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deskpet.translation import tr, tr_noop

_NODE = tr_noop("It comes with Node.js: https://nodejs.org, or the package “npm” of your system.")
_UV = tr_noop("It comes with uv: https://docs.astral.sh/uv, or “pipx install uv”.")
_SOURCES = {
    "npx": _NODE,
    "npm": _NODE,
    "node": _NODE,
    "uvx": _UV,
    "uv": _UV,
    "pipx": tr_noop("It is the package “pipx” of your system: https://pipx.pypa.io."),
    "bunx": tr_noop("It comes with Bun: https://bun.sh."),
    "bun": tr_noop("It comes with Bun: https://bun.sh."),
    "deno": tr_noop("It comes with Deno: https://deno.com."),
    "docker": tr_noop("It comes with Docker: https://docs.docker.com/get-started/get-docker/."),
    "podman": tr_noop("It comes with Podman: https://podman.io."),
}
_ELSEWHERE = tr_noop("If it is installed, write its whole path: programs of the desktop search fewer folders.")


def missing_program(launch: Mapping[str, Any]) -> str:
    """Return what is missing to start a server, in sentences for people; empty if nothing is. It blocks.

    launch: `command`, `env` and `cwd`; nothing is missing for a server at an address.
    """
    if not launch.get("command"):
        return ""
    program: str = launch["command"][0]
    folder: str | None = launch.get("cwd")
    if folder and not Path(folder).is_dir():
        return tr("The folder {folder} in which it starts does not exist.", folder=folder)
    if _is_there(program, folder, launch["env"].get("PATH", os.defpath)):
        return ""
    source = _SOURCES.get(Path(program).name.removesuffix(".exe").removesuffix(".cmd"))
    sentences = tr("There is no program {program}.", program=program), tr(source) if source else ""
    is_name = not os.path.dirname(program)  # noqa: PTH120 - of the text: Path drops a leading "./"
    return " ".join(filter(None, (*sentences, tr(_ELSEWHERE) if is_name else "")))


def _is_there(program: str, folder: str | None, path: str) -> bool:
    if os.path.dirname(program):  # noqa: PTH120 - as above
        return shutil.which(str(Path(folder or ".", program))) is not None
    return shutil.which(program, path=path) is not None
