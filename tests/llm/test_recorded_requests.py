"""After any recorded answer, every provider gets a request that follows its rules."""

import json
from pathlib import Path

from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.model import ChatRequest
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import Provider
from deskpet.llm import anthropic_request, gemini_request, openai_request
from tests.chat.fake_model import EchoModel
from tests.llm.recordings import Recording, deltas, recordings
from tests.llm.request_rules import violations


async def answer_to(recording: Recording) -> Message:
    """Return the answer of a turn that receives the recorded stream, and nothing after it."""
    model = EchoModel(deltas(recording.family, [recording.body]))
    setup = TurnSetup(model, Toolbox(), max_rounds=1)
    return await run_turn(setup, (user_message("hi"),), Message("assistant"), lambda *_: None)


async def test_requests_after_recorded_answers_are_legal(shared: Path) -> None:
    found: dict[str, list[str]] = {}
    call_count = 0
    for recording in recordings(shared):
        answer = await answer_to(recording)
        ids = [block.call_id for block in answer.blocks if isinstance(block, ToolUse)]
        call_count += len(ids)
        request = ChatRequest((user_message("hi"), answer, user_message("and?")))
        bodies = (
            (Provider.OPENAI, openai_request.request_body("m", "openai:other", request)),
            (Provider.ANTHROPIC, anthropic_request.request_body("m", "anthropic:other", request)),
            (Provider.GEMINI, gemini_request.request_body("gemini:other", request)),
        )
        problems = [problem for family, body in bodies for problem in violations(family, body)]
        problems += [f"id {each}" for each in ids for _, body in bodies if f'"{each}"' in json.dumps(body)]
        if problems:
            found[recording.file] = problems

    assert found == {}
    assert call_count > 100
