"""What the planner's world is made of: screens, fences and windows."""

from pathlib import Path

import pytest

from deskpet.features.roaming import fences
from deskpet.features.roaming.surroundings import ScreenSpace, SeenWindow, area_of, is_used, world_of
from deskpet.features.roaming.world import Box, DesktopWindow

LEFT = ScreenSpace("left", Box(0, 0, 1920, 1080), Box(0, 0, 1920, 1040))
RIGHT = ScreenSpace("right", Box(1920, 0, 3840, 1080), Box(1920, 0, 3840, 1080))
WINDOW = Box(100, 200, 900, 1040)


def test_each_screen_is_an_area_and_she_peeks_only_from_outer_sides() -> None:
    world = world_of((LEFT, RIGHT), {}, ())
    assert [area.box for area in world.areas] == [LEFT.free, RIGHT.free]
    assert [area.outer for area in world.areas] == [{-1}, {1}]
    assert [area.outer for area in world_of((LEFT,), {}, ()).areas] == [{-1, 1}]


def test_a_fence_is_kept_within_what_is_free_and_is_ignored_once_it_does_not_fit() -> None:
    assert area_of(RIGHT, {"right": Box(100, 500, 900, 2000)}) == Box(2020, 500, 2820, 1080)
    assert area_of(RIGHT, {"right": Box(5000, 500, 5900, 900)}) == RIGHT.free
    assert world_of((LEFT,), {"left": Box(0, 0, 500, 1040)}, ()).areas[0].outer == {-1}


def test_the_window_that_is_used_is_kept_clear_but_for_the_fence() -> None:
    windows = (SeenWindow(1, WINDOW, is_active=True), SeenWindow(2, Box(0, 0, 50, 50)))
    assert world_of((LEFT,), {}, windows).kept_clear == (WINDOW,)
    fence = Box(0, 600, 1920, 1040)
    assert world_of((LEFT,), {"left": fence}, windows).kept_clear == (Box(100, 200, 900, 600),)
    assert is_used(windows, (fence,))
    assert not is_used(windows, (Box(1000, 0, 1200, 500),))


def test_a_window_that_fills_a_screen_is_kept_clear_in_a_fence_as_well_and_is_no_ledge() -> None:
    film = SeenWindow(1, LEFT.whole, is_active=True, fills_screen=True)
    world = world_of((LEFT,), {"left": Box(0, 0, 1920, 1040)}, (film,))
    assert world.kept_clear == (LEFT.whole,)
    assert world.windows == (DesktopWindow(1, LEFT.whole, is_ledge=False),)


def test_fences_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "fences.json"
    assert fences.load(file) == {}
    kept = {"left": Box(0, 10, 500, 600), "right": Box(1, 2, 3, 4)}
    assert fences.save(file, kept)
    assert fences.load(file) == kept


@pytest.mark.parametrize("text", ["[1]", '{"left": 3}', '{"left": [1, 2, 3]}', '{"left": [1, 2, 3, 1e300]}', "{"])
def test_a_damaged_file_gives_no_fences_and_is_named(tmp_path: Path, text: str, caplog) -> None:
    file = tmp_path / "fences.json"
    file.write_text(text, encoding="utf-8")
    assert fences.load(file) == {}
    assert str(file) in caplog.text
