"""BodyReader: detection of the body format from its bytes, and decoding of malformed JSON."""

from typing import Any

import pytest

from deskpet.llm.response_body import BodyReader, Chunk, Done, Piece, Unreadable


def chunk(value: dict[str, Any], kind: str = "message") -> Chunk:
    return (kind, value)


def pieces(*chunks: bytes) -> list[Piece]:
    body = BodyReader()
    return [piece for chunk in chunks for piece in body.feed(chunk)] + body.close()


def values(*chunks: bytes) -> list[dict[str, Any]]:
    return [piece[1] for piece in pieces(*chunks) if isinstance(piece, tuple)]


def test_events_and_done() -> None:
    assert pieces(b'data: {"a": 1}\n\ndata: [DONE]\n\n') == [chunk({"a": 1}), Done()]


def test_event_type() -> None:
    assert pieces(b'event: error\ndata: {"a": 1}\n\n') == [chunk({"a": 1}, "error")]


@pytest.mark.parametrize("body", [b'{"a": 1}', b'\n  {"a":\n1}\n', b'\xef\xbb\xbf{"a": 1}', b'[{"a": 1}]'])
def test_plain_json(body: bytes) -> None:
    for cut in (1, len(body)):
        assert pieces(*(body[i : i + cut] for i in range(0, len(body), cut))) == [chunk({"a": 1}), Done()]


def test_json_lines() -> None:
    assert values(b'{"a": 1}\n{"b": 2}\n\n{"c": 3}') == [{"a": 1}, {"b": 2}, {"c": 3}]


@pytest.mark.parametrize("between", ["%s\n%s\n", "[%s\n,\n%s\n", "%s%s"])
def test_objects_are_reported_at_their_closing_brace(between: str) -> None:
    first, second = '{"a": "}{\\\\\\"}"}', '{"b": [{}]}'
    body, reader, result = (between % (first, second)).encode(), BodyReader(), list[tuple[int, Piece]]()
    for offset in range(len(body)):
        result += [(offset + 1, piece) for piece in reader.feed(body[offset : offset + 1])]

    assert result == [
        (body.index(first.encode()) + len(first), chunk({"a": '}{\\"}'})),
        (body.index(second.encode()) + len(second), chunk({"b": [{}]})),
    ]


def test_done_and_text_after_objects() -> None:
    reader = BodyReader()

    assert list(reader.feed(b'{"a": 1}\n[DONE]\n')) == [chunk({"a": 1}), Done()]
    assert pieces(b'{"a": 1}\nInternal error\n{"b": 2}') == [
        chunk({"a": 1}),
        Unreadable("Internal error"),
        chunk({"b": 2}),
    ]


def test_invalid_object_does_not_affect_others() -> None:
    assert pieces(b'[{"a": 1}, {b}, {"c": 3}]') == [chunk({"a": 1}), Unreadable("{b}"), chunk({"c": 3}), Done()]


@pytest.mark.parametrize("body", ['data: {{"a": "{}"}}\n\ndata: {{"a": "{}"}}\n\n', '{{"a": "{}"}}\n{{"a": "{}"}}\n'])
def test_split_surrogate_pairs_are_joined(body: str) -> None:
    def texts(first: str, second: str) -> str:
        return "".join(value["a"] for value in values(body.format(first, second).encode()))

    assert texts(r"x\ud83d", r"\ude00y") == "x😀y"
    assert texts(r"\ud83d", r"\ude00") == "😀"
    assert texts(r"x\ud83d", "y") == "xy"
    assert texts("x", r"\ude00y") == "x\ufffdy"
    assert texts(r"\ud83d!", r"\ude00") == "\ufffd!\ufffd"


