"""The windows, walked by Tab: no control is out of reach, and the focus is seen wherever it is."""

from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from deskpet.ui.widgets import animation, theme
from deskpet.ui.widgets.popup_panel import KeyboardPanel
from tests.gallery.chat_scenes import CHAT
from tests.gallery.screenshots import Scene, Studio
from tests.gallery.settings_scenes import FIRST_RUN, SETTINGS
from tests.support.waiting import until
from tests.ui.active_window import active
from tests.ui.keyboard import missed_controls, moves, stops, unseen_stops
from tests.ui.test_accessible_scenes import BARE, shown

pytestmark = pytest.mark.window

# Windows that Tab changes: it edits one title after the other, and rows of a folded chat come and go.
CHANGED = {"history-rename", "chat-folded"}
# The same windows once more, in large text.
SCENES = [each for each in (*FIRST_RUN, *SETTINGS, *CHAT) if each.__name__ not in {*BARE, "large"}]


@pytest.fixture(autouse=True)
def still_windows(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A desktop without animations, where text cursors do not blink."""
    folder = tmp_path / "config" / "gtk-3.0"
    folder.mkdir(parents=True)
    (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder.parent))
    animation.is_motion_reduced.cache_clear()
    flash = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    yield
    qapp.setCursorFlashTime(flash)
    animation.is_motion_reduced.cache_clear()
    theme.apply(qapp)


def takes_keys(window: QWidget) -> bool:
    """Return whether Tab walks this window: menus have the arrow keys."""
    panels = [each for each in shown() if isinstance(each, KeyboardPanel)]
    kinds = {Qt.WindowType.Window, Qt.WindowType.Dialog, Qt.WindowType.Tool, Qt.WindowType.Popup}
    return (
        window.windowType() in kinds
        and not isinstance(window, QMenu)
        and not window.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
        and any(each.focusPolicy() & Qt.FocusPolicy.TabFocus for each in window.findChildren(QWidget))
        and not any(each.isWindow() and each.isVisible() for each in window.findChildren(QWidget))
        and QApplication.activeModalWidget() in {None, window}
        and QApplication.activePopupWidget() in {None, window}
        # A panel hides when another window is walked.
        and (not panels or window in panels)
    )


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_every_scene_is_walked_by_tab(scene: Scene, qapp: QApplication, tmp_path: Path) -> None:
    found: list[str] = []
    studio = Studio(qapp, tmp_path)
    async with aclosing(scene(studio)) as shots:
        async for shot in shots:
            for window in filter(takes_keys, shown() if shot.name not in CHANGED else ()):
                found += [f"{shot.name}: {each}" for each in await walked(window)]
    await studio.put_away()
    assert not found, "\n".join(found)


async def walked(window: QWidget) -> list[str]:
    """Describe the controls that Tab misses, and those where the focus can't be seen."""
    if QApplication.activePopupWidget() is not window:
        await until(active(window))
    await until(lambda: not moves(window))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # pyright: ignore[reportArgumentType]
    missed = missed_controls(window, stops(window))
    return [f"missed: {each}" for each in missed] + [f"no focus seen: {each}" for each in await unseen_stops(window)]
