"""Marks of chat templates in the text of an answer: hidden as leftovers, kept where the text speaks of them."""

import pytest

from deskpet.chat.textmode.parser import TextCallParser
from tests.chat.textmode.test_parser import pieces, words


def shown(text: str, cut: int) -> str:
    parser = TextCallParser(is_native=True, hides_marks=True)
    items = [item for piece in pieces(text, [cut]) for item in parser.feed(piece)]
    return words(items + parser.close(is_complete=True))


LEFTOVERS = {
    "Hello!<|im_end|>": "Hello!",
    "Hello!<|eom_id|>": "Hello!",
    "Hello!<|eot_id|>\n": "Hello!\n",
    "Hello! <|im_end|>": "Hello! ",
    "<|im_start|>assistant\nHello!<|im_end|>": "Hello!",
    "<|start_header_id|>assistant<|end_header_id|>\n\nHello!": "\n\nHello!",
    "<start_of_turn>model\nHello!<end_of_turn>": "Hello!",
    "<|channel|>final<|message|>Hello!<|return|>": "Hello!",
    "<|start|>assistant<|channel|>commentary<|message|>Hello!<|end|>": "Hello!",
    "<answer>Hello!</answer>": "Hello!",
    "<response>\nHello!\n</response>": "\nHello!\n",
    "<|START_RESPONSE|>Hello!<|END_RESPONSE|>": "Hello!",
    "<|begin_of_box|>Hello!<|end_of_box|>": "Hello!",
    "It is <|begin_of_box|>42<|end_of_box|> then.": "It is 42 then.",
    "Hello!\n</tool_call>": "Hello!\n",
    "Hello!</function>\n</tool_calls>": "Hello!\n",
    "Hello!<tool_call|>": "Hello!",
    "Hello!\n[END_TOOL_REQUEST]": "Hello!\n",
    "Hello!<｜end▁of▁sentence｜>": "Hello!",
}


@pytest.mark.parametrize(("text", "expected"), LEFTOVERS.items())
def test_leftover_marks_are_hidden_at_any_cut(text: str, expected: str):
    for cut in range(1, len(text) + 1):
        assert shown(text, cut) == expected


MEANT = [
    "The token <|im_end|> ends a turn.",
    "Write `<|im_end|>` there.",
    "```\nHello!<|im_end|>\n</tool_call>\n```\n",
    "> Hello!<|im_end|>\n",
    "Close it with </tool_call> at the end.",
    "<tool_code>x</tool_code> is a tag.",
    "An <answer>word</answer> in the middle.",
    "<answer><b>x</b></answer>",
    "<s>old</s>",
    "<div>1 < 2</div> and <|x|> and a <| b |> c",
    "[END] and [/b] and [e",
    "a <b",
    "</div>",
]


@pytest.mark.parametrize("text", MEANT)
def test_marks_that_the_text_means_are_kept_at_any_cut(text: str):
    for cut in range(1, len(text) + 1):
        assert shown(text, cut) == text
