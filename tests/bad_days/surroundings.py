"""What a pet lives in: a display, a home, a clock and a network that can fail, and the process of the pet itself."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, TextIO

from virtual_display import VirtualDisplay

from deskpet.store import SavedConversation, Store
from tests.app.running_pet import write_settings
from tests.bad_days.clock import PretendedClock
from tests.bad_days.disks import small_disk
from tests.bad_days.network import Network
from tests.starts.program import Home, home
from tests.support.folders import PROJECT

PATIENCE_S = 40.0
REST_S = 2.0
# The character is drawn in software five to ten times a second, which takes less than a fifth of this.
MOST_PROCESSOR = 0.6
_MORE_SETTINGS = 'titles = "first_line"\n'
State = dict[str, Any]


class Failed(AssertionError):
    """The day did not go as it should; the message is for the table."""


def expect(condition: object, what: str) -> None:
    """Raise Failed unless the condition is true."""
    if not condition:
        raise Failed(what)


class Pet:
    """A process of tests.bad_days.controlled_pet."""

    def __init__(self, folder: Path, environment: dict[str, str], arguments: list[str], user: int | None) -> None:
        """`user` is the number of the user that runs it; None: the present one."""
        self.shown_file = folder / "shown"
        self._errors: TextIO = (folder / "errors").open("w+", encoding="utf-8")
        prefix = [] if user is None else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"]
        command = [*prefix, sys.executable, "-m", "tests.bad_days.controlled_pet", str(self.shown_file), *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
            cwd=PROJECT,
            env=environment,
        )

    def do(self, name: str, *arguments: object) -> Any:
        """Perform a command and return its result. Raises Failed if it raises there, or the pet has ended."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin
        assert stdout
        try:
            stdin.write(json.dumps([name, *arguments]) + "\n")
            stdin.flush()
            answer = json.loads(stdout.readline() or "{}")
        except BrokenPipeError:
            answer = {}
        if "result" in answer:
            return answer["result"]
        raise Failed(answer.get("error") or f"it ended with {self.wait()}: {self.errors[-300:]}")

    @property
    def state(self) -> State:
        """What can be seen now."""
        return self.do("state")

    def until(self, condition: Callable[[State], object], what: str, seconds: float = PATIENCE_S) -> State:
        """Wait for a condition of the state, and return the state. Raises Failed."""
        deadline = time.monotonic() + seconds
        while not condition(state := self.state):
            if time.monotonic() > deadline:
                seen = {key: value for key, value in state.items() if key not in {"texts", "rows"}}
                raise Failed(f"not within {seconds:g} s: {what}; {seen}")
            time.sleep(0.05)
        return state

    def ask(self, text: str, ended: str = "stop") -> State:
        """Ask, and wait for the end of the answer."""
        count = len(self.state["texts"])
        self.do("ask", text)
        state = self.until(lambda now: len(now["texts"]) >= count + 2 and not now["is_running"], f"answer to {text}")
        expect(state["ended"][-1] == ended, f"the answer ended with {state['ended'][-1]}, not {ended}")
        return state

    def ask_and_wait_for_words(self, text: str, characters: int = 60) -> State:
        """Ask, and wait until a part of the answer is on screen."""
        count = len(self.state["texts"])
        self.do("ask", text)
        return self.until(
            lambda now: len(now["texts"]) >= count + 2 and len(now["texts"][-1]) >= characters, "the first words"
        )

    @property
    def errors(self) -> str:
        """Everything that was written to standard error."""
        return Path(self._errors.name).read_text(encoding="utf-8", errors="replace")

    def shown(self, before: float = float("inf")) -> int:
        """Return how many characters of the answer were on screen at a time of the monotonic clock."""
        lines = [line.split() for line in self.shown_file.read_text(encoding="utf-8").splitlines()]
        return max((int(length) for at, length in lines if float(at) <= before), default=0)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def processor_share(self, seconds: float = REST_S) -> float:
        """Return how much of one processor the pet uses."""
        before = self._processor_seconds()
        time.sleep(seconds)
        return (self._processor_seconds() - before) / seconds

    def _processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> int:
        """Quit, as the end of the session does, and return the exit code."""
        self.signal(signal.SIGTERM)
        return self.wait()

    def wait(self, seconds: float = 30.0) -> int:
        """Wait for the end and return the exit code."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"it does not end within {seconds:g} s") from None

    def close(self) -> None:
        """Kill the process if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self._errors.close()


