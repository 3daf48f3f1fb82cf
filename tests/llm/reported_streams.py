"""Streams after public reports about servers, gateways and local models, read as a whole turn with tools.

They lie in the shared folder; `expected.json` has what a person would expect.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import ChatRequest, Delta
from deskpet.chat.tool import wire_name
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from tests.llm.recordings import PARSERS, openai

FOLDER = "wire2"


@tool("live2d.expression")
async def expression(name: str) -> str:
    """Show an expression."""
    return name


@tool("get_weather")
async def get_weather(city: str, days: int = 1) -> str:
    """Tell the weather."""
    return f"{city} {days}"


@tool("shell")
async def shell(command: str) -> str:
    """Run a command."""
    return command


@tool("exec")
async def execute(cmd: str) -> str:
    """Run a command."""
    return cmd


@tool("read_file")
async def read_file(path: str) -> str:
    """Read a file."""
    return path


@tool("a")
async def a(x: int) -> int:
    """Return a number."""
    return x


TOOLS = (expression, get_weather, shell, execute, read_file, a)


@dataclass(frozen=True, slots=True)
class Reported:
    """A stream, and the fields of the answer that are known. `notice` is a text in a notice's code or words."""

    file: str
    family: str
    body: bytes
    expected: Mapping[str, Any]


class ReplayedModel:
    """A ChatModel that answers with the stream, and with a word each time after that."""

    source = "replay"

    def __init__(self, family: str, body: bytes, cut: int) -> None:
        self._family = family
        self._bodies = [body]
        self._cut = cut
        self.requests: list[ChatRequest] = []

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Stream the next answer."""
        self.requests.append(request)
        family, body = (self._family, self._bodies.pop()) if self._bodies else ("openai", openai({"content": "Done."}))
        parser = PARSERS[family]()
        for start in range(0, len(body), self._cut):
            for delta in parser.feed(body[start : start + self._cut]):
                yield delta
        for delta in parser.close():
            yield delta


async def answer_to(model: ReplayedModel, toolbox: Toolbox | None = None) -> Message:
    """Return the answer of a turn in native mode."""
    answers: list[Message] = []
    setup = TurnSetup(model, Toolbox(TOOLS) if toolbox is None else toolbox)
    await run_turn(setup, (user_message("hello"),), Message("assistant"), lambda _, message: answers.append(message))
    return answers[-1]


def reported_streams(shared: Path) -> Iterator[Reported]:
    """Yield the streams in the shared folder; none if it has none."""
    folder = shared / FOLDER
    if not (folder / "expected.json").is_file():
        return
    entries = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    for name, expected in entries.items():
        for file in sorted(folder.glob(name)):
            family = file.name.split(".")[-2]
            yield Reported(
                str(file.relative_to(folder)), family, file.read_bytes(), _exact(file.name.split(".")[0], expected)
            )


def _exact(name: str, expected: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what is expected of a stream, with what stands in words in `expected.json`."""
    happy = ["live2d_expression", {"name": "happy"}]
    exact: dict[str, Mapping[str, Any]] = {
        "01-vllm-glm-mtp-final-whole": {"text": "", "tools": [["get_weather", {"city": "Paris", "days": 3}]]},
        # The second call is in the stream as well.
        "03-opencodex-args-twice": {
            "tools": [["shell", {"command": "ls /home"}], ["read_file", {"path": "README.md"}]]
        },
        "21-openrouter-native-error-partial": {**expected, "notice": "network_error"},
        "22b-gemini-compat-malformed-partial": {**expected, "notice": "malformed_call"},
        "23-zhipu-sensitive-partial": {**expected, "notice": "blocked"},
        "bare-json-two": {"text": "", "tools": [happy, happy]},
        "gemma4-thought": {"text": "", "reasoning": "I should smile.", "tools": [happy]},
        "harmony-call": {"text": "", "reasoning": "I smile.", "tools": [happy]},
        "harmony-final": {"text": "Hello!", "reasoning": "I greet.", "tools": []},
    }
    default = {"text": "", "tools": expected["tools"]} if "note" in expected else expected
    return exact.get(name, default)


def in_pieces(body: bytes, length: int) -> bytes:
    """Return an OpenAI stream with its texts in pieces of `length` characters."""
    events: list[bytes] = []
    for event in body.split(b"\n\n"):
        value = json.loads(event[6:]) if event.startswith(b"data: {") else {}
        delta = value["choices"][0].get("delta", {}) if value.get("choices") else {}
        text = delta.get("content") or ""
        if len(text) <= length or len(delta) > 1:
            events.append(event)
            continue
        for at in range(0, len(text), length):
            delta["content"] = text[at : at + length]
            events.append(b"data: " + json.dumps(value).encode())
    return b"\n\n".join(events)


def differences(reported: Reported, cuts: tuple[int, ...] = (10**9, 7, 1)) -> list[str]:
    """Return the fields that are read otherwise, for each size of the pieces in bytes."""
    found: list[str] = []
    for cut in cuts:
        # The smaller the pieces of the body, the smaller those of the text.
        is_cut = cut < len(reported.body) and reported.family == "openai"
        body = in_pieces(reported.body, cut) if is_cut else reported.body
        answer = asyncio.run(answer_to(ReplayedModel(reported.family, body, cut)))
        first = [block for block in answer.blocks if isinstance(block, Text | Thinking | ToolUse) and block.round == 0]
        notices = [f"{block.code} {block.title} {block.cause}" for block in answer.blocks if isinstance(block, Notice)]
        read = {
            "text": "".join(str(block.text) for block in first if isinstance(block, Text)).strip(),
            "reasoning": "".join(str(block.text) for block in first if isinstance(block, Thinking)).strip(),
            "tools": [[wire_name(block.tool_name), block.input] for block in first if isinstance(block, ToolUse)],
        }
        found += [
            f"{name} (cut {cut}): {value!r}"
            for name, value in read.items()
            if reported.expected.get(name, value) != value
        ]
        if (notice := reported.expected.get("notice")) and not any(notice in each for each in notices):
            found.append(f"notice (cut {cut}): {notices}")
    return found
