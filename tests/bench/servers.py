"""What five MCP servers cost: the character's frames while they connect, memory and processor while idle, the quit."""

import json
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any
from unittest.mock import patch

import psutil
from PySide6.QtGui import QGuiApplication

from deskpet.config import paths
from deskpet.features.mcp.config import dump_servers
from tests.bench.figures import Figure
from tests.bench.program import LIMIT_S, cpu_seconds, environment, memory
from tests.features.mcp.plain import saved

RUNS = 3
TARGET_FRAME_MS, TARGET_QUIT_S = 33.0, 5.0
SETTLE_S, MEASURED_S = 4.0, 8.0
HOST = "deskpet.features.mcp.mcp_host"
# The last one ignores SIGTERM and the end of its input.
SERVERS = ("", "", "", "", "stubborn")


def measure(_: QGuiApplication | None = None) -> Iterator[Figure]:
    """Run the program with five servers of the tests' own, again and again, each time in an empty home."""
    reports, quits = list[dict[str, Any]](), list[float]()
    for number in range(RUNS):
        with pet_with(SERVERS) as (pet, report):
            reports.append(report)
            if number == 0:
                yield Figure("idle with five connected servers: of one core", idle_cost(pet), "%")
                yield from memory_figures(pet)
            quits.append(quit_seconds(pet))
    yield from frame_figures(reports)
    yield Figure(f"signal to gone with five servers, median of {RUNS}", statistics.median(quits), "s", TARGET_QUIT_S)
    yield Figure("the longest of them; each time no process was left", max(quits), "s", TARGET_QUIT_S)
    with pet_with(()) as (alone, _report):
        yield Figure("idle without servers: of one core", idle_cost(alone), "%")


def memory_figures(pet: psutil.Process) -> Iterator[Figure]:
    """Yield the memory of the process that talks to the servers, and of the servers."""
    (host,) = (each for each in pet.children() if HOST in each.cmdline())
    servers = sum(map(memory, host.children()))
    yield Figure("memory (PSS) of the process with the SDK", memory(host) - servers, "MiB")
    yield Figure("memory (PSS) of the tests' five servers", servers, "MiB")


def frame_figures(reports: list[dict[str, Any]]) -> Iterator[Figure]:
    """Yield the medians over all runs, each beside that of the seconds before the servers were started."""
    names = {
        "longest": "longest time between two frames",
        "p95": "time between two frames, p95",
        "work": "longest work of the GUI thread between two frames",
    }
    for key, name in names.items():
        target = None if key == "p95" else TARGET_FRAME_MS
        connecting, quiet = (statistics.median(each[part][key] for each in reports) for part in ("connecting", "quiet"))
        yield Figure(f"{name} while five servers connect, median of {RUNS}", connecting, "ms", target)
        yield Figure("the same before that", quiet, "ms")
    seconds = statistics.median(each["seconds"] for each in reports)
    yield Figure("until all five have listed their tools", seconds, "s")


@contextmanager
def pet_with(faults: Sequence[str]) -> Generator[tuple[psutil.Popen, dict[str, Any]]]:
    """Start the pet with these servers; yields it and its report when they are connected."""
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home, patch.dict("os.environ", environment(home)):
        folder = paths.data_folder()
        folder.mkdir(parents=True)
        servers = tuple(saved(fault, name=f"server{number}") for number, fault in enumerate(faults))
        (folder / "mcp.json").write_text(dump_servers(servers), encoding="utf-8") if servers else None
        (settings := Path(home) / "settings.toml").touch()
        command = [sys.executable, "-m", "tests.bench.connecting_pet", str(settings)]
        process = psutil.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(LIMIT_S)


def idle_cost(pet: psutil.Process) -> float:
    """Return the share of one core that the program and its children use when nothing happens, in percent."""
    sleep(SETTLE_S)
    began, worked = perf_counter(), cpu_seconds(pet)
    sleep(MEASURED_S)
    return 100 * (cpu_seconds(pet) - worked) / (perf_counter() - began)


def quit_seconds(pet: psutil.Popen) -> float:
    """Return the time from SIGTERM until the program and all its children are gone."""
    children = pet.children(recursive=True)
    assert len(children) >= len(SERVERS) + 1
    began = perf_counter()
    pet.send_signal(signal.SIGTERM)
    pet.wait(LIMIT_S)
    gone, left = psutil.wait_procs(children, timeout=LIMIT_S)
    assert (pet.returncode, len(gone), left) == (0, len(children), [])
    return perf_counter() - began
