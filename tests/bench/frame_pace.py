"""How evenly the character is drawn, on screens of several refresh rates, while the chat streams and while she walks.

The intervals are those between two frames that were handed to the window system, measured in the process.
"""

import asyncio
import itertools
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean
from time import perf_counter
from unittest.mock import patch

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import make_ready
from deskpet.config.choices import RoamingLevel
from deskpet.pet import body, character
from deskpet.pet.mood import MoodActivity
from deskpet.pet.sprite_file import ROWS
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.sprite_body import SpriteBody
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop
from tests.app.running_pet import ChatServer, running_with_server, type_and_send
from tests.bench.figures import Figure, percentile
from tests.bench.program import environment
from tests.support.sprites import write_sprites
from tests.support.waiting import until

SETTLE_S, MEASURED_S, WINDOW_S = 1.5, 6.0, 2.0
# The chosen rate, and the refresh rate of the screen. The fastest are drawn smaller, in software.
PACES = ((30, 60.0), (60, 60.0), (60, 75.0), (60, 144.0), (60, 260.0), (120, 120.0), (144, 144.0))
FAST, SMALL = 100, 0.35
# The goal for the 99th percentile, beside the mean.
EVEN = 1.5
# Tokens of the answer that streams, and the pause between two of them in seconds: 100 a second.
TOKENS, TOKEN_S = 900, 0.01


# What a busy machine leaves of the evenness of a timer that draws nothing.
ALONE = f"""
import time
from PySide6.QtCore import QCoreApplication
from deskpet.ui.pet.frame_clock import FrameClock
app, clock = QCoreApplication([]), FrameClock(60)
end = time.perf_counter() + {MEASURED_S}
clock.tick.connect(lambda: print(time.perf_counter()) or (time.perf_counter() > end and app.quit()))
clock.start()
app.exec()
"""


def measure(app: QApplication) -> list[Figure]:
    """Run a pet, and draw it at each pace."""
    make_ready(app)
    alone = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True).stdout
    ratio, mean, _, _ = _quietest([float(line) for line in alone.split()])
    figures = [Figure(f"a timer alone that draws nothing: p99 beside the mean of {mean:.2f} ms", ratio, "x")]

    async def run() -> int:
        async with running_with_server(Path(home)) as (talk, server):
            QCursor.setPos(5, 5)
            figures.extend([each async for each in _figures(talk, server, Path(home))])
        return 0

    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home, patch.dict("os.environ", environment(home)):
        event_loop.run(app, run())
    return figures


async def _figures(talk: ChatController, server: ChatServer, folder: Path) -> AsyncGenerator[Figure]:
    pet = talk._host.character.window
    for rate, refresh in PACES:
        async with _drawn(pet, rate, refresh) as times:
            await asyncio.sleep(MEASURED_S)
        for figure in _spread(f"{rate} chosen, screen of {refresh:.0f} Hz", times):
            yield figure
    async with _drawn(pet, 60, 60.0) as times:
        await _stream(talk, server)
    for figure in _spread("while an answer streams, 60 on 60 Hz", times):
        yield figure
    talk.chat.setVisible(False)
    async with _drawn(pet, 60, 60.0) as times:
        await _walk(talk)
    for figure in _spread("while she walks, 60 on 60 Hz", times):
        yield figure
    yield await _sprites(pet, folder)


@asynccontextmanager
async def _drawn(pet: PetWindow, rate: int, refresh: float) -> AsyncGenerator[list[float]]:
    """Draw her at a rate during the block, and note the time of each frame."""
    times: list[float] = []
    # A talking character is drawn twice as often as the setting says, at least 60 times.
    pet.apply(CharacterLook(frame_rate=rate if rate > 60 else rate // 2, scale=SMALL if rate > FAST else 1.0))
    clock = pet.living_model.frame_clock
    clock.set_refresh(refresh)
    pet.animator.do(MoodActivity.TALKING)
    await asyncio.sleep(SETTLE_S)
    connection = pet.frameSwapped.connect(lambda: times.append(perf_counter()))
    yield times
    pet.frameSwapped.disconnect(connection)


def _spread(name: str, times: list[float]) -> Iterator[Figure]:
    _, mean, p50, p99 = _quietest(times)
    yield Figure(f"{name}: frames a second", 1000 / mean, "fps")
    yield Figure(f"{name}: interval p50", p50, "ms")
    yield Figure(f"{name}: interval p99", p99, "ms")
    yield Figure(f"{name}: p99 beside the mean of {mean:.2f} ms", p99 / mean, "x", EVEN)


def _quietest(times: list[float]) -> tuple[float, float, float, float]:
    """Return the summary of the quietest window of some seconds: a pause caused by another program is not in each."""
    return min(_summary([at for at in times if begin <= at < begin + WINDOW_S]) for begin in _begins(times))


def _begins(times: list[float]) -> list[float]:
    count = max(1, int((times[-1] - times[0]) / WINDOW_S))
    return [times[0] + WINDOW_S * number for number in range(count)]


def _summary(times: list[float]) -> tuple[float, float, float, float]:
    """Return the 99th percentile beside the mean, the mean, the median and that percentile, in ms."""
    intervals = [1000 * (after - before) for before, after in itertools.pairwise(times)]
    mean, p99 = fmean(intervals), percentile(intervals, 99)
    return p99 / mean, mean, percentile(intervals, 50), p99


async def _stream(talk: ChatController, server: ChatServer) -> None:
    type_and_send(talk, "Tell me a story.")
    await until(lambda: server.requests)
    for number in range(TOKENS):
        server.delta(content=f"word{number} " + ("\n\n" if number % 40 == 39 else ""))
        await asyncio.sleep(TOKEN_S)
    server.end()
    await until(lambda: not talk.conversation.is_running)


async def _walk(talk: ChatController) -> None:
    host = talk._host
    host.settings.change(lambda _: {("roaming", "level"): RoamingLevel.LIVELY})
    roaming = talk.features.running("roaming")
    await until(lambda: roaming.roamer and not roaming.roamer.is_moving)
    QCursor.setPos(300, 40)
    roaming.come()
    await until(lambda: roaming.roamer.is_moving)
    await asyncio.sleep(MEASURED_S)
    host.settings.change(lambda _: {("roaming", "level"): RoamingLevel.OFF})


async def _sprites(pet: PetWindow, folder: Path) -> Figure:
    """Compare how long frames of the resting row are shown with how long they are to be."""
    model = body.load(str(write_sprites(folder / "blob")), folder / "cache")
    living = pet.living_model
    living._stage.character = character.from_model(model)
    living.replace_model(model)
    pet.animator.do(MoodActivity.NOTHING)
    await until(lambda: pet.is_alive and isinstance(living._rig, SpriteBody))
    await asyncio.sleep(SETTLE_S)
    shown: list[tuple[tuple[int, int], float]] = []
    connection = pet.frameSwapped.connect(lambda: shown.append((living._rig._drawn, perf_counter())))
    await asyncio.sleep(2 * MEASURED_S)
    pet.frameSwapped.disconnect(connection)
    changes = [next(frames) for _, frames in itertools.groupby(shown, key=lambda frame: frame[0])]
    durations = tuple(ROWS.values())
    ratios = [
        (until_ - since) / durations[row][column] for ((row, column), since), (_, until_) in itertools.pairwise(changes)
    ]
    name = f"sprites: the time that a frame is shown beside that of the format, p99 of {len(ratios)}"
    return Figure(name, percentile(ratios, 99), "x", EVEN)
