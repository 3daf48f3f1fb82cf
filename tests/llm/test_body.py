"""What a body is, told by its bytes and not by its header."""

from typing import Any

import pytest

from deskpet.llm.body import BodyReader, Chunk, Done, Piece, Unreadable


def pieces(*chunks: bytes) -> list[Piece]:
    body = BodyReader()
    return [piece for chunk in chunks for piece in body.feed(chunk)] + body.close()


def values(*chunks: bytes) -> list[dict[str, Any]]:
    return [piece.value for piece in pieces(*chunks) if isinstance(piece, Chunk)]


def test_events_with_an_end() -> None:
    assert pieces(b'data: {"a": 1}\n\ndata: [DONE]\n\n') == [Chunk({"a": 1}), Done()]


def test_the_type_of_an_event_is_passed_on() -> None:
    assert pieces(b'event: error\ndata: {"a": 1}\n\n') == [Chunk({"a": 1}, "error")]


@pytest.mark.parametrize("body", [b'{"a": 1}', b'\n  {"a":\n1}\n', b'\xef\xbb\xbf{"a": 1}', b'[{"a": 1}]'])
def test_plain_json_instead_of_events(body: bytes) -> None:
    for cut in (1, len(body)):
        assert pieces(*(body[i : i + cut] for i in range(0, len(body), cut))) == [Chunk({"a": 1}), Done()]


def test_a_json_object_a_line() -> None:
    assert values(b'{"a": 1}\n{"b": 2}\n\n{"c": 3}') == [{"a": 1}, {"b": 2}, {"c": 3}]


@pytest.mark.parametrize("between", ["%s\n%s\n", "[%s\n,\n%s\n", "%s%s"])
def test_each_object_is_there_the_moment_it_is_closed(between: str) -> None:
    first, second = '{"a": "}{\\\\\\"}"}', '{"b": [{}]}'
    body, reader, found = (between % (first, second)).encode(), BodyReader(), list[tuple[int, Piece]]()
    for at in range(len(body)):
        found += [(at + 1, piece) for piece in reader.feed(body[at : at + 1])]

    assert found == [
        (body.index(first.encode()) + len(first), Chunk({"a": '}{\\"}'})),
        (body.index(second.encode()) + len(second), Chunk({"b": [{}]})),
    ]


def test_the_last_word_after_objects_is_there_at_once_and_words_that_are_no_json_are_said() -> None:
    reader = BodyReader()

    assert list(reader.feed(b'{"a": 1}\n[DONE]\n')) == [Chunk({"a": 1}), Done()]
    assert pieces(b'{"a": 1}\nInternal error\n{"b": 2}') == [
        Chunk({"a": 1}),
        Unreadable("Internal error"),
        Chunk({"b": 2}),
    ]


def test_an_object_that_is_no_json_costs_only_itself() -> None:
    assert pieces(b'[{"a": 1}, {b}, {"c": 3}]') == [Chunk({"a": 1}), Unreadable("{b}"), Chunk({"c": 3}), Done()]


@pytest.mark.parametrize("body", ['data: {{"a": "{}"}}\n\ndata: {{"a": "{}"}}\n\n', '{{"a": "{}"}}\n{{"a": "{}"}}\n'])
def test_a_character_whose_halves_come_apart_is_put_together(body: str) -> None:
    def texts(first: str, second: str) -> str:
        return "".join(value["a"] for value in values(body.format(first, second).encode()))

    assert texts(r"x\ud83d", r"\ude00y") == "x😀y"
    assert texts(r"\ud83d", r"\ude00") == "😀"
    assert texts(r"x\ud83d", "y") == "xy"
    assert texts("x", r"\ude00y") == "x\ufffdy"
    assert texts(r"\ud83d!", r"\ude00") == "\ufffd!\ufffd"


def test_a_half_waits_for_the_other_one_in_its_own_text() -> None:
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
def test_objects_without_what_should_stand_between_them(body: bytes) -> None:
    for cut in (1, 7, len(body)):
        assert values(*(body[i : i + cut] for i in range(0, len(body), cut))) == [{"a": 1}, {"b": 2}, {"c": 3}]


@pytest.mark.parametrize("body", [b'[{"a": 1},\n{"b": {"c"', b'[{"a": 1}', b'{"a": 1}\n{"b": '])
def test_what_came_whole_of_a_body_that_was_cut_is_kept(body: bytes) -> None:
    first, last = pieces(body)

    assert first == Chunk({"a": 1})
    assert isinstance(last, Unreadable)
    assert last.is_truncated


def test_control_characters_in_a_text_are_taken() -> None:
    assert values(b'data: {"a": "x\ty"}\n\n') == [{"a": "x\ty"}]


def test_a_bare_error_after_events() -> None:
    found = pieces(b'data: {"a": 1}\n\n{\n  "error": {\n    "message": "no"\n  }\n}\n')

    assert found == [Chunk({"a": 1}), Chunk({"error": {"message": "no"}})]


def test_a_last_event_without_a_blank_line_counts_when_it_is_whole() -> None:
    assert pieces(b'data: {"a": 1}\n\ndata: {"b": 2}') == [Chunk({"a": 1}), Chunk({"b": 2})]


@pytest.mark.parametrize("body", [b'data: {"a": "b', b'{"a": "b', b'data: {"a": 1,\n'])
def test_json_that_only_began_is_truncated(body: bytes) -> None:
    (piece,) = pieces(body)

    assert isinstance(piece, Unreadable)
    assert piece.is_truncated


@pytest.mark.parametrize("body", [b"data: {a}\n\n", b"{a}", b"<html>", b"data: {a}", b'data: {"a": \n\n'])
def test_anything_else_is_unreadable(body: bytes) -> None:
    piece, *after = pieces(body)

    assert isinstance(piece, Unreadable)
    assert not piece.is_truncated
    assert not any(isinstance(each, Chunk) for each in after)


def test_words_in_an_error_event_are_an_error_and_others_are_nothing() -> None:
    assert values(b"event: error\ndata: no luck\n\n") == [{"error": "no luck"}]
    assert pieces(b"data: keep-alive\n\n") == []


def test_broken_utf8_and_half_an_emoji_cost_only_themselves() -> None:
    assert values(b'data: {"a": "x\xff", "b": "\\ud83d!", "c": "\\ud83d\\ude00", "d": "\\\\ud83d"}\n\n') == [
        {"a": "x\ufffd", "b": "\ufffd!", "c": "😀", "d": "\\ud83d"}
    ]


def test_bytes_that_say_nothing_are_an_empty_body() -> None:
    for body in (b"", b" \n", b"\xef\xbb"):
        reader = BodyReader()
        assert list(reader.feed(body)) == []
        assert reader.is_empty
