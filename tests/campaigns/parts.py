"""Add the parts to a release that is installed here, from a server on the loopback address, use them and remove them.

`make campaign NAME=parts`: copies the folder that `make release ARGS=linux` has built. Its files come from PyPI first,
by pip. Prints a row for each step; the exit code is 1 if one does not do what it should.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import part_list

from tests.campaigns.updated import PACKAGE, SECONDS, Installed
from tests.network.file_server import FileServer, running_server

SYSTEM = "linux-x86_64-3.11"
# Runs in the installed program, as its commands do.
USE = """
import sys
from deskpet.config import paths
from deskpet.processes import added_parts
added_parts.activate(paths.data_folder())
"""
JAVASCRIPT = f"""{USE}
import asyncio
from deskpet.features.javascript import tools
print(asyncio.run(tools.run_javascript.function(code="[1,2,3].map(x => x * x).join()"))["value"])
"""
# What the process of a model says of a folder without one, which is after it has loaded the library.
VOICE = f"""{USE}
import subprocess
from deskpet.processes import child
code = "import deskpet, sherpa_onnx; print(sherpa_onnx.OfflineTtsConfig().max_num_sentences)"
options = child._interpreter_options()
print(subprocess.run([sys.executable, *options, "-c", code], stdout=subprocess.PIPE, text=True).stdout)
"""


DIAGRAM = f"""{USE}
from deskpet.processes.child_kinds import DIAGRAM
from deskpet.processes.line_process import LineProcess
process = LineProcess(DIAGRAM, "deskpet.ui.markdown.diagram_process", lambda _: None)
process.start()
look = dict.fromkeys(("background", "text", "box", "border", "line"), "#888888") | {{"is_dark": False}}
asked = {{"source": "graph TD; A --> B", "zoom": 1, "font": "Arial", "look": look}}
print(process.ask(asked, 60)["result"].split()[1][:8])
process.kill()
"""
# The first bytes of a PNG in base64.
PNG = "iVBORw0K"
PARTS = (("javascript", JAVASCRIPT, "1,4,9"), ("voice-local", VOICE, "1"), ("diagrams", DIAGRAM, PNG))


def steps(installed: Installed, files: Path) -> Iterator[tuple[str, Callable[[], object], object]]:
    """Yield the name of each step, what does it, and what it has to return."""
    yield (
        "what is missing",
        lambda: _missing(installed),
        "Add it in Settings → About, or type: deskpet download add javascript",
    )
    for name, code, answer in PARTS:
        yield f"add {name}", lambda name=name: _change(installed, "add", name), True
        yield f"use {name}", lambda code=code: _python(installed, code), answer
    yield "nothing is missing", lambda: _missing(installed), ""
    installed.server.files.clear()
    for name, *_ in PARTS:
        yield f"remove {name}", lambda name=name: _change(installed, "remove", name), False
    yield "add javascript from files", lambda: _change(installed, "add", "javascript", "--from", str(files)), True
    yield "use it", lambda: _python(installed, JAVASCRIPT), "1,4,9"


def main() -> int:
    """Print a row for each step, until one fails. Returns 1 then."""
    with tempfile.TemporaryDirectory(prefix="deskpet-parts-") as folder, running_server() as server:
        files = Path(folder) / "files"
        files.mkdir()
        installed = Installed(Path(folder), server)
        _serve(installed, server, files)
        for name, act, expected in steps(installed, files):
            began = time.perf_counter()
            found = act()
            outcome = "ok    " if found == expected else "FAILED"
            print(f"{outcome} {name:28} {time.perf_counter() - began:6.1f} s  {found!r}", flush=True)
            if found != expected:
                return 1
    return 0


def _serve(installed: Installed, server: FileServer, files: Path) -> None:
    """Serve the wheels of this system, and let the catalogue of the installed program name the server."""
    for *_, packages in part_list.PARTS.values():
        part_list.download(packages, files, *part_list.SYSTEMS[SYSTEM])
    for file in files.glob("*.whl"):
        server.serve(file.name, file.read_bytes())
    catalogue = installed.program / PACKAGE / "features" / "downloads" / "catalogue.json"
    parts = json.loads(catalogue.read_text(encoding="utf-8"))
    for wheel in (each for part in parts.values() for each in part["systems"][SYSTEM]["wheels"]):
        wheel["url"] = server.url + wheel["name"]
    catalogue.write_text(json.dumps(parts), encoding="utf-8")


def _missing(installed: Installed) -> str:
    """Return why JavaScript can't be used."""
    tools = (json.loads(line) for line in installed.run("tools", "--json").splitlines())
    return next(each["needs"] for each in tools if each["name"] == "run_javascript")


def _change(installed: Installed, *words: str) -> object:
    said = installed.run("download", *words, "--json")
    values = json.loads(said) if said.startswith("{") else {"error": said}
    return values.get("is_added", values.get("error"))


def _python(installed: Installed, code: str) -> str:
    python = installed.program / "python" / "bin" / "python3.11"
    command = [python, "-I", "-X", f"deskpet-launcher={installed.program / 'deskpet'}", "-c", code]
    done = subprocess.run(
        command, env=installed.environment, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS
    )
    return (done.stdout or done.stderr[-500:]).strip()


if __name__ == "__main__":
    sys.exit(main())
