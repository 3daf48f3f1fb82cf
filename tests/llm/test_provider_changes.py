"""Conversations that change the provider: every request follows the rules of the format that it is sent in."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import (
    Echo,
    Message,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
    from_json,
    to_json,
    user_message,
)
from deskpet.chat.model import ChatModel, ChatRequest
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import alternate_roles
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import FAMILIES, Family, Provider
from deskpet.llm import anthropic_request, gemini_request, openai, openai_request
from deskpet.llm.catalog import open_model
from tests.llm import recordings
from tests.llm.request_rules import violations
from tests.support.conversations import open_messages

URLS: dict[Family, str] = {
    Provider.OPENAI: "http://openai.invalid/v1",
    Provider.ANTHROPIC: "http://anthropic.invalid/v1",
    Provider.GEMINI: "http://gemini.invalid/v1beta",
}
HIDDEN_ID, REPEATED_ID = "call_1__thought__c2lnbmF0dXJl==", "functions.note_down:0"
SECRETS: dict[Family, tuple[str, ...]] = {
    Provider.OPENAI: ("c2lnbmF0dXJl", REPEATED_ID, "extra of openai"),
    Provider.ANTHROPIC: ("signature of anthropic", "toolu_01"),
    Provider.GEMINI: ("signature of gemini", "gemini-id-1"),
}


@tool("note.down", concurrent=True)
async def note(word: str = "") -> str:
    """Note a word."""
    return f"noted {word}"


def openai_call(index: int, call_id: str, word: str, **extra: Any) -> dict[str, Any]:
    function = {"name": "note_down", "arguments": json.dumps({"word": word})}
    return {"index": index, "id": call_id, "type": "function", "function": function} | extra


FIRST_OPENAI = recordings.openai(
    {"content": "I note it. "},
    {"tool_calls": [openai_call(0, HIDDEN_ID, "a")]},
    {"tool_calls": [openai_call(1, REPEATED_ID, "b", extra_content="extra of openai")]},
    {"tool_calls": [openai_call(2, REPEATED_ID, "c")]},
)
FIRST_ANTHROPIC = recordings.anthropic(
    (
        {"type": "thinking", "thinking": "", "signature": ""},
        [
            {"type": "thinking_delta", "thinking": "hm"},
            {"type": "signature_delta", "signature": "signature of anthropic"},
        ],
    ),
    ({"type": "tool_use", "id": "toolu_01", "name": "note_down", "input": {}}, []),
    # A gateway in front of another model.
    ({"type": "tool_use", "id": "functions.note_down:0", "name": "note_down", "input": {"word": "d"}}, []),
    stop="tool_use",
)
FIRST_GEMINI = recordings.gemini(
    [
        {
            "functionCall": {"name": "note_down", "args": {}, "id": "gemini-id-1"},
            "thoughtSignature": "signature of gemini",
        }
    ],
    [{"functionCall": {"name": "note_down", "args": {"word": "e"}, "id": "gemini-id-1"}}],
    [{"functionCall": {"name": "note_down", "args": {"word": "f"}}}],
)
ANSWERS: dict[Family, tuple[bytes, bytes]] = {
    Provider.OPENAI: (FIRST_OPENAI, recordings.openai({"content": "Done."})),
    Provider.ANTHROPIC: (
        FIRST_ANTHROPIC,
        recordings.anthropic(({"type": "text", "text": ""}, [{"type": "text_delta", "text": "Done."}])),
    ),
    Provider.GEMINI: (FIRST_GEMINI, recordings.gemini([{"text": "Done."}])),
}


class Servers:
    """Servers of all formats in one transport. `bodies` are the requests with their format."""

    def __init__(self) -> None:
        self.bodies: list[tuple[Family, dict[str, Any]]] = []
        self._client = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))

    def model(self, family: Family) -> ChatModel:
        return open_model(self._client, family, URLS[family], "m")

    def _answer(self, request: httpx.Request) -> httpx.Response:
        family = next(each for each in FAMILIES if each.value == request.url.host.partition(".")[0])
        body = json.loads(request.content)
        self.bodies.append((family, body))
        has_results = bool(_results(body))
        return httpx.Response(200, stream=httpx.ByteStream(ANSWERS[family][has_results]))


def _results(body: dict[str, Any]) -> bool:
    last = body["contents"][-1]["parts"] if "contents" in body else body["messages"][-1]
    text = json.dumps(last)
    return any(mark in text for mark in ("functionResponse", "tool_result", '"tool"'))


@pytest.mark.parametrize("is_stored_between", [False, True])
async def test_a_conversation_that_changes_provider_three_times(is_stored_between: bool) -> None:
    servers = Servers()
    family: list[Family] = [Provider.OPENAI]
    conversation = Conversation(lambda: TurnSetup(servers.model(family[0]), Toolbox([note]), "Be kind."))
    for chosen in (Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI, Provider.OPENAI):
        family[0] = chosen
        answer = await conversation.send("Note something.")
        assert (answer.ended, sum(isinstance(block, ToolUse) for block in answer.blocks) >= 2) == ("stop", True)
        if is_stored_between:
            open_messages(conversation, [from_json(to_json(message)) for message in conversation.messages])

    assert len(servers.bodies) == 8
    for sent_to, body in servers.bodies:
        foreign = tuple(secret for other, secrets in SECRETS.items() if other != sent_to for secret in secrets)
        assert violations(sent_to, body, frozenset({HIDDEN_ID, REPEATED_ID}), foreign) == []
    # The provider's own come back to it, within the turn and after two others have answered.
    assert [json.dumps(body).count(HIDDEN_ID) for _, body in servers.bodies] == [0, 2, 0, 0, 0, 0, 2, 2]
    assert "signature of anthropic" in json.dumps(servers.bodies[3][1])
    assert "signature of gemini" in json.dumps(servers.bodies[5][1])


async def test_another_model_of_the_same_server_gets_no_id_of_the_first() -> None:
    bodies: list[dict[str, Any]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(request.content))
        return httpx.Response(200, stream=httpx.ByteStream(ANSWERS[Provider.OPENAI][_results(bodies[-1])]))

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    names = iter(["kimi", "claude"])
    conversation = Conversation(
        lambda: TurnSetup(openai.OpenAIChat(client, URLS[Provider.OPENAI], next(names)), Toolbox([note]))
    )
    await conversation.send("one")
    await conversation.send("two")

    assert HIDDEN_ID in json.dumps(bodies[1])
    assert HIDDEN_ID not in json.dumps(bodies[2])
    assert violations(Provider.OPENAI, bodies[2]) == []


def bodies_of(messages: tuple[Message, ...]) -> Iterator[tuple[Family, dict[str, Any]]]:
    request = ChatRequest(alternate_roles(messages))
    yield Provider.OPENAI, openai_request.request_body("m", "openai:h", request)
    yield Provider.ANTHROPIC, anthropic_request.request_body("m", "anthropic:h", request)
    yield Provider.GEMINI, gemini_request.request_body("gemini:h", request)


def stored_before(value: dict[str, Any]) -> Message:
    """Return a message that was stored without the sources of its ids."""
    for block in value["blocks"]:
        block.pop("id_source", None)
    return from_json(value)


@pytest.mark.parametrize("ids", [("", ""), ("c1", "c1"), ("functions.f:0", "x" * 3000), ("call00001", "call00002")])
def test_histories_that_were_stored_without_the_sources_of_ids(ids: tuple[str, str]) -> None:
    calls = tuple(ToolUse("live2d.motion", each, "success", input={"a": 1}, output="done") for each in ids)
    old = stored_before(to_json(Message("assistant", calls, ended="stop")))

    for family, body in bodies_of((user_message("hi"), old, user_message("and?"))):
        assert violations(family, body) == []


HOSTILE_IDS = st.one_of(
    st.sampled_from(["", "c1", "call00001", HIDDEN_ID, REPEATED_ID, "x" * 500, "a b", "ü", "\x00", '"', "toolu_1"]),
    st.text(max_size=60),
)
SOURCES = ("", "openai:h m", "anthropic:h m", "gemini:h", "openai:other m")


def calls(round_number: int) -> st.SearchStrategy[ToolUse]:
    def build(name: str, call_id: str, source: str, arguments: str, outcome: int, foreign: bool) -> ToolUse:
        echo = Echo("openai:other", {"secret": "FOREIGN", "call": {"id": "FOREIGN"}}) if foreign else None
        call = ToolUse(
            name, call_id, input_text=StreamingText(arguments), round=round_number, id_source=source, echo=echo
        )
        return (
            call,
            replace(call, status="success", output="done", input={"a": 1}),
            replace(call, status="error", error=ToolError("failed", "no")),
        )[outcome]

    return st.builds(
        build,
        st.one_of(st.sampled_from(["live2d.motion", "", "1st", "-x"]), st.text(max_size=80)),
        HOSTILE_IDS,
        st.sampled_from(SOURCES),
        st.sampled_from(["", "{}", '{"a": 1}', '{"a"', "null", "[]", '{"x": "\\ud800"}']),
        st.integers(0, 2),
        st.booleans(),
    )


ROUNDS = st.lists(
    st.tuples(st.sampled_from(["", " \n", "words"]), st.sampled_from(["", "thought"]), st.integers(0, 3)), max_size=4
)


@st.composite
def answers(draw: st.DrawFn) -> Message:
    blocks: list[Any] = []
    for number, (text, thought, call_count) in enumerate(draw(ROUNDS)):
        blocks += (
            [Thinking(StreamingText(thought), round=number, echo=Echo("x", {"field": "FOREIGN"}))] if thought else []
        )
        blocks += [Text(StreamingText(text), round=number)] if text else []
        blocks += [draw(calls(number)) for _ in range(call_count)]
    return Message("assistant", tuple(blocks), ended="stop")


@given(st.lists(answers(), max_size=4))
def test_any_history_gives_legal_requests(history: list[Message]) -> None:
    messages = tuple(each for answer in history for each in (user_message("hi"), answer))

    for family, body in bodies_of((*messages, user_message("and?"))):
        own = frozenset(
            block.call_id
            for message in history
            for block in message.blocks
            if isinstance(block, ToolUse) and block.id_source in ("openai:h m", "gemini:h")
        )
        assert violations(family, body, own, ("FOREIGN",)) == []
        json.dumps(body).encode()


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
@pytest.mark.parametrize("family", FAMILIES)
async def test_numbers_that_json_lacks_do_not_break_the_next_request(family: Family, number: float) -> None:
    echo = Echo(_PROVIDERS[family], {"parts": [{"new": number}], "call": {"n": number}, "before": [{"n": number}]})
    text = StreamingText(json.dumps({"x": number}))
    call = ToolUse("f", "c1", "success", text, {"x": number}, {"y": number}, echo=echo)
    answer = Message("assistant", (Text(StreamingText("hi"), echo=echo), call), ended="stop")
    bodies: list[Any] = []

    def respond(request: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(request.content, parse_constant=pytest.fail))
        return httpx.Response(200, stream=httpx.ByteStream(b""))

    async with httpx.AsyncClient(transport=httpx.MockTransport(respond)) as client:
        model = open_model(client, family, URLS[family], "m")
        request = ChatRequest((user_message("a"), answer, user_message("b")))
        assert [delta async for delta in model.stream(request)]

    assert len(bodies) == 1
    if family is Provider.OPENAI:
        assert bodies[0]["messages"][1]["tool_calls"][0]["function"]["arguments"] == '{"x": null}'


_PROVIDERS: dict[Family, str] = {
    Provider.OPENAI: "openai:openai.invalid",
    Provider.ANTHROPIC: "anthropic:anthropic.invalid",
    Provider.GEMINI: "gemini:gemini.invalid",
}
