"""Networks that go away and come back."""

import time

from tests.bad_days.day import Day
from tests.bad_days.surroundings import State, Surroundings, expect

# The name is looked up through the system; no server answers for it.
_NO_NAME = "http://chat.example.invalid/v1"


def _dies_in_mid_answer(place: Surroundings) -> None:
    pet = place.start()
    said = pet.ask_and_wait_for_words("go on")["texts"][-1]
    place.network.die()
    state = pet.until(lambda now: not now["is_running"], "the end of the answer")
    expect(state["texts"][-1].startswith(said), "the answer got shorter")
    expect_action(state, "continue")


def _dies_between_two_turns(place: Surroundings) -> None:
    pet = place.start()
    place.network.pace = 0.0
    pet.ask("hello")
    place.network.die()
    state = pet.ask("are you there?", ended="error")
    expect_action(state, "retry")


def _comes_back_while_retried(place: Surroundings) -> None:
    """The server is away for a second, in which the request is sent again by itself."""
    pet = place.start()
    place.network.pace = 0.0
    place.network.die()
    count = len(pet.state["texts"])
    pet.do("ask", "are you there?")
    pet.until(lambda now: now["is_running"], "the request")
    time.sleep(1.0)
    place.network.restore()
    state = pet.until(lambda now: len(now["texts"]) >= count + 2 and not now["is_running"], "the answer")
    expect(state["texts"][-1] == place.network.answer, f"the answer is {state['texts'][-1][-60:]!r}")


def _goes_and_comes_ten_times(place: Surroundings) -> None:
    pet = place.start()
    for number in range(10):
        place.network.restore()
        pet.ask_and_wait_for_words(f"question {number}")
        place.network.die()
        pet.until(lambda now: not now["is_running"], "the end of the answer")


def _silent_in_mid_answer(place: Surroundings) -> None:
    """Packets are lost: the answer stops, and ends by the limit of silence."""
    assert place.clock
    pet = place.start()
    said = pet.ask_and_wait_for_words("go on")["texts"][-1]
    place.network.fall_silent()
    time.sleep(1.0)
    place.clock.shift(date=120, monotonic=120)
    state = pet.until(lambda now: not now["is_running"], "the end of the answer")
    expect(state["texts"][-1].startswith(said), "the answer got shorter")
    expect_action(state, "continue")


def _silent_for_a_minute(place: Surroundings) -> None:
    """Packets are lost for a minute, and then the answer goes on."""
    assert place.clock
    pet = place.start()
    place.network.pace = 0.005
    pet.ask_and_wait_for_words("go on")
    place.network.fall_silent()
    time.sleep(1.0)
    place.clock.shift(date=60, monotonic=60)
    time.sleep(1.0)
    place.network.restore()
    state = pet.until(lambda now: not now["is_running"], "the end of the answer")
    expect(state["texts"][-1] == place.network.answer, f"the answer is {state['texts'][-1][-60:]!r}")


def _silent_before_the_answer(place: Surroundings) -> None:
    """She is stopped while nothing comes, which has to work at once."""
    pet = place.start()
    place.network.fall_silent()
    pet.do("ask", "are you there?")
    pet.until(lambda now: now["is_running"], "the request")
    time.sleep(1.0)
    pet.do("stop")
    pet.until(lambda now: not now["is_running"], "the end of the answer", 3)


def _no_name_server(place: Surroundings) -> None:
    pet = place.start()
    pet.do("set", "endpoint", "base_url", _NO_NAME)
    state = pet.ask("are you there?", ended="error")
    expect_action(state, "retry")
    expect("example.invalid" in str(state["notices"][-1]), f"the notice is {state['notices'][-1]}")
    pet.do("set", "endpoint", "base_url", place.network.base_url)


def expect_action(state: State, name: str) -> None:
    """Expect a button of a notice, which is the next step."""
    actions = [action["name"] for notice in state["notices"] for action in notice["actions"]]
    titles = [notice["title"] for notice in state["notices"]]
    expect(name in actions, f"no {name} after {titles}: {actions}")


NETWORK_DAYS = (
    Day("the server dies in mid-answer", _dies_in_mid_answer),
    Day("the server dies between two turns", _dies_between_two_turns),
    Day("the server is away for a second", _comes_back_while_retried),
    Day("the server dies in ten answers in a row", _goes_and_comes_ten_times),
    Day("packets are lost in mid-answer", _silent_in_mid_answer, has_clock=True),
    Day("packets are lost for a minute", _silent_for_a_minute, has_clock=True),
    Day("packets are lost before an answer", _silent_before_the_answer),
    Day("no name can be looked up", _no_name_server),
)
