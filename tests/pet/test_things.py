"""What a character holds and wears: chosen, taken by itself, and kept whatever a motion does."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from deskpet.chat import reduce
from deskpet.chat.events import BlockStarted, TextAppended, ToolFinished, ToolReady, ToolStarted
from deskpet.chat.messages import Message, Text, ToolUse
from deskpet.pet import character, model_file
from deskpet.pet.code_blocks import CodeBlocks
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.mood import AgentsActivity, MoodActivity
from deskpet.pet.problems import Findings
from deskpet.pet.things import Thing, offered, put_on, worn_things
from deskpet.pet.turn_reactions import react
from tests.pet.conftest import copy_of
from tests.pet.simulation import PresenceSimulation

THINGS = {
    "cup": Thing("hands", {"ParamCup": 1}, "a cup"),
    "book": Thing("hands", {"ParamBook": 1}, "a book"),
    "hat": Thing("head", {"ParamHat": 1}, "a hat"),
    "folded hands": Thing("hands", {"ParamFoldedHands": 1}, is_offered=False),
}


@pytest.fixture(params=["mikan", "yuki"])
def simulation(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[PresenceSimulation]:
    simulation = PresenceSimulation(request.param, tmp_path)
    yield simulation
    simulation.rig.close()


def test_of_the_things_of_one_place_the_last_is_worn() -> None:
    assert put_on({"cup", "hat"}, "book", THINGS) == {"book", "hat"}
    # What another version of the model had is kept.
    assert put_on({"gone"}, "cup", THINGS) == {"cup", "gone"}


def test_an_activity_replaces_what_is_in_the_same_place() -> None:
    assert worn_things({"cup", "hat", "gone"}, (), THINGS) == (THINGS["cup"], THINGS["hat"])
    assert {each.meaning for each in worn_things({"cup", "hat"}, ("book",), THINGS)} == {"a book", "a hat"}


def test_a_pose_of_an_activity_is_not_offered() -> None:
    assert offered(THINGS) == {"cup": "a cup", "book": "a book", "hat": "a hat"}


def test_what_is_worn_is_seen_and_put_away(simulation: PresenceSimulation) -> None:
    simulation.animator.wear(frozenset({"cup", "glasses"}))
    simulation.advance(0.2)
    assert 0 < simulation.value("ParamHoldL") < 1
    simulation.advance(0.6)
    assert [simulation.value(f"Param{name}") for name in ("Cup", "HoldL", "Glasses", "HoldR", "Book")] == [
        1,
        1,
        1,
        0,
        0,
    ]
    simulation.animator.wear(frozenset({"book"}))
    simulation.advance(1)
    assert [simulation.value(f"Param{name}") for name in ("Cup", "HoldL", "Glasses", "HoldR", "Book")] == [
        0,
        1,
        0,
        1,
        1,
    ]
    simulation.animator.wear(frozenset())
    simulation.advance(1)
    assert simulation.value("ParamHoldL") == simulation.value("ParamBook") == 0


def test_what_is_lent_is_taken_back_and_what_the_user_chooses_meanwhile_stays(simulation: PresenceSimulation) -> None:
    simulation.animator.wear(frozenset({"cup", "glasses"}))
    simulation.animator.lend("book", True)
    simulation.animator.lend("glasses", False)
    simulation.animator.lend("no such thing", True)
    simulation.advance(1)
    assert [simulation.value(f"Param{name}") for name in ("Cup", "Glasses", "Book")] == [0, 0, 1]
    # Another note on the model is changed.
    simulation.animator.wear(frozenset({"cup", "glasses"}))
    assert simulation.animator.worn == {"book"}
    simulation.animator.take_back()
    simulation.advance(1)
    assert [simulation.value(f"Param{name}") for name in ("Cup", "Glasses", "Book")] == [1, 1, 0]
    simulation.animator.lend("book", True)
    simulation.animator.wear(frozenset({"glasses"}))
    simulation.animator.take_back()
    assert simulation.animator.worn == {"glasses"}


def test_hands_that_hold_stay_while_a_motion_moves_them(simulation: PresenceSimulation) -> None:
    simulation.animator.wear(frozenset({"book"}))
    simulation.advance(1)
    for group in ("Wave", "Think", "Happy", "Surprise"):
        simulation.animator.move(simulation.rig, group)
        for _ in range(15):
            simulation.advance(0.1)
            assert simulation.value("ParamArmL") == simulation.value("ParamArmR") == 0
            assert simulation.value("ParamArmLFold") == simulation.value("ParamArmRFold") == 0


@pytest.mark.parametrize(
    ("doing", "parameter"),
    [
        (MoodActivity.READING, "ParamBook"),
        (MoodActivity.AWAITING, "ParamFoldedHands"),
        (MoodActivity.REVIEWING, "ParamGlasses"),
        (MoodActivity.TYPING, "ParamLaptop"),
    ],
)
def test_a_thing_is_taken_for_an_activity_and_put_away(
    simulation: PresenceSimulation, doing: MoodActivity, parameter: str
) -> None:
    simulation.animator.do(doing)
    simulation.advance(3)
    assert simulation.value(parameter) == 1
    simulation.animator.do(MoodActivity.NOTHING)
    simulation.advance(1)
    assert simulation.value(parameter) == 0
    simulation.animator.set_takes_things(False)
    simulation.animator.do(doing)
    simulation.advance(3)
    assert simulation.value(parameter) == 0


def test_a_laptop_is_held_while_agents_work_and_the_cup_comes_back(simulation: PresenceSimulation) -> None:
    simulation.animator.wear(frozenset({"cup"}))
    simulation.animator.show_agents(AgentsActivity.WORKING)
    simulation.advance(3)
    assert (simulation.value("ParamLaptop"), simulation.value("ParamCup")) == (1, 0)
    simulation.animator.show_agents(AgentsActivity.NOTHING)
    simulation.advance(2)
    assert (simulation.value("ParamLaptop"), simulation.value("ParamCup")) == (0, 1)


def test_work_that_goes_on_for_long_is_drawn_as_seldom_as_one_who_is_left_alone(simulation: PresenceSimulation) -> None:
    simulation.animator.show_agents(AgentsActivity.WORKING)
    simulation.advance(12)
    seen: set[float] = set()
    for _ in range(60):
        assert simulation.advance(0.1) is FrameRate.IDLE
        seen.add(round(simulation.value("ParamHandL"), 2))
    # She still types.
    assert len(seen) > 8


def test_asleep_the_hands_are_empty_and_the_glasses_off(simulation: PresenceSimulation) -> None:
    simulation.animator.wear(frozenset({"cup", "glasses", "knitted hat"}))
    simulation.animator.set_sleep_timeout(5)
    simulation.advance(8)
    assert [simulation.value(f"Param{name}") for name in ("Cup", "HoldL", "Glasses", "Hat")] == [0, 0, 0, 1]


def test_a_long_code_block_is_typed_but_not_one_that_is_read_aloud(simulation: PresenceSimulation) -> None:
    animator = simulation.animator
    animator.say("Here it is:\n``")
    animator.say("`python\n")
    for line in range(20):
        animator.say(f"print({line})\n")
        simulation.advance(0.1)
    simulation.advance(0.5)
    assert simulation.value("ParamLaptop") == 1
    animator.say("```\nThat is all.")
    simulation.advance(1)
    assert simulation.value("ParamLaptop") == 0
    animator.set_voice(lambda: None)  # pyright: ignore[reportArgumentType] - it is not asked for a shape
    animator.say("```\nx")
    assert animator.mood.doing is MoodActivity.TALKING


def test_a_code_block_goes_on_while_a_tool_runs_but_not_in_another_text(simulation: PresenceSimulation) -> None:
    animator = simulation.animator
    answer = Message("assistant")
    for event, doing in (
        (BlockStarted(0, Text()), MoodActivity.NOTHING),
        (TextAppended(0, "```python\nx"), MoodActivity.TYPING),
        (BlockStarted(1, ToolUse("clock.now", "c")), MoodActivity.WAITING),
        (ToolReady(1, "c", {}), MoodActivity.WAITING),
        (ToolStarted(1, 0.0), MoodActivity.WATCHING),
        (TextAppended(0, "\ny"), MoodActivity.TYPING),
        (ToolFinished(1, 0.0, "12:00"), MoodActivity.WAITING),
        (TextAppended(0, "\n```\nThat is all."), MoodActivity.TALKING),
        (TextAppended(0, "\n```\nz"), MoodActivity.TYPING),
        (BlockStarted(2, Text()), MoodActivity.TYPING),
        (TextAppended(2, "Well"), MoodActivity.TALKING),
    ):
        answer = reduce.apply(answer, event)
        react(animator, event, answer)
        assert animator.mood.doing is doing, event


@pytest.mark.parametrize(
    ("pieces", "is_code"),
    [
        (["a `b` c"], False),
        (["```py\n", "x"], True),
        (["`", "`", "`py\nx"], True),
        (["```\nx\n``", "`\ny"], False),
        (["```\nx\n```\n", "```\ny"], True),
        (["``", " `x"], False),
    ],
)
def test_fences_are_followed_over_pieces(pieces: list[str], is_code: bool) -> None:
    blocks = CodeBlocks()
    assert [blocks.add_text(piece) for piece in pieces][-1] is is_code


def test_faulty_things_of_a_model_are_noted_and_left_out(built_in: Path, tmp_path: Path) -> None:
    copy = copy_of(built_in, tmp_path / "mikan")
    file = copy / "character.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    document["things"] = {
        "cup": {"place": "hands", "parameters": {"ParamCup": 1}},
        "hat": {"parameters": {}},
        "book": {"place": "hands", "parameters": {"ParamBook": "much"}},
    }
    document["things"]["lamp"] = {"place": "hands", "parameters": {}, "meaning": None}
    document["activities"] = {"reading": ["book", "cup"], "dancing": ["cup"], "typing": [["stool"], {}, None, "cup"]}
    file.write_text(json.dumps(document), encoding="utf-8")
    findings = Findings()
    found = character.read(model_file.load(str(copy), tmp_path / "cache"), findings)
    assert found.things == {"cup": Thing("hands", {"ParamCup": 1}), "lamp": Thing("hands", {})}
    assert [*found.activities.values()] == [("cup",), ("cup",)]
    told = "\n".join(map(str, findings.problems))
    assert all(name in told for name in ("hat", "book", "dancing", "stool"))


def test_a_model_that_names_no_things_has_none(built_in: Path, tmp_path: Path) -> None:
    copy = copy_of(built_in, tmp_path / "mikan")
    (copy / "character.json").unlink()
    assert character.from_model(model_file.load(str(copy), tmp_path / "cache")).things == {}
