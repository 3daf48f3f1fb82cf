"""Start programs that stream a long answer into a store, and kill each at a random moment.

Run as `python -m tests.store.writing_processes FOLDER SEED COUNT`. The folders 0, 1, ... each get a database `talks.db`
and a file `shown`, with a line for each event: the time in seconds, and the number of characters shown by then.
"""

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TurnEvent
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Text, Thinking, ToolUse
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    TextDelta,
    TextWasThinkingDelta,
    ThinkingDelta,
    ThinkingWasTextDelta,
)
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup
from deskpet.store import Recorder, Store

# Seconds; long enough for a second request, and for a block with more than a second of text.
LONGEST = 2.6
AT_ONCE = 10
_PAUSE = 0.005


@tool("nap", title="Nap")
async def nap(seconds: float) -> str:
    """Sleep.

    seconds: how long.
    """
    await asyncio.sleep(seconds)
    return "woke up"


def toolbox() -> Toolbox:
    """Return the toolbox with the only tool that the answer calls."""
    return Toolbox((nap,))


def characters(message: Message) -> int:
    """Return the number of characters of an answer."""
    growing = (
        block.input_text if isinstance(block, ToolUse) else block.text
        for block in message.blocks
        if isinstance(block, Text | Thinking | ToolUse)
    )
    return sum(map(len, growing))


class Slow:
    """A model that streams thoughts, text, calls and more text; some thoughts turn into text and back."""

    source = "slow"

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        for number in range(20):
            yield ThinkingDelta(f"thought {number} ")
            await asyncio.sleep(_PAUSE)
            if number == 10:
                yield ThinkingWasTextDelta()
        for number in range(320):
            yield TextDelta(f"word {number} ")
            await asyncio.sleep(_PAUSE)
            if number == 20:
                yield TextWasThinkingDelta()
        for piece in ('{"sec', 'onds": ', "0.05", "}"):
            yield CallDelta(0, "c1", "nap", piece)
            await asyncio.sleep(_PAUSE)
        for number in range(60):
            yield TextDelta(f"meanwhile {number} ")
            await asyncio.sleep(_PAUSE)


async def _talk(folder: Path) -> None:
    store = Store(folder / "talks.db")
    talk = Conversation(lambda: TurnSetup(Slow(), toolbox(), max_rounds=50))
    recorder = Recorder(store, talk)
    if saved := store.last():
        recorder.show(saved)
    note = os.open(folder / "shown", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def shown(_: TurnEvent, answer: Message) -> None:
        os.write(note, f"{time.monotonic()} {characters(answer)}\n".encode())

    talk.listen(on_event=shown)
    await talk.send("go on for long")


def _begin(folder: Path) -> int:
    """Start a program on `folder`, and return its process id."""
    folder.mkdir()
    if pid := os.fork():
        return pid
    try:
        asyncio.run(_talk(folder))
    finally:
        # Skips the cleanup of this copy of the parent process.
        os._exit(1)


def main(root: Path, seed: int, count: int) -> None:
    """Start `count` programs, a few at a time, and kill each."""
    moments = random.Random(seed)
    running: list[tuple[float, int]] = []
    for number in range(count):
        pid = _begin(root / str(number))
        running.append((time.monotonic() + moments.uniform(0, LONGEST), pid))
        while len(running) >= AT_ONCE or (number == count - 1 and running):
            due, pid = min(running)
            time.sleep(max(due - time.monotonic(), 0))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            running.remove((due, pid))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
