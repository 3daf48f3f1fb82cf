"""The faulty server, in a process of its own: python -m tests.faults.server --seed 1.

It prints its ports as one line of JSON and serves until its standard input is closed. The last question in a request
names the scenario whose fault is the response; the questions of the turns after it are answered well.
"""

import argparse
import asyncio
import json
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from deskpet.config.choices import FAMILIES, Family, Provider
from tests.faults import answers
from tests.faults.responses import Action, Ending, Pause, chunked
from tests.faults.scenarios import KINDS, Scenario, scenario

_QUESTION = re.compile(rb"(fault|after) (\d+)\.")
_RESULTS = (b'"tool_call_id"', b'"tool_result"', b'"functionResponse"')
_ARM = re.compile(rb"GET /arm/(\d+) ")
_WIRES = (
    (b"/chat/completions", Provider.OPENAI),
    (b"/messages", Provider.ANTHROPIC),
    (b"GenerateContent", Provider.GEMINI),
)


class FaultyServer:
    """Serves HTTP on one port, and on another one the faults of connections that the client expects to be TLS."""

    def __init__(self, seed: int, kinds: tuple[str, ...]) -> None:
        self._seed, self._kinds = seed, kinds
        self._armed = 0
        self._certificate_of_nobody: ssl.SSLContext | None = None

    async def start(self) -> dict[str, int]:
        """Start to listen. Returns the ports by name."""
        if "addresses and TLS" in (self._kinds or KINDS):
            # Before the first request: its key takes a second or more, in which nobody else would be answered.
            self._certificate_of_nobody = certificate_of_nobody()
        servers = {
            "http": await asyncio.start_server(self._serve, "127.0.0.1", 0),
            "tls": await asyncio.start_server(self._serve_armed, "127.0.0.1", 0),
        }
        self._servers = servers.values()
        return {name: server.sockets[0].getsockname()[1] for name, server in servers.items()}

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await play(self._response(*await _request(reader)), reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            writer.transport.abort()

    async def _serve_armed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            actions = list(self._scenario(self._armed).fault.response())
            if not actions and self._certificate_of_nobody:
                await writer.start_tls(self._certificate_of_nobody)
            await play([*actions, Ending.CLOSE], reader, writer)
        except (ConnectionError, ssl.SSLError):
            writer.transport.abort()

    def _scenario(self, number: int) -> Scenario:
        return scenario(self._seed, number, self._kinds)

    def _response(self, first_line: bytes, body: bytes) -> Iterable[Action]:
        if armed := _ARM.match(first_line):
            self._armed = int(armed[1])
            return chunked([b"armed"])
        questions = list(_QUESTION.finditer(body))
        # A redirect may have led to another path.
        wire = next((family for part, family in _WIRES if part in first_line), FAMILIES[0])
        if not questions or b"Write a title" in body:
            return _well(wire, answers.words(wire, "A title"))
        last = questions[-1]
        results = sum(body.count(name, last.end()) for name in _RESULTS)
        if last[1] == b"after":
            return _well(wire, answers.words(wire, answers.WELL))
        asked = self._scenario(int(last[2]))
        if results == asked.after_call:
            return asked.fault.response()
        return _well(wire, answers.words(wire, answers.AFTER_CALL) if results else answers.calling(wire))


def _well(wire: Family, chunks: list[answers.Chunk]) -> Iterable[Action]:
    return chunked([answers.stream(wire, chunks)])


async def _request(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    return head.partition(b"\r\n")[0], body


async def play(actions: Iterable[Action], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Carry out the actions. Returns whether the connection can be used again."""
    for action in actions:
        match action:
            case bytes():
                writer.write(action)
                await writer.drain()
            case Pause(seconds):
                await asyncio.sleep(seconds)
            case Ending.CLOSE:
                writer.close()
                return False
            case Ending.RESET:
                # Closing a socket with a linger time of 0 sends RST.
                raw = writer.get_extra_info("socket")
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
                return False
            case Ending.HANG:
                while await reader.read(4096):
                    pass
                writer.close()
                return False
    return True


def certificate_of_nobody() -> ssl.SSLContext | None:
    """Return a context with a new certificate that no authority has signed; None without the program openssl."""
    program = shutil.which("openssl")
    if program is None:
        return None
    with tempfile.TemporaryDirectory(prefix="deskpet-faults-") as folder:
        key, certificate = Path(folder) / "key.pem", Path(folder) / "certificate.pem"
        made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=nobody.example"]
        command = [program, "req", *made, "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
    return context


async def serve(seed: int, kinds: tuple[str, ...]) -> None:
    """Serve until standard input is closed."""
    ports = await FaultyServer(seed, kinds).start()
    sys.stdout.write(json.dumps(ports) + "\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--kinds", nargs="*", default=[])
    options = parser.parse_args()
    asyncio.run(serve(options.seed, tuple(options.kinds)))


if __name__ == "__main__":
    main()
