"""Answers that are ended early: the model leaves its role, repeats itself, or calls tools that don't exist."""

import json

import pytest

from deskpet.chat.messages import Message, Notice, Text, ToolUse, user_message
from deskpet.chat.textmode.prompt import format_call
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.config.choices import CallFormat
from deskpet.pet.character import Character, MotionGroup
from deskpet.pet.held_gaze import GazeRequest
from deskpet.tools.character import CHARACTER_TOOLS
from tests.chat.test_turn import Log, note
from tests.llm.scripted_server import Recorder, ScriptedServer, call, words

LOOP = "I am here.\nI am glad.\nI am yours.\n"
OTHER_CALL = '{"name": "open_window", "arguments": {"room": "kitchen"}}'


class StageLog:
    """A stage that records what it is asked for."""

    character = Character("Mikan", expressions={"Happy": "glad"}, motions={"Tap body": MotionGroup("a hop", 2)})

    def __init__(self) -> None:
        self.asked: list[object] = []

    def request_expression(self, name: str) -> None:
        self.asked.append(name)

    def request_motion(self, group: str, index: int) -> None:
        self.asked.append((group, index))

    def request_look(self, request: GazeRequest) -> None:
        self.asked.append(request)

    def request_thing(self, name: str, on: bool) -> None:
        self.asked.append(name)


async def answer(
    *answers: list, stage: StageLog | None = None, form: CallFormat | None = None, rounds: int = 8
) -> tuple:
    server = ScriptedServer(*answers)
    tools = Toolbox([note, *CHARACTER_TOOLS], log=Log(), stage=stage or StageLog())
    setup = TurnSetup(server.model(), tools, "", rounds, native_tools=form is None, call_format=form)
    seen = Recorder()
    await run_turn(setup, (user_message("hello"),), Message("assistant"), seen)
    return seen.answer, server


def texts(message: Message) -> list[str]:
    return [str(block.text).strip() for block in message.blocks if isinstance(block, Text)]


def notices(message: Message) -> list[str]:
    return [block.code for block in message.blocks if isinstance(block, Notice)]


def calls(message: Message) -> list[tuple]:
    return [(each.tool_name, each.input) for each in message.blocks if isinstance(each, ToolUse)]


