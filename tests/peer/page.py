"""The same model in a browser page, as most pets are built (pixi.js and pixi-live2d-display).

The page is served on loopback; the browser is Debian's Chromium with the same OpenGL driver as the pet. The page has
a transparent background; Chromium itself paints its window white below.
"""

import subprocess
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import unquote

import psutil

from tests.bench.program import LIMIT_S, environment

HERE = Path(__file__).resolve().parent
LIBRARIES = HERE.parents[1] / ".tools" / "peer"
SCRIPTS = {
    "live2dcubismcore.min.js": LIBRARIES / "live2dcubismcore" / "live2dcubismcore.min.js",
    "pixi.min.js": LIBRARIES / "pixi.js" / "dist" / "browser" / "pixi.min.js",
    "cubism4.min.js": LIBRARIES / "pixi-live2d-display" / "dist" / "cubism4.min.js",
}
KINDS = {".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".png": "image/png"}
FLAGS = (
    "--no-sandbox",
    # Otherwise an info bar warns about the flag above.
    "--test-type",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-sync",
    "--password-store=basic",
    "--mute-audio",
    "--ignore-gpu-blocklist",
    "--use-gl=angle",
    "--use-angle=gl",
    "--enable-transparent-visuals",
    "--default-background-color=00000000",
    # Otherwise it may stop drawing, because it considers a small window on an empty desktop occluded.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)


class PeerFailed(RuntimeError):
    """The page did not show the model; the text is the page's or the browser's error."""


class Page(ThreadingHTTPServer):
    """Serves the page with one model on loopback, counts its frames and sets its frame rate."""

    daemon_threads = True

    def __init__(self, model: Path) -> None:
        """`model` is the model's settings file; its folder is served."""
        super().__init__(("127.0.0.1", 0), _Answer)
        self.model = model
        self.frames, self.trouble = 0, ""
        self.rate = 60

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/#{self.model.name}"


class _Answer(BaseHTTPRequestHandler):
    server: Page  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_GET(self) -> None:
        path = self._file(unquote(self.path.partition("?")[0]))
        if path is None or not path.is_file():
            self.send_error(404)
            return
        self._send(path.read_bytes(), KINDS.get(path.suffix, "application/octet-stream"))

    def do_POST(self) -> None:
        said = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/beat":
            self.server.frames = int(said)
        else:
            self.server.trouble = said
        self._send(str(self.server.rate).encode(), "text/plain")

    def _file(self, path: str) -> Path | None:
        place, _, name = path.lstrip("/").partition("/")
        if place == "lib":
            return SCRIPTS.get(name)
        if place == "model" and ".." not in Path(name).parts:
            return self.server.model.parent / name
        return HERE / "page.html" if not place else None

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing: the page reports errors itself."""


@contextmanager
def shown(model: Path, size: tuple[int, int], variables: dict[str, str]) -> Generator[tuple[Page, psutil.Popen]]:
    """Show the page in a browser; `variables` are added to its environment. Raises PeerFailed."""
    with Page(model) as page, tempfile.TemporaryDirectory(prefix="deskpet-peer-", ignore_cleanup_errors=True) as home:
        thread = threading.Thread(target=page.serve_forever)
        thread.start()
        browser = _browser(page, size, home, variables)
        try:
            _wait_for_frames(page, browser, Path(home) / "said")
            yield page, browser
        finally:
            _end(browser)
            page.shutdown()
            thread.join()


def _browser(page: Page, size: tuple[int, int], home: str, variables: dict[str, str]) -> psutil.Popen:
    window = f"--window-size={size[0]},{size[1]}"
    command = ["chromium", *FLAGS, f"--user-data-dir={home}/profile", window, f"--app={page.address}"]
    with (Path(home) / "said").open("wb") as said:
        own = {**environment(home), **variables}
        return psutil.Popen(command, env=own, stdin=subprocess.DEVNULL, stdout=said, stderr=said)


def _wait_for_frames(page: Page, browser: psutil.Popen, said: Path) -> None:
    until = monotonic() + LIMIT_S
    while not page.frames:
        if page.trouble or browser.poll() is not None or monotonic() > until:
            raise PeerFailed(
                page.trouble or said.read_text(encoding="utf-8", errors="replace")[-2000:] or "no frame was drawn"
            )
        sleep(0.05)


def _end(browser: psutil.Popen) -> None:
    """End the browser and all its child processes."""
    started = [browser, *browser.children(recursive=True)]
    browser.terminate()
    _, left = psutil.wait_procs(started, timeout=10)
    for process in left:
        process.kill()
    psutil.wait_procs(left, timeout=10)
