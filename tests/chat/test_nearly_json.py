"""Arguments that are nearly JSON are corrected; those that were cut off are not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.nearly_json import MAX_LENGTH, mend_arguments
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from tests.llm.scripted_server import Recorder, ScriptedServer, call, words


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("{'word': 'a'}", {"word": "a"}),
        ('{"word": "a",}', {"word": "a"}),
        ('{word: "a"}', {"word": "a"}),
        ('{"word": "a" /* why */}', {"word": "a"}),
        ('```json\n{"word": "a"}\n```', {"word": "a"}),
        ('{"word": "\\ud8!\\udc4b",}', {"word": "\\ud8!\ufffd"}),
        ('{"word": "it\'s", "deep": {"list": [1, 2,]}}', {"word": "it's", "deep": {"list": [1, 2]}}),
    ],
)
def test_what_is_nearly_json_is_corrected(text, values):
    assert mend_arguments(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "",
        "word",
        "[1, 2]",
        '{"word": "a',
        '{"word": "function() {}',
        '{"word": ["a", "b"',
        '{"word": "a"} and more',
        "{'word': 'a'}" + " " * MAX_LENGTH,
    ],
)
def test_what_was_cut_off_or_is_something_else_is_not(text):
    assert mend_arguments(text) is None


@given(st.dictionaries(st.text(), st.recursive(st.text() | st.integers() | st.none(), st.lists, max_leaves=5)))
def test_no_beginning_of_a_valid_object_is_completed(value):
    text = json.dumps(value, ensure_ascii=False)
    assert all(mend_arguments(text[:end]) is None for end in range(len(text)))


@given(st.text(alphabet="{}[]\"'\\,: abc\n`") | st.text())
def test_any_text_gives_an_object_or_nothing(text):
    assert isinstance(mend_arguments(text), dict | None)


async def test_a_mended_call_runs_and_says_so():
    @tool("say")
    async def say(word: str) -> str:
        """Say a word."""
        return word

    model = ScriptedServer([call("say", "{'word': 'hello'}")], [words("ok")]).model()
    answer = await run_turn(TurnSetup(model, Toolbox((say,))), (user_message("hi"),), Message("assistant"), Recorder())
    (said,) = (block for block in answer.blocks if isinstance(block, ToolUse))
    assert (said.output, said.input, said.is_mended) == ("hello", {"word": "hello"}, True)
