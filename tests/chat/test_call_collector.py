"""Assembling tool calls from pieces: one test for each behaviour of servers."""

import pytest

from deskpet.chat.call_collector import (
    CallArguments,
    CallBegan,
    CallCollector,
    CallCompleted,
    CallEchoed,
    CallEvent,
    CallNamed,
    parse_arguments,
)
from deskpet.chat.messages import Echo
from deskpet.chat.model import CallDelta


def piece(index: int | None = None, id: str = "", name: str = "", arguments: str = "") -> CallDelta:  # noqa: A002 (as on the wire)
    return CallDelta(index, id, name, arguments)


def calls(*pieces: CallDelta) -> list[tuple[str, str, str]]:
    """Return the calls (id, name, arguments) in these pieces, in the order in which they began."""
    collector = CallCollector()
    events = [event for each in pieces for event in collector.feed(each)] + collector.close()
    done = [event for event in events if isinstance(event, CallCompleted)]
    return [(each.id, each.name, each.arguments) for each in sorted(done, key=lambda each: each.key)]


def named(*pieces: CallDelta) -> list[tuple[str, str]]:
    return [(name, arguments) for _, name, arguments in calls(*pieces)]


def test_arguments_in_pieces_by_index() -> None:
    found = calls(
        piece(0, "a", "f"),
        piece(0, arguments='{"x'),
        piece(0, arguments='":1}'),
        piece(1, "b", "g"),
        piece(1, arguments="{}"),
    )
    assert found == [("a", "f", '{"x":1}'), ("b", "g", "{}")]


def test_interleaved_pieces_are_assigned_by_index() -> None:
    found = calls(
        piece(0, "a", "f"), piece(1, "b", "g"), piece(0, arguments='{"x":'), piece(1, arguments='{"y":'),
        piece(0, arguments="1}"), piece(1, arguments="2}"),
    )  # fmt: skip
    assert found == [("a", "f", '{"x":1}'), ("b", "g", '{"y":2}')]


def test_a_piece_without_index_continues_the_last_call() -> None:
    assert named(
        piece(id="a", name="f"), piece(arguments='{"x":1}'), piece(id="b", name="g"), piece(arguments='{"y":2}')
    ) == [("f", '{"x":1}'), ("g", '{"y":2}')]


def test_no_index_and_complete_calls_in_one_delta() -> None:
    assert named(piece(id="a", name="f", arguments="{}"), piece(id="b", name="f", arguments='{"x":1}')) == [
        ("f", "{}"),
        ("f", '{"x":1}'),
    ]


def test_no_index_and_no_id_and_the_same_name_twice() -> None:
    assert named(piece(name="f", arguments='{"x":1}'), piece(name="f", arguments='{"x":2}')) == [
        ("f", '{"x":1}'),
        ("f", '{"x":2}'),
    ]


@pytest.mark.parametrize("indexes", [(1, 2), (0, 7), (-1, 3)])
def test_index_that_starts_anywhere_or_is_sparse(indexes: tuple[int, int]) -> None:
    first, second = indexes
    assert named(
        piece(first, "a", "f"),
        piece(first, arguments="{}"),
        piece(second, "b", "g"),
        piece(second, arguments='{"x":1}'),
    ) == [("f", "{}"), ("g", '{"x":1}')]


def test_same_index_with_a_new_id_is_a_new_call() -> None:
    assert calls(piece(0, "a", "f", '{"x":1}'), piece(0, "b", "f", '{"x":2}')) == [
        ("a", "f", '{"x":1}'),
        ("b", "f", '{"x":2}'),
    ]


def test_same_index_with_a_new_name_after_arguments_began_is_a_new_call() -> None:
    assert named(piece(0, name="f", arguments='{"x":1}'), piece(0, name="g", arguments='{"y":2}')) == [
        ("f", '{"x":1}'),
        ("g", '{"y":2}'),
    ]


def test_id_type_and_name_repeated_on_every_piece_is_one_call() -> None:
    assert calls(piece(0, "a", "f"), piece(0, "a", "f", '{"x":'), piece(0, "a", "f", "1}")) == [("a", "f", '{"x":1}')]


def test_ids_that_change_on_every_piece_are_one_call_while_its_arguments_are_not_whole() -> None:
    assert calls(piece(0, "a", "f", '{"x":'), piece(0, "b", "", "1"), piece(0, "c", "", "}")) == [("a", "f", '{"x":1}')]


