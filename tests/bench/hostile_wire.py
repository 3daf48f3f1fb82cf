"""Longest time for which hostile server responses hold the event loop, from the bytes of the body to deltas.

python -m tests.bench.hostile_wire
"""

import asyncio
import sys
import time
from collections.abc import Iterator

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest
from deskpet.config.choices import Provider
from deskpet.llm import model_list
from deskpet.llm.openai import OpenAIChat
from tests.bench.figures import Figure, least, table
from tests.llm.hostile_servers import CHATS, LISTS, Hostile, Server

TARGET_MS = 30.0
URL = "http://hostile.example/v1"
REQUEST = ChatRequest((user_message("hello"),))


class Longest:
    """The longest CPU time between two iterations of the event loop."""

    def __init__(self) -> None:
        self.seconds = 0.0

    async def watch(self) -> None:
        """Run in each iteration of the loop until cancelled."""
        before = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.seconds = max(self.seconds, now - before)
            before = now


async def held(hostile: Hostile, is_list: bool) -> float:
    """Return the longest hold in milliseconds while the answer is read, without the time to produce its body."""
    server = Server(hostile)
    server.body.prepare()
    longest = Longest()
    async with server.client() as client:
        watcher = asyncio.create_task(longest.watch())
        await asyncio.sleep(0)
        if is_list:
            await model_list.fetch_models(client, Provider.OPENAI, URL)
        else:
            async for _ in OpenAIChat(client, URL, "m", "sk-some-key-1234").stream(REQUEST):
                pass
        await asyncio.sleep(0)
        watcher.cancel()
    return longest.seconds * 1000


def measure(_: object = None) -> Iterator[Figure]:
    """Yield the longest hold of each hostile answer."""
    for hostile in (*CHATS, *LISTS):
        best = least(lambda hostile=hostile: asyncio.run(held(hostile, hostile in LISTS)), TARGET_MS)
        yield Figure(f"held by: {hostile.name}", best, "ms", TARGET_MS)


if __name__ == "__main__":
    print(table(measure()))
    sys.exit(0)
