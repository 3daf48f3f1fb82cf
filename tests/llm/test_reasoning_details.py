"""Structured reasoning of gateways: it is merged from its pieces, and sent back with the calls that it led to."""

from pathlib import Path
from typing import Any

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message
from deskpet.chat.model import ThinkingDelta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from tests.llm.recordings import deltas, openai, recordings
from tests.llm.scripted_server import Piece, ScriptedServer, call, words

CLAUDE = (
    "openrouter-claude-haiku-4.5-openrouter_reasoning_details_round-trip_accumulates_reasoning_details_while_stream.sse"
)
GPT = "vercel-gateway-gpt-5-multi_tool.sse"


@tool("note.down")
async def note(word: str) -> str:
    """Note a word."""
    return f"noted {word}"


NOTE = call("note_down", '{"word": "a"}')


async def requests_of(*rounds: list[Piece], questions: int = 1) -> tuple[list[dict[str, Any]], list[Message]]:
    """The assistant messages of the last request of a conversation, and its messages."""
    server = ScriptedServer(*rounds)
    conversation = Conversation(lambda: TurnSetup(server.model(), Toolbox((note,))))
    for _ in range(questions):
        await conversation.send("hi")
    sent = server.requests[-1]["messages"]
    return [message for message in sent if message["role"] == "assistant"], list(conversation.messages)


def details_in(body: bytes) -> list[dict[str, Any]]:
    """The details that the echoes of an answer hold."""
    found = deltas("openai", [body])
    echoes = [delta.echo for delta in found if isinstance(delta, ThinkingDelta) and delta.echo]
    return [detail for echo in echoes for details in echo.fields.get("details", {}).values() for detail in details]


def text_detail(text: str, index: int = 0, **more: str) -> dict[str, Any]:
    return {"type": "reasoning.text", "text": text, "format": "anthropic-claude-v1", "index": index} | more


async def test_details_are_merged_and_sent_back_in_every_later_request() -> None:
    first: list[Piece] = [
        {"content": "", "reasoning": "Let me ", "reasoning_details": [text_detail("Let me ")]},
        {"content": "", "reasoning": "note", "reasoning_details": [text_detail("note")]},
        {"content": "", "reasoning_details": [text_detail("", signature="SIGNED")]},
        words("I note it."),
        NOTE,
    ]
    sent, messages = await requests_of(first, [words("Done.")], [words("Hi.")], questions=2)

    assert sent[0]["reasoning_details"] == [text_detail("Let me note", signature="SIGNED")]
    assert sent[0]["reasoning"] == "Let me note"
    assert "reasoning_details" not in sent[1]
    assert [block.kind for block in messages[1].blocks] == ["thinking", "text", "tool_use", "text"]


async def test_encrypted_details_come_with_the_call_that_they_belong_to() -> None:
    hidden = {"type": "reasoning.encrypted", "data": "c2VjcmV0", "id": "c1", "format": "google-gemini-v1", "index": 0}
    assert isinstance(NOTE, dict)
    sent, _ = await requests_of([NOTE | {"reasoning_details": [hidden]}], [words("Done.")])

    assert sent[0]["reasoning_details"] == [hidden]


async def test_details_after_the_call_are_sent_back() -> None:
    hidden = {"type": "reasoning.encrypted", "data": "c2VjcmV0", "index": 0}
    sent, _ = await requests_of([NOTE, {"reasoning_details": [hidden]}], [words("Done.")])

    assert sent[0]["reasoning_details"] == [hidden]


async def test_hidden_reasoning_of_an_answer_without_calls_is_no_block() -> None:
    hidden = {"reasoning_details": [{"type": "reasoning.encrypted", "data": "c2VjcmV0", "index": 0}]}
    _, messages = await requests_of([hidden, words("Hi."), hidden])

    assert [block.kind for block in messages[1].blocks] == ["text"]


async def test_thinking_blocks_of_litellm_are_sent_back() -> None:
    def piece(text: str, signature: str | None = None) -> Piece:
        block = {"type": "thinking", "thinking": text, "signature": signature}
        return {"reasoning_content": text, "thinking_blocks": [block]}

    redacted: Piece = {"thinking_blocks": [{"type": "redacted_thinking", "data": "x"}]}
    first = [piece("one "), piece("thought"), piece("", "S1"), redacted, redacted, piece("another", "S2"), NOTE]
    sent, _ = await requests_of(first, [words("Done.")])

    assert sent[0]["thinking_blocks"] == [
        {"type": "thinking", "thinking": "one thought", "signature": "S1"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "thinking", "thinking": "another", "signature": "S2"},
    ]


def test_details_of_recorded_streams_are_whole(shared: Path) -> None:
    bodies = {each.file: each for each in recordings(shared)}

    (claude,) = details_in(bodies[CLAUDE].body)
    assert claude["text"] == bodies[CLAUDE].expected["reasoning"]
    assert len(claude["signature"]) > 100
    (gpt,) = details_in(bodies[GPT].body)
    assert (gpt["type"], len(gpt["data"])) == ("reasoning.encrypted", 844)


def test_text_after_details_between_texts_ends_the_thought() -> None:
    thought = {"reasoning": "hm", "reasoning_details": [text_detail("hm", signature="S")]}
    found = deltas("openai", [openai({"content": "One."}, thought, {"content": "Two."})])

    kinds = [(type(delta).__name__, getattr(delta, "text", "")) for delta in found]
    assert kinds[:4] == [("TextDelta", "One."), ("ThinkingDelta", "hm"), ("ThinkingDelta", ""), ("TextDelta", "Two.")]


def test_broken_details_are_ignored() -> None:
    for broken in ("x", [None, 1, []], {"type": "x"}, [{"type": {"x": 1}, "index": [], "text": 1}]):
        assert deltas("openai", [openai({"reasoning_details": broken}, {"content": "Hi."})])
