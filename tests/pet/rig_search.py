"""Searches for a way to end the process through the rig: random use of whole models, in child processes.

    python -m tests.pet.rig_search --updates 1000000 --seed 1

The models are drawn into a small frame, touched, resized and replaced, and their OpenGL context is lost.

Every child has faulthandler on and writes each operation down before it does it. A child that does not end well is
a failure: its seed, its errors and its last operations are printed.
"""

import argparse
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from deskpet.pet import cubism_json, model_file
from deskpet.pet.body import NotLoaded
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_settings import Motion
from deskpet.pet.motion_player import Priority
from deskpet.pet.rig import Rig, can_join
from deskpet.ui.pet import gl
from tests.pet.offscreen import OffscreenFrame
from tests.support.deskpet_process import start_python
from tests.support.folders import sample_models

BUILT_IN = ("mikan", "yuki")
UPDATES_PER_CHILD = 20_000
SECONDS_PER_CHILD = 600.0
SHOWN_OPERATIONS = 25

_FRAME_RATES = (15, 30, 30, 30, 60)
# The clocks of the core are reset after so many seconds at the first good moment, and after so many at any.
_RESETS = ((1.0, 3.0), (2.0, 60.0), (3600.0, 14400.0))
# How many of the updates are drawn, and how many points are touched at once at most.
_DRAWN_SHARE, _TOUCHES = 0.1, 40
_PRIORITIES = (Priority.IDLE, Priority.NORMAL, Priority.FORCE, Priority.FORCE, Priority.FORCE)


@dataclass(frozen=True)
class Crash:
    """A child that did not end well."""

    seed: int
    code: int | None
    errors: str
    operations: tuple[str, ...]

    def __str__(self) -> str:
        last = "\n  ".join(self.operations)
        return f"seed {self.seed}: exit code {self.code}\n{self.errors}\nthe last operations:\n  {last}"


def search(models: Sequence[str], updates: int, seed: int) -> Iterator[tuple[int, Crash | None]]:
    """Run children until `updates` updates are made; yields the updates made by then, and a crash if there was one."""
    made = 0
    while made < updates:
        part = min(UPDATES_PER_CHILD, updates - made)
        crash = one_child(models, part, seed)
        made, seed = made + part, seed + 1
        yield made, crash


def one_child(models: Sequence[str], updates: int, seed: int) -> Crash | None:
    """Use the models at random in one child; None when it ended as it should."""
    with tempfile.TemporaryDirectory(prefix="rig-search-") as folder:
        operations = Path(folder) / "operations"
        arguments = ("--child", operations, "--updates", updates, "--seed", seed, *models)
        process = start_python("-m", "tests.pet.rig_search", *map(str, arguments))
        code, errors = _ending(process)
        if code == 0:
            return None
        lines = operations.read_text(encoding="utf-8").splitlines() if operations.exists() else []
    return Crash(seed, code, errors, tuple(lines[-SHOWN_OPERATIONS:]))


def _ending(process: "subprocess.Popen[str]") -> tuple[int | None, str]:
    """Return exit code and errors of a process; no code if it was killed because it took too long."""
    try:
        _, errors = process.communicate(timeout=SECONDS_PER_CHILD)
    except subprocess.TimeoutExpired:
        process.kill()
        return None, process.communicate()[1]
    return process.returncode, errors


