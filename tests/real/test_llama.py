"""Tests of the whole core against a real llama.cpp server with SmolLM2-135M.

The model is too small to call a tool by itself. The first request of a turn therefore requires a call; everything
else is what the pet sends.
"""

import asyncio
import json
import sys
from itertools import chain

import httpx
import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Notice, StreamingText, Text, Thinking, ToolUse, user_message
from deskpet.chat.textmode.prompt import CallFormat
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.llm.openai import OpenAIChat
from deskpet.pet import character, model_file
from deskpet.tools.character import CHARACTER_TOOLS, motion
from deskpet.ui.stage import Stage
from tests.llm.scripted_server import Recorder
from tests.support.conversations import open_messages

pytestmark = pytest.mark.real_server

MAKES_IT_CALL = {"tool_choice": "required", "parallel_tool_calls": False}
EXAMPLES = ("Nod", "Greet", "Think")
# The model writes JSON and XML correctly, but confuses the two long end markers of this format.
HELD_TO_THE_FORM = """root ::= "<<<[TOOL_REQUEST]>>>\\ntool_name:「始」live2d.motion「末」,\\ngroup:「始」" [A-Za-z]+
"「末」\\n<<<[END_TOOL_REQUEST]>>>" """.replace('\n"「', ' "「')
ENDS_ITS_THOUGHT = 'root ::= [a-zA-Z ,.]{20,80} "\\n</think>\\n" [a-zA-Z ,.]{10,60}'
PREDICTABLE = {"temperature": 0, "max_tokens": 120}


class Nudge(httpx.AsyncHTTPTransport):
    """Adds `first` and `later` to the requests, and records what was sent."""

    def __init__(self, first: dict[str, object], later: dict[str, object]) -> None:
        super().__init__()
        self.sent: list[dict] = []
        self._first, self._later = first, later

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(await request.aread()) | (self._later if self.sent else self._first)
        self.sent.append(body)
        headers = {name: value for name, value in request.headers.items() if name != "content-length"}
        nudged = httpx.Request(request.method, request.url, headers=headers, json=body, extensions=request.extensions)
        return await super().handle_async_request(nudged)


def moved(group: str) -> tuple[Message, Message]:
    """A question with its answer, as an example for a small model."""
    arguments = {"group": group}
    written = StreamingText(json.dumps(arguments))
    card = ToolUse("live2d.motion", f"call_{group}", "success", written, arguments, output="done")
    answer = Message("assistant", (card, Text(StreamingText("There you are."), round=1)), ended="stop")
    return user_message(f"Play {group}."), answer


async def test_a_real_model_moves_the_character_and_the_message_grows_on(llama, tmp_path):
    stage = Stage(character.from_model(model_file.load("mikan", tmp_path)))
    heard: list[str] = []
    stage.expression_requested.connect(heard.append)
    stage.motion_requested.connect(lambda group, index: heard.append(group))
    transport = Nudge(PREDICTABLE | MAKES_IT_CALL, PREDICTABLE | {"tools": None})
    history = (*moved("Nod"), *moved("Greet"), user_message("Play Wave."))
    seen = Recorder()
    async with httpx.AsyncClient(transport=transport, timeout=60) as client:
        toolbox = Toolbox(CHARACTER_TOOLS, stage=stage)
        setup = TurnSetup(OpenAIChat(client, llama, "local"), toolbox, "You call tools.", max_rounds=2)
        answer = await run_turn(setup, history, Message("assistant"), seen)
    card = answer.blocks[0]
    assert isinstance(card, ToolUse), answer
    assert card.status == "success", card
    assert heard == ["Wave"]
    assert seen.names.count("arguments_appended") > 3
    assert transport.sent[1]["messages"][-1]["content"] == card.output
    assert answer.text.strip()
    assert answer.ended in ("stop", "length")
    assert "usage_reported" in seen.names


async def test_a_real_model_streams_words_and_stop_ends_it(llama):
    transport = Nudge({"temperature": 0, "max_tokens": 2000}, {})
    seen = Recorder()
    async with httpx.AsyncClient(transport=transport, timeout=60) as client:
        setup = TurnSetup(OpenAIChat(client, llama, "local"), Toolbox(), "You tell long stories.")
        turn = asyncio.create_task(run_turn(setup, (user_message("Tell me a story."),), Message("assistant"), seen))
        async with asyncio.timeout(60):
            while seen.names.count("text_appended") < 10:
                await asyncio.sleep(0.005)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
    assert seen.answer.ended == "cancelled"
    assert len(seen.answer.text) > 10


