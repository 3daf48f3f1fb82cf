"""An MCP server at an address of this computer, which can forget its sessions as a restart does."""

import json
import queue
import threading
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NO_BODY: dict[str, Any] = {}
LOST = {"jsonrpc": "2.0", "id": None, "error": {"code": -32001, "message": "Session not found"}}
NO_SESSION = {"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": "Bad Request: No valid session ID"}}


class McpHttpServer(ThreadingHTTPServer):
    """Runs in threads.

    sessions: those it knows, each with what is to be written to its stream. calls: how many calls it has run. refusal:
    how it answers to another session. is_older: whether it has the transport with server-sent events alone. has_mcp:
    whether it has any; otherwise it finds nothing.
    """

    daemon_threads = True

    def __init__(self, *, is_older: bool = False, refusal: tuple[int, Any] = (404, LOST)) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sessions: dict[str, queue.SimpleQueue[Any]] = {}
        self.calls = 0
        self.is_older, self.refusal, self.has_mcp = is_older, refusal, True

    @property
    def url(self) -> str:
        """The address for a configuration."""
        return f"http://127.0.0.1:{self.server_address[1]}/{'sse' if self.is_older else 'mcp'}"

    def forget(self) -> None:
        """Forget all sessions, and end their streams."""
        for stream in self.sessions.values():
            stream.put(None)
        self.sessions.clear()

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request."""
        found: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        match message["method"]:
            case "initialize":
                info = {"name": "http", "version": "1"}
                return found | {
                    "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
                }
            case "tools/list":
                return found | {"result": {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}}
            case "tools/call":
                self.calls += 1
                return found | {"result": {"content": [{"type": "text", "text": f"run {self.calls}"}]}}
            case _:
                return found | {"error": {"code": -32601, "message": "no such method"}}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: McpHttpServer  # pyright: ignore[reportIncompatibleVariableOverride]

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Write nothing."""

    def _reply(self, status: int, value: Any = NO_BODY, **headers: str) -> None:
        body = b"" if value is NO_BODY else json.dumps(value).encode()
        self.send_response(status)
        for name, each in headers.items():
            self.send_header(name.replace("_", "-"), each)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_DELETE(self) -> None:
        self._reply(200)

    def do_GET(self) -> None:
        if not (self.server.is_older and self.server.has_mcp):
            self._reply(405 if self.server.has_mcp else 404)
            return
        session, stream = uuid.uuid4().hex, queue.SimpleQueue[Any]()
        self.server.sessions[session] = stream
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(f"event: endpoint\ndata: /messages?session_id={session}\n\n".encode())
        while (message := stream.get()) is not None:
            self.wfile.write(f"event: message\ndata: {json.dumps(message)}\n\n".encode())
        self.close_connection = True

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.server.has_mcp:
            self._reply(404)
            return
        if self.server.is_older:
            self._post_older(message)
            return
        if message["method"] == "initialize":
            session = uuid.uuid4().hex
            self.server.sessions[session] = queue.SimpleQueue()
            self._reply(200, self.server.answer(message), Mcp_Session_Id=session)
        elif message["method"] == "server/discover":
            self._reply(200, self.server.answer(message))
        elif self.headers["Mcp-Session-Id"] not in self.server.sessions:
            self._reply(*self.server.refusal)
        elif "id" in message:
            self._reply(200, self.server.answer(message))
        else:
            self._reply(202)

    def _post_older(self, message: dict[str, Any]) -> None:
        stream = self.server.sessions.get(self.path.partition("session_id=")[2])
        if stream is None:
            self._reply(404 if self.path.startswith("/messages") else 405)
            return
        self._reply(202)
        if "id" in message:
            stream.put(self.server.answer(message))


@contextmanager
def http_server(server: McpHttpServer) -> Generator[McpHttpServer]:
    """Serve until the end of the block."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.forget()
        server.shutdown()
        server.server_close()
        thread.join()