def test_surrogates_are_joined_per_string() -> None:
    chunks = ('{"a": "\\ud83d", "b": "\\ud83c"}', '{"c": 1}', '{"b": "\\udf80"}', '{"a": "\\ude00"}', '{"a": "z"}')

    assert values(*(f"data: {chunk}\n\n".encode() for chunk in chunks)) == [
        {"a": "", "b": ""},
        {"c": 1},
        {"b": "🎀"},
        {"a": "😀"},
        {"a": "z"},
    ]


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1}{"b": 2} {"c": 3}',
        b'{\n "a": 1\n}\n{\n "b": 2\n}\n{\n "c": 3\n}\n',
        b'data: {"a": 1}{"b": 2}\n\ndata: {"c": 3}\n\n',
        b'data: {"a": 1}\ndata: {"b": 2}\ndata: {"c": 3}\ndata: [DONE]\n',
        b'data: data: {"a": 1}\n\ndata: data: {"b": 2}\n\ndata: data: {"c": 3}\n\ndata: data: [DONE]\n\n',
    ],
)
def test_objects_without_separators(body: bytes) -> None:
    for cut in (1, 7, len(body)):
        assert values(*(body[i : i + cut] for i in range(0, len(body), cut))) == [{"a": 1}, {"b": 2}, {"c": 3}]


@pytest.mark.parametrize("body", [b'[{"a": 1},\n{"b": {"c"', b'[{"a": 1}', b'{"a": 1}\n{"b": '])
def test_complete_objects_of_a_truncated_body_are_kept(body: bytes) -> None:
    first, last = pieces(body)

    assert first == chunk({"a": 1})
    assert isinstance(last, Unreadable)
    assert last.is_truncated


def test_control_characters_in_strings() -> None:
    assert values(b'data: {"a": "x\ty"}\n\n') == [{"a": "x\ty"}]


def test_bare_json_error_after_events() -> None:
    result = pieces(b'data: {"a": 1}\n\n{\n  "error": {\n    "message": "no"\n  }\n}\n')

    assert result == [chunk({"a": 1}), chunk({"error": {"message": "no"}})]


def test_last_event_without_blank_line() -> None:
    assert pieces(b'data: {"a": 1}\n\ndata: {"b": 2}') == [chunk({"a": 1}), chunk({"b": 2})]


@pytest.mark.parametrize("body", [b'data: {"a": "b', b'{"a": "b', b'data: {"a": 1,\n'])
def test_incomplete_json_is_truncated(body: bytes) -> None:
    (piece,) = pieces(body)

    assert isinstance(piece, Unreadable)
    assert piece.is_truncated


@pytest.mark.parametrize("body", [b"data: {a}\n\n", b"{a}", b"<html>", b"data: {a}", b'data: {"a": \n\n'])
def test_other_bodies_are_unreadable(body: bytes) -> None:
    piece, *after = pieces(body)

    assert isinstance(piece, Unreadable)
    assert not piece.is_truncated
    assert not any(isinstance(each, tuple) for each in after)


def test_plain_text_counts_only_in_error_events() -> None:
    assert values(b"event: error\ndata: no luck\n\n") == [{"error": "no luck"}]
    assert pieces(b"data: keep-alive\n\n") == []


def test_invalid_utf8_and_lone_surrogates_are_replaced() -> None:
    assert values(b'data: {"a": "x\xff", "b": "\\ud83d!", "c": "\\ud83d\\ude00", "d": "\\\\ud83d"}\n\n') == [
        {"a": "x\ufffd", "b": "\ufffd!", "c": "😀", "d": "\\ud83d"}
    ]


def test_blank_bodies_are_empty() -> None:
    for body in (b"", b" \n", b"\xef\xbb"):
        reader = BodyReader()
        assert list(reader.feed(body)) == []
        assert reader.is_empty


@pytest.mark.parametrize("depth", [250, 700])
def test_objects_that_could_not_be_stored_or_sent_again_are_unreadable(depth: int) -> None:
    (piece,) = pieces(b'data: {"a": ' + b"[" * depth + b"]" * depth + b"}\n\n")

    assert isinstance(piece, Unreadable)
