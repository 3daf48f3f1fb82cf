"""A call in text within which the answer was cut off: a card as far as it came, no markup, and nothing runs."""

import asyncio
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deskpet.chat.call_collector import CallArguments, CallBegan, CallNamed
from deskpet.chat.messages import Message, Notice, Text, ToolUse, user_message
from deskpet.chat.textmode.call_format import CallDropped
from deskpet.chat.textmode.parser import ParsedItem, TextCallParser
from deskpet.chat.textmode.prompt import CallFormat, format_call
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from tests.chat.test_turn import FINISH_LENGTH, Log, note
from tests.chat.textmode.dialect_samples import Dialect
from tests.chat.textmode.test_dialects import EXPRESSION, MOTION, TOOLBOX, every_dialect, in_each_mode, is_tool
from tests.chat.textmode.test_parser import completed, merged, notices, pieces, words
from tests.llm.scripted_server import Piece, Recorder, ScriptedServer, call
from tests.llm.scripted_server import words as piece
from tests.support.examples import examples

# The longest part of a marker that may stay text.
MAX_SHOWN = 5
FENCE = "```tool_code"


def cut(text: str, *sizes: int, native: bool = True) -> list[ParsedItem]:
    """Parse `text`, after which the answer was cut off."""
    parser = TextCallParser(is_tool, is_native=native, is_lenient=True, begins_tool=TOOLBOX.has_tool_beginning)
    items = [item for each in pieces(text, list(sizes) or [max(1, len(text))]) for item in parser.feed(each)]
    return items + parser.close(is_cut=True)


def dropped(items: list[ParsedItem]) -> list[bool]:
    return [item.is_cut for item in items if isinstance(item, CallDropped)]


def arguments(items: list[ParsedItem]) -> str:
    return "".join(item.text for item in items if isinstance(item, CallArguments))


@every_dialect
@in_each_mode
@given(data=st.data())
@settings(max_examples=examples(40))
def test_a_call_of_any_dialect_that_is_cut_off_anywhere_is_a_card(dialect: Dialect, native: bool, data: st.DataObject):
    sample = dialect([EXPRESSION])
    before = "So:\n" if sample.startswith("```") else data.draw(st.sampled_from(["So ", "So:\n", ""]))
    length = data.draw(st.integers(1, len(sample) - 1))
    items = cut(before + sample[:length], data.draw(st.integers(1, 9)), native=native)
    assert merged(items) == merged(cut(before + sample[:length], native=native))
    shown = words(items).removeprefix(before)
    if before == "So " and re.fullmatch(r"\S+[ \t]+", sample[:length]) and shown:
        # A mark with a space behind it, amid a line, may be mentioned there.
        assert shown == sample[:length]
    elif shown.strip():
        assert len(shown) <= (len(FENCE) if shown.startswith("`") else MAX_SHOWN) or shown.startswith("[Calling tool: ")
        assert not any(isinstance(item, CallBegan) for item in items)
    else:
        # A whole call of which only the end of its closing mark is missing may count.
        assert [*dropped(items), *(True for _ in completed(items))] == [True]
        assert notices(items) == []


@every_dialect
@in_each_mode
def test_the_card_of_a_cut_call_has_what_came_of_it(dialect: Dialect, native: bool):
    sample = dialect([EXPRESSION])
    if sample.startswith("["):
        sample = "\n" + sample
    items = cut(
        f"So:\n{sample[: sample.index('<two') + 1 if '<two' in sample else sample.index('&lt;two')]}", native=native
    )
    assert dropped(items) == [True]
    assert completed(items) == []
    assert [TOOLBOX.find(item.name) for item in items if isinstance(item, CallNamed)] == [TOOLBOX.find(EXPRESSION[0])]
    assert "happy" in arguments(items)
    assert "one" in arguments(items)


CALL = json.dumps({"name": EXPRESSION[0], "arguments": EXPRESSION[1]})
WHOLE = {
    "JSON": (CALL, '{"name": "li'),
    "in lines": (json.dumps(json.loads(CALL), indent=2), '{\n  "name": "li'),
    "in a fence": (f"```json\n{CALL}\n```", '```json\n{"name": "li'),
    "in a list": (f"[{CALL}]", '[{"name": "li'),
    "after a word": (f"functools[{CALL}]", 'functools[{"name": "li'),
    "an action": (json.dumps({"action": EXPRESSION[0], "action_input": EXPRESSION[1]}), '{"action": "li'),
    "a string": (json.dumps({"name": EXPRESSION[0], "arguments": json.dumps(EXPRESSION[1])}), '{"name": "li'),
    "arguments first": (json.dumps({"arguments": EXPRESSION[1], "name": EXPRESSION[0]}), '{"argument'),
    "another tool": (json.dumps({"name": "open_it", "arguments": {"a": 1}}), '{"name": "open_it", "argument'),
    "OpenAI": (
        json.dumps({"tool_calls": [{"function": {"name": EXPRESSION[0], "arguments": "{}"}}]}),
        '{"tool_calls"',
    ),
    "Python": ("[live2d_expression(name='happy')]", "[live2d_expression"),
}


