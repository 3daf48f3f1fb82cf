"""Reasoning that is written into the text: at the start, again later, and without a tag at its beginning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.completion import complete
from deskpet.chat.events import TextWasThinking, ThinkingWasText, TurnEvent
from deskpet.chat.messages import Message, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import ChatRequest, TextDelta, TextWasThinkingDelta, ThinkingWasTextDelta
from deskpet.chat.textmode.prompt import CallFormat
from deskpet.chat.tool import Toolbox, tool
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.inspector import Inspection, gather
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat, OpenAIParser
from tests.llm.recordings import openai, sse
from tests.llm.replay import ReplayServer, Reply


def read(*pieces: str, begins_in_thought: bool = False, finish: str = "stop") -> Inspection:
    """What an answer says whose words come in these pieces; the same however its bytes are cut."""
    body = openai(*({"content": piece} for piece in pieces), finish=finish)
    found: list[Inspection] = []
    for cut in (len(body), 1, 7):
        parser = OpenAIParser(begins_in_thought=begins_in_thought)
        deltas = [delta for at in range(0, len(body), cut) for delta in parser.feed(body[at : at + cut])]
        found.append(gather(iter(deltas + parser.close())))
    assert found[0] == found[1] == found[2]
    assert not found[0].notices
    return found[0]


def said(text: str, *, begins_in_thought: bool = False, finish: str = "stop") -> tuple[str, str]:
    """The reasoning and the words of an answer: the same in one piece, letter by letter, and cut at every place."""

    def of(*pieces: str) -> tuple[str, str]:
        return _both(read(*pieces, begins_in_thought=begins_in_thought, finish=finish))

    whole = of(text)
    assert of(*text) == whole
    for cut in range(1, len(text)):
        assert of(text[:cut], text[cut:]) == whole
    return whole


def _both(seen: Inspection) -> tuple[str, str]:
    return seen.reasoning, seen.text


@pytest.mark.parametrize("tag", ["think", "thinking", "thought", "reasoning", "Reasoning"])
def test_a_tag_at_the_start_opens_a_thought(tag: str) -> None:
    assert said(f"\n<{tag}>hm</{tag}>Hi.") == ("hm", "Hi.")


@pytest.mark.parametrize(
    ("text", "reasoning", "words"),
    [
        ("<think>a</think>One.\n\n<think>b</think>Two.", "ab", "One.\n\nTwo."),
        ("<think>a</think>\n<think>b</think>Two.", "ab", "\nTwo."),
        ("<think>a</think>One.\n  <think>\nb\n</think>\nTwo.", "a\nb\n", "One.\n  \nTwo."),
        ("<think>a</think>One.\n<reasoning>b</reasoning>Two.", "ab", "One.\nTwo."),
        ("a\n</think>\n\nOne.\n<think>b</think>Two.", "a\nb", "\n\nOne.\nTwo."),
    ],
)
def test_a_second_thought_in_an_answer(text: str, reasoning: str, words: str) -> None:
    assert said(text) == (reasoning, words)


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
def test_tags_that_are_spoken_of_stay(text: str) -> None:
    assert said(text) == ("", text)


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ("The <think> tag opens it.\nDone.", None),
        ("```\n<think>\nx\n</think>\n```\n", None),
        ("Write `<think>` here.", None),
        ("> <thinking", None),
    ],
)
def test_after_a_thought_tags_that_are_spoken_of_stay(after: str, words: str | None) -> None:
    assert said(f"<think>a</think>{after}") == ("a", words or after)


@pytest.mark.parametrize(
    ("text", "reasoning", "words"),
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
def test_an_end_without_a_beginning_makes_a_thought_of_what_came_before(text: str, reasoning: str, words: str) -> None:
    assert said(text) == (reasoning, words)


@pytest.mark.parametrize(
    ("text", "reasoning", "words"),
    [
        ("hm, a `</thin`\n</think>Hello!", "hm, a `</thin`\n", "Hello!"),
        ("<think>hm</think>Hello!", "hm", "Hello!"),
        ("</think>Hello!", "", "Hello!"),
        ("Hello, there!", "", "Hello, there!"),
        ("Hello, <b", "", "Hello, <b"),
    ],
)
def test_where_the_reasoning_is_known_to_come_first(text: str, reasoning: str, words: str) -> None:
    assert said(text, begins_in_thought=True) == (reasoning, words)


def test_a_thought_that_the_length_limit_ends_stays_one() -> None:
    assert said("hm, well", begins_in_thought=True, finish="length") == ("hm, well", "")


def test_reasoning_that_comes_by_itself_leaves_the_words_what_they_are() -> None:
    def deltas(*messages: dict[str, str]) -> Inspection:
        parser = OpenAIParser(begins_in_thought=True)
        return gather(iter(parser.feed(openai(*messages)) + parser.close()))

    assert _both(deltas({"reasoning_content": "hm"}, {"content": "Hello!"})) == ("hm", "Hello!")
    assert _both(deltas({"content": "Hello!"}, {"reasoning_content": "hm"})) == ("hm", "Hello!")
    assert _both(deltas({"reasoning_content": "hm"}, {"content": "</think>\nHello!"})) == ("hm", "\nHello!")


@pytest.mark.parametrize("told", ["hm, ", "hm, well", "<think>hm, "])
def test_a_whole_message_at_the_end_doubles_nothing_that_was_taken_for_a_thought(told: str) -> None:
    message = {"choices": [{"message": {"content": "hm, well" if told[0] == "h" else "<think>hm, well"}}]}
    body = sse({"choices": [{"delta": {"content": told}}]}, message, {"choices": [{"finish_reason": "stop"}]})
    parser = OpenAIParser(begins_in_thought=True)
    found = gather(iter(parser.feed(body) + parser.close()))

    assert found.reasoning + found.text == "hm, well"


def test_a_letter_that_only_looks_like_one_makes_no_tag() -> None:
    assert said("Fine.</th\u0131nk>Hello!") == ("", "Fine.</th\u0131nk>Hello!")


def test_what_is_held_back_comes_before_a_call() -> None:
    parser = OpenAIParser()
    call = {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}]}
    found = parser.feed(openai({"content": "1 <"}, call, {"content": "2"}))

    assert [delta.text if isinstance(delta, TextDelta) else type(delta).__name__ for delta in found[:4]] == [
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


@given(pieces=_pieces, cut=st.integers(1, 9), begins_in_thought=st.booleans())
def test_any_cut_gives_the_same_reasoning_and_words_and_loses_nothing(
    pieces: list[str], cut: int, begins_in_thought: bool
) -> None:
    text = "".join(pieces)

    def seen(size: int) -> tuple[str, str]:
        words = (text[at : at + size] for at in range(0, len(text), size))
        parser = OpenAIParser(begins_in_thought=begins_in_thought)
        return _both(gather(iter(parser.feed(openai(*({"content": each} for each in words))) + parser.close())))

    whole = seen(max(len(text), 1))
    assert seen(cut) == whole
    assert ["".join(whole).count(letter) for letter in "xé"] == [text.count(letter) for letter in "xé"]


# --- what becomes of it in an answer ---------------------------------------------------------------------------


async def turn(
    *bodies: bytes, text_form: CallFormat | None = None, toolbox: Toolbox | None = None, begins_in_thought: bool = False
) -> tuple[Message, list[TurnEvent], ReplayServer]:
    events: list[TurnEvent] = []
    async with ReplayServer(*(Reply(body, cut=9) for body in bodies)) as server, new_client() as client:
        model = OpenAIChat(client, server.url, "m", begins_in_thought=begins_in_thought)
        setup = TurnSetup(model, toolbox or Toolbox(), native_tools=not text_form, text_form=text_form)
        answer = await run_turn(
            setup, (user_message("?"),), Message("assistant"), lambda event, _: events.append(event)
        )
    return answer, events, server


async def test_the_words_are_painted_at_once_and_become_a_thought_in_their_place() -> None:
    answer, events, _ = await turn(openai({"content": "hm, "}, {"content": "well\n</think>"}, {"content": "Hello!"}))

    thought, words = answer.blocks
    assert isinstance(thought, Thinking)
    assert isinstance(words, Text)
    assert (str(thought.text), str(words.text), answer.ended) == ("hm, well\n", "Hello!", "stop")
    assert thought.ended_at is not None
    assert thought.started_at <= thought.ended_at
    assert answer.text == "Hello!"
    assert [event.block for event in events if isinstance(event, TextWasThinking)] == [0]


async def test_a_thought_that_never_ends_becomes_the_words() -> None:
    answer, events, _ = await turn(openai({"content": "Hello, "}, {"content": "you!"}), begins_in_thought=True)

    assert [str(block.text) for block in answer.blocks if isinstance(block, Text)] == ["Hello, you!"]
    assert [event.block for event in events if isinstance(event, ThinkingWasText)] == [0]


async def test_a_thought_after_one_that_was_found_late_is_one_of_its_own() -> None:
    answer, _, _ = await turn(openai({"content": "hm</think>\n<think>well</think>Hello!"}))

    assert [(type(block), str(block.text)) for block in answer.blocks if isinstance(block, Text | Thinking)] == [
        (Thinking, "hm"),
        (Thinking, "well"),
        (Text, "Hello!"),
    ]
    assert all(block.ended_at is not None for block in answer.blocks if isinstance(block, Thinking))


async def test_the_thought_of_a_round_with_calls_is_not_told_to_the_model_as_its_words() -> None:
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


async def test_in_text_mode_a_call_that_was_only_thought_of_is_dropped_and_those_after_it_are_found() -> None:
    heard: list[str] = []

    @tool("look", title="Look")
    async def look(at: str) -> str:
        """Look."""
        heard.append(at)
        return "a cat"

    thought = 'I could write <tool_call>{"name": "look", "arguments": {"at": "a'
    written = '<tool_call>{"name": "look", "arguments": {"at": "b"}}</tool_call>'
    body = openai({"content": f"{thought}\n</think>"}, {"content": f"I look. {written}"})
    answer, _, _ = await turn(body, openai({"content": "A cat."}), text_form=CallFormat.XML, toolbox=Toolbox([look]))

    assert heard == ["b"]
    assert [block.error.code for block in answer.blocks if isinstance(block, ToolUse) and block.error] == ["unclosed"]
    assert answer.text == "I look. A cat."
    assert answer.ended == "stop"


async def test_a_title_is_not_made_of_thoughts() -> None:
    request = ChatRequest((user_message("?"),))
    async with ReplayServer(Reply(openai({"content": "hm\n</think>\n\nTea"}))) as server, new_client() as client:
        assert await complete(OpenAIChat(client, server.url, "m"), request) == "Tea"
    async with ReplayServer(Reply(openai({"content": "Tea"}))) as server, new_client() as client:
        assert await complete(OpenAIChat(client, server.url, "m", begins_in_thought=True), request) == "Tea"


def test_what_was_taken_for_the_other_is_said_once() -> None:
    parser = OpenAIParser()
    found = parser.feed(openai({"content": "a"}, {"content": "</think>b"})) + parser.close()
    assert found.count(TextWasThinkingDelta()) == 1

    parser = OpenAIParser(begins_in_thought=True)
    found = parser.feed(openai({"content": "a"}, {"content": "b"})) + parser.close()
    assert found.count(ThinkingWasTextDelta()) == 1
