"""Ask a faulty server through the program's own client and conversation, and check what came of it."""

import asyncio
import contextlib
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, ToolUse, to_json
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.llm.catalog import open_model
from deskpet.llm.http import new_client
from deskpet.llm.request_options import RequestOptions
from deskpet.store import Recorder, Store
from deskpet.store.json_safe import json_safe
from tests.faults import answers
from tests.faults.fault import PATIENT
from tests.faults.scenarios import Scenario
from tests.llm.request_rules import violations

KEY = "sk-canary-0123456789abcdef"
LIMIT_SECONDS, LIMIT_MB = 60.0, 400
_MAX_NOTICE_TEXT, _MAX_DETAILS = 5000, 6000
_ADDRESSES = {
    "closed": "http://127.0.0.1:1",
    "unknown": "http://nobody.invalid",
    "bad port": "http://127.0.0.1:99999",
}


@tool("faults.echo", early=True)
async def echo(text: str = "", times: int = 1) -> str:
    """Repeat a text.

    text: the text.
    times: how often.
    """
    return text * min(max(times, 0), 3)


@dataclass
class Outcome:
    """What came of a scenario. `problems` are the reasons why it failed; memory in MB, times in seconds."""

    scenario: Scenario
    problems: list[str] = field(default_factory=list[str])
    seconds: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0
    held: float = 0.0
    codes: tuple[str, ...] = ()


class ErrorRecords(logging.Handler):
    """Collects what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.texts.append(f"{record.name}: {record.getMessage()}\n{trace}"[-3000:])


class Memory:
    """The peak of the process's memory, from /proc; 0 where there is none."""

    _STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")

    def start(self) -> None:
        """Forget the former peak."""
        with contextlib.suppress(OSError):
            # 5: reset the peak resident set size (proc(5)).
            self._CLEAR.write_text("5", encoding="ascii")
        self._before = self._read("VmRSS")

    def grown(self) -> float:
        """Return the growth in MB from the start to the peak."""
        return (self._read("VmHWM") - self._before) / 1024

    def peak(self) -> float:
        """Return the peak in MB."""
        return self._read("VmHWM") / 1024

    def _read(self, name: str) -> int:
        try:
            status = self._STATUS.read_text(encoding="ascii")
        except OSError:
            return 0
        found = re.search(rf"{name}:\s+(\d+)", status)
        return int(found[1]) if found else 0


