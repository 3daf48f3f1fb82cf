"""The built-in characters as they are seen: faces that are told apart when small, and a body that gives way."""

from collections.abc import Callable, Generator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QOffscreenSurface, QOpenGLContext
from PySide6.QtOpenGL import QOpenGLFramebufferObject

from deskpet.pet import character, model_file
from deskpet.pet.rig import Rig
from deskpet.ui.pet.gl import limit_mipmaps, surface_format, texture_names

pytestmark = pytest.mark.window

STEP = 1 / 60
SMALL, LARGE = (134, 200), (300, 450)
# The part of the canvas, as shares of it, with eyes and mouth: ears and signs beside the head do not count.
ROWS, COLUMNS = (0.37, 0.58), (0.24, 0.74)
# A difference that is seen, of 255, and on how much of the face it has to be.
PLAIN, SHARE = 40, 0.04

Draw = Callable[[Rig, tuple[int, int]], np.ndarray]


@pytest.fixture(params=["mikan", "yuki"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> model_file.ModelFile:
    return model_file.load(request.param, tmp_path)


@pytest.fixture
def draw(qapp: object) -> Generator[Draw]:
    """Draw a rig in its own GL context. Returns rows of RGBA."""
    context, surface = QOpenGLContext(), QOffscreenSurface()
    context.setFormat(surface_format())
    context.create()
    surface.setFormat(context.format())
    surface.create()
    context.makeCurrent(surface)

    def picture(rig: Rig, size: tuple[int, int]) -> np.ndarray:
        target = QOpenGLFramebufferObject(*size)
        target.bind()
        context.functions().glViewport(0, 0, *size)
        rig.resize(*size)
        limit_mipmaps(texture_names(), rig.smallest_mipmap(size, 1.0))
        rig.draw()
        image = target.toImage().convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)
        return np.frombuffer(image.constBits(), np.uint8).reshape(size[1], size[0], 4).astype(int)

    yield picture
    context.doneCurrent()


@pytest.fixture
def rig(model: model_file.ModelFile, draw: Draw) -> Generator[Rig]:
    rig = Rig(model)
    rig.create_renderer()
    pass_time(rig, 0.5)
    yield rig
    rig.close()


def pass_time(rig: Rig, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        rig.update(STEP)


def portrait(model: model_file.ModelFile, draw: Draw, expression: str) -> np.ndarray:
    """Return a small picture of the face at a fixed moment of its breath, without a blink."""
    while True:
        rig = Rig(model)
        rig.create_renderer()
        rig.set_expression(expression)
        pass_time(rig, 1.0)
        opening = []
        for _ in range(15):
            rig.update(STEP)
            opening.append(rig.parameter("ParamEyeROpen"))
        picture = face(draw(rig, SMALL))
        rig.close()
        # An eye that has only just begun to close is seen in the picture already.
        if len(set(opening)) == 1:
            return picture


def face(picture: np.ndarray) -> np.ndarray:
    rows, columns = (
        slice(*(round(share * side) for share in shares))
        for shares, side in zip((ROWS, COLUMNS), picture.shape, strict=False)
    )
    return picture[rows, columns]


def top(picture: np.ndarray) -> float:
    """Return the first visible row as a share of the height."""
    return float(np.argmax((picture[..., 3] > 128).any(axis=1))) / picture.shape[0]


def test_every_face_is_told_from_every_other_when_small(model: model_file.ModelFile, draw: Draw) -> None:
    faces = {name: portrait(model, draw, name) for name in model.expressions}
    assert (portrait(model, draw, "happy") == faces["happy"]).all()
    for (one, first), (other, second) in combinations(faces.items(), 2):
        differs = (abs(first - second).max(axis=2) > PLAIN).mean()
        assert differs > SHARE, (one, other, differs)


def places(rig: Rig, mesh: str) -> np.ndarray:
    """Return the vertices of a mesh in units of the model, y up, as it was last drawn."""
    core = rig._loaded_core()  # pyright: ignore[reportPrivateUsage]
    number = core.GetDrawableIds().index(f"Art{mesh}")
    return np.asarray(core.GetDrawableVertices(number)).reshape(-1, 2)


@pytest.mark.parametrize(("index", "side"), [(0, "R"), (1, "L")])
def test_a_hand_waves_beside_the_ear_or_the_eye(
    model: model_file.ModelFile, rig: Rig, draw: Draw, index: int, side: str
) -> None:
    """The shy one does not stretch her arm."""
    beside = {"mikan": "Ear", "yuki": "Iris"}[model.path.parent.name]
    rig.start_motion("Wave", index)
    highest, level = -9.0, 0.0
    while not rig.is_resting:
        pass_time(rig, 4 * STEP)
        draw(rig, SMALL)
        fingers = places(rig, f"OpenHand{side}")[:, 1].max()
        if fingers > highest:
            rows = places(rig, f"{beside}{side}")[:, 1]
            highest, level = fingers, float(rows.min() + rows.max()) / 2
    assert highest > level


def test_legs_feet_and_tail_turn_with_the_body(rig: Rig, draw: Draw) -> None:
    """The feet go where she turns, and the tail, which grows from her back, the other way."""
    core = rig._loaded_core()  # pyright: ignore[reportPrivateUsage]
    turned: list[dict[str, float]] = []
    for value in (-10.0, 10.0):
        core.SetParamById("ParamBodyAngleX", value)
        draw(rig, SMALL)
        turned.append({name: float(places(rig, name)[:, 0].mean()) for name in ("LegL", "LegR", "Hoodie", "Tail")})
    left, right = turned
    head = np.ptp(places(rig, "Face")[:, 0])
    for name in ("LegL", "LegR", "Hoodie"):
        assert right[name] - left[name] > 0.06 * head, name
    assert right["Tail"] - left["Tail"] < 0


def test_she_squats_and_stretches_when_she_hops(rig: Rig, draw: Draw) -> None:
    before = top(draw(rig, LARGE))
    rig.start_motion("Happy")
    tops: list[float] = []
    while not rig.is_resting:
        rig.update(STEP)
        tops.append(top(draw(rig, LARGE)))
    highest = min(tops)
    assert max(tops[: tops.index(highest)]) > before + 0.02
    assert highest < before - 0.03


def test_everything_she_holds_or_wears_is_seen_and_put_away(model: model_file.ModelFile, rig: Rig, draw: Draw) -> None:
    rig._loaded_core().SetAutoBreath(False)  # pyright: ignore[reportPrivateUsage]

    def settled() -> np.ndarray:
        pass_time(rig, 1)
        while rig.parameter("ParamEyeLOpen") < 1:
            rig.update(STEP)
        return draw(rig, LARGE)

    pass_time(rig, 3)
    before = settled()

    def changed() -> float:
        return float((abs(settled() - before).max(axis=2) > PLAIN).mean())

    for name, thing in character.from_model(model).things.items():
        rig.wear([thing])
        worn = changed()
        rig.wear([])
        assert changed() < 0.001, name
        assert worn > 0.004 or not thing.parameters, (name, worn)