@dataclass
class Surroundings:
    """All of it. `disk` is the folder that is a disk of its own, if there is one."""

    home: Home
    display: VirtualDisplay
    network: Network
    clock: PretendedClock | None
    disk: Path
    pets: list[Pet]

    @property
    def pet(self) -> Pet:
        """The pet that was started last."""
        return self.pets[-1]

    @property
    def settings_file(self) -> Path:
        """The settings of the pet."""
        return self.home.folder / "config" / "settings.toml"

    def start(self, *arguments: str, user: int | None = None, **environment: str | None) -> Pet:
        """Start a pet and wait until it is there. A variable that is None is removed."""
        self.launch(*arguments, user=user, **environment)
        self.pet.do("wait")
        return self.pet

    def launch(self, *arguments: str, user: int | None = None, **environment: str | None) -> Pet:
        """Start a pet. A variable that is None is removed."""
        if not self.settings_file.exists():
            write_settings(self.settings_file.parent, self.network.base_url, _MORE_SETTINGS)
        changed = {**self.display.environment, **self._own_environment(), **environment}
        kept = {name: value for name, value in changed.items() if value is not None}
        folder = self.home.folder.parent / f"pet-{len(self.pets)}"
        folder.mkdir(mode=0o777)
        folder.chmod(0o777)
        self.pets.append(Pet(folder, kept, ["--settings", str(self.settings_file), *arguments], user))
        return self.pet

    def _own_environment(self) -> dict[str, str]:
        names = ("HOME", "XDG_", "TMPDIR", "LC_ALL", "LANGUAGE", "PYTHON", "MESA")
        own = {name: value for name, value in self.home.environment.items() if name.startswith(names)}
        own.pop("XDG_SESSION_TYPE", None)
        own.pop("XDG_RUNTIME_DIR", None)
        own["PYTHONPATH"] = str(PROJECT)
        return own | (self.clock.environment if self.clock else {})

    def kept_texts(self) -> list[str]:
        """Return the texts of the conversation that the next start would show."""
        saved = self._kept()
        return [node.message.text for node in saved.nodes if not node.is_deleted] if saved else []

    def kept_draft(self) -> str:
        """Return the draft that the next start would show."""
        saved = self._kept()
        return saved.draft.text if saved else ""

    def _kept(self) -> SavedConversation | None:
        offset = self.clock.date_offset if self.clock else 0.0
        store = Store(self.home.path("data/conversations.db"), clock=lambda: time.time() + offset)
        try:
            return store.last()
        finally:
            store.close()

    def lost(self, shown: list[str]) -> int:
        """Return how many characters of these texts are not on disk."""
        kept = self.kept_texts()
        padded = [*kept, *[""] * (len(shown) - len(kept))]
        return sum(len(text) - _equal_length(text, other) for text, other in zip(shown, padded, strict=False))


def _equal_length(text: str, other: str) -> int:
    """Return how many characters at the beginning of both texts are equal."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, other, strict=False)))


@contextmanager
def surroundings(*, screen: str = "1920x1080x24", has_clock: bool = False, disk: str = "") -> Generator[Surroundings]:
    """Create it all, without a pet. Every process is ended after the block.

    screen: the size of the display. disk: the folder of the home that is a disk of its own, or nothing.
    """
    display, network = VirtualDisplay(screen), Network()
    display.start()
    try:
        with home(PROJECT) as place, small_disk(place.folder / disk) if disk else nullcontext():
            clock = PretendedClock(place.folder) if has_clock else None
            made = Surroundings(place, display, network, clock, place.folder / disk, [])
            try:
                yield made
            finally:
                for pet in made.pets:
                    pet.close()
    finally:
        network.die()
        display.end()
