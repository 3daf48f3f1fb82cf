"""Measure how the bodies of the built-in characters move, beside those of the sample models that are there.

    python -m tests.campaigns.body mikan --pictures /tmp/body

Of each motion: the share of frames that keep the outline of rest, and the frame that differs most, by the shared area
of two outlines (intersection over union). Of each model: how alike the idle motions are in those frames, the largest
step when a motion interrupts another, how far parts of the head travel when it turns, its size and its time to draw.
`--pictures` writes twelve frames of each motion. Needs a display.
"""

import argparse
import itertools
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from PySide6.QtGui import QGuiApplication, QImage, QOpenGLContext
from PySide6.QtOpenGL import QOpenGLFramebufferObject

from deskpet.pet import model_file
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig
from models.mikan.generator.motion import ACCENTS
from models.mikan.generator.parameters import ARM_OPEN, SNAP
from tests.pet.offscreen import OffscreenFrame
from tests.support.folders import sample_models

STEP = 1 / 60
SMALL, LARGE, DRAWN = (120, 166), (240, 333), (400, 556)
"""Pixels of outlines, of pictures, and of the frame whose time is measured."""
EVERY = 4
"""Updates from one outline to the next."""
SAME, FAST, MOMENTS = 0.95, 0.08, 5
"""Outlines as alike as this are the same; more than this share of a range in a 60th of a second jerks."""
HEAD_WIDTH = 600 * 0.94 / 1080
"""Of the built-in characters, in units of the model."""
PARTS = {
    "eyes": ("ArtIrisL", "ArtIrisR"),
    "nose": ("ArtNose",),
    "ears": ("ArtEarL", "ArtEarR"),
    "bangs": ("ArtFrontHair",),
    "back hair": ("ArtBackHair",),
    "legs": ("ArtLegL", "ArtLegR"),
}
TURNED = (("ParamAngleX", 30.0), ("ParamBodyAngleX", 10.0))


class Body:
    """A model that neither breathes nor blinks nor looks, drawn into a small frame."""

    def __init__(self, file: ModelFile) -> None:
        self.file, self.rig = file, Rig(file)
        self.rig.create_renderer()
        # Poses are set as in an editor, which the pet never does.
        self.core: Any = self.rig._loaded_core()  # pyright: ignore[reportPrivateUsage]
        self.core.SetAutoBreath(False)
        self.rest_again()
        self.ranges = {
            name: self.core.GetParamMaxById(name) - self.core.GetParamMinById(name) for name in self.core.GetParamIds()
        }
        self.rest = self.outline()

    @property
    def motions(self) -> Iterator[tuple[str, int]]:
        """Every motion as its group and number."""
        return ((group, i) for group, count in self.file.motions.items() for i in range(count))

    def rest_again(self) -> None:
        """End what plays, and let everything swing out."""
        self.core.StopAllMotions()
        self.core.ResetAllParameters()
        self.core.SaveParameters()
        self.pass_time(90)

    def pass_time(self, updates: int) -> None:
        """Advance by so many 60ths of a second."""
        for _ in range(updates):
            self.rig.update(STEP)

    def frames(self, group: str, index: int, every: int = EVERY) -> Iterator[int]:
        """Play a motion from rest; yields the number of updates when it is time to look."""
        self.rest_again()
        self.rig.start_motion(group, index)
        count = 0
        while not self.rig.is_resting and count < 1200:
            self.pass_time(every)
            count += every
            yield count

    def picture(self, size: tuple[int, int]) -> QImage:
        """Draw it now."""
        frame = QOpenGLFramebufferObject(*size)
        frame.bind()
        QOpenGLContext.currentContext().functions().glViewport(0, 0, *size)
        self.rig.resize(*size)
        self.rig.draw()
        return frame.toImage().convertToFormat(QImage.Format.Format_RGBA8888)

    def outline(self) -> np.ndarray:
        """Return which pixels it covers now."""
        return _array(self.picture(SMALL))[..., 3] > 127


def _array(image: QImage) -> np.ndarray:
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()


def _alike(one: np.ndarray, other: np.ndarray) -> float:
    return float((one & other).sum() / max(1, (one | other).sum()))


def outlines(body: Body, idle: str | None) -> None:
    """Print how much each motion changes the outline, and how alike the idle ones are where they differ most."""
    shares: dict[bool, list[float]] = {True: [], False: []}
    lowest: list[float] = []
    peaks: list[np.ndarray] = []
    for group, index in body.motions:
        seen = [body.outline() for _ in body.frames(group, index)]
        if not seen:
            continue
        likeness = [_alike(body.rest, each) for each in seen]
        same = sum(each > SAME for each in likeness) / len(likeness)
        shares[group == idle].append(same)
        lowest.append(min(likeness))
        cut = sum(bool(each[:, 0].any() or each[:, -1].any() or each[0].any()) for each in seen)
        print(f"  {group + ' ' + str(index):14} same outline {same:4.0%}   lowest {min(likeness):.2f}   cut off {cut}")
        if group == idle:
            peaks.append(seen[likeness.index(min(likeness))])
    pairs = [_alike(one, other) for one, other in itertools.combinations(peaks, 2)]
    for is_idle, name in ((True, "idle motions"), (False, "gestures")):
        if shares[is_idle]:
            print(f"  {name}: same outline {np.mean(shares[is_idle]):.0%} of the frames")
    print(f"  lowest on average {np.mean(lowest):.2f}; idle motions pairwise up to {max(pairs, default=0):.2f}")


