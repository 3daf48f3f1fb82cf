"""Screens, compositor, OpenGL and X server that go away."""

import signal
import time

from tests.bad_days.day import Day
from tests.bad_days.screens import Box, set_monitors
from tests.bad_days.surroundings import Pet, State, Surroundings, expect

_TWO_SCREENS = "3840x1080x24"
_LEFT, _RIGHT = (0, 0, 1920, 1080), (1920, 0, 1920, 1080)
# Half of the character may hang over the edge of a screen.
_MOST_HIDDEN = 0.55


def _second_screen_unplugged(place: Surroundings) -> None:
    pet = _pet_on_the_second_screen(place)
    before = pet.state["pet"]
    set_monitors(place.display.name, _LEFT)
    state = pet.until(_is_all_visible, "character and chat on the screen that is left", 15)
    expect(len(state["screens"]) == 1, f"{state['screens']}")
    set_monitors(place.display.name, _LEFT, _RIGHT)
    pet.until(lambda now: now["pet"] == before, f"the character back at {before}", 15)


def _unplugged_in_mid_answer(place: Surroundings) -> None:
    pet = _pet_on_the_second_screen(place)
    pet.ask_and_wait_for_words("go on")
    set_monitors(place.display.name, _LEFT)
    pet.until(_is_all_visible, "character and chat on the screen that is left", 15)
    state = pet.until(lambda now: not now["is_running"], "the end of the answer")
    expect(state["texts"][-1] == place.network.answer, f"the answer is {state['texts'][-1][-60:]!r}")


def _unplugged_twenty_times(place: Surroundings) -> None:
    pet = _pet_on_the_second_screen(place)
    for number in range(20):
        set_monitors(place.display.name, _LEFT, *((_RIGHT,) if number % 2 else ()))
        time.sleep(0.1)
    pet.until(_is_all_visible, "character and chat on a screen", 15)


def _smaller(place: Surroundings) -> None:
    pet = place.start()
    set_monitors(place.display.name, (0, 0, 1024, 600))
    pet.until(_is_all_visible, "character and chat on the smaller screen", 15)


def _unplugged_while_stopped(place: Surroundings) -> None:
    """A laptop is closed, and opened at another desk."""
    pet = _pet_on_the_second_screen(place)
    pet.signal(signal.SIGSTOP)
    set_monitors(place.display.name, _LEFT)
    time.sleep(0.5)
    pet.signal(signal.SIGCONT)
    pet.until(_is_all_visible, "character and chat on the screen that is left", 15)


def _compositor_ends(place: Surroundings) -> None:
    pet = place.start()
    pet.ask_and_wait_for_words("go on")
    place.display.end_compositor()
    pet.until(lambda now: not now["is_running"], "the end of the answer")
    place.display.start_compositor()


def _context_lost(place: Surroundings) -> None:
    pet = place.start()
    pet.ask_and_wait_for_words("go on")
    pet.do("lose_context")
    pet.until(lambda now: not now["is_running"], "the end of the answer")


def _window_made_anew(place: Surroundings) -> None:
    pet = place.start()
    pet.ask_and_wait_for_words("go on")
    pet.do("recreate")
    pet.until(lambda now: not now["is_running"], "the end of the answer")


def _server_killed(place: Surroundings) -> int:
    pet = place.start()
    shown = pet.ask_and_wait_for_words("go on", 200)["texts"]
    killed = time.monotonic()
    place.display.kill_server()
    code = pet.wait()
    expect(code == 1, f"it ended with {code}")
    return _expect_kept(place, pet, shown, killed)


def _server_killed_with_a_draft(place: Surroundings) -> int:
    pet = place.start()
    place.network.pace = 0.0
    shown = pet.ask("hello")["texts"]
    pet.do("type", "half a thought")
    killed = time.monotonic()
    place.display.kill_server()
    expect((code := pet.wait()) == 1, f"it ended with {code}")
    expect(place.kept_draft() == "half a thought", f"the draft is {place.kept_draft()!r}")
    return _expect_kept(place, pet, shown, killed)


def _expect_kept(place: Surroundings, pet: Pet, shown: list[str], killed: float) -> int:
    """Return how many characters are lost that were on screen a second before the end."""
    lines = [line for line in pet.errors.splitlines() if line.startswith("deskpet: ")]
    expect(len(lines) == 1, f"it said {pet.errors[-300:]!r}")
    expect(pet.shown(killed - 1.0) <= len(place.kept_texts()[-1]), "more than the last second is lost")
    lost = place.lost(shown)
    expect(not lost, f"{lost} characters are not on disk")
    return lost


def _pet_on_the_second_screen(place: Surroundings) -> Pet:
    set_monitors(place.display.name, _LEFT, _RIGHT)
    pet = place.start()
    pet.do("move", 3000, 500)
    pet.until(lambda now: now["pet"][0] == 3000, "the character on the second screen", 10)
    return pet


def _is_all_visible(state: State) -> bool:
    """Whether most of the character and of the chat is on one of the screens."""
    return all(
        max(_share(state[name], screen) for screen in state["screens"]) > 1 - _MOST_HIDDEN for name in ("pet", "chat")
    )


def _share(box: Box, screen: Box) -> float:
    left, top = max(box[0], screen[0]), max(box[1], screen[1])
    right = min(box[0] + box[2], screen[0] + screen[2])
    bottom = min(box[1] + box[3], screen[1] + screen[3])
    return max(right - left, 0) * max(bottom - top, 0) / (box[2] * box[3])


SCREEN_DAYS = (
    Day("a screen is unplugged and plugged in again", _second_screen_unplugged, screen=_TWO_SCREENS),
    Day("a screen is unplugged in mid-answer", _unplugged_in_mid_answer, screen=_TWO_SCREENS),
    Day("a screen is unplugged during a sleep", _unplugged_while_stopped, screen=_TWO_SCREENS),
    Day("a loose contact: twenty changes of screens", _unplugged_twenty_times, screen=_TWO_SCREENS),
    Day("the screen gets much smaller", _smaller),
    Day("the compositor ends and comes back", _compositor_ends),
    Day("the OpenGL context is lost", _context_lost),
    Day("the native window is made anew", _window_made_anew),
    Day("the X server is killed in mid-answer", _server_killed, is_last=True),
    Day("the X server is killed over a draft", _server_killed_with_a_draft, is_last=True),
)
