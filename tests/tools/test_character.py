"""The tool for the gaze: what is requested of the stage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.toolbox import Toolbox
from deskpet.pet.character import Character
from deskpet.pet.held_gaze import GazeRequest
from deskpet.tools.character import CHARACTER_TOOLS, look_at
from deskpet.ui.stage import Stage


class Requests:
    """A stage, and what was requested of it."""

    def __init__(self) -> None:
        stage = Stage(Character("Mikan"))
        self.all: list[GazeRequest] = []
        stage.look_requested.connect(self.all.append)
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


@given(st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5), max_size=3))
def test_a_look_is_previewed_whatever_was_given(arguments):
    assert look_at.preview
    assert look_at.preview(arguments) == ""
    assert look_at.preview(arguments | {"direction": "user"}) == "At you"
