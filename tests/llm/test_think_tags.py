"""Reasoning tags in the text: at the start, later, and without an opening tag."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.completion import complete
from deskpet.chat.events import TextWasThinking, ThinkingWasText, TurnEvent
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import ChatRequest, TextDelta, TextWasThinkingDelta, ThinkingWasTextDelta
from deskpet.chat.textmode.prompt import CallFormat
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.cli.inspector import Inspection, gather
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from deskpet.llm.request_options import RequestOptions
from tests.llm.recordings import openai, sse
from tests.llm.replay_server import ReplayServer, Reply


def inspect(*pieces: str, begins_in_thought: bool = False, finish: str = "stop") -> Inspection:
    """Returns the inspection of an answer with text in these pieces; checks that chunk sizes do not change it."""
    body = openai(*({"content": piece} for piece in pieces), finish=finish)
    result: list[Inspection] = []
    for size in (len(body), 1, 7):
        parser = OpenAIParser(begins_in_thought=begins_in_thought)
        deltas = [delta for offset in range(0, len(body), size) for delta in parser.feed(body[offset : offset + size])]
        result.append(gather(iter(deltas + parser.close())))
    assert result[0] == result[1] == result[2]
    assert not result[0].notices
    return result[0]


def parse(text: str, *, begins_in_thought: bool = False, finish: str = "stop") -> tuple[str, str]:
    """Returns reasoning and text; checks that they are the same letter by letter and split at every position."""

    def of(*pieces: str) -> tuple[str, str]:
        return _reasoning_and_text(inspect(*pieces, begins_in_thought=begins_in_thought, finish=finish))

    complete = of(text)
    assert of(*text) == complete
    for size in range(1, len(text)):
        assert of(text[:size], text[size:]) == complete
    return complete


def _reasoning_and_text(parse_in_pieces: Inspection) -> tuple[str, str]:
    return parse_in_pieces.reasoning, parse_in_pieces.text


@pytest.mark.parametrize("tag", ["think", "thinking", "thought", "reasoning", "Reasoning"])
def test_opening_tag_at_the_start(tag: str) -> None:
    assert parse(f"\n<{tag}>hm</{tag}>Hi.") == ("hm", "Hi.")


@pytest.mark.parametrize(
    ("text", "reasoning", "expected"),
    [
        ("<think>a</think>One.\n\n<think>b</think>Two.", "ab", "One.\n\nTwo."),
        ("<think>a</think>\n<think>b</think>Two.", "ab", "\nTwo."),
        ("<think>a</think>One.\n  <think>\nb\n</think>\nTwo.", "a\nb\n", "One.\n  \nTwo."),
        ("<think>a</think>One.\n<reasoning>b</reasoning>Two.", "ab", "One.\nTwo."),
        ("a\n</think>\n\nOne.\n<think>b</think>Two.", "a\nb", "\n\nOne.\nTwo."),
    ],
)
def test_second_thought(text: str, reasoning: str, expected: str) -> None:
    assert parse(text) == (reasoning, expected)


@pytest.mark.parametrize(
    "text",
    [
        "The tag <think> opens a thought and </think> closes it.",
        "One.\n<think>b</think>Two.",
        "`</think>` closes a thought.",
        "A thought ends with `</think>`\nand then comes the answer.",
        "Use this:\n```xml\na\n</think>\n```\nDone.",
        "~~~~\n</think>\n~~~\n</think>\n~~~~",
        "The tag </think> closes a thought.",
        "Write “</think>” there.",
        "<thin air> and <think",
        "Is 1 < 2 [yes]? ◁ no",
    ],
)
def test_mentioned_tags_are_text(text: str) -> None:
    assert parse(text) == ("", text)


@pytest.mark.parametrize(
    "after",
    [
        "The <think> tag opens it.\nDone.",
        "```\n<think>\nx\n</think>\n```\n",
        "Write `<think>` here.",
        "> <thinking",
    ],
)
def test_mentioned_tags_after_a_thought_are_text(after: str) -> None:
    assert parse(f"<think>a</think>{after}") == ("a", after)


@pytest.mark.parametrize(
    ("text", "reasoning", "expected"),
    [
        ("Okay, a greeting.\n</think>\n\nHello!", "Okay, a greeting.\n", "\n\nHello!"),
        ("hm</think>Hello!", "hm", "Hello!"),
        ("Use `x`. ```y```\n```\ncode\n```\n</think>\nHello!", "Use `x`. ```y```\n```\ncode\n```\n", "\nHello!"),
        ("</think>\n\nHello!", "", "\n\nHello!"),
        ("hm.</think>", "hm.", ""),
        ("hm </think>", "hm ", ""),
        ("hm </think>\r\nHello!", "hm ", "\r\nHello!"),
        ("hm.◁/think▷Hello!", "hm.", "Hello!"),
        ("hm.[/THINK]Hello!", "hm.", "Hello!"),
        ("hm.</think>Hello!\n</think>", "hm.", "Hello!\n</think>"),
    ],
)
def test_closing_tag_without_opening_tag(text: str, reasoning: str, expected: str) -> None:
    assert parse(text) == (reasoning, expected)


@pytest.mark.parametrize(
    ("text", "reasoning", "expected"),
    [
        ("hm, a `</thin`\n</think>Hello!", "hm, a `</thin`\n", "Hello!"),
        ("<think>hm</think>Hello!", "hm", "Hello!"),
        ("</think>Hello!", "", "Hello!"),
        ("Hello, there!", "", "Hello, there!"),
        ("Hello, <b", "", "Hello, <b"),
    ],
)
def test_begins_in_thought(text: str, reasoning: str, expected: str) -> None:
    assert parse(text, begins_in_thought=True) == (reasoning, expected)


def test_begins_in_thought_with_length_limit() -> None:
    assert parse("hm, well", begins_in_thought=True, finish="length") == ("hm, well", "")


def test_separate_reasoning_field_disables_begins_in_thought() -> None:
    def deltas(*messages: dict[str, str]) -> Inspection:
        parser = OpenAIParser(begins_in_thought=True)
        return gather(iter(parser.feed(openai(*messages)) + parser.close()))

    assert _reasoning_and_text(deltas({"reasoning_content": "hm"}, {"content": "Hello!"})) == ("hm", "Hello!")
    assert _reasoning_and_text(deltas({"content": "Hello!"}, {"reasoning_content": "hm"})) == ("hm", "Hello!")
    assert _reasoning_and_text(deltas({"reasoning_content": "hm"}, {"content": "</think>\nHello!"})) == (
        "hm",
        "\nHello!",
    )


@pytest.mark.parametrize("delta_text", ["hm, ", "hm, well", "<think>hm, "])
def test_complete_message_does_not_repeat_the_thought(delta_text: str) -> None:
    message = {"choices": [{"message": {"content": "hm, well" if delta_text[0] == "h" else "<think>hm, well"}}]}
    body = sse({"choices": [{"delta": {"content": delta_text}}]}, message, {"choices": [{"finish_reason": "stop"}]})
    parser = OpenAIParser(begins_in_thought=True)
    result = gather(iter(parser.feed(body) + parser.close()))

    assert result.reasoning + result.text == "hm, well"


def test_dotless_i_is_not_a_tag() -> None:
    assert parse("Fine.</th\u0131nk>Hello!") == ("", "Fine.</th\u0131nk>Hello!")


def test_buffered_text_comes_before_a_call() -> None:
    parser = OpenAIParser()
    call = {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}]}
    result = parser.feed(openai({"content": "1 <"}, call, {"content": "2"}))

    assert [delta.text if isinstance(delta, TextDelta) else type(delta).__name__ for delta in result[:4]] == [
        "1 ",
        "<",
        "CallDelta",
        "2",
    ]


_pieces = st.lists(
    st.sampled_from(
        ["<think>", "</think>", "<reasoning>", "</reasoning>", "[THINK]", "\n", " ", "`", "```", "~~~", "x", "<", "é"]
    ),
    max_size=12,
)


@given(pieces=_pieces, size=st.integers(1, 9), begins_in_thought=st.booleans())
def test_chunk_boundaries_do_not_change_the_result(pieces: list[str], size: int, begins_in_thought: bool) -> None:
    text = "".join(pieces)

    def parse_in_pieces(size: int) -> tuple[str, str]:
        pieces = (text[offset : offset + size] for offset in range(0, len(text), size))
        parser = OpenAIParser(begins_in_thought=begins_in_thought)
        return _reasoning_and_text(
            gather(iter(parser.feed(openai(*({"content": each} for each in pieces))) + parser.close()))
        )

    complete = parse_in_pieces(max(len(text), 1))
    assert parse_in_pieces(size) == complete
    assert ["".join(complete).count(letter) for letter in "xé"] == [text.count(letter) for letter in "xé"]


async def turn(
    *bodies: bytes,
    call_format: CallFormat | None = None,
    toolbox: Toolbox | None = None,
    begins_in_thought: bool = False,
) -> tuple[Message, list[TurnEvent], ReplayServer]:
    events: list[TurnEvent] = []
    async with ReplayServer(*(Reply(body, cut=9) for body in bodies)) as server, new_client() as client:
        options = RequestOptions(begins_in_thought=begins_in_thought)
        model = OpenAIChat(client, server.url, "m", options=options)
        setup = TurnSetup(model, toolbox or Toolbox(), native_tools=not call_format, call_format=call_format)
        answer = await run_turn(
            setup, (user_message("?"),), Message("assistant"), lambda event, _: events.append(event)
        )
    return answer, events, server


async def test_text_block_becomes_a_thought() -> None:
    answer, events, _ = await turn(openai({"content": "hm, "}, {"content": "well\n</think>"}, {"content": "Hello!"}))

    thought, text = answer.blocks
    assert isinstance(thought, Thinking)
    assert isinstance(text, Text)
    assert (str(thought.text), str(text.text), answer.ended) == ("hm, well\n", "Hello!", "stop")
    assert thought.ended_at is not None
    assert thought.started_at <= thought.ended_at
    assert answer.text == "Hello!"
    assert [event.block for event in events if isinstance(event, TextWasThinking)] == [0]


async def test_thought_without_end_becomes_text() -> None:
    answer, events, _ = await turn(openai({"content": "Hello, "}, {"content": "you!"}), begins_in_thought=True)

    assert [str(block.text) for block in answer.blocks if isinstance(block, Text)] == ["Hello, you!"]
    assert [event.block for event in events if isinstance(event, ThinkingWasText)] == [0]


async def test_consecutive_thoughts_are_separate_blocks() -> None:
    answer, _, _ = await turn(openai({"content": "hm</think>\n<think>well</think>Hello!"}))

    assert [(type(block), str(block.text)) for block in answer.blocks if isinstance(block, Text | Thinking)] == [
        (Thinking, "hm"),
        (Thinking, "well"),
        (Text, "Hello!"),
    ]
    assert all(block.ended_at is not None for block in answer.blocks if isinstance(block, Thinking))


async def test_thought_is_not_sent_back_as_text() -> None:
    @tool("look", title="Look")
    async def look() -> str:
        """Look."""
        return "a cat"

    call = {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "look", "arguments": "{}"}}]}
    first, second = openai({"content": "hm\n</think>"}, call), openai({"content": "I see\n</think>A cat."})
    answer, _, server = await turn(first, second, toolbox=Toolbox([look]))

    assert [type(block) for block in answer.blocks] == [Thinking, ToolUse, Thinking, Text]
    assert answer.text == "A cat."
    assert server.requests[1].body["messages"][1]["content"] == ""


async def test_text_mode_calls_in_thoughts_are_dropped() -> None:
    arguments: list[str] = []

    @tool("look", title="Look")
    async def look(at: str) -> str:
        """Look."""
        arguments.append(at)
        return "a cat"

    thought = 'I could write <tool_call>{"name": "look", "arguments": {"at": "a'
    call = '<tool_call>{"name": "look", "arguments": {"at": "b"}}</tool_call>'
    body = openai({"content": f"{thought}\n</think>"}, {"content": f"I look. {call}"})
    answer, _, _ = await turn(body, openai({"content": "A cat."}), call_format=CallFormat.XML, toolbox=Toolbox([look]))

    assert arguments == ["b"]
    assert [block.error.code for block in answer.blocks if isinstance(block, ToolUse) and block.error] == ["unclosed"]
    assert answer.text == "I look. A cat."
    assert answer.ended == "stop"


async def test_completion_excludes_thoughts() -> None:
    request = ChatRequest((user_message("?"),))
    async with ReplayServer(Reply(openai({"content": "hm\n</think>\n\nTea"}))) as server, new_client() as client:
        assert await complete(OpenAIChat(client, server.url, "m"), request) == "Tea"
    async with ReplayServer(Reply(openai({"content": "Tea"}))) as server, new_client() as client:
        assert (
            await complete(OpenAIChat(client, server.url, "m", options=RequestOptions(begins_in_thought=True)), request)
            == "Tea"
        )


def test_reclassification_is_reported_once() -> None:
    parser = OpenAIParser()
    result = parser.feed(openai({"content": "a"}, {"content": "</think>b"})) + parser.close()
    assert result.count(TextWasThinkingDelta()) == 1

    parser = OpenAIParser(begins_in_thought=True)
    result = parser.feed(openai({"content": "a"}, {"content": "b"})) + parser.close()
    assert result.count(ThinkingWasTextDelta()) == 1
