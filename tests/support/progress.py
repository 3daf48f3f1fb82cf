"""Print how much of a run is done, with a line now and then in place of a dot for each test."""

import sys
import time
from collections.abc import Callable, Sequence
from typing import TextIO

import pytest

INTERVAL_S = 10.0


class Progress:
    """pytest plugin for `--progress`. Its lines need no terminal. `output` is not captured by pytest."""

    def __init__(self, output: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._output, self._clock = output or sys.stdout, clock
        self._began = self._printed = clock()
        self._count = self._done = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._count = len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Each process has all tests, and runs a part of them."""
        self._count = len(ids)

    def pytest_runtest_logfinish(self) -> None:
        self._done += 1
        now = self._clock()
        if now - self._printed >= INTERVAL_S or self._done == self._count:
            self._printed = now
            share = self._done / max(1, self._count)
            self._print(f"{share:4.0%}, {self._done:,} of {self._count:,} tests, {now - self._began:.0f} s")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._print(f"failed: {report.nodeid}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
        """Return what pytest counts and writes into its summary, without a letter."""
        if hasattr(report, "wasxfail"):
            return None
        outcome = "error" if report.failed and report.when != "call" else report.outcome
        return ("", "", "") if report.passed and report.when != "call" else (outcome, "", outcome.upper())

    def _print(self, line: str) -> None:
        self._output.write(f"{line}\n")
        self._output.flush()
