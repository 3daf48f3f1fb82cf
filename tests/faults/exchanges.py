"""Faults of connections and of HTTP: resets, silence, wrong framing, odd heads, redirects, TLS, keep-alives."""

import random
from collections.abc import Callable, Iterator

from deskpet.config.choices import Family
from tests.faults import answers
from tests.faults.fault import HASTY, PATIENT, Address, Expected, Fault
from tests.faults.responses import (
    EVENTS,
    Action,
    Ending,
    Pause,
    chunked,
    head,
    http_chunk,
    in_pieces,
    plain,
    repeated,
    until_close,
)

_CHUNKED = head({**EVENTS, "Transfer-Encoding": "chunked"})
_END = b"0\r\n\r\n"
_OK = b"HTTP/1.1 200 OK\r\n"
_MB = 1024 * 1024
Choice = tuple[str, Expected, Callable[[], Iterator[Action]]]


def _sent(*actions: Action) -> Callable[[], Iterator[Action]]:
    return lambda: iter(actions)


def _body(wire: Family, chance: random.Random) -> bytes:
    return answers.stream(wire, answers.answer(wire, chance))


def resets(wire: Family, chance: random.Random) -> Fault:
    """The connection ends in the head, in the body or after it."""
    whole = b"".join(each for each in chunked(in_pieces(_body(wire, chance), 100)) if isinstance(each, bytes))
    at = chance.randrange(len(whole))
    ending = chance.choice((Ending.CLOSE, Ending.RESET))
    where = chance.choice((0, chance.randrange(1, len(_CHUNKED)), at, at, at, len(whole)))
    return Fault(f"{ending.value} after {where} bytes", "either", _sent(whole[:where], ending))


def silence(wire: Family, chance: random.Random) -> Fault:
    """The server says nothing: at once, in the head, in the body; or only says it slowly."""
    body = _body(wire, chance)
    at = chance.randrange(1, len(body))
    choices: tuple[Choice, ...] = (
        ("no head", "notice", _sent(Ending.HANG)),
        ("half a head", "notice", _sent(_CHUNKED[:20], Ending.HANG)),
        ("a head without its end", "notice", lambda: _slowly(head({"X-Wait": "x" * 2000}), 1, 0.005)),
        ("no body", "notice", _sent(_CHUNKED, Ending.HANG)),
        ("half a body", "either", _sent(_CHUNKED + http_chunk(body[:at]), Ending.HANG)),
        ("no end of the body", "either", _sent(_CHUNKED + http_chunk(body), Ending.HANG)),
        (
            "a pause",
            "answer",
            _sent(_CHUNKED + http_chunk(body[:at]), Pause(0.1), http_chunk(body[at:]) + b"0\r\n\r\n"),
        ),
        ("a slow head", "answer", lambda: _then(_slowly(_CHUNKED, 8, 0.005), http_chunk(body) + b"0\r\n\r\n")),
    )
    what, expected, response = chance.choice(choices)
    return Fault(what, expected, response, HASTY)


def keep_alives(wire: Family, chance: random.Random) -> Fault:
    """Comments and empty events before an answer, in it, or without an end."""
    body = _body(wire, chance)
    ping = chance.choice((b": ping\n\n", b":\n", b"event: ping\ndata: {}\n\n", b"\n", b"data:\n\n", b"retry: 1\n"))
    events = [each + b"\n\n" for each in body.split(b"\n\n") if each]
    choices: tuple[Choice, ...] = (
        ("before it", "answer", lambda: chunked([ping * 1000, body])),
        ("in it", "answer", lambda: chunked([ping * 3 + each for each in events])),
        ("without an end", "notice", lambda: until_close(_endlessly(ping, 0.01))),
        ("without an end after a word", "notice", lambda: until_close([events[0], *_endlessly(ping, 0.01, 400)])),
        ("60 MB", "notice", lambda: until_close(repeated(ping, 60 * _MB))),
    )
    what, expected, response = chance.choice(choices)
    return Fault(f"{ping!r} {what}", expected, response, HASTY if "without" in what else PATIENT)


