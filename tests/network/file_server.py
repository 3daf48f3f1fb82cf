"""A server of files on the loopback address that resumes downloads, and misbehaves as a test tells it to."""

import re
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Served:
    """What is served under a path.

    etag: the tag of its state; none if empty. cuts: after how many bytes each of the next connections ends. target:
    where it redirects to. more: bytes that follow those of the content. pause_s: seconds between bytes; status: another
    answer than the content.
    """

    content: bytes = b""
    etag: str = '"1"'
    cuts: list[int] = field(default_factory=list)
    target: str = ""
    more: bytes = b""
    pause_s: float = 0
    status: int = 0
    knows_ranges: bool = True


class FileServer(ThreadingHTTPServer):
    """Runs in threads. requests: the first lines and headers of those that came, in their order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, Served] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.ends = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def resumed(self) -> int:
        """Return how many requests asked for the rest of a file."""
        return sum("Range" in headers for _, headers in self.requests)

    def serve(self, name: str, content: bytes, **how: object) -> Served:
        """Serve a file."""
        self.files[name] = Served(content, **how)
        return self.files[name]


class _Handler(BaseHTTPRequestHandler):
    server: FileServer  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.requests.append((self.requestline, dict(self.headers.items())))
        served = self.server.files.get(self.path.lstrip("/"))
        if served is None:
            self._head(404, 0)
        elif served.target:
            self._head(302, 0, Location=served.target)
        elif served.status:
            self._head(served.status, 0)
        else:
            self._send(served)

    def _send(self, served: Served) -> None:
        first = self._first(served)
        rest = served.content[first:] + served.more
        headers = {"ETag": served.etag} if served.etag else {}
        if first:
            headers["Content-Range"] = f"bytes {first}-{len(served.content) - 1}/{len(served.content)}"
        self._head(206 if first else 200, len(rest) if not served.more else None, **headers)
        cut = served.cuts.pop(0) if served.cuts else len(rest)
        with suppress(OSError):
            self._write(rest[:cut], served.pause_s)
        if cut < len(rest) or served.more:
            self.close_connection = True

    def _write(self, content: bytes, pause_s: float) -> None:
        if not pause_s:
            self.wfile.write(content)
            return
        for byte in content:
            if self.server.ends.wait(pause_s):
                return
            self.wfile.write(bytes([byte]))

    def _first(self, served: Served) -> int:
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        same = self.headers.get("If-Range", served.etag) == served.etag
        return int(asked[1]) if asked and same and served.knows_ranges else 0

    def _head(self, status: int, length: int | None, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if length is None:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def running_server() -> Generator[FileServer]:
    """Run a server during the block."""
    server = FileServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ends.set()
        server.shutdown()
        server.server_close()
        thread.join()
