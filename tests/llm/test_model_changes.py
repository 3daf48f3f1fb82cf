"""Conversations with reasoning and calls that change the model, against servers as strict as the vendors."""

import json
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import httpx
import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, StreamingText, Text, ToolUse, from_json, to_json, user_message
from deskpet.chat.model import ChatModel, ChatRequest, Delta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import Provider, ReasoningEffort
from deskpet.llm.catalog import open_model
from deskpet.llm.request_options import RequestOptions
from tests.llm.strict_vendors import (
    ANTHROPIC,
    DEEPSEEK,
    GEMINI,
    KIMI,
    OPENAI,
    VENDORS,
    Vendor,
    foreign_secrets,
)
from tests.support.conversations import open_messages


@tool("note.down", concurrent=True)
async def note(word: str = "") -> str:
    """Note a word."""
    return f"noted {word}"


class Reopened:
    """A model that is opened anew for each request, as the program does."""

    def __init__(self, open_now: Callable[[], ChatModel]) -> None:
        self._open = open_now

    @property
    def source(self) -> str:
        return self._open().source

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        return self._open().stream(request)


class Vendors:
    """All vendors in one transport. `requests` are the bodies with their vendors, `refusals` the refused ones."""

    def __init__(self) -> None:
        self.requests: list[tuple[Vendor, dict[str, Any]]] = []
        self.refusals: list[str] = []
        self._client = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        self._options: dict[str, RequestOptions] = {}

    def model(self, vendor: Vendor) -> ChatModel:
        """Return the model of `vendor`, which remembers what it demanded."""
        return Reopened(lambda: self._open(vendor))

    def _open(self, vendor: Vendor) -> ChatModel:
        known = self._options.get(vendor.name) or RequestOptions(
            effort=ReasoningEffort.LOW if vendor.family is Provider.ANTHROPIC else ReasoningEffort.DEFAULT
        )

        def learn(_: RequestOptions, after: RequestOptions) -> None:
            self._options[vendor.name] = replace(after, suspends_reasoning=False, max_output_now=0)

        options = replace(known, on_learned=learn)
        return open_model(self._client, vendor.family, vendor.url, vendor.model, options=options)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        vendor = next(each for each in VENDORS if f"{each.name}.invalid" == request.url.host)
        body = json.loads(request.content)
        self.requests.append((vendor, body))
        if refused := vendor.refusal(body):
            self.refusals.append(f"{vendor.name}: {refused.body.decode()}")
            return httpx.Response(refused.status, stream=httpx.ByteStream(refused.body))
        return httpx.Response(200, stream=httpx.ByteStream(vendor.answer(body)))


async def converse(
    vendors: Vendors, order: Sequence[Vendor], history: Sequence[Message] = (), *, is_stored: bool = False
) -> list[Message]:
    """Return the answers of the vendors, one after the other, in one conversation."""
    current = [order[0]]
    conversation = Conversation(lambda: TurnSetup(vendors.model(current[0]), Toolbox([note]), "Be kind."))
    open_messages(conversation, [*history])
    answers: list[Message] = []
    for current[0] in order:
        answers.append(await conversation.send("Note something."))
        if is_stored:
            open_messages(conversation, [from_json(to_json(message)) for message in conversation.messages])
    return answers


def notices(answers: Sequence[Message]) -> list[str]:
    return [block.code for answer in answers for block in answer.blocks if isinstance(block, Notice)]


@pytest.mark.parametrize("is_stored", [False, True])
@pytest.mark.parametrize("order", [*permutations(VENDORS, 2)], ids=lambda order: " ".join(each.name for each in order))
async def test_a_conversation_goes_from_one_vendor_to_another_and_back(
    order: tuple[Vendor, Vendor], is_stored: bool
) -> None:
    vendors = Vendors()
    first, second = order
    answers = await converse(vendors, (first, second, first, second), is_stored=is_stored)

    assert vendors.refusals == []
    assert [(answer.ended, answer.text) for answer in answers] == [("stop", "Done.")] * 4
    assert [sum(isinstance(block, ToolUse) for block in answer.blocks) for answer in answers] == [3] * 4
    assert notices(answers) == []
    assert len(vendors.requests) == 12
    assert [foreign_secrets(vendor, body) for vendor, body in vendors.requests if foreign_secrets(vendor, body)] == []
    # What belongs to a model comes back to it within its turn.
    last_vendor, last = vendors.requests[-1]
    assert last_vendor is second
    assert second.secrets[0] in json.dumps(last)


