"""Parsing tool calls in text: all formats, any split into pieces, and text that only resembles a call."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deskpet.chat.call_collector import CallArguments, CallBegan, CallCompleted, CallNamed
from deskpet.chat.model import NoticeDelta, TextDelta
from deskpet.chat.textmode.call_format import CallDropped
from deskpet.chat.textmode.parser import ParsedItem, TextCallParser
from deskpet.chat.textmode.prompt import CallFormat, format_call
from tests.support.examples import examples

WAVE = """<<<[TOOL_REQUEST]>>>
tool_name:「始」live2d.motion「末」,
group:「始」TapBody「末」,
index:「始」0「末」
<<<[END_TOOL_REQUEST]>>>"""
WAVE_CALL = ("live2d.motion", {"group": "TapBody", "index": "0"})


def pieces(text: str, cuts: list[int]) -> Iterator[str]:
    """Split `text` into pieces of these lengths, repeatedly."""
    at = number = 0
    while at < len(text):
        end = at + max(1, cuts[number % len(cuts)])
        yield text[at:end]
        at, number = end, number + 1


def parsed(text: str, *cuts: int) -> list[ParsedItem]:
    calls = TextCallParser()
    items = [item for piece in pieces(text, list(cuts) or [len(text)]) for item in calls.feed(piece)]
    return items + calls.close()


def words(items: list[ParsedItem]) -> str:
    return "".join(item.text for item in items if isinstance(item, TextDelta))


def completed(items: list[ParsedItem]) -> list[tuple[str, object]]:
    done = [item for item in items if isinstance(item, CallCompleted)]
    return [(item.name, json.loads(item.arguments or "{}")) for item in done]


def notices(items: list[ParsedItem]) -> list[str]:
    return [item.notice.code for item in items if isinstance(item, NoticeDelta)]


def merged(items: list[ParsedItem]) -> list[tuple[str, object, str]]:
    """Merge adjacent pieces of text and of arguments, so that the result does not depend on the splits."""
    out: list[tuple[str, object, str]] = []
    for item in items:
        match item:
            case TextDelta(text):
                one = ("words", 0, text)
            case CallArguments(key, text):
                one = ("arguments", key, text)
            case CallNamed(key, name):
                one = ("named", key, name)
            case CallCompleted(key, _, name, arguments):
                one = ("completed", key, f"{name} {arguments}")
            case NoticeDelta(notice):
                one = ("notice", 0, notice.code)
            case _:
                one = (type(item).__name__, item.key, "")
        if out and one[0] in ("words", "arguments") and out[-1][:2] == one[:2]:
            one = (*one[:2], out.pop()[2] + one[2])
        out.append(one)
    return out


def test_a_call_produces_events_as_it_is_written():
    items = parsed(f"I'll wave.\n{WAVE}\nThere!")
    assert [type(item) for item in items] == [TextDelta, CallBegan, CallNamed, CallArguments, CallCompleted, TextDelta]
    assert words(items) == "I'll wave.\n\nThere!"
    assert completed(items) == [WAVE_CALL]


def test_the_card_is_there_with_the_first_field_and_the_arguments_grow():
    calls = TextCallParser()
    assert calls.feed("<<<[TOOL_REQUEST]>>") == []
    (began,) = calls.feed(">\ntool_name:「始」live2d")
    assert isinstance(began, CallBegan)
    (named,) = calls.feed(".motion「末」")
    assert isinstance(named, CallNamed)
    (arguments,) = calls.feed(",group:「始」 Tap")
    assert isinstance(arguments, CallArguments)
    assert arguments.text == '{"group": "Tap'
    (arguments,) = calls.feed("Body 「末」")
    assert isinstance(arguments, CallArguments)
    assert arguments.text == 'Body"'
    assert [type(item) for item in calls.feed("<<<[END_TOOL_REQUEST]>>")] == [CallArguments, CallCompleted]


FIELDS = {
    "full-width colons, no commas": (
        "tool_name：「始」a「末」b ： 「始」1「末」c:「始」2「末」",
        ("a", {"b": "1", "c": "2"}),
    ),
    "the last of a repeated key": (
        "tool_name:「始」a「末」b:「始」1「末」b:「始」2「末」tool_name:「始」z「末」",
        ("z", {"b": "2"}),
    ),
    "values are trimmed, inner blanks stay": (
        "tool_name:「始」 a\n「末」b:「始」  x \n\n y\u3000\n「末」",
        ("a", {"b": "x \n\n y"}),
    ),
    "a value on lines of its own is exact": (
        "tool_name:「始」\n a\n「末」b:「始」\n  x \n\n y\u3000\n\n「末」c:「始」\r\n\tz\r\n「末」",
        ("a", {"b": "  x \n\n y\u3000\n", "c": "\tz"}),
    ),
    "lines keep their last break, as in a file": (
        "tool_name:「始」\na\n「末」b:「始」\nx\n y\n「末」c:「始」\r\nx\r\ny\r\n「末」d:「始」x\ny\n「末」",
        ("a", {"b": "x\n y\n", "c": "x\r\ny\r\n", "d": "x\ny\n"}),
    ),
    "a value that begins on a line of its own": (
        "tool_name:「始」a「末」b:「始」\nx \n y \t「末」c:「始」\n「末」d:「始ESCAPE」\n\n「末ESCAPE」",
        ("a", {"b": "x \n y", "c": "", "d": ""}),
    ),
    "an empty value": (
        "tool_name:「始」a「末」b:「始」  「末」",
        ("a", {"b": ""}),
    ),
    "an escaped value holds every mark": (
        "tool_name:「始」a「末」b:「始ESCAPE」x「末」<<<[END_TOOL_REQUEST]>>>「末ESCAPE」",
        ("a", {"b": "x「末」<<<[END_TOOL_REQUEST]>>>"}),
    ),
    "brackets and quotes in a value": (
        'tool_name:「始」a「末」b:「始」if x << 2 < "「" + \\n: 「始」「末」',
        ("a", {"b": 'if x << 2 < "「" + \\n: 「始」'}),
    ),
    "real JSON": (
        'tool_name:「始」a「末」input_json:「始」\n{ "b": [1, {}], "c": {"d": null} }\n「末」',
        ("a", {"b": [1, {}], "c": {"d": None}}),
    ),
    "real JSON among fields": (
        'b:「始」1「末」input_json:「始」{"b": 2}「末」c:「始」3「末」tool_name:「始」a「末」',
        ("a", {"b": 2, "c": "3"}),
    ),
    "empty JSON": (
        "input_json:「始」{ }「末」b:「始」1「末」tool_name:「始」a「末」",
        ("a", {"b": "1"}),
    ),
    "a value that only the block's end closes": (
        "tool_name:「始」a「末」b:「始」1\n",
        ("a", {"b": "1"}),
    ),
    "words between the fields": (
        "\ntool_name:「始」a「末」; let me see: and b:「始」1「末」 done\n",
        ("a", {"b": "1"}),
    ),
}


@pytest.mark.parametrize(("fields", "call"), FIELDS.values(), ids=FIELDS)
@pytest.mark.parametrize("cut", [1, 2, 1000])
def test_fields(fields: str, call: tuple[str, object], cut: int):
    items = parsed(f"before <<<[TOOL_REQUEST]>>>{fields}<<<[END_TOOL_REQUEST]>>> after", cut)
    assert completed(items) == [call]
    assert words(items) == "before  after"


@pytest.mark.parametrize(("begin", "end"), [("<<[tool_Request]>>", "<<[End_Tool_Request]>>"), ("<" * 9, ">" * 9)])
@pytest.mark.parametrize("cut", [1, 2, 1000])
def test_markers_of_any_case_and_number_of_brackets(begin: str, end: str, cut: int):
    if "[" not in begin:
        begin, end = f"{begin}[TOOL_REQUEST]{end}", f"{begin}[END_TOOL_REQUEST]{end}"
    items = parsed(f"before {begin}tool_name:「始」a「末」{end} after", cut)
    assert completed(items) == [("a", {})]
    assert words(items) == "before  after"


def test_a_line_begins_after_a_block():
    items = parsed(f'before {WAVE}{{"tool_calls": [{{"name": "x"}}]}}{WAVE}```\n{WAVE}\n```', 1)
    assert [name for name, _ in completed(items)] == ["live2d.motion", "x", "live2d.motion"]
    assert words(items) == f"before ```\n{WAVE}\n```"


def test_broken_json_in_a_field_is_a_call_with_broken_arguments():
    items = parsed("<<<[TOOL_REQUEST]>>>tool_name:「始」a「末」input_json:「始」[1]「末」<<<[END_TOOL_REQUEST]>>>")
    (call,) = [item for item in items if isinstance(item, CallCompleted)]
    with pytest.raises(ValueError, match="Expecting"):
        json.loads(call.arguments)


X, XY = ("x", {"a": 1}), [("x", {"a": 1}), ("y", {})]
JSON = {
    "bare": ('{"tool_calls": [{"name": "x", "arguments": {"a": 1}}]}', [X]),
    "indented, over lines": ('  {\n "tool_calls" : [\n {"arguments": {"a": 1}, "name": "x"} ]\n}', [X]),
    "two": ('{"tool_calls": [{"name": "x", "arguments": {"a": 1}}, {"name": "y"}]}', XY),
    "two objects": ('{"tool_calls": [{"name": "x", "arguments": {"a": 1}}]}\n{"tool_calls":[{"name":"y"}]}', XY),
    "two on a line": ('{"tool_calls": [{"name": "x", "arguments": {"a": 1}}]}{"tool_calls":[{"name":"y"}]}', XY),
    "arguments twice": ('<tool_call>{"name": "x", "arguments": {"a": 1}, "parameters": {"a": 2}}</tool_call>', [X]),
    "OpenAI's shape": (
        '{"role": "x", "content": null, "tool_calls": [{"function": {"name": "x", "arguments": "{\\"a\\": 1}"}}]}',
        [X],
    ),
    "escapes in arguments": (
        r'{"tool_calls": [{"name": "x", "arguments": "{\"a\": \"\\\"\u00e9\ud83d\ude00\"}"}]}',
        [("x", {"a": '"é😀'})],
    ),
    "braces in strings": (
        '{"tool_calls": [{"name": "x", "arguments": {"a": "}]}\\"}]}"}}]}',
        [("x", {"a": '}]}"}]}'})],
    ),
    "null": ('{"tool_calls": [{"name": "x", "arguments": null}]}', [("x", None)]),
    "in a fence": ('```json\n{"tool_calls": [{"name": "x", "arguments": {"a": 1}}]}\n```', [X]),
    "in a longer fence": ('~~~~JSON \r\n\n{"tool_calls": [{"name": "x", "arguments": {"a": 1}}]}~~~~~', [X]),
    "in a fence to the end": ('```json\n{"tool_calls": [{"name": "x", "arguments": {"a": 1}}]}\n', [X]),
    "in a tag": ('<tool_code>{"name": "x", "arguments": {"a": 1}}</tool_code>', [X]),
    "in another tag": ('<TOOL_CALL>\n{"name": "x", "parameters": {"a": 1}}\n</tool_call>', [X]),
    "tags in a string": (
        '<tool_call>{"name": "x", "arguments": {"a": "</tool_call><tool_call>```"}}</tool_call>',
        [("x", {"a": "</tool_call><tool_call>```"})],
    ),
    "a list in a tag": ('<tool_call>[{"name": "x", "arguments": {"a": 1}}, {"name": "y"}]</tool_call>', XY),
    "two in a tag": ('<tool_call>{"name": "x", "arguments": {"a": 1}}\n{"name": "y"}</tool_call>', XY),
    "tool_calls in a tag": ('<tool_call>{"tool_calls": [{"name": "x", "arguments": {"a": 1}}]}</tool_call>', [X]),
    "a name without its key": ('{"tool_calls": [{"x", "arguments": {"a": 1}}, {"name": "y"}]}', XY),
    "a name without its key in a fence": (
        '```json\n{"tool_calls": [{"name": "x", "arguments": {"a": 1}}, {"y", "arguments": {}}]}\n```',
        XY,
    ),
    "a name without its key in a tag": ('<tool_call>{"x", "arguments": {"a": 1}}</tool_call>', [X]),
    "a brace too few": ('<tool_call>{"name": "x", "arguments": {"a": 1}</tool_call>', [X]),
    "a brace too many": ('<tool_call>{"name": "x", "arguments": {"a": 1}}}</tool_call>', [X]),
}


@pytest.mark.parametrize(("text", "calls"), JSON.values(), ids=JSON)
@pytest.mark.parametrize("cut", [1, 2, 1000])
def test_json_forms(text: str, calls: list[tuple[str, object]], cut: int):
    items = parsed(f"before\n{text}", cut)
    assert completed(items) == calls
    assert words(items).split() == ["before"]
    assert notices(items) == []


def test_calls_of_a_list_wait_for_its_end_but_their_cards_do_not():
    calls = TextCallParser()
    began = calls.feed('{"tool_calls": [{"name": "x"}, {"name": "y", ')
    assert [type(item) for item in began] == [CallBegan, CallNamed, CallBegan, CallNamed]
    assert [type(item) for item in calls.feed("}]}")] == [CallCompleted, CallCompleted]


NO_CALLS = {
    "plain words": "1 < 2, a `b` and {c}\n\n- d ~ e\n",
    "a fence": f"See:\n```\n{WAVE}\n```\nafter",
    "a fence with a language": f"```text\n{WAVE}\n```",
    "a fence of tildes with ticks in it": f"~~~\n```\n{WAVE}\n~~~",
    "a longer fence": f"`````\n```\n{WAVE}\n````\n{WAVE}\n`````",
    "an indented fence": f"   ```\n   {WAVE}\n   ```",
    "a fence in a list": f"- ```\n  {WAVE}\n  ```\n",
    "a fence in a quote": f"> ```\n> {WAVE}\n> ```\n",
    "a fence that is not closed": f"```\n{WAVE}\n",
    "a fence whose end has words": f"```\n``` x\n{WAVE}\n```\n",
    "other JSON in a fence": '```json\n{"name": "x"}\n```',
    "calls in a fence of another language": '```python\n{"tool_calls": [{"name": "x"}]}\n```',
    "code on a line": "`<<<[TOOL_REQUEST]>>>` opens, ``<tool_call>{`` too, ```<tool_code>{``` as well",
    "code of one call on a line": "`{}`".format(WAVE.replace("\n", " ")),
    "a thought": f"<think>\n{WAVE}\n</think>\nno",
    "a tag in words": "write <tool_call> and </tool_call>, then <tool_code>x</tool_code>",
    "the end alone": "<<<[END_TOOL_REQUEST]>>>",
    "one bracket": "<[TOOL_REQUEST]> and <<<TOOL_REQUEST>>>",
    "other JSON": '{"a": {"tool_calls": [{"name": "x"}]}}\n{"tool_calls": []}\n{"tool_calls": 1}\n{}\n{"id": 1}',
    "JSON within a line": 'so {"tool_calls": [{"name": "x"}]}',
}


@pytest.mark.parametrize("text", NO_CALLS.values(), ids=NO_CALLS)
@pytest.mark.parametrize("cut", [1, 3, 1000])
def test_text_without_calls_is_unchanged(text: str, cut: int):
    assert merged(parsed(text, cut)) == [("words", 0, text)]


@pytest.mark.parametrize("text", [value for key, value in NO_CALLS.items() if "not closed" not in key])
def test_calls_are_found_after_such_text(text: str):
    items = parsed(f"{text}\n{WAVE}")
    assert completed(items) == [WAVE_CALL]
    assert words(items) == text + "\n"


def test_a_think_tag_within_a_line_begins_no_thought():
    before = " " * 50 + "it writes <think> "
    assert words(parsed(before + WAVE, 1)) == before
    assert completed(parsed(before + WAVE, 1)) == [WAVE_CALL]


ON_A_LINE = WAVE.replace("\n", " ")


@pytest.mark.parametrize(
    ("before", "after"), [("It's ` odd ", " still"), ("It's ` odd ", " ``still``"), ("` before\n", " `after`")]
)
def test_an_unpaired_backtick_begins_no_code_span(before: str, after: str):
    items = parsed(before + ON_A_LINE + after, 1)
    assert completed(items) == [WAVE_CALL]
    assert words(items) == before + after


UNCLOSED = {
    "a request": "<<<[TOOL_REQUEST]>>>\ntool_name:「始」a「末」, b:「始」1「末」\n",
    "half an end": "<<<[TOOL_REQUEST]>>>\ntool_name:「始」a「末」<<<[END_TOOL_REQ",
    "an escaped value": "<<<[TOOL_REQUEST]>>>b:「始ESCAPE」「末」<<<[END_TOOL_REQUEST]>>>",
    "a tag": '<tool_call>{"name": "x", "arguments": {}}',
    "a tag with words": '<tool_call>{"name": "x", "arguments": {}} is how',
    "an object": '{"tool_calls": [{"name": "x", "arguments": {}}]',
    "an object with words": '{"tool_calls": [{"name": "x", "arguments": {}}\n\nDone!',
    "more in the fence": '```json\n{"tool_calls": [{"name": "x", "arguments": {}}]}\nand more\n```\n',
}


@pytest.mark.parametrize("text", UNCLOSED.values(), ids=UNCLOSED)
@pytest.mark.parametrize("cut", [1, 3, 1000])
def test_an_unclosed_block_is_text_and_a_notice(text: str, cut: int):
    items = parsed(f"before\n{text}", cut)
    assert words(items) == f"before\n{text}"
    assert completed(items) == []
    assert [type(item) for item in items].count(CallDropped) == 1
    assert notices(items) == ["unclosed_call"]


def test_a_block_within_a_block_means_that_the_first_was_never_closed():
    items = parsed(f"<<<[TOOL_REQUEST]>>>tool_name:「始」lost「末」\n{WAVE}!")
    assert completed(items) == [WAVE_CALL]
    assert words(items) == "<<<[TOOL_REQUEST]>>>tool_name:「始」lost「末」\n!"
    assert notices(items) == ["unclosed_call"]


def test_a_possible_marker_is_held_back_until_it_is_decided():
    calls = TextCallParser()
    assert words(calls.feed("a <<<[TOO")) == "a "
    assert words(calls.feed("L")) == ""
    assert words(calls.feed("S]")) == "<<<[TOOLS]"
    assert words(calls.feed(" <tool_c")) == " "
    assert words(calls.feed("at>")) == "<tool_cat>"
    assert words(calls.feed('\n{"')) == "\n"
    assert words(calls.feed("n")) == '{"n'
    assert words(calls.feed('\n{"content": "a')) == "\n"
    assert words(calls.feed("\n")) == '{"content": "a\n'
    assert words(calls.feed("```js")) == ""
    assert words(calls.feed("x")) == "```jsx"


def test_ordinary_text_is_emitted_immediately():
    calls = TextCallParser()
    assert [words(calls.feed(piece)) for piece in ("Hel", "lo ", "you. ")] == ["Hel", "lo ", "you. "]


def test_an_early_end_loses_no_text():
    calls = TextCallParser()
    calls.feed("a <<<[")
    assert words([*calls.take_held()]) == "<<<["
    assert calls.take_held() == []
    calls = TextCallParser()
    calls.feed("a <<<[TOOL_REQUEST]>>>tool_name:「始」x「末」")
    assert calls.take_held() == []


FRAGMENTS = [
    *("<<<[TOOL_REQUEST]>>>", "<<[tool_request]>>", "<<<[END_TOOL_REQUEST]>>>", "tool_name:「始」x「末」", "a:「始」"),
    *("「末」", "「始ESCAPE」", "「末ESCAPE」", 'input_json:「始」{"a": 1}「末」', "input_json：「始」", "「", "<<"),
    *('{"tool_calls": [', '{"name": "x", "arguments": {"a": "}"}}', "]}", '{"tool_calls": [{"name": "x"}]}'),
    *(
        '"arguments": "',
        '{"content": "',
        '"function": {',
        "\\u00e9",
        "\\ud83d",
        "\\",
        '"',
        "{",
        "}",
        "[",
        "]",
        ":",
        ", ",
    ),
    *("<tool_call>", "</tool_call>", "<tool_code>", "<think>", "</think>", "<", ">", "words ", " ", "    ", "- ", "> "),
    *("```json\n", "```", "~~~~", "~", "`", "``", "\n", "\r\n", WAVE),
]
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=25).map("".join)
CUTS = st.lists(st.integers(1, 12), min_size=1, max_size=8)


@settings(max_examples=examples(400))
@given(TEXTS, CUTS)
def test_the_result_does_not_depend_on_the_splits(text: str, cuts: list[int]):
    assert merged(parsed(text, *cuts)) == merged(parsed(text))


@given(TEXTS, CUTS)
def test_nothing_is_lost(text: str, cuts: list[int]):
    items = parsed(text, *cuts)
    began = [item.key for item in items if isinstance(item, CallBegan)]
    ended = [item.key for item in items if isinstance(item, CallCompleted | CallDropped)]
    assert began == sorted(ended, reverse=True)
    assert bool(notices(items)) == any(isinstance(item, CallDropped) for item in items)
    visible = words(items)
    if completed_keys := [item.key for item in items if isinstance(item, CallCompleted)]:
        assert len(visible) + len(completed_keys) * len('{"tool_calls":[{}]}') <= len(text)
        rest = iter(text)
        assert all(character in rest for character in visible)
    else:
        assert visible == text


@given(st.text(), CUTS)
def test_text_without_markers_is_unchanged(text: str, cuts: list[int]):
    plain = text.replace("<", "").replace("{", "")
    assert words(parsed(plain, *cuts)) == plain
    assert [type(item) for item in parsed(plain) if not isinstance(item, TextDelta)] == []


WORDS = st.text("ab Ω。\n", max_size=12)
ARGUMENTS = st.dictionaries(
    st.text(min_size=1, max_size=5), st.text(max_size=8) | st.sampled_from(FRAGMENTS), max_size=3
)
CALLS = st.tuples(st.sampled_from(CallFormat), st.sampled_from(["live2d.motion", "files_read"]), ARGUMENTS)


@given(st.lists(st.tuples(WORDS, CALLS), max_size=4), WORDS, CUTS)
def test_every_call_is_found_in_any_text(
    parts: list[tuple[str, tuple[CallFormat, str, dict[str, str]]]], end: str, cuts
):
    text = "".join(f"{before}\n{format_call(name, arguments, form)}" for before, (form, name, arguments) in parts) + end
    items = parsed(text, *cuts)
    assert completed(items) == [(name, arguments) for _, (_, name, arguments) in parts]
    assert words(items) == "".join(f"{before}\n" for before, _ in parts) + end
