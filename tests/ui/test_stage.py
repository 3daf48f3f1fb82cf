"""Stage announces requests for expressions and motions, with or without a window."""

from pytestqt.qtbot import QtBot

from deskpet.pet.character import Character
from deskpet.pet.held_gaze import GazeRequest
from deskpet.ui.stage import Stage

MIKAN = Character("Mikan", expressions={"happy": "smiles"})


def test_requests_are_announced(qtbot: QtBot) -> None:
    stage = Stage(MIKAN)
    with qtbot.waitSignal(stage.expression_requested) as face:
        stage.request_expression("happy")
    with qtbot.waitSignal(stage.motion_requested) as motion:
        stage.request_motion("Wave", 2)
    with qtbot.waitSignal(stage.motion_requested) as first:
        stage.request_motion("Wave")
    with qtbot.waitSignal(stage.look_requested) as look:
        stage.request_look(GazeRequest("left", 4))
    with qtbot.waitSignal(stage.thing_requested) as thing:
        stage.request_thing("cup", False)
    assert thing.args == ["cup", False]
    assert look.args == [GazeRequest("left", 4)]
    assert face.args == ["happy"]
    assert motion.args == ["Wave", 2]
    assert first.args == ["Wave", 0]


def test_the_character_can_be_replaced() -> None:
    stage = Stage(MIKAN)
    stage.character = Character("Haru")
    assert stage.character.name == "Haru"