class Searcher:
    """Uses models at random, one after the other, until it has made its updates."""

    def __init__(
        self, models: Sequence[ModelFile], seed: int, note: Callable[[str], object], screen: OffscreenFrame
    ) -> None:
        self._models, self._chance, self._note, self._screen = models, random.Random(seed), note, screen
        self._frame = 0
        self._size = (1, 1)
        self._is_lost = False
        # Motions to be started at a frame: again, while their former run fades out.
        self._planned: dict[int, list[tuple[str, int]]] = {}
        self._rate = 30

    def run(self, updates: int) -> None:
        """Live as one model after the other; now and then the former one is closed only after the next was loaded."""
        former: Rig | None = None
        while self._frame < updates:
            model = self._chance.choice(self._models)
            if former is not None and not can_join(model):
                self._close(former)
                former = None
            rig = self._load(model)
            if former is not None:
                self._close(former)
            self._planned.clear()
            self._live(rig, min(updates, self._frame + self._chance.choice((1, 90, 1500, 4000))))
            former = rig
            if self._is_lost or self._chance.random() < 0.5:
                self._close(rig)
                former = None

    def _load(self, model: ModelFile) -> Rig:
        idle = self._chance.choice([None, *model.motions])
        self._note(f"load {model.folder.name}, idle group {idle}")
        rig = Rig(model, idle, *self._chance.choice(_RESETS))
        if self._chance.random() < 0.2:
            self._touch(rig)
        self._resize(rig)
        self._note("create the renderer")
        with gl.deleting_failed_programs():
            rig.create_renderer()
        self._is_lost = False
        return rig

    def _close(self, rig: Rig) -> None:
        self._note("close")
        rig.close()
        rig.close()
        if rig.covers(1, 1):
            raise AssertionError("a closed model covers a point")
        with contextlib.suppress(NotLoaded):
            rig.hit_test(1, 1)
            raise AssertionError("a closed model was tested")

    def _live(self, rig: Rig, until: int) -> None:
        self._rate = self._chance.choice(_FRAME_RATES)
        eagerness = self._chance.choice((0.005, 0.03, 0.3))
        while self._frame < until and not self._is_lost:
            for motion in self._planned.pop(self._frame, []):
                self._start(rig, motion, Priority.FORCE)
            while self._chance.random() < eagerness:
                self._chance.choice(self._deeds)(self, rig)
            self._update(rig)

    def _update(self, rig: Rig) -> None:
        odd = self._chance.random() < 0.02
        seconds = self._chance.choice((0.0, -1.0, 0.25, 7.0, self._chance.random())) if odd else 1 / self._rate
        if odd:
            self._note(f"{self._frame}: update {seconds}")
        rig.update(seconds)
        if not self._is_lost and self._chance.random() < _DRAWN_SHARE:
            self._draw(rig)
        self._frame += 1

    def _start_any(self, rig: Rig) -> None:
        if rig.model.motions:
            group = self._chance.choice(list(rig.model.motions))
            motion = (group, self._chance.randrange(rig.model.motions[group]))
            self._start(rig, motion, self._chance.choice(_PRIORITIES))

    def _start(self, rig: Rig, motion: tuple[str, int], priority: Priority) -> None:
        self._note(f"{self._frame}: start {motion} {priority.name}")
        rig.start_motion(*motion, priority)
        if self._chance.random() < 0.6:
            length, fade = length_and_fade(rig.model.settings.motions[motion[0]][motion[1]])
            again = self._frame + round((length - fade * self._chance.uniform(-0.2, 1.2)) * self._rate)
            self._planned.setdefault(max(self._frame + 1, again), []).append(motion)

    def _express(self, rig: Rig) -> None:
        if rig.model.expressions:
            name = self._chance.choice(rig.model.expressions)
            seconds = self._chance.choice((None, 0.0, 0.1, 3.0))
            self._note(f"{self._frame}: expression {name} for {seconds}")
            rig.set_expression(name, seconds)

    def _clear(self, rig: Rig) -> None:
        self._note(f"{self._frame}: clear expression")
        rig.clear_expression()

    def _look(self, rig: Rig) -> None:
        rig.look_at(self._chance.uniform(-2, 2), self._chance.choice((0.5, float("nan"), float("inf"))))

    def _speak(self, rig: Rig) -> None:
        rig.open_mouth(self._chance.choice((None, 0.0, 0.4, 1.0)), self._chance.random())
        rig.lean(self._chance.uniform(-30, 30))

    def _draw(self, rig: Rig) -> None:
        self._note(f"{self._frame}: draw")
        rig.draw()

    def _touch(self, rig: Rig) -> None:
        points = [self._point() for _ in range(self._chance.randint(1, _TOUCHES))]
        self._note(f"{self._frame}: touch {points}")
        for point in points:
            rig.hit_test(*point)
            rig.covers(*point)

    def _point(self) -> tuple[float, float]:
        """Return a point in the window or near it, seldom none at all."""
        if self._chance.random() < 0.02:
            return self._chance.choice(((float("nan"), 1.0), (float("inf"), -1e30), (0.0, 0.0)))
        x, y = (round(self._chance.uniform(-0.1, 1.1) * length, 1) for length in self._size)
        return x, y

    def _lose(self, rig: Rig) -> None:
        """Lose the context, as by a reset of the graphics driver; the model is closed in the next one."""
        if self._chance.random() < 0.05:
            self._note(f"{self._frame}: lose the context")
            self._screen.replace_context()
            self._is_lost = True

    def _idle(self, rig: Rig) -> None:
        group = self._chance.choice([None, *rig.model.motions])
        self._note(f"{self._frame}: idle group {group}")
        rig.play_idle(group)

    def _resize(self, rig: Rig) -> None:
        self._size = (self._chance.randint(1, 900), self._chance.randint(1, 900))
        scale = self._chance.uniform(0.2, 3)
        self._note(f"{self._frame}: resize to {self._size}, scale {scale:.2f}")
        rig.resize(*self._size, scale)

    _deeds = (
        *(_start_any, _start_any, _start_any, _express, _express, _clear, _look, _speak, _idle),
        *(_touch, _touch, _touch, _draw, _resize, _lose),
    )


def length_and_fade(motion: Motion) -> tuple[float, float]:
    """Return the length of a motion and of its fade-out, in seconds."""
    text = Path(motion.file).read_text(encoding="utf-8", errors="replace")
    if motion.file.lower().endswith(".json"):
        meta = cubism_json.parse(text)["Meta"]
        return meta["Duration"], motion.fades.get("FadeOutTime", meta.get("FadeOutTime", 1.0))
    curves = re.findall(r"^\w+=(.*)$", text, re.MULTILINE)
    return max(curve.count(",") + 1 for curve in curves) / 30, 1.0


def available() -> list[str]:
    """The built-in models, and the sample models that are there."""
    return [*BUILT_IN, *map(str, sample_models())]


def _be_child(options: argparse.Namespace) -> int:
    log = os.open(options.child, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    gl.disable_software_threads()
    application = QGuiApplication([])
    screen = OffscreenFrame()
    with tempfile.TemporaryDirectory(prefix="rig-search-") as cache:
        models = [model_file.load(name, Path(cache)) for name in options.models]
        Searcher(models, options.seed, lambda line: os.write(log, f"{line}\n".encode()), screen).run(options.updates)
    del screen, application
    return 0


def main(arguments: list[str]) -> int:
    """Search, and print what was found."""
    parser = argparse.ArgumentParser(prog="tests.pet.rig_search")
    parser.add_argument("models", nargs="*", help="models to search; all that there are by default")
    parser.add_argument("--updates", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child is not None:
        import faulthandler

        faulthandler.enable()
        return _be_child(options)
    models = options.models or available()
    print(f"{options.updates:,} updates of {', '.join(Path(name).name for name in models)}, seed {options.seed}")
    for made, crash in search(models, options.updates, options.seed):
        if crash is not None:
            print(f"FAILED within {made:,} updates; {crash}")
            return 1
        print(f"{made:,} updates: no crash", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