LEFT = {
    "ChatML": "Fine!<|im_end|>\n<|im_start|>user\nAnd you?<|im_end|>\n<|im_start|>assistant\nWell.",
    "ChatML without an end": "Fine!\n<|im_start|>user\nAnd you?",
    "ChatML after a blank": "Fine! <|im_start|>user\nAnd you?",
    "ChatML again": "Fine!<|im_end|>\n<|im_start|>assistant\nFine!",
    "Gemma": "Fine!<end_of_turn>\n<start_of_turn>user\nAnd you?",
    "Gemma 4": "Fine!<turn|>\n<|turn>user\nAnd you?",
    "Llama 3": "Fine!<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nAnd you?",
    "Llama 4": "Fine!<|eot|><|header_start|>user<|header_end|>\n\nAnd you?",
    "Llama 2": "Fine!</s><s>[INST] And you? [/INST]",
    "Mistral": "Fine![INST] And you? [/INST]",
    "Phi": "Fine!<|end|>\n<|user|>\nAnd you?",
    "GLM": "Fine!<|observation|>\n{}",
    "DeepSeek": "Fine!<｜end▁of▁sentence｜><｜User｜>And you?",
    "Command R": "Fine!<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|>And you?",
    "Granite": "Fine!<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>And you?",
    "harmony": "Fine!<|end|><|start|>user<|message|>And you?",
    "an invented role": "Fine!\n<|im_end|>\n<|im_start|>welcome\nHello! What is your favorite season?\n<|im_",
    "a document": "Fine!<|endoftext|>Chapter 2. It was a dark night.",
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
@pytest.mark.parametrize("form", [None, CallFormat.JSON])
@pytest.mark.parametrize("length", [1, 7, 1000])
async def test_an_answer_ends_where_the_model_leaves_its_role(text: str, form: CallFormat | None, length: int):
    pieces = [words(text[at : at + length]) for at in range(0, len(text), length)]
    message, server = await answer([*pieces, words(" More."), words(" Still more.")], form=form)
    assert texts(message) == ["Fine!"]
    assert notices(message) == ["left_role"]
    assert message.ended == "stop"
    assert len(server.requests) == 1


async def test_the_request_is_closed_where_the_model_leaves_its_role():
    message, server = await answer([words("Fine!<|im_end|>\n<|im_start|>user\n"), *[words("word ")] * 5000])
    assert texts(message) == ["Fine!"]
    assert server.closed == 1


STAYS = {
    "marks at the end": ("Fine!<|im_end|>\n<|endoftext|>\n", "Fine!"),
    "marks that are cut off": ("<|im_start|>assistant\nFine!<|im_end|>\n<|im_st", "Fine!"),
    "the end of a prompt": ("<|im_start|>assistant\nFine!", "Fine!"),
    "another channel": ("<|channel|>final<|message|>Fine!<|return|>", "Fine!"),
    "a sentence about it": ("Write <|im_start|>user first.", "Write <|im_start|>user first."),
    "a list of marks": (
        "These are they:\n<|im_start|>user begins one,\n<|im_end|> ends it.",
        "These are they:\n<|im_start|>user begins one,\n<|im_end|> ends it.",
    ),
    "code": ("```\n<|im_end|>\n<|im_start|>user\nHi\n```", "```\n<|im_end|>\n<|im_start|>user\nHi\n```"),
    "a code span": ("It is `<|im_start|>user`.", "It is `<|im_start|>user`."),
    "HTML": ("<s>old</s> new", "<s>old</s> new"),
    "a list": ("[install] and [in", "[install] and [in"),
}


@pytest.mark.parametrize(("text", "shown"), STAYS.values(), ids=STAYS)
@pytest.mark.parametrize("length", [1, 1000])
async def test_other_marks_end_no_answer(text: str, shown: str, length: int):
    message, _ = await answer([words(text[at : at + length]) for at in range(0, len(text), length)])
    assert (texts(message), notices(message)) == ([shown], [])


@pytest.mark.parametrize("form", [None, CallFormat.TOOL_REQUEST])
@pytest.mark.parametrize("length", [1, 1000])
async def test_a_call_before_the_end_of_the_role_runs(form: CallFormat | None, length: int):
    text = '{"name": "test_note", "arguments": {"word": "a"}}<|im_end|>\n<|im_start|>user\nThanks!'
    pieces = [words(text[at : at + length]) for at in range(0, len(text), length)]
    message, server = await answer([*pieces, words(" Bye.")], [words("Done.")], form=form)
    assert calls(message) == [("test.note", {"word": "a"})]
    assert texts(message) == ["Done."]
    assert "left_role" in notices(message)
    assert len(server.requests) == 2


SENTENCE = "I am here, and I am glad to be with you."
PARAGRAPH = f"{SENTENCE} The weather is fine today; shall we go out? Yes, let us go out to the old garden by the river."
LINES = f"{SENTENCE} " * 100 + f"\n{SENTENCE}" * 100 + "\n"


@pytest.mark.parametrize("form", CallFormat)
@pytest.mark.parametrize("length", [1, 7, 1000])
async def test_the_results_of_a_call_that_the_model_writes_itself_are_left_out(form: CallFormat, length: int):
    results = {
        CallFormat.TOOL_REQUEST: "<<<[TOOL_RESULT]>>>\ntool_name:「始」test.note「末」",
        CallFormat.JSON: '{"tool_results": "20',
        CallFormat.XML: '<tool_result>{"name": "test_note"',
    }[form]
    text = f"{format_call('test.note', {'word': 'a'}, form)}\n\n{results}\nSo it is noted."
    pieces = [words(text[at : at + length]) for at in range(0, len(text), length)]
    message, server = await answer([*pieces, words(" Bye.")], [words("Done.")], form=form)
    assert (calls(message), texts(message)) == ([("test.note", {"word": "a"})], ["Done."])
    assert notices(message) == ["left_role"]
    assert len(server.requests) == 2


@pytest.mark.parametrize("form", CallFormat)
async def test_results_without_a_call_are_text(form: CallFormat):
    for text in ('Look:\n{"tool_results": []}', "So:\n<tool_result>", "Well:\n<<<[TOOL_RESULT]>>>"):
        message, _ = await answer([words(text)], form=form)
        assert (texts(message), notices(message)) == ([text], [])


REPEATED = {
    "three lines": LOOP * 20,
    "three lines with blank ones": LOOP.replace("\n", "\n\n") * 20,
    "two different ones of four": "A word.\nA word.\nA word.\nAnother.\n" * 20,
    "a line": f"{SENTENCE}\n" * 80,
    "a line with blank ones": f"{SENTENCE}\n\n" * 80,
    "a sentence": f"{SENTENCE} " * 80,
    "two sentences": f"{SENTENCE} What do you think? " * 60,
    "a paragraph": f"{PARAGRAPH} " * 30,
    "a paragraph without an end": f"{PARAGRAPH[:-1]} and so " * 30,
    "a few words": "and so on and then again " * 150,
    "Chinese": "我在这里，很高兴见到你。" * 80,
    "Japanese lines": "ここにいます。うれしいです。\n" * 80,
    "after a list": f"- one\n- two\n\n{SENTENCE} " + f"{SENTENCE} " * 80,
    "after code": "```\nx\n```\n" + f"{SENTENCE} " * 80,
    "with bold words": f"**Well:** {SENTENCE}\n" * 80,
}


@pytest.mark.parametrize("text", REPEATED.values(), ids=REPEATED)
@pytest.mark.parametrize("length", [3, 100])
async def test_a_model_that_repeats_itself_is_stopped(text: str, length: int):
    pieces = [words(text[at : at + length]) for at in range(0, len(text), length)]
    message, server = await answer([words("Hello!\n"), *pieces, *[words("more ")] * 2000])
    assert notices(message) == ["repeats_itself"]
    assert message.ended == "stop"
    assert len(message.text) < len(text)
    assert server.closed == 1


async def test_the_same_three_lines_eight_times_over_are_enough():
    message, _ = await answer([words(LOOP * 8), words("Bye.")])
    assert notices(message) == ["repeats_itself"]
    message, _ = await answer([words(LOOP * 7), words("Bye.")])
    assert notices(message) == []


@pytest.mark.parametrize(
    "text",
    [
        "| 0 | 0 | 0 |\n" * 30,
        "```json\n" + '{\n "a": 1\n},\n' * 30 + "```\n",
        "".join(f"{number}. I must not be late.\n" for number in range(100)),
        "\n".join(["la la la", "la la", "la"] * 7),
        "-" * 4000,
        "ha " * 4000,
        "I will not be late.\n" * 100,
        f"{SENTENCE}\n" * 11,
        f"{PARAGRAPH}\n" * 11,
        "Ha ha ha! " * 1000,
        "哈哈哈哈！" * 1000,
        "la la la, " * 1000,
        "very, " * 1000,
        "=-" * 2000 + "\n",
        "=====\n" * 500,
        "- - - - -\n" * 500,
        "0 0 0 1\n" * 500,
        f"| {SENTENCE} |\n" * 100,
        f"- {SENTENCE}\n" * 100,
        f"1. {SENTENCE}\n" * 100,
        f"> {SENTENCE}\n" * 100,
        f"```\n{LINES}```\n",
        f"~~~text\n{LINES * 2}~~~\n",
        f"    {SENTENCE}\n" * 100,
        "".join(f"Verse {number} of my song.\n{PARAGRAPH}\n\n" for number in range(40)),
    ],
)
async def test_ordinary_repetitions_end_no_answer(text: str):
    message, _ = await answer([words(text)])
    assert notices(message) == []


async def test_the_text_of_a_call_may_repeat_itself():
    text = json.dumps({"name": "test_note", "arguments": {"word": f"{SENTENCE}\n" * 100}})
    for form in (None, CallFormat.JSON):
        message, _ = await answer([words(f"<tool_call>{text}</tool_call>")], [words("Done.")], form=form)
        assert texts(message) == ["Done."]
        assert "repeats_itself" not in notices(message)


async def test_twelve_times_the_same_paragraph_is_enough():
    text = (
        f"{PARAGRAPH} It is not far, and whoever is tired may sit down on the wooden bench below the old chestnut tree."
    )
    for repetitions, codes in ((11, []), (12, ["repeats_itself"])):
        message, _ = await answer([words(f"{text}\n" * repetitions), words("Bye.")])
        assert notices(message) == codes


async def test_a_call_that_is_repeated_without_end_runs_once():
    text = '{"name": "test_note", "arguments": {"word": "a"}}\n' * 400
    pieces = [words(text[at : at + 7]) for at in range(0, len(text), 7)]
    message, server = await answer(pieces, [words("Done.")])
    assert calls(message) == [("test.note", {"word": "a"})]
    assert texts(message) == ["Done."]
    assert notices(message) == ["repeats_itself", "leaked_call"]
    assert len(server.requests) == 2


async def test_calls_before_the_length_limit_count_and_their_rest_is_not_shown():
    line = '{"name": "test_note", "arguments": {"word": "a"}}\n'
    finish = {"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]}
    cut = [words(line * 5 + line[:20]), b"data: " + json.dumps(finish).encode() + b"\n\n"]
    message, _ = await answer(cut, [words("Done.")])
    assert calls(message) == [("test.note", {"word": "a"})]
    assert texts(message) == ["Done."]


@pytest.mark.parametrize(
    ("name", "arguments", "asked"),
    [
        ("happy", "{}", "Happy"),
        ("live2d.happy", '{"intensity": 3}', "Happy"),
        ("tap_body", '{"index": 1}', ("Tap body", 1)),
        ("TapBody", "{}", ("Tap body", 0)),
    ],
)
@pytest.mark.parametrize("way", ["native", "json", "tag", "text mode"])
async def test_an_expression_or_motion_by_its_name_is_that_call(name: str, arguments: str, asked: object, way: str):
    stage, form = StageLog(), CallFormat.TOOL_REQUEST if way == "text mode" else None
    in_text = f'{{"name": "{name}", "arguments": {arguments}}}'
    fields = "".join(f",\n{key}:「始」{value}「末」" for key, value in json.loads(arguments).items())
    first = {
        "native": call(name, arguments),
        "json": words(in_text),
        "tag": words(f"<tool_call>{in_text}</tool_call>"),
        "text mode": words(f"<<<[TOOL_REQUEST]>>>\ntool_name:「始」{name}「末」{fields}\n<<<[END_TOOL_REQUEST]>>>"),
    }[way]
    message, _ = await answer([first], [words("There.")], stage=stage, form=form)
    tool = "live2d.expression" if asked == "Happy" else "live2d.motion"
    assert [name for name, _ in calls(message)] == [tool]
    assert stage.asked == [asked]
    assert texts(message) == ["There."]


@pytest.mark.parametrize("form", [None, CallFormat.TOOL_REQUEST])
@pytest.mark.parametrize("written", [OTHER_CALL, f"```json\n{OTHER_CALL}\n```"])
async def test_an_unknown_tool_in_text_goes_back_once(form: CallFormat | None, written: str):
    message, server = await answer([words(written)], [words("I can't.")], form=form)
    (use,) = [block for block in message.blocks if isinstance(block, ToolUse)]
    assert (use.tool_name, use.input) == ("open_window", {"room": "kitchen"})
    assert use.error
    assert use.error.code == "unknown_tool"
    assert "live2d.motion" in use.error.available
    assert texts(message) == ["I can't."]
    message, server = await answer(*[[words(OTHER_CALL)]] * 8, form=form)
    assert len(server.requests) == 2
    assert notices(message)[-1 - (form is None)] == "invents_tools"
    assert texts(message) == []
    assert message.ended == "stop"


@pytest.mark.parametrize(
    "text",
    [f"Write:\n```json\n{OTHER_CALL}\n```", f"As JSON: {OTHER_CALL}", '{"name": "Ann", "parameters": {"age": 5}}'],
)
async def test_an_example_of_an_unknown_tool_stays_text(text: str):
    message, _ = await answer([words(text)])
    assert (texts(message), calls(message)) == ([text], [])


@pytest.mark.parametrize("cut", [1, 2])
async def test_a_call_that_is_all_of_the_answer_may_lack_its_last_brackets(cut: int):
    text = '{"name": "test_note", "arguments": {"word": "a}"}}'
    for written in (text[:-cut], text[:-1] + ")", text[:-1] + ")\n"):
        message, _ = await answer([words(each) for each in written], [words("Done.")])
        assert calls(message) == [("test.note", {"word": "a}"})]
        assert texts(message) == ["Done."]
    message, _ = await answer([words(text[:-1] + ") is a call.")])
    assert calls(message) == []
    for half in (text[:-3], text[:-cut] + ",", text[:20]):
        message, _ = await answer([words(half)])
        assert (texts(message), calls(message)) == ([half], [])


@pytest.mark.parametrize("length", [1, 5, 1000])
async def test_a_request_without_its_first_mark_is_a_call_in_text_mode(length: int):
    text = "\ntool_name:「始」test_note「末」,\nword:「始」a「末」\n<<<[TOOL_RESULT]>>>"
    pieces = [words(text[at : at + length]) for at in range(0, len(text), length)]
    message, _ = await answer(pieces, [words("Done.")], form=CallFormat.TOOL_REQUEST)
    assert calls(message) == [("test.note", {"word": "a"})]
    assert [each for each in texts(message) if "tool_name" in each] == []
    for plain in ("tool_name", "too", "tool_name: is a field.", "to be"):
        message, _ = await answer([words(each) for each in plain], form=CallFormat.TOOL_REQUEST)
        assert (texts(message), calls(message)) == ([plain], [])
