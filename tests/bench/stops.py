"""Time from a stop to the closed socket: a turn is stopped at a random moment while its answer streams."""

import asyncio
import contextlib
import random
from time import perf_counter

from deskpet.chat.messages import Message, user_message
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from tests.bench.figures import Figure, spread
from tests.bench.parse import chunk
from tests.llm.replay_server import ReplayServer, Reply

STOPS = 200
PAUSE_S = 0.0005


def measure(_: object = None) -> list[Figure]:
    """Return the times from the stop to the end of the connection, as the server sees it."""
    return spread("stop to closed socket", asyncio.run(stops()), "ms", p50=50, p95=50)


async def stops() -> list[float]:
    """Run turns, each stopped at another moment. Returns milliseconds."""
    chance = random.Random(1)
    return [await one_stop(chance.randrange(4, 40), chance.choice(("hang", "end"))) for _ in range(STOPS)]


async def one_stop(after: int, ending: str) -> float:
    """Stop at event number `after` of the turn; the first three come before the first delta."""
    body = b"".join(chunk({"content": f"word{number} "}) for number in range(400))
    seen = asyncio.Semaphore(0)
    reply = Reply(body, cut=700, pause=PAUSE_S, ending="hang" if ending == "hang" else "end")
    async with ReplayServer(reply) as server, new_client() as client:
        setup = TurnSetup(OpenAIChat(client, server.url, "m"), Toolbox())
        said = (user_message("hello"),)
        turn = asyncio.create_task(run_turn(setup, said, Message("assistant"), lambda *_: seen.release()))
        for _ in range(after):
            await seen.acquire()
        began = perf_counter()
        turn.cancel()
        async with asyncio.timeout(5):
            await server.disconnected.wait()
        took = (perf_counter() - began) * 1000
        with contextlib.suppress(asyncio.CancelledError):
            await turn
    return took
