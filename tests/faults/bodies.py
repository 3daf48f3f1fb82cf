"""Faults inside a body: lies in its JSON, damaged text, wrong encodings, and right answers in odd pieces."""

import gzip
import json
import random
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import brotli
from backports import zstd
from pydantic_core import from_json

from deskpet.config.choices import Family, Provider
from tests.faults import answers, lies
from tests.faults.fault import Fault
from tests.faults.responses import EVENTS, Ending, at_random, chunked, head, in_pieces, plain, until_close
from tests.support.folders import shared_folder

_INDEX_FAMILY = {"openai": Provider.OPENAI, "gemini": Provider.GEMINI, "anthropic": Provider.ANTHROPIC}
_JSON_TYPES = ("application/json", "text/plain", "text/html", "application/x-ndjson", "")


def pieces(wire: Family, chance: random.Random) -> Fault:
    """A right answer in odd pieces or an odd form that the format allows."""
    chunks = answers.answer(wire, chance)
    newline = chance.choice((b"\n", b"\r\n", b"\r"))
    body = answers.stream(wire, chunks, newline)
    forms: tuple[tuple[str, Callable[[], list[bytes]]], ...] = (
        ("one byte at a time", lambda: list(in_pieces(body, 1))),
        ("random pieces", partial(at_random, body, random.Random(chance.random()))),
        ("all at once", lambda: [body]),
        ("a byte order mark", lambda: [b"\xef\xbb\xbf" + body]),
        ("comments in between", lambda: [b": hi" + newline * 2 + each for each in in_pieces(body, len(body))]),
        ("no blank after data:", lambda: [body.replace(b"data: ", b"data:")]),
        ("ids and retries", lambda: [body.replace(b"data: ", b"id: 1" + newline + b"retry: 5" + newline + b"data: ")]),
        ("blank lines before it", lambda: [newline * 5000, body]),
    )
    what, made = chance.choice(forms)
    return Fault(f"{what}, lines end in {newline!r}", "answer", lambda: chunked(made()))


def wrong_values(wire: Family, chance: random.Random) -> Fault:
    """Lies at one to three fields of an answer, of our own or recorded."""
    chunks: list[Any] = answers.answer(wire, chance)
    recorded = _recorded_chunks(wire)
    if recorded and chance.random() < 0.4:
        chunks = chance.choice(recorded)
    what, texts = lies.with_lies(chunks, chance)
    body = b"".join(
        _event_line(wire, chunk) + f"data: {text}\n\n".encode() for chunk, text in zip(chunks, texts, strict=True)
    )
    return Fault(what, "either", partial(_whole, body + answers.end(wire)))


def _event_line(wire: Family, chunk: Any) -> bytes:
    kind = chunk.get("type") if wire is Provider.ANTHROPIC and isinstance(chunk, dict) else None
    return f"event: {kind}\n".encode() if isinstance(kind, str) else b""


def _whole(body: bytes) -> Iterator[bytes | Ending]:
    yield from until_close(in_pieces(body, 64 * 1024))  # type: ignore[misc]


@cache
def _recorded_chunks(wire: Family) -> list[list[Any]]:
    """Return the chunks of the shared recordings in this format; none if there are no recordings."""
    folder = shared_folder() / "streams"
    if not folder.is_dir():
        return []
    entries = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    files = sorted(each["file"] for each in entries if _INDEX_FAMILY.get(each["family"]) is wire)
    return [chunks for file in files if (chunks := _chunks((folder / file).read_bytes()))]


def _chunks(body: bytes) -> list[Any]:
    chunks: list[Any] = []
    for line in body.splitlines():
        if line.startswith(b"data:") and len(line) < 20_000:
            try:
                value = from_json(line.removeprefix(b"data:").strip())
            except ValueError:
                continue
            chunks += [value] if isinstance(value, dict) else []
    return chunks[:200]


