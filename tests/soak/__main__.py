"""Soak test: use the real program for a long time and look for crashes, errors and growth.

    python -m tests.soak --minutes 30 --seed 1 [--models FOLDER] [--details]
    python -m tests.soak --switches 500

The program is used at ten times a person's pace: chat, taps, drags, model switches, hiding, settings. Between two
rounds everything is closed and resources are sampled; slopes are computed over the samples after the warm-up.

With --switches it only replaces one model by another amid answers, and touches them at that very moment; a round has
20 switches, the first of which show every model once.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench.program import environment
from tests.soak.server import SoakServer
from tests.soak.slopes import Tolerance, Verdict, judge
from tests.support.folders import sample_models

# The warm-up covers imports, caches of glyphs and pictures, and one of each window: at least two rounds.
WARM_UP_SHARE, LEAST_SAMPLES = 0.3, 5
EXTRA_S, SECONDS_PER_SWITCH = 180.0, 10.0
TOLERANCES = (
    Tolerance("anonymous", "MiB", noise=20, per_hour=24),
    Tolerance("resident", "MiB", noise=30, per_hour=24),
    Tolerance("handles", "", noise=2, per_hour=2),
    Tolerance("threads", "", noise=2, per_hour=1),
    Tolerance("tasks", "", noise=1, per_hour=1),
    Tolerance("widgets", "", noise=6, per_hour=6),
    Tolerance("objects", "", noise=60, per_hour=60),
    Tolerance("blocks", "", noise=25_000, per_hour=60_000),
)
# A run of switches starts with few turns. The details of the last 50 are kept, some 900 blocks each.
TURN_DETAILS_BLOCKS = 45_000


class Run:
    """The output of the program while it ran, and its end."""

    def __init__(self) -> None:
        self.samples: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self.held: dict[str, Any] = {}
        self.code: int | None = None
        self.last_words = ""

    def take(self, line: str) -> None:
        """Read a line that the program printed."""
        try:
            told = json.loads(line)
        except ValueError:
            self.errors.append(f"printed: {line}")
            return
        match told.pop("kind"):
            case "sample":
                self.samples.append(told)
                shown = {name: round(value, 1) for name, value in told.items() if name != "at"}
                print(" ".join(f"{name} {value}" for name, value in shown.items()), flush=True)
            case "held":
                self.held = told
            case "details":
                print(json.dumps(told), flush=True)
            case _:
                self.errors.append(told["text"])
                print(f"ERROR: {told['text']}", flush=True)


async def run(options: argparse.Namespace) -> Run:
    """Run the program as a child for its time, at most EXTRA_S seconds more."""
    limit = options.switches * SECONDS_PER_SWITCH if options.switches else options.minutes * 60
    server, outcome = SoakServer(options.seed), Run()
    url = await server.start()
    with tempfile.TemporaryDirectory(prefix="deskpet-soak-") as home:
        settings = Path(home) / "settings.toml"
        settings.write_text(f'[endpoint]\nbase_url = "{url}"\nmodel = "soak"\n', encoding="utf-8")
        arguments = ["--settings", str(settings), "--url", url, "--seconds", str(options.minutes * 60)]
        arguments += ["--seed", str(options.seed), "--switches", str(options.switches)]
        arguments += [*(["--details"] if options.details else []), *options.models]
        errors = Path(home) / "stderr"
        with errors.open("wb") as stderr:
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-X", "faulthandler", "-m", "tests.soak.program", *arguments),
                env=environment(home),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=stderr,
                limit=1 << 24,
            )
            try:
                async with asyncio.timeout(limit + EXTRA_S):
                    assert child.stdout
                    async for line in child.stdout:
                        outcome.take(line.decode(errors="replace").strip())
                    outcome.code = await child.wait()
            except TimeoutError:
                child.kill()
                await child.wait()
        outcome.last_words = errors.read_text(encoding="utf-8", errors="replace")
    server.close()
    print(f"{server.answered} requests answered")
    return outcome


def verdicts(samples: list[dict[str, Any]]) -> list[Verdict]:
    """Judge each quantity after the warm-up, which is over with the first sample after switches."""
    if samples[0]["switches"]:
        steady, tolerances = samples, tuple(map(_with_turn_details, TOLERANCES))
    else:
        steady, tolerances = samples[round(len(samples) * WARM_UP_SHARE) :], TOLERANCES
    points = {each.name: [(taken["at"], taken[each.name]) for taken in steady] for each in tolerances}
    return [judge(each, points[each.name]) for each in tolerances]


def _with_turn_details(tolerance: Tolerance) -> Tolerance:
    if tolerance.name != "blocks":
        return tolerance
    return replace(tolerance, noise=tolerance.noise + TURN_DETAILS_BLOCKS)


def report(outcome: Run) -> int:
    """Print the result. Returns the exit code."""
    failures = [*outcome.errors]
    if outcome.code != 0:
        failures.append(f"exit code {outcome.code}\n{outcome.last_words[-4000:]}")
    if len(outcome.samples) >= LEAST_SAMPLES:
        for verdict in verdicts(outcome.samples):
            print(verdict)
            failures += [] if verdict.is_flat else [f"{verdict.tolerance.name} is not flat"]
    else:
        failures.append(f"only {len(outcome.samples)} samples")
    if held := outcome.held:
        print(
            f"GUI held up: p50 {held['p50']:.1f} ms, p99 {held['p99']:.1f} ms, max {held['max']:.1f} ms; the longest:"
        )
        for late, work, doing in held["longest"]:
            print(f"  {late:7.1f} ms, {work:7.1f} ms of them its own work, after {doing}")
        print(f"{held['deeds']} deeds; in the midst of them up to {held['most']}")
    for failure in failures:
        print(f"FAILED: {failure}")
    print("soak: " + ("FAILED" if failures else "ok"))
    return 1 if failures else 0


def main(arguments: list[str]) -> int:
    """Run the soak test and print the result."""
    parser = argparse.ArgumentParser(prog="tests.soak")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--switches", type=int, default=0, help="replace the model so many times, instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", type=Path, help="a folder with more models; by default all samples that there are")
    parser.add_argument("--details", action="store_true", help="also print what there is more of than before")
    options = parser.parse_args(arguments)
    folders = sorted(options.models.glob("*")) if options.models else sample_models()
    options.models = ["mikan", "yuki", *(str(each.absolute()) for each in folders if each.is_dir())]
    length = f"{options.switches} switches" if options.switches else f"{options.minutes} minutes"
    print(f"{length}, seed {options.seed}, {len(options.models)} models", flush=True)
    return report(asyncio.run(run(options)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
