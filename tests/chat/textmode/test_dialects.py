"""Every dialect of calls in text: any split into pieces, examples that are no calls, and hostile input."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deskpet.chat.call_collector import CallBegan, CallCompleted
from deskpet.chat.function_tool import tool
from deskpet.chat.textmode.call_format import CallDropped
from deskpet.chat.textmode.dialects import DIALECTS as ROWS
from deskpet.chat.textmode.parser import ParsedItem, TextCallParser
from deskpet.chat.tool import wire_name
from deskpet.chat.toolbox import Toolbox
from tests.chat.textmode.dialect_samples import DIALECTS, Calls, Dialect
from tests.chat.textmode.test_parser import completed, merged, notices, pieces, words
from tests.support.examples import examples


@tool("live2d.expression")
async def expression(name: str, text: str = "") -> str:
    """Show an expression."""
    return name + text


@tool("live2d.motion")
async def motion(group: str) -> str:
    """Play a motion."""
    return group


@tool("clock.now")
async def now() -> str:
    """Tell the time."""
    return "noon"


TOOLBOX = Toolbox((expression, motion, now))
TOOLS = ("live2d_expression", "live2d_motion", "clock_now")
EXPRESSION = ("live2d_expression", {"name": "happy", "text": "one\n<two> & three"})
MOTION = ("live2d_motion", {"group": "TapBody"})
NOW = ("clock_now", {})


def is_tool(name: str) -> bool:
    return TOOLBOX.find(name) is not None


def parse(text: str, *cuts: int, native: bool = True) -> list[ParsedItem]:
    parser = TextCallParser(is_tool, is_native=native)
    items = [item for piece in pieces(text, list(cuts) or [max(1, len(text))]) for item in parser.feed(piece)]
    return items + parser.close()


def calls_of(items: list[ParsedItem]) -> list[tuple[str, object]]:
    """Return the complete calls, with the wire names of their tools."""
    found = [(TOOLBOX.find(name), arguments) for name, arguments in completed(items)]
    return [(wire_name(each.name) if each else "", arguments) for each, arguments in found]


every_dialect = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.__name__)
in_each_mode = pytest.mark.parametrize("native", [True, False], ids=["native", "text"])


@every_dialect
@in_each_mode
def test_calls_are_found_and_the_text_around_them_is_kept(dialect: Dialect, native: bool):
    expected: Calls = [EXPRESSION, MOTION]
    for cut in (1, 2, 7, 10_000):
        items = parse(f"Hm.\n{dialect(expected)} There <b>!", cut, native=native)
        assert calls_of(items) == expected, cut
        assert words(items).split() == ["Hm.", "There", "<b>!"]
        assert words(items).startswith("Hm.\n")
        assert words(items).endswith(" There <b>!")
        assert notices(items) == []


@every_dialect
@in_each_mode
def test_a_call_without_arguments(dialect: Dialect, native: bool):
    items = parse(dialect([NOW]), 1, native=native)
    assert calls_of(items) == [NOW]
    assert words(items).strip() == ""


@every_dialect
def test_native_mode_leaves_calls_of_other_tools_as_text(dialect: Dialect):
    text = f"See {dialect([('get_weather', {'city': 'Paris'})])}, so."
    assert merged(parse(text, 1)) == [("words", 0, text)]


# The same forms with blanks, newlines and omissions, as models and servers write them.
LOOSE = {
    "Kimi on lines": "<|tool_calls_section_begin|>\n<|tool_call_begin|>\nfunctions.live2d_motion:0"
    '<|tool_call_argument_begin|>\n{"group": "TapBody"}\n<|tool_call_end|>\n<|tool_calls_section_end|>',
    "Kimi, a section that is not closed": "<|tool_calls_section_begin|><|tool_call_begin|>functions.live2d_motion:0"
    '<|tool_call_argument_begin|>{"group": "TapBody"}<|tool_call_end|>',
    "DSML, indented": '<｜DSML｜function_calls>\n    <｜DSML｜invoke name="live2d_motion">\n        '
    '<｜DSML｜parameter name="group" string="true">TapBody</｜DSML｜parameter>\n    </｜DSML｜invoke>\n'
    "</｜DSML｜function_calls>",
    "DSML with an object": '<｜DSML｜function_calls>\n<｜DSML｜invoke name="live2d_motion">\n{"group": "TapBody"}\n'
    "</｜DSML｜invoke>\n</｜DSML｜function_calls>",
    "DeepSeek, a fence without a language": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>"
    'live2d_motion\n```\n{"group": "TapBody"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "Anthropic, single quotes": "<function_calls><invoke name='live2d_motion'><parameter name='group'>TapBody"
    "</parameter></invoke></function_calls>",
    "Anthropic, upper case": '<FUNCTION_CALLS><INVOKE NAME="live2d_motion"><PARAMETER NAME="group">TapBody'
    "</PARAMETER></INVOKE></FUNCTION_CALLS>",
    "Anthropic, no quotes": "<function_calls><invoke name=live2d_motion><parameter name=group>TapBody"
    "</parameter></invoke></function_calls>",
    "Mistral with a blank": '[TOOL_CALLS] live2d_motion [ARGS] {"group": "TapBody"}',
    "Gemini's prefix": '<tool_code>{"name": "default_api.live2d_motion", "args": {"group": "TapBody"}}</tool_code>',
    "the dotted name": '<tool_call>{"name": "live2d.motion", "arguments": {"group": "TapBody"}}</tool_call>',
    "Llama, a list": '<|python_tag|>[{"name": "live2d_motion", "parameters": {"group": "TapBody"}}]',
    "Gemma 4, quoted keys": '<|tool_call>call:live2d_motion{<|"|>group<|"|>: <|"|>TapBody<|"|>,}<tool_call|>',
    "Gemma 4, other brackets": '<|tool_call|>call:live2d.motion(group: "TapBody")<tool_call|><|tool_response>',
    "Gemma 4 without its quotes": "<|tool_call>call:live2d_motion{group:TapBody}<tool_call|>",
    "Gemma 3 with a prefix": "```tool_code\nprint(default_api.live2d_motion(group='TapBody'))\n```",
    "Gemma 3 to the end": "```tool_code\nlive2d_motion(group='TapBody')",
    "Hunyuan with tags": "<tool_calls>\n<tool_call>live2d_motion<tool_sep>\n<arg_key>group</arg_key>\n"
    "<arg_value>TapBody</arg_value>\n</tool_call>",
    "a list of tags": '<tool_calls>\n<tool_call>\n{"name": "live2d_motion", "arguments": {"group": "TapBody"}}\n'
    "</tool_call>",
    "harmony without marks": '<|channel|>commentary to=functions.live2d_motion json{"group": "TapBody"}',
    "harmony in the analysis": '<|channel|>analysis to=functions.live2d_motion <|constrain|>json<|message|>{"group": '
    '"TapBody"}<|call|>',
    "DSML with mixed bars": '<|DSML｜tool_calls><｜DSML|invoke name="live2d_motion"><‖DSML‖parameter name="group">'
    "TapBody</|DSML|parameter></|DSML|invoke></|DSML|tool_calls>",
    "arrows with commas": '[TOOL_CALL]{tool => "live2d_motion", args => {"group" => "TapBody",}}[/TOOL_CALL]',
    "Python with the literals of JSON": "<|tool_call_start|>[live2d_motion(group='TapBody',)]<|tool_call_end|>",
    "InternLM on lines": '<|action_start|>\n<|plugin|>\n{"name": "live2d_motion", "parameters": {"group": "TapBody"}}',
    "arguments before the name": '<tool_call>{"arguments": {"group": "TapBody"}, "name": "live2d_motion"}</tool_call>',
}


@pytest.mark.parametrize("sample", LOOSE.values(), ids=LOOSE)
@in_each_mode
@pytest.mark.parametrize("cut", [1, 10_000])
def test_loosely_written_calls_are_understood(sample: str, native: bool, cut: int):
    items = parse(f"Hm.\n{sample}", cut, native=native)
    assert calls_of(items) == [MOTION]
    assert words(items).strip() == "Hm."
    assert notices(items) == []


def test_values_without_quotes_keep_their_types():
    (call,) = completed(parse('<|tool_call>call:clock_now{a:-1.5,b:[true,null],c:{d:<|"|>{,}<|"|>}}<tool_call|>'))
    assert json.dumps(call[1]) == '{"a": -1.5, "b": [true, null], "c": {"d": "{,}"}}'
    (call,) = completed(parse('[TOOL_CALL]{tool => "clock_now", args => {--a 5 --b {"c": [1]} --d no}}[/TOOL_CALL]'))
    assert json.dumps(call[1]) == '{"a": 5, "b": {"c": [1]}, "d": "no"}'
    (call,) = completed(parse("<|tool_call_start|>[clock_now(a=true, b=[null, {'c': False}])]<|tool_call_end|>"))
    assert json.dumps(call[1]) == '{"a": true, "b": [null, {"c": false}]}'


WITHOUT_END = {
    "Hermes": ('<tool_call>\n{"name": "live2d_motion", "arguments": {"group": "TapBody"}}', ""),
    "Qwen": ("<tool_call>\n<function=live2d_motion>\n<parameter=group>\nTapBody\n</parameter>\n", "<"),
    "GLM": ("<tool_call>live2d_motion<arg_key>group</arg_key><arg_value>TapBody</arg_value>", "</tool"),
    "Gemma 4": ('<|tool_call>call:live2d_motion{group:<|"|>TapBody<|"|>}', "<tool_"),
    "LM Studio": ('[TOOL_REQUEST]{"name": "live2d_motion", "arguments": {"group": "TapBody"}}', "[END"),
    "MiniMax": ('[TOOL_CALL]{tool => "live2d_motion", args => {--group "TapBody"}}', "[/"),
    "Kimi": ('<|tool_call_begin|>functions.live2d_motion:0<|tool_call_argument_begin|>{"group": "TapBody"}', "<|"),
    "TOOL_REQUEST": ("<<<[TOOL_REQUEST]>>>tool_name:「始」live2d.motion「末」,group:「始」TapBody「末」\n", "<<<[END"),
}


@pytest.mark.parametrize(("whole", "rest"), WITHOUT_END.values(), ids=WITHOUT_END)
@in_each_mode
@pytest.mark.parametrize("cut", [1, 10_000])
def test_a_whole_call_without_its_end_counts_if_the_answer_is_complete(whole: str, rest: str, native: bool, cut: int):
    for text in (whole, whole + rest):
        parser = TextCallParser(is_tool, is_native=native)
        items = [item for piece in pieces(text, [cut]) for item in parser.feed(piece)]
        assert calls_of(items + parser.close(is_complete=True)) == [MOTION]
        assert words(items) == ""
        # A stream that broke off may have lost more than the mark.
        assert calls_of(parse(text, cut, native=native)) == []


@pytest.mark.parametrize("whole", [whole for whole, _ in WITHOUT_END.values()], ids=WITHOUT_END)
@in_each_mode
def test_a_call_that_is_not_whole_never_counts(whole: str, native: bool):
    text = whole[: whole.index("Body")]
    parser = TextCallParser(is_tool, is_native=native)
    items = parser.feed(text) + parser.close(is_complete=True)
    assert (calls_of(items), words(items), notices(items)) == ([], text, ["unclosed_call"])


CODE = {
    "other code of Gemma": "```tool_code\nprint(1 + 1)\n```\n",
    "calls among other code": "```tool_code\nx = live2d_motion(group='a')\n```\n",
    "no keywords": "```tool_code\nlive2d_motion('TapBody')\n```\n",
    "Python": "```python\nlive2d_motion(group='TapBody')\n```\n",
    "a list of Python": "So [live2d_motion(group='TapBody')] is a call.",
}


@pytest.mark.parametrize("text", CODE.values(), ids=CODE)
@in_each_mode
@pytest.mark.parametrize("cut", [1, 10_000])
def test_other_code_stays_text(text: str, native: bool, cut: int):
    items = parse(text, cut, native=native)
    assert (calls_of(items), words(items)) == ([], text)


MOTION_JSON = '{"name": "live2d_motion", "arguments": {"group": "TapBody"}}'
NOTHING_BUT_CALLS = {
    "an object": MOTION_JSON,
    "parameters": '{"name": "live2d_motion", "parameters": {"group": "TapBody"}}',
    "arguments first": '{"arguments": {"group": "TapBody"}, "name": "live2d_motion"}',
    "a type": '{"type": "function", "name": "live2d.motion", "parameters": {"group": "TapBody"}}',
    "an inner function": f'{{"type": "function", "function": {MOTION_JSON}}}',
    "arguments in a string": '{"name": "live2d_motion", "arguments": "{\\"group\\": \\"TapBody\\"}"}',
    "a function by its name": '{"function": "live2d_motion", "args": {"group": "TapBody"}}',
    "an action": '{"action": "live2d_motion", "action_input": {"group": "TapBody"}}',
    "a list": f"[{MOTION_JSON}]",
    "a fence": f"```json\n{MOTION_JSON}\n```",
    "a fence without a language": f"\n```\n{MOTION_JSON}\n```\n",
    "a fence on a line": f"```json{MOTION_JSON}```",
    "a special token": f"{MOTION_JSON}<|eom_id|>",
    "a special token after a fence": f"```json\n{MOTION_JSON}\n```<|im_end|>",
    "FireFunction": f" functools[{MOTION_JSON}]",
    "Command R": 'Action: ```json\n[\n {"tool_name": "live2d_motion", "parameters": {"group": "TapBody"}}\n]\n```',
    "Llama 4": '[live2d_motion(group="TapBody")]',
}
TWO = {
    "lines": f"{MOTION_JSON}\n{MOTION_JSON}",
    "semicolons": f"{MOTION_JSON}; {MOTION_JSON}",
    "a list of two": f"[{MOTION_JSON}, {MOTION_JSON}]",
    "two fences": f"```json\n{MOTION_JSON}\n```\n\n```json\n{MOTION_JSON}\n```",
    "Python": '[live2d_motion(group="TapBody"), live2d.motion(group="TapBody")]',
}


@pytest.mark.parametrize("text", [*NOTHING_BUT_CALLS.values(), *TWO.values()], ids=[*NOTHING_BUT_CALLS, *TWO])
@in_each_mode
def test_an_answer_that_is_nothing_but_calls(text: str, native: bool):
    for cut in (*range(1, 20), len(text)):
        parser = TextCallParser(is_tool, is_native=native)
        items = [item for piece in pieces(text, [cut]) for item in parser.feed(piece)]
        items += parser.close(is_complete=True)
        assert calls_of(items) == [MOTION] * (2 if text in TWO.values() else 1)
        assert words(items).strip() == ""


def test_an_object_with_tool_calls_that_is_all_of_a_native_answer():
    parser = TextCallParser(is_tool, is_native=True)
    items = parser.feed(f'{{"role": "assistant", "content": null, "tool_calls": [{MOTION_JSON}]}}')
    assert calls_of(items + parser.close(is_complete=True)) == [MOTION]
    text = f'{{"content": "Hi", "tool_calls": [{MOTION_JSON}], "id": 1}}'
    parser = TextCallParser(is_tool, is_native=True)
    assert merged(parser.feed(text) + parser.close(is_complete=True)) == [("words", 0, text)]


LOOK_ALIKES = {
    "words before": f"Here it is:\n{MOTION_JSON}",
    "words before a fence": f"This is how I move:\n```json\n{MOTION_JSON}\n```",
    "words after": f"{MOTION_JSON}\nis a call.",
    "words after a fence": f"```json\n{MOTION_JSON}\n```\nThis plays a motion.",
    "words between": f"{MOTION_JSON}\nand\n{MOTION_JSON}",
    "a list item": f"- {MOTION_JSON}",
    "a fence of another language": f"```python\n{MOTION_JSON}\n```",
    "another tool": '{"name": "get_weather", "arguments": {"city": "Paris"}}',
    "another tool after one": MOTION_JSON + '{"name": "get_weather", "arguments": {}}',
    "a person": '{"name": "Ann", "parameters": {"age": 5}}',
    "data": '{"city": "Paris", "name": "live2d_motion", "arguments": {}}',
    "data after the call": f'{MOTION_JSON[:-1]}, "note": "an example"}}',
    "no arguments": '{"name": "clock_now"}',
    "arguments that are no object": '{"name": "clock_now", "arguments": [1]}',
    "the definition of a tool": '{"name": "clock_now", "parameters": {"type": "object", "properties": {}}}',
    "a described tool": '[{"name": "clock_now", "description": "The time", "parameters": {}}]',
    "a list of words": '["live2d_motion", "clock_now"]',
    "numbers": "[1, 2, 3]",
    "an empty list": "[]",
    "half an object": MOTION_JSON[:-1],
    "a link": "[live2d_motion](https://example.org)",
    "a footnote": "[clock_now] is a tool.",
    "Python of another tool": "[get_weather(city='Paris')]",
    "Python without names": "[live2d_motion('TapBody')]",
    "Python and words": "[live2d_motion(group='TapBody')] is a list",
    "an import": "functools.reduce is a function",
    "a heading": "Action: wait",
    "a quotation": f"> {MOTION_JSON}",
}


@pytest.mark.parametrize("text", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_json_and_code_that_only_resemble_calls_stay_text_at_any_cut(text: str):
    for native in (True, False):
        for cut in (*range(1, 20), len(text)):
            parser = TextCallParser(is_tool, is_native=native)
            items = [item for piece in pieces(text, [cut]) for item in parser.feed(piece)]
            assert merged(items + parser.close(is_complete=True)) == [("words", 0, text)], (native, cut)


@pytest.mark.parametrize(
    ("text", "shown"),
    [('{"city": ', '{"city":'), ("[1", "[1"), ("```py\n", "```py\n"), ('{"name": "Ann"', '{"name": "Ann"')],
)
def test_other_json_is_shown_as_soon_as_it_can_be_no_call(text: str, shown: str):
    parser = TextCallParser(is_tool, is_native=True)
    assert words([item for character in text for item in parser.feed(character)]).startswith(shown)


@pytest.mark.parametrize(
    "tag", ['<invoke name=live2d_motion ="a">', '<invoke (name="live2d_motion")>', "<function=live2d motion>"]
)
@in_each_mode
def test_a_tag_in_no_known_form_is_text_at_any_cut(tag: str, native: bool):
    text = f"{tag}<parameter name=a>"
    for cut in range(1, len(text) + 1):
        assert merged(parse(text, cut, native=native)) == [("words", 0, text)]


EXAMPLES = {
    "a fence": "```\n{}\n```\n",
    "a fence with a language": "```xml\n{}\n```\n",
    "a fence of JSON": "```json\n{}\n```\n",
    "code on a line": "Write `{}` for it.",
    "a quotation": "> {}\n",
}


@every_dialect
@in_each_mode
def test_an_example_stays_text(dialect: Dialect, native: bool):
    for frame in EXAMPLES.values():
        sample = dialect([MOTION])
        # Backticks can't stand between backticks.
        if "`" not in sample or "`{}`" not in frame:
            sample = sample.replace("\n", "\n> " if frame.startswith(">") else "\n" if "\n{}" in frame else " ")
            text = f"So:\n{frame.format(sample)}Well."
            assert merged(parse(text, 1, native=native)) == [("words", 0, text)]


MENTION = "The mark {} begins a call, and the rest is as you know it."


@pytest.mark.parametrize("opening", sorted({opening for row in ROWS for opening in row.openings}))
@in_each_mode
def test_a_mention_of_a_marker_holds_little_back_and_leaves_no_card(opening: str, native: bool):
    text = MENTION.format(opening)
    parser = TextCallParser(is_tool, is_native=native)
    shown = 0
    for at, character in enumerate(text, 1):
        items = parser.feed(character)
        assert not any(isinstance(item, CallBegan) for item in items)
        shown += len(words(items))
        assert at - shown <= len(opening) + len(" begins ")
    assert shown + len(words(parser.close())) == len(text)


@pytest.mark.parametrize(
    "mark", ["<<<[TOOL_REQUEST]>>>", "＜＜＜［TOOL_REQUEST］＞＞＞", "&lt;&lt;[TOOL_REQUEST]&gt;&gt;"]
)
@in_each_mode
def test_a_mention_of_tool_request_is_text(mark: str, native: bool):
    text = MENTION.format(mark)
    assert merged(parse(text, 1, native=native)) == [("words", 0, text)]


@every_dialect
@in_each_mode
@given(data=st.data())
@settings(max_examples=20)
def test_a_call_that_breaks_off_is_text_and_leaves_no_tool_running(dialect: Dialect, native: bool, data: st.DataObject):
    sample = dialect([MOTION])
    text = "So " + sample[: data.draw(st.integers(0, len(sample) - 1))]
    items = parse(text, data.draw(st.integers(1, 9)), native=native)
    if not completed(items):
        assert words(items) == text
    assert bool(notices(items)) == any(isinstance(item, CallDropped) for item in items)


VALUES = st.text("ab é\n<>&\"'{}[]「/=_|｜", max_size=12).map(str.strip) | st.sampled_from(
    ["5", "true", "<b>", "</tool", "[ARGS]", "``", "a\nb", "x < y"]
)
ARGUMENTS = st.dictionaries(st.sampled_from(["text", "b_2"]), VALUES, max_size=2)
CALLS = st.lists(st.tuples(st.sampled_from(TOOLS), ARGUMENTS), min_size=1, max_size=3)
TEXTS = st.text("abΩ。 \n", max_size=10).map(lambda text: f"{text}\n")
CUTS = st.lists(st.integers(1, 9), min_size=1, max_size=6)


@settings(max_examples=examples(400))
@given(st.lists(st.tuples(TEXTS, st.sampled_from(DIALECTS), CALLS), max_size=3), TEXTS, CUTS, st.booleans())
def test_every_call_is_found_at_any_cut(
    parts: list[tuple[str, Dialect, Calls]], end: str, cuts: list[int], native: bool
):
    text = "".join(before + dialect(calls) for before, dialect, calls in parts) + "." + end
    items = parse(text, *cuts, native=native)
    assert calls_of(items) == [call for _, _, calls in parts for call in calls]
    assert merged(items) == merged(parse(text, native=native))
    # Only blanks between the calls of a dialect may differ.
    assert (
        words(items).split()
        == ("".join(before + "\0" for before, _, _ in parts) + "." + end).replace("\0", " ").split()
    )


FRAGMENTS = [
    *sorted({opening for row in ROWS for opening in row.openings}),
    *sorted({piece for dialect in DIALECTS for piece in dialect([EXPRESSION]).replace("\n", " ").split(" ")}),
    *(" ", "\n", "> ", "`", "```", "```json\n", "{", "}", "&", "&lt;", "<", "＜", "[", "word", '"', "live2d_motion"),
]
NOISE = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=25).map("".join)


@settings(max_examples=examples(500))
@given(NOISE, CUTS, st.booleans())
def test_the_result_does_not_depend_on_the_splits(text: str, cuts: list[int], native: bool):
    assert merged(parse(text, *cuts, native=native)) == merged(parse(text, native=native))


@settings(max_examples=examples(300))
@given(NOISE, CUTS, st.booleans())
def test_nothing_is_lost(text: str, cuts: list[int], native: bool):
    items = parse(text, *cuts, native=native)
    began = [item.key for item in items if isinstance(item, CallBegan)]
    assert sorted(began) == sorted(item.key for item in items if isinstance(item, CallCompleted | CallDropped))
    if not completed(items):
        assert words(items) == text
    rest = iter(text)
    assert all(character in rest for character in words(items))


@given(st.text("abc .,\n*_é。", max_size=30), CUTS)
def test_native_text_without_markers_passes_at_once(text: str, cuts: list[int]):
    parser = TextCallParser(is_tool, is_native=True)
    for piece in pieces(text, cuts):
        assert words(parser.feed(piece)) == piece


HOSTILE = {
    **{f"openings {row.openings[0]}": row.openings[0] for row in ROWS},
    "names": "<tool_call>live2d_motion ",
    "unknown names": "<function=other><parameter=",
    "half calls": '<tool_call>{"arguments": {"a": "',
    "angles": "<",
    "wide angles": "＜",
    "entities": "&lt;",
    "blanks": "<function_calls> ",
    "a long value": '<invoke name="clock_now"><parameter name="a">',
    "unclosed values": "<function=clock_now><parameter=a>< ",
    "python": "<|python_tag|>clock_now.call((((",
    "requests": "<<<[TOOL_REQUEST]>>>",
    "escaped requests": "&lt;&lt;[TOOL_REQUEST]&gt;&gt; a:「始」&",
}


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
@in_each_mode
def test_hostile_text_costs_a_bounded_number_of_steps_per_character(unit: str, native: bool, monkeypatch):
    read = 0
    step = TextCallParser._step

    def counted(parser: TextCallParser) -> bool:
        nonlocal read
        read += 1
        return step(parser)

    monkeypatch.setattr(TextCallParser, "_step", counted)

    def steps(length: int) -> float:
        nonlocal read
        read = 0
        parse(unit * (length // len(unit)), 5, native=native)
        return read / length

    assert steps(16_000) <= 1.3 * steps(4_000) + 0.1


def test_held_back_text_is_bounded():
    for unit in HOSTILE.values():
        parser = TextCallParser(is_tool, is_native=True)
        fed = shown = 0
        for _ in range(3_000 // len(unit) + 1):
            items = parser.feed(unit)
            if any(isinstance(item, CallBegan) for item in items):
                break
            fed, shown = fed + len(unit), shown + len(words(items))
            assert fed - shown <= 2_000 + len(unit)


def test_json_arguments_keep_their_types():
    (call,) = completed(parse('[TOOL_CALLS]clock_now[ARGS]{"a": [1, null], "b": {"c": 1.5}}'))
    assert json.dumps(call[1]) == '{"a": [1, null], "b": {"c": 1.5}}'