def damaged_text(wire: Family, chance: random.Random) -> Fault:
    """Bytes that are changed, left out, doubled or cut, in characters, JSON and lines."""
    body = answers.stream(wire, answers.answer(wire, chance))
    at, length = chance.randrange(len(body)), chance.choice((1, 1, 3, 30, 400))
    noise = bytes(chance.randrange(256) for _ in range(length))
    inside = body.find("你".encode()) + 1 or at
    damages: tuple[tuple[str, bytes], ...] = (
        (f"{length} bytes changed at {at}", body[:at] + noise + body[at + length :]),
        (f"{length} bytes left out at {at}", body[:at] + body[at + length :]),
        (f"{length} bytes twice at {at}", body[: at + length] + body[at:]),
        (f"{length} bytes of noise at {at}", body[:at] + noise + body[at:]),
        ("a character cut in two", body[:inside] + body[inside + 1 :]),
        ("Latin-1", body.decode().encode("latin-1", "replace")),
        ("UTF-16", b"\xff\xfe" + body.decode().encode("utf-16-le")),
        ("GBK", body.decode().encode("gbk", "replace")),
        ("zeros in between", body.replace(b"\n\n", b"\n\n\0\n\n")),
        ("half of an emoji", body.replace("👋".encode(), b"\\ud83d")),
        ("line ends in strings", body.replace(b", and", b",\n and")),
        ("the chunks in one line", body.replace(b"\n\ndata: ", b"")),
        ("nothing but noise", noise * 100),
        ("a web page", b"<!doctype html><title>Login</title>" + noise * 10),
        ("the stream twice", body + body),
        ("without its last line", body[: body.rstrip().rfind(b"\n")]),
        ("JSON lines", body.replace(b"data: ", b"").replace(b"\n\n", b"\n")),
        ("a list", b"[" + b",".join(map(answers.encode, answers.answer(wire, chance))) + b"]"),
        ("nothing", b""),
    )
    what, damaged = chance.choice(damages)
    kind = chance.choice(("text/event-stream", *_JSON_TYPES))
    return Fault(f"{what}, as {kind or 'no type'}", "either", lambda: plain(damaged, {"Content-Type": kind}))


def encodings(wire: Family, chance: random.Random) -> Fault:
    """Compressed bodies: right ones, cut and damaged ones, and wrong names of encodings."""
    body = answers.stream(wire, answers.answer(wire, chance))
    packed = {
        "gzip": gzip.compress(body, mtime=0),
        "x-gzip": gzip.compress(body, mtime=0),
        "deflate": zlib.compress(body),
        "br": brotli.compress(body),
        "zstd": zstd.compress(body),
    }
    name = chance.choice(list(packed))
    data = packed[name]
    at = chance.randrange(len(data))
    damages: tuple[tuple[str, str, bytes, str], ...] = (
        ("right", name, data, "answer"),
        ("right, in capitals", name.upper(), data, "answer"),
        ("cut", name, data[:at], "either"),
        ("a byte changed", name, data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :], "either"),
        ("noise after it", name, data + b"noise" * 20, "either"),
        ("not compressed", name, body, "either"),
        ("twice", f"{name}, {name}", data, "notice"),
        ("unknown", chance.choice(("compress", "aes128gcm", "x" * 5000, "br;q=1")), data, "notice"),
        ("no name", "identity", data, "either"),
        ("of a list", f"{name},identity", data, "either"),
    )
    what, encoding, sent, expected = chance.choice(damages)
    headers = {**EVENTS, "Content-Encoding": encoding}
    size = chance.choice((1, 13, 100_000))
    return Fault(f"{name} {what}, by {size} bytes", expected, lambda: chunked(in_pieces(sent, size), headers))  # type: ignore[arg-type]


def statuses(wire: Family, chance: random.Random) -> Fault:
    """Error statuses with bodies and headers of all kinds."""
    status = chance.choice((400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 418, 422, 425, 429, 451))
    status = chance.choice((status, 500, 501, 502, 503, 504, 520, 529, 599))
    message = chance.choice(("no", "context length exceeded", "tools are not supported", "é" * 5000, "", "\x1b[31m"))
    forms: tuple[tuple[str, bytes], ...] = (
        ("a message", answers.encode({"error": {"message": message, "type": "invalid_request_error"}})),
        ("a text", answers.encode({"error": message})),
        ("a list", answers.encode([{"error": {"code": status, "message": message}}])),
        ("a page", b"<html><h1>Bad Gateway</h1></html>"),
        ("nothing", b""),
        ("noise", bytes(chance.randrange(256) for _ in range(3000))),
        ("an answer", answers.stream(wire, answers.words(wire, answers.TEXT))),
        ("a lie", lies.encode({"error": {"message": chance.choice(lies.LIES[1:])[1]}}).encode()),
        ("a nested message", lies.encode({"error": lies.raw('{"error":' * 3000 + "1" + "}" * 3000)}).encode()),
    )
    what, body = chance.choice(forms)
    waits = ("", "0", "-1", "nan", "inf", "1e400", "9" * 5000, "soon", "Wed, 21 Oct 2015 07:28:00 GMT", "0.01")
    wait = chance.choice(waits)
    headers = {"Content-Type": chance.choice(_JSON_TYPES)} | ({"Retry-After": wait} if wait else {})
    return Fault(f"{status} with {what}, {wait[:20]}", "notice", lambda: plain(body, headers, status))


def odd_successes(wire: Family, chance: random.Random) -> Fault:
    """Statuses below 400 that are no 200."""
    status = chance.choice((201, 202, 203, 204, 205, 206, 300, 304, 305, 306, 299))
    body = answers.stream(wire, answers.words(wire, answers.TEXT))
    if status in (204, 304):
        return Fault(f"status {status}", "notice", lambda: iter((head({}, status),)))
    return Fault(f"status {status}", "either", lambda: plain(body, status=status))
