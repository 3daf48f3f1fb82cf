"""Accessible names, roles and layout in every scene of the gallery: all cards, pages, menus and questions."""

from collections.abc import Iterator
from contextlib import aclosing, suppress
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.ui.widgets import theme
from tests.gallery.__main__ import GROUPS
from tests.gallery.screenshots import Scene, Studio
from tests.support.waiting import until
from tests.ui.accessibility import unnamed_interfaces
from tests.ui.layout_faults import layout_faults

pytestmark = pytest.mark.window

# Scenes of single controls are no windows of the program, and have no accessible names. Attention waits until the
# character has moved, in the window that other scenes show too.
BARE = {"controls", "attention"}
LAID_OUT_S = 2.0
SCENES = [scene for scenes in GROUPS.values() for scene in scenes if scene.__name__ not in BARE]


@pytest.fixture(autouse=True)
def usual_text(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp)


def shown() -> list[QWidget]:
    return [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


async def lasting_faults() -> list[str]:
    """The faults in the layout that are still there when the windows had time to lay out their parts."""

    def faults() -> list[str]:
        return [fault for window in shown() for fault in layout_faults(window)]

    with suppress(TimeoutError):
        await until(lambda: not faults(), LAID_OUT_S)
    return faults()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_every_scene_is_accessible_and_nothing_is_cut_off(
    scene: Scene, qapp: QApplication, tmp_path: Path
) -> None:
    found: list[str] = []
    states: list[str] = []
    studio = Studio(qapp, tmp_path)
    async with aclosing(scene(studio)) as shots:
        async for shot in shots:
            states.append(shot.name)
            found.extend(f"{shot.name}: {each}" for window in shown() for each in unnamed_interfaces(window))
            found.extend(f"{shot.name}: {each}" for each in await lasting_faults())
    await studio.put_away()
    assert not found, "\n".join(found)
    assert states
