"""Questions of servers to the user: both protocols, hostile forms, Stop, and nobody to ask."""

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

import mcp_types as types

from deskpet.chat.question import NO_REPLY, BadAnswer, Question, QuestionField, Reply
from deskpet.chat.tool import ignore_progress
from deskpet.features.mcp.config import SavedServer
from deskpet.features.mcp.elicitation import MAX_CHOICES, MAX_FIELDS, question_of
from deskpet.features.mcp.servers import Servers
from tests.features.foreign.calls import call_tool
from tests.features.mcp.test_servers import LIMITS, saved
from tests.support.waiting import until

# A server of the SDK, which asks in the protocol of 2026. Its argument is the file for its outcomes.
ASKING_SERVER = """
import sys
from pathlib import Path
from typing import Annotated, Literal
from pydantic import BaseModel, Field
from mcp.server import MCPServer
from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver.resolve import Elicit, Resolve

server = MCPServer("asking")

class Booking(BaseModel):
    name: str = Field(title="Your name", min_length=2)
    seats: int = Field(2, ge=1, le=8, description="How many people")
    room: Literal["garden", "hall"] = "hall"
    window: bool = False

def whom():
    return Elicit("Whom may I expect?", Booking)

@server.tool()
def book(booking: Annotated[ElicitationResult[Booking], Resolve(whom)]) -> str:
    "Book a table."
    Path(sys.argv[1]).write_text(booking.action)
    return booking.model_dump_json()

server.run()
"""


def asking(folder: Path) -> SavedServer:
    server = saved(name="asking")
    command = (sys.executable, "-c", ASKING_SERVER, str(folder / "outcome"))
    config = replace(server.config, command=command)
    return replace(server, config=config, allowed=config.fingerprint)


async def call(servers: Servers, ask: Any) -> Any:
    return await call_tool(servers.all[0], "book", {}, ignore_progress, ask)


async def accept(question: Question) -> Reply:
    return Reply("accept", {"name": "Mio", "seats": 3, "room": "garden", "window": True})


async def decline(question: Question) -> Reply:
    return Reply("decline")


async def test_a_form_is_asked_and_its_values_reach_the_server_only_once_accepted(tmp_path: Path) -> None:
    servers, asked = Servers(tmp_path, limits=LIMITS, can_ask=True), list[Question]()

    async def answer(question: Question) -> Reply:
        asked.append(question)
        return await accept(question)

    try:
        await servers.update(lambda _: [asking(tmp_path)])
        (accepted,) = await call(servers, answer)
        value = accepted if isinstance(accepted, dict) else json.loads(accepted)
        assert value["data"] == {"name": "Mio", "seats": 3, "room": "garden", "window": True}
        (question,) = asked
        assert (question.asker, question.message, question.url) == ("asking", "Whom may I expect?", "")
        assert question.fields == (
            QuestionField("name", "Your name", "text", is_required=True, minimum=2),
            QuestionField("seats", "Seats", "integer", "How many people", default=2, minimum=1, maximum=8),
            QuestionField("room", "Room", "choice", default="hall", choices=(("garden", "garden"), ("hall", "hall"))),
            QuestionField("window", "Window", "boolean", default=False),
        )
        for ask, action in ((decline, "decline"), (None, "cancel")):
            await call(servers, ask)
            assert (tmp_path / "outcome").read_text() == action
    finally:
        await servers.close()


@pytest.mark.slow
async def test_a_stopped_call_cancels_its_question_and_leaves_the_server_usable(tmp_path: Path) -> None:
    """The plain server waits for the answer in the protocol of 2025, so it has to get one."""
    servers, is_asked = Servers(tmp_path, limits=LIMITS, can_ask=True), asyncio.Event()

    async def never(question: Question) -> Reply:
        is_asked.set()
        await asyncio.Event().wait()
        return NO_REPLY

    try:
        await servers.update(lambda _: [saved("asks_form"), asking(tmp_path)])
        for server, tool in zip(servers.all, ("echo", "book"), strict=True):
            is_asked.clear()
            running = asyncio.ensure_future(call_tool(server, tool, {"text": ""}, ignore_progress, never))
            await is_asked.wait()
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            (text,) = await call_tool(server, tool, {"text": ""}, ignore_progress, decline)
            assert "decline" in str(text)
            assert tool == "book" or json.loads(str(text))["actions"] == ["cancel", "decline"]
    finally:
        await servers.close()


async def test_an_address_is_shown_and_not_opened(tmp_path: Path) -> None:
    servers, asked = Servers(tmp_path, limits=LIMITS, can_ask=True), list[Question]()

    async def answer(question: Question) -> Reply:
        asked.append(question)
        return Reply("accept")

    try:
        await servers.update(lambda _: [saved("asks_address")])
        (text,) = await call_tool(servers.all[0], "echo", {"text": ""}, ignore_progress, answer)
        assert json.loads(str(text))["actions"] == ["accept"]
        assert asked == [Question("plain", "Sign in there.", url="https://a.example/login?id=1")]
    finally:
        await servers.close()