def framing(wire: Family, chance: random.Random) -> Fault:
    """Wrong lengths and chunks of HTTP, and odd but legal ones."""
    body = _body(wire, chance)
    less, more = str(chance.randrange(len(body))), str(len(body) + chance.choice((1, 1000, 10**12)))
    chunk = http_chunk(body)

    both = head({"Transfer-Encoding": "chunked", "Content-Length": less})

    def length(value: str) -> bytes:
        return head({**EVENTS, "Content-Length": value}) + body

    choices: tuple[Choice, ...] = (
        ("a length that is too small", "either", _sent(length(less))),
        ("a length that is too large", "either", _sent(length(more), Ending.CLOSE)),
        ("a negative length", "notice", _sent(length("-5"), Ending.CLOSE)),
        ("a length of 5,000 digits", "either", _sent(length("9" * 5000), Ending.CLOSE)),
        ("a length that is none", "notice", _sent(length("many"), Ending.CLOSE)),
        ("two lengths", "either", _sent(head({**EVENTS, "Content-Length": less, "content-length": more}) + body)),
        (
            "a length and chunks",
            "either",
            _sent(both + chunk),
        ),
        ("a chunk size that is none", "notice", _sent(_CHUNKED + b"xyz\r\n" + body, Ending.CLOSE)),
        ("a negative chunk", "notice", _sent(_CHUNKED + b"-1\r\n" + body, Ending.CLOSE)),
        ("a huge chunk size", "either", _sent(_CHUNKED + b"f" * 15 + b"\r\n" + body, Ending.CLOSE)),
        ("a chunk size of 1 MB", "notice", _sent(_CHUNKED + b"0" * _MB, Ending.CLOSE)),
        ("no line's end after a chunk", "either", _sent(_CHUNKED + chunk[:-2] + b"0\r\n\r\n", Ending.CLOSE)),
        ("no last chunk", "either", _sent(_CHUNKED + chunk, Ending.CLOSE)),
        ("an extension of a chunk", "answer", _sent(_CHUNKED + b"%x;a=b\r\n%s\r\n0\r\n\r\n" % (len(body), body))),
        ("trailers", "answer", _sent(_CHUNKED + chunk + b"0\r\nX-Cost: 1\r\nX-Sum: 2\r\n\r\n")),
        ("trailers of 1 MB", "either", _sent(_CHUNKED + chunk + b"0\r\nX-Sum: " + b"9" * _MB, Ending.CLOSE)),
        (
            "bytes after the end",
            "answer",
            _sent(_CHUNKED + chunk + b"0\r\n\r\nHTTP/1.1 500 Late\r\nContent-Length: 0\r\n\r\n"),
        ),
        ("an unknown transfer coding", "notice", _sent(head({"Transfer-Encoding": "gzip"}) + body, Ending.CLOSE)),
        ("two transfer codings", "either", _sent(head({"Transfer-Encoding": "gzip, chunked"}) + chunk, Ending.CLOSE)),
        ("chunks of one byte", "answer", lambda: chunked(in_pieces(body, 1))),
    )
    what, expected, response = chance.choice(choices)
    return Fault(what, expected, response, PATIENT)


