"""A search for inputs that break a target, guided by the coverage of deskpet's code, in a forked process.

Importing this module imports all targets with atheris's instrumentation, which takes some ten seconds.
"""

import importlib
import logging
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import atheris

from tests.fuzz import corpus
from tests.fuzz.target import Target

with atheris.instrument_imports(include=["deskpet"]):
    importlib.import_module("tests.fuzz.targets")

Step = tuple[CodeType, int, int]
"""Two lines of a function, run one after the other."""

# Limits of one input: no reader may take longer or more memory for a few kilobytes.
INPUT_SECONDS, MEMORY_MB = 5, 1500
_FIGURES = (
    r"stat::number_of_executed_units: (\d+)",
    r"cov: (\d+)",
    r"stat::slowest_unit_time_sec: +(\d+)",
    r"stat::peak_rss_mb: +(\d+)",
)


@dataclass(frozen=True, slots=True)
class Result:
    """A search that ended; `output` is that of libFuzzer, `breaking` are the inputs that break the target."""

    output: str
    breaking: tuple[Path, ...]
    known: int
    new: int

    @property
    def ran(self) -> bool:
        """Whether any input was tried."""
        return self._figures()[0] > 0

    def row(self) -> str:
        """Return the figures as columns: runs, coverage, inputs known and new, the slowest, the memory."""
        runs, coverage, slowest, memory = self._figures()
        return f"{runs:>10,} {coverage:>9,} {self.known:>6,} {self.new:>6,} {slowest:>6} s {memory:>6} MB"

    def _figures(self) -> list[int]:
        return [max(map(int, re.findall(pattern, self.output)), default=0) for pattern in _FIGURES]


def search(target: Target, seconds: int, seed: int, work: Path, found: Path) -> Result:
    """Search from the seeds and the kept inputs on. Breaking inputs go to `found`, all others to the folder `work`."""
    known, new = work / "known", work / "new"
    corpus.unpack([*target.seeds(), *corpus.read(target.name)], known)
    new.mkdir()
    options = [f"-max_total_time={seconds}", f"-seed={seed}", "-print_final_stats=1", f"-artifact_prefix={found}/"]

    def check(data: bytes) -> None:
        try:
            target.check(data)
        except Exception:
            # libFuzzer writes an input itself only if it takes too long or too much memory.
            (found / f"failure-{corpus.name_of(data)}").write_bytes(data)
            raise

    output = _fork(replace(target, check=check), work, [*options, str(new), str(known)])
    return Result(output, tuple(sorted(found.iterdir())), len([*known.iterdir()]), len([*new.iterdir()]))


def chosen_inputs(target: Target, work: Path) -> list[bytes]:
    """Return the kept and new inputs that reach a step of the code which no seed and no shorter one reaches."""
    seeds = [*target.seeds()]
    inputs = {path.read_bytes() for name in ("known", "new") for path in (work / name).iterdir()}
    kept = work / "kept"
    kept.mkdir()

    def choose() -> None:
        reached = set[Step]()
        for data in (*seeds, *sorted(inputs.difference(seeds), key=len)):
            steps = _steps(target, data)
            if not steps <= reached and data not in seeds:
                corpus.unpack([data], kept)
            reached |= steps

    _in_fork(choose, work / "output")
    return [path.read_bytes() for path in kept.iterdir()]


def _steps(target: Target, data: bytes) -> set[Step]:
    """Return the steps from line to line of deskpet's code that an input takes."""
    steps = set[Step]()

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        code = frame.f_code
        if "/deskpet/" not in code.co_filename:
            return None
        last = frame.f_lineno

        def line(frame: FrameType, event: str, _: object) -> Callable[..., Any]:
            nonlocal last
            steps.add((code, last, frame.f_lineno))
            last = frame.f_lineno
            return line

        return line

    sys.settrace(trace)
    try:
        target.check(data)
    finally:
        sys.settrace(None)
    return steps


def _fork(target: Target, work: Path, options: list[str]) -> str:
    """Run libFuzzer in a forked process, and return what it printed."""
    words = work / "words"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words or (b" ",)), encoding="ascii")
    limits = [f"-max_len={target.max_length}", f"-timeout={INPUT_SECONDS}", f"-rss_limit_mb={MEMORY_MB}"]

    def fuzz() -> None:
        atheris.Setup([sys.argv[0], *limits, f"-dict={words}", *options], target.check)
        atheris.Fuzz()

    return _in_fork(fuzz, work / "output")


def _in_fork(run: Callable[[], None], output: Path) -> str:
    """Call `run` in a forked process, and return what it printed."""
    sys.stdout.flush()
    if (pid := os.fork()) == 0:
        with output.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        logging.disable(logging.CRITICAL)
        try:
            run()
        finally:
            # Skips the cleanup of this copy of the parent process.
            os._exit(1)
    os.waitpid(pid, 0)
    return output.read_text(encoding="utf-8", errors="replace")


def _escaped(word: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in word)
