"""Server-sent events: the rules of the standard, and leniency for common deviations."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deskpet.llm.json_limits import TooLong
from deskpet.llm.sse import EventStream


def events(*chunks: bytes) -> list[tuple[str, bytes]]:
    stream = EventStream()
    result = [event for chunk in chunks for event in stream.feed(chunk)]
    return result + stream.close()


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        (b"data: a\n\n", [b"a"]),
        (b"data:a\n\n", [b"a"]),
        (b"data:  a\n\n", [b" a"]),
        (b"data: a\ndata: b\n\n", [b"a\nb"]),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", [b"a", b"b"]),
        (b"data: a\r\rdata: b\r\r", [b"a", b"b"]),
        (b"\xef\xbb\xbfdata: a\n\n", [b"a"]),
        (b": ping\n\ndata: a\n: ping\ndata: b\n\n", [b"a\nb"]),
        (b"id: 1\nretry: 5\ndata: a\n\n", [b"a"]),
        (b"data\nid\n\ndata: a\n\n", [b"a"]),
        (b"\n\n\ndata: a\n\n\n\n", [b"a"]),
        (b"data: a", [b"a"]),
        (b"data: a\n", [b"a"]),
        (b"", []),
        ("data: a\u2028b\x0bc\x85\n\n".encode(), ["a\u2028b\x0bc\x85".encode()]),
    ],
)
def test_event_data(stream: bytes, expected: list[bytes]) -> None:
    assert [data for _, data in events(stream)] == expected


_LONG = "data: " + 60 * "x"
_PARTS = (
    "data: a",
    "data:b",
    "data:  {}",
    "data: ",
    "data",
    "event: error",
    "id: 1",
    ": ping",
    "stray",
    "\ufeff",
    "\u2028",
    _LONG,
)


@given(
    st.lists(st.tuples(st.sampled_from(_PARTS), st.sampled_from(["\n\n", "\n", "\r\n\r\n", "\r\r", ""])), max_size=20),
    st.integers(1, 60),
    st.sampled_from([30, 100, 300, 24 * 1024 * 1024]),
)
@example([("data: a", "\n\n")] * 5, 40, 100)
@example([("data: a", "\n\n"), ("\ufeff", "\n")], 9, 100)
@example([("data:  {}", ""), ("data: a", "\n\n")], 9, 100)
@example([("data: a", "\n\n"), (_LONG, "\n\n")], 40, 100)
@example([("data: a", "\n\n"), ("data:b", "\n"), ("data: a", "\n\n")], 16, 100)
@example([("event: error", "\n"), *[("data: a", "\n\n")] * 3], 13, 300)
def test_events_do_not_depend_on_the_cut(parts: list[tuple[str, str]], cut: int, max_event: int) -> None:
    body = "".join(text + end for text, end in parts).encode()

    def parsed(size: int) -> tuple[list[tuple[str, bytes]], list[bytes]] | str:
        stream = EventStream(max_event=max_event)
        try:
            found = [event for start in range(0, len(body), size) for event in stream.feed(body[start : start + size])]
            return found + stream.close(), stream.stray
        except TooLong as error:
            return str(error)

    assert parsed(cut) == parsed(1)
    assert parsed(max(len(body), 1)) == parsed(1)


def test_type_applies_to_one_event() -> None:
    assert events(b"event: error\ndata: a\n\ndata: b\n\n") == [("error", b"a"), ("message", b"b")]


def test_type_of_an_event_without_data_is_dropped() -> None:
    assert events(b"event: error\n\ndata: b\n\n") == [("message", b"b")]


def test_crlf_split_between_chunks() -> None:
    assert events(b"data: a\r", b"\ndata: b\r", b"\n\r", b"\n") == [("message", b"a\nb")]


def test_event_is_reported_with_its_last_byte() -> None:
    stream = EventStream()

    assert stream.feed(b"data: a\r") == []
    assert stream.feed(b"\r") == [("message", b"a")]


def test_unknown_lines_are_collected() -> None:
    stream = EventStream()
    stream.feed(b'data: a\n\n{\n  "error": 1\n}\n')

    assert stream.stray == [b"{", b'  "error": 1', b"}"]


@pytest.mark.parametrize("cut", [1, 10, 1000])
def test_line_limit(cut: int) -> None:
    body = b"data: " + b"x" * 200
    stream = EventStream(max_line=100)

    def feed() -> None:
        for start in range(0, len(body), cut):
            stream.feed(body[start : start + cut])

    with pytest.raises(TooLong, match="line of more than 100 bytes"):
        feed()


def test_event_limit() -> None:
    stream = EventStream(max_event=100)

    with pytest.raises(TooLong, match="event of more than 100 bytes"):
        stream.feed(b"data: 0123456789\n" * 20)


def test_stray_limit() -> None:
    stream = EventStream(max_event=100)

    with pytest.raises(TooLong, match="no events"):
        stream.feed(b"what is this\n" * 20)