def heads(wire: Family, chance: random.Random) -> Fault:
    """Odd status lines and headers, and interim responses."""
    body = _body(wire, chance)
    rest = head({**EVENTS, "Content-Length": str(len(body))})
    headers = rest.partition(b"\r\n")[2] + body
    strange = {"Content-Type": "text/event-stream; charset=klingon"}
    choices: tuple[Choice, ...] = (
        ("100 Continue before it", "answer", _sent(b"HTTP/1.1 100 Continue\r\n\r\n" + rest + body)),
        ("103 Early Hints before it", "answer", _sent(b"HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n" + rest + body)),
        ("10,000 interim responses", "answer", _sent(b"HTTP/1.1 102 Wait\r\n\r\n" * 10_000 + rest + body)),
        ("interim responses without an end", "notice", lambda: _endlessly(b"HTTP/1.1 102 Wait\r\n\r\n", 0.01)),
        ("101 Switching Protocols", "notice", _sent(b"HTTP/1.1 101 Go\r\nUpgrade: h2c\r\n\r\n", Ending.CLOSE)),
        ("HTTP/1.0", "answer", _sent(b"HTTP/1.0 200 OK\r\n" + headers, Ending.CLOSE)),
        ("no reason", "answer", _sent(b"HTTP/1.1 200\r\n" + headers)),
        ("line feeds only", "either", _sent((_OK + headers).replace(b"\r\n", b"\n"))),
        ("HTTP/0.9", "notice", _sent(body, Ending.CLOSE)),
        ("HTTP/2", "notice", _sent(b"\0\0\x12\x04\0\0\0\0\0" + b"\0" * 18, Ending.CLOSE)),
        ("another protocol", "notice", _sent(b"220 mail.example ESMTP\r\n", Ending.CLOSE)),
        ("status 99", "notice", _sent(b"HTTP/1.1 99 No\r\n" + headers, Ending.CLOSE)),
        ("status 999", "notice", _sent(b"HTTP/1.1 999 No\r\n" + headers)),
        ("a header of 1 MB", "notice", _sent(_OK + b"X: " + b"a" * _MB + b"\r\n" + headers, Ending.CLOSE)),
        ("headers of 60 kB", "either", _sent(_OK + b"X: a\r\n" * 10_000 + headers)),
        (
            "headers without an end",
            "notice",
            lambda: _then(iter([_OK]), *repeated(b"X: a\r\n", _MB)),
        ),
        ("a header without a colon", "notice", _sent(_OK + b"nonsense\r\n" + headers, Ending.CLOSE)),
        ("a folded header", "either", _sent(_OK + b"X: a\r\n b\r\n" + headers)),
        ("a header in Latin-1", "answer", _sent(_OK + b"Server: caf\xe9\r\n" + headers)),
        ("cookies", "answer", _sent(_OK + b"Set-Cookie: a=b; Max-Age=x\r\n" * 50 + headers)),
        (
            "a charset that is none",
            "answer",
            lambda: plain(body, strange),
        ),
    )
    what, expected, response = chance.choice(choices)
    return Fault(what, expected, response, HASTY if "without an end" in what else PATIENT)


def redirects(wire: Family, chance: random.Random) -> Fault:
    """Redirects within the server, to others, and to nowhere."""
    status = chance.choice((301, 302, 303, 307, 308))
    targets = (
        "{path}",
        "/elsewhere",
        "?again=1",
        "",
        "//127.0.0.1:1/v1",
        "http://127.0.0.1:1/v1",
        "https://example.invalid/v1",
        "https:path",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "http://[::1",
        "http://x:99999999999/",
        "\x7f\udce9",
        "/" + "a" * 60_000,
    )
    target = chance.choice(targets)
    response = plain(b"", {"Location": target.replace("{path}", "?same")}, status)
    actions = tuple(response)
    return Fault(f"{status} to {target[:30]!a}", "notice", _sent(*actions))


def tls(wire: Family, chance: random.Random) -> Fault:
    """Servers that speak TLS badly or not at all, and addresses where nobody is."""
    alert = b"\x15\x03\x03\x00\x02\x02\x28"
    choices: tuple[tuple[str, Address, tuple[Action, ...]], ...] = (
        ("no TLS", "tls", (b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", Ending.CLOSE)),
        ("an alert", "tls", (alert, Ending.CLOSE)),
        ("noise", "tls", (bytes(chance.randrange(256) for _ in range(500)), Ending.CLOSE)),
        ("no handshake", "tls", (Ending.HANG,)),
        ("half a handshake", "tls", (b"\x16\x03\x03\x00\x50\x02\x00\x00\x4c", Ending.HANG)),
        ("closed", "tls", (Ending.CLOSE,)),
        ("reset", "tls", (Ending.RESET,)),
        ("a certificate of nobody", "tls", ()),
        ("nobody listens", "closed", ()),
        ("an unknown name", "unknown", ()),
        ("no such port", "bad port", ()),
    )
    what, address, actions = chance.choice(choices)
    return Fault(what, "notice", _sent(*actions), HASTY, address)


def _slowly(data: bytes, size: int, seconds: float) -> Iterator[Action]:
    for piece in in_pieces(data, size):
        yield piece
        yield Pause(seconds)


def _then(first: Iterator[Action], *rest: Action) -> Iterator[Action]:
    yield from first
    yield from rest


def _endlessly(piece: bytes, seconds: float, count: int = 6000) -> Iterator[Action]:
    """Yield `piece` for a minute: longer than any timeout of these scenarios."""
    for _ in range(count):
        yield piece
        yield Pause(seconds)