async def test_the_time_of_a_call_rests_while_the_user_is_asked(tmp_path: Path) -> None:
    servers = Servers(tmp_path, limits=replace(LIMITS, call=1.0), can_ask=True)

    async def slowly(question: Question) -> Reply:
        loop = asyncio.get_running_loop()
        answered_at = loop.time() + 1.5
        await until(lambda: loop.time() > answered_at)
        return Reply("decline")

    try:
        await servers.update(lambda _: [asking(tmp_path)])
        await call(servers, slowly)
        assert (tmp_path / "outcome").read_text() == "decline"
    finally:
        await servers.close()


@pytest.mark.slow
async def test_where_nobody_can_answer_it_is_not_offered(tmp_path: Path) -> None:
    """The plain server asks in the protocol of 2025, in which a client says beforehand whether it can be asked."""
    offered = Servers(tmp_path / "a", limits=LIMITS, can_ask=True)
    silent = Servers(tmp_path / "b", limits=LIMITS)
    try:
        for servers, expected in ((offered, True), (silent, False)):
            await servers.take((saved("asks_form"),))
            (text,) = await call_tool(servers.all[0], "echo", {"text": "hi"}, ignore_progress, decline)
            assert json.loads(text) == {"offered": expected, "actions": ["decline"] if expected else []}
    finally:
        await offered.close()
        await silent.close()


def form(**properties: Any) -> types.ElicitRequestFormParams:
    schema = {"type": "object", "properties": properties, "required": ["a"]}
    return types.ElicitRequestFormParams(message="m", requested_schema=schema)


@pytest.mark.parametrize(
    "params",
    [
        form(a={"type": "array"}),
        form(a=5),
        form(a={"type": "string", "enum": [f"v{n}" for n in range(MAX_CHOICES + 1)]}),
        form(a={"type": "string", "enum": ["x", 5]}),
        form(**{f"f{n}": {"type": "string"} for n in range(MAX_FIELDS + 1)}),
        types.ElicitRequestFormParams(message="m", requested_schema={"properties": [1]}),
        types.ElicitRequestURLParams(message="m", url="file:///etc/passwd"),
        types.ElicitRequestURLParams(message="m", url="https://a.example/\u202egnp.exe"),
        types.ElicitRequestURLParams(message="m", url="https://" + "a" * 5000),
    ],
)
def test_what_can_not_be_shown_is_not_asked(params: types.ElicitRequestParams) -> None:
    assert question_of("server", params) is None


def test_the_words_of_a_server_are_cut_and_have_nothing_unseen() -> None:
    odd = "a\u202eb\x1b[2J" + "x" * 100_000
    params = form(a={"type": "string", "title": odd, "description": "two\nlines", "default": odd, "format": 7})
    question = question_of("s\u202er\n\nv", params.model_copy(update={"message": f"{odd[:20]}" + "\n" * 500 + "end"}))
    assert question
    (field,) = question.fields
    assert (question.asker, field.description, field.default, field.format) == ("sr v", "two lines", None, "")
    assert question.message.startswith("ab[2Jx")
    assert question.message.count("\n") < 20
    assert len(field.title) <= 100


def test_optional_fields_of_another_kind_are_left_out() -> None:
    question = question_of("s", form(a={"type": "string"}, b={"type": "array"}))
    assert question
    assert [each.name for each in question.fields] == ["a"]


@pytest.mark.parametrize(
    ("field", "answer", "value"),
    [
        (QuestionField("a", "A", "integer", minimum=1), "7", 7),
        (QuestionField("a", "A", "integer", minimum=1), "0", BadAnswer),
        (QuestionField("a", "A", "integer"), "1.5", BadAnswer),
        (QuestionField("a", "A", "number", maximum=2), "1.5", 1.5),
        (QuestionField("a", "A", "number"), "nan", BadAnswer),
        (QuestionField("a", "A", "integer"), "9" * 4000, BadAnswer),
        (QuestionField("a", "A", "integer", maximum=2_000_000), "1234567", 1_234_567),
        (QuestionField("a", "A", "text", is_required=True), "  ", BadAnswer),
        (QuestionField("a", "A", "text"), "  ", None),
        (QuestionField("a", "A", "text", maximum=2), "abc", BadAnswer),
        (QuestionField("a", "A", "text", format="email"), "a@b.example", "a@b.example"),
        (QuestionField("a", "A", "text", format="email"), "a@b", BadAnswer),
        (QuestionField("a", "A", "text", format="uri"), "https://a.example/x", "https://a.example/x"),
        (QuestionField("a", "A", "text", format="uri"), "nowhere", BadAnswer),
        (QuestionField("a", "A", "text", format="date"), "2026-02-30", BadAnswer),
        (QuestionField("a", "A", "text", format="date"), "2026-02-28", "2026-02-28"),
        (QuestionField("a", "A", "text", format="date-time"), "2026-02-28T12:00:00Z", "2026-02-28T12:00:00Z"),
        (QuestionField("a", "A", "text", format="date-time"), "2026-02-28T12:00:00", BadAnswer),
        (QuestionField("a", "A", "boolean"), False, False),
        (QuestionField("a", "A", "choice", is_required=True), "", BadAnswer),
    ],
)
def test_answers_are_checked(field: QuestionField, answer: str | bool, value: Any) -> None:
    if value is BadAnswer:
        with pytest.raises(BadAnswer):
            field.value_of(answer)
    else:
        assert field.value_of(answer) == value