def test_a_second_object_on_a_used_index_is_a_second_call() -> None:
    assert named(piece(0, "a", "f", '{"x":1}'), piece(0, arguments='{"x":2}')) == [("f", '{"x":1}'), ("f", '{"x":2}')]


def test_id_comes_later() -> None:
    assert calls(piece(0, "", "f"), piece(0, "a", "", "{}")) == [("a", "f", "{}")]


def test_name_comes_later() -> None:
    collector = CallCollector()
    events = collector.feed(piece(0, "a")) + collector.feed(piece(0, name="f")) + collector.close()

    assert events == [CallBegan(0, "a", ""), CallNamed(0, "f"), CallCompleted(0, "a", "f", "")]


def test_name_in_pieces_before_the_arguments() -> None:
    assert named(piece(0, "a", "get_"), piece(0, name="weather"), piece(0, arguments="{}")) == [("get_weather", "{}")]


def header(name: str, arguments: str = "") -> CallDelta:
    return CallDelta(0, "", name, arguments, is_start=True)


@pytest.mark.parametrize("arguments", ["", "{}"])
def test_calls_without_id_and_arguments_on_one_index(arguments: str) -> None:
    assert named(header("f", arguments), header("g", arguments)) == [("f", arguments), ("g", arguments)]
    assert [name for name, _ in named(*[header("f", arguments)] * 3, header("g", arguments))] == ["f", "f", "f", "g"]


def test_a_header_that_comes_again_before_its_arguments_is_the_same_call() -> None:
    assert named(header("f"), header("f"), header("f", '{"x":1}')) == [("f", '{"x":1}')]
    assert named(header("f"), header("f", "{}")) == [("f", "{}")]


def test_two_names_are_two_calls_if_both_tools_exist_and_pieces_if_they_form_one_name() -> None:
    def names(first: str, second: str, *tools: str) -> list[str]:
        collector = CallCollector(lambda name: name in tools)
        events = [*collector.feed(piece(0, name=first)), *collector.feed(piece(0, name=second)), *collector.close()]
        return [event.name for event in events if isinstance(event, CallCompleted)]

    assert names("get_", "weather") == ["get_weather"]
    assert names("get_", "weather", "get_weather", "weather") == ["get_weather"]
    assert names("wave", "nod", "wave", "nod") == ["wave", "nod"]
    assert names("wave", "wave_back", "wave", "wave_back") == ["wave", "wave_back"]
    assert names("get", "get_weather", "get_weather") == ["get_weather"]


@pytest.mark.parametrize("arguments", ["", "{}"])
def test_text_between_two_calls_separates_them(arguments: str) -> None:
    collector = CallCollector()
    events = collector.feed(piece(0, name="f", arguments=arguments)) + collector.report_text()
    events += collector.feed(piece(0, name="f", arguments=arguments)) + collector.close()

    assert sorted(_completed(events)) == [0, 1]


def test_a_lone_surrogate_in_the_arguments_is_replaced() -> None:
    assert parse_arguments('{"x": "\\ud83d!", "y": "\\ud83d\\ude00", "z": "\\\\ud83d"}') == {
        "x": "\ufffd!",
        "y": "😀",
        "z": "\\ud83d",
    }


def test_an_id_is_generated_if_none_arrives() -> None:
    (first, *_), (second, *_) = calls(piece(0, name="f", arguments="{}"), piece(1, name="f", arguments="{}"))
    assert first
    assert second
    assert first != second


def test_no_arguments_at_all_is_an_empty_object() -> None:
    assert named(piece(0, "a", "f")) == [("f", "")]
    assert parse_arguments("") == parse_arguments(" \n") == parse_arguments("null") == parse_arguments('""') == {}


def test_first_piece_is_already_a_brace() -> None:
    assert named(piece(0, "a", "f", "{"), piece(0, arguments='"x":1'), piece(0, arguments="}")) == [("f", '{"x":1}')]


def test_an_empty_object_before_the_arguments_is_a_placeholder() -> None:
    assert named(piece(0, "a", "f", "{}"), piece(0, arguments='{"x":'), piece(0, arguments="1}")) == [("f", '{"x":1}')]


@pytest.mark.parametrize("id", ["", "a"])
def test_an_empty_object_after_the_arguments_is_ignored(id: str) -> None:  # noqa: A002 (as on the wire)
    assert named(piece(0, "a", "f", '{"x":1}'), piece(0, id, arguments="{}")) == [("f", '{"x":1}')]


