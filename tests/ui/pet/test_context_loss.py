"""The graphics driver is reset under the pet: the character is loaded again, and looks as before."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from deskpet.pet import character
from deskpet.ui.pet import gl_window
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage
from tests.ui.pet.losable_context import LosableContext
from tests.ui.pet.scene import PATIENCE, Scene, shape

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def losable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let windows created from now on use contexts that can be lost. To be requested before `scene`."""
    monkeypatch.setattr(gl_window, "QOpenGLContext", LosableContext)


def lose_context(qtbot: QtBot, scene: Scene) -> None:
    """Lose the context and wait until the character is drawn in another one."""
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        LosableContext.lose_all()


def test_the_character_is_there_again_after_a_reset_of_the_graphics_driver(qtbot: QtBot, scene: Scene) -> None:
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    before = shape(scene.picture())
    for _ in range(2):
        lose_context(qtbot, scene)
        # She greets, so that the outline differs somewhat.
        assert len(shape(scene.picture()) & before) > 0.7 * len(before)
    with qtbot.waitSignal(scene.pet.frameSwapped, timeout=PATIENCE):
        scene.pet.living_model.play_motion("Wave")


def test_two_characters_are_drawn_together_and_are_both_there_again_after_a_reset(
    qtbot: QtBot, scene: Scene, tmp_path: Path
) -> None:
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    second = Scene.__new__(Scene)
    second.pet = PetWindow(scene.model, Stage(character.from_model(scene.model)), place_file=tmp_path / "second.json")
    second.pet.share_with(scene.pet)
    second.pet.setPosition(scene.pet.position() - QPoint(scene.pet.width() + 40, 0))
    with qtbot.waitSignal(second.pet.first_frame, timeout=PATIENCE):
        second.pet.show()
    before = [shape(each.picture()) for each in (scene, second)]
    with qtbot.waitSignals([scene.pet.first_frame, second.pet.first_frame], timeout=PATIENCE):
        LosableContext.lose_all()
    for each, seen in zip((scene, second), before, strict=True):
        assert len(seen) > 200
        assert len(shape(each.picture()) & seen) > 0.7 * len(seen)
    second.pet.close_gl()
    second.pet.destroy()
    # Those that are left keep what they share.
    assert len(shape(scene.picture()) & before[0]) > 0.7 * len(before[0])


def test_a_reset_while_the_character_is_hidden_is_noticed_when_she_is_shown(qtbot: QtBot, scene: Scene) -> None:
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    before = shape(scene.picture())
    scene.pet.hide()
    LosableContext.lose_all()
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    assert len(shape(scene.picture()) & before) > 0.7 * len(before)
