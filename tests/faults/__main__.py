"""Talk to a faulty server a thousand times, and print a table of what came of it.

    python -m tests.faults --count 1000 --windows 100 --seed 1
    python -m tests.faults --seed 1 --scenario 17

Every scenario has to end in a right answer or a clear notice, within limits of time and memory, and with a history
that every provider accepts; the next turn has to work, also after the conversation was read from the database.
"""

import argparse
import asyncio
import faulthandler
import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from deskpet.config.choices import FAMILIES
from tests.bench.program import environment
from tests.faults.client import LIMIT_SECONDS, Outcome, run
from tests.faults.scenarios import KINDS, WINDOW_KINDS, Scenario, scenario
from tests.support.folders import PROJECT


@contextmanager
def server(seed: int, kinds: Sequence[str]) -> Iterator[dict[str, int]]:
    """Run the faulty server in a child process. Yields its ports."""
    command = [sys.executable, "-m", "tests.faults.server", "--seed", str(seed), "--kinds", *kinds]
    with subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        try:
            yield json.loads(process.stdout.readline())
        finally:
            process.stdin.close()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


async def campaign(
    seed: int, numbers: Sequence[int], kinds: tuple[str, ...], ports: dict[str, int], *, verbose: bool
) -> list[Outcome]:
    """Run the scenarios one after the other, and print those that failed."""
    outcomes: list[Outcome] = []
    # As in the program: a full collection of all modules is not counted as its event loop held up.
    gc.freeze()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        for number in numbers:
            faulthandler.dump_traceback_later(4 * LIMIT_SECONDS, exit=True)
            outcome = await run(scenario(seed, number, kinds), ports, Path(folder))
            outcomes.append(report(outcome, verbose=verbose))
    faulthandler.cancel_dump_traceback_later()
    return outcomes


def in_windows(seed: int, numbers: Sequence[int], ports: dict[str, int]) -> Iterator[Outcome]:
    """Run the scenarios in the whole pet, one process for each wire format. Yields the outcomes."""
    for wire in FAMILIES:
        chosen = [number for number in numbers if scenario(seed, number, WINDOW_KINDS).wire is wire]
        if not chosen:
            continue
        with tempfile.TemporaryDirectory(prefix="deskpet-faults-") as home:
            settings = Path(home) / "settings.toml"
            endpoint = f'base_url = "http://127.0.0.1:{ports["http"]}"\nprovider = "{wire}"\nmodel = "m"\n'
            settings.write_text(f'[endpoint]\n{endpoint}[chat]\nmode = "native"\n', encoding="utf-8")
            command = [sys.executable, "-X", "faulthandler", "-m", "tests.faults.window", "--seed", str(seed)]
            command += ["--settings", str(settings), *map(str, chosen)]
            yield from _window_outcomes(command, home, [scenario(seed, each, WINDOW_KINDS) for each in chosen])


def _window_outcomes(command: list[str], home: str, chosen: Sequence[Scenario]) -> Iterator[Outcome]:
    """Run one pet. Yields an outcome for each scenario, also for those that it did not come to."""
    left = {each.number: each for each in chosen}
    stdout = subprocess.PIPE
    with subprocess.Popen(command, cwd=PROJECT, env=environment(home), stdout=stdout, encoding="utf-8") as process:
        assert process.stdout
        for line in process.stdout:
            told = json.loads(line)
            yield report(Outcome(left.pop(told.pop("number")), **told), verbose=False)
    for each in left.values():
        yield report(Outcome(each, [f"the program ended with {process.returncode} before it"]), verbose=False)


def report(outcome: Outcome, *, verbose: bool) -> Outcome:
    """Print the outcome if the scenario failed, or if `verbose`. Returns it."""
    if outcome.problems or verbose:
        codes = ", ".join(outcome.codes) or "no notice"
        state = "FAILED" if outcome.problems else "ok"
        print(f"{state} {outcome.scenario}: {codes}, {outcome.seconds:.1f} s", flush=True)
        for problem in outcome.problems[:6]:
            print("    " + problem.replace("\n", "\n    "), flush=True)
    return outcome


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield a line for each kind of fault, and one for all."""
    yield f"{'fault':20} {'scenarios':>9} {'passed':>7} {'worst':>8} {'CPU':>7} {'memory':>8} {'loop held':>10}"
    for kind in (*KINDS, "all"):
        chosen = [each for each in outcomes if kind in (each.scenario.kind, "all")]
        if chosen:
            passed = sum(not each.problems for each in chosen)
            seconds, cpu = max(each.seconds for each in chosen), max(each.cpu for each in chosen)
            memory, held = max(each.memory for each in chosen), 1000 * max(each.held for each in chosen)
            numbers = f"{len(chosen):9} {passed:7} {seconds:6.1f} s {cpu:5.1f} s {memory:5.0f} MB {held:7.0f} ms"
            yield f"{kind:20} {numbers}"


def main(arguments: Sequence[str]) -> int:
    """Run the campaign. Returns 1 if a scenario failed."""
    parser = argparse.ArgumentParser(prog="tests.faults", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--windows", type=int, default=0, help="then so many scenarios with the program in a window")
    parser.add_argument("--scenario", type=int, help="run this scenario only")
    parser.add_argument("--verbose", action="store_true", help="print every scenario")
    parser.add_argument("--kinds", nargs="*", default=[], choices=list(KINDS), help="make scenarios of these only")
    options = parser.parse_args(arguments)
    numbers = range(options.count) if options.scenario is None else [options.scenario]
    verbose = options.verbose or options.scenario is not None
    # The child has the same environment: no proxy may stand between.
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]
    with server(options.seed, options.kinds) as ports:
        outcomes = asyncio.run(campaign(options.seed, numbers, tuple(options.kinds), ports, verbose=verbose))
    failed = total("without a window", options.seed, outcomes)
    if options.windows:
        with server(options.seed, WINDOW_KINDS) as ports:
            failed += total("in a window", options.seed, list(in_windows(options.seed, range(options.windows), ports)))
    return 1 if failed else 0


def total(name: str, seed: int, outcomes: Sequence[Outcome]) -> int:
    """Print the table of a campaign. Returns the number of scenarios that failed."""
    failed = sum(bool(each.problems) for each in outcomes)
    print(*table(outcomes), sep="\n")
    print(f"seed {seed}, {name}: {len(outcomes) - failed} of {len(outcomes)} passed", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
