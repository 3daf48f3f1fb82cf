"""A request names groups of tools, and describes their tools once the conversation has loaded them."""

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.deferred_tools import DEFERRED_TOOLS, load_tools
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import ToolUse
from deskpet.chat.model import CallDelta, ChatRequest, Delta, TextDelta
from deskpet.chat.tool import Tool
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import CallFormat, Policy


@tool("clock")
async def clock() -> str:
    """Tell the time."""
    return "noon"


@tool("note_list", group="notes")
async def note_list(limit: int = 3) -> str:
    """List the notes.

    limit: how many.
    """
    return f"{limit} notes"


@tool("read_file", group="files")
async def read_file(path: str) -> str:
    """Read a file."""
    return path


TOOLS = (note_list, clock, read_file, *DEFERRED_TOOLS)


class ScriptedModel:
    """A model that answers with prepared deltas, and keeps the requests."""

    source = "scripted"

    def __init__(self, *answers: list[Delta]) -> None:
        self.requests: list[ChatRequest] = []
        self._answers = [*answers]

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        self.requests.append(request)
        for delta in self._answers.pop(0) if self._answers else [TextDelta("Done.")]:
            yield delta

    @property
    def names(self) -> list[list[str]]:
        """The names of the tools of each request."""
        return [[each.name for each in request.tools] for request in self.requests]


def call(name: str, arguments: str) -> list[Delta]:
    return [CallDelta(0, "call", name, arguments, complete=True)]


def load(group: str) -> list[Delta]:
    return call("tools_load", f'{{"group": "{group}"}}')


def chat(model: ScriptedModel, box: Toolbox | None = None, form: CallFormat | None = None) -> Conversation:
    toolbox = box or Toolbox(TOOLS)
    return Conversation(lambda: TurnSetup(model, toolbox, "You are kind.", call_format=form, native_tools=not form))


async def test_a_loaded_group_is_added_at_the_end_and_stays():
    model = ScriptedModel(load("files"), [TextDelta("Fine.")], load("notes"))
    conversation = chat(model)
    await conversation.send("Read it.")
    await conversation.send("And my notes?")
    first, files, again, both = model.names
    assert first == ["clock", "tools_load"]
    assert files == again == [*first, "read_file"]
    assert both == [*files, "note_list"]
    # A server can keep what it computed: the beginning of each request is that of the one before.
    for earlier, later in zip(model.requests, model.requests[1:], strict=False):
        assert later.system == earlier.system
        assert later.tools[: len(earlier.tools)] == earlier.tools


async def test_the_groups_are_named_with_their_tools():
    (spec,) = (each for each in Toolbox(TOOLS).specs(()) if each.name == "tools_load")
    assert "files: read_file" in spec.description
    assert "notes: note_list" in spec.description
    assert spec.parameters["properties"]["group"]["enum"] == ["notes", "files"]


async def test_a_tool_that_was_not_loaded_runs_and_its_group_is_loaded_with_it():
    model = ScriptedModel(call("note_list", "{}"))
    conversation = chat(model)
    await conversation.send("My notes?")
    card = conversation.messages[-1].blocks[0]
    assert isinstance(card, ToolUse)
    assert card.output == "3 notes"
    assert model.names == [["clock", "tools_load"], ["clock", "tools_load", "note_list"]]


async def test_a_group_is_loaded_by_its_name_in_any_case():
    model = ScriptedModel(load("Notes"))
    await chat(model).send("My notes?")
    assert model.names[1] == ["clock", "tools_load", "note_list"]


async def test_an_unknown_group_is_an_error_that_names_the_groups():
    model = ScriptedModel(load("music"))
    conversation = chat(model)
    await conversation.send("Play.")
    card = conversation.messages[-1].blocks[0]
    assert isinstance(card, ToolUse)
    assert card.error
    assert card.error.available == ("notes", "files")
    assert model.names[1] == ["clock", "tools_load"]


@pytest.mark.parametrize("is_refused", [True, False])
async def test_all_tools_are_described_without_the_one_that_loads(is_refused: bool):
    def policy_of(each: Tool) -> Policy:
        return Policy.REFUSE if is_refused and each is load_tools else each.policy

    box = Toolbox(TOOLS if is_refused else TOOLS[:3], policy_of)
    model = ScriptedModel()
    await chat(model, box).send("Hello!")
    assert model.names == [["note_list", "clock", "read_file"]]


def test_a_refused_tool_and_a_group_of_such_tools_are_not_named():
    box = Toolbox(TOOLS, lambda each: Policy.REFUSE if each is note_list else each.policy)
    assert box.groups() == {"files": ("read_file",)}
    assert "note_list" not in str(box.specs(()))
    assert [each.name for each in box.specs(("notes",))] == ["clock", "tools_load"]


@pytest.mark.parametrize("group", ["notes", "Notes"])
async def test_in_text_mode_the_result_describes_the_tools_and_the_prompt_stays(group: str):
    loading = [TextDelta(f'<tool_code>{{"name": "tools_load", "arguments": {{"group": "{group}"}}}}</tool_code>')]
    model = ScriptedModel(loading)
    await chat(model, form=CallFormat.XML).send("My notes?")
    first, second = model.requests
    assert "limit (integer" not in first.system
    assert second.system == first.system
    assert second.tools == ()
    assert "limit (integer, default 3): how many." in second.messages[-1].text
    # What is stored is short.
    assert replace(second, messages=()).system == first.system
