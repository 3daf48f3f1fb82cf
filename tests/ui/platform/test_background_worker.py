"""Tests of the background worker: order of jobs and results, and the end of the program."""

import subprocess
import sys
import threading
from concurrent.futures import Future

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from deskpet.ui.platform.background_worker import BackgroundWorker
from tests.support.folders import PROJECT

UNFINISHED = """
import threading
from PySide6.QtCore import QCoreApplication
from deskpet.ui.platform.background_worker import BackgroundWorker

app = QCoreApplication()
started = threading.Event()
worker = BackgroundWorker(app)
worker.submit(lambda: (started.set(), threading.Event().wait()), print)
started.wait()
"""


def test_jobs_and_their_results_keep_their_order(qapp: QApplication) -> None:
    parent = QObject()
    worker, gate = BackgroundWorker(parent), threading.Event()
    done: list[int] = []
    results: list[int] = []

    def submit(number: int) -> None:
        def work() -> int:
            gate.wait()
            done.append(number)
            return number

        worker.submit(work, handle)

    def handle(job: "Future[int]") -> None:
        results.append(job.result())
        # A job that a result submits runs after those that wait.
        if job.result() == 0:
            submit(20)

    for number in range(20):
        submit(number)
    gate.set()
    worker.flush()
    assert done == results == list(range(21))


def test_the_end_of_the_program_does_not_wait_for_a_job() -> None:
    ended = subprocess.run([sys.executable, "-c", UNFINISHED], cwd=PROJECT, timeout=60, check=False)
    assert ended.returncode == 0
