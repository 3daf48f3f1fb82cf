"""Record what became of each test in a file; a further run with the same file goes on after the recorded ones.

A crash of the process, as under Wine, then costs one test and not those after it. `.setup/wine.py` reads the file.
"""

import json
from pathlib import Path

import pytest

RECORD = "DESKPET_TEST_RECORD"
# Later ones count more: a test that passed is an error if its teardown failed.
_OUTCOMES = ("passed", "skipped", "failed", "error")
_TEXT_LIMIT = 4000


class Recorder:
    """pytest plugin that writes one JSON object per line: a test that started or ended, a file that can't be
    imported, and the end of the run.

    The text of a failure is kept too, because pytest prints it at the end of its run only. So is the time of each test.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._outcome, self._text, self._seconds = "", "", 0.0

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out the tests that are in the file already."""
        lines = self._file.read_text(encoding="utf-8").splitlines() if self._file.exists() else []
        done = {json.loads(line).get("test") for line in lines}
        left = [item for item in items if item.nodeid not in done]
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in done])
        items[:] = left

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write({"test": report.nodeid, "outcome": "error", "text": report.longreprtext[-_TEXT_LIMIT:]})

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._outcome, self._text, self._seconds = _OUTCOMES[0], "", 0.0
        self._write({"test": nodeid, "outcome": "started"})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        outcome = "error" if report.failed and report.when != "call" else report.outcome
        self._outcome = max(self._outcome, outcome, key=_OUTCOMES.index)
        self._seconds += report.duration
        self._text += report.longreprtext[-_TEXT_LIMIT:] if report.failed else ""

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._write({"test": nodeid, "outcome": self._outcome, "text": self._text, "seconds": self._seconds})

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self._write({"exit code": int(exitstatus)})

    def _write(self, entry: dict[str, object]) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