@pytest.mark.parametrize(("text", "undecided"), WHOLE.values(), ids=WHOLE)
@in_each_mode
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_an_answer_that_is_nothing_but_a_cut_call_is_a_card(text: str, undecided: str, native: bool, size: int):
    for length in range(1, len(text)):
        items = cut(text[:length], size, native=native)
        if words(items):
            assert words(items) == text[:length]
            assert length <= len(undecided)
            assert dropped(items) == completed(items) == []
        else:
            assert [*dropped(items), *(True for _ in completed(items))] == [True]
    assert len(completed(cut(text, size, native=native))) == 1


@in_each_mode
def test_the_calls_before_the_one_that_was_cut_off_count(native: bool):
    other = json.dumps({"name": MOTION[0], "arguments": MOTION[1]})
    items = cut(f"{other}\n{CALL[:-9]}", native=native)
    assert (words(items), completed(items), dropped(items)) == ("", [MOTION], [True])
    assert [item.name for item in items if isinstance(item, CallNamed)] == [MOTION[0], EXPRESSION[0]]
    # The rest of a loop is no call of its own.
    items = cut(f"{other}\n" * 3 + other[:-2], native=native)
    assert (words(items), completed(items), dropped(items)) == ("", [MOTION], [])


STAYS = [
    "{",
    "[",
    "```json\n{",
    '{"name": "Ann", "age": 5',
    '{"name": "Ann", "parameters": {"age": 5',
    '{"nam',
    '{"tool_ca',
    "[live",
    "A <",
    "A <func",
    "Write `<tool_call>",
    'Write `<tool_call>{"name": "live2d',
    '> <tool_call>\n> {"name": "live2d',
    "The mark <tool_call> beg",
    "The mark [TOOL_CALLS] ",
    '```\n<tool_call>{"name": "live2d_motion", "arg',
    'Like this: {"name": "live2d_motion", "arguments": {"gro',
]


@pytest.mark.parametrize("text", STAYS)
@in_each_mode
@pytest.mark.parametrize("size", [1, 1000])
def test_a_beginning_that_may_be_other_text_stays_text(text: str, native: bool, size: int):
    items = cut(text, size, native=native)
    assert merged(items) == [("words", 0, text)]


async def answer(rounds: list[list[Piece]], form: CallFormat | None, log: Log, seen: Recorder | None = None) -> Message:
    setup = TurnSetup(
        ScriptedServer(*rounds).model(), Toolbox((note,), log=log), native_tools=form is None, call_format=form
    )
    seen = seen or Recorder()
    await run_turn(setup, (user_message("hello"),), Message("assistant"), seen)
    return seen.answer


def seen_blocks(message: Message) -> list[tuple[str, ...]]:
    """Return the blocks, with the error codes of calls and the codes of notices."""
    out: list[tuple[str, ...]] = []
    for block in message.blocks:
        match block:
            case Text():
                out.append(("text", str(block.text)))
            case ToolUse():
                out.append((block.tool_name, block.error.code if block.error else "", str(block.input_text)))
            case Notice():
                out.append((block.code,))
            case _:
                out.append((block.kind,))
    return out


# As Qwen2.5-Coder 0.5B Instruct wrote them, up to its length limit.
BATTERY = """{"name": "system_tool", "arguments": {"type": "function", "function": {"name": "get_battery", \
"description": "Get the battery level of the user's device. Return the battery level as a percentage.", "parameters": \
{"type": "object", "properties": {"zone": {"default": "", "description": "a time zone's name, such as \
Asia/Tokyo; leave it out for the user's own.", "type":"""
FIVE_CALLS = """```json
{
  "tool_calls": [
    {"name": "live2d_expression", "arguments": {"name": "happy"}},
    {"name": "live2d_motion", "arguments": {"group": "Idle"}},
    {"name": "live2d_look_at", "arguments": {"direction": "right", "seconds": 4}},
    {"name": "time_now", "arguments": {"zone": ""}},
    {"name": "list"""
