"""Tests through litellm's proxy: scripted answers and refusals, API keys, and a real model behind it."""

import asyncio
import json
import sys

import pytest

from deskpet.chat.messages import Message, Notice, user_message
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from tests.llm.scripted_server import Recorder
from tests.real.conftest import PROXY_KEY

pytestmark = pytest.mark.real_server


async def answer_of(url: str, model: str, key: str, *said: Message) -> Message:
    async with new_client() as client:
        setup = TurnSetup(OpenAIChat(client, url, model, key), Toolbox(), max_rounds=1)
        return await run_turn(setup, said, Message("assistant"), Recorder())


def codes(answer: Message) -> list[str]:
    return [block.code for block in answer.blocks if isinstance(block, Notice)]


async def test_an_answer_comes_through_the_proxy(proxy):
    answer = await answer_of(proxy, "said", PROXY_KEY, user_message("hello"))
    assert (answer.text, answer.ended) == ("Hello from the proxy.", "stop")


async def test_a_forced_429_is_told(proxy):
    answer = await answer_of(proxy, "limited", PROXY_KEY, user_message("hello"))
    assert (codes(answer), answer.ended) == (["rate_limited"], "error")


async def test_a_wrong_key_is_told_and_not_shown(proxy):
    wrong = "sk-wrong-0123456789"
    answer = await answer_of(proxy, "said", wrong, user_message("hello"))
    assert codes(answer)[0] in ("unauthorized", "refused")  # the proxy answers with 401 or with 400
    assert wrong not in str(answer)


async def test_an_unknown_model_is_told(proxy):
    answer = await answer_of(proxy, "nobody", PROXY_KEY, user_message("hello"))
    assert answer.ended == "error"
    (notice,) = [block for block in answer.blocks if isinstance(block, Notice)]
    assert notice.code in ("refused", "not_found", "unauthorized")
    assert "nobody" in notice.cause


async def test_a_real_model_answers_through_the_proxy(proxy):
    answer = await answer_of(proxy, "local", PROXY_KEY, user_message("Say hello."))
    assert answer.text.strip()
    assert answer.ended in ("stop", "length")


async def test_the_log_of_a_refusal_has_no_key(proxy, tmp_path):
    settings, log = tmp_path / "settings.toml", tmp_path / "log.jsonl"
    settings.write_text(f'[endpoint]\nbase_url = "{proxy}"\nmodel = "limited"\n', encoding="utf-8")
    command = ["ask", "hello", "--settings", str(settings), "--log-json", str(log)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "deskpet", *command, env={"DESKPET_API_KEY": PROXY_KEY}, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(process.communicate(), 110)
    seen = [json.loads(line)["event"] for line in log.read_text(encoding="utf-8").splitlines()]
    assert seen.count("request_sent") == 3
    assert seen.count("retry_planned") == 2
    assert PROXY_KEY not in log.read_text(encoding="utf-8") + out.decode()
