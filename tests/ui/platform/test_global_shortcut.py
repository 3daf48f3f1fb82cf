"""A global key that is held down: press, repetitions and release, with real keys."""

from collections.abc import Generator

import pytest
from pytestqt.qtbot import QtBot

from deskpet.ui.platform import x11
from deskpet.ui.platform.global_shortcut import GlobalShortcut
from tests.ui.pet.scene import PATIENCE, needs_xdotool, xdotool

pytestmark = [pytest.mark.window, needs_xdotool]


class Held:
    """A grabbed shortcut, what it told, and the kinds of the X events of its key, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[str] = []
        self.kinds: list[int] = []
        events = x11.XConnection.events

        def noted(server: x11.XConnection) -> Generator[x11.Event]:
            for event in events(server):
                self.kinds.append(event.kind)
                yield event

        monkeypatch.setattr(x11.XConnection, "events", noted)
        self.shortcut = GlobalShortcut("talk", "Talk", is_held=True)
        for name in ("pressed", "released", "escaped"):
            getattr(self.shortcut, name).connect(lambda name=name: self.told.append(name))
        self.shortcut.grab("Ctrl+Alt+K")

    @property
    def releases(self) -> int:
        """The number of releases that the server told, also those of repetitions."""
        return self.kinds.count(x11.KEY_RELEASE)


@pytest.fixture
def held(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Generator[Held]:
    if not x11.is_x11():
        pytest.skip("repetitions are a matter of X11")
    held = Held(monkeypatch)
    yield held
    for key in ("k", "alt", "ctrl"):
        xdotool("keyup", key)
    held.shortcut.release()


def hold(qtbot: QtBot, held: Held) -> None:
    xdotool("keydown", "ctrl", "keydown", "alt", "keydown", "k")
    qtbot.waitUntil(lambda: held.told == ["pressed"], timeout=PATIENCE)


def test_a_held_key_is_pressed_once_and_released_once_although_it_repeats(qtbot: QtBot, held: Held) -> None:
    hold(qtbot, held)
    qtbot.waitUntil(lambda: held.releases > 3, timeout=PATIENCE)
    assert held.told == ["pressed"]
    # The modifiers may be let go first.
    xdotool("keyup", "ctrl", "keyup", "alt")
    qtbot.waitUntil(lambda: held.releases > 8, timeout=PATIENCE)
    assert held.told == ["pressed"]
    xdotool("keyup", "k")
    qtbot.waitUntil(lambda: held.told == ["pressed", "released"], timeout=PATIENCE)
    hold_again = ["pressed", "released", "pressed", "released"]
    xdotool("key", "ctrl+alt+k")
    qtbot.waitUntil(lambda: held.told == hold_again, timeout=PATIENCE)


def test_esc_is_told_while_the_key_is_held(qtbot: QtBot, held: Held) -> None:
    hold(qtbot, held)
    xdotool("key", "Escape")
    qtbot.waitUntil(lambda: held.told == ["pressed", "escaped"], timeout=PATIENCE)


def test_keys_that_are_ungrabbed_while_held_count_as_released(qtbot: QtBot, held: Held) -> None:
    hold(qtbot, held)
    held.shortcut.release()
    assert held.told == ["pressed", "released"]