def interruptions(body: Body) -> None:
    """Print the largest steps when any motion interrupts any other, and how many interruptions jerk."""
    rig, ranges, motions = body.rig, body.ranges, list(body.motions)
    files = [motion.file for group in body.file.settings.motions.values() for motion in group if motion.file]
    curves = [curve["Id"] for file in files for curve in json.loads(Path(file).read_text(encoding="utf-8"))["Curves"]]
    # A blink and the like are meant to be fast.
    names = [name for name in ranges if name in curves and "Eye" not in name and name not in ACCENTS]
    steps: list[tuple[float, str]] = []
    hands = 0
    for first, second in itertools.product(motions, motions):
        for moment in range(MOMENTS):
            rig.start_motion(*first)
            for _ in range(15 + 23 * moment):
                rig.update(STEP)
            rig.start_motion(*second)
            before = {name: rig.parameter(name) for name in names}
            worst = (0.0, "")
            for _ in range(36):
                rig.update(STEP)
                now = {name: rig.parameter(name) for name in names}
                worst = max(worst, *((abs(now[n] - before[n]) / ranges[n], n) for n in names))
                hands += any(ARM_OPEN < now.get(f"ParamArm{side}", 0.0) < ARM_OPEN + SNAP for side in "LR")
                before = now
            steps.append((worst[0], f"{worst[1]}, {first} at {(15 + 23 * moment) / 60:.2f} s -> {second}"))
    steps.sort(reverse=True)
    fast = sum(step > FAST for step, _ in steps)
    print(f"  {len(steps)} interruptions: {fast} above {FAST:.0%} of a range; frames with two hands {hands}")
    for step, where in steps[:: max(1, fast // 6)][:6]:
        print(f"    {step:.1%} {where}")


def travel(body: Body) -> None:
    """Print how far parts travel from one side to the other, as shares of the head's width."""
    ids = body.core.GetDrawableIds()
    if "ArtNose" not in ids:
        return

    def places(parameter: str, value: float) -> dict[str, float]:
        body.rest_again()
        body.core.SetParamById(parameter, value)
        body.picture(SMALL)
        columns = {id_: body.core.GetDrawableVertices(number)[0::2] for number, id_ in enumerate(ids)}
        return {name: float(np.mean([columns[mesh] for mesh in meshes])) for name, meshes in PARTS.items()}

    for parameter, most in TURNED:
        left, right = places(parameter, -most), places(parameter, most)
        ways = {name: 100 * (right[name] - left[name]) / HEAD_WIDTH for name in left}
        each = ", ".join(f"{name} {way:.1f}" for name, way in ways.items())
        print(f"  {parameter}: nose - eyes {ways['nose'] - ways['eyes']:.1f}; {each}")


def costs(body: Body) -> None:
    """Print the size of the model and the time of a frame: the shortest, for the machine may be busy."""
    body.rest_again()
    times = [time.perf_counter()]
    for _ in range(60):
        body.picture(DRAWN)
        times.append(time.perf_counter())
    millis = 1000 * min(after - before for before, after in itertools.pairwise(times))
    print(f"  moc3 {body.file.moc.stat().st_size / 1024:.0f} KiB; a frame of {DRAWN} takes {millis:.1f} ms")


def pictures(body: Body, folder: Path) -> None:
    """Write a sheet with twelve frames of each motion."""
    for group, index in body.motions:
        taken = [_array(body.picture(LARGE)) for _ in body.frames(group, index, 10)]
        chosen = [taken[round(i * (len(taken) - 1) / 11)] for i in range(12)] if taken else []
        sheet = Image.new("RGBA", (LARGE[0] * 6, LARGE[1] * 2), "#ffffff")
        for i, each in enumerate(chosen):
            sheet.alpha_composite(Image.fromarray(each), (i % 6 * LARGE[0], i // 6 * LARGE[1]))
        sheet.convert("RGB").save(folder / f"{body.file.path.parent.name}_{group}_{index}.png")


def main() -> None:
    """Measure the models that the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="names or folders (default: the built-in and the sample models)")
    parser.add_argument("--only", default="outlines,interruptions,travel,costs", help="what to measure")
    parser.add_argument("--pictures", type=Path, help="write frames of each motion there instead")
    options = parser.parse_args()
    application, frame = QGuiApplication([]), OffscreenFrame()
    names = options.models or ["mikan", "yuki", *map(str, sample_models())]
    for name in names:
        with tempfile.TemporaryDirectory() as cache:
            file = model_file.load(name, Path(cache))
            print(file.path.parent.name, flush=True)
            if file.cubism == 2:
                continue
            _measure(file, options)
    del application, frame


def _measure(file: ModelFile, options: Any) -> None:
    body = Body(file)
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
        pictures(body, options.pictures)
        return
    idle = next((group for group in file.motions if group.lower() == "idle"), None)
    if "outlines" in options.only:
        outlines(body, idle)
    if "interruptions" in options.only:
        interruptions(body)
    if "travel" in options.only:
        travel(body)
    if "costs" in options.only:
        costs(body)


if __name__ == "__main__":
    main()