async def test_the_command_line_answers_from_a_real_server(llama, tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[endpoint]\nbase_url = "{llama}"\nmodel = "local"\n', encoding="utf-8")
    command = [sys.executable, "-m", "deskpet", "ask", "Say hello.", "--json", "--settings", str(settings)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await asyncio.wait_for(process.communicate(), 110)
    last = json.loads(out.splitlines()[-1])
    assert process.returncode == 0, last
    assert last["event"] == "turn_ended"
    assert last["message"]["blocks"]


async def test_a_real_model_thinks_before_it_speaks(llama):
    # The model would think without end: the grammar makes it end its reasoning, which the server's template starts.
    thinks = {"chat_template_kwargs": {"enable_thinking": True}, "grammar": ENDS_ITS_THOUGHT}
    seen = Recorder()
    async with httpx.AsyncClient(transport=Nudge(PREDICTABLE | thinks, {}), timeout=60) as client:
        setup = TurnSetup(OpenAIChat(client, llama, "local"), Toolbox())
        answer = await run_turn(setup, (user_message("Say hello."),), Message("assistant"), seen)
    thought, words = answer.blocks
    assert isinstance(thought, Thinking)
    assert isinstance(words, Text)
    assert len(thought.text) >= 20
    assert thought.ended_at
    assert thought.ended_at >= thought.started_at > 0
    assert words.text
    assert "think>" not in f"{thought.text}{words.text}"
    assert seen.names.count("text_appended") > 5


@pytest.mark.parametrize("form", list(CallFormat))
async def test_a_real_model_writes_a_call_as_text(llama, tmp_path, form):
    stage = Stage(character.from_model(model_file.load("mikan", tmp_path)))
    heard: list[str] = []
    stage.motion_requested.connect(lambda group, index: heard.append(group))
    held = {"grammar": HELD_TO_THE_FORM} if form is CallFormat.TOOL_REQUEST else {}
    transport = Nudge(PREDICTABLE | held, PREDICTABLE)
    history = (*chain.from_iterable(map(moved, EXAMPLES)), user_message("Play Wave."))
    seen = Recorder()
    async with httpx.AsyncClient(transport=transport, timeout=60) as client:
        toolbox = Toolbox([motion], stage=stage)
        model = OpenAIChat(client, llama, "local")
        setup = TurnSetup(model, toolbox, max_rounds=2, native_tools=False, call_format=form)
        answer = await run_turn(setup, history, Message("assistant"), seen)
    card, *rest = answer.blocks
    assert isinstance(card, ToolUse), answer
    assert (card.status, heard) == ("success", ["Wave"]), answer
    assert "tools" not in transport.sent[0]
    assert card.output in transport.sent[1]["messages"][-1]["content"]
    assert answer.text.strip(), rest
    assert answer.ended in ("stop", "length")


async def test_a_real_model_sums_up_what_no_longer_fits(llama):
    stories = [f"Chapter {number}: the fox finds a lantern and follows the river. " * 12 for number in range(8)]
    asked = [user_message(f"Tell me chapter {number}.") for number in range(8)]
    told = [Message("assistant", (Text(StreamingText(story)),), ended="stop") for story in stories]
    transport = Nudge(PREDICTABLE, PREDICTABLE)
    async with httpx.AsyncClient(transport=transport, timeout=60) as client:
        setup = TurnSetup(OpenAIChat(client, llama, "local"), Toolbox(), context_tokens=1500)
        conversation = Conversation(lambda: setup)
        open_messages(conversation, (message for pair in zip(asked, told, strict=True) for message in pair))
        answer = await conversation.send("How did it begin?")
        notice = answer.blocks[0]
        assert isinstance(notice, Notice), answer
        assert (notice.code, bool(notice.details)) == ("compressed", True), notice
        assert answer.text.strip()
        *summing_up, question = (json.dumps(body["messages"]) for body in transport.sent)
        assert "Chapter 0" in summing_up[0]
        assert "Chapter 0" not in question
        assert json.dumps(notice.details)[1:-1] in question
        conversation.undo_compression()
        await conversation.send("And then?")
    assert "Chapter 0" in json.dumps(transport.sent[-1]["messages"])
