"""What tools cost: a call from its arguments to its result, a request with 200 of them, and all of them off."""

import copy
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter, sleep

from PySide6.QtWidgets import QApplication

from deskpet.app.tool_list import TOOLS
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import ToolFinished, ToolReady, TurnEvent
from deskpet.chat.function_tool import FunctionTool, tool
from deskpet.chat.messages import Message, user_message
from deskpet.chat.model import CallDelta, ChatRequest, TextDelta
from deskpet.chat.schema_tool import SchemaTool
from deskpet.chat.tool import Tool
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.platform import event_loop
from tests.bench.figures import Figure, spread
from tests.bench.paced_process import held
from tests.bench.program import memory
from tests.chat.fake_model import EchoModel
from tests.llm.tool_requests import BODIES

MANY, CALLS, REQUESTS = 200, 200, 20
TARGET_CALL_MS, TARGET_REQUEST_MS = 3.0, 5.0
SETTLE_S, PAIRS = 6.0, 2
TOOLS_OFF = "[tools.policies]\n" + "".join(f'"{each.name}" = "refuse"\n' for each in TOOLS)
# Prints the memory in MiB that belongs to this process alone, before and after the import of all tools.
IMPORT_OF_TOOLS = """
import gc, httpx, psutil
import deskpet.chat.turn, deskpet.chat.toolbox, deskpet.config.keys, deskpet.pet.model_file, deskpet.config.settings

def used():
    gc.collect()
    return psutil.Process().memory_full_info().uss / 2**20

before = used()
from deskpet.app.tool_list import TOOLS
print(used() - before)
"""


@tool("bench.asynchronous")
async def asynchronous(word: str, count: int = 1) -> str:
    """Repeat a word."""
    return word * count


@tool("bench.plain")
def plain(word: str, count: int = 1) -> str:
    """Repeat a word, in a thread."""
    return word * count


def measure(app: QApplication) -> Iterator[Figure]:
    """Measure calls on the GUI's event loop, requests, and the program with all tools off."""
    # The late results of a thread are those of the system's scheduler.
    for called, words, p95 in ((asynchronous, "an async @tool", TARGET_CALL_MS), (plain, "a plain @tool", None)):
        name = f"complete arguments to result of {words}"
        yield from spread(name, calls(app, called), "ms", p50=TARGET_CALL_MS, p95=p95)
    for family, build in BODIES.items():
        first, later = requests(build)
        name = f"request of {MANY} tools for {family}"
        yield Figure(f"{name}, the first, median of {REQUESTS}", first, "ms", TARGET_REQUEST_MS)
        yield Figure(f"{name}, later ones", later, "ms", TARGET_REQUEST_MS)
    yield from memory_figures()


# --- calls -----------------------------------------------------------------------------------------------------


def calls(app: QApplication, called: FunctionTool) -> list[float]:
    """Call a tool among many others, one call after the other. Returns milliseconds."""
    watch = CallWatch()

    async def run() -> int:
        call = CallDelta(
            0, "call", "bench_" + called.name.rpartition(".")[2], '{"word": "a", "count": 3}', complete=True
        )
        model = EchoModel(*([part] for _ in range(CALLS) for part in (call, TextDelta("Done."))))
        toolbox = Toolbox([called, *many_tools()])
        conversation = Conversation(lambda: TurnSetup(model, toolbox))
        conversation.listen(lambda _: None, watch.note)
        for _ in range(CALLS):
            await conversation.send("Go.")
        return 0

    event_loop.run(app, run())
    assert len(watch.samples) == CALLS
    return watch.samples


class CallWatch:
    """Notes the time from each call's complete arguments to its result, in ms."""

    def __init__(self) -> None:
        self.samples: list[float] = []
        self._ready_at = 0.0

    def note(self, event: TurnEvent, answer: Message) -> None:
        """Notice an event of a call."""
        match event:
            case ToolReady():
                self._ready_at = perf_counter()
            case ToolFinished(error=None):
                self.samples.append((perf_counter() - self._ready_at) * 1000)
            case _:
                pass


# --- requests --------------------------------------------------------------------------------------------------


def many_tools() -> Iterator[Tool]:
    """Yield MANY tools with the arguments of the built-in ones: half of them functions, half with a foreign schema."""
    for number in range(MANY):
        model = TOOLS[number // 2 % len(TOOLS)]
        assert isinstance(model, FunctionTool)
        name = f"{model.name}_{number}"
        if number % 2:
            yield replace(model, name=name, needs=(), choices={}, missing_function=None)
        else:
            schema = copy.deepcopy(model.arguments.model_json_schema())
            yield SchemaTool(name=name, description=model.description, input_schema=schema, run=_run)


async def _run(arguments: object, report: object, ask: object) -> None:
    """Do nothing."""


def requests(build: Callable[[ChatRequest], object]) -> tuple[float, float]:
    """Return the milliseconds to describe tools that were just added, and to do it again; medians."""
    first, later = list[float](), list[float]()
    for _ in range(REQUESTS):
        toolbox = Toolbox(many_tools())
        for samples in (first, later):
            began = perf_counter()
            build(ChatRequest((user_message("Hello!"),), "You are kind.", toolbox.specs()))
            samples.append((perf_counter() - began) * 1000)
    return statistics.median(first), statistics.median(later)


# --- all tools off ---------------------------------------------------------------------------------------------


def memory_figures() -> list[Figure]:
    """Return what the tools' modules take, and the program's memory with and without tools, started in turn."""
    run = subprocess.run([sys.executable, "-c", IMPORT_OF_TOOLS], capture_output=True, check=True, encoding="utf-8")
    pairs = [(memory_with(""), memory_with(TOOLS_OFF)) for _ in range(PAIRS)]
    on, off = (statistics.median(pair[at] for pair in pairs) for at in (0, 1))
    return [
        Figure("memory of the modules of all tools, imported also when they are off", float(run.stdout), "MiB", 2),
        Figure(f"memory (PSS) with the chat open, median of {PAIRS}", on, "MiB"),
        Figure("the same with all tools off", off, "MiB"),
    ]


def memory_with(settings: str) -> float:
    """Return the memory of the program with its chat open, with these lines in its settings file."""
    with held(CharacterLook().folder, {}, settings) as pet:
        sleep(SETTLE_S)
        return memory(pet.process)