RECORDED = {
    "a bare call": (None, BATTERY, ["system_tool"]),
    "a fence, in text mode": (
        CallFormat.JSON,
        FIVE_CALLS,
        ["live2d_expression", "live2d_motion", "live2d_look_at", "time_now", ""],
    ),
    "the beginning of a name": (None, '```json\n{\n  "name": "test', [""]),
}


@pytest.mark.parametrize(("form", "text", "names"), RECORDED.values(), ids=RECORDED)
@pytest.mark.parametrize("size", [1, 6, 1000])
async def test_an_answer_of_a_small_model_at_its_length_limit(
    form: CallFormat | None, text: str, names: list[str], size: int
):
    message = await answer([[*(piece(each) for each in pieces(text, [size])), FINISH_LENGTH]], form, log := Log())
    assert [(name, code) for name, code, _ in seen_blocks(message)[:-1]] == [(name, "cut_off") for name in names]
    assert (seen_blocks(message)[-1], message.ended, log.done) == (("length",), "length", [])


FORMS = {
    "native": (None, '<tool_call>\n{"name": "test_note", "arguments": {"word": "once upon', '{"word": "once upon'),
    "native, bare": (None, '{"name": "test_note", "arguments": {"word": "once upon', '{"word": "once upon'),
    **{
        form.value: (form, format_call("test.note", {"word": "once upon"}, form).split(" upon")[0], '{"word": "once')
        for form in CallFormat
    },
}


@pytest.mark.parametrize(("form", "text", "shown"), FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("way", ["length", "error", "filter"])
async def test_a_cut_call_is_marked_however_the_answer_ended(form: CallFormat | None, text: str, shown: str, way: str):
    end, codes, ended = {
        "length": (FINISH_LENGTH, [("length",)], "length"),
        "error": (b'data: {"error": {"message": "gone"}}\n\n', None, "error"),
        "filter": (FINISH_LENGTH.replace(b"length", b"content_filter"), [("filtered",)], "refused"),
    }[way]
    message = await answer([[piece(text), end]], form, log := Log())
    card, *rest = seen_blocks(message)
    assert card == ("test.note", "cut_off", shown)
    assert [block.kind for block in message.blocks] == ["tool_use", "notice"]
    assert codes is None or rest == codes
    assert (message.ended, log.done) == (ended, [])


@pytest.mark.parametrize(("form", "text", "shown"), FORMS.values(), ids=FORMS)
async def test_a_stop_leaves_a_cancelled_card(form: CallFormat | None, text: str, shown: str):
    log, seen, never, sent = Log(), Recorder(), asyncio.Event(), asyncio.Event()

    class Sent(asyncio.Event):
        async def wait(self) -> bool:
            sent.set()
            return await never.wait()

    task = asyncio.create_task(answer([[piece(text), Sent()]], form, log, seen))
    await sent.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen_blocks(seen.answer) == [("test.note", "cancelled", shown), ("stopped",)]
    assert log.done == []


async def test_a_whole_call_before_the_cut_one_runs_and_the_answer_ends():
    whole, half = (f'<tool_call>{{"name": "test_note", "arguments": {{"word": "{word}"' for word in "ab")
    message = await answer([[piece(f"So:\n{whole}}}}}</tool_call>\n{half}"), FINISH_LENGTH]], None, log := Log())
    assert [each[:2] for each in seen_blocks(message)] == [
        ("text", "So:\n"),
        ("test.note", ""),
        ("test.note", "cut_off"),
        ("length",),
        ("leaked_call",),
    ]
    assert (message.ended, log.done) == ("length", ["a"])


async def test_a_native_call_within_a_broken_stream_is_marked_too():
    half = call("test_note", '{"word": "once upon')
    message = await answer([[half, b'data: {"error": {"message": "gone"}}\n\n']], None, log := Log())
    assert seen_blocks(message)[0] == ("test.note", "cut_off", '{"word": "once upon')
    assert (message.ended, log.done) == ("error", [])


async def test_a_call_in_a_text_that_repeats_itself_is_marked():
    text = '<tool_call>{"name": "test_note", "arguments": {"word": "' + "one\ntwo\nthree\n" * 20
    message = await answer([[*map(piece, text), *[piece("more ")] * 100]], None, log := Log())
    assert [each[:2] for each in seen_blocks(message)] == [("test.note", "cut_off"), ("repeats_itself",)]
    assert (message.ended, log.done) == ("stop", [])