async def test_a_conversation_goes_through_all_vendors() -> None:
    vendors = Vendors()
    answers = await converse(vendors, (*VENDORS, *reversed(VENDORS)))

    assert vendors.refusals == []
    assert {answer.text for answer in answers} == {"Done."}
    assert not any(foreign_secrets(vendor, body) for vendor, body in vendors.requests)


STOPPED = (
    user_message("Note something."),
    Message(
        "assistant",
        (
            ToolUse("note.down", "x1", "success", input={"word": "a"}, output="noted a"),
            Notice("info", "stopped", "Stopped"),
        ),
        ended="cancelled",
    ),
)  # fmt: skip


@pytest.mark.parametrize("vendor", VENDORS, ids=lambda each: each.name)
async def test_another_model_goes_on_after_a_call_that_was_stopped(vendor: Vendor) -> None:
    vendors = Vendors()
    (answer,) = await converse(vendors, [vendor], STOPPED)

    assert (answer.ended, answer.text.endswith("Done.")) == ("stop", True)
    assert vendors.refusals == []


@pytest.mark.parametrize("vendor", VENDORS, ids=lambda each: each.name)
async def test_another_model_goes_on_in_the_middle_of_a_turn(vendor: Vendor) -> None:
    vendors = Vendors()
    calls = [
        ToolUse("note.down", f"x{number}", "success", input={"word": "a"}, output="noted", id_source="openai:else m")
        for number in range(2)
    ]
    broken = Message("assistant", (*calls, Notice("error", "server_error", "The server failed")))
    setup = TurnSetup(vendors.model(vendor), Toolbox([note]), "Be kind.")
    answer = await run_turn(setup, (user_message("Note!"),), broken, lambda *_: None, retry=True)

    assert (vendors.refusals, answer.ended, answer.text.endswith("Done.")) == ([], "stop", True)
    assert sum(isinstance(block, ToolUse) for block in answer.blocks) == 3


async def test_a_call_that_was_understood_from_text_is_signed_with_a_dummy_for_gemini() -> None:
    vendors = Vendors()
    understood = ToolUse("note.down", "text1", "success", input={"word": "a"}, output="noted a")
    said = Message("assistant", (understood, Text(StreamingText("Noted."), round=1)), ended="stop")
    (answer,) = await converse(vendors, [GEMINI], [user_message("Note!"), said])

    assert (vendors.refusals, answer.text) == ([], "Done.")
    parts = vendors.requests[0][1]["contents"][1]["parts"]
    assert parts[0]["thoughtSignature"] == "skip_thought_signature_validator"


@pytest.mark.parametrize("vendor", [ANTHROPIC, GEMINI], ids=lambda each: each.name)
async def test_an_invalid_signature_is_left_out_once_and_for_all(vendor: Vendor) -> None:
    vendors = Vendors()
    conversation = Conversation(lambda: TurnSetup(vendors.model(vendor), Toolbox([note]), "Be kind."))
    (first,) = await converse(vendors, [vendor])
    text = json.dumps(to_json(first)).replace(vendor.secrets[2 if vendor is ANTHROPIC else 0], "Zm9yZ2Vk")
    forged = from_json(json.loads(text))
    cut = replace(forged, blocks=tuple(block for block in forged.blocks if getattr(block, "round", 0) == 0))
    open_messages(conversation, [user_message("Note!"), replace(cut, ended="cancelled")])
    answers = [await conversation.send("Go on."), await conversation.send("Once more.")]

    assert [answer.text.endswith("Done.") for answer in answers] == [True, True]
    assert len(vendors.refusals) == 1
    assert "Zm9yZ2Vk" not in json.dumps(vendors.requests[-1][1])


async def test_reasoning_goes_to_no_other_model_of_the_same_endpoint() -> None:
    bodies: list[dict[str, Any]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(request.content))
        vendor = {DEEPSEEK.model: DEEPSEEK, KIMI.model: KIMI, OPENAI.model: OPENAI}[bodies[-1]["model"]]
        return httpx.Response(200, stream=httpx.ByteStream(vendor.answer(bodies[-1])))

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    names = iter([DEEPSEEK.model, OPENAI.model, KIMI.model, DEEPSEEK.model])
    conversation = Conversation(
        lambda: TurnSetup(
            open_model(client, Provider.OPENAI, "http://gateway.invalid/v1", next(names)), Toolbox([note])
        )
    )
    for _ in range(4):
        await conversation.send("Note something.")

    assert "thought of deepseek" not in json.dumps(bodies[3:9])
    assert "reasoning_content" not in json.dumps(bodies[3:6])
    assert "thought of kimi" not in json.dumps(bodies[9:])
    assert "thought of deepseek" in json.dumps(bodies[9])
