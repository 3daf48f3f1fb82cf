"""The tools for expressions, motions and the gaze: what is requested of the stage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.toolbox import Toolbox
from deskpet.pet.character import Character, MotionGroup
from deskpet.pet.held_gaze import GazeRequest
from deskpet.pet.things import Thing
from deskpet.tools.character import CHARACTER_TOOLS, look_at, wear
from deskpet.ui.stage import Stage


class Requests:
    """A stage, and what was requested of it."""

    def __init__(self) -> None:
        expressions = {"Happy": "is glad", "happy": "smiles a little", "Sad": "is sad"}
        motions = {"Wave": MotionGroup("wave a hand", 2), "nod": MotionGroup("nod", 1), "Nod": MotionGroup("bow", 1)}
        things = {"cup": Thing("hands", {}, "a cup"), "folded hands": Thing("hands", {}, is_offered=False)}
        stage = Stage(Character("Mikan", expressions=expressions, motions=motions, things=things))
        self.all: list[GazeRequest] = []
        self.names: list[str] = []
        stage.look_requested.connect(self.all.append)
        stage.expression_requested.connect(self.names.append)
        stage.thing_requested.connect(lambda name, on: self.names.append(f"{name} {on}"))
        stage.motion_requested.connect(lambda group, index: self.names.append(f"{group} {index}"))
        self.box = Toolbox(CHARACTER_TOOLS, stage=stage)


async def test_a_direction_is_requested():
    requests = Requests()
    outcome = await requests.box.call("live2d.look_at", {"direction": "away"})
    assert outcome.output == "You look: away, for 4 seconds"
    await requests.box.call("live2d_look_at", {"direction": "point", "x": 0.1, "y": 0.9, "seconds": 2})
    assert requests.all == [GazeRequest("away", 4), GazeRequest("point", 2, 0.1, 0.9)]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"direction": "north"}, "invalid_arguments"),
        ({"direction": "left", "seconds": 31}, "invalid_seconds"),
        ({"direction": "left", "seconds": "NaN"}, "invalid_seconds"),
        ({"direction": "point", "x": 1.1}, "invalid_point"),
        ({"direction": "point", "y": "NaN"}, "invalid_point"),
    ],
)
async def test_what_is_no_direction_is_told(arguments, code):
    requests = Requests()
    assert (await requests.box.call("live2d.look_at", arguments)).error.code == code
    assert requests.all == []


@pytest.mark.parametrize(
    ("tool", "arguments", "requested"),
    [
        ("live2d_motion", {"group": "wave"}, "Wave 0"),
        ("live2d_motion", {"group": "WAVE", "index": 1}, "Wave 1"),
        ("live2d_expression", {"name": "sad"}, "Sad"),
        # Of two that differ by case only, the exact one is meant.
        ("live2d_motion", {"group": "nod"}, "nod 0"),
        ("live2d_motion", {"group": "Nod"}, "Nod 0"),
        ("live2d_expression", {"name": "happy"}, "happy"),
        ("live2d_wear", {"thing": "Cup"}, "cup True"),
        ("live2d_wear", {"thing": "cup", "on": False}, "cup False"),
    ],
)
async def test_a_name_is_meant_in_any_case(tool, arguments, requested):
    requests = Requests()
    outcome = await requests.box.call(tool, arguments)
    assert outcome.error is None
    assert requests.names == [requested]


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "candidates"),
    [
        ("live2d_motion", {"group": "NOD"}, "unknown_group", ("nod", "Nod")),
        ("live2d_motion", {"group": "fly"}, "unknown_group", ("Wave", "nod", "Nod")),
        ("live2d_motion", {"group": 3}, "unknown_group", ("Wave", "nod", "Nod")),
        ("live2d_motion", {"group": "wave", "index": 2}, "unknown_index", ("0", "1")),
        ("live2d_wear", {"thing": "folded hands"}, "unknown_thing", ("cup",)),
        ("live2d_expression", {"name": "HAPPY"}, "unknown_name", ("Happy", "happy")),
    ],
)
async def test_a_name_that_is_not_clear_is_an_error_with_the_candidates(tool, arguments, code, candidates):
    requests = Requests()
    error = (await requests.box.call(tool, arguments)).error
    assert (error.code, error.available) == (code, candidates)
    assert all(each in error.message for each in candidates)
    assert requests.names == []


@given(st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5), max_size=3))
def test_a_look_is_previewed_whatever_was_given(arguments):
    assert look_at.preview
    assert look_at.preview(arguments) == ""
    assert look_at.preview(arguments | {"direction": "user"}) == "At you"


def test_only_a_character_with_things_is_offered_to_wear_them() -> None:
    without = Toolbox(CHARACTER_TOOLS, stage=Stage(Character("Haru", expressions={"happy": "smiles"})))
    assert "live2d_wear" not in {spec.name for spec in without.specs()}
    (spec,) = (spec for spec in Requests().box.specs() if spec.name == "live2d_wear")
    assert spec.parameters["properties"]["thing"]["enum"] == ["cup"]


def test_what_is_put_away_is_previewed() -> None:
    assert wear.preview
    assert wear.preview({"thing": "knitted hat"}) == "Knitted hat"
    assert wear.preview({"thing": "knitted hat", "on": False}) == "Knitted hat, put away"