@pytest.mark.parametrize("id", ["", "a"])
def test_cumulative_arguments_are_used_once(id: str) -> None:  # noqa: A002 (as on the wire)
    growing = ['{"x', '{"x":"a{', '{"x":"a{b"}']

    assert named(piece(0, "a", "f"), *(piece(0, id, arguments=each) for each in growing)) == [("f", growing[-1])]


@pytest.mark.parametrize(
    "pieces", [['{"x":1}', '{"x":1}'], ['{"x":', "1}", '{"x":1}'], ['{"x":0}', '{"x":0,"y":1}', '{"x":1}']]
)
def test_complete_arguments_sent_again_with_their_id_are_used_once(pieces: list[str]) -> None:
    assert named(*(piece(0, "a", "f", each) for each in pieces)) == [("f", '{"x":1}')]


def test_a_nested_object_is_no_repetition() -> None:
    pieces = ['{"x":', '{"x":1}', "}"]

    assert named(piece(0, "a", "f"), *(piece(0, arguments=each) for each in pieces)) == [("f", '{"x":{"x":1}}')]


def test_broken_arguments_are_kept_as_raw_text() -> None:
    assert named(piece(0, "a", "f", '{"x":'), piece(0, arguments='{"y":1}')) == [("f", '{"x":{"y":1}')]


def test_arguments_as_a_string_in_a_string() -> None:
    assert parse_arguments('"{\\"x\\": 1}"') == {"x": 1}


@pytest.mark.parametrize("text", ["[1]", "1", '"x"', "{", '{"a":1}{"b":2}', "true"])
def test_anything_but_an_object_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        parse_arguments(text)


def _completed(events: list[CallEvent]) -> list[int]:
    return [event.key for event in events if isinstance(event, CallCompleted)]


def test_a_call_with_complete_arguments_is_complete_when_another_begins() -> None:
    collector = CallCollector()
    collector.feed(piece(0, "a", "f", '{"x":1}'))

    assert _completed(collector.feed(piece(1, "b", "g"))) == [0]


def test_a_call_with_partial_arguments_is_not_complete_when_another_begins() -> None:
    collector = CallCollector()
    collector.feed(piece(0, "a", "f", '{"x":'))

    assert _completed(collector.feed(piece(1, "b", "g", "{}"))) == []
    assert _completed(collector.feed(piece(0, arguments="1}"))) == []
    assert _completed(collector.close()) == [0, 1]


def test_calls_announced_first_wait_for_their_arguments() -> None:
    collector = CallCollector()
    collector.feed(piece(0, "a", "f"))

    assert _completed(collector.feed(piece(1, "b", "g"))) == []
    assert _completed(collector.feed(piece(1, arguments="{}"))) == [0]


def test_a_call_with_complete_arguments_is_complete_when_text_follows() -> None:
    collector = CallCollector()
    collector.feed(piece(0, "a", "f", '{"x": "}'))
    assert _completed(collector.report_text()) == []
    collector.feed(piece(0, arguments='"}'))

    assert _completed(collector.report_text()) == [0]
    assert _completed(collector.close()) == []


def test_the_server_may_mark_a_call_as_complete() -> None:
    collector = CallCollector()

    assert _completed(collector.feed(CallDelta(0, "a", "f", complete=True))) == [0]
    assert _completed(collector.close()) == []


def test_pieces_after_the_end_of_a_call_change_nothing() -> None:
    collector = CallCollector()
    collector.feed(CallDelta(0, "a", "f", "{}", complete=True))

    assert collector.feed(piece(0, arguments=" ")) == []


def test_provider_specific_fields_are_passed_on() -> None:
    echo = Echo("google", {"extra_content": {"google": {"thought_signature": "s"}}})

    events = CallCollector().feed(CallDelta(0, "a", "f", "{}", echo))

    assert events == [CallBegan(0, "a", "f"), CallEchoed(0, echo), CallArguments(0, "{}")]


def test_a_complete_call_is_followed_by_another_with_its_id() -> None:
    first, again = CallDelta(0, "a", "f", "{}", complete=True), CallDelta(1, "a", "f", "{}", complete=True)
    other = CallDelta(2, "a", "f", '{"x":1}', complete=True)
    assert calls(first, again, other) == [("a", "f", "{}"), ("a", "f", '{"x":1}')]