class LoopTicks:
    """Measures the longest time for which the event loop ran nothing else, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0

    @contextlib.asynccontextmanager
    async def measured(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._tick())
        try:
            yield
        finally:
            task.cancel()

    async def _tick(self) -> None:
        while True:
            # Processor time: another process that takes the core does not count.
            before = time.thread_time()
            await asyncio.sleep(0.005)
            self.longest = max(self.longest, time.thread_time() - before)


async def run(scenario: Scenario, ports: dict[str, int], folder: Path) -> Outcome:
    """Ask two questions and check the answers, the requests and the database. The first one meets the fault."""
    outcome, memory, ticks = Outcome(scenario), Memory(), LoopTicks()
    log = ErrorRecords()
    logging.getLogger().addHandler(log)
    memory.start()
    began, cpu = time.perf_counter(), time.process_time()
    try:
        async with asyncio.timeout(2 * LIMIT_SECONDS), ticks.measured():
            await _Run(scenario, ports, folder, outcome).run()
    except Exception as error:  # noqa: BLE001 - every failure is a result
        outcome.problems.append(f"{type(error).__name__}: {error}"[:1000])
    finally:
        logging.getLogger().removeHandler(log)
    outcome.seconds, outcome.cpu = time.perf_counter() - began, time.process_time() - cpu
    outcome.memory, outcome.held = memory.grown(), ticks.longest
    outcome.problems += log.texts
    if outcome.cpu > LIMIT_SECONDS:
        outcome.problems.append(f"{outcome.cpu:.0f} s of processor time")
    if outcome.memory > LIMIT_MB:
        outcome.problems.append(f"{outcome.memory:.0f} MB")
    return outcome


class _Run:
    """The two turns of one scenario, recorded in a database."""

    def __init__(self, scenario: Scenario, ports: dict[str, int], folder: Path, outcome: Outcome) -> None:
        self._scenario, self._ports, self._outcome = scenario, ports, outcome
        self._file = folder / f"{scenario.number}.db"
        self._address, self._timeouts = self._base_url(scenario.fault.address), scenario.fault.timeouts
        self._bodies: list[bytes] = []

    async def run(self) -> None:
        store = Store(self._file)
        try:
            await self._turns(store)
        finally:
            store.close()
            for file in self._file.parent.glob(f"{self._file.name}*"):
                file.unlink()

    async def _turns(self, store: Store) -> None:
        async with new_client() as client:
            client.event_hooks["request"] = [self._keep_body]
            if self._scenario.fault.address == "tls":
                await client.get(f"http://127.0.0.1:{self._ports['http']}/arm/{self._scenario.number}")
            self._client = client
            talk = Conversation(self._setup)
            recorder = Recorder(store, talk)
            answer = await talk.send(self._scenario.question)
            self._outcome.codes = tuple(_notice_codes(answer))
            self._outcome.problems += problems_of(answer, self._scenario)
            recorder.flush()
            # In a thread: the comparison is none of the program's, and would be measured as its event loop held up.
            await asyncio.to_thread(self._check_saved, store, talk)
            # The server is well again: only the fault may be given up quickly, not a server that gets little time.
            self._address, self._timeouts = self._base_url("http"), PATIENT
            await self._next_turn(talk, "the next turn")
            reopened = Conversation(self._setup)
            if saved := store.last():
                reopened.open(saved.nodes, saved.leaf)
            await self._next_turn(reopened, "the next turn after a start")

    async def _next_turn(self, talk: Conversation, name: str) -> None:
        self._bodies.clear()
        answer = await talk.send(self._scenario.next_question)
        if (answer.text, answer.ended) != (answers.WELL, "stop"):
            self._outcome.problems.append(f"{name}: {answer.ended}, {_notice_codes(answer)}, {answer.text[:80]!r}")
        calls = [block for message in talk.messages for block in message.blocks if isinstance(block, ToolUse)]
        own_ids = frozenset(call.call_id for call in calls)
        for body in self._bodies:
            broken = _broken_rules(self._scenario, body, own_ids)
            self._outcome.problems += [f"{name}: {rule}"[:300] for rule in broken][:5]

    def _check_saved(self, store: Store, talk: Conversation) -> None:
        saved = store.last()
        messages = tuple(node.message for node in saved.nodes) if saved else ()
        # Values that the database can't hold are described in it, or null.
        if [to_json(json_safe(each)) for each in messages] != [to_json(json_safe(each)) for each in talk.messages]:
            difference = _difference(messages, talk.messages)
            self._outcome.problems.append(f"the database has another conversation: {difference}")

    def _setup(self) -> TurnSetup:
        options = RequestOptions(timeouts=self._timeouts)
        model = open_model(self._client, self._scenario.wire, self._address, "m", KEY, options=options)
        return TurnSetup(model, Toolbox([echo]), "Be brief.", max_rounds=4)

    def _base_url(self, address: str) -> str:
        scheme = "https" if address == "tls" else "http"
        return _ADDRESSES.get(address) or f"{scheme}://127.0.0.1:{self._ports[address]}"

    async def _keep_body(self, request: httpx.Request) -> None:
        self._bodies.append(await request.aread())


def problems_of(answer: Message, scenario: Scenario) -> Iterator[str]:
    """Yield what is wrong with the answer to the question that met the fault."""
    notices = [block for block in answer.blocks if isinstance(block, Notice) and block.level != "info"]
    is_whole = answer.text in (answers.TEXT, answers.TEXT + answers.AFTER_CALL)
    if answer.ended is None:
        yield "the answer has no end"
    if any(isinstance(block, ToolUse) and block.status == "running" for block in answer.blocks):
        yield "a call has no result"
    if scenario.fault.expected == "answer" and (not is_whole or notices or answer.ended != "stop"):
        yield f"not the right answer: {answer.ended}, {_notice_codes(answer)}, {answer.text[:80]!r}"
    if scenario.fault.expected == "notice" and not notices:
        yield f"no notice: {answer.ended}, {answer.text[:80]!r}"
    if answer.ended != "stop" and not notices:
        yield f"ended {answer.ended} without a notice"
    if scenario.kind == "resets" and not (notices or is_whole):
        yield f"neither whole nor a notice: {answer.text[:80]!r}"
    for notice in notices:
        yield from _notice_problems(notice)


def _notice_problems(notice: Notice) -> Iterator[str]:
    if notice.code == "internal":
        yield f"internal: {notice.cause[:300]}"
    if not (notice.title and notice.cause and (notice.next_step or notice.actions)):
        yield f"an unclear notice: {notice}"[:300]
    if max(len(notice.title), len(notice.cause), len(notice.next_step)) > _MAX_NOTICE_TEXT:
        yield f"a notice that is too long: {notice.code}"
    if len(notice.details) > _MAX_DETAILS:
        yield f"details that are too long: {notice.code}"
    if KEY in repr(notice):
        yield f"the key is shown: {notice.code}"


def _notice_codes(answer: Message) -> list[str]:
    return [block.code for block in answer.blocks if isinstance(block, Notice)][:5]


def _broken_rules(scenario: Scenario, body: bytes, own_ids: frozenset[str]) -> list[str]:
    """Return the rules that a request breaks. Fields that this server sent are its own and may go back to it."""
    try:
        value = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        return [f"the request is no JSON: {error}"]
    found = violations(scenario.wire, value, own_ids)
    return [each for each in found if not each.startswith("unknown fields")]


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _difference(saved: tuple[Message, ...], shown: tuple[Message, ...]) -> str:
    if len(saved) != len(shown):
        return f"{len(saved)} messages instead of {len(shown)}"
    for one, other in zip(saved, shown, strict=True):
        if len(one.blocks) != len(other.blocks):
            return f"{len(one.blocks)} blocks instead of {len(other.blocks)}"
        for first, second in zip(one.blocks, other.blocks, strict=True):
            if first != second:
                return f"{first!r:.300} instead of {second!r:.300}"
    return "other fields"
