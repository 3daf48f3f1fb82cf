"""Count the files and functions that a warm text delta passes, from the socket to its pixels in the chat window.

The way is that of `answers`, with the whole chat window; other listeners of a conversation (the recorder, the pet) are
not part of it. `python -m tests.bench.token_path` also names the files.
"""

import asyncio
import statistics
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

import deskpet
from deskpet.app.turn_context import turn_setup
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TextAppended, TurnEvent
from deskpet.chat.messages import Message
from deskpet.config import paths
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.llm.endpoints import Endpoints
from deskpet.pet import character, model_file
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet import startup
from deskpet.ui.platform import event_loop
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import theme
from tests.bench.answers import HEAD, event, request_body
from tests.bench.figures import Figure

TARGET_FILES, TARGET_CALLS = 30, 200
# The first deltas of an answer create its widgets; they are not counted.
DELTAS, COLD = 45, 15
LIMIT_S = 10.0
_PACKAGE = str(Path(deskpet.__file__).parent)

CallCount = Counter[str]
"""Calls into each file of the package."""


def measure(app: QApplication) -> list[Figure]:
    """Stream an answer into the chat window, with a profiler from each delta's write to its pixels."""
    return figures(count_calls(app))


def figures(samples: list[CallCount]) -> list[Figure]:
    """Summarise the calls of each delta."""
    return [
        Figure("files that a warm token passes, median", statistics.median(map(len, samples)), "files", TARGET_FILES),
        Figure(
            "function calls for it, median", statistics.median(each.total() for each in samples), "calls", TARGET_CALLS
        ),
    ]


def count_calls(app: QApplication) -> list[CallCount]:
    """Return the calls into each file, for each warm delta."""
    theme.apply(app)
    QCursor.setPos(0, 0)  # a pointer over the answer would show its action bar
    profiler = CallProfiler()
    event_loop.run(app, _stream(profiler))
    return profiler.samples


async def _stream(profiler: "CallProfiler") -> int:
    stage = Stage(character.from_model(model_file.load(Settings().character.folder, paths.model_cache_folder())))
    window, endpoints = ChatWindow(), Endpoints()
    watch = PaintWatch(window)
    server = await asyncio.start_server(partial(_answer, watch, profiler), "127.0.0.1", 0)
    base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    settings = Settings(endpoint=EndpointSettings(base_url=base_url, model="bench"))
    conversation = Conversation(lambda: turn_setup(settings, stage, endpoints))
    conversation.listen(window.show_message, window.transcript.apply)
    conversation.listen(lambda _: None, watch.note, first=True)
    window.show()
    async with server, asyncio.timeout(LIMIT_S):
        await conversation.send("Hello!")
    await endpoints.aclose()
    window.close()
    return 0


async def _answer(
    watch: "PaintWatch", profiler: "CallProfiler", reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Stream one answer, each delta after the one before was painted."""
    await request_body(reader)
    writer.write(HEAD)
    for number in range(DELTAS):
        await asyncio.sleep(0.03)  # longer than a frame: each delta is painted at once
        watch.painted.clear()
        if number >= COLD:
            profiler.start()
        writer.write(event({"content": "word "}))
        await watch.painted.wait()
        profiler.stop()
    writer.write(b"data: [DONE]\n\n")
    await writer.drain()
    writer.close()


class CallProfiler:
    """Counts the calls into each file of the package between `start` and `stop`, on this thread."""

    def __init__(self) -> None:
        self.samples: list[CallCount] = []

    def start(self) -> None:
        """Start a sample."""
        self.samples.append(CallCount())
        sys.setprofile(self._profile)

    def stop(self) -> None:
        """End the sample."""
        sys.setprofile(None)

    def _profile(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_PACKAGE):
            self.samples[-1][frame.f_code.co_filename.removeprefix(_PACKAGE)] += 1


class PaintWatch(QObject):
    """Sets `painted` after the first paint of the transcript, or of a part of it, that follows a delta."""

    def __init__(self, window: ChatWindow) -> None:
        super().__init__(window)
        self.painted = asyncio.Event()
        self._is_pending = False
        self._viewport = window.transcript.viewport()
        QApplication.instance().installEventFilter(self)

    def note(self, event: TurnEvent, answer: Message) -> None:
        """Notice a delta, before the window does."""
        self._is_pending = isinstance(event, TextAppended)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice paints in the viewport; what is above it is painted before the loop's next step."""
        is_paint = self._is_pending and event.type() is QEvent.Type.Paint and isinstance(watched, QWidget)
        if is_paint and (watched is self._viewport or self._viewport.isAncestorOf(watched)):
            self._is_pending = False
            asyncio.get_running_loop().call_soon(self.painted.set)
        return False


if __name__ == "__main__":
    calls = count_calls(startup.new_application())
    passed = Counter(file for sample in calls for file in sample)
    for file, times in passed.most_common():
        print(f"{times / len(calls):5.0%}  {sum(each[file] for each in calls) / len(calls):6.1f} calls  {file}")
    print(*figures(calls), sep="\n")
