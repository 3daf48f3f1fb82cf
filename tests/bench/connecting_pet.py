"""The pet while five MCP servers connect: prints a line of JSON about its frames, then waits until its input ends.

    python -m tests.bench.connecting_pet SETTINGS

The data folder has the configuration of the servers. The figures of each part are the longest time between two frames,
its 95th percentile, and the longest time of the processor that the GUI thread used between two frames, all in ms.
"""

import asyncio
import json
import sys
from pathlib import Path
from time import perf_counter, thread_time

from deskpet.app import pet_controller
from deskpet.app.chat_controller import ChatController
from deskpet.config import paths
from deskpet.pet.mood import MoodActivity
from deskpet.ui.platform import event_loop
from tests.bench.figures import percentile
from tests.support.waiting import until

SETTLE_S, QUIET_S = 3.0, 4.0


class FrameGaps:
    """Notes the times between the frames of a pet."""

    def __init__(self, pet: pet_controller.PetController) -> None:
        self._waited, self._worked = list[float](), list[float]()
        self._last = perf_counter(), thread_time()
        pet.window.frameSwapped.connect(self._note)

    def begin(self) -> None:
        """Forget what was noted."""
        self._waited.clear()
        self._worked.clear()
        self._last = perf_counter(), thread_time()

    def figures(self) -> dict[str, float]:
        """Return the figures of the module's docstring."""
        return {"longest": max(self._waited), "p95": percentile(self._waited, 95), "work": max(self._worked)}

    def _note(self) -> None:
        now = perf_counter(), thread_time()
        self._waited.append(1000 * (now[0] - self._last[0]))
        self._worked.append(1000 * (now[1] - self._last[1]))
        self._last = now


async def connect(pet: pet_controller.PetController) -> int:
    """Measure some seconds of the character at its fastest pace, and then the start of all servers at once."""
    life = asyncio.ensure_future(pet.run())
    await until(lambda: pet.window.is_alive and bool(pet.chat_controller) and pet.chat_controller.chat.isVisible())
    talk: ChatController | None = pet.chat_controller
    assert talk
    pet.window.animator.do(MoodActivity.TALKING)
    await asyncio.sleep(SETTLE_S)
    gaps = FrameGaps(pet)
    await asyncio.sleep(QUIET_S)
    report: dict[str, object] = {"quiet": gaps.figures()}
    if paths.exists(paths.data_folder() / "mcp.json"):
        gaps.begin()
        began = perf_counter()
        servers = talk.features.running("mcp").servers
        await asyncio.gather(*(servers.start(each.name) for each in servers.all))
        report |= {"connecting": gaps.figures(), "seconds": perf_counter() - began}
    pet.window.animator.do(MoodActivity.NOTHING)
    print(json.dumps(report), flush=True)
    return await life


if __name__ == "__main__":
    qt = pet_controller.new_application()
    sys.exit(event_loop.run(qt, connect(pet_controller.PetController(Path(sys.argv[1]), offline=True))))
